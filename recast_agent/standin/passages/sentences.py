"""Sentences cut at their numbers, and what each of the parts says of its own."""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.standin.passages.facts import phrase_length, rate_of
from recast_agent.standin.passages.statements import Statement, calendar, conditions, over
from recast_agent.standin.passages.words import CURRENCY, MONEY, Token, is_past, listed

_BREAKS = listed("and or but , ; : while whereas against when then where because")
_BOUNDS = listed("under over above below than aged")
_STATE = listed("left remaining remain remains still now")
_VAGUE = listed("some several few rest other others equal equally same")
_WHOLE = listed("total altogether together combined all")
_PRONOUNS = listed("he she it they its his her their")
_RELATIVES = listed("whom which them these those")
_MORE = listed(
    "more less fewer farther further longer taller higher older younger shorter lower additional "
    "another extra"
)
_AUXILIARY = listed("is are was were has have had do does did will would can could")
_PREPOSITIONS = listed("in on at for from to during of with by last this")
_LISTING = listed(", and or") | CURRENCY
_PRICED = frozenset(["at", "for", *CURRENCY])
_STATED = ("quantity", "structural", "percent")
_NONE = frozenset[str]()


def statements(tokens: tuple[Token, ...]) -> tuple[Statement, ...]:
    """Every number of a passage that counts or measures something, in order."""
    found: list[Statement] = []
    subject = _NONE
    for number in sorted({token.sentence for token in tokens}):
        sentence = tuple(token for token in tokens if token.sentence == number)
        noun = found[-1].noun if found else _NONE
        found += _Sentence(sentence, subject, noun).statements()
        subject = _subject(sentence) or subject
    return tuple(found)


class _Sentence:
    """What stands before the first number holds for the others as well, unless they open a clause
    of their own."""

    def __init__(
        self, tokens: tuple[Token, ...], before: frozenset[str], noun: frozenset[str]
    ) -> None:
        self._tokens = tokens
        self._at = [i for i in range(len(tokens)) if _states(tokens, i)]
        self._ends = [at + 1 + phrase_length(tokens[at + 1 :]) for at in self._at]
        gaps = zip(self._ends, self._at[1:], strict=False)
        self._begins = [0, *(_cut(tokens, end, at) for end, at in gaps)]
        self._subject = _subject(tokens) or before
        self._head = _resolved(tokens[: self._at[0]], before) if self._at else _NONE
        self._noun = noun
        self._vague = any(token.text in _VAGUE | _STATE for token in tokens)
        self._partitive = "".join(t.text for t in tokens[:2]).startswith(("ofthe", "outof"))
        self._whole = self._noun_of(0) if self._at and self._partitive else _NONE

    def statements(self) -> list[Statement]:
        found: list[Statement] = []
        for k in range(len(self._at)):
            found.append(self._statement(k, found[-1] if found else None))
        return found

    def _statement(self, k: int, last: Statement | None) -> Statement:
        tokens, at = self._tokens, self._at[k]
        own, segment = self._own(k), tokens[self._begins[k] : self._stop(k)]
        texts = {token.text for token in segment}
        number = tokens[at].number
        assert number is not None  # only a number is a place
        money = _is_money(tokens, at)
        each = rate_of(tokens, at, tokens[self._begins[k] : self._stop(self._shares(k))])
        noun = _NONE if money else self._noun_of(k) or self._noun_ahead(k)
        if not noun and not money and not number.literal.percent:
            noun = self._elided(k, last)
        link = {token.text for token in tokens[self._ends[k - 1] : at]} if k else None
        of = last if last and link and link <= _PRICED and money else None
        said = noun | self._said(k, own, last) | (of.said if of else _NONE)
        return Statement(
            operand=number.operand,
            sentence=tokens[at].sentence,
            noun=noun,
            said=said,
            beside=last.said if last and _against(own) else _NONE,
            each=each,
            times=of.operand if of and each is not None else "",
            money=money,
            percent=number.literal.percent,
            more="than" in texts or bool(_MORE & {t.text for t in tokens[at : self._ends[k] + 1]}),
            whole=bool(texts & _WHOLE),
            vague=self._vague,
            partitive=self._partitive and k == 0,
        )

    def _said(self, k: int, own: tuple[Token, ...], last: Statement | None) -> frozenset[str]:
        """What holds for a number beside its noun; a clause of its own is kept for the next."""
        tail = self._tail(k) | self._whole
        verbs = frozenset(t.stem for t in self._phrase(k) if is_past(t.text))
        clause = conditions(own)
        if k and last and any(token.text in _RELATIVES for token in own):
            return tail | verbs | over(clause, last.said)
        if k and _against(own):
            return over(tail | clause, calendar(self._head)) | verbs
        if k and clause - calendar(clause):
            self._head = self._clause(own)
        elif k:
            self._head = over(clause, self._head)
            if tail and tail == calendar(tail) and last:
                tail = over(tail, self._tail(k - 1))  # the place that was told is the same
        said = over(tail, self._head) | verbs
        self._head |= verbs
        return said

    def _clause(self, own: tuple[Token, ...]) -> frozenset[str]:
        """What a clause of its own says; the time, and a subject that is left out, are those
        before."""
        first = next((token for token in own if token.text not in _BREAKS), None)
        if first and (is_past(first.text) or first.text in _AUXILIARY):
            return over(conditions(own), self._subject | calendar(self._head))
        return over(_resolved(own, self._subject), calendar(self._head))

    def _elided(self, k: int, last: Statement | None) -> frozenset[str]:
        """What the last number counted ("he gave 18 to her")."""
        if self._partitive and k:
            return self._whole
        behind = self._tokens[self._ends[k] : self._ends[k] + 1]
        if behind and behind[0].text in _AUXILIARY:  # "of whom 430 were children"
            return conditions(self._tokens[self._ends[k] : self._stop(k)])
        if behind and behind[0].text not in _PREPOSITIONS | _BREAKS | _AUXILIARY:
            return _NONE
        return last.noun if last else self._noun

    def _own(self, k: int) -> tuple[Token, ...]:
        return self._tokens[self._begins[k] : self._at[k]]

    def _phrase(self, k: int) -> tuple[Token, ...]:
        return self._tokens[self._at[k] + 1 : self._ends[k]]

    def _tail(self, k: int) -> frozenset[str]:
        """What stands behind a number's noun; one of a list without has that of the next."""
        last = self._shares(k)
        return conditions(self._tokens[self._ends[last] : self._stop(last)])

    def _shares(self, k: int) -> int:
        """The number whose following words hold for the number ``k`` as well."""
        if k + 1 == len(self._at):
            return k
        between = {token.text for token in self._tokens[self._ends[k] : self._at[k + 1]]}
        if not between or between - _LISTING or _against(self._own(k)):
            return k
        last = self._shares(k + 1)
        behind = self._tokens[self._ends[last] : self._ends[last] + 1]
        return last if behind and behind[0].text in _PREPOSITIONS | _AUXILIARY else k

    def _noun_of(self, k: int) -> frozenset[str]:
        """What a number counts; of a verb alone ("a crew of 8 planted") it is nothing."""
        phrase = self._phrase(k)
        return _NONE if all(is_past(t.text) for t in phrase) else conditions(phrase)

    def _noun_ahead(self, k: int) -> frozenset[str]:
        """What the last number of a list counts ("14, 22 and 18 points")."""
        if self._phrase(k) or k + 1 == len(self._at):
            return _NONE
        between = {token.text for token in self._tokens[self._ends[k] : self._at[k + 1]]}
        listing = between and between <= _LISTING - CURRENCY
        return self._noun_of(k + 1) or self._noun_ahead(k + 1) if listing else _NONE

    def _stop(self, k: int) -> int:
        return self._begins[k + 1] if k + 1 < len(self._at) else len(self._tokens)


def _states(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number stands for itself: no year, no date, no bound ("under 18")."""
    number = tokens[at].number
    if number is None or number.literal.role not in _STATED or not number.marked:
        return False
    bound = at > 0 and tokens[at - 1].text in _BOUNDS
    return not bound or phrase_length(tokens[at + 1 :]) > 0


def _cut(tokens: Sequence[Token], end: int, at: int) -> int:
    """Where the words that belong to the number at ``at`` begin."""
    return next((i for i in range(end, at) if tokens[i].text in _BREAKS), end)


def _against(tokens: Sequence[Token]) -> bool:
    return any(token.text == "against" for token in tokens[:2])


def _resolved(tokens: Sequence[Token], subject: frozenset[str]) -> frozenset[str]:
    """What a clause says before its number; for a pronoun, whom it stands for."""
    refers = any(token.text in _PRONOUNS for token in tokens)
    return conditions(tokens) | (subject if refers else _NONE)


def _subject(tokens: Sequence[Token]) -> frozenset[str]:
    """Whom a sentence is about: its words up to the first verb, times aside; empty where that is
    a pronoun."""
    found: list[str] = []
    for token in tokens:
        if found and (token.text in _AUXILIARY or is_past(token.text)):
            return frozenset(found)
        if (token.number and not token.topical) or token.text in _PRONOUNS:
            break
        if token.topical and not calendar(frozenset([token.stem])):
            found.append(token.stem)
        elif len(found) > 1:
            break
    return frozenset(found[:-1] or found)


def _is_money(tokens: Sequence[Token], at: int) -> bool:
    behind = {token.text for token in tokens[at + 1 : at + 3]}
    return bool(behind & MONEY) or (at > 0 and tokens[at - 1].text in CURRENCY)
