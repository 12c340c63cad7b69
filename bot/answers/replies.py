"""The answer to one interaction: given once, in time, and never a reason for anything else to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import TypeVar

import discord

from bot.answers.answering import Answering
from bot.answers.arrival import Arrival, Send
from bot.answers.ephemeral import PrivateMessage, send_once
from bot.answers.limits import Heavy
from bot.clock.clock import elapsed
from bot.components.render import Rendered
from bot.delivery.edits import answer, edit_answer
from bot.delivery.illustrated import illustrated
from bot.delivery.rest import NO_MESSAGE
from bot.tables.errors import NotAllowed
from game.core import layout
from game.core.layout import Panel
from game.core.text.names import called

_FROM_MESSAGES = (discord.InteractionType.component, discord.InteractionType.modal_submit)

Drawn = TypeVar("Drawn")
Post = Callable[[Panel], Awaitable[discord.Message | None]]
"""Shows something to everybody in the channel, after the answer. Returns the message, or None if it is lost.

There is a single attempt: without a nonce, a second one could post it twice. Raises InDoubt.
"""

_MAY_NOT_WRITE = "You may not write in this channel, so nothing can be shared here in your name."


def plain(text: str) -> Panel:
    """Return a message of plain words, cut at the characters that Discord allows."""
    return layout.bare(layout.text(text[: layout.ROOM]))


async def with_picture(
    send: Callable[[Panel], Awaitable[object]], build: Callable[[Drawn | None], Panel], picture: Drawn | None
) -> None:
    """Send what `build` makes of the picture (or of several), or of none if Discord refuses it.

    send: a reply's `show`, or what its `share` returns. Raises HTTPException for words that Discord refuses, and if the
    message in which to show them is gone.
    """
    await illustrated(lambda drawn, _: send(build(drawn)), picture)


def has_voice(allowed: discord.Permissions, channel: object) -> bool:
    """Return whether these permissions allow writing in that channel or thread, whether or not it is locked."""
    return allowed.send_messages_in_threads if isinstance(channel, discord.Thread) else allowed.send_messages


def may_write(allowed: discord.Permissions, channel: object) -> bool:
    """Return whether these permissions allow writing in that channel or thread, for somebody who sees it."""
    locked = isinstance(channel, discord.Thread) and channel.locked and not allowed.manage_threads
    return has_voice(allowed, channel) and not locked


def from_letter(interaction: discord.Interaction) -> bool:
    """Return whether something was pressed in a direct message of the bot."""
    message = _pressed(interaction)
    return interaction.guild_id is None and message is not None and not message.flags.ephemeral


def _in_panel(interaction: discord.Interaction) -> bool:
    message = _pressed(interaction)
    return message is not None and message.flags.ephemeral


def _pressed(interaction: discord.Interaction) -> discord.Message | None:
    """Return the message that was pressed; None for a command."""
    return interaction.message if interaction.type in _FROM_MESSAGES else None


class Reply:
    """How a handler answers an interaction. Only the one person sees it, except what goes through `share`.

    A click on a private panel changes that panel; everything else opens a new private message, and so does a click on a
    panel that is gone by then. No method raises because Discord does not take the answer (too late, connection lost):
    what was done stays done, and `lost` tells.
    """

    def __init__(
        self,
        interaction: discord.Interaction,
        answering: Answering,
        *,
        apart: bool = False,
        values: Sequence[str] = (),
        people: Sequence[discord.abc.User] = (),
        fields: Mapping[str, str] | None = None,
    ) -> None:
        """apart: whether what was pressed stays as it is, so that the answer is a message of its own. values: what was
        chosen in a select. people: who was chosen in a select of people. fields: what was written into a form, by
        field."""
        self.interaction = interaction
        self._answering = answering
        self.values = values
        self.people = people
        self.fields = fields or {}
        self._arrival = Arrival(interaction.id)
        self.begun = self._arrival.begun
        """Set when a part of the answer is on its way."""
        self.answered = False
        self.refused = False
        """Whether the answer refuses, and says why."""
        self.confirmed: float | None = None
        """When Discord first accepted a part of the answer, by `time.perf_counter`."""
        self.yields = False
        """Set for an answer that only shows: it then does not overwrite the answer to a later click on the same
        message."""
        self.awaits_picture = False
        self.apart = apart
        """Whether the answer is a message of its own, because what was pressed stays as it is, or is gone."""
        self.in_letter = not apart and from_letter(interaction)
        """Whether the press came from a direct message of the bot, which the answer changes."""
        self.in_place = self.in_letter or (not apart and _in_panel(interaction))
        """Whether the press came from a private message of the bot, which the answer changes."""
        self._since = elapsed()
        self._lock = asyncio.Lock()
        self._deferred = False
        self._original = True
        """Whether the answer is shown in the interaction's original response; else in a follow-up."""
        self._shown: int | None = None
        self._further: list[PrivateMessage] = []

    @property
    def lost(self) -> bool:
        """Whether a part of the answer did not arrive."""
        return self._arrival.lost

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def guild_id(self) -> int | None:
        return self.interaction.guild_id

    @property
    def private(self) -> PrivateMessage | None:
        """The ephemeral message that shows the answer; None if there is none, or if it is a direct message, which
        stays."""
        if self._shown is None or self.lost or self.in_letter:
            return None
        return self._private(self._shown, self._original, tuple(self._further))

    def _private(self, message_id: int, original: bool, further: tuple[PrivateMessage, ...] = ()) -> PrivateMessage:
        return PrivateMessage(
            message_id, self.interaction, self._answering.icons, self._since, original=original, further=further
        )

    @property
    def name(self) -> str:
        """The person's display name here, or the username if the display name shows nothing."""
        return called(self.interaction.user.display_name, self.interaction.user.name)

    @property
    def channel_id(self) -> int:
        return self.interaction.channel_id or 0

    @property
    def may_share(self) -> bool:
        """Whether something can be shared here: in a server channel in which the person may write."""
        return self.guild_id is not None and may_write(self.interaction.permissions, self.interaction.channel)

    def spend(self, heavy: Heavy, times: int = 1, channel_id: int | None = None) -> None:
        """Count that the person has this, so many times, in that channel (None: here). Raises TooSoon, and then counts
        nothing."""
        self._answering.limits.spend(heavy, self.user_id, channel_id or self.channel_id, times)

    def share(self, heavy: Heavy | None = Heavy.SHARE) -> Post:
        """Return a function that shows something to everybody in the channel in the person's name, once.

        It counts as `heavy`; None if somebody else asked for it, for whom it was counted. Call this before it is made,
        and before the person is shown any of it. Raises NotAllowed, TooSoon.
        """
        if not self.may_share:
            raise NotAllowed(_MAY_NOT_WRITE)
        if heavy is not None:
            self.spend(heavy)
        return partial(self._follow_up, ephemeral=False)

    async def tell(self, text: str) -> None:
        """Answer in words."""
        await self.show(plain(text))

    async def tell_all(self, texts: Sequence[str]) -> None:
        """Answer in words that may need several messages, which are deleted together."""
        await self.show(plain(texts[0]))
        for text in texts[1:]:
            await self.go_on(plain(text))

    async def go_on(self, panel: Panel) -> None:
        """Show what the answer has no room for, in a further message that is deleted with the answer."""
        made = await self._follow_up(panel, ephemeral=True)
        if made is not None:
            self._further.append(self._private(made.id, original=False))

    async def add(self, more: str | Panel) -> None:
        """Say or show something more in a follow-up, after the answer."""
        await self._follow_up(plain(more) if isinstance(more, str) else more, ephemeral=True)

    async def aside(self, more: str | Panel) -> None:
        """Say or show something and leave what was pressed as it is."""
        if self.in_place or self.answered:
            await self.add(more)
            self.answered = True
        else:
            await self.show(plain(more) if isinstance(more, str) else more)

    async def ask(self, form: discord.ui.Modal) -> None:
        """Answer with a form. Discord takes none once the answer was deferred: then the person is asked to press
        again."""
        async with self._lock:
            if not self._deferred and not self.answered:
                await self._arrival.deliver(lambda: self.interaction.response.send_modal(form))
                self.answered = True
                return
        await self.aside("That took too long. Press again, please.")

    async def stay(self) -> None:
        """Answer by leaving what was pressed as it is, with nothing to be seen of the answer."""
        async with self._lock:
            if not self._deferred and not self.answered:
                await self._arrival.deliver(self.interaction.response.defer)
            elif self._deferred and not self.in_place:  # else "is thinking" would stand there for ever
                await self._arrival.deliver(self.interaction.delete_original_response)
            self.answered = True

    async def show(self, panel: Panel) -> None:
        """Answer with a panel, or change an earlier answer; its files replace former ones.

        Raises HTTPException for a panel that Discord refuses as such.
        """
        async with self._lock:
            if not self._is_overtaken():
                await self._send(panel, self._show, self._arrival.deliver)
            elif not self._deferred:
                await self._gain_time()
            self.answered = True

    async def defer(self) -> None:
        """Defer the answer: Discord then waits fifteen minutes for it in place of three seconds."""
        async with self._lock:
            if not self.answered and not self._deferred:
                await self._gain_time()

    def _is_overtaken(self) -> bool:
        """Return whether a later click on the same message was answered already, so that this answer is not to be
        shown."""
        message = self.interaction.message
        if message is None or not self.in_place:
            return False
        newest = self._answering.newest(message.id, self.interaction.id)
        return self.yields and newest != self.interaction.id

    async def _follow_up(self, panel: Panel, *, ephemeral: bool) -> discord.Message | None:
        await self.defer()  # Discord takes a follow-up only after a first response
        sent: list[discord.Message] = []

        async def send(view: Rendered) -> None:
            sent.append(await send_once(self.interaction, view, ephemeral=ephemeral))

        await self._send(panel, send, self._arrival.deliver if ephemeral else self._arrival.deliver_once)
        return sent[0] if sent else None

    async def _send(
        self, panel: Panel, send: Callable[[Rendered], Awaitable[object]], deliver: Callable[[Send], Awaitable[None]]
    ) -> None:
        await self._answering.icons.send(panel, lambda view: deliver(lambda: send(view)))
        if self.confirmed is None and not self.lost:
            self.confirmed = perf_counter()

    async def _show(self, view: Rendered) -> None:
        is_first = self.in_place and not self.answered
        try:
            await self._put(view)
        except discord.NotFound as error:
            if error.code != NO_MESSAGE or not is_first:
                raise
            # what was pressed has just been deleted: the person is answered in a new message
            self.apart, self._original = True, not self._deferred
            self.in_place = self.in_letter = False
            await self._put(view)
        if self._shown is not None and not self.in_place:
            self._answering.stands_below(self.user_id, self.channel_id, self._shown)

    async def _put(self, view: Rendered) -> None:
        """Show the answer where it is shown already, or where it is to be."""
        message = self.interaction.message
        if not self._original:
            if self._shown is None:
                self._shown = (await send_once(self.interaction, view, ephemeral=True)).id
            else:
                await self.interaction.followup.edit_message(self._shown, view=view, attachments=view.files())
        elif self.answered or self._deferred:
            self._shown = await edit_answer(self.interaction, view)
        elif self.in_place and message is not None:
            await answer(self.interaction, view, in_place=True)
            self._shown = message.id
        else:
            self._shown = await answer(self.interaction, view, in_place=False)

    async def _gain_time(self) -> None:
        """Defer. If only Discord's response to that is lost, the answer counts as deferred too."""
        await self._arrival.deliver(self._defer)
        self._deferred = not self.lost

    async def _defer(self) -> None:
        if self.in_place:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)
