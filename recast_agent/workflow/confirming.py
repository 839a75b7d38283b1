"""A person looks at what was read, corrects it, and becomes its witness."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from recast_agent.core.errors import Code, InputError
from recast_agent.core.table import Table
from recast_agent.core.types import Witness
from recast_agent.private.vault.protocol import Vault
from recast_agent.workflow.case import CaseInput, Taken, held, keep, known_case, load

Cell = tuple[int, int]

DOUBTFUL: tuple[Witness, ...] = ("estimate", "none", "conflict")


@dataclass(frozen=True, repr=False)
class AsRead:
    """A chart's table as it was read, for the user's eyes; ``doubtful`` are the cells
    ``(category, series)`` that nothing speaks for, that something contradicts, or that are
    estimated from the axis, within ``bound``: these are ``estimated`` too."""

    table: Table
    doubtful: tuple[Cell, ...]
    bound: str = ""
    estimated: tuple[Cell, ...] = ()


@dataclass(frozen=True, repr=False)
class Vouched:
    """A table that a person vouches for; ``given`` are the cells ``(category, series)`` whose
    values they gave themselves, also where that is what was estimated."""

    table: Table
    given: frozenset[Cell] = frozenset()


async def as_read(vault: Vault, case: str) -> AsRead:
    """What was read of the chart of a case that waits for its person.

    Raises InputError(case_unknown).
    """
    captured = await load(vault, known_case(case), "captured", Taken)
    doubtful, estimated = (_cells(captured, kinds) for kinds in (DOUBTFUL, ("estimate",)))
    return AsRead(captured.record.table(), doubtful, captured.bound, estimated)


def _cells(captured: Taken, kinds: Collection[str]) -> tuple[Cell, ...]:
    return tuple(
        (i, j)
        for i, row in enumerate(captured.witnesses)
        for j, witness in enumerate(row)
        if witness in kinds
    )


async def confirm(vault: Vault, case: str, table: Table | Vouched) -> None:
    """Keep the table that a person vouches for, as read or corrected, once and for all.

    Raises InputError(case_unknown | table_malformed), InternalError(vault_conflict) where another
    table has been confirmed.
    """
    captured = await load(vault, known_case(case), "captured", Taken)
    given = table.given if isinstance(table, Vouched) else frozenset()
    table = _checked(table.table if isinstance(table, Vouched) else table)
    record = captured.record.model_copy(update={"context": table.to_text()})
    taken = Taken(record=record, witnesses=_witnesses(captured, table, given), bound=captured.bound)
    await keep(vault, case, "confirmed", taken)


def _checked(table: Table) -> Table:
    """A table that holds what a table may: ``model_copy`` and foreign code do not see to it.

    No warning of pydantic's is let out: it would show the values.
    """
    try:
        table = Table.model_validate(table.model_dump(warnings=False))
    except (ValueError, AttributeError, TypeError):
        raise InputError(Code.TABLE_MALFORMED, "give back a Table, its cells numbers") from None
    labels = [label.strip().casefold() for label in table.categories]
    if "" in labels or len(set(labels)) < len(labels):
        raise InputError(Code.TABLE_MALFORMED, "every row has a label of its own")
    if all(cell is None for row in table.cells for cell in row):
        raise InputError(Code.TABLE_MALFORMED, "a corrected table holds at least one number")
    return table


async def waits(vault: Vault, case: str) -> bool:
    """Whether a case has a chart that no person has confirmed yet."""
    given = await load(vault, case, "input", CaseInput)
    return given.source.kind == "image" and await held(vault, case, "confirmed", Taken) is None


def _witnesses(
    captured: Taken, table: Table, given: frozenset[Cell]
) -> tuple[tuple[Witness, ...], ...]:
    """The person's word for every cell; one that is left as estimated is no more exact for it."""
    read = captured.record.table()
    alike = [len(row) for row in read.cells] == [len(row) for row in table.cells]

    def witness(i: int, j: int) -> Witness:
        if (i, j) in given or not alike or read.cells[i][j] != table.cells[i][j]:
            return "person"
        held = captured.witnesses[i][j]
        return "person" if held in ("none", "conflict") else held

    return tuple(tuple(witness(i, j) for j in range(len(row))) for i, row in enumerate(table.cells))
