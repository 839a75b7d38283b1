"""One dictionary: injective, exactly inverted, extended but never changed."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.literals import find
from recast_agent.private.rewrite.protocol import Rewrite
from recast_agent.private.rewrite.text.kept import kept_of
from recast_agent.private.rewrite.text.substitute import inverted
from recast_agent.private.rewrite.text.validate import acceptable_passage
from tests.private.rewrite_text.passages import MUSEUM, QUESTION, passage, rewrite

_WHO = st.sampled_from(
    ["John Smith", "Mary", "the V&A", "Dr. O'Brien", "NASA", "the French baker", "Zoë", "a Pole",
     "Rolls-Royce", "eBay", "МВД", "the U.S. Navy", "SALES STAFF", "will", "an owl"]
)  # fmt: skip
_DOES = st.sampled_from(
    ["donated", "has written", "wrote", "was painting", "will sell", "did not buy", "restored",
     "is the donor of", "economically governs"]
)  # fmt: skip
_WHAT = st.sampled_from(
    ["12 paintings", "$5 million", "1.5 × 10¹¹ atoms", "three of the lamps", "30 km² of forest",
     "half as many species", "19th-century Elizabethan cars", "€3,000.50", "90 % of it", "H2O"]
)  # fmt: skip
_WHEN = st.sampled_from(
    ["in May 1990", "before 25 February 2010", "during the 1960s", "on Monday", "after WWII",
     "until Henry VIII died", "two weeks later", "in Q3 2019"]
)  # fmt: skip
_SENTENCES = st.lists(st.tuples(_WHO, _DOES, _WHAT, _WHEN).map(" ".join), min_size=1, max_size=6)


def _text(sentences: list[str]) -> str:
    return " ".join(s[0].upper() + s[1:] + "." for s in sentences)


@settings(max_examples=25, deadline=None)
@given(_SENTENCES, st.binary(min_size=32, max_size=32))
def test_every_rewrite_is_injective_and_inverts_exactly(sentences: list[str], key: bytes) -> None:
    source = passage(_text(sentences), "How many paintings did he donate?")
    made = rewrite(source, key=key)
    surrogates = [e.surrogate.casefold() for e in made.dictionary.entries]
    originals = [e.original.casefold() for e in made.dictionary.entries]
    assert len(set(surrogates)) == len(surrogates)
    assert len(set(originals)) == len(originals)
    assert inverted(made.record.context, made.dictionary) == source.context


@settings(max_examples=12, deadline=None)
@given(_SENTENCES, _SENTENCES)
def test_a_prior_dictionary_is_extended_never_changed(one: list[str], two: list[str]) -> None:
    """Another question on the same evidence, with words of its own, sees the same evidence."""
    first = rewrite(passage(_text(one)))
    try:
        second = rewrite(passage(_text(one), _text(two)), prior=first.dictionary)
    except Withheld as refused:  # months that have changed, and are counted with now
        assume("months" not in refused.hint)
        raise
    held = first.dictionary.entries
    assert second.dictionary.entries[: len(held)] == held
    if kept_of(passage(_text(one))) == kept_of(passage(_text(one), _text(two))):
        assert second.record.context == first.record.context


@settings(max_examples=12, deadline=None)
@given(_SENTENCES)
def test_numbers_stay_where_they_are(sentences: list[str]) -> None:
    source = passage(_text(sentences))
    made = rewrite(source)
    own, other = find(source.context), find(made.record.context)
    assert [(n.text, n.value) for n in own] == [(n.text, n.value) for n in other]


def test_the_same_key_gives_the_same_rewrite_and_another_key_another() -> None:
    assert rewrite(passage(MUSEUM)).record == rewrite(passage(MUSEUM)).record
    assert rewrite(passage(MUSEUM)).record != rewrite(passage(MUSEUM), key=b"o" * 32).record


def test_exponents_are_unbroken() -> None:
    made = rewrite(passage(MUSEUM + " It weighs 10^11 kg.")).record.context
    assert "1.5 × 10¹¹" in made
    assert "10^11 kg" in made


def test_choices_go_through_the_dictionary() -> None:
    made = rewrite(passage(MUSEUM, QUESTION, ("Isabel", "95", "the donor")))
    names = [made.dictionary.surrogate(w) for w in ("Isabel", "donor")]
    assert made.record.choices == (names[0], "95", f"the {names[1]}")


def test_what_is_not_acceptable() -> None:
    source = passage(MUSEUM, QUESTION, ("Isabel",))
    made = rewrite(source)
    assert acceptable_passage(source, made)
    for change in (
        {"context": made.record.context + " bequest"},
        {"context": made.record.context.replace("233", "234")},
        {"question": "How many?" + source.question},
        {"context": " "},
        {"choices": ()},
        {"id": "d" * 32},
        {"context": made.record.context + " unlisted"},
    ):
        other = made.record.model_copy(update=change)
        assert not acceptable_passage(source, Rewrite(made.theme, other, made.dictionary)), change


@pytest.mark.parametrize(
    ("question", "code"), [(" ", Code.QUESTION_EMPTY), ("Сколько их?", Code.UNSUPPORTED_SCRIPT)]
)
def test_a_question_that_cannot_be_used(question: str, code: Code) -> None:
    with pytest.raises(InputError) as error:
        rewrite(passage(MUSEUM, question))
    assert error.value.code == code


def test_a_long_passage_takes_linear_time() -> None:
    rewrite(passage(MUSEUM))
    sentence = "The {0} baker of {0}ville donated 1{1} loaves to the museum before 19{1}. "
    names = ["Arden", "Belmont", "Corwin", "Delmar", "Elgin", "Farley", "Gorham", "Hadley"]
    text = "".join(sentence.format(names[i % 8] + "ab" * (i // 8 % 3), 10 + i) for i in range(84))
    begun = time.monotonic()
    rewrite(passage(text[: len(text) // 2]))
    half = time.monotonic() - begun
    rewrite(passage(text))
    whole = time.monotonic() - begun - half
    assert whole < 4 * half + 1
    assert whole < 12


_ODD = st.text(
    alphabet=st.sampled_from("abEiXsnT'’-&.,:!?()[]“” \n\t0159$€£%¹²½©éßıſﬁЖ中हिन्दी̈ˈª_|*#/@\\"),
    max_size=24,
)


@settings(max_examples=40, deadline=None)
@given(_ODD)
def test_odd_text_is_rewritten_or_refused(text: str) -> None:
    """Marks without a letter, raised digits, unpaired quotes, scripts side by side."""
    source = passage(text, "How many lamps?")
    with contextlib.suppress(Withheld):
        assert acceptable_passage(source, rewrite(source))


@pytest.mark.parametrize("text", ["", "12 3.5 40%", "\x00\x01 12", "!!! ??? …"])
def test_passages_without_words(text: str) -> None:
    assert rewrite(passage(text)).record.context == text


def test_a_passage_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputError) as error:
        rewrite(passage("lamp " * 200_000))
    assert error.value.code == Code.EVIDENCE_TOO_LARGE


LEASE = "On 14 March 2022 Harlow signed a lease at $48,500 a year. It ends on 30 September 2026."


COST, MONTHS_OF = "What does the lease cost?", "How many months does the lease last?"


def test_months_that_a_question_needed_stay_for_the_next() -> None:
    """Two releases of one passage, one with its own months, would tell what the other's are."""
    told = passage(LEASE, MONTHS_OF)
    made = rewrite(told)
    assert "March" in made.record.context
    again = rewrite(told.model_copy(update={"question": COST}), prior=made.dictionary)
    assert again.record.context == made.record.context


def test_months_that_have_changed_cannot_be_shown_later() -> None:
    told = passage(LEASE.replace("a year", "in all"), COST)
    made = rewrite(told)
    assert "March" not in made.record.context
    with pytest.raises(Withheld) as refused:
        rewrite(told.model_copy(update={"question": MONTHS_OF}), prior=made.dictionary)
    assert "months" in refused.value.hint
