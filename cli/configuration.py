"""The option --config, and helpers shared by the commands that need the configuration."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from bot import logs
from bot.config import DEFAULT_FILE, BadConfig, Settings, load
from cli.errors import BadInput
from cli.files import NAMED_UNREAD
from storage import Place, Server, StorageError

Function = TypeVar("Function", bound=Callable[..., Any])
T = TypeVar("T")

config_option = click.option(
    "--config",
    "file",
    metavar="FILE",
    type=NAMED_UNREAD,
    help=f"The configuration (default: {DEFAULT_FILE}; config.example.toml explains it).",
)


def read_settings(file: Path | None, seed: str | None) -> Settings:
    """Read the configuration and set up logging as it says. Raises BadInput."""
    try:
        settings = load(file, seed=seed)
    except BadConfig as error:
        raise BadInput(*error.problems) from None
    secrets = [settings.discord.token.get_secret_value(), *([seed] if seed else [])]
    if isinstance(place := settings.storage.place, Server):
        secrets += place.secrets
    logs.set_up(settings.log.level, settings.log.format, secrets=secrets)
    return settings


def database(file: Path | None) -> Place:
    """Return where the games are stored, for commands that need no token. Raises BadInput."""
    try:
        place = load(file, token_needed=False).storage.place
    except BadConfig as error:
        raise BadInput(*error.problems) from None
    return place


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a StorageError into BadInput."""
    try:
        yield
    except StorageError as error:
        raise BadInput(str(error)) from error


def new_event_loop() -> asyncio.AbstractEventLoop:
    """Return a new event loop of the kind the program runs on: uvloop's if it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run the coroutine to its end and return its result."""
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            return runner.run(work)
    finally:
        work.close()  # else Python warns of it if it has not begun, because of an interrupt before that
