"""The notebook runs from its first cell to its last, and is kept with the outputs of a run."""

from __future__ import annotations

import re
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support import REPOSITORY

NOTEBOOK = REPOSITORY / "notebooks" / "protected_agent.ipynb"


def notebook() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)


def test_the_outputs_kept_are_of_one_whole_run_and_name_no_place_of_the_machine() -> None:
    code = [cell for cell in notebook().cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    kept = str([cell.outputs for cell in code])
    assert "⟦answer:" in kept
    assert not re.search(r"'error'|stderr|Traceback|/home/|/root|/tmp|/Users/|\w:\\\\", kept)
    assert str(REPOSITORY) not in kept


@pytest.mark.timeout(180)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the kernel's client
def test_the_agent_sees_a_handle_and_the_user_the_answer() -> None:
    client = NotebookClient(
        notebook(), timeout=150, resources={"metadata": {"path": str(NOTEBOOK.parent)}}
    )
    client.execute()
    outputs = {cell.id: cell.outputs for cell in client.nb.cells if cell.cell_type == "code"}
    (pictures,) = outputs["side-by-side"]
    assert pictures["data"]["text/html"].count("<img") == 2
    (reply,) = outputs["run"]
    said = reply["data"]["text/plain"].strip("'")
    assert re.fullmatch(r"The difference is ⟦answer:[0-9a-f]{16}⟧ nurses\.", said)
    (shown,) = outputs["reveal-it"]
    assert shown["text"].splitlines() == [
        "The difference is 33 nurses.",
        said,
        "https://example.org/?q=" + said.split()[3],
    ]
