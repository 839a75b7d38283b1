"""The whole protected path, with the stand-in solver in a process of its own."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from recast_agent.client import ReCast
from recast_agent.core.errors import InputError
from recast_agent.core.perception.read import read_chart
from recast_agent.evaluation.recording import Recorder
from recast_agent.private.record import TableEvidence
from recast_agent.result import Release, Result
from tests.released.endpoints import endpoint, status
from tests.support import REPOSITORY, settings

WARD_COSTS = REPOSITORY / "examples" / "ward_costs.csv"
SUPPLIES = "What was the cost of supplies in Renal?"
SPREAD = "What is the difference between the highest and the lowest staff cost?"
TRUE_WORDS = ("Cardiology", "Maternity", "Oncology", "Paediatrics", "Renal", "Supplies", "Ward")
TRUE_NUMBERS = ("412.5", "388.0", "530.8", "296.4", "341.7", "133.3", "214.6")

pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("ward_costs.csv", SUPPLIES, "133.3"),
        ("ward_costs.csv", SPREAD, "234.4"),
        ("trial_enrolment.json", "In which month did the number of patients enrolled peak?", "May"),
        ("trial_enrolment.json", "How many months had more than 30 patients?", "3"),
        ("late_deliveries.png", "Which carrier had the highest share?", "Pemberton Freight"),
        ("late_deliveries.png", "What is the average of all bars?", "7.62"),
        (
            "clinic_staffing.png",
            "How many more nurses did St Brannoc have on the day shift than Oakfield?",
            "33",
        ),
    ],
)
def test_an_example_is_answered_truly(
    solver: str, tmp_path: Path, name: str, question: str, answer: str
) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=solver))

    result = client.solve(REPOSITORY / "examples" / name, question)

    assert (result.status, result.reason) == ("answered", "")
    assert result.show() == answer
    assert result.receipt is not None
    assert [event["stage"] for event in result.events][-2:] == ["ask_solver", "recover"]


def test_only_the_disguise_is_on_the_wire(recorder: Recorder, tmp_path: Path) -> None:
    """The answer is right, and neither a true word nor a true number was sent."""
    result = ReCast(settings(tmp_path, solver_base_url=recorder.base_url)).solve(
        WARD_COSTS, SUPPLIES
    )

    assert result.show() == "133.3"
    assert recorder.heard
    for request in recorder.heard:
        text = request.decode()
        assert [word for word in TRUE_WORDS if word.lower() in text.lower()] == []
        assert [number for number in TRUE_NUMBERS if number in text] == []
        assert "ward_costs" not in text


def test_a_hand_written_program_recovers_a_protected_case(tmp_path: Path) -> None:
    """No solver at all: protect, read the released picture, write a program, recover."""
    client = ReCast(settings(tmp_path))
    protected = client.protect(WARD_COSTS, SPREAD)
    assert protected.status == "protected"
    assert protected.release is not None
    assert protected.answer is None
    table = read_chart(protected.release.artifact.data).table
    assert table is not None
    operands = ", ".join(f"protected({cell})" for row in table.cells for cell in row)
    program = f"answer = sum([{operands}])"  # rows and columns may have changed places

    recovered = client.recover(protected.case, program)

    assert (recovered.status, recovered.show()) == ("answered", "2543.4")
    assert client.recover(protected.case, program).show() == "2543.4"


def test_a_second_question_keeps_the_disguise(recorder: Recorder, tmp_path: Path) -> None:
    """Same theme, labels and numbers: fresh maps of one evidence could be intersected."""
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))

    one, two = client.solve(WARD_COSTS, SUPPLIES), client.solve(WARD_COSTS, SPREAD)

    assert (one.show(), two.show()) == ("133.3", "234.4")
    assert one.case != two.case
    assert one.theme == two.theme
    assert _table(one) == _table(two)


def test_a_refused_approval_sends_nothing(recorder: Recorder, tmp_path: Path) -> None:
    shown: list[Release] = []

    def approve(release: Release) -> bool:
        shown.append(release)
        return False

    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url), approve=approve)

    result = client.solve(WARD_COSTS, SUPPLIES)

    assert (result.status, result.reason) == ("withheld", "not_approved")
    assert recorder.heard == []
    assert len(shown) == 1
    assert "Renal" not in shown[0].question


def test_an_approved_release_is_the_one_that_leaves(recorder: Recorder, tmp_path: Path) -> None:
    shown: list[Release] = []

    def approve(release: Release) -> bool:
        shown.append(release)
        return True

    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url), approve=approve)

    result = client.solve(WARD_COSTS, SUPPLIES)

    assert result.show() == "133.3"
    (release,) = shown
    assert json.dumps(release.question)[1:-1].encode() in recorder.heard[0]
    assert result.release == release


def test_resume_asks_again_after_the_solver_was_unreachable(
    recorder: Recorder, tmp_path: Path
) -> None:
    """The release stands, the deadline starts anew, and the case ends in its true answer."""
    client = ReCast(
        settings(tmp_path, solver_base_url=recorder.base_url, transport_attempts=1),
    )
    standin = recorder.brain

    def broken(asked: object) -> str:
        raise ConnectionAbortedError

    recorder.brain = broken
    first = client.solve(WARD_COSTS, SUPPLIES)
    assert first.status == "unanswered"
    recorder.brain = standin

    again = client.resume(first.case)

    assert (again.status, again.show()) == ("answered", "133.3")
    assert again.case == first.case
    assert client.resume(first.case).show() == "133.3"


def test_a_forgotten_case_is_gone(recorder: Recorder, tmp_path: Path) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
    result = client.solve(WARD_COSTS, SUPPLIES)

    client.forget(result.case)

    with pytest.raises(InputError, match="case_unknown"):
        client.resume(result.case)
    with pytest.raises(InputError, match="case_unknown"):
        client.recover(result.case, "answer = protected(1)")


def test_a_handle_shows_the_answer_in_its_own_conversation_only(
    recorder: Recorder, tmp_path: Path
) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
    result = client.solve(WARD_COSTS, SUPPLIES)
    handle = asyncio.run(client.ahandle(result.case, result.show(), conversation="mine"))
    assert re.fullmatch(r"⟦answer:[0-9a-f]{16}⟧", handle)
    text = f"It cost {handle}."

    assert client.reveal(text, conversation="mine") == "It cost 133.3."
    assert "133.3" not in client.reveal(text, conversation="other")
    assert "133.3" not in client.reveal(f"https://x.test/?q={handle}", conversation="mine")
    client.forget(result.case)
    assert "133.3" not in client.reveal(text, conversation="mine")


def test_the_plain_methods_work_inside_a_running_loop(recorder: Recorder, tmp_path: Path) -> None:
    """As in a notebook."""
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))

    async def cell() -> Result:
        return client.solve(WARD_COSTS, SUPPLIES)

    assert asyncio.run(cell()).show() == "133.3"


def test_proxies_of_the_environment_are_not_used(
    recorder: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with endpoint(status(502)) as proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)

        result = ReCast(settings(tmp_path, solver_base_url=recorder.base_url)).solve(
            WARD_COSTS, SUPPLIES
        )

    assert result.show() == "133.3"
    assert proxy.requests == []


def test_the_paper_policy_answers_too(recorder: Recorder, tmp_path: Path) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url, numbers="paper"))

    assert client.solve(WARD_COSTS, SPREAD).show() == "234.4"


@pytest.mark.parametrize(
    "choices",
    [
        ("133.3", "871.4"),
        ("$133.3 thousand", "$871.4 thousand"),
        ("A) 133.3", "B) 871.4"),
        ("1. 133.3", "2. 871.4"),
        ("(iv) $133.3k", "(v) $871.4k"),
    ],
)
def test_numeric_choices_never_leave(
    recorder: Recorder, tmp_path: Path, choices: tuple[str, str]
) -> None:
    """A choice of numbers would bracket the truth; it is matched here, after restoration."""
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))

    result = client.solve(WARD_COSTS, SUPPLIES, choices=choices)

    assert (result.status, result.show()) == ("answered", choices[0])
    assert result.release is not None
    assert result.release.choices == ()
    for request in recorder.heard:
        assert b"133.3" not in request
        assert b"871.4" not in request


def test_a_table_can_be_drawn_as_a_chart(recorder: Recorder, tmp_path: Path) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
    evidence = TableEvidence(
        "Clinic,Nurses\nOakfield,31\nSt Brannoc,64\nWestmere,47\n", "bar", "Nurses by clinic"
    )

    result = client.solve(evidence, "How many nurses did Westmere have?")

    assert (result.status, result.show()) == ("answered", "47")


def _table(result: Result) -> object:
    assert result.release is not None
    table = read_chart(result.release.artifact.data).table
    assert table is not None
    return table


def test_programs_tried_on_a_case_are_counted(tmp_path: Path) -> None:
    """The status of each program tells its author a little: there is no endless asking."""
    client = ReCast(settings(tmp_path, programs_per_case=2))
    case = client.protect(WARD_COSTS, SUPPLIES).case
    tried = [f"answer = protected({n}.5) + {n}" for n in (1, 2, 2, 3)]
    reasons = [client.recover(case, program).reason for program in tried]
    assert reasons[3] == "release_cap"
    assert "release_cap" not in reasons[:3]
