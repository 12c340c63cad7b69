"""Positions laid out by chance: what games seldom come to, such as sealed tiles, many claimed ones, and full
rituals on tiles that several own."""

from __future__ import annotations

from random import Random
from typing import Any

from game.harrowing import Game
from game.harrowing.rules.scenario import HarrowingScenarios, Scenario
from tests.harrowing import naive
from tests.harrowing.naive import BOARD, Position

TILES = [f"{number}{letter}" for number in range(1, 5) for letter in "abcdefxyz"]
TIMED = ("1a", "1d", "1f", "2c", "2e", "2f", "3e", "4d")
"""The tiles with spells that wait for a moment of a turn."""
SORCERIES = ("1d", "1e", "1x", "2a", "2e", "2f", "2x", "3d", "3f", "3x", "3y", "3z", "4e", "4x", "4y", "4z")
"""Most tiles with spells that resolve when they are claimed."""
FIGHTING = ("2b", "4a", "4b", "4c", "4d", "4f")
"""Tiles with spells that make a difference in a battle."""


def laid_out(rng: Random) -> Position:
    """Return a position without a question, at the beginning of its phase."""
    seats = [f"P{number}" for number in range(1, rng.choice((2, 3, 3, 4)) + 1)]
    phase, first, active = rng.choice(("start", "act", "act", "act", "end")), rng.choice(seats), rng.choice(seats)
    eve = phase == "act" and rng.random() < 0.4  # of a claim
    tiles = rng.sample(TILES, len(TILES))
    wanted = SORCERIES if eve else FIGHTING if phase == "act" else TIMED
    tiles.sort(key=lambda id: id in wanted and rng.random() < 0.5)  # the last come first
    pillars = dict.fromkeys(seats, 10)
    field = {f"{rng.randint(1, 4)}o": _lying("0,0", 1)}
    for number in range(rng.randint(3, 12)):
        empty = naive.spots({"field": field}, {*field})
        pattern = eve and number < 3
        id, hex = tiles.pop(), max(rng.choices(empty, k=99 if pattern else 6), key=lambda hex: _touched(field, hex))
        field[id] = _lying(hex, 1 if id[1] in "xyz" else rng.randint(1, 2))
        owner = active if pattern else rng.choice((active, active, first))
        for seat in dict.fromkeys([owner, *rng.sample(seats, rng.choice((0, 0, 1, 2, 2)))]):
            count = 1 if pattern and seat == owner else min(pillars[seat], rng.choice((0, 1, 1, 1, 2, 6)))
            if count:
                field[id]["pillars"][seat] = count
                pillars[seat] -= count
    players = {seat: _player(rng, pillars[seat], tiles) for seat in seats}
    if eve:
        players[active]["power"]["claim"] = "0"
    rows = [*field.items(), *((row["tile"], row) for player in players.values() for row in player["claimed"])]
    for id, row in rows:
        slots = naive.printed(id, row["side"]).get("slots", "")
        row["power"] = "0" * len(slots) if row.get("sealed") else _power(rng, slots)
    stack = rng.sample(tiles, min(len(tiles), rng.choice((0, 1, 2, 9))))
    position: Position = {
        "turn": rng.choice((1, 9, 30)),
        "phase": phase,
        "first": first,
        "active": active,
        "over": False,
        "ply": 0,
        "seed": f"{rng.random()}",
        "sets": sorted({int(id[0]) for id in [*stack, *(id for id, _ in rows if id[1] != "o")]}),
        "used": 0 if phase == "start" else rng.choice((0, 0, 1, 2, 3)),
        "supply": 0,
        "stack": stack,
        "stack_size": len(stack),
        "drawn": None,
        "claiming": None,
        "battle": None,
        "field": field,
        "players": players,
        "pending": {},
    }
    position["supply"] = 80 - naive.cubes(position)
    if position["supply"] < 0:
        return laid_out(rng)
    if rng.random() < 0.2:  # as good as nothing to gain
        left = rng.randint(0, 2)
        players[first]["fort"] += position["supply"] - left
        position["supply"] = left
    return position


def _touched(field: dict[str, Position], hex: str) -> int:
    """Return how many tiles a new one there would touch: the more, the more patterns there are."""
    return len({*naive.where({"field": field})}.intersection(naive.beside(naive.axial(hex))))


def _lying(hex: str, side: int) -> Position:
    return {"hex": hex, "side": side, "pillars": {}, "power": ""}


def _player(rng: Random, pillars: int, tiles: list[str]) -> Position:
    claimed = [tiles.pop() for _ in range(rng.choice((0, 0, 1, 3, 6)))]
    return {
        "pool": rng.randint(0, 6),
        "fort": rng.choice((0, 1, 2, 12)),
        "ether": 0,
        "pillars": pillars,
        "power": {name: _power(rng, row["slots"]) for name, row in BOARD.items()} | {"claim": rng.choice("0001")},
        "claimed": [
            {"tile": id, "side": 1 if id[1] in "xyz" else rng.randint(1, 2), "sealed": rng.random() < 0.3, "power": ""}
            for id in claimed
        ],
    }


def _power(rng: Random, slots: str) -> str:
    chance = rng.choice((0.0, 0.3, 1.0))
    return "".join("01"[rng.random() < chance] for _ in slots)


def begun(position: Position) -> Game:
    """Return the engine's game there, set up as a scenario."""
    field = {row["hex"]: _told(id, row) for id, row in position["field"].items() if id[1] != "o"}
    [core] = [f"{id} {row['power']}".strip() for id, row in position["field"].items() if id[1] == "o"]
    keys = {key: position[key] for key in ("seed", "first", "turn", "phase", "active", "used", "stack")}
    table: dict[str, Any] = {"title": "laid out", "players": len(position["players"]), "core": core, "field": field}
    for seat, player in position["players"].items():
        claimed = [
            f"{row['tile']}{row['side']} {'sealed' if row['sealed'] else row['power']}".strip()
            for row in player["claimed"]
        ]
        table[seat] = {key: player[key] for key in ("pool", "fort", "power")} | {"claimed": claimed}
    return HarrowingScenarios().set_up(Scenario.model_validate(table | keys))


def _told(id: str, row: Position) -> str:
    pillars = [f"{seat}x{count}" for seat, count in row["pillars"].items()]
    return " ".join((f"{id}{row['side']}", *pillars, row["power"])).strip()
