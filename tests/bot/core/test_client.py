"""The bot as a whole: commands registered once, one bot per database, a graceful end, lobbies that close."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

import desk
from bot.client import AdeptsBot
from bot.processes.neighbours import Neighbours
from game.core.discover import kits
from game.core.program import NAME, TABLE
from playground import Person
from playground.traffic.faults import Fault
from playground.world.models import Channel
from storage import LeaseHeld, LeaseLost, Status, Storage
from storage.health import holders
from tests.bot.hurry import LONG

from .acting import board, by_clicks, forward, mover, public, to_confirm
from .conftest import Opened, Stage
from .tables import adepts


def syncs(stage: Stage) -> list[Any]:
    return [
        e for e in stage.pg.log.after(0) if e.kind == "request" and e.what.startswith("PUT ") and "/commands" in e.what
    ]


async def test_commands_are_synchronised_only_when_they_changed(stage: Stage, channel: Channel) -> None:
    stage.settled = False
    await stage.start()
    assert len(syncs(stage)) == 1
    await stage.restart()
    assert len(syncs(stage)) == 1
    await stage.bot.tables.store.meta.set("commands", "others")
    await stage.restart()
    assert len(syncs(stage)) == 2


async def test_a_global_rate_limit_ends_though_the_request_that_met_it_was_given_up(
    stage: Stage, channel: Channel
) -> None:
    """discord.py holds up all requests until that one has slept, and would do so for ever."""
    bot = await stage.start()
    met = stage.pg.faults.add("rate_limit", "GET /channels/*", seconds=60.0, scope="global")
    given_up = asyncio.create_task(bot.fetch_channel(channel.id))
    await met.wait_hit()
    await asyncio.wait([given_up], timeout=0.2)
    given_up.cancel()
    asked = asyncio.create_task(bot.fetch_channel(channel.id))
    await asyncio.wait([asked], timeout=0.2)
    assert not asked.done()
    async with asyncio.timeout(LONG):
        await asked


async def test_a_second_bot_on_the_database_says_so_and_stops(stage: Stage, channel: Channel) -> None:
    async with await Storage.open(stage.settings.storage.path) as other:
        await other.lease.acquire()
        with pytest.raises(LeaseHeld):
            await stage.start()


async def test_a_bot_whose_database_is_taken_over_stops(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.processes.lease._LEASE_EVERY", 0.01)
    bot = await stage.start()
    assert stage._running is not None
    await bot.tables.store.lease.release()
    with pytest.raises(LeaseLost):
        await asyncio.wait_for(stage._running, 5)
    assert bot.is_closed()


async def _slow_to_start(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> tuple[Fault, asyncio.Task[AdeptsBot]]:
    """Start a bot whose registration of commands Discord does not answer; return that fault, and the task of
    starting."""
    monkeypatch.setattr("bot.processes.lease._LEASE_EVERY", 0.01)
    stage.settled = False
    fault = stage.pg.faults.add("withhold", "PUT /applications/*/commands")
    starting = asyncio.create_task(stage.start())
    await fault.wait_hit()
    return fault, starting


async def test_a_bot_keeps_its_lease_however_long_its_start_takes(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault, starting = await _slow_to_start(stage, monkeypatch)
    [before] = holders(stage.settings.storage.place)
    async with asyncio.timeout(5):
        while holders(stage.settings.storage.place)[0].expires_at == before.expires_at:  # noqa: ASYNC110 - told to nobody
            await asyncio.sleep(0.01)
    fault.release()
    await starting


async def test_a_bot_whose_database_is_taken_over_while_it_starts_stops(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, starting = await _slow_to_start(stage, monkeypatch)
    assert stage.bot._storage is not None
    await stage.bot._storage.lease.release()
    with pytest.raises(LeaseLost):
        await asyncio.wait_for(starting, 5)


@pytest.mark.parametrize("status", [500, 400])
async def test_commands_that_discord_does_not_take_are_told_again_without_another_start(
    stage: Stage, channel: Channel, status: int
) -> None:
    """Meanwhile the bot works."""
    stage.settled = False
    fault = stage.pg.faults.add("status", "PUT /applications/*/commands", status=status, times=None)
    bot = await stage.start()
    assert None not in stage.pg.world.app.commands
    stage.pg.faults.remove(fault)
    await stage.pg.log.wait_for(lambda _: None in stage.pg.world.app.commands)
    assert bot.is_ready()


async def test_a_bot_hears_others_before_discord_has_taken_its_commands(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other processes hand over interactions as soon as it holds the games."""
    listening = asyncio.Event()

    async def listens(neighbours: Neighbours) -> None:
        listening.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Neighbours, "listen", listens)
    fault, starting = await _slow_to_start(stage, monkeypatch)
    await asyncio.wait_for(listening.wait(), 5)
    fault.release()
    await starting


async def test_a_bot_ends_when_a_part_fails_that_it_cannot_do_without(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without news of other processes, or without renewing its lease, the bot would only seem to work."""

    started = asyncio.Event()

    async def fails(neighbours: Neighbours) -> None:
        await started.wait()
        raise LookupError("deaf")

    monkeypatch.setattr(Neighbours, "listen", fails)
    bot = await stage.start()
    started.set()
    assert stage._running is not None
    with pytest.raises(LookupError, match="deaf"):
        await asyncio.wait_for(stage._running, 5)
    assert bot.is_closed()


async def test_a_bot_whose_part_fails_while_it_starts_ends_where_it_is_waited_for(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one task, which then closes it."""
    stage.pg.faults.add("withhold", "PUT /applications/*/commands", times=None)

    async def fails(neighbours: Neighbours) -> None:
        raise LookupError("deaf")

    async def used() -> None:
        async with AdeptsBot(stage.settings, guild_ready_timeout=0.01) as bot:
            await bot.start(stage.pg.token)

    monkeypatch.setattr(Neighbours, "listen", fails)
    with pytest.raises(LookupError, match="deaf"):
        await asyncio.wait_for(used(), 5)


async def test_a_bot_lets_its_lease_go_whatever_fails_at_its_end(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = AdeptsBot(stage.settings, guild_ready_timeout=0.01)

    async def fails() -> None:
        raise LookupError("stuck")

    running = asyncio.create_task(bot.start(stage.pg.token))
    await stage.pg.gateway.wait_connected()
    await bot.wait_until_ready()
    monkeypatch.setattr(bot.computers, "stop", fails)
    with pytest.raises(LookupError, match="stuck"):
        await bot.close()
    await running
    async with await Storage.open(stage.settings.storage.place) as store:
        await store.lease.acquire()


async def test_a_bot_that_ends_before_it_is_ready_leaves_nothing_to_fail(stage: Stage) -> None:
    """discord.py waits for guilds in a task of its own, which outlives the bot."""
    bot = AdeptsBot(stage.settings, guild_ready_timeout=1.0)
    connected = asyncio.Event()

    @bot.event
    async def on_connect() -> None:
        connected.set()

    running = asyncio.create_task(bot.start(stage.pg.token))
    await connected.wait()
    waits = bot._connection._ready_task
    assert waits is not None
    await bot.close()
    await asyncio.gather(running, return_exceptions=True)
    await waits


async def test_an_end_waits_for_the_move_under_way(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that was confirmed is stored; what arrives meanwhile is told to try again."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    store, go, reached = stage.bot.tables.store, asyncio.Event(), asyncio.Event()
    append = store.moves.append

    async def slow(*args: Any, **options: Any) -> Any:
        reached.set()
        await go.wait()
        return await append(*args, **options)

    monkeypatch.setattr(store.moves, "append", slow)
    answer = await person.begin_click(panel, confirm)
    await reached.wait()
    ending = asyncio.create_task(stage.bot.drain())
    await asyncio.sleep(0)
    late = await person.command(channel, "adepts score")
    assert "restarting" in late.message.text
    go.set()
    await ending
    await answer.settled()
    assert not answer.failed
    assert stage.bot.is_closed()
    await stage.restart()
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1


async def test_a_lobby_that_nobody_starts_closes_after_a_day_and_the_channel_shows_it(
    ann: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new")
    lobby = await public(ann, channel, "Join")
    stage.clock.advance(timedelta(days=1, minutes=1))
    await stage.quiet()
    now = ann.message(lobby.id) or ann.last(channel)
    assert "is closed" in now.text
    assert not now.controls
    assert not (await ann.command(channel, "adepts new")).failed
    await stage.quiet()
    assert len(await stage.bot.tables.store.games.active()) == 1


async def test_computer_players_go_on_after_a_restart(ann: Person, channel: Channel, stage: Stage) -> None:
    """A game that waits for a computer player continues by itself."""
    await ann.command(channel, "adepts new")
    await ann.select(await public(ann, channel, "Join"), "Add computer player", ["greedy"])
    stage.bot.computers._stopped.set()  # as if killed before any could think
    await ann.command(channel, "adepts start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    table = await stage.bot.tables.look(row.id)
    if table.seat_of(ann.id).seat in table.questions:
        import random

        await by_clicks(ann, channel, random.Random(1))
        await stage.quiet()
        table = await stage.bot.tables.look(row.id)
    assert table.seat_of(ann.id).seat not in table.questions
    await stage.restart()
    await stage.quiet()
    assert (await stage.bot.tables.look(row.id)).seat_of(ann.id).seat in (await stage.bot.tables.look(row.id)).questions


async def test_a_computer_player_that_fails_plays_all_the_same(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("agents.named", lambda *_: broken)
    await ann.command(channel, "adepts new")
    await ann.select(await public(ann, channel, "Join"), "Add computer player", ["greedy"])
    await ann.command(channel, "adepts start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    table = await forward(stage, row.id, "research")
    assert table.seat_of(ann.id).seat in table.questions


async def test_all_commands_answer(ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    """In a lobby, in a game, after it, and where there is no table; none answers with an apology."""
    from playground import CannotDo

    async def each(tail: dict[str, dict[str, str]]) -> None:
        for line in ("board", "log", "score", "games", "nudge", "about", "undo", "export", "join", "pause", "resume"):
            answer = await bob.command(channel, f"adepts {line}", **tail.get(line, {}))
            assert not answer.failed
            assert "wrong on our side" not in answer.message.text, line
        for line in ("hand", "settings"):
            assert "wrong on our side" not in (await bob.command(channel, line)).message.text, line
        for line in ("adepts kick", "adepts host"):
            try:
                answer = await bob.command(channel, line, player="P9")
            except CannotDo:
                continue
            assert "wrong on our side" not in answer.message.text, line

    await each({})
    game = await opened(ann, bob)
    await each({})
    for which in ("Queues", "Text"):
        assert "wrong on our side" not in (await bob.click(await board(bob, channel), which)).message.text
    await bob.command(channel, "adepts end")
    vote = await ann.wait_message(channel, "1 of 2")
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING
    assert vote is not None
    await stage.quiet()
    shown = next(m for m in ann.messages(channel) if m.find("End it"))
    await ann.click(shown, "End it")
    await stage.quiet()
    assert (await stage.bot.tables.look(game)).status is Status.CLOSED
    [ended] = [m for m in ann.messages(channel) if not m.ephemeral and m.controls]
    assert "was ended" in ended.text
    await each({})


async def test_the_lobby_by_its_buttons(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    await ann.command(channel, "adepts new", spells="Two Players", deck="digital", pace="day", seats=3)
    lobby = await public(ann, channel, "Join")
    assert not (await bob.click(lobby, "Join")).failed
    assert not (await bob.click(lobby, "Join")).failed
    await stage.quiet()
    assert "bob" in str(ann.message(lobby.id))
    options = (await ann.click(lobby, "Options")).message
    select = next(c for c in options.selects if c.custom_id and c.custom_id.endswith(":spells"))
    await ann.select(options, select.custom_id or "", ["ivory-tower"])
    assert "host of this table" in (await bob.click(lobby, "Start")).message.text
    assert not (await ann.command(channel, "adepts kick", player="P2")).failed
    await stage.quiet()
    assert "bob" not in str(ann.message(lobby.id))
    await ann.command(channel, "table readmit", player="bob")
    await bob.click(lobby, "Join")
    await stage.quiet()
    await ann.click(lobby, "Start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    table = await stage.bot.tables.look(row.id)
    assert adepts(table).deck == "digital"
    assert all(spell.endswith("A") for spell in adepts(table).spells)
    assert table.row.pace == "day"


@pytest.mark.parametrize("options", [{"computers": 2}, {"computers": 2, "seats": 3}, {"computers": 4}])
async def test_one_command_and_start_suffice_to_play_against_computers(
    options: dict[str, int], ann: Person, channel: Channel, stage: Stage
) -> None:
    """Even a table that is full at once waits for Start."""
    await ann.command(channel, "adepts new", **options)
    lobby = await public(ann, channel, "Start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    assert row.status is Status.LOBBY
    assert not (await ann.click(lobby, "Start")).failed
    await stage.quiet()
    table = await stage.bot.tables.look(row.id)
    assert table.status is Status.RUNNING
    assert [seat.is_computer for seat in table.seats] == [False] + [True] * options["computers"]
    assert len(set(table.names.values())) == len(table.seats)


async def test_computer_players_that_do_not_fit_are_refused(ann: Person, channel: Channel, stage: Stage) -> None:
    answer = await ann.command(channel, "adepts new", seats=2, computers=2)
    assert "3 players at a table of 2 seats" in answer.message.text
    assert not await stage.bot.tables.store.games.active()


async def test_forgetting_asks_first(ann: Person, channel: Channel, stage: Stage) -> None:
    panel = (await ann.command(channel, "settings")).message
    asked = await ann.click(panel, "Forget me")
    assert "cannot be undone" in asked.message.text
    stage.read()
    done = await ann.click(asked.message, "Yes, forget me")
    assert "You are forgotten" in done.message.text


def registered(bot: AdeptsBot) -> set[str]:
    """Return the commands that a person can type, such as "/table undo"."""
    known = set[str]()
    for command in bot.tree.get_commands():
        inner = command.commands if isinstance(command, app_commands.Group) else (command,)
        known |= {f"/{each.qualified_name}" for each in inner if isinstance(each, app_commands.Command)}
    return known


async def test_the_page_of_commands_names_all_of_them(bot: AdeptsBot) -> None:
    """Commands of role-playing tables have a page of their own; those shared by all groups are listed once."""
    known = registered(bot)
    tales = {each for each in known if each.split()[0] in _OF_TALES}
    of_one = {each for each in known if each.split()[0][1:] in kits() and not each.endswith(" new")}
    page = (_DOCS / "commands.md").read_text(encoding="utf-8")
    named = {each for each in re.findall(r"`(/[a-z -]+)`", page) if each not in _OF_TALES}
    assert tales
    assert named - of_one == known - of_one - tales
    assert named & of_one == {f"/{NAME} tutorial", f"/{NAME} join"}


async def test_the_page_of_commands_names_all_options_of_a_table(bot: AdeptsBot) -> None:
    """Games' options are in their own pages; several guest options are listed as one."""
    page = (_DOCS / "commands.md").read_text(encoding="utf-8")
    for group in bot.tree.get_commands():
        if isinstance(group, app_commands.Group) and group.name in kits():
            opening = next(each for each in group.commands if each.name == "new")
            assert isinstance(opening, app_commands.Command)
            names = {parameter.name.rstrip("23456789") for parameter in opening.parameters}
            own = {option.name for option in kits()[group.name].options}
            assert names - own <= set(re.findall(r"`([a-z]+)`", page))


async def test_the_page_of_the_bot_counts_how_full_groups_are(bot: AdeptsBot) -> None:
    page = (_DOCS / "bot.md").read_text(encoding="utf-8")
    sizes = {each.name: len(each.commands) for each in bot.tree.get_commands() if isinstance(each, app_commands.Group)}
    assert f"{sizes[TABLE]} of its 25 places are taken" in page
    assert f"{sizes[NAME]} commands of 25" in page


async def test_pages_of_help_name_commands_that_there_are(bot: AdeptsBot) -> None:
    known = registered(bot) | {f"/{command.name}" for command in bot.tree.get_commands()}
    for source in desk.sources():
        lookup = desk.lookup(source)
        assert lookup is not None
        pages = [entry for entry in lookup.entries.values() if entry.kind == "help"]
        assert pages
        for page in pages:
            assert {*re.findall(r"`(/[a-z-]+(?: [a-z-]+\b(?!:))?)", page.text)} <= known, page.ref


_OF_TALES = ("/tale", "/sheet", "/gm", "/roll")
_DOCS = Path(__file__).parents[3] / "docs"
