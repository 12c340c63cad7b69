"""Who is invited to a table before its game begins. All invitations are deleted with the lobby."""

from __future__ import annotations

from collections.abc import Iterable

from storage.database import Part, Transaction, writes
from storage.games import invite
from storage.rows import Invitation, Status
from storage.steps import require


class Invitations(Part):
    """The invitations of lobbies. They are read by `Games.load`."""

    @writes
    def add(self, tx: Transaction, game_id: str, people: Iterable[Invitation]) -> None:
        """Invite these people, again if they were before; all declined invitations of the table are deleted.

        Raises NoSuchGame, WrongStatus.
        """
        require(tx, game_id, Status.LOBBY)
        tx.all("DELETE FROM invitations WHERE game_id = ? AND declined = 1", game_id)
        invite(tx, game_id, people)

    @writes
    def decline(self, tx: Transaction, game_id: str, user_id: int) -> None:
        """Note that the person declined. No error if they were not invited. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.LOBBY)
        tx.all("UPDATE invitations SET declined = 1 WHERE game_id = ? AND user_id = ?", game_id, user_id)

    @writes
    def withdraw(self, tx: Transaction, game_id: str, user_id: int) -> None:
        """Delete the person's invitation. No error if they had none. Raises NoSuchGame, WrongStatus."""
        require(tx, game_id, Status.LOBBY)
        tx.all("DELETE FROM invitations WHERE game_id = ? AND user_id = ?", game_id, user_id)
