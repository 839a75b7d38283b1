"""What a caller asks for, checked before anything of it is kept and before any model loads."""

from __future__ import annotations

from recast_agent.core.settings import Settings
from recast_agent.core.table import ChartType
from recast_agent.core.types import Modality
from recast_agent.private.capture.source import load_source
from recast_agent.private.question import checked_question, needs_question
from recast_agent.private.record import Evidence
from recast_agent.workflow.case import CaseInput
from recast_agent.workflow.modality import as_drawn, check_drawn, check_spoken, release_modality


def case_input(
    evidence: Evidence,
    question: str,
    settings: Settings,
    *,
    choices: tuple[str, ...] = (),
    chart_type: ChartType | None = None,
    release: Modality | None = None,
    spoken_question: bool = False,
) -> CaseInput:
    """The evidence read into memory, with what is asked of it.

    Raises InputError for evidence or a question that cannot be used, and where the evidence cannot
    be released, is not drawn, or its question is not said, as asked.
    """
    checked_question(question, choices, settings.max_question_chars)
    source = load_source(evidence, settings, chart_type=chart_type)
    needs_question(question, source.kind)
    modality = release_modality(source, release)
    source = as_drawn(source, modality)
    check_drawn(source, modality, chart_type)
    check_spoken(modality, spoken_question)
    return CaseInput(
        source=source,
        question=question,
        choices=tuple(choices),
        release=release,
        spoken_question=spoken_question,
    )
