"""Direct messages: research for those who have it sent, and "your move" for those who want that."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot import panels
from bot.announcer import faces
from bot.announcer.posts import Posts
from bot.announcer.rest import Gone, Refused
from bot.boards.adepts.pictures import Picture
from bot.replies import Upload, plain
from bot.showing import Sketch, own_picture
from bot.studio import Studio
from bot.tables import Live, Tables
from game.core.decisions import Decision
from storage import Message, Seat, Status

log = logging.getLogger(__name__)

RESEARCH, CALL = "research", "call"
_DONE = "done"


def research_sketch(live: Live, seat: str) -> Sketch | None:
    """The picture of a direct message about research, while there is a question."""
    decision = research_decision(live, seat)
    return panels.sketch(decision, live.playing.view(seat), live.names) if decision else None


def research_view(live: Live, seat: str, picture: Picture | None = None) -> discord.ui.LayoutView:
    """What a direct message about research shows: the question, or that there is none any more."""
    decision = research_decision(live, seat)
    if decision is None:
        return plain("Your research is done. What you hold is under **Hand** on the board, or `/hand`.")
    names, view = live.names, live.playing.view(seat)
    number = live.questions[seat].number
    if decision.kind == "research":
        return panels.research_panel(live.id, number, decision, view, names, table=live.row.name, picture=picture)
    return panels.decision_panel(live.id, number, decision, view, names, table=live.row.name, picture=picture)


def research_decision(live: Live, seat: str) -> Decision | None:
    """What the seat is asked in the step of research."""
    if live.status is not Status.RUNNING or live.playing.step != "research":
        return None
    return live.decision(seat)


def _called(live: Live) -> discord.ui.LayoutView:
    """ "Your move", with the way there."""
    where = f"https://discord.com/channels/{live.row.guild_id or '@me'}/{live.row.channel_id}"
    return plain(f"It is your move at {live.title}: {where}")


class Private:
    """Each method brings the messages to one seat's player up to date."""

    def __init__(self, posts: Posts, tables: Tables, studio: Studio, refused: Callable[[str], None]) -> None:
        self._posts = posts
        self._tables = tables
        self._studio = studio
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
            await self._send(live, seat, RESEARCH, state, current)
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
            await self._send(live, seat, CALL, faces.digest(_called(live)), current)

    async def _send(self, live: Live, seat: Seat, kind: str, shown: str, planned: Message | None) -> None:
        """Write to the person; if they do not take it, remember that, and call them in the channel."""
        assert seat.user_id is not None
        row = planned if planned is not None and planned.message_id is None else None
        try:
            channel_id = row.channel_id if row else await self._posts.direct(seat.user_id)
            row = row or await self._posts.plan(live.id, kind, channel_id, seat=seat.seat, user_id=seat.user_id)
            if kind == CALL:
                await self._posts.post(row, _called(live), shown)
            else:
                await self._show_research(live, row, seat.seat, shown)
        except (Refused, Gone):
            if row is not None:
                await self._posts.forget(row)
            await self._tables.people.note_refusal(seat.user_id)
            self._refused(live.id)

    async def _change(self, live: Live, seat: str, row: Message, state: str) -> None:
        try:
            await self._show_research(live, row, seat, state)
        except (Gone, Refused):
            await self._posts.forget(row)

    async def _show_research(self, live: Live, row: Message, name: str, shown: str) -> None:
        """Post or edit, with a picture if that can be. Raises Gone, Refused, Later."""
        user_id, sketch = live.seat(name).user_id, research_sketch(live, name)
        picture = await own_picture(self._studio, self._tables, user_id, live, sketch) if user_id else None
        if picture is not None:
            try:
                await self._write(row, research_view(live, name, picture), shown, [picture])
                return
            except discord.HTTPException:
                log.exception("a picture was refused", extra={"game": live.id})
        await self._write(row, research_view(live, name), shown, [])

    async def _write(self, row: Message, view: discord.ui.LayoutView, shown: str, files: Sequence[Upload]) -> None:
        if row.message_id is None:
            await self._posts.post(row, view, shown, files=files)
        else:
            await self._posts.edit(row, view, shown, files)

    async def _end(self, live: Live, seat: str, rows: list[Message]) -> None:
        for row in rows:
            if row.message_id is not None and not (row.shown or "").endswith(_DONE):
                await self._change(live, seat, row, _DONE)
            await self._posts.forget(row)
