"""A game against computer players: who plays, what was played, what the player may know, and undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from agents import named
from cli.flags import computer_names
from game.core.decisions import Decision, Event
from game.core.errors import MoveError
from game.core.history import play, write
from game.core.kit import Kit
from game.core.protocol import Game
from game.core.records import Move
from game.core.text.names import label, shown_names


class _Moment(NamedTuple):
    """The table before one of the player's choices; `moves` and `log` are lengths."""

    game: Game
    moves: int
    log: int


class Table:
    """One seat is the player's, the others are computer players'; `log` is what the player has seen happen.

    `name` is the player's name, `computers` the policy of each other seat ("greedy"). `names` by seat are used on the
    board, in the record and in the log. Where a game's board names computer players by seat (P2, as in tokens), the log
    does so too.
    """

    def __init__(self, kit: Kit, game: Game, seat: str, name: str, computers: Mapping[str, str]) -> None:
        self.kit = kit
        self.terminal = kit.terminal
        self.game = game
        self.seat = seat
        self.names = computer_names(computers) | {seat: name}
        self.log: list[str] = []
        self._computers = computers
        self._policies = {other: named(policy, kit) for other, policy in computers.items()}
        self._moves: list[Move] = []
        self._before: list[_Moment] = []
        self._note(game.events)

    @property
    def opponents(self) -> list[str]:
        """The other players with their policies, each by the one name that board and log use."""
        if not self.terminal.by_seat:
            return [self.names[seat] for seat in self._computers]
        return [f"{seat} ({policy})" for seat, policy in self._computers.items()]

    @property
    def decision(self) -> Decision | None:
        """What the player is asked; None if nothing."""
        return self.game.pending.get(self.seat)

    def run_computers(self) -> None:
        """Let the computer players play until the player is asked or the game is over."""
        while not self.game.over and self.seat not in self.game.asked:
            game = self.game
            seat, decision = next(iter(game.pending.items()))
            rng = Random(f"{game.seed} {seat} {game.ply}")  # undone and played again, it chooses the same
            self._play(seat, self._policies[seat](game.view(seat), decision, rng))

    def answer(self, token: str) -> None:
        """Make the player's choice. Raises MoveError; then nothing has changed."""
        before = _Moment(self.game.copy(), len(self._moves), len(self.log))
        self._play(self.seat, token)
        self._before.append(before)

    def undo(self) -> bool:
        """Go back to before the player's last choice; return False if there is none."""
        if not self._before:
            return False
        self.game, moves, log = self._before.pop()
        del self._moves[moves:], self.log[log:]
        return True

    def record(self) -> str:
        """Return the record of the game so far, with all that is hidden in it."""
        return write(self.kit, self.game, self._moves, [self.names[seat] for seat in self.game.seats])

    def _play(self, seat: str, token: str) -> None:
        self._note(play(self.game, self._moves, seat, token))

    def refused(self, error: MoveError) -> str:
        """Return as a sentence why the player's choice is not possible."""
        return label(self.kit.words.refused(error, shown_names(self._told_names)))

    @property
    def _told_names(self) -> Mapping[str, str]:
        return self.names if not self.terminal.by_seat else {self.seat: self.names[self.seat]}

    def _note(self, events: Iterable[Event]) -> None:
        seen = [event for event in events if event.visible_to(self.seat)]
        self.log += self.terminal.told(seen, self._told_names)
