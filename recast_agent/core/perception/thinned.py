"""Labels of an axis that names only every second or third of its places."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from recast_agent.core.vocabulary import MONTHS

_FEWEST = 3
"""The fewest labels that show how they count on."""

_MISREAD = 2
"""The most signs of a label that are misread while the others are right."""

_MARKS = "*°º"
"""A mark of a footnote, and what OCR makes of it."""

_PIVOT = 50
"""Two digits from here on are a year of the last century."""

_YEAR = r"(?P<mark>'?)(?P<year>\d{4}|\d{2})"
_FORMS = (
    re.compile(rf"(?P<part>Q[1-4])(?P<gap> ?){_YEAR}"),
    re.compile(rf"(?P<part>[A-Z][a-z]{{2,8}})(?P<gap>\.? ?){_YEAR}"),
    re.compile(r"(?P<year>\d{4})(?P<sign>[/\-–])(?P<next>\d{4}|\d{2})"),
    re.compile(r"(?P<mark>')(?P<year>\d{2})"),
)


_QUARTERS = ("Q1", "Q2", "Q3", "Q4")


class _Counted(NamedTuple):
    """A label as a number of steps, and how the number of another step is written like it."""

    form: tuple[str, ...]
    place: int
    written: Callable[[int], str]


def filled(names: Sequence[str]) -> tuple[str, ...] | None:
    """All names, those left out being counted on evenly between and beyond the printed ones, which
    may carry a footnote mark; None where one is missing that does not follow from them. Whole
    numbers, years like '09 and 2009/10, quarters and months of a year count on.
    """
    if all(names):
        return tuple(names)
    months = _months(names)
    seen = [(k, _counted(n.rstrip(_MARKS), months)) for k, n in enumerate(names) if n]
    known = [(k, one) for k, one in seen if one is not None]
    if len(known) < max(_FEWEST, len(seen)) or len({one.form for _, one in known}) > 1:
        return None
    (first, start), (last, end) = known[0], known[-1]
    step, rest = divmod(end.place - start.place, last - first)
    if rest or not step or any(n.place != start.place + step * (k - first) for k, n in known):
        return None
    return tuple(n or start.written(start.place + step * (k - first)) for k, n in enumerate(names))


def unsure(names: Sequence[str]) -> frozenset[int]:
    """The places whose names are not certain, of names before they are ``filled``: those before
    the first and behind the last label, where something else may stand, and those that are
    misspelt beside neighbours that count evenly.
    """
    held = [k for k, name in enumerate(names) if name]
    if not held:
        return frozenset()
    outside = {k for k in range(len(names)) if not held[0] <= k <= held[-1]}
    months = _months(names)
    odd = [k for k in held if _counted(names[k].rstrip(_MARKS), months) is None]
    if not odd or len(odd) * 4 > len(held):
        return frozenset(outside)
    told = filled(["" if k in odd else name for k, name in enumerate(names)])
    if told is not None:
        outside |= {k for k in odd if _near(names[k], told[k])}
    return frozenset(outside)


def _near(name: str, told: str) -> bool:
    """Whether a name is the other one with a sign or two misread."""
    return abs(len(name) - len(told)) <= 1 and sum(map(str.__ne__, name, told)) <= _MISREAD


def is_counted(name: str) -> bool:
    """Whether a label is one number or date that others follow."""
    return _counted(name, _months([name])) is not None


def _counted(name: str, months: Sequence[str]) -> _Counted | None:
    if name.isascii() and name.isdecimal():
        return _Counted(("",), int(name), str)
    found = next((m for form in _FORMS if (m := form.fullmatch(name))), None)
    if found is None:
        return None
    seen = found.groupdict()
    if "next" in seen:
        return _season(seen["year"], seen["sign"], seen["next"])
    year, mark = seen["year"], seen["mark"]
    if "part" not in seen:
        return _Counted((mark,), _full(year), lambda n: mark + f"{n:04}"[-len(year) :])
    parts = _QUARTERS if seen["part"] in _QUARTERS else months
    if seen["part"] not in parts:
        return None
    gap, size = seen["gap"], len(parts)

    def written(count: int) -> str:
        return parts[count % size] + gap + mark + f"{count // size:04}"[-len(year) :]

    count = _full(year) * size + parts.index(seen["part"])
    return _Counted((parts[0], gap, mark, str(len(year))), count, written)


def _season(year: str, sign: str, following: str) -> _Counted | None:
    digits = len(following)

    def written(count: int) -> str:
        return f"{count:04}{sign}{f'{count + 1:04}'[-digits:]}"

    whole = _Counted((sign, str(digits)), int(year), written)
    return whole if written(int(year)) == f"{year}{sign}{following}" else None


def _months(names: Sequence[str]) -> tuple[str, ...]:
    """The months of a year as the labels spell them: May is the same in both ways."""
    whole = tuple(month.capitalize() for month in MONTHS)
    written = {word for name in names for word in re.findall(r"[A-Z][a-z]+", name)} - {"May"}
    return whole if written & set(whole) else tuple(month[:3] for month in whole)


def _full(year: str) -> int:
    if len(year) == 4:
        return int(year)
    return int(year) + (1900 if int(year) >= _PIVOT else 2000)
