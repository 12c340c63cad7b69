"""What the direct message of a private round shows: the question, then what was chosen; only what is true now.

In a round several seats choose at once, each in secret (`Decision.private`). There is at most one in a turn. Games that
say so (`Kit.secret`) ask it by direct message.
"""

from __future__ import annotations

from bot.announcer import faces
from bot.panels import own, waiting
from bot.panels.company import which
from bot.tables import Table
from bot.tables.history.logbook import remembered
from game.core import layout
from game.core.decisions import Decision
from game.core.english import listed
from game.core.faces import Sketch
from game.core.layout import Panel, Picture, Place
from storage import Message, Status


def is_round(table: Table) -> bool:
    """Return whether what is asked now comes by direct message."""
    return table.goes_on and bool(table.kit.secret) and table.in_secret


def decision(table: Table, seat: str) -> Decision | None:
    """Return what the seat is asked in a private round that comes by direct message; None if nothing."""
    return table.decision(seat) if is_round(table) else None


def sketch(table: Table, seat: str, turn: int) -> Sketch | None:
    """Return the undrawn picture of that turn's message; None once the question is closed."""
    asked = _asked(table, seat, turn)
    return table.kit.panels.sketch(asked, table.view(seat), table.names) if asked else None


def view(table: Table, seat: str, turn: int, picture: Picture | None = None) -> Panel:
    """Return the message of that turn: the question while it is open, then the outcome."""
    asked = _asked(table, seat, turn)
    if asked is None:
        return _settled(table, seat, turn)
    place, seen = Place(table.id, table.questions[seat].number), table.view(seat)
    panel = table.kit.panels.decision(place, asked, seen, table.names, table=which(table), picture=picture)
    left = waiting.for_one(table, seat)
    return panel.with_component(layout.text(left)) if left else panel


def turn_of(row: Message) -> int:
    """Return the turn whose round a message is about."""
    return int((row.shown or "0").split(" ")[0])


def shown(table: Table, seat: str, turn: int) -> str:
    """Return a short key for what the message of that turn is to show; it is compared with what was last shown."""
    if _asked(table, seat, turn) is not None:
        until = table.deadlines.get(seat)
        return f"{turn} {table.questions[seat].number}" + (f" {int(until.until.timestamp())}" if until else "")
    return f"{turn} {faces.digest(_settled(table, seat, turn))}"


def _asked(table: Table, seat: str, turn: int) -> Decision | None:
    return decision(table, seat) if turn == table.turn else None


def _settled(table: Table, seat: str, turn: int) -> Panel:
    """Return the message when there is nothing to choose: what was chosen, and who is still choosing."""
    is_now = table.status is Status.RUNNING and table.in_secret and table.turn == turn
    lines = [f"**{which(table)}** · {table.turn_called(turn)}: {_outcome(table, seat, turn)}"]
    others = [table.named(other) for other in table.waiting if other != seat] if is_now else []
    if others:
        lines.append(f"-# Still choosing: {listed(others)}.")
    return layout.bare(layout.text(*lines), *layout.rows(own.undo(table, seat) if is_now else []))


def _outcome(table: Table, seat: str, turn: int) -> str:
    own = (each.event for each in remembered(table) if (each.turn, each.event.seat) == (turn, seat))
    kept = table.kit.words.kept(own)
    if kept:
        return f"{kept}."
    if table.paused and turn == table.turn:
        return "the game is paused. What you are asked comes back here when it goes on."
    if table.status is Status.CLOSED:
        return "the game was ended before you chose."
    return "there is nothing to choose any more."
