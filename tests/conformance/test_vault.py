"""Every vault keeps the same promises."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from recast_agent.core.errors import Code, InputError, InternalError
from recast_agent.private.vault.file import FileVault
from recast_agent.private.vault.memory import MemoryVault
from recast_agent.private.vault.protocol import Vault

MakeVault = Callable[[bytes], Vault]


@pytest.fixture(params=["memory", "file"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> MakeVault:
    if request.param == "memory":
        return MemoryVault
    return lambda secret: FileVault(tmp_path / "vault", secret, ttl_s=3600)


def test_a_value_is_returned_as_it_was_put(make: MakeVault) -> None:
    async def story() -> bytes:
        vault = make(b"secret")
        await vault.put("case", "input", b"\x00\xffvalue")
        return await vault.get("case", "input")

    assert asyncio.run(story()) == b"\x00\xffvalue"


def test_the_same_value_again_is_accepted_and_another_is_a_conflict(make: MakeVault) -> None:
    async def story() -> bytes:
        vault = make(b"secret")
        await vault.put("case", "input", b"one")
        await vault.put("case", "input", b"one")
        with pytest.raises(InternalError) as caught:
            await vault.put("case", "input", b"other")
        assert caught.value.code is Code.VAULT_CONFLICT
        return await vault.get("case", "input")

    assert asyncio.run(story()) == b"one"


def test_scopes_do_not_see_each_other(make: MakeVault) -> None:
    async def story() -> tuple[bytes, bytes]:
        vault = make(b"secret")
        await vault.put("a", "x", b"1")
        await vault.put("b", "x", b"2")
        await vault.delete("a")
        await vault.put("c", "x", b"3")
        return await vault.get("c", "x"), await vault.get("b", "x")

    assert asyncio.run(story()) == (b"3", b"2")


def test_names_come_in_the_order_of_writing(make: MakeVault) -> None:
    async def story() -> tuple[str, ...]:
        vault = make(b"secret")
        for name in ("world/1", "world/0", "input"):
            await vault.put("case", name, name.encode())
        await vault.put("case", "world/1", b"world/1")
        return await vault.names("case")

    assert asyncio.run(story()) == ("world/1", "world/0", "input")


@pytest.mark.parametrize("known", [True, False])
def test_what_is_not_held_is_unknown(make: MakeVault, known: bool) -> None:
    async def story() -> None:
        vault = make(b"secret")
        if known:
            await vault.put("case", "input", b"")
        await vault.get("case", "answer")

    with pytest.raises(InputError) as caught:
        asyncio.run(story())
    assert caught.value.code is Code.CASE_UNKNOWN


def test_forgetting_what_is_unknown_is_no_error(make: MakeVault) -> None:
    async def story() -> tuple[str, ...]:
        vault = make(b"secret")
        await vault.delete("nowhere")
        return await vault.names("nowhere")

    assert asyncio.run(story()) == ()


def test_what_was_forgotten_takes_no_more(make: MakeVault) -> None:
    """A stage that was still at work when its case was forgotten leaves nothing behind."""

    async def story() -> tuple[str, ...]:
        vault = make(b"secret")
        await vault.put("case", "input", b"x")
        await vault.delete("case")
        with pytest.raises(InputError) as caught:
            await vault.put("case", "captured", b"y")
        assert caught.value.code is Code.CASE_UNKNOWN
        await vault.put("other", "input", b"z")
        return await vault.names("case")

    assert asyncio.run(story()) == ()


def test_of_many_writers_of_one_entry_exactly_one_wins(make: MakeVault) -> None:
    async def story() -> None:
        vault = make(b"secret")
        puts = (vault.put("case", "input", str(i).encode()) for i in range(20))
        results = await asyncio.gather(*puts, return_exceptions=True)
        winners = [i for i, result in enumerate(results) if result is None]
        assert len(winners) == 1
        assert await vault.get("case", "input") == str(winners[0]).encode()

    asyncio.run(story())


def test_derived_keys_differ_by_purpose_data_and_secret_and_repeat(make: MakeVault) -> None:
    vault, again, other = make(b"secret"), make(b"secret"), make(b"another")
    keys = [
        vault.derive("log"),
        vault.derive("rewrite"),
        vault.derive("rewrite", b"evidence"),
        other.derive("log"),
    ]
    assert len(set(keys)) == len(keys)
    assert {len(key) for key in keys} == {32}
    assert again.derive("rewrite", b"evidence") == keys[2]


def test_an_unknown_purpose_boundary_cannot_be_shifted_into_the_data(make: MakeVault) -> None:
    vault = make(b"secret")
    assert vault.derive("ab", b"c") != vault.derive("a", b"bc")
