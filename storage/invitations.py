"""Who is asked to sit down at a table before its game. All of it goes when the lobby does."""

from __future__ import annotations

from collections.abc import Iterable

from storage.database import Part, Transaction, writes
from storage.games import invite
from storage.rows import Invitation, Status
from storage.steps import require


class Invitations(Part):
    """The invitations of lobbies. Reading them is `Games.load`."""

    @writes
    def add(self, tx: Transaction, game_id: str, people: Iterable[Invitation]) -> None:
        """Ask these people, anew if they were before; whoever has declined is forgotten over that.

        Raises NoSuchGame, WrongStatus.
        """
        require(tx, game_id, Status.LOBBY)
        tx.all("DELETE FROM invitations WHERE game_id = ? AND declined = 1", game_id)
        invite(tx, game_id, people)

    @writes
    def decline(self, tx: Transaction, game_id: str, user_id: int) -> None:
        """The person does not want to. No error if they were not asked. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.LOBBY)
        tx.all("UPDATE invitations SET declined = 1 WHERE game_id = ? AND user_id = ?", game_id, user_id)

    @writes
    def withdraw(self, tx: Transaction, game_id: str, user_id: int) -> None:
        """The person is asked no longer. No error if they were not. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.LOBBY)
        tx.all("DELETE FROM invitations WHERE game_id = ? AND user_id = ?", game_id, user_id)
