"""The solve graph for a host that gives no context, such as a LangGraph server."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from recast_agent.core.settings import load_settings
from recast_agent.workflow.context import Context, Stages
from recast_agent.workflow.graph import RECURSION_LIMIT, solve_graph
from recast_agent.workflow.home import file_vault
from recast_agent.workflow.stages import embedded, new_budget
from recast_agent.workflow.state import SolveInput, SolveState, Update

HostedGraph = CompiledStateGraph[SolveState, None, SolveInput, SolveState]


def hosted_graph(checkpointer: Any = None) -> HostedGraph:
    """``solve`` behind a node that makes its context from the settings: the encrypted vault, in
    which ``ReCast.open`` or ``recast protect`` has put the case, and a budget for each run.

    A host that passes a ``Context`` has it used; a server's own, a dict of JSON, is none. Raises
    InputError(vault_key_missing) when it runs.
    """
    inner = solve_graph()

    async def solve(state: SolveState, runtime: Runtime[Any]) -> Update:
        limit: RunnableConfig = {"recursion_limit": RECURSION_LIMIT}
        given: Any = state
        passed = runtime.context
        context = passed if isinstance(passed, Context) else await asyncio.to_thread(_own_context)
        return cast(Update, await inner.ainvoke(given, limit, context=context))

    # no context_schema: LangGraph would make a Context of the server's dict
    graph = StateGraph(SolveState, input_schema=SolveInput)
    graph.add_node("solve", cast(Any, solve))
    graph.add_edge(START, "solve")
    graph.add_edge("solve", END)
    return graph.compile(checkpointer=checkpointer, name="solve")


def _own_context() -> Context:
    settings = load_settings()
    return Context(_own_stages(), settings, new_budget(settings))


@cache
def _own_stages() -> Stages:
    settings = load_settings()
    return embedded(settings, vault=file_vault(settings))
