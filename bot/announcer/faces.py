"""What the public messages of a table show now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.components.ids import Verb
from bot.panels import board as buttons
from bot.panels import waiting
from bot.panels.lobby import lobby_panel
from bot.panels.tenures import tenures
from bot.tables import Table
from bot.tables.history import news, past
from bot.tables.lobby_options import GAVE_WAY, LETTERS, WORDS
from bot.tables.moments import Happened
from bot.tables.seating import DAMAGED
from drawing.picture import Picture as Drawn
from game.core import layout
from game.core.commands import to_open
from game.core.decisions import Event
from game.core.faces import Sketch
from game.core.layout import Panel, Picture, Place, Style
from game.core.text.names import called, shown
from game.core.words import Run
from storage import SOMEBODY, Status
from storage.topics import REOPEN, RESUME

BLANK = Drawn(b"", "", "")
"""Stands for the picture where only the words around it count."""

_DAMAGED, _PAUSED = "damaged", "paused"
_RECENT = 6
"""The board stops telling what the table itself did after so many later events, if each seat may have moved since."""


def epoch(table: Table) -> str:
    """Return the stage of the game that one board message shows; each new stage gets a new message."""
    if table.damaged and table.status.is_active:
        return _DAMAGED
    if table.status is Status.RUNNING:
        return _PAUSED if table.paused else table.playing.place
    return str(table.status)


def sketch(table: Table, previous: Mapping[str, Any] | None = None) -> Sketch | None:
    """Return the undrawn picture of the board message, if it has one, with marks for what is new since the view
    `previous`."""
    if table.look == WORDS or table.damaged:
        return None
    drawn = None
    if table.kit.pictures is not None and table.status is Status.RUNNING:
        drawn = table.kit.pictures.board(table.public, table.names, previous)
    elif table.kit.pictures is not None and table.status is Status.OVER:
        drawn = table.kit.pictures.score(table.public, table.names)
    return partial(drawn, letters=table.look == LETTERS) if drawn is not None else None


def face(table: Table, picture: Picture | None = None) -> Panel:
    """Return the board message: with its picture, or in words."""
    if table.damaged and table.status.is_active:
        return texts(f"## {table.title}\n⚠️ {DAMAGED}")
    match table.status:
        case Status.LOBBY:
            return lobby_panel(table)
        case Status.RUNNING:
            times = waiting.for_all(table)
            since = {} if times else table.waiting  # said once, by `times`, which also says until when
            panel = table.kit.panels.board(table.public, table.names, since, _past(table), picture)
            said = [*_levels(table), *_allowed(table), *_of_table(table), *_handed(table), *times]
            if said:
                panel = panel.ending(layout.text(*said))
            if table.paused:
                panel = _resting(table) + panel.ending(
                    layout.row(Place(table.id).button(Verb.VOTE, "Go on", RESUME, Style.SUCCESS))
                )
            rules = table.kit.desk is not None
            return panel.ending(*buttons.running(table.id, table.kit.exhibits, rules=rules, paused=table.paused))
        case Status.OVER if table.damaged:
            return texts(table.unreadable)
        case Status.OVER:
            panel = table.kit.panels.final(table.playing.standing(), table.names, table.playing.seed, picture)
            last = table.kit.panels.last(table.public, table.names, _past(table), picture)
            if said := [*_levels(table), *(f"-# {line}" for line in tenures(table))]:
                last = [*last, layout.text(*said)]
            return panel.ending(*last, buttons.over(table.id, review=table.kit.has("judge")))
        case Status.CLOSED:
            return _closed(table)


def pictured(blank: Panel, picture: Picture) -> Panel:
    """Return a board message that was made with BLANK, with its picture."""
    shown = layout.gallery([picture])
    return blank.changed(lambda part: shown if isinstance(part, layout.Gallery) else part)


def begun(table: Table) -> Panel:
    """Return what the lobby's message becomes: it stays as the proof that the seed was settled."""
    names = ", ".join(table.named(seat) for seat in table.names)
    return texts(
        f"## {table.title} has begun\n{names}\n"
        f"-# All chance of this game comes from one secret seed, whose SHA-256 is `{table.commitment}`."
        " The seed is shown when the game is over, so that anybody can check that nothing was changed."
    )


def moved(table: Table) -> Panel:
    """Return what the board becomes in a channel that the table has left."""
    return texts(f"**{table.title}** goes on in <#{table.row.channel_id}>.")


def digest(view: Panel, sketch: Sketch | None = None, icons: str = "") -> str:
    """Return a digest: the same for two views that show the same, with the same picture and icons."""
    drawn = [sketch.func.__name__, sketch.args, sketch.keywords] if sketch else []
    data = f"{view!r} {json.dumps(drawn, sort_keys=True, default=str)} {icons}"
    return hashlib.sha256(data.encode()).hexdigest()[:16]


def _past(table: Table) -> Sequence[Run]:
    """Return the past events that the board tells: all that are remembered, or those of this turn, as the game wants
    it."""
    happened = table.context.of_turn() if table.kit.panels.by_turns else table.context.since_acting(None)
    return past.runs(table, [each for each in happened if not news.of_table(each.event)])


def _allowed(table: Table) -> list[str]:
    """Say that hints are allowed, where people play against each other."""
    shared = len(table.people) > 1 and any(table.hints(seat.seat) for seat in table.people)
    return ["-# Hints are allowed at this table."] if shared else []


def _levels(table: Table) -> list[str]:
    """Say how well the computer players play, where that was chosen."""
    computers = [(seat, table.kit.level(seat.policy or "")) for seat in table.seats if seat.is_computer]
    found = [f"{table.named(seat.seat)} {level}" for seat, level in computers if level]
    return [f"-# Levels: {' · '.join(found)}"] if found else []


_ON_BOARD = (news.TIME_UP, news.PACED, news.HOSTED)
"""What the table itself does that the board tells."""


def _of_table(table: Table) -> list[str]:
    """Tell what the table itself has done recently: the last event of each kind, and of each seat whose time was up.
    Also tell that somebody has taken something back, until they choose anew."""
    recent, others, ply = dict[object, Happened](), 0, table.public["ply"]
    for each in reversed(table.context.since_acting(None)):
        if each.event.kind in _ON_BOARD:
            if each.event.kind == news.HOSTED and not _is_host_still(table, each.event):
                continue
            whose = each.event.data["seat"] if each.event.kind == news.TIME_UP else None
            recent.setdefault((each.event.kind, whose), each)
        elif (others := others + 1) >= _RECENT and ply - each.ply >= len(table.seats):
            break
    back = table.context.last_taken_back
    return [f"-# {past.sentence(table, each)}" for each in (*reversed(recent.values()), *([back] if back else []))]


def _is_host_still(table: Table, event: Event) -> bool:
    """Whether the table has the host that it got so: another may be, or somebody else have that seat."""
    seat, hands = event.data["seat"], event.data["hands"]
    return seat == table.host and all(each.seat != seat or each.number <= hands for each in table.tenures)


def _handed(table: Table) -> list[str]:
    """Tell who has got whose seat in this turn, because what the board tells of the time before names whoever had it
    then."""
    changed = {each.seat: each for each in table.tenures if each.turn == table.turn}
    return [
        f"-# ⇄ {table.named(seat)} is back, in place of {shown(called(each.name))}."
        if each.is_return
        else f"-# ⇄ {table.named(seat)} has had {shown(called(each.name))}'s seat since this turn."
        for seat, each in changed.items()
    ]


def _closed(table: Table) -> Panel:
    if table.damaged:
        return texts(f"**{table.title} was ended**: what was stored of it could not be read any more.")
    if table.game is None and table.options.get(GAVE_WAY):
        return texts(f"**{table.title} is closed**: the game before the rematch was taken up again, where it was.")
    if table.game is None:
        return texts(f"**{table.title} is closed**: it did not start. {to_open(table.row.game)} opens another.")
    ended = f"**{table.title} was ended** before its time, in {table.turn_name}, {_by(table)}."
    if table.row.sealed_at is None:
        return texts(
            f"{ended} Its seed, to be checked against the SHA-256 shown when it began, was `{table.game.seed}`."
        )
    others = " ".join(f"<@{user_id}>" for user_id in told_of_end(table))
    until = f"<t:{int(table.row.sealed_at.timestamp())}:f>"
    place = Place(table.id)
    at_once = "at once by its host, else " if table.row.host_id is not None else ""
    said = (
        f"{others} {ended} Nobody has won it. It can be taken up again where it was until {until}: {at_once}by a vote"
        " of its players.\n"
        "-# Its seed, to be checked against the SHA-256 shown when it began, is shown after that, or when it has been"
        " played to its end."
    )
    return texts(said.strip()).with_component(
        layout.row(
            place.button(Verb.VOTE, "Take it up again", REOPEN, Style.SUCCESS),
            place.button(Verb.REMATCH, "Rematch"),
            place.button(Verb.LOG, "Log"),
            place.button(Verb.EXPORT, "Record"),
        )
    )


def told_of_end(table: Table) -> list[int]:
    """Return the user ids of those who are called to see that the game was ended: its people, except whoever ended
    it."""
    users = [seat.user_id for seat in table.people if seat.user_id is not None]
    return [user for user in users if user != table.row.stopped_by] if table.row.sealed_at is not None else []


def _by(table: Table) -> str:
    """Say who paused or ended the game."""
    by = table.row.stopped_by
    return "by a vote" if by is None else "by somebody" if by == SOMEBODY else f"by <@{by}>"


def _resting(table: Table) -> Panel:
    """Return what stands above the board of a paused game."""
    since = f"{layout.since(table.row.paused_at)} " if table.row.paused_at is not None else ""
    return texts(
        f"## {table.title} is paused\nPaused {since}{_by(table)}. Nobody is asked anything until it goes on, from here:"
    )


def texts(*texts: str) -> Panel:
    """Return a message of plain words."""
    return layout.bare(*map(layout.text, texts))
