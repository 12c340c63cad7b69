"""The commands of `/table`: each works at a table of another game than the first, and is where people expect it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.commands.groups import KNOWN
from game.core.program import NAME, TABLE
from playground import Person, Shown
from playground.world.models import Channel
from tests.games.finding import more

from .acting import CONFIRM
from .conftest import Stage, stage_on


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A stage with the toy among its games."""
    with more():
        async with stage_on(tmp_path, monkeypatch, "commands") as made:
            yield made


class Typist:
    """Types commands of `/table` in a channel, and remembers which."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.typed: set[str] = set()

    async def __call__(self, person: Person, name: str, **options: Any) -> str:
        """Return the text of the answer."""
        return (await self.answer(person, name, **options)).text

    async def answer(self, person: Person, name: str, **options: Any) -> Shown:
        self.typed.add(name)
        answer = await person.command(self.channel, f"{TABLE} {name}", **options)
        assert not answer.failed, name
        return answer.message


def group(stage: Stage, name: str) -> dict[str, app_commands.Command[Any, Any, Any]]:
    found = stage.bot.tree.get_command(name)
    assert isinstance(found, app_commands.Group)
    return {command.name: command for command in found.commands if isinstance(command, app_commands.Command)}


async def test_every_command_works_at_a_table_of_another_game(stage: Stage) -> None:
    channel, other = stage.pg.channel("general"), stage.pg.channel("other")
    await stage.start()
    ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
    table = Typist(channel)

    assert "`/toy new`" in await table(ann, "score")  # there is no table yet: how to open one
    await ann.command(channel, "toy new", seats=2)
    assert "You have a seat" in await table(bob, "join")
    assert "bob no longer sits" in await table(ann, "kick", player="bob")
    assert "`/table readmit`" in await table(bob, "join")
    assert "bob may sit down again" in await table(ann, "readmit", player="bob")
    await table(bob, "join")
    assert "given up your seat" in await table(bob, "leave")
    await table(bob, "join")
    assert "bob is the host now" in await table(ann, "host", player="bob")
    assert "The pace is now a day" in await table(bob, "pace", pace="day")
    assert "The game has begun" in await table(bob, "start")
    await stage.quiet()

    assert "The board comes anew" in await table(ann, "board")
    assert "dealt" in await table(ann, "log")
    assert "The table waits for ann and bob" in await table(ann, "score")
    assert "Paper Race · turn 1" in await table(ann, "games")
    assert "Version" in await table(ann, "about")
    assert await table(ann, "nudge") == "I call bob. You are waited for as well."
    await stage.quiet()
    assert [any(each.pinged for each in person.messages(channel)) for person in (ann, bob)] == [False, True]
    assert "step 1 of" in await table(ann, "replay")
    await ann.command(channel, "play", move="bid:30")
    assert "How much do you bid?" in await table(ann, "undo")
    assert "record" in await table(ann, "export")

    assert "paused" in await table(bob, "pause")
    assert "`/table resume`" in (await ann.command(channel, "play", move="bid:30")).message.text
    assert "goes on" in await table(bob, "resume")
    assert "the players decide it by a vote" in await table(bob, "replace", player="ann")
    asked = await table.answer(bob, "replace", player="bob")
    assert "Give your seat" in asked.text
    assert "A computer player has the seat" in (await bob.click(asked, asked.buttons[0].label)).message.text
    assert "You have your seat back" in await table(bob, "join")
    table.channel = other
    assert "goes on here" in await table(bob, "move")
    asked = await table.answer(bob, "end")
    assert "`/table pause`" in asked.text
    await bob.click(asked, CONFIRM)
    assert "goes on where it was ended" in await table(bob, "reopen")
    await bob.command(other, "play", move="bid:1")
    await stage.quiet()
    asked = await table.answer(bob, "end")
    await bob.click(asked, CONFIRM)
    assert "only a game that was played to its end can be replayed or reviewed" in await table(ann, "review")
    assert "The others are asked" in await table(ann, "rematch")

    assert table.typed == set(group(stage, TABLE))


async def test_a_command_in_two_groups_suggests_the_same_in_both(stage: Stage) -> None:
    channel = stage.pg.channel("general")
    await stage.start()
    ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
    await ann.command(channel, "toy new")
    await bob.command(channel, "adepts join")
    known, tables = group(stage, NAME), group(stage, TABLE)
    suggesting = 0
    for name in KNOWN:
        one, other = (each[name].to_dict(stage.bot.tree) for each in (known, tables))
        assert one.pop("description").startswith(f"Like /{TABLE} {name}: ")  # both are in the client's list of commands
        assert not other.pop("description").startswith("Like ")
        assert one == other
        for option in (each.name for each in tables[name].parameters if each.autocomplete):
            first, second = [await ann.autocomplete(channel, f"{each} {name}", option) for each in (NAME, TABLE)]
            assert first == second, (name, option)
            assert first or name == "review", (name, option)  # which suggests games that are over, and here is none
            suggesting += 1
    assert suggesting >= 5
