"""A second engine, slow and written plainly from the rulings, with nothing but the board's file."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from tests.second_engines import Told, order

Cube = tuple[int, int, int]
Position = dict[str, Any]
SEATS, COLOURS = ("P1", "P2", "P3"), ["red", "green", "blue"]


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


def steps(at: Map, position: Position) -> list[str]:
    """Return the moves of the active seat (r7, r8)."""
    troops, seat = position["troops"], position["active"]
    own = [hex for hex in at.cubes if troops.get(hex) == seat and not locked(at, hex)]
    free = [hex for hex in at.cubes if hex not in troops and hex not in at.corners]
    return [f"{a}-{b}" for a in own for b in free if touch(at, a, b)]


def strikes(at: Map, position: Position, fierce: bool) -> list[str]:
    """Return the attacks of the active seat (r8, r9, r11)."""
    troops, seat = position["troops"], position["active"]
    own = [hex for hex in at.cubes if troops.get(hex) == seat and not locked(at, hex)]
    others = [hex for hex in at.cubes if troops.get(hex, seat) != seat]
    pairs = [(a, b) for a in own for b in others if touch(at, a, b)]
    return [f"{a}x{b}" for a, b in pairs if dies(at, fierce, b, a) or dies(at, fierce, a, b)]


class Reference:
    """A game: its `position`, the legal answers to its question, what was `told` of the last move, and the choices
    `taken` by themselves; `trail` and `last` are the steps of this turn and of the one before."""

    def __init__(self, position: Position, fierce: bool = False) -> None:
        self.position, self.fierce, self.map = position, fierce, board(position["board"])
        self.legal: list[str] = []
        self.told: list[Told] = []
        self.taken: list[tuple[str, str, str]] = []
        self.trail: list[Told] = []
        self.last: list[Told] = []

    @classmethod
    def new(cls, seed: str, board: str, colours: str, fierce: bool) -> Reference:
        """Return a new game at its first question."""
        position: Position = {
            "turn": 0,
            "phase": "setup",
            "first": None,
            "active": None,
            "over": False,
            "ply": 0,
            "seed": seed,
            "board": board,
            "points": 0,
            "spawns": 0,
            "troops": {},
            "players": {seat: {"colour": None, "corner": None, "mana": 0, "tokens": 0} for seat in SEATS},
        }
        game = cls(position, fierce)
        for seat, colour in zip(SEATS, COLOURS, strict=True):
            if colours == "seated":
                game._colour(seat, colour)
        game.go_on()
        return game

    def play(self, token: str) -> None:
        """Carry out a legal answer, and all that asks nobody."""
        self.told, self.taken = [], []
        [(seat, kind)] = self.position["pending"].items()
        self._answer(seat, kind, token)
        self.position["ply"] += 1
        self.go_on()

    def go_on(self) -> None:
        """Carry out all that asks nobody, then add what follows from the rest of the position."""
        p = self.position
        p["pending"] = {}
        while not p["over"] and not p["pending"]:
            {"setup": self._setup, "start": self._start, "move": self._move, "combat": self._combat}[p["phase"]]()
        p["troops"] = {hex: p["troops"][hex] for hex in self.map.cubes if hex in p["troops"]}
        for seat, player in p["players"].items():
            player["tokens"] = [*p["troops"].values()].count(seat)
        if p["over"]:
            p["scores"] = scores(p)

    def tell(self, kind: str, seat: str | None, data: dict[str, Any], reveals: bool = False) -> Told:
        self.told.append(Told(kind, seat, data, reveals))
        return self.told[-1]

    # --- what comes next

    def _ask(self, seat: str, kind: str, tokens: list[str]) -> None:
        self.position["pending"], self.legal = {seat: kind}, tokens

    def _setup(self) -> None:
        players = self.position["players"]
        for kind, all in (("colour", COLOURS), ("corner", [hex for hex in self.map.cubes if hex in self.map.corners])):
            given = [player[kind] for player in players.values()]
            if None in given:
                seat, tokens = SEATS[given.index(None)], [each for each in all if each not in given]
                if len(tokens) > 1:
                    self._ask(seat, kind, tokens)
                else:
                    self._take(seat, kind, tokens[0])
                return
        self.position.update(turn=1, first=order(self.position["seed"], 0, SEATS)[0])
        self._begin(self.position["first"], drawn=True)

    def _begin(self, seat: str, drawn: bool = False) -> None:
        """Begin a turn (r5)."""
        p = self.position
        held = [self.map.kinds.get(hex) for hex, owner in p["troops"].items() if owner == seat]
        p.update(active=seat, phase="start", points=1 + held.count("action"), spawns=1 + held.count("spawn"))
        self.trail, self.last = [], self.trail
        told = {key: p[key] for key in ("turn", "points", "spawns")}
        self.tell("began_turn", seat, {**told, "opens": seat == p["first"]}, reveals=drawn)

    def _start(self) -> None:
        """Ask where to spawn, or fill what there is (r6)."""
        p, seat = self.position, self.position["active"]
        corner = p["players"][seat]["corner"]
        free = [hex for hex in self.map.cubes if touch(self.map, hex, corner) and hex not in p["troops"]]
        if p["spawns"] and len(free) > p["spawns"]:
            self._ask(seat, "spawn", free)
            return
        lost = max(0, p["spawns"] - len(free))
        for hex in free if p["spawns"] else []:
            self._take(seat, "spawn", hex)
        if lost:
            self.tell("found_no_room", seat, {"count": lost})
        p.update(spawns=0, phase="move")

    def _move(self) -> None:
        tokens = steps(self.map, self.position) if self.position["points"] else []
        if tokens:
            self._ask(self.position["active"], "move", [*tokens, "pass"])
        else:
            self.position["phase"] = "combat"

    def _combat(self) -> None:
        tokens = strikes(self.map, self.position, self.fierce) if self.position["points"] else []
        if tokens:
            self._ask(self.position["active"], "attack", [*tokens, "pass"])
        else:
            self._end()

    def _end(self) -> None:
        """End the turn (r13 to r16)."""
        p, seat = self.position, self.position["active"]
        if {step.kind for step in self.trail} <= {"spawned"}:
            self.tell("rested", seat, {})
        pool = next(hex for hex, kind in self.map.kinds.items() if kind == "pool")
        if p["troops"].get(pool) == seat:
            p["players"][seat]["mana"] += 1
            self.trail.append(self.tell("collected", seat, {"mana": p["players"][seat]["mana"]}))
        corners = {player["corner"]: each for each, player in p["players"].items()}
        at = self.map.corners.index(p["players"][seat]["corner"])
        following = corners[self.map.corners[(at + 1) % 3]]
        if p["players"][seat]["mana"] == 10 or (following == p["first"] and p["turn"] == 40):
            p.update(phase="over", over=True, active=None, points=0, spawns=0)
            self.tell("ended", None, {"mana": max(player["mana"] for player in p["players"].values())})
            return
        p["turn"] += following == p["first"]
        self._begin(following)

    # --- answers

    def _take(self, seat: str, kind: str, token: str) -> None:
        self.taken.append((seat, kind, token))
        self._answer(seat, kind, token)

    def _answer(self, seat: str, kind: str, token: str) -> None:
        p = self.position
        if kind == "colour":
            self._colour(seat, token)
        elif kind == "corner":
            around = [hex for hex in self.map.cubes if touch(self.map, hex, token)]
            p["players"][seat]["corner"] = token
            p["troops"].update(dict.fromkeys(around, seat))
            self.tell("took_corner", seat, {"hex": token, "tokens": around})
        elif kind == "spawn":
            p["spawns"] -= 1
            p["troops"][token] = seat
            self.trail.append(self.tell("spawned", seat, {"hex": token}))
        elif token == "pass":
            p.update({"phase": "combat"} if kind == "move" else {"points": 0})
        else:
            p["points"] -= 1
            source, target = token.replace("x", "-").split("-")
            (self._stepped if kind == "move" else self._struck)(seat, source, target)

    def _colour(self, seat: str, colour: str) -> None:
        self.position["players"][seat]["colour"] = colour
        self.tell("chose_colour", seat, {"colour": colour})

    def _stepped(self, seat: str, source: str, target: str) -> None:
        troops = self.position["troops"]
        troops[target] = troops.pop(source)
        on = self.map.kinds.get(target, "plain")
        self.trail.append(self.tell("moved", seat, {"source": source, "target": target, "on": on}))

    def _struck(self, seat: str, source: str, target: str) -> None:
        troops, on = self.position["troops"], self.map.kinds.get(target, "plain")
        killed, died = dies(self.map, self.fierce, target, source), dies(self.map, self.fierce, source, target)
        told = {"source": source, "target": target, "victim": troops[target], "killed": killed, "died": died, "on": on}
        for hex in [target] * killed + [source] * died:
            del troops[hex]
        self.trail.append(self.tell("attacked", seat, told))


def scores(position: Position) -> Position:
    """Return the score sheet, with ranks (r16)."""
    merits = {seat: (player["mana"], player["tokens"]) for seat, player in position["players"].items()}
    return {
        seat: {"mana": mana, "tokens": tokens, "rank": 1 + sum(each > (mana, tokens) for each in merits.values())}
        for seat, (mana, tokens) in merits.items()
    }
