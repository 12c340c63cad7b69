"""Tables of the same people with the same seats, questions and votes stay apart: what is done at one changes nothing of
another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Iterator
from datetime import timedelta

from storage import Holder, Invitation, Score, Storage, Timer, Timing, Undo

from .conftest import GUEST, HOST, Clock, Games, dump

NEW = 1003
TOPICS = ("end", "pause", "resume", "reopen", "move:9", "replace:P2:c", f"replace:P3:{NEW}")


async def rows_of(storage: Storage, *ids: str) -> list[tuple[str, tuple[object, ...]]]:
    """Return all rows of these games."""
    return [(table, row) for table, row in await dump(storage) if set(ids) & set(map(str, row))]


async def furnished(storage: Storage, games: Games, clock: Clock, channel_id: int) -> str:
    """Return a running game with two moves, votes on everything, offers, a timer and a message."""
    game_id = await games.running(channel_id)
    for _ in range(2):
        await games.play(game_id)
    for about in TOPICS:
        for user_id in (HOST, GUEST):
            await storage.votes.cast(game_id, about, user_id)
    for seat in ("P2", "P3"):
        await storage.handovers.offer(game_id, seat, NEW)
    for user_id in (HOST, GUEST):
        await storage.votes.cast(game_id, f"replace:P3:{NEW}", user_id)
    await storage.timers.change(Timing(put=[Timer("deadline", "P1", clock.time)]), game_id)
    await storage.messages.plan(game_id, "board", channel_id)
    return game_id


async def invited(storage: Storage, games: Games, channel_id: int) -> str:
    """Return a lobby with a guest, one who was thrown out, and three who are invited, one of whom declined."""
    game_id = await games.lobby(channel_id)
    for user_id in (GUEST, 66):
        await storage.seats.add(game_id, "Guest", user_id=user_id)
    await storage.seats.remove(game_id, "P3", kicked=True)
    await storage.invitations.add(game_id, [Invitation(each, "Invited") for each in (NEW, 77, 78)])
    await storage.invitations.decline(game_id, 78)
    return game_id


async def test_what_is_done_at_one_table_changes_nothing_of_another(
    storage: Storage, games: Games, clock: Clock
) -> None:
    one, other = [await furnished(storage, games, clock, channel) for channel in (1, 2)]
    lobby, another = [await invited(storage, games, channel) for channel in (3, 4)]
    before = await rows_of(storage, other, another)
    assert Counter(table for table, _ in before) == {
        **{"games": 2, "seats": 5, "moves": 2, "snapshots": 1, "questions": 1, "votes": 12, "offers": 2, "timers": 1},
        **{"messages": 1, "invitations": 3, "kicked": 1},
    }
    assert [each.user_id for each in (await storage.games.load(another)).invitations if each.declined] == [78]
    clock.advance(hours=1)
    [timer] = await storage.timers.of_game(one)
    [message] = await storage.messages.of_game(one)
    position = games.position(9)

    def acts() -> Iterator[Awaitable[object]]:
        yield storage.votes.withdraw(one, "end", HOST)
        yield storage.votes.cast(one, "end", HOST, favours=False)
        yield storage.handovers.offer(one, "P3", 88)
        yield storage.handovers.withdraw(one, "P2", position, expected=2)
        yield storage.handovers.change(
            one, "P2", Holder(NEW, None, "New"), position, expected=2, turn=1, own=False, host_id=NEW
        )
        yield storage.votes.lapse(one, clock.time)
        yield storage.timers.done(timer, clock.time)
        yield storage.timers.change(Timing(drop=[("deadline", "P1")]), one)
        yield storage.games.set_options(one, {"spells": "first-game"}, "live")
        yield storage.games.set_host(one, GUEST)
        yield storage.games.set_channel(one, guild_id=7, channel_id=9)
        yield storage.games.pause(one, HOST)
        yield storage.moves.resume(one, position, expected=2)
        yield storage.moves.append(one, Undo("P1", 1, HOST), position, {"P1": None}, expected=2)
        yield storage.games.close(one, sealed_at=clock.time + timedelta(days=1))
        yield storage.moves.reopen(
            one, position, ["P1", "P2"], host_id=HOST, turn=1, holders={"P3": Holder(99, None, "X")}
        )
        yield storage.moves.rewrite(one, position, expected=3, pace="day", host_id=GUEST)
        yield storage.invitations.add(lobby, [Invitation(79, "Invited")])
        yield storage.invitations.decline(lobby, NEW)
        yield storage.invitations.withdraw(lobby, 77)
        yield storage.seats.readmit(lobby, 66)
        yield storage.seats.add(lobby, "Late", user_id=77)
        yield storage.seats.remove(lobby, "P3", kicked=True)
        yield storage.seats.remove(lobby, "P1")
        yield storage.moves.start(lobby, position, {"P1": None}, joining=(NEW, "New"))
        yield storage.games.close(lobby)
        yield storage.games.seal(lobby)
        yield storage.games.settle(lobby)

    for each in acts():
        await each
        assert await rows_of(storage, other, another) == before
    storage.messages.failed(message, "refused")
    storage.messages.forget(message)
    await games.play(one, pending={}, scores=[Score("P1", 1, 1)])
    assert await rows_of(storage, other, another) == before
    for game_id in (one, lobby):
        await storage.games.delete(game_id)
    assert await dump(storage) == sorted([*before, *await rows_of(storage, one, lobby)], key=str)


async def test_nothing_of_another_table_is_read(storage: Storage, games: Games, clock: Clock) -> None:
    other, bare = await furnished(storage, games, clock, 1), await games.running(2)
    table = await storage.games.load(bare)
    assert (table.offers, table.tenures, table.invitations) == ((), (), ())
    assert await storage.votes.topics(bare) == ()
    assert await storage.votes.of_game(bare, "end") == ()
    assert await storage.timers.of_game(bare) == ()
    assert await storage.messages.of_game(bare) == ()
    assert await storage.moves.entries(bare) == ()
    for game_id, user_id, expected in ((other, 77, 2), (bare, NEW, 0), (bare, 77, 0)):
        to, position = Holder(user_id, None, "New"), games.position(0)
        await storage.handovers.change(game_id, "P2", to, position, expected=expected, turn=1, own=False, host_id=HOST)
    had = [(each.number, each.user_id) for each in (await storage.games.load(bare)).tenures]
    assert had == [(1, GUEST), (2, NEW)]
    lobby = await games.lobby(3)
    await storage.seats.add(lobby, "New", user_id=NEW)
    await storage.seats.remove(lobby, "P1")
    assert (await storage.games.row(lobby)).host_id == NEW
