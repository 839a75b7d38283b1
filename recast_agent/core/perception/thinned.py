"""Labels of an axis that names only every second or third of its places."""

from __future__ import annotations

from collections.abc import Sequence

_FEWEST = 3
"""The fewest labels that show how they count on."""


def filled(names: Sequence[str]) -> tuple[str, ...] | None:
    """All names, those left out being whole numbers counted on evenly between and beyond the
    printed ones, which may carry a footnote mark; None where one is missing that does not follow
    from them.
    """
    if all(names):
        return tuple(names)
    plain = [n.rstrip("*") for n in names]
    known = [(k, int(n)) for k, n in enumerate(plain) if n.isascii() and n.isdecimal()]
    if len(known) < _FEWEST or len(known) < sum(bool(n) for n in names):
        return None
    (first, start), (last, end) = known[0], known[-1]
    step, rest = divmod(end - start, last - first)
    if rest or not step or any(n != start + step * (k - first) for k, n in known):
        return None
    return tuple(n or str(start + step * (k - first)) for k, n in enumerate(names))
