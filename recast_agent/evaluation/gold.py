"""Programs whose result is known, sent through the disguise and back (paper, equation 5).

The operands of a gold program are looked up in the record, the record's numbers are replaced, and
the program is written anew over what the release shows in their place, in its own display form or
in another spelling. Restored and interpreted it has to give the original result exactly. Labels
and wording stay as they are: the number map alone is put to the test.
"""

from __future__ import annotations

import ast
import asyncio
import json
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from recast_agent.core.errors import InputError, ReCastError
from recast_agent.core.literals import COMMON_CONSTANTS, Field, Literal, find
from recast_agent.core.types import FiveFields
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap, NumberPolicy
from recast_agent.private.numbermap.records import numbers_of, protect
from recast_agent.private.record import Record
from recast_agent.private.recover.interpreter import Stop, run
from recast_agent.private.recover.program import restore_program
from recast_agent.private.rewrite.dictionary import Dictionary

Result = Fraction | bool

_TYPED = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_DERIVATION = re.compile(r"[\s0-9.,$%()+*/<>-]+")
_SLOT = re.compile(r"@(\d+)")


@dataclass(frozen=True, repr=False)
class Gold:
    """``program`` holds ``@i`` where ``operands[i]`` stands: a number as the record displays it,
    signed, without its scale. ``expected`` is the exact result over them.
    """

    id: str
    record: Record
    program: str
    operands: tuple[Decimal, ...]
    expected: Result


@dataclass(frozen=True)
class Outcome:
    """``reason`` is ``""`` for the exact result, else an error's code or ``other_result``."""

    id: str
    reason: str


def outcomes(
    golds: Iterable[Gold], policy: NumberPolicy, *, respelled: bool = False, seed: int = 0
) -> tuple[Outcome, ...]:
    """Every program disguised under a policy, restored and run.

    ``respelled``: operands are written otherwise than the release displays them, at random.
    """

    async def each() -> tuple[Outcome, ...]:
        return tuple(
            [Outcome(gold.id, await _reason(gold, policy, respelled, seed)) for gold in golds]
        )

    return asyncio.run(each())


def svamp(folder: Path) -> tuple[Gold, ...]:
    """The equations of SVAMP: the body is the passage, the query the question."""
    return tuple(
        _derived(entry["id"], entry["body"], entry["query"], entry["equation"], constants=False)
        for entry in _entries(folder)
    )


def tatqa(folder: Path) -> tuple[Gold, ...]:
    """The arithmetic derivations of TAT-QA, comparisons included: table and paragraphs are one
    passage. Spans and counts have none."""
    return tuple(
        _derived(entry["id"], _passage(entry), entry["question"], derivation, constants=True)
        for entry in _entries(folder)
        if (derivation := entry["derivation"].strip()) and _DERIVATION.fullmatch(derivation)
    )


def shown_numbers(record: FiveFields) -> tuple[Literal, ...]:
    """The numbers that a record displays, in order; all cells are percent where their unit is."""
    try:
        table = record.table()
    except InputError:
        return (*find(record.context), *find(record.question, field="question"))
    fields: tuple[tuple[Field, tuple[str, ...]], ...] = (
        ("title", (table.title,)),
        ("category", table.categories),
        ("series", table.series),
    )
    found = [one for field, texts in fields for text in texts for one in find(text, field=field)]
    for cell in (cell for row in table.cells for cell in row if cell is not None):
        found += [
            one._replace(percent=one.percent or table.unit == "%")
            for one in find(cell, field="cell")
        ]
    return (*found, *find(record.question, field="question"))


async def _reason(gold: Gold, policy: NumberPolicy, respelled: bool, seed: int) -> str:
    rng = random.Random(f"{gold.id}/{seed}")  # noqa: S311 - a benchmark draws again the same
    try:
        request = ExtendRequest(NumberMap(policy=policy.name), numbers_of(gold.record), rng)
        numbers = await policy.extend(request)
        released = protect(gold.record, numbers)
        before, after = shown_numbers(gold.record), shown_numbers(released)
        if len(before) != len(after):
            return "read_otherwise"
        program = _disguised(gold, before, after, rng if respelled else None)
        restored = restore_program(program, released, numbers, Dictionary(theme=""))
        value = run(restored.program, restored.operands, restored.names)
    except ReCastError as error:
        return error.code.value
    except Stop as stop:
        return stop.code
    same = isinstance(value, bool) == isinstance(gold.expected, bool) and value == gold.expected
    return "" if same else "other_result"


def _disguised(
    gold: Gold,
    before: tuple[Literal, ...],
    after: tuple[Literal, ...],
    rng: random.Random | None,
) -> str:
    """The program as a solver writes it, who sees the release alone."""

    def written(slot: re.Match[str]) -> str:
        operand = gold.operands[int(slot[1])]
        one, sign = after[_place(before, operand)], "-" if operand.is_signed() else ""
        return _as_shown(one, sign) if rng is None else _respelled(one, sign, rng)

    return _SLOT.sub(written, gold.program)


def _place(shown: tuple[Literal, ...], operand: Decimal) -> int:
    """Where an operand is displayed first, as a measure if it is one anywhere."""
    places = [i for i, one in enumerate(shown) if one.magnitude == abs(operand)]
    measures = [i for i in places if shown[i].role in ("quantity", "percent")]
    return [*measures, *places][0]


def _as_shown(one: Literal, sign: str) -> str:
    return f"protected({sign}{one.magnitude:f})"


def _respelled(one: Literal, sign: str, rng: random.Random) -> str:
    """Another spelling of the same displayed value; scaled ones are scaled back around it."""
    magnitude = one.magnitude
    digits, grouped = f"{magnitude:f}", f"{magnitude:,f}"
    spellings = [
        f"{sign}protected({digits})",
        f"protected({sign}{digits}{'0' if '.' in digits else '.0'})",
        f"protected({sign}{magnitude.normalize():e})",
        f"protected({sign}{grouped.replace(',', '_')})",
        f'protected("{sign}{digits}")',
        f"{sign}protected('{grouped}')",
    ]
    if one.role in ("quantity", "percent"):
        spellings.append(f'protected("{sign}{magnitude.scaleb(-3):f}K")')
    unit = Decimal(f"1{'0' * one.scale}")
    if one.role == "quantity" and one.scale > 0 and unit in COMMON_CONSTANTS:
        spellings.append(f"protected({sign}{one.magnitude.scaleb(one.scale):f}) / {unit}")
        spellings.append(f"{sign}protected({one.magnitude.scaleb(one.scale):e}) / {unit}")
    if one.percent:
        spellings.append(f'protected("{sign}{digits}%")')
        spellings.append(f"protected({sign}{magnitude.scaleb(-2):f}) * 100")
    return f"({rng.choice(spellings)})"


def _entries(folder: Path) -> list[dict[str, str]]:
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _passage(entry: dict[str, str]) -> str:
    rows = "\n".join(" | ".join(row) for row in entry["table"])
    return "\n".join([rows, *entry["paragraphs"]])


def _derived(id: str, context: str, question: str, derivation: str, *, constants: bool) -> Gold:
    """A derivation as a program. ``constants``: ``100`` and the whole numbers of an average are
    the annotator's own, also where the evidence happens to hold them."""
    record = Record(id=id, modality="text", context=context, question=question)
    plain = re.sub(r"[,$%]", "", derivation).strip()
    shown = {one.magnitude for one in shown_numbers(record)}
    operands: list[Decimal] = []

    def slot(typed: re.Match[str]) -> str:
        value = Decimal(typed[0])
        own = constants and _is_factor(plain, typed) and value in COMMON_CONSTANTS
        if own or value not in shown:
            return typed[0]
        operands.append(value)
        return f"@{len(operands) - 1}"

    program = f"answer = {_TYPED.sub(slot, plain)}"
    return Gold(id, record, program, tuple(operands), exact(plain))


def _is_factor(text: str, typed: re.Match[str]) -> bool:
    """A whole number that is multiplied or divided by."""
    return typed[0].isdigit() and text[: typed.start()].rstrip()[-1:] in ("*", "/")


def exact(expression: str) -> Result:
    """The exact value of plain arithmetic or of one comparison, by no code of the product."""
    return _value(ast.parse(expression.strip(), mode="eval").body, expression.strip())


def _value(node: ast.expr, text: str) -> Result:
    match node:
        case ast.Constant():
            return Fraction(text[node.col_offset : node.end_col_offset])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -Fraction(_value(operand, text))
        case ast.BinOp(left=left, op=op, right=right):
            a, b = Fraction(_value(left, text)), Fraction(_value(right, text))
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
        case ast.Compare(left=left, ops=[ast.Gt() | ast.Lt() as order], comparators=[right]):
            first, second = _value(left, text), _value(right, text)
            return first > second if isinstance(order, ast.Gt) else first < second
    raise ValueError("no plain arithmetic")
