"""What can be configured, and what each value may be."""

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
    """No setting is a yes or no."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth(cls, given: object) -> object:
        """pydantic takes `true` for 1."""
        if isinstance(given, bool):
            raise PydanticCustomError("bool_type", "true and false are not values here")
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
def only(table: str) -> type[_Some]:
    """Just this one, whatever is wrong with the others."""
    field = Settings.model_fields[table]
    default: Any = ... if field.is_required() else field.default
    return create_model(f"_{table.title()}", __base__=_Some, **{table: (field.annotation, default)})  # type: ignore[no-any-return,call-overload]
