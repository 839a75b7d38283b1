"""Answer handles: what a model carries in place of an answer, filled in for the user's eyes."""

from __future__ import annotations

import secrets

from recast_agent.private.recover.reveal import HANDLE, reveal
from recast_agent.private.vault.protocol import Vault
from recast_agent.workflow.case import Handle, held, keep


async def make_handle(vault: Vault, case: str, shown: str, conversation: str) -> str:
    """A handle of constant shape for ``shown``; it is forgotten with its case."""
    token = secrets.token_hex(8)
    await keep(vault, f"handle-{token}", "handle", Handle(case=case, conversation=conversation))
    await vault.put(case, f"shown/{token}", shown.encode())
    return f"⟦answer:{token}⟧"


async def fill_handles(vault: Vault, text: str, conversation: str) -> str:
    """``text`` with the handles of this conversation filled in, never inside a URL or HTML."""
    answers: dict[str, str | None] = {}
    for match in HANDLE.finditer(text):
        answers[match[1]] = await _shown(vault, match[1], conversation)
    return reveal(text, answers.get)


async def _shown(vault: Vault, token: str, conversation: str) -> str | None:
    handle = await held(vault, f"handle-{token}", "handle", Handle)
    if handle is None or handle.conversation != conversation:
        return None
    if f"shown/{token}" not in await vault.names(handle.case):
        return None
    return (await vault.get(handle.case, f"shown/{token}")).decode()
