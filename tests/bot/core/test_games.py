"""Several games: each has its own group of commands, which open its tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

import game
from bot.commands.groups import KNOWN
from bot.tables.checks import Actor
from bot.tables.errors import WrongMoment
from game.core.discover import kits
from game.core.words import ATTACK
from playground.checks.command_rules import check_commands
from storage import Status
from tests.games.finding import forget, more

from .acting import public
from .conftest import Stage, stage_on

_KIT = """
from game.core.options import Option, Value
from game.toy.kit import Toy


class Wide(Toy):
    name = "{name}"
    title = "{name} with a title that is long"
    tag = "{name}".capitalize()
    suffix = ".{name}"
    options = (
        *Toy.options,
        *(
            Option(
                f"choice{{n}}",
                f"Choice {{n}}",
                "Something to choose, said in more words than a command has room for, so that some are left out of it",
                [Value(f"value-{{i}}", f"Value {{i}}") for i in range(count)],
            )
            for n, count in (("a", 25), ("b", 26), ("c", 80))
        ),
        Option("board", "Board", "Which board is played on", [Value("flat", "Flat"), Value("round", "Round")]),
    )


KIT = Wide()
"""
_NAMES = ("five", "four", "one", "three", "two")


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """With the program's own games, the toy, the dressed toy, and five with many options."""
    for name in _NAMES:
        folder = tmp_path / "games" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        (folder / "kit.py").write_text(_KIT.format(name=name), "utf-8")
    game.__path__.append(str(tmp_path / "games"))
    try:
        with more():
            assert {"toy", *_NAMES} < set(kits())
            async with stage_on(tmp_path, monkeypatch, "games") as made:
                yield made
    finally:
        game.__path__.remove(str(tmp_path / "games"))
        forget()


async def test_many_games_fit_what_discord_allows(stage: Stage) -> None:
    """Discord's limits, as the playground enforces them: 100 commands, 25 per group, 8000 characters, 25 choices."""
    bot = await stage.start()
    payload = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    check_commands(payload)
    groups = {command["name"]: [inner["name"] for inner in command.get("options", [])] for command in payload}
    assert max(map(len, groups.values())) <= 25
    assert set(groups["adepts"]) == {"new", "tutorial", *KNOWN}
    assert set(groups["table"]) == {"readmit", "pace", *KNOWN}
    assert set(groups["mana-surge"]) == {"new", "tutorial"}
    assert all(groups[name] == ["new"] for name in ("toy", "dressed", *_NAMES))  # none has a guide
    new = next(command for command in payload if command["name"] == "one")["options"][0]["options"]
    assert [option["name"] for option in new] == [
        *(
            "length",
            "choicea",
            "choiceb",
            "choicec",
            "board",
            "pace",
            "moves",
            "holidays",
            "trace",
            "seats",
            "computers",
        ),
        *("invite", "invite2", "invite3"),
    ]  # no `look`, since there are no pictures
    assert [len(option.get("choices", [])) for option in new[:4]] == [2, 25, 0, 0]
    assert [bool(option.get("autocomplete")) for option in new[:4]] == [False, False, True, True]
    assert (new[9]["min_value"], new[9]["max_value"], new[10]["max_value"]) == (2, 4, 3)


async def test_a_further_game_is_opened_with_its_own_options(stage: Stage) -> None:
    channel = stage.pg.channel("general")
    await stage.start()
    ann = await stage.pg.person("ann")
    assert not (await ann.command(channel, "toy new", length="long", seats=3, computers=1)).failed
    lobby = await public(ann, channel, "Join")
    assert "A table for Paper Race" in lobby.text
    assert "a race on paper · 2 to 3 players" in lobby.text
    assert "Length: **Long**, 4 rounds" in lobby.text
    assert "Board" not in lobby.text
    options = (await ann.click(lobby, "Options")).message
    assert "Board" not in options.text
    select = next(c.custom_id or "" for c in options.selects if (c.custom_id or "").endswith(":length"))
    await ann.select(options, select, ["short"])
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    assert (row.game, row.options["length"]) == ("toy", "short")
    table = await stage.bot.tables.lobby.start(row.id, Actor(ann.id))
    assert table.status is Status.RUNNING
    assert table.playing.setup["length"] == "short"


async def test_a_game_offers_nothing_that_it_does_not_have(stage: Stage) -> None:
    """The toy has no pictures, no rules to look up, no passing ahead, and no direct messages."""
    channel = stage.pg.channel("general")
    await stage.start()
    ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
    assert not (await ann.command(channel, "toy new")).failed
    joined = (await bob.click(await public(bob, channel, "Join"), "Join")).message
    assert "direct message" not in joined.text
    await stage.quiet()
    await ann.click(await public(ann, channel, "Start"), "Start")
    await stage.quiet()
    await stage.away()
    board = await public(ann, channel, "Text")
    assert board.find("Text")
    assert not board.find("Rules")
    assert not ann.messages(await ann.open_dm())
    assert any(
        "It is your move: " in message.text and f"<@{ann.id}>" in message.text for message in ann.messages(channel)
    )
    done = (await ann.command(channel, "play", move="bid:7")).message
    assert not done.find("Pass ahead")
    again = (await ann.click(await public(ann, channel, "Your move"), "Your move")).message
    assert "the table waits for bob" in again.text
    assert not again.find("Pass ahead")
    [row] = await stage.bot.tables.store.games.active()
    with pytest.raises(WrongMoment):
        await stage.bot.tables.moves.pass_ahead(row.id, ann.id, ATTACK)
    look = (await ann.command(channel, "adepts board", look="letters")).message
    assert "has no pictures" in look.text


async def test_a_game_may_have_a_board_to_choose(stage: Stage) -> None:
    channel = stage.pg.channel("general")
    await stage.start()
    ann = await stage.pg.person("ann")
    assert not (await ann.command(channel, "one new", board="round")).failed
    lobby = await public(ann, channel, "Join")
    assert "Board: **Round**" in lobby.text
    options = (await ann.click(lobby, "Options")).message
    select = next(c.custom_id or "" for c in options.selects if (c.custom_id or "").endswith(":board"))
    await ann.select(options, select, ["flat"])
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    assert row.options["board"] == "flat"


async def test_a_select_of_former_times_sets_how_the_board_is_shown(stage: Stage) -> None:
    """Old selects say `board` for what is `look` now; no game has an option of that name."""
    channel = stage.pg.channel("general")
    await stage.start()
    ann = await stage.pg.person("ann")
    await ann.command(channel, "adepts new")
    [row] = await stage.bot.tables.store.games.active()
    table = await stage.bot.tables.lobby.set_option(row.id, Actor(ann.id), "board", "letters")
    assert table.options["look"] == "letters"
    assert "board" not in table.options


async def test_each_game_s_commands_say_which_game_they_open(stage: Stage) -> None:
    tree = (await stage.start()).tree
    for kit in kits().values():
        group = tree.get_command(kit.name)
        assert isinstance(group, discord.app_commands.Group)
        for name in ("new", "tutorial"):
            command = group.get_command(name)
            assert command is None or kit.title in command.description
    duel = tree.get_command("spirit-ground")
    assert isinstance(duel, discord.app_commands.Group)
    learning = duel.get_command("tutorial")
    assert learning is not None
    assert "a table with a computer player, and" in learning.description  # which has two seats


async def test_the_buttons_of_a_board_tell_nothing_of_what_somebody_holds(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody sees them, so they are the same when the first seat's hand is empty."""
    channel = stage.pg.channel("general")
    await stage.start()
    ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
    await ann.command(channel, "toy new")
    await bob.click(await public(bob, channel, "Join"), "Join")
    await stage.quiet()
    await ann.click(await public(ann, channel, "Start"), "Start")
    await stage.quiet()
    assert (await public(bob, channel, "Text")).find("Hand")
    [row] = await stage.bot.tables.store.games.active()
    rules: Any = type((await stage.bot.tables.look(row.id)).playing)
    whole = rules.view

    def without_hand(race: Any, seat: str | None) -> dict[str, Any]:
        seen: dict[str, Any] = whole(race, seat)
        if seat == "P1":
            del seen["players"]["P1"]["hand"]
        return seen

    monkeypatch.setattr(rules, "view", without_hand)
    for person in (ann, bob):
        await person.command(channel, "play", move="bid:3")
    await stage.quiet()
    now = await public(bob, channel, "Text")
    assert now.find("Hand")
    assert "only you see this" in (await bob.click(now, "Hand")).message.text
