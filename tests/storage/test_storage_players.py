"""People's settings, results, and being forgotten."""

from __future__ import annotations

import asyncio

from storage import Score, Storage

from .conftest import GUEST, HOST, Games

SCORES = [Score("P1", 3, 1, 1), Score("P2", 2, 1, 2), Score("P3", 1, 1, 3)]


async def test_settings_change_one_by_one(storage: Storage) -> None:
    assert await storage.players.settings(HOST) == {}
    assert await storage.players.change_settings(HOST, {"ping": "dm", "pass": False}) == {
        "ping": "dm",
        "pass": False,
    }
    await storage.players.change_settings(HOST, {"pass": True})
    assert await storage.players.settings(HOST) == {"ping": "dm", "pass": True}
    assert await storage.players.settings(GUEST) == {}


async def test_settings_changed_at_once_are_all_kept(storage: Storage) -> None:
    await asyncio.gather(*(storage.players.change_settings(HOST, {f"key{n}": n}) for n in range(5)))
    assert await storage.players.settings(HOST) == {f"key{n}": n for n in range(5)}


async def test_forgetting_leaves_no_trace_in_finished_games(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await games.play(game_id)
    await storage.messages.plan(game_id, "research", 1, user_id=HOST)
    kept = await storage.messages.plan(game_id, "research", 1, user_id=GUEST)
    await games.play(game_id, pending={}, scores=SCORES)
    await storage.players.change_settings(HOST, {"ping": "dm"})
    await storage.players.change_settings(GUEST, {"ping": "dm"})

    assert await storage.players.forget(HOST) == ()

    table = await storage.games.load(game_id)
    assert table.game.host_id is None
    assert [(seat.user_id, seat.policy, seat.name) for seat in table.seats] == [
        (None, None, "P1"),
        (GUEST, None, "Guest"),
        (None, "steady", "Computer"),
    ]
    assert [entry.user_id for entry in await storage.moves.entries(game_id)] == [None, None]
    assert [(result.seat, result.user_id) for result in await storage.games.results(game_id)] == [
        ("P1", None),
        ("P2", GUEST),
        ("P3", None),
    ]
    assert await storage.messages.of_game(game_id) == (kept,)
    assert await storage.players.settings(HOST) == {}
    assert await storage.players.results(HOST) == ()
    assert await storage.players.settings(GUEST) == {"ping": "dm"}
    assert await storage.check() == ()


async def test_two_who_are_forgotten_in_one_game_do_not_collide(storage: Storage, games: Games) -> None:
    game_id = await games.running()
    await storage.games.close(game_id)
    await storage.players.forget(HOST)
    await storage.players.forget(GUEST)
    assert [seat.user_id for seat in (await storage.games.load(game_id)).seats] == [None, None, None]


async def test_games_that_go_on_keep_whom_to_ask_and_are_named(storage: Storage, games: Games) -> None:
    running = await games.running(1)
    finished = await games.running(2)
    await storage.games.close(finished)
    assert await storage.players.forget(GUEST) == (running,)
    assert (await storage.games.load(running)).seats[1].user_id == GUEST
    assert (await storage.games.load(finished)).seats[1].user_id is None
