"""Reads a game back from its stored position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from inspect import Signature, signature
from itertools import chain
from typing import Any

from game.adepts.rules import new_game
from game.adepts.rules.cards import full_deck, in_order, known
from game.adepts.rules.effects import Rule, holds
from game.adepts.rules.gems import (
    GEM_NAMES,
    GEM_OF,
    GEMS,
    LAST_TURN,
    SEAT_NAMES,
    SEAT_OF,
    SEATS,
    TOP_LEVEL,
    Seat,
    site_at,
)
from game.adepts.rules.phases.turn import ACTIONS, PHASES
from game.adepts.rules.reader import Row
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.state import Party, Sealed, State
from game.adepts.rules.tasks import STEPS, TASKS, Do, Task
from game.adepts.rules.view import VERSION
from game.core.errors import BadPosition, quoted
from game.core.restoring import check_version, stored_game


def restore(data: Mapping[str, Any]) -> State:
    """Return the state that `view.position` wrote. Raises BadPosition for anything else."""
    with stored_game("Adepts"):
        check_version(data["more"]["version"], VERSION)
        g = _restore(data)
        _check(g)
    return g


def _check(g: State) -> None:
    """Raise BadPosition for an unknown place in the game, for counts that cannot be, and for cards that the deck
    does not have."""
    _check_counts(g)
    if g.turn not in range(1, LAST_TURN + 1) or g.phase not in PHASES or g.first >= g.players:
        raise BadPosition(f"there is no turn {g.turn}, phase {quoted(g.phase)}, first player {g.first + 1}", "turn")
    _check_step(g)
    if unknown := [row.source for row in g.effects if row.source not in SPELLS and row.source not in GEM_OF]:
        raise BadPosition(f"{quoted(unknown[0])} is no spell and no adept", "effects")
    _check_research(g)
    there = Counter(chain(g.library, g.discard, *g.hands, *g.drawn, *g.aside, *g.in_play))
    deck = Counter(full_deck(g.spells, g.deck))
    if wrong := [*(there - deck)]:
        raise BadPosition(
            f"the deck has {deck[wrong[0]]} of {quoted(wrong[0])}, and there are {there[wrong[0]]}", "players"
        )


def _check_counts(g: State) -> None:
    """Raise BadPosition for what should be a number, and is none from 0 up, or a level above the highest."""
    sealed = [g.sealed.ply, *g.sealed.hand_sizes] if g.sealed else []
    counts = {
        "turn": [g.turn],
        "ply": [g.ply],
        "mines": [*g.stocks, *(party.miners for party in g.sites if party)],
        "effects": [number for row in g.effects for number in (row.stage, row.amount)],
        "more": [g.uses, *sealed],
    }
    for seat in SEATS[: g.players]:
        counts[f"players.{SEAT_NAMES[seat]}"] = [g.mana[seat], g.miners[seat], *g.queues[seat], *g.batteries[seat]]
    for where, numbers in counts.items():
        if wrong := [number for number in numbers if type(number) is not int or number < 0]:
            raise BadPosition(f"{quoted(wrong[0])} is not a number from 0 up", where)
    if (highest := max(chain(*g.batteries))) > TOP_LEVEL:
        raise BadPosition(f"no battery has a level {highest}", "players")


def _check_step(g: State) -> None:
    """Raise BadPosition for a step that the phase does not have, and for processing outside its step."""
    is_last = g.turn == LAST_TURN and g.phase == PHASES[-1]
    if type(g.over) is not bool or (g.over and not is_last):
        raise BadPosition(f"it says {quoted(g.over)} in turn {g.turn}, phase {g.phase}", "over")
    if g.step not in (("over",) if g.over else ("cast", ACTIONS[g.phase].__name__)):
        raise BadPosition(f"{quoted(g.step)} is no step of phase {g.phase}", "step")
    if g.processing is not None and g.step != "process":
        raise BadPosition(f"nobody processes gems in the step {g.step!r}", "processing")


def _check_research(g: State) -> None:
    """Raise BadPosition for a research that nobody or somebody else is in, and for cards that only research sets
    aside."""
    seats = g.sealed.seats if g.sealed else ()
    able = [seat for seat in g.turn_order() if seat in seats and not holds(g, Rule.NO_RESEARCH, seat)]
    if (g.sealed is not None) != (g.step == "research") or [*seats] != able:
        raise BadPosition(f"in the step {quoted(g.step)} the seats {[*seats]} do not research", "more.sealed")
    if g.sealed and (len(g.sealed.hand_sizes) != g.players or g.sealed.ply not in range(g.ply + 1)):
        raise BadPosition("that is no moment before the research", "more.sealed")
    if len(g.aside) != g.players or any(
        g.drawn[seat] or g.aside[seat] for seat in SEATS[: g.players] if seat not in seats
    ):
        raise BadPosition("only who researches sets cards aside", "more.aside")


def _restore(data: Mapping[str, Any]) -> State:
    players, more = data["players"], data["more"]
    g = laid_out(data, data["seed"])
    g.uses = more["uses"]
    for seat, player in zip(SEATS, players.values(), strict=False):
        g.hands[seat] = in_order(map(known, player["hand"]))
        g.drawn[seat] = tuple(map(known, player["drawn"]))
    g.aside = [tuple(map(known, cards)) for cards in more["aside"]]
    g.library = [known(spell) for spell in data["library"]]
    if more["sealed"]:
        ply, sizes, seats = more["sealed"]
        g.sealed = Sealed(ply, tuple(sizes), tuple(map(Seat, seats)))
    rows = zip(data["effects"], more["rules"], strict=True)
    g.effects = [Row.read(row).effect(Rule[rule]) for row, rule in rows]
    g.agenda = [_task(row) for row in more["agenda"]]
    return g


def laid_out(data: Mapping[str, Any], seed: str) -> State:
    """Return a state with what a position or a view shows to everybody, except the rows in force, and with an empty
    agenda."""
    players = data["players"]
    g = State(new_game.check(len(players), data["spells"], data["deck"], seed))
    g.turn, g.phase, g.step, g.over, g.ply = (data[key] for key in ("turn", "phase", "step", "over", "ply"))
    g.first = SEAT_OF[data["first"]]
    g.processing = _seat(data["processing"])
    for mine in GEMS:
        there = data["mines"][GEM_NAMES[mine]]
        g.stocks[mine] = there["stock"]
        for number, party in zip(range(4), (there["inside"], *there["sites"]), strict=True):
            g.sites[site_at(mine, number)] = Party(SEAT_OF[party[0]], party[1]) if party else None
    for seat, player in zip(SEATS, players.values(), strict=False):
        g.miners[seat], g.mana[seat] = player["miners"], player["mana"]
        stages = (player["queue"][name] for name in GEM_NAMES)
        g.queues[seat] = [count for first, second, third in stages for count in (first, second, third)]
        g.batteries[seat] = [player["battery"][name] for name in GEM_NAMES]
        g.in_play[seat] = tuple(map(known, player["in_play"]))
    g.adepts = [_seat(data["adepts"][name]) for name in GEM_NAMES]
    g.discard = in_order(map(known, data["discard"]))
    return g


def _seat(name: str | None) -> Seat | None:
    return None if name is None else SEAT_OF[name]


def _task(row: Any) -> Task[State]:
    name, *values = row
    task: Task[State] = TASKS[name](*map(_tuples, values))
    if isinstance(task, Do):
        _signature(task.step).bind(None, *task.args)
    return task


@cache
def _signature(step: str) -> Signature:
    return signature(STEPS[step])


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    if value is not None and type(value) not in (int, str):
        raise TypeError(f"{value!r} is no value of a task")
    return value
