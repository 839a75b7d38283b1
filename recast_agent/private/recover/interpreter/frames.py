"""Variables, and the functions that a program defines or names."""

from __future__ import annotations

import ast

from .values import Traced


class Frame:
    """The variables of a module, a call or a comprehension."""

    def __init__(self, parent: Frame | None = None) -> None:
        self.names: dict[str, Traced] = {}
        self.parent = parent
        self.result = Traced(None)

    def find(self, name: str) -> Traced | None:
        frame: Frame | None = self
        while frame is not None:
            if name in frame.names:
                return frame.names[name]
            frame = frame.parent
        return None


class Function:
    """A ``def`` or ``lambda`` with the frame it was made in."""

    def __init__(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> None:
        self.node, self.frame = node, frame


class Builtin:
    """An allowed function used as a value (``key=len``)."""

    def __init__(self, name: str) -> None:
        self.name = name
