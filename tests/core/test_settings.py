"""Settings: explicit > environment > ``recast.toml`` > default, and no name is passed over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recast_agent.core.accepted import accepted
from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings, load_settings

VALUE = "sk-quorvane"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_explicit_wins_over_environment_over_file_over_default(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Settings().max_tokens == 2000
    (folder / "recast.toml").write_text("max_tokens = 3\n")
    assert Settings().max_tokens == 3
    monkeypatch.setenv("RECAST_MAX_TOKENS", "4")
    assert Settings().max_tokens == 4
    assert Settings(max_tokens=5).max_tokens == 5


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("RECAST_SOLVER_MODLE", "RECAST_SOLVER_MODEL"),
        ("RECAST_SOLVER_KEY", "RECAST_SOLVER_API_KEY"),
        ("recast_secrets", "RECAST_SECRET"),
        ("RECAST_EVIDENCE_ROOTS", "RECAST_EVIDENCE_ROOT"),
    ],
)
def test_a_misspelt_variable_is_named_with_the_nearest_and_without_its_value(
    monkeypatch: pytest.MonkeyPatch, name: str, nearest: str
) -> None:
    monkeypatch.setenv(name, VALUE)
    with pytest.raises(InputError) as caught:
        load_settings()
    assert (caught.value.code, caught.value.where) == (Code.SETTINGS_INVALID, name)
    assert caught.value.hint == f"no such setting: is it {nearest}?"
    assert VALUE not in repr((caught.value, vars(caught.value)))


def test_a_misspelt_key_of_the_file_is_named_with_the_nearest_and_without_its_value(
    folder: Path,
) -> None:
    (folder / "recast.toml").write_text(f'solver_modle = "{VALUE}"\n[solver]\nx = "{VALUE}"\n')
    with pytest.raises(InputError) as caught:
        load_settings()
    assert caught.value.where == "solver, solver_modle"
    assert "solver_model" in caught.value.hint
    assert VALUE not in repr((caught.value, vars(caught.value)))


def test_a_misspelt_argument_is_an_error_too() -> None:
    with pytest.raises(InputError) as caught:
        Settings(trusted_host=(VALUE,))  # type: ignore[call-arg]
    assert caught.value.where == "trusted_host"
    assert caught.value.hint == "no such setting: is it trusted_hosts?"


def test_a_name_that_is_like_no_other_is_to_be_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECAST_XQZW", VALUE)
    with pytest.raises(InputError, match="RECAST_XQZW: no such setting"):
        load_settings()


def test_variables_that_are_read_elsewhere_are_no_mistakes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RECAST_EVIDENCE_ROOT", "evidence")
    monkeypatch.setenv("recast_secret", VALUE)
    monkeypatch.setenv("RECASTING", "of another program")
    assert load_settings().secret.get_secret_value() == VALUE


def test_a_value_that_does_not_fit_is_named_by_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECAST_MAX_TOKENS", VALUE)
    with pytest.raises(InputError) as caught:
        load_settings()
    assert caught.value.where == "max_tokens"
    assert VALUE not in repr((caught.value, vars(caught.value)))


@pytest.mark.parametrize("value", ["-1", "0", "nan", "inf", "-inf", "1e300"])
@pytest.mark.parametrize(
    "field", ["deadline_s", "render_timeout_s", "program_timeout_s", "vault_ttl_s"]
)
def test_a_time_is_finite_and_above_zero(
    monkeypatch: pytest.MonkeyPatch, field: str, value: str
) -> None:
    monkeypatch.setenv(f"RECAST_{field.upper()}", value)
    with pytest.raises(InputError) as caught:
        load_settings()
    assert (caught.value.code, caught.value.where) == (Code.SETTINGS_INVALID, field)


@pytest.mark.parametrize("value", ["-1", "0", "2.5", "1e40"])
@pytest.mark.parametrize(
    "field",
    [
        *("byte_budget", "rewrite_attempts", "transport_attempts", "max_tokens"),
        *("releases_per_evidence", "programs_per_case", "max_image_side", "max_evidence_bytes"),
        *("max_recording_bytes", "max_table_rows", "max_question_chars"),
    ],
)
def test_a_count_is_whole_and_at_least_one(
    monkeypatch: pytest.MonkeyPatch, field: str, value: str
) -> None:
    monkeypatch.setenv(f"RECAST_{field.upper()}", value)
    with pytest.raises(InputError) as caught:
        load_settings()
    assert (caught.value.code, caught.value.where) == (Code.SETTINGS_INVALID, field)


@pytest.mark.parametrize("field", ["chart_repairs", "format_repairs"])
def test_no_repair_at_all_is_a_choice_and_fewer_is_not(field: str) -> None:
    given: dict[str, Any] = {field: 0}
    assert getattr(Settings(**given), field) == 0
    for wrong in (-1, 11):
        given[field] = wrong
        with pytest.raises(InputError) as caught:
            Settings(**given)
        assert caught.value.where == field


def test_a_setting_of_a_number_has_a_range() -> None:
    for name, field in Settings.model_fields.items():
        if field.annotation in (int, float):
            assert field.metadata, name


def test_an_argument_out_of_range_is_named_without_its_value() -> None:
    with pytest.raises(InputError) as caught:
        Settings(solver_model=VALUE, deadline_s=-1.0)
    assert caught.value.where == "deadline_s"
    assert VALUE not in repr((caught.value, vars(caught.value)))


UNFIT: dict[str, tuple[str, str]] = {
    "strict": ("maybe", "true or false"),
    "accept_table": ("2", "true or false"),
    "max_tokens": ("many", "a whole number from 1 up to 1000000000000"),
    "rewrite_attempts": ("21", "a whole number from 1 up to 20"),
    "chart_repairs": ("-1", "a whole number from 0 up to 10"),
    "deadline_s": ("soon", "a number above 0 up to 1000000000"),
    "profile": ("far", "local or remote"),
    "numbers": ("odd", "natural or paper"),
    "trusted_hosts": ("gpu.lan:8000", 'a list of texts (["one", "two"])'),
}


@pytest.mark.parametrize(("field", "value", "fits"), [(f, *held) for f, held in UNFIT.items()])
def test_a_value_that_does_not_fit_is_told_what_would(
    monkeypatch: pytest.MonkeyPatch, field: str, value: str, fits: str
) -> None:
    """By the name of its variable, and without the value."""
    monkeypatch.setenv(f"RECAST_{field.upper()}", value)
    with pytest.raises(InputError) as caught:
        load_settings()
    assert (caught.value.code, caught.value.where) == (Code.SETTINGS_INVALID, field)
    assert caught.value.hint == f"{field} (RECAST_{field.upper()}) is {fits}"


def test_every_setting_can_say_what_it_may_be() -> None:
    """No field falls through to a text that is none."""
    texts = {"solver_base_url", "solver_api_key", "solver_model", "home", "secret"}
    said = {name for name, field in Settings.model_fields.items() if accepted(field) == "a text"}
    assert said == texts


def test_a_file_that_cannot_be_parsed_is_named(folder: Path) -> None:
    (folder / "recast.toml").write_text(f"strict = {VALUE}\n")
    with pytest.raises(InputError) as caught:
        load_settings()
    assert caught.value.hint.startswith("recast.toml cannot be parsed")
    assert VALUE not in repr((caught.value, vars(caught.value)))
