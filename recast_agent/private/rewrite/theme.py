"""Themes: another world's names and words, as data files."""

from __future__ import annotations

import random
from functools import cache
from importlib import resources

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.model import Model


class Theme(Model):
    """Names for categories and series, and words by part of speech (all lower case, base form)."""

    name: str
    names: tuple[str, ...]
    nouns: tuple[str, ...]
    verbs: tuple[str, ...]
    adjectives: tuple[str, ...]

    def words(self) -> frozenset[str]:
        """Every word of the theme, lower case."""
        listed = (*self.names, *self.nouns, *self.verbs, *self.adjectives)
        return frozenset(word.casefold() for word in listed)


@cache
def themes() -> tuple[Theme, ...]:
    """All themes, by name."""
    folder = resources.files(__package__) / "themes"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".json")), key=lambda f: f.name)
    return tuple(Theme.model_validate_json(file.read_text("utf-8")) for file in files)


def draw_theme(source_words: frozenset[str], rng: random.Random) -> Theme:
    """One of the themes that share no word with the source, each as likely as the other.

    Never the farthest one: that would tell what the source is about.
    """
    distant = [theme for theme in themes() if not theme.words() & source_words]
    if not distant:
        raise Withheld(Code.REWRITE_INVALID, "every theme shares a word with the evidence")
    return rng.choice(distant)


def theme_named(name: str) -> Theme:
    """The theme of a dictionary that is being extended."""
    return next(theme for theme in themes() if theme.name == name)
