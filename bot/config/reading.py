"""Reads the configuration file and the environment over it, and collects all that is wrong with either."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import SettingsError

import storage
from bot.config import faults
from bot.config.settings import DELIMITER, PLACEHOLDER, PREFIX, Discord, Metrics, Settings, Storage, model_of
from bot.files import read_text
from bot.watch.address import Address
from game.core import toml

DEFAULT_FILE = Path("config.toml")
_LARGEST = 64 * 1024
"""Maximum size of a configuration file, in bytes."""


class BadConfig(Exception):
    """The configuration cannot be used. Each of `problems` says on one line what is wrong, where and why, without the
    token."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(self.problems)


def _table(file: Path | None, table: str, what: str) -> Any:
    source = file or DEFAULT_FILE
    try:
        data = _read(source, needed=file is not None) or {}
    except BadConfig:
        if not any(name.upper().startswith(f"{PREFIX}{table.upper()}{DELIMITER}") for name in os.environ):
            raise
        data = {}  # the environment sets this table, so the file may not matter
    try:
        return getattr(model_of(table)(**{name: data[name] for name in (table,) if name in data}), table)
    except (SettingsError, RecursionError, ValidationError):
        raise BadConfig(f"{source}: {what} cannot be read") from None


def database_place(file: Path | None) -> storage.Place:
    """Return where the games are stored, even if the rest of the configuration is wrong. Raises BadConfig."""
    kept: Storage = _table(file, "storage", "where the games are kept")
    return kept.place


def discord_settings(file: Path | None) -> Discord:
    """Return how to reach Discord, and our token, even if the rest of the configuration is wrong. Raises BadConfig."""
    discord: Discord = _table(file, "discord", "who the bot is")
    return discord


def metrics_address(file: Path | None) -> Address | None:
    """Return where the bot serves its health and metrics, even if the rest of the configuration is wrong; None:
    nowhere. Raises BadConfig."""
    metrics: Metrics = _table(file, "metrics", "where the bot can be asked how it is")
    return metrics.address


def load(file: Path | None = None, *, seed: str | None = None, token_needed: bool = True) -> Settings:
    """Load the configuration from a file (None: `config.toml`, if it exists), overridden by the environment.

    seed: as `Settings.seed`. token_needed: if False, a missing token is replaced by a dummy. Raises BadConfig.
    """
    data, wrong = _examined(file, token_needed)
    if wrong:
        raise BadConfig(*wrong)
    settings = Settings(**(data or {}))
    settings._seed = seed
    return settings


def problems(file: Path | None = None) -> tuple[str, ...]:
    """Return all that is wrong with the configuration, one line each: first the file, then unknown names, then the
    settings in the order in which they are documented."""
    return _examined(file, token_needed=True)[1]


def written(file: Path | None = None) -> dict[str, Any]:
    """Return the contents of the file, valid or not; empty if it cannot be read."""
    try:
        return _read(file or DEFAULT_FILE) or {}
    except BadConfig:
        return {}


def _examined(file: Path | None, token_needed: bool) -> tuple[dict[str, Any] | None, tuple[str, ...]]:
    """Return the contents of the file (None if there is none), and what is wrong with them and with the environment."""
    source, wrong = file or DEFAULT_FILE, list[str]()
    data: dict[str, Any] | None = None
    try:
        data = _read(source, needed=file is not None)
    except BadConfig as error:
        wrong.append(str(error))
    if not token_needed or wrong:  # a file that could not be read may well have a token
        data = _with_token(data or {})
    wrong += faults.unknown_variables()
    wrong += (
        f"{source}: {table}: {faults.unknown(table)}" for table in data or () if table not in Settings.model_fields
    )
    for table in Settings.model_fields:
        if data and not isinstance(data.get(table, {}), dict):  # else silently dropped if a variable sets a part of it
            wrong.append(f"{source}: {table}: its settings stand below a line [{table}]")
        try:
            model_of(table)(**{table: data[table]} if data and table in data else {})
        except SettingsError:
            wrong.append(f"environment variable {PREFIX}{table.upper()}: {faults.no_table(table)}")
        except RecursionError:
            wrong.append(f"environment variables {PREFIX}...: a value is nested too deep")
        except ValidationError as error:
            wrong += faults.of_values(error, source, data)
    return data, tuple(wrong)


def _read(file: Path, needed: bool = True) -> dict[str, Any] | None:
    """Return the contents of the file; None if there is none and it is not needed. Raises BadConfig."""
    try:
        text = read_text(file, _LARGEST)
    except OSError as error:
        if not needed and isinstance(error, FileNotFoundError):
            return None
        raise BadConfig(f"{file}: {error.strerror or error}") from None
    except ValueError as error:
        raise BadConfig(f"{file}: {error}") from None
    try:
        return toml.parse(text)
    except ValueError as error:
        raise BadConfig(f"{file}: this is not TOML: {faults.unreadable(str(error))}") from None


def _with_token(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with a dummy token in place of a missing one or of the placeholder."""
    discord = data.get("discord", {})
    if not isinstance(discord, dict) or discord.get("token", PLACEHOLDER) not in ("", PLACEHOLDER):
        return data
    return {**data, "discord": {**discord, "token": "none"}}
