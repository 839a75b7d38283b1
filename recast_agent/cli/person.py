"""Whoever ``--preview`` and ``--confirm`` ask: somebody at a terminal, or nobody."""

from __future__ import annotations

import sys

from recast_agent.core.errors import Code, InputError


def at_terminal() -> bool:
    """Whether somebody can be asked and can answer."""
    return sys.stdin is not None and sys.stdin.isatty()


def needed(asker: str, instead: str) -> None:
    """Before any work: what asks is of no use where nobody answers.

    Raises InputError(no_terminal) with what to do ``instead``.
    """
    if not at_terminal():
        hint = f"{asker} asks, and standard input is no terminal: run it at one, or {instead}"
        raise InputError(Code.NO_TERMINAL, hint)


def told(line: str) -> None:
    """A line for the person, beside what the command prints for scripts."""
    sys.stderr.write(f"recast: {line}\n")
