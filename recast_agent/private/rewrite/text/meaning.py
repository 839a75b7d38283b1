"""What a word roughly means: which pool its replacement comes from, so that sentences read well."""

from __future__ import annotations

from recast_agent.core.vocabulary import colors
from recast_agent.private.rewrite.text.english import readings
from recast_agent.private.rewrite.text.families import roots
from recast_agent.private.rewrite.text.lists import section_of
from recast_agent.private.rewrite.text.surfaces import Surface

_ABSTRACT = (
    "tion", "sion", "ment", "ness", "ity", "ism", "ance", "ence", "ship", "hood", "dom", "cy",
    "logy", "graphy", "tude", "ure",
)  # fmt: skip
_PERSON = ("ist", "ian", "man", "men", "woman", "women", "ee", "eer")


def noun_pool(lemma: str) -> str:
    """The pool of a noun: ``person``, ``place``, ``abstract`` and so on, else ``thing``."""
    listed = section_of("nouns").get(lemma)
    if listed:
        return listed
    if lemma.endswith(_PERSON) or doer(lemma):
        return "person"
    return "abstract" if lemma.endswith(_ABSTRACT) else "thing"


def doer(lemma: str) -> bool:
    """Whether a noun is who or what does something: donor, settler."""
    if not lemma.endswith(("er", "or", "ant", "ent")):
        return False
    return any(pos == "V" for root in roots(lemma) for pos, _ in readings(root))


def verb_pool(surface: Surface) -> str:
    """The pool of a verb by its meaning, else by whether it takes an object."""
    listed = section_of("verbs").get(surface.lemma)
    if listed and listed not in ("both", "invariant"):
        return listed
    return "action" if surface.takes_object else "rest"


def adjective_pool(lemma: str) -> str:
    """Colours are colours in the other world too."""
    return "colour" if lemma in colors() else "quality"
