"""Themes: another world's names and words, as data files."""

from __future__ import annotations

import random
from functools import cache
from importlib import resources

import numpy as np
from rapidfuzz import process

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.model import Model
from recast_agent.core.vocabulary import stem

LEAST_DISTANCE = 0.98
"""A theme may share one word in fifty with a source: those words are then never drawn."""

_SAMPLE = 200


class Theme(Model):
    """Names for categories and series, and words by part of speech (all lower case, base form).

    ``topics`` are words of the theme's subject that are no replacements: a source that speaks of
    them is too close.
    """

    name: str
    topics: tuple[str, ...]
    names: tuple[str, ...]
    nouns: tuple[str, ...]
    verbs: tuple[str, ...]
    adjectives: tuple[str, ...]

    def words(self) -> frozenset[str]:
        """The stem of every word of the theme and of its subject."""
        listed = (*self.topics, *self.names, *self.nouns, *self.verbs, *self.adjectives)
        return frozenset(map(stem, listed))


@cache
def themes() -> tuple[Theme, ...]:
    """All themes, by name."""
    folder = resources.files(__package__) / "themes"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".json")), key=lambda f: f.name)
    return tuple(Theme.model_validate_json(file.read_text("utf-8")) for file in files)


def draw_theme(source: frozenset[str], rng: random.Random) -> Theme:
    """One of the themes that are distant enough from the stems of a source, each as likely.

    Never the farthest one: it would tell what the source is about (threat 4). Raises
    Withheld(rewrite_invalid) where no theme is distant.
    """
    distant = [theme for theme in themes() if distance(theme, source) >= LEAST_DISTANCE]
    if not distant:
        raise Withheld(Code.REWRITE_INVALID, "every theme is too close to the evidence")
    if len(distant) > 1:
        distant.remove(min(distant, key=lambda theme: likeness(theme, source)))
    return rng.choice(distant)


def distance(theme: Theme, source: frozenset[str]) -> float:
    """The share of a source's words that the theme does not have."""
    return 1 - len(theme.words() & source) / max(1, len(source))


def likeness(theme: Theme, source: frozenset[str]) -> float:
    """How alike, 0 to 100, the words of a source and the nearest words of a theme are spelled."""
    some = sorted(source)[:_SAMPLE]
    if not some:
        return 0.0
    scores = process.cdist(some, sorted(theme.words()), dtype=np.float32)
    return float(scores.max(axis=1).mean())


def theme_named(name: str) -> Theme:
    """The theme of a dictionary that is being extended."""
    return next(theme for theme in themes() if theme.name == name)
