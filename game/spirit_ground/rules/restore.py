"""Restore a game from its stored position, or make one from what a player sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.chance import order
from game.core.errors import BadPosition, quoted
from game.core.protocol import View
from game.core.restoring import check_version, count, stored_game
from game.spirit_ground.rules import dealing, turn
from game.spirit_ground.rules.check import aim
from game.spirit_ground.rules.content import Content, content
from game.spirit_ground.rules.crystals import ENERGY, SPIRIT, Crystals
from game.spirit_ground.rules.ground import BITS, INDEX, TOPS, squares
from game.spirit_ground.rules.seats import LAST_ROUND, OTHER, SEAT_NAMES, SEAT_OF, SEATS, Seat
from game.spirit_ground.rules.state import (
    CHOOSE,
    EMPTY,
    FIRST,
    KINDS,
    ORDER,
    OVER,
    PAIR,
    PAY,
    PHASES,
    PLACE,
    ROTATE,
    SECOND,
    TARGET,
    State,
)
from game.spirit_ground.rules.view import VERSION

_MOST = 10_000
"""A bound that no game comes near: of moves, and of crystals in one place."""
_CHOOSES = (PAIR, ORDER)


def restore(data: Mapping[str, Any]) -> State:
    """Return the state that `position` wrote. `effects` and `more` may be missing, as in other engines' positions.
    Raises BadPosition for anything else."""
    with stored_game("Spirit Ground"):
        g = _restore(data)
        _check(g)
    return g


def whole(view: View, seed: str) -> dict[str, Any]:
    """Return a view as a position that could be the real one: what is hidden is dealt anew with this seed."""
    on = content(view["content"])
    decks = [order(seed, seat, tiles) for seat, tiles in enumerate(unseen(on, view))]
    bag = order(seed, len(decks), [*[SPIRIT] * view["bag"][SPIRIT], *[ENERGY] * view["bag"][ENERGY]])
    return {
        **view,
        "seed": seed,
        "decks": {
            name: [on.tiles[tile].id for tile in decks[seat][: view["players"][name]["deck_size"]]]
            for seat, name in zip(SEATS, SEAT_NAMES, strict=True)
        },
        "bag_order": bag,
    }


def unseen(on: Content, view: View) -> list[list[int]]:
    """Return the tiles of each tribe that may be in its deck, in number order."""
    pairs = [*view["stream"], *([view["pair"]] if view["pair"] else [])]
    seen = {row["tile"] for row in view["tiles"].values()} | {tile for pair in pairs for tile in pair}
    return [[tile for tile in on.of_seat[seat] if on.tiles[tile].id not in seen] for seat in SEATS]


def _restore(data: Mapping[str, Any]) -> State:
    more = data.get("more") or {}
    check_version(more.get("version", VERSION), VERSION)
    g = dealing.check(len(data["players"]), data["content"], data["seed"])
    g.turn, g.ply = count(data, "turn", LAST_ROUND), count(data, "ply", _MOST)
    g.phase, g.active = data["phase"], SEAT_OF[data["active"]]
    g.first = _seat(data["first"])
    g.newest = None if data["newest"] is None else INDEX[data["newest"]]
    g.last_relic = _seat(data["last_relic"])
    g.stream = tuple(_pair(g.content, pair) for pair in data["stream"])
    g.pair = None if data["pair"] is None else _pair(g.content, data["pair"])
    g.decks = [tuple(g.content.index[tile] for tile in data["decks"][name]) for name in SEAT_NAMES]
    g.bag = tuple((ENERGY, SPIRIT)[(ENERGY, SPIRIT).index(each)] for each in data["bag_order"])
    g.supply = _crystals(data["supply"])
    g.storage = [_crystals(data["players"][name]) for name in SEAT_NAMES]
    g.taken_relics = [count(data["players"][name], "relics", len(data["players"]) * 5) for name in SEAT_NAMES]
    g.relics = sum(BITS[name] for name in data["relics"])
    for name, there in data["ground"].items():
        g.ground[INDEX[name]] = _crystals(there)
    for name, row in data["tiles"].items():
        _put(g, INDEX[name], row)
    if data["pending"]:
        [(asked, g.step)] = data["pending"].items()
        if g.step not in KINDS:
            raise BadPosition(f"nobody is asked {quoted(g.step)}", "pending")
        g.seat = SEAT_OF[asked]
    else:
        g.step = OVER
        g.seat = g.active
    if g.step == TARGET:
        _aim(g, more)
    return g


def _put(g: State, square: int, row: Mapping[str, Any]) -> None:
    seat = SEAT_OF[row["seat"]]
    tile = g.tile[square] = g.content.index[row["tile"]]
    if g.content.tiles[tile].seat != seat:
        raise BadPosition(f"{row['tile']} is none of {row['seat']}'s", "tiles")
    g.top[square] = EMPTY if row["top"] is None else TOPS.index(row["top"])
    g.energy[square], g.spirit[square] = _crystals(row)
    (g.living if row["alive"] else g.fallen)[seat] |= 1 << square


def _aim(g: State, more: Mapping[str, Any]) -> None:
    """Set the targets that are left: those stored, else all possible ones."""
    if g.newest is None:
        raise BadPosition("there is no newest tile", "newest")
    aim(g, g.newest)
    if "targets" in more:
        left = sum({BITS[name] for name in more["targets"]})
        if left & ~g.others:
            raise BadPosition("these are not targets", "more.targets")
        g.others = left


def _check(g: State) -> None:
    """Check what is true of every position."""
    ground = [square for square, there in enumerate(g.ground) if there]
    used = [tile for tile in g.tile if tile != EMPTY] + [tile for deck in g.decks for tile in deck]
    used += [tile for pair in g.stream for tile in pair] + _unplaced(g)
    if len(set(used)) < len(used):
        raise BadPosition("a tile is in two places", "tiles")
    if any(tile not in g.content.of_seat[seat] for seat in SEATS for tile in g.decks[seat]):
        raise BadPosition("a tile is in the deck of the other tribe", "decks")
    if any((g.occupied | g.content.shrines) >> square & 1 for square in ground):
        raise BadPosition("crystals lie on free squares alone", "ground")
    fallen = [*squares(g.fallen[0] | g.fallen[1])]
    if any(g.energy[square] or g.spirit[square] for square in fallen):
        raise BadPosition("no crystals lie on a fallen tile", "tiles")
    new = 1 << g.newest if g.newest is not None else 0
    paying = new if g.step == PAY else 0
    if g.relics != g.content.shrines & ~g.occupied | paying:
        raise BadPosition("a relic lies on each shrine where nobody has placed yet", "relics")
    for seat in SEATS:
        own = (g.living[seat] | g.fallen[seat]) & g.content.shrines & ~g.relics
        if g.taken_relics[seat] != own.bit_count():
            raise BadPosition("who has a tile on a shrine has its relic", f"players.{SEAT_NAMES[seat]}.relics")
    if (g.last_relic is None) != (not any(g.taken_relics)) or (
        g.last_relic is not None and not g.taken_relics[g.last_relic]
    ):
        raise BadPosition("who has taken a relic last has one", "last_relic")
    unturned = [square for square in squares(g.occupied) if g.top[square] == EMPTY]
    if unturned != ([g.newest] if g.step in (PAY, ROTATE) else []):
        raise BadPosition("all tiles are turned but the one being placed", "tiles")
    _check_phase(g)


def _unplaced(g: State) -> list[int]:
    """Return the tiles of the pair that do not lie on the ground yet. Raises BadPosition if they disagree with the
    phase."""
    if g.pair is None or g.phase == OVER:
        return []
    placed = (g.phase == SECOND) + (g.phase in (FIRST, SECOND) and g.step != PLACE)
    lying = [tile for tile in g.pair if tile in g.tile]
    if len(lying) != placed:
        raise BadPosition("the tiles of the pair are placed one after the other", "pair")
    return [tile for tile in g.pair if tile not in g.tile]


def _check_phase(g: State) -> None:
    """Check what is asked, and of whom."""
    problem = BadPosition(f"phase {quoted(g.phase)} does not ask {quoted(g.step)} of {SEAT_NAMES[g.seat]}", "pending")
    if g.phase not in PHASES or not g.turn:
        raise BadPosition(f"there is no turn {g.turn}, phase {quoted(g.phase)}", "phase")
    if (g.pair is None) != (g.step == PAIR) or (g.first is None) != (g.phase == CHOOSE):
        raise BadPosition("a pair and who goes first are chosen once a round", "pair")
    if g.step == PAIR and not g.stream:
        raise BadPosition("there is no pair to choose", "stream")
    if (g.phase == OVER) != (g.step == OVER) or (g.phase == CHOOSE) != (g.step in _CHOOSES):
        raise problem
    if g.phase == OVER:
        if not turn.ended(g):
            raise BadPosition("nothing has ended the game", "over")
        return
    if g.phase == CHOOSE:
        asked: Seat = g.active if g.step == PAIR else turn.chooser(g)
    else:
        assert g.first is not None
        asked = g.first if g.phase == FIRST else OTHER[g.first]
    if asked != g.seat:
        raise problem
    if g.phase in (FIRST, SECOND) and g.step != PLACE:
        if g.newest is None or g.pair is None or g.tile[g.newest] != g.pair[g.seat]:
            raise BadPosition("the newest tile is the one being placed", "newest")
    elif g.newest is not None and not g.occupied >> g.newest & 1:
        raise BadPosition("no tile lies there", "newest")


def _pair(on: Content, ids: Any) -> tuple[int, int]:
    one, two = (on.index[tile] for tile in ids)
    if (on.tiles[one].seat, on.tiles[two].seat) != SEATS:
        raise BadPosition("a pair is a tile of each tribe", "stream")
    return one, two


def _crystals(row: Mapping[str, Any]) -> Crystals:
    return Crystals(count(row, ENERGY, _MOST), count(row, SPIRIT, _MOST))


def _seat(name: str | None) -> Seat | None:
    return None if name is None else SEAT_OF[name]
