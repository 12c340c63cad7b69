"""One game of friends over days, with its figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from agents import Policy
from benchmarks.weeks.features import Features
from benchmarks.weeks.figures import Figures, by_whom
from benchmarks.weeks.habits import drawn
from benchmarks.weeks.visitor import Visitor
from benchmarks.weeks.world import World
from bot.components.ids import Verb
from bot.tables import Table
from bot.tables.lobby_options import WORDS
from cli.demo.stage import press
from playground.world.models import Channel
from storage import Status, standing


class _Waits(NamedTuple):
    """What a table waits for: after how many moves, since when, in which phase, for which kind of answer, and from
    whom; `passing`: all of them have said ahead that they pass."""

    sequence: int
    since: datetime
    phase: str
    kind: str
    users: set[int | None]
    passing: bool


class Group:
    """Friends in a guild of their own, so that each client hears of one game alone."""

    def __init__(self, world: World, features: Features, channel: Channel, visitors: Sequence[Visitor], turns: int):
        self.world = world
        self.visitors = visitors
        self.figures = Figures()
        self.over = False
        self.game_id = ""
        self._features = features
        self._channel = channel
        self._turns = turns
        self._begun = world.now
        self._waited: _Waits | None = None

    @classmethod
    async def gathered(
        cls, world: World, features: Features, name: str, players: int, policy: Policy, *,
        vanishing: bool, answering: float, turns: int,
    ) -> Group:  # fmt: skip
        """Create people with habits in a channel of their own. Everything about them follows from the name alone."""
        guild = world.pg.guild(name)
        channel = world.pg.channel("games", guild)
        rng = Random(name)
        gone = rng.randrange(players) if vanishing else -1
        visitors = list[Visitor]()
        group = cls(world, features, channel, visitors, turns)
        for n in range(players):
            person = await world.pg.person(f"player{n}", guild)
            person.timeout = 60.0
            habits = drawn(Random(f"{name}/{n}"), world.now, n == gone, answering)
            own = Random(f"{name}/{n}/play")
            visitors.append(Visitor(world, person, channel, habits, features, policy, own, group.table))
        return group

    async def begin(self, seed: str) -> None:
        """Open the table, let everybody sit down, and start; then nobody is there."""
        tables = self.world.bot.tables
        tables.lobby.seed = seed
        for visitor in self.visitors:
            await self._features.prepare(visitor)
        host, *others = [visitor.person for visitor in self.visitors]
        await host.command(self._channel, "adepts new", look=WORDS, pace=self._features.pace)
        await self.world.settled()
        for person in others:
            await press(person, Verb.JOIN, self._channel)
        [table] = [each for each in await tables.of_user(host.id) if each.status is Status.LOBBY]
        self.game_id = table.id
        await press(host, Verb.START, self._channel)
        await self.world.settled()
        self._begun = self.world.now
        for visitor in self.visitors:
            visitor.hear()
            visitor.counted.calls = 0  # calls of the lobby do not count
            visitor.settle_in()

    async def table(self) -> Table:
        return await self.world.bot.tables.look(self.game_id)

    async def look(self) -> None:
        """Count what has happened, and let those who are here see it."""
        for visitor in self.visitors:
            visitor.hear()
        table = await self.table()
        if self.over:
            return
        if self._waited is not None and table.sequence != self._waited.sequence:
            what = self._waited.phase, self._waited.kind, self._why(self._waited)
            waited = (self.world.now - self._waited.since).total_seconds()
            self.figures.waits[what] = self.figures.waits.get(what, 0.0) + waited
            self._waited = None
        if table.status is not Status.RUNNING or table.turn > self._turns:
            await self._end(table)
            return
        self._waited = self._waited or await self._waits()
        for visitor in self.visitors:
            await visitor.notice()

    async def end(self) -> None:
        """Count a game that has not ended in time as it is."""
        if not self.over:
            await self._end(await self.table())

    async def _waits(self) -> _Waits:
        """Return what the table waits for from now on."""
        table, now = await self.table(), self.world.now
        asked = [(seat, table.decision(seat.seat)) for seat in table.seats if seat.seat in table.questions]
        kind = next((decision.kind for _, decision in asked if decision is not None), "")
        users = {seat.user_id for seat, _ in asked}
        passing = all(seat.seat in table.context.due for seat, _ in asked)
        return _Waits(table.sequence, now, str(table.public["phase"]), kind, users, passing)

    def _why(self, waits: _Waits) -> str:
        """Return why nobody answered for so long."""
        for visitor in self.visitors:
            away = visitor.habits.away
            if visitor.person.id in waits.users and away and away[0] < self.world.now and waits.since < away[1]:
                return "vanished"
        if waits.users == {None}:
            return "a computer player"
        return "passes ahead" if waits.passing else "not here"

    async def _end(self, table: Table) -> None:
        self.over = True
        entries = await self.world.bot.tables.store.moves.entries(self.game_id)
        self.figures.people = [visitor.counted for visitor in self.visitors]
        self.figures.choices = by_whom(standing(entries))
        self.figures.days = (self.world.now - self._begun) / timedelta(days=1)
        self.figures.finished = table.status is not Status.RUNNING or table.turn > self._turns
        self.figures.refused = sum(visitor.refused for visitor in self.visitors)
