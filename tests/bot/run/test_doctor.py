"""`adepts doctor` and `adepts backup` with data that is missing, damaged, or inconsistent with the moves."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from aiohttp import test_utils, web

import storage
from agents import named
from bot.config import DEFAULT_FILE, PLACEHOLDER
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.doctor import problems
from cli.main import run
from game.adepts.kit import KIT
from playground import Playground
from storage.columns import packed, unpacked

DATABASE = Path("games.db")


class Said(NamedTuple):
    status: int
    lines: list[str]
    err: str


Adepts = Callable[..., Said]


@pytest.fixture
def adepts(directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Adepts:
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(DATABASE))
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")

    def call(*words: str) -> Said:
        status = run(words)
        captured = capsys.readouterr()
        return Said(status, captured.out.splitlines(), captured.err)

    return call


async def _play(seed: str, moves: int) -> str:
    async with await storage.Storage.open(DATABASE) as store:
        tables = Tables(store, seed=seed)
        table = await tables.lobby.new(1, "Ann", guild_id=1, channel_id=abs(hash(seed)) % 10**6, options={"seats": 2})
        await tables.lobby.join(table.id, 2, "Bob")
        table = await tables.lobby.start(table.id, Actor(1))
        policy, rng = named("random", KIT), Random(seed)
        for _ in range(moves):
            if not table.questions:
                break
            seat = next(iter(table.questions))
            decision = table.decision(seat)
            assert decision is not None
            token = policy(table.playing.view(seat), decision, rng)
            user = table.seat(seat).user_id
            assert user is not None
            table = (await tables.moves.play(table.id, user, token)).table
        return table.id


def played(moves: int = 40, seed: str = "doctor") -> str:
    """Make a game of Ann and Bob with so many moves, and return its id."""
    return asyncio.run(_play(seed, moves))


def changed(sql: str, *parameters: Any) -> None:
    with closing(sqlite3.connect(DATABASE, isolation_level=None)) as raw:
        raw.execute(sql, parameters)


def test_all_is_well(adepts: Adepts) -> None:
    played()
    played(10_000, "to the end")
    said = adepts("doctor")
    assert said == (0, ["configuration: sound", "database: games.db: sound", "no bot is at work"], "")


@pytest.mark.parametrize("make", [lambda: None, lambda: DATABASE.touch(), lambda: Path("x").mkdir()])
def test_before_the_first_start_the_configuration_is_looked_at_all_the_same(
    adepts: Adepts, make: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    make()
    monkeypatch.delenv("ADEPTS_DISCORD__TOKEN")
    status, lines, err = adepts("doctor")
    assert (status, err) == (1, "")
    assert lines[0].startswith("configuration: ")
    assert "the bot needs a token" in lines[0]
    assert lines[1].startswith("database: games.db: ")
    assert ("is empty" in lines[1]) == DATABASE.exists()
    assert DATABASE.exists() == (DATABASE.exists() and DATABASE.stat().st_size == 0)


def test_whatever_is_wrong_with_the_configuration_the_database_is_looked_at(
    adepts: Adepts, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(1)
    monkeypatch.setenv("ADEPTS_DISCORD__API_URL", "nowhere")
    Path("config.toml").write_text("[log]\nlevel = 'loud'\n", encoding="utf-8")
    status, lines, _ = adepts("doctor")
    assert status == 1
    assert "ADEPTS_DISCORD__API_URL" in lines[0]
    assert "log.level" in lines[1]
    assert lines[2:] == ["database: games.db: sound", "no bot is at work"]
    monkeypatch.setenv("ADEPTS_STORAGE__PAHT", "x")
    status, lines, _ = adepts("doctor")
    assert status == 2
    assert "did you mean ADEPTS_STORAGE__PATH?" in lines[1]
    assert lines[3].startswith("database: where it is cannot be told")


def test_all_that_is_wrong_is_said_in_order_whatever_is_wrong_before(
    adepts: Adepts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ADEPTS_DISCORD__TOKEN")
    monkeypatch.setenv("ADEPTS_LOGS__LEVEL", "debug")
    monkeypatch.setenv("ADEPTS_METRIC__LISTEN", "debug")
    monkeypatch.setenv("ADEPTS_LOG", "{")
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", "none/games.db")
    Path("config.toml").write_text(
        "[metrics]\nlisten = '9100'\n[discord]\nshards = -1\nmax_conections = 5\n[stroage]\n", encoding="utf-8"
    )
    status, lines, _ = adepts("doctor")
    assert status == 1
    said = [
        "environment variable ADEPTS_LOGS__LEVEL: nothing is called so",
        "environment variable ADEPTS_METRIC__LISTEN: nothing is called so",
        "config.toml: stroage: nothing is called so; did you mean storage?",
        "config.toml: discord.token is missing",
        "config.toml: discord.shards: this is not a whole number from 0 to 16384",
        "config.toml: discord.max_conections: nothing is called so; did you mean max_connections?",
        "environment variable ADEPTS_LOG: this is not a table in JSON; ADEPTS_LOG__... sets a single value",
        "config.toml: metrics.listen: this is not an address such as 127.0.0.1:9100",
        "none/games.db: there is no folder none; make it",
    ]
    assert [words in line for words, line in zip(said, lines, strict=True)] == [True] * len(said), lines
    status, lines, err = adepts("run")
    assert (status, lines) == (2, [])
    assert [words in line for words, line in zip(said[:-1], err.splitlines(), strict=True)] == [True] * len(said[:-1])
    assert {line.partition(" ")[0] for line in err.splitlines()} == {"adepts:"}


def test_a_file_that_cannot_be_read_keeps_nothing_else_from_being_said(
    adepts: Adepts, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(1)
    monkeypatch.delenv("ADEPTS_DISCORD__TOKEN")
    monkeypatch.setenv("ADEPTS_LOG__LEVEL", "loud")
    Path("config.toml").write_text("[discord\n", encoding="utf-8")
    status, lines, _ = adepts("doctor")
    assert status == 1
    assert lines[0].startswith("configuration: config.toml: this is not TOML")
    assert lines[1].startswith("configuration: environment variable ADEPTS_LOG__LEVEL")
    assert lines[2:] == ["database: games.db: sound", "no bot is at work"]


@pytest.mark.skipif(os.name != "posix", reason="files have no modes there")
@pytest.mark.parametrize(
    ("text", "is_secret"),
    [
        ('[discord]\ntoken = "secret"\n', True),
        ('[storage]\nurl = "postgresql://adepts:secret@localhost/adepts"\n', True),
        ('[storage]\nurl = "postgresql://adepts@localhost/adepts"\n', False),
        (f'[discord]\ntoken = "{PLACEHOLDER}"\n', False),
        ('discord = 3\n[storage]\nurl = "nonsense"\n', False),
    ],
)
def test_secrets_are_for_nobody_else_on_the_machine(adepts: Adepts, text: str, is_secret: bool) -> None:
    """The doctor warns; the bot starts all the same."""
    DEFAULT_FILE.write_text(text)
    DEFAULT_FILE.chmod(0o644)
    said = "configuration: config.toml is readable by everybody on this machine, and holds secrets: chmod 600"
    assert (said in adepts("doctor").lines) is is_secret
    DEFAULT_FILE.chmod(0o640)
    assert said not in adepts("doctor").lines
    named = DEFAULT_FILE.rename("named.toml")
    named.chmod(0o644)
    found = adepts("doctor", "--config", str(named)).lines
    assert (said.replace(DEFAULT_FILE.name, named.name) in found) is is_secret


async def test_discord_is_asked_about_the_token_shards_and_sessions(
    adepts: Adepts, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _play("doctor", 0)
    statuses = list[int]()

    async def said() -> list[str]:
        status, lines, _ = await asyncio.to_thread(adepts, "doctor", "--online")
        statuses.append(status)
        return [line for line in lines if "Discord" in line]

    async with Playground(shards=2) as pg:
        monkeypatch.setenv("ADEPTS_DISCORD__API_URL", pg.api_url)
        assert await said() == [
            "Discord: it refuses the token: copy it again from the Developer Portal (Bot > Reset Token)"
        ]
        monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", pg.token)
        assert await said() == [
            "Discord: it takes the token",
            "Discord: shards: it recommends 2, discord.shards is left to it",
            "Discord: sessions left today: 1000 of 1000",
        ]
        pg.gateway.starts = 999
        [*_, sessions] = await said()
        assert sessions.endswith("1 of 1000, too few to start before 1440 minutes have gone by")
        monkeypatch.setenv("ADEPTS_DISCORD__SHARDS", "1")
        assert (await said())[1:] == [
            "Discord: shards: it recommends 2, discord.shards is 1",
            "Discord: sessions left today: 1 of 1000",
        ]
        monkeypatch.setenv("ADEPTS_DISCORD__API_URL", pg.url)
        assert await said() == ["Discord: it answers with status 404: is discord.api_url right?"]
    assert await said() == ["Discord: it cannot be reached: Connection refused"]
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "two words")
    assert await said() == ["Discord: it cannot be asked before the configuration is put right"]
    assert statuses == [1, 0, 1, 0, 1, 2, 2]


@pytest.mark.parametrize("answer", [b"HTTP/1.0 200 OK\r\n\r\nnull", b"HTTP/1.0 200 OK\r\n\r\n{", b"SSH-2.0-x\r\n"])
async def test_what_is_not_discord_is_told_of(adepts: Adepts, monkeypatch: pytest.MonkeyPatch, answer: bytes) -> None:
    async def told(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(told, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        monkeypatch.setenv("ADEPTS_DISCORD__API_URL", f"http://127.0.0.1:{port}/api")
        said = await asyncio.to_thread(adepts, "doctor", "--online")
    assert "Discord: what it answers cannot be read: is discord.api_url right?" in said.lines


async def test_the_token_follows_nobody_elsewhere(adepts: Adepts, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def elsewhere(request: web.Request) -> web.Response:
        asked.append(request.path)
        raise web.HTTPFound("/elsewhere")

    app = web.Application()
    app.router.add_get("/{path:.*}", elsewhere)
    async with test_utils.TestServer(app) as server:
        monkeypatch.setenv("ADEPTS_DISCORD__API_URL", str(server.make_url("/api")))
        said = await asyncio.to_thread(adepts, "doctor", "--online")
    assert "Discord: it answers with status 302: is discord.api_url right?" in said.lines
    assert asked == ["/api/gateway/bot"]


def test_a_folder_is_no_database(adepts: Adepts, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("games").mkdir()
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", "games")
    assert adepts("doctor").lines[1] == "database: games: this is a folder; name a file in it"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root puts a file back as root's")
def test_a_database_that_was_put_back_as_root_s_is_named(adepts: Adepts) -> None:
    DATABASE.touch()
    os.chown(DATABASE.parent, 4321, -1)
    found = adepts("doctor").lines[1]
    assert "it is root's, and its folder is user 4321's, as whom the bot could not open it: chown 4321" in found


def test_what_the_bot_may_not_write_is_named(adepts: Adepts, monkeypatch: pytest.MonkeyPatch) -> None:
    """`os.access` is replaced, since root may write everything."""
    DATABASE.touch()
    log = DATABASE.with_name("games.db-wal")
    for shut, named_as in ((DATABASE, "it"), (log, "games.db-wal beside it")):
        log.touch()
        monkeypatch.setattr("os.access", lambda path, _, shut=shut: path != shut.resolve())
        said = adepts("doctor").lines[1]
        assert said.endswith(f"may not read and write {named_as}, as the bot must: let them (chown, chmod)")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "this user may not write to the folder ., as the bot must: let them (chown" in adepts("doctor").lines[1]


def test_a_link_to_a_file_that_is_not_there_is_named(adepts: Adepts) -> None:
    """The bot does not take it for a database that its start would make, nor a circle of links."""
    for target in ("elsewhere.db", DATABASE.name):
        DATABASE.symlink_to(target)
        told = f"games.db: it is a link to {target}, where there is no file: put the database there, or remove the link"
        assert adepts("doctor").lines[1] == f"database: {told}"
        with pytest.raises(storage.CannotOpen, match=re.escape(told)):
            played(0)
        DATABASE.unlink()


def test_a_link_into_a_folder_that_is_closed_is_named(adepts: Adepts, monkeypatch: pytest.MonkeyPatch) -> None:
    """`Path.stat` is replaced, since root may enter every folder."""
    DATABASE.symlink_to(Path("closed", "games.db"))
    stat = Path.stat

    def closed(path: Path, **options: Any) -> os.stat_result:
        if path == DATABASE:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return stat(path, **options)

    monkeypatch.setattr("pathlib.Path.stat", closed)
    told = "a link leads to it through a folder that this user may not enter, as the bot must: let them (chown, chmod)"
    assert told in adepts("doctor").lines[1]
    with pytest.raises(storage.CannotOpen, match=re.escape(told)):
        played(0)


def test_a_configuration_that_may_not_be_read_keeps_nothing_else_from_being_said(
    adepts: Adepts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one that is named nor config.toml. `os.access` is replaced, since root may read everything; whether a
    file is there cannot be told of a name that is too long, nor in a folder that is closed to this user."""
    played(0)
    monkeypatch.setenv("ADEPTS_LOG__LEVEL", "loud")
    Path("other.toml").touch()
    is_open = os.access
    monkeypatch.setattr("os.access", lambda path, mode: str(path) != "other.toml" and is_open(path, mode))
    too_long = Path("x" * 300)
    monkeypatch.setattr("bot.config.reading.DEFAULT_FILE", too_long)
    for arguments, wrong in (
        (["--config", "other.toml"], []),
        ([], [f"configuration: {too_long}: File name too long"]),
    ):
        status, lines, err = adepts("doctor", *arguments)
        assert (status, err) == (1, "")
        assert lines[: len(wrong)] == wrong
        assert lines[len(wrong)].startswith("configuration: environment variable ADEPTS_LOG__LEVEL: ")
        assert lines[len(wrong) + 1] == "database: games.db: sound"


def test_a_folder_that_is_missing_is_named(adepts: Adepts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", "none/games.db")
    assert adepts("doctor").lines[1] == "database: none/games.db: there is no folder none; make it"


def test_an_empty_file_has_no_games_to_list(adepts: Adepts) -> None:
    DATABASE.touch()
    status, lines, err = adepts("games", "list")
    assert (status, lines) == (2, [])
    assert err == "adepts: cannot open the database games.db: it is empty\n"
    assert DATABASE.stat().st_size == 0


def state(game_id: str) -> dict[str, Any]:
    with closing(sqlite3.connect(DATABASE)) as raw:
        [text] = raw.execute("SELECT state FROM snapshots WHERE game_id = ?", (game_id,)).fetchone()
    loaded: dict[str, Any] = unpacked(text)
    return loaded


def _beside(game_id: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what is stored beside the state."""
    with closing(sqlite3.connect(DATABASE)) as raw:
        [text] = raw.execute("SELECT side FROM snapshots WHERE game_id = ?", (game_id,)).fetchone()
    side = unpacked(text)
    change(side)
    changed("UPDATE snapshots SET side = ?", packed(side))


def _another_mana(game_id: str) -> None:
    position = state(game_id)
    position["players"]["P1"]["mana"] += 1
    changed("UPDATE snapshots SET state = ?", packed(position))


def _no_position(game_id: str) -> None:
    changed("UPDATE snapshots SET state = ?", b"{}")


def _another_seed(game_id: str) -> None:
    position = state(game_id)
    position["seed"] = position["seed"] + "x"
    changed("UPDATE snapshots SET state = ?", packed(position))


def _another_token(game_id: str) -> None:
    changed("DROP TRIGGER moves_never_change")
    changed("UPDATE moves SET token = 'zopaz.1x2' WHERE sequence = 3")


def _no_undo(game_id: str) -> None:
    _beside(game_id, lambda side: side.update(undo=[[1, {}]]))


def _deep(game_id: str) -> None:
    changed("UPDATE snapshots SET side = ?", b"[" * 100_000)


def _unknown_event(game_id: str) -> None:
    _beside(game_id, lambda side: side["log"][1].__setitem__(2, "flew_away"))


def _unknown_pace(game_id: str) -> None:
    changed("UPDATE games SET pace = 'zopaz'")


def _unknown_option(game_id: str) -> None:
    changed("""UPDATE games SET options = json_set(options, '$.spells', 7)""")


def _early_question(game_id: str) -> None:
    changed("UPDATE questions SET number = number - 1")


def _late_question(game_id: str) -> None:
    changed("UPDATE questions SET number = 999991")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_another_mana, "is not what its moves lead to"),
        (_no_position, "its position cannot be read"),
        (_another_seed, "cannot be played again|is not what its moves lead to"),
        (_another_token, "its move 3 cannot be played again"),
        (_no_undo, "its position cannot be read"),
        (_deep, "side cannot be read"),
        (_unknown_event, "its log tells what never happened"),
        (_unknown_pace, "its pace is nothing that can be chosen"),
        (_unknown_option, "its spells is nothing that can be chosen"),
        (_early_question, r"question \d+ is open, but was not handed out to this seat"),
        (_late_question, "question 999991 is open, but was not handed out yet"),
    ],
)
def test_flipped_bytes_of_a_game_are_found(adepts: Adepts, damage: Callable[[str], None], said: str) -> None:
    other = played(20, "sound")
    changed("UPDATE games SET channel_id = 77")
    game_id = played()
    with closing(sqlite3.connect(DATABASE)) as raw:
        kept = raw.execute("SELECT * FROM snapshots WHERE game_id = ?", (other,)).fetchone()
    damage(game_id)
    if kept is not None:
        changed("DELETE FROM snapshots WHERE game_id = ?", other)
        changed(f"INSERT INTO snapshots VALUES ({', '.join('?' * len(kept))})", *kept)
    status, lines, _ = adepts("doctor")
    assert status == 1
    found = [line for line in lines if f"game {game_id} (running): " in line]
    assert len(found) == 1
    assert re.search(said, found[0])
    assert "zopaz" not in str(lines)


def _flipped(path: Path, offsets: Iterable[int]) -> None:
    with path.open("r+b") as file:
        for offset in offsets:
            file.seek(offset)
            byte = file.read(1)
            file.seek(offset)
            file.write(bytes([byte[0] ^ 0x55]))


def _flip_a_byte_of_each_page(path: Path) -> None:
    _flipped(path, range(4096 + 3, path.stat().st_size, 4096))


def _flip_a_byte_of_an_index(path: Path) -> None:
    """Flip the last byte of the index's page, in its first entry; only a check of the whole file finds it."""
    with closing(sqlite3.connect(path)) as raw:
        [page] = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games_unsettled'").fetchone()
    _flipped(path, [page * 4096 - 1])


@pytest.mark.parametrize("flip", [_flip_a_byte_of_each_page, _flip_a_byte_of_an_index])
def test_a_damaged_database_is_not_copied_over_a_good_backup(adepts: Adepts, flip: Callable[[Path], None]) -> None:
    played()
    assert adepts("backup", "copy.db").status == 0
    good = Path("copy.db").read_bytes()
    flip(DATABASE)
    status, lines, err = adepts("backup", "copy.db")
    assert (status, lines) == (2, [])
    assert re.fullmatch(r"adepts: cannot write the backup copy\.db: .*(damaged|malformed).*\n", err)
    assert Path("copy.db").read_bytes() == good
    assert not list(Path().glob(".copy.db*"))
    status, lines, _ = adepts("doctor")
    assert status in (1, 2)  # 2 if it cannot even be opened
    assert lines[0] == "configuration: sound"
    assert re.search("integrity: |damaged|malformed", "".join(lines))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("icons", "[1, {", "icons cannot be read"),
        ("icons", '[1, {"topaz": 3}]', "icons cannot be read"),
        ("commands", "x", "commands cannot be read"),
        ("zopaz", "1", "nothing is remembered as 'zopaz'"),
    ],
)
def test_what_the_bot_remembers_is_looked_at(adepts: Adepts, key: str, value: str, said: str) -> None:
    played(1)
    changed("INSERT INTO meta VALUES ('icons', '[1, {\"topaz\": [3, \"a\"]}]'), ('commands', ?)", "0a" * 32)
    assert adepts("doctor").status == 0
    changed("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value)
    status, lines, _ = adepts("doctor")
    assert (status, lines[2]) == (1, f"games.db: meta: {said}")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE snapshots SET state = x'7b'", r"game \w+ \(running\): its state cannot be read"),
        (
            "INSERT INTO players VALUES (1, '{', '2026-01-01'), (2, 'x', '2026-01-01')",
            "2 rows of players: settings cannot be read",
        ),
    ],
)
def test_a_wrong_row_keeps_nothing_else_from_being_backed_up_and_is_told(
    adepts: Adepts, damage: str, said: str
) -> None:
    played()
    changed(damage)
    status, lines, err = adepts("backup", "copy.db")
    assert status == 1
    assert lines[0].startswith("copy.db: a copy of games.db")
    assert re.fullmatch(rf"copy\.db: {said}\n", err)
    with closing(sqlite3.connect("copy.db")) as raw:
        assert raw.execute("SELECT count(*) FROM moves").fetchone() == (40,)


def test_one_record_that_cannot_be_written_keeps_no_other(adepts: Adepts) -> None:
    broken = played(10_000, "one")
    sound = played(10_000, "other")
    changed("UPDATE snapshots SET state = x'7b' WHERE game_id = ?", broken)
    status, _, err = adepts("games", "export", "records")
    assert (status, err) == (
        2,
        f"adepts: records: 1 written; game {broken}: its state cannot be read; see adepts doctor\n",
    )
    assert [file.name for file in Path("records").iterdir()] == [f"{sound}.adepts"]


def test_broken_references_are_damage_too(adepts: Adepts) -> None:
    played()
    changed("DELETE FROM seats WHERE seat = 'P1'")
    said = adepts("backup", "copy.db").err
    assert re.search(r"\(2[0-9] rows of moves refer to rows of seats that do not exist\)", said)
    assert not Path("copy.db").exists()


def test_a_game_with_answers_taken_back_is_sound(adepts: Adepts) -> None:
    """The moves that stand are replayed, not all that were made."""

    async def undone() -> None:
        game_id = await _play("undone", 30)
        async with await storage.Storage.open(DATABASE) as store:
            tables = Tables(store)
            table = await tables.look(game_id)
            [seat] = [each for each in table.seats if table.can_undo(each.seat)]
            assert seat.user_id is not None
            undone = await tables.moves.undo(game_id, seat.user_id)
            assert undone.table.playing.ply < table.playing.ply

    asyncio.run(undone())
    assert storage.check(DATABASE, problems) == ()
