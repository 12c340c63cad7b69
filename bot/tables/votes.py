"""Votes of the people at a table: carried by more than half of them. Each vote counts for a day, and can be
withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.tables.cache import TableCache
from bot.tables.errors import WrongMoment
from bot.tables.lobby_options import HOME
from bot.tables.table import Table
from bot.tables.waiting import timing
from game.core.commands import at_table
from storage import Ballot, Timer, Timing
from storage.topics import PAUSE, REOPEN, RESUME, Change, destination, is_topic, replaced, replacing

LAPSES = timedelta(days=1)
DECIDING = "That is for the players and their host to decide"
"""What onlookers are told who try to vote."""
_LONG = timedelta(days=1)
"""How long somebody can be waited for before they have no vote on whether their own seat is given to somebody else."""


def settled_by(table: Table, about: str, user_id: int | None) -> bool:
    """Return whether the word of this person, who is host or manages the channel, is enough for this topic of a vote.

    A person's seat takes that person's word too, or a vote. Moving the game is for the host alone, but any player may
    bring it back to the channel that it had to leave because that was gone. Ending is never settled this way: to end a
    game at once takes the command.
    """
    if (channel_id := destination(about)) is not None:
        return user_id == table.row.host_id or table.options.get(HOME) == channel_id
    change = replaced(about)
    if change is None:
        return about in (PAUSE, RESUME, REOPEN)
    return table.user_of(change.seat) in (None, user_id) or change.seat in table.missing


def by_itself(table: Table) -> list[str]:
    """Return the topics on which there is a vote though nobody has begun it: replacing missing players by computer
    players."""
    return [replacing(Change(seat, None)) for seat in table.missing]


@dataclass(frozen=True, slots=True)
class Vote:
    """Who is for it and who against, out of how many people. `until`: when the first vote lapses. `lapses`: when nobody
    is for it any more, unless somebody votes anew."""

    about: str
    yes: tuple[int, ...]
    no: tuple[int, ...]
    people: int
    until: datetime | None
    lapses: datetime | None

    @property
    def needed(self) -> int:
        return self.people // 2 + 1

    @property
    def passed(self) -> bool:
        return len(self.yes) >= self.needed

    @property
    def hopeless(self) -> bool:
        """Whether so many are against it that it cannot be carried."""
        return self.people - len(self.no) < self.needed


class Votes:
    """What the people of a table have voted on so far."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._store = cache.store.votes

    async def open_in(self, table: Table) -> list[Vote]:
        """Return the votes open at this table: those that somebody is for, and those on replacing a missing player by a
        computer player."""
        if not table.status.is_active and table.row.sealed_at is None:
            return []
        topics = [about for about in await self._store.topics(table.id) if is_topic(about)]
        asked = by_itself(table)
        votes = [await self.counted(table, about) for about in dict.fromkeys([*topics, *asked])]
        return [vote for vote in votes if vote.yes or (vote.about in asked and vote.people)]

    async def weighed(self, table: Table, user_id: int, about: str) -> Vote:
        """Return how the vote would stand if this person were for it. The caller holds the table. Raises NotSeated."""
        table.seat_of(user_id, DECIDING)
        ballots = await self._ballots(table, about)
        mine = Ballot(user_id, self._cache.clock.now())
        return _count(
            table, self._cache.clock.now(), about, [*(each for each in ballots if each.user_id != user_id), mine]
        )

    async def cast(self, table: Table, user_id: int, about: str, *, favours: bool = True) -> None:
        """Store the person's vote, for it or against it. The caller holds the table."""
        lapses = Timer(timing.VOTE, timing.vote(about, user_id), self._cache.clock.now() + LAPSES)
        await self._store.cast(table.id, about, user_id, Timing(put=[lapses]), favours=favours)
        self._cache.notify(table.id)

    async def withdraw(self, game_id: str, user_id: int, about: str) -> bool:
        """Remove the person's vote. Return whether they had one. Raises NoGame, NotSeated, WrongMoment."""
        async with self._cache.hold(game_id) as table:
            require_voter(table, user_id)
            if all(ballot.user_id != user_id for ballot in await self._ballots(table, about)):
                return False
            await self.drop(table, user_id, about)
            return True

    async def drop(self, table: Table, user_id: int, about: str) -> None:
        """Remove the person's vote. The caller holds the table."""
        await self._store.withdraw(table.id, about, user_id)
        self._cache.notify(table.id)

    async def lapse(self, game_id: str, row: str) -> datetime | None:
        """Delete the game's votes that no longer count. Return when the vote of `row` lapses, if it still counts.

        Raises NoGame.
        """
        async with self._cache.hold(game_id):
            if await self._store.lapse(game_id, self._cache.clock.now() - LAPSES):
                self._cache.notify(game_id)
            about, _, user = row.rpartition(" ")
            left = [ballot for ballot in await self._store.of_game(game_id, about) if str(ballot.user_id) == user]
            return left[0].at + LAPSES if left else None

    async def counted(self, table: Table, about: str) -> Vote:
        """Return how the vote stands."""
        return _count(table, self._cache.clock.now(), about, await self._ballots(table, about))

    async def _ballots(self, table: Table, about: str) -> list[Ballot]:
        """Return the ballots that have not lapsed."""
        ballots = await self._store.of_game(table.id, about)
        return [ballot for ballot in ballots if ballot.at > self._cache.clock.now() - LAPSES]


def _count(table: Table, now: datetime, about: str, ballots: Sequence[Ballot]) -> Vote:
    people = [seat.user_id for seat in table.people if not _is_absent(table, now, about, seat.seat)]
    counting = [ballot for ballot in ballots if ballot.user_id in people]
    yes, no = (tuple(each.user_id for each in counting if each.favours is favours) for favours in (True, False))
    first = min((ballot.at for ballot in counting), default=None)
    last = max((ballot.at for ballot in counting if ballot.favours), default=None)
    return Vote(about, yes, no, len(people), first and first + LAPSES, last and last + LAPSES)


def require_voter(table: Table, user_id: int) -> None:
    """Raises NotSeated, or WrongMoment once nothing can be decided any more."""
    table.seat_of(user_id, DECIDING)
    if not table.status.is_active and table.row.sealed_at is None:
        raise WrongMoment("This game has ended already.")


def require_voice(table: Table, now: datetime, about: str, user_id: int) -> None:
    """Raises WrongMoment if the vote is on this person's own seat and they keep everybody waiting."""
    seat = table.find(user_id)
    if seat is not None and _is_absent(table, now, about, seat.seat):
        keeps = "any move of yours keeps it, and so does **I am here**"
        moves = "you have a vote too as soon as the table does not wait for you any more"
        raise WrongMoment(
            "This is about your own seat, so the others vote on it:"
            f" {keeps if seat.seat in table.missing else moves}; {at_table('leave')} gives it up."
        )


def _is_absent(table: Table, now: datetime, about: str, seat: str) -> bool:
    """Return whether the vote is about this seat and it keeps everybody waiting, so that its player has no vote."""
    change = replaced(about)
    return change is not None and change.seat == seat and keeps_waiting(table, now, seat)


def keeps_waiting(table: Table, now: datetime, seat: str) -> bool:
    """Return whether the table has waited for this seat for long. Where there is a pace, a seat with time left does not
    count."""
    long = seat in table.waiting and seat not in table.deadlines and now - table.waiting[seat] >= _LONG
    return seat in table.missing or long
