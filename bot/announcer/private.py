"""Direct messages: research for those who have it sent, and "your move" for those who want that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot import panels
from bot.announcer import faces
from bot.announcer.posts import Posts
from bot.announcer.rest import Gone, Refused
from bot.replies import plain
from bot.tables import Live, Tables
from game.core.decisions import Decision
from storage import Message, Seat, Status

RESEARCH, CALL = "research", "call"
_DONE = "done"


def research_view(live: Live, seat: str) -> discord.ui.LayoutView:
    """What a direct message about research shows: the question, or that there is none any more."""
    decision = research_decision(live, seat)
    if decision is None:
        return plain("Your research is done. What you hold is under **Hand** on the board, or `/hand`.")
    names, view = live.names, live.playing.view(seat)
    number = live.questions[seat].number
    if decision.kind == "research":
        return panels.research_panel(live.id, number, decision, view, names, table=live.row.name)
    return panels.decision_panel(live.id, number, decision, view, names, table=live.row.name)


def research_decision(live: Live, seat: str) -> Decision | None:
    """What the seat is asked in the step of research."""
    if live.status is not Status.RUNNING or live.playing.step != "research":
        return None
    return live.decision(seat)


class Private:
    """Each method brings the messages to one seat's player up to date."""

    def __init__(self, posts: Posts, tables: Tables, refused: Callable[[str], None]) -> None:
        self._posts = posts
        self._tables = tables
        self._refused = refused

    async def due(self, game_id: str) -> list[tuple[str, Callable[[str, str], Awaitable[None]]]]:
        """What may have to be brought up to date: a look that costs little, since it is taken after every move."""
        live = await self._tables.look(game_id)
        rows = await self._tables.store.messages.of_game(game_id)
        written = {(row.seat, row.kind) for row in rows}
        found: list[tuple[str, Callable[[str, str], Awaitable[None]]]] = []
        for seat in live.seats:
            if seat.user_id is None:
                continue
            if (seat.seat, RESEARCH) in written or research_decision(live, seat.seat) is not None:
                found.append((seat.seat, self.research))
            if (seat.seat, CALL) in written or seat.seat in live.waiting:
                found.append((seat.seat, self.call))
        return found

    async def research(self, game_id: str, name: str) -> None:
        """One message a turn: the three cards; when they are dealt with it says so."""
        live = await self._tables.look(game_id)
        seat = live.seat(name)
        rows = await self._posts.of(game_id, RESEARCH, name)
        if not live.status.is_active or live.game is None:
            await self._end(live, name, rows)
            return
        turn, question = live.game.turn, live.questions.get(name)
        is_open = question is not None and research_decision(live, name) is not None
        state = f"{turn} {question.number}" if is_open and question else f"{turn} {_DONE}"
        current = rows[-1] if rows else None
        if current is not None and current.message_id is not None:
            of_turn, _, shown = (current.shown or "").partition(" ")
            if of_turn == str(turn):
                if current.shown != state:
                    await self._change(live, name, current, state)
                return
            if shown != _DONE:
                await self._change(live, name, current, f"{of_turn} {_DONE}")
        if not is_open or seat not in live.people or seat.user_id is None:
            return
        if await self._tables.people.wants_dm(seat.user_id, "research"):
            await self._send(live, seat, RESEARCH, research_view(live, name), state, current)
            for row in rows:
                if row.message_id is not None:
                    await self._posts.forget(row)

    async def call(self, game_id: str, name: str) -> None:
        """ "Your move" for somebody who does not want to be mentioned in the channel; gone after the move."""
        live = await self._tables.look(game_id)
        seat = live.seat(name)
        rows = await self._posts.of(game_id, CALL, name)
        wanted = name in live.waiting and seat in live.people and seat.user_id is not None
        if wanted and seat.user_id is not None:
            wanted = await self._tables.people.wants_dm(seat.user_id, "turn")
        if not wanted:
            for row in rows:
                await self._posts.delete(row)
            return
        current = rows[-1] if rows else None
        if current is None or current.message_id is None:
            where = f"https://discord.com/channels/{live.row.guild_id or '@me'}/{live.row.channel_id}"
            view = plain(f"It is your move at {live.title}: {where}")
            await self._send(live, seat, CALL, view, faces.digest(view), current)

    async def _send(
        self, live: Live, seat: Seat, kind: str, view: discord.ui.LayoutView, shown: str, planned: Message | None
    ) -> None:
        """Write to the person; if they do not take it, remember that, and call them in the channel."""
        assert seat.user_id is not None
        row = planned if planned is not None and planned.message_id is None else None
        try:
            channel_id = row.channel_id if row else await self._posts.direct(seat.user_id)
            row = row or await self._posts.plan(live.id, kind, channel_id, seat=seat.seat, user_id=seat.user_id)
            await self._posts.post(row, view, shown)
        except (Refused, Gone):
            if row is not None:
                await self._posts.forget(row)
            await self._tables.people.note_refusal(seat.user_id)
            self._refused(live.id)

    async def _change(self, live: Live, seat: str, row: Message, state: str) -> None:
        try:
            await self._posts.edit(row, research_view(live, seat), state)
        except (Gone, Refused):
            await self._posts.forget(row)

    async def _end(self, live: Live, seat: str, rows: list[Message]) -> None:
        for row in rows:
            if row.message_id is not None and not (row.shown or "").endswith(_DONE):
                await self._change(live, seat, row, _DONE)
            await self._posts.forget(row)
