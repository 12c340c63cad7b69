"""Storage is unreachable for a while: what was under way then continues by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.automatic.computers import Computers
from bot.client import AdeptsBot
from bot.clock import MovedClock
from bot.tables import Tables, keeper
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import WrongMoment
from bot.tables.votes import LAPSES
from playground import Person
from playground.world.models import Channel
from storage import Conflict, DatabaseAway, Storage
from storage.games import Games
from storage.topics import END

from .conftest import Opened, Stage
from .tables import ANN, BOB, begun, mover, play_first

T = TypeVar("T")


@contextmanager
def refusing(store: Storage, what: str) -> Iterator[None]:
    """Let the database refuse such rows, as a full disk would."""
    assert isinstance(store.place, Path)
    with closing(sqlite3.connect(store.place, isolation_level=None)) as raw:
        raw.execute(f"CREATE TRIGGER full BEFORE INSERT ON {what} BEGIN SELECT RAISE(ABORT, 'full'); END")
        yield
        raw.execute("DROP TRIGGER full")


async def test_a_computer_player_whose_move_was_not_stored_plays_on_by_itself(
    tables: Tables, store: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    """Everybody waits for it, so nothing else would wake it."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=1, options={})
    await tables.lobby.add_computer(table.id, Actor(ANN), "random")
    table = await tables.lobby.start(table.id, Actor(ANN))
    while "P1" in table.questions:
        table = await play_first(tables, table)
    computers = Computers(tables, retry=0.01)
    with refusing(store, "moves"):
        computers.poke(table.id)
        await computers.idle()
        assert (await tables.look(table.id)).playing.ply == table.playing.ply
    assert "DatabaseFailed" in caplog.text
    told = list[str]()
    tables.listen(told.append)
    await until(lambda: told)
    await computers.idle()
    assert "P1" in (await tables.look(table.id)).questions
    await computers.stop()


async def test_a_move_that_may_have_been_stored_is_told(
    tables: Tables, store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the confirmation was lost, so the board, the next call and the computer players must learn of it."""
    table = await begun(tables)
    told, (seat, user, _) = list[str](), mover(table)
    tables.listen(told.append)
    lose_confirmations(store.moves, monkeypatch)
    monkeypatch.setattr(keeper, "DOUBT", 0.01)
    with pytest.raises(DatabaseAway):
        await tables.moves.play(table.id, user, table.playing.legal(seat)[0])
    assert told == []
    await asyncio.sleep(0.05)
    assert told == [table.id]
    assert (await tables.look(table.id)).playing.ply == table.playing.ply + 1


async def test_a_table_is_shown_as_it_is_stored_once_a_move_does_not_fit_that(
    tables: Tables, store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another server has taken over that had not got the last moves: all would wait for the wrong person."""
    table = await begun(tables)
    told, (seat, user, _) = list[str](), mover(table)
    token = table.playing.legal(seat)[0]
    await Tables(store).moves.play(table.id, user, token)
    tables.listen(told.append)
    monkeypatch.setattr(keeper, "DOUBT", 0.01)
    with pytest.raises(Conflict):
        await tables.moves.play(table.id, user, token)
    await until(lambda: told == [table.id])
    assert (await tables.look(table.id)).playing.ply == table.playing.ply + 1


async def test_a_table_whose_opening_was_stored_but_not_confirmed_is_shown_when_somebody_tries_again(
    tables: Tables, store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_confirmations(store.games, monkeypatch, "create")
    with pytest.raises(DatabaseAway):
        await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=5, options={})
    told = list[str]()
    tables.listen(told.append)
    with pytest.raises(WrongMoment, match="you have a seat"):
        await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=5, options={})
    assert told == [row.id for row in await store.games.active()]


async def test_a_setting_that_may_have_been_stored_is_read_anew(
    tables: Tables, store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await tables.people.settings(ANN))["turn"] == "ping"
    lose_confirmations(store.players, monkeypatch, "change_settings")
    with pytest.raises(DatabaseAway):
        await tables.people.set(ANN, "turn", "none")
    assert (await tables.people.settings(ANN))["turn"] == "none"


async def test_nothing_names_a_person_who_may_have_been_forgotten(
    tables: Tables, store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in memory is read anew, and the messages are looked over: when the person tries again, nothing in storage
    tells any more where they were shown."""
    table = await begun(tables)
    await tables.lobby.end(table.id, Actor(ANN))
    await tables.people.set(ANN, "turn", "none")
    lose_confirmations(store.players, monkeypatch, "forget")
    told = list[str]()
    tables.listen(told.append)
    with pytest.raises(DatabaseAway):
        await tables.people.forget(ANN)
    assert told == [table.id]
    assert (await tables.look(table.id)).find(ANN) is None
    assert (await tables.people.settings(ANN))["turn"] == "ping"


async def test_a_start_goes_over_a_game_in_which_a_vote_has_lapsed(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    """If the bot is killed before it shows that, no timer is left that would tell of it."""
    table = await begun(tables)
    await tables.decisions.decide(table.id, END, Decider(BOB))
    tables.cache.show(table.id)
    clock.advance(LAPSES)
    await tables.votes.lapse(table.id, f"{END} {BOB}")
    assert await store.votes.topics(table.id) == ()
    assert await store.games.to_tell() == (table.id,)


async def test_a_vote_that_may_have_lapsed_is_told(
    tables: Tables, store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its timer may be gone with it, so it is not found again when the alarm tries again."""
    table = await begun(tables)
    await tables.decisions.decide(table.id, END, Decider(BOB))
    clock.advance(LAPSES)
    lose_confirmations(store.votes, monkeypatch, "lapse")
    monkeypatch.setattr(keeper, "DOUBT", 0.01)
    told = list[str]()
    tables.listen(told.append)
    with pytest.raises(DatabaseAway):
        await tables.votes.lapse(table.id, f"{END} {BOB}")
    await until(lambda: told == [table.id])


async def test_an_entry_of_a_tale_that_may_have_been_stored_is_told(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ann.command(channel, "tale new", title="The Tower")
    await stage.quiet()
    told = list[str]()
    bot.tales.changed.append(told.append)
    lose_confirmations(bot.tables.store.tales, monkeypatch)
    monkeypatch.setattr(keeper, "DOUBT", 0.01)
    answer = await bob.command(channel, "tale join")
    assert answer.message is not None
    assert "look at the table" in answer.message.text
    [tale_id] = await until(lambda: told)
    assert [*(await bot.tales.look(tale_id)).people.values()] == [ann.id, bob.id]


async def test_a_start_that_cannot_ask_storage_goes_over_its_games_as_soon_as_it_can(
    stage: Stage, ann: Person, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the last bot did not show is shown, and computer players move."""
    game = await opened(ann, computers=1)
    await stage.stop()
    async with await Storage.open(stage.settings.storage.path) as store:
        tables = Tables(store)
        table = await tables.look(game)
        while "P1" in table.questions:
            table = await play_first(tables, table)
    away = {name: away_once(name, monkeypatch) for name in ("to_tell", "computer_turns")}
    bot = await stage.start()
    for asked in away.values():
        await until(partial(bool, asked))
    await stage.quiet()
    assert "P1" in (await bot.tables.look(game)).questions
    async with asyncio.timeout(30):
        while await bot.tables.store.games.to_tell():  # noqa: ASYNC110 - it is stored in a moment
            await asyncio.sleep(0.01)


def away_once(name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let this query of `Games` fail the first time; return a list of its later, successful calls."""
    real, asked, first = getattr(Games, name), list[str](), iter([True])

    async def ask(*args: Any, **kwargs: Any) -> Any:
        if next(first, False):
            raise DatabaseAway("the database cannot be reached")
        found = await real(*args, **kwargs)
        asked.append(name)
        return found

    monkeypatch.setattr(Games, name, ask)
    return asked


def lose_confirmations(repository: Any, monkeypatch: pytest.MonkeyPatch, change: str = "append") -> None:
    """Let the repository store what this method changes, but fail as if nobody knew whether it was stored."""
    carry_out = getattr(repository, change)

    async def in_doubt(*args: Any, **kwargs: Any) -> Any:
        await carry_out(*args, **kwargs)
        raise DatabaseAway("nobody knows whether it is stored")

    monkeypatch.setattr(repository, change, in_doubt)


async def until(there: Callable[[], T]) -> T:
    """Wait until `there` returns something true, and return that."""
    async with asyncio.timeout(30):
        while not (found := there()):  # noqa: ASYNC110 - whoever tries again says so to nobody
            await asyncio.sleep(0.01)
    return found


async def test_who_could_not_answer_while_discord_was_away_has_a_fair_rest(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """After an outage of hours nobody is told that their time is up."""
    game = await opened(ann, bob, pace="day")
    await stage.quiet()
    before, gateway, elapsed = await stage.bot.tables.look(game), stage.pg.gateway, stage.clock.elapsed
    gateway.refused = {0}
    gateway.drop()
    await until(lambda: not stage.bot.connected)
    stage.clock.elapsed = lambda: elapsed() + 30 * 3600
    stage.bot.alarm.poke()
    await stage.quiet()
    assert (await stage.bot.tables.look(game)).deadlines == before.deadlines
    gateway.refused = set()
    await until(lambda: stage.bot.connected)
    await stage.quiet()
    after = await stage.bot.tables.look(game)
    assert after.sequence == before.sequence
    [left] = [each.until - stage.clock.now() for each in after.deadlines.values()]
    assert left <= timedelta(hours=2.4) < left + timedelta(minutes=1)
