"""Direct messages: private rounds, and "your move", for those who want them so."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import TypeVar

from cachetools import LRUCache

from bot.announcer import calls, faces, rounds
from bot.announcer.posts import BOARD, TURN, Posts, noted
from bot.answers.showing import own_sketch
from bot.delivery.failures import Failures
from bot.delivery.illustrated import InWords, illustrated, require_pictures
from bot.delivery.rest import Apart, Gone, Later, Refused, Shut
from bot.pictures.studio import Studio
from bot.tables import Table, Tables
from bot.tables.waiting.calling import repeated
from game.core.layout import Panel, Picture
from storage import Message, Seat

T = TypeVar("T")

ROUND, CALL = "round", "call"
_NOTED = 1024


def _call_now(table: Table, seat: str, unheard: bool) -> calls.Call:
    """Return the call that a message is now; nudges are made in the channel, as long as it takes them."""
    repeats = repeated(table, seat)
    return calls.since(table, seat), repeats.times - (0 if unheard else repeats.nudges)


def _call_in(row: Message) -> calls.Call:
    """Return the call that this "your move" message made; 0 for what is unknown."""
    _, _, kept = (row.shown or "").partition(" ")
    times, _, since = kept.partition(" ")
    return int(since) if since.isdecimal() else 0, int(times) if times.isdecimal() else 0


def _asked(table: Table, seat: str) -> object:
    """Return what is asked, and whom: a message about this is not to be posted once it has changed."""
    return table.questions.get(seat), table.seat(seat).user_id, table.paused, table.status


_CALL_IN_ROUND = re.compile(r" (\d+)!(\d+)")
"""How a call is stored for a round's message, after what the message shows."""


def _call_in_round(row: Message) -> calls.Call | None:
    """Return the call that this round's message made; None if it was stored by an earlier version, which did not keep
    it."""
    kept = _CALL_IN_ROUND.search(row.shown or "")
    return (int(kept[1]), int(kept[2])) if kept is not None else None


def _kept(shown: str, call: calls.Call | None) -> str:
    """Return what is stored for a round's message that shows this and made this call, if known."""
    return shown if call is None else f"{shown} {call[0]}!{call[1]}"


class DirectMessages:
    """Keeps the direct messages to each seat's player up to date."""

    def __init__(self, posts: Posts, tables: Tables, studio: Studio, refused: Callable[[str], object]) -> None:
        """refused: called with the id of a game when somebody there cannot be written to."""
        self._posts = posts
        self._tables = tables
        self._studio = studio
        self._refused = refused
        self._apart: LRUCache[tuple[str, str, str], tuple[int, calls.Call]] = LRUCache(_NOTED)
        """By game, seat and kind, who shares no server with the bot, and for which call that was found. For the same
        call it is tried again only by `try_again`, as Discord counts refused requests."""

    def try_again(self) -> Collection[str]:
        """Let `bring` write again to those who shared no server with the bot. Return the ids of their games."""
        games = {game_id for game_id, _, _ in self._apart}
        self._apart.clear()
        return games

    async def bring(self, game_id: str) -> None:
        """Update those of all seats; one that fails does not stop the others. Raises Later."""
        failures = Failures()
        for seat, bring in await self._due(game_id):
            with failures.kept(Later):
                await bring(game_id, seat)
        failures.raise_kept()

    async def _due(self, game_id: str) -> list[tuple[str, Callable[[str, str], Awaitable[None]]]]:
        """Return the seats whose messages may have to be updated, with the method to do so. Cheap, as it runs after
        every move."""
        table = await self._tables.look(game_id)
        rows = await self._tables.store.messages.of_game(game_id)
        written = {(row.seat, row.kind) for row in rows}
        found: list[tuple[str, Callable[[str, str], Awaitable[None]]]] = []
        for seat in table.seats:
            asked = seat.user_id is not None  # a computer player may have the seat of somebody with messages
            if (seat.seat, ROUND) in written or (asked and rounds.decision(table, seat.seat) is not None):
                found.append((seat.seat, self._round))
            if (seat.seat, CALL) in written or (asked and table.decision(seat.seat) is not None):
                found.append((seat.seat, self._call))
        return found

    async def _round(self, game_id: str, name: str) -> None:
        """Update the one message of the turn's private round: the question, then what was chosen. It is deleted when
        the next turn's comes, and posted anew whenever its person is called again."""
        table = await self._tables.look(game_id)
        seat = table.seat(name)
        rows = self._without_former(await self._posts.of(game_id, ROUND, name), seat)
        call = await self._call_now_in_round(table, seat)
        if call is None:
            rows = self._without_planned(rows)
        if not table.status.is_active or table.game is None:
            await self._end(table, name, rows)
            return
        current = rows[-1] if rows else None
        is_open = rounds.decision(table, name) is not None
        if current is not None and current.message_id is not None:
            of_turn, before = rounds.turn_of(current), _call_in_round(current) or call
            again = call is not None and not calls.is_known(before, call)
            again = again and await self._tables.people.wants_calls(seat.user_id or 0)
            if not is_open or (of_turn == table.turn and not again):
                await self._change(table, name, current, of_turn, before)
                return
        if call is not None:
            show = partial(self._show_round, table, name, table.turn, call)
            require_pictures(await self._write(table, seat, ROUND, rows, show))

    async def _call_now_in_round(self, table: Table, seat: Seat) -> calls.Call | None:
        """Return the call that a round's message is now; None if none is to be written."""
        if rounds.decision(table, seat.seat) is None or seat.user_id is None or seat.seat in table.held:
            return None
        if not await self._tables.people.wants_dm(seat.user_id, "round"):
            return None
        return _call_now(table, seat.seat, await self._posts.refusal(table.id, TURN) is not None)

    async def _call(self, game_id: str, name: str) -> None:
        """Write "your move" to somebody who does not want to be mentioned in the channel, or cannot be; delete it after
        the move.

        A round's message that reaches the person by direct message calls them itself. Nobody is written to about a
        question that is answered automatically, as nobody else sees the message.
        """
        table = await self._tables.look(game_id)
        seat = table.seat(name)
        rows = self._without_former(await self._posts.of(game_id, CALL, name), seat)
        unheard = await self._posts.refusal(game_id, TURN) is not None
        if not await self._is_called(table, seat, unheard):
            for row in rows:
                self._posts.delete_later(row)
            return
        current = rows[-1] if rows else None
        is_posted = current is not None and current.message_id is not None
        if current is not None and is_posted and calls.is_known(_call_in(current), _call_now(table, name, unheard)):
            await self._edit_call(table, name, current)
        else:
            await self._write(table, seat, CALL, rows, partial(self._post_call, table, name))

    async def _is_called(self, table: Table, seat: Seat, unheard: bool) -> bool:
        """Return whether "your move" is to be written to this seat's player. unheard: whether the channel takes no
        calls."""
        people, name = self._tables.people, seat.seat
        if seat.user_id is None or table.decision(name) is None or table.paused:
            return False
        if name in table.context.due or name in table.held:
            return False
        if rounds.decision(table, name) is not None and await people.wants_dm(seat.user_id, "round"):
            return False
        return await people.wants_dm(seat.user_id, "turn") or (unheard and await people.may_be_written_to(seat.user_id))

    async def _post_call(self, table: Table, name: str, row: Message) -> None:
        await self._post(table, name, row, *await self._calling(table, name))

    async def _post(self, table: Table, name: str, row: Message, panel: Panel, shown: str) -> None:
        """Post the planned message, unless the seat has answered meanwhile, or is not asked any more: that change pokes
        too, so this is about to run again."""
        if _asked(await self._tables.look(table.id), name) == _asked(table, name):
            await self._posts.post(row, panel, shown)

    async def _edit_call(self, table: Table, name: str, row: Message) -> None:
        """Let a "your move" message say what is true, if it does not yet."""
        panel, shown = await self._calling(table, name)
        if row.shown != shown:
            try:
                await self._posts.edit(row, panel, shown)
            except (Gone, Refused):
                self._posts.forget(row)

    async def _calling(self, table: Table, name: str) -> tuple[Panel, str]:
        """Return the message that calls this seat, and what is stored of it."""
        unheard = await self._posts.refusal(table.id, TURN)
        closed = unheard or await self._posts.refusal(table.id, BOARD)
        instead = not await self._tables.people.wants_dm(table.seat(name).user_id or 0, "turn")
        panel = calls.letter(table, name, await self._posts.board(table), closed, instead=instead)
        since, times = _call_now(table, name, unheard is not None)
        return panel, f"{faces.digest(panel)} {times} {since}"

    def _without_former(self, rows: list[Message], seat: Seat) -> list[Message]:
        """Delete what was written to whoever had the seat before. Return the other rows."""
        for row in rows:
            if row.user_id != seat.user_id:
                self._posts.delete_later(row)
        return [row for row in rows if row.user_id == seat.user_id]

    def _without_planned(self, rows: list[Message]) -> list[Message]:
        """Delete what was planned and may be there, though Discord did not say so. Return the other rows."""
        for row in rows:
            if row.message_id is None:
                self._posts.delete_later(row)
        return [row for row in rows if row.message_id is not None]

    async def _write(
        self, table: Table, seat: Seat, kind: str, rows: Sequence[Message], post: Callable[[Message], Awaitable[T]]
    ) -> T | None:
        """Write to the person, in place of these rows. Return what `post` returns, which posts the message of a row.

        If they take none, remember that, call them in the channel, and return None; likewise if Discord does not let
        the bot, which is soon forgotten. Also return None if they share no server with the bot.
        """
        assert seat.user_id is not None
        found, former = None, rows[-1] if rows else None
        place, call = (table.id, seat.seat, kind), (seat.user_id, _call_now(table, seat.seat, True))
        if self._apart.get(place) == call:
            return None
        try:
            found = await self._posts.write(table.id, kind, seat.user_id, post, seat=seat.seat, former=former)
        except Apart:
            self._apart[place] = call
        except (Shut, Gone):
            await self._tables.people.note_refusal(seat.user_id)
            self._refused(table.id)
        except Refused as refusal:
            self._tables.people.note_unreached(seat.user_id, str(refusal))
            self._refused(table.id)
        for each in rows:
            if each.message_id is not None:
                self._posts.delete_later(each)
        return found

    async def _change(self, table: Table, seat: str, row: Message, turn: int, call: calls.Call | None) -> None:
        """Let a round's message say what is true of its turn, if it does not yet. The call that it made stays the
        same."""
        if row.shown == _kept(rounds.shown(table, seat, turn), call):
            return
        try:
            require_pictures(await self._show_round(table, seat, turn, call, row))
        except (Gone, Refused):
            self._posts.forget(row)

    async def _show_round(
        self, table: Table, name: str, turn: int, call: calls.Call | None, row: Message
    ) -> InWords | None:
        """Post or edit a round's message, with a picture if possible. Return why it has none; None if it has one.

        Raises Gone, Refused, Later.
        """
        sketch, user_id = None, table.seat(name).user_id
        if user_id is not None:
            sketch = await own_sketch(self._tables, user_id, table, partial(rounds.sketch, table, name, turn))
        picture = await self._studio.draw_in_turn(sketch) if sketch is not None else None

        async def send(drawn: Picture | None, without: InWords | None) -> None:
            shown = noted(_kept(rounds.shown(table, name, turn), call), without)
            view = rounds.view(table, name, turn, drawn)
            if row.message_id is None:
                await self._post(table, name, row, view, shown)
            elif row.shown != shown:
                await self._posts.edit(row, view, shown)

        return await illustrated(send, picture, InWords.FOR_NOW if sketch is not None else InWords.MEANT)

    async def _end(self, table: Table, seat: str, rows: list[Message]) -> None:
        """Let the messages say how it ended; they are looked after as long as the game can be reopened."""
        for row in rows:
            await self._change(table, seat, row, rounds.turn_of(row), _call_in_round(row))
            if table.row.sealed_at is None:
                self._posts.forget(row)
