"""`adepts run`: runs the bot, from reading its configuration to its end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import click
import discord
import yarl

from bot.client import AdeptsBot
from bot.config import Settings
from bot.gateway.client import IDENTIFY_EVERY, NotDiscord
from bot.gateway.shards import Shards
from bot.watch.listener import CannotListen
from cli.configuration import config_option, read_settings, refusing, run_async
from cli.errors import BadInput
from cli.stopping import stop_asked
from storage import Server

_LOG = logging.getLogger(__name__)

_COLLECT_AFTER = 20_000, 1_000_000, 1_000_000
"""Thresholds of Python's garbage collector. The first, new objects, is seldom reached: we collect them earlier, while
nobody waits. The others are never reached, as a full collection would stop everything for a while."""
_COLLECT_EVERY = 0.5
"""Seconds between our own collections of new objects, made while nobody waits for an answer. The longer, the longer
each takes."""
_COLLECT_ALL_AFTER = 1200
"""Every so many of these, all objects are collected."""
_WARM_WITHIN = 600.0
"""Seconds to wait, at most, for the bot's preparations before that begins."""
_CLOSED = {
    4004: "Discord does not take the token any more: it was reset in the Developer Portal",
    4010: "Discord knows no such shard: is the number of shards the same in all processes?",
    4011: "the bot is in too many servers for so few shards: leave discord.shards and --shards out, or name more",
}
"""The codes with which Discord's gateway closes a connection for good."""


def _span(_: click.Context, __: click.Parameter, text: str | None) -> Shards | None:
    try:
        return Shards.parse(text) if text is not None else None
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


@click.command("run")
@config_option
@click.option(
    "--shards",
    "span",
    metavar="FIRST-LAST/COUNT",
    callback=_span,
    help="Which of Discord's shards this process runs, such as 0-3/8 (default: all).",
)
@click.option("--seed", hidden=True, help="What all chance of the games started comes from: for demos and tests.")
@click.option(
    "--sessions-every",
    "identify",
    type=float,
    default=IDENTIFY_EVERY,
    hidden=True,
    help="Seconds between two sessions that begin, in place of Discord's: for demos and tests.",
)
@click.option(
    "--prepare/--no-prepare",
    "prepares",
    default=True,
    hidden=True,
    help="Whether it makes ready what nobody has asked for: for demos and tests.",
)
@click.option("--attended", is_flag=True, hidden=True, help="Stop when standard input ends: with the parent process.")
def command(
    file: Path | None, span: Shards | None, seed: str | None, identify: float, prepares: bool, attended: bool
) -> None:
    """Run the Discord bot until it is stopped.

    The configuration is config.toml, or --config FILE; environment variables such as ADEPTS_DISCORD__TOKEN override it.
    SIGTERM or Ctrl-C stops it gently: no new moves, those under way are finished and stored. Logs go to standard error.

    A token that is missing or refused, a database that cannot be opened or that another bot works with, an unknown
    setting: a line for each says so, exit status 2. On PostgreSQL it waits instead while another process runs these
    shards, and takes over when that one goes.

    \b
    Examples:
      adepts run
      ADEPTS_DISCORD__TOKEN=... adepts run --config /etc/adepts.toml
      adepts run --shards 0-3/8
    """
    settings = read_settings(file, seed)
    if span is not None and settings.discord.shards not in (0, span.count):
        raise BadInput(f"--shards {span} has {span.count} shards in all, discord.shards {settings.discord.shards}")
    if span is not None and len(span.ids) < span.count and not isinstance(settings.storage.place, Server):
        _LOG.warning("nobody else can run the other shards: a file is one process's", extra={"shards": span})
    with refusing(), _refusing_discord():
        run_async(serve(settings, span, attended=attended, identify=identify, prepares=prepares))


async def serve(
    settings: Settings,
    span: Shards | None = None,
    *,
    attended: bool = False,
    identify: float = IDENTIFY_EVERY,
    prepares: bool = True,
) -> None:
    """Run the bot until a signal asks it to stop, or, if `attended`, until standard input ends.

    span: the shards to run; None: all. identify: seconds between two session starts (IDENTIFY). prepares: whether the
    bot prepares what nobody has asked for yet.

    Raises what the bot raises at its start, such as LoginFailure, StorageError.
    """
    discord.http.Route.BASE = settings.discord.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord.gateway_url)
    connector = aiohttp.TCPConnector(limit=settings.discord.max_connections)
    async with AdeptsBot(settings, span=span, connector=connector, identify=identify) as bot:
        bot.prepares = prepares
        running = asyncio.create_task(bot.start(settings.discord.token.get_secret_value()))
        asked = asyncio.create_task(stop_asked(attended))
        tidying = asyncio.create_task(_tidy_memory(bot))
        try:
            await asyncio.wait({running, asked}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                await running
            else:
                _LOG.info("stopping")
                await bot.drain()
        finally:
            tidying.cancel()
            asked.cancel()
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await running
    _LOG.info("stopped")


async def _tidy_memory(bot: AdeptsBot) -> None:
    """Collect garbage while nobody waits for an answer. What every start creates (modules, commands, rules desks) is
    frozen first, so that it is never looked at again."""
    gc.set_threshold(*_COLLECT_AFTER)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(bot.warm.wait(), _WARM_WITHIN)
    gc.collect()
    gc.freeze()
    for rounds in itertools.count(1):
        await asyncio.sleep(_COLLECT_EVERY)
        await bot.router.idle()
        gc.collect(1 if rounds % _COLLECT_ALL_AFTER else 2)


@contextlib.contextmanager
def _refusing_discord() -> Iterator[None]:
    """Turn what keeps the bot from starting, refused by Discord or by this machine, into BadInput."""
    try:
        yield
    except CannotListen as error:
        raise BadInput(f"metrics.listen: {error}") from None
    except discord.LoginFailure:
        raise BadInput(
            "Discord refused the token: copy it again from the Developer Portal (Bot > Reset Token)"
            " into ADEPTS_DISCORD__TOKEN or discord.token"
        ) from None
    except discord.ConnectionClosed as error:
        raise BadInput(_CLOSED.get(error.code, f"Discord closed the connection: {error}")) from error
    except NotDiscord as error:
        raise BadInput("what Discord answers cannot be read: is discord.api_url right?") from error
    except discord.NotFound as error:
        raise BadInput("Discord answers with status 404: is discord.api_url right?") from error
    except discord.HTTPException as error:
        if "<" not in error.text:
            raise BadInput(f"Discord refused the bot: {error}") from error
        # a page for people
        raise BadInput(f"Discord, or a proxy in between, answers with status {error.status} and a page") from error
    except discord.DiscordException as error:
        raise BadInput(f"Discord refused the bot: {error}") from error
    except (aiohttp.ClientError, TimeoutError) as error:
        raise BadInput(f"Discord cannot be reached: {str(error) or 'it does not answer'}") from error
    except OSError as error:  # not of standard output, to which the bot writes nothing
        raise BadInput(f"this machine refuses what the bot needs: {error}") from error
