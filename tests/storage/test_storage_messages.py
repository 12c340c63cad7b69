"""The bot's messages, and what each last showed."""

from __future__ import annotations

import asyncio

from storage import Storage
from storage.connection import WRITE

from .conftest import GUEST, Clock, Games, refuses


async def test_a_message_is_planned_posted_and_edited(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.lobby()
    planned = await storage.messages.plan(game_id, "research", 55, seat="P2", user_id=GUEST)
    assert (planned.kind, planned.channel_id, planned.seat, planned.user_id) == ("research", 55, "P2", GUEST)
    assert (planned.message_id, planned.shown, planned.posted_at, planned.failures) == (None, None, None, 0)
    assert await storage.messages.of_game(game_id) == (planned,)
    posted = storage.messages.posted(planned, 999, "digest 1")
    assert (posted.message_id, posted.shown, posted.posted_at) == (999, "digest 1", clock.time)
    clock.advance(minutes=5)
    edited = storage.messages.edited(planned, "digest 2")
    assert (edited.shown, edited.posted_at) == ("digest 2", posted.posted_at)
    assert await storage.messages.of_game(game_id) == (edited,)
    assert await storage.messages.find(999) == edited
    assert await storage.messages.find(998) is None
    storage.reread()
    assert await storage.messages.of_game(game_id) == (edited,)


async def test_failures_are_counted_until_the_next_success(storage: Storage, games: Games, clock: Clock) -> None:
    game_id = await games.lobby()
    planned = await storage.messages.plan(game_id, "board", 1)
    failed = storage.messages.failed(planned, "503")
    clock.advance(minutes=1)
    failed = storage.messages.failed(failed, "50013 Missing Permissions")
    assert (failed.failures, failed.error, failed.failed_at) == (2, "50013 Missing Permissions", clock.time)
    assert await storage.messages.of_game(game_id) == (failed,)
    posted = storage.messages.posted(failed, 9, "d")
    assert (posted.failures, posted.error, posted.failed_at) == (0, None, None)
    edited = storage.messages.edited(storage.messages.failed(posted, "429"), "d2")
    assert (edited.failures, edited.error) == (0, None)
    assert await storage.messages.of_game(game_id) == (edited,)


async def test_a_new_board_and_the_former_are_both_known_until_one_is_forgotten(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    former = await storage.messages.plan(game_id, "board", 1)
    new = await storage.messages.plan(game_id, "board", 1)
    assert [message.id for message in await storage.messages.of_game(game_id)] == [former.id, new.id]
    storage.messages.forget(former)
    storage.messages.forget(former)
    assert [message.id for message in await storage.messages.of_game(game_id)] == [new.id]


async def test_what_changes_while_the_rows_are_read_is_not_missed(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    board, turn = [await storage.messages.plan(game_id, kind, 1) for kind in ("board", "turn")]
    storage.reread()
    reading = asyncio.create_task(storage.messages.of_game(game_id))
    await asyncio.sleep(0)  # it is being read
    posted = storage.messages.posted(board, 9, "d")
    storage.messages.forget(turn)
    assert await reading == await storage.messages.of_game(game_id) == (posted,)
    storage.reread()
    reading = asyncio.create_task(storage.messages.of_game(game_id))
    call = await storage.messages.plan(game_id, "call", 1)
    assert await reading == await storage.messages.of_game(game_id) == (posted, call)


async def test_the_messages_of_a_deleted_game_are_gone_and_their_numbers_never_come_back(
    storage: Storage, games: Games
) -> None:
    game_id = await games.lobby(1)
    gone = await storage.messages.plan(game_id, "board", 1)
    await storage.games.delete(game_id)
    storage.messages.posted(gone, 9, "d")
    storage.messages.edited(gone, "d")
    assert await storage.messages.of_game(game_id) == ()
    assert (await storage.messages.plan(await games.lobby(2), "board", 1)).id > gone.id


async def test_a_row_whose_number_went_to_another_game_is_left_alone(storage: Storage, games: Games) -> None:
    """A standby that takes over without the last rows gives their numbers away once more."""
    lost, game_id = await games.lobby(1), await games.lobby(2)
    row = await storage.messages.plan(lost, "board", 1)
    took = "UPDATE messages SET game_id = ?, channel_id = 2 WHERE id = ?"
    await storage._db.run(WRITE, lambda tx: tx.all(took, game_id, row.id))
    storage.messages.posted(row, 999, "a digest")
    storage.messages.forget(row)
    storage.reread()
    [kept] = await storage.messages.of_game(game_id)
    assert (kept.id, kept.message_id, kept.shown) == (row.id, None, None)


async def test_a_discord_message_belongs_to_one_row(storage: Storage, games: Games) -> None:
    game_id = await games.lobby()
    for _ in range(2):
        await storage.messages.plan(game_id, "board", 1)
    assert await refuses(storage, "UPDATE messages SET message_id = 9", "message_id")


async def test_small_facts_are_kept_by_key(storage: Storage) -> None:
    assert await storage.meta.get("commands") is None
    await storage.meta.set("commands", "hash 1")
    await storage.meta.set("commands", "hash 2")
    assert await storage.meta.get("commands") == "hash 2"
