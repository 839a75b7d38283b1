"""ReCast: use a remote model on private evidence without showing it."""

from __future__ import annotations

from recast_agent.aclient import Approve, AsyncReCast, Confirm, OnEvent
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Modality
from recast_agent.private.record import Evidence
from recast_agent.result import Result
from recast_agent.workflow.confirming import AsRead, Vouched
from recast_agent.workflow.loop import run_sync

__all__ = ["Approve", "Confirm", "OnEvent", "ReCast"]


class ReCast(AsyncReCast):
    """The client. Every method has an ``a…`` twin; the plain ones also work in a notebook.

    ``settings`` default to the environment and ``recast.toml``. ``stages`` replaces plug-ins.
    ``approve`` is shown each release before it leaves and says whether it may. ``confirm`` is shown
    what was read of each chart and gives the right table back, or None for none of it; a Vouched
    names the cells whose estimates it bears out.
    An interrupt (Ctrl-C) of a plain method ends its work: nothing more is sent for it.
    """

    def open(
        self,
        evidence: Evidence,
        question: str = "",
        *,
        choices: tuple[str, ...] = (),
        chart_type: ChartType | None = None,
        release: Modality | None = None,
        spoken_question: bool = False,
    ) -> str:
        """See ``aopen``."""
        return run_sync(
            self.aopen(
                evidence,
                question,
                choices=choices,
                chart_type=chart_type,
                release=release,
                spoken_question=spoken_question,
            )
        )

    def solve(
        self,
        evidence: Evidence,
        question: str = "",
        *,
        choices: tuple[str, ...] = (),
        chart_type: ChartType | None = None,
        release: Modality | None = None,
        spoken_question: bool = False,
        on_event: OnEvent | None = None,
    ) -> Result:
        """See ``asolve``."""
        return run_sync(
            self.asolve(
                evidence,
                question,
                choices=choices,
                chart_type=chart_type,
                release=release,
                spoken_question=spoken_question,
                on_event=on_event,
            )
        )

    def protect(
        self,
        evidence: Evidence,
        question: str = "",
        *,
        choices: tuple[str, ...] = (),
        chart_type: ChartType | None = None,
        release: Modality | None = None,
        spoken_question: bool = False,
        on_event: OnEvent | None = None,
    ) -> Result:
        """See ``aprotect``."""
        return run_sync(
            self.aprotect(
                evidence,
                question,
                choices=choices,
                chart_type=chart_type,
                release=release,
                spoken_question=spoken_question,
                on_event=on_event,
            )
        )

    def recover(self, case: str, program: str) -> Result:
        """See ``arecover``."""
        return run_sync(self.arecover(case, program))

    def resume(self, case: str, *, on_event: OnEvent | None = None) -> Result:
        """See ``aresume``."""
        return run_sync(self.aresume(case, on_event=on_event))

    def captured(self, case: str) -> AsRead:
        """See ``acaptured``."""
        return run_sync(self.acaptured(case))

    def confirm(self, case: str, table: Table | Vouched) -> None:
        """See ``aconfirm``."""
        run_sync(self.aconfirm(case, table))

    def forget(self, case: str) -> None:
        """See ``aforget``."""
        run_sync(self.aforget(case))

    def reveal(self, text: str, *, conversation: str = "") -> str:
        """See ``areveal``."""
        return run_sync(self.areveal(text, conversation=conversation))
