"""Restore a game from its stored position."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from game.core.decisions import Event
from game.core.errors import BadPosition, quoted
from game.core.protocol import View
from game.core.restoring import UNKNOWN, check_version, count, stored_game
from game.mana_surge.rules import options
from game.mana_surge.rules.options import CHOSEN
from game.mana_surge.rules.seats import COLOURS, ENOUGH, LAST_TURN, SEAT_NAMES, SEAT_OF, SEATS, Seat
from game.mana_surge.rules.state import COMBAT, MOVE, OVER, PHASES, SETUP, START, State
from game.mana_surge.rules.view import FIERCE, VERSION

_MOST = 10_000
"""A bound for moves, points and steps that no game comes near."""
_STEPS = {
    "spawned": ("hex",),
    "moved": ("source", "target", "on"),
    "attacked": ("source", "target", "victim", "killed", "died", "on"),
    "collected": ("mana",),
}
"""The keys of each kind of step's data."""


def restore(data: Mapping[str, Any]) -> State:
    """Return the state that `position` wrote. `effects` and `more` may be missing, as in other engines' positions: then
    Fierce is off. Raises BadPosition for anything else."""
    with stored_game("Mana Surge"):
        g = _restore(data)
        _check(g)
    return g


def whole(view: View) -> dict[str, Any]:
    """Return a view as a position. Only the seed is hidden, and nothing depends on it once the first player is
    drawn."""
    return {**view, "seed": UNKNOWN}


def _restore(data: Mapping[str, Any]) -> State:
    more = data.get("more") or {}
    check_version(more.get("version", VERSION), VERSION)
    choice = more.get("colours", CHOSEN)
    fierce = more["fierce"] if "fierce" in more else {"source": FIERCE} in (data.get("effects") or ())
    g = State(options.check(len(data["players"]), data["board"], choice, fierce, data["seed"]))
    g.phase, g.first, g.active = data["phase"], _seat(data["first"]), _seat(data["active"])
    g.turn, g.ply = count(data, "turn", LAST_TURN), count(data, "ply", _MOST)
    g.points, g.spawns = count(data, "points", _MOST), count(data, "spawns", _MOST)
    corners = {g.board.names[corner]: at for at, corner in enumerate(g.board.corners)}
    for seat, name in zip(SEATS, SEAT_NAMES, strict=True):
        player = data["players"][name]
        g.mana[seat] = count(player, "mana", ENOUGH)
        g.colours[seat] = None if player["colour"] is None else COLOURS[COLOURS.index(player["colour"])]
        g.corners[seat] = None if player["corner"] is None else corners[player["corner"]]
    for name, owner in data["troops"].items():
        if not g.board.open >> g.board.index[name] & 1:
            raise BadPosition("nothing enters a spawner's corner", f"troops.{name}")
        g.troops[SEAT_OF[owner]] |= 1 << g.board.index[name]
    g.trail, g.last = _steps(g, more.get("trail", ())), _steps(g, more.get("last", ()))
    return g


def _check(g: State) -> None:
    """Check what is true of every position."""
    setup, over = g.phase == SETUP, g.phase == OVER
    asked = g.phase in (START, MOVE, COMBAT)
    if g.phase not in PHASES or (g.turn == 0) != setup or (g.first is None) != setup or (g.active is None) == asked:
        raise BadPosition(f"there is no turn {g.turn}, phase {g.phase!r}", "phase")
    for what, chosen in (("colour", g.colours), ("corner", g.corners)):
        taken = [each for each in chosen if each is not None]
        if len(set(taken)) < len(taken) or (not setup and None in chosen):
            raise BadPosition(f"every player has a {what} of their own", "players")
    if setup and (g.troops != [g.around(seat) for seat in SEATS] or any(g.mana)):
        raise BadPosition("in the set-up there is nothing but three tokens around each spawner", "troops")
    if over != (max(g.mana) == ENOUGH) and not (over and g.turn == LAST_TURN):
        raise BadPosition(f"a game is over with {ENOUGH} mana or after round {LAST_TURN}, and only then", "over")
    if (g.spawns and g.phase != START) or (g.points and not asked):
        raise BadPosition(f"nothing can be left in phase {g.phase!r}", "spawns" if g.spawns else "points")


def _seat(name: str | None) -> Seat | None:
    return None if name is None else SEAT_OF[name]


def _steps(g: State, rows: Sequence[Mapping[str, Any]]) -> list[Event]:
    """Read the steps of a turn, as the view wrote them."""
    known: Mapping[str, Container[object]] = {
        **dict.fromkeys(("hex", "source", "target"), g.board.index),
        "victim": SEAT_OF,
        "on": g.board.kinds,
        **dict.fromkeys(("killed", "died"), (True, False)),
        "mana": range(1, ENOUGH + 1),
    }
    found = []
    for row in rows[:_MOST]:
        data = {key: value for key, value in row.items() if key not in ("kind", "seat")}
        if row["seat"] not in SEAT_OF or tuple(data) != _STEPS[row["kind"]]:
            raise BadPosition(f"{quoted(dict(row))} is not a step of a turn", "more")
        if wrong := [key for key, value in data.items() if value not in known[key]]:
            raise BadPosition(f"{quoted(data[wrong[0]])} is no {wrong[0]}", "more")
        found.append(Event(row["kind"], row["seat"], data))
    return found
