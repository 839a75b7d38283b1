"""``recast …`` on the command line."""

from __future__ import annotations


def main() -> None:
    """Entry point: everything heavy is imported by the command that needs it."""
    from recast_agent.cli.process import own_process

    with own_process():
        from recast_agent.cli.app import app

        app()
