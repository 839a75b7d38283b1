"""The benchmark's report keeps sections apart and counts withheld cases as wrong."""

from pathlib import Path

from benchmarks.report import SPLITS, outcomes_report, share, write_section
from benchmarks.solving import Outcome
from recast_agent.evaluation.cases import Case
from recast_agent.evaluation.perceived import Perceived


def outcome(
    status: str, reason: str = "", *, right: bool = False, silent: int = 0, marked: int = 0
) -> Outcome:
    case = Case("c", "use", "How many?", "4", "count", Path("a"), None, "bar", True, False)
    cells = Perceived(2, right=2 - silent - marked, silent=silent, marked=marked)
    return Outcome(case, status, reason, right, True, cells, {"total": 1.0})


def test_a_section_replaces_its_last_version_and_no_other(tmp_path: Path) -> None:
    """Sections can be run one at a time."""
    readme = tmp_path / "README.md"
    write_section(readme, "tables", "Tables", "first \\1")
    write_section(readme, "charts", "Charts", "second")
    write_section(readme, "tables", "Tables", "third \\g<0>")
    text = readme.read_text(encoding="utf-8")
    assert text.startswith("# Benchmarks")
    assert "first" not in text
    assert text.index("third \\g<0>") < text.index("second")


def test_withheld_cases_count_as_wrong() -> None:
    """Every share is of all cases; the reason is counted."""
    outcomes = [
        outcome("answered", right=True),
        outcome("withheld", "source_mismatch", silent=1),
        outcome("unanswered", "evidence_missing", silent=1, marked=1),
        outcome("refused", "table_malformed"),
    ]
    text = outcomes_report(outcomes, SPLITS[:1], 512.0)
    assert "| answered rightly | 1/4 = 25.0 %" in text
    assert "| released | 2/4 = 50.0 %" in text
    assert "| released with an unmarked wrong value | 1/4 = 25.0 %" in text
    assert "| released with a marked wrong value | 1/4 = 25.0 %" in text
    assert "| whole tables captured rightly | 2/4 = 50.0 %" in text
    assert "| withheld: source_mismatch | 1 |" in text


def test_an_empty_group_has_no_share() -> None:
    """Nothing is divided by nothing."""
    assert share(0, 0) == "–"
    assert share(8, 10).startswith("8/10 = 80.0 % (49.0-94.3)")
