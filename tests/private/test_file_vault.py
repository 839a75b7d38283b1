"""What the encrypted file promises beyond every vault."""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import signal
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as FailKeyring
from pydantic import SecretStr

from recast_agent.core.errors import Code, InputError, InternalError
from recast_agent.core.settings import Settings
from recast_agent.private.vault.file import FileVault
from recast_agent.private.vault.keys import find_secret


def opened(tmp_path: Path, secret: bytes = b"secret", ttl_s: float = 3600) -> FileVault:
    return FileVault(tmp_path / "vault", secret, ttl_s=ttl_s)


def bytes_on_disk(tmp_path: Path) -> bytes:
    return b"".join(p.read_bytes() for p in sorted(tmp_path.rglob("*")) if p.is_file())


def test_values_outlive_the_process_object(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path).put("case", "input", b"value"))
    assert asyncio.run(opened(tmp_path).get("case", "input")) == b"value"


def test_no_value_and_no_secret_is_readable_on_disk(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path, b"Zwanzigtausend").put("case", "input", b"CANARY-4711" * 50))
    found = bytes_on_disk(tmp_path)
    assert b"CANARY" not in found
    assert b"Zwanzigtausend" not in found


def test_only_the_owner_can_read_directory_and_file(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path).put("case", "input", b"value"))
    assert stat.S_IMODE((tmp_path / "vault").stat().st_mode) == 0o700
    assert {stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "vault").iterdir()} == {0o600}


def test_another_secret_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path).put("case", "input", b"value"))
    with pytest.raises(InputError) as caught:
        asyncio.run(opened(tmp_path, b"guess").put("case", "more", b"x"))
    assert caught.value.code is Code.VAULT_KEY_WRONG
    assert asyncio.run(opened(tmp_path).names("case")) == ("input",)


def test_a_value_moved_to_another_entry_does_not_decrypt(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path).put("case", "input", b"value"))
    with sqlite3.connect(tmp_path / "vault" / "vault.sqlite") as database:
        database.execute("UPDATE entries SET name = 'answer'")
    database.close()
    with pytest.raises(InputError) as caught:
        asyncio.run(opened(tmp_path).get("case", "answer"))
    assert caught.value.code is Code.VAULT_KEY_WRONG


def test_an_expired_scope_is_gone_wholly_and_leaves_no_bytes(tmp_path: Path) -> None:
    async def write() -> None:
        await opened(tmp_path).put("case", "world/0", b"a")
        await opened(tmp_path).put("case", "world/1", b"b")

    asyncio.run(write())
    path = tmp_path / "vault" / "vault.sqlite"
    database = sqlite3.connect(path)
    sealed = [row[0] for row in database.execute("SELECT value FROM entries")]
    database.close()
    assert all(value in path.read_bytes() for value in sealed)
    expired = opened(tmp_path, ttl_s=-1)
    assert asyncio.run(expired.names("case")) == ()
    assert not any(value in path.read_bytes() for value in sealed)


def test_a_scope_that_is_still_written_keeps_its_old_entries(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path).put("case", "world/0", b"a"))
    database = sqlite3.connect(tmp_path / "vault" / "vault.sqlite")
    database.execute("UPDATE entries SET written = written - 3000")
    database.commit()
    database.close()
    asyncio.run(opened(tmp_path).put("case", "world/1", b"b"))
    assert asyncio.run(opened(tmp_path, ttl_s=1000).names("case")) == ("world/0", "world/1")


def _put_from_process(directory: str, number: int) -> str:
    vault = FileVault(Path(directory), b"secret", ttl_s=3600)
    try:
        asyncio.run(vault.put("case", "input", str(number).encode()))
    except InternalError as error:
        return error.code.value
    return "won"


def test_processes_agree_on_one_writer(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        jobs = [(str(tmp_path / "vault"), number) for number in range(6)]
        results = pool.starmap(_put_from_process, jobs)
        pool.close()
        pool.join()
    assert sorted(results) == ["vault_conflict"] * 5 + ["won"]


def test_a_full_disk_has_its_own_code(tmp_path: Path) -> None:
    vault = opened(tmp_path)
    asyncio.run(vault.put("case", "input", b"value"))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))
        with pytest.raises(InternalError) as caught:
            asyncio.run(vault.put("case", "more", b"x" * 200_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.code is Code.DISK_FULL
    assert asyncio.run(vault.get("case", "input")) == b"value"


def test_a_damaged_file_is_a_coded_error_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "vault.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(InternalError) as caught:
        asyncio.run(opened(tmp_path).names("case"))
    assert caught.value.code is Code.INTERNAL
    assert str(tmp_path) not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_directory_that_cannot_be_made_is_a_coded_error(tmp_path: Path) -> None:
    (tmp_path / "vault").write_text("a file in the way")
    with pytest.raises(InternalError):
        asyncio.run(opened(tmp_path).names("case"))


def test_the_secret_of_the_settings_is_used_as_it_is() -> None:
    assert find_secret(Settings(secret=SecretStr("päss"))) == "päss".encode()


class ProcessKeyring(KeyringBackend):  # type: ignore[misc]  # keyring is not followed
    """A keyring of one process."""

    priority = 5

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[service, username] = password


@pytest.fixture
def restore_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


@pytest.mark.usefixtures("restore_keyring")
def test_without_a_secret_the_keyring_makes_one_and_keeps_it() -> None:
    keyring.set_keyring(ProcessKeyring())
    settings = Settings(secret=SecretStr(""))
    first = find_secret(settings)
    assert len(first) >= 32
    assert find_secret(settings) == first


@pytest.mark.usefixtures("restore_keyring")
def test_without_a_secret_and_a_keyring_the_error_says_what_to_set() -> None:
    keyring.set_keyring(FailKeyring())
    with pytest.raises(InputError) as caught:
        find_secret(Settings(secret=SecretStr("")))
    assert caught.value.code is Code.VAULT_KEY_MISSING
    assert "RECAST_SECRET" in caught.value.hint


def test_a_vault_is_proved_without_being_made(tmp_path: Path) -> None:
    assert opened(tmp_path).prove() is False
    assert list(tmp_path.iterdir()) == []
    asyncio.run(opened(tmp_path).put("case", "input", b"value"))
    assert opened(tmp_path).prove() is True
    with pytest.raises(InputError) as caught:
        opened(tmp_path, b"another").prove()
    assert caught.value.code is Code.VAULT_KEY_WRONG
