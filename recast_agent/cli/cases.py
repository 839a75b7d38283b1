"""solve, protect, recover, forget: one client over the encrypted vault."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import click

from recast_agent.cli import OWN_PROCESS
from recast_agent.cli.output import (
    agreed,
    checked_folder,
    guarded,
    print_result,
    progress,
    show_release,
    write_release,
)
from recast_agent.client import Approve, ReCast
from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings, load_settings
from recast_agent.core.table import ChartType
from recast_agent.released.egress.guard import guard_sockets
from recast_agent.result import Release, Result
from recast_agent.workflow.stages import embedded, file_vault

MAX_PROGRAM = 20_000


def solve(
    path: Path,
    question: str,
    *,
    chart: str | None,
    choices: list[str],
    out: Path | None,
    as_json: bool,
    preview: bool,
) -> int:
    """Exit code of ``recast solve``."""

    def approve(release: Release) -> bool:
        show_release(release, out)
        return agreed()

    def run() -> int:
        if out is not None:
            checked_folder(out)
        settings = load_settings()
        client = _client(settings, approve if preview else None)
        with progress(quiet=as_json or preview) as on_event:
            result = client.solve(
                path,
                question,
                choices=tuple(choices),
                chart_type=_chart_type(chart),
                on_event=on_event,
            )
        return _finish(result, out, as_json)

    return guarded(run, as_json)


def protect(
    path: Path,
    question: str,
    *,
    chart: str | None,
    choices: list[str],
    out: Path | None,
    as_json: bool,
) -> int:
    """Exit code of ``recast protect``."""

    def run() -> int:
        if out is not None:
            checked_folder(out)
        with progress(quiet=as_json) as on_event:
            result = _client(load_settings()).protect(
                path,
                question,
                choices=tuple(choices),
                chart_type=_chart_type(chart),
                on_event=on_event,
            )
        return _finish(result, out, as_json)

    return guarded(run, as_json)


def recover(case: str, program: str, *, as_json: bool) -> int:
    """Exit code of ``recast recover``."""

    def run() -> int:
        return _finish(_client(load_settings()).recover(case, _program(program)), None, as_json)

    return guarded(run, as_json)


def forget(case: str) -> int:
    """Exit code of ``recast forget``."""

    def run() -> int:
        _client(load_settings()).forget(case)
        return 0

    return guarded(run, as_json=False)


def _client(settings: Settings, approve: Approve | None = None) -> ReCast:
    context = click.get_current_context(silent=True)
    if settings.strict and context is not None and context.find_root().obj == OWN_PROCESS:
        guard_sockets()
    stages = embedded(settings, vault=file_vault(settings))
    return ReCast(settings, stages=stages, approve=approve)


def _finish(result: Result, out: Path | None, as_json: bool) -> int:
    print_result(result, as_json)  # first: an answer that was paid for is not lost with the disk
    if out is not None and result.release is not None:
        write_release(result.release, out)
    return result.exit_code


def _chart_type(name: str | None) -> ChartType | None:
    for known in get_args(ChartType):
        if name == known:
            return known  # type: ignore[no-any-return]
    if name is None:
        return None
    raise InputError(Code.SETTINGS_INVALID, "--chart is one of " + ", ".join(get_args(ChartType)))


def _program(where: str) -> str:
    try:
        if where == "-":
            return sys.stdin.read(MAX_PROGRAM + 1)
        with open(where, encoding="utf-8") as file:
            return file.read(MAX_PROGRAM + 1)
    except (OSError, UnicodeDecodeError):
        raise InputError(
            Code.EVIDENCE_NOT_FOUND, "give a readable UTF-8 file with the program, or -"
        ) from None
