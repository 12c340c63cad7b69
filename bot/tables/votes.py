"""Votes of the people at a table: passed with more than half of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.tables.errors import WrongMoment
from bot.tables.live import Live
from bot.tables.shelf import Shelf

END = "end"


@dataclass(frozen=True, slots=True)
class Vote:
    """Who is for it so far, out of how many people, and how many it takes."""

    about: str
    yes: tuple[int, ...]
    people: int

    @property
    def needed(self) -> int:
        return self.people // 2 + 1

    @property
    def passed(self) -> bool:
        return len(self.yes) >= self.needed


class Votes:
    """What the people of a table have voted for so far."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def open_in(self, live: Live) -> Vote | None:
        """The vote that is open at this table."""
        yes = await self._read(live.id)
        return _counted(live, yes) if yes and live.status.is_active else None

    async def end(self, game_id: str, user_id: int) -> tuple[Live, Vote]:
        """Be for ending the game; it ends when more than half are. Raises NoGame, NotSeated, WrongMoment."""
        async with self._shelf.hold(game_id) as live:
            live.seat_of(user_id)
            if not live.status.is_active:
                raise WrongMoment("This game has ended already.")
            await self._shelf.store.votes.cast(game_id, END, user_id)
            vote = _counted(live, await self._read(game_id))
            if vote.passed:
                await self._shelf.store.games.close(game_id)
                live = await self._shelf.reload(game_id)
            else:
                self._shelf.tell(game_id)
            return live, vote

    async def _read(self, game_id: str) -> list[int]:
        return [ballot.user_id for ballot in await self._shelf.store.votes.of_game(game_id, END)]


def _counted(live: Live, yes: Iterable[int]) -> Vote:
    people = [seat.user_id for seat in live.people]
    return Vote(END, tuple(user for user in yes if user in people), len(people))
