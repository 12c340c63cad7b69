"""What happened, in words with the players' names. An invocation with all its effects is one sentence; a battle is told
step by step. Tiles are told by their names, by which they can be found on the board, and not by their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from game.core.decisions import Event
from game.core.english import listed, many
from game.core.words import Names, actor
from game.harrowing.rules.content import BLANK, BOARD_OF, CLASH, FACE_OF, HIT, SETS, face
from game.harrowing.words.spells import WHEN_RESOLVED
from game.harrowing.words.terms import SIGNS, called, kept, runes

HEADINGS = frozenset({"began_turn"})
TAGS: Mapping[str, str] = {"claims": "Claims", "battles": "Battles", "power": "Power"}
"""The tags by which the log can be filtered."""
TAGS_OF: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("claiming", "claimed", "sealed", "unsealed"), ("claims",)),
    **dict.fromkeys(("attacked", "rolled", "rerolled", "fought", "mustered", "routed"), ("battles",)),
    **dict.fromkeys(("meditated", "gathered", "gained", "returned"), ("power",)),
}
_ALONE = frozenset(
    {"attacked", "rolled", "rerolled", "fought", "gathered", "ended", "unsealed", "chose_core", "chose_set"}
)
"""Events that have a sentence of their own."""
_OPENS = frozenset({"invoked", "triggered", "meditated", "claimed"})
"""Events with which a new sentence begins."""


def tell(event: Event, names: Names) -> str:
    """Return one event as a sentence, without markup."""
    if event.kind in HEADINGS:
        return f"Round {event.data['turn']}: {actor(event, names)}'s turn."
    if event.kind in _ALONE:
        return _ALONES[event.kind](event, names)
    return _sentence([event], names)


def sentences(events: Iterable[Event], names: Names) -> list[str]:
    """Return a line for each thing somebody did, and a heading where a turn begins."""
    return list(_lines(events, names))


def turned(head: str, events: Iterable[Event], names: Names) -> str:
    """Sum up a round in a line: who claimed what, who meditated, who lost pillars."""
    parts, lost = [], Counter[str]()
    for event in events:
        who = actor(event, names)
        if event.kind == "claimed":
            parts.append(f"{who} claimed {_side(event)}")
        elif event.kind == "meditated":
            parts.append(f"{who} meditated")
        elif event.kind == "fought":
            lost[event.data["defender"]] += event.data["pillars"]
        elif event.kind == "banished":
            lost[event.data["seat"]] += 1
    fell = [f"{names.get(seat, seat)} lost {many(count, 'pillar')}" for seat, count in sorted(lost.items()) if count]
    return " · ".join((head, *(parts + fell or ["nobody claimed a tile or lost a pillar"])))


def _lines(events: Iterable[Event], names: Names) -> Iterator[str]:
    run: list[Event] = []
    for event in events:
        alone = event.kind in HEADINGS or event.kind in _ALONE
        if run and (alone or event.seat != run[0].seat or event.kind in _OPENS):
            yield from _ended_turn(run, names) if event.kind in HEADINGS else [_sentence(run, names)]
            run = []
        if event.kind in HEADINGS:
            yield f"**Round {event.data['turn']}: {actor(event, names)}'s turn**"
        elif event.kind == "gathered" and not event.data["count"]:
            continue
        elif alone:
            told = _ALONES[event.kind](event, names)
            yield f"**{told}**" if event.kind == "ended" else told
        else:
            run.append(event)
    if run:
        yield _sentence(run, names)


def _ended_turn(run: list[Event], names: Names) -> Iterator[str]:
    """Yield the last sentence of a turn, then a line for what came back by itself at its end."""
    at = len(run)
    while at and run[at - 1].data.get("auto") and run[at - 1].data["to"] == run[at - 1].seat:
        at -= 1
    if at:
        yield _sentence(run[:at], names)
    if back := run[at:]:
        spells = listed(dict.fromkeys(_spell(event.data["spell"]) for event in back))
        cubes = many(sum(event.data["count"] for event in back), "cube")
        yield f"{actor(run[0], names)}'s turn ended: {cubes} came back from {spells}."


def _sentence(run: Sequence[Event], names: Names) -> str:
    """Return what somebody did in a row as a sentence. For a tile that was placed it is not said that it was drawn;
    cubes that came back to whoever returned them are added up."""
    kinds = {event.kind for event in run}
    own = [event for event in run if event.kind == "returned" and event.data["to"] == event.seat]
    told = [event for event in run if event not in own and not (event.kind == "drew" and "placed" in kinds)]
    clauses = [_clause(event, names) for event in told]
    if own:
        spells = listed(dict.fromkeys(_spell(event.data["spell"]) for event in own))
        clauses.append(f"took {many(sum(event.data['count'] for event in own), 'cube')} back from {spells}")
    return f"{actor(run[0], names)} {listed(clauses)}."


def _clause(event: Event, names: Names) -> str:
    """Say what somebody did, as a clause in the past tense."""
    return _CLAUSES[event.kind](event.data, names)


Data = Mapping[str, Any]


def _invoked(data: Data, _names: Names) -> str:
    spell, empty = FACE_OF[data["face"]], data["empty"]
    if spell.kind != "ritual":
        return f"invoked {called(spell)}"
    return f"invoked {called(spell)}, {_left(empty)}"


def _raised(data: Data, _names: Names) -> str:
    count = data["pillars"]
    return f"raised a pillar on {data['tile']}{f' ({count} there)' if count > 1 else ''}"


def _left(empty: int) -> str:
    return f"{many(empty, 'slot')} to go" if empty else "which counts now"


def _placed(data: Data, _names: Names) -> str:
    up = face(data["tile"], data["side"])
    return f"placed {called(up)} ({runes(up.runes)})"


def _returned(data: Data, names: Names) -> str:
    what = f"{many(data['count'], 'cube')} from {_spell(data['spell'])}"
    to = data["to"]
    return f"returned {what} to {names.get(to, to) if to else 'the supply'}"


def _whose(data: Data, names: Names) -> str:
    return f"{names.get(data['seat'], data['seat'])}'s"


_CLAUSES: Mapping[str, Callable[[Data, Names], str]] = {
    "invoked": _invoked,
    "triggered": lambda d, _: f"resolved {called(FACE_OF[d['face']])} ({WHEN_RESOLVED[FACE_OF[d['face']].when]})",
    "meditated": lambda _d, _: "meditated",
    "raised": _raised,
    "marched": lambda d, _: f"moved a pillar from {d['tile']} to {d['to']}",
    "banished": lambda d, names: f"banished one of {_whose(d, names)} pillars from {d['tile']}",
    "drew": lambda d, _: f"drew {d['tile']}",
    "placed": _placed,
    "shifted": lambda d, _: f"moved {d['tile']}",
    "swapped": lambda d, _: f"swapped {d['tile']} with {d['with']}",
    "flipped": lambda d, _: f"flipped {d['tile']} to {face(d['tile'], d['side']).name}",
    "rotated": lambda d, _: f"rotated {listed(d['tiles'])} {'clockwise' if d['spin'] == 'cw' else 'against the clock'}",
    "claiming": lambda d, _: f"chose {called(face(d['tile'], d['side']))} to claim",
    "claimed": lambda d, _: f"claimed {called(face(d['tile'], d['side']))} {kept(face(d['tile'], d['side']))}",
    "gained": lambda d, _: f"gained {many(d['count'], 'cube')}",
    "mustered": lambda d, _: f"mustered {many(d['count'], 'cube')} ({d['fort']} in the fortress)",
    "returned": _returned,
    "routed": lambda d, names: f"routed {_whose(d, names)} fortress ({many(d['count'], 'cube')})",
    "sealed": lambda d, names: f"sealed {_whose(d, names)} {d['tile']}",
}


def _attacked(event: Event, names: Names) -> str:
    data = event.data
    defender = names.get(data["defender"], data["defender"])
    return (
        f"{actor(event, names)} attacked {defender} on {data['tile']}: strength {data['strength']} against"
        f" {data['against']}, {many(data['ether'], 'cube')} against {data['defending']}."
    )


def _rolled(event: Event, names: Names) -> str:
    again = " again" if event.kind == "rerolled" else ""
    return f"{actor(event, names)} rolled{again}: {dice(Counter(event.data['dice']))}."


def dice(counts: Mapping[str, int]) -> str:
    """Return how many dice show each face: "💥 1 hit and ▫️ 2 blanks"."""
    return listed([f"{SIGNS[name]} {many(counts[name], name)}" for name in (HIT, CLASH, BLANK) if counts[name]])


def _fought(event: Event, names: Names) -> str:
    data = event.data
    defender = names.get(data["defender"], data["defender"])
    cubes = [many(data["taken"], "cube")] if data["taken"] or not data["pillars"] else []
    pillars = [many(data["pillars"], "pillar")] if data["pillars"] else []
    dice = f"{many(data['hits'], 'hit')}, {many(data['clashes'], 'clash')}"
    return f"{actor(event, names)} lost {many(data['lost'], 'cube')}, {defender} {listed(cubes + pillars)} ({dice})."


def _gathered(event: Event, names: Names) -> str:
    data = event.data
    kept = [_spell(name) for name in data["kept"]] + ([f"{data['fort']} in the fortress"] if data["fort"] else [])
    more = f", keeping {listed(kept)}" if kept else ""
    return f"{actor(event, names)} took {many(data['count'], 'cube')} back{more}."


def _ended(event: Event, names: Names) -> str:
    if event.data["why"] == "name":
        winner = event.data["winner"]
        won = event.data.get("runes", "")  # formerly it was not told
        which = f"rune{'s' * (len(won) > 1)} {listed(won)}" if won else "one rune"
        return f"The game is over: {names.get(winner, winner)} has three tiles with {which}, and a name."
    return "The game is over: thirty rounds have been played, and nobody has won a name."


_ALONES: Mapping[str, Callable[[Event, Names], str]] = {
    "attacked": _attacked,
    "rolled": _rolled,
    "rerolled": _rolled,
    "fought": _fought,
    "gathered": _gathered,
    "unsealed": lambda event, names: f"{actor(event, names)} unsealed {listed(event.data['tiles'])}.",
    "ended": _ended,
    "chose_core": lambda event, names: f"{actor(event, names)} chose the core {called(face(event.data['tile']))}.",
    "chose_set": lambda event, names: (
        f"{actor(event, names)} chose set {event.data['set']}, {SETS[event.data['set']]}."
    ),
}


def _side(event: Event) -> str:
    return called(face(event.data["tile"], event.data["side"]))


def _spell(name: str) -> str:
    return called(face(name)) if name in BOARD_OF else name
