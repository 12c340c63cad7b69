"""Messages in Discord and their rows in storage, kept together through failures and restarts.

What is sent goes by `Channels`; here it is known what of that stands, and may stand.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

import discord

from bot.announcer import faces
from bot.announcer.channels import Channels
from bot.answers.ephemeral import Upload
from bot.delivery.budget import Urgency
from bot.delivery.failures import Failures
from bot.delivery.illustrated import InWords
from bot.delivery.rest import Asleep, Gone, Later, Out, Refused
from bot.tables import Refusal, Table
from game.core.faces import Sketch
from game.core.layout import Panel
from storage import Message, Messages

T = TypeVar("T")

BOARD, TURN = "board", "turn"
"""Kinds of messages: the board, the mention of who is next."""
GOING = "going"
"""What a message shows that is being deleted."""
RENEW_AFTER = timedelta(minutes=50)
"""Discord takes few edits of messages older than an hour, and lets what comes after them wait."""
_NONCE_LASTS = timedelta(minutes=5)
"""After that Discord, which knows a nonce for "a few minutes", would take what has it for another message."""
_NO_WAY = tuple(error.__name__ for error in (Refused, Out, Gone, Asleep))
"""How the error begins that is kept of what trying again soon is no use for."""


class Posts:
    """Posts, edits and deletes. Every method can be repeated after a crash at any point of it.

    A row is planned before its message is posted, and its id is the message's nonce: should the answer to a post be
    lost, Discord gives the same message back in place of a second one.
    """

    def __init__(
        self,
        channels: Channels,
        messages: Messages,
        server: Callable[[str], Awaitable[int | None]],
        to_tidy: Callable[[str], object] = lambda _: None,
    ) -> None:
        """server: that of a game's channel, by the game's id. to_tidy: told of a game where there is something to
        tidy."""
        self._channels = channels
        self._messages = messages
        self._server = server
        self.to_tidy = to_tidy
        self._fresh: set[int] = set()
        """Rows planned and not posted yet by this process, so certainly without a message."""

    async def of(self, game_id: str, kind: str, seat: str | None = None) -> list[Message]:
        """The rows of this kind, oldest first; without those of messages that are being deleted."""
        return await self._those(game_id, lambda row: row.kind == kind and (seat is None or row.seat == seat))

    async def of_kinds(self, game_id: str, *kinds: str) -> list[Message]:
        """The rows of messages that are each about one thing: one of these kinds, a colon, and what."""
        return await self._those(game_id, lambda row: row.kind.partition(":")[0] in kinds)

    def note(self, row: Message, shown: str) -> None:
        """It shows that already."""
        if row.shown != shown:
            self._messages.edited(row, shown)

    def excuse(self, row: Message) -> None:
        """It shows what it is to: whatever else was refused there counts no more."""
        if row.error is not None:
            self._messages.edited(row, row.shown or "")

    async def _those(self, game_id: str, wanted: Callable[[Message], bool]) -> list[Message]:
        rows = [row for row in await self._messages.of_game(game_id) if wanted(row)]
        if any(row.shown == GOING for row in rows):  # a deletion that was cut short
            self.to_tidy(game_id)
        return [row for row in rows if row.shown != GOING]

    def _goes(self, row: Message) -> bool:
        """Whether the message is to be deleted, and can be, as far as that is known."""
        return row.shown == GOING and not self.is_shut(row)

    async def tidy(self, game_id: str) -> None:
        """Take away what is to go. Nothing else waits for that, and one that stays keeps no other.

        Raises Later; Refused where we may not, as in a locked thread.
        """
        failures = Failures()
        for row in [row for row in await self._messages.of_game(game_id) if self._goes(row)]:
            with failures.kept(Later, Refused):
                await self.withdraw(row)
        failures.raise_kept()
        if not await self.is_tidy(game_id):
            raise Refused("shut")

    async def is_tidy(self, game_id: str) -> bool:
        """Whether nothing is to be taken away."""
        return not any(row.shown == GOING for row in await self._messages.of_game(game_id))

    def is_shut(self, row: Message) -> bool:
        """Whether the message stands where we were refused and would be again, as far as is known without asking: in a
        thread that was locked and is not known to be awake, in a channel that we do not see."""
        return has_no_way(row) and row.user_id is None and not self._channels.is_seen(row.channel_id)

    async def find(self, message_id: int) -> Message | None:
        """The row of the message with this id in Discord; none of one that is being deleted."""
        row = await self._messages.find(message_id)
        return row if row is not None and row.shown != GOING else None

    async def newest(self, game_id: str) -> Message | None:
        """The row of the newest board."""
        return next(reversed(await self.boards(game_id)), None)

    async def boards(self, game_id: str) -> list[Message]:
        """The rows of all boards, oldest first. This only looks: what is being deleted is not looked over for it."""
        return [row for row in await self._messages.of_game(game_id) if row.kind == BOARD and row.shown != GOING]

    async def board(self, table: Table) -> int | None:
        """The newest message of the board, where the game is."""
        row = await self.newest(table.id)
        return row.message_id if row is not None and row.channel_id == table.row.channel_id else None

    async def is_refused(self, game_id: str, kind: str) -> bool:
        """Whether a message of this kind is planned that cannot be posted: we may not, or its channel is gone."""
        known = [row for row in await self._messages.of_game(game_id) if row.kind == kind and row.message_id is None]
        return any(map(has_no_way, known))

    async def is_out_of_sight(self, row: Message, most: int) -> bool:
        """Whether more messages than that stand below it, as far as that can be seen."""
        if row.message_id is None:
            return False
        return await self._channels.below(row.channel_id, row.message_id, most + 1) > most

    @property
    def now(self) -> datetime:
        """By the clock by which they are posted."""
        return self._messages.now

    def is_old(self, row: Message) -> bool:
        """Whether it is better posted anew than edited, where it is often edited."""
        return row.posted_at is not None and self.now > row.posted_at + RENEW_AFTER

    def digest(self, view: Panel, sketch: Sketch | None = None) -> str:
        """In brief what a message with this view, and this picture, shows; another one once there are other icons."""
        return faces.digest(view, sketch, self._channels.icons)

    async def plan(self, game_id: str, kind: str, channel_id: int, *, former: Message | None = None) -> Message:
        """The row of a message that is about to be posted there: the former, if its own has not been posted yet. What
        was planned for another channel is not posted any more."""
        if former is not None and former.message_id is None:
            if former.channel_id == channel_id:
                return former
            self.delete(former)
        return self._planned(await self._messages.plan(game_id, kind, channel_id))

    async def write(
        self,
        game_id: str,
        kind: str,
        user_id: int,
        post: Callable[[Message], Awaitable[T]],
        *,
        seat: str | None = None,
        former: Message | None = None,
    ) -> T:
        """A direct message to this person, planned likewise; what `post` gives, which posts that of its row.

        Raises Gone, Refused: they do not take it, and its row is forgotten. Raises Later.
        """
        if former is not None and former.message_id is None:
            row = former
        else:
            channel_id = await self._channels.direct(user_id)
            row = self._planned(await self._messages.plan(game_id, kind, channel_id, seat=seat, user_id=user_id))
        try:
            return await post(row)
        except (Refused, Gone):
            self.forget(row)
            raise

    def _planned(self, row: Message) -> Message:
        self._fresh.add(row.id)
        return row

    async def post(
        self,
        row: Message,
        panel: Panel,
        shown: str,
        calls: Collection[int] = (),
        files: Sequence[Upload] = (),
        silent: bool = False,
        urgency: Urgency = Urgency.CALLS,
    ) -> Message:
        """Post the planned message. Raises Gone, Refused, Later: it stays planned, unless it is there, of an earlier
        attempt that did not call these, and goes.

        calls: who hears of it, of those whom it mentions. silent: no device tells of it. urgency: less than that of
        calls only for what calls nobody and has nothing below it that waits for it, as calls wait for their board, and
        a board for the line of the turn above it.
        """
        certain = row.id in self._fresh
        await self._require_server(row)
        try:
            message = await self._send(row, panel, calls, files, silent=silent, urgency=urgency)
        except (Gone, Refused, Later) as error:
            self._note(row, error)
            raise
        posted = self._messages.posted(row, message.id, shown)
        if certain:
            return posted
        # It may be the message of an earlier attempt, which showed what was true then, and called whoever was called.
        if not {*calls} <= {each.id for each in message.mentions}:
            self.delete(posted)
            raise Later("an earlier attempt called others")
        return await self.edit(posted, panel, shown, files)

    async def _send(
        self,
        row: Message,
        panel: Panel,
        calls: Collection[int] = (),
        files: Sequence[Upload] = (),
        *,
        silent: bool,
        urgency: Urgency,
    ) -> discord.Message:
        """The message with the row's nonce, sent or found."""
        return await self._channels.post(
            row.channel_id,
            panel,
            f"{row.game_id}-{row.id}",
            calls,
            files,
            silent=silent,
            urgency=urgency,
            sent=lambda: self._fresh.discard(row.id),
        )

    async def edit(self, row: Message, panel: Panel, shown: str, files: Sequence[Upload] = ()) -> Message:
        """Let it show something else, with these files and no others. Raises Gone, Refused, Later."""
        await self._require_server(row)
        try:
            await self._channels.edit(row.channel_id, _posted(row), panel, files)
        except (Refused, Later) as error:
            self._note(row, error)
            raise
        return self._messages.edited(row, shown)

    async def show(self, row: Message, panel: Panel, shown: str, files: Sequence[Upload] = ()) -> bool:
        """Let a message show that, if it does not yet; whether it is there: one that somebody has deleted is looked
        after no longer. Raises Refused, Later."""
        if row.shown != shown:
            try:
                await self.edit(row, panel, shown, files)
            except Gone:
                self.forget(row)
                return False
        return True

    def delete(self, row: Message) -> None:
        """Take it away, with its row, when there is time (`tidy`); from now on nobody takes the message for one that
        still stands there. One that we may not delete stays as long as that is so."""
        if not self._may_stand(row):
            self.forget(row)
            return
        self._messages.marked(row, GOING)
        self.to_tidy(row.game_id)

    async def leave(self, row: Message, panel: Panel) -> None:
        """Let it show that for good, and look after it no longer; one of which nobody knows whether it is there goes.

        Raises Refused, Later: it is known as before.
        """
        if self.is_shut(row):
            raise Refused("shut")
        if row.message_id is None:
            self.delete(row)
            return
        with suppress(Gone):
            await self.edit(row, panel, row.shown or "")
        self.forget(row)

    async def withdraw(self, row: Message) -> None:
        """Take it away now, with its row. Raises Refused, Later: it is still known as it was."""
        if self._may_stand(row):
            try:
                message_id = row.message_id or await self._found(row)
                await self._require_server(row)
                await self._channels.delete(row.channel_id, message_id)
            except Gone:
                pass
            except Refused as error:
                self._note(row, error)
                raise
        self.forget(row)

    def _may_stand(self, row: Message) -> bool:
        """Whether the message is there, or Discord has not said whether it is, and can still be asked."""
        is_known = row.failed_at is None or self.now < row.failed_at + _NONCE_LASTS
        return row.message_id is not None or (is_known and not (row.id in self._fresh or has_no_way(row)))

    async def _found(self, row: Message) -> int:
        """The message of a row of which Discord has not said whether it is there: should it not be, another stands
        there for a moment, and calls nobody. Raises Gone, Later."""
        try:
            await self._require_server(row)
            message = await self._send(row, faces.texts("…"), silent=True, urgency=Urgency.TIDIES)
        except Refused:  # once we may again, Discord knows the nonce no more
            raise Gone("not to be found") from None
        self._messages.posted(row, message.id, row.shown or "")
        return message.id

    def forget(self, row: Message) -> None:
        """Leave the message as it is and look after it no longer."""
        self._messages.forget(row)

    async def forget_all(self, game_id: str) -> None:
        """Look after no message of this game any longer."""
        for row in await self._messages.of_game(game_id):
            self.forget(row)

    async def is_in(self, game_id: str, server: int) -> bool:
        """Whether the game is one of this server's."""
        with suppress(Refusal):
            return await self._server(game_id) == server
        return False

    async def _require_server(self, row: Message) -> None:
        """Raises Out where we have been thrown out, Later where that is likely and Discord has not told us yet of all
        servers: it counts what it refuses. Direct messages go on."""
        if row.user_id is not None:
            return
        if not self._channels.servers_are_known:
            if has_no_way(row):
                raise Later("servers are not known yet")
            return
        server = await self._server(row.game_id)
        if server is not None and not self._channels.is_member_of(server):
            self._note(row, out := Out(str(server)))
            raise out

    def _note(self, row: Message, error: Exception) -> None:
        self._messages.failed(row, f"{type(error).__name__} {error}")


def has_no_way(row: Message) -> bool:
    """Whether Discord last refused it so that it is no use to try again soon: nothing is drawn for it."""
    return (row.error or "").startswith(_NO_WAY)


def noted(shown: str, without: InWords | None) -> str:
    """What is kept of a message that shows this: where it is in words for now, that its picture is yet to come."""
    return f"{shown} words" if without is InWords.FOR_NOW else shown


def _posted(row: Message) -> int:
    """The message of a row. Raises ValueError if it was never posted."""
    if row.message_id is None:
        raise ValueError(f"message {row.id} was never posted")
    return row.message_id
