"""A typed reader of views, for words, panels, pictures and computer players alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from game.core.protocol import View
from game.core.reader import PositionReader
from game.spirit_ground.rules.content import Content, Tile, content
from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.rules.ground import AROUND, INDEX, NAMES, SIDES, TOPS, squares
from game.spirit_ground.rules.scoring import ranking, score_line
from game.spirit_ground.rules.seats import SEAT_NAMES
from game.spirit_ground.rules.turn import DEAREST


class Lying(NamedTuple):
    """A tile on the ground; `top` is None until its direction is chosen."""

    tile: Tile
    seat: str
    top: str | None
    crystals: Crystals
    alive: bool
    strength: int

    @property
    def arrows(self) -> frozenset[int]:
        """Where its arrows point, 0 to 7 from north clockwise; as printed until its direction is chosen."""
        return self.tile.turned(TOPS.index(self.top or TOPS[0]))


class Player(NamedTuple):
    """What a player has."""

    storage: Crystals
    relics: int
    dead: int
    deck_size: int


class ViewReader(PositionReader):
    """A view: of a seat or an onlooker, which tell the same in this game.

    Rounds are 1 to 12; phases are "choose", "first", "second" and "over".
    """

    @property
    def newest(self) -> str | None:
        """The square of the tile that was placed last; None before any is."""
        newest: str | None = self._view["newest"]
        return newest

    @property
    def relics(self) -> Sequence[str]:
        """The shrines that still have their relics."""
        relics: Sequence[str] = self._view["relics"]
        return relics

    @property
    def deaths(self) -> int:
        """The deaths of both players: the spirit track."""
        deaths: int = self._view["spirit_track"]
        return deaths

    @property
    def last_relic(self) -> str | None:
        """The seat that took a relic last; None if nobody has."""
        seat: str | None = self._view["last_relic"]
        return seat

    @property
    def supply(self) -> Crystals:
        return Crystals(**self._view["supply"])

    @property
    def bag(self) -> Crystals:
        """How many crystals of each kind are left in the bag; nobody knows their order."""
        return Crystals(**self._view["bag"])

    @cached_property
    def content(self) -> Content:
        """The content that is played with."""
        return content(self._view["content"])

    @cached_property
    def stream(self) -> Sequence[tuple[Tile, Tile]]:
        """The pairs to choose from."""
        return [self._pair(ids) for ids in self._view["stream"]]

    @cached_property
    def pair(self) -> tuple[Tile, Tile] | None:
        """The pair of this round; None until it is chosen."""
        return None if self._view["pair"] is None else self._pair(self._view["pair"])

    @cached_property
    def tiles(self) -> Mapping[str, Lying]:
        """All tiles on the ground, by square in square order."""
        return {
            name: Lying(
                self.tile(row["tile"]),
                row["seat"],
                row["top"],
                Crystals(row["energy"], row["spirit"]),
                row["alive"],
                row["strength"],
            )
            for name, row in self._view["tiles"].items()
        }

    @cached_property
    def ground(self) -> Mapping[str, Crystals]:
        """The crystals on free squares, by square."""
        return {name: Crystals(**row) for name, row in self._view["ground"].items()}

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """Both players by seat."""
        return {
            seat: Player(Crystals(row["energy"], row["spirit"]), row["relics"], row["dead"], row["deck_size"])
            for seat, row in self._view["players"].items()
        }

    @property
    def scores(self) -> Mapping[str, Mapping[str, Any]] | None:
        """The score sheet; None until the game is over."""
        return self._view.get("scores")

    def tile(self, id: str) -> Tile:
        """Return a tile by its id: "F3"."""
        return self.content.tiles[self.content.index[id]]

    def tribe(self, seat: str) -> str:
        """Return the tribe of a seat: "Fen", "Crag"."""
        tribe: str = self.content.tribes[SEAT_NAMES.index(seat)]
        return tribe

    def own(self, seat: str, pair: tuple[Tile, Tile]) -> Tile:
        """Return the seat's tile of a pair."""
        return pair[SEAT_NAMES.index(seat)]

    # --- derived from it

    def beside(self, square: str) -> list[str]:
        """Return the squares beside a square."""
        return [NAMES[side] for side in SIDES[INDEX[square]]]

    def open_sides(self, square: str) -> list[str]:
        """Return the squares beside a square where no tile lies yet; a relic leaves its square open."""
        return [side for side in self.beside(square) if side not in self.tiles]

    def against(self, square: str) -> int:
        """Return the strength of the enemies beside a tile, together."""
        seat = self.tiles[square].seat
        found = [self.tiles[side] for side in self.beside(square) if side in self.tiles]
        return sum(each.strength for each in found if each.seat != seat)

    @cached_property
    def pressed(self) -> Mapping[str, str]:
        """The living tiles that are surrounded as soon as one more square beside them is taken, each with that
        square."""
        open_at = {square: self.open_sides(square) for square, lying in self.tiles.items() if lying.alive}
        return {square: sides[0] for square, sides in open_at.items() if len(sides) == 1}

    def cost(self, shrine: str) -> int:
        """Return what a shrine costs now; at least one spirit must be part of it."""
        return max(1, DEAREST - sum(side in self.tiles for side in self.beside(shrine)))

    def support(self, seat: str, square: str) -> int:
        """Return the energy that a warrior of the seat would get on a square for its allies' arrows that point there,
        as far as the supply has enough then (ruling r11)."""
        aims, bit = self.content.aims, 1 << INDEX[square]
        arrows, supply = 0, self.supply.energy
        for near in squares(AROUND[INDEX[square]]):
            lying = self.tiles.get(NAMES[near])
            if lying is not None and lying.alive and lying.seat == seat and lying.top is not None:
                arrows += bool(aims[lying.tile.number][TOPS.index(lying.top)][near] & bit)
        if square in self.relics:  # the least energy that is paid for the relic before
            supply += max(0, self.cost(square) - self.players[seat].storage.spirit)
        return min(arrows, supply)

    def helps(self, square: str) -> list[str]:
        """Return the squares at which the arrows of the tile on this square point."""
        lying = self.tiles[square]
        aims = self.content.aims[lying.tile.number][TOPS.index(lying.top or TOPS[0])][INDEX[square]]
        return [NAMES[each] for each in squares(aims)]

    def standing(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the score as if the game ended now (rulings r20, r21)."""
        if self.scores is not None:
            return self.scores
        return ranking({seat: self._line(seat) for seat in self.players}, self.last_relic)

    def _line(self, seat: str) -> dict[str, int]:
        living = [lying for lying in self.tiles.values() if lying.seat == seat and lying.alive]
        gems, spirits = sum(each.tile.gems for each in living), sum(each.crystals.spirit for each in living)
        return score_line(gems, spirits, self.players[seat].relics, len(living))

    def _pair(self, ids: Sequence[str]) -> tuple[Tile, Tile]:
        one, two = ids
        return self.tile(one), self.tile(two)


def on_board(view: View) -> dict[str, Any]:
    """Return the part of a view that a board shows after whole turns: placing a tile is no step of its own until it is
    complete."""
    return {key: view[key] for key in ("tiles", "stream", "pair", "over")}


def with_newest(view: View, square: str | None) -> View:
    """Return the view with the tile on this square as the newest."""
    return {**view, "newest": square}


def turning(view: View) -> bool:
    """Return whether somebody is in the middle of a turn."""
    return any(kind in ("pay", "rotate", "enhance", "target") for kind in view["pending"].values())
