"""solve, protect, resume, recover, forget: one client over the encrypted vault."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from recast_agent.cli import given, person, process
from recast_agent.cli.confirm import confirmed
from recast_agent.cli.content import WORDS
from recast_agent.cli.given import Asked, Wanted
from recast_agent.cli.output import guarded, print_result, progress, write_release
from recast_agent.cli.preview import asking
from recast_agent.core.settings import Settings, load_settings
from recast_agent.result import Result

if TYPE_CHECKING:
    from recast_agent.client import Approve, Confirm, ReCast


def solve(asked: Asked, *, as_json: bool, preview: bool, confirm: bool) -> int:
    """Exit code of ``recast solve``."""

    def run() -> int:
        settings = load_settings()
        given.checked_solver(settings)
        wanted = given.checked(asked, settings)
        asks = confirm and _confirmable(wanted)
        if preview:
            person.needed("--preview", "see with recast protect --out what would leave")
        if asks:
            person.needed("--confirm", "leave it out")
        with ExitStack() as held:
            on_event = held.enter_context(progress(quiet=as_json or preview or asks))
            approve = held.enter_context(asking(asked.out)) if preview else None
            result = _client(settings, approve, _asker(settings) if asks else None).solve(
                asked.path,
                asked.question,
                choices=asked.choices,
                chart_type=wanted.chart,
                release=wanted.release,
                spoken_question=asked.spoken_question,
                on_event=on_event,
            )
        return _finish(result, asked.out, as_json)

    return guarded(run, as_json)


def _asker(settings: Settings) -> Confirm:
    return partial(confirmed, strict=settings.strict)


def _confirmable(wanted: Wanted) -> bool:
    """Whether there is anything to confirm: a chart alone is read with a doubt."""
    if wanted.kind != "image":
        person.told(f"--confirm asks about charts: this is {WORDS[wanted.kind]}, nobody is asked")
    return wanted.kind == "image"


def protect(asked: Asked, *, as_json: bool) -> int:
    """Exit code of ``recast protect``."""

    def run() -> int:
        settings = load_settings()
        wanted = given.checked(asked, settings)
        with progress(quiet=as_json) as on_event:
            result = _client(settings).protect(
                asked.path,
                asked.question,
                choices=asked.choices,
                chart_type=wanted.chart,
                release=wanted.release,
                spoken_question=asked.spoken_question,
                on_event=on_event,
            )
        return _finish(result, asked.out, as_json)

    return guarded(run, as_json)


def resume(case: str, out: Path | None, *, as_json: bool) -> int:
    """Exit code of ``recast resume``. Whoever was to be asked when it began is asked again."""

    def run() -> int:
        settings = load_settings()
        given.checked_case(case, settings)
        if out is not None:
            given.checked_folder(out)
        asks = _asks(case, settings)
        if asks:
            person.needed("this case", "solve without --preview and --confirm")
        with ExitStack() as held:
            # a spinner would write over the questions that a case may come with
            on_event = held.enter_context(progress(quiet=as_json or asks))
            approve = held.enter_context(asking(out))
            result = _client(settings, approve, _asker(settings)).resume(case, on_event=on_event)
        return _finish(result, out, as_json)

    return guarded(run, as_json)


def _asks(case: str, settings: Settings) -> bool:
    """Whether somebody is asked before a case that goes on comes to its end."""
    from recast_agent.workflow.home import file_vault
    from recast_agent.workflow.loop import run_sync
    from recast_agent.workflow.resuming import asks_again

    return run_sync(asks_again(file_vault(settings), case))


def recover(case: str, program: str, *, as_json: bool) -> int:
    """Exit code of ``recast recover``."""

    def run() -> int:
        settings = load_settings()
        given.checked_case(case, settings)
        text = given.read_program(program)
        return _finish(_client(settings).recover(case, text), None, as_json)

    return guarded(run, as_json)


def forget(case: str) -> int:
    """Exit code of ``recast forget``."""

    def run() -> int:
        from recast_agent.workflow.loop import run_sync

        settings = load_settings()
        given.checked_case(case, settings)
        client = _client(settings)
        held = run_sync(client.stages.vault.names(case))
        client.forget(case)
        print(
            f"forgot {case}: its evidence, question, disguise and answers are deleted; the log of "
            "what left stays, and what is pinned to the evidence stays until it expires"
            if held
            else f"nothing was held of {case}: expired, forgotten before, or another case's id?"
        )
        return 0

    return guarded(run, as_json=False)


def _client(
    settings: Settings, approve: Approve | None = None, confirm: Confirm | None = None
) -> ReCast:
    if settings.strict and process.is_own():
        from recast_agent.released.egress.guard import guard_sockets

        guard_sockets()
    from recast_agent.client import ReCast
    from recast_agent.workflow.home import file_vault
    from recast_agent.workflow.stages import embedded

    stages = embedded(settings, vault=file_vault(settings))
    return ReCast(settings, stages=stages, approve=approve, confirm=confirm)


def _finish(result: Result, out: Path | None, as_json: bool) -> int:
    # first: an answer that was paid for is not lost with the disk
    print_result(result, as_json, out)
    if out is not None and result.release is not None:
        write_release(result.release, out)
    return result.exit_code
