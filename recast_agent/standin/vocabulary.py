"""The words by which questions ask, without regard to what they ask about."""

from __future__ import annotations


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split())


LARGEST = frozenset(
    _words("highest largest maximum max most biggest greatest top peak peaked longest tallest")
)
SMALLEST = frozenset(_words("lowest smallest minimum min least fewest bottom shortest"))
MORE = frozenset(
    _words("above over exceed exceeds exceeding more greater higher larger bigger taller longer")
)
LESS = frozenset(_words("below under less fewer lower smaller shorter"))
FALL = frozenset(_words("decrease decreased fall fell drop dropped decline declined"))
RISE = frozenset(_words("increase increased rise rose grow grew climb climbed"))
COLORS = frozenset(
    _words("red blue green yellow orange purple brown black gray grey pink teal cyan navy")
    + _words("violet magenta olive gold maroon")
)
FILLERS = frozenset(
    _words("a an the of in on at for to and or by with from per as is are was were")
)
TOTALLING = frozenset(
    _words("what s how much total overall amount value all both whole entire year years months")
    + _words("period number many did do does this that")
)
"""Words beside its topic in a question for a total of everything."""
EXCEPT = frozenset(_words("except excepting excluding exclude excluded without besides apart"))
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
UNKNOWN = frozenset(
    _words("square squared squares cube cubed cubes root roots doubled doubling halved halving")
    + _words("tripled tripling quadrupled quadruple thirds fraction negative negatives positive")
    + _words("positives rounded round rounding truncated cumulative cumulatively running rolling")
    + _words("moving variance deviation percentile quartile quantile decile quintile")
    + _words("interquartile weighted geometric harmonic correlation slope")
    + _words("odd even inverse reciprocal closest nearest closer")
    + _words("nearer furthest farthest earliest latest newest oldest followed follows preceding")
    + _words("precedes penultimate alternate exponential factorial logarithm modulo divisible")
    + _words("q1 q2 q3 q4 h1 h2 quarter quarters semester semesters trimester weekend weekends")
    + _words("weekday weekdays spring summer autumn winter multiplied squared product")
)
"""Operations that it does not know: it says so instead of leaving them out."""
