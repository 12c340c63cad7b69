"""The answer to one interaction: given once, in time, and never a reason for anything else to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import NamedTuple, TypeVar

import discord
from discord.ui import LayoutView

from bot.answers.answering import Answering
from bot.answers.arrival import Arrival, Send
from bot.answers.ephemeral import PrivateMessage, Upload, opened, send_once
from bot.answers.limits import Heavy
from bot.delivery.edits import answer, edit_answer
from bot.delivery.illustrated import InWords, illustrated
from bot.delivery.rest import NO_MESSAGE
from bot.tables.errors import NotAllowed
from game.core import layout
from game.core.layout import Panel
from game.core.text.names import called

_FROM_MESSAGES = (discord.InteractionType.component, discord.InteractionType.modal_submit)

Drawn = TypeVar("Drawn", bound=Upload)
Post = Callable[[Panel, Sequence[Upload]], Awaitable[discord.Message | None]]
"""Shows something to everybody in the channel, after the answer: gives the message, unless it is lost.

It is tried but once, for it has no nonce: a second one would stand there as well. Raises InDoubt.
"""

_MAY_NOT_WRITE = "You may not write in this channel, so nothing can be shared here in your name."


class Attachment(NamedTuple):
    """Any other file."""

    data: bytes
    filename: str


def plain(text: str) -> Panel:
    """A message of words alone."""
    return layout.bare(layout.text(text[:4000]))


async def pictured(
    send: Callable[[Panel, Sequence[Upload]], Awaitable[object]],
    build: Callable[[Sequence[Drawn]], Panel],
    pictures: Sequence[Drawn],
) -> bool:
    """Send what `build` makes of the pictures; of none, should Discord refuse them. Whether there are any.

    `send` is a reply's `show`, or what its `share` gives. Raises HTTPException for words that Discord refuses, and
    where there is no message to show them in any more.
    """

    async def show(drawn: Sequence[Drawn], _: InWords | None) -> None:
        await send(build(drawn), drawn)

    return await illustrated(show, pictures) is None


async def with_picture(
    send: Callable[[Panel, Sequence[Upload]], Awaitable[object]],
    build: Callable[[Drawn | None], Panel],
    picture: Drawn | None,
) -> bool:
    """The same of one picture, or of none."""
    drawn = [picture] if picture is not None else []
    return await pictured(send, lambda pictures: build(next(iter(pictures), None)), drawn)


def has_voice(allowed: discord.Permissions, channel: object) -> bool:
    """Whether somebody with these permissions may write in that channel or thread, if it is not locked just now."""
    return allowed.send_messages_in_threads if isinstance(channel, discord.Thread) else allowed.send_messages


def may_write(allowed: discord.Permissions, channel: object) -> bool:
    """Whether somebody with these permissions may write in that channel or thread, if they see it."""
    locked = isinstance(channel, discord.Thread) and channel.locked and not allowed.manage_threads
    return has_voice(allowed, channel) and not locked


def from_letter(interaction: discord.Interaction) -> bool:
    """Whether a direct message of ours was pressed."""
    return interaction.guild_id is None and _pressed(interaction) and not _in_panel(interaction)


def _in_panel(interaction: discord.Interaction) -> bool:
    message = interaction.message
    return _pressed(interaction) and message is not None and message.flags.ephemeral


def _pressed(interaction: discord.Interaction) -> bool:
    return interaction.type in _FROM_MESSAGES and interaction.message is not None


class Reply:
    """How a handler answers. What it shows is for the one person only, but for what goes by `share`.

    A click on a private panel changes that panel; everything else opens a new private message, and so does a click on
    a panel that is gone by then. Nothing here raises because Discord does not take the answer (too late, connection
    lost): what was done is done, `lost` tells.
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
        chosen, in a select. people: who was, in a select of people. fields: what was written, in a form."""
        self.interaction = interaction
        self._answering = answering
        self.values = values
        self.people = people
        self.fields = fields or {}
        self._arrival = Arrival(interaction.id)
        self.begun = self._arrival.begun
        """Set when something of the answer is on its way."""
        self.answered = False
        self.refused = False
        """Set where the answer says why what was wanted is not done."""
        self.confirmed: float | None = None
        """When Discord first took something of the answer, as `time.perf_counter` has it."""
        self.yields = False
        """Set where nothing was changed: the answer then does not come over that to a later click on the message."""
        self.awaits_picture = False
        self._apart = apart
        self._lock = asyncio.Lock()
        self._deferred = False
        self._original = True
        """Whether it is shown in what the interaction was answered with; else in a message that came after that."""
        self._shown: int | None = None
        self._further: list[PrivateMessage] = []

    @property
    def lost(self) -> bool:
        """Whether something of the answer has not arrived."""
        return self._arrival.lost

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def guild_id(self) -> int | None:
        return self.interaction.guild_id

    @property
    def private(self) -> PrivateMessage | None:
        """The private message that shows the answer; None if none does, or for a direct message, which stays."""
        if self._shown is None or self.lost or self.in_letter:
            return None
        return PrivateMessage(
            self._shown, self.interaction, self._answering.icons, self._original, tuple(self._further)
        )

    @property
    def name(self) -> str:
        """The person's display name in this place, or the username where that shows nothing."""
        return called(self.interaction.user.display_name, self.interaction.user.name)

    @property
    def channel_id(self) -> int:
        return self.interaction.channel_id or 0

    @property
    def apart(self) -> bool:
        """Whether the answer is a message of its own, as what was pressed stays as it is, or is gone."""
        return self._apart

    @property
    def in_place(self) -> bool:
        """Whether it came from a private message of ours, which the answer changes."""
        return not self._apart and (_in_panel(self.interaction) or from_letter(self.interaction))

    @property
    def in_letter(self) -> bool:
        """Whether it came from a direct message of ours, which the answer changes, as others do from elsewhere."""
        return not self._apart and from_letter(self.interaction)

    @property
    def may_share(self) -> bool:
        """Whether there is a channel to share something in, in which the person may write."""
        return self.guild_id is not None and may_write(self.interaction.permissions, self.interaction.channel)

    def spend(self, heavy: Heavy, times: int = 1, channel_id: int | None = None) -> None:
        """Note that the person has this, so many times, there (None: here). Raises TooSoon; then nothing is noted."""
        self._answering.limits.spend(heavy, self.user_id, channel_id or self.channel_id, times)

    def share(self, heavy: Heavy | None = Heavy.SHARE) -> Post:
        """Leave to show something to everybody in the channel in the person's name, once; it counts as that, or (None)
        not, as it was asked for by somebody else, of whom it counts.

        To be had before the person is shown anything of it, and before it is made. Raises NotAllowed, TooSoon.
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
        """Answer in words that may need several messages, which go together."""
        await self.show(plain(texts[0]))
        for text in texts[1:]:
            await self.go_on(plain(text))

    async def go_on(self, panel: Panel) -> None:
        """Show what the answer has no room for, in a further message, which goes when the answer does."""
        made = await self._follow_up(panel, ephemeral=True)
        if made is not None:
            self._further.append(PrivateMessage(made.id, self.interaction, self._answering.icons, original=False))

    async def add(self, more: str | Panel, files: Sequence[Upload] = ()) -> None:
        """Say or show something more, after the answer."""
        await self._follow_up(plain(more) if isinstance(more, str) else more, files, ephemeral=True)

    async def aside(self, text: str) -> None:
        """Say it so that what was pressed stays as it is."""
        if self.in_place or self.answered:
            await self.add(text)
            self.answered = True
        else:
            await self.tell(text)

    async def ask(self, form: discord.ui.Modal) -> None:
        """Answer with a form. Where time was gained already Discord takes none: then one is asked to press again."""
        async with self._lock:
            if not self._deferred and not self.answered:
                await self._arrival.deliver(lambda: self.interaction.response.send_modal(form))
                self.answered = True
                return
        await self.aside("That took too long. Press again, please.")

    async def stay(self) -> None:
        """Answer by leaving what was pressed as it is."""
        await self.defer()
        self.answered = True

    async def show(self, panel: Panel, files: Sequence[Upload] = ()) -> None:
        """Answer with a panel, or change the answer that was given; these files take the place of former ones.

        Raises HTTPException for a panel that Discord refuses as such.
        """
        async with self._lock:
            if not self._is_overtaken():
                await self._send(panel, lambda view: self._show(view, files), self._arrival.deliver)
            elif not self._deferred:
                await self._gain_time()
            self.answered = True

    async def defer(self) -> None:
        """Gain time: fifteen minutes in place of three seconds."""
        async with self._lock:
            if not self.answered and not self._deferred:
                await self._gain_time()

    def _is_overtaken(self) -> bool:
        """Whether a later click on the same message was answered already, and this answer is to yield to that."""
        message = self.interaction.message
        if message is None or not self.in_place:
            return False
        newest = self._answering.newest(message.id, self.interaction.id)
        return self.yields and newest != self.interaction.id

    async def _follow_up(
        self, panel: Panel, files: Sequence[Upload] = (), *, ephemeral: bool
    ) -> discord.Message | None:
        await self.defer()  # before anything is answered Discord knows no message that could follow
        sent: list[discord.Message] = []

        async def send(view: LayoutView) -> None:
            sent.append(await send_once(self.interaction, view, files, ephemeral=ephemeral))

        await self._send(panel, send, self._arrival.deliver if ephemeral else self._arrival.deliver_once)
        return sent[0] if sent else None

    async def _send(
        self, panel: Panel, send: Callable[[LayoutView], Awaitable[object]], deliver: Callable[[Send], Awaitable[None]]
    ) -> None:
        await self._answering.icons.send(panel, lambda view: deliver(lambda: send(view)))
        if self.confirmed is None and not self.lost:
            self.confirmed = perf_counter()

    async def _show(self, view: LayoutView, files: Sequence[Upload]) -> None:
        is_first = self.in_place and not self.answered
        try:
            await self._put(view, files)
        except discord.NotFound as error:
            if error.code != NO_MESSAGE or not is_first:
                raise
            # what was pressed has just closed itself: whoever pressed it is told all the same
            self._apart, self._original = True, not self._deferred
            await self._put(view, files)
        if self._shown is not None and not self.in_place:
            self._answering.stands_below(self.user_id, self.channel_id, self._shown)

    async def _put(self, view: LayoutView, files: Sequence[Upload]) -> None:
        """Where the answer is shown, or is to be."""
        message = self.interaction.message
        if not self._original:
            if self._shown is None:
                self._shown = (await send_once(self.interaction, view, files, ephemeral=True)).id
            else:
                await self.interaction.followup.edit_message(self._shown, view=view, attachments=opened(files))
        elif self.answered or self._deferred:
            self._shown = await edit_answer(self.interaction, view, opened(files))
        elif self.in_place and message is not None:
            await answer(self.interaction, view, opened(files), in_place=True)
            self._shown = message.id
        else:
            self._shown = await answer(self.interaction, view, opened(files), in_place=False)

    async def _gain_time(self) -> None:
        """Discord has taken it, too, where only its answer to that was lost."""
        await self._arrival.deliver(self._defer)
        self._deferred = not self.lost

    async def _defer(self) -> None:
        if self.in_place:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)
