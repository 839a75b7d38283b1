"""The words by which questions ask, without regard to what they ask about."""

from __future__ import annotations


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split())


LARGEST = frozenset(
    _words("highest largest maximum max most biggest greatest top peak peaked longest tallest")
)
SMALLEST = frozenset(_words("lowest smallest minimum min least fewest bottom shortest"))
MORE = frozenset(_words("above over exceed exceeds exceeding more greater higher larger bigger"))
LESS = frozenset(_words("below under less fewer lower smaller"))
FALL = frozenset(_words("decrease decreased fall fell drop dropped decline declined"))
RISE = frozenset(_words("increase increased rise rose grow grew climb climbed"))
COLORS = frozenset(
    _words("red blue green yellow orange purple brown black gray grey pink teal cyan navy")
    + _words("violet magenta olive gold maroon")
)
FILLERS = frozenset(
    _words("a an the of in on at for to and or by with from per as is are was were")
)
MARKS = frozenset(_words("bar bars column columns slice segment point line value"))
RANKS = {
    **{word: rank for rank, word in enumerate(_words("first second third fourth fifth sixth"), 1)},
    **{word: rank for rank, word in enumerate(_words("1st 2nd 3rd 4th 5th 6th"), 1)},
}
COUNTS = {
    **{word: n for n, word in enumerate(_words("two three four five six seven eight nine ten"), 2)},
    **{str(number): number for number in range(2, 11)},
}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
MONTHS = {
    name: number
    for number, name in enumerate(
        _words("january february march april may june july")
        + _words("august september october november december"),
        start=1,
    )
}
QUARTERS = {"first": "q1", "second": "q2", "third": "q3", "fourth": "q4"}
EDGES = {"leftmost": False, "topmost": False, "rightmost": True, "bottommost": True}
"""Marks named by where they stand; true for the end of the axis."""
