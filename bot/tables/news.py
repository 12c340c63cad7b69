"""What happened in words: what the game tells, and what its table does, such as moving for who has no time left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from bot.tables import pace
from game.core.decisions import Event
from game.core.text.names import shown, shown_names
from game.core.words import Names, Words

TIME_UP, PACED = "table.time_up", "table.paced"
"""Events of the table: a seat's time is up and a computer player has moved for it; answers may take another time."""
PAUSED, RESUMED, ENDED, REOPENED = "table.paused", "table.resumed", "table.ended", "table.reopened"
"""The game rests, goes on, was ended before its time, and was taken up again; by whom."""
TAKEN_BACK = "table.taken_back"
"""Somebody has gone back over choices of their own."""
HOSTED = "table.hosted"
"""Somebody has made another player the host."""
KEPT = "table.kept"
"""A seat stays with who has it: nobody is asked any more to take it."""
DECLINED, WITHDRAWN, LAPSED, STAYED = "declined", "withdrawn", "lapsed", "stayed"
"""Why: who was asked does not want it, the offer was taken back, nobody has answered, or its player is there."""
FORGOTTEN = "forgotten"
"""In place of a seat: somebody of whom nothing is known any more."""
HANDED = "table.handed"
"""A seat has changed hands. It is kept as a tenure, and is an event only where it is told."""
_OF_TABLE = frozenset({TIME_UP, PACED, PAUSED, RESUMED, ENDED, REOPENED, TAKEN_BACK, HOSTED, KEPT, HANDED})


def time_up(seat: str) -> Event:
    """The clock has moved for this seat. It happened to the table: to the seat itself the game tells what it was."""
    return Event(TIME_UP, None, {"seat": seat})


def paced(kept: str, former: str, by: str | None, hands: int) -> Event:
    """Answers may take another time from now on than the former, when seats had changed hands so often. By the player
    of a seat, by somebody else (""), or (None) by itself, because nobody has answered."""
    return Event(PACED, None, {"pace": kept, "former": former, "by": by, "idle": by is None, "hands": hands})


def settled(kind: str, by: str | None, hands: int) -> Event:
    """PAUSED, RESUMED, ENDED or REOPENED, by the player of a seat, by a vote (None), by somebody who is FORGOTTEN, or
    by somebody else (""), when seats had changed hands so often."""
    return Event(kind, None, {"by": by, "hands": hands})


def hosted(seat: str, by: str, hands: int) -> Event:
    """The player of a seat is host from now on, as the player of another or somebody else ("") wants it, when seats had
    changed hands so often."""
    return Event(HOSTED, None, {"seat": seat, "by": by, "hands": hands})


def kept(seat: str, why: str, by: str, offer: str, hands: int) -> Event:
    """The seat stays with who has it, as it was offered and is so no more; an offer is WITHDRAWN `by` the player of a
    seat or somebody else (""). offer: which one that was (`Offered.since`). Seats had changed hands so often."""
    return Event(KEPT, None, {"seat": seat, "why": why, "by": by, "offer": offer, "hands": hands})


def taken_back(seat: str, choices: int = 1, hands: int = 0) -> Event:
    """The seat has gone back over so many of its choices, one after the other, or the same one again, when seats had
    changed hands so often."""
    return Event(TAKEN_BACK, None, {"seat": seat, "choices": choices, "hands": hands})


def handed(
    number: int, seat: str, former: tuple[str, bool], now: tuple[str, bool], own: bool, by: Sequence[str | None] = ()
) -> Event:
    """The seat has changed hands, which is the how manieth time at this table: who had it and who has it, by name, and
    whether that is a computer player; `own`: the person gave it up or took it back; `by`: whose word it was, as to
    `settled`, where that is known and is told."""
    data = {"hands": number, "seat": seat, "former": list(former), "now": list(now), "own": own, "by": list(by)}
    return Event(HANDED, None, data)


def order(event: Event) -> tuple[int, int, bool]:
    """Where an event of the table belongs among what happened with the same move, whose own events are 1: that time was
    up comes before them."""
    if event.kind == TIME_UP:
        return 0, 0, False
    return 2, event.data.get("hands", 0), event.kind != HANDED


def of_table(event: Event) -> bool:
    """Whether a game knows nothing of it."""
    return event.kind in _OF_TABLE


def sentence(event: Event, names: Names, seat: str | None = None) -> str:
    """An event of the table, told to the player of a seat (None: to everybody)."""
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
    return f"⏰ {whose} up: a computer player has made this one move."


_SETTLED = {
    PAUSED: "⏸ {} paused the game.",
    RESUMED: "▶ {} let the game go on.",
    ENDED: "⏹ {} ended the game before its time.",
    REOPENED: "▶ {} took the game up again.",
}


def _paced(event: Event, names: Names, seat: str | None) -> str:
    """Former versions did not store whose doing it was."""
    now, by = f"is now {pace.said(event.data['pace'])}", event.data.get("by")
    if by is None:
        return f"⏱ {'Nobody has answered, so the' if event.data['idle'] else 'The'} pace {now}."
    follows = pace.follows(event.data["former"], event.data["pace"])
    return f"⏱ {_by(by, names, seat)} changed the pace: it {now}{f'; {follows}' if follows else ''}."


def _by(by: str | None, names: Names, seat: str | None) -> str:
    if by is None:
        return "The players, by a vote,"
    if by == FORGOTTEN:
        return "Somebody"
    return "You" if by and by == seat else shown_names(names).get(by, "Somebody who manages the channel")


def decided(by: str | None, names: Names, seat: str | None = None) -> str:
    """Whose word it was."""
    return f"{_by(by, names, seat)} decided it." if by is not None else "The players decided it by a vote."


def no_more(event: Event, names: Names, whom: str, seat: str | None = None) -> str:
    """Why nobody is asked any more to take a seat that stays; `whom`: who was."""
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


def told(words: Words, events: Sequence[Event], names: Names, seat: str = "") -> list[str]:
    """A line for each thing, to the player of a seat, where one is named."""
    return _lines(
        events,
        lambda run: words.told(run, names, seat) if seat else words.sentences(run, names),
        lambda event: sentence(event, names, seat or None),
    )


def lines(words: Words, events: Sequence[Event], names: Names, seat: str = "") -> list[str]:
    """The same as lines of a list, under its headings."""
    return [line if line.startswith("**") else f"- {line}" for line in told(words, events, names, seat)]


def _lines(
    events: Iterable[Event], by_game: Callable[[list[Event]], list[str]], by_table: Callable[[Event], str]
) -> list[str]:
    lines = list[str]()
    for ours, some in groupby(events, key=of_table):
        run = list(some)
        lines += map(by_table, run) if ours else by_game(run)
    return lines
