"""What happened, in words with the players' names. What a player did in a row becomes one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from game.core.decisions import Event
from game.core.english import listed, many, with_change
from game.core.words import Names, actor
from game.spirit_ground.rules.content import USUAL, content
from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.words.terms import FACING, crystals

HEADINGS = frozenset({"began_round"})
TAGS: Mapping[str, str] = {"deaths": "Deaths", "relics": "Relics"}
"""The tags by which the log can be filtered."""
TAGS_OF: Mapping[str, Collection[str]] = {"fell": ("deaths",), "took_relic": ("relics",)}
_WHY = {
    "deaths": "six warriors or more have fallen",
    "ground": "there is no room left for another round",
    "tiles": "all pairs are placed",
}


def tell(event: Event, names: Names) -> str:
    """Return one event as a sentence, without markup."""
    if event.kind == "began_round":
        return f"Round {event.data['turn']}: {actor(event, names)} chooses a pair."
    if event.kind in ("fell", "survived"):
        return _fate(event, names)
    if event.seat is None:
        return _table(event)
    return f"{actor(event, names)} {listed(_clauses([event], names))}."


def sentences(events: Iterable[Event], names: Names) -> list[str]:
    """Return a line for what each player did in a row, and a heading where a round begins."""
    return list(_lines(events, names))


def turned(head: str, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
    """Sum up a round in a line: who has how many points, and who has fallen."""
    points = [f"{names.get(seat, seat)} {with_change(*each)}" for seat, each in gained.items()]
    fell = [f"{names.get(each.seat or '', '')}'s {_name(each)} fell" for each in events if each.kind == "fell"]
    return " · ".join((head, *points, *fell))


def _lines(events: Iterable[Event], names: Names) -> Iterator[str]:
    for (seat, kind), run in groupby(events, key=lambda event: (event.seat, _sort(event))):
        told = list(run)
        if kind == "heading":
            yield from (f"**Round {event.data['turn']}**" for event in told)
        elif kind == "fate":
            yield from (_fate(event, names) for event in told)
        elif seat is None:
            yield from (f"**{_table(event)}**" if event.kind == "ended" else _table(event) for event in told)
        else:
            yield f"{actor(told[0], names)} {listed(_clauses(told, names))}."


def _sort(event: Event) -> str:
    return "heading" if event.kind in HEADINGS else "fate" if event.kind in ("fell", "survived") else ""


def _clauses(run: Sequence[Event], names: Names) -> list[str]:
    """Say what somebody did, in clauses in the past tense."""
    return [_clause(event, names) for event in run]


def _clause(event: Event, names: Names) -> str:
    data = event.data
    match event.kind:
        case "chose_pair":
            one, two = (_tile(id) for id in data["pair"].split("+"))
            return f"chose {one} and {two}"
        case "chose_order":
            first = data["first"]
            return "took the first turn" if first == event.seat else f"let {names.get(first, first)} go first"
        case "placed":
            found = Crystals(data["energy"], data["spirit"])
            more = f" (+{crystals(found)})" if found.total else ""
            return f"placed {_tile(data['tile'])} on {data['square']}{more}"
        case "paid":
            return f"paid {crystals(Crystals(data['energy'], data['spirit']))} for the shrine"
        case "took_relic":
            drawn = Crystals(data["energy"], data["spirit"])
            more = f", +{crystals(drawn)} from the bag" if drawn.total else ""
            return f"took the relic ({data['relics']} now{more})"
        case "turned":
            more = f" (+{data['support']} support)" if data["support"] else ""
            return f"turned its top {FACING[data['top']]}{more}"
        case _:
            return f"put {crystals(Crystals(data['energy'], data['spirit']))} on it"


def _fate(event: Event, names: Names) -> str:
    data = event.data
    against = f"{data['strength']} against {data['enemies']}"
    whose = f"{actor(event, names)}'s {_name(event)} on {data['square']}"
    if event.kind == "survived":
        return f"{whose} was surrounded and survived, {against}."
    goes = "went to the supply" if data["newest"] else "went onto the newest warrior"
    spirits = f"; {many(data['spirit'], 'spirit')} {goes}" if data["spirit"] else ""
    return f"{whose} fell, {against}{spirits}."


def _table(event: Event) -> str:
    """Word an event that is no player's doing."""
    if event.kind == "ended":
        return f"The game is over: {_WHY[event.data['why']]}."
    one, two = (_tile(id) for id in event.data["pair"].split("+"))
    return f"A new pair came: {one} and {two}."


def _name(event: Event) -> str:
    return _tile(event.data["tile"])


def _tile(id: str) -> str:
    on = content(USUAL)
    return on.tiles[on.index[id]].name
