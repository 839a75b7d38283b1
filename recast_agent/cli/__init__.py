"""``recast …`` on the command line."""

from __future__ import annotations


def main() -> None:
    """Entry point: everything heavy is imported by the command that needs it."""
    from recast_agent.cli.process import own

    own(_commands)


def _commands() -> None:
    from recast_agent.cli.app import app

    app()
