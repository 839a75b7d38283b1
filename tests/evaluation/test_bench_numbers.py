"""The benchmark of the number engine counts violations, and would see them."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.laws import LAWS, long_run
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.paper import PaperPolicy
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap, NumberPolicy


@pytest.mark.parametrize("policy", [NaturalPolicy(), PaperPolicy()], ids=lambda p: p.name)
def test_no_law_is_broken_on_a_short_run(policy: NumberPolicy) -> None:
    run = asyncio.run(long_run(policy, 4_000))
    assert run.values >= 4_000
    assert run.withheld < 0.1 * run.records
    assert not +run.violations


class _Doubled:
    """Gives every number the replacement of its neighbour, another one each time, and the last
    number the thousandfold of its neighbour's."""

    name = "natural"

    async def extend(self, request: ExtendRequest) -> NumberMap:
        made = await NaturalPolicy().extend(request)
        shown = [one.surrogate for one in made.assignments]
        moved = [shown[0] + len(shown), *shown[:-1]]
        moved[-1] = moved[-2] * 1000
        return made.model_copy(
            update={
                "assignments": tuple(
                    one.model_copy(update={"surrogate": surrogate})
                    for one, surrogate in zip(made.assignments, moved, strict=True)
                )
            }
        )


def test_a_broken_policy_is_seen() -> None:
    run = asyncio.run(long_run(_Doubled(), 500))
    assert {"exact inverse", "extension stability", "equivariance"} <= set(+run.violations)
    assert set(run.violations) <= set(LAWS)
