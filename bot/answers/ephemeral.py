"""Ephemeral messages after they were sent: for a while each can be changed by the token of an interaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import aiohttp
import discord

from bot.clock.clock import elapsed
from bot.components.render import Rendered
from bot.delivery.edits import edit_answer
from bot.delivery.rest import PROBLEMS, InDoubt, Later, closing, passes
from bot.pictures.icons import Icons
from game.core.layout import Panel

T = TypeVar("T")
log = logging.getLogger(__name__)

_SECONDS = 10.0
"""Timeout of one request."""
_LIVES = 15 * 60.0 - 30.0
"""Seconds for which a token is used; it expires half a minute later."""


class _Once:
    """A session that keeps discord.py from sending anything again that may have reached Discord."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **settings: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        try:
            async with self._session.request(method, url, **settings) as response:
                if response.status >= 500:
                    raise InDoubt(str(response.status))
                yield response
        except aiohttp.ClientConnectorError:
            raise  # it was never sent
        except (aiohttp.ClientError, OSError) as error:
            raise InDoubt(type(error).__name__) from error


async def send_once(interaction: discord.Interaction, view: Rendered, *, ephemeral: bool) -> discord.WebhookMessage:
    """Send a follow-up message, in one attempt: it has no nonce, so a second attempt could post it twice. Raises
    InDoubt."""
    followup = copy(interaction.followup)
    followup.session = cast(aiohttp.ClientSession, _Once(followup.session))
    return await followup.send(view=view, files=view.files(), ephemeral=ephemeral, wait=True)


@dataclass(frozen=True)
class PrivateMessage:
    """An ephemeral message, and the interaction whose token can change it. Tokens are never stored or logged.

    original: whether it is the interaction's original response; else it is a follow-up. since: when the interaction
    arrived, as `elapsed` counts: the machine's clock may be wrong.
    """

    id: int
    interaction: discord.Interaction = field(repr=False)
    icons: Icons = field(repr=False)
    since: float
    original: bool = True
    further: tuple[PrivateMessage, ...] = ()
    """Further messages that hold what the first had no room for, and are deleted with it."""

    @property
    def channel_id(self) -> int | None:
        return self.interaction.channel_id

    @property
    def guild_id(self) -> int | None:
        return self.interaction.guild_id

    @property
    def asked(self) -> int:
        """The id of that interaction: the larger, the later it was asked for."""
        return self.interaction.id

    @property
    def is_dead(self) -> bool:
        """Whether the token's fifteen minutes are over."""
        return elapsed() - self.since >= _LIVES

    async def edit(self, panel: Panel) -> None:
        """Let it show something else. Raises some of PROBLEMS."""

        async def send(view: Rendered) -> object:
            if self.original:
                return await edit_answer(self.interaction, view)
            return await self.interaction.followup.edit_message(self.id, view=view, attachments=view.files())

        await self._send(panel, send)

    async def follow(self, panel: Panel) -> PrivateMessage:
        """Show something in a new message at the bottom, which can be changed as long as this one.

        Raises InDoubt, and some of PROBLEMS if it is not there.
        """
        try:
            made = await self._send(panel, lambda view: send_once(self.interaction, view, ephemeral=True))
        except TimeoutError as error:
            raise InDoubt("TimeoutError") from error
        return PrivateMessage(made.id, self.interaction, self.icons, self.since, original=False)

    async def delete(self) -> bool:
        """Delete it, with its further messages. Return whether it is gone. Raises Later if Discord could not do it
        now."""
        for each in self.further:
            await each.delete()
        if self.is_dead:
            return False
        try:
            async with asyncio.timeout(_SECONDS):
                with closing():
                    if self.original:
                        await self.interaction.delete_original_response()
                    else:
                        await self.interaction.followup.delete_message(self.id)
        except discord.NotFound:
            pass
        except PROBLEMS as problem:
            log.info("a private message stays open", extra={"problem": type(problem).__name__})
            if passes(problem):
                raise Later("a private message") from None
            return False
        return True

    async def _send(self, panel: Panel, send: Callable[[Rendered], Awaitable[T]]) -> T:
        async with asyncio.timeout(_SECONDS):
            with closing():
                return await self.icons.send(panel, send)
