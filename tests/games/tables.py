"""Tables of any game on a playground, in the lobby and during the game."""

from __future__ import annotations

from bot.components.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import CHANNEL, press
from playground import Person, Shown
from tests.bot.core.conftest import Stage


async def lobby(stage: Stage, game: str, names: tuple[str, ...], **options: object) -> dict[str, Person]:
    """Let the first of these people open a table that the others join; return all people by name."""
    stage.pg.channel(CHANNEL)
    await stage.start()
    people = {name: await stage.pg.person(name) for name in names}
    host, *others = people.values()
    assert not (await host.command(CHANNEL, f"{game} new", **options)).failed
    for person in others:
        await press(person, Verb.JOIN)
    return people


async def panel_of(person: Person) -> Shown:
    """Open the person's panel by *Your move* and return it."""
    board = [m for m in person.messages(CHANNEL) if controls(m, Verb.TEXT)][-1]
    return (await person.click(board, "Your move")).message
