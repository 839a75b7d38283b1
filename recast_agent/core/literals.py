"""Find and normalise numbers in text (placeholder signature; the numbers room fills it)."""

from __future__ import annotations

from typing import Literal

Role = Literal["quantity", "percent", "year", "structural", "ordinal", "date", "identifier"]
