"""What attackers learn from releases of the gold tables, per policy."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.report import share, table
from benchmarks.solving import gold_table
from recast_agent.core.settings import Settings
from recast_agent.evaluation.attacks.absence import Exposure, Opened, exposures, named_cells
from recast_agent.evaluation.attacks.clear import clear_cells, distance
from recast_agent.evaluation.attacks.oracle import (
    Oracle,
    format_check,
    handle_oracle,
    membership,
    search,
    status_oracle,
    unrestored,
)
from recast_agent.evaluation.attacks.releases import (
    Evidence,
    Fresh,
    Pinned,
    Release,
    release,
)
from recast_agent.evaluation.attacks.structure import (
    FINGERPRINTS,
    LIKENESSES,
    first_guesses,
    uniqueness,
)
from recast_agent.evaluation.attacks.variants import PLAUSIBLE, AvoidsAllOriginals, SharedOffset
from recast_agent.evaluation.attacks.years import (
    gaps,
    identified,
    offsets_of,
    plausible_starts,
    runs,
    shown_years,
    starts_left,
    true_years,
    year_numbers,
)
from recast_agent.evaluation.cases import load_cases
from recast_agent.evaluation.statistics import percentile
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.paper import PaperPolicy
from recast_agent.private.numbermap.protocol import NumberPolicy

Releases = dict[str, list[Release]]

NATURAL, PAPER = NaturalPolicy(), PaperPolicy()
CAP = Settings.model_fields["releases_per_evidence"].default
TRIALS = 12
DOMAIN = range(16, 101)
STEPS = (1, 10, 50)
FRESH: tuple[str, Opened] = ("fresh", Fresh)
PINNED: tuple[str, Opened] = ("pinned", Pinned)


@dataclass(frozen=True)
class World:
    """How tables are released: by which policy, and whether rows are shuffled."""

    policy: NumberPolicy
    shuffled: bool = True


WORLDS: dict[str, World] = {
    "natural (default)": World(NATURAL),
    "natural, not shuffled": World(NATURAL, shuffled=False),
    "paper, shuffled": World(PAPER),
    "paper": World(PAPER, shuffled=False),
}


def attacks(limit: int) -> str:
    """Every attack on the gold tables, in Markdown."""
    from benchmarks.run import DATA  # it registers this section

    cases = [case for case in load_cases(DATA) if case.table][:limit]
    found = [(case, gold_table(case)) for case in cases]
    return asyncio.run(_report([Evidence(gold, case.question) for case, gold in found if gold]))


async def _report(evidence: Sequence[Evidence]) -> str:
    releases = {
        name: [
            await release(one, world.policy, _rng(k), shuffled=world.shuffled)
            for k, one in enumerate(evidence)
        ]
        for name, world in WORLDS.items()
    }
    parts = {
        "Replies as an oracle": _oracle(releases),
        "Fresh maps intersect": await _absence(evidence),
        "Years": await _years(evidence, releases),
        "Cells in clear, and distance": _clear(releases),
        "Structure": _structure(releases),
    }
    return "\n\n".join(f"### {title}\n\n{body}" for title, body in parts.items())


def _oracle(releases: Releases) -> str:
    natural = releases["natural (default)"]
    rows = []
    oracles: dict[str, Callable[[Release], Oracle]] = {
        "status": status_oracle,
        "handle (default)": handle_oracle,
    }
    for name, oracle in oracles.items():
        found = [search(one, oracle(one), CAP) for one in natural[::12]]
        calls, values = sum(f.calls for f in found), sum(f.found for f in found)
        cost = f"{calls / values:.1f}" if values else "–"
        rows.append((name, share(values, sum(f.values for f in found)), cost))
    told = table(("the caller is told", f"values found exactly in {CAP} calls", "calls each"), rows)
    members = []
    for name in ("natural (default)", "paper"):
        seen = membership(releases[name][::3], _rng(0), format_check)
        members.append((name, share(*seen.true), share(*seen.decoys), f"{seen.advantage:+.3f}"))
    passed = table(("format check passes", "true values", "look-alikes", "advantage"), members)
    failed = [unrestored(one) for one in natural[::6]]
    late = share(sum(f for f, _ in failed), sum(n for _, n in failed))
    after = f"Spellings that pass the format check and then fail to restore: {late}."
    return "\n\n".join((told, passed, after))


async def _absence(evidence: Sequence[Evidence]) -> str:
    small = [one for one in evidence if _whole(one)]
    named = [(kept, await _named(small, opened)) for kept, opened in (FRESH, PINNED)]
    chance = [f"{100 * size / len(DOMAIN):.0f} % of {size}" for size in (8, 20)]
    return "\n\n".join(
        (
            f"Whole values in 16-100, median of {TRIALS} trials. By chance {' and '.join(chance)} "
            "values are named where cells are not told apart, and 1 % where they are.",
            await _made_up(),
            f"The {len(small)} gold tables whose cells are whole numbers from 1 to 99:",
            table(("natural, cell by cell", f"named after {CAP} requests"), named),
        )
    )


async def _made_up() -> str:
    heads = ("maps", "values", "attacker", "half after", "all after", f"named after {3 * CAP}")
    avoiding = AvoidsAllOriginals(NATURAL)
    rows = []
    for name, policy, (kept, opened), sizes in (
        ("natural, cell by cell", NATURAL, FRESH, (8, 20)),
        ("natural, avoids all originals", avoiding, FRESH, (8, 20)),
        ("natural, cell by cell", NATURAL, PINNED, (8, 20)),
        ("natural, avoids all originals", avoiding, PINNED, (8, 20)),
        ("paper", PAPER, FRESH, (8,)),
    ):
        for size in sizes:
            found = [
                await exposures(policy, opened, DOMAIN, size, 3 * CAP, _rng(trial))
                for trial in range(TRIALS)
            ]
            head = f"{name}, {kept}", str(size)
            rows.append((*head, "absent everywhere", *_exposed([one for one, _ in found])))
            rows.append((*head, "absent in a cell", *_exposed([one for _, one in found])))
    return table(heads, rows)


def _exposed(found: Sequence[Exposure]) -> tuple[str, str, str]:
    named = sum(one.named for one in found) / len(found)
    return _median([f.half for f in found]), _median([f.all for f in found]), f"{100 * named:.0f} %"


def _median(requests: Sequence[int | None]) -> str:
    middle = percentile([float("inf") if r is None else r for r in requests], 0.5)
    return f"> {3 * CAP}" if middle == float("inf") else f"{middle:.0f}"


def _whole(evidence: Evidence) -> bool:
    cells = [cell for row in evidence.table.cells for cell in row]
    return all(cell is not None and cell.isdigit() and 0 < int(cell) < 100 for cell in cells)


async def _named(evidence: Sequence[Evidence], opened: Opened) -> str:
    found = [
        await named_cells(one, NATURAL, opened, CAP, _rng(k)) for k, one in enumerate(evidence)
    ]
    return f"{100 * sum(n for n, _ in found) / max(sum(n for _, n in found), 1):.1f} %"


async def _years(evidence: Sequence[Evidence], releases: Releases) -> str:
    shared = [await release(one, SharedOffset(NATURAL), _rng(k)) for k, one in enumerate(evidence)]
    shown = {name: releases[name] for name in ("natural (default)", "paper")}
    found = [
        (name, *_identified(held))
        for name, held in {**shown, "one plausible offset": shared}.items()
    ]
    return "\n\n".join(
        (
            f"First years that are left for a run of years within {PLAUSIBLE.start}-"
            f"{PLAUSIBLE.stop - 1}, median of {TRIALS} trials:",
            await _starts(),
            "Tables with several years whose release points at them alone:",
            table(("", "by their number", "by gaps", "by runs"), found),
        )
    )


async def _starts() -> str:
    policies: dict[str, NumberPolicy] = {
        "natural": NATURAL,
        "one plausible offset": SharedOffset(NATURAL),
        "paper": PAPER,
    }
    rows = []
    for length in (10, 31):
        for name, policy in policies.items():
            offsets = await offsets_of(policy, length, _rng(length))
            for kept, opened in (FRESH, PINNED):
                left = []
                for trial in range(TRIALS):
                    rng = _rng(trial)
                    start = rng.choice(plausible_starts(length))
                    asked = opened(policy, year_numbers(range(start, start + length)), rng)
                    left.append(await starts_left(asked, length, offsets, STEPS))
                rows.append((f"{name}, {kept}", str(length), *_left(left, length)))
    return table(("years", "run", "before", *(f"after {step}" for step in STEPS)), rows)


def _left(found: Sequence[Sequence[set[int]]], length: int) -> list[str]:
    medians = [percentile([len(sets[k]) for sets in found], 0.5) for k in range(len(STEPS))]
    return [str(len(plausible_starts(length))), *(f"{median:.0f}" for median in medians)]


def _identified(releases: Sequence[Release]) -> list[str]:
    sources = [true_years(one.numbers) for one in releases]
    shown = [shown_years(one.numbers) for one in releases]
    found = [identified(sources, shown, key) for key in (len, gaps, runs)]
    return [share(one.alone, one.tables) for one in found]


def _clear(releases: Releases) -> str:
    rows, far = [], []
    for name in ("natural (default)", "paper"):
        seen, apart = clear_cells(releases[name]), distance([r.numbers for r in releases[name]])
        rows.append(
            (
                name,
                share(seen.cells, seen.of_cells),
                share(seen.tables, seen.of_tables),
                share(seen.elsewhere, seen.of_cells),
            )
        )
        near = share(apart.near, apart.numbers)
        far.append((name, f"{apart.median:.2f}", near, f"{apart.expected:.2f}"))
    heads = ("", "cells in clear", "tables with one", "cells with another cell's value")
    distances = ("", "median of the distance over v", "within 10 %", "expected distance of a map")
    return "\n\n".join((table(heads, rows), table(distances, far)))


def _structure(releases: Releases) -> str:
    sources = [one.source for one in releases["paper"]]
    shown = {name: [one.table for one in held] for name, held in releases.items()}
    rows = []
    for name, fingerprint in FINGERPRINTS.items():
        found = [uniqueness(sources, tables, fingerprint) for tables in shown.values()]
        rows.append((name, str(found[0].unique), *(str(one.identified) for one in found)))
    prints = table(("fingerprint", "sources unique", *shown), rows)
    likely = [
        (name, *(f"{first_guesses(sources, tables, like):.0f}" for tables in shown.values()))
        for name, like in LIKENESSES.items()
    ]
    links = table(("likeness", *shown), likely)
    return "\n\n".join(
        (
            f"Of {len(sources)} sources, those that a fingerprint tells from all others, and those "
            "of them whose release still shows it:",
            prints,
            f"Releases of {len(sources)}, one of each source, linked to it at the first guess "
            "among all sources of the same shape (ties count by chance):",
            links,
        )
    )


def _rng(seed: int) -> random.Random:
    return random.Random(f"attacks/{seed}")
