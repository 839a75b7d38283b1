"""``make bench``: fills ``benchmarks/README.md``, section by section."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from benchmarks.attacks import attacks
from benchmarks.numbers import numbers
from benchmarks.perception import perception
from benchmarks.report import PRINTED, SPLITS, outcomes_report, share, write_section
from benchmarks.solving import Outcome, gold_table, peak_megabytes, solve_case
from benchmarks.speech import speech
from benchmarks.standin import on_original_image, on_original_table
from benchmarks.texts import texts
from recast_agent import ReCast
from recast_agent.core.settings import Settings
from recast_agent.evaluation.cases import Case, load_cases
from recast_agent.evaluation.corruption_text import Summary
from recast_agent.evaluation.passages import SETS, examples
from recast_agent.private.capture.stages import EmbeddedCapture
from recast_agent.standin.process import running

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = REPOSITORY.parent / "shared" / "data" / "chartqa"
SPOKEN, SPOKEN_CHARACTERS = 30, 300
"""Passages of the corruption of recordings, and how long one is at most."""

WITHOUT_DATA = ("canary", "corruption", "numbers")
"""Sections that run without the evaluation data beside the checkout."""

README = REPOSITORY / "benchmarks" / "README.md"


def tables(limit: int) -> str:
    """Gold tables as evidence, each drawn as the chart it belongs to."""

    def solve(client: ReCast, case: Case) -> Outcome:
        gold = gold_table(case)
        original = None if gold is None else on_original_table(gold, case.question)
        return solve_case(client, capture, case, case.table or case.image, original)

    capture = EmbeddedCapture()
    cases = [case for case in load_cases(DATA) if case.table]
    return outcomes_report(_each(cases[:limit], solve), SPLITS, peak_megabytes())


def charts(limit: int) -> str:
    """Charts as images."""

    def solve(client: ReCast, case: Case) -> Outcome:
        original = on_original_image(case.image.read_bytes(), case.question)
        return solve_case(client, capture, case, case.image, original)

    capture = EmbeddedCapture()
    outcomes = _each(load_cases(DATA)[:limit], solve)
    return outcomes_report(outcomes, (*SPLITS, *PRINTED), peak_megabytes())


def corruption(limit: int) -> str:
    """The gate on charts with one fault each, and on as many clean ones."""
    from recast_agent.evaluation.corruption import run

    found = run(min(limit, 300))
    lines = [
        f"- faulty charts that passed: {share(len(found.passed), found.faulty)}",
        f"- clean charts rejected: {share(len(found.rejected), found.clean)}",
        f"- {found.seconds:.0f} s",
    ]
    return "\n".join([*lines, *(f"- passed: {name}" for name in sorted(set(found.passed)))])


def corruption_text(limit: int) -> str:
    """The gate on real passages with one fault each, and on as many clean ones."""
    from recast_agent.evaluation.corruption_text import run

    folders = [DATA.parent / name for name in SETS if (DATA.parent / name).is_dir()]
    found = run([one for folder in folders for one in examples(folder)][: min(limit, 380)])
    return "\n".join(_faults("passages", found))


def corruption_speech(limit: int) -> str:
    """The gate on recordings with one fault each, and on as many clean ones."""
    from recast_agent.evaluation.corruption_speech import run

    cases = [one for name in ("svamp", "gsm8k") for one in examples(DATA.parent / name)]
    told = [one for one in cases if len(one.passage) <= SPOKEN_CHARACTERS]
    found = run(told[:: len(told) // min(limit, SPOKEN)][: min(limit, SPOKEN)])
    first = f"- clean recordings that passed as first said: {share(found.first, found.clean)}"
    return "\n".join([*_faults("recordings", found), first])


def _faults(what: str, found: Summary) -> list[str]:
    """What the gate did with texts that had one fault each, and with clean ones."""
    tried = ", ".join(f"{name} {count}" for name, count in found.tried.most_common())
    return [
        f"- faulty {what} that passed: {share(len(found.passed), found.tried.total())}",
        f"- clean {what} rejected: {share(len(found.rejected), found.clean)}",
        f"- withheld before the gate: {found.withheld}",
        f"- faults: {tried}",
        *(f"- passed: {name}" for name in found.passed),
    ]


def canary(limit: int) -> str:
    """Marked cases through the whole client, and a search of all that they leave."""
    from recast_agent.evaluation.canary import run

    with tempfile.TemporaryDirectory() as home:
        found = asyncio.run(run(min(limit, 500), seed=0, home=Path(home)))
    cases = sum(found.outcomes.values())
    ends = ", ".join(f"{name} {count}" for name, count in found.outcomes.most_common())
    leaked = share(len(found.leaks.found), cases)
    lines = [
        f"- cases in which a mark was found outside the vault: {leaked}",
        f"- places searched: {found.leaks.searched}",
        f"- the search sees marks: in the vault of {found.held} cases, in {found.revealed} answers",
        f"- how the cases ended: {ends}",
    ]
    return "\n".join([*lines, *(f"- found: {place}" for place in sorted(set(found.leaks.found)))])


def passages(limit: int) -> str:
    """Passages as text."""
    return texts(DATA.parent, limit, _client)


def recordings(limit: int) -> str:
    """Recordings."""
    return speech(DATA.parent, limit, _client)


SECTIONS: dict[str, tuple[str, Callable[[int], str]]] = {
    "tables": ("Gold tables as evidence", tables),
    "charts": ("Charts as images", charts),
    "canary": ("Canaries", canary),
    "perception": ("Charts read against gold tables", perception),
    "corruption": ("Corruption of the gate", corruption),
    "corruption_text": ("Corruption of the gate: passages", corruption_text),
    "corruption_speech": ("Corruption of the gate: recordings", corruption_speech),
    "attacks": ("Attacks on releases", attacks),
    "texts": ("Passages as text", passages),
    "speech": ("Recordings", recordings),
    "numbers": ("The number engine", numbers),
}


@contextmanager
def _client() -> Iterator[ReCast]:
    """A client with its own home and a stand-in process of its own."""
    with tempfile.TemporaryDirectory() as home, running() as url:
        yield ReCast(
            Settings(home=Path(home), secret=SecretStr("benchmark-secret"), solver_base_url=url)
        )


def _each(cases: Sequence[Case], solve: Callable[[ReCast, Case], Outcome]) -> list[Outcome]:
    """Solve in turn; the first case is solved once before, so that models are warm."""
    outcomes = []
    with _client() as client:
        for case in cases[:1]:
            solve(client, case)
        for number, case in enumerate(cases, start=1):
            outcome = solve(client, case)
            outcomes.append(outcome)
            mark = "right" if outcome.right else outcome.reason or outcome.status
            seconds = outcome.seconds["total"]
            print(f"{number}/{len(cases)} {case.id} {mark} {seconds:.1f} s", flush=True)
    return outcomes


def main() -> None:
    """Run all sections, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--section", action="append", choices=SECTIONS, help="only this section")
    parser.add_argument("--limit", type=int, default=1_000, help="cases of each section")
    parser.add_argument("--out", type=Path, default=README, help="the file to fill")
    given = parser.parse_args()
    for name in given.section or SECTIONS:
        title, run = SECTIONS[name]
        if name not in WITHOUT_DATA and not DATA.is_dir():
            print(f"{name}: skipped, the evaluation data does not lie beside the checkout")
            continue
        write_section(given.out, name, title, run(given.limit))


if __name__ == "__main__":
    main()
