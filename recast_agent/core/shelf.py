"""The last results of what takes long, by the hash of the bytes that they were made from."""

from __future__ import annotations

import hashlib
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

_HELD = 32

T = TypeVar("T")


class Shelf(Generic[T]):
    """The last results; whoever asks while one is made waits for it."""

    def __init__(self, make: Callable[[bytes], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._held: OrderedDict[str, Future[T]] = OrderedDict()
        _SHELVES.add(self)

    def __call__(self, data: bytes) -> T:
        key = hashlib.sha256(data).hexdigest()
        with self._lock:
            future = self._held.get(key)
            mine = future is None
            if future is None:
                future = self._held[key] = Future()
            self._held.move_to_end(key)
            while len(self._held) > _HELD:
                self._held.popitem(last=False)
        if mine:
            try:
                future.set_result(self._make(data))
            except BaseException as error:
                with self._lock:
                    self._held.pop(key, None)
                future.set_exception(error)
        return future.result()

    def clear(self) -> None:
        """Forget every result."""
        with self._lock:
            self._held.clear()


_SHELVES: weakref.WeakSet[Shelf[Any]] = weakref.WeakSet()


def forget_all() -> None:
    """Clear every shelf of the process."""
    for shelf in tuple(_SHELVES):
        shelf.clear()
