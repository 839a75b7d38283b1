"""Running text (question, title, axes, unit): every content word changes, the skeleton stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from recast_agent.core.characters import SYMBOLS, without_symbols
from recast_agent.core.errors import Code, Withheld
from recast_agent.core.vocabulary import calendar_index
from recast_agent.private.rewrite.analysis import Word, words_of
from recast_agent.private.rewrite.comparisons import SUPERLATIVES, UNSURE
from recast_agent.private.rewrite.kept import Kept
from recast_agent.private.rewrite.lexicon import CURRENCIES, Lexicon
from recast_agent.private.rewrite.mentions import TOKEN, Mentions

_MONEY = "".join(CURRENCIES)
_PRICE = re.compile(rf"(?:\b(?:US|A|C|NZ|HK))?[{_MONEY}]\s?(?=\d)|(?<=\d)\s?[{_MONEY}]")
_SIGN = re.compile(rf"(?:\b(?:US|A|C|NZ|HK))?([{_MONEY}])")
_SUFFIX = re.compile(r"(?:st|nd|rd|th|s|K|M|B|T|bn|mn|tn|k|m)$")
_ARTICLE = re.compile(r"\b([Aa])n?(?= ([A-Za-z]))")
_DEGREES = frozenset(["JJR", "RBR", "JJS", "RBS"])
_COMPARISONS = (
    "lowest", "highest", "smallest", "largest", "biggest", "greatest", "longest", "shortest",
    "lower", "higher", "smaller", "larger", "bigger", "greater", "longer", "shorter",
)  # fmt: skip
_DEALT = re.compile(r"[\s-](?:selling|paid|funded|attended|known|seller|sellers)\b", re.IGNORECASE)
_NO_DIRECTION = "a comparison here may mean more or less: ask with higher or lower"


@dataclass(frozen=True, repr=False)
class Wording:
    """Rewrites the running text of one record. ``name_of`` is what a label is called; ``calendar``
    are all months and weekdays of the record.
    """

    lexicon: Lexicon
    mentions: Mentions
    name_of: Callable[[str], str]
    kept: Kept
    calendar: Sequence[str]

    def rewritten(self, text: str, *, asked: bool = False) -> str:
        """``text`` with labels, months and content words replaced and every number where it was;
        ``asked`` in a question or choice, where more may stay."""
        text = _SIGN.sub(lambda m: CURRENCIES[m[1]], _PRICE.sub("", text))
        tokens = list(TOKEN.finditer(text))
        words = {w.start: w for w in words_of(text)}
        parts: list[str] = []
        end = index = 0
        last = ""
        while index < len(tokens):
            token = tokens[index]
            gap = text[end : token.start()]
            if (
                last
                and not gap.strip(" -/,")
                and (length := self.mentions.rest(last, tokens, index))
            ):
                # "COVID" -19 "deaths": the label was named before its number
                index, end, last = index + length, tokens[index + length - 1].end(), ""
                continue
            if length := self.mentions.other(tokens, index):
                index, end, last = index + length, tokens[index + length - 1].end(), ""
                parts += [gap, self.lexicon.name(text[token.start() : end], "name")]
                continue
            clitic = gap.endswith(("'", "’"))
            label, length = (not clitic and self.mentions.at(tokens, index)) or ("", 1)
            index, end = index + length, tokens[index + length - 1].end()
            if label:
                parts += [gap, self.name_of(label)]
            else:
                parts += [gap, self._word(text, token, words.get(token.start()), asked)]
            last = last if token[0].isdigit() else label
        return _articles(text, without_symbols("".join([*parts, text[end:]])))

    def _word(self, text: str, token: re.Match[str], word: Word | None, asked: bool) -> str:
        written = token[0]
        before = text[: token.start()][-1:]
        if SYMBOLS.fullmatch(written):
            return written  # dropped from the whole text, with its space
        if written.isdigit() or self.kept.passes(text, token.start(), token.end(), asked=asked):
            return written
        if before.isdigit() and _SUFFIX.fullmatch(written):
            return written
        if before in ("'", "’") and written == "s":
            return written
        if re.fullmatch(r"[QH]", written) and re.match(r"[1-4]\b", text[token.end() :]):
            return written
        if calendar_index(written) is not None:
            return self.lexicon.calendar(written, self.calendar)
        if word is None or word.text != written:
            word = Word(written, token.start(), written.casefold(), "NOUN", "NN")
        # the direction of a comparison is what the question asks about
        compared = _compared(word, text, asked=asked)
        surrogate = compared or self.lexicon.word(word)
        if written[0].isupper():
            surrogate = surrogate[0].upper() + surrogate[1:]
        return (" " if before.isdigit() else "") + surrogate


def _compared(word: Word, text: str, *, asked: bool) -> str:
    """``lowest`` for cheapest; a misspelled comparison of the skeleton is mended; nothing for
    a word that compares nothing. Raises Withheld where a question leaves the direction open."""
    plain = word.text.casefold()
    if plain in SUPERLATIVES:
        return SUPERLATIVES[plain]
    sold = plain == "best" and _DEALT.match(text, word.end)
    if sold:
        return "highest"
    degree = word.tag in _DEGREES
    unsure = plain in UNSURE or (degree and word.lemma != plain and plain.endswith(("er", "est")))
    near = process.extractOne(plain, _COMPARISONS, scorer=Levenshtein.distance, score_cutoff=1)
    if degree and near and plain not in UNSURE:
        return str(near[0])
    if unsure and asked:
        raise Withheld(Code.REWRITE_INVALID, _NO_DIRECTION)
    return ""


def _articles(source: str, text: str) -> str:
    """``a`` or ``an`` as the word that follows now wants it."""
    if source == text:
        return text
    return _ARTICLE.sub(lambda m: m[1] + ("n" if m[2].lower() in "aeio" else ""), text)
