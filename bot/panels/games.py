"""The list of a person's games, page by page: first those under way, then those that are over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.components.ids import Id, Verb
from bot.panels.company import PLAYER, with_whom
from bot.panels.waiting import time_left
from game.core import layout
from game.core.commands import at_table, to_open
from game.core.english import many
from game.core.layout import Component, Panel, Place, Style
from game.core.text.names import shown, table_name
from storage.topics import REOPEN

NEW_MESSAGE = "n"
"""The rest of a custom_id in the list whose answer is a message of its own, so that the list stays."""
NEW_MESSAGE_PREFIX = "+"
"""The same as a prefix to a rest, which says what a vote is about."""
PLAYED, ENDED = 4, 4
"""Entries on a page: games under way, and games that are over, which have buttons."""
_GONE = "I do not see its channel any more"
_CARRIED_ON = f"{at_table('move')} in another carries it on there"
_TALE_CARRIED_ON = "its game master carries it on in another with `/tale move`"
_TALE, _WAITS = 100, 2
"""Maximum length of the line on how a tale stands, and how many of the things that wait for the person there are
named."""


def from_list(_: object, wanted: Id) -> bool:
    """Whether this button belongs to the list, so that its answer is a message of its own. To be used with
    `Router.on_table`."""
    return wanted.rest == NEW_MESSAGE or wanted.rest.startswith(NEW_MESSAGE_PREFIX)


class Playing(NamedTuple):
    """A running game. waiting: the names of those it waits for. mine: whether the reader is among them. since, until:
    when the reader was asked and must have answered; if the reader is not asked, the earliest of the others."""

    waiting: tuple[str, ...] = ()
    mine: bool = False
    since: datetime | None = None
    until: datetime | None = None


class Gathering(NamedTuple):
    """A lobby. awaited: the names of those invited who have not answered. missing: how many players it still needs to
    begin. host: who begins it, "" if the reader does."""

    awaited: tuple[str, ...] = ()
    missing: int = 0
    host: str = ""


class TakenOver(NamedTuple):
    """A game, by its id, in which a computer player has the seat that the reader can take back."""

    game: str


class Asked(NamedTuple):
    """A table at which the reader is asked to take a seat, in its channel. instead_of: the name of who has it, "" in a
    lobby."""

    instead_of: str = ""


class Telling(NamedTuple):
    """A tale. waits: what waits for the reader there, a sentence each."""

    waits: tuple[str, ...] = ()


Stands = Playing | Gathering | TakenOver | Asked | Telling


@dataclass(frozen=True, slots=True)
class Entry:
    """A game or tale under way, and how it stands for the reader.

    `link` leads to its channel. `place` says what it is and how far. `others` are the names of the other players,
    unescaped.
    """

    name: str
    link: str
    channel_id: int
    place: str
    stands: Stands
    others: tuple[str, ...] = ()
    gone: bool = False
    """Whether that channel no longer exists, or the bot does not see it."""

    @property
    def mine(self) -> bool:
        """Whether the game or tale waits for the reader."""
        match self.stands:
            case Playing(mine=mine):
                return mine
            case Telling(waits):
                return bool(waits)
            case Asked():
                return True
        return False


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, with its result in words. `whole`: it was played to its end, so it can be replayed."""

    game: str
    name: str
    link: str
    place: str
    result: str
    at: datetime
    whole: bool
    reopens: bool = False
    """Whether it was ended early and can still be taken up again."""
    readable: bool = True
    gone: bool = False
    """Whether its channel no longer exists, or the bot does not see it."""


def first_ended(played: int, page: int) -> int | None:
    """Return how many ended games come before those of this page; None if games under way leave no room for any on
    it."""
    before = max(0, -(-played // PLAYED) - 1)
    return (page - before) * ENDED if page >= before else None


def on_page(played: Sequence[Entry], page: int) -> Sequence[Entry]:
    """Return the games under way that this page shows; those that wait for the person come first."""
    return sorted(played, key=lambda entry: not entry.mine)[page * PLAYED : (page + 1) * PLAYED]


def games_panel(played: Sequence[Entry], ended: Sequence[Ended] = (), page: int = 0, more: bool = False) -> Panel:
    """Return one page of the list. `played` are all games under way, of which those `on_page` are shown; `ended` are
    those of this page.

    `more`: whether further ended games follow.
    """
    rows = on_page(played, page)
    components: list[Component] = []
    if rows or page == 0:
        none = f"You play in no game now. {to_open()} in a channel opens a table." if not played else ""
        components.append(
            layout.text("## Your games", *(_line(row) for row in rows if not isinstance(row.stands, TakenOver)), none)
        )
    for row in rows:
        if isinstance(row.stands, TakenOver):
            take = Place(row.stands.game).button(Verb.BACK, "Take the seat back", NEW_MESSAGE, Style.SUCCESS)
            components += [layout.text(_line(row)), layout.row(take)]  # side by side they are too wide for a phone
    for number, each in enumerate(ended):
        heading = "### Over" if number == 0 else ""
        components += [layout.text(heading, *_lines(each)), *_buttons(each)]
    if not components:  # the list has become shorter
        components.append(layout.text("There are no more games of yours."))
    onward = more or len(played) > (page + 1) * PLAYED
    if page or onward:
        place = Place()
        components.append(
            layout.row(
                place.button(Verb.GAMES, "‹ Back", f"a{max(0, page - 1)}", disabled=not page),
                place.button(Verb.GAMES, "More ›", f"b{page + 1}", disabled=not onward),
            )
        )
    return layout.framed(*components)


def _line(entry: Entry) -> str:
    is_tale = isinstance(entry.stands, Telling)
    name = shown(entry.name, _TALE) if is_tale else table_name(entry.name)
    place = " · ".join(filter(None, (entry.place, with_whom(entry.others))))
    if not entry.gone:
        head, onward = f"[{name}]({entry.link}) · <#{entry.channel_id}> · {place}", []
    else:
        how = "" if isinstance(entry.stands, Asked) else f": {_TALE_CARRIED_ON if is_tale else _CARRIED_ON}"
        head, onward = f"{name} · {place}", [f"{_GONE}{how}"]
    return "\n  - ".join((f"- {head}", *_stands(entry.stands), *onward))


def _stands(how: Stands) -> list[str]:
    match how:
        case Playing(waiting, mine, since, until):
            state = "▶ **your move**" if mine else f"waiting for {_named(waiting) or 'nobody'}"
            asked = f", asked {layout.since(since)}" if since else ""
            return [f"{state}{asked}{f', {time_left(until)}' if until else ''}"]
        case Gathering(awaited, missing, host):
            if awaited:
                return [f"waiting for {_named(awaited)} to join"]
            if missing:
                return [f"waiting for {many(missing, 'more player')}"]
            return [f"ready: {shown(host, PLAYER) if host else 'you'} may press **Start**"]
        case TakenOver():
            return ["a computer player has your seat"]
        case Asked(instead_of):
            return [f"▶ **you are asked** to {f'play on for {shown(instead_of, PLAYER)}' if instead_of else 'join'}"]
        case Telling(waits):
            more = [f"and {many(len(waits) - _WAITS, 'other thing')}"] if len(waits) > _WAITS else []
            return [*(f"▶ {each}" for each in waits[:_WAITS]), *more] or ["nothing waits for you"]


def _named(names: Iterable[str]) -> str:
    return ", ".join(shown(name, PLAYER) for name in names)


def _lines(ended: Ended) -> tuple[str, ...]:
    name = table_name(ended.name) if ended.gone else f"[{table_name(ended.name)}]({ended.link})"
    said = " · ".join(filter(None, (f"**{name}**", ended.place, layout.since(ended.at))))
    if not ended.gone:
        return said, ended.result
    return said, ended.result, f"-# {_GONE}{f': taken up again, {_CARRIED_ON}' if ended.reopens else ''}."


def _buttons(ended: Ended) -> list[Component]:
    place = Place(ended.game)
    if not ended.readable:
        return []
    replay = [place.button(Verb.REPLAY, "Replay", NEW_MESSAGE)] if ended.whole else []
    again = Verb.VOTE, "Take it up again", f"{NEW_MESSAGE_PREFIX}{REOPEN}", Style.SUCCESS
    reopen = [place.button(*again)] if ended.reopens else []
    rematch = [place.button(Verb.REMATCH, "Rematch", NEW_MESSAGE)] if not ended.gone else []  # it would be played there
    return [layout.row(*reopen, *replay, *rematch, place.button(Verb.LOG, "Log", NEW_MESSAGE))]
