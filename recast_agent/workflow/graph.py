"""The solve graph: capture to the true answer. Its wiring fits one screen."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from recast_agent.workflow.context import Context
from recast_agent.workflow.nodes.capture import capture
from recast_agent.workflow.nodes.confirm import confirm
from recast_agent.workflow.nodes.disguise import protect_numbers, rewrite
from recast_agent.workflow.nodes.reconstruct import (
    SPOKEN_DISGUISES,
    draft,
    fall_back,
    render,
    review,
)
from recast_agent.workflow.nodes.recover import recover
from recast_agent.workflow.nodes.release import approve, check_release
from recast_agent.workflow.nodes.solve import ask_solver
from recast_agent.workflow.nodes.withhold import withhold
from recast_agent.workflow.state import SolveInput, SolveState

RECURSION_LIMIT = 80
"""Nodes of one case at most: three disguises of two forms with five candidates each."""

CHECKS = 3
"""How often a candidate may come before the gate."""

Graph = CompiledStateGraph[SolveState, Context, SolveInput, SolveState]


def solve_graph(checkpointer: Any = None) -> Graph:
    """capture -> [confirm] -> rewrite -> protect_numbers -> reconstruct -> check_release ->
    [approve] -> ask_solver -> recover; from anywhere to withhold."""
    graph = StateGraph(SolveState, context_schema=Context, input_schema=SolveInput)
    graph.add_node("capture", capture)
    graph.add_node("confirm", confirm)
    graph.add_node("rewrite", rewrite)
    graph.add_node("protect_numbers", protect_numbers)
    graph.add_node("reconstruct", reconstruct_graph())
    graph.add_node("check_release", check_release)
    graph.add_node("approve", approve)
    graph.add_node("ask_solver", ask_solver)
    graph.add_node("recover", recover)
    graph.add_node("withhold", withhold)
    graph.add_edge(START, "capture")
    graph.add_conditional_edges("capture", _or_withhold("confirm"), ["confirm", "withhold"])
    graph.add_conditional_edges("confirm", _or_withhold("rewrite"), ["rewrite", "withhold"])
    graph.add_conditional_edges(
        "rewrite", _or_withhold("protect_numbers"), ["protect_numbers", "withhold"]
    )
    graph.add_conditional_edges(
        "protect_numbers", _or_withhold("reconstruct"), ["reconstruct", "withhold"]
    )
    graph.add_conditional_edges(
        "reconstruct", after_reconstruct, ["check_release", "rewrite", "withhold"]
    )
    graph.add_conditional_edges(
        "check_release", after_check, ["approve", "reconstruct", "rewrite", "withhold", END]
    )
    graph.add_conditional_edges("approve", _or_withhold("ask_solver"), ["ask_solver", "withhold"])
    graph.add_conditional_edges("ask_solver", _or_withhold("recover"), ["recover", "withhold"])
    graph.add_edge("recover", END)
    graph.add_edge("withhold", END)
    return graph.compile(checkpointer=checkpointer, name="solve")


def reconstruct_graph() -> CompiledStateGraph[SolveState, Context, SolveState, SolveState]:
    """draft -> render -> review, at most four repairs, then a table, then withheld (3.4)."""
    graph = StateGraph(SolveState, context_schema=Context)
    graph.add_node("draft", draft)
    graph.add_node("render", render)
    graph.add_node("review", review)
    graph.add_node("fall_back", fall_back)
    graph.add_edge(START, "draft")
    graph.add_conditional_edges("draft", _or_end("render"), ["render", END])
    graph.add_conditional_edges("render", _or_end("review"), ["review", END])
    graph.add_conditional_edges("review", after_review, ["draft", "fall_back", END])
    graph.add_conditional_edges("fall_back", after_fall_back, ["draft", END])
    return graph.compile(name="reconstruct")


def after_review(state: SolveState, runtime: Runtime[Context]) -> str:
    """Repair while there are findings and repairs left; words that will not be heard rightly in
    any manner are exchanged as soon as that shows, while there are others.
    """
    if state.get("status") or not state["findings"]:
        return END
    stuck = any(finding["code"] == "unspeakable" for finding in state["findings"])
    if stuck and state["mapping"] + 1 < SPOKEN_DISGUISES:
        return "fall_back"
    repairs = state["attempts"].get(f"{state['form']} drafts", 1) - 1
    return "draft" if repairs < runtime.context.settings.chart_repairs else "fall_back"


def after_fall_back(state: SolveState) -> str:
    """Another form of the same record is drafted; a record that needs other words goes back."""
    return END if state.get("status") or state["findings"] else "draft"


def after_reconstruct(state: SolveState) -> str:
    """On to the gate, or back to the rewriter where no candidate could be made of its words."""
    if state.get("status"):
        return "withhold"
    return "rewrite" if state["findings"] else "check_release"


def after_check(state: SolveState) -> str:
    """Out, or back to the room whose work the finding is about, under one shared counter."""
    if state.get("status") == "protected":
        return END
    if state.get("status") or state["attempts"]["checks"] > CHECKS:
        return "withhold"
    return _mends(state) if state["findings"] else "approve"


def _mends(state: SolveState) -> Literal["rewrite", "reconstruct", "withhold"]:
    codes = {finding["code"] for finding in state["findings"]}
    if any(code.startswith("source_") for code in codes):
        return "withhold"  # the two readings of the source will not agree the next time either
    if codes & {"provenance_unknown", "world_outrun"}:
        return "rewrite"
    return "reconstruct"


def _or_withhold(following: str) -> Any:
    def route(state: SolveState) -> str:
        return "withhold" if state.get("status") else following

    return route


def _or_end(following: str) -> Any:
    def route(state: SolveState) -> str:
        return END if state.get("status") else following

    return route
