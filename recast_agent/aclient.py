"""The client as coroutines: what ``ReCast`` does, before its plain methods are added."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Literal

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from recast_agent.core.errors import Code, InputError, Unanswered, without_causes
from recast_agent.core.perception.read import forget_readings
from recast_agent.core.settings import Settings, load_settings
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Modality
from recast_agent.private.record import Evidence
from recast_agent.result import Release, Result
from recast_agent.workflow.case import count_program, known_case, open_case
from recast_agent.workflow.confirming import AsRead, Vouched, as_read, confirm
from recast_agent.workflow.context import Context, Stages
from recast_agent.workflow.graph import RECURSION_LIMIT, Graph, solve_graph
from recast_agent.workflow.handles import fill_handles, make_handle
from recast_agent.workflow.nodes.recover import recover_program
from recast_agent.workflow.opening import case_input
from recast_agent.workflow.outcome import release_of, result_of
from recast_agent.workflow.resuming import finished, goes_on, keep_run, let_out, run_of, started
from recast_agent.workflow.stages import embedded, new_budget
from recast_agent.workflow.state import SolveInput
from recast_agent.workflow.tracing import untraced

OnEvent = Callable[[dict[str, Any]], None]
Approve = Callable[[Release], bool]
Confirm = Callable[[AsRead], Table | Vouched | None]


class AsyncReCast:
    """The methods whose names begin with ``a``; see ``ReCast``."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        stages: Stages | None = None,
        checkpointer: BaseCheckpointSaver[Any] | None = None,
        approve: Approve | None = None,
        confirm: Confirm | None = None,
    ) -> None:
        self.settings = settings or load_settings()
        self.stages = stages or embedded(self.settings)
        self._approve, self._confirm = approve, confirm
        self._graph: Graph = solve_graph(checkpointer or InMemorySaver())

    async def aopen(
        self,
        evidence: Evidence,
        question: str = "",
        *,
        choices: tuple[str, ...] = (),
        chart_type: ChartType | None = None,
        release: Modality | None = None,
        spoken_question: bool = False,
    ) -> str:
        """Take evidence and question into the vault; the case id is all that a graph needs.

        Raises InputError as ``workflow.opening.case_input`` does.
        """
        with without_causes():
            given = await asyncio.to_thread(
                case_input,
                evidence,
                question,
                self.settings,
                choices=choices,
                chart_type=chart_type,
                release=release,
                spoken_question=spoken_question,
            )
        return await open_case(self.stages.vault, given)

    async def asolve(
        self,
        evidence: Evidence,
        question: str = "",
        *,
        choices: tuple[str, ...] = (),
        chart_type: ChartType | None = None,
        release: Modality | None = None,
        spoken_question: bool = False,
        on_event: OnEvent | None = None,
    ) -> Result:
        """The true answer to a question about private evidence.

        ``evidence`` is a path, bytes, a TableEvidence or text; ``question`` may be left out for a
        recording that asks it. ``chart_type`` says what to draw a table as (default: a table).
        ``release`` is the kind of media that may leave (None: the same as the evidence's; a table
        is drawn). ``spoken_question``: the released recording says the question, instead of a text
        beside it. ``on_event`` hears each stage start and end.
        Raises InputError; everything else ends in a Result with a status and a reason.
        """
        case = await self.aopen(
            evidence,
            question,
            choices=choices,
            chart_type=chart_type,
            release=release,
            spoken_question=spoken_question,
        )
        return await self._run(case, await self._input(case, "solve"), on_event)

    async def aprotect(
        self,
        evidence: Evidence,
        question: str = "",
        *,
        choices: tuple[str, ...] = (),
        chart_type: ChartType | None = None,
        release: Modality | None = None,
        spoken_question: bool = False,
        on_event: OnEvent | None = None,
    ) -> Result:
        """The checked release alone: send it yourself, then ``recover`` with the program."""
        case = await self.aopen(
            evidence,
            question,
            choices=choices,
            chart_type=chart_type,
            release=release,
            spoken_question=spoken_question,
        )
        return await self._run(case, await self._input(case, "protect"), on_event)

    async def arecover(self, case: str, program: str) -> Result:
        """The true answer from a program over the disguised operands of a protected case.

        Raises InputError(case_unknown) where the vault does not hold the case (any longer).
        """
        if not isinstance(program, str):
            raise InputError(Code.PROGRAM_REFUSED, "the program is a text")
        vault = self.stages.vault
        names = [n for n in await vault.names(known_case(case)) if n.startswith("permit/")]
        if not names:
            raise InputError(Code.CASE_UNKNOWN, "the vault holds no released case of this id")
        mapping = int(names[-1].removeprefix("permit/"))
        if not await count_program(vault, case, program, self.settings.programs_per_case):
            return Result("withheld", case, Code.RELEASE_CAP.value)
        try:
            recovered = await recover_program(self.stages, self.settings, case, mapping, program)
        except Unanswered as refusal:
            return Result("unanswered", case, refusal.code.value)
        return Result("answered", case, answer=recovered.answer, receipt=recovered.receipt)

    async def aresume(self, case: str, *, on_event: OnEvent | None = None) -> Result:
        """Go on where a case stopped: after a crash, out of time, or where no answer came.

        What the vault holds of it is not made again; the deadline starts anew. A case of another
        process goes on as far as the vault knows it; one that has ended keeps its result. Raises
        InputError(case_unknown) where neither a checkpoint nor a run of it is held.
        """
        config, vault = _config(known_case(case)), self.stages.vault
        snapshot = await self._graph.aget_state(config)
        state = snapshot.values
        if snapshot.next:
            return await self._run(case, None, on_event)
        if state and not goes_on(state):
            return await result_of(self.stages, case, state, ())
        start = started(state) if state else await run_of(vault, case)
        if start is None:
            raise InputError(Code.CASE_UNKNOWN, "no checkpoint and no run of this case is held")
        released = await let_out(vault, case)
        if released is None:
            await self._forget_checkpoints(case)
            return await self._run(case, start, on_event)
        done = await finished(self.stages, start, released["mapping"])
        if done is not None:
            return done
        behind = {**start, **released, "status": None, "reason": None}
        await self._graph.aupdate_state(config, behind, as_node="check_release")
        return await self._run(case, None, on_event)

    async def acaptured(self, case: str) -> AsRead:
        """What was read of the chart of a case, and which cells are in doubt: for the user's eyes.

        Raises InputError(case_unknown).
        """
        return await as_read(self.stages.vault, case)

    async def aconfirm(self, case: str, table: Table | Vouched) -> None:
        """Keep a chart's table as a person has confirmed or corrected it, once for the case.

        For hosts of the graph: the interrupt of kind ``confirm`` is then resumed with
        ``{"confirmed": True}``. An estimate that is left as it was read stays one, unless a Vouched
        names its cell. Raises InputError(case_unknown | table_malformed).
        """
        await confirm(self.stages.vault, case, table)

    async def aforget(self, case: str) -> None:
        """Delete what the vault, the checkpoints and the readings in memory hold of a case.

        The disguise pinned to its evidence stays, so that a later question about the same
        evidence does not draw a second one; it expires with the vault.
        """
        await self.stages.vault.delete(known_case(case))
        forget_readings()
        await self._forget_checkpoints(case)

    async def _forget_checkpoints(self, case: str) -> None:
        if self._graph.checkpointer and not isinstance(self._graph.checkpointer, bool):
            await self._graph.checkpointer.adelete_thread(case)

    async def areveal(self, text: str, *, conversation: str = "") -> str:
        """``text`` with answer handles filled in, for the user's eyes.

        A handle is filled in only for the conversation that it was made for, and never inside a
        URL, a link target or HTML.
        """
        return await fill_handles(self.stages.vault, text, conversation)

    async def ahandle(self, case: str, shown: str, *, conversation: str = "") -> str:
        """A handle of constant shape that stands for ``shown`` in a model's context.

        It is forgotten with its case.
        """
        return await make_handle(self.stages.vault, case, shown, conversation)

    async def astream(
        self, evidence: Evidence, question: str = "", *, choices: tuple[str, ...] = ()
    ) -> AsyncIterator[dict[str, Any]]:
        """The parts of a run as LangGraph streams them (released values only)."""
        case = await self.aopen(evidence, question, choices=choices)
        async for part in self._parts(case, await self._input(case, "solve")):
            yield part

    async def _input(self, case: str, goal: Literal["solve", "protect"]) -> SolveInput:
        start: SolveInput = {
            "case": case,
            "goal": goal,
            "approval": self._approve is not None,
            "confirm": self._confirm is not None,
            "accept_table": self.settings.accept_table,
        }
        return await keep_run(self.stages.vault, start)

    async def _parts(
        self, case: str, start: SolveInput | Command[Any] | None
    ) -> AsyncIterator[dict[str, Any]]:
        context = Context(self.stages, self.settings, new_budget(self.settings))
        with untraced():
            async for part in self._graph.astream(
                start,
                _config(case),
                context=context,
                stream_mode=["custom", "updates"],
                subgraphs=True,
                version="v2",
            ):
                yield dict(part)

    async def _run(
        self, case: str, start: SolveInput | Command[Any] | None, on_event: OnEvent | None
    ) -> Result:
        events: list[dict[str, Any]] = []
        while True:
            async for part in self._parts(case, start):
                if part["type"] == "custom":
                    events.append(part["data"])
                    if on_event:
                        on_event(part["data"])
            snapshot = await self._graph.aget_state(_config(case))
            if not snapshot.interrupts:
                return await result_of(self.stages, case, snapshot.values, tuple(events))
            shown = snapshot.interrupts[0]
            start = Command(resume={shown.id: await self._reply(snapshot.values, shown.value)})

    async def _reply(self, state: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
        asked = self._confirmation if shown["kind"] == "confirm" else self._approval
        return await asked(state, shown)

    async def _confirmation(self, state: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
        """What the person makes of a chart as it was read; nobody to ask means no."""
        case = state["case"]
        read = await self.acaptured(case)
        table = await asyncio.to_thread(self._confirm, read) if self._confirm else None
        if table is not None:
            await self.aconfirm(case, table)
        return {"confirmed": table is not None}

    async def _approval(self, state: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
        release = await release_of(self.stages, state["case"], state["mapping"])
        approved = self._approve is not None and await asyncio.to_thread(self._approve, release)
        return {"approved": approved, "request_sha256": shown["request_sha256"]}


def _config(case: str) -> RunnableConfig:
    return {"configurable": {"thread_id": case}, "recursion_limit": RECURSION_LIMIT}
