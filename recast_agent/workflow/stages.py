"""The embedded default of every stage."""

from __future__ import annotations

from recast_agent.core.settings import Settings
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.provenance import ProvenanceCheck
from recast_agent.gate.source import SourceCheck
from recast_agent.private.capture.stages import EmbeddedCapture
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.paper import PaperPolicy
from recast_agent.private.numbermap.protocol import NumberPolicy
from recast_agent.private.recover.executor import ChildExecutor
from recast_agent.private.rewrite.embedded import EmbeddedRewriter
from recast_agent.private.vault.memory import MemoryVault
from recast_agent.private.vault.protocol import Vault
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.door import Door
from recast_agent.released.egress.log import RequestLog
from recast_agent.released.egress.transport import OpenAITransport
from recast_agent.released.reconstruct.embedded import EmbeddedReconstructor
from recast_agent.released.solve.solver import OpenAISolver
from recast_agent.workflow.artifacts import VaultArtifacts
from recast_agent.workflow.context import Stages
from recast_agent.workflow.home import log_folder


def embedded(settings: Settings, *, vault: Vault | None = None) -> Stages:
    """Every stage without any model of its own. ``vault`` defaults to this process's memory."""
    given = settings.secret.get_secret_value()
    vault = vault or MemoryVault(given.encode() if given else None)
    policies: dict[str, NumberPolicy] = {"natural": NaturalPolicy(), "paper": PaperPolicy()}
    transport = OpenAITransport(settings.solver_api_key, settings.trusted_hosts)
    log = RequestLog(log_folder(settings, vault), vault.derive("log"))
    return Stages(
        capture=EmbeddedCapture(settings),
        rewriter=EmbeddedRewriter(),
        numbers=policies[settings.numbers],
        reconstructor=EmbeddedReconstructor(settings.render_timeout_s),
        checks=(ProtectedCheck(), SourceCheck(), ProvenanceCheck()),
        solver=OpenAISolver(settings),
        executor=ChildExecutor(),
        vault=vault,
        artifacts=VaultArtifacts(vault),
        door=Door(transport, log, settings),
    )


def new_budget(settings: Settings) -> Budget:
    """The time and the bytes of one run of a case."""
    return Budget.starting_now(settings.deadline_s, settings.byte_budget)
