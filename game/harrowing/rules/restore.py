"""Restore a game from its stored position, or make one from what a player sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.chance import order
from game.core.errors import BadPosition, quoted
from game.core.protocol import View
from game.core.restoring import UNKNOWN, check_version, count, stored_game
from game.harrowing.rules import field, hexes, task, waiting
from game.harrowing.rules.content import (
    BOARD,
    CORES,
    CUBES,
    IDS,
    OF_SET,
    PILLARS,
    ROUNDS,
    SETS,
    TILE_OF,
    TILES,
    board_spell,
)
from game.harrowing.rules.dealing import check
from game.harrowing.rules.seats import SEAT_OF, Seat
from game.harrowing.rules.spells import face_of
from game.harrowing.rules.state import OVER, PHASES, SETUP, Battle, Fought, State
from game.harrowing.rules.view import VERSION

_MOST = 100_000
"""A bound for moves and uses of chance that no game comes near."""


def restore(data: Mapping[str, Any]) -> State:
    """Return the state that `position` wrote. Raises BadPosition for anything else."""
    with stored_game("The Harrowing"):
        more = data["more"]
        check_version(more.get("version", VERSION), VERSION)
        g = board(data, data["seed"])
        g.stack = tuple(TILE_OF[id] for id in data["stack"])
        g.uses = count(more, "uses", _MOST)
        g.todo = [task.read(row) for row in more["todo"]]
        _check(g)
        waiting.check(g)
    return g


def whole(view: View, seed: str) -> dict[str, Any]:
    """Return a view as a position that could be the real one: the stack is dealt anew with this seed."""
    tiles = order(seed, 1, unseen(view))
    return {**view, "seed": seed, "stack": [IDS[tile] for tile in tiles[: view["stack_size"]]]}


def unseen(view: View) -> list[int]:
    """Return the tiles that may be in the stack, by id."""
    seen = {*view["field"], view["drawn"]}
    seen |= {row["tile"] for player in view["players"].values() for row in player["claimed"]}
    return [tile for number in view["sets"] for tile in OF_SET[number] if IDS[tile] not in seen]


def board(data: Mapping[str, Any], seed: str = UNKNOWN) -> State:
    """Return the state that a view or position tells, without the remaining tasks and without what is hidden."""
    g = check(len(data["players"]), seed)
    g.turn, g.ply, g.used = count(data, "turn", ROUNDS), count(data, "ply", _MOST), count(data, "used", _MOST)
    g.phase, g.first = data["phase"], _seated(g, data["first"])
    g.active = None if data["active"] is None else _seated(g, data["active"])
    g.sets, g.supply = tuple(data["sets"]), count(data, "supply", CUBES)
    for key in ("drawn", "claiming"):
        setattr(g, key, None if data[key] is None else TILE_OF[data[key]])
    for id, row in data["field"].items():
        _lay(g, TILE_OF[id], row)
    for name, row in data["players"].items():
        _seat(g, SEAT_OF[name], row)
    if (fight := data["battle"]) is not None:
        dice = (count(fight, key, CUBES) for key in ("hit", "clash", "blank", "rerolls"))
        g.battle = Battle(TILE_OF[fight["tile"]], _seated(g, fight["attacker"]), _seated(g, fight["defender"]), *dice)
    if (last := (data.get("more") or {}).get("battle")) is not None:
        rolls = tuple(map(tuple, last["rolls"]))
        g.fought = Fought(last["ply"], last["attacker"], dict(last["attacked"]), rolls, dict(last["fought"] or {}))
    g.winner = _winner(g, data) if data["phase"] == OVER else None
    return g


def _winner(g: State, data: Mapping[str, Any]) -> Seat | None:
    """Return who won a name.

    Older positions do not store it: there it is guessed from the scores, which do not say whether a set of three has
    won or was only unsealed (ruling r18).
    """
    more = data.get("more") or {}
    if "winner" in more:
        return None if more["winner"] is None else _seated(g, more["winner"])
    lines = data.get("scores", {})
    best = [SEAT_OF[name] for name, line in lines.items() if line["rank"] == 1 and line["set"] > 2]
    return best[0] if len(best) == 1 else None


def _seated(g: State, name: str) -> Seat:
    if SEAT_OF[name] >= g.players:
        raise BadPosition(f"there are {g.players} players")
    return SEAT_OF[name]


def _lay(g: State, tile: int, row: Mapping[str, Any]) -> None:
    hex = hexes.read(row["hex"])
    if hex is None or hex in g.at:
        raise BadPosition(f"no tile can lie on {quoted(row['hex'])}", f"field.{IDS[tile]}")
    if tile in CORES:
        if g.field & sum(1 << core for core in CORES) or hex != hexes.CORE:
            raise BadPosition("one core lies on 0,0", f"field.{IDS[tile]}")
        g.core = tile
    field.put(g, tile, hex)
    _turn(g, tile, row["side"])
    for name, number in row["pillars"].items():
        field.stand(g, _seated(g, name), tile, number)
    g.power[tile] = slots(g, tile, row["power"])


def _turn(g: State, tile: int, side: Any) -> None:
    if type(side) is not int or not 1 <= side <= len(TILES[tile].faces):
        raise BadPosition(f"{IDS[tile]} has no side {quoted(side)}")
    if side == 2:
        g.turned |= 1 << tile


def slots(g: State, spell: int, digits: str) -> int:
    """Return the filled slots that these digits stand for, as bits. Raises BadPosition."""
    face = face_of(g, spell)
    if len(digits) != len(face.slots) or set(digits) - {"0", "1"}:
        raise BadPosition(f"the power on {face.id} is written with {len(face.slots)} digits, not {quoted(digits)}")
    return int(digits[::-1], 2) if "1" in digits else 0


def _seat(g: State, seat: int, row: Mapping[str, Any]) -> None:
    g.pool[seat], g.fort[seat] = count(row, "pool", CUBES), count(row, "fort", CUBES)
    g.ether[seat], g.left[seat] = count(row, "ether", CUBES), count(row, "pillars", PILLARS)
    for place, face in enumerate(BOARD):
        spell = board_spell(seat, place)
        g.power[spell] = slots(g, spell, row["power"][face.source])
    for each in row["claimed"]:
        tile = TILE_OF[each["tile"]]
        _turn(g, tile, each["side"])
        g.power[tile] = slots(g, tile, each["power"])
        g.claims[seat] = (*g.claims[seat], tile)
        g.holds[seat] |= 1 << tile
        g.sealed |= bool(each["sealed"]) << tile


def _check(g: State) -> None:
    """Check what is true of every position."""
    if g.phase not in PHASES or (g.phase == OVER) != (not g.todo):
        raise BadPosition(f"phase {quoted(g.phase)} has something to be done, but for the end", "phase")
    tiles = [*bits_of(g), *g.stack, *([] if g.drawn is None else [g.drawn])]
    tiles += [tile for claims in g.claims for tile in claims]
    if len(set(tiles)) < len(tiles) or any(tile in CORES for tile in tiles):
        raise BadPosition("a tile is in two places")
    if not set(g.sets) <= set(SETS) or any(TILES[tile].set not in g.sets for tile in tiles):
        raise BadPosition("a tile is of no set in play", "sets")
    if g.phase not in (SETUP, OVER) and g.core < 0:
        raise BadPosition("there is no core", "field")
    for seat in range(g.players):
        if sum(g.pillars[seat]) + g.left[seat] != PILLARS:
            raise BadPosition(f"a player has {PILLARS} pillars")
    if not connected(g):
        raise BadPosition("the field does not hang together", "field")


def bits_of(g: State) -> list[int]:
    """Return the tiles on the field without the core."""
    return [tile for tile in hexes.bits(g.field) if tile != g.core]


def connected(g: State) -> bool:
    """Return whether the field is connected."""
    seen, frontier = 0, g.field & -g.field
    while frontier:
        seen |= frontier
        frontier = field.around(g, frontier) & ~seen
    return seen == g.field
