"""Somebody who plays over days: looks in, answers what is asked, and sees what follows while they are there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from agents import Policy
from benchmarks.weeks.features import Features
from benchmarks.weeks.figures import Counted
from benchmarks.weeks.habits import Habits
from benchmarks.weeks.world import World
from bot.components import ids
from bot.components.ids import Id, Verb
from bot.tables import Table
from cli.demo.player import controls
from playground import CannotDo, Person, Shown
from playground.client.screen import Control
from playground.world.models import DM, Channel
from storage import Status
from storage.topics import replaced

LINGERS, STAYS = timedelta(minutes=3), timedelta(minutes=10)
"""How long one looks whether the game goes on after the last answer, or after coming; and the longest visit."""
_THINKS, _SPREAD, _MOST = 20.0, 0.6, 120.0
"""Seconds that an answer takes: the median, the standard deviation of its logarithm, the maximum."""


@dataclass
class Visitor:
    """One person at one table. They know what their panel shows, their own view and their own question, and no more;
    calls are counted as their client shows them."""

    world: World
    person: Person
    channel: Channel
    habits: Habits
    features: Features
    policy: Policy
    rng: Random
    look: Callable[[], Awaitable[Table]]
    counted: Counted = field(default_factory=Counted)
    refused: int = 0
    _came: datetime | None = None
    _until: datetime | None = None
    _busy: bool = False
    _thinking: bool = False
    _voted: set[int] = field(default_factory=set)

    # --- coming and going

    def settle_in(self) -> None:
        """Plan all visits from now on."""
        visits = self.habits.visits(self.world.now)

        def again() -> None:
            moment = next(visits)

            async def visit() -> None:
                again()
                await self.arrive()

            self.world.at(moment, visit)

        again()

    async def arrive(self) -> None:
        """Look in: at the board, and at what else the channel asks."""
        if self.here or self.habits.is_away(self.world.now):
            return
        self._came, self._busy = self.world.now, False
        self.counted.visits += 1
        await self.person.reload()  # what was private last time is gone from the client
        self._stay()
        await self._decide()
        await self.world.settled()  # a computer player may have moved
        if await self.asked():
            await self._press(Verb.TURN)
            await self.world.settled()
        else:
            await self._plan()

    @property
    def here(self) -> bool:
        return self._until is not None and self.world.now < self._until

    def _stay(self) -> None:
        assert self._came is not None
        self._until = min(self.world.now + LINGERS, self._came + STAYS)

    def hear(self) -> None:
        """Count what has come since the last time; a call may bring the person here."""
        for event in self.person.raw:
            if event["kind"] == "message" and self._calls(Shown(event["message"])):
                self.counted.calls += 1
                come = None if self.here else self.habits.comes_for_call(self.world.now)
                if come is not None:
                    self.world.at(come, self.arrive)
        self.person.raw.clear()

    def _calls(self, shown: Shown) -> bool:
        """Return whether the client makes a sound for a message."""
        if shown.ephemeral:
            return False
        return shown.pinged or self.person.screen.channels[shown.channel_id]["type"] == DM

    # --- playing

    async def asked(self) -> bool:
        """Return whether there is something to choose, other than what they have said ahead to pass."""
        table = await self.look()
        seat = table.find(self.person.id)
        if seat is None or seat.seat in table.context.due:
            return False
        return table.decision(seat.seat) is not None

    async def notice(self) -> None:
        """Plan an answer after a moment, if the person is here and is asked something."""
        if self.here and not self._thinking and await self.asked():
            self._thinking = True
            seconds = min(self.rng.lognormvariate(0, _SPREAD) * _THINKS, _MOST)
            self.world.at(self.world.now + timedelta(seconds=seconds), self._answer)

    async def _answer(self) -> None:
        self._thinking = False
        self._stay()
        if not await self.asked():
            return
        self._note_busy()
        table = await self.look()
        seat = table.seat_of(self.person.id).seat
        decision = table.decision(seat)
        assert decision is not None
        view, before = table.playing.view(seat), table.sequence
        token = self.policy(view, decision, self.rng)
        answer = await self.person.command(self.channel, "play", move=f"{decision.kind} {token}")
        self.refused += answer.failed or (await self.look()).sequence == before
        await self.world.settled()
        if not await self.asked():
            await self._plan()

    async def _plan(self) -> None:
        """Pass and plan ahead what is possible, while nothing is asked."""
        table = await self.look()
        if table.status is not Status.RUNNING or table.find(self.person.id) is None:
            return
        await self.features.pass_ahead(self)
        if await self.features.plan(self):
            self._note_busy()

    def _note_busy(self) -> None:
        self.counted.busy += not self._busy
        self._busy = True

    # --- what else there is

    async def _decide(self) -> None:
        """Vote for a computer player in place of somebody missing, or take one's own seat back."""
        table = await self.look()
        seat = table.find(self.person.id)
        if seat is None and table.taken_over(self.person.id) is not None:
            self._note_busy()
            await self._press(Verb.BACK)
            return
        for shown in self.person.messages(self.channel):
            for control in controls(shown, Verb.VOTE):
                change = replaced(_meaning(control).rest)
                if seat and change and change[:2] != (seat.seat, None) and shown.id not in self._voted:
                    self._note_busy()
                    self._voted.add(shown.id)
                    await self.press(shown, control)

    async def _press(self, verb: Verb) -> Shown | None:
        """Press the newest button of this sort in the channel, and return what it opened."""
        for shown in reversed(self.person.messages(self.channel)):
            for control in controls(shown, verb):
                return await self.press(shown, control)
        return None

    async def press(self, shown: Shown, control: Control) -> Shown | None:
        """Press a control, and return the message that answers, if any."""
        try:
            answer = await self.person.click(shown, control.custom_id or "")
            return None if answer.failed else answer.message
        except (CannotDo, LookupError):
            return None


def _meaning(control: Control) -> Id:
    return ids.decode(control.custom_id or "")
