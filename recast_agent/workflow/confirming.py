"""A person looks at what was read, corrects it, and becomes its witness."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal

from recast_agent.core.compare import cell_value
from recast_agent.core.errors import Code, InputError, InternalError
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
    table has been confirmed, or the table as read has been disguised already.
    """
    captured = await load(vault, known_case(case), "captured", Taken)
    names = await vault.names(case)
    if "confirmed" not in names and any(name.startswith("rewrite/") for name in names):
        raise InternalError(Code.VAULT_CONFLICT, "the chart was disguised as it was read")
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
    """The person's word for every cell. One that is left as estimated is no more exact for it,
    wherever its row now stands and however its value is now written.
    """
    seen = captured.record.table()
    read = {
        labels: (_value(seen.cells[i][j]), captured.witnesses[i][j])
        for (i, j), labels in _places(seen)
    }
    estimates = {value for value, witness in read.values() if witness == "estimate"}

    def witness(place: Cell, labels: tuple[str, str]) -> Witness:
        value = _value(table.cells[place[0]][place[1]])
        if place in given:
            return "person"
        if labels not in read:
            return "estimate" if value in estimates - {None} else "person"
        before, held = read[labels]
        return "person" if value != before or held in ("none", "conflict") else held

    told = {place: witness(place, labels) for place, labels in _places(table)}
    return tuple(
        tuple(told[i, j] for j in range(len(table.series))) for i in range(len(table.categories))
    )


def _places(table: Table) -> Iterator[tuple[Cell, tuple[str, str]]]:
    """Each cell with the labels of its row and column."""
    for i, category in enumerate(table.categories):
        for j, series in enumerate(table.series):
            yield (i, j), (category.strip().casefold(), series.strip().casefold())


def _value(cell: str | None) -> Decimal | None:
    return None if cell is None else cell_value(cell)
