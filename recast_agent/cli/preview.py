"""``--preview``: a person sees what would leave and is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from recast_agent.cli.output import write_release
from recast_agent.cli.person import at_terminal
from recast_agent.result import Release


@contextmanager
def asking(out: Path | None) -> Iterator[Callable[[Release], bool]]:
    """Whether a person at the terminal lets a release leave; nobody there means no.

    The picture lies in ``out``, where it stays, or in a folder of its own, which is gone as soon
    as the person has answered, and when the block is left without an answer.
    """
    with ExitStack() as held:

        def approve(release: Release) -> bool:
            if out is not None:
                sys.stderr.write(f"would leave: {write_release(release, out)}\n")
            elif at_terminal():
                folder = held.enter_context(TemporaryDirectory(prefix="recast-release-"))
                picture = write_release(release, Path(folder))
                sys.stderr.write(f"would leave: {picture} (deleted afterwards: --out keeps it)\n")
            said = "saying the question" if release.spoken_question else "with the question"
            sys.stderr.write(f"{said}: {release.question}\n")
            if release.beside:
                sys.stderr.write(f"and with this text:\n{release.beside}\n")
            agreed = _agreed()
            held.close()
            return agreed

        yield approve


def _agreed() -> bool:
    if not at_terminal():
        sys.stderr.write("nobody is at a terminal to be asked: not sent\n")
        return False
    sys.stderr.write("Send this? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() == "y"
