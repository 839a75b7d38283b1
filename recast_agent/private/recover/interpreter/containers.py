"""Reading and writing inside containers.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

from .values import REFUSED, Budget, Group, Stop, Traced, frozen, items_of, same


def contains(container: Traced, item: Traced, budget: Budget) -> bool:
    """``item in container``."""
    held = container.value
    if isinstance(held, str):
        if not isinstance(item.value, str):
            raise Stop
        budget.text(len(held))
        return item.value in held
    if isinstance(held, dict):
        return frozen(item, budget) in held
    return any(same(other.value, item.value, budget) for other in items_of(container))


def item(container: Traced, index: Traced, budget: Budget) -> Traced:
    """``container[index]``; it depends where the choice of the item did."""
    held = container.value
    if isinstance(held, dict) and not isinstance(held, Group):
        pair = held.get(frozen(index, budget))
        if pair is None:
            raise Stop
        found: Traced = pair[1]
    elif isinstance(held, str):
        raise Stop(REFUSED)  # a part of a text names nothing
    elif isinstance(held, list | tuple) and isinstance(index.value, int):
        if not -len(held) <= index.value < len(held):
            raise Stop
        found = held[index.value]
    else:
        raise Stop
    depends = container.depends or index.depends
    return Traced(found.value, True) if depends and not found.depends else found


def cut(container: Traced, bounds: list[Traced], budget: Budget) -> Traced:
    """``container[lower:upper:step]``, ``None`` for a bound left out."""
    held = container.value
    lower, upper, step = (bound.value for bound in bounds)
    whole = all(b is None or isinstance(b, int) for b in (lower, upper, step))
    if isinstance(held, str):
        raise Stop(REFUSED)
    if not isinstance(held, list | tuple) or not whole or step == 0:
        raise Stop
    budget.items(len(held))
    return Traced(held[lower:upper:step], container.depends or any(b.depends for b in bounds))


def put(container: Traced, index: Traced, value: Traced, budget: Budget) -> None:
    """``container[index] = value``."""
    held = container.value
    if isinstance(held, dict) and not isinstance(held, Group):
        held[frozen(index, budget)] = (index, value)
        budget.spend()
    elif isinstance(held, list) and isinstance(index.value, int):
        if not -len(held) <= index.value < len(held):
            raise Stop
        held[index.value] = value
    else:
        raise Stop
    container.depends = container.depends or index.depends
