"""The simulated attackers: a weak policy is caught, and what they count is counted rightly."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from decimal import Decimal

import pytest

from benchmarks.solving import gold_table
from recast_agent.core.table import Table
from recast_agent.evaluation.attacks.absence import exposures, linked, pooled, whole_numbers
from recast_agent.evaluation.attacks.clear import clear_cells, distance
from recast_agent.evaluation.attacks.oracle import (
    format_check,
    handle_oracle,
    membership,
    originals,
    search,
    status_oracle,
    unrestored,
)
from recast_agent.evaluation.attacks.releases import (
    Evidence,
    Fresh,
    Pinned,
    Release,
    extended,
    release,
)
from recast_agent.evaluation.attacks.structure import (
    first_guesses,
    looks_likeness,
    rank_likeness,
    ranks,
    ranks_shuffled,
    ratio_likeness,
    shape,
    size_ranks,
    ties,
    uniqueness,
)
from recast_agent.evaluation.attacks.variants import PLAUSIBLE, AvoidsAllOriginals, SharedOffset
from recast_agent.evaluation.attacks.years import (
    gaps,
    identified,
    offsets_of,
    runs,
    shown_years,
    starts_left,
    true_years,
    year_numbers,
)
from recast_agent.evaluation.cases import load_cases
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.paper import PaperPolicy
from recast_agent.private.numbermap.protocol import (
    Assignment,
    ExtendRequest,
    NumberMap,
    NumberPolicy,
)
from recast_agent.private.rewrite.order import permuted
from tests.support import SHARED_DATA

CHARTQA = SHARED_DATA / "chartqa"
NATURAL = NaturalPolicy()


class Moves:
    """A weak policy: every value, and every year, moves by one constant."""

    name = "moves"

    def __init__(self, by: int) -> None:
        self._by = by

    async def extend(self, request: ExtendRequest) -> NumberMap:
        fresh = [Assignment(number=n, surrogate=n.value + self._by) for n in request.numbers]
        return request.prior.model_copy(update={"assignments": tuple(fresh)})


class DrawsElsewhere:
    """A weak policy: any value of a small domain that is no original."""

    name = "elsewhere"

    def __init__(self, domain: Sequence[int]) -> None:
        self._domain = domain

    async def extend(self, request: ExtendRequest) -> NumberMap:
        if request.prior.assignments:
            return request.prior
        held = {int(n.value) for n in request.numbers}
        free = [value for value in self._domain if value not in held]
        drawn = request.rng.sample(free, len(request.numbers))
        pairs = zip(request.numbers, drawn, strict=True)
        made = tuple(Assignment(number=n, surrogate=Decimal(v)) for n, v in pairs)
        return NumberMap(policy=self.name, assignments=made)


def evidence(*rows: Sequence[str]) -> Evidence:
    table = Table(
        chart_type="bar",
        categories=tuple("ABCDEFGHIJ"[: len(rows)]),
        series=tuple("PQRS"[: len(rows[0])]) if len(rows[0]) > 1 else ("",),
        cells=tuple(map(tuple, rows)),
    )
    return Evidence(table, "What is the sum of all values?")


def released(one: Evidence, policy: NumberPolicy = NATURAL, seed: int = 0) -> Release:
    return asyncio.run(release(one, policy, random.Random(seed)))


def column(*cells: str) -> Evidence:
    return evidence(*([cell] for cell in cells))


SHOPS = column("48.2", "713.0", "255.5", "90.4")


# --- replies as an oracle


def test_a_status_gives_every_value_away_within_the_cap_and_a_handle_gives_none() -> None:
    one = released(SHOPS)
    told = search(one, status_oracle(one), cap=200)
    assert (told.found, told.values) == (4, 4)
    assert told.calls < 4 * 20
    assert search(one, handle_oracle(one), cap=200).found == 0


def test_a_cap_on_calls_bounds_what_a_status_tells() -> None:
    one = released(SHOPS)
    told = search(one, status_oracle(one), cap=20)
    assert told.found < 3
    assert told.calls <= 20


def test_a_handle_has_one_shape_whatever_became_of_the_program() -> None:
    reply = handle_oracle(released(SHOPS))
    shapes = {(text[:8], len(text), text[-1]) for text in map(reply, ("answer = 1 / 0", "what?"))}
    assert shapes == {("⟦answer:", 25, "⟧")}


def test_a_check_that_looks_at_the_evidence_is_caught() -> None:
    """A "not in evidence" that holds operands against the originals is a membership test."""
    rng = random.Random(1)
    several = [
        released(column(*(str(n) for n in rng.sample(range(100, 999), 8)))) for _ in range(8)
    ]

    def weak(operand: str, one: Release) -> bool:
        return Decimal(operand) in originals(one.source)

    assert membership(several, random.Random(0), weak).advantage == 1
    assert abs(membership(several, random.Random(0), format_check).advantage) < 0.1


def test_the_format_check_says_the_same_for_any_source_behind_a_release() -> None:
    """What it says is known to whoever holds the release."""
    one = released(SHOPS)
    other = Release(SHOPS.table, one.table, one.record, NumberMap(policy="none"))
    guesses = [*map(str, originals(SHOPS.table)), *map(str, originals(one.table)), "17.3"]
    assert [format_check(g, one) for g in guesses] == [format_check(g, other) for g in guesses]


def test_no_spelling_that_passes_the_format_check_fails_to_restore() -> None:
    failed, spellings = unrestored(released(column("48%", "7.5%", "30%")))
    assert failed == 0
    assert spellings >= 6


# --- absence


def test_replacements_from_a_small_domain_without_the_originals_expose_them() -> None:
    """Fresh maps do; a pinned one shows the same values however often it is asked."""
    weak, domain = DrawsElsewhere(range(16, 40)), range(16, 40)
    found, _ = asyncio.run(exposures(weak, Fresh, domain, 6, 200, random.Random(3)))
    assert found.all is not None
    assert found.all < 40
    kept, _ = asyncio.run(exposures(weak, Pinned, domain, 6, 200, random.Random(3)))
    assert kept.all is None
    assert kept.named < 1


def test_the_default_policy_made_to_avoid_all_originals_exposes_them() -> None:
    avoiding = AvoidsAllOriginals(NATURAL)
    found, _ = asyncio.run(exposures(avoiding, Fresh, range(16, 101), 8, 200, random.Random(2)))
    assert found.half is not None
    assert found.half < 50


def test_fresh_maps_of_the_default_policy_expose_cells_that_can_be_told_apart() -> None:
    """That is why one map is pinned: cell by cell avoidance slows the attack, no more."""
    rng, domain = random.Random(4), range(16, 101)
    _, fresh = asyncio.run(exposures(NATURAL, Fresh, domain, 8, 600, rng))
    _, pinned = asyncio.run(exposures(NATURAL, Pinned, domain, 8, 600, rng))
    assert fresh.named >= 0.4
    assert pinned.named <= 0.25


def test_a_value_that_was_seen_is_named_no_more() -> None:
    """Both attackers, by hand: 20 became 21, then 22; of 20 to 22 one is left."""
    numbers = whole_numbers([20])
    rates = {Decimal(v): 0.5 for v in (20, 21, 22)}

    class Shows:
        def __init__(self) -> None:
            self.left = [21, 22]

        async def next(self) -> NumberMap:
            made = Assignment(number=numbers[0], surrogate=Decimal(self.left.pop(0)))
            return NumberMap(policy="x", assignments=(made,))

    rates[Decimal(21)] = rates[Decimal(22)] = 0.9
    assert asyncio.run(pooled(Shows(), {Decimal(20)}, rates, 2)).all == 2
    assert asyncio.run(linked(Shows(), 1, rates, 2)).all == 2


@pytest.mark.parametrize("seed", range(20))
def test_avoiding_all_originals_does_so_and_keeps_what_was_assigned(seed: int) -> None:
    numbers = whole_numbers([20, 33, 47, 58, 76])
    policy, rng = AvoidsAllOriginals(NATURAL), random.Random(seed)
    first = asyncio.run(extended(policy, numbers[:3], rng))
    both = asyncio.run(extended(policy, numbers, rng, first))
    assert not {a.surrogate for a in first.assignments} & {n.value for n in numbers[:3]}
    assert both.assignments[:3] == first.assignments
    assert not {a.surrogate for a in both.assignments[3:]} & {n.value for n in numbers}


# --- years


def left(policy: NumberPolicy, requests: type[Fresh | Pinned], start: int = 1990) -> list[set[int]]:
    async def attack() -> list[set[int]]:
        rng = random.Random(1)
        offsets = await offsets_of(policy, 6, rng)
        asked = requests(policy, year_numbers(range(start, start + 6)), rng)
        return await starts_left(asked, 6, offsets, (1, 40))

    return asyncio.run(attack())


def test_a_constant_offset_leaves_one_start() -> None:
    assert left(Moves(7), Fresh)[0] == {1990}


def test_offsets_of_the_paper_leave_a_few_starts_and_fresh_ones_next_to_none() -> None:
    once, often = left(PaperPolicy(), Fresh)
    assert 1990 in once
    assert 1990 in often
    assert len(once) <= 72
    assert len(often) <= 8
    assert left(PaperPolicy(), Pinned)[1] == once


def test_an_independent_start_leaves_most_of_them_while_it_is_pinned() -> None:
    once, often = left(NATURAL, Pinned)
    assert once == often
    assert len(once) >= 50
    assert 1990 in once


def test_one_plausible_offset_moves_all_years_within_the_plausible_ones() -> None:
    policy, numbers = SharedOffset(NATURAL), year_numbers([1990, 1991, 2004])
    for seed in range(20):
        made = asyncio.run(extended(policy, numbers, random.Random(seed)))
        assert gaps(shown_years(made)) == (1, 13)
        assert shown_years(made) != true_years(made) == (1990, 1991, 2004)
        assert set(shown_years(made)) <= set(PLAUSIBLE)


def test_gaps_identify_a_source_and_runs_alone_may_not() -> None:
    sources = [(1990, 1991, 1995), (1980, 1981, 1989), (2001, 2002), (2003,)]
    moved = [tuple(y + 9 for y in years) for years in sources]
    found = identified(sources, moved, gaps)
    assert (found.tables, found.alone, found.fitting) == (3, 3, 3)
    assert identified(sources, moved, runs).alone == 1
    assert identified(sources, [(1990, 1991, 1999), *moved[1:]], gaps).alone == 2


# --- clear cells, distance


def test_what_stays_in_clear_is_counted() -> None:
    kept = released(column("48.2", "7", "12"), Moves(0))
    seen = clear_cells([kept, released(SHOPS)])
    assert (seen.cells, seen.of_cells, seen.tables, seen.of_tables) == (3, 7, 1, 2)
    assert clear_cells([released(column("48.2", "7", "12"), PaperPolicy())]).cells == 2


def test_a_value_of_another_cell_is_counted_apart() -> None:
    seen = clear_cells([released(column("41", "42", "43"), Moves(1))])
    assert (seen.cells, seen.elsewhere) == (0, 2)


def test_the_distance_is_relative_to_the_original() -> None:
    apart = distance([released(column("20", "40", "400"), Moves(10)).numbers])
    assert apart.median == 0.25
    assert (apart.near, apart.numbers) == (1, 3)


# --- structure


PAIRS = evidence(["1", "20"], ["300", "4"], ["50", "50"])


def test_ranks_in_any_order_do_not_depend_on_the_order() -> None:
    turned = permuted(PAIRS.table, [2, 0, 1], [1, 0])
    assert ranks(turned) != ranks(PAIRS.table)
    assert ranks_shuffled(turned) == ranks_shuffled(PAIRS.table)
    other = evidence(["1", "20"], ["4", "300"], ["50", "50"]).table
    assert ranks_shuffled(other) != ranks_shuffled(PAIRS.table)


def test_a_fingerprint_counts_where_it_is_unique_and_still_shown() -> None:
    sources = [column("1", "2").table, column("2", "1").table, column("1", "1").table]
    found = uniqueness(sources, [sources[0], sources[0], sources[2]], ranks)
    assert (found.unique, found.identified, found.tables) == (3, 2, 3)
    assert uniqueness(sources, sources, shape).unique == 0
    assert uniqueness(sources, sources, ties).unique == 1


def test_ties_among_sources_count_by_chance() -> None:
    sources = [column("1", "2").table, column("3", "4").table, column("1", "2", "3").table]
    assert first_guesses(sources, sources, lambda source, released: 0.0) == 2.0


def test_a_map_that_keeps_order_and_ratios_is_linked_and_the_default_is_not() -> None:
    """Among forty sources of one shape, with one look."""
    rng = random.Random(2)
    many = [column(*(str(n) for n in rng.sample(range(100, 999), 8))) for _ in range(40)]
    sources = [one.table for one in many]

    def hits(policy: NumberPolicy, *, shuffled: bool) -> list[float]:
        shown = [
            asyncio.run(release(one, policy, random.Random(k), shuffled=shuffled)).table
            for k, one in enumerate(many)
        ]
        kinds = (rank_likeness, ratio_likeness, looks_likeness)
        return [first_guesses(sources, shown, kind) for kind in kinds]

    weak_ranks, weak_ratios, _ = hits(Moves(1), shuffled=False)
    assert weak_ranks > 39
    assert weak_ratios > 39
    assert all(count < 8 for count in hits(NATURAL, shuffled=True))


# --- the gold tables


@pytest.mark.chartqa
@pytest.mark.skipif(not CHARTQA.is_dir(), reason="the evaluation data is not beside the checkout")
def test_the_figures_of_the_threats_hold_on_the_gold_tables() -> None:
    """No cell in clear by default, 132 under the paper's policy; 99 structures are unique."""
    cases = [case for case in load_cases(CHARTQA) if case.table]
    tables = [Evidence(gold, c.question) for c in cases if (gold := gold_table(c))]
    natural = clear_cells([released(one) for one in tables])
    paper = clear_cells([released(one, PaperPolicy()) for one in tables])
    assert (natural.cells, natural.of_cells, natural.of_tables) == (0, 1495, 119)
    assert (paper.cells, paper.tables) == (132, 45)
    sources = [one.table for one in tables]
    assert uniqueness(sources, sources, size_ranks).unique == 99
