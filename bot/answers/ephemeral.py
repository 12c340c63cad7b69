"""Private messages after they were sent: each can be changed by the token of an interaction, for a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from typing import Any, Protocol, TypeVar, cast

import aiohttp
import discord
from discord.ui import LayoutView

from bot.delivery.edits import edit_answer
from bot.delivery.rest import ALREADY_ANSWERED, TOKEN_IS_DEAD, TRANSIENT, Closed, Later, closing
from bot.pictures.icons import Icons
from game.core.layout import Panel

T = TypeVar("T")
log = logging.getLogger(__name__)

_SECONDS = 10.0
"""For one request."""
_MARGIN = timedelta(seconds=30)
"""Before the end of a token's life it is not used any more."""
PROBLEMS = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, Closed)
"""What can happen to a request."""


def passes(problem: BaseException) -> bool:
    """Whether the same request may do later. It may also have been carried out, and its answer lost."""
    return isinstance(problem, TRANSIENT) or (isinstance(problem, discord.HTTPException) and problem.status == 429)


def is_ours(problem: BaseException) -> bool:
    """Whether Discord has refused the request as such, which is a fault of ours: it came in time."""
    if not isinstance(problem, discord.HTTPException) or passes(problem):
        return False
    return problem.code not in (*TOKEN_IS_DEAD, ALREADY_ANSWERED)


class InDoubt(Exception):
    """Discord did not say whether it took a message that came after an answer: it may be there or not."""


class Upload(Protocol):
    """A file as it is sent: a picture is one."""

    @property
    def data(self) -> bytes: ...
    @property
    def filename(self) -> str: ...


def opened(uploads: Sequence[Upload]) -> list[discord.File]:
    """The files for one attempt to send them; the next attempt needs new ones."""
    return [discord.File(BytesIO(upload.data), upload.filename) for upload in uploads]


class _Once:
    """A session that lets discord.py send nothing again that may have come to Discord."""

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


async def send_once(
    interaction: discord.Interaction, view: LayoutView, files: Sequence[Upload], *, ephemeral: bool
) -> discord.WebhookMessage:
    """A message after the answer. It has no nonce: a second one would stand there as well. Raises InDoubt."""
    followup = copy(interaction.followup)
    followup.session = cast(aiohttp.ClientSession, _Once(followup.session))
    return await followup.send(view=view, files=opened(files), ephemeral=ephemeral, wait=True)


@dataclass(frozen=True)
class PrivateMessage:
    """A private message, and the interaction by whose token it can be changed. Tokens are never stored or logged.

    `original`: it is what the interaction was answered with; else it came after that answer.
    """

    id: int
    interaction: discord.Interaction = field(repr=False)
    icons: Icons = field(repr=False)
    original: bool = True
    further: tuple[PrivateMessage, ...] = ()
    """What goes with it: messages for which the first had no room."""

    @property
    def channel_id(self) -> int | None:
        return self.interaction.channel_id

    @property
    def guild_id(self) -> int | None:
        return self.interaction.guild_id

    @property
    def asked(self) -> int:
        """The id of that interaction: what was asked for later has a greater one."""
        return self.interaction.id

    @property
    def is_dead(self) -> bool:
        """Whether the token's fifteen minutes are over."""
        return discord.utils.utcnow() >= self.interaction.expires_at - _MARGIN

    async def edit(self, panel: Panel, files: Sequence[Upload]) -> None:
        """Let it show something else. Raises some of PROBLEMS."""

        async def send(view: LayoutView) -> object:
            if self.original:
                return await edit_answer(self.interaction, view, opened(files))
            return await self.interaction.followup.edit_message(self.id, view=view, attachments=opened(files))

        await self._send(panel, send)

    async def follow(self, panel: Panel, files: Sequence[Upload]) -> PrivateMessage:
        """Show something in a new message at the bottom, which can be changed as long as this one.

        Raises InDoubt, and else as `edit`: it is not there then.
        """
        try:
            made = await self._send(panel, lambda view: send_once(self.interaction, view, files, ephemeral=True))
        except TimeoutError as error:
            raise InDoubt("TimeoutError") from error
        return PrivateMessage(made.id, self.interaction, self.icons, original=False)

    async def delete(self) -> bool:
        """Take it away, with what is further to it; whether it is gone. Raises Later where Discord could not now."""
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

    async def _send(self, panel: Panel, send: Callable[[LayoutView], Awaitable[T]]) -> T:
        async with asyncio.timeout(_SECONDS):
            with closing():
                return await self.icons.send(panel, send)
