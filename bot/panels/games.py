"""A person's games, page by page: those that are played, then those that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.components.ids import Id, Verb
from bot.panels.company import PLAYER, company
from bot.panels.waiting import time_left
from game.core import layout
from game.core.commands import at_table, to_open
from game.core.english import many
from game.core.layout import Component, Panel, Place, Style
from game.core.text.names import shown, table_name
from storage.topics import REOPEN

APART = "n"
"""The rest of an id whose answer is a message of its own, below the list, which stays."""
ASIDE = "+"
"""The same before another rest: of what a vote is about."""
PLAYED, ENDED = 4, 4
"""On a page: games that are played, and games that are over, which have buttons."""
_GONE = "its channel is not there any more"
_CARRIED_ON = f"{at_table('move')} in another carries it on there"
_TALE_CARRIED_ON = "its game master carries it on in another with `/tale move`"
_TALE, _WAITS = 100, 2
"""Characters of how a tale stands, and sentences of what waits for somebody there."""


def from_list(_: object, wanted: Id) -> bool:
    """Whether this was pressed below the list, and its answer is a message of its own."""
    return wanted.rest == APART or wanted.rest.startswith(ASIDE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that is played. `link` leads to its channel; `others` names who else plays,
    `waiting` whom it waits for, as they are called: in a lobby those who are invited and have not answered."""

    name: str
    link: str
    place: str
    waiting: tuple[str, ...] = ()
    mine: bool = False
    lobby: bool = False
    missing: int = 0
    """Players without whom a lobby cannot begin."""
    host: str = ""
    """Who begins a lobby, if not the reader."""
    channel_id: int = 0
    gone: bool = False
    """That channel is not there any more."""
    others: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    back: str = ""
    """The game's id, where a computer player has the person's seat, who can take it back."""
    waits: tuple[str, ...] | None = None
    """Of a tale: what waits for the reader there; None for a game."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over: how it came out, in words; with its moves to be seen again, if it was played to its end."""

    game: str
    name: str
    link: str
    place: str
    result: str
    at: datetime
    whole: bool
    reopens: bool = False
    """It was ended before, and can be taken up again."""
    readable: bool = True
    gone: bool = False
    """Its channel is not there any more."""


def first_ended(played: int, page: int) -> int | None:
    """How many ended games come before those of this page; None if it has none, there being so many that are played."""
    before = max(0, -(-played // PLAYED) - 1)
    return (page - before) * ENDED if page >= before else None


def on_page(played: Sequence[Entry], page: int) -> Sequence[Entry]:
    """Those of the games that are played which a page shows, those that wait for the person first."""
    return sorted(played, key=lambda entry: not entry.mine)[page * PLAYED : (page + 1) * PLAYED]


def games(played: Sequence[Entry], ended: Sequence[Ended] = (), page: int = 0, more: bool = False) -> Panel:
    """A page: of `played`, which are all there are, those that are `on_page`; `ended` are this page's.

    `more`: further ended games come behind them.
    """
    rows = on_page(played, page)
    components: list[Component] = []
    if rows or page == 0:
        none = f"You play in no game now. {to_open()} in a channel opens a table." if not played else ""
        components.append(layout.text("## Your games", *(_line(row) for row in rows if not row.back), none))
    for row in rows:
        if row.back:
            take = Place(row.back).button(Verb.BACK, "Take the seat back", APART, Style.SUCCESS)
            components += [layout.text(_line(row)), layout.row(take)]  # a button beside them leaves no room on a phone
    for number, each in enumerate(ended):
        heading = "### Over" if number == 0 else ""
        components += [layout.text(heading, *_lines(each)), *_buttons(each)]
    onward = more or len(played) > (page + 1) * PLAYED
    if page or onward:
        place = Place()
        components.append(
            layout.row(
                place.button(Verb.GAMES, "‹ Back", f"a{max(0, page - 1)}", disabled=not page),
                place.button(Verb.GAMES, "More ›", f"b{page + 1}", disabled=not onward),
            )
        )
    return layout.framed(*(components or [layout.text("There are no more games of yours.")]))


def _line(entry: Entry) -> str:
    if entry.waits is not None:
        return _tale(entry, entry.waits)
    state = "a computer player has your seat" if entry.back else _waiting(entry)
    state = "▶ **your move**" if entry.mine else state
    since = f", asked {layout.since(entry.since)}" if entry.since else ""
    left = f", {time_left(entry.until)}" if entry.until else ""
    place = " · ".join(filter(None, (entry.place, company(entry.others))))
    said = f"\n  - {state}{since}{left}"
    if entry.gone:
        return f"- {table_name(entry.name)} · {place}{said}\n  - {_GONE}: {_CARRIED_ON}"
    return f"- [{table_name(entry.name)}]({entry.link}) · <#{entry.channel_id}> · {place}{said}"


def _tale(entry: Entry, waits: Sequence[str]) -> str:
    name = shown(entry.name, _TALE)
    place = " · ".join(filter(None, (entry.place, company(entry.others))))
    more = [f"and {many(len(waits) - _WAITS, 'other thing')}"] if len(waits) > _WAITS else []
    said = [f"▶ {each}" for each in waits[:_WAITS]] or ["nothing waits for you"]
    if entry.gone:
        head, said = f"{name} · {place}", [*said, *more, f"{_GONE}: {_TALE_CARRIED_ON}"]
    else:
        head, said = f"[{name}]({entry.link}) · <#{entry.channel_id}> · {place}", [*said, *more]
    return "\n  - ".join((f"- {head}", *said))


def _waiting(entry: Entry) -> str:
    who = ", ".join(shown(name, PLAYER) for name in entry.waiting)
    if entry.lobby:
        if who or entry.missing:
            return f"waiting for {f'{who} to join' if who else many(entry.missing, 'more player')}"
        return f"ready: {shown(entry.host, PLAYER) if entry.host else 'you'} may press **Start**"
    return f"waiting for {who or 'nobody'}"


def _lines(ended: Ended) -> tuple[str, ...]:
    name = table_name(ended.name) if ended.gone else f"[{table_name(ended.name)}]({ended.link})"
    said = " · ".join(filter(None, (f"**{name}**", ended.place, layout.since(ended.at))))
    if not ended.gone:
        return said, ended.result
    return said, ended.result, f"-# {_GONE.capitalize()}{f': taken up again, {_CARRIED_ON}' if ended.reopens else ''}."


def _buttons(ended: Ended) -> list[Component]:
    place = Place(ended.game)
    if not ended.readable:
        return []
    replay = [place.button(Verb.REPLAY, "Replay", APART)] if ended.whole else []
    again = Verb.VOTE, "Take it up again", f"{ASIDE}{REOPEN}", Style.SUCCESS
    reopen = [place.button(*again)] if ended.reopens else []
    rematch = [place.button(Verb.REMATCH, "Rematch", APART)] if not ended.gone else []  # it is played there
    return [layout.row(*reopen, *replay, *rematch, place.button(Verb.LOG, "Log", APART))]
