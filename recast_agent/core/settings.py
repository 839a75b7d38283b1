"""Settings: explicit > environment (``RECAST_…``) > ``recast.toml`` > default."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from platformdirs import user_data_path
from pydantic import Field, ModelWrapValidatorHandler, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from recast_agent.core.accepted import accepted
from recast_agent.core.errors import Code, InputError

PREFIX = "RECAST_"

OTHER_VARIABLES = {"RECAST_EVIDENCE_ROOT"}
"""Variables of the prefix that a composition root reads for itself: no settings."""

Seconds = Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=10**12)]
Tries = Annotated[int, Field(ge=1, le=20)]
Repairs = Annotated[int, Field(ge=0, le=10)]
"""None at all is a choice here; ten repairs of a chart are what the graph has room for."""


class Settings(BaseSettings):
    """Everything a case can be told. ``OPENAI_*`` is never read.

    Times are seconds above zero, sizes bytes. ``trusted_hosts`` lists ``host:port`` that count as
    local beside loopback. A name that is no setting, or a value out of its range, given as an
    argument, in ``recast.toml`` or as a ``RECAST_…`` variable, is an InputError(settings_invalid)
    with the name of the field, its variable and what it may be.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        toml_file="recast.toml",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    solver_base_url: str = "http://127.0.0.1:8331/v1"
    solver_api_key: SecretStr = SecretStr("")
    solver_model: str = "recast-standin"
    profile: Literal["local", "remote"] = "local"
    home: Path = user_data_path("recast")
    secret: SecretStr = SecretStr("")
    strict: bool = True
    numbers: Literal["natural", "paper"] = "natural"
    trusted_hosts: tuple[str, ...] = ()
    accept_table: bool = True

    deadline_s: Seconds = 120.0
    byte_budget: Count = 20_000_000
    chart_repairs: Repairs = 4
    rewrite_attempts: Tries = 3
    render_timeout_s: Seconds = 45.0
    transport_attempts: Tries = 5
    format_repairs: Repairs = 3
    program_timeout_s: Seconds = 5.0
    max_tokens: Count = 2000
    releases_per_evidence: Count = 200
    programs_per_case: Count = 50
    vault_ttl_s: Seconds = 7 * 24 * 3600.0
    max_image_side: Count = 10_000
    max_evidence_bytes: Count = 20_000_000
    max_recording_bytes: Count = 64_000_000
    max_table_rows: Count = 1_000
    max_question_chars: Count = 2_000

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @model_validator(mode="before")
    @classmethod
    def _only_known_names(cls, given: Any) -> Any:
        fields = set(cls.model_fields)
        unknown = _unknown_variables({PREFIX + name.upper() for name in fields} | OTHER_VARIABLES)
        if isinstance(given, Mapping):
            unknown |= {name: _nearest(name.lower(), fields) for name in sorted({*given} - fields)}
        if unknown:
            raise _no_such(unknown)
        return given

    @model_validator(mode="wrap")
    @classmethod
    def _named_where_invalid(cls, given: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(given)
        except ValidationError as error:
            fields = {str(e["loc"][0]) for e in error.errors(include_input=False) if e["loc"]}
            raise _unfit(cls, fields) from None

    def __repr_args__(self) -> Any:
        return []  # a settings object may sit in a traceback: it shows nothing


def load_settings() -> Settings:
    """Settings from the environment and ``recast.toml``.

    Raises InputError(settings_invalid) with the names of the fields, never their values; a name
    that is no setting comes with the nearest one that is.
    """
    try:
        return Settings()
    except SettingsError as error:
        # a value that should be JSON and is none: of it, the message holds the field alone
        named = set(re.findall(r"\w+", str(error))) & set(Settings.model_fields)
        raise _unfit(Settings, named) from None
    except ValueError:
        hint = "recast.toml cannot be parsed: it holds lines such as strict = false"
        raise InputError(Code.SETTINGS_INVALID, hint) from None


def _unknown_variables(known: set[str]) -> dict[str, str]:
    """Variables of our prefix that nothing reads, each with the nearest that is read: a source of
    settings looks up the names that it knows and would never see them."""
    ours = {name for name in os.environ if name.upper().startswith(PREFIX)}
    return {n: _nearest(n.upper(), known) for n in sorted(ours) if n.upper() not in known}


def _nearest(name: str, known: set[str]) -> str:
    return next(iter(get_close_matches(name, sorted(known), n=1)), "")


def _unfit(settings: type[Settings], fields: set[str]) -> InputError:
    """The fields whose values do not fit, without those values, and what would fit."""
    known = settings.model_fields
    said = [
        f"{name} ({PREFIX}{name.upper()}) is {accepted(known[name])}"
        for name in sorted(fields & set(known))
    ]
    hint = "; ".join(said) or "check the RECAST_ variables and recast.toml"
    return InputError(Code.SETTINGS_INVALID, hint, where=", ".join(sorted(fields)))


def _no_such(unknown: dict[str, str]) -> InputError:
    nearest = ", ".join(near for near in unknown.values() if near)
    hint = f"no such setting: is it {nearest}?" if nearest else "no such setting: remove it"
    return InputError(Code.SETTINGS_INVALID, hint, where=", ".join(unknown))
