"""What to do about a case that ended without an answer, by its stable code."""

from __future__ import annotations

from recast_agent.core.errors import Code

_CONFIRM = "--confirm (ReCast(confirm=…); in a graph, confirm and its interrupt)"
_RESUME = "then go on with recast resume and the case id"

_HINTS: dict[Code, str] = {
    Code.CHART_UNREADABLE: "the chart could not be read surely: correct what was read of it, if "
    f"anything, with {_CONFIRM}, or give its data as a table (CSV)",
    Code.CHART_ESTIMATED: "the values stand on the axis alone: type those that you know with "
    f"{_CONFIRM}, set RECAST_STRICT=false (strict=false) for estimates marked ≈, or give the data "
    "as a table (CSV)",
    Code.CHART_UNSUPPORTED: "this kind of chart is not read: give its data as a table (CSV)",
    Code.AUDIO_UNCLEAR: "the recording was not understood surely: give its words as a text",
    Code.CELL_WITHOUT_WITNESS: "a value that the answer rests on was read once only or estimated: "
    f"ask again and vouch for it with {_CONFIRM}, give the data as a table (CSV), or set "
    "RECAST_STRICT=false (strict=false) for an answer marked ≈",
    Code.REWRITE_INVALID: "ask in other words: higher or lower for what is compared, names and "
    "months as the evidence has them, numbers of labels in digits; what an earlier question of "
    "this evidence fixed stays so",
    Code.NUMBERS_NO_ROOM: "no numbers were left to disguise with: forget older cases of this "
    "evidence, or ask without the number",
    Code.RECONSTRUCTION_FAILED: "no release was made that reads back rightly: choose another kind "
    "(--release), or change the evidence (fewer or shorter labels or sentences), which gives it "
    "another disguise",
    Code.PROTECTED_MISMATCH: "the release did not read back rightly: choose another kind "
    "(--release), or for a table another chart (--chart)",
    Code.SOURCE_MISMATCH: "two readings of your evidence disagree: correct what was read of a "
    f"chart with {_CONFIRM}, or give the evidence as a table (CSV) or a text",
    Code.PROVENANCE_UNKNOWN: "a word of the question could not be disguised: ask in other words",
    Code.NO_CHECK_ANSWERED: "no release check is configured: without one nothing leaves",
    Code.NOT_APPROVED: "you did not approve the release: nothing left",
    Code.NOT_CONFIRMED: "you did not confirm what was read of the chart: nothing left; recast "
    "resume and the case id ask again",
    Code.RELEASE_CAP: "this evidence or case was used as often as allowed",
    Code.EVIDENCE_MISSING: "the solver did not find what the question asks for: use the "
    "words of the evidence (the stand-in follows simple questions only)",
    Code.SOLVER_UNREACHABLE: "start recast standin, or set RECAST_SOLVER_BASE_URL and "
    f"RECAST_SOLVER_API_KEY to a running endpoint's; {_RESUME}",
    Code.SOLVER_REFUSED: "check RECAST_SOLVER_BASE_URL (it ends in /v1), RECAST_SOLVER_MODEL and "
    f"RECAST_SOLVER_API_KEY; {_RESUME}",
    Code.SOLVER_REPLY_INVALID: "the endpoint sent no streamed chat completion: check its address",
    Code.FORMAT_NOT_REPAIRED: "the solver wrote no usable program: try another model",
    Code.OPERAND_UNKNOWN: "the program uses a number that was not released",
    Code.OPERAND_AMBIGUOUS: "a number of the program can be read in two ways",
    Code.PROGRAM_REFUSED: "the program does more than reckon: see prompts/solver.md for "
    "what it may do",
    Code.PROGRAM_FAILED: "the program stopped with an error on the true numbers",
    Code.PROGRAM_TIMEOUT: "the program took too long",
    Code.ANSWER_CONSTANT: "the answer does not rest on the evidence",
    Code.ANSWER_UNRESTORED: "the answer or a number is not restored: put protected(…) around each "
    "number that is read, and name labels as they are printed",
    Code.ANSWER_NO_CHOICE: "the answer is none of the choices that you gave: ask without them, or "
    "give others",
    Code.DEADLINE: "the time of the case ran out: go on with recast resume and its case id, or "
    "raise RECAST_DEADLINE_S",
    Code.CASE_SEALED: "true numbers were restored in this case, so nothing of it is sent again: "
    "ask anew",
    Code.BYTE_BUDGET: "the solver sent more than allowed",
    Code.INTERNAL: "a fault of ours: see what recast doctor says",
}


def hint_for(reason: str) -> str:
    """The hint for a reason code; empty where there is none."""
    return _HINTS.get(Code(reason), "") if reason in set(Code) else ""
