"""Two processes of the bot on one PostgreSQL database: who holds a game, and what happens when they end."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

import storage
from bot.components.ids import Verb
from bot.tables import Tables
from cli.demo.player import controls
from cli.demo.processes import Processes
from cli.demo.stage import CHANNEL, open_table, press
from playground import Answer, Person
from playground.gateway.shards import IDENTIFY_EVERY
from playground.messaging.interactions import State
from storage import Server, Storage
from storage.health import holders
from storage.postgresql import reading
from tests import postgresql
from tests.bot.acting import rows, the_table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")


@dataclass
class Two:
    stage: Processes
    people: list[Person]

    async def asked(self) -> tuple[str, Person, str]:
        """Return the game, the person asked first in it, and a legal answer."""
        async with await Storage.open(self.stage.database) as store:
            table = await Tables(store).look((await the_table(store)).game.id)
            seat = next(iter(table.questions))
            person = next(each for each in self.people if each.id == table.seat(seat).user_id)
            return table.id, person, table.playing.legal(seat)[0]

    async def play(self, *, dm: bool = False) -> Answer:
        """Make a move, in the channel or in a direct message, and assert that it is answered."""
        game, person, move = await self.asked()
        place = await person.open_dm() if dm else CHANNEL
        before = await self.counted()
        answer = await person.command(place, "play", move=move, game=game)
        assert answer.state is State.ANSWERED
        assert await self.counted() > before, answer.message.text
        return answer

    async def counted(self) -> int:
        return len((await rows(self.stage.database))[1])

    def hear_one_another(self) -> bool:
        """Return whether both have renewed their leases, and listen to news."""
        server = self.stage.database
        assert isinstance(server, Server)
        with reading(server) as session:
            listening = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            both = len(session.execute(listening).fetchall()) == 2
        return both and [each.alive for each in holders(server)] == [True, True]

    async def nothing_is_wrong(self) -> None:
        _, entries = await rows(self.stage.database)
        pressed = [entry.interaction_id for entry in entries if entry.interaction_id is not None]
        assert len({*pressed}) == len(pressed)
        assert await asyncio.to_thread(storage.check, self.stage.database) == ()


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not is_so():  # noqa: ASYNC110 - another process alone knows
            await asyncio.sleep(0.05)


class Cable:
    """A proxy between one process and the PostgreSQL server, which can cut the connection."""

    def __init__(self, folder: Path, server: Server) -> None:
        self._socket = ".s.PGSQL.5432"
        self._folder, self._far = folder, Path(server.url.partition("host=")[2]) / self._socket
        self.server = Server(server.url.replace(str(self._far.parent), str(folder)))
        self._open = set[asyncio.StreamWriter]()

    async def __aenter__(self) -> Cable:
        self._serving = await asyncio.start_unix_server(self._join, self._folder / self._socket)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._serving.close()
        for writer in self._open:
            writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(self._far)
        self._open |= {writer, far_writer}
        async with asyncio.TaskGroup() as group:
            group.create_task(self._carry(reader, far_writer))
            group.create_task(self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
        writer.close()


@pytest.fixture
def own_cluster() -> Iterator[None]:
    """A PostgreSQL server that the test may stop."""
    with postgresql.cluster():
        yield


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Two]:
    """A game of two players that the second process holds."""
    with postgresql.database() as server:
        async with Processes(tmp_path, server) as stage:
            people = [await stage.pg.person(name) for name in ("ann", "bob")]
            for person in people:
                person.timeout = 60.0
            await open_table(people)
            yield Two(stage, people)


@pytest.mark.usefixtures("own_cluster")
async def test_what_comes_by_direct_message_is_answered_by_who_holds_the_game_and_another_takes_its_place(
    two: Two,
) -> None:
    await two.play()
    mover = (await two.asked())[1]
    told = (await two.play(dm=True)).message  # Discord tells the first process
    undo = controls(told, Verb.UNDO)[0]
    before = await two.counted()
    answer = await mover.click(told, undo.custom_id or "")  # the first process again
    assert answer.state is State.ANSWERED
    assert await two.counted() == before + 1

    spare = await two.stage.begin("1/2", "spare")
    await _until(lambda: any("waiting until these shards are free" in line for line in spare.lines))
    await two.stage.kill("1/2")
    await two.stage.pg.gateway.wait_shards({0})
    await two.stage.pg.gateway.wait_shards({0, 1}, within=60.0)
    await two.play()
    await two.play(dm=True)

    game, person, move = await two.asked()
    before = await two.counted()
    with postgresql.away():
        answer = await person.command(CHANNEL, "play", move=move, game=game)
        assert "The database cannot be reached just now" in answer.message.text
        assert answer.message.ephemeral
        await asyncio.sleep(5)  # ten seconds in all: the leases expire
    assert await two.counted() == before
    await two.play()
    await _until(two.hear_one_another)
    await two.play(dm=True)
    await two.nothing_is_wrong()


async def test_a_game_is_carried_on_in_a_server_of_another_process(two: Two) -> None:
    """By a vote that is begun there, and by the host: Discord tells the process of that server, and the one that holds
    the game does it."""
    (ann, bob), there = two.people, two.stage.places[0]
    game, *_ = await two.asked()
    two.stage.pg.faults.add("delay", "GET /channels/*", times=None, seconds=2.0)  # delays the check of the old channel
    assert "The message where all vote says" in (await bob.command(there, "table move", game=game)).message.text
    shown = await bob.wait_message(there, "Shall ann's table go on in this channel?")
    assert "Your vote is withdrawn" in (await bob.click(shown, "No")).message.text
    assert "The game goes on here." in (await ann.command(there, "table move", game=game)).message.text
    async with asyncio.timeout(60):
        await press(ann, Verb.TURN, there)
    await two.play()
    await two.nothing_is_wrong()


async def test_processes_take_turns_to_begin_their_sessions(tmp_path: Path) -> None:
    """Discord allows the bot one session in five seconds, in however many processes."""
    with postgresql.database() as server:
        stage = Processes(tmp_path, server, concurrency=1)
        stage.pg.gateway.queues.every, stage.sessions_every = IDENTIFY_EVERY, IDENTIFY_EVERY + 0.5
        async with stage:
            said = [line for bot in stage.bots.values() for line in bot.lines]
            assert stage.pg.gateway.starts == 2
    assert not [line for line in said if "session has been invalidated" in line]


async def test_a_process_that_stood_still_past_its_lease_changes_nothing_any_more(two: Two) -> None:
    former = two.stage.bots["1/2"]
    await two.play()
    await two.stage.begin("1/2", "spare")
    starts = two.stage.pg.gateway.starts
    former.signal(signal.SIGSTOP)
    try:
        await _until(lambda: two.stage.pg.gateway.starts > starts)
        await two.play()
        after = await two.counted()
    finally:
        former.signal(signal.SIGCONT)
    assert await asyncio.wait_for(former.wait(), 60) == 2
    assert "another bot has taken over" in former.lines[-1]
    assert await two.counted() == after
    await two.play()
    await two.play(dm=True)
    await two.nothing_is_wrong()


async def test_a_process_that_is_cut_off_past_its_lease_leaves_answers_to_who_has_its_games(
    two: Two, tmp_path: Path
) -> None:
    """Discord still knows both, so both hear of every press: moves count, and nobody is told that they do not."""
    folder = tmp_path / "cable"
    folder.mkdir()
    server = two.stage.database
    assert isinstance(server, Server)
    async with Cable(folder, server) as cable:
        await two.stage.kill("1/2")
        two.stage.database = cable.server
        cut_off = await two.stage.begin("1/2", "cut off")
        await two.stage.pg.gateway.wait_shards({0, 1}, within=60.0)
        await two.play()
        two.stage.database = server
        spare = await two.stage.begin("1/2", "spare")
        await _until(lambda: any("waiting until these shards are free" in line for line in spare.lines))
        starts = two.stage.pg.gateway.starts
    await _until(lambda: two.stage.pg.gateway.starts > starts)
    await _until(lambda: any("these games are ours" in line for line in spare.lines))
    async with asyncio.timeout(60):  # it has much to do at first
        while "database" in (await two.people[0].command(CHANNEL, "adepts score")).message.text:
            pass
    for _ in range(3):
        answer = await two.play()
        assert "database" not in answer.message.text
    assert cut_off.pid
    await two.nothing_is_wrong()
