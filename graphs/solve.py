"""The solve graph for a LangGraph server: input {"case": …} of evidence opened in the vault."""

from recast_agent.workflow.hosted import hosted_graph

graph = hosted_graph()
