"""The graph in the README. ``python -m tests.workflow.picture`` writes it from the code."""

from __future__ import annotations

import re

from recast_agent.workflow.graph import solve_graph
from tests.support import REPOSITORY

README = REPOSITORY / "README.md"
_BLOCK = re.compile(r"(?<=<!-- graph -->\n).*?(?=<!-- /graph -->)", re.DOTALL)


def block() -> str:
    """What stands between the two markers."""
    return f"```mermaid\n{solve_graph().get_graph().draw_mermaid().strip()}\n```\n"


def shown(readme: str) -> str | None:
    """The block that a README shows, or None without the markers."""
    found = _BLOCK.search(readme)
    return found[0] if found else None


if __name__ == "__main__":
    README.write_text(
        _BLOCK.sub(lambda _: block(), README.read_text(encoding="utf-8")), encoding="utf-8"
    )
