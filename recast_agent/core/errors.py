"""One root error with stable codes. An error says what to do and holds no payload."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum


class Code(StrEnum):
    """Stable reason codes: the same in exceptions, results, JSON and the log."""

    # the evidence or the question cannot be used
    NOT_AN_IMAGE = "not_an_image"
    IMAGE_TRUNCATED = "image_truncated"
    IMAGE_TOO_LARGE = "image_too_large"
    IMAGE_BLANK = "image_blank"
    UNSUPPORTED_EVIDENCE = "unsupported_evidence"
    EVIDENCE_NOT_FOUND = "evidence_not_found"
    EVIDENCE_TOO_LARGE = "evidence_too_large"
    EVIDENCE_OUTSIDE_ROOT = "evidence_outside_root"
    TABLE_MALFORMED = "table_malformed"
    TABLE_TOO_LARGE = "table_too_large"
    TABLE_NO_NUMBERS = "table_no_numbers"
    TABLE_FORMULA = "table_formula"
    TEXT_EMPTY = "text_empty"
    TEXT_NO_NUMBERS = "text_no_numbers"
    AUDIO_INVALID = "audio_invalid"
    AUDIO_TOO_LONG = "audio_too_long"
    AUDIO_SILENT = "audio_silent"
    AUDIO_NO_SPEECH = "audio_no_speech"
    SPEECH_NOT_INSTALLED = "speech_not_installed"
    NUMBER_INVALID = "number_invalid"
    QUESTION_EMPTY = "question_empty"
    QUESTION_TOO_LONG = "question_too_long"
    QUESTION_INVALID = "question_invalid"
    UNSUPPORTED_SCRIPT = "unsupported_script"
    RELEASE_UNSUPPORTED = "release_unsupported"
    CASE_UNKNOWN = "case_unknown"
    SETTINGS_INVALID = "settings_invalid"
    NO_TERMINAL = "no_terminal"
    VAULT_KEY_MISSING = "vault_key_missing"
    VAULT_KEY_WRONG = "vault_key_wrong"
    VAULT_CONFLICT = "vault_conflict"
    LOG_UNWRITABLE = "log_unwritable"
    LOG_BROKEN = "log_broken"
    DISK_FULL = "disk_full"
    # withheld before anything left
    CHART_UNREADABLE = "chart_unreadable"
    CHART_ESTIMATED = "chart_estimated"
    CHART_UNSUPPORTED = "chart_unsupported"
    AUDIO_UNCLEAR = "audio_unclear"
    CELL_WITHOUT_WITNESS = "cell_without_witness"
    REWRITE_INVALID = "rewrite_invalid"
    NUMBERS_NO_ROOM = "numbers_no_room"
    RECONSTRUCTION_FAILED = "reconstruction_failed"
    PROTECTED_MISMATCH = "protected_mismatch"
    SOURCE_MISMATCH = "source_mismatch"
    PROVENANCE_UNKNOWN = "provenance_unknown"
    NO_CHECK_ANSWERED = "no_check_answered"
    NOT_APPROVED = "not_approved"
    NOT_CONFIRMED = "not_confirmed"
    RELEASE_CAP = "release_cap"
    CASE_SEALED = "case_sealed"
    # released, yet no answer
    EVIDENCE_MISSING = "evidence_missing"
    SOLVER_UNREACHABLE = "solver_unreachable"
    SOLVER_REFUSED = "solver_refused"
    SOLVER_REPLY_INVALID = "solver_reply_invalid"
    FORMAT_NOT_REPAIRED = "format_not_repaired"
    OPERAND_UNKNOWN = "operand_unknown"
    OPERAND_AMBIGUOUS = "operand_ambiguous"
    PROGRAM_REFUSED = "program_refused"
    PROGRAM_FAILED = "program_failed"
    PROGRAM_TIMEOUT = "program_timeout"
    ANSWER_CONSTANT = "answer_constant"
    ANSWER_UNRESTORED = "answer_unrestored"
    ANSWER_NO_CHOICE = "answer_no_choice"
    DEADLINE = "deadline"
    BYTE_BUDGET = "byte_budget"
    NOT_LOCAL = "not_local"
    # a fault of ours
    INTERNAL = "internal"


class ReCastError(Exception):
    """Root of every error raised here.

    ``code`` is stable; ``where`` names a structural place ("row 3", "cell:2:0"), never content;
    ``hint`` says what to do. ``str(error)`` is safe to log and to show to a model.
    """

    exit_code = 1

    def __init__(self, code: Code, hint: str = "", *, where: str = "") -> None:
        self.code, self.hint, self.where = code, hint, where
        place = f" at {where}" if where else ""
        super().__init__(f"{code.value}{place}: {hint}" if hint else f"{code.value}{place}")


class InputError(ReCastError):
    """The evidence, question or settings cannot be used; nothing left, nothing was lost."""

    exit_code = 2


class Withheld(ReCastError):
    """A check failed, so nothing was released."""

    exit_code = 3


class Unanswered(ReCastError):
    """The release was made, but no trustworthy answer came of it."""

    exit_code = 4


class InternalError(ReCastError):
    """A fault of this package or of its host."""

    exit_code = 1


@contextmanager
def without_causes() -> Iterator[None]:
    """An error of ours leaves the block alone: what it came from may hold private text, even
    where ``from None`` keeps it out of the traceback."""
    try:
        yield
    except ReCastError as error:
        error.__cause__ = error.__context__ = None
        raise
