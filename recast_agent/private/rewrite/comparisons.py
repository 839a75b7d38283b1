"""Comparisons of a question: which way they point, and what they measure."""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import WORD, in_skeleton, operators, stem
from recast_agent.private.rewrite.analysis import Word, words_of
from recast_agent.private.rewrite.order import dated
from recast_agent.private.rewrite.unit import told_apart, unit_of


def _words(line: str) -> list[str]:
    return line.split()


def _forms(word: str, tag: str) -> set[str]:
    """The comparative or superlative of a word as it may be written."""
    ending = "est" if tag == "JJS" else "er"
    base = word[:-1] if word.endswith("e") else word
    base = base[:-1] + "i" if base.endswith("y") else base
    return {base + ending, base + base[-1] + ending}


_UP = _words(
    "rich wealthy costly expensive dear pricey tall long high heavy hot warm deep wide "
    "broad thick strong big large great old frequent numerous loud bright steep dense "
    "busy populous common vast huge hefty fat many much"
)
_DOWN = _words(
    "cheap poor short low light cold cool shallow narrow thin weak small little young "
    "rare scarce quiet dim slim slight tiny slender skinny minor few inexpensive"
)
SUPERLATIVES = {
    **{form: "highest" for word in _UP for form in _forms(word, "JJS")},
    **{form: "higher" for word in _UP for form in _forms(word, "JJR")},
    **{form: "lowest" for word in _DOWN for form in _forms(word, "JJS")},
    **{form: "lower" for word in _DOWN for form in _forms(word, "JJR")},
}
"""Comparisons whose direction is that of the measure, whatever its unit."""
UNSURE = frozenset(
    _words(
        "faster fastest slower slowest quicker quickest swifter swiftest speedier speediest "
        "better best worse worst inferior superior"
    )
)
"""Comparisons that a time turns round, or a rank: a fast runner has a low value, or a high one."""
_OF_ANY_MEASURE = frozenset(
    _words(
        "high large big great many much low small little few vast huge hefty tiny slight minor "
        "numerous slim"
    )
)
_OF_ONE_MEASURE = {
    form
    for word in (*_UP, *_DOWN)
    if word not in _OF_ANY_MEASURE
    for tag in ("JJR", "JJS")
    for form in _forms(word, tag)
}
_DEGREES = frozenset(["most", "least", "more", "less"])
_COPULAS = frozenset(_words("is was are were be been the at its their"))
_NO_MEASURE = "several columns could be meant: name the column and ask for highest or lowest"


def measured(table: Table, question: str) -> None:
    """Raises Withheld(rewrite_invalid) where an adjective alone says which column is compared.

    ``heaviest`` names the column of weights, ``highest`` in its place names none once weights and
    heights have other names: a solver would compare another column without anybody's notice.
    """
    if _one_measure(table):
        return
    series = {stem(word) for label in table.series for word in WORD.findall(label)}
    texts = (table.title, table.category_axis, *table.categories, *table.series)
    held = {word.casefold() for text in texts for word in WORD.findall(text)}
    words = [word for word in words_of(question) if WORD.fullmatch(word.text)]
    for at, word in enumerate(words):
        compares = _compares(words, at, question)
        if compares and word.text.casefold() not in held and not _names(words, at, series):
            raise Withheld(Code.REWRITE_INVALID, _NO_MEASURE)


def _one_measure(table: Table) -> bool:
    """Whether all columns surely show the same: years of one thing, or values of one axis."""
    if len(table.series) < 2:
        return True
    units = {unit_of(label).casefold() for label in table.series}
    if len(units) > 1 or told_apart(table.series):
        return False
    return bool(table.unit or table.value_axis) or all(map(dated, table.series))


def _compares(words: Sequence[Word], at: int, question: str) -> bool:
    word = words[at]
    before = words[at - 1].text.casefold() if at else ""
    if word.text.casefold() in _OF_ONE_MEASURE:
        return before != "no"
    free = in_skeleton(question, word.start, word.end) or word.text.casefold() in operators()
    return before in _DEGREES and word.tag == "JJ" and not free


def _names(words: Sequence[Word], at: int, series: set[str]) -> bool:
    """Whether a column stands right behind a comparison or is its subject."""
    behind = words[at + 1 : at + 2]
    back = at - 1
    while back >= 0 and words[back].text.casefold() in _COPULAS | _DEGREES:
        back -= 1
    subject = words[back : back + 1] if back >= 0 else []
    return any(stem(word.text) in series for word in (*behind, *subject))
