"""Votes of the people at a table: passed with more than half of them. Each counts for a day, and can be withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.tables.errors import BadWish, WrongMoment
from bot.tables.live import Live
from bot.tables.shelf import Shelf
from storage import Ballot

LAPSES = timedelta(days=1)
END = "end"
_MOVE = "move"


def move_to(channel_id: int) -> str:
    """What a vote on carrying the game on in that channel is about."""
    return f"{_MOVE}:{channel_id}"


def destination(about: str) -> int | None:
    """The channel that a vote wants the game in, if that is what it is about. Raises BadWish if it is about nothing."""
    what, _, channel = about.partition(":")
    if about == END:
        return None
    if what != _MOVE or not (channel.isascii() and channel.isdigit() and len(channel) < 20):
        raise BadWish("There is no such vote.")
    return int(channel)


@dataclass(frozen=True, slots=True)
class Vote:
    """Who is for it so far, out of how many people, how many it takes, and when the first of them lapses."""

    about: str
    yes: tuple[int, ...]
    people: int
    until: datetime | None

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
        self._store = shelf.store.votes

    async def open_in(self, live: Live) -> list[Vote]:
        """The votes that are open at this table."""
        if not live.status.is_active:
            return []
        votes = [await self._counted(live, about) for about in await self._store.topics(live.id)]
        return [vote for vote in votes if vote.yes]

    async def end(self, game_id: str, user_id: int) -> tuple[Live, Vote]:
        """Be for ending the game; it ends when more than half are. Raises NoGame, NotSeated, WrongMoment."""
        async with self._shelf.hold(game_id) as live:
            vote = await self._cast(live, user_id, END)
            if vote.passed:
                await self._shelf.store.games.close(game_id)
                live = await self._shelf.reload(game_id)
            return live, vote

    async def move(self, game_id: str, user_id: int, channel_id: int) -> Vote:
        """Be for carrying on in that channel; who calls this sees to it if the vote has passed.

        Raises NoGame, NotSeated, WrongMoment.
        """
        async with self._shelf.hold(game_id) as live:
            return await self._cast(live, user_id, move_to(channel_id))

    async def withdraw(self, game_id: str, user_id: int, about: str) -> Vote:
        """Be for it no longer; nothing changes for who was not. Raises NoGame, NotSeated, WrongMoment."""
        async with self._shelf.hold(game_id) as live:
            _require_voter(live, user_id)
            await self._store.withdraw(game_id, about, user_id)
            self._shelf.tell(game_id)
            return await self._counted(live, about)

    async def lapse(self) -> None:
        """Forget the votes that count no longer; their tables show it."""
        for game_id in await self._store.lapse(self._shelf.now() - LAPSES):
            self._shelf.tell(game_id)

    async def _cast(self, live: Live, user_id: int, about: str) -> Vote:
        _require_voter(live, user_id)
        await self._store.cast(live.id, about, user_id)
        self._shelf.tell(live.id)
        return await self._counted(live, about)

    async def _counted(self, live: Live, about: str) -> Vote:
        ballots = await self._store.of_game(live.id, about)
        return _count(live, about, [ballot for ballot in ballots if ballot.at > self._shelf.now() - LAPSES])


def _count(live: Live, about: str, ballots: Sequence[Ballot]) -> Vote:
    people = [seat.user_id for seat in live.people]
    yes = [ballot for ballot in ballots if ballot.user_id in people]
    until = min((ballot.at for ballot in yes), default=None)
    return Vote(about, tuple(ballot.user_id for ballot in yes), len(people), until + LAPSES if until else None)


def _require_voter(live: Live, user_id: int) -> None:
    live.seat_of(user_id)
    if not live.status.is_active:
        raise WrongMoment("This game has ended already.")
