"""Computer players that need time think in one process for all tables."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import struct
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

import agents
from bot.automatic import thinking
from bot.automatic.computers import Computers
from bot.automatic.helping import Helper
from bot.automatic.thinking import Thinking, answered
from bot.clock import MovedClock
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.worker import Died, Worker
from game.adepts.kit import KIT
from game.adepts.players import strong
from game.core.discover import kits
from storage import Storage

from .tables import begun, play_first

ANN = 11
SLOW = [(kit.name, player.name) for kit in kits().values() for player in kit.players if player.takes]
COUNTED = [
    (kit.name, player.name) for kit in kits().values() for player in kit.players if player.takes if not player.clocked
]


@pytest.fixture
async def thought() -> AsyncIterator[Thinking]:
    made = Thinking()
    yield made
    await made.close()


@asynccontextmanager
async def playing(tables: Tables) -> AsyncIterator[Computers]:
    """Computer players that have not moved at any table yet."""
    made = Computers(tables)
    try:
        yield made
    finally:
        await made.stop()


async def against_strong(tables: Tables, channel: int = 1, computers: int = 2) -> Table:
    """Start a game of Ann (P1) against computer players that think."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=channel, options={})
    for _ in range(computers):
        await tables.lobby.add_computer(table.id, Actor(ANN), "strong")
    return await tables.lobby.start(table.id, Actor(ANN))


async def until_asked(tables: Tables, table: Table) -> Table:
    """Let Ann answer as a quick player would, until a computer player is asked; return the table."""
    table = await tables.look(table.id)
    while "P1" in table.questions and not any(table.seat(seat).is_computer for seat in table.questions):
        decision = table.playing.pending["P1"]
        token = agents.named("greedy", KIT)(table.view("P1"), decision, Random(1))
        await tables.moves.play(table.id, ANN, token)
        table = await tables.look(table.id)
    return table


def test_every_game_has_a_player_that_thinks() -> None:
    assert {game for game, _ in SLOW} == set(kits())


@pytest.mark.parametrize(("game", "player"), COUNTED)
async def test_the_other_process_answers_what_this_one_would(thought: Thinking, game: str, player: str) -> None:
    """For a whole turn of each game: from the view, the question and the seed, which stay unchanged."""
    kit = kits()[game]
    played = kit.new(kit.seats[-1], kit.checked({}), "thinking")
    for number in range(12):
        seat, decision = next(iter(played.pending.items()))
        view = played.view(seat)
        token = await thought.answer(game, player, view, decision, f"seed {number}")
        assert token == answered(game, player, view, decision, f"seed {number}", 0.0)
        played.play(seat, token)


async def test_twenty_tables_are_answered_in_turn(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """First come, first served. No table has two questions there, and nothing is computed in this process."""
    begun = [await against_strong(tables, channel) for channel in range(1, 21)]
    ready = [await until_asked(tables, table) for table in begun]
    answer, asked, done = Thinking.answer, Counter[str](), list[str]()

    async def counted(*args: Any) -> str:
        task = asyncio.current_task()
        assert task is not None
        asked[task.get_name()] += 1
        assert asked[task.get_name()] == 1
        token = await answer(*args)
        asked[task.get_name()] -= 1
        done.append(task.get_name())
        return token

    def never(*_: Any) -> str:
        raise AssertionError("it held up the bot")

    monkeypatch.setattr(Thinking, "answer", counted)
    monkeypatch.setattr(strong, "policy", never)
    async with playing(tables) as computers:
        for table in ready:
            computers.poke(table.id)
        await computers.idle()
    for table in [await tables.look(table.id) for table in ready]:
        assert [seat for seat in table.questions if table.seat(seat).is_computer] == []
        assert "P1" in table.questions
    assert done[:20] == [f"{table.id} computers" for table in ready]
    assert len(done) >= 40


async def test_a_question_is_asked_again_when_the_process_dies_over_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The move is made once, and is the same as without that."""
    table, other = [await until_asked(tables, await against_strong(tables, channel)) for channel in (1, 2)]
    async with playing(tables) as computers:
        computers.poke(other.id)
        await computers.idle()
        wanted = await moves(tables, other)  # the same game, as both have one seed
        pid, handed = await stopped_process(computers, monkeypatch)
        computers.poke(table.id)
        await handed.wait()
        os.kill(pid, signal.SIGKILL)
        await computers.idle()
    assert "the process that thinks has died" in caplog.text
    assert await moves(tables, table) == wanted
    assert len(wanted) > table.playing.ply


async def test_who_kills_the_process_each_time_is_answered_for_by_a_quick_player(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await until_asked(tables, await against_strong(tables, computers=1))
    monkeypatch.setattr(thinking, "answered", dies)
    async with playing(tables) as computers:
        assert await computers._play_one(table.id)
        monkeypatch.undo()
        await computers.idle()
    assert "a computer player could not choose" in caplog.text
    assert (await tables.look(table.id)).playing.ply > table.playing.ply


async def test_a_bot_that_is_ended_does_not_wait_for_thoughts(
    tables: Tables, store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process has ended, no move was made, and the next bot asks again."""
    table, computers = await until_asked(tables, await against_strong(tables)), Computers(tables)
    pid, handed = await stopped_process(computers, monkeypatch)
    computers.poke(table.id)
    await handed.wait()
    await computers.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert len(await moves(tables, table)) == table.playing.ply
    again = Tables(store, clock=clock, seed="tables")
    async with playing(again) as computers:
        await computers.start()
        await computers.idle()
    assert "P1" in (await again.look(table.id)).questions


async def test_a_hint_waits_for_no_computer_player(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise its duration would reveal how much a computer player has to choose from."""
    table, mine = [await until_asked(tables, await against_strong(tables, channel)) for channel in (1, 2)]
    helper = Helper()
    async with playing(tables) as computers:
        computers.poke(mine.id)
        await computers.idle()
        mine = await tables.look(mine.id)
        _, handed = await stopped_process(computers, monkeypatch)
        computers.poke(table.id)
        await handed.wait()
        await helper.hint(mine, "P1")
        await helper.close()
        assert helper.hinted(mine, "P1")
        assert computers.thinking == 1


async def test_after_its_end_nothing_is_thought(thought: Thinking) -> None:
    await thought.close()
    game = KIT.new(2, KIT.checked({}), "closed")
    [(seat, decision)] = game.pending.items()
    with pytest.raises(Died):
        await thought.answer("adepts", "strong", game.view(seat), decision, "seed")


async def test_whoever_waits_for_a_process_hears_of_its_end() -> None:
    """However many wait, and even if one of them was cancelled: all get an error for what they wait for."""
    worker = Worker()
    await worker.do(os.getpid)
    waiting = [asyncio.create_task(worker.do(time.sleep, 60)) for _ in range(6)]
    await asyncio.sleep(0)
    waiting.pop(4).cancel()  # not yet among the three handed ahead
    await asyncio.sleep(0)
    await worker.close()
    async with asyncio.timeout(30):
        ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(end) for end in ends] == [Died] * len(waiting)


def killed_while_it_answers() -> None:
    """Kill this process when half of its answer is written."""
    frame = inspect.currentframe()
    while frame is not None and "result_queue" not in frame.f_locals:
        frame = frame.f_back
    assert frame is not None
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000) + b"half")
    os.kill(os.getpid(), signal.SIGKILL)


async def test_a_process_killed_while_it_answers_is_waited_for_no_longer() -> None:
    """Nor when the worker is closed; otherwise the bot would never end."""
    worker = Worker()
    async with asyncio.timeout(60):
        with pytest.raises(Died):
            await worker.do(killed_while_it_answers)
        assert await worker.do(os.getpid) != os.getpid()
        await worker.close()


async def stopped_process(computers: Computers, monkeypatch: pytest.MonkeyPatch) -> tuple[int, asyncio.Event]:
    """Stop the process that thinks, so that it does nothing until it is killed; return its id, and an event for the
    next work handed to it."""
    pid = await computers._minds._thinking._worker.do(os.getpid)
    os.kill(pid, signal.SIGSTOP)
    handed, loop, submit = asyncio.Event(), asyncio.get_running_loop(), Worker._submit

    def noted(*args: Any) -> Any:
        future = submit(*args)
        loop.call_soon_threadsafe(handed.set)
        return future

    monkeypatch.setattr(Worker, "_submit", noted)
    return pid, handed


async def moves(tables: Tables, table: Table) -> list[tuple[str, str]]:
    """Return who made which moves, as stored."""
    return list((await tables.history(table.id)).moves)


def dies(*_: Any) -> str:
    os._exit(1)


async def test_where_people_play_alone_no_computer_player_looks(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until one sits down there, so that games without computer players do not pay for them."""
    looked, play_one = list[str](), Computers._play_one

    async def noted(computers: Computers, game_id: str) -> bool:
        looked.append(game_id)
        return await play_one(computers, game_id)

    monkeypatch.setattr(Computers, "_play_one", noted)
    async with playing(tables) as computers:
        table = await begun(tables)
        await play_first(tables, table)
        await computers.idle()
        assert looked == []
        tables.cache.drop(table.id)
        computers.poke(table.id)  # not cached, so nobody knows who sits there
        await computers.idle()
        assert looked == [table.id]
