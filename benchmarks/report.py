"""Outcomes as Markdown, and their place in the README."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.solving import Outcome
from recast_agent.evaluation.statistics import percentile, wilson

_HEAD = """# Benchmarks

Written by `make bench`. Its terms are explained in `benchmarks/README.md`.
"""

Group = tuple[str, Callable[[Outcome], bool]]
SPLITS: tuple[Group, ...] = (
    ("all", lambda o: True),
    ("use", lambda o: o.case.split == "use"),
    ("test", lambda o: o.case.split == "test"),
)
PRINTED: tuple[Group, ...] = (
    ("values printed", lambda o: o.case.printed),
    ("values printed, test", lambda o: o.case.printed and o.case.split == "test"),
)


def share(count: int, total: int) -> str:
    """``12/40 = 30.0 % (18.1-45.4)``."""
    if total == 0:
        return "–"
    low, high = wilson(count, total)
    return f"{count}/{total} = {100 * count / total:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def outcomes_report(outcomes: Sequence[Outcome], groups: Sequence[Group], peak_mb: float) -> str:
    """Shares by group, reasons, seconds by stage, memory."""
    header = ("", *(name for name, _ in groups))
    picked = [[o for o in outcomes if belongs(o)] for _, belongs in groups]
    rows: list[tuple[str, ...]] = []
    for name, count in _MEASURES:
        rows.append((name, *(share(*count(group)) for group in picked)))
    reasons = Counter(f"{o.status}: {o.reason}" for o in outcomes if o.reason)
    parts = [
        table(header, rows),
        table(("no answer because", "cases"), [(r, str(n)) for r, n in reasons.most_common()]),
        seconds_table([o.seconds for o in outcomes]),
        f"Peak memory of the client's process: {peak_mb:.0f} MB.",
    ]
    return "\n\n".join(parts)


def _cells(group: Sequence[Outcome]) -> tuple[int, int]:
    found = [o.cells for o in group if o.cells and not o.case.doubtful]
    return sum(c.right for c in found), sum(c.total for c in found)


def _whole(group: Sequence[Outcome]) -> tuple[int, int]:
    found = [o.cells for o in group if o.cells and not o.case.doubtful]
    return sum(c.whole for c in found), len(found)


_MEASURES: tuple[tuple[str, Callable[[Sequence[Outcome]], tuple[int, int]]], ...] = (
    ("cells captured rightly (doubtful gold left out)", _cells),
    ("whole tables captured rightly", _whole),
    ("released", lambda g: (sum(o.released for o in g), len(g))),
    (
        "released with an unmarked wrong value",
        lambda g: (sum(o.released_silent for o in g), len(g)),
    ),
    ("released with a marked wrong value", lambda g: (sum(o.released_marked for o in g), len(g))),
    ("answered", lambda g: (sum(o.status == "answered" for o in g), len(g))),
    ("answered rightly", lambda g: (sum(o.right for o in g), len(g))),
    ("stand-in on the original", lambda g: (sum(o.original for o in g), len(g))),
)


def seconds_table(taken: Sequence[dict[str, float]]) -> str:
    """Seconds by stage: median and p90 of the cases that came to it."""
    rows = []
    for stage in dict.fromkeys(stage for one in taken for stage in one):
        values = [one[stage] for one in taken if stage in one]
        rows.append((stage, f"{percentile(values, 0.5):.2f}", f"{percentile(values, 0.9):.2f}"))
    return table(("seconds", "median", "p90"), rows)


def write_section(readme: Path, name: str, title: str, body: str) -> None:
    """Put a section into the README, in place of its last version; the others stay."""
    text = readme.read_text(encoding="utf-8") if readme.exists() else _HEAD
    block = f"<!-- {name} -->\n## {title}\n\n{body}\n<!-- /{name} -->\n"
    pattern = re.compile(rf"<!-- {name} -->\n.*?<!-- /{name} -->\n", re.DOTALL)
    if pattern.search(text):
        text = pattern.sub(lambda _: block, text)
    else:
        text = f"{text.rstrip()}\n\n{block}"
    readme.write_text(text, encoding="utf-8")
