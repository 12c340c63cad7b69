"""A scripted person who plays: sees what Discord shows, chooses among what the bot offers, clicks or types."""

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
"""Hears what a person does: the name, and the action in words."""

_SUGGESTED = 25
_PASSING = 0.25
"""How often a player passes where there is something else to do."""
_WAVERING = 0.25
"""How often a player changes a choice that is complete before confirming it."""
_PATIENCE = 4.0
"""Seconds after which a player looks again, though nothing has changed: an answer may have failed."""
READING = 1.0
"""Seconds that a person reads what a press has brought."""
_ASKED = "## ▶ "
STEPS = 20
"""More than any panel asks for after one has wavered."""
_DECIDED = 10
"""The step from which on whoever can confirm does so."""
_LOOKS = ("Look closely", "Look no longer")
"""How controls are called that only show something."""
_STANDS_STILL = 600.0
"""Seconds in which no move of anybody is answered, after which a game has come to a halt, however long it all takes."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that was sent, and its answer."""

    answer: Answer
    said: str


@dataclass
class Player:
    """Plays for one person: `typing` is how often by `/play` and not by clicks, `pause` seconds before each move.

    One that is `away` from the channel plays in its direct messages, which must be open: by the panel that a first move
    there leaves, and that asks again as soon as it can.
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
    """Every move it has sent."""
    _done: object = None

    # --- seeing

    def board(self) -> Shown | None:
        """The newest board message: the one that is there in words too."""
        shown = reversed(self.person.messages(self.channel))
        return next((m for m in shown if not m.ephemeral and controls(m, Verb.TEXT)), None)

    def is_asked(self) -> bool:
        """Whether the board says so in its heading. Who plays on is not called."""
        board = self.board()
        return board is not None and any(
            line.startswith(_ASKED) and self.name in line for line in board.text.splitlines()
        )

    def _news(self) -> object:
        """What changes when this person may have been asked something."""
        board = self.board()
        return board and (board.id, board.text)

    def _is_asked_anew(self) -> bool:
        return self.is_asked() and self._news() != self._done

    # --- playing

    async def play(self, over: Callable[[], bool], moved: Callable[[], object] = lambda: None) -> None:
        """Move whenever asked, until the game is over; `moved` is called after each move that was answered."""
        while not over():
            looks = False
            try:
                await self.person.wait_for(lambda: over() or self._is_asked_anew(), _PATIENCE)
            except TimeoutError:
                looks = True  # by itself, as people do
            self._done = self._news()
            before = len(self.attempts)
            while not over() and (looks or self.is_asked()) and await self.move():
                if any(not attempt.answer.failed for attempt in self.attempts[before:]):
                    moved()
                before = len(self.attempts)

    async def move(self) -> bool:
        """Make one move; False if nothing is asked. Raises TimeoutError when the bot does not answer."""
        await asyncio.sleep(self.pause)
        types = self._asked_in_secret() is None if self.away else self.rng.random() < self.typing
        return await (self.type_move() if types else self.click_move())

    async def type_move(self) -> bool:
        """`/play`, with a move of its suggestions."""
        place = "DM" if self.away else self.channel
        try:
            moves = await self.person.autocomplete(place, "play", "move", "")
        except CannotDo:
            return await self.click_move()  # the list has not come
        if len(moves) == _SUGGESTED:
            with suppress(CannotDo):
                letter = self.rng.choice(ascii_lowercase)  # there may be more than are suggested
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
        """Open the panel and walk through it."""
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
                return True  # the panel has just followed the board: look again
            if confirming:
                self._sent(answer, trail[-1])
                if answer.state is State.DEFERRED:  # too soon after the last press to have been read: nothing is done
                    await asyncio.sleep(READING)
                else:
                    self._tell("In secret › …" if secret else " › ".join(["Your move", *trail]))
                return True
            if answer.failed:
                return True  # the bot did not answer: look again
            panel = answer.message
        raise RuntimeError(f"a panel without an end: {trail}")

    def _asked_in_secret(self) -> Shown | None:
        """What asks in direct messages; what the answer is, is nobody's business."""
        with suppress(LookupError):
            last = self.person.last("DM")
            if controls(last, Verb.MOVE, Verb.STEP, Verb.PICK):
                return last
        return None

    async def _panel(self) -> Shown | None:
        """The private panel: in the DM where it stands there, else by the board's button."""
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
    """All of them play until the game is over. Raises TimeoutError if it comes to a halt."""
    clock = asyncio.get_running_loop().time
    async with asyncio.timeout(_STANDS_STILL) as patience, asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(over, lambda: patience.reschedule(clock() + _STANDS_STILL)))


@lru_cache(maxsize=1000)
def _decoded(custom_id: str | None) -> Id | None:
    """None if that is not ours; a board's controls are looked at whenever something changes."""
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
    """The controls of a message, with one of the verbs, that can be used."""
    return [control for control in shown.controls if not control.disabled and _verb(control) in verbs]


def next_step(shown: Sequence[Control], rng: Random, step: int = 0) -> tuple[Control, str] | None:
    """What to use next on a panel after so many steps, and of a select which value: mostly confirm what is complete, in
    the end always; pass at times, else narrow at the last step, or change that. None if nothing is asked."""
    active = [control for control in shown if not control.disabled and not control.label.startswith(_LOOKS)]
    confirm = [control for control in active if _verb(control) is Verb.MOVE]
    passing = [control for control in confirm if _rest(control) == "pass"]
    complete = [control for control in confirm if control not in passing]
    steps = [control for control in active if _verb(control) in (Verb.STEP, Verb.PICK)]
    deepest = max(map(_depth, steps), default=-1)
    if complete and (not steps or step >= _DECIDED or rng.random() >= _WAVERING):
        return rng.choice(complete), ""
    if passing and not complete and (deepest < 0 or rng.random() < _PASSING):  # then steps only lead back
        return passing[0], ""
    ways = [
        (control, value)
        for control in steps
        if _depth(control) == deepest
        for value in ([""] if control.is_button else [value for _, value in control.options])
    ]
    return rng.choice(ways) if ways else None


def _leads_on(answer: Answer, typed: str) -> bool:
    """Whether what was typed was a step: then the panel that answers it asks on about it, and it is no move yet."""
    token = typed.rpartition(" ")[2]
    return not (answer.failed or answer.thinking) and f" is up at {token}?" in answer.message.text


def _depth(control: Control) -> int:
    """How many steps were walked before this control's own."""
    steps = len(list(filter(None, _rest(control).split("/"))))
    return steps if _verb(control) is Verb.PICK else steps - 1


def _said(control: Control, value: str) -> str:
    return next((label for label, option in control.options if option == value), control.label)
