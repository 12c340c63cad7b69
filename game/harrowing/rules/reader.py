"""A typed reader of views, for words, panels, pictures and computer players alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from game.core.protocol import View
from game.core.reader import PositionReader
from game.harrowing.rules import field, spells
from game.harrowing.rules.battles import strength
from game.harrowing.rules.casting import invocations
from game.harrowing.rules.content import BOARD, IDS, RUNES, TILE_OF, Face, Tile, face, tile
from game.harrowing.rules.hexes import axial, bits, read
from game.harrowing.rules.restore import board
from game.harrowing.rules.scoring import ENOUGH, counts, scores
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF, clockwise
from game.harrowing.rules.state import State


class Lying(NamedTuple):
    """A tile on the field. `power` has a digit for each slot, 1 if filled; `pillars` are by seat."""

    tile: Tile
    face: Face
    hex: str
    side: int
    pillars: Mapping[str, int]
    power: str

    @property
    def id(self) -> str:
        return self.tile.id

    @property
    def axial(self) -> tuple[int, int]:
        """The q and r of its hex."""
        hex = read(self.hex)
        assert hex is not None
        return axial(hex)


class Claimed(NamedTuple):
    """A claimed tile; while it is sealed it has no runes and no spell."""

    tile: Tile
    face: Face
    side: int
    sealed: bool
    power: str

    @property
    def id(self) -> str:
        return self.tile.id


class Player(NamedTuple):
    """What a player has. `power` is by spell of the board; `pillars` are those not on the field."""

    pool: int
    fort: int
    ether: int
    pillars: int
    power: Mapping[str, str]
    claimed: Sequence[Claimed]


class Fight(NamedTuple):
    """A battle after a roll: how many dice show each face, and the rerolls left."""

    tile: str
    attacker: str
    defender: str
    hit: int
    clash: int
    blank: int
    rerolls: int


class Spell(NamedTuple):
    """A spell that a seat owns: its face, and a digit for each slot, 1 if filled (`power`)."""

    face: Face
    power: str

    @property
    def cubes(self) -> int:
        """How many of its slots are filled."""
        return self.power.count("1")


class ViewReader(PositionReader):
    """A view: of a seat or an onlooker, which tell the same in this game.

    `turn` is the round, 1 to 30, 0 in the set-up; `phase` is "setup", "start", "act", "end" or "over".
    """

    # --- the moment

    @property
    def first(self) -> str:
        """The seat that plays first in each round."""
        first: str = self._view["first"]
        return first

    @property
    def active(self) -> str | None:
        """The seat whose turn it is; None in the set-up and when the game is over."""
        active: str | None = self._view["active"]
        return active

    @property
    def used(self) -> int:
        """Invocations of this turn so far."""
        used: int = self._view["used"]
        return used

    @property
    def sets(self) -> Sequence[int]:
        """The numbers of the sets in play."""
        sets: Sequence[int] = self._view["sets"]
        return sets

    @property
    def supply(self) -> int:
        """The cubes in the supply."""
        supply: int = self._view["supply"]
        return supply

    @property
    def stack_size(self) -> int:
        size: int = self._view["stack_size"]
        return size

    @property
    def claiming(self) -> str | None:
        """The tile that is being claimed."""
        claiming: str | None = self._view["claiming"]
        return claiming

    @property
    def battle(self) -> Fight | None:
        """The battle whose dice may be rolled again."""
        return None if self._view["battle"] is None else Fight(**self._view["battle"])

    @property
    def last_battle(self) -> Mapping[str, Any] | None:
        """The last battle as its events told it, kept until the next one; None before the first.

        `ply` is that of the last roll, or of the answer that left the dice as they were; `attacker` is a seat;
        `attacked` and `fought` are the data of those events, `fought` None until the battle is settled; `rolls` are the
        dice first rolled, then those rolled again.
        """
        last: Mapping[str, Any] | None = (self._view.get("more") or {}).get("battle")
        return last

    @property
    def scores(self) -> Mapping[str, Mapping[str, Any]] | None:
        """The score sheet; None until the game is over."""
        return self._view.get("scores")

    @property
    def winner(self) -> str | None:
        """The seat that has won a name; None if the game ended with the last round (rulings r18 and r25)."""
        winner = self._state.winner if self.over else None
        return None if winner is None else SEAT_NAMES[winner]

    # --- what there is

    @property
    def seats(self) -> Sequence[str]:
        return tuple(self._view["players"])

    @cached_property
    def field(self) -> Mapping[str, Lying]:
        """All tiles on the field by id, including the core."""
        return {
            id: Lying(tile(id), face(id, row["side"]), row["hex"], row["side"], row["pillars"], row["power"])
            for id, row in self._view["field"].items()
        }

    @cached_property
    def at(self) -> Mapping[str, Lying]:
        """All tiles on the field by hex."""
        return {lying.hex: lying for lying in self.field.values()}

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """All players by seat."""
        return {seat: self._player(row) for seat, row in self._view["players"].items()}

    def _player(self, row: Mapping[str, Any]) -> Player:
        claimed = [
            Claimed(tile(each["tile"]), face(each["tile"], each["side"]), each["side"], each["sealed"], each["power"])
            for each in row["claimed"]
        ]
        return Player(row["pool"], row["fort"], row["ether"], row["pillars"], row["power"], claimed)

    # --- derived from it

    @cached_property
    def _state(self) -> State:
        return board(self._view)

    def own(self, seat: str) -> tuple[str, ...]:
        """Return the ids of the seat's tiles on the field."""
        return field.ids(self._state.own[SEAT_OF[seat]])

    @cached_property
    def locked(self) -> frozenset[str]:
        """The tiles that may be neither moved nor claimed, without the core."""
        tiles = self._state.tiles if self._state.field else 0
        return frozenset(field.ids(tiles & ~field.unlocked(self._state, tiles)))

    def claimable(self, seat: str) -> tuple[str, ...]:
        """Return the tiles that the seat could claim now."""
        own = self._state.own[SEAT_OF[seat]] & self._state.tiles if self._state.field else 0
        return field.ids(field.unlocked(self._state, field.patterned(self._state, own)))

    def runes(self, seat: str) -> Mapping[str, int]:
        """Return, for each rune, how many of the seat's unsealed claimed tiles count for it; three win (ruling r18)."""
        return dict(zip(RUNES, counts(self._state, SEAT_OF[seat]), strict=True))

    def wants(self, seat: str) -> tuple[str, ...]:
        """Return the runes of which one more would win; all of them if any claim would, as there are three of one
        already."""
        found = self.runes(seat)
        if max(found.values()) >= ENOUGH:
            return RUNES
        return tuple(rune for rune, count in found.items() if count == ENOUGH - 1)

    def winning(self, seat: str) -> tuple[str, ...]:
        """Return the tiles with which the seat could win by claiming now."""
        found = self.runes(seat)
        if max(found.values()) >= ENOUGH:
            return self.claimable(seat)
        wants = set(self.wants(seat))
        return tuple(
            id for id in self.claimable(seat) if not (up := self.field[id].face).wild and wants & set(up.runes)
        )

    def strength(self, seat: str, id: str) -> int:
        """Return the seat's strength in a battle for this tile."""
        return strength(self._state, SEAT_OF[seat], TILE_OF[id])

    def invocations(self, seat: str) -> int:
        """Return how many invocations the seat's turn has as things stand, including those used."""
        return invocations(self._state, SEAT_OF[seat]) if self._state.field else 0

    @property
    def left(self) -> int:
        """The invocations left in this turn; 0 while its player meditates (ruling r6)."""
        waits = (self._view.get("more") or {}).get("todo", ())
        if self.active is None or (waits and not any(name == "Act" for name, *_ in waits)):
            return 0
        return max(0, self.invocations(self.active) - self.used)

    def waits_for(self, seat: str, when: str) -> bool:
        """Return whether a spell of the seat's in force resolves at this moment; `when` is its trigger."""
        return bool(self._state.field) and bool(spells.triggered(self._state, SEAT_OF[seat], when))

    def triggers_for(self, seat: str) -> bool:
        """Return whether triggered spells are resolving, and the seat's are not all done."""
        waits = (self._view.get("more") or {}).get("todo", ())
        return any(name == "Triggers" and SEAT_OF[seat] in task[1] for name, *task in waits)

    @property
    def to_come(self) -> Sequence[str]:
        """The seats whose turns in this round have not begun yet."""
        order = clockwise(len(self.seats), SEAT_OF[self.first])
        at = len(order) if self.active is None else order.index(SEAT_OF[self.active]) + 1
        return [SEAT_NAMES[each] for each in order[at:]]

    def spells(self, seat: str) -> Sequence[Spell]:
        """Return all the seat's spells: the board's, then those of tiles by id, including the core and claimed ones."""
        number, g = SEAT_OF[seat], self._state
        names = [each.source for each in BOARD]
        if g.field:
            names += [IDS[each] for each in bits(spells.tiles_of(g, number))]
        return [self.spell(seat, name) for name in names]

    def spell(self, seat: str, name: str) -> Spell:
        """Return a spell by its name in a seat's choices."""
        g, spell = self._state, spells.spell_named(SEAT_OF[seat], name)
        return Spell(spells.face_of(g, spell), spells.digits(g, spell))

    def standing(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the score as if the game ended now (ruling r25)."""
        return scores(self._state) if self.scores is None else self.scores


def on_board(view: View) -> dict[str, Any]:
    """Return the part of a view that a board shows: a tile that is being placed, or a question, is no step of its
    own."""
    return {key: view[key] for key in ("field", "players", "over")}


def resolving(view: View) -> bool:
    """Return whether somebody is in the middle of one step, as an invoked spell is still resolving."""
    return any(kind not in ("core", "set", "invoke", "order", "keep") for kind in view["pending"].values())
