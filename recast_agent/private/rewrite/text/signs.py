"""What is neither a word nor a name: acronyms, letters, Roman numerals, addresses, and the rest."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.rewrite.text.currency import assign_currencies
from recast_agent.private.rewrite.text.dates import assign_dates
from recast_agent.private.rewrite.text.initials import initials, written_out
from recast_agent.private.rewrite.text.ledger import Ledger
from recast_agent.private.rewrite.text.supply import Supply
from recast_agent.private.rewrite.text.surfaces import Surface

_LETTERS = "CDFGHJLNPRVWXZ"
"""None that scales a number it stands beside (K, M, B, T, E), no article, no vowel."""

_MOST = 4
_NUMERALS = 89


def assign_signs(
    found: Mapping[str, Surface], texts: Sequence[str], ledger: Ledger, supply: Supply
) -> None:
    """Replacements for everything that is neither a common word nor a name. Those are assigned:
    acronyms of names that ``texts`` write out follow them."""
    fresh = [s for s in found.values() if ledger.known(s.key) is None]
    assign_dates([s for s in fresh if s.nature == "calendar"], ledger, supply)
    _numerals([s for s in fresh if s.nature == "numeral"], ledger, supply)
    assign_currencies({s.key for s in fresh}, ledger)
    for surface in fresh:
        if surface.nature == "letter":
            _letter(surface, ledger, supply)
        elif surface.nature == "address":
            _address(surface, ledger, supply)
    acronyms = [s for s in fresh if s.nature == "acronym" and ledger.known(s.key) is None]
    names = written_out(texts)
    for surface in sorted(acronyms, key=lambda s: not s.spelled.isalpha()):
        letters = surface.key.replace(".", "").replace("&", "")
        _acronym(surface, initials(names.get(letters, ()), ledger), ledger, supply)


def _letter(surface: Surface, ledger: Ledger, supply: Supply) -> None:
    """Another letter; two, where the record has used up the alphabet."""
    single, double = (supply.letters(n, ledger.free, _LETTERS) for n in (1, 2))
    for letters in itertools.chain(single, double):
        spelled = surface.spelled
        ledger.assign(spelled, letters if spelled.isupper() else letters.lower(), "name")
        return
    raise Withheld(Code.REWRITE_INVALID, "no letters left")


def _acronym(surface: Surface, own: str, ledger: Ledger, supply: Supply) -> None:
    """Other letters, written in the same way; ``U.S.`` follows ``US``, ``PCs`` follows ``PC``."""
    letters = re.sub(r"[.&]|s\Z", "", surface.spelled)
    known = ledger.known(letters.casefold()) if letters != surface.spelled else None
    drawn = supply.letters(min(len(letters), _MOST), ledger.free, _LETTERS)
    for plain in itertools.chain(filter(None, (known, own)), drawn):
        made = _written(plain, surface.spelled)
        if ledger.free(made):
            ledger.assign(surface.spelled, made, "name")
            return
    raise Withheld(Code.REWRITE_INVALID, "no letters left")


def _written(letters: str, like: str) -> str:
    if "." in like:
        return ".".join(letters) + ("." if like.endswith(".") else "")
    if "&" in like:
        return letters[0] + "&" + letters[1:]
    return letters + ("s" if like.endswith("s") else "")


def _numerals(fresh: Sequence[Surface], ledger: Ledger, supply: Supply) -> None:
    """Roman numerals onto others in the same order."""
    own = {s.key: value_of(s.spelled) for s in fresh}
    free = [
        n for n in range(2, _NUMERALS)
        if n not in own.values() and len(_roman(n)) > 1 and not ledger.taken(_roman(n))
    ]  # fmt: skip
    if len(free) < len(own):
        raise Withheld(Code.REWRITE_INVALID, "no numerals left")
    chosen = supply.sample(free, len(own))
    for surface, number in zip(sorted(fresh, key=lambda s: own[s.key]), chosen, strict=True):
        ledger.assign(surface.spelled, _roman(number), "name")


def value_of(numeral: str) -> int:
    """The number that a Roman numeral below ninety stands for."""
    return next(n for n in range(1, _NUMERALS + 1) if _roman(n) == numeral)


def _roman(number: int) -> str:
    units = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    tens = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX")
    return tens[number // 10] + units[number % 10]


def _address(surface: Surface, ledger: Ledger, supply: Supply) -> None:
    for name in supply.words("other", "land"):
        plain = name.replace(" ", "").lower()
        made = f"{plain}.example"
        if surface.spelled.startswith("http"):
            made = f"https://{made}"
        elif "@" in surface.spelled:
            made = f"office@{made}"
        if ledger.free(made):
            ledger.assign(surface.spelled, made, "name")
            return
    raise Withheld(Code.REWRITE_INVALID, "the lists have no further names")
