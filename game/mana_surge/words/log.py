"""What happened, in words with the players' names. What a player did in a row becomes one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from game.core.decisions import Event
from game.core.english import listed, many
from game.core.words import Names, actor
from game.mana_surge.rules.explaining import NAMED

HEADINGS = frozenset({"began_turn"})
TAGS: Mapping[str, str] = {"attacks": "Attacks", "mana": "Mana"}
"""The tags by which the log can be filtered."""
TAGS_OF: Mapping[str, Collection[str]] = {"attacked": ("attacks",), "collected": ("mana",)}


def tell(event: Event, names: Names) -> str:
    """Return one event as a sentence, without markup."""
    if event.kind == "began_turn":
        return f"Round {event.data['turn']}: {actor(event, names)} has {many(event.data['points'], 'point')}."
    if event.kind == "ended":
        return "The game is over."
    return f"{actor(event, names)} {listed(_clauses([event], names))}."


def sentences(events: Iterable[Event], names: Names) -> list[str]:
    """Return a line for what each player did in a row, and a heading where a round begins."""
    return list(_lines(events, names))


def turn(number: int) -> str:
    """Return what a round is called."""
    return f"Round {number}" if number else "Set-up"


def turned(head: str, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
    """Sum up a round in a line: who drew mana, and who lost tokens."""
    drew = [
        f"{names.get(seat, seat)} drew {after - before} mana and has {after}"
        for seat, (before, after) in gained.items()
        if after > before
    ]
    lost = Counter[str]()
    for event in events:
        if event.kind == "attacked":
            lost.update([event.data["victim"]] if event.data["killed"] else [])
            lost.update([event.seat or ""] if event.data["died"] else [])
    fell = [f"{names.get(seat, seat)} lost {many(count, 'token')}" for seat, count in sorted(lost.items())]
    return " · ".join((head, *(drew or ["nobody drew mana"]), *fell))


def _lines(events: Iterable[Event], names: Names) -> Iterator[str]:
    for (seat, heading), run in groupby(events, key=lambda event: (event.seat, event.kind in HEADINGS)):
        told = list(run)
        if heading:
            yield from (f"**Round {event.data['turn']}**" for event in told if event.data["opens"])
        elif seat is None:
            yield "**The game is over.**"
        else:
            yield f"{actor(told[0], names)} {listed(_clauses(told, names))}."


def _clauses(run: Sequence[Event], names: Names) -> list[str]:
    """Say what somebody did, in clauses in the past tense."""
    telling = [event for event in run if event.kind != "found_no_room"]
    if all(event.kind == "rested" for event in telling):
        telling = [*run]
    found = []
    for kind, group in groupby(telling, key=lambda event: event.kind):
        events = list(group)
        if kind == "spawned":
            hexes = listed(event.data["hex"] for event in events)
            found.append(f"got {'a token' if len(events) == 1 else 'tokens'} on {hexes}")
        elif kind == "moved":
            found.append(f"moved {listed(_ways(events))}")
        else:
            found += [_clause(event, names) for event in events]
    return found


def _ways(moves: Iterable[Event]) -> list[str]:
    """Say where tokens went. Successive moves of one token are joined: "from d6 over d5 to d4"."""
    ways: list[list[Event]] = []
    for event in moves:
        if ways and ways[-1][-1].data["target"] == event.data["source"]:
            ways[-1].append(event)
        else:
            ways.append([event])
    found = []
    for first, *more in ways:
        last = more[-1] if more else first
        over = f" over {listed(event.data['target'] for event in (first, *more[:-1]))}" if more else ""
        found.append(f"from {first.data['source']}{over} to {last.data['target']}{_onto(last.data)}")
    return found


def _clause(event: Event, names: Names) -> str:
    data = event.data
    match event.kind:
        case "chose_colour":
            return f"took {data['colour']}"
        case "took_corner":
            return f"put the spawner in the corner {data['hex']}, with tokens on {listed(data['tokens'])}"
        case "found_no_room":
            return f"had no room for {'a new token' if data['count'] == 1 else many(data['count'], 'new token')}"
        case "rested":
            return "moved nothing"
        case "collected":
            return f"drew mana from the Pool ({data['mana']} now)"
        case _:
            return _fought(data, names)


def _onto(data: Mapping[str, str]) -> str:
    return f" ({NAMED[data['on']]})" if data["on"] in NAMED else ""


def _fought(data: Mapping[str, str], names: Names) -> str:
    victim, source, target = names.get(data["victim"], data["victim"]), data["source"], data["target"]
    place = NAMED["pool"] if data["on"] == "pool" else target
    if data["killed"] and data["died"]:
        return f"traded the token on {source} for {victim}'s on {place}"
    if data["killed"]:
        return f"killed {victim}'s token on {place} from {source}"
    return f"lost the token on {source} to {victim}'s on {place}"
