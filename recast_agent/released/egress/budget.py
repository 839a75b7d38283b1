"""One deadline and one byte budget for a whole case, shared by everything that it sends."""

from __future__ import annotations

import threading
import time

from recast_agent.core.errors import Code, Unanswered


class Budget:
    """``deadline`` is a ``time.monotonic()`` in seconds; bytes count in both directions.

    ``allowed``: whether what the evidence itself takes was added, once for each budget.
    """

    def __init__(self, *, deadline: float, max_bytes: int) -> None:
        self._deadline = deadline
        self._bytes = max_bytes
        self.allowed = False
        self._lock = threading.Lock()

    @classmethod
    def starting_now(cls, seconds: float, max_bytes: int) -> Budget:
        """A budget whose time runs from now."""
        return cls(deadline=time.monotonic() + seconds, max_bytes=max_bytes)

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())

    @property
    def spent(self) -> bool:
        """Whether no byte is left."""
        return self._bytes <= 0

    def check(self) -> None:
        """Raise Unanswered(deadline | byte_budget) where nothing is left."""
        if self.seconds_left <= 0:
            raise Unanswered(Code.DEADLINE, "allow more time with deadline_s")
        if self.spent:
            raise Unanswered(Code.BYTE_BUDGET, "allow more with byte_budget")

    def allow(self, seconds: float, count: int) -> None:
        """Add what the evidence takes by its nature."""
        with self._lock:
            self._deadline += seconds
            self._bytes += count
            self.allowed = True

    def spend(self, count: int) -> None:
        """Take ``count`` bytes. Raises Unanswered(byte_budget) where there are not that many."""
        with self._lock:
            left = self._bytes - count
            self._bytes = max(0, left)
        if left < 0:
            raise Unanswered(Code.BYTE_BUDGET, "allow more with byte_budget")
