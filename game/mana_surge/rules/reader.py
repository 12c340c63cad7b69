"""A typed reader of views, for words, panels, pictures and computer players alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from game.core.decisions import Event
from game.core.protocol import View
from game.core.reader import PositionReader
from game.mana_surge.rules.boards import Board, board
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.hexes import hexes
from game.mana_surge.rules.scoring import ranking
from game.mana_surge.rules.tokens import Outcome, Play, play
from game.mana_surge.rules.view import FIERCE


class Player(NamedTuple):
    """What a player has; colour and corner are None until they are chosen."""

    colour: str | None
    corner: str | None
    mana: int
    tokens: int


class ViewReader(PositionReader):
    """A view: of a seat or an onlooker, which tell the same in this game.

    Rounds are 1 to 40, 0 in the set-up; phases are "setup", "start", "move", "combat" and "over".
    """

    @property
    def first(self) -> str | None:
        """The seat that begins each round; None in the set-up."""
        first: str | None = self._view["first"]
        return first

    @property
    def active(self) -> str | None:
        """The seat whose turn it is; None in the set-up and at the end."""
        active: str | None = self._view["active"]
        return active

    @property
    def points(self) -> int:
        """The points left in this turn."""
        points: int = self._view["points"]
        return points

    @property
    def spawns(self) -> int:
        """The spawns left in this turn."""
        spawns: int = self._view["spawns"]
        return spawns

    @property
    def troops(self) -> Mapping[str, str]:
        """The seat of the token on each occupied hex, in hex order."""
        troops: Mapping[str, str] = self._view["troops"]
        return troops

    @cached_property
    def board(self) -> Board:
        """The board of this game."""
        return board(self._view["board"])

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """All players by seat."""
        return {seat: Player(**row) for seat, row in self._view["players"].items()}

    @property
    def fierce(self) -> bool:
        """Whether an attack equal to the defence kills too."""
        return any(row["source"] == FIERCE for row in self._view.get("effects", ()))

    @cached_property
    def last(self) -> Sequence[Event]:
        """The steps of the previous turn."""
        return self._steps("last")

    @cached_property
    def trail(self) -> Sequence[Event]:
        """The steps of this turn so far."""
        return self._steps("trail")

    @property
    def scores(self) -> Mapping[str, Mapping[str, Any]] | None:
        """The score sheet; None until the game is over."""
        return self._view.get("scores")

    def standing(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the score as if the game ended now (ruling r16)."""
        if self.scores is not None:
            return self.scores
        return ranking({seat: (player.mana, player.tokens) for seat, player in self.players.items()})

    def kind(self, hex: str) -> Kind:
        """Return the kind of a hex."""
        return self.board.kind(hex)

    def locked(self, hex: str) -> bool:
        """Return whether a token on this hex is locked."""
        return bool(self.board.locks >> self.board.index[hex] & 1)

    def strength(self, hex: str) -> str:
        """Return attack and defence of a token on this hex: "2/1" (ruling r10)."""
        index = self.board.index[hex]
        return f"{self.board.attack[index]}/{self.board.defence[index]}"

    @cached_property
    def clockwise(self) -> Sequence[str]:
        """The seats in the order of a round; in the set-up, in seat order."""
        if self.first is None:
            return list(self.players)
        corners = [self.board.names[corner] for corner in self.board.corners]
        order = sorted(self.players, key=lambda seat: corners.index(self.players[seat].corner or ""))
        at = order.index(self.first)
        return order[at:] + order[:at]

    def spawner(self, corner: str) -> str | None:
        """Return the seat whose spawner stands in a corner; None if none does."""
        return next((seat for seat, player in self.players.items() if player.corner == corner), None)

    @property
    def on_pool(self) -> str | None:
        """The seat whose token is on the Pool; None if it is empty."""
        return self.troops.get(self.board.names[next(hexes(self.board.pool))])

    def outcome(self, source: str, target: str) -> Outcome:
        """Return who would die if a token on `source` attacked one on `target`."""
        return self._play.outcome(self.board.index[source], self.board.index[target])

    @property
    def _play(self) -> Play:
        return play(self.board, self.fierce)

    def _steps(self, which: str) -> Sequence[Event]:
        rows = self._view.get("more", {}).get(which, ())  # other engines may leave it out
        return [
            Event(row["kind"], row["seat"], {key: value for key, value in row.items() if key not in ("kind", "seat")})
            for row in rows
        ]


def on_board(view: View) -> dict[str, Any]:
    """Return the part of a view that a board shows."""
    return {key: view[key] for key in ("troops", "players", "over")}
