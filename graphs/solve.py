"""The solve graph for a LangGraph server: input {"case": …} of evidence opened in the vault."""

from recast_agent.workflow.graph import solve_graph

graph = solve_graph()
