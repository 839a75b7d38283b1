"""The door: the only opener of connections to anything that is not declared local."""

from __future__ import annotations


class Door:
    """Filled in by the egress room."""
