"""Positions in the middle of a game, laid out by chance so that rare things come together: many tokens around the Pool
and on abilities, hardly any room beside spawners, ties, the last rounds, the tenth mana."""

from __future__ import annotations

from random import Random

from game.mana_surge.rules.boards import boards
from tests.mana_surge.naive import COLOURS, SEATS, Reference, board


def lay_out(rng: Random) -> Reference:
    """Return a game that stands at a question."""
    while True:
        game = _game(rng)
        game.go_on()
        if not game.position["over"]:
            return game


def _game(rng: Random) -> Reference:
    name = rng.choice([*boards()])
    there, phase = board(name), rng.choice(("start", "start", "move", "combat"))
    usual, special = rng.choice((0.05, 0.3, 0.7)), rng.choice((0.1, 0.5, 0.9))
    owners = rng.choice((SEATS, SEATS[:2], SEATS[1:], SEATS[:1] * 3 + SEATS[1:]))
    troops = {
        hex: rng.choice(owners)
        for hex in there.cubes
        if hex not in there.corners and rng.random() < (special if hex in there.kinds else usual)
    }
    most = rng.choice((1, 9))
    players = zip(SEATS, rng.sample(COLOURS, 3), rng.sample(there.corners, 3), strict=True)
    position = {
        "turn": rng.choice((1, 9, 39, 40)),
        "phase": phase,
        "first": rng.choice(SEATS),
        "active": rng.choice(SEATS),
        "over": False,
        "ply": 0,
        "seed": "laid out",
        "board": name,
        "points": rng.choice((1, 1, 2, 4)),
        "spawns": rng.choice((1, 1, 2, 4)) if phase == "start" else 0,
        "troops": troops,
        "players": {
            seat: {"colour": colour, "corner": corner, "mana": rng.choice((0, most, most))}
            for seat, colour, corner in players
        },
    }
    return Reference(position, fierce=rng.random() < 0.4)
