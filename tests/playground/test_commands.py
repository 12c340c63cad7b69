"""Slash commands from typing to answer: options, the client's checks, autocompletion, bulk overwrite."""

from __future__ import annotations

import asyncio

import discord
import pytest
from discord import app_commands

from playground import CannotDo, Permission, Person, Playground
from playground.world.models import Channel, Guild

from .bots import PNG, Bot


async def test_a_subcommand_with_options_reaches_the_bot_and_its_answer_the_channel(
    bot: Bot, ann: Person, bob: Person, channel: Channel
) -> None:
    answer = await ann.command(channel, "demo say", what="hi", times=2, who=bob, mood="happy")
    assert answer.message.text == "hihi to bob (happy)"
    assert bob.last(channel).text == answer.message.text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "what is required"),
        ({"what": "hi", "times": 4}, "between 1 and 3"),
        ({"what": "x" * 21}, "between 1 and 20"),
        ({"what": "hi", "times": "two"}, "does not take"),
        ({"what": "hi", "mood": "sad"}, "is one of"),
        ({"what": "hi", "who": 12345}, "nothing has the id"),
        ({"other": 1}, "no option other"),
    ],
)
async def test_the_client_refuses_what_does_not_fit_the_options(
    bot: Bot, ann: Person, channel: Channel, options: dict[str, object], words: str
) -> None:
    with pytest.raises(CannotDo, match=words):
        await ann.command(channel, "demo say", **options)
    assert bot.arrived == []


async def test_the_client_knows_only_registered_commands(bot: Bot, ann: Person, channel: Channel) -> None:
    for line, words in [
        ("nothing", "no command"),
        ("demo", "needs a subcommand"),
        ("demo nothing", "not a subcommand"),
    ]:
        with pytest.raises(CannotDo, match=words):
            await ann.command(channel, line)
    assert [command["name"] for command in await ann.commands(channel)] == ["demo"]


async def test_autocompletion_is_asked_while_typing_and_seen_by_its_person_only(
    bot: Bot, ann: Person, bob: Person, channel: Channel
) -> None:
    assert await ann.autocomplete(channel, "demo pick", "move", "assign") == [
        ("assign topaz (ann)", "assign topaz"),
        ("assign ruby (ann)", "assign ruby"),
    ]
    assert any("assign topaz" in text for text in ann.seen)
    assert not any("assign topaz" in text for text in bob.seen)


async def test_autocompletion_that_raises_leaves_the_person_without_suggestions(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    bot.tree.on_error = _quiet  # type: ignore[method-assign]
    task = asyncio.create_task(ann.autocomplete(channel, "demo pick", "move", "boom"))
    await pg.log.wait_for(lambda entry: entry.what == "INTERACTION_CREATE")
    pg.clock.advance(4)
    with pytest.raises(CannotDo, match="loading options failed"):
        await task


async def _quiet(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
    return


async def test_commands_keep_their_ids_when_they_are_overwritten(bot: Bot, pg: Playground) -> None:
    before = await bot.tree.fetch_commands()

    @bot.tree.command(name="extra", description="One more")
    async def extra(interaction: discord.Interaction) -> None:
        return

    after = await bot.tree.sync()
    assert {c.name: c.id for c in after}["demo"] == before[0].id
    assert [c.name for c in await bot.tree.fetch_commands()] == ["demo", "extra"]


async def test_guild_commands_are_offered_in_their_guild_alone(
    bot: Bot, pg: Playground, ann: Person, guild: Guild, channel: Channel
) -> None:
    @bot.tree.command(name="here", description="Only here", guild=discord.Object(guild.id))
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    await bot.tree.sync(guild=discord.Object(guild.id))
    other = pg.guild("Other")
    pg.world.join(other, pg.world.users[ann.id])
    elsewhere = pg.channel("elsewhere", other)
    assert (await ann.command(channel, "here")).message.text == "here"
    with pytest.raises(CannotDo, match="no command"):
        await ann.command(elsewhere, "here")


async def test_a_command_of_more_than_8000_characters_is_refused_at_the_sync(bot: Bot) -> None:
    choices = [app_commands.Choice(name=f"{n:02}".ljust(100, "x"), value=f"{n:02}" * 50) for n in range(25)]

    @bot.tree.command(name="long", description="Too long")
    @app_commands.choices(a=choices, b=choices)
    async def long(interaction: discord.Interaction, a: str, b: str) -> None:
        return

    with pytest.raises(app_commands.CommandSyncFailure, match="8000"):
        await bot.tree.sync()


async def test_more_than_200_new_commands_a_day_are_refused(bot: Bot, pg: Playground) -> None:
    for round_ in range(2):
        bot.tree.clear_commands(guild=None)
        for n in range(99):
            bot.tree.add_command(_command(f"c{round_}-{n}"))
        await bot.tree.sync()
    bot.tree.clear_commands(guild=None)
    bot.tree.add_command(_command("one-more"))
    bot.tree.add_command(_command("two-more"))
    with pytest.raises(discord.HTTPException, match="30034"):
        await bot.tree.sync()
    pg.clock.advance(24 * 3600)
    assert len(await bot.tree.sync()) == 2


def _command(name: str) -> app_commands.Command[app_commands.Group, ..., None]:
    async def callback(interaction: discord.Interaction) -> None:
        return

    return app_commands.Command(name=name, description="x", callback=callback)


async def test_default_permissions_hide_a_command_from_those_without(
    bot: Bot, pg: Playground, ann: Person, bob: Person, guild: Guild, channel: Channel
) -> None:
    @bot.tree.command(name="manage", description="For managers")
    @app_commands.default_permissions(manage_channels=True)
    async def manage(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(str(interaction.permissions.manage_channels))

    await bot.tree.sync()
    pg.world.add_role(guild, "managers", Permission.MANAGE_CHANNELS, [pg.world.users[ann.id]])
    assert (await ann.command(channel, "manage")).message.text == "True"
    with pytest.raises(CannotDo, match="no command"):
        await bob.command(channel, "manage")


async def test_emojis_of_the_application_are_created_listed_and_deleted(bot: Bot, pg: Playground) -> None:
    made = await bot.create_application_emoji(name="gem", image=PNG)
    assert [emoji.name for emoji in await bot.fetch_application_emojis()] == ["gem"]
    with pytest.raises(discord.HTTPException, match="emoji with this name"):
        await bot.create_application_emoji(name="gem", image=PNG)
    await made.delete()
    assert await bot.fetch_application_emojis() == []


async def test_a_button_takes_only_emojis_that_are_there(bot: Bot, channel: Channel, pg: Playground) -> None:
    """The bot gets emoji ids as strings."""
    made = await bot.create_application_emoji(name="gem", image=PNG)
    messages = bot.get_partial_messageable(channel.id)
    view = discord.ui.View()
    view.add_item(discord.ui.Button(custom_id="dig", emoji=made))
    message = await messages.send(view=view)
    assert pg.world.messages[message.id].components[0]["components"][0]["emoji"]["id"] == str(made.id)
    await made.delete()
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await messages.send(view=view)
