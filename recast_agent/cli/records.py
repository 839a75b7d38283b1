"""log and doctor: what left this machine, and what works on it."""

from __future__ import annotations

import json
from collections.abc import Callable

from recast_agent.cli.output import guarded
from recast_agent.core.errors import Code, InternalError
from recast_agent.core.settings import load_settings
from recast_agent.released.egress.log import entries, verify
from recast_agent.result import SCHEMA
