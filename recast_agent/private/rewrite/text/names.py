"""What is known of names: persons, countries, towns; what is written like an acronym."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from recast_agent.private.rewrite.text.lists import rows_of, section_of, sections

_ACRONYM = re.compile(r"(?:[A-Z]\.){2,}|[A-Z]{2,}s?|[A-Z]+(?:&[A-Z]+)+|[A-Z]\.[A-Z]\Z")


@cache
def countries() -> dict[str, str]:
    """Country to demonym, as spelled."""
    return dict(rows_of("places", "country"))  # type: ignore[arg-type]


@cache
def demonyms() -> dict[str, str]:
    """Demonym to country, lower case."""
    return {demonym.casefold(): country for country, demonym in countries().items()}


def person_section(key: str) -> Literal["her", "him", "surname", ""]:
    """Whether a word is a given name or a surname, or "" for no person's name."""
    return section_of("people").get(key, "")  # type: ignore[return-value]


def place_section(key: str) -> Literal["country", "demonym", "town", ""]:
    """Whether a word is the name of a country, of who comes from it, of a town, or ""."""
    if key in demonyms():
        return "demonym"
    if key in {c.casefold() for c in countries()}:
        return "country"
    return "town" if key in {t.casefold() for t in sections("places")["town"]} else ""


def like_an_acronym(word: str) -> bool:
    """``NASA``, ``U.S.``, ``V&A``, ``PCs``."""
    return _ACRONYM.fullmatch(word) is not None
