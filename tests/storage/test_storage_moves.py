"""Moves are appended one after another and never changed, with snapshot and questions in the same transaction."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from storage import (
    Answer,
    Conflict,
    DatabaseFailed,
    Duplicate,
    Entry,
    Move,
    NoSuchGame,
    NoSuchSeat,
    Position,
    QuestionClosed,
    Score,
    Status,
    Storage,
    Undo,
    WrongStatus,
    check,
    standing,
)

from .conftest import GUEST, HOST, Clock, Games, dump, refuses


async def test_a_game_starts_at_sequence_0_with_its_first_question(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    started = await storage.moves.start(game_id, Position(3, {"a": [1]}, {"b": "é"}), {"P1": None})
    assert (started.sequence, started.ply, started.questions) == (0, 0, {"P1": 11})
    table = await storage.games.load(game_id)
    assert table.game.status == Status.RUNNING
    assert table.snapshot is not None
    assert (table.snapshot.sequence, table.snapshot.version) == (0, 3)
    assert (table.snapshot.state, table.snapshot.side) == ({"a": [1]}, {"b": "é"})
    with pytest.raises(WrongStatus):
        await storage.moves.start(game_id, games.position(0), {})


async def test_a_move_is_stored_with_all_that_belongs_to_it(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.running()
    clock.advance(hours=1)
    done = await games.play(game_id, interaction_id=77, pending={"P2": None, "P3": None})
    assert (done.sequence, done.ply, done.questions) == (1, 1, {"P2": 12, "P3": 13})
    entry = Entry(1, 1, "P1", "assign", "topaz.2x3", 11, HOST, None, 77, clock.time)
    assert await storage.moves.entries(game_id) == (entry,)
    assert await storage.moves.counted(game_id, 77) == entry
    assert await storage.moves.counted(game_id, 78) is None
    table = await storage.games.load(game_id)
    assert table.snapshot is not None
    assert (table.snapshot.sequence, table.snapshot.ply, table.snapshot.state["number"]) == (1, 1, 1)
    assert {seat: question.number for seat, question in table.questions.items()} == {"P2": 12, "P3": 13}
    assert table.game.updated_at == table.questions["P2"].asked_at == clock.time


async def test_a_question_that_stays_open_keeps_its_number_and_its_time(
    storage: Storage, games: Games, clock: Clock
) -> None:
    game_id = await games.running()
    asked = (await games.play(game_id, pending={"P1": None, "P2": None})).questions
    since = clock.time
    clock.advance(hours=1)
    after = await games.play(game_id, pending={"P2": asked["P2"], "P1": None})
    assert after.questions == {"P2": asked["P2"], "P1": 31}
    questions = (await storage.games.load(game_id)).questions
    assert (questions["P2"].asked_at, questions["P1"].asked_at) == (since, clock.time)


@pytest.mark.parametrize("pending", [{"P1": 11}, {"P2": 11}, {"P1": 99}])
async def test_only_an_open_question_of_the_same_seat_can_be_kept(
    games: Games, storage: Storage, pending: dict[str, int]
) -> None:
    game_id = await games.running()
    with pytest.raises(QuestionClosed):
        await games.play(game_id, pending=pending)
    assert await storage.moves.entries(game_id) == ()


async def test_question_numbers_never_go_back_not_even_by_undo(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id)
    undone = await storage.moves.append(
        game_id, Undo("P1", 0, user_id=HOST), games.position(0), {"P1": None}, expected=1
    )
    assert (undone.sequence, undone.ply, undone.questions) == (2, 0, {"P1": 31})
    assert (await games.play(game_id)).questions == {"P1": 41}
    assert await refuses(storage, "UPDATE seats SET asked = asked - 1 WHERE seat = 'P1'", "never go back")


async def test_a_number_tells_nothing_about_what_others_are_asked(games: Games) -> None:
    """Each seat has its own count, and its digit as the last one keeps numbers distinct."""
    alone, beside = await games.running(1), await games.running(2)
    for _ in range(3):
        await games.play(beside)
    numbers = [(await games.play(game, pending={"P2": None, "P3": None})).questions for game in (alone, beside)]
    assert numbers == [{"P2": 12, "P3": 13}] * 2


async def test_answers_in_a_row_are_rows_of_their_own_in_one_step(storage: Storage, games: Games) -> None:
    """Each has its own sequence number, and the first has the interaction's id; one undo takes all of them back."""
    game_id = await games.running()
    await games.play(game_id, interaction_id=1)
    then = (Answer("move", "b2-c3"), Answer("attack", "pass"))
    done = await games.play(game_id, kind="spawn", token="b1", interaction_id=2, then=then)
    assert (done.sequence, done.ply, done.questions) == (4, 4, {"P1": 51})
    rows = (await storage.moves.entries(game_id))[1:]
    assert [(row.sequence, row.ply, row.question, row.interaction_id) for row in rows] == [
        (2, 2, 21, 2),
        (3, 3, 31, None),
        (4, 4, 41, None),
    ]
    assert [(row.kind, row.token) for row in rows] == [("spawn", "b1"), ("move", "b2-c3"), ("attack", "pass")]
    assert {(row.seat, row.user_id, row.policy) for row in rows} == {("P1", HOST, None)}
    counted = await storage.moves.counted(game_id, 2)
    assert counted == rows[0]
    with pytest.raises(Duplicate):
        await games.play(game_id, interaction_id=2, then=then)
    undone = await storage.moves.append(
        game_id, Undo("P1", 1, user_id=HOST), games.position(1), {"P1": None}, expected=4
    )
    assert (undone.sequence, undone.ply) == (5, 1)
    assert len(standing(await storage.moves.entries(game_id))) == 1
    assert check(storage.place) == ()


async def test_an_undo_is_a_row_and_the_moves_that_stand_leave_out_what_it_took_back(
    storage: Storage, games: Games
) -> None:
    game_id = await games.running()
    for token in "abc":
        await games.play(game_id, token=token)
    await storage.moves.append(
        game_id, Undo("P1", 1, user_id=HOST, interaction_id=5), games.position(1), {"P1": None}, expected=3
    )
    await games.play(game_id, token="d")
    entries = await storage.moves.entries(game_id)
    assert [(entry.sequence, entry.ply, entry.is_undo) for entry in entries] == [
        (1, 1, False),
        (2, 2, False),
        (3, 3, False),
        (4, 1, True),
        (5, 2, False),
    ]
    assert [entry.token for entry in standing(entries)] == ["a", "d"]
    assert check(storage.place) == ()


async def test_an_undo_alone_takes_out_its_own_seat_s_last_moves_and_leaves_those_of_others(
    storage: Storage, games: Games
) -> None:
    """Two answers of P1's are undone. One of P2's between them stands, and so does P1's move before them."""
    game_id = await games.running()
    both: dict[str, int | None] = {"P1": None, "P2": None}
    await games.play(game_id, token="before", pending=both)
    for seat, token in (("P1", "a"), ("P2", "b"), ("P1", "c")):
        table = await storage.games.load(game_id)
        asked = {**{each: question.number for each, question in table.questions.items()}, seat: None}
        await storage.moves.append(
            game_id,
            games.move(table, seat=seat, token=token, question=table.questions[seat].number),
            games.position(1),
            asked,
            expected=table.snapshot.sequence if table.snapshot else 0,
        )
    await storage.moves.append(
        game_id, Undo("P1", 2, user_id=HOST, alone=True), games.position(2), {"P1": None}, expected=4
    )
    entries = await storage.moves.entries(game_id)
    assert [entry.alone for entry in entries] == [False, False, False, False, True]
    assert [entry.token for entry in standing(entries)] == ["before", "b"]
    assert check(storage.place) == ()


@pytest.mark.parametrize("ply", [-1, 1, 2])
async def test_an_undo_goes_back_and_not_before_the_start(storage: Storage, games: Games, ply: int) -> None:
    game_id = await games.running()
    await games.play(game_id)
    with pytest.raises(ValueError, match="undo"):
        await storage.moves.append(game_id, Undo("P1", ply, user_id=HOST), games.position(0), {"P1": None}, expected=1)


async def test_a_move_on_what_is_no_longer_so_is_refused_and_nothing_written(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id)
    before = await storage.games.load(game_id)
    for expected in (0, 2):
        with pytest.raises(Conflict, match="is at move 1"):
            await games.play(game_id, expected=expected)
    assert await storage.games.load(game_id) == before
    assert len(await storage.moves.entries(game_id)) == 1


async def test_of_two_moves_at_the_same_moment_one_wins(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id, pending={"P1": None, "P2": None})
    table = await storage.games.load(game_id)
    results = await asyncio.gather(
        *(
            storage.moves.append(
                game_id, games.move(table, seat=seat, question=table.questions[seat].number),
                games.position(2), {"P1": None}, expected=1,
            )
            for seat in ("P1", "P2")
        ),
        return_exceptions=True,
    )  # fmt: skip
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert len(await storage.moves.entries(game_id)) == 2


async def test_an_interaction_delivered_twice_counts_once(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    table = await storage.games.load(game_id)
    move = games.move(table, interaction_id=42)
    call = (game_id, move, games.position(1), {"P1": None})
    results = await asyncio.gather(*(storage.moves.append(*call, expected=0) for _ in range(2)), return_exceptions=True)
    (duplicate,) = [result for result in results if isinstance(result, Duplicate)]
    assert duplicate.sequence == 1
    with pytest.raises(Duplicate):
        await games.play(game_id, interaction_id=42)
    assert len(await storage.moves.entries(game_id)) == 1


async def test_a_late_second_delivery_is_a_duplicate_also_when_the_game_is_over(games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id, interaction_id=42, pending={}, scores=[Score("P1", 1, 1)])
    move = Move("P1", "assign", "topaz.2x3", 1, user_id=HOST, interaction_id=42)
    with pytest.raises(Duplicate):
        await games.storage.moves.append(game_id, move, games.position(1), {}, expected=0)


async def test_interactions_are_counted_per_game(games: Games) -> None:
    for channel_id in (1, 2):
        assert (await games.play(await games.running(channel_id), interaction_id=42)).sequence == 1


async def test_a_stale_question_is_refused(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id)
    with pytest.raises(QuestionClosed, match=r"question 11 .* P1"):
        await games.play(game_id, question=11)
    with pytest.raises(QuestionClosed):
        await games.play(game_id, seat="P2")
    assert len(await storage.moves.entries(game_id)) == 1


@pytest.mark.parametrize("by", [{"user_id": None}, {"policy": "steady"}])
async def test_a_move_is_made_by_a_person_or_a_computer_player(games: Games, by: dict[str, Any]) -> None:
    game_id = await games.running()
    with pytest.raises(ValueError, match="either"):
        await games.play(game_id, **by)
    done = await games.play(game_id, user_id=None, policy="steady")
    (entry,) = await games.storage.moves.entries(game_id)
    assert (done.sequence, entry.policy, entry.user_id) == (1, "steady", None)


async def test_moves_need_a_running_game(storage: Storage, games: Games) -> None:
    lobby = await games.lobby()
    move = Move("P1", "assign", "pass", 1, user_id=HOST)
    with pytest.raises(WrongStatus, match="lobby"):
        await storage.moves.append(lobby, move, games.position(1), {}, expected=0)
    with pytest.raises(NoSuchGame):
        await storage.moves.append("nope", move, games.position(1), {}, expected=0)
    with pytest.raises(NoSuchGame):
        await storage.moves.rewrite("nope", games.position(1), expected=0)


async def test_what_fails_in_the_last_statement_undoes_the_first(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    before = await storage.games.load(game_id)
    with pytest.raises(DatabaseFailed, match=r"(?i)foreign key"):
        await games.play(game_id, pending={}, scores=[Score("P9", 1, 1)])
    with pytest.raises(NoSuchSeat):
        await games.play(game_id, pending={"P9": None})
    with pytest.raises(TypeError):
        await storage.moves.append(game_id, games.move(before), Position(1, {"x": {1, 2}}), {"P1": None}, expected=0)
    assert await storage.games.load(game_id) == before
    assert await storage.moves.entries(game_id) == ()


async def test_nothing_is_asked_after_the_end(games: Games) -> None:
    game_id = await games.running()
    with pytest.raises(ValueError, match="over"):
        await games.play(game_id, scores=[Score("P1", 1, 1)])


async def test_a_snapshot_is_rewritten_in_place(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id)
    await storage.moves.rewrite(game_id, Position(2, {"new": True}, {"passed": ["P1"]}), expected=1)
    snapshot = (await storage.games.load(game_id)).snapshot
    assert snapshot is not None
    assert (snapshot.sequence, snapshot.version, snapshot.state) == (1, 2, {"new": True})
    assert snapshot.side == {"passed": ["P1"]}
    with pytest.raises(Conflict):
        await storage.moves.rewrite(game_id, games.position(0), expected=0)


MUST_NEVER_BE = (
    "UPDATE moves SET token = 'x'",
    "UPDATE moves SET seat = 'P2'",
    "UPDATE moves SET ply = 9",
    "UPDATE moves SET at = ''",
    "UPDATE moves SET user_id = 5",
    "UPDATE moves SET policy = 'x', user_id = NULL",
    "UPDATE moves SET sequence = 9",
    "UPDATE moves SET alone = alone",
    "DELETE FROM moves",
    "REPLACE INTO moves SELECT game_id, sequence, ply, seat, kind, 'x', question, user_id, policy,"
    " interaction_id, at, alone FROM moves",
    "INSERT INTO moves (game_id, sequence, ply, seat, at) SELECT game_id, 7, 0, 'P1', '' FROM moves",
    "INSERT INTO moves (game_id, sequence, ply, seat, interaction_id, at)"
    " SELECT game_id, 2, 0, 'P1', interaction_id, '' FROM moves",
    "INSERT INTO moves (game_id, sequence, ply, seat, kind, token, question, at)"
    " SELECT game_id, 2, 2, 'P1', 'k', 't', question, '' FROM moves",
    "INSERT INTO moves (game_id, sequence, ply, seat, kind, at) SELECT game_id, 2, 2, 'P1', 'k', '' FROM moves",
    "INSERT INTO moves (game_id, sequence, ply, seat, at) SELECT game_id, 2, 0, 'P9', '' FROM moves",
    "UPDATE games SET settled = 1",
    "UPDATE games SET status = 'paused'",
    "UPDATE seats SET policy = 'x' WHERE user_id IS NOT NULL",
    "UPDATE seats SET user_id = 1001",
    "UPDATE games SET channel_id = 'text'",
)


async def test_the_database_itself_keeps_what_must_never_be(storage: Storage, games: Games) -> None:
    await games.play(await games.running(), interaction_id=42)
    before = await dump(storage)
    for statement in MUST_NEVER_BE:
        assert await refuses(storage, statement, ""), statement
    assert await dump(storage) == before


async def test_a_cancelled_move_is_whole_and_leaves_nothing_open(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    table = await storage.games.load(game_id)
    move = games.move(table, interaction_id=42)
    gate = threading.Event()
    busy = asyncio.create_task(storage._db.run("BEGIN", lambda _: gate.wait(10)))
    call = storage.moves.append(game_id, move, games.position(1), {"P1": None}, expected=0)
    cancelled = asyncio.create_task(call)
    await asyncio.sleep(0)  # the move is waiting for the database
    cancelled.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cancelled
    gate.set()
    await busy
    with pytest.raises(Duplicate):
        await storage.moves.append(game_id, move, games.position(1), {"P1": None}, expected=0)
    assert (await games.play(game_id)).sequence == 2
    assert check(storage.place) == ()


async def test_moves_cancelled_at_any_moment_leave_the_game_playable(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    for turns_of_the_loop in range(12):
        task = asyncio.create_task(games.play(game_id))
        for _ in range(turns_of_the_loop):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert check(storage.place) == ()
    before = (await storage.games.load(game_id)).snapshot
    assert before is not None
    assert (await games.play(game_id)).sequence == before.sequence + 1


async def test_who_asked_to_be_forgotten_is_taken_from_the_rows_and_nothing_else(
    storage: Storage, games: Games
) -> None:
    game_id = await games.running()
    await games.play(game_id, pending={"P2": None})
    (before,) = await storage.moves.entries(game_id)
    await games.play(game_id, seat="P2", user_id=GUEST)
    await storage.games.close(game_id)
    await storage.players.forget(HOST, "hours")
    after, other = await storage.moves.entries(game_id)
    assert (after.user_id, other.user_id) == (None, GUEST)
    assert (after.token, after.question, after.at) == (before.token, before.question, before.at)
