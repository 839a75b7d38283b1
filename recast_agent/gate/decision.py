"""The decision: out only where every check answered and none found a fault."""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.core.errors import Code, ReCastError, Withheld
from recast_agent.core.types import Finding
from recast_agent.gate.protocol import CheckRequest, ReleaseCheck


async def decide(checks: Sequence[ReleaseCheck], request: CheckRequest) -> tuple[Finding, ...]:
    """The findings of all checks; empty lets the candidate out.

    A check that raises rejects: its finding is ``check_failed``, or the code of our own error.
    Raises Withheld(no_check_answered) where there is no check or none answered.
    """
    findings: list[Finding] = []
    answered = 0
    for check in checks:
        try:
            findings += await check.check(request)
            answered += 1
        except ReCastError as error:
            findings.append({"code": error.code.value, "where": check.name, "seen": ""})
        except Exception:
            # what a foreign exception says could be private: only the fact is kept
            findings.append({"code": "check_failed", "where": check.name, "seen": ""})
    if not answered:
        raise Withheld(Code.NO_CHECK_ANSWERED, "no release check answered: see the settings")
    return tuple(findings)
