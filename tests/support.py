"""What several test rooms share: settings in a temporary home, a scripted chat model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import Field

from recast_agent.core.settings import Settings

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED_DATA = REPOSITORY.parent / "shared" / "data"

COSTS = """Ward,Staff ($ thousand),Supplies ($ thousand)
Cardiology,412.5,96.0
Maternity,388.0,71.2
Oncology,530.8,214.6
Renal,341.7,133.3
"""
QUESTION = "What was the cost of supplies in Renal?"
ANSWER = "133.3"


def settings(home: Path, **given: Any) -> Settings:
    """Settings of a test: their own home and secret, nothing from the environment wins."""
    return Settings(**{"home": home, "secret": "test-secret-0123456789abcdef", **given})


class ScriptedChat(BaseChatModel):
    """A chat model that says its lines in turn and remembers what it was shown."""

    lines: list[AIMessage]
    seen: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.seen.append(list(messages))
        line = self.lines[len(self.seen) - 1]
        return ChatResult(generations=[ChatGeneration(message=line)])


def tool_call(tool: BaseTool, **arguments: str) -> AIMessage:
    """A message that calls a tool."""
    return AIMessage("", tool_calls=[{"name": tool.name, "args": arguments, "id": "call-1"}])


def run_snippet(code: str) -> None:
    """Run documented code as a script of its own, in this process, where the models are loaded."""
    exec(compile(code, "<snippet>", "exec"), {"__name__": "__main__"})
