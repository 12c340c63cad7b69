"""What can be said of a single position, slowly, with sets of hexes and nothing but the file of tiles. The second
engine (`reference`) plays by it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

Position = dict[str, Any]
Hex = tuple[int, int]

_DATA = tomllib.loads(files("game.harrowing.rules.content").joinpath("tiles.toml").read_text(encoding="utf-8"))
BOARD: dict[str, Position] = _DATA["board"]
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def printed(id: str, side: int) -> Position:
    """Return what is printed on the face-up side of a tile."""
    row: dict[str, Position] = _DATA["tiles"][id]
    return row.get(f"side{side}", row["side1"])


def where(position: Position) -> dict[Hex, str]:
    """Return the tiles by hex."""
    return {axial(row["hex"]): id for id, row in position["field"].items()}


@cache
def axial(name: str) -> Hex:
    q, r = map(int, name.split(","))
    return q, r


@cache
def beside(hex: Hex) -> list[Hex]:
    return [(hex[0] + q, hex[1] + r) for q, r in STEPS]


def connected(hexes: set[Hex]) -> bool:
    if not hexes:
        return True
    left = set(hexes)
    todo = [left.pop()]
    while todo:
        touched = left.intersection(beside(todo.pop()))
        left -= touched
        todo += touched
    return not left


def tiles(position: Position) -> dict[str, Hex]:
    """Return the tiles that choices may name."""
    return {id: hex for hex, id in where(position).items() if id[1] != "o" and id != position["claiming"]}


def locked(position: Position, id: str) -> bool:
    hexes = {hex for hex, other in where(position).items() if other != position["claiming"]}
    return not connected(hexes - {tiles(position)[id]})


def own(position: Position, seat: str) -> set[str]:
    return {id for id, row in position["field"].items() if seat in row["pillars"]}


def near(position: Position, seat: str) -> set[str]:
    mine = own(position, seat)
    hexes = {hex for hex, id in where(position).items() if id in mine}
    return {id for id, hex in tiles(position).items() if hex in hexes or hexes & set(beside(hex))}


def of_sort(position: Position, seat: str, sort: str) -> set[str]:
    """Return the tiles of one sort (column W of the table)."""
    all_tiles, mine = set(tiles(position)), own(position, seat)
    free = {id for id in all_tiles if not position["field"][id]["pillars"]}
    if sort == "near":
        return near(position, seat)
    return {"own": mine, "open": free, "free": free | mine, "any": all_tiles}[sort] & all_tiles


def goals(position: Position, id: str, reach: str) -> set[str]:
    """Return the other tiles to which a pillar may move from this one: those that touch it (`near`), or all."""
    at = tiles(position)
    return {other for other, hex in at.items() if other != id and (reach == "any" or hex in beside(at[id]))}


def triples(position: Position, some: set[str]) -> list[str]:
    """Return all sets of three tiles that touch one another and contain one of `some`, as the notation writes them."""
    at = tiles(position)
    pairs = [(one, two) for one, two in combinations(sorted(at), 2) if at[two] in beside(at[one])]
    return [
        f"{one}+{two}+{three}"
        for one, two in pairs
        for three in sorted(at)
        if (one, three) in pairs and (two, three) in pairs and some & {one, two, three}
    ]


def runes(position: Position, id: str) -> set[str]:
    told = printed(id, position["field"][id]["side"])["runes"]
    return set("ABC") if told == "*" else set(told)


def claimable(position: Position, seat: str) -> list[str]:
    at = tiles(position)
    found = set[str]()
    for three in combinations(sorted(own(position, seat) & set(at)), 3):
        touching = all(at[two] in beside(at[one]) for one, two in combinations(three, 2))
        if touching and set.intersection(*[runes(position, id) for id in three]):
            found |= set(three)
    return sorted(id for id in found if not locked(position, id))


def spots(position: Position, beside_these: set[str]) -> list[str]:
    """Return the empty hexes beside any of these tiles, in the notation's order."""
    lying = where(position)
    found = {other for hex, id in lying.items() if id in beside_these for other in beside(hex) if other not in lying}
    return [f"{q},{r}" for q, r in sorted(found, key=lambda hex: (hex[1], hex[0]))]


def strength(position: Position, seat: str, id: str) -> int:
    """Return the seat's pillars on a tile and beside it, without what spells add."""
    lying, hex = where(position), tiles(position)[id]
    there = [id, *(lying[other] for other in beside(hex) if other in lying)]
    return sum(position["field"][each]["pillars"].get(seat, 0) for each in there)


def cubes(position: Position) -> int:
    """Return the number of cubes anywhere."""
    count = position["supply"]
    count += sum(row["power"].count("1") for row in position["field"].values())
    for player in position["players"].values():
        count += player["pool"] + player["fort"] + player["ether"]
        count += sum(power.count("1") for power in player["power"].values())
        count += sum(row["power"].count("1") for row in player["claimed"])
    return int(count)
