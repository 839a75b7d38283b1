"""An agent whose model may be hostile: it learns nothing, and the user gets the answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest
from langchain.agents import create_agent
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.tools import BaseTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition
from typing_extensions import TypedDict

from recast_agent.agents.tools import EvidenceShelf, protected_solve_tool
from recast_agent.client import ReCast
from tests.support import ANSWER, COSTS, QUESTION, ScriptedChat, settings, tool_call

REPLY = re.compile(r"⟦answer:[0-9a-f]{16}⟧")


class Talk(TypedDict):
    """The state of the hand-written agent."""

    messages: Annotated[list[AnyMessage], add_messages]


class Tracer(BaseCallbackHandler):
    """A host's own tracer: it keeps all that LangChain shows it."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def on_chain_start(self, *given: Any, **more: Any) -> None:
        self.seen.append(repr(given))

    def on_chain_end(self, outputs: Any, **more: Any) -> None:
        self.seen.append(repr(outputs))

    def on_chain_error(self, error: BaseException, **more: Any) -> None:
        self.seen.append(repr(error))

    def on_tool_end(self, output: Any, **more: Any) -> None:
        self.seen.append(repr(output))


class Host:
    """A client whose person may refuse, and files of which only those below ``root`` are open."""

    def __init__(self, folder: Path, url: str) -> None:
        self.consents = True
        self.client = ReCast(
            settings(folder / "home", solver_base_url=url), approve=lambda release: self.consents
        )
        self.root = folder / "open"
        self.root.mkdir()
        (self.root / "costs.csv").write_text(COSTS)
        (self.root / "broken.csv").write_text("no table,at all\nof any,kind\nor,shape,known")
        (folder / "secret.csv").write_text(COSTS)
        (self.root / "link.csv").symlink_to(folder / "secret.csv")
        (self.root / "loop.csv").symlink_to(self.root / "loop.csv")
        (self.root / "up").symlink_to(folder, target_is_directory=True)
        self.outside = folder / "secret.csv"

    def tool(self, **given: Any) -> BaseTool:
        return protected_solve_tool(self.client, root=self.root, **given)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, solver: str) -> Host:
    return Host(tmp_path_factory.mktemp("host"), solver)


def said(handle: str) -> AIMessage:
    return AIMessage(f"Supplies cost {handle}.")


def talk(tool: BaseTool, **arguments: str) -> tuple[ScriptedChat, list[BaseMessage]]:
    """One turn of an agent that calls the tool; the model's context, the whole conversation."""
    model = ScriptedChat(lines=[tool_call(tool, **arguments), AIMessage("done")], seen=[])
    agent = create_agent(model, [tool])
    state = asyncio.run(agent.ainvoke({"messages": [HumanMessage("How much?")]}))
    return model, state["messages"]


def tool_message(messages: list[BaseMessage]) -> ToolMessage:
    (found,) = [m for m in messages if isinstance(m, ToolMessage)]
    return found


def written(model: ScriptedChat) -> str:
    """What a provider would be sent of the conversation: everything but artifacts."""
    return "\n".join(f"{m.content} {getattr(m, 'tool_calls', '')}" for m in model.seen[-1])


def test_the_model_sees_a_handle_and_the_user_the_answer(host: Host) -> None:
    model, messages = talk(host.tool(conversation="c1"), evidence="costs.csv", question=QUESTION)
    reply = tool_message(messages)
    assert REPLY.fullmatch(str(reply.content))
    assert ANSWER not in written(model)
    artifact = reply.artifact
    assert (artifact["status"], artifact["reason"]) == ("answered", None)
    assert len(artifact["case"]) == 32
    assert artifact["release"]["media_type"] == "image/png"
    assert ANSWER not in str(artifact)
    assert "Renal" not in str(artifact)
    text = f"Supplies cost {reply.content}."
    assert host.client.reveal(text, conversation="c1") == f"Supplies cost {ANSWER}."


def test_a_handwritten_graph_with_a_checkpointer_uses_the_tool(host: Host) -> None:
    """The host's own graph checkpoints no step of the case, and no answer."""
    tool = host.tool(conversation="c2")
    model = ScriptedChat(
        lines=[tool_call(tool, evidence="costs.csv", question=QUESTION), AIMessage("done")], seen=[]
    )
    saver = InMemorySaver()

    async def ask(state: Talk) -> dict[str, Any]:
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(Talk)
    graph.add_node("model", ask)
    graph.add_node("tools", ToolNode([tool]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    agent = graph.compile(checkpointer=saver)
    config: Any = {"configurable": {"thread_id": "host"}}
    state = asyncio.run(agent.ainvoke({"messages": [HumanMessage("How much?")]}, config))
    reply = tool_message(state["messages"])
    assert REPLY.fullmatch(str(reply.content))
    assert reply.artifact["status"] == "answered"
    assert host.client.reveal(str(reply.content), conversation="c2") == ANSWER
    held = list(saver.list(None))
    assert {c.config["configurable"]["thread_id"] for c in held} == {"host"}
    assert {c.config["configurable"]["checkpoint_ns"] for c in held} == {""}
    assert ANSWER not in str(held)


def test_a_tracer_and_a_stream_of_the_host_see_released_values_only(host: Host) -> None:
    tool = host.tool(conversation="c5")
    call = tool_call(tool, evidence="costs.csv", question="What is the total in Oncology?")
    model = ScriptedChat(lines=[call, AIMessage("done")], seen=[])
    tracer = Tracer()
    config: Any = {"callbacks": [tracer]}
    asked: Any = {"messages": [HumanMessage("How much?")]}

    async def parts() -> list[Any]:
        modes: Any = ["values", "updates", "custom", "debug"]
        stream = create_agent(model, [tool]).astream(
            asked, config, stream_mode=modes, subgraphs=True
        )
        return [part async for part in stream]

    streamed = str(asyncio.run(parts()))
    assert "answered" in streamed
    assert tracer.seen
    for private in ("745.4", "530.8", "214.6", "Cardiology", "Maternity", "Supplies"):
        assert private not in streamed + "".join(tracer.seen)


def test_an_agent_without_a_loop_of_its_own_uses_the_tool(host: Host) -> None:
    tool = host.tool()
    model = ScriptedChat(
        lines=[tool_call(tool, evidence="costs.csv", question=QUESTION), AIMessage("done")], seen=[]
    )
    state = create_agent(model, [tool]).invoke({"messages": [HumanMessage("How much?")]})
    assert host.client.reveal(str(tool_message(state["messages"]).content)) == ANSWER


REFUSED: dict[str, tuple[str, str]] = {
    "an unknown file": ("nothing.csv", "evidence_not_found"),
    "no table": ("broken.csv", "table_malformed"),
    "a folder": (".", "unsupported_evidence"),
    "upwards": ("../secret.csv", "evidence_outside_root"),
    "down and upwards": ("sub/../../secret.csv", "evidence_outside_root"),
    "a link out of the root": ("link.csv", "evidence_outside_root"),
    "a folder link out of the root": ("up/secret.csv", "evidence_outside_root"),
    "a link to itself": ("loop.csv", "evidence_not_found"),
    "a null character": ("costs.csv\0", "evidence_not_found"),
    "too long a name": ("x" * 3000, "evidence_not_found"),
    "an unknown handle": ("⟦evidence:0123456789abcdef⟧", "evidence_not_found"),
}


@pytest.mark.parametrize(("named", "reason"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refused_reference_looks_like_an_answer_to_the_model(
    host: Host, named: str, reason: str
) -> None:
    _, messages = talk(
        host.tool(shelf=EvidenceShelf()), evidence=named, question="What was the cost in Renal?"
    )
    reply = tool_message(messages)
    assert REPLY.fullmatch(str(reply.content))
    assert reply.status == "success"
    assert reply.artifact == {"case": None, "status": "error", "reason": reason, "release": None}
    assert host.client.reveal(str(reply.content)) == f"no answer ({reason})"


@pytest.mark.parametrize("place", ["inside", "outside"])
def test_an_absolute_path_is_refused_wherever_it_leads(host: Host, place: str) -> None:
    named = host.outside if place == "outside" else host.root / "costs.csv"
    _, messages = talk(host.tool(), evidence=str(named), question=QUESTION)
    assert tool_message(messages).artifact["reason"] == "evidence_outside_root"


def test_a_withheld_case_looks_like_an_answer_to_the_model(host: Host) -> None:
    host.consents = False
    try:
        model, messages = talk(host.tool(), evidence="costs.csv", question=QUESTION)
    finally:
        host.consents = True
    reply = tool_message(messages)
    assert REPLY.fullmatch(str(reply.content))
    assert (reply.artifact["status"], reply.artifact["reason"]) == ("withheld", "not_approved")
    assert "withheld" not in written(model)


def test_a_foreign_fault_looks_like_an_answer_and_says_nothing(host: Host) -> None:
    class Faulty(ReCast):
        async def asolve(self, *given: Any, **more: Any) -> Any:
            raise RuntimeError("Renal 133.3")

    tool = protected_solve_tool(
        Faulty(host.client.settings, stages=host.client.stages), root=host.root
    )
    model, messages = talk(tool, evidence="costs.csv", question="How many?")
    reply = tool_message(messages)
    assert REPLY.fullmatch(str(reply.content))
    assert reply.artifact["reason"] == "internal"
    assert "Renal" not in written(model) + str(messages)


def test_a_handle_is_filled_in_for_its_conversation_and_outside_links_only(host: Host) -> None:
    _, messages = talk(host.tool(conversation="c3"), evidence="costs.csv", question=QUESTION)
    handle = str(tool_message(messages).content)

    def reveal(text: str, conversation: str = "c3") -> str:
        return host.client.reveal(text, conversation=conversation)

    assert reveal(handle, "c4") == handle
    assert reveal(handle, "") == handle
    hostile: list[Callable[[str], str]] = [
        lambda h: f"see https://example.org/?q={h}",
        lambda h: f"[more](https://example.org/{h})",
        lambda h: f"![x](//example.org/{h}.png)",
        lambda h: f"<img src='https://example.org/{h}'>",
    ]
    for write in hostile:
        assert ANSWER not in reveal(write(handle))


def test_an_answer_handle_is_no_evidence(host: Host) -> None:
    _, messages = talk(host.tool(), evidence="costs.csv", question=QUESTION)
    handle = str(tool_message(messages).content)
    _, again = talk(host.tool(shelf=EvidenceShelf()), evidence=handle, question=QUESTION)
    assert tool_message(again).artifact["reason"] == "evidence_not_found"


def test_a_forgotten_case_leaves_its_handle_empty(host: Host) -> None:
    _, messages = talk(host.tool(), evidence="costs.csv", question=QUESTION)
    reply = tool_message(messages)
    host.client.forget(reply.artifact["case"])
    assert host.client.reveal(str(reply.content)) == str(reply.content)


def test_a_local_model_may_be_given_the_answer(host: Host) -> None:
    model, messages = talk(host.tool(reply="answer"), evidence="costs.csv", question=QUESTION)
    assert tool_message(messages).content == ANSWER
    assert ANSWER in written(model)


def test_evidence_that_the_host_registered_is_named_by_handle(host: Host) -> None:
    shelf = EvidenceShelf()
    handle = shelf.add(host.outside)
    assert re.fullmatch(r"⟦evidence:[0-9a-f]{16}⟧", handle)
    tool = host.tool(shelf=shelf, reply="answer")
    _, messages = talk(tool, evidence=f" {handle} ", question=QUESTION)
    assert tool_message(messages).content == ANSWER
    assert (
        host.tool(shelf=EvidenceShelf()).invoke({"evidence": handle, "question": QUESTION})
        != ANSWER
    )


def test_wrong_arguments_are_not_echoed(host: Host) -> None:
    tool = host.tool()
    for arguments in ({"evidence": "costs.csv"}, {"evidence": "Renal", "question": "x" * 2001}):
        _, messages = talk(tool, **arguments)
        reply = tool_message(messages)
        assert reply.content == "give a short evidence reference and a question"
        assert reply.artifact is None
