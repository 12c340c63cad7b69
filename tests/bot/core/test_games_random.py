"""People press whatever they see at tables of a game, old panels too, and type any command, while messages are deleted,
direct messages closed, days go by and the bot restarts: everybody is answered, and what is shown is true.

``pytest tests/bot/core/test_games_random.py --playouts 4000`` tries that with more seeds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot import remembered
from bot.answers.screens import PANEL, Screen
from bot.answers.showing import Showing
from bot.clock import MovedClock
from bot.components import ids
from bot.components.ids import Id, Verb
from bot.panels.voting import WITHDRAW
from bot.tables import Refusal, Table, doctor
from game.core.discover import kits
from game.core.layout import Panel
from playground import Shown
from playground.messaging import messages
from playground.world.models import Channel
from tests.bot.hurry import LONG
from tests.bot.monkeys import Guest

from .acting import letters
from .acts import Turn, World
from .acts import play as play_one
from .conftest import NOON, Stage, stage_on

NAMES = ("ann", "bob", "cy", "dee")
_STEPS = 40
"""How often one to three people act at the same time."""
_PLAYOUTS = 144
"""How many of `--playouts` make one seed."""
_MOVES = 30
"""So many moves are sometimes made without clients, so that games come to their ends."""
_TIMES = (timedelta(minutes=3), timedelta(hours=1), timedelta(hours=25))


@pytest.mark.parametrize("game", [*kits()])
async def test_whatever_people_press(
    game: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    pytestconfig: pytest.Config,
) -> None:
    monkeypatch.setattr(Showing, "patience", LONG)  # else a panel may be compared before its picture has followed
    for seed in range(pytestconfig.getoption("--playouts") // _PLAYOUTS):
        path = tmp_path / str(seed)
        path.mkdir()
        async with stage_on(path, monkeypatch, str(seed)) as stage:
            scene = await Scene.begin(stage, game, Random(f"{game} {seed}"))
            for step in range(_STEPS):
                try:
                    await scene.go_on()
                except Exception as problem:
                    problem.add_note(f"seed {seed}, step {step}")
                    raise
        assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == [], f"seed {seed}"


class Scene:
    """A table in a channel and one in a thread, with two people each, all four of whom press at both."""

    def __init__(self, stage: Stage, guests: Sequence[Guest], places: Sequence[Channel], rng: Random) -> None:
        self.stage = stage
        self.guests = guests
        self.people = [guest.person for guest in guests]
        self.places = places
        self.rng = rng
        self.deleted = False
        """Whether messages of the channel were deleted; they, and what points to them, may come back at any time."""

    @classmethod
    async def begin(cls, stage: Stage, game: str, rng: Random) -> Scene:
        stage.clock = MovedClock(NOON)  # it stands, so that no deadline moves while the bot is away
        world, channel = stage.pg.world, stage.pg.channel()
        thread = stage.pg.thread(channel, "thread")
        await stage.start()
        people = [await stage.pg.person(name) for name in NAMES]
        for person in people:
            world.join_thread(thread, person.id)
        for place, (host, other) in zip((channel, thread), (people[:2], people[2:]), strict=True):
            await host.command(place, f"{game} new", look="words")
            await other.command(place, "table join")
            await host.command(place, "table start")
        chances = [Random(rng.random()) for _ in people]
        guests = [
            Guest(person, channel, chance, name, others=people)
            for person, chance, name in zip(people, chances, NAMES, strict=True)
        ]
        return cls(stage, guests, (channel, thread), rng)

    async def go_on(self) -> None:
        """Let some of them act at once, and then perhaps something else happen; compare what is shown with what is
        true."""
        acting = self.rng.sample(self.guests, self.rng.choice([1, 1, 2, 3]))
        for guest in acting:
            guest.channel = self.rng.choice(self.places)
            if letters(guest.person) and self.rng.random() < 0.2:
                guest.channel = "DM"
        for answer in await asyncio.gather(*(guest.act() for guest in acting)):
            assert answer is None or not answer.failed
        self.stage.read()
        happens = self.rng.choice([None, None, None, None, self.move, self.leap, self.delete, self.close, self.restart])
        if happens is not None:
            await happens()
        await self.require_truth()

    async def move(self) -> None:
        """Let the players of a game make some moves without clients."""
        tables = self.stage.bot.tables
        active = sorted(await tables.store.games.active(), key=lambda row: row.channel_id)
        world = World(tables, self.stage.clock)
        for _ in range(_MOVES if active else 0):
            table = await tables.look(self.rng.choice(active).id)
            with suppress(Refusal):  # it is paused, or over
                await play_one(Turn(world, table, 0, self.rng))

    async def leap(self) -> None:
        self.stage.clock.advance(self.rng.choice(_TIMES))

    async def delete(self) -> None:
        """Delete one of the bot's messages in the channel, as whoever manages it may."""
        shown = [each for each in self.people[0].messages(self.places[0]) if not each.ephemeral]
        if shown:
            world = self.stage.pg.world
            messages.delete(world, world.message(self.places[0].id, self.rng.choice(shown).id))
            self.deleted = True

    async def close(self) -> None:
        """Somebody closes their direct messages, or opens them again."""
        self.stage.pg.world.users[self.rng.choice(self.people).id].dms_open ^= True

    async def restart(self) -> None:
        """All messages are compared with what is true, as by another program, and none needs to be changed."""
        await self.stage.quiet()
        before, store = self.public(), self.stage.bot.tables.store
        await store.meta.set(remembered.looks(store.share), "")
        await self.stage.restart()
        await self.stage.quiet()
        assert self.public() == before

    def public(self) -> list[tuple[int, str]]:
        """Return the messages that everybody sees, and each person's direct messages; those of the thread alone once
        others were deleted."""
        return [
            (message.id, str(message))
            for person in self.people
            for channel in ([self.places[1].id] if self.deleted else person.screen.channels)
            for message in person.messages(channel)
            if not message.ephemeral
        ]

    async def require_truth(self) -> None:
        await self.stage.quiet()
        bot, store = self.stage.bot, self.stage.bot.tables.store
        for person in self.people:
            for channel in person.screen.channels:
                assert not any(message.thinking for message in person.messages(channel)), "a spinner is left"
        for row in await store.games.active():
            stored = await store.games.load(row.id)
            assert [*doctor.problems(stored, await store.moves.entries(row.id))] == []
            table = await bot.tables.look(row.id)
            for (user, kind), screen in [*bot.screens._open.get(row.id, {}).items()]:
                shown = next(each for each in self.people if each.id == user).message(screen.message.id)
                if shown is not None and kind == PANEL and not screen.message.is_dead:
                    await self.require_up_to_date(table, user, screen, shown)

    async def require_up_to_date(self, table: Table, user: int, screen: Screen, shown: Shown) -> None:
        """Compare a panel with what it would show if it were shown anew, which leaves out what was said of a press."""
        assert screen.content.truth(table) == screen.shown
        pressed = [ids.decode(each.custom_id) for each in shown.buttons if each.custom_id]
        if screen.content.again is None or any(map(is_aside, pressed)):
            return
        anew = Anew(user, screen.message.guild_id)
        await screen.content.again(anew, table)
        rendered = self.stage.bot.icons.rendered(anew.panel).to_components()
        text = Shown({"content": "", "embeds": [], "components": rendered}).text
        assert {*text.splitlines()} <= {*shown.text.splitlines()}, shown.text


def is_aside(pressed: Id) -> bool:
    """Return whether a button belongs to what gives way to the question when it is shown anew: a choice of what to pass
    ahead, or what is said to somebody who has voted."""
    if pressed.verb == Verb.AHEAD:
        return pressed.rest != ""
    return pressed.verb == Verb.VOTE and pressed.rest.startswith(WITHDRAW)


class Anew:
    """A surface that keeps what is shown on it."""

    private = None
    lost = yields = awaits_picture = False

    def __init__(self, user_id: int, guild_id: int | None) -> None:
        self.user_id = user_id
        self.guild_id = guild_id
        self.panel = Panel(())

    async def show(self, panel: Panel) -> None:
        self.panel = panel
