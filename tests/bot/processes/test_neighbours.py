"""What one process caches of what another changes: two sets of tables on one database, without Discord."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest

from bot.answers.answering import Answering
from bot.answers.limits import Limits
from bot.automatic.computers import Computers
from bot.automatic.waiting import alarm_for
from bot.clock import MovedClock
from bot.components import ids
from bot.components.ids import Verb
from bot.incoming.router import Router
from bot.pictures.icons import Icons
from bot.processes.neighbours import Neighbours
from bot.processes.relay import INTERACTION, Relay, _packed
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import Elsewhere
from bot.tables.votes import LAPSES
from bot.tables.waiting.calling import PATIENCE
from bot.tables.waiting.hours import HOLIDAY, OFF, QUIET, ZONE
from bot.tables.waiting.timing import HOURS
from storage import DatabaseAway, Notification, Server, Share, Storage, Timer, Timing
from storage.news import CHANNEL
from storage.postgresql import hearing
from storage.topics import END, move_to
from tests.bot.waiting import START

ON = (2 << 22, 3 << 22)
"""A server's id on each shard."""
_LISTENING = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
"""The connections on which the processes of this test listen; other tests use the same server meanwhile."""


@dataclass
class Process:
    store: Storage
    tables: Tables
    changed: list[str]
    pokes: list[str]


def routing(process: Process) -> Router:
    return Router(Answering(Icons(), Limits(process.tables.cache.clock.now)))


@pytest.fixture
async def both(server: Server) -> AsyncIterator[list[Process]]:
    made, clock = list[Process](), MovedClock(START)
    async with AsyncExitStack() as stack:
        for shard in (0, 1):
            store = await stack.enter_async_context(await Storage.open(server, now=clock.now, wall=clock.wall))
            await store.lease.acquire(share=Share((shard,), 2))
            tables = Tables(store, clock=clock, seed=f"process {shard}")
            process = Process(store, tables, [], [])
            tables.listen(process.changed.append)
            relay = Relay(tables, lambda payload: payload["id"], nullcontext)
            neighbours = Neighbours(tables, relay, lambda pokes=process.pokes: pokes.append(""))  # type: ignore[misc]
            listening = asyncio.create_task(neighbours.listen())
            stack.callback(listening.cancel)
            made.append(process)
        for process in made:
            await until(lambda process=process: process.pokes)  # type: ignore[misc]
        yield made


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110 - another connection alone knows
            await asyncio.sleep(0.01)


async def opened(process: Process, shard: int) -> str:
    table = await process.tables.lobby.new(
        1, "Ann", guild_id=ON[shard], channel_id=10 + shard, options={"seats": 2, "pace": "day"}
    )
    await process.tables.lobby.join(table.id, 2, "Bob")
    return (await process.tables.lobby.start(table.id, Actor(1))).id


async def test_each_finds_by_itself_what_is_its_own_and_changes_nothing_else(both: list[Process]) -> None:
    games = [await opened(process, shard) for shard, process in enumerate(both)]
    for shard, process in enumerate(both):
        await process.store.timers.change(Timing(put=[Timer("lobby", "x", START)]), games[shard])
    await both[1].store.timers.change(Timing(put=[Timer("lobby", "of none", START)]))
    for shard, process in enumerate(both):
        store, other = process.store, games[1 - shard]
        assert await store.games.to_tell(told=True) == (games[shard],)
        assert [row.id for row in await store.games.active()] == [games[shard]]
        found = [await store.games.active(guild_id) for guild_id in (ON[shard], ON[1 - shard], 9 << 22)]
        assert [[row.id for row in rows] for rows in found] == [[games[shard]], [], []]
        due = {timer.game_id for timer in await store.timers.due(START + timedelta(days=9), ["lobby"])}
        assert due == ({games[0], None} if shard == 0 else {games[1]})
        assert (await process.tables.look(other)).id == other  # it can be looked at
        with pytest.raises(Elsewhere):
            await process.tables.lobby.end(other, Actor(1))
        assert not process.tables.cache.keeps(other)
        assert process.tables.cache.keeps(games[shard])


async def test_each_counts_its_own_games(both: list[Process]) -> None:
    """So that a dashboard can add them up."""
    for shard, process in enumerate(both):
        await opened(process, shard)
    assert [await process.store.games.tally() for process in both] == [{("adepts", "running"): 1}] * 2


async def test_each_lets_votes_lapse_in_its_own_games(both: list[Process]) -> None:
    """Whoever holds a game announces when a vote in it has lapsed."""
    games = [await opened(process, shard) for shard, process in enumerate(both)]
    for shard, process in enumerate(both):
        await process.tables.decisions.decide(games[shard], END, Decider(2, votes=True))
    both[0].tables.cache.clock.advance(LAPSES)  # type: ignore[attr-defined]
    for mine, process in enumerate(both):
        for each in both:
            each.changed.clear()
        assert await process.tables.votes.lapse(games[mine], f"{END} 2") is None
        assert [each.changed for each in both] == [[games[0]], []] if mine == 0 else [[], [games[1]]]
        waiting = [[timer.kind for timer in await process.store.timers.of_game(game)] for game in games]
        assert ["vote" in kinds for kinds in waiting] == [False, mine == 0]


async def test_what_a_person_sets_counts_at_the_tables_of_all(both: list[Process]) -> None:
    games = [await opened(process, shard) for shard, process in enumerate(both)]
    assert (await both[1].tables.people.settings(1))["turn"] == "ping"
    both[1].changed.clear()
    await both[0].tables.people.set(1, "turn", "none")
    await both[0].tables.people.set(1, ZONE, "Asia/Tokyo")
    await both[0].tables.people.set(1, QUIET, "22-8")
    there = both[1].tables
    await until(lambda: len(both[1].changed) == 3)  # all three changes have arrived
    assert both[1].pokes, "the alarm looks for what is due"
    await there.people.retime_all()
    table = await there.look(games[1])
    assert table.hours == (await both[0].tables.look(games[0])).hours
    assert (await there.people.settings(1))["turn"] == "none"

    for process in both:
        process.changed.clear()
    await both[0].tables.people.set(1, "turn", "dm")
    await until(lambda: both[1].changed)
    assert [process.changed for process in both] == [[games[0]], [games[1]]], "each sees to its own messages"

    forgotten = list[Process]()
    for process in both:
        process.tables.people.forgotten.append(lambda process=process: forgotten.append(process))  # type: ignore[misc]
    await both[0].tables.people.forget(1)
    await until(lambda: len(forgotten) == 2)
    assert forgotten == both, "each forgets what it has in memory"
    assert (await there.people.settings(1))["turn"] == "ping"


async def test_a_holiday_counts_at_a_table_whose_process_heard_nothing_of_it(
    both: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one process tells another can be lost, as while the latter cannot reach the server. The table may have been
    loaded since, or still be cached: it goes by the former hours until then."""
    for loaded in (True, False):
        game = await opened(both[1], 1)
        there, clock = both[1].tables, both[1].tables.cache.clock
        [(seat, before)] = (await there.look(game)).deadlines.items()
        user = (await there.look(game)).seat(seat).user_id
        assert user is not None
        await both[0].tables.people.set(user, ZONE, "UTC")
        with monkeypatch.context() as unheard:
            unheard.setattr(both[0].store.news, "_tell", lambda _: asyncio.sleep(0))
            last = clock.now().date() + timedelta(days=4)
            await both[0].tables.people.set(user, HOLIDAY, last.isoformat())
        if loaded:
            there.cache.clear()
        assert (await there.look(game)).deadlines[seat] == before
        assert (await there.look(game)).hours == {}
        alarm = alarm_for(there, Computers(there))
        await alarm.start()
        await alarm.idle()
        await alarm.stop()
        assert (await there.look(game)).deadlines[seat].until > before.until + timedelta(days=4)
        assert [timer for timer in await there.store.timers.of_game(game) if timer.kind == HOURS] == []
        await there.lobby.end(game, Actor(1))
        await both[0].tables.people.set(user, HOLIDAY, OFF)


async def test_what_was_read_while_a_person_changed_it_is_not_kept(
    both: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (process.tables.people for process in both)
    players = both[1].store.players
    read, has_read, changed = players.settings, asyncio.Event(), asyncio.Event()

    async def late(user_id: int) -> dict[str, Any]:
        found = await read(user_id)
        has_read.set()
        await changed.wait()
        return found

    monkeypatch.setattr(players, "settings", late)
    asking = asyncio.create_task(there.settings(1))
    await has_read.wait()
    reread = there._rereads
    await here.set(1, "turn", "none")
    await until(lambda: there._rereads > reread)
    changed.set()
    await asking
    assert (await there.settings(1))["turn"] == "none"


@pytest.mark.parametrize(
    "message",
    [
        "hello",
        json.dumps(["x", "person", "nobody"]),
        json.dumps(["x", 1]),
        json.dumps(["x"]),
        json.dumps(["x", INTERACTION, _packed({})]),
    ],
)
async def test_a_word_that_cannot_be_read_makes_nobody_deaf(both: list[Process], server: Server, message: str) -> None:
    assert (await both[1].tables.people.settings(1))["turn"] == "ping"
    with psycopg.connect(server.url, autocommit=True) as raw:
        raw.execute("SELECT pg_notify(%s, %s)", [CHANNEL, message])
        newer = json.dumps(["x", "person", "1", None, "what a later version adds"])
        reread = both[1].tables.people._rereads
        raw.execute("SELECT pg_notify(%s, %s)", [CHANNEL, newer])
    await until(lambda: both[1].tables.people._rereads > reread)


async def test_what_cannot_be_followed_is_logged(
    both: list[Process], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(_: int) -> None:
        raise LookupError("stuck")

    monkeypatch.setattr(both[1].tables.people, "look_over", fails)
    await both[0].tables.people.set(1, "turn", "none")
    await until(lambda: "what went on beside failed" in caplog.messages)


async def test_a_press_at_a_tale_is_not_looked_for_among_games(both: list[Process]) -> None:
    taken = list[dict[str, Any]]()
    pressed = {"id": "5", "data": {"custom_id": ids.encode(Verb.PRESS, "abcdefgh", 0, "home")}}
    Relay(both[0].tables, taken.append, nullcontext).arrived(pressed)
    assert taken == [pressed]


async def test_a_press_is_taken_where_nobody_says_in_time_whose_its_game_is(
    both: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the database is away, the person is told so within the three seconds that Discord waits. The bot's end
    waits for that."""
    monkeypatch.setattr("bot.processes.relay._FOUND_WITHIN", 0.01)
    monkeypatch.setattr(both[0].store.games, "row", lambda _: asyncio.Event().wait())
    taken = list[dict[str, Any]]()
    pressed = {"id": "5", "data": {"custom_id": ids.encode(Verb.TURN, "abcdefgh")}}
    router = routing(both[0])
    Relay(both[0].tables, taken.append, router.under_way).arrived(pressed)
    assert await router.drain(5.0)
    assert taken == [pressed]


async def test_an_interaction_is_handed_over_once_to_who_holds_the_game(
    both: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If nobody is listening, or the database does not say who, it is answered here."""
    own, other = [await opened(process, shard) for shard, process in enumerate(both)]
    router, taken, told, is_heard = routing(both[0]), list[dict[str, Any]](), list[Notification](), True

    async def tell(word: Notification) -> bool:
        told.append(word)
        return is_heard

    def press(game: str) -> dict[str, Any]:
        return {"id": "5", "data": {"custom_id": ids.encode(Verb.TURN, game)}}

    monkeypatch.setattr(both[0].store.news, "tell", tell)
    relay = Relay(both[0].tables, taken.append, router.under_way)
    relay.arrived(press(own))
    assert taken == [press(own)]  # at once
    relay.arrived(press(other))
    assert await router.drain(5.0)
    assert not await relay.hand_over(5, other)
    assert (told, taken) == ([Notification(INTERACTION, _packed(press(other)), 1)], [press(own)])
    is_heard = False
    relay.arrived(press(other))
    assert await router.drain(5.0)
    assert taken == [press(own), press(other)]
    relay.arrived(press(own))
    monkeypatch.setattr(both[0].store.games, "row", away)
    assert not await relay.hand_over(5, other)


async def away(*_: object) -> None:
    raise DatabaseAway("the server went")


async def test_where_nobody_else_can_have_a_game_nothing_waits(tables: Tables) -> None:
    taken = list[dict[str, Any]]()
    pressed = {"id": "5", "data": {"custom_id": ids.encode(Verb.TURN, "abcdefgh")}}
    Relay(tables, taken.append, nullcontext).arrived(pressed)
    assert taken == [pressed]


async def test_what_was_said_while_a_process_could_not_hear_is_read_anew(
    both: list[Process], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened(both[1], 1)
    there, topics, heard = both[1].tables.people, both[1].store.votes.topics, len(both[1].pokes)
    assert ((await there.settings(1))["turn"], await topics(game)) == ("ping", ())

    async def unheard(_: Notification) -> bool:
        return False

    monkeypatch.setattr(both[0].store.news, "tell", unheard)
    await both[0].tables.people.set(1, "turn", "none")
    with psycopg.connect(server.url, autocommit=True) as raw:
        raw.execute("INSERT INTO votes (game_id, about, user_id, at) VALUES (%s, %s, 2, %s)", [game, END, str(START)])
        raw.execute(f"SELECT pg_terminate_backend(pid) {_LISTENING}")
    await until(lambda: len(both[1].pokes) > heard)
    assert ((await there.settings(1))["turn"], await topics(game)) == ("none", (END,))


async def test_a_game_that_moves_while_a_process_cannot_hear_is_shown_afterwards(
    both: list[Process], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened(both[1], 1)
    monkeypatch.setattr(hearing, "_AGAIN", 3.0)
    with psycopg.connect(server.url, autocommit=True) as raw:
        ended = raw.execute(f"SELECT pg_terminate_backend(pid, 10000) {_LISTENING}")
        assert ended.fetchall() == [(True,)] * 2
    await both[1].tables.decisions.decide(game, move_to(99), Decider(1, guild_id=ON[0]))
    assert not both[0].changed
    await until(lambda: both[0].changed)
    assert both[0].changed == [game]


async def test_a_game_that_moves_is_told_of_by_what_moves_it(both: list[Process]) -> None:
    """Its former process may be killed at any moment after that: it has nothing left to tell."""
    game = await opened(both[1], 1)
    await both[1].store.games.set_channel(game, guild_id=ON[0], channel_id=99)
    await until(lambda: both[0].changed)
    assert both[0].changed == [game]


async def test_a_game_that_moves_to_another_server_goes_on_with_who_has_that(both: list[Process]) -> None:
    """From what is stored, not from what either process has cached; its timers are looked at at once."""
    game, topics = await opened(both[1], 1), [process.store.votes.topics for process in both]
    await both[0].tables.look(game)
    assert await topics[0](game) == ()
    await both[1].tables.decisions.decide(game, END, Decider(2, votes=True))
    both[0].changed.clear()
    both[1].changed.clear()
    pokes = len(both[0].pokes)
    await both[1].tables.decisions.decide(game, move_to(99), Decider(1, guild_id=ON[0]))
    await until(lambda: both[0].changed)
    assert both[0].changed == [game]
    assert await topics[0](game) == (END,)
    assert len(both[0].pokes) == pokes + 1
    assert both[1].changed == []
    with pytest.raises(Elsewhere):
        await both[1].tables.lobby.end(game, Actor(1))
    await both[0].tables.lobby.end(game, Actor(1))


async def test_a_computer_player_thinks_in_vain_where_its_game_goes_elsewhere(
    both: list[Process], caplog: pytest.LogCaptureFixture
) -> None:
    """The process that holds the game lets the computer player move; here that is no failure, and is not retried."""
    table = await both[1].tables.lobby.new(1, "Ann", guild_id=ON[1], channel_id=11, options={}, computers=1)
    table = await both[1].tables.lobby.start(table.id, Actor(1))
    while not any(table.seat(seat).is_computer for seat in table.questions):
        seat = next(iter(table.questions))
        await both[1].tables.moves.play(table.id, 1, table.playing.legal(seat)[0])
        table = await both[1].tables.look(table.id)
    computers = Computers(both[0].tables)
    computers.poke(table.id)
    await computers.idle()
    await computers.stop()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_what_is_due_in_a_game_that_goes_elsewhere_is_done_there_alone(
    both: list[Process], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It moves between the look at its timers and their handling, which is not a failure."""
    game = await opened(both[1], 1)
    here, call = both[1].tables, both[1].tables.moves.call

    async def call_too_late(game_id: str, *seats: str) -> datetime | None:
        await here.decisions.decide(game_id, move_to(99), Decider(1, guild_id=ON[0]))
        return await call(game_id, *seats)

    monkeypatch.setattr(here.moves, "call", call_too_late)
    here.cache.clock.advance(PATIENCE)  # type: ignore[attr-defined]
    for process in (both[1], both[0]):
        assert (await process.tables.look(game)).held
        alarm = alarm_for(process.tables, Computers(process.tables))
        await alarm.start()
        await alarm.idle()
        await alarm.stop()
    assert not (await both[0].tables.look(game)).held
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_nothing_is_handed_to_a_process_that_was_killed(both: list[Process], server: Server) -> None:
    """Its lease has not expired: whoever presses is told to press again, and nothing waits."""
    word = Notification("interaction", "", 1)
    assert await both[0].store.news.tell(word)
    with psycopg.connect(server.url, autocommit=True) as raw:
        raw.execute("UPDATE lease SET pid = 4194305 WHERE id = 1")
    assert not await both[0].store.news.tell(word)
