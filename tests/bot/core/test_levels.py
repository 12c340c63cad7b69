"""Levels of computer players: chosen in the lobby or by commands, and shown wherever the players are named."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.checks import Actor
from game.adepts.kit import KIT
from playground import Person
from playground.world.models import Channel
from tests.games.finding import more

from .acting import board, looked, public
from .conftest import Opened, Stage

ADD = "Add computer player"


async def policies(stage: Stage) -> list[str | None]:
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    return [seat.policy for seat in (await stage.bot.tables.look(row.id)).seats]


async def test_the_lobby_offers_every_level_and_whom_it_suits(ann: Person, channel: Channel, stage: Stage) -> None:
    """One press opens the list, one chooses. The same level can be chosen again, and the answer says who sat down."""
    await ann.command(channel, "adepts new", seats=4)
    lobby = await public(ann, channel, "Join")
    [select] = lobby.selects
    assert "Remove computer player" not in {each.label for each in lobby.buttons}
    shown = next(each for each in _components(lobby.raw) if each.get("custom_id") == select.custom_id)
    assert [(each["value"], each["description"]) for each in shown["options"]] == [
        (player.name, player.suits) for player in KIT.players
    ]
    assert [each["label"] for each in shown["options"]] == [
        *("Novice", "Casual", "Regular, the usual one", "Strong", "Master"),
    ]
    assert not any(each.get("default") for each in shown["options"])  # else it could not be chosen
    said = (await ann.select(lobby, ADD, ["Novice"])).message.text
    assert "Ada ⌘ has sat down and plays on the level *novice*" in said
    await stage.quiet()
    [again] = (await public(ann, channel, "Join")).selects
    assert again.custom_id != select.custom_id  # else Discord's client would show it as chosen already
    await ann.select(await public(ann, channel, "Join"), ADD, ["Novice"])
    await stage.quiet()
    text = (await public(ann, channel, "Join")).text
    assert "1. **ann** · host\n" in text
    assert "2. **Ada ⌘** · computer player, novice" in text
    assert "3. **Charles ⌘** · computer player, novice" in text
    await ann.select(await public(ann, channel, "Join"), ADD, ["master"])
    await stage.quiet()
    assert not (await public(ann, channel, "Join")).selects  # all seats are taken
    assert await policies(stage) == [None, "novice", "novice", "master"]


async def test_only_the_host_adds_one_and_only_one_that_there_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new")
    lobby = await public(ann, channel, "Join")
    assert "host" in (await bob.select(lobby, ADD, ["strong"])).message.text
    [row] = await stage.bot.tables.store.games.active()
    with pytest.raises(Exception, match="novice, casual, regular, strong and master"):
        await stage.bot.tables.lobby.add_computer(row.id, Actor(ann.id), "grandmaster")
    assert await policies(stage) == [None]


async def test_the_command_seats_that_level(ann: Person, channel: Channel, stage: Stage) -> None:
    await ann.command(channel, "adepts new", computers=2, level="casual")
    assert await policies(stage) == [None, "casual", "casual"]


async def test_a_level_alone_means_one_computer_player(ann: Person, channel: Channel, stage: Stage) -> None:
    await ann.command(channel, "mana-surge new", level="search")
    assert await policies(stage) == [None, "search"]
    assert "computer player, strong" in (await public(ann, channel, "Join")).text


async def test_the_board_and_the_record_know_the_level_by_its_name(
    ann: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A table stored when there was only one computer player has the regular one."""
    game = await opened(ann, computers=1)
    assert await policies(stage) == [None, "greedy"]
    assert "Levels: Ada ⌘ regular" in (await board(ann, channel)).text
    await stage.restart()
    await stage.quiet()
    assert (await looked(stage, game)).seats[1].policy == "greedy"
    assert "Levels: Ada ⌘ regular" in (await board(ann, channel)).text


async def test_a_seat_is_given_to_a_computer_player_of_a_level(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    found = await ann.autocomplete(channel, "table replace", "level", "str")
    assert [value for _, value in found] == ["strong"]
    refused = await ann.command(channel, "table replace", player="bob", by=cy.id, level="strong")
    assert "leave out" in refused.message.text
    assert "regular" in (await ann.command(channel, "table replace", player="bob", level="dreadful")).message.text
    asked = (await bob.command(channel, "table replace", player="ann", level="Novice")).message
    assert "for replacing ann" in asked.text
    asked = (await ann.command(channel, "table replace", player="ann", level="Novice")).message
    assert "to a computer player (novice)" in asked.text
    assert not (await ann.click(asked, "Give it to a computer player")).failed
    assert (await looked(stage, game)).seat("P1").policy == "novice"


async def test_a_vote_names_the_level(ann: Person, bob: Person, cy: Person, channel: Channel, opened: Opened) -> None:
    await opened(ann, bob, cy)
    await bob.command(channel, "table replace", player="cy", level="casual")
    message = await public(ann, channel, "Replace")
    assert "Shall a computer player (casual) take cy's seat" in message.text
    assert "time was up" not in message.text


async def test_a_game_with_nothing_to_choose_has_a_button(stage: Stage, channel: Channel) -> None:
    with more():
        await stage.start()
        ann = await stage.pg.person("ann")
        await ann.command(channel, "toy new")
        lobby = await public(ann, channel, "Join")
        assert not lobby.selects
        assert not (await ann.click(lobby, ADD)).failed
        assert await policies(stage) == [None, "random"]
        assert "· computer player\n" in (await public(ann, channel, "Join")).text
        commands = {command.name: command for command in stage.bot.tree.get_commands()}
        options = [option["name"] for option in commands["toy"].to_dict(stage.bot.tree)["options"][0]["options"]]
        assert "level" not in options


def _components(raw: object) -> list[dict[str, Any]]:
    """Yield all components of a message, nested ones included."""
    found: list[dict[str, Any]] = []
    if isinstance(raw, dict):
        found += [raw] if "custom_id" in raw else []
        for value in raw.values():
            found += _components(value)
    elif isinstance(raw, list):
        for value in raw:
            found += _components(value)
    return found
