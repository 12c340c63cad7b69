"""What a direct message about research shows: the question, then what was kept; nothing that is no longer true."""

from __future__ import annotations

from collections.abc import Iterator

from bot.announcer import faces
from bot.ids import Verb
from bot.tables import Live
from game.core import layout
from game.core.decisions import Decision, Event
from game.core.english import listed
from game.core.faces import Sketch
from game.core.layout import Panel, Picture, Place
from storage import Message, Status

STEP = "research"
"""The step of the game in which it is asked, and the kind of the question."""


def decision(live: Live, seat: str) -> Decision | None:
    """What the seat is asked in the step of research."""
    if live.status is not Status.RUNNING or live.game is None or not live.in_secret:
        return None
    return live.decision(seat)


def sketch(live: Live, seat: str, turn: int) -> Sketch | None:
    """The picture of that turn's message, while there is a question."""
    asked = _asked(live, seat, turn)
    return live.kit.panels.sketch(asked, live.playing.view(seat), live.names) if asked else None


def view(live: Live, seat: str, turn: int, picture: Picture | None = None) -> Panel:
    """The message of that turn: the question if it is open now, or else what came of it."""
    asked = _asked(live, seat, turn)
    if asked is None:
        return _settled(live, seat, turn)
    place, seen = Place(live.id, live.questions[seat].number), live.playing.view(seat)
    return live.kit.panels.decision(place, asked, seen, live.names, table=live.row.name, picture=picture)


def turn_of(row: Message) -> int:
    """The turn whose research a message is about."""
    return int((row.shown or "0").split(" ")[0])


def shown(live: Live, seat: str, turn: int) -> str:
    """What a message of that turn is to show, in brief; compared with what it last showed."""
    if _asked(live, seat, turn) is not None:
        return f"{turn} {live.questions[seat].number}"
    return f"{turn} {faces.digest(_settled(live, seat, turn))}"


def _asked(live: Live, seat: str, turn: int) -> Decision | None:
    return decision(live, seat) if turn == live.turn else None


def _settled(live: Live, seat: str, turn: int) -> Panel:
    """Once there is nothing to choose: what was kept, and who is still choosing."""
    is_now = live.status is Status.RUNNING and live.in_secret and live.turn == turn
    lines = [f"**{live.title}** · turn {turn}: {_outcome(live, seat, turn)}"]
    others = [live.named(other) for other in live.waiting if other != seat] if is_now else []
    if others:
        lines.append(f"-# Still choosing: {listed(others)}.")
    undo = [Place(live.id).button(Verb.UNDO, "Undo")] if is_now and live.can_undo(seat) else []
    return layout.bare(layout.text(*lines), *layout.rows(undo))


def _outcome(live: Live, seat: str, turn: int) -> str:
    kept = live.kit.words.kept(_own(live, seat, turn))
    if kept:
        return f"{kept}."
    if live.status is Status.CLOSED:
        return "the game was ended before you chose."
    return "there is nothing to choose any more."


def _own(live: Live, seat: str, turn: int) -> Iterator[Event]:
    """What happened to the seat in that turn, as far as the log goes back."""
    events = [each.event for each in live.side.log]
    began = [event.data["turn"] for event in events if event.kind == "began_turn"]
    at = began[0] - 1 if began else live.turn
    for event in events:
        if event.kind == "began_turn":
            at = event.data["turn"]
        elif at == turn and event.seat == seat:
            yield event
