"""Marked cases through the whole client, and a search of all that they leave outside the vault.

Used by ``tests/canary`` (few cases) and by the benchmark (many).
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import StreamMode
from pydantic import SecretStr

from recast_agent.client import ReCast
from recast_agent.core.errors import ReCastError
from recast_agent.core.literals import find
from recast_agent.core.settings import Settings
from recast_agent.core.speech.transcribe import transcribe
from recast_agent.evaluation.canary.marks import (
    MarkedCase,
    asked_again,
    marked_case,
    passage,
    picture,
    recorded,
    spoken_case,
)
from recast_agent.evaluation.canary.search import Captured, Leaks, all_logs, search_files
from recast_agent.evaluation.recording import Brain, Recorder, recording
from recast_agent.private.record import Evidence, TableEvidence
from recast_agent.result import Result
from recast_agent.standin.server import Asked, read_request, reply_to
from recast_agent.workflow.context import Context
from recast_agent.workflow.graph import RECURSION_LIMIT, Graph, solve_graph
from recast_agent.workflow.home import file_vault
from recast_agent.workflow.reading import reading_of
from recast_agent.workflow.stages import embedded, new_budget


@dataclass
class Summary:
    """What ``run`` found. ``leaks.found`` must be empty; ``revealed`` counts the answers that hold
    a mark where the user asked for them, so that the searcher is known to see marks."""

    leaks: Leaks = field(default_factory=Leaks)
    outcomes: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    held: int = 0
    revealed: int = 0


SPOKEN_EVERY = 8
"""Each eighth evidence is a recording, one of few: it takes seconds to be heard."""

STREAM_MODES: tuple[StreamMode, ...] = (
    "values",
    "updates",
    "custom",
    "messages",
    "tasks",
    "checkpoints",
    "debug",
)

HOSTILE = (
    "```python\nanswer = {operand} / 0\n```",
    "```python\nanswer = {{}}[{operand}]\n```",
    "```python\nimport os\nanswer = {operand}\n```",
    "```python\nanswer = protected(31337.5)\n```",
    "<html><body>{operand}</body></html>",
    "EVIDENCE MISSING",
    "```python\nanswer = str({operand}) + ' hectares'\n```",
    "```python\nwhile True:\n    answer = {operand}\n```",
)
"""Replies whose failure could put true values into an error text."""


def hostile_brain(reply: str) -> Brain:
    """A solver that misuses an operand which it really sees."""

    def brain(asked: Asked) -> str:
        return reply.format(operand=f"protected({_shown(asked)})")

    return brain


def _shown(asked: Asked) -> str:
    """A number of the release."""
    from recast_agent.core.perception.read import read_chart

    if asked.recording is not None:
        return find(transcribe(asked.recording).text)[0].text
    if asked.passage is not None:
        return next(one.text for one in find(asked.passage) if one.decimals)
    table = read_chart(asked.image or b"").table
    return (table.cells[0][0] if table else None) or "1"


@dataclass(frozen=True)
class Watched:
    """A client with everything around it that must stay free of marks."""

    client: ReCast
    graph: Graph
    saver: AsyncSqliteSaver
    recorder: Recorder
    captured: Captured
    summary: Summary


async def run_case(watched: Watched, marked: MarkedCase, evidence: Evidence) -> None:
    """Solve one marked case, and search everything that it left outside the vault."""
    marks, leaks, client = marked.marks, watched.summary.leaks, watched.client
    sent, logged = len(watched.recorder.heard), len(watched.captured.lines)
    try:
        case = await client.aopen(
            evidence,
            marked.question,
            choices=marked.choices,
            chart_type=marked.evidence.chart_type if _is_table(evidence) else None,
        )
        await _stream(watched, case, marks)
        result = await client.aresume(case)
    except ReCastError as error:
        watched.summary.outcomes[error.code.value] += 1
        leaks.search("exception", "".join(traceback.format_exception(error)), marks)
        leaks.search("exception", repr((error, error.args, vars(error))), marks)
    else:
        watched.summary.outcomes[result.reason or result.status] += 1
        await _search_result(leaks, result, marks)
        await _control(watched, result, marks)
    for request in watched.recorder.heard[sent:]:
        watched.summary.sent["repair" if b'"assistant"' in request else "first"] += 1
        leaks.search("wire", request, marks)
        said = read_request(request.partition(b"\n\n")[2]).recording
        if said is not None:
            watched.summary.sent["spoken"] += 1
            leaks.search("heard on the wire", transcribe(said).text, marks)
    for line in watched.captured.lines[logged:]:
        leaks.search("log", line, marks)


async def run(n: int, seed: int, home: Path) -> Summary:
    """``n`` marked cases on real parts: encrypted vault, SQLite checkpoints, request log, a solver
    behind HTTP. Three in a row ask about one evidence; the third meets a hostile solver. ``home``
    must be empty."""
    rng, summary, marks = random.Random(seed), Summary(), set[str]()  # noqa: S311 - no secret
    with recording() as recorder, all_logs() as captured:
        settings = Settings(
            home=home / "recast",
            secret=SecretStr(f"canary-secret-{seed:032x}"),
            solver_base_url=recorder.base_url,
            chart_repairs=1,
            format_repairs=1,
            program_timeout_s=1.0,
        )
        path = home / "recast" / "checkpoints.sqlite"
        path.parent.mkdir(parents=True)
        async with AsyncSqliteSaver.from_conn_string(str(path)) as saver:
            stages = embedded(settings, vault=file_vault(settings))
            client = ReCast(settings, stages=stages, checkpointer=saver)
            watched = Watched(client, solve_graph(saver), saver, recorder, captured, summary)
            for number in range(n):
                if number % 3 == 0:
                    table = marked_case(rng)
                spoken = number // 3 % SPOKEN_EVERY == SPOKEN_EVERY - 1
                marked = (
                    spoken_case(number // 3 // SPOKEN_EVERY, rng)
                    if spoken
                    else asked_again(table, rng)
                )
                marks.update(marked.marks)
                hostile = HOSTILE[number // 3 % len(HOSTILE)] if number % 3 == 2 else None
                recorder.brain = hostile_brain(hostile) if hostile else reply_to
                evidence = _recording if spoken else _evidence
                await run_case(watched, marked, evidence(marked, number // 3, home))
        search_files(summary.leaks, home / "recast", marks)
    return summary


def _evidence(marked: MarkedCase, number: int, home: Path) -> Evidence:
    """In turn: a table or a passage in memory, a file of marked name; sometimes a picture, one that
    is ragged, or missing."""
    if number % 2 == 0:
        return marked.evidence if number % 4 == 0 else passage(marked)
    path = home / marked.file_name
    if number % 10 == 3:
        path = path.with_suffix(".png")
        path.write_bytes(picture(marked))
        return path
    path.write_text(marked.evidence.text)
    if number % 10 == 5:
        path.write_text(f"{marked.evidence.text}{marked.file_name},1,2\n")
    elif number % 10 == 9:
        path.unlink()
    return path


def _recording(marked: MarkedCase, number: int, home: Path) -> Evidence:
    """In memory, or a file of marked name."""
    data = recorded(marked)
    if number % 2 == 0:
        return data
    path = home / marked.file_name
    path.write_bytes(data)
    return path


def _is_table(evidence: Evidence) -> bool:
    if isinstance(evidence, Path):
        return evidence.suffix == ".csv"
    return isinstance(evidence, TableEvidence)


async def _stream(watched: Watched, case: str, marks: Iterable[str]) -> None:
    """Run the graph as a host with its own streaming would."""
    client = watched.client
    async for part in watched.graph.astream(
        {"case": case, "goal": "solve", "approval": False, "accept_table": True},
        {"configurable": {"thread_id": case}, "recursion_limit": RECURSION_LIMIT},
        context=Context(client.stages, client.settings, new_budget(client.settings)),
        stream_mode=list(STREAM_MODES),
        subgraphs=True,
    ):
        _, mode, payload = part
        watched.summary.leaks.search(f"stream {mode}", payload, marks)
    async for held in watched.saver.alist({"configurable": {"thread_id": case}}):
        watched.summary.leaks.search("checkpoint", held, marks)


async def _search_result(leaks: Leaks, result: Result, marks: Iterable[str]) -> None:
    for place, shown in (
        ("repr", repr(result)),
        ("str", str(result)),
        ("html", result._repr_html_()),
        ("events", result.events),
        ("theme", result.theme),
        ("repr of the answer", (result.answer, result.receipt)),
    ):
        leaks.search(place, shown, marks)
    if result.release is not None:
        artifact = result.release.artifact
        leaks.search("question released", result.release.question, marks)
        leaks.search("choices released", result.release.choices, marks)
        leaks.search("artifact", artifact.data, marks)
        leaks.search("reading of the artifact", await reading_of(artifact), marks)


async def _control(watched: Watched, result: Result, marks: Iterable[str]) -> None:
    """The marks are where they belong: in the vault's plaintext and in what the user is shown."""
    control = Leaks()
    control.search("vault", await watched.client.stages.vault.get(result.case, "input"), marks)
    watched.summary.held += len(control.found)
    control = Leaks()
    control.search("shown", result.show(), marks)
    watched.summary.revealed += len(control.found)
