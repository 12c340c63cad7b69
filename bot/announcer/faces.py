"""What the public messages of a table show now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot import panels
from bot.ids import Verb
from bot.panels import board as buttons
from bot.render import rendered
from bot.tables import Live
from bot.tables.live import DAMAGED
from bot.tables.options import LETTERS, WORDS
from bot.tables.votes import END, Vote
from drawing.picture import Picture as Drawn
from game.core import layout
from game.core.faces import Sketch
from game.core.layout import Panel, Picture, Place, Style
from storage import Seat, Status

BLANK = Drawn(b"", "", "")
"""In place of the picture where only the words around it count."""

_DAMAGED = "damaged"


def epoch(live: Live) -> str:
    """What a board message stands for; the next epoch gets a new message."""
    if live.damaged and live.status.is_active:
        return _DAMAGED
    if live.status is Status.RUNNING:
        return live.playing.place
    return str(live.status)


def sketch(live: Live, previous: Mapping[str, Any] | None = None) -> Sketch | None:
    """The picture of the board message, if it has one; what is new since the view `previous` is marked in it."""
    if live.look == WORDS or live.damaged:
        return None
    drawn = None
    if live.kit.pictures is not None and live.status is Status.RUNNING:
        drawn = live.kit.pictures.board(live.public, live.names, previous)
    elif live.kit.pictures is not None and live.status is Status.OVER:
        drawn = live.kit.pictures.score(live.public, live.names)
    return partial(drawn, letters=live.look == LETTERS) if drawn is not None else None


def face(live: Live, picture: Picture | None = None) -> Panel:
    """The board message: with its picture, or in words."""
    if live.damaged and live.status.is_active:
        return _texts(f"## {live.title}\n⚠️ {DAMAGED}")
    match live.status:
        case Status.LOBBY:
            return panels.lobby(
                live.kit,
                live.id,
                live.names,
                {seat.seat: seat.policy for seat in live.seats if seat.policy is not None},
                next((seat.seat for seat in live.seats if seat.user_id == live.row.host_id), "P1"),
                {**live.options, "pace": live.row.pace},
            )
        case Status.RUNNING:
            shown = live.kit.panels.board(live.public, live.names, live.waiting, live.side.events_since(None), picture)
            return shown.ending(*buttons.running(live.id, live.kit.panels.exhibits))
        case Status.OVER:
            shown = live.kit.panels.final(live.playing.standing(), live.names, live.playing.seed, picture)
            return shown.ending(buttons.over(live.id))
        case Status.CLOSED:
            return _closed(live)


def begun(live: Live) -> Panel:
    """What becomes of the lobby's message: it stays, as the proof that the seed was settled."""
    names = ", ".join(live.named(seat) for seat in live.names)
    return _texts(
        f"## {live.title} has begun\n{names}\n"
        f"-# All chance of this game comes from one secret seed, whose SHA-256 is `{live.commitment}`."
        " The seed is shown when the game is over, so that anybody can check that no card was moved."
    )


def calling(seats: Sequence[Seat], closed: Sequence[Seat]) -> Panel:
    """The mention of who is next; those in `closed` take no direct messages."""
    mentions = " ".join(f"<@{seat.user_id}>" for seat in seats)
    lines = [f"{mentions} it is your move."]
    if closed:
        who = " ".join(f"<@{seat.user_id}>" for seat in closed)
        lines.append(
            f"-# {who}: your direct messages are closed to me, so choose here: press **Your move** on the board."
            " `/settings` ends this note."
        )
    return _texts("\n".join(lines))


def voting(live: Live, vote: Vote) -> Panel:
    """An open vote with its buttons."""
    asked, label = (f"Shall {live.title} end now?", "End it")
    if vote.about != END:
        asked, label = (f"Shall {live.title} go on in this channel?", "Carry on here")
    until = f" The first vote lapses {layout.since(vote.until)}." if vote.until else ""
    said = (
        f"**{asked}** {len(vote.yes)} of {vote.people} are for it; it takes {vote.needed}.\n"
        f"-# Each vote counts for a day.{until}"
    )
    place, style = Place(live.id), Style.DANGER if vote.about == END else Style.SUCCESS
    return _texts(said).with_brick(
        layout.row(
            place.button(Verb.VOTE, label, vote.about, style),
            place.button(Verb.VOTE, "Withdraw my vote", f"-{vote.about}"),
        )
    )


def digest(view: Panel, sketch: Sketch | None = None) -> str:
    """Two views that show the same, and the same picture, have the same."""
    components: list[dict[str, object]] = rendered(view).to_components()  # type: ignore[no-untyped-call]
    drawn = [sketch.func.__name__, sketch.args, sketch.keywords] if sketch else []
    data = json.dumps([components, *drawn], sort_keys=True, default=str)
    return hashlib.sha256(data.encode()).hexdigest()[:16]


def _closed(live: Live) -> Panel:
    if live.damaged:
        return _texts(f"**{live.title} was ended**: what was stored of it could not be read any more.")
    if live.game is None:
        return _texts(f"**{live.title} is closed**: it did not start. `/adepts new` opens another.")
    return _texts(
        f"**{live.title} was ended** before its time, in turn {live.turn}."
        f" Its seed, to be checked against the SHA-256 shown when it began, was `{live.game.seed}`."
    )


def _texts(*texts: str) -> Panel:
    return layout.bare(*map(layout.text, texts))
