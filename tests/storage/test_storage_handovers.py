"""Seats that change hands, pauses, ends and invitations as they are stored: each change completely or not at all."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage import (
    AlreadySeated,
    ChannelTaken,
    Conflict,
    Holder,
    Invitation,
    NoSuchSeat,
    Position,
    Status,
    Storage,
    WrongStatus,
    check,
)

from .conftest import GUEST, HOST, Clock, Games, dump

NEW = 1003
WEEK = timedelta(days=7)


async def change(storage: Storage, game_id: str, **changes: object) -> None:
    arguments = {"expected": 0, "turn": 3, "own": False, "host_id": HOST} | changes
    to = arguments.pop("to", Holder(NEW, None, "New"))
    seat = str(arguments.pop("seat", "P2"))
    await storage.handovers.change(game_id, seat, to, Position(1, {"a": 1}, {"b": 2}), **arguments)  # type: ignore[arg-type]


async def test_a_change_gives_the_seat_and_remembers_who_had_it(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    await storage.votes.cast(game_id, "end", GUEST)
    await storage.votes.cast(game_id, "replace:P2:c", HOST)
    await storage.handovers.offer(game_id, "P3", NEW)
    await storage.handovers.offer(game_id, "P1", 77)
    await storage.votes.cast(game_id, "replace:P3:7", HOST)
    await storage.votes.cast(game_id, f"replace:P3:{NEW}", HOST)  # who has a seat gets no other
    await change(storage, game_id)
    table = await storage.games.load(game_id)
    assert [(seat.user_id, seat.policy) for seat in table.seats] == [(HOST, None), (NEW, None), (None, "steady")]
    [tenure] = table.tenures
    assert (tenure.number, tenure.seat, tenure.user_id, tenure.name) == (1, "P2", GUEST, "Guest")
    assert (tenure.turn, tenure.own, tenure.until_at) == (3, False, clock.time)
    assert [(offer.seat, offer.user_id) for offer in table.offers] == [("P1", 77)]
    assert await storage.votes.topics(game_id) == ("replace:P3:7",)
    assert table.snapshot is not None
    assert (table.snapshot.state, table.snapshot.side) == ({"a": 1}, {"b": 2})
    await change(storage, game_id, seat="P2", to=Holder(None, "steady", "Ada"), own=True)
    assert [each.number for each in (await storage.games.load(game_id)).tenures] == [1, 2]
    assert check(storage.place) == ()


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"expected": 4}, Conflict),
        ({"seat": "P9"}, NoSuchSeat),
        ({"to": Holder(NEW, "steady", "Both")}, ValueError),
        ({"to": Holder(HOST, None, "Twice")}, Exception),
    ],
)
async def test_a_change_that_cannot_be_changes_nothing(
    storage: Storage, games: Games, changes: dict[str, object], error: type[Exception]
) -> None:
    game_id = await games.running()
    await storage.handovers.offer(game_id, "P2", NEW)
    before = await dump(storage)
    with pytest.raises(error):
        await change(storage, game_id, **changes)
    assert await dump(storage) == before


async def test_an_offer_is_withdrawn_with_what_stands_beside_the_position_or_not_at_all(
    storage: Storage, games: Games
) -> None:
    game_id = await games.running()
    for seat in ("P2", "P3"):
        await storage.handovers.offer(game_id, seat, NEW)
    before = await dump(storage)
    with pytest.raises(Conflict):
        await storage.handovers.withdraw(game_id, "P2", Position(1, {"a": 1}, {"b": 2}), expected=4)
    assert await dump(storage) == before
    await storage.handovers.withdraw(game_id, "P2", Position(1, {"a": 1}, {"b": 2}), expected=0)
    table = await storage.games.load(game_id)
    assert table.snapshot is not None
    assert ([offer.seat for offer in table.offers], table.snapshot.side) == (["P3"], {"b": 2})
    await storage.handovers.withdraw(game_id, "P3", None, expected=4)
    assert (await storage.games.load(game_id)).offers == ()


async def test_offers_go_with_the_game_and_with_whoever_is_forgotten(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    for user_id in (NEW, 77):  # the second replaces the first
        await storage.handovers.offer(game_id, "P2", user_id)
    assert [offer.user_id for offer in (await storage.games.load(game_id)).offers] == [77]
    await storage.players.forget(77, "hours")
    assert (await storage.games.load(game_id)).offers == ()
    with pytest.raises(NoSuchSeat):
        await storage.handovers.offer(game_id, "P9", NEW)
    await storage.handovers.offer(game_id, "P2", NEW)
    await storage.games.close(game_id)
    assert (await storage.games.load(game_id)).offers == ()
    with pytest.raises(WrongStatus):
        await storage.handovers.offer(game_id, "P2", NEW)


async def test_whoever_had_a_seat_is_forgotten_there_too(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await change(storage, game_id)
    await storage.players.forget(GUEST, "hours")
    [tenure] = (await storage.games.load(game_id)).tenures
    assert (tenure.user_id, tenure.name) == (None, "P2")
    assert str(GUEST) not in str(await dump(storage))


async def test_an_ended_game_is_taken_up_again_with_new_numbers_until_it_is_sealed(
    storage: Storage, games: Games, clock: Clock
) -> None:
    game_id = await games.running()
    before = (await storage.games.load(game_id)).questions["P1"].number
    await storage.games.close(game_id, by=HOST, sealed_at=clock.time + WEEK)
    game = (await storage.games.load(game_id)).game
    assert (game.status, game.stopped_by, game.sealed_at) == (Status.CLOSED, HOST, clock.time + WEEK)
    await storage.votes.cast(game_id, "reopen", GUEST)
    await storage.games.settle(game_id)
    other = await games.lobby()
    with pytest.raises(ChannelTaken):
        await storage.moves.reopen(game_id, games.position(0), ["P1"], host_id=HOST, turn=1)
    await storage.games.close(other)
    await storage.moves.reopen(game_id, games.position(0), ["P1"], host_id=HOST, turn=1)
    table = await storage.games.load(game_id)
    assert (table.game.status, table.game.sealed_at, table.game.stopped_by) == (Status.RUNNING, None, None)
    assert table.questions["P1"].number > before
    assert [game.id for game in await storage.games.active()] == [game_id]
    assert await storage.votes.topics(game_id) == ()
    await storage.games.close(game_id, sealed_at=clock.time + WEEK)
    clock.advance(days=7)
    with pytest.raises(WrongStatus):
        await storage.moves.reopen(game_id, games.position(0), ["P1"], host_id=HOST, turn=1)
    await storage.games.seal(game_id)
    with pytest.raises(WrongStatus):
        await storage.votes.cast(game_id, "reopen", GUEST)


async def test_a_pause_is_over_with_the_game(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    await storage.votes.cast(game_id, "pause", GUEST)
    await storage.votes.cast(game_id, "end", GUEST)
    await storage.games.pause(game_id, HOST)
    game = (await storage.games.load(game_id)).game
    assert (game.paused_at, game.stopped_by) == (clock.time, HOST)
    assert await storage.votes.topics(game_id) == ("end",)
    with pytest.raises(Conflict):
        await storage.moves.resume(game_id, games.position(0), expected=5)
    await storage.votes.cast(game_id, "resume", GUEST)
    await storage.moves.resume(game_id, games.position(0), expected=0)
    game = (await storage.games.load(game_id)).game
    assert (game.paused_at, game.stopped_by) == (None, None)
    assert await storage.votes.topics(game_id) == ("end",)
    await storage.games.pause(game_id, None)
    await storage.games.close(game_id)
    assert (await storage.games.load(game_id)).game.paused_at is None


async def test_the_last_to_join_sits_down_with_the_start_or_nobody_does(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    await storage.invitations.add(game_id, [Invitation(GUEST, "Guest")])
    before = await dump(storage)
    with pytest.raises(NoSuchSeat):
        await storage.moves.start(game_id, games.position(0), {"P9": None}, joining=(GUEST, "Guest"))
    with pytest.raises(AlreadySeated):
        await storage.moves.start(game_id, games.position(0), {"P1": None}, joining=(HOST, "Host"))
    assert await dump(storage) == before
    await storage.moves.start(game_id, games.position(0), {"P2": None}, joining=(GUEST, "Guest"))
    table = await storage.games.load(game_id)
    assert [seat.user_id for seat in table.seats] == [HOST, GUEST]
    assert table.invitations == ()


async def test_whoever_is_invited_anew_takes_the_place_of_those_who_declined(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    await storage.invitations.add(game_id, [Invitation(GUEST, "Guest"), Invitation(NEW, "New")])
    await storage.invitations.decline(game_id, GUEST)
    await storage.invitations.add(game_id, [Invitation(77, "Other")])
    invited = (await storage.games.load(game_id)).invitations
    assert {each.user_id: each.declined for each in invited} == {NEW: False, 77: False}
    await storage.invitations.withdraw(game_id, NEW)
    assert [each.user_id for each in (await storage.games.load(game_id)).invitations] == [77]
    await storage.games.close(game_id)
    assert (await storage.games.load(game_id)).invitations == ()
