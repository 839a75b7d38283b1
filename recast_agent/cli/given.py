"""What a person gave is checked before any model loads: a slip of the keyboard costs no wait."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from recast_agent.cli.content import contradiction
from recast_agent.cli.person import told
from recast_agent.core.errors import Code, InputError
from recast_agent.core.net import check_url
from recast_agent.core.settings import Settings
from recast_agent.core.table import ChartType
from recast_agent.core.types import Modality
from recast_agent.private.capture.source import load_source
from recast_agent.private.record import SourceKind
from recast_agent.private.vault.keys import find_secret
from recast_agent.workflow.case import known_case
from recast_agent.workflow.opening import case_input

MAX_PROGRAM = 20_000


@dataclass(frozen=True, repr=False)
class Asked:
    """A question about the file at ``path``; what leaves is also written to ``out``."""

    path: Path
    question: str
    choices: tuple[str, ...]
    chart: str | None
    release: str | None
    spoken_question: bool
    out: Path | None


@dataclass(frozen=True)
class Wanted:
    """The chart to draw a table as and the kind of media to release (None: the usual one), and
    the kind of evidence that the file holds."""

    chart: ChartType | None
    release: Modality | None
    kind: SourceKind


def checked(asked: Asked, settings: Settings) -> Wanted:
    """What was named, once everything given can be used. A file that is named as another kind of
    evidence than it holds is read all the same, and the person is told.

    Raises InputError with the code of what cannot.
    """
    chart, release = _chart_type(asked.chart), _modality(asked.release)
    source = load_source(asked.path, settings)
    if odd := contradiction(asked.path, source.kind):
        told(odd)
    case_input(
        source.data,
        asked.question,
        settings,
        choices=asked.choices,
        chart_type=chart,
        release=release,
        spoken_question=asked.spoken_question,
    )
    find_secret(settings)
    if asked.out is not None:
        checked_folder(asked.out)
    return Wanted(chart, release, source.kind)


def checked_solver(settings: Settings) -> None:
    """Raises InputError(settings_invalid) where the solver's address cannot be used, or its model
    has no name."""
    check_url(settings.solver_base_url, settings.trusted_hosts)
    checked_model(settings)


def checked_model(settings: Settings) -> None:
    """Raises InputError(settings_invalid) where the solver's model has no name."""
    if not settings.solver_model.strip():
        hint = "set RECAST_SOLVER_MODEL to the name of the model to ask"
        raise InputError(Code.SETTINGS_INVALID, hint, where="solver_model")


def checked_case(case: str, settings: Settings) -> str:
    """A well-formed case id, where there is a key to the vault.

    Raises InputError(case_unknown | vault_key_missing).
    """
    find_secret(settings)
    return known_case(case)


def read_program(where: str) -> str:
    """The text of a program file, or of standard input for ``-``.

    Raises InputError(evidence_not_found).
    """
    try:
        if where == "-":
            return sys.stdin.read(MAX_PROGRAM + 1)
        with open(where, encoding="utf-8") as file:
            return file.read(MAX_PROGRAM + 1)
    except (OSError, UnicodeDecodeError):
        raise InputError(
            Code.EVIDENCE_NOT_FOUND, "give a readable UTF-8 file with the program, or -"
        ) from None


def _chart_type(name: str | None) -> ChartType | None:
    for known in get_args(ChartType):
        if name == known:
            return known  # type: ignore[no-any-return]
    if name is None:
        return None
    raise InputError(Code.SETTINGS_INVALID, "--chart is one of " + ", ".join(get_args(ChartType)))


def _modality(name: str | None) -> Modality | None:
    for known in get_args(Modality):
        if name == known:
            return known  # type: ignore[no-any-return]
    if name is None:
        return None
    raise InputError(Code.SETTINGS_INVALID, "--release is one of " + ", ".join(get_args(Modality)))


def checked_folder(folder: Path) -> None:
    """Make the folder for what leaves. Raises InputError(settings_invalid) where none can be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        raise InputError(Code.SETTINGS_INVALID, "name a folder for --out that can be written")
