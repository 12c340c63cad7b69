"""The settings, and which values each accepts."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import yarl
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, create_model, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

import storage
from bot.gateway.shards import MOST
from bot.watch.address import Address

PREFIX = "ADEPTS_"
DELIMITER = "__"
PLACEHOLDER = "put-your-bot-token-here"


class _Table(BaseModel):
    """Base of all tables of the configuration. No setting is a boolean."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth(cls, given: object) -> object:
        """Refuse booleans, as pydantic would take `true` for 1."""
        if isinstance(given, bool):
            raise PydanticCustomError("bool_type", "true and false are not values here")
        return given


class Discord(_Table):
    """How to reach Discord, and our token."""

    token: SecretStr
    api_url: Annotated[str, Field(pattern=r"^https?://[^\s/]+\S*[^\s/]$", max_length=2000)] = (
        "https://discord.com/api/v10"
    )
    gateway_url: Annotated[str, Field(pattern=r"^wss?://[^\s/]+\S*$", max_length=2000)] = "wss://gateway.discord.gg/"
    max_connections: Annotated[int, Field(ge=1, le=1000)] = 32
    """Concurrent connections to Discord's API. Without a limit, a burst of answers would slow each of them down."""
    max_requests: Annotated[int, Field(ge=0, le=10_000)] = 45
    """Requests a second to Discord's API by the whole bot; Discord takes 50 from most bots. Answers to interactions do
    not count. 0: no limit, for test servers."""
    shards: Annotated[int, Field(ge=0, le=MOST)] = 0
    """Number of gateway shards; 0: as many as Discord recommends."""

    @field_validator("api_url", "gateway_url")
    @classmethod
    def _plain(cls, address: str) -> str:
        """Refuse addresses with credentials, which would be logged, and those to which no path can be appended."""
        try:
            url = yarl.URL(address)
            has_host = bool(url.host) and url.port is not None
        except ValueError:
            has_host = False
        if not has_host or not address.isprintable():
            raise ValueError("this is not an address: its host or its port cannot be")
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
            raise ValueError("no token has been filled in: copy it from the Developer Portal (Bot > Reset Token)")
        if {'"', "'"} & {*text}:  # a shell removes them, `docker run --env-file` does not
            raise ValueError("a token holds no quotation marks; in a file for docker's --env-file it stands without")
        if not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError("a token holds no spaces or line ends; copy it again")
        return token


class Storage(_Table):
    """Where games are stored: in an SQLite file, or on a PostgreSQL server if there is a `url`."""

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
    """Accept capitals, in which log levels are often written."""
    return given.lower() if isinstance(given, str) else given


class Log(_Table):
    """Logging to standard error."""

    level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_small)] = "info"
    format: Literal["text", "json"] = "text"


class Metrics(_Table):
    """Where the bot serves its health and metrics."""

    listen: str = ""
    """An `Address` as text; "": nowhere."""

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
    """The sources of settings, and which takes precedence."""

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
        """Let the environment override what `load` has read from the file."""
        return env_settings, init_settings, dotenv_settings, file_secret_settings


class Settings(_Sources):
    """All settings, immutable. Made by `load`."""

    discord: Discord
    storage: Storage = Storage()
    log: Log = Log()
    metrics: Metrics = Metrics()

    # Private, so that neither a file nor the environment can set it: a seed comes from the command line alone.
    _seed: str | None = None

    @property
    def seed(self) -> str | None:
        """The seed of all games started from now on; None, as always outside demos: each game draws a secret one."""
        return self._seed


class _Some(_Sources, extra="ignore"):
    """Base for models of a single table."""


@functools.cache
def model_of(table: str) -> type[_Some]:
    """Return a model of this table alone, so that it can be read whatever is wrong with the others."""
    field = Settings.model_fields[table]
    default: Any = ... if field.is_required() else field.default
    return create_model(f"_{table.title()}", __base__=_Some, **{table: (field.annotation, default)})  # type: ignore[no-any-return,call-overload]
