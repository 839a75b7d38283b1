"""The canary: marked originals go in, and every place outside the vault is searched for them.

Used by ``tests/canary`` (few cases) and by the benchmark (many).
"""

from __future__ import annotations

import logging
import random
import re
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import StreamMode
from pydantic import SecretStr

from recast_agent.client import ReCast
from recast_agent.core.errors import ReCastError
from recast_agent.core.settings import Settings
from recast_agent.core.table import ChartType
from recast_agent.evaluation.recording import Brain, Recorder, recording, standin_brain
from recast_agent.private.record import Evidence, TableEvidence
from recast_agent.result import Result
from recast_agent.standin.server import Asked
from recast_agent.workflow.context import Context
from recast_agent.workflow.graph import RECURSION_LIMIT, Graph, solve_graph
from recast_agent.workflow.reading import reading_of
from recast_agent.workflow.stages import embedded, file_vault, new_budget

WORDS = (
    "Guatemala", "Brimhold", "Oncology", "Vasquez", "Tirana", "Kowalski", "Dialysis", "Quorvane",
    "Methadone", "Ljubljana", "Pfizer", "Bankruptcy", "Abkhazia", "Chlamydia", "Petrograd",
    "Nakamura", "Overdose", "Zanzibar", "Lufthansa", "Psoriasis", "Eviction", "Mozambique",
)  # fmt: skip
"""Originals that no theme, template or library would ever write."""

CHART_TYPES: tuple[ChartType, ...] = ("bar", "hbar", "table")

QUESTIONS = (
    "What was the {measure} of {category}?",
    "How much higher was {category} than {other} in {measure}?",
    "Which {axis} had the highest {measure}?",
    "What is the average {measure} of all {axis}s, given that {other} paid {number} before?",
    "Is the {measure} of {category} above {number}?",
)


@dataclass(frozen=True)
class MarkedCase:
    """Evidence, question and choices made of marks, and the marks to search for.

    ``file_name`` is marked, too.
    """

    evidence: TableEvidence
    file_name: str
    question: str
    choices: tuple[str, ...]
    marks: tuple[str, ...]


@dataclass
class Leaks:
    """What was found where: places only, so that a failing test shows no mark by accident."""

    searched: int = 0
    found: list[str] = field(default_factory=list)

    def search(self, place: str, content: object, marks: Iterable[str]) -> None:
        """Look for every mark in the text of ``content``."""
        text = content if isinstance(content, str) else _text(content)
        self.searched += 1
        squeezed = re.sub(r"[\s,_'\u202f\u00a0]", "", text).casefold()
        if any(mark.casefold() in squeezed for mark in marks):
            self.found.append(place)


def marked_case(rng: random.Random) -> MarkedCase:
    """A table of marked labels and marked numbers, with a question that names some of them."""
    words = rng.sample(WORDS, 7)
    categories, (title, axis, measure) = tuple(words[:4]), words[4:]
    numbers = tuple(_marked_number(rng) for _ in categories)
    rows = "\n".join(f"{c},{n}" for c, n in zip(categories, numbers, strict=True))
    evidence = TableEvidence(
        f"{axis},{measure}\n{rows}\n", rng.choice(CHART_TYPES), f"{title} by {axis}"
    )
    table = MarkedCase(evidence, "", "", (), (*words, *_variants(numbers)))
    return asked_again(table, rng)


def asked_again(marked: MarkedCase, rng: random.Random) -> MarkedCase:
    """Another question, other choices and another file name for the same evidence."""
    header, *rows = [line.split(",") for line in marked.evidence.text.splitlines()]
    (category, value), (other, other_value) = rng.sample(rows, 2)
    choice, file_name = rng.sample([w for w in WORDS if w not in marked.marks], 2)
    number = _marked_number(rng)
    question = rng.choice(QUESTIONS).format(
        axis=header[0], measure=header[1], category=category, other=other, number=number
    )
    return MarkedCase(
        evidence=marked.evidence,
        file_name=f"{file_name}.csv",
        question=question,
        choices=rng.choice([(), (category, choice), (value, other_value)]),
        marks=(*marked.marks, choice, file_name, *_variants([number])),
    )


def _marked_number(rng: random.Random) -> str:
    """So long that no digest, key or time holds it by chance."""
    return f"{rng.randint(10**9, 10**10 - 1)}.{rng.randint(1, 9)}{rng.randint(1, 9)}"


def _variants(numbers: Iterable[str]) -> tuple[str, ...]:
    """As written and without the decimal point."""
    return tuple(variant for n in numbers for variant in (n, n.replace(".", "")))


class Captured(logging.Handler):
    """Every log record of the process, formatted with its exception and its arguments."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record) + repr(record.args))


def search_files(leaks: Leaks, folder: Path, marks: Iterable[str]) -> None:
    """Search names and bytes of every file below ``folder``, the encrypted vault among them."""
    marks = tuple(marks)
    for path in sorted(folder.rglob("*")):
        leaks.search("a file name", path.name, marks)
        if path.is_file():
            leaks.search(f"file {path.suffix or path.name}", path.read_bytes(), marks)


@dataclass
class Summary:
    """What ``run`` found. ``leaks.found`` must be empty; ``revealed`` counts the answers that hold
    a mark where the user asked for them, so that the searcher is known to see marks."""

    leaks: Leaks = field(default_factory=Leaks)
    outcomes: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    held: int = 0
    revealed: int = 0


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
        from recast_agent.core.perception.read import read_chart

        table = read_chart(asked.image or b"").table
        shown = table.cells[0][0] if table else "1"
        return reply.format(operand=f"protected({shown})")

    return brain


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
            chart_type=marked.evidence.chart_type,
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
    for line in watched.captured.lines[logged:]:
        leaks.search("log", line, marks)


async def run(n: int, seed: int, home: Path) -> Summary:
    """``n`` marked cases on real parts: encrypted vault, SQLite checkpoints, request log, a solver
    behind HTTP. Three in a row ask about one evidence; the third meets a hostile solver. ``home``
    must be empty."""
    rng, summary, marks = random.Random(seed), Summary(), set[str]()  # noqa: S311 - no secret
    with recording() as recorder, _all_logs() as captured:
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
                marked = asked_again(table, rng)
                marks.update(marked.marks)
                hostile = HOSTILE[number // 3 % len(HOSTILE)] if number % 3 == 2 else None
                recorder.brain = hostile_brain(hostile) if hostile else standin_brain
                await run_case(watched, marked, _evidence(marked, number // 3, home))
        search_files(summary.leaks, home / "recast", marks)
    return summary


def _evidence(marked: MarkedCase, number: int, home: Path) -> Evidence:
    """In turn: text in memory, a file of marked name; sometimes one that is ragged, or missing."""
    if number % 2 == 0:
        return marked.evidence
    path = home / marked.file_name
    path.write_text(marked.evidence.text)
    if number % 10 == 5:
        path.write_text(f"{marked.evidence.text}{marked.file_name},1,2\n")
    elif number % 10 == 9:
        path.unlink()
    return path


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
        leaks.search("picture", artifact.data, marks)
        leaks.search("text in the picture", await reading_of(artifact), marks)


async def _control(watched: Watched, result: Result, marks: Iterable[str]) -> None:
    """The marks are where they belong: in the vault's plaintext and in what the user is shown."""
    control = Leaks()
    control.search("vault", await watched.client.stages.vault.get(result.case, "input"), marks)
    watched.summary.held += len(control.found)
    control = Leaks()
    control.search("shown", result.show(), marks)
    watched.summary.revealed += len(control.found)


@contextmanager
def _all_logs() -> Iterator[Captured]:
    """Every logger of the process at DEBUG while the block runs."""
    root, captured = logging.getLogger(), Captured()
    level = root.level
    root.addHandler(captured)
    root.setLevel(logging.DEBUG)
    try:
        yield captured
    finally:
        root.setLevel(level)
        root.removeHandler(captured)


def _text(content: Any) -> str:
    if isinstance(content, bytes):
        return content.decode("latin-1") + content.decode("utf-16-le", "ignore")
    return repr(content)
