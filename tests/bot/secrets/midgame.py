"""A game in its middle with the real bot: hundreds of events have happened, and one player's hand is full.

It is played on storage alone, which takes less than a second; then the bot takes it up as after a restart.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables, transitions
from cli.demo.stage import CHANNEL, DATABASE, exported, open_table
from game.adepts import Game
from game.adepts.rules.view import Position
from game.core.decisions import Decision
from playground import Person
from storage import Storage
from tests.bot.core.conftest import NOON, Stage, stage_on
from tests.bot.hurry import unhurried

from .seen import Shown, at_rest, histories, in_the_channel, look_around

SEED = "midgame 1"
HOARDER = "P2"
"""This seat casts nothing and keeps a card whenever it can."""
EVENTS = 250
"""Far more events than the log keeps, so that each new one drops an old one."""
DELAY = timedelta(minutes=10)
Reached = Callable[[Table], bool]
Change = Callable[[Position], None]


@dataclass
class Midgame:
    """The bot with the game, its players by seat, and an onlooker."""

    stage: Stage
    game: str
    players: dict[str, Person]
    onlooker: Person

    async def table(self) -> Table:
        return await self.stage.bot.tables.look(self.game)

    async def play(self, seat: str, *answers: str) -> None:
        """Answer by /play, as a person does."""
        for answer in answers:
            told = await self.players[seat].command(CHANNEL, "play", move=answer)
            assert "\nPossible" not in told.message.text, told.message.text

    async def minute(self) -> None:
        """Let a minute go by, so that what is done next is done at another time."""
        self.stage.clock.advance(timedelta(minutes=1))
        await self.stage.quiet()

    async def undo(self, seat: str) -> None:
        before = (await self.table()).sequence
        await self.players[seat].command(CHANNEL, "adepts undo")
        assert (await self.table()).sequence == before + 1


@dataclass
class Watch:
    """Records what everybody is shown and can find, except for the two seats that may know the secret."""

    midgame: Midgame
    secretive: str
    victim: str = ""
    records: bool = True

    def __post_init__(self) -> None:
        secret = (self.secretive, self.victim)
        self._people = {
            **{seat: person for seat, person in self.midgame.players.items() if seat not in secret},
            "onlooker": self.midgame.onlooker,
        }
        self._known = {who: len(person.raw) for who, person in self._people.items()}
        own = self.midgame.players[self.secretive]
        self._own = (own, len(own.raw))

    async def look(self) -> dict[str, tuple[Shown, list[str], str]]:
        """Return by person all messages and answers with their edits, the channel in its order, and the record."""
        found = {}
        for who, person in self._people.items():
            await look_around(person)
            record = await exported(person) if self.records else ""
            found[who] = (histories(person, self._known[who], self.midgame.game), in_the_channel(person), record)
        return found

    def own(self) -> Shown:
        """Return what was shown to the player who has the secret."""
        return histories(*self._own, self.midgame.game)


@asynccontextmanager
async def midgame(
    directory: Path, monkeypatch: pytest.MonkeyPatch, reached: Reached, change: Change | None = None
) -> AsyncIterator[Midgame]:
    """Play the game on until `reached` and the log has long been full; `change` then edits the position."""
    directory.mkdir()
    unhurried(monkeypatch)
    async with stage_on(directory, monkeypatch, SEED) as stage:
        # The clock moves only if a test says so, because a board tells to the second since when somebody is asked.
        stage.clock, stage.delay = MovedClock(NOON), DELAY
        stage.pg.channel(CHANNEL)
        await stage.start()
        people = [await stage.pg.person(name) for name in ("ann", "bob", "cleo", "dora")]
        for person in people:
            await stage.bot.tables.people.set(person.id, "pictures", "words")
        await open_table(people[:3], spells="battlefield")
        await stage.quiet()
        (row,) = await stage.bot.tables.store.games.active()
        await stage.stop()
        async with await Storage.open(directory / DATABASE) as store:
            tables = Tables(store, clock=stage.clock)
            table = await forward(tables, row.id, reached)
            if change is not None:
                state = table.playing.to_dict()
                change(state)
                await transitions.keep(tables.cache, replace(table, game=Game.from_dict(state)), table.context)
        await stage.start()
        await stage.quiet()
        with at_rest(stage):
            yield Midgame(stage, row.id, dict(zip(("P1", "P2", "P3"), people[:3], strict=True)), people[3])


async def forward(tables: Tables, game: str, reached: Reached) -> Table:
    rng = random.Random(SEED)
    table = await tables.look(game)
    while table.context.count < EVENTS or not reached(table):
        seat = next(iter(table.questions))
        user = table.seat(seat).user_id
        assert user is not None
        table = (await tables.moves.play(game, user, choice(table.playing.pending[seat], rng))).table
    return table


def choice(decision: Decision, rng: random.Random) -> str:
    if decision.seat == HOARDER and decision.kind in ("cast", "research", "draw"):
        return {"cast": "pass", "research": decision.tokens[0], "draw": "draw"}[decision.kind]
    return rng.choice(decision.tokens)
