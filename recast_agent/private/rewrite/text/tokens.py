"""What is one word to the rewriter: names with signs in them and words of other scripts are."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

CURRENCY_SIGNS = "$€£¥₹₩₽₺₱₪"
_MARKS = "".join(
    sorted(c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c).startswith("M"))
)


def _no_letters() -> str:
    """Numbers that Python counts as word characters (¹, ½, Ⅻ): a literal owns them."""
    return "".join(
        c
        for c in map(chr, range(0x80, sys.maxunicode if sys.maxunicode < 0x10000 else 0x10000))
        if unicodedata.category(c) in ("No", "Nl")
    )


LETTER = rf"[^\W\d_{_no_letters()}]"
"""One letter of any script, as a pattern: no digit and no raised or lowered number."""

_L = rf"(?:{LETTER}[{_MARKS}]*)"
_CLITIC = r"(?:s|re|ve|ll|d|m|t)"
_WORD = rf"{_L}+(?:['’](?!{_CLITIC}(?!{_L})){_L}+)*"
_TOKEN = re.compile(
    rf"""
    https?://[^\s\d]+[^\s\d.,;:!?)\]'"”]
  | {_L}[^\W\d_.+-]*(?:[.+-][^\W\d_]+)*@[^\W\d_]+(?:[.-][^\W\d_]+)+
  | (?:www\.)?{_L}+(?:[.-]{_L}+)*\.(?:com|org|net|gov|edu|info|io)(?!{_L}|\d)
  | (?:[A-Za-z]\.){{2,}}
  | {_L}+(?:&{_L}+)+
  | {_L}+n['’]t(?!{_L})
  | {_WORD}(?:[-‐‑](?!(?:[A-Za-z]\.){{2}}){_WORD})*
  | [{re.escape(CURRENCY_SIGNS)}]
    """,
    re.VERBOSE,
)
_PART = re.compile(_WORD)
_OPENS = re.compile(r"(?:^|[.?!:;…|\n•])[\s\"'“‘”’()\[\]*#>_–—-]*\Z")
_ABBREVIATED = re.compile(
    r"(?<![^\W\d_])(?:Mr|Mrs|Ms|Dr|Prof|St|Rev|Hon|Gen|Col|Capt|Lt|vs|[A-Z])\.\s?\Z"
)
_BACK = 24


@dataclass(frozen=True, repr=False)
class Token:
    """A word of a text with its offsets; ``opens`` where it begins a sentence, a line or a cell."""

    text: str
    start: int
    end: int
    opens: bool

    @property
    def key(self) -> str:
        """What the dictionary knows it by."""
        return key_of(self.text)


def key_of(word: str) -> str:
    """A word without case, its apostrophes straight."""
    return word.casefold().replace("’", "'")


def tokens(text: str) -> Iterator[Token]:
    """The words of a text in order. Compounds with a hyphen are one token; clitics (``'s``) and
    what is a number are none."""
    for match in _TOKEN.finditer(text):
        if text[max(0, match.start() - 1) : match.start()] in ("'", "’") and _clitic(match[0]):
            continue
        yield Token(match[0], match.start(), match.end(), _opens(text, match.start()))


def parts(token: Token) -> Iterator[Token]:
    """The words of a compound with a hyphen."""
    for match in _PART.finditer(token.text):
        start = token.start + match.start()
        yield Token(match[0], start, start + len(match[0]), token.opens and match.start() == 0)


@cache
def foreign(word: str) -> bool:
    """Whether a word has letters of another script than the Latin one."""
    return any(c.isalpha() and not _latin(c) for c in word)


def _latin(letter: str) -> bool:
    return letter < "\u0250" or "\u1e00" <= letter <= "\u1eff" or letter in "ﬁﬂﬀﬃﬄ"


def _clitic(word: str) -> bool:
    return re.fullmatch(_CLITIC, word) is not None


def _opens(text: str, start: int) -> bool:
    before = text[max(0, start - _BACK) : start]
    return _OPENS.search(before) is not None and not _ABBREVIATED.search(before)
