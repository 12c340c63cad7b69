"""Messages in Discord and their rows in storage, kept consistent through failures and restarts.

`Channels` sends the requests; this knows which messages exist, or may exist.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

import discord

from bot.announcer import faces
from bot.announcer.channels import Channels
from bot.delivery.budget import Urgency
from bot.delivery.failures import Failures
from bot.delivery.illustrated import InWords
from bot.delivery.rest import Apart, Deleted, Gone, Later, Out, Refused
from bot.tables import Table
from game.core.faces import Sketch
from game.core.layout import Panel
from storage import Message, Messages

T = TypeVar("T")

BOARD, TURN = "board", "turn"
"""Kinds of messages: the board, and the mention of who is next."""
GOING = "going"
"""The value of `shown` for a message that is being deleted."""
RENEW_AFTER = timedelta(minutes=50)
"""Discord takes few edits of messages older than an hour, and holds up the requests after them."""
_NONCE_LASTS = timedelta(minutes=5)
"""Discord knows a nonce for "a few minutes". A post with the same nonce after that would be a second message."""
_NO_WAY: Mapping[str, type[Exception]] = {"Refused": Refused, "Out": Out, "Gone": Gone, "Asleep": Refused}
"""By the first word of a stored error after which retrying soon is no use, why that is so."""


class Posts:
    """Posts, edits and deletes messages. Every method is idempotent: it can be repeated after a crash at any point.

    A row is planned before its message is posted, and its id is the message's nonce: if the response to a post is lost,
    Discord returns the same message again, not a second one.
    """

    def __init__(
        self,
        channels: Channels,
        messages: Messages,
        server: Callable[[str], Awaitable[int | None]],
        to_tidy: Callable[[str], object] = lambda _: None,
    ) -> None:
        """server: returns the server of a game's channel, by the game's id. to_tidy: called with the id of a game that
        has messages to delete."""
        self._channels = channels
        self._messages = messages
        self._server = server
        self.to_tidy = to_tidy
        self._fresh: set[int] = set()
        """Ids of rows that this process has planned and not posted yet, so certainly without a message."""

    async def of(self, game_id: str, kind: str, seat: str | None = None) -> list[Message]:
        """Return the rows of this kind, oldest first, without those of messages that are being deleted."""
        return await self._those(game_id, lambda row: row.kind == kind and (seat is None or row.seat == seat))

    async def of_kinds(self, game_id: str, *kinds: str) -> list[Message]:
        """Return the rows whose kind is one of these, alone or followed by a colon and what the message is about."""
        return await self._those(game_id, lambda row: row.kind.partition(":")[0] in kinds)

    def note(self, row: Message, shown: str) -> None:
        """Note that the message shows that already."""
        if row.shown != shown:
            self._messages.edited(row, shown)

    def clear_error(self, row: Message) -> None:
        """Drop the stored error of a message that shows what it should."""
        if row.error is not None:
            self._messages.edited(row, row.shown or "")

    async def _those(self, game_id: str, wanted: Callable[[Message], bool]) -> list[Message]:
        rows = [row for row in await self._messages.of_game(game_id) if wanted(row)]
        if any(row.shown == GOING for row in rows):  # a deletion that was interrupted
            self.to_tidy(game_id)
        return [row for row in rows if row.shown != GOING]

    def _goes(self, row: Message) -> bool:
        """Return whether the message is to be deleted and, as far as known, can be."""
        return row.shown == GOING and not self.would_be_refused(row)

    async def tidy(self, game_id: str) -> None:
        """Delete the messages that are to go. Nothing else waits for that, and one that fails does not stop the others.

        Raises Later; Refused where the bot may not, as in a locked thread.
        """
        failures = Failures()
        for row in [row for row in await self._messages.of_game(game_id) if self._goes(row)]:
            with failures.kept(Later, Refused):
                await self.delete_now(row)
        failures.raise_kept()
        if not await self.is_tidy(game_id):
            raise Refused("shut")

    async def is_tidy(self, game_id: str) -> bool:
        """Return whether no message is to be deleted."""
        return not any(row.shown == GOING for row in await self._messages.of_game(game_id))

    def would_be_refused(self, row: Message) -> bool:
        """Return whether a request was refused where the message stands, and would be again, as far as known without
        asking: in a locked thread that is not known to be unarchived, or in a channel that the bot does not see."""
        return has_no_way(row) and row.user_id is None and not self._channels.access.is_seen(row.channel_id)

    async def find(self, message_id: int) -> Message | None:
        """Return the row of the message with this Discord id; None if there is none, or if it is being deleted."""
        row = await self._messages.find(message_id)
        return row if row is not None and row.shown != GOING else None

    async def newest(self, game_id: str) -> Message | None:
        """Return the row of the newest board; None if there is none."""
        return next(reversed(await self.boards(game_id)), None)

    async def boards(self, game_id: str) -> list[Message]:
        """Return the rows of all boards, oldest first. Unlike `of`, this does not resume interrupted deletions."""
        return [row for row in await self._messages.of_game(game_id) if row.kind == BOARD and row.shown != GOING]

    async def board(self, table: Table) -> int | None:
        """Return the message id of the newest board, if it stands in the game's channel; else None."""
        row = await self.newest(table.id)
        return row.message_id if row is not None and row.channel_id == table.row.channel_id else None

    async def refusal(self, game_id: str, kind: str) -> type[Exception] | None:
        """Return why a message of this kind that is planned cannot be posted: Gone with its channel, Out of its server,
        else Refused. None if there is no such message."""
        known = [row for row in await self._messages.of_game(game_id) if row.kind == kind and row.message_id is None]
        reasons = [no_way(row) for row in known]
        return next(filter(None, reasons), None)

    async def is_out_of_sight(self, row: Message, most: int) -> bool:
        """Return whether more than `most` messages stand below it, as far as that can be seen."""
        if row.message_id is None or await self._is_in(row.game_id) is False:
            return False
        return await self._channels.below(row.channel_id, row.message_id, most + 1) > most

    @property
    def now(self) -> datetime:
        """The current time, by the clock that stamps the rows."""
        return self._messages.now

    def is_old(self, row: Message) -> bool:
        """Return whether a message that is often edited is so old that it is better posted anew."""
        return row.posted_at is not None and self.now > row.posted_at + RENEW_AFTER

    def digest(self, view: Panel, sketch: Sketch | None = None) -> str:
        """Return a digest of what a message with this view and picture shows; it changes with the icons."""
        return faces.digest(view, sketch, self._channels.icons)

    async def plan(self, game_id: str, kind: str, channel_id: int, *, former: Message | None = None) -> Message:
        """Return the row of a message that is about to be posted there: the former row, if it has not been posted yet.
        If it was planned for another channel, it is dropped."""
        if former is not None and former.message_id is None:
            if former.channel_id == channel_id:
                return former
            self.delete_later(former)
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
        """Write a direct message to this person. Return what `post` returns, which posts the message of the planned
        row.

        If it is refused, its row is forgotten. Raises Gone, Shut: they do not take it; Apart if that may be because the
        bot is no longer in the server; Refused: the bot may not write to them now, which says nothing about them.
        Raises Later.
        """
        row = former if former is not None and former.message_id is None else None
        try:
            if row is None:
                channel_id = await self._channels.direct(user_id)
                row = self._planned(await self._messages.plan(game_id, kind, channel_id, seat=seat, user_id=user_id))
            return await post(row)
        except (Refused, Gone) as refusal:
            if row is not None:
                self.forget(row)
            if await self._is_in(game_id) is False:
                raise Apart(str(refusal)) from None
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
        silent: bool = False,
        urgency: Urgency = Urgency.CALLS,
    ) -> Message:
        """Post the planned message. Raises Gone, Refused, Later: it then stays planned; but if an earlier attempt has
        posted it without calling these people, that message is deleted, and if somebody has deleted that message, the
        row is forgotten.

        calls: user ids of those whom it notifies, of those it mentions. silent: no push notification. urgency: may be
        less than CALLS only if the message calls nobody, and nothing that is to stand below waits for it, as a call
        waits for its board, and a board for the line of the turn above it.
        """
        certain = row.id in self._fresh
        await self._require_server(row)
        try:
            message = await self._send(row, panel, calls, silent=silent, urgency=urgency)
        except Deleted:  # the message of an earlier attempt: its nonce is of no more use
            self.forget(row)
            raise Later("somebody has deleted it") from None
        except (Gone, Refused, Later) as error:
            self._note_failure(row, error)
            raise
        posted = self._messages.posted(row, message.id, shown)
        if certain:
            return posted
        # It may be the message of an earlier attempt, with what was true and who was called then.
        if not {*calls} <= {each.id for each in message.mentions}:
            self.delete_later(posted)
            raise Later("an earlier attempt called others")
        return await self.edit(posted, panel, shown)

    async def _send(
        self,
        row: Message,
        panel: Panel,
        calls: Collection[int] = (),
        *,
        silent: bool,
        urgency: Urgency,
    ) -> discord.Message:
        """Send the message with the row's nonce, or return the one that is there."""
        return await self._channels.post(
            row.channel_id,
            panel,
            f"{row.game_id}-{row.id}",
            calls,
            silent=silent,
            urgency=urgency,
            sent=lambda: self._fresh.discard(row.id),
        )

    async def edit(self, row: Message, panel: Panel, shown: str) -> Message:
        """Let the message show something else. Raises Gone, Refused, Later."""
        await self._require_server(row)
        try:
            await self._channels.edit(row.channel_id, _posted(row), panel)
        except (Refused, Later) as error:
            self._note_failure(row, error)
            raise
        return self._messages.edited(row, shown)

    async def show(self, row: Message, panel: Panel, shown: str) -> bool:
        """Let a message show this, if it does not yet. Return whether it is there; one that Discord says somebody has
        deleted is deleted all the same: if it is there yet, it would stand beside the next.

        Raises Refused, Later.
        """
        if row.shown != shown:
            try:
                await self.edit(row, panel, shown)
            except Gone:
                self.delete_later(row)
                return False
        return True

    def delete_later(self, row: Message) -> None:
        """Mark the message to be deleted, with its row, by `tidy`; from now on it no longer counts as there. One that
        the bot may not delete stays as long as that is so."""
        if not self._may_stand(row):
            self.forget(row)
            return
        self._messages.marked(row, GOING)
        self.to_tidy(row.game_id)

    async def finish(self, row: Message, panel: Panel) -> None:
        """Let the message show this for good, and forget its row. If it is unknown whether the message is there, it is
        deleted.

        Raises Refused, Later: its row is then kept.
        """
        if self.would_be_refused(row):
            raise Refused("shut")
        if row.message_id is None:
            self.delete_later(row)
            return
        with suppress(Gone):
            await self.edit(row, panel, row.shown or "")
        self.forget(row)

    async def delete_now(self, row: Message) -> None:
        """Delete the message now, with its row. Raises Refused, Later: its row is then kept."""
        if self._may_stand(row):
            try:
                message_id = row.message_id or await self._found(row)
                await self._require_server(row)
                await self._channels.delete(row.channel_id, message_id)
            except Gone:
                pass
            except Refused as error:
                self._note_failure(row, error)
                raise
        self.forget(row)

    def _may_stand(self, row: Message) -> bool:
        """Return whether the message is there, or may be there and can still be found by its nonce."""
        is_known = row.failed_at is None or self.now < row.failed_at + _NONCE_LASTS
        return row.message_id is not None or (is_known and not (row.id in self._fresh or has_no_way(row)))

    async def _found(self, row: Message) -> int:
        """Return the message id of a row whose post may have arrived. If it has not, another message is posted for a
        moment, which calls nobody. Raises Gone, Later."""
        try:
            await self._require_server(row)
            message = await self._send(row, faces.texts("…"), silent=True, urgency=Urgency.TIDIES)
        except Refused:  # by the time the bot may again, Discord no longer knows the nonce
            raise Gone("not to be found") from None
        self._messages.posted(row, message.id, row.shown or "")
        return message.id

    def forget(self, row: Message) -> None:
        """Delete the row, and leave the message as it is."""
        self._fresh.discard(row.id)
        self._messages.forget(row)

    async def forget_all(self, game_id: str) -> None:
        """Delete all rows of this game, and leave the messages as they are."""
        for row in await self._messages.of_game(game_id):
            self.forget(row)

    async def _require_server(self, row: Message) -> None:
        """Raise Out if the bot is no longer in the server. Raise Later if that is likely and Discord has not yet told:
        each refused request counts against the bot. Direct messages are not concerned."""
        if row.user_id is not None:
            return
        is_in = await self._is_in(row.game_id)
        if is_in is False:
            self._note_failure(row, out := Out("of the server"))
            raise out
        if is_in is None and has_no_way(row):
            raise Later("the server is not known yet")

    async def _is_in(self, game_id: str) -> bool | None:
        """Return whether the bot is in the game's server; None if that is not known now."""
        server = await self._server(game_id)
        return server is None or self._channels.access.is_in(server)

    def _note_failure(self, row: Message, error: Exception) -> None:
        self._messages.failed(row, f"{type(error).__name__} {error}")


def has_no_way(row: Message) -> bool:
    """Return whether Discord last refused the row's message for good, so that retrying soon is no use and nothing is
    drawn."""
    return no_way(row) is not None


def no_way(row: Message) -> type[Exception] | None:
    """Return why, if so: Gone, Out or Refused."""
    return _NO_WAY.get((row.error or "").partition(" ")[0])


def noted(shown: str, without: InWords | None) -> str:
    """Return what is stored of a message that shows this, with a mark if its picture is yet to come."""
    return f"{shown} words" if without is InWords.FOR_NOW else shown


def _posted(row: Message) -> int:
    """Return the message id of a row. Raises ValueError if it was never posted."""
    if row.message_id is None:
        raise ValueError(f"message {row.id} was never posted")
    return row.message_id
