"""A world saved in a file: the next playground continues with it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from playground import Person, Playground
from playground.client.link import LocalLink
from playground.messaging import messages
from playground.world import saved
from playground.world.saved import CannotLoad

from .bots import PNG, Bot, running


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "world.sqlite3"


async def at_their_client(pg: Playground, name: str) -> Person:
    user = next(user for user in pg.world.users.values() if user.name == name)
    return await Person.connect(LocalLink(pg.people, pg.feeds, user.id))


async def fetched(url: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
        return await answer.read()


async def test_the_next_playground_goes_on_with_everything(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guilds, channels, people, messages with files and working buttons, DMs, commands and emojis are there again."""
    async with Playground(file=file) as pg:
        pg.guild("Guild")
        channel = pg.channel("general")
        thread = pg.thread(channel, "aside")
        ann, _ = await pg.person("ann"), await pg.person("bob")
        async with running(pg, Bot(), monkeypatch) as bot:
            await bot.create_application_emoji(name="gem", image=PNG)
            await ann.command(channel, "demo board")
            await ann.command(channel, "demo say", what="only ann", who=ann)
            await ann.command(channel, "demo buttons", private=True)
            await ann.command(await ann.open_dm(), "demo say", what="in private")
            await ann.say(thread, "aside from that")
        before = {place: [str(m) for m in ann.messages(place) if not m.ephemeral] for place in ann.channels()}
        commands = await ann.commands(channel)
        bot_id, first_url = pg.world.app.id, pg.url

    async with Playground(file=file) as pg:
        assert pg.url != first_url
        assert pg.world.app.id == bot_id
        assert [guild.name for guild in pg.world.guilds.values()] == ["Guild"]
        ann = await at_their_client(pg, "ann")
        assert {place: [str(m) for m in ann.messages(place)] for place in ann.channels()} == before
        assert await ann.commands("general") == commands
        board = ann.messages("general")[0]
        [attachment] = board.attachments
        assert await fetched(attachment["url"]) == PNG
        assert first_url not in str(board.raw)
        [emoji] = pg.world.app.emojis.values()
        assert (emoji.name, emoji.image) == ("gem", PNG)
        async with running(pg, Bot(), monkeypatch):
            assert (await ann.click(board, "tell 1")).message.text == "told 1"


async def test_edits_and_deletions_are_kept_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Playground(file=file) as pg:
        pg.guild("Guild")
        channel, other = pg.channel("general"), pg.channel("other")
        ann = await pg.person("ann")
        async with running(pg, Bot(), monkeypatch):
            shown = (await ann.command(channel, "demo buttons")).message
            gone = (await ann.command(channel, "demo board")).message
            await ann.command(other, "demo board")
            pg.save()
            await ann.click(shown, "update 1")
        messages.delete(pg.world, pg.world.messages[gone.id])
        pg.world.delete_channel(other)
    async with Playground(file=file) as pg:
        ann = await at_their_client(pg, "ann")
        assert ann.channels() == ["general"]
        assert [m.text for m in ann.messages("general")] == ["updated 1"]
    with sqlite3.connect(file) as db:
        assert db.execute("SELECT count(*) FROM files").fetchone() == (0,)
    db.close()


async def test_a_change_is_written_soon_without_an_end(file: Path, tmp_path: Path) -> None:
    """After a kill the file has all but the last moment."""
    async with Playground(file=file) as pg:
        pg.guild("Guild")
        ann = await pg.person("ann")
        channel = pg.channel("general")
        await ann.say(channel, "before the kill")
        copy = tmp_path / "copy.sqlite3"
        for _ in range(100):
            if "before the kill" in await _after_a_kill(file, copy):
                return
            await asyncio.sleep(saved.AFTER / 5)
        pytest.fail("it was not written")


async def _after_a_kill(file: Path, copy: Path) -> list[str]:
    """Return the messages that the next playground would find if this one were killed now."""
    for end in ("", "-wal"):
        if file.with_name(file.name + end).exists():
            copy.with_name(copy.name + end).write_bytes(file.with_name(file.name + end).read_bytes())
    async with Playground(file=copy) as pg:
        return [message.content for message in pg.world.messages.values()]


async def test_ids_never_come_again_and_the_clock_goes_on(file: Path) -> None:
    async with Playground(file=file) as pg:
        pg.guild("Guild")
        pg.clock.advance(3600)
        pg.save()
        unsaved, then = pg.world.ids.next(), pg.clock.time()
    async with Playground(file=file) as pg:
        assert pg.world.ids.next() > unsaved
        assert pg.clock.time() > then - 2


@pytest.mark.parametrize("damage", ["garbage", "cut off", "another value", "another table"])
async def test_a_damaged_file_is_set_aside(damage: str, file: Path) -> None:
    async with Playground(file=file) as pg:
        pg.guild("Guild")
    if damage == "garbage":
        file.write_bytes(b"no database at all" * 1000)
    elif damage == "cut off":
        file.write_bytes(file.read_bytes()[:6000])
    else:
        change = {"another value": "UPDATE parts SET value = '{}'", "another table": "DROP TABLE messages"}
        with sqlite3.connect(file) as db:
            db.execute(change[damage])
        db.close()
    before = file.read_bytes()
    async with Playground(file=file) as pg:
        assert pg.world.guilds == {}
        assert pg.saved is not None
        assert pg.saved.set_aside is not None
        assert pg.saved.set_aside.read_bytes() == before
        pg.guild("Another")
    async with Playground(file=file) as pg:
        assert [guild.name for guild in pg.world.guilds.values()] == ["Another"]


async def test_a_file_is_one_playgrounds(file: Path) -> None:
    async with Playground(file=file):
        with pytest.raises(CannotLoad, match="another playground"):
            await Playground(file=file).start()


async def test_a_newer_file_is_left_alone(file: Path) -> None:
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    before = file.read_bytes()
    with pytest.raises(CannotLoad, match="newer"):
        await Playground(file=file).start()
    assert file.read_bytes() == before


async def test_what_cannot_be_written_is_tried_again(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with Playground(file=file) as pg:
        pg.guild("Guild")
        assert pg.saved is not None
        assert pg.saved._db is not None
        pg.saved._db.execute("PRAGMA query_only = ON")
        pg.save()
        assert "cannot be written" in caplog.text
        pg.saved._db.execute("PRAGMA query_only = OFF")
    async with Playground(file=file) as pg:
        assert [guild.name for guild in pg.world.guilds.values()] == ["Guild"]


async def test_half_a_character_does_not_stop_the_saving(file: Path) -> None:
    async with Playground(file=file) as pg, aiohttp.ClientSession(pg.url) as session:
        pg.guild("Guild")
        ann = pg.user("ann")
        where = {"channel_id": str(pg.channel().id)}
        for text, status in (("\ud83d", 400), ("whole \U0001f600", 200)):
            async with session.post(f"/playground/people/{ann.id}/say", json={**where, "text": text}) as answer:
                assert answer.status == status
    async with Playground(file=file) as pg:
        assert [message.content for message in pg.world.messages.values()] == ["whole \U0001f600"]


@pytest.mark.parametrize("name", ["", " ", "x" * 33, 5, None, ["ann"]])
async def test_a_person_has_a_name(name: object, pg: Playground) -> None:
    """Otherwise pages could not show it, now and after each later start."""
    async with (
        aiohttp.ClientSession(pg.url) as session,
        session.post("/playground/world/user", json={"name": name}) as answer,
    ):
        assert answer.status == 400
        assert "1 to 32 characters" in (await answer.json())["message"]


@pytest.mark.skipif(os.name != "posix", reason="no modes of files here")
async def test_the_files_are_their_owners_alone(file: Path) -> None:
    """New files, those of an older version, and the one made beside a damaged file can be read by their owner alone."""

    def modes() -> set[int]:
        return {each.stat().st_mode & 0o777 for each in file.parent.glob("world.sqlite3*")}

    former = os.umask(0)
    try:
        async with Playground(file=file) as pg:
            pg.guild("Guild")
            pg.save()
            assert modes() == {0o600}
        file.chmod(0o644)
        async with Playground(file=file):
            assert modes() == {0o600}
        file.write_bytes(b"damaged" * 1000)
        file.chmod(0o644)
        async with Playground(file=file) as pg:
            assert pg.saved is not None
            assert pg.saved.set_aside is not None
            assert modes() == {0o600}
    finally:
        os.umask(former)
