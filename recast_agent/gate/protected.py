"""The protected-record check (paper, appendix B.4): the bytes show the record, nothing else."""

from __future__ import annotations

from recast_agent.core.table import Table
from recast_agent.core.types import AudioReading, Finding, TextReading
from recast_agent.gate import recording
from recast_agent.gate.passage import protected_findings
from recast_agent.gate.protocol import CheckRequest
from recast_agent.released.reconstruct.review import drawn_table, review_reading
from recast_agent.released.reconstruct.spec import ChartSpec, parse_spec
from recast_agent.released.reconstruct.templates.colors import hex_of


class ProtectedCheck:
    """Reading against record, and draft against record: values, labels, units, assignments,
    order, and the colours the question names. What could not be read rejects.
    """

    name = "protected"

    async def check(self, request: CheckRequest) -> tuple[Finding, ...]:
        """Raises Withheld(reconstruction_failed) for a draft that is no ChartSpec."""
        if isinstance(request.reading, TextReading):
            return protected_findings(request.record, request.reading)
        if isinstance(request.reading, AudioReading):
            return recording.protected_findings(request.record, request.draft, request.reading)
        table, spec = request.record.drawing(), parse_spec(request.draft)
        return _draft(table, spec) + review_reading(table, spec, request.reading)


def _draft(table: Table, spec: ChartSpec) -> tuple[Finding, ...]:
    """The specification holds the record's data exactly and the colours that it names."""
    drawn = drawn_table(table, spec)
    fields = set(Table.model_fields) - {"colors"}
    differs = [f for f in sorted(fields) if getattr(spec.table(), f) != getattr(drawn, f)]
    findings = [Finding(code="draft_differs", where=f, seen="") for f in differs]
    lying = spec.type.removeprefix("h") == table.chart_type.removeprefix("h")
    if spec.type != "table" and not lying:
        findings.append(Finding(code="draft_differs", where="type", seen=spec.type))
    for i, name in enumerate(table.colors):
        shown = spec.colors[i] if i < len(spec.colors) else ""
        if name and hex_of(name) != shown:
            findings.append(Finding(code="draft_differs", where=f"color:{i}", seen=shown))
    return tuple(findings)
