"""The configuration: `config.toml`, environment variables over it, and errors in one line."""

from __future__ import annotations

import difflib
import functools
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import yarl
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    create_model,
    field_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

import storage
from bot.files import read_text
from bot.gateway.shards import MOST
from bot.watch.address import Address
from game.core import toml

PREFIX = "ADEPTS_"
DELIMITER = "__"
DEFAULT_FILE = Path("config.toml")
PLACEHOLDER = "put-your-bot-token-here"
_NOT_OURS = re.compile(rf"{PREFIX}(BROWSER|(SERVICE|PORT)(_.*)?)")
"""Variables with our prefix that others set: the tests, and Kubernetes for a service that is called as we are."""
_WORDS = {
    "model_type": "this is no table of settings",
    "model_attributes_type": "this is no table of settings",
    "path_type": "this is no name of a file",
}
"""In place of pydantic's where those are about Python."""
_LARGEST = 64 * 1024
"""Bytes of a configuration."""


class BadConfig(Exception):
    """A configuration that cannot be used; the text is one line that says what, where and why, without the token."""


class _Table(BaseModel):
    """No setting is a yes or no."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth(cls, given: object) -> object:
        """pydantic takes `true` for 1."""
        if isinstance(given, bool):
            raise ValueError("true and false are no values here")
        return given


class Discord(_Table):
    """Where Discord is, and who we are there."""

    token: SecretStr
    api_url: Annotated[str, Field(pattern=r"^https?://[^\s/]+\S*[^\s/]$", max_length=2000)] = (
        "https://discord.com/api/v10"
    )
    gateway_url: Annotated[str, Field(pattern=r"^wss?://[^\s/]+\S*$", max_length=2000)] = "wss://gateway.discord.gg/"
    max_connections: Annotated[int, Field(ge=1, le=1000)] = 32
    """At once, to Discord's API: unbounded, a rush of answers slows each of them down."""
    max_requests: Annotated[int, Field(ge=0, le=10_000)] = 45
    """A second, of the whole bot to Discord's API, which takes 50 of most bots; answers to clicks do not count. 0: as
    many as there are, for a server for tests."""
    shards: Annotated[int, Field(ge=0, le=MOST)] = 0
    """In how many parts Discord tells what happens; 0: as many as it recommends."""

    @field_validator("api_url", "gateway_url")
    @classmethod
    def _plain(cls, address: str) -> str:
        """No secrets in it, which would be logged, and nothing that a path cannot be added to."""
        try:
            url = yarl.URL(address)
            has_host = bool(url.host) and url.port is not None
        except ValueError:
            has_host = False
        if not has_host or not address.isprintable():
            raise ValueError("this is no address: its host or its port cannot be")
        if url.user is not None or url.password is not None:
            raise ValueError("an address holds no name or password")
        if url.query_string or url.fragment or address.endswith(("?", "#")):
            raise ValueError("an address holds no ? or #")
        return address

    @field_validator("token")
    @classmethod
    def _usable(cls, token: SecretStr) -> SecretStr:
        text = token.get_secret_value()
        if not text or text == PLACEHOLDER:
            raise ValueError("no token has been filled in")
        if {'"', "'"} & {*text}:  # a shell takes them off, `docker run --env-file` does not
            raise ValueError("a token holds no quotation marks; in a file for docker's --env-file it stands without")
        if not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError("a token holds no spaces or line ends; copy it again")
        return token


class Storage(_Table):
    """Where games are kept: in a file, or, if there is a url, on a server."""

    path: Path = Path("adepts.sqlite3")
    url: SecretStr = SecretStr("")

    @property
    def place(self) -> storage.Place:
        url = self.url.get_secret_value()
        return storage.Server(url) if url else self.path

    @field_validator("url")
    @classmethod
    def _reachable(cls, url: SecretStr) -> SecretStr:
        if url.get_secret_value():
            storage.Server(url.get_secret_value())
        return url

    @field_validator("path")
    @classmethod
    def _named(cls, path: Path) -> Path:
        if path.name == "":
            raise ValueError("this names no file")
        if "\0" in str(path):
            raise ValueError("a name holds no zero characters")
        if re.match(r"\w{2,}:/", str(path)):  # C:/ is a drive
            raise ValueError("this is an address, and no file: storage.url is for one")
        return path


def _small(given: Any) -> Any:
    """Levels are often written in capitals."""
    return given.lower() if isinstance(given, str) else given


class Log(_Table):
    """What is logged, to standard error."""

    level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_small)] = "info"
    format: Literal["text", "json"] = "text"


class Metrics(_Table):
    """Where the bot can be asked how it is."""

    listen: str = ""
    """`Address`; empty: nowhere."""

    @property
    def address(self) -> Address | None:
        return Address.parse(self.listen) if self.listen else None

    @field_validator("listen")
    @classmethod
    def _possible(cls, listen: str) -> str:
        if listen:
            Address.parse(listen)
        return listen


class _Sources(BaseSettings):
    """Where settings come from."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter=DELIMITER,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment counts more than what `load` has read from the file."""
        return env_settings, init_settings, dotenv_settings, file_secret_settings


class Settings(_Sources):
    """All that can be configured. Made by `load`; nothing of it changes afterwards."""

    discord: Discord
    storage: Storage = Storage()
    log: Log = Log()
    metrics: Metrics = Metrics()

    # Private, so that neither a file nor the environment can set it: a seed comes from the command line alone.
    _seed: str | None = None

    @property
    def seed(self) -> str | None:
        """What all chance of the games started from now on comes from; None (as ever, but in demos): secret ones."""
        return self._seed


class _Some(_Sources, extra="ignore"):
    """Single tables of all that can be configured."""


@functools.cache
def _only(table: str) -> type[_Some]:
    """Just this one, whatever is wrong with the others."""
    field = Settings.model_fields[table]
    default: Any = ... if field.is_required() else field.default
    return create_model(f"_{table.title()}", __base__=_Some, **{table: (field.annotation, default)})  # type: ignore[no-any-return,call-overload]


def _table(file: Path | None, table: str, what: str) -> Any:
    source = file or DEFAULT_FILE
    try:
        data = _read(source) if file is not None or source.exists() else {}
    except BadConfig:
        if not any(name.upper().startswith(f"{PREFIX}{table.upper()}{DELIMITER}") for name in os.environ):
            raise
        data = {}  # the environment counts more
    try:
        return getattr(_only(table)(**{name: data[name] for name in (table,) if name in data}), table)
    except (SettingsError, RecursionError, ValidationError):
        raise BadConfig(f"{source}: {what} cannot be read") from None


def database_place(file: Path | None = None) -> storage.Place:
    """Where the games are kept, whatever else is wrong with the configuration. Raises BadConfig."""
    kept: Storage = _table(file, "storage", "where the games are kept")
    return kept.place


def discord_settings(file: Path | None = None) -> Discord:
    """Where Discord is and who we are there, likewise. Raises BadConfig."""
    discord: Discord = _table(file, "discord", "who the bot is")
    return discord


def metrics_address(file: Path | None = None) -> Address | None:
    """Where the bot can be asked how it is, likewise; None: nowhere. Raises BadConfig."""
    metrics: Metrics = _table(file, "metrics", "where the bot can be asked how it is")
    return metrics.address


def load(file: Path | None = None, *, seed: str | None = None, token_needed: bool = True) -> Settings:
    """The configuration from a file (None: `config.toml`, if it is there) and the environment over it.

    Where no token is needed a missing one is made up. Raises BadConfig.
    """
    data, wrong = _examined(file, token_needed)
    if wrong:
        raise BadConfig("; ".join(wrong))
    settings = Settings(**(data or {}))
    settings._seed = seed
    return settings


def problems(file: Path | None = None) -> tuple[str, ...]:
    """Whatever is wrong with the configuration, a line each: the file, variables that mean nothing, then each setting,
    in the order in which they are explained."""
    return _examined(file, token_needed=True)[1]


def written(file: Path | None = None) -> dict[str, Any]:
    """What the file says, right or wrong; nothing where it cannot be read."""
    try:
        return _read(file or DEFAULT_FILE)
    except BadConfig:
        return {}


def _examined(file: Path | None, token_needed: bool) -> tuple[dict[str, Any] | None, tuple[str, ...]]:
    """What the file says, None if it is not there, and what is wrong with that and with the environment."""
    source, wrong = file or DEFAULT_FILE, list[str]()
    data: dict[str, Any] | None = None
    try:
        data = _read(source) if file is not None or source.exists() else None
    except BadConfig as error:
        wrong.append(str(error))
    if not token_needed or wrong:  # where nothing could be read, nothing is missing
        data = _with_token(data or {})
    wrong += _unknown_variables()
    for table in Settings.model_fields:
        try:
            _only(table)(**{table: data[table]} if data and table in data else {})
        except SettingsError:
            single = f"{PREFIX}{table.upper()}{DELIMITER}..."
            wrong.append(f"environment variable {PREFIX}{table.upper()}: this is no JSON; {single} sets a single value")
        except RecursionError:
            wrong.append(f"environment variables {PREFIX}...: a value is nested too deep")
        except ValidationError as error:
            wrong += _problems(error, source, data)
    unknown = (table for table in data or () if table not in Settings.model_fields)
    wrong += (f"{source}: {table}: {_reason((table,), 'extra_forbidden', '')}" for table in unknown)
    return data, tuple(wrong)


def _read(file: Path) -> dict[str, Any]:
    try:
        text = read_text(file, _LARGEST)
    except OSError as error:
        raise BadConfig(f"{file}: {error.strerror or error}") from None
    except ValueError as error:
        raise BadConfig(f"{file}: {error}") from None
    try:
        return toml.parse(text)
    except ValueError as error:
        raise BadConfig(f"{file}: this is no TOML: {error}") from None


def _with_token(data: dict[str, Any]) -> dict[str, Any]:
    """The same, with a token that is no placeholder."""
    discord = data.get("discord", {})
    if not isinstance(discord, dict) or discord.get("token", PLACEHOLDER) not in ("", PLACEHOLDER):
        return data
    return {**data, "discord": {**discord, "token": "none"}}


def _unknown_variables() -> Iterator[str]:
    """Variables of an unknown table: pydantic-settings would overlook them."""
    for name in sorted(os.environ):
        written = name.upper()
        table = written.removeprefix(PREFIX).partition(DELIMITER)[0]
        if not written.startswith(PREFIX) or table.lower() in Settings.model_fields or _NOT_OURS.fullmatch(written):
            continue
        close = difflib.get_close_matches(written, _variables(), n=1, cutoff=0.8)
        known = ", ".join(f"{PREFIX}{field.upper()}{DELIMITER}..." for field in Settings.model_fields)
        yield f"environment variable {name}: nothing is called so; " + (
            f"did you mean {close[0]}?" if close else f"there is: {known}"
        )


def _variables() -> list[str]:
    """All that set one value."""
    return [f"{PREFIX}{table}{DELIMITER}{key}".upper() for table in Settings.model_fields for key in _keys((table,))]


def _problems(error: ValidationError, source: Path, data: dict[str, Any] | None) -> Iterator[str]:
    for problem in error.errors(include_url=False, include_context=False, include_input=False):
        where = tuple(map(str, problem["loc"]))
        if where in (("discord",), ("discord", "token")) and problem["type"] == "missing":
            yield _missing_token(source, data)
        else:
            yield f"{_place(where, source)}: {_reason(where, problem['type'], problem['msg'])}"


def _missing_token(source: Path, data: dict[str, Any] | None) -> str:
    variable = f"{PREFIX}DISCORD{DELIMITER}TOKEN"
    if data is None:
        return f"there is no {source} and no {variable} in the environment: the bot needs a token"
    return f"{source}: discord.token is missing; write it there, or set {variable} in the environment"


def _place(where: tuple[str, ...], source: Path) -> str:
    """The environment variable that says it, or the key in the file."""
    names = sorted(map(str.upper, os.environ))
    for depth in range(len(where), 0, -1):
        variable = PREFIX + DELIMITER.join(where[:depth]).upper()
        below = f"{variable}{DELIMITER}"  # a table, where one value should be
        for name in names:
            if name == variable or (depth == len(where) and name.startswith(below)):
                return f"environment variable {name}"
    return f"{source}: {'.'.join(where)}"


def _reason(where: tuple[str, ...], kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        known = _keys(where[:-1])
        close = difflib.get_close_matches(where[-1], known, n=1)
        return "nothing is called so; " + (f"did you mean {close[0]}?" if close else f"there is: {', '.join(known)}")
    if kind == "string_pattern_mismatch":
        return "this is no address such as " + (
            "https://discord.com/api/v10 (without a slash at the end)"
            if where[-1] == "api_url"
            else "wss://gateway.discord.gg/"
        )
    return _WORDS.get(kind) or message.removeprefix("Value error, ")


def _keys(where: tuple[str, ...]) -> list[str]:
    model: Any = Settings
    for part in where:
        model = model.model_fields[part].annotation
    return list(model.model_fields)
