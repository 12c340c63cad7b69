"""The mention of the people who are called in the channel of their table: one message for all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.announcer import calls, faces
from bot.announcer.posts import TURN, Posts
from bot.announcer.rounds import is_round
from bot.tables import Table, Tables
from bot.tables.waiting.calling import repeated
from game.core.layout import Panel
from storage import Seat


class Mentions:
    """Keeps the mention up to date. It is deleted when those who are called have moved, and posted anew when somebody
    else is called, or somebody again.

    It names all who are called. Its post notifies only those who were not called before; an edit notifies nobody.
    """

    def __init__(self, posts: Posts, tables: Tables, above: Callable[[str], Awaitable[None]]) -> None:
        """above: waits until the message is there below which a new mention of this game is to stand."""
        self._posts = posts
        self._tables = tables
        self._above = above

    async def bring(self, game_id: str) -> None:
        """Update the mention of a game. Raises Gone, Refused, Later."""
        table = await self._tables.look(game_id)
        rows = await self._posts.of(game_id, TURN)
        current = rows[-1] if rows else None
        posted = next((row for row in reversed(rows) if row.message_id is not None), None)
        before = calls.read(posted.shown if posted is not None else None)
        seats = await self._seats(table, before)
        closed = [seat for seat in seats if await self._without_dm(table, seat, before)]
        called = calls.of(table, seats, closed)
        here = posted is not None and posted.channel_id == table.row.channel_id
        if not seats:
            current = None
        elif posted is not None and posted is current and here and not called.new_since(before):
            await self._posts.show(posted, *await self._face(table, seats, closed))
        else:
            await self._above(game_id)
            if _who_and_where(await self._tables.look(game_id)) != _who_and_where(table):
                return  # that change pokes too, so this is about to run again
            panel, shown = await self._face(table, seats, closed)
            current = await self._posts.plan(game_id, TURN, table.row.channel_id, former=current)
            users = called.new_since(before) if here else called.users
            current = await self._posts.post(current, panel, shown, users)
            for user in called.closed:
                await self._tables.people.note_told(user)
        for row in rows:
            if current is None or row.id != current.id:
                self._posts.delete_later(row)

    async def lose(self, game_id: str, channel_id: int) -> None:
        """Let the mention in this channel count as there no more."""
        for row in await self._posts.of(game_id, TURN):
            if row.channel_id == channel_id:
                self._posts.delete_later(row)

    async def _face(self, table: Table, seats: Mapping[Seat, int], closed: Sequence[Seat]) -> tuple[Panel, str]:
        """Return the message that calls these seats, and what is stored of it."""
        panel = calls.panel(table, seats, closed, await self._posts.board(table))
        return panel, f"{calls.of(table, seats, closed).written()} {faces.digest(panel)}"

    async def _seats(self, table: Table, before: calls.Called) -> dict[Seat, int]:
        """Return who of those who are waited for is mentioned, and how often each was called again by now."""
        waiting = [seat for seat in table.people if seat.seat in table.waiting]
        times = {seat: await self._times(table, seat, before) for seat in waiting}
        return {seat: often for seat, often in times.items() if often is not None}

    async def _times(self, table: Table, seat: Seat, before: calls.Called) -> int | None:
        """Return how often somebody was called again by now; None if they are not mentioned.

        They are mentioned if they want to be, or others have nudged them; and if it is time, and nothing else calls
        them.
        """
        if seat.user_id is None:
            return None
        repeats, people = repeated(table, seat.seat), self._tables.people
        wished = await people.wants_calls(seat.user_id) and not await people.wants_dm(seat.user_id, "turn")
        wished = wished and not (is_round(table) and await people.wants_dm(seat.user_id, "round"))
        often = repeats.times if wished else repeats.nudges
        known = calls.is_known(before.calls.get(seat.user_id), (calls.since(table, seat.seat), often))
        return often if (wished or often) and (known or seat.seat not in table.held) else None

    async def _without_dm(self, table: Table, seat: Seat, before: calls.Called) -> bool:
        """Return whether to say that the person wants direct messages but has closed them: once, where they are
        called."""
        people = self._tables.people
        if seat.user_id is None or not await people.refused(seat.user_id):
            return False
        settings = await people.settings(seat.user_id)
        if not (settings["turn"] == "dm" or (settings["round"] == "dm" and is_round(table))):
            return False
        return seat.user_id in before.closed or not await people.is_told(seat.user_id)


def _who_and_where(table: Table) -> object:
    """Return who is waited for and since when, who has which seat, and the channel in which they are called."""
    return table.waiting, [(seat.seat, seat.user_id) for seat in table.people], table.row.channel_id
