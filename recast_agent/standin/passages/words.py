"""A text as words: stems that compare, the words that carry no topic, numbers in their place.

The names and topics of a released text are changed, alike in passage and question, so nothing here
knows what a word means. What stays are the words of the language's frame.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from recast_agent.core.errors import InputError
from recast_agent.core.literals import COMMON_CONSTANTS, Field, Literal, find


def listed(line: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(line.split())


_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|[,;:()$€£¥%|]")
_SENTENCE = re.compile(
    r"(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bDr\.)(?<!\bSt\.)(?<=[.?!])[\"'”’)]*\s+(?=[^a-z\s])|\n+"
)
_BEFORE_MONTH = re.compile(
    r"\b(?:in|of|during|since|by|until|till|to|from|and|or|than|for|before|after|through|last|next|this"
    r"|every|each|,)\s+$",
    re.IGNORECASE,
)
_BEFORE_LETTER = re.compile(r"[^\W\d_]{2,} $")
CURRENCY = frozenset("$€£¥")
MONEY = listed("dollar dollars euro euros cent cents pound pounds money cash price $ € £ ¥")
FRAME = listed(
    "a an the this that these those of in on at to for from by with into onto over under about as "
    "and or but if then than so because while when where which who whom whose what why how is are "
    "was were be been being am do does did done doing has have had having will would can could "
    "shall should may might must it its he she they them his her their him you your we our us i my "
    "me there here not no nor only also just very too more most less least fewer many much some "
    "any all both each every per other another such same own up down out off again once s t "
    "between during before after until since through across around approximately nearly almost "
    "exactly mr ms mrs dr year years number amount total altogether average percentage percent "
    "proportion ratio difference change increase decrease respectively compared based one"
)
"""Words by which sentences are built and questions asked; they name no topic."""
_IRREGULAR = {
    "won": "win", "sold": "sell", "bought": "buy", "ate": "eat", "took": "take", "gave": "give",
    "gone": "go", "went": "go", "made": "make", "got": "get", "lost": "lose", "spent": "spend",
    "built": "build", "found": "find", "kept": "keep", "paid": "pay", "held": "hold",
    "died": "die", "children": "child", "men": "man", "women": "woman", "people": "person",
    "feet": "foot", "lent": "lend", "sent": "send", "wrote": "write", "began": "begin",
    "came": "come", "saw": "see", "ran": "run", "met": "meet", "led": "lead", "grew": "grow",
    "brought": "bring", "taught": "teach", "caught": "catch", "fell": "fall", "rose": "rise",
    "drove": "drive", "broke": "break", "chose": "choose", "drew": "draw", "told": "tell",
    "ground": "grind", "used": "use", "using": "use", "swam": "swim", "rode": "ride", "fed": "feed",
    "threw": "throw",
    "knew": "know", "lit": "light", "slept": "sleep", "dug": "dig", "stole": "steal",
    "spoke": "speak", "eaten": "eat", "taken": "take", "given": "give", "driven": "drive",
    "written": "write", "drawn": "draw", "grown": "grow", "seen": "see", "thrown": "throw",
    "loaves": "loaf", "knives": "knif", "wives": "wif", "shelves": "shelf", "wolves": "wolf",
    "calves": "calf", "stood": "stand", "wore": "wear", "flew": "fly", "fought": "fight",
    "thought": "think",
}  # fmt: skip
_PLURALS = listed("children men women people feet loaves knives wives shelves wolves calves")


@dataclass(frozen=True)
class Token:
    """A word, a mark or a number; ``number`` is set for the latter. ``text`` is in lower case.
    ``name``: a name, although it reads like a word of the frame (May, Plant A)."""

    text: str
    stem: str
    sentence: int
    number: Number | None = None
    name: bool = False

    @property
    def topical(self) -> bool:
        """Whether it can tell one matter from another."""
        if self.number is not None:
            return self.number.literal.role in ("year", "percent", "identifier")
        return self.name or (self.text not in FRAME and self.text[0].isalpha())


@dataclass(frozen=True)
class Number:
    """A number where a text shows it; ``operand`` is how a program writes it."""

    literal: Literal
    scale_word: str = ""

    @property
    def operand(self) -> str:
        one = self.literal
        if one.role in ("structural", "ordinal") and one.magnitude in COMMON_CONSTANTS:
            return f"{one.magnitude:f}"
        sign = "-" if one.negative else ""
        if self.scale_word:
            return f'protected("{sign}{one.magnitude:f} {self.scale_word}")'
        if one.percent:
            return f'protected("{sign}{one.magnitude:f}%")'
        return f"protected({sign}{one.magnitude:f})"

    @property
    def marked(self) -> bool:
        """Whether a program may rest on it."""
        return self.operand.startswith("protected(")


def stem(word: str) -> str:
    """A word without the endings of number, tense and adverb."""
    word = re.sub(r"['’]s?$", "", word.lower())
    word = _IRREGULAR.get(word, word)
    for ending, put in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and not word.endswith(("ss", "us", "is")):
            word = rest + put
            if word.endswith("as") and len(word) > 4:
                word = word[:-1]  # atlases, atlas
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


_BEFORE = 40
"""Characters before a word that tell what it is."""


def is_past(word: str) -> bool:
    """Whether a word reads like the past of a verb."""
    return (word in _IRREGULAR and word not in _PLURALS) or (len(word) > 4 and word.endswith("ed"))


def read(text: str, field: Field = "text") -> tuple[Token, ...]:
    """The words and numbers of a text in order."""
    try:
        literals = find(text, field=field)
    except InputError:
        literals = ()
    ends = [match.start() for match in _SENTENCE.finditer(text)]
    found: list[tuple[int, Token]] = []
    at = 0
    for one in (*literals, None):
        for match in _TOKEN.finditer(text, at, one.start if one else len(text)):
            word, name = match[0].lower(), _is_name(text, match)
            place = bisect_right(ends, match.start())
            found.append((match.start(), Token(word, stem(word), place, name=name)))
        if one:
            before = text[max(0, one.start - _BEFORE) : one.start]
            if one.role == "date" and re.search(r"[^\W\d_], $", before):
                one = one._replace(role="quantity")  # "14 vans in April, 23 vans in May"
            if re.search(r"\([$€£¥]?$", before):
                one = one._replace(negative=False)  # an aside; only a cell writes a loss so
            number = Number(one, _scale_word(text, one))
            place = bisect_right(ends, one.start)
            found.append((one.start, Token(one.text.lower(), f"{one.magnitude:f}", place, number)))
            at = one.end
    return tuple(token for _, token in found)


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Whether a word of the frame is a name where it stands: a month, a letter behind a noun."""
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    if match[0] == "May":
        return bool(_BEFORE_MONTH.search(before))
    return len(match[0]) == 1 and match[0].isupper() and bool(_BEFORE_LETTER.search(before))


def _scale_word(text: str, one: Literal) -> str:
    match = re.match(r"\s?([A-Za-z]+)", text[one.end : one.end + 12]) if one.scale else None
    return match[1] if match else ""


def topic(tokens: tuple[Token, ...]) -> list[str]:
    """The stems that name the topic, each once, in order."""
    return list(dict.fromkeys(token.stem for token in tokens if token.topical))
