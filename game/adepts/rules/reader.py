"""A view read with types: for words, panels, pictures and computer players alike.

The keys of a position are named only here, in `view`, which writes it, and in `restore`. Nothing is computed before it
is asked for, and data of the view is passed on as it is, not copied: computer players read thousands of views a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from game.adepts.rules.effects import Effect, Rule
from game.adepts.rules.gems import GEM_NAMES, GEM_OF, SEAT_OF
from game.adepts.rules.scoring import Score
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import lacking
from game.core.protocol import View
from game.core.reader import PositionReader

Party = tuple[str, int] | None
Parties = tuple[Party, Party, Party, Party]
"""Who is inside a mine and on its sites I, II, III: seat and miners."""

_NOT_ON_BOARD = frozenset({"ply", "step", "pending", "processing", "discard", "library_size"})


class Row(NamedTuple):
    """A row in force, as far as its columns apply: the spell or adept that laid it down, the seat that it works for or
    against, and what it is about."""

    source: str
    seat: str
    gem: str = ""
    stage: int = 0
    amount: int = 0

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Row:
        """Read a row of a position."""
        return cls(row["source"], row["seat"], row.get("gem", ""), row.get("stage", 0), row.get("count", 0))

    def effect(self, rule: Rule) -> Effect:
        """Return the row as the rules have it; a view does not say which rule it bends."""
        gem = GEM_OF[self.gem] if self.gem else None
        return Effect(rule, self.source, SEAT_OF[self.seat], gem, self.stage, self.amount)


class Mine:
    """What there is at a mine."""

    __slots__ = ("_row",)

    def __init__(self, row: Mapping[str, Any]) -> None:
        self._row = row

    @property
    def stock(self) -> int:
        """Gems left in it."""
        stock: int = self._row["stock"]
        return stock

    @property
    def parties(self) -> Parties:
        """Who is inside and on its sites."""
        inside, (one, two, three) = self._row["inside"], self._row["sites"]
        return (
            (inside[0], inside[1]) if inside else None,
            (one[0], one[1]) if one else None,
            (two[0], two[1]) if two else None,
            (three[0], three[1]) if three else None,
        )

    @property
    def barrier(self) -> Sequence[str]:
        """Who has closed it, in the order of casting."""
        seats: Sequence[str] = self._row["barrier"]
        return seats


class Player:
    """What a player has, as far as the reader may know it."""

    __slots__ = ("_row",)

    def __init__(self, row: Mapping[str, Any]) -> None:
        self._row = row

    @property
    def miners(self) -> int:
        """Miners not assigned yet."""
        miners: int = self._row["miners"]
        return miners

    @property
    def mana(self) -> int:
        """Mana so far."""
        mana: int = self._row["mana"]
        return mana

    @property
    def queue(self) -> Mapping[str, Sequence[int]]:
        """By gem, the counts of stages 1, 2, 3."""
        queue: Mapping[str, Sequence[int]] = self._row["queue"]
        return queue

    @property
    def battery(self) -> Mapping[str, int]:
        """By gem, the level, 0 to 10."""
        battery: Mapping[str, int] = self._row["battery"]
        return battery

    def missing(self, spell: str) -> dict[str, int]:
        """Return what is missing of a spell's cost, by gem; {} if it can be paid."""
        return lacking(SPELLS[spell].cost, lambda gem: sum(self.queue[GEM_NAMES[gem]]) + self.battery[GEM_NAMES[gem]])

    @property
    def in_play(self) -> Sequence[str]:
        """Spells that lie open until the phase ends."""
        cards: Sequence[str] = self._row["in_play"]
        return cards

    @property
    def hand_size(self) -> int:
        """Spells in hand."""
        size: int = self._row["hand_size"]
        return size

    @property
    def open(self) -> bool:
        """Whether the view holds this player's cards."""
        return "hand" in self._row

    @property
    def hand(self) -> Sequence[str]:
        """Spells in hand; none unless they are `open`."""
        cards: Sequence[str] = self._row.get("hand", ())
        return cards

    @property
    def drawn(self) -> Sequence[str]:
        """Spells dealt in research about which nothing has been decided yet; none unless they are `open`."""
        cards: Sequence[str] = self._row.get("drawn", ())
        return cards


class ViewReader(PositionReader):
    """A position as `Game.view` gives it (notation, "Position"), or whole, as `Game.to_dict` does. Seats and gems have
    their names: "P1", "topaz". Turns are 1 to 8, phases "I" to "V"."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.players: Mapping[str, Player] = {seat: Player(row) for seat, row in view["players"].items()}

    @property
    def step(self) -> str:
        """The part of the phase: "cast", or its action; "over" at the end."""
        step: str = self._view["step"]
        return step

    @property
    def first_player(self) -> str:
        """Who has the first player pawn."""
        seat: str = self._view["first"]
        return seat

    @property
    def turn_order(self) -> list[str]:
        """All seats in turn order, from the holder of the first player pawn."""
        seats = [*self.players]
        first = seats.index(self.first_player)
        return seats[first:] + seats[:first]

    @property
    def processing(self) -> str | None:
        """Whose gems are being processed; None if nobody's are."""
        seat: str | None = self._view["processing"]
        return seat

    @cached_property
    def mines(self) -> Mapping[str, Mine]:
        """The mines by gem, in board order."""
        return {gem: Mine(row) for gem, row in self._view["mines"].items()}

    @property
    def adepts(self) -> Mapping[str, str | None]:
        """Who holds each adept card; None for nobody."""
        holders: Mapping[str, str | None] = self._view["adepts"]
        return holders

    @cached_property
    def effects(self) -> Sequence[Row]:
        """What is in force, in the order laid down."""
        return [Row.read(row) for row in self._view["effects"]]

    @property
    def spells(self) -> Sequence[str]:
        """The spells of this game."""
        spells: Sequence[str] = self._view["spells"]
        return spells

    @property
    def library_size(self) -> int:
        """Cards in the library."""
        size: int = self._view["library_size"]
        return size

    @property
    def discard(self) -> Sequence[str]:
        """The discard pile."""
        pile: Sequence[str] = self._view["discard"]
        return pile

    @cached_property
    def scores(self) -> Mapping[str, Score] | None:
        """The score sheet; None until the game is over."""
        return read_scores(self._view["scores"]) if "scores" in self._view else None

    def titles(self, seat: str) -> list[str]:
        """The adept cards that a player holds."""
        return [gem for gem, holder in self.adepts.items() if holder == seat]

    def changed(
        self, seat: str, queue: Mapping[str, Sequence[int]], battery: Mapping[str, int], returned: Mapping[str, int]
    ) -> View:
        """Return the view with this queue and these batteries for a player, and with so many more gems in their mines
        (`returned`)."""
        mines, players = self._view["mines"], self._view["players"]
        stocks = {gem: {**mines[gem], "stock": mines[gem]["stock"] + count} for gem, count in returned.items()}
        player = {**players[seat], "queue": queue, "battery": battery}
        return {**self._view, "mines": {**mines, **stocks}, "players": {**players, seat: player}}

    def assigned(self, seat: str, site: str, miners: int) -> View:
        """Return the view after a player has put so many unassigned miners on a work site such as ``topaz.2``."""
        gem, _, number = site.partition(".")
        mines, players = self._view["mines"], self._view["players"]
        sites = list(mines[gem]["sites"])
        sites[int(number) - 1] = [seat, miners]
        player = {**players[seat], "miners": players[seat]["miners"] - miners}
        mine = {**mines[gem], "sites": sites}
        return {**self._view, "mines": {**mines, gem: mine}, "players": {**players, seat: player}}

    def under(self, source: str, seat: str, gem: str) -> View:
        """Return the view with one more row in force, which a seat's spell or adept has laid down on a gem."""
        return {**self._view, "effects": [*self._view["effects"], {"source": source, "seat": seat, "gem": gem}]}

    def next_turn(self, seat: str, miners: int) -> View:
        """Return the view at the beginning of the next turn, as far as that can be known: the mines are free, and a
        player has so many miners."""
        free = {"inside": None, "sites": [None] * 3, "barrier": []}
        return {
            **self._view,
            "turn": self.turn + 1,
            "phase": "I",
            "step": "assign",
            "effects": [],
            "mines": {gem: {**mine, **free} for gem, mine in self._view["mines"].items()},
            "players": {**self._view["players"], seat: {**self._view["players"][seat], "miners": miners}},
        }

    def unasked(self) -> ViewReader:
        """Return the same position with nobody being asked anything."""
        return ViewReader({**self._view, "pending": {}})


def read_scores(sheet: Mapping[str, Mapping[str, Any]]) -> dict[str, Score]:
    """Read a score sheet as a position or `Game.standing` has it."""
    return {seat: Score.from_dict(line) for seat, line in sheet.items()}


def on_board(view: View) -> dict[str, Any]:
    """Return a view without what can change while nothing on the board does, such as who is asked, and that cards were
    dealt."""
    return {key: value for key, value in view.items() if key not in _NOT_ON_BOARD}
