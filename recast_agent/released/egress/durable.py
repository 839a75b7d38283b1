"""Writing files so that they survive a crash, readable by their owner alone. Raises OSError."""

from __future__ import annotations

import os
from pathlib import Path

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)


def make_folder(folder: Path) -> None:
    """Make ``folder`` and its parents; the folder itself is closed to others."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def append(file: Path, data: bytes, *, at: int) -> None:
    """Write ``data`` at offset ``at``, dropping whatever lies behind; durable on return.

    A write that fails leaves the file as long as ``at``, where the system still allows it.
    """
    new = not file.exists()
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | _NOFOLLOW, 0o600)
    try:
        os.ftruncate(handle, at)
        os.lseek(handle, at, os.SEEK_SET)
        try:
            _write_all(handle, data)
            os.fsync(handle)
        except OSError:
            os.ftruncate(handle, at)
            raise
    finally:
        os.close(handle)
    if new:
        _sync_folder(file.parent)


def replace(file: Path, data: bytes) -> None:
    """Put ``data`` at ``file`` in one step; durable on return. One writer at a time."""
    temporary = file.with_name(f".{file.name}.tmp")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NOFOLLOW, 0o600)
    try:
        _write_all(handle, data)
        os.fsync(handle)
    finally:
        os.close(handle)
    os.replace(temporary, file)
    _sync_folder(file.parent)


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # a folder cannot be opened there; its entries are written through
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
