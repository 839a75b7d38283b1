"""An encrypted vault in one SQLite file, shared by processes of one user."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from recast_agent.core.errors import Code, InputError, InternalError, ReCastError
from recast_agent.private.vault.keys import Derivation, stretched

_SCHEMA = """
CREATE TABLE IF NOT EXISTS vault (id INTEGER PRIMARY KEY CHECK (id = 0), salt BLOB, proof BLOB);
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, written REAL NOT NULL,
    UNIQUE (scope, name)
);
"""

_FORGOTTEN = "forgotten"
"""The scope whose names are the scopes that were forgotten: no case id reads so."""

_NONCE = 12
_PROOF = b"recast vault"
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FULL_SQLITE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}
_BUSY_S = 30.0


class FileVault:
    """Values under AES-256-GCM, bound to their scope and name; the key by scrypt from the secret.

    ``directory`` becomes 0700 and belongs to the vault alone. Scopes (random or keyed), names
    and times of entries are readable in the file, values are not. A scope expires as a whole,
    ``ttl_s`` seconds after its newest entry. Every method may raise InputError(vault_key_wrong)
    or InternalError(disk_full | internal).
    """

    def __init__(self, directory: Path, secret: bytes, *, ttl_s: float) -> None:
        self._path = directory / "vault.sqlite"
        self._secret, self._ttl_s = secret, ttl_s
        self._derivation = Derivation(secret)
        self._cipher: AESGCM | None = None
        self._opening = threading.Lock()

    async def put(self, scope: str, name: str, value: bytes) -> None:
        """See ``Vault.put``."""
        await asyncio.to_thread(self._put, scope, name, value)

    async def get(self, scope: str, name: str) -> bytes:
        """See ``Vault.get``."""
        return await asyncio.to_thread(self._get, scope, name)

    async def names(self, scope: str) -> tuple[str, ...]:
        """See ``Vault.names``."""
        return await asyncio.to_thread(self._names, scope)

    async def delete(self, scope: str) -> None:
        """See ``Vault.delete``."""
        await asyncio.to_thread(self._delete, scope)

    def prove(self) -> bool:
        """Whether there is a vault yet; makes none. Where its key is another one, raises
        InputError(vault_key_wrong)."""
        with _host_faults():
            made = self._path.exists()
        if made:
            self._open()
        return made

    def derive(self, purpose: str, data: bytes = b"") -> bytes:
        """See ``Vault.derive``."""
        return self._derivation.derive(purpose, data)

    def _put(self, scope: str, name: str, value: bytes) -> None:
        cipher = self._open()
        with self._transaction() as database:
            self._purge(database)
            if _held(database, _FORGOTTEN, scope):
                raise InputError(Code.CASE_UNKNOWN, "this case has been forgotten")
            held = _held(database, scope, name)
            if held is None:
                _insert(database, scope, name, _seal(cipher, value, _bound_to(scope, name)))
            elif _unseal(cipher, held[0], _bound_to(scope, name)) != value:
                raise InternalError(Code.VAULT_CONFLICT, "this entry already has another value")

    def _get(self, scope: str, name: str) -> bytes:
        cipher = self._open()
        with self._transaction() as database:
            self._purge(database)
            held = _held(database, scope, name)
        if held is None:
            raise InputError(Code.CASE_UNKNOWN, "the vault does not hold this case (any longer)")
        return _unseal(cipher, held[0], _bound_to(scope, name))

    def _names(self, scope: str) -> tuple[str, ...]:
        self._open()
        with self._transaction() as database:
            self._purge(database)
            rows = database.execute(
                "SELECT name FROM entries WHERE scope = ? ORDER BY number", (scope,)
            ).fetchall()
        return tuple(name for (name,) in rows)

    def _delete(self, scope: str) -> None:
        self._open()
        with self._transaction() as database:
            database.execute("DELETE FROM entries WHERE scope = ?", (scope,))
            if not _held(database, _FORGOTTEN, scope):
                _insert(database, _FORGOTTEN, scope, b"")

    def _open(self) -> AESGCM:
        with self._opening:
            if self._cipher is None:
                with _host_faults():
                    self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    self._path.parent.chmod(0o700)
                    os.close(os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600))
                    self._path.chmod(0o600)
                with self._transaction() as database:
                    self._cipher = self._proved(database)
                    self._purge(database)
            return self._cipher

    def _proved(self, database: sqlite3.Connection) -> AESGCM:
        """The cipher of this file's key, proved on what the first opening sealed."""
        for statement in _SCHEMA.split(";\n"):
            database.execute(statement)
        held = database.execute("SELECT salt, proof FROM vault").fetchone()
        salt = secrets.token_bytes(16) if held is None else held[0]
        cipher = AESGCM(stretched(self._secret, salt))
        if held is None:
            proof = _seal(cipher, _PROOF, _PROOF)
            database.execute("INSERT INTO vault VALUES (0, ?, ?)", (salt, proof))
        else:
            _unseal(cipher, held[1], _PROOF)
        return cipher

    def _purge(self, database: sqlite3.Connection) -> None:
        database.execute(
            "DELETE FROM entries WHERE scope IN "
            "(SELECT scope FROM entries GROUP BY scope HAVING max(written) < ?)",
            (time.time() - self._ttl_s,),
        )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """One connection per transaction: safe between threads and between processes."""
        with _host_faults():
            database = sqlite3.connect(self._path, timeout=_BUSY_S, isolation_level=None)
            try:
                database.execute("PRAGMA secure_delete = ON")
                database.execute("PRAGMA journal_mode = DELETE")
                database.execute("BEGIN IMMEDIATE")
                try:
                    yield database
                    database.execute("COMMIT")
                except BaseException:
                    if database.in_transaction:
                        database.execute("ROLLBACK")
                    raise
            finally:
                database.close()


def _bound_to(scope: str, name: str) -> bytes:
    return f"{len(scope)}|{scope}|{name}".encode()


def _held(database: sqlite3.Connection, scope: str, name: str) -> tuple[bytes] | None:
    row: tuple[bytes] | None = database.execute(
        "SELECT value FROM entries WHERE scope = ? AND name = ?", (scope, name)
    ).fetchone()
    return row


def _insert(database: sqlite3.Connection, scope: str, name: str, sealed: bytes) -> None:
    database.execute(
        "INSERT INTO entries (scope, name, value, written) VALUES (?, ?, ?, ?)",
        (scope, name, sealed, time.time()),
    )


def _seal(cipher: AESGCM, value: bytes, bound: bytes) -> bytes:
    nonce = secrets.token_bytes(_NONCE)
    return nonce + cipher.encrypt(nonce, value, bound)


def _unseal(cipher: AESGCM, sealed: bytes, bound: bytes) -> bytes:
    try:
        return cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], bound)
    except InvalidTag:
        raise InputError(
            Code.VAULT_KEY_WRONG,
            "the vault was written with another secret, or was changed: set the RECAST_SECRET that "
            "wrote it, or another RECAST_HOME for a new one",
        ) from None


@contextmanager
def _host_faults() -> Iterator[None]:
    """What the host refuses, by a code: messages of the host may name paths."""
    try:
        yield
    except ReCastError:
        raise
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) in _FULL_SQLITE:
            raise _full() from None
        raise InternalError(Code.INTERNAL, "the vault cannot be read or written") from None
    except OSError as error:
        if error.errno in _FULL:
            raise _full() from None
        raise InternalError(
            Code.INTERNAL, "the vault cannot be opened: check the permissions of RECAST_HOME"
        ) from None


def _full() -> InternalError:
    return InternalError(Code.DISK_FULL, "no room left for the vault: free some and resume")
