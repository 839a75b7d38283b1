"""What the vault holds of a case and of an evidence, and how nodes reach it."""

from __future__ import annotations

import hashlib
import secrets
from typing import TypeVar

from recast_agent.core.errors import Code, InputError, InternalError
from recast_agent.core.model import Model
from recast_agent.core.types import Modality, Permit, ProtectedRecord, Ref, Witness
from recast_agent.private.numbermap.protocol import NumberMap
from recast_agent.private.record import Record, Source
from recast_agent.private.recover.answer import Answer
from recast_agent.private.recover.receipt import Receipt
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.vault.protocol import Vault

M = TypeVar("M", bound=Model)


class CaseInput(Model):
    """Entry ``input``: what the caller handed in, the kind of media that may leave, and whether the
    question is said in it. ``question`` is empty where the source, a recording, asks its own."""

    source: Source
    question: str
    choices: tuple[str, ...] = ()
    release: Modality | None = None
    spoken_question: bool = False


class Taken(Model):
    """Entry ``captured``: the normalised record and the witness of each cell; entry ``confirmed``:
    the same once a person has looked at it. ``bound`` is how far an estimate may be off.
    """

    record: Record
    witnesses: tuple[tuple[Witness, ...], ...]
    bound: str = ""


class World(Model):
    """Entry ``world/N`` of an evidence: the disguise that every later question extends.

    One evidence keeps one world, so that fresh maps cannot be intersected.
    """

    dictionary: Dictionary
    numbers: NumberMap


class Disguise(Model):
    """Entry ``rewrite/M`` of a case: the rewritten record before its numbers change.

    ``world`` counts the evidence's worlds that it was built on.
    """

    theme: str
    record: Record
    dictionary: Dictionary
    world: int


class Numbers(Model):
    """Entry ``numbers/M`` of a case: the map of its numbers."""

    numbers: NumberMap


class Passed(Model):
    """Entry ``permit/M`` of a case: what the gate let out."""

    permit: Permit
    record: ProtectedRecord
    release: Ref


class Recovered(Model):
    """Entry ``answer/<hash of the program>`` of a case: the true answer and how it came about."""

    answer: Answer
    receipt: Receipt


class Handle(Model):
    """Entry ``handle`` of an answer handle: whose answer it shows, and in which conversation."""

    case: str
    conversation: str


async def keep(vault: Vault, scope: str, name: str, value: Model) -> None:
    """Write an entry once."""
    await vault.put(scope, name, value.model_dump_json().encode())


async def load(vault: Vault, scope: str, name: str, cls: type[M]) -> M:
    """An entry. Raises InputError(case_unknown) where it is not held (any longer)."""
    return cls.model_validate_json(await vault.get(scope, name))


async def held(vault: Vault, scope: str, name: str, cls: type[M]) -> M | None:
    """An entry, or None where it was never written."""
    return await load(vault, scope, name, cls) if name in await vault.names(scope) else None


async def taken(vault: Vault, case: str) -> Taken:
    """The record of a case, as a person has confirmed it where one was asked."""
    return await held(vault, case, "confirmed", Taken) or await load(vault, case, "captured", Taken)


async def open_case(vault: Vault, given: CaseInput) -> str:
    """Put evidence and question into the vault under a fresh random id."""
    case = secrets.token_hex(16)
    await keep(vault, case, "input", given)
    return case


def evidence_scope(vault: Vault, source: Source) -> str:
    """The scope under which everything about one evidence is pinned: a keyed hash of its bytes,
    whatever it is drawn as or called: a second map of the same numbers could be intersected."""
    return "evidence-" + vault.derive("evidence", hashlib.sha256(source.data).digest()).hex()


async def latest_world(vault: Vault, scope: str) -> tuple[int, World | None]:
    """How many worlds an evidence has, and the newest."""
    count = sum(name.startswith("world/") for name in await vault.names(scope))
    return count, await load(vault, scope, f"world/{count - 1}", World) if count else None


async def pin_world(vault: Vault, scope: str, disguise: Disguise, numbers: NumberMap) -> bool:
    """Make a released disguise the evidence's newest world.

    False where another case of the same evidence came first: then this one must be disguised
    again, on top of that world.
    """
    count, newest = await latest_world(vault, scope)
    world = World(dictionary=disguise.dictionary, numbers=numbers)
    if newest == world:
        return True
    if count != disguise.world:
        return False
    try:
        await keep(vault, scope, f"world/{count}", world)
    except InternalError as error:
        if error.code is not Code.VAULT_CONFLICT:
            raise
        return False
    return True


async def count_release(vault: Vault, scope: str, case: str, cap: int) -> bool:
    """Count a case among the releases of an evidence; False where the cap is reached."""
    return await _count(vault, scope, f"release/{case}", cap)


async def count_program(vault: Vault, case: str, program: str, cap: int) -> bool:
    """Count a program among those tried on a case: each status tells its author a little."""
    return await _count(vault, case, f"program/{_digest(program)}", cap)


async def _count(vault: Vault, scope: str, name: str, cap: int) -> bool:
    held = await vault.names(scope)
    if name in held:
        return True
    kind, _, _ = name.partition("/")
    if sum(n.startswith(f"{kind}/") for n in held) >= cap:
        return False
    await vault.put(scope, name, b"")
    return True


def answer_name(program: str) -> str:
    """The vault entry of the answer that a program gave."""
    return f"answer/{_digest(program)}"


def _digest(program: str) -> str:
    return hashlib.sha256(program.encode()).hexdigest()[:32]


def known_case(case: str) -> str:
    """A well-formed case id. Raises InputError(case_unknown)."""
    if not isinstance(case, str) or len(case) != 32 or not set(case) <= set("0123456789abcdef"):
        raise InputError(Code.CASE_UNKNOWN, "a case id is the 32 hex digits that solve printed")
    return case
