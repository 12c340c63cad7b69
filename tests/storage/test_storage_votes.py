"""Votes: cast, withdrawn, and deleted with their seat and at the end of the game."""

from __future__ import annotations

import asyncio

import pytest

from storage import NoSuchGame, NoSuchSeat, Score, Storage, WrongStatus, check

from .conftest import GUEST, HOST, Clock, Games


async def voters(storage: Storage, game_id: str) -> list[int]:
    return [ballot.user_id for ballot in await storage.votes.of_game(game_id, "end")]


async def test_votes_are_kept_in_order_with_their_time(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    await storage.votes.cast(game_id, "end", GUEST)
    clock.advance(hours=1)
    await storage.votes.cast(game_id, "end", HOST)
    first, second = await storage.votes.of_game(game_id, "end")
    assert (first.user_id, second.user_id, (second.at - first.at).seconds) == (GUEST, HOST, 3600)
    assert await storage.votes.of_game(game_id, "move") == ()
    clock.advance(hours=1)
    await storage.votes.cast(game_id, "end", GUEST)  # again: it counts from now
    assert await voters(storage, game_id) == [HOST, GUEST]
    await storage.votes.cast(game_id, "pause", HOST)
    await storage.votes.withdraw(game_id, "end", HOST)
    await storage.votes.withdraw(game_id, "end", HOST)
    assert await voters(storage, game_id) == [GUEST]
    assert await storage.votes.topics(game_id) == ("end", "pause")  # what else they voted on stands


async def test_a_vote_is_for_it_or_against_it_and_the_last_counts(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    for favours in (False, True, False):
        await storage.votes.cast(game_id, "end", GUEST, favours=favours)
        [ballot] = await storage.votes.of_game(game_id, "end")
        assert ballot.favours is favours


async def test_a_vote_counts_whose_caller_gave_up_while_others_looked(storage: Storage, games: Games) -> None:
    """The vote is stored although its caller was cancelled, and nobody who looks meanwhile reads that there is none."""
    game_id = await games.running()
    looking = asyncio.create_task(storage.votes.topics(game_id))
    voting = asyncio.create_task(storage.votes.cast(game_id, "end", GUEST))
    await asyncio.sleep(0)
    voting.cancel()
    assert await looking == ()
    assert await storage.votes.topics(game_id) == ("end",)


async def test_the_topics_are_as_true_the_second_time(storage: Storage, games: Games, clock: Clock) -> None:
    """That a game has none is kept in memory until somebody votes, here or in another process."""
    game_id, other = await games.running(1), await games.running(2)

    async def twice() -> list[tuple[str, ...]]:
        return [await storage.votes.topics(game_id) for _ in range(2)]

    assert await twice() == [(), ()]
    await storage.votes.cast(game_id, "end", GUEST)
    assert await twice() == [("end",), ("end",)]
    await storage.votes.withdraw(game_id, "end", GUEST)
    assert await twice() == [(), ()]
    async with await Storage.open(storage.place, now=clock) as elsewhere:
        await elsewhere.votes.cast(game_id, "pause", GUEST)
    storage.votes.reread()
    assert await twice() == [("pause",), ("pause",)]
    assert await storage.votes.topics(other) == ()


async def test_only_who_sits_at_an_active_table_votes(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await storage.seats.add(await games.lobby(2), "Neighbour", user_id=4711)
    with pytest.raises(NoSuchSeat):
        await storage.votes.cast(game_id, "end", 4711)
    await storage.games.close(game_id)
    with pytest.raises(WrongStatus):
        await storage.votes.cast(game_id, "end", HOST)
    with pytest.raises(NoSuchGame):
        await storage.votes.cast("none", "end", HOST)


async def test_votes_go_with_the_seat_and_when_the_game_ends(storage: Storage, games: Games) -> None:
    lobby = await games.lobby(1)
    await storage.seats.add(lobby, "Guest", user_id=GUEST)
    await storage.votes.cast(lobby, "end", GUEST)
    await storage.votes.cast(lobby, "end", HOST)
    await storage.seats.remove(lobby, "P1")
    assert await voters(storage, lobby) == [GUEST]

    closed, over, deleted = [await games.running(channel) for channel in (2, 3, 4)]
    for game_id in (closed, over, deleted):
        await storage.votes.cast(game_id, "end", GUEST)
    await storage.games.close(closed)
    await games.play(over, pending={}, scores=[Score("P1", 1, 1)])
    await storage.games.delete(deleted)
    assert [await voters(storage, game_id) for game_id in (closed, over, deleted)] == [[], [], []]
    assert check(storage.place) == ()
