"""Released artifacts kept in the vault, so that a case can go on in another process."""

from __future__ import annotations

from recast_agent.core.errors import Code, InputError, InternalError
from recast_agent.core.types import Artifact, Ref
from recast_agent.private.vault.protocol import Vault


class VaultArtifacts:
    """Content-addressed: one scope per hash, so that each expires by itself."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    async def put(self, artifact: Artifact) -> Ref:
        await self._vault.put(f"artifact-{artifact.sha256}", "bytes", artifact.data)
        return artifact.ref

    async def get(self, ref: Ref) -> Artifact:
        try:
            data = await self._vault.get(f"artifact-{ref['sha256']}", "bytes")
        except InputError:
            raise InternalError(
                Code.INTERNAL, "the released artifact is no longer held: protect the case again"
            ) from None
        return Artifact(data=data, media_type=ref["media_type"])
