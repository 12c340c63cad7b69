"""What people do at the tables of a benchmark, one act after the other: type moves, or press what panels show."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from bot.components.ids import Verb
from cli.demo.player import READING, controls, next_step
from game.adepts import Game
from playground import Answer, Person, Shown
from playground.world.models import Channel

_ASKING = (Verb.MOVE, Verb.STEP, Verb.PICK)

Act = Callable[[], Awaitable[Answer]]
"""An act of somebody, awaited until it is answered."""


class Site(NamedTuple):
    """A channel, and the two people who play there."""

    channel: Channel
    people: list[Person]


class Typing:
    """Types moves in a channel. A copy of its game here knows the next legal move."""

    def __init__(self, site: Site, seed: str) -> None:
        self._channel, self._people = site
        self._rng = random.Random(self._channel.id)
        self._game = Game.new(2, seed=seed)

    def next_act(self) -> Act | None:
        """Return the act that types the next move; None once the game is over."""
        if self._game.over:
            return None
        seat = self._game.asked[0]
        kind, token = self._game.kind(seat), self._rng.choice(self._game.legal(seat))
        self._game.play(seat, token)
        person = self._people[self._game.seats.index(seat)]
        return partial(person.command, self._channel, "play", move=f"{kind} {token}")


class Pressing:
    """Presses, in a channel, whatever asks its people something in their open panels."""

    def __init__(self, site: Site) -> None:
        self._channel, self._people = site
        self._rng = random.Random(self._channel.id)
        self._steps = 0
        self._read_at = 0.0

    def next_act(self) -> Act | None:
        """Return the act that presses something; None while nothing is asked, or somebody still reads what the last
        press brought."""
        if time.monotonic() < self._read_at:
            return None
        for person in self._people:
            panel = self._panel(person)
            found = next_step(panel.controls, self._rng, self._steps) if panel is not None else None
            if panel is not None and found is not None:
                self._steps = 0 if found[0] in controls(panel, Verb.MOVE) else self._steps + 1
                self._read_at = time.monotonic() + READING
                return partial(person.use, panel, *found)
        return None

    def _panel(self, person: Person) -> Shown | None:
        shown = reversed(person.messages(self._channel))
        return next((each for each in shown if each.ephemeral and controls(each, *_ASKING)), None)
