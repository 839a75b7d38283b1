"""Labels that say how much of a name they mean: ``Total population``, ``All ages``,
``OECD average``. Without that word an aggregate would look like one more of what it adds up."""

from __future__ import annotations

import re

_JOINT = r"(?:\s*[,:]\s*|\s+[–-]\s+|\s+)"
_BEFORE = re.compile(
    r"(?:(?:all other|grand total|totals?|sub-?totals?|sum|all|both|overall|combined|aggregate"
    rf"|average|mean|median){_JOINT}(?:of\s+(?:the\s+)?)?)+(?=[^\W\d_(])",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"(?<=[^\W\d_]){_JOINT}(?:grand total|totals?|sub-?totals?|overall|combined|aggregate|average"
    r"|mean|median)$|(?<=[^\W\d_])\s*,\s*(?:all|both)$",
    re.IGNORECASE,
)


def quantified(name: str) -> tuple[str, str, str]:
    """A label's quantifier before its head, the head, and the quantifier behind it; both empty
    where it has none. The head is never empty."""
    first = _BEFORE.match(name)
    start = first.end() if first else 0
    last = _AFTER.search(name, start)
    end = last.start() if last else len(name)
    return name[:start], name[start:end], name[end:]
