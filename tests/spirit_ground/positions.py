"""Positions at the beginning of a turn, laid out by chance so that rare things come together: hardly any ground left,
elders and converts among many warriors, shrines nearly closed in, an empty bag or supply, no tiles to come."""

from __future__ import annotations

from random import Random

from tests.spirit_ground.naive import (
    NAMES,
    SEATS,
    SHRINES,
    Position,
    Reference,
    counted,
    legal,
    other,
    targets,
    tiles,
    tribe,
)


def lay_out(rng: Random) -> Reference:
    """Return a game that stands at a question."""
    while True:
        position = _position(rng)
        free = [name for name in NAMES if name not in position["tiles"] and name not in position["relics"]]
        if len(free) >= 2:
            game = Reference(position)
            game.go_on()
            if not position["over"]:
                return game


def closing_in(position: Position, rng: Random) -> str:
    """Return where a tile can be placed so that it surrounds most living ones."""
    lying = position["tiles"]
    return max(legal(position), key=lambda square: (len(targets({**lying, square: {}}, square)), rng.random()))


def _position(rng: Random) -> Position:
    phase, active, first = rng.choice(("choose", "first", "second")), rng.choice(SEATS), rng.choice(SEATS)
    piles = {seat: rng.sample([*tribe(seat)], 12) for seat in SEATS}
    pair = None if phase == "choose" else [pile.pop() for pile in piles.values()]
    lying = [(seat, pile.pop()) for seat, pile in piles.items() for _ in range(rng.choice((3, 9, 10, 11)))]
    squares = _squares(rng)[: len(lying)]
    if rng.random() < 0.8:  # specials around the square that is left free
        lying.sort(key=lambda each: (tiles()[each[1]].get("special") is None, rng.random()))
    else:
        rng.shuffle(lying)
    if pair and phase == "second":  # the first player's tile of the pair is the newest
        lying[0] = first, pair[SEATS.index(first)]
    there = dict(zip(squares, _tiles(lying, rng), strict=True))
    there[squares[0]]["alive"] |= phase == "second"
    taken = {seat: sum(there[each]["seat"] == seat for each in SHRINES if each in there) for seat in SEATS}
    bare = [name for name in NAMES if name not in there and name not in SHRINES and rng.random() < 0.5]
    coming = [[*both] for both in zip(*piles.values(), strict=False)]
    stream = coming[: rng.randint(phase == "choose", 3)]
    decks = coming[len(stream) :] if rng.random() < 0.7 else []
    asked = {"choose": active, "first": first, "second": other(first)}[phase]
    return {
        "turn": rng.choice((2, 11, 12)),
        "phase": phase,
        "active": active,
        "first": first if pair else None,
        "over": False,
        "ply": 0,
        "seed": "laid out",
        "content": "fen-crag",
        "stream": stream,
        "pair": pair,
        "newest": squares[0],
        "tiles": there,
        "ground": {name: _crystals(rng, rng.randint(1, 3)) for name in bare},
        "relics": [name for name in SHRINES if name not in there],
        "players": {seat: {**_crystals(rng, rng.randint(0, 4)), "relics": taken[seat]} for seat in SEATS},
        "supply": {"energy": rng.choice((0, 1, 2, 9)), "spirit": 0},
        "last_relic": rng.choice([seat for seat in SEATS if taken[seat]] or [None]),
        "pending": {asked: "place" if pair else "pair"},
        "decks": {seat: [both[at] for both in decks] for at, seat in enumerate(SEATS)},
        "bag_order": rng.choices(("energy", "spirit"), k=rng.choice((0, 1, 3, 8))),
    }


def _squares(rng: Random) -> list[str]:
    """Return squares in random order, at times those nearest to one first, and that one last."""
    found = rng.sample(NAMES, len(NAMES))
    if rng.random() < 0.7:
        row, column = NAMES.index(found[0]) // 5, NAMES.index(found[0]) % 5
        found = [
            *sorted(found[1:], key=lambda name: abs("abcde".index(name[0]) - row) + abs(int(name[1]) - 1 - column)),
            found[0],
        ]
    return found


def _tiles(lying: list[tuple[str, str]], rng: Random) -> list[Position]:
    lives, most = rng.choice((0.6, 1, 1)), rng.choice((0, 0, 1, 4))
    found = []
    for seat, tile in lying:
        row: Position = {"tile": tile, "seat": seat, "top": rng.choice("nesw"), "alive": rng.random() < lives}
        found.append({**row, **_crystals(rng, rng.randint(0, most) if row["alive"] else 0)})
    return found


def _crystals(rng: Random, count: int) -> dict[str, int]:
    return counted(rng.choices(("energy", "spirit"), k=count))
