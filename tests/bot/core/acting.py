"""What people do at their clients in these tests."""

from __future__ import annotations

import random
from typing import Any

import discord

from bot.tables import Table
from playground import Answer, Person, Shown
from playground.client.person import Place
from playground.world.models import Channel

from .conftest import Stage


async def of_no_server(_: str) -> int | None:
    """Return None: the channel belongs to no server."""
    return None


async def looked(stage: Stage, game: str) -> Table:
    """Return the table once the bot has nothing left to do."""
    await stage.quiet()
    return await stage.bot.tables.look(game)


async def board(person: Person, channel: Place) -> Shown:
    """Wait for the board message with its buttons, and return it."""
    return await public(person, channel, "Text")


def letters(person: Person) -> list[Shown]:
    """The direct messages of the bot that the person has; none where it has never written one."""
    return person.messages("DM") if "DM" in person.channels() else []


def private(person: Person, channel: Channel) -> list[Shown]:
    """Return the channel's messages that only this person sees."""
    return [message for message in person.messages(channel) if message.ephemeral]


async def public(person: Person, channel: Place, button: str) -> Shown:
    """Wait for a public message with this button, and return the newest."""
    return await person.wait_for(
        lambda: next((m for m in reversed(person.messages(channel)) if not m.ephemeral and m.find(button)), None)
    )


async def call_by_letter(stage: Stage, *people: Person) -> None:
    """Let these people be called by direct messages."""
    for person in people:
        await stage.bot.tables.people.set(person.id, "turn", "dm")


async def mover(stage: Stage, game: str, *people: Person) -> tuple[Person, Table]:
    """Return the first of these people who is asked something, and the table."""
    table = await stage.bot.tables.look(game)
    return next(person for person in people if table.seat_of(person.id).seat in table.questions), table


def next_move(table: Table) -> tuple[int, str]:
    """Return the user who is asked first, and a legal answer."""
    seat = table.seat(next(iter(table.questions)))
    assert seat.user_id is not None
    return seat.user_id, table.playing.legal(seat.seat)[-1]


async def next_mover(stage: Stage, channel: Channel, game: str, asked: Person, *people: Person) -> Person:
    """Let people answer until somebody else is asked, and return who that is."""
    while (now := (await mover(stage, game, *people))[0]) is asked:
        await answer(asked, channel, stage)
    return now


async def open_panel(person: Person, channel: Place) -> Shown:
    """Open the person's private panel from the board."""
    panel = (await person.click(await board(person, channel), "Your move")).message
    assert panel.ephemeral
    return panel


def step(panel: Shown) -> str:
    """Return the custom_id of a button or select of the panel's last step."""
    return [c.custom_id for c in panel.controls if c.custom_id and verb(c.custom_id) in ("step", "pick")][-1]


async def chosen(person: Person, panel: Shown) -> Shown:
    """Go one step further on the panel, and return it."""
    return (await (await begin(person, panel)).settled()).message


async def begin(person: Person, panel: Shown) -> Answer:
    """Go one step further on the panel, without waiting for the answer."""
    control = next(c for c in panel.controls if c.custom_id == step(panel))
    if control.is_button:
        return await person.begin_click(panel, step(panel))
    return await person.begin_select(panel, step(panel), [control.options[0][1]])


async def answer(person: Person, channel: Channel, stage: Stage) -> None:
    """Play by command, so that no panel is open."""
    moves = await person.autocomplete(channel, "play", "move")
    assert not (await person.command(channel, "play", move=moves[0][1])).failed
    await stage.quiet()


def called(person: Person, channel: Channel, whom: Person) -> list[Shown]:
    """Return the calls of this person that are in the channel now."""
    return [m for m in person.messages(channel) if f"<@{whom.id}>" in m.text and "your move" in m.text]


def pings(person: Person) -> set[str]:
    """Return the messages that have ever pinged this person."""
    return {event["message"]["id"] for event in person.raw if (event.get("message") or {}).get("pinged")}


CONFIRM = "End it: nobody wins, no replay"


async def end(person: Person, channel: Place) -> None:
    """Let the host, or a manager, end the running game of this channel."""
    asked = (await person.command(channel, "adepts end")).message
    assert not (await person.click(asked, CONFIRM)).failed


async def replace(person: Person, channel: Channel, player: str | Person, by: Person | None = None) -> str:
    """Let the host give a player's seat to somebody else, or to a computer player; return what is said then.

    If `player` is a person who still plays, they agree to it.
    """
    options = {"by": by.id} if by is not None else {}
    name = player if isinstance(player, str) else f"<@{player.id}>"
    asked = (await person.command(channel, "adepts replace", player=name, **options)).message
    if not isinstance(player, str):
        assert "plays on, so the players decide it by a vote" in asked.text, asked.text
        return (await player.click(await public(player, channel, "Replace"), "Replace")).message.text
    button = "Give it to a computer player" if by is None else "Ask them to take the seat"
    answer = await person.click(asked, button)
    assert not answer.failed
    return answer.message.text


def verb(custom_id: str | None) -> str:
    return custom_id.split(":")[1] if custom_id else ""


async def to_confirm(person: Person, channel: Channel, rng: random.Random | None = None) -> tuple[Shown, str]:
    """Narrow the person's panel until a move can be confirmed; return the panel and the button's custom_id."""
    rng = rng or random.Random(1)
    panel = await open_panel(person, channel)
    for _ in range(12):
        confirms = [c for c in panel.buttons if verb(c.custom_id) == "move"]
        steps = [c for c in panel.controls if verb(c.custom_id) in ("step", "pick")]
        if confirms and (not steps or rng.random() < 0.5):
            return panel, rng.choice(confirms).custom_id or ""
        assert steps, panel.text
        chosen = rng.choice(steps)
        assert chosen.custom_id is not None
        if chosen.is_button:
            answer = await person.click(panel, chosen.custom_id)
        else:
            answer = await person.select(panel, chosen.custom_id, [rng.choice(chosen.options)[1]])
        assert not answer.failed
        panel = answer.message
    raise AssertionError(f"nothing to confirm after twelve clicks: {panel.text}")


async def by_clicks(person: Person, channel: Channel, rng: random.Random) -> None:
    """Answer one question with buttons and selects alone."""
    panel, confirm = await to_confirm(person, channel, rng)
    assert not (await person.click(panel, confirm)).failed


async def by_command(person: Person, channel: Channel, rng: random.Random) -> None:
    """Answer one question with /play, by one of its suggestions."""
    choices = await person.autocomplete(channel, "play", "move")
    assert choices
    answer = await person.command(channel, "play", move=rng.choice(choices)[1])
    assert not answer.failed
    assert "\nPossible" not in answer.message.text


async def play_out(people: list[Person], channel: Channel, stage: Stage, game: str) -> Table:
    """Play to the end, by clicks and commands in turn; return the table."""
    rng = random.Random(7)
    for count in range(3000):
        await stage.quiet()
        table = await stage.bot.tables.look(game)
        if not table.questions:
            return table
        person, _ = await mover(stage, game, *people)
        if count % 2:
            await by_clicks(person, channel, rng)
        else:
            await by_command(person, channel, rng)
    raise AssertionError("the game does not end")


async def forward(stage: Stage, game: str, *kinds: str) -> Table:
    """Play on without clients, passing where possible, up to a question of one of these kinds; return the table."""
    for _ in range(2000):
        table = await stage.bot.tables.look(game)
        if not table.questions or any(table.playing.kind(seat) in kinds for seat in table.questions):
            return await looked(stage, game)
        seat = next(iter(table.questions))
        if table.seat(seat).is_computer:
            await stage.bot.computers.idle()
            continue
        legal = table.playing.legal(seat)
        token = "pass" if "pass" in legal else legal[0]
        user = table.seat(seat).user_id
        assert user is not None
        await stage.bot.tables.moves.play(game, user, token)
    raise AssertionError(f"{kinds} never came")


async def later(stage: Stage, game: str, turn: int, rng: random.Random) -> Table:
    """Play random legal moves without clients until that turn has come; return the table."""
    tables = stage.bot.tables
    while (table := await tables.look(game)).turn < turn:
        seat = next(iter(table.questions))
        user = table.seat(seat).user_id
        assert user is not None
        await tables.moves.play(game, user, rng.choice(table.playing.legal(seat)))
    return await looked(stage, game)


async def forget(stage: Stage, person: Person, channel: Channel) -> str:
    """Let the person ask to be forgotten and confirm it; return what is said then."""
    settings = (await person.command(channel, "settings")).message
    asked = (await person.click(settings, "Forget me")).message
    stage.read()
    told = (await person.click(asked, "Yes, forget me")).message.text
    await stage.quiet()
    return told


async def end_tale(master: Person, channel: Channel, **named: str) -> Answer:
    """End the tale of the channel, or the one that is named, and confirm it."""
    asked = await master.command(channel, "tale end", **named)
    return await master.click(asked.message, "End it")


def with_items(*items: discord.ui.Item[Any]) -> discord.ui.LayoutView:
    """Return a message with these buttons and selects that the bot itself would not send; discord.py does not keep the
    view."""
    view = discord.ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(discord.ui.ActionRow(item))
    view.stop()
    return view
