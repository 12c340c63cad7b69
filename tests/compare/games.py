"""Whole games with the real bot, in which people look at everything on the way; the same in every checkout."""

from __future__ import annotations

import random
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.clock import MovedClock
from playground import CannotDo, Person, Shown
from playground.client.screen import Control
from playground.world.models import Channel
from tests.bot.core.conftest import NOON, Stage, stage_on
from tests.bot.hurry import LONG, unhurried
from tests.compare.sent import Sent
from tests.playouts import Setting, choose, settings

T = TypeVar("T")

LOOKS = ("Hand", "Queues", "Text", "Log", "Rules")
"""Buttons of the board, by their labels."""
COMMANDS = ("adepts log", "adepts score", "adepts board", "adepts games", "adepts export", "hand")
NONSENSE = ("assign topaz.9x9", "cast 3B", "pass", "pay topaz@1", "research 1A+2A", "assign ruby.1x4", "nonsense")
STEPS = 8
"""At most so many clicks on a panel before it is left."""


async def played(number: int) -> AsyncGenerator[dict[str, Any], None]:
    """Yield what the bot sent in game `number` (from 0), action by action. Odd games are shown in words."""
    setting = next(each for i, each in enumerate(settings(number + 1, "compared")) if i == number)
    patch = pytest.MonkeyPatch()
    unhurried(patch)
    with tempfile.TemporaryDirectory() as folder:
        try:
            async with stage_on(Path(folder), patch, setting.seed) as stage:
                channel = stage.pg.channel("general")
                stage.clock = MovedClock(NOON)  # so that rate limits do not depend on the machine's speed
                await stage.start()
                async for row in _Game(stage, channel, setting, number).play():
                    yield row
        finally:
            patch.undo()


class _Game:
    def __init__(self, stage: Stage, channel: Channel, setting: Setting, number: int) -> None:
        self._stage = stage
        self._channel = channel
        self._setting = setting
        self._look = "words" if number % 2 else "pictures"
        self._number = number
        self._people: list[Person] = []
        self._seen = stage.pg.log.added  # skip what the start sends: only a process's first differs
        self._sent = Sent("")

    async def play(self) -> AsyncIterator[dict[str, Any]]:
        self._people = [await self._stage.pg.person(f"person{n}") for n in range(1, self._setting.players + 1)]
        for person in self._people:
            person.timeout = LONG
        host = self._people[0]
        options = {"spells": self._setting.spells, "deck": self._setting.deck, "look": self._look}
        await host.command(self._channel, "adepts new", **options)
        game_id = (await self._stage.bot.tables.active_in(self._channel.id)).id
        self._sent = Sent(game_id)
        yield await self._after("new")
        for person in self._people[1:]:
            await person.command(self._channel, "adepts join")
            yield await self._after("join")
        await host.command(self._channel, "adepts start")
        yield await self._after("start")
        game, rng = self._setting.start(), random.Random(self._setting.seed)
        while not game.over:
            seat, token = choose(game, rng)
            kind, person = game.pending[seat].kind, self._people[int(seat[1:]) - 1]
            async for row in self._looks(person, f"{game.ply} {seat} {kind}"):
                yield row
            await person.command(self._channel, "play", move=f"{kind} {token}")
            game.play(seat, token)
            yield await self._after(f"{game.ply} {seat} {kind} {token}")
        for line in ("adepts score", "adepts log", "adepts export", "adepts replay"):
            await host.command(self._channel, line)
            yield await self._after(f"over: {line}")

    async def _looks(self, mover: Person, place: str) -> AsyncIterator[dict[str, Any]]:
        """Open the mover's panel and walk through it; now and then look at the rest, and try what is refused."""
        chance = self._chance(place)
        board = self._board(mover)
        if board is not None:
            panel = (await mover.click(board, _control(board, "turn").custom_id or "")).message
            yield await self._after(f"{place}: panel")
            for step in range(STEPS):
                ways = [c for c in panel.controls if not c.disabled and _verb(c) in ("step", "pick")]
                if not ways or chance.random() < 0.2:
                    break
                control = self._preferred(ways, f"{place} {step}", lambda way: way.label)
                which = control.custom_id or ""
                if control.is_button:
                    answer, chosen = await mover.click(panel, which), control.label
                else:
                    chosen, value = self._preferred(control.options, f"{place} {step}", lambda option: option[0])
                    answer = await mover.select(panel, which, [value])
                panel = answer.message
                yield await self._after(f"{place}: {step}. {chosen}")
        chance = self._chance(f"{place} others")
        if board is not None:
            label = chance.choice(LOOKS)
            await chance.choice(self._people).click(board, label)
            yield await self._after(f"{place}: {label}")
        if chance.random() < 0.2:
            line = chance.choice(COMMANDS)
            await chance.choice(self._people).command(self._channel, line)
            yield await self._after(f"{place}: /{line}")
        if chance.random() < 0.3:
            move = chance.choice(NONSENSE)
            somebody = chance.choice([person for person in self._people if person is not mover])
            if chance.random() < 0.5:
                await somebody.command(self._channel, "play", move=move)
            typed = chance.choice(("", "top", "3", "keep"))
            try:
                choices = await mover.autocomplete(self._channel, "play", "move", typed)
            except CannotDo:
                choices = []
            yield {**await self._after(f"{place}: refused and suggested"), "choices": choices}

    def _chance(self, place: str) -> random.Random:
        """Return a generator for this place alone, so that a path that changes here changes no other place."""
        return random.Random(f"looks {self._number} {place}")

    def _preferred(self, ways: Sequence[T], place: str, label: Callable[[T], str]) -> T:
        """Return a random one that stays the same if others are added, removed or moved, as far as possible."""
        return min(ways, key=lambda way: self._chance(f"{place} {label(way)}").random())

    def _board(self, person: Person) -> Shown | None:
        found = reversed(person.messages(self._channel))
        return next((m for m in found if not m.ephemeral and _has(m, "turn")), None)

    async def _after(self, did: str) -> dict[str, Any]:
        """Return what was sent until a second has passed and the bot has nothing left to do."""
        await self._stage.quiet()
        self._stage.clock.advance(timedelta(seconds=1))
        await self._stage.quiet()
        entries = self._stage.pg.log.after(self._seen)
        self._seen = self._stage.pg.log.added
        return self._sent.during(did, entries)


def _verb(control: Control) -> str:
    return (control.custom_id or "::").split(":")[1]


def _has(message: Shown, verb: str) -> bool:
    return any(_verb(control) == verb for control in message.controls)


def _control(message: Shown, verb: str) -> Control:
    return next(control for control in message.controls if _verb(control) == verb)
