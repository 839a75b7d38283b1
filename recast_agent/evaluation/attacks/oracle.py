"""Replies as an oracle (threat 3): what a hostile solver learns from status and from format faults.

The attacker sees a release, knows the code, and submits programs over its operands.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast_agent.core.errors import Unanswered
from recast_agent.core.program.displayed import displayed_numbers
from recast_agent.core.table import Table
from recast_agent.evaluation.attacks.releases import Release
from recast_agent.private.numbermap.display import cell_number
from recast_agent.private.numbermap.restore import restore
from recast_agent.private.recover.interpreter import Stop, run
from recast_agent.private.recover.program import restore_program
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.released.solve.faults import faults

ANSWERED, UNANSWERED = "answered", "unanswered"

Oracle = Callable[[str], str]
"""A program goes in; what the attacker is told comes back."""

Check = Callable[[str, Release], bool]
"""Whether an operand passes, as the attacker sees it."""


def status_oracle(release: Release) -> Oracle:
    """Tells whether a program gave an answer on the true values (a design turned down)."""

    def reply(program: str) -> str:
        try:
            restored = restore_program(
                program, release.record, release.numbers, Dictionary(theme="none")
            )
            run(restored.program, restored.operands, restored.names)
        except (Unanswered, Stop):
            return UNANSWERED
        return ANSWERED

    return reply


def handle_oracle(release: Release) -> Oracle:
    """The tool's reply: a handle, whatever became of the program."""
    status = status_oracle(release)

    def reply(program: str) -> str:
        status(program)
        return f"⟦answer:{secrets.token_hex(8)}⟧"

    return reply


@dataclass(frozen=True)
class Searched:
    """Values found exactly within the calls of one evidence, of all its values; calls used."""

    found: int
    values: int
    calls: int


def search(release: Release, oracle: Oracle, cap: int) -> Searched:
    """Value after value by bisection, one bit a call, until the calls are used up."""
    targets = [a for a in release.numbers.assignments if a.number.group.startswith("cells")]
    found = calls = 0
    for target in targets:
        guess, used = _bisected(oracle, target.surrogate, cap - calls)
        calls += used
        found += guess == target.number.value
    return Searched(found, len(targets), calls)


def _bisected(oracle: Oracle, surrogate: Decimal, left: int) -> tuple[Decimal | None, int]:
    """An original by its replacement, on the grid of the replacement's decimals."""
    places = max(0, -int(surrogate.as_tuple().exponent))
    low, high, used = 0, 10 ** (surrogate.adjusted() + 1 + places), 0

    def at_least(threshold: int) -> bool:
        return oracle(_program(surrogate, places, threshold)) == ANSWERED

    while used < left and at_least(high):
        low, high, used = high, 10 * high, used + 1
        if high > 10**24:  # no reply ever says no
            return None, used
    used = min(used + 1, left)
    while high - low > 1 and used < left:
        middle, used = (low + high) // 2, used + 1
        low, high = (middle, high) if at_least(middle) else (low, middle)
    return (Decimal(low).scaleb(-places) if high - low == 1 else None), used


def _program(surrogate: Decimal, places: int, threshold: int) -> str:
    """Fails where the true value, in units of its last place, is below the threshold.

    The threshold is built from 0, 1 and 2, constants that a program may use.
    """
    lines = ["t = 0", *(f"t = t * 2 + {bit}" for bit in f"{threshold:b}")]
    scale = " * 10" * places
    lines.append(f"x = protected({surrogate:f})")
    lines.append(f"answer = x if x{scale} >= t else x / 0")
    return "\n".join(lines)


@dataclass(frozen=True)
class Membership:
    """Guessed operands that passed: true values of the evidence, and values of other evidence."""

    true: tuple[int, int]
    decoys: tuple[int, int]

    @property
    def advantage(self) -> float:
        """0 where passing says nothing about the evidence, 1 where it says all."""
        return self.true[0] / self.true[1] - self.decoys[0] / self.decoys[1]


def format_check(operand: str, release: Release) -> bool:
    """The product's check: format faults, found on released values alone."""
    return not faults(f"answer = protected({operand})", release.record)


def membership(releases: Sequence[Release], rng: random.Random, check: Check) -> Membership:
    """Each cell of each source is guessed, and beside it a cell of another source that looks like
    it: as many digits before and after the point."""
    passed, guesses = [0, 0], [0, 0]
    alike: dict[tuple[int, int], list[Decimal]] = {}
    for release in releases:
        for value in originals(release.source):
            alike.setdefault(_look(value), []).append(value)
    for release in releases:
        own = originals(release.source)
        held = set(own)
        for value in own:
            decoys = [v for v in alike[_look(value)] if v not in held]
            if decoys:
                for kind, guess in enumerate((value, rng.choice(decoys))):
                    guesses[kind] += 1
                    passed[kind] += check(f"{guess:f}", release)
    return Membership((passed[0], guesses[0]), (passed[1], guesses[1]))


def originals(table: Table) -> list[Decimal]:
    """The magnitudes of a table's cells, scale applied."""
    return [
        cell_number(cell, percent=False, group="").value
        for row in table.cells
        for cell in row
        if cell is not None
    ]


def _look(value: Decimal) -> tuple[int, int]:
    return value.adjusted(), int(value.as_tuple().exponent)


def unrestored(release: Release) -> tuple[int, int]:
    """Spellings that pass the format check and then restore to nothing, of all that pass: what a
    status would add to the release."""
    failed = spellings = 0
    for value in sorted(displayed_numbers(release.record)):
        if format_check(f"{value:f}", release):
            spellings += 1
            try:
                restore(f"{value:f}", release.numbers)
            except Unanswered:
                failed += 1
    return failed, spellings
