"""What happened, in words with the players' names: what belongs together is told together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from bot.words.gems import adept, amounts, gem, listed, many, mine, site
from bot.words.names import shown_names
from bot.words.parts import parts
from bot.words.signs import GEMS, PHASES
from game.adepts import rulebook, wording
from game.adepts.spells import SPELLS
from game.adepts.tokens import read_gems
from game.core.decisions import Event

Names = Mapping[str, str]

_TOGETHER = {
    "gained": "gained",
    "processed": "riches",
    "rose": "riches",
    "charged": "riches",
    "was_dealt": "was_dealt",
    "researched": "researched",
    "won_title": "titles",
    "lost_title": "titles",
}
"""Kinds of event of which a run is told in one go."""


def sentences(events: Iterable[Event], names: Names) -> list[str]:
    """A line for each thing worth telling, in order. The caller has left out what the reader may not know."""
    shown = shown_names(names)
    lines: list[str] = []
    for together, run in groupby(events, key=lambda event: _TOGETHER.get(event.kind, "")):
        if together:
            lines += _RUNS[together](list(run), shown)
        else:
            lines += [_one(event, shown) for event in run]
    return lines


def log(events: Iterable[Event], names: Names) -> list[str]:
    """The same in parts."""
    lines = sentences(events, names)
    return parts(line if line.startswith("**") else f"- {line}" for line in lines)


def _one(event: Event, names: Names) -> str:
    who, data = names.get(event.seat or "", event.seat or ""), event.data
    match event.kind:
        case "began_turn":
            return f"**Turn {data['turn']}** · {who} is first player"
        case "began_phase":
            return f"**{PHASES[data['phase']]} Phase {data['phase']}: {rulebook.phases()[data['phase']].name}**"
        case "placed" if data["site"].endswith(".0"):
            return f"{who} sent {many(data['count'], 'miner')} inside {mine(data['site'].partition('.')[0])}."
        case "placed":
            return f"{who} put {many(data['count'], 'miner')} on {site(data['site'])}."
        case "withdrew":
            return f"{many(data['count'], 'miner')} of {who} left {site(data['site'])}."
        case "paid":
            return f"{who} paid {_price(data['price'])}."
        case "cast":
            spell = SPELLS[data["spell"]]
            return f"{who} cast **{spell.name}** ({spell.id})."
        case "returned":
            return f"{who} gave {data['count']} {gem(data['gem'])} of stage {data['stage']} back to the mine."
        case "handed":
            gems, taker = f"{data['count']} {gem(data['gem'])}", names.get(data["taker"], data["taker"])
            return f"{gems} of stage {data['stage']} went from {who} to {taker}."
        case "drained":
            return f"{who}'s {gem(data['gem'])} battery fell {many(data['levels'], 'level')}."
        case "ended":
            return "**The game is over.**"
    return wording.tell(event, names)


def _price(token: str) -> str:
    """ "1 🧡 topaz of stage 2 and 1 ♦️ ruby level"."""
    sources = []
    for source in token.split("+"):
        name, _, place = source.partition("@")
        if place.startswith("b"):
            sources.append(f"{many(int(place[2:] or 1), f'{gem(name)} level')}")
        else:
            at = read_gems(source)
            sources.append(f"{at.number} {gem(name)} of stage {at.stage}")
    return listed(sources)


def _by_seat(run: Sequence[Event]) -> dict[str, list[Event]]:
    """The events of each seat, seats in the order in which they first come."""
    seats: dict[str, list[Event]] = {}
    for event in run:
        seats.setdefault(event.seat or "", []).append(event)
    return seats


def _totals(run: Iterable[Event], kind: str, what: str) -> dict[str, int]:
    """Sums by gem."""
    sums: dict[str, int] = {}
    for event in run:
        if event.kind == kind:
            sums[event.data["gem"]] = sums.get(event.data["gem"], 0) + event.data[what]
    return sums


def _gained(run: Sequence[Event], names: Names) -> list[str]:
    """What each got from the mines, told apart where it did not go to stage 1."""
    lines = []
    for seat, events in _by_seat(run).items():
        for stage in sorted({event.data["stage"] for event in events}):
            got = _totals((event for event in events if event.data["stage"] == stage), "gained", "count")
            where = "" if stage == 1 else f", into stage {stage}"
            lines.append(f"{names.get(seat, seat)} dug {amounts(got)}{where}.")
    return lines


def _riches(run: Sequence[Event], names: Names) -> list[str]:
    """What each got in mana and levels, and for which gems."""
    lines = []
    for seat, events in _by_seat(run).items():
        who = names.get(seat, seat)
        gems = {name: n for event in events if event.kind == "processed" for name, n in event.data["gems"].items()}
        mana = sum(event.data["mana"] for event in events if event.kind == "rose")
        levels = _totals(events, "charged", "levels")
        gains = [f"+{mana} mana"] if mana else []
        if levels:
            gains.append(f"batteries {listed(f'{GEMS[name]} +{count}' for name, count in levels.items())}")
        got = ", ".join(gains) or "nothing"
        lines.append(f"{who} processed {amounts(gems)}: {got}." if gems else f"{who}: {got}.")
    return lines


def _dealt(run: Sequence[Event], names: Names) -> list[str]:
    return [f"Dealt for research: {_counted(run, 'count', names)}."]


def _researched(run: Sequence[Event], names: Names) -> list[str]:
    return [f"Research is done. Spells in hand: {_counted(run, 'hand', names)}."]


def _counted(run: Sequence[Event], what: str, names: Names) -> str:
    return listed(f"{names.get(event.seat or '', '')} {event.data[what]}" for event in run)


def _titles(run: Sequence[Event], names: Names) -> list[str]:
    """New adepts by player, then the titles that nobody holds any more."""
    won = [event for event in run if event.kind == "won_title"]
    lost = [event.data["gem"] for event in run if event.kind == "lost_title"]
    lines = [
        f"{names.get(seat, seat)} became adept of {listed(adept(event.data['gem']) for event in events)}."
        for seat, events in _by_seat(won).items()
    ]
    return lines + ([f"Nobody is adept of {listed(map(adept, lost), last='or')} now."] if lost else [])


_RUNS: Mapping[str, Callable[[Sequence[Event], Names], list[str]]] = {
    "gained": _gained,
    "riches": _riches,
    "was_dealt": _dealt,
    "researched": _researched,
    "titles": _titles,
}
