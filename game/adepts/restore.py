"""A game back from its stored position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.adepts import options
from game.adepts.cards import in_order, known
from game.adepts.gems import GEM_NAMES, GEMS, SEAT_OF, SEATS, Seat, site_at
from game.adepts.state import Party, Sealed, State
from game.adepts.tasks import TASKS, Task
from game.adepts.view import VERSION, read_effects
from game.core.errors import BadPosition, SetupError


def restore(data: Mapping[str, Any]) -> State:
    """The state that `position` wrote. Raises BadPosition for anything else."""
    try:
        version = data["more"]["version"]
        if version != VERSION:
            raise BadPosition(f"written by version {version}, this program reads {VERSION}", "more.version")
        return _restore(data)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, SetupError) as error:
        raise BadPosition(f"this is no stored game of Adepts ({type(error).__name__}: {error})") from error


def _restore(data: Mapping[str, Any]) -> State:
    players, more = data["players"], data["more"]
    g = State(options.check(len(players), data["spells"], data["deck"], data["seed"]))
    g.turn, g.phase, g.step, g.over, g.ply = (data[key] for key in ("turn", "phase", "step", "over", "ply"))
    g.first = SEAT_OF[data["first"]]
    g.processing = _seat(data["processing"])
    g.uses = more["uses"]
    for mine in GEMS:
        there = data["mines"][GEM_NAMES[mine]]
        g.stocks[mine] = there["stock"]
        for number, party in enumerate((there["inside"], *there["sites"])):
            g.sites[site_at(mine, number)] = Party(SEAT_OF[party[0]], party[1]) if party else None
    for seat, player in zip(SEATS, players.values(), strict=False):
        g.miners[seat], g.mana[seat] = player["miners"], player["mana"]
        g.queues[seat] = [count for name in GEM_NAMES for count in player["queue"][name]]
        g.batteries[seat] = [player["battery"][name] for name in GEM_NAMES]
        g.hands[seat] = in_order(map(known, player["hand"]))
        g.drawn[seat] = tuple(map(known, player["drawn"]))
        g.in_play[seat] = tuple(map(known, player["in_play"]))
    g.aside = [tuple(map(known, cards)) for cards in more["aside"]]
    g.adepts = [_seat(data["adepts"][name]) for name in GEM_NAMES]
    g.library = [known(spell) for spell in data["library"]]
    g.discard = in_order(map(known, data["discard"]))
    if more["sealed"]:
        ply, sizes, seats = more["sealed"]
        g.sealed = Sealed(ply, tuple(sizes), tuple(map(Seat, seats)))
    g.effects = read_effects(data["effects"], more["rules"])
    g.agenda = [_task(row) for row in more["agenda"]]
    return g


def _seat(name: str | None) -> Seat | None:
    return None if name is None else SEAT_OF[name]


def _task(row: Any) -> Task:
    name, *values = row
    task: Task = TASKS[name](*map(_tuples, values))
    return task


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
