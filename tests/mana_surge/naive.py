"""A slow reference implementation of legal moves and their effects, from positions and the board's file alone."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

Cube = tuple[int, int, int]
Position = dict[str, Any]


class Map(NamedTuple):
    """Cube coordinates by name in hex order, the kinds of special hexes, and the corners."""

    cubes: dict[str, Cube]
    kinds: dict[str, str]
    corners: list[str]


@cache
def board(name: str) -> Map:
    text = files("game.mana_surge.rules.boards").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    reach = len(data["rows"]) // 2
    cubes = {}
    for row, length in enumerate(data["rows"]):
        z = row - reach
        x = max(-reach, -reach - z)
        for number in range(length):
            cubes[f"{'abcdefghi'[row]}{number + 1}"] = (x + number, -x - number - z, z)
    kinds = {hex: kind for kind, hexes in data["hexes"].items() for hex in hexes}
    return Map(cubes, {**kinds, data["pool"]: "pool"}, data["corners"])


def touch(at: Map, one: str, other: str) -> bool:
    return max(abs(a - b) for a, b in zip(at.cubes[one], at.cubes[other], strict=True)) == 1


def locked(at: Map, hex: str) -> bool:
    return at.kinds.get(hex) in ("action", "spawn", "pool")


def dies(at: Map, fierce: bool, target: str, source: str) -> bool:
    """Return whether a token on `target` is killed by one on `source` (rulings r10, r11)."""
    attack = {"strong": 2, "weak": 0}.get(at.kinds.get(source, ""), 1)
    defence = 2 if at.kinds.get(target) == "guard" else 1
    return attack > defence or (fierce and attack == defence)


def legal(position: Position) -> list[str]:
    """Return the legal answers of the active seat; one or none if nobody is asked."""
    at, troops, seat = board(position["board"]), position["troops"], position["active"]
    own = [hex for hex in at.cubes if troops.get(hex) == seat and not locked(at, hex)]
    free = [hex for hex in at.cubes if hex not in troops and hex not in at.corners]
    phase, fierce = position["phase"], bool(position["effects"])
    if phase == "start":
        return [hex for hex in free if touch(at, hex, position["players"][seat]["corner"])]
    if not position["points"]:
        return []
    if phase == "move":
        found = [f"{a}-{b}" for a in own for b in free if touch(at, a, b)]
    else:
        others = [hex for hex in at.cubes if troops.get(hex, seat) != seat]
        found = [
            f"{a}x{b}"
            for a in own
            for b in others
            if touch(at, a, b) and (dies(at, fierce, b, a) or dies(at, fierce, a, b))
        ]
    return [*found, "pass"] if found else []


def after(position: Position, token: str) -> dict[str, str]:
    """Return the tokens on the board after the answer."""
    at, troops, seat = board(position["board"]), dict(position["troops"]), position["active"]
    if "-" in token:
        source, target = token.split("-")
        troops[target] = troops.pop(source)
    elif "x" in token:
        source, target = token.split("x")
        gone = [hex for hex, by in ((target, source), (source, target)) if dies(at, bool(position["effects"]), hex, by)]
        for hex in gone:
            del troops[hex]
    elif token != "pass":
        troops[token] = seat
    return troops
