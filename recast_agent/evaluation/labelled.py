"""Numbers found against labels that a person set without having seen the engine.

The labels hold offsets, values and roles; the texts are rebuilt from the local data. A label of
role ``optional`` (a name's Roman numeral, "half" of a game) counts neither way.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from recast_agent.core.literals import Literal, find

_FIELD = re.compile(r"(\w+)(?:\[(\d+)\])?(?:\[:(\d+)\])?")
_ALSO_VALUE = re.compile(r"also (?:value )?(\d+)")


@dataclass(frozen=True)
class Miss:
    """A label that the engine did not find as labelled: where, and what it found there."""

    passage: str
    start: int
    label: str
    found: str


@dataclass(frozen=True)
class Score:
    """``missed`` were not found with their value, ``misread`` were found in another role;
    ``extra`` is what the engine found beside all labels."""

    labels: int
    missed: tuple[Miss, ...]
    misread: tuple[Miss, ...]
    extra: tuple[Miss, ...]


def score(labels: Path, data: Path) -> Score:
    """The engine on every labelled passage. Raises ValueError where a text is not the labelled."""
    passages = json.loads(labels.read_text(encoding="utf-8"))
    texts = _texts(passages, data)
    missed: list[Miss] = []
    misread: list[Miss] = []
    extra: list[Miss] = []
    count = 0
    for passage in passages:
        text = texts[_name(passage)]
        if hashlib.sha256(text.encode()).hexdigest() != passage["sha256"]:
            raise ValueError(f"{_name(passage)} is not the text that was labelled")
        found = find(text, field="text")
        for label in passage["labels"]:
            near = [one for one in found if _touches(one, label)]
            if label["role"] == "optional":
                continue
            count += 1
            held = [one for one in near if _value(one) in _values(label)]
            if not held:
                missed.append(_miss(passage, label, near))
            elif not any(one.role in _roles(label) for one in held):
                misread.append(_miss(passage, label, held))
        extra += [
            Miss(_name(passage), one.start, "", f"{one.text} {one.role}")
            for one in found
            if not any(_touches(one, label) for label in passage["labels"])
        ]
    return Score(count, tuple(missed), tuple(misread), tuple(extra))


def _texts(passages: list[dict[str, Any]], data: Path) -> dict[str, str]:
    examples: dict[tuple[str, str], dict[str, Any]] = {}
    for source in {passage["source"] for passage in passages}:
        lines = (data / source / "manifest.jsonl").read_text(encoding="utf-8").split("\n")
        for example in map(json.loads, filter(str.strip, lines)):
            examples[source, example["id"]] = example
    return {_name(p): _text(examples[p["source"], p["id"]], p["field"]) for p in passages}


def _text(example: dict[str, Any], field: str) -> str:
    """``question``, ``paragraphs[K]`` or ``table`` (a row a line, cells joined by `` | ``); with
    ``[:N]`` the first N characters."""
    match = _FIELD.fullmatch(field)
    assert match is not None
    name, index, length = match.groups()
    value = example[name]
    if isinstance(value, list):
        value = value[int(index)] if index else "\n".join(" | ".join(row) for row in value)
    return str(value)[: int(length)] if length else str(value)


def _name(passage: dict[str, Any]) -> str:
    return f"{passage['source']}/{passage['id']}/{passage['field']}"


def _touches(one: Literal, label: dict[str, Any]) -> bool:
    return bool(one.start < label["end"] and label["start"] < one.end)


def _value(one: Literal) -> Fraction:
    return Fraction(one.value)


def _values(label: dict[str, Any]) -> set[Fraction]:
    also = _ALSO_VALUE.findall(label.get("note", ""))
    return {Fraction(label["value"]), *(Fraction(Decimal(value)) for value in also)}


def _roles(label: dict[str, Any]) -> set[str]:
    return {label["role"], label.get("also", label["role"])}


def _miss(passage: dict[str, Any], label: dict[str, Any], found: list[Literal]) -> Miss:
    seen = ", ".join(f"{one.text} = {one.value} {one.role}" for one in found)
    return Miss(_name(passage), label["start"], f"{label['value']} {label['role']}", seen)
