"""A scripted player: sees what Discord shows, chooses among what the bot offers, clicks or types."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from string import ascii_lowercase
from typing import TypeVar

from bot.components import ids
from bot.components.ids import BadId, Id, Verb
from playground import Answer, CannotDo, Person, Shown
from playground.client.person import Place
from playground.client.screen import Control
from playground.messaging.interactions import State

T = TypeVar("T")
Told = Callable[[str, str], None]
"""Called with a person's name and what they do, in words."""

_SUGGESTED = 25
_PASSING = 0.25
"""Probability that a player passes though they could do something else."""
_WAVERING = 0.25
"""Probability that a player changes a complete choice before confirming it."""
_PATIENCE = 4.0
"""Seconds after which a player looks again, even if nothing has changed: an answer may have failed."""
READING = 1.0
"""Seconds in which a person reads what a press has shown."""
_ASKED = "## ▶ "
STEPS = 20
"""Steps on a panel before we give up: more than any panel takes, even with changed choices."""
_DECIDED = 10
"""The step from which on a player confirms as soon as they can."""
_LOOKS = ("Look closely", "Look no longer")
"""The labels of controls that only show something."""
_STANDS_STILL = 600.0
"""Seconds without any move being answered after which the game counts as stuck, however long the whole game takes."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that was sent, and the bot's answer."""

    answer: Answer
    said: str


@dataclass
class Player:
    """Plays for one person. `typing` is the share of moves made by `/play` rather than by clicks, `pause` the seconds
    before each move.

    A player who is `away` from the channel plays in their direct messages, which must be open: in the panel that their
    first move leaves there, and which asks again whenever it can.
    """

    person: Person
    name: str
    channel: Place
    rng: Random
    typing: float = 0.0
    pause: float = 0.0
    told: Told | None = None
    away: bool = False
    attempts: list[Attempt] = field(default_factory=list)
    """All moves that were sent."""
    _done: object = None

    # --- seeing

    def board(self) -> Shown | None:
        """Return the newest message with a board: one with the button that shows it as text. None if there is none."""
        shown = reversed(self.person.messages(self.channel))
        return next((m for m in shown if not m.ephemeral and controls(m, Verb.TEXT)), None)

    def is_asked(self) -> bool:
        """Whether the board's heading says that this person is asked. Somebody who is asked again at once is not
        mentioned."""
        board = self.board()
        return board is not None and any(
            line.startswith(_ASKED) and self.name in line for line in board.text.splitlines()
        )

    def _news(self) -> object:
        """Return something that changes whenever this person may have been asked something."""
        board = self.board()
        return board and (board.id, board.text)

    def _is_asked_anew(self) -> bool:
        return self.is_asked() and self._news() != self._done

    # --- playing

    async def play(self, over: Callable[[], bool], moved: Callable[[], object] = lambda: None) -> None:
        """Move whenever asked, until the game is over; `moved` is called after each answered move."""
        while not over():
            looks = False
            try:
                await self.person.wait_for(lambda: over() or self._is_asked_anew(), _PATIENCE)
            except TimeoutError:
                looks = True  # look without being called, as people do
            self._done = self._news()
            before = len(self.attempts)
            while not over() and (looks or self.is_asked()) and await self.move():
                if any(not attempt.answer.failed for attempt in self.attempts[before:]):
                    moved()
                before = len(self.attempts)

    async def move(self) -> bool:
        """Make one move; return False if nothing is asked. Raises TimeoutError if the bot does not answer."""
        await asyncio.sleep(self.pause)
        types = self._asked_in_secret() is None if self.away else self.rng.random() < self.typing
        return await (self.type_move() if types else self.click_move())

    async def type_move(self) -> bool:
        """Make a move by `/play`, choosing one of its suggestions."""
        place = "DM" if self.away else self.channel
        try:
            moves = await self.person.autocomplete(place, "play", "move", "")
        except CannotDo:
            return await self.click_move()  # the suggestions have not come
        if len(moves) == _SUGGESTED:
            with suppress(CannotDo):
                letter = self.rng.choice(ascii_lowercase)  # there may be more moves than suggestions
                moves = await self.person.autocomplete(place, "play", "move", letter) or moves
        if not moves:
            return False
        _, value = self._choose(moves, lambda move: str(move[1]).endswith(" pass"))
        self._tell(f"/play move: {'…' if self._asked_in_secret() else value}")
        answer = await self.person.command(place, "play", move=value)
        if not _leads_on(answer, str(value)):
            self._sent(answer, str(value))
        return True

    async def click_move(self) -> bool:
        """Open the panel and choose step by step."""
        secret, panel = self._asked_in_secret() is not None, await self._panel()
        trail = []
        for step in range(STEPS):
            if panel is None:
                return False
            found = next_step(panel.controls, self.rng, step)
            if found is None:
                return False
            control, value = found
            trail.append(_said(control, value))
            confirming = _verb(control) is Verb.MOVE
            try:
                answer = await self.person.use(panel, control, value)
            except CannotDo:
                return True  # the panel has just changed to follow the board: look again
            if confirming:
                self._sent(answer, trail[-1])
                if answer.state is State.DEFERRED:  # pressed too soon to have been read, so it was ignored
                    await asyncio.sleep(READING)
                else:
                    self._tell("In secret › …" if secret else " › ".join(["Your move", *trail]))
                return True
            if answer.failed:
                return True  # the bot did not answer: look again
            panel = answer.message
        raise RuntimeError(f"a panel without an end: {trail}")

    def _asked_in_secret(self) -> Shown | None:
        """Return the direct message that asks something; its answer is secret. None if there is none."""
        with suppress(LookupError):
            last = self.person.last("DM")
            if controls(last, Verb.MOVE, Verb.STEP, Verb.PICK):
                return last
        return None

    async def _panel(self) -> Shown | None:
        """Return the private panel: the direct message that asks, or what the board's button opens."""
        if asked := self._asked_in_secret():
            return asked
        board = self.board()
        if board is None:
            return None
        answer = await self.person.click(board, controls(board, Verb.TURN)[0].custom_id or "")
        return None if answer.failed else answer.message

    def _choose(self, ways: list[T], passes: Callable[[T], bool]) -> T:
        active = [way for way in ways if not passes(way)]
        if active and (len(active) == len(ways) or self.rng.random() >= _PASSING):
            return self.rng.choice(active)
        return ways[-1] if not active else self.rng.choice([way for way in ways if passes(way)])

    def _sent(self, answer: Answer, said: str) -> None:
        self.attempts.append(Attempt(answer, said))

    def _tell(self, action: str) -> None:
        if self.told is not None:
            self.told(self.name, action)


async def play_out(players: Iterable[Player], over: Callable[[], bool]) -> None:
    """Let all of them play until the game is over. Raises TimeoutError if it gets stuck."""
    clock = asyncio.get_running_loop().time
    async with asyncio.timeout(_STANDS_STILL) as patience, asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(over, lambda: patience.reschedule(clock() + _STANDS_STILL)))


@lru_cache(maxsize=1000)
def _decoded(custom_id: str | None) -> Id | None:
    """Decode a custom_id; None if it is not one of the bot's. Cached, as a board's controls are looked at after every
    change."""
    try:
        return ids.decode(custom_id or "")
    except BadId:
        return None


def _verb(control: Control) -> Verb | None:
    found = _decoded(control.custom_id)
    return found.verb if found is not None else None


def _rest(control: Control) -> str:
    found = _decoded(control.custom_id)
    return found.rest if found is not None else ""


def controls(shown: Shown, *verbs: Verb) -> list[Control]:
    """Return the enabled controls of a message that have one of these verbs."""
    return [control for control in shown.controls if not control.disabled and _verb(control) in verbs]


def next_step(shown: Sequence[Control], rng: Random, step: int = 0) -> tuple[Control, str] | None:
    """Choose the next control to use on a panel, and its value if it is a select; `step` controls were used before. A
    complete choice is mostly confirmed, from step `_DECIDED` on always. Otherwise it sometimes passes, and else uses
    one of the deepest steps, which may change a choice. None if nothing is asked."""
    active = [control for control in shown if not control.disabled and not control.label.startswith(_LOOKS)]
    confirm = [control for control in active if _verb(control) is Verb.MOVE]
    passing = [control for control in confirm if _rest(control) == "pass"]
    complete = [control for control in confirm if control not in passing]
    steps = [control for control in active if _verb(control) in (Verb.STEP, Verb.PICK)]
    deepest = max(map(_depth, steps), default=-1)
    if complete and (not steps or step >= _DECIDED or rng.random() >= _WAVERING):
        return rng.choice(complete), ""
    if passing and not complete and (deepest < 0 or rng.random() < _PASSING):  # else the steps only lead back
        return passing[0], ""
    ways = [
        (control, value)
        for control in steps
        if _depth(control) == deepest
        for value in ([""] if control.is_button else [value for _, value in control.options])
    ]
    return rng.choice(ways) if ways else None


def _leads_on(answer: Answer, typed: str) -> bool:
    """Whether what was typed was only a step: the answer then is a panel that asks for the rest, and no move was
    made."""
    token = typed.rpartition(" ")[2]
    return not (answer.failed or answer.thinking) and f" is up at {token}?" in answer.message.text


def _depth(control: Control) -> int:
    """Return how many steps come before this control's own."""
    steps = len(list(filter(None, _rest(control).split("/"))))
    return steps if _verb(control) is Verb.PICK else steps - 1


def _said(control: Control, value: str) -> str:
    return next((label for label, option in control.options if option == value), control.label)
