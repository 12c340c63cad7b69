"""What happened, in words: what the game tells, and what the table itself did, such as moving for a player out of
time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.tables.waiting import pace
from game.core.decisions import Event
from game.core.text.names import shown, shown_names
from game.core.words import Names, Words

TIME_UP, PACED = "table.time_up", "table.paced"
"""Events of the table: a seat's time was up and a computer player has moved for it; the pace has changed."""
PAUSED, RESUMED, ENDED, REOPENED = "table.paused", "table.resumed", "table.ended", "table.reopened"
"""The game was paused, resumed, ended before its time, or reopened; by whom."""
TAKEN_BACK = "table.taken_back"
"""Somebody has taken back choices of their own."""
HOSTED = "table.hosted"
"""Somebody has made another player the host."""
KEPT = "table.kept"
"""An offered seat stays with its player: the offer has ended."""
DECLINED, WITHDRAWN, LAPSED, STAYED = "declined", "withdrawn", "lapsed", "stayed"
"""Why an offer has ended: it was declined or withdrawn, its time ran out, or the seat's player is present."""
FORGOTTEN = "forgotten"
"""Stands in for a seat: somebody who is not named, as their data was deleted or the seat has another player since."""
HANDED = "table.handed"
"""A seat has changed hands. It is stored as a tenure; the event exists only for telling it."""
_OF_TABLE = frozenset({TIME_UP, PACED, PAUSED, RESUMED, ENDED, REOPENED, TAKEN_BACK, HOSTED, KEPT, HANDED})


def time_up(seat: str) -> Event:
    """Return the event that time was up for this seat. It has no seat of its own, because the game tells the seat which
    move was made for it."""
    return Event(TIME_UP, None, {"seat": seat})


def paced(kept: str, former: str, by: str | None, hands: int) -> Event:
    """Return the event that the pace has changed from `former` to `kept`.

    `by`: the player of a seat, somebody without one (""), or None if it changed by itself because nobody answered.
    `hands`: the number of handovers of seats so far.
    """
    return Event(PACED, None, {"pace": kept, "former": former, "by": by, "idle": by is None, "hands": hands})


def settled(kind: str, by: str | None, hands: int) -> Event:
    """Return a PAUSED, RESUMED, ENDED or REOPENED event.

    `by`: the player of a seat, a vote (None), somebody who is FORGOTTEN, or somebody without a seat (""). `hands`: the
    number of handovers of seats so far.
    """
    return Event(kind, None, {"by": by, "hands": hands})


def hosted(seat: str, by: str, hands: int) -> Event:
    """Return the event that this seat's player became host. `by`: the player of another seat, or somebody without one
    (""). `hands`: the number of handovers of seats so far."""
    return Event(HOSTED, None, {"seat": seat, "by": by, "hands": hands})


def kept(seat: str, why: str, by: str, offer: str, hands: int) -> Event:
    """Return the event that an offered seat stays with its player. `by`: for WITHDRAWN, the player of a seat, or
    somebody without one (""). `offer`: which offer it was (`Offered.since`). `hands`: the number of handovers of seats
    so far."""
    return Event(KEPT, None, {"seat": seat, "why": why, "by": by, "offer": offer, "hands": hands})


def taken_back(seat: str, choices: int = 1, hands: int = 0) -> Event:
    """Return the event that the seat took back this many choices, in a row or the same one repeatedly. `hands`: the
    number of handovers of seats so far."""
    return Event(TAKEN_BACK, None, {"seat": seat, "choices": choices, "hands": hands})


def handed(
    number: int, seat: str, former: tuple[str, bool], now: tuple[str, bool], own: bool, by: Sequence[str | None] = ()
) -> Event:
    """Return the event that a seat has changed hands, for the `number`th time at this table.

    `former`, `now`: the name of who had it and who has it, and whether that is a computer player. `own`: the person
    gave it up or took it back. `by`: who decided it, as for `settled`; empty if that is unknown or not told.
    """
    data = {"hands": number, "seat": seat, "former": list(former), "now": list(now), "own": own, "by": list(by)}
    return Event(HANDED, None, data)


def order(event: Event) -> tuple[int, int, bool]:
    """Return a sort key for an event of the table among those of the same move, where the move's own events have 1:
    TIME_UP comes before them."""
    if event.kind == TIME_UP:
        return 0, 0, False
    return 2, event.data.get("hands", 0), event.kind != HANDED


def of_table(event: Event) -> bool:
    """Return whether it is an event of the table, which the game does not know."""
    return event.kind in _OF_TABLE


def sentence(event: Event, names: Names, seat: str = "") -> str:
    """Return the sentence for an event of the table, told to the player of a seat ("": to everybody)."""
    if event.kind == HANDED:
        said = _handed(event.data["former"], event.data["now"], event.data["own"])
        return " ".join((said, *(decided(by, names, seat) for by in event.data["by"])))
    if event.kind in _SETTLED:
        return _SETTLED[event.kind].format(_by(event.data["by"], names, seat))
    if event.kind == TAKEN_BACK:
        choices = event.data["choices"]
        what = "a choice" if choices == 1 else f"{choices} choices"
        return f"↶ {_by(event.data['seat'], names, seat)} took {what} back."
    if event.kind == PACED:
        return _paced(event, names, seat)
    if event.kind == HOSTED:
        to = event.data["seat"]
        whom = "you" if to == seat else shown_names(names)[to]
        return f"♔ {_by(event.data['by'], names, seat)} made {whom} the host."
    if event.kind == KEPT:
        own = event.data["seat"] == seat
        stays = "You keep your" if own else f"{shown_names(names)[event.data['seat']]} keeps the"
        return f"⇄ {stays} seat: {no_more(event, names, 'who was asked to take it', seat)}"
    late = event.data["seat"]
    whose = "Your time was" if late == seat else f"{shown_names(names)[late]}'s time was"
    return f"⏰ {whose} up: a computer player has made that one move."


_SETTLED = {
    PAUSED: "⏸ {} paused the game.",
    RESUMED: "▶ {} let the game go on.",
    ENDED: "⏹ {} ended the game before its time.",
    REOPENED: "▶ {} took the game up again.",
}


def _paced(event: Event, names: Names, seat: str) -> str:
    """Return the sentence for PACED. Former versions did not store who changed the pace."""
    now, by = f"is now {pace.said(event.data['pace'])}", event.data.get("by")
    if by is None:
        return f"⏱ {'Nobody has answered, so the' if event.data['idle'] else 'The'} pace {now}."
    follows = pace.follows(event.data["former"], event.data["pace"])
    return f"⏱ {_by(by, names, seat)} changed the pace: it {now}{f'; {follows}' if follows else ''}."


def _by(by: str | None, names: Names, seat: str) -> str:
    if by is None:
        return "The players, by a vote,"
    if by == FORGOTTEN:
        return "Somebody"
    return "You" if by and by == seat else shown_names(names).get(by, "Somebody who manages the channel")


def decided(by: str | None, names: Names, seat: str = "") -> str:
    """Return a sentence on who decided it."""
    return f"{_by(by, names, seat)} decided it." if by is not None else "The players decided it by a vote."


def no_more(event: Event, names: Names, whom: str, seat: str = "") -> str:
    """Return why the offer of a seat has ended and its player keeps it; `whom`: who was asked, in words."""
    why = event.data["why"]
    if why == WITHDRAWN:
        return f"{_by(event.data['by'], names, seat)} withdrew the offer."
    return f"{whom} {_NO_MORE[why]}."


_NO_MORE = {
    DECLINED: "has declined",
    LAPSED: "has not answered in time",
    STAYED: "is not asked any more",
}


def _handed(former: tuple[str, bool], now: tuple[str, bool], own: bool) -> str:
    (left, was_computer), (came, is_computer) = ((shown(name), computer) for name, computer in (former, now))
    if is_computer:
        how = "has left" if own else "was replaced"
        return f"⇄ {left} {how}: {came}, a computer player, plays on."
    if was_computer and own:
        return f"⇄ {came} has taken the seat back from {left}."
    return f"⇄ {came} has taken {left}'s seat."


def sentences(words: Words, events: Sequence[Event], names: Names, seat: str = "") -> list[str]:
    """Return a line for each event, addressed to the player of `seat` if one is given."""
    said = list[str]()
    for ours, some in groupby(events, key=of_table):
        run = list(some)
        if ours:
            said += (sentence(event, names, seat) for event in run)
        else:
            said += words.told(run, names, seat) if seat else words.sentences(run, names)
    return said


def lines(words: Words, events: Sequence[Event], names: Names, seat: str = "") -> list[str]:
    """Return the same as Markdown list items, under the headings of the game."""
    return [line if line.startswith("**") else f"- {line}" for line in sentences(words, events, names, seat)]
