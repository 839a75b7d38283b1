"""The documents say what the code says: settings, decisions, links, and what can be run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from recast_agent.core.settings import Settings
from tests.support import REPOSITORY, run_snippet

DOCS = REPOSITORY / "docs"
PAGES = sorted(
    [
        *REPOSITORY.glob("*.md"),
        *DOCS.rglob("*.md"),
        *(REPOSITORY / room / "README.md" for room in ("benchmarks", "examples")),
    ]
)


def test_every_setting_is_described_with_its_default() -> None:
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \|", text, re.MULTILINE)
    assert [name for name, _ in rows] == list(dict.fromkeys(name for name, _ in rows))
    assert {name for name, _ in rows} == set(Settings.model_fields)
    for name, said in rows:
        if shown := re.fullmatch(r"`(.+)`", said):
            default = Settings.model_fields[name].default
            plain = f"{default:.0f}" if isinstance(default, float) else str(default)
            assert shown[1] in (plain, plain.lower())


def test_settings_that_the_readme_names_exist() -> None:
    named = set(re.findall(r"RECAST_(\w+)", (REPOSITORY / "README.md").read_text(encoding="utf-8")))
    assert {name.lower() for name in named} <= set(Settings.model_fields)


def test_every_decision_stands_in_the_index() -> None:
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"\]\((\d{4}[\w-]+\.md)\)", index))
    assert listed == {path.name for path in (DOCS / "decisions").glob("0*.md")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file.read_text(encoding="utf-8")), target


def anchors(text: str) -> set[str]:
    """The headings of a page as a link names them."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_graph_runs_as_the_page_about_servers_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], solver: str
) -> None:
    """All but the server: that needs a package of its own."""
    from recast_agent.workflow import hosted

    text = (DOCS / "langgraph-server.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setenv("RECAST_HOME", str(tmp_path))
    monkeypatch.setenv("RECAST_SECRET", "a long random text that you keep")
    monkeypatch.setenv("RECAST_SOLVER_BASE_URL", solver)
    hosted._own_stages.cache_clear()
    run_snippet("\n".join(blocks))
    hosted._own_stages.cache_clear()
    assert capsys.readouterr().out.split() == ["answered", "Oncology"]
