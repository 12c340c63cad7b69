"""A second engine, slow and written plainly from the rulings, with nothing but the file of tiles: legal answers and
values of a position, and whole games."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

from tests.second_engines import Told, order

Position = dict[str, Any]
SEATS = ("P1", "P2")
STEPS = {
    "n": (-1, 0), "ne": (-1, 1), "e": (0, 1), "se": (1, 1), "s": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, -1),
}  # fmt: skip
NAMES = [f"{row}{column}" for row in "abcde" for column in range(1, 6)]
SHRINES = ("b2", "b4", "c3", "d2", "d4")


@cache
def content() -> dict[str, Any]:
    text = files("game.spirit_ground.rules.content").joinpath("fen-crag.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def tiles() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in content()["tile"]}


@cache
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


def foes(board: Position, square: str) -> list[str]:
    """Return the squares beside a tile where its living enemies are."""
    return [each for each in beside(square) if lives(board, each) and board[each]["seat"] != board[square]["seat"]]


def against(board: Position, square: str) -> int:
    return sum(strength(board, each) for each in foes(board, square))


def killed(board: Position, square: str) -> bool:
    return against(board, square) > strength(board, square)


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


def scores(position: Position) -> Position:
    """Return the score sheet (r20), with ranks (r21)."""
    found, merits = {}, {}
    for seat, player in position["players"].items():
        own = [row for row in position["tiles"].values() if row["seat"] == seat and row["alive"]]
        gems, spirits = sum(tiles()[row["tile"]]["gems"] for row in own), sum(row["spirit"] for row in own)
        relics = sum(range(player["relics"] + 1))
        line = {"gems": gems, "spirits": spirits, "relics": relics, "total": gems + spirits + relics}
        found[seat] = {**line, "living": len(own)}
        merits[seat] = (line["total"], len(own), position["last_relic"] == seat)
    return {seat: {**line, "rank": 1 + (merits[other(seat)] > merits[seat])} for seat, line in found.items()}


def other(seat: str) -> str:
    return "P2" if seat == "P1" else "P1"


class Reference:
    """A game: its `position`, what was `told` of the last move, and the choices `taken` by themselves.

    `left` are the targets still to be settled besides the new tile, `tries` says whether that is one too.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.left: list[str] = []
        self.tries = False
        self.told: list[Told] = []
        self.taken: list[tuple[str, str, str]] = []

    @classmethod
    def new(cls, seed: str) -> Reference:
        """Return a new game at its first question (r3, r4)."""
        crystals, laid = content()["crystals"], [*content()["ground"]["crystals"].values()]
        bag = order(seed, 2, ["spirit"] * crystals["bag_spirit"] + ["energy"] * crystals["bag_energy"])
        ground = {}
        for name, count in zip(NAMES, (count for row in laid for count in row), strict=True):
            drawn, bag = bag[:count], bag[count:]
            if drawn:
                ground[name] = counted(drawn)
        decks = {seat: order(seed, use, [*tribe(seat)]) for use, seat in enumerate(SEATS)}
        position: Position = {
            "turn": 1,
            "phase": "choose",
            "active": "P1",
            "first": None,
            "over": False,
            "ply": 0,
            "seed": seed,
            "content": content()["name"],
            "stream": [[deck[at] for deck in decks.values()] for at in range(3)],
            "pair": None,
            "newest": None,
            "tiles": {},
            "ground": ground,
            "relics": [*SHRINES],
            "players": {seat: {"energy": 0, "spirit": 0, "relics": 0} for seat in SEATS},
            "supply": {"energy": crystals["supply_energy"], "spirit": crystals["supply_spirit"]},
            "last_relic": None,
            "pending": {"P1": "pair"},
            "decks": {seat: deck[3:] for seat, deck in decks.items()},
            "bag_order": bag,
        }
        game = cls(position)
        game.tell("began_round", "P1", {"turn": 1})
        game.go_on()
        return game

    def play(self, token: str) -> None:
        """Carry out a legal answer, and all that asks nobody."""
        self.told, self.taken = [], []
        self._answer(token)
        self.position["ply"] += 1
        self.go_on()

    def legal(self) -> list[str]:
        """Return the legal answers of the seat that is asked."""
        return self.left if "target" in self.position["pending"].values() else legal(self.position)

    def go_on(self) -> None:
        """Carry out all that asks nobody, then add what follows from the rest of the position."""
        p = self.position
        while p["pending"]:
            [(seat, kind)] = p["pending"].items()
            if kind == "target":
                if len(self.left) > 1 and len(ends(p["tiles"], p["newest"], self.left)) > 1:
                    break
                self._settle_all(seat)
            elif len(tokens := legal(p)) > 1:
                break
            else:
                self.taken.append((seat, kind, tokens[0]))
                self._answer(tokens[0])
        p["tiles"] = {name: p["tiles"][name] for name in NAMES if name in p["tiles"]}
        for name, row in p["tiles"].items():
            row["strength"] = strength(p["tiles"], name)
        for seat, player in p["players"].items():
            player["dead"] = sum(row["seat"] == seat and not row["alive"] for row in p["tiles"].values())
            player["deck_size"] = len(p["decks"][seat])
        p["bag"], p["spirit_track"] = counted(p["bag_order"]), fallen(p)
        if p["over"]:
            p["scores"] = scores(p)

    def tell(self, kind: str, seat: str | None, data: dict[str, Any], reveals: bool = False) -> None:
        self.told.append(Told(kind, seat, data, reveals))

    # --- answers

    def _ask(self, seat: str, kind: str) -> None:
        self.position["pending"] = {seat: kind}

    def _answer(self, token: str) -> None:
        [(seat, kind)] = self.position["pending"].items()
        answers = {
            "pair": self._pair, "order": self._order, "place": self._place, "pay": self._pay, "rotate": self._rotate,
            "enhance": self._enhance, "target": self._target,
        }  # fmt: skip
        answers[kind](seat, token)

    def _pair(self, seat: str, token: str) -> None:
        p = self.position
        p["pair"] = token.split("+")
        p["stream"].remove(p["pair"])
        self.tell("chose_pair", seat, {"pair": token})
        one, two = (tiles()[tile]["claws"] for tile in p["pair"])
        self._ask("P1" if one < two else "P2" if two < one else p["active"], "order")

    def _order(self, seat: str, token: str) -> None:
        self.position["first"], self.position["phase"] = token, "first"
        self.tell("chose_order", seat, {"first": token})
        self._ask(token, "place")

    def _place(self, seat: str, square: str) -> None:
        p = self.position
        tile = p["pair"][SEATS.index(seat)]
        found = p["ground"].pop(square, {"energy": 0, "spirit": 0})
        add(p["players"][seat], found)
        p["tiles"][square] = {"tile": tile, "seat": seat, "top": None, "energy": 0, "spirit": 0, "alive": True}
        p["newest"] = square
        self.tell("placed", seat, {"tile": tile, "square": square, **found})
        self._ask(seat, "pay" if square in p["relics"] else "rotate")

    def _pay(self, seat: str, token: str) -> None:
        p, paid = self.position, read(token)
        own, square = p["players"][seat], p["newest"]
        add(own, paid, -1)
        add(p["supply"], paid)
        p["relics"].remove(square)
        own["relics"] += 1
        p["last_relic"] = seat
        drawn, p["bag_order"] = p["bag_order"][:2], p["bag_order"][2:]
        add(own, counted(drawn))
        self.tell("paid", seat, {"square": square, **paid})
        told = {"square": square, "relics": own["relics"], **counted(drawn)}
        self.tell("took_relic", seat, told, reveals=bool(drawn))
        self._ask(seat, "rotate")

    def _rotate(self, seat: str, token: str) -> None:
        p = self.position
        new = p["tiles"][p["newest"]]
        support = supported(p, seat, p["newest"])
        new["top"] = token
        add(p["supply"], {"energy": support, "spirit": 0}, -1)
        new["energy"] += support
        told = {"tile": new["tile"], "square": p["newest"], "top": token, "support": support}
        self.tell("turned", seat, told)
        self._ask(seat, "enhance")

    def _enhance(self, seat: str, token: str) -> None:
        p, put = self.position, read(token)
        new = p["tiles"][p["newest"]]
        add(p["players"][seat], put, -1)
        add(new, put)
        if token != "pass":
            self.tell("enhanced", seat, {"tile": new["tile"], "square": p["newest"], **put})
        self.left, self.tries = targets(p["tiles"], p["newest"]), surrounded(p["tiles"], p["newest"])
        self._ask(seat, "target")

    def _target(self, _: str, square: str) -> None:
        self.left.remove(square)
        self._settle(square)

    # --- life and death (r15 to r17)

    def _settle_all(self, seat: str) -> None:
        for square in self.left:
            self._settle(square)
        if self.tries:
            self._settle(self.position["newest"])
        self.left, self.tries = [], False
        self._end_turn(seat)

    def _settle(self, square: str) -> None:
        p = self.position
        board, row, newest = p["tiles"], p["tiles"][square], square == p["newest"]
        dies, there = killed(board, square), {"energy": row["energy"], "spirit": row["spirit"]}
        told = {"square": square, "tile": row["tile"], "strength": strength(board, square), "newest": newest}
        told["enemies"] = against(board, square)
        self.tell("fell" if dies else "survived", row["seat"], {**told, **(there if dies else counted([]))})
        if not dies:
            return
        row.update(alive=False, energy=0, spirit=0)
        p["supply"]["energy"] += there["energy"]
        (p["supply"] if newest else board[p["newest"]])["spirit"] += there["spirit"]

    # --- rounds (r5, r19)

    def _end_turn(self, seat: str) -> None:
        p = self.position
        if p["phase"] == "first":
            p["phase"] = "second"
            self._ask(other(seat), "place")
            return
        free = [name for name in NAMES if name not in p["tiles"] and name not in p["relics"]]
        whys = {"deaths": fallen(p) >= 6, "ground": len(free) <= 1, "tiles": not p["stream"] or p["turn"] == 12}
        if why := [why for why, holds in whys.items() if holds]:
            p.update(phase="over", over=True, pending={})
            self.tell("ended", None, {"why": why[0]})
            return
        p.update(turn=p["turn"] + 1, phase="choose", active=other(p["active"]), pair=None, first=None)
        self.tell("began_round", p["active"], {"turn": p["turn"]})
        if all(p["decks"].values()):
            p["stream"].append([deck.pop(0) for deck in p["decks"].values()])
            self.tell("pair_came", None, {"pair": "+".join(p["stream"][-1])}, reveals=True)
        self._ask(p["active"], "pair")


def tribe(seat: str) -> Iterator[str]:
    """Yield a seat's tiles, in number order."""
    return (id for id, row in tiles().items() if row["tribe"] == content()["tribes"][seat])


def fallen(position: Position) -> int:
    return sum(not row["alive"] for row in position["tiles"].values())


def counted(crystals: Sequence[str]) -> dict[str, int]:
    return {name: crystals.count(name) for name in ("energy", "spirit")}


def read(token: str) -> dict[str, int]:
    """Return the crystals that a token names."""
    found = dict(re.findall(r"(energy|spirit)x?(\d*)", token))
    return {name: int(found[name] or 1) if name in found else 0 for name in ("energy", "spirit")}


def add(place: Position, some: dict[str, int], times: int = 1) -> None:
    for name, count in some.items():
        place[name] += times * count
