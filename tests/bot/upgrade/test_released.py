"""Tables of the first release continue from every kind of question: their rows, their buttons, their games to the end.

`database.sql.gz` is what that version stored; `world.sql.gz` is what it had posted, private messages included, without
pictures. There is a table each that is assigning, casting, choosing for a spell, researching with some done, voting on
its end, finished, and still a lobby.
"""

from __future__ import annotations

import gzip
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from bot.components.ids import Verb, decode
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.doctor import problems
from playground import Person, Shown
from playground.client.link import LocalLink
from storage import Status, Storage
from storage.maintenance import check
from tests.bot.core.conftest import Stage, stage_on

NAMES = ("ann", "bob", "cleo", "dora", "eve")
RUNNING = {"assigning": 3, "casting": 2, "choosing": 4, "researching": 5, "voting": 3}
"""The number of players in the running games, by channel."""
LAST = (Verb.MOVE, Verb.START, Verb.LEAVE)
"""Pressed after all others, since these change what can be pressed."""


def unpacked(name: str, folder: Path) -> Path:
    path = folder / {"database": "adepts.sqlite3", "world": "world.sqlite3"}[name]
    sql = gzip.decompress(Path(__file__).with_name(f"{name}.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(sql)
    return path


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Storage]:
    async with await Storage.open(unpacked("database", tmp_path)) as opened:
        yield opened


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """The old database and the old messages, at the time when they were made; the bot has not been started yet."""
    database = unpacked("database", tmp_path)
    async with stage_on(tmp_path, monkeypatch, None, unpacked("world", tmp_path)) as made:
        made.clock.set(last_post(database))
        yield made


def last_post(database: Path) -> datetime:
    with closing(sqlite3.connect(database)) as raw:
        return datetime.fromisoformat(raw.execute("SELECT max(posted_at) FROM messages").fetchone()[0])


async def test_every_game_keeps_its_rows_and_all_are_sound(store: Storage) -> None:
    rows = {row.status: row for row in await store.games.active()}
    assert {status: rows[status].game for status in rows} == {Status.RUNNING: "adepts", Status.LOBBY: "adepts"}
    running = [row for row in await store.games.active() if row.status is Status.RUNNING]
    assert len(running) == len(RUNNING)
    assert check(store.place, problems) == ()
    (over,) = [row for row in await store.games.finished(store._db._now()) if row.status is Status.OVER]
    scores = await store.games.results(over.id)
    table = await Tables(store).look(over.id)
    assert {score.seat: score.total for score in scores} == {
        seat: line["total"] for seat, line in table.playing.standing().items()
    }
    assert all(score.detail["processed"] <= score.total for score in scores)
    votes = [await store.votes.of_game(row.id, "end") for row in running]
    assert sorted(map(len, votes)) == [0, 0, 0, 0, 1]


async def test_every_running_game_is_played_to_its_end(store: Storage) -> None:
    tables, rng = Tables(store), random.Random(3)
    kinds = Counter[str]()
    for row in await store.games.active():
        if row.status is Status.LOBBY:
            continue
        table = await tables.look(row.id)
        while table.questions:
            seat = rng.choice(sorted(table.questions))
            decision, user = table.playing.pending[seat], table.seat(seat).user_id
            assert user is not None
            kinds[decision.kind] += 1
            table = (await tables.moves.play(table.id, user, rng.choice(decision.tokens))).table
            if table.can_undo(seat) and rng.random() < 0.1:
                before = table.playing.ply
                table = (await tables.moves.undo(table.id, user)).table
                assert table.playing.ply < before
        assert table.status is Status.OVER
        assert (await tables.history(table.id)).start().seats == table.playing.seats
        assert len(await store.games.results(table.id)) == len(table.seats)
        assert "[Result" in await tables.record(table.id)
    assert {"assign", "cast", "research"} <= kinds.keys()
    assert check(store.place, problems) == ()


async def test_old_buttons_and_selects_are_answered(stage: Stage) -> None:
    """Every control in a channel, a private message or a direct message, pressed by whoever can press it."""
    pg, world = stage.pg, stage.pg.world
    known = {user.name: user.id for user in world.users.values()}
    people = [await Person.connect(LocalLink(pg.people, pg.feeds, known[name])) for name in NAMES]
    for message in [each for each in world.messages.values() if each.visible_to is not None]:
        world.emit("MESSAGE_CREATE", {}, message=message)  # a client keeps private messages that are not resent
    old = [*controls(people)]
    verbs = {decode(custom_id).verb for _, _, custom_id in old}
    assert verbs >= {Verb.TURN, Verb.SHOW, Verb.TEXT, Verb.STEP, Verb.PICK, Verb.MOVE, Verb.AHEAD}
    assert verbs >= {Verb.JOIN, Verb.OPTION, Verb.START, Verb.EXPORT, Verb.REPLAY}
    await stage.start()
    await stage.quiet()
    store = stage.bot.tables.store
    active = await store.games.active()
    [lobby] = [row for row in active if row.status is Status.LOBBY]
    assert lobby.host_id is not None
    # so that it can start after somebody has left
    await stage.bot.tables.lobby.add_computer(lobby.id, Actor(lobby.host_id))
    await stage.quiet()
    games = [row.id for row in active]
    before = await moves(store, games)
    pressed = Counter[Verb]()
    for person, number, custom_id in sorted(old, key=lambda each: _when(decode(each[2]).verb)):
        shown = next((m for m in messages(person) if m.id == number), None)
        control = next((c for c in shown.controls if c.custom_id == custom_id), None) if shown else None
        if shown and control is None and decode(custom_id).verb is Verb.COMPUTER:  # replaced by a list of levels
            [control] = [c for c in shown.controls if decode(c.custom_id or "").verb is Verb.LEVEL]
            custom_id = control.custom_id or ""
        if shown is None or control is None or control.disabled:
            continue  # the bot has shown something newer meanwhile
        answer = await person.use(shown, control, control.options[0][1] if control.options else "")
        await stage.quiet()
        assert not answer.failed, custom_id
        assert "went wrong" not in answer.message.text, custom_id
        assert "not from this version" not in answer.message.text, custom_id
        pressed[decode(custom_id).verb] += 1
    assert pressed.keys() >= {Verb.TURN, Verb.TEXT, Verb.STEP, Verb.PICK, Verb.MOVE, Verb.AHEAD, Verb.VOTE}
    assert pressed.keys() >= {Verb.JOIN, Verb.OPTIONS, Verb.OPTION, Verb.START, Verb.EXPORT, Verb.REPLAY}
    assert await moves(store, games) > before


def _when(verb: Verb) -> int:
    """Return a sort key: what current panels do not have comes first, before one replaces it; what ends much comes
    last."""
    return 2 if verb in LAST else verb is not Verb.AHEAD


async def moves(store: Storage, games: list[str]) -> int:
    """Return the number of moves in these games."""
    return sum([len(await store.moves.entries(game)) for game in games])


def controls(people: list[Person]) -> Iterator[tuple[Person, int, str]]:
    """Yield every control with a person who can press it: the first who sees it, if it is public."""
    known = set[tuple[int, str]]()
    for person in people:
        for shown in messages(person):
            for control in shown.controls:
                custom_id = control.custom_id or ""
                if custom_id and (shown.id, custom_id) not in known:
                    known.add((shown.id, custom_id))
                    yield person, shown.id, custom_id


def messages(person: Person) -> list[Shown]:
    return [shown for channel in person.channels() for shown in person.messages(channel)]
