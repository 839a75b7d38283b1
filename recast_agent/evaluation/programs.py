"""Made-up gold programs: what the language of programs can say, over numbers as people write them.

The result of each is computed beside it, on fractions, by no code of the product.
"""

from __future__ import annotations

import itertools
import random
import statistics
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from recast_agent.core.table import Table
from recast_agent.evaluation.gold import Gold, Result
from recast_agent.private.record import Record

Values = Sequence[Fraction]


class _Written(NamedTuple):
    """A number as it stands in the evidence, and the value it displays, without its scale."""

    text: str
    value: Decimal


class _Form(NamedTuple):
    """A program over so many operands, and what it gives; ``@*`` stands for all of them."""

    operands: tuple[int, ...]
    program: str
    result: Callable[[Values], Result]


def generated(count: int, seed: int = 0) -> tuple[Gold, ...]:
    """Programs over random records, tables and passages in turn; the same for the same seed."""
    rng = random.Random(seed)  # noqa: S311 - a benchmark draws again the same
    return tuple(_gold(f"generated-{index}", index % 2 == 0, rng) for index in range(count))


def _gold(id: str, tabular: bool, rng: random.Random) -> Gold:
    record, shown = (_table if tabular else _passage)(id, rng)
    while True:
        form = rng.choice(_FORMS) if rng.random() < 0.75 else _arithmetic(rng)
        size = rng.choice(form.operands)
        if size > len(shown):
            continue
        operands = tuple(rng.sample(shown, size))
        try:
            expected = form.result([Fraction(value) for value in operands])
        except ZeroDivisionError:
            continue
        everything = ", ".join(f"@{i}" for i in range(size))
        program = form.program.replace("@*", everything).replace("@n", str(size))
        return Gold(id, record, program, operands, expected)


def _table(id: str, rng: random.Random) -> tuple[Record, list[Decimal]]:
    rows, columns = rng.randint(2, 9), rng.randint(1, 3)
    unit = rng.choice(["", "", "%", "million euros"])
    cells = [[_cell(rng, percent=unit == "%") for _ in range(columns)] for _ in range(rows)]
    first = rng.randint(1950, 2015)
    table = Table(
        title=rng.choice(["", "Output of 12 dairy farms", f"Visits since {first}"]),
        unit=unit,
        categories=tuple(
            rng.choice([f"Site {i}", str(first + i), f"{10 * i}-{10 * i + 9}"]) for i in range(rows)
        ),
        series=tuple(f"Q{i + 1}" for i in range(columns)),
        cells=tuple(tuple(cell.text for cell in row) for row in cells),
    )
    asked = _sentence_number(rng)
    question = f"How many of the top 3 exceed {asked.text} since {first}?"
    record = Record(id=id, modality="image", context=table.to_text(), question=question)
    return record, [*(cell.value for row in cells for cell in row), abs(asked.value)]


def _cell(rng: random.Random, *, percent: bool) -> _Written:
    """A captured cell: canonical, with a suffix or a percent sign of its own at times."""
    if percent or rng.random() < 0.15:
        value = _decimal(rng, 100, rng.randint(0, 2))
        return _Written(f"{value}{rng.choice(['', '%']) if percent else '%'}", value)
    value = _decimal(rng, rng.choice([12, 100, 3000, 10**7]), rng.randint(0, 2))
    value = value.copy_negate() if value and rng.random() < 0.15 else value
    return _Written(f"{value}{rng.choice(['', '', '', 'K', 'M', 'B'])}", value)


def _passage(id: str, rng: random.Random) -> tuple[Record, list[Decimal]]:
    found = [_sentence_number(rng) for _ in range(rng.randint(3, 30))]
    sites = rng.sample(_SITES, len(_SITES))
    sentences = [
        rng.choice(_SENTENCES).format(site=sites[i % len(sites)], number=number.text)
        for i, number in enumerate(found)
    ]
    asked = _sentence_number(rng)
    question = f"What is the change, and does it exceed {asked.text} in {rng.randint(1990, 2030)}?"
    record = Record(id=id, modality="text", context=" ".join(sentences), question=question)
    return record, [number.value for number in (*found, asked)]


_SITES = ("Amber Quay", "Harbor", "Kendal", "Leeds", "Oak Hill", "the mill", "Quarry House")
_SENTENCES = (
    "{site} reported {number} that spring.",
    "The total at {site} came to {number}, they said.",
    "At {site} it was {number} (revised).",
    "Nobody expected {number} from {site}.",
)


def _sentence_number(rng: random.Random) -> _Written:
    """A number of a sentence, in one of the spellings that people use."""
    whole = _decimal(rng, rng.choice([12, 100, 3000, 10**7]), 0)
    exact = _decimal(rng, rng.choice([10, 1000, 50_000]), rng.randint(1, 2))
    large, year = Decimal(rng.randint(1_000, 10**8)), rng.randint(1900, 2035)
    word, spoken = rng.choice(_SPOKEN)
    return rng.choice(
        [
            _Written(f"{whole} units", whole),
            _Written(f"{exact} tonnes", exact),
            _Written(f"{large:,}", large),
            _Written(f"${exact:,}", exact),
            _Written(f"{large:,} units".replace(",", rng.choice(["\u202f", "\u00a0", "'"])), large),
            _Written(f"{exact} million euros", exact),
            _Written(f"£{exact}bn", exact),
            _Written(f"${whole}K", whole),
            _Written(f"{exact}%", exact),
            _Written(f"{whole} percent", whole),
            _Written(f"a loss of -{exact}", -exact),
            _Written(f"{exact} × 10^6 cells", exact),
            _Written(f"{whole} {rng.choice(['lakh', 'crore', 'hundred', 'thousand'])}", whole),
            _Written(f"{exact:,} trillion", exact),
            _Written(f"{exact} × 10^{rng.choice([-4, 7, 11, 14])} cells", exact),
            _Written(f"{int(whole)}½ cups", whole + Decimal("0.5")),
            _Written(f"{whole} to {whole + 7} units", whole),
            _Written(f"{year} (a leap in time)", Decimal(year)),
            _Written(f"{word} people", Decimal(spoken)),
        ]
    )


_SPOKEN = (
    ("two", "2"), ("seventeen", "17"), ("thirty thousand", "30"), ("two and a half million", "2.5"),
    ("forty-five", "45"), ("three hundred and five", "305"), ("a dozen", "12"),
)  # fmt: skip


def _decimal(rng: random.Random, below: int, places: int) -> Decimal:
    return Decimal(rng.randrange(below * 10**places)).scaleb(-places)


def _arithmetic(rng: random.Random) -> _Form:
    """A random tree of the four operations over two to five operands."""
    size = rng.randint(2, 5)
    trees: list[tuple[str, Callable[[Values], Fraction]]] = [_leaf(i) for i in range(size)]
    while len(trees) > 1:
        (left, a), (right, b) = trees.pop(rng.randrange(len(trees))), trees.pop()
        sign = rng.choice("+-*/")
        trees.append((f"({left} {sign} {right})", _operation(sign, a, b)))
    ((text, value),) = trees
    return _Form((size,), f"answer = {text}", value)


def _leaf(index: int) -> tuple[str, Callable[[Values], Fraction]]:
    return f"@{index}", lambda v: v[index]


def _operation(
    sign: str, a: Callable[[Values], Fraction], b: Callable[[Values], Fraction]
) -> Callable[[Values], Fraction]:
    return {
        "+": lambda v: a(v) + b(v),
        "-": lambda v: a(v) - b(v),
        "*": lambda v: a(v) * b(v),
        "/": lambda v: a(v) / b(v),
    }[sign]


def _mean(v: Values) -> Fraction:
    return sum(v, Fraction(0)) / len(v)


_MANY = (2, 3, 4, 5, 6, 8)

_FORMS = (
    _Form(_MANY, "answer = sum([@*])", lambda v: sum(v, Fraction(0))),
    _Form(_MANY, "answer = sum([@*]) / @n", _mean),
    _Form(_MANY, "values = [@*]\nanswer = sum(values) / len(values)", _mean),
    _Form(_MANY, "answer = mean([@*])", _mean),
    _Form(_MANY, "answer = median([@*])", lambda v: Fraction(statistics.median(v))),
    _Form(_MANY, "answer = max([@*]) - min([@*])", lambda v: max(v) - min(v)),
    _Form((3, 4, 5), "answer = sorted([@*], reverse=True)[1]", lambda v: sorted(v)[-2]),
    _Form((2,), "answer = @0 > @1", lambda v: v[0] > v[1]),
    _Form((3,), "answer = @0 <= @1 and @1 <= @2", lambda v: v[0] <= v[1] <= v[2]),
    _Form((2,), "answer = (@1 - @0) / @0 * 100", lambda v: (v[1] - v[0]) / v[0] * 100),
    _Form((2,), "answer = round(@0 / @1 * 100, 2)", lambda v: round(v[0] / v[1] * 100, 2)),
    _Form((2,), "answer = abs(@0 - @1)", lambda v: abs(v[0] - v[1])),
    _Form((2,), "answer = @0 ** 2 - 2 * @1", lambda v: v[0] ** 2 - 2 * v[1]),
    _Form(
        (3,),
        "if @0 > @1:\n    answer = @2 - @1\nelse:\n    answer = @2 + @0",
        lambda v: v[2] - v[1] if v[0] > v[1] else v[2] + v[0],
    ),
    _Form((3,), "answer = @0 if @1 < @2 else @2", lambda v: v[0] if v[1] < v[2] else v[2]),
    _Form(
        _MANY,
        "total = 0\nfor value in [@*]:\n    total += value * value\nanswer = total",
        lambda v: sum((x * x for x in v), Fraction(0)),
    ),
    _Form(
        (3, 5, 7),
        "count = 0\nfor value in [@*]:\n    if value > @0:\n        count += 1\nanswer = count",
        lambda v: Fraction(sum(x > v[0] for x in v)),
    ),
    _Form(
        (3, 5, 7),
        "answer = sum(v for v in [@*] if v >= @1)",
        lambda v: sum((x for x in v if x >= v[1]), Fraction(0)),
    ),
    _Form(
        (3, 4, 6),
        "values = [@*]\nsteps = [b - a for a, b in zip(values, values[1:])]\nanswer = max(steps)",
        lambda v: max(b - a for a, b in itertools.pairwise(v)),
    ),
    _Form(
        (4,),
        "def change(a, b):\n    return (b - a) / a\nanswer = change(@0, @1) - change(@2, @3)",
        lambda v: (v[1] - v[0]) / v[0] - (v[3] - v[2]) / v[2],
    ),
    _Form(
        (3,),
        'parts = {"a": @0, "b": @1, "c": @2}\nanswer = parts["b"] / (parts["a"] + parts["c"])',
        lambda v: v[1] / (v[0] + v[2]),
    ),
)
