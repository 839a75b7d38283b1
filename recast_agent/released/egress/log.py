"""The request log: every attempt, written durably before it is sent.

``requests.jsonl`` holds one event a line, each with the keyed MAC of itself and of the line before.
``head.json`` anchors how many there are, so that a log cut short is found. Both hold released
content only. Not found: a rollback of both files to an earlier pair of theirs.

An append writes the line, then the head. A crash in between leaves one good line, or part of one,
behind what the head counts: the next append takes in the good line and removes the torn one,
whose request was never sent.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from recast_agent.core.errors import Code, InternalError
from recast_agent.released.egress.durable import append, make_folder, replace

LOG, HEAD, LOCK, MEDIA, SEALED = "requests.jsonl", "head.json", "lock", "media", "sealed"
LOCK_TIMEOUT_S = 30.0

_START = "0" * 64


@dataclass(frozen=True)
class VerifyReport:
    """``broken_at`` counts events from 1 (0: the head itself). ``torn``: the end of the file is an
    append that was interrupted, which is no sign of tampering."""

    ok: bool
    events: int
    broken_at: int | None = None
    torn: bool = False


@dataclass(frozen=True)
class _Head:
    """How far the log is known to be good: events, bytes, MAC of the last event."""

    count: int = 0
    size: int = 0
    mac: str = _START


class RequestLog:
    """One log folder (``home/log``). Safe for threads and processes; ``key`` is 32 bytes."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self._folder = folder
        self._key = key

    def write(self, kind: str, **fields: Any) -> str:
        """Append an event durably; its random id. ``fields`` are JSON values of released content.

        Raises InternalError(log_unwritable | disk_full | log_broken).
        """
        event = secrets.token_hex(8)
        with self._writing():
            head, torn = self._recovered()
            if torn:
                head = self._append(head, secrets.token_hex(8), "torn_line_removed", {})
            self._append(head, event, kind, fields)
        return event

    def keep_media(self, data: bytes) -> str:
        """Keep released media once, by content; its SHA-256."""
        digest = hashlib.sha256(data).hexdigest()
        with self._writing():
            place = self._folder / MEDIA / digest
            if not place.exists():
                make_folder(place.parent)
                replace(place, data)
        return digest

    def seal(self, case: str) -> None:
        """Mark a case for ever: other processes see it too."""
        with self._writing():
            place = self._seal_of(case)
            make_folder(place.parent)
            replace(place, b"")

    def is_sealed(self, case: str) -> bool:
        """Whether a case was sealed by any process."""
        return self._seal_of(case).exists()

    def _seal_of(self, case: str) -> Path:
        return self._folder / SEALED / hashlib.sha256(case.encode()).hexdigest()

    def _append(self, head: _Head, event: str, kind: str, fields: dict[str, Any]) -> _Head:
        body = {
            **fields,
            "event": event,
            "kind": kind,
            "seq": head.count + 1,
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        }
        mac = _mac(self._key, head.mac, body)
        line = _canonical({**body, "mac": mac}) + b"\n"
        append(self._folder / LOG, line, at=head.size)
        grown = _Head(head.count + 1, head.size + len(line), mac)
        self._anchor(grown)
        return grown

    def _anchor(self, head: _Head) -> None:
        fields = {"count": head.count, "size": head.size, "mac": head.mac}
        seal = _mac(self._key, "head", fields)
        replace(self._folder / HEAD, _canonical({**fields, "seal": seal}))

    def _recovered(self) -> tuple[_Head, bool]:
        """The head after an interrupted append was made good, and whether its line was torn."""
        head = _head(self._folder, self._key)
        if head is None:
            raise _broken()
        rest = _tail(self._folder, head)
        if rest is None:
            raise _broken()
        if not rest:
            return head, False
        line, newline, more = rest.partition(b"\n")
        if not newline:
            return head, True
        mac = _checked_line(line, head, self._key)
        if mac is None or more:
            raise _broken()
        grown = _Head(head.count + 1, head.size + len(line) + 1, mac)
        self._anchor(grown)
        return grown, False

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _held(self._folder):
            if not (self._folder / HEAD).exists() and not (self._folder / LOG).exists():
                # from the first event on, a log without its anchor is a broken one
                self._anchor(_Head())
            yield


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """One process or thread at a time; errors of the disk become ours."""
    try:
        make_folder(folder)
        with FileLock(folder / LOCK, timeout=LOCK_TIMEOUT_S, mode=0o600):
            yield
    except Timeout:
        raise InternalError(Code.LOG_UNWRITABLE, "another process holds the log") from None
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise InternalError(Code.DISK_FULL, "make room: nothing leaves unlogged") from None
        raise InternalError(
            Code.LOG_UNWRITABLE, "make the log folder in RECAST_HOME writable"
        ) from None


def entries(folder: Path) -> Iterator[dict[str, Any]]:
    """The events of a log in order, unverified. Raises InternalError(log_broken)."""
    try:
        with open(folder / LOG, "rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield dict(json.loads(line))
    except FileNotFoundError:
        return
    except OSError:
        raise InternalError(Code.LOG_UNWRITABLE, "the log cannot be read") from None
    except ValueError:
        raise InternalError(Code.LOG_BROKEN, "recast log --verify says where") from None


def verify(folder: Path, key: bytes) -> VerifyReport:
    """Check the whole chain, its anchor and the media it names. Raises InternalError(log_…)."""
    if not folder.exists():
        return VerifyReport(ok=True, events=0)
    with _held(folder):
        return _verify(folder, key)


def _verify(folder: Path, key: bytes) -> VerifyReport:
    anchored = _head(folder, key)
    if anchored is None:
        return VerifyReport(ok=False, events=0, broken_at=0)
    try:
        data = (folder / LOG).read_bytes()
    except OSError:
        data = b""
    whole, _, torn = data.rpartition(b"\n")
    head = _Head()
    for line in whole.split(b"\n") if whole else ():
        mac = _checked_line(line, head, key)
        if mac is None or not _media_kept(folder, line):
            return VerifyReport(ok=False, events=head.count, broken_at=head.count + 1)
        head = _Head(head.count + 1, head.size + len(line) + 1, mac)
        if head.count == anchored.count and head != anchored:
            return VerifyReport(ok=False, events=head.count, broken_at=head.count)
    # one line behind the anchor is an append whose last step was interrupted
    if head.count not in (anchored.count, anchored.count + 1):
        at = min(head.count, anchored.count) + 1
        return VerifyReport(ok=False, events=head.count, broken_at=at)
    return VerifyReport(ok=True, events=head.count, torn=bool(torn))


def _head(folder: Path, key: bytes) -> _Head | None:
    """The anchor; that of an empty log where there is neither log nor anchor; None: not ours."""
    try:
        fields = json.loads((folder / HEAD).read_bytes())
        seal = fields.pop("seal")
        head = _Head(**fields)
    except FileNotFoundError:
        return None if (folder / LOG).exists() else _Head()
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None
    return head if _equal(seal, _mac(key, "head", fields)) else None


def _tail(folder: Path, head: _Head) -> bytes | None:
    """What lies behind the part that the head counts; None where that part is not all there."""
    try:
        with open(folder / LOG, "rb") as file:
            if file.seek(0, os.SEEK_END) < head.size:
                return None
            file.seek(head.size)
            return file.read()
    except FileNotFoundError:
        return None if head.size else b""


def _checked_line(line: bytes, head: _Head, key: bytes) -> str | None:
    """The MAC of a line that follows ``head``, or None where it does not."""
    try:
        body = json.loads(line)
        mac = body.pop("mac")
    except (ValueError, KeyError, AttributeError, TypeError):
        return None
    if body.get("seq") != head.count + 1 or _canonical({**body, "mac": mac}) != line:
        return None
    expected = _mac(key, head.mac, body)
    return expected if _equal(mac, expected) else None


def _media_kept(folder: Path, line: bytes) -> bool:
    digest = json.loads(line).get("media")
    if not isinstance(digest, str):
        return True
    try:
        data = (folder / MEDIA / digest).read_bytes()
    except OSError:
        return False
    return hashlib.sha256(data).hexdigest() == digest


def _equal(found: object, expected: str) -> bool:
    if not isinstance(found, str):
        return False
    equal: bool = hmac.compare_digest(found.encode(), expected.encode())
    return equal


def _mac(key: bytes, previous: str, body: dict[str, Any]) -> str:
    return hmac.new(key, previous.encode() + b"\0" + _canonical(body), hashlib.sha256).hexdigest()


def _canonical(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()


def _broken() -> InternalError:
    return InternalError(
        Code.LOG_BROKEN,
        "the log does not fit its anchor or its key: see recast log --verify, then move it away",
    )
