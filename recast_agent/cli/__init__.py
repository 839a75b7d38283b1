"""``recast …`` on the command line."""

from __future__ import annotations

OWN_PROCESS = "own process"
"""Handed to the commands by the entry point: nobody else's connections pass here."""


def main() -> None:
    """Entry point: everything heavy is imported by the command that needs it."""
    from recast_agent.cli.app import app

    app(obj=OWN_PROCESS)
