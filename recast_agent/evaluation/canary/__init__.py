"""The canary: marked originals go in, and every place outside the vault is searched for them."""

from recast_agent.evaluation.canary.marks import MarkedCase, asked_again, marked_case
from recast_agent.evaluation.canary.run import run
from recast_agent.evaluation.canary.search import Leaks, all_logs, search_files

__all__ = [
    "Leaks",
    "MarkedCase",
    "all_logs",
    "asked_again",
    "marked_case",
    "run",
    "search_files",
]
