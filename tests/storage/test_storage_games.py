"""Tables and seats, from the lobby to deletion."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from storage import (
    WHOLE,
    AlreadySeated,
    ChannelTaken,
    ComputerTurn,
    Invitation,
    NoSuchGame,
    NoSuchSeat,
    Place,
    Posted,
    Result,
    Score,
    Share,
    Status,
    Storage,
    StorageError,
    WrongStatus,
    check,
)
from storage.connection import READ
from storage.database import Transaction

from .conftest import GUEST, HOST, Clock, Games, dump, refuses


async def test_a_new_table_is_a_lobby_with_its_host_in_p1(storage: Storage, clock: Clock) -> None:
    table = await storage.games.create(
        "pairs",
        "Friday",
        guild_id=None,
        channel_id=2**62,
        host_id=HOST,
        host_name="Zoë",
        options={"deck": "rulebook", "seats": 3},
        pace="day",
    )
    assert table == await storage.games.load(table.game.id)
    assert re.fullmatch("[2-9b-z]{8}", table.game.id)
    assert (table.game.status, table.game.name, table.game.guild_id) == (Status.LOBBY, "Friday", None)
    assert table.game.game == "pairs"
    assert (table.game.channel_id, table.game.host_id, table.game.pace) == (2**62, HOST, "day")
    assert table.game.options == {"deck": "rulebook", "seats": 3}
    assert table.game.created_at == table.game.updated_at == clock.time
    assert [(seat.seat, seat.user_id, seat.name) for seat in table.seats] == [("P1", HOST, "Zoë")]
    assert (table.snapshot, table.questions) == (None, {})


async def test_games_played_to_their_end_come_with_the_names_of_all_players(
    storage: Storage, games: Games, clock: Clock
) -> None:
    """The latest first; neither those of others nor those that were ended before."""
    first, ended, last, _running = [await games.running(channel) for channel in range(4)]
    for game_id in (first, last):
        clock.time += timedelta(days=1)
        await games.play(game_id, pending={}, scores=[Score("P1", 1, 1, {})])
    await storage.games.close(ended)
    assert await storage.seats.played_out(GUEST) == (last, first)
    assert await storage.seats.played_out(4711) == ()
    assert [(row.id, names) for row, names in await storage.seats.with_players([last, "gone", first])] == [
        (last, ("Host", "Guest", "Computer")),
        (first, ("Host", "Guest", "Computer")),
    ]


async def test_a_channel_has_one_active_game(storage: Storage, games: Games) -> None:
    first = await games.lobby(channel_id=5)
    with pytest.raises(ChannelTaken) as caught:
        await games.lobby(channel_id=5)
    assert caught.value.game_id == first
    await storage.games.close(first)
    second = await games.lobby(channel_id=5)
    assert (await storage.games.load(second)).game.channel_id == 5


async def test_of_two_tables_opened_in_a_channel_at_once_one_wins(games: Games) -> None:
    made = await asyncio.gather(games.lobby(), games.lobby(), return_exceptions=True)
    assert [type(each) for each in made if not isinstance(each, str)] == [ChannelTaken]


ROW = "INSERT INTO games (id, name, channel_id, options, pace, created_at, updated_at) VALUES"


async def test_the_database_itself_refuses_a_second_active_game(storage: Storage, games: Games) -> None:
    await games.running(channel_id=5)
    assert await refuses(storage, f"{ROW} ('x', 'adepts', 5, '{{}}', 'none', '', '')", "channel")


async def test_a_deleted_games_id_is_never_used_again(place: Place) -> None:
    ids = iter(["first", "first", "second"])
    async with await Storage.open(place, new_id=lambda: next(ids)) as storage:
        games = Games(storage)
        assert await games.lobby() == "first"
        await storage.games.delete("first")
        assert await games.lobby() == "second"
        assert await refuses(storage, f"{ROW} ('first', 'adepts', 9, '{{}}', 'none', '', '')", "used before")


async def test_ids_that_are_all_taken_are_an_error_not_a_loop(place: Place) -> None:
    async with await Storage.open(place, new_id=lambda: "same") as storage:
        games = Games(storage)
        await games.lobby(channel_id=1)
        with pytest.raises(StorageError, match="no unused game id"):
            await games.lobby(channel_id=2)


async def test_unknown_games_are_said_to_be_so(storage: Storage) -> None:
    for call in (
        storage.games.load("nope"),
        storage.games.close("nope"),
        storage.games.delete("nope"),
        storage.games.set_host("nope", 1),
        storage.seats.add("nope", "Name", user_id=1),
        storage.messages.plan("nope", "board", 1),
    ):
        with pytest.raises(NoSuchGame, match="'nope'"):
            await call


async def test_options_change_while_a_game_is_active(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.lobby()
    clock.advance(minutes=1)
    await storage.games.set_options(game_id, {"seats": 2}, "day")
    game = (await storage.games.load(game_id)).game
    assert (game.options, game.pace, game.updated_at) == ({"seats": 2}, "day", clock.time)
    await storage.moves.start(game_id, games.position(0), {"P1": None})
    await storage.games.set_options(game_id, {"seats": 3}, "day")
    assert (await storage.games.load(game_id)).game.options == {"seats": 3}
    await storage.games.close(game_id)
    with pytest.raises(WrongStatus, match="is closed"):
        await storage.games.set_options(game_id, {}, "day")


async def test_a_table_is_handed_over_and_carried_on_elsewhere(storage: Storage, games: Games) -> None:
    game_id, _ = await games.running(channel_id=1), await games.lobby(channel_id=2)
    await storage.games.set_host(game_id, GUEST)
    with pytest.raises(ChannelTaken):
        await storage.games.set_channel(game_id, guild_id=7, channel_id=2)
    await storage.games.set_channel(game_id, guild_id=8, channel_id=3)
    await storage.games.set_channel(game_id, guild_id=8, channel_id=3)
    game = (await storage.games.load(game_id)).game
    assert (game.host_id, game.guild_id, game.channel_id) == (GUEST, 8, 3)


async def test_seats_are_numbered_in_the_order_of_joining(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    assert await storage.seats.add(game_id, "Guest", user_id=GUEST) == "P2"
    assert await storage.seats.add(game_id, "Computer", policy="steady") == "P3"
    assert await storage.seats.add(game_id, "Computer", policy="steady") == "P4"
    with pytest.raises(AlreadySeated) as caught:
        await storage.seats.add(game_id, "Guest again", user_id=GUEST)
    assert caught.value.seat == "P2"
    seats = (await storage.games.load(game_id)).seats
    assert [seat.is_computer for seat in seats] == [False, False, True, True]


async def test_who_leaves_a_lobby_makes_room_and_the_others_move_up(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    for user_id in range(2, 12):
        await storage.seats.add(game_id, f"n{user_id}", user_id=user_id)
    await storage.seats.remove(game_id, "P2")
    seats = (await storage.games.load(game_id)).seats
    assert [(s.seat, s.user_id) for s in seats] == [
        (f"P{n}", user_id) for n, user_id in enumerate([HOST, *range(3, 12)], 1)
    ]
    with pytest.raises(NoSuchSeat):
        await storage.seats.remove(game_id, "P11")


async def test_who_was_invited_and_leaves_has_declined_and_who_is_kicked_is_invited_no_more(
    storage: Storage, games: Games
) -> None:
    game_id = await games.lobby()
    await storage.invitations.add(game_id, [Invitation(user_id, "Invited") for user_id in (2, 3, 4, 5)])
    for user_id in (2, 3, 4):
        await storage.seats.add(game_id, f"n{user_id}", user_id=user_id)
    await storage.seats.add(game_id, "Computer", policy="steady")
    for seat, kicked in (("P5", True), ("P4", True), ("P3", True), ("P2", False)):
        await storage.seats.remove(game_id, seat, kicked=kicked)
    await storage.seats.readmit(game_id, 4)
    table = await storage.games.load(game_id)
    assert {each.user_id: each.declined for each in table.invitations} == {2: True, 5: False}
    assert table.kicked == {3: "n3"}


async def test_who_is_invited_to_a_place_sits_down_there_and_those_after_it_move_on(
    storage: Storage, games: Games
) -> None:
    """Whatever places they, or others, are invited to elsewhere."""
    for channel_id, places in ((1, {2: 9, 3: 9}), (2, {3: 2, 2: 0})):
        invited = [Invitation(user_id, f"n{user_id}", place) for user_id, place in places.items()]
        await storage.games.create(
            *("adepts", "Rematch"),
            guild_id=7,
            channel_id=channel_id,
            host_id=HOST,
            host_name="Host",
            options={},
            pace="none",
            places=[1],
            invited=invited,
        )
    row = await storage.games.active_in(2)
    assert row is not None
    assert [await storage.seats.add(row.id, f"n{user_id}", user_id=user_id) for user_id in (3, 2, 4)] == [
        "P2",
        "P1",
        "P4",
    ]
    seats = (await storage.games.load(row.id)).seats
    assert [(each.seat, each.user_id) for each in seats] == [("P1", 2), ("P2", HOST), ("P3", 3), ("P4", 4)]
    elsewhere = await storage.games.active_in(1)
    assert elsewhere is not None
    assert [each.seat for each in (await storage.games.load(elsewhere.id)).seats] == ["P1"]


async def test_a_table_goes_to_the_next_person_and_closes_with_the_last(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    await storage.seats.add(game_id, "Computer", policy="steady")
    for user_id in range(2, 11):
        await storage.seats.add(game_id, f"n{user_id}", user_id=user_id)

    async def host_after(seat: str) -> int | None:
        await storage.seats.remove(game_id, seat)
        return (await storage.games.row(game_id)).host_id

    await storage.games.set_host(game_id, 5)
    assert await host_after("P11") == 5  # who was not the host
    await storage.games.set_host(game_id, HOST)
    assert await host_after("P1") == 2  # P2, since a computer player has P1 now
    assert [await host_after("P2") for _ in range(7)] == [*range(3, 10)]
    assert await host_after("P1") == 9
    await storage.seats.remove(game_id, "P1")
    game = (await storage.games.load(game_id)).game
    assert (game.status, game.stopped_by, game.sealed_at) == (Status.CLOSED, 9, None)


async def test_two_who_join_at_once_get_two_seats(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    seats = await asyncio.gather(*(storage.seats.add(game_id, "n", user_id=n) for n in range(2, 6)))
    assert sorted(seats) == ["P2", "P3", "P4", "P5"]


async def test_seats_are_fixed_once_the_game_runs(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    with pytest.raises(WrongStatus):
        await storage.seats.add(game_id, "Late", user_id=9)
    with pytest.raises(WrongStatus):
        await storage.seats.remove(game_id, "P2")


async def test_a_seat_is_a_persons_or_a_computer_players(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    with pytest.raises(ValueError, match="either"):
        await storage.seats.add(game_id, "Nobody")
    with pytest.raises(ValueError, match="either"):
        await storage.seats.add(game_id, "Both", user_id=1, policy="steady")


async def test_lists_for_a_restart(storage: Storage, games: Games, clock: Clock) -> None:
    made = []
    for channel_id in range(1, 5):
        made.append(await games.running(channel_id) if channel_id > 1 else await games.lobby(channel_id))
        clock.advance(seconds=1)
    lobby, running, over, closed = made
    await games.play(over, pending={}, scores=[Score(f"P{n}", 10 - n, n) for n in (1, 2, 3)])
    await storage.games.close(closed)
    assert [game.id for game in await storage.games.active()] == [lobby, running]
    assert await storage.games.to_tell(told=True) == tuple(made)
    await storage.games.settle(over)
    assert await storage.games.to_tell(told=True) == (lobby, running, closed)
    assert [game.id for game in await storage.games.of_user(GUEST)] == [running]
    assert [game.id for game in await storage.games.of_user(GUEST, ended=True)] == [running]
    active = await storage.games.active_in(2)
    assert active is not None
    assert active.id == running
    assert await storage.games.active_in(3) is None
    with pytest.raises(WrongStatus):
        await storage.games.settle(running)
    await storage.games.set_channel(running, guild_id=1 << 22, channel_id=9)
    assert await storage.games.to_tell(told=True, guild_id=1 << 22) == (running,)
    assert await storage.games.to_tell(told=True, share=Share((1,), 2)) == (running,)
    assert await storage.games.to_tell(told=True, share=Share((0,), 2)) == (lobby, closed)
    storage.games.set_told(running, True)
    await storage.games.set_host(running, GUEST)  # it stores that too
    assert await storage.games.to_tell() == (lobby, closed)


async def test_messages_that_stand_in_the_channels_of_active_games_are_listed(storage: Storage, games: Games) -> None:
    """Also those of which it is not stored yet that they do, but none that is planned, or shows the one thing."""
    messages, found = storage.messages, storage.games.posted
    first, second, ended = [await games.running(channel_id) for channel_id in (1, 2, 3)]
    for number, game_id in enumerate((first, second, ended), 1):
        for kind in ("turn", "board"):
            row = await messages.plan(game_id, kind, number)
            messages.posted(row, row.id * 10, "shown")
        await messages.plan(game_id, "turn", number)
    assert await found("turn", "going") == tuple(Posted(each, 7, n) for n, each in enumerate((first, second, ended), 1))
    await storage.games.close(ended)
    assert await found("turn", "going") == (Posted(first, 7, 1), Posted(second, 7, 2))
    assert await found("turn", "going", guild_id=7) == await found("turn", "going", share=Share((0,), 2))
    assert await found("turn", "going", guild_id=8) == await found("turn", "going", share=Share((1,), 2)) == ()
    [row] = [row for row in await messages.of_game(first) if row.kind == "turn" and row.message_id is not None]
    messages.marked(row, "going")
    assert await found("turn", "going") == (Posted(second, 7, 2),)
    await storage.games.set_channel(second, guild_id=None, channel_id=9)
    assert await found("turn", "going") == ()


async def test_computer_players_turns_are_listed_while_their_game_runs(storage: Storage, games: Games) -> None:
    first, second = await games.running(1), await games.running(2)
    assert await storage.games.computer_turns() == ()
    for game_id in (first, second):
        await games.play(game_id, pending={"P3": None, "P2": None})
    await storage.games.close(second)
    assert await storage.games.computer_turns() == (ComputerTurn(first, "P3", "steady", 13),)


async def test_the_last_move_brings_the_results(storage: Storage, games: Games) -> None:
    game_id, other = await games.running(), await games.running(2)
    await games.play(other, pending={}, scores=[Score("P1", 7, 1)])
    best = {"total": 120, "rank": 1, "battery": {"topaz": 20}}
    scores = [Score("P1", 100, 2), Score("P2", 120, 1, best), Score("P3", 100, 2)]
    await games.play(game_id, pending={}, scores=scores)
    table = await storage.games.load(game_id)
    assert (table.game.status, table.questions) == (Status.OVER, {})
    assert await storage.games.results(game_id) == (
        Result(game_id, "P2", GUEST, None, 120, 1, best),
        Result(game_id, "P1", HOST, None, 100, 2, {}),
        Result(game_id, "P3", None, "steady", 100, 2, {}),
    )
    assert await storage.games.active_in(1) is None


async def test_a_game_closed_before_its_end_asks_nothing_more(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await storage.games.close(game_id)
    table = await storage.games.load(game_id)
    assert (table.game.status, table.questions) == (Status.CLOSED, {})
    with pytest.raises(WrongStatus):
        await storage.games.close(game_id)


async def test_deleting_a_game_leaves_nothing_of_it(storage: Storage, games: Games) -> None:
    gone, kept = await games.running(1), await games.running(2)
    for game_id in (gone, kept):
        await storage.messages.plan(game_id, "board", 1)
        await games.play(game_id)
        await games.play(game_id, pending={}, scores=[Score("P1", 1, 1)])
    await storage.games.delete(gone)
    with pytest.raises(NoSuchGame):
        await storage.games.load(gone)
    left = await dump(storage)
    assert [table for table, row in left if gone in row] == ["retired_ids"]
    assert {table for table, row in left if kept in row} >= {"seats", "moves", "snapshots", "results", "messages"}
    assert len(await storage.moves.entries(kept)) == 2
    assert check(storage.place) == ()


async def test_purge_takes_what_was_finished_before_and_nothing_else(
    storage: Storage, games: Games, clock: Clock
) -> None:
    old, running = await games.lobby(1), await games.running(2)
    await storage.games.close(old)
    clock.advance(days=1)
    new = await games.lobby(3)
    await storage.games.close(new)
    assert [game.id for game in await storage.games.finished(clock.time)] == [old]
    assert await storage.games.purge(clock.time) == (old,)
    assert {*await storage.games.to_tell(told=True)} == {running, new}


async def test_random_ids_differ_and_are_safe_everywhere(storage: Storage, games: Games) -> None:
    ids = [await games.lobby(channel_id) for channel_id in range(50)]
    assert all(a != b for a, b in itertools.combinations(ids, 2))
    assert all(re.fullmatch("[2-9bcdfghjkmnpqrstvwxyz]{8}", each) for each in ids)
    assert len(await storage.games.active()) == 50


async def test_the_last_of_a_channel_are_found_among_all(storage: Storage, games: Games, clock: Clock) -> None:
    made = []
    for begin in (games.running, games.running, games.lobby):
        made.append(await begin(1))
        await storage.games.close(made[-1], sealed_at=clock.time)
        clock.advance(seconds=1)
    played, sealed, never_begun = made
    await storage.games.seal(sealed)
    over, elsewhere = await games.running(1), await games.running(2)
    for game_id in (over, elsewhere):
        clock.advance(seconds=1)
        await games.play(game_id, pending={}, scores=[Score(f"P{n}", 10 - n, n) for n in (1, 2, 3)])
    await games.running(1)
    both = (Status.OVER, Status.CLOSED)

    async def found(*statuses: Status, **which: Any) -> list[str]:
        return [game.id for game in await storage.games.finished_in(1, *statuses, **which)]

    assert await found(*both) == [over]
    assert await found(*both, most=9) == [over, never_begun, sealed, played]
    assert await found(*both, begun=True, most=3) == [over, sealed, played]
    assert await found(Status.CLOSED, reopenable=True, most=9) == [never_begun, played]
    assert await found(Status.OVER, most=9) == [over]
    assert await storage.games.finished_in(3, *both) == ()


async def plan_of(
    path: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Storage], Awaitable[object]]
) -> list[str]:
    """Return how SQLite goes about the one statement that is asked, step by step."""
    async with await Storage.open(path) as storage:
        asked: list[tuple[str, tuple[object, ...]]] = []
        every = Transaction.all

        def noted(tx: Transaction, sql: str, *parameters: object) -> Any:
            asked.append((sql, parameters))
            return every(tx, sql, *parameters)

        monkeypatch.setattr(Transaction, "all", noted)
        await ask(storage)
        [(sql, parameters)] = asked
        plan = await storage._db.run(READ, lambda tx: every(tx, f"EXPLAIN QUERY PLAN {sql}", *parameters))
    return [step["detail"] for step in plan]


@pytest.mark.parametrize("share", [WHOLE, Share((0, 1), 4), Share((2,), 4)])
@pytest.mark.parametrize(
    ("ask", "table"),
    [
        (lambda storage: storage.games.computer_turns(), "questions"),
        (
            lambda storage: storage.games.short_of_time("deadline", lambda _: Clock().time, ["quiet"], "off"),
            "questions",
        ),
        (lambda storage: storage.games.posted("turn", "going"), "messages"),
        (lambda storage: storage.timers.look(Clock().time, ["deadline"], (), 50), "timers"),
    ],
)
async def test_what_is_under_way_is_not_looked_for_among_all_games_that_ever_were(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[Storage], Awaitable[object]],
    table: str,
    share: Share,
) -> None:
    """Nor is it by one of several processes, whose games are those of some servers alone."""
    async with await Storage.open(path) as storage:
        storage._db.share = share
        await Games(storage).running()
        plans, every = list[str](), Transaction.all

        def planned(tx: Transaction, sql: str, *parameters: object) -> Any:
            plans.extend(step["detail"] for step in every(tx, f"EXPLAIN QUERY PLAN {sql}", *parameters))
            return every(tx, sql, *parameters)

        monkeypatch.setattr(Transaction, "all", planned)
        await ask(storage)
    all_of_them = ("SCAN games", "SCAN seats", "SCAN messages")
    through = [step for step in plans if step.startswith(all_of_them) or "user_id>" in step]
    assert [step for step in through if "unsettled" not in step] == []
    assert any(table in step for step in plans)


@pytest.mark.parametrize("which", [{}, {"begun": True}, {"reopenable": True}])
async def test_an_index_leads_to_them(path: Path, monkeypatch: pytest.MonkeyPatch, which: dict[str, bool]) -> None:
    """Of however many rows, none of another channel is read, and only those of the same moment are sorted."""
    plan = await plan_of(
        path, monkeypatch, lambda storage: storage.games.finished_in(1, Status.OVER, Status.CLOSED, **which)
    )
    assert "games USING INDEX finished_games_of_a_channel (channel_id=?)" in plan[0]
    assert not {"USE TEMP B-TREE FOR ORDER BY", "SCAN games"} & {*plan}


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda storage: storage.games.active(7), "games USING INDEX unsettled_games_of_a_server"),
        (
            lambda storage: storage.games.posted("turn", "going", guild_id=7),
            "games USING INDEX unsettled_games_of_a_server",
        ),
        (
            lambda storage: storage.games.to_tell(told=True, guild_id=7),
            "games USING INDEX unsettled_games_of_a_server",
        ),
        (lambda storage: storage.tales.going(guild_id=7), "tales USING INDEX tales_of_a_server"),
    ],
)
async def test_an_index_leads_to_the_games_and_tales_of_a_server(
    path: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Storage], Awaitable[object]], index: str
) -> None:
    plan = await plan_of(path, monkeypatch, ask)
    assert f"{index} (guild_id=?)" in plan[0]
    assert not [step for step in plan if step.startswith("SCAN")]
