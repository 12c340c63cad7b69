"""Who may do what with a table: what counts is where the game is, never where its id was typed or clicked."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.answers.limits import Heavy
from bot.client import AdeptsBot
from bot.components import ids
from bot.components.ids import OF_PEOPLE, OF_TALES, SELECTS, Verb
from bot.tables.checks import Actor
from playground import Person, Shown
from playground.world.models import PRIVATE_THREAD, Channel
from playground.world.permissions import Permission
from storage import Status

from .acting import end, forward, public, with_items
from .conftest import Opened, Stage
from .test_locked import told_in_a_thread
from .test_tale_rolls import message, playing

NOTHING = "There is no such game"
OF_NO_GAME = (Verb.LOOKUP, Verb.SHARE, Verb.GAMES, Verb.SET, Verb.CHOOSE, Verb.FORGET)
"""Verbs of rules, and of what is the person's own."""
OF_A_GAME = [verb for verb in Verb if verb not in (*OF_NO_GAME, *OF_TALES)]


async def forged(
    bot: AdeptsBot, channel_id: int, verb: Verb, game: str, person: Person, rest: str = "", question: int = 0
) -> Shown:
    """Press a button or select with this game's id on a message in that channel, and return the answer."""
    custom_id = ids.encode(verb, game, question, rest or ("end" if verb is Verb.VOTE else ""))
    item: discord.ui.Item[Any]
    if verb in SELECTS:
        item = discord.ui.Select(custom_id=custom_id, options=[discord.SelectOption(label="0")])
    elif verb in OF_PEOPLE:
        item = discord.ui.UserSelect(custom_id=custom_id)
    else:
        item = discord.ui.Button(custom_id=custom_id, label="Press me")
    message = await bot.get_partial_messageable(channel_id).send(view=with_items(item))
    await person.wait_for(lambda: person.message(message.id))
    shown = person.message(message.id)
    assert shown is not None
    if verb in SELECTS:
        answer = await person.select(shown, custom_id, ["0"])
    elif verb in OF_PEOPLE:
        answer = await person.select(shown, custom_id, [person.id])
    else:
        answer = await person.click(shown, custom_id)
    assert not answer.failed
    if answer.message.id != shown.id or answer.message.text:
        return answer.message
    return await person.wait_for(lambda: now if (now := person.last(channel_id)).id > shown.id else None)


@pytest.mark.parametrize("state", ["lobby", "running", "over"])
async def test_an_administrator_of_another_server_neither_sees_nor_changes_a_table(
    ann: Person, bob: Person, channel: Channel, stage: Stage, state: str
) -> None:
    """With every verb that carries a game's id, and every command that takes one."""
    bot, world = stage.bot, stage.pg.world
    elsewhere = stage.pg.guild("Elsewhere")
    there = stage.pg.channel("there", elsewhere)
    eve = await stage.pg.person("eve", elsewhere)
    world.add_role(elsewhere, "admin", Permission.ADMINISTRATOR, [world.users[eve.id]])
    await ann.command(channel, "adepts new", computers=1)
    await bob.command(channel, "adepts join")
    [row] = await bot.tables.store.games.active()
    if state != "lobby":
        await ann.command(channel, "adepts start")
    if state == "over":
        await end(ann, channel)
    await stage.quiet()
    before = await bot.tables.look(row.id)
    for verb in OF_A_GAME:
        assert NOTHING in (await forged(bot, there.id, verb, row.id, eve)).text, verb
    for line, options in (
        ("play", {"move": "pass"}),
        ("hand", {}),
        ("adepts export", {}),
        ("adepts move", {}),
    ):
        assert NOTHING in (await eve.command(there, line, game=row.id, **options)).message.text, line
    assert (await bot.tables.look(row.id)) is before


async def test_what_is_played_in_a_channel_is_hidden_from_who_cannot_see_the_channel(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """From another channel of the same server, and from a direct message; whoever can see the channel may look."""
    game = await opened(ann, bob)
    eve, guild = await stage.pg.person("eve"), next(iter(stage.pg.world.guilds.values()))
    other, dm = stage.pg.channel("other"), await eve.open_dm()
    assert "Queues" in (await forged(stage.bot, other.id, Verb.SHOW, game, eve, "queues")).text
    assert NOTHING in (await forged(stage.bot, dm, Verb.SHOW, game, eve, "queues")).text
    stage.pg.world.set_permissions(channel, guild.roles[guild.id], deny=Permission.VIEW_CHANNEL)
    await stage.bot.tables.look(game)
    for verb in OF_A_GAME:
        assert NOTHING in (await forged(stage.bot, other.id, verb, game, eve)).text, verb


async def test_a_private_thread_is_for_who_is_in_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, bot: AdeptsBot
) -> None:
    world = stage.pg.world
    thread = world.add_thread(channel, "secret", PRIVATE_THREAD, ann.id)
    world.join_thread(thread, bob.id)
    world.join_thread(thread, world.app.bot.id)
    eve, keeper = await stage.pg.person("eve"), await stage.pg.person("keeper")
    guild = next(iter(world.guilds.values()))
    world.add_role(guild, "keeper", Permission.MANAGE_THREADS, [world.users[keeper.id]])
    table = await bot.tables.lobby.new(ann.id, "ann", guild_id=guild.id, channel_id=thread.id, options={})
    await bot.tables.lobby.join(table.id, bob.id, "bob")
    await bot.tables.lobby.start(table.id, Actor(ann.id))
    await stage.quiet()
    assert NOTHING in (await forged(bot, channel.id, Verb.TEXT, table.id, eve)).text
    assert "The position" in (await forged(bot, channel.id, Verb.TEXT, table.id, bob)).text
    assert "The position" in (await forged(bot, channel.id, Verb.TEXT, table.id, keeper)).text
    world.join_thread(thread, eve.id)
    assert "The position" in (await forged(bot, thread.id, Verb.TEXT, table.id, eve)).text


async def test_players_reach_their_game_from_everywhere(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    there = stage.pg.channel("there", stage.pg.guild("Elsewhere"))
    stage.pg.world.join(list(stage.pg.world.guilds.values())[1], stage.pg.world.users[bob.id])
    await bob.reload()
    for place in (there.id, await bob.open_dm()):
        assert "Your hand" in (await forged(stage.bot, place, Verb.SHOW, game, bob, "hand")).text
        assert NOTHING not in (await forged(stage.bot, place, Verb.LOG, game, bob)).text
    await stage.bot.tables.handovers.leave(game, bob.id)  # possible as long as the game runs
    assert NOTHING not in (await forged(stage.bot, there.id, Verb.LOG, game, bob)).text
    await stage.bot.tables.lobby.end(game, Actor(ann.id))
    told = "You no longer play at ann's table. What everybody may see of it is shown in its channel."
    assert (await forged(stage.bot, there.id, Verb.LOG, game, bob)).text == told


async def test_a_manager_counts_where_the_game_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, bot: AdeptsBot
) -> None:
    """Whoever may manage a channel manages the tables of that channel, from anywhere on the server."""
    world, other = stage.pg.world, stage.pg.channel("other")
    here, there = await stage.pg.person("here"), await stage.pg.person("there")
    world.set_permissions(channel, world.users[here.id], allow=Permission.MANAGE_CHANNELS)
    world.set_permissions(other, world.users[there.id], allow=Permission.MANAGE_CHANNELS)
    await ann.command(channel, "adepts new", computers=1)
    [row] = await bot.tables.store.games.active()
    assert "host of this table" in (await forged(bot, other.id, Verb.START, row.id, there)).text
    assert "host of this table" in (await forged(bot, channel.id, Verb.START, row.id, there)).text
    assert "has begun" in (await forged(bot, other.id, Verb.START, row.id, here)).text
    assert (await bot.tables.look(row.id)).status is Status.RUNNING


async def test_a_manager_counts_where_the_tale_is(ann: Person, channel: Channel, stage: Stage, bot: AdeptsBot) -> None:
    """Managing a channel that is linked to a tale makes nobody its game master, and reveals nothing hidden."""
    world, other = stage.pg.world, stage.pg.channel("other")
    here, there = await stage.pg.person("here"), await stage.pg.person("there")
    world.set_permissions(channel, world.users[here.id], allow=Permission.MANAGE_CHANNELS)
    world.set_permissions(other, world.users[there.id], allow=Permission.MANAGE_CHANNELS)
    await ann.command(channel, "tale new")
    tale = (await bot.tales.active_in(channel.id)).id
    await ann.command(other, "tale connect", tale=tale)
    await there.command(other, "tale join")
    assert "become one" not in (await there.command(other, "gm panel")).message.text
    refused = (await there.command(other, "tale appoint", person=there)).message.text
    assert "nly a game master" in refused
    assert not (await bot.tales.look(tale)).is_master(there.id)
    await here.command(other, "tale join")
    assert "manage the tale's channel" in (await here.command(other, "gm panel")).message.text
    await here.command(other, "tale appoint", person=here)
    assert (await bot.tales.look(tale)).is_master(here.id)


async def test_a_seat_comes_before_a_name(ann: Person, channel: Channel, stage: Stage, bot: AdeptsBot) -> None:
    """For example if somebody called "P3" has seat 2."""
    impostor, cy = await stage.pg.person("P3"), await stage.pg.person("cy")
    await ann.command(channel, "adepts new")
    for person in (impostor, cy):
        await person.command(channel, "adepts join")
    [row] = await bot.tables.store.games.active()
    for line, option in (("adepts kick", "player"), ("adepts host", "player")):
        choices = dict(await ann.autocomplete(channel, line, option))
        assert choices["P3 cy"] == f"<@{cy.id}>"
    assert "cy is the host" in (await ann.command(channel, "adepts host", player="P3")).message.text
    assert (await bot.tables.look(row.id)).row.host_id == cy.id
    await cy.command(channel, "adepts host", player=f"<@{ann.id}>")
    assert "cy no longer" in (await ann.command(channel, "adepts kick", player="P3")).message.text
    assert "P3 no longer" in (await ann.command(channel, "adepts kick", player=f"<@{impostor.id}>")).message.text


async def test_who_is_named_by_a_list_is_meant_though_seats_have_moved_up(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    cy, dee = await stage.pg.person("cy"), await stage.pg.person("dee")
    await ann.command(channel, "adepts new")
    for person in (bob, cy, dee):
        await person.command(channel, "adepts join")
    chosen = dict(await ann.autocomplete(channel, "adepts kick", "player"))["P3 cy"]
    await bob.command(channel, "adepts leave")
    assert "cy no longer" in (await ann.command(channel, "adepts kick", player=chosen)).message.text


async def test_a_name_that_several_have_is_refused(ann: Person, channel: Channel, stage: Stage, bot: AdeptsBot) -> None:
    one, two = await stage.pg.person("Twin"), await stage.pg.person("twin")
    await ann.command(channel, "adepts new")
    for person in (one, two):
        await person.command(channel, "adepts join")
    for line in ("adepts kick", "adepts host"):
        refused = (await ann.command(channel, line, player="TWIN")).message.text
        assert "Several are called that here: Twin (P2), twin (P3)" in refused
    [row] = await bot.tables.store.games.active()
    table = await bot.tables.look(row.id)
    assert (len(table.seats), table.row.host_id) == (3, ann.id)
    assert "Nobody of that name" in (await ann.command(channel, "adepts kick", player="P4")).message.text


async def test_an_onlooker_is_told_for_whom_that_is(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It does not list what is open to everybody where that does not help."""
    game = await opened(ann, bob)
    deciding, taking = "for the players and their host to decide", "Only players can take something back"
    elsewhere = stage.pg.channel("elsewhere", stage.pg.world.guilds[channel.guild_id or 0])
    for place, line, options, why in (
        (channel, "undo", {}, taking),
        (channel, "end", {}, deciding),
        (channel, "pause", {}, deciding),
        (channel, "replace", {"player": "bob"}, deciding),
        (channel, "leave", {}, "Only a player can give up a seat"),
        (channel, "nudge", {}, "Only players can have others called"),
        (elsewhere, "move", {"game": game}, deciding),
    ):
        told = (await cy.command(place, f"table {line}", **options)).message.text
        assert why in told, (line, told)
        assert "you are looking on" in told
        assert "open to everybody" not in told
    await end(ann, channel)
    assert deciding in (await cy.command(channel, "table reopen")).message.text


async def test_what_can_be_done_no_more_names_what_can(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nobody is kicked once the game has begun; and after its end the answer is not that there is no table."""
    game = await opened(ann, bob)
    told = (await ann.command(channel, "table kick", player="bob")).message.text
    assert "nobody is taken out any more" in told
    assert "`/table replace` gives one to somebody else" in told
    await end(ann, channel)
    assert "was ended in turn 1. `/table reopen` takes it up" in (await bob.command(channel, "table undo")).message.text
    assert "goes on where" in (await ann.command(channel, "table reopen")).message.text
    await forward(stage, game)
    again = "Those who played it open another for the same people with `/table rematch`; anybody opens a new one with"
    over = f"ann's table is over: it was played to its end. {again} `/adepts new`."
    for line in ("table undo", "table pause", "table end", "play", "hand"):
        told = (await ann.command(channel, line, **({"move": "pass"} if line == "play" else {}))).message.text
        assert told == over, line
    elsewhere = stage.pg.channel("elsewhere", stage.pg.world.guilds[channel.guild_id or 0])
    await ann.command(elsewhere, "adepts new")
    yours = f"{over} You sit at **ann's table** (Adepts) in <#{elsewhere.id}>."
    assert (await ann.command(channel, "table pause")).message.text == yours
    named = f"{yours} With the option `game` this works here too."
    assert (await ann.command(channel, "play", move="pass")).message.text == named


async def test_a_name_is_taken_as_people_type_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, bot: AdeptsBot
) -> None:
    """With an @ before it, or a computer player's without its sign; an exact match comes first."""
    await ann.command(channel, "adepts new", computers=1)
    await bob.command(channel, "adepts join")
    impostor = await stage.pg.person("Ada")
    await impostor.command(channel, "adepts join")
    assert await ann.autocomplete(channel, "adepts host", "player", "@bo")
    assert "bob is the host" in (await ann.command(channel, "adepts host", player="@Bob")).message.text
    for _ in range(2):  # the person, then the computer player
        told = (await bob.command(channel, "adepts kick", player="ada")).message.text
        assert "no longer" in told, told
        stage.read()
    [row] = await bot.tables.store.games.active()
    assert [seat.name for seat in (await bot.tables.look(row.id)).seats] == ["ann", "bob"]


async def test_a_game_is_named_by_its_id_or_its_name(
    ann: Person, channel: Channel, stage: Stage, bot: AdeptsBot
) -> None:
    """An id comes before a table of the same name; a name that two tables have is refused."""
    store = bot.tables.store.games
    places = [stage.pg.channel(name) for name in "abc"]
    tables = [
        await store.create(
            "adepts", name, guild_id=1, channel_id=place.id, host_id=ann.id, host_name="ann", options={}, pace="none"
        )
        for place, name in zip(places, ["ann's table", "Ann's Table", "mine"], strict=True)
    ]
    other = await stage.pg.person("other")
    theirs = await store.create(
        "adepts", "x", guild_id=1, channel_id=9, host_id=other.id, host_name="other", options={}, pace="none"
    )
    await store.create(
        "adepts", theirs.game.id, guild_id=1, channel_id=8, host_id=ann.id, host_name="ann", options={}, pace="none"
    )

    async def told(name: str) -> str:
        return (await ann.command(channel, "adepts export", game=name)).message.text

    assert "has not begun" in await told("mine")
    assert "has not begun" in await told(f" {tables[2].game.id.upper()} ")
    ambiguous = await told("ANN'S TABLE")
    assert "2 of your games are called that" in ambiguous
    assert tables[0].game.id in ambiguous
    assert NOTHING in await told("nowhere")


def mute(stage: Stage, channel: Channel, *people: Person) -> None:
    """Take away these people's right to write in the channel: they cannot use commands any more, but buttons work."""
    for person in people:
        stage.pg.world.set_permissions(channel, stage.pg.world.users[person.id], deny=Permission.SEND_MESSAGES)


NO_VOICE = "You may not write here"


async def test_who_may_not_write_rolls_and_says_nothing_at_a_tale(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    await playing(stage, channel, ann, bob)
    status = await public(cy, channel, "Roll")
    mute(stage, channel, bob, cy)
    screen = message(await bob.click(status, "Roll"))
    screen = message(await bob.select(screen, "Approach", ["Wits d12"]))
    assert "`d12`" in screen.text
    assert NO_VOICE in message(await bob.click(screen, "Roll")).text
    told = message(await cy.click(status, "Roll"))
    assert NO_VOICE in message(await cy.click(told, "Join")).text
    mute(stage, channel, ann)
    screen = message(await ann.click(status, "GM"))
    assert NO_VOICE in message(await ann.click(screen, "Note")).text
    await stage.quiet()
    assert [m.text for m in ann.messages(channel) if not m.ephemeral] == [status.text]


async def test_who_may_not_write_asks_nobody_to_take_a_seat_nor_does_who_has_asked_many(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked = message(await ann.command(channel, "table replace", player="ann", by=cy.id))
    stage.bot.limits.spend(Heavy.INVITE, ann.id, channel.id, Heavy.INVITE.person[0])
    await ann.click(asked, "Ask them to take the seat")
    await ann.wait_message(channel, "You have had many invitations")
    mute(stage, channel, ann)
    await ann.click(asked, "Ask them to take the seat")
    await ann.wait_message(channel, NO_VOICE)
    assert (await stage.bot.tables.look(game)).offers == {}


async def test_what_counts_is_where_the_tale_is_played(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    other = stage.pg.channel("other")
    await playing(stage, channel, ann, bob)
    live = await stage.bot.tales.active_in(channel.id)
    await ann.command(other, "tale connect", tale=live.id)
    await bob.command(other, "roll", dice="2d6")
    await ann.wait_message(channel, "rolled · roll 1")
    mute(stage, channel, bob, cy)
    for told in (await bob.command(other, "roll", dice="d8 hello"), await cy.command(other, "tale join")):
        assert f"You may not write in <#{channel.id}>" in message(told).text
    await stage.quiet()
    assert not [m for m in ann.messages(channel) if "roll 2" in m.text]


async def test_who_may_not_write_calls_nobody_to_a_table_but_plays(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await ann.command(channel, "adepts new", seats=2)
    mute(stage, channel, ann, bob)
    table = await public(ann, channel, "Invite")
    panel = message(await ann.click(table, "Invite"))
    asked = message(await ann.select(panel, "Whom do you invite?", [cy.id]))
    assert NO_VOICE in asked.text
    assert "You have a seat" in message(await bob.click(table, "Join")).text
    assert "has begun" in message(await ann.click(table, "Start")).text
    await stage.quiet()
    assert not [m for m in cy.messages(channel) if m.pinged]
    await stage.bot.tables.lobby.end((await stage.bot.tables.active_in(channel.id)).id, Actor(ann.id))
    await stage.quiet()
    again = await public(bob, channel, "Rematch")
    assert NO_VOICE in message(await bob.click(again, "Rematch")).text
    await stage.quiet()
    assert not await stage.bot.tables.store.games.active()


async def test_of_a_channel_that_is_hidden_from_the_bot_it_is_not_known_who_may_write_there(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """What counts is then the channel where people are; and it has no name in what is suggested."""
    hidden = stage.pg.channel("hidden")
    await ann.command(hidden, "tale new", title="The Tower")
    await bob.command(hidden, "tale join")
    live = await stage.bot.tales.active_in(hidden.id)
    await ann.command(channel, "tale connect", tale=live.id)
    await ann.command(hidden, "adepts new")
    world = stage.pg.world
    world.set_permissions(hidden, world.app.bot, deny=Permission.VIEW_CHANNEL)
    await stage.quiet()
    assert "You may not" not in message(await bob.command(channel, "roll", dice="2d6")).text
    [(suggested, _)] = await ann.autocomplete(channel, "table move", "game", "")
    assert "#" not in suggested
    assert "hidden" not in suggested


async def test_in_a_thread_it_is_what_one_may_write_in_threads(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    """The right to write in the linked channel does not let anybody act in the tale's thread."""
    thread, _ = await told_in_a_thread(stage, channel, ann, bob)
    world = stage.pg.world
    mute(stage, channel, cy)
    assert "You have no character yet" in message(await cy.click(await public(cy, thread, "Join"), "Join")).text
    world.set_permissions(channel, world.users[bob.id], deny=Permission.SEND_MESSAGES_IN_THREADS)
    assert f"You may not write in <#{thread.id}>" in message(await bob.command(channel, "roll", dice="2d6")).text
    await stage.quiet()
    assert not [m for m in ann.messages(thread) if "rolled" in m.text]
