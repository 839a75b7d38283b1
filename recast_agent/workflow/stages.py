"""The embedded default of every stage."""

from __future__ import annotations

from functools import cache

from recast_agent.core.settings import Settings, load_settings
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.provenance import ProvenanceCheck
from recast_agent.gate.source import SourceCheck
from recast_agent.private.capture.stages import EmbeddedCapture
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.paper import PaperPolicy
from recast_agent.private.recover.executor import ChildExecutor
from recast_agent.private.rewrite.lexical import LexicalRewriter
from recast_agent.private.vault.file import FileVault
from recast_agent.private.vault.keys import find_secret
from recast_agent.private.vault.memory import MemoryVault
from recast_agent.private.vault.protocol import Vault
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.door import Door
from recast_agent.released.egress.log import RequestLog
from recast_agent.released.egress.transport import OpenAITransport
from recast_agent.released.reconstruct.reconstructor import MatplotlibReconstructor
from recast_agent.released.solve.solver import OpenAISolver
from recast_agent.workflow.artifacts import VaultArtifacts
from recast_agent.workflow.context import Context, Stages
