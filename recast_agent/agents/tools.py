"""A LangChain tool over the client: the calling model sees a handle, the user sees the answer.

The calling model may be remote, so evidence comes as a reference (a path under an allowed root,
or a handle that the host registered), and the reply tells nothing: the same shape whether the
question was answered, withheld or wrong. What happened is in the artifact, for the host alone.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Annotated, Any, Literal

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel, Field

from recast_agent.client import ReCast
from recast_agent.core.errors import Code, InputError, ReCastError
from recast_agent.private.record import Evidence

EVIDENCE = re.compile(r"⟦evidence:([0-9a-f]{16})⟧")

DESCRIPTION = (
    "Answer a question about a private chart, recording, table or text. `evidence` is a file path "
    "or an evidence handle. An empty `question` is one that the recording itself asks. The reply "
    "is a handle such as ⟦answer:…⟧ that stands for the answer: put it where the answer belongs in "
    "your text for the user. It can not be used in other tools or in links."
)


class ProtectedSolveInput(BaseModel):
    """Arguments of ``protected_solve``."""

    evidence: Annotated[str, Field(max_length=4096, description="A path or an evidence handle.")]
    question: Annotated[str, Field(max_length=2000, description="What to find out from it.")]


class EvidenceShelf:
    """Evidence that the host registered for a conversation, by handles of constant shape."""

    def __init__(self) -> None:
        self._held: dict[str, Evidence] = {}

    def add(self, evidence: Evidence) -> str:
        """A handle that the calling model may be shown."""
        token = secrets.token_hex(8)
        self._held[token] = evidence
        return f"⟦evidence:{token}⟧"

    def get(self, handle: str) -> Evidence | None:
        """The evidence of a handle, or None."""
        match = EVIDENCE.fullmatch(handle.strip())
        return self._held.get(match[1]) if match else None


def protected_solve_tool(
    client: ReCast,
    *,
    root: Path,
    shelf: EvidenceShelf | None = None,
    conversation: str = "",
    reply: Literal["handle", "answer"] = "handle",
) -> BaseTool:
    """The tool ``protected_solve(evidence, question)``.

    ``root`` is the only folder whose files may be named. ``conversation`` binds the answer
    handles: ``client.reveal(text, conversation=…)`` fills in no others. ``reply="answer"`` puts
    the true answer into the calling model's context: only for a model that runs locally.
    The artifact is ``{"case", "status", "reason", "release"}``: released values, for the host.
    """

    async def solve(evidence: str, question: str) -> tuple[str, dict[str, Any]]:
        try:
            source = (shelf.get(evidence) if shelf else None) or under(root, evidence)
            result = await client.asolve(source, question)
        except ReCastError as error:
            return await failed(error.code)
        except Exception:
            # what a foreign exception says may be private, and an agent shows it to its model
            return await failed(Code.INTERNAL)
        artifact = {
            "case": result.case,
            "status": result.status,
            "reason": result.reason or None,
            "release": result.release.to_json() if result.release else None,
        }
        return await told(result.case, result.show()), artifact

    async def failed(code: Code) -> tuple[str, dict[str, Any]]:
        artifact = {"case": None, "status": "error", "reason": code.value, "release": None}
        return await told(secrets.token_hex(16), f"no answer ({code.value})"), artifact

    async def told(case: str, text: str) -> str:
        if reply == "answer":
            return text
        return await client.ahandle(case, text, conversation=conversation)

    def solve_sync(evidence: str, question: str) -> tuple[str, dict[str, Any]]:
        from recast_agent.workflow.loop import run_sync

        return run_sync(solve(evidence, question))

    return StructuredTool.from_function(
        func=solve_sync,
        coroutine=solve,
        name="protected_solve",
        description=DESCRIPTION,
        args_schema=ProtectedSolveInput,
        response_format="content_and_artifact",
        handle_tool_error="the tool could not run",
        handle_validation_error="give a short evidence reference and a question",
    )


def under(root: Path, named: str) -> Path:
    """A relative path below ``root``, links resolved. Raises InputError(evidence_outside_root)."""
    try:
        base = root.resolve()
        path = (base / named).resolve()
    except (OSError, RuntimeError, ValueError):  # too long, a loop of links, a null character
        raise InputError(Code.EVIDENCE_NOT_FOUND, "this is no path") from None
    if Path(named).is_absolute() or not path.is_relative_to(base):
        raise InputError(Code.EVIDENCE_OUTSIDE_ROOT, "name a file below the allowed folder")
    return path
