"""A slow reference implementation of legal answers and values, from positions and the file of tiles alone."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

Position = dict[str, Any]
STEPS = {
    "n": (-1, 0), "ne": (-1, 1), "e": (0, 1), "se": (1, 1), "s": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, -1),
}  # fmt: skip
NAMES = [f"{row}{column}" for row in "abcde" for column in range(1, 6)]
SHRINES = ("b2", "b4", "c3", "d2", "d4")


@cache
def tiles() -> dict[str, dict[str, Any]]:
    text = files("game.spirit_ground.rules.content").joinpath("fen-crag.toml").read_text(encoding="utf-8")
    return {row["id"]: row for row in tomllib.loads(text)["tile"]}


def to(square: str, direction: str) -> str | None:
    down, right = STEPS[direction]
    name = f"{chr(ord(square[0]) + down)}{int(square[1]) + right}"
    return name if name in NAMES else None


def around(square: str, directions: Iterable[str]) -> list[str]:
    return [there for direction in directions if (there := to(square, direction))]


def beside(square: str) -> list[str]:
    return around(square, ("n", "e", "s", "w"))


def turned(direction: str, top: str) -> str:
    order = list(STEPS)
    return order[(order.index(direction) + order.index(top)) % 8]


def lives(board: Position, square: str) -> bool:
    return square in board and board[square]["alive"]


def strength(board: Position, square: str) -> int:
    """Return the strength of a tile in `tiles` of a position (r13)."""
    row = board[square]
    if not row["alive"]:
        return 0
    tile, found = tiles()[row["tile"]], row["energy"]
    if tile.get("special") == "elder":
        found += sum(lives(board, other) and board[other]["seat"] == row["seat"] for other in beside(square))
    if tile.get("special") == "convert":
        corners = around(square, ("ne", "se", "sw", "nw"))
        found += sum(lives(board, other) and board[other]["seat"] != row["seat"] for other in corners)
    return int(found + tile["claws"])


def surrounded(board: Position, square: str) -> bool:
    return all(other in board for other in beside(square))


def targets(board: Position, new: str) -> list[str]:
    """Return the targets besides the new tile, before any is tried (r15)."""
    return [name for name in NAMES if name in beside(new) and lives(board, name) and surrounded(board, name)]


def killed(board: Position, square: str) -> bool:
    row = board[square]
    enemies = [other for other in beside(square) if lives(board, other) and board[other]["seat"] != row["seat"]]
    return sum(strength(board, other) for other in enemies) > strength(board, square)


def settled(board: Position, way: Iterable[str]) -> Position:
    """Return the tiles after trying these in this order."""
    board = {name: dict(row) for name, row in board.items()}
    for square in way:
        if killed(board, square):
            board[square]["alive"] = False
    return board


def ends(board: Position, new: str, left: Iterable[str]) -> list[list[str]]:
    """Return which tiles may be alive at the end, one list for each different outcome (r16)."""
    last = [new] if surrounded(board, new) else []
    found = [settled(board, (*way, *last)) for way in permutations(left)]
    alive = [[name for name in each if each[name]["alive"]] for each in found]
    return [each for at, each in enumerate(alive) if each not in alive[:at]]


def price(position: Position, shrine: str) -> int:
    return max(1, 4 - sum(other in position["tiles"] for other in beside(shrine)))


def amounts(energy: int, spirit: int) -> str:
    parts = [(name, count) for name, count in (("energy", energy), ("spirit", spirit)) if count]
    return "+".join(name if count == 1 else f"{name}x{count}" for name, count in parts) or "pass"


def legal(position: Position) -> list[str]:
    """Return the legal answers of the seat that is asked."""
    [(seat, kind)] = position["pending"].items()
    own, new = position["players"][seat], position["newest"]
    energy, spirit = own["energy"], own["spirit"]
    if kind == "pair":
        return ["+".join(pair) for pair in position["stream"]]
    if kind == "order":
        return ["P1", "P2"]
    if kind == "place":
        empty = [name for name in NAMES if name not in position["tiles"]]
        return [
            name
            for name in empty
            if name not in position["relics"] or (spirit and energy + spirit >= price(position, name))
        ]
    if kind == "pay":
        cost = price(position, new)
        ways = [(cost - spirits, spirits) for spirits in range(1, cost + 1)]
        return [amounts(*way) for way in ways if way[0] <= energy and way[1] <= spirit]
    if kind == "rotate":
        arrows = tiles()[position["tiles"][new]["tile"]]["arrows"]
        found: dict[frozenset[str], str] = {}
        for top in ("n", "e", "s", "w"):
            found.setdefault(frozenset(turned(arrow, top) for arrow in arrows), top)
        return list(found.values())
    if kind == "enhance":
        ways = [(e, s) for s in range(spirit + 1) for e in range(energy + 1) if energy + spirit - e - s <= 4]
        tokens = [amounts(*way) for way in ways]
        return sorted(tokens, key=lambda token: token == "pass")
    return targets(position["tiles"], new)


def supported(position: Position, seat: str, square: str) -> int:
    """Return the energy that a tile placed there gets from its allies' arrows (r11)."""
    found = 0
    for name, row in position["tiles"].items():
        if name == square or not row["alive"] or row["seat"] != seat:
            continue
        aims = [to(name, turned(arrow, row["top"])) for arrow in tiles()[row["tile"]]["arrows"]]
        found += square in aims
    energy: int = position["supply"]["energy"]
    return min(found, energy)


def points(position: Position, seat: str) -> int:
    """Return the seat's points (r20)."""
    own = [row for row in position["tiles"].values() if row["seat"] == seat and row["alive"]]
    worth: list[int] = [tiles()[row["tile"]]["gems"] + row["spirit"] for row in own]
    return sum(worth) + sum(range(position["players"][seat]["relics"] + 1))
