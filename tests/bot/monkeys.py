"""People at a tale, or at tables of games, who press buttons, choices and forms at random."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from bot.components import ids
from bot.components.ids import OF_TALES, Verb
from playground import Answer, CannotDo, Person, Shown
from playground.client.person import Place
from playground.client.screen import Control

_WRITTEN = (
    "d8",
    "2d6",
    "3",
    "1",
    "-1",
    "Fog",
    "injured",
    "approaches.wits",
    "d10>d8",
    "d6:1",
    "**Bold**",
    "x" * 40,
    "",
)
_COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("roll", {"dice": "2d6 d8"}),
    ("roll", {"dice": "3d10"}),
    ("roll", {"dice": "d6 d10 d12"}),
    ("roll", {}),
    ("tale status", {}),
)
_APOLOGY = "something went wrong"
_USER_SELECT = 5
_SUBCOMMAND, _INTEGER, _USER = 1, 4, 6
_AT_TABLES = frozenset(Verb) - {*OF_TALES} - {Verb.REVIEW, Verb.FILM}
"""What guests press: all that does not take long."""
_PLAYING = frozenset({Verb.TURN, Verb.STEP, Verb.PICK, Verb.MOVE, Verb.UNDO})
_UNTYPED = frozenset({"review", "tale", "gm", "sheet", "roll"})
"""Words of commands that no guest types: of what takes long, and of tales."""
_WORDS = ("pass", "undo", "P2", "12h", "22-7", "2026-12-01", "<b> *x* `", "x" * 90)


@dataclass
class Monkey:
    """Somebody who presses at random. What they type may contain `name`, so that others' names can be told apart."""

    person: Person
    channel: Place
    rng: random.Random
    name: str
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    presses: int = 0
    verbs: Collection[Verb] = OF_TALES
    """What is pressed."""

    def __post_init__(self) -> None:
        self.gate.set()

    async def act(self) -> Answer | None:
        """Press something once the gate is open, and return what came of it. Whatever that is is right, except for an
        apology. None if there was no answer."""
        await self.gate.wait()
        try:
            answer = await self._press()
            for _ in range(3):  # a form may be answered with another
                if answer is None or not _asks(answer):
                    break
                answer = await self.person.submit(answer.modal, self._filled(answer))
        except (CannotDo, LookupError, TimeoutError):
            return None  # the button has gone meanwhile, or nobody answers
        self.presses += 1
        if answer is not None and not answer.failed and not _asks(answer):
            text = _text(answer)
            assert _APOLOGY not in text, text
        return answer

    async def _press(self) -> Answer | None:
        found = [(message, control) for message in self._in_view() for control in self._pressable(message)]
        if not found or self.rng.random() < 0.2:
            return await self._command()
        message, control = self.rng.choice(found)
        if control.is_button:
            return await self.person.click(message, control.custom_id or "")
        if control.kind == _USER_SELECT:
            return await self.person.select(message, control.custom_id or "", [self._somebody()])
        value = self.rng.choice(control.options)[1]
        return await self.person.select(message, control.custom_id or "", [value])

    async def _command(self) -> Answer:
        line, given = self.rng.choice(_COMMANDS)
        return await self.person.command(self.channel, line, **given)

    def _somebody(self) -> int:
        return self.person.id

    def _in_view(self) -> list[Shown]:
        """Return the messages to press on: mostly the person's own screen, otherwise the last public ones."""
        messages = self._all_in_view()
        private, public = [m for m in messages if m.ephemeral][-1:], [m for m in messages if not m.ephemeral][-3:]
        return private if private and self.rng.random() < 0.8 else public or private

    def _all_in_view(self) -> list[Shown]:
        return [each for each in self.person.messages(self.channel) if self._pressable(each)]

    def _pressable(self, message: Shown) -> list[Control]:
        return [each for each in message.controls if not each.disabled and _verb(each) in self.verbs]

    def _filled(self, answer: Answer) -> dict[str, str]:
        named = f"{self.name} {self.rng.randrange(10**6)}"
        return {
            part["component"]["custom_id"]: self._fits(part["component"], self.rng.choice((*_WRITTEN, named)))
            for part in answer.modal.raw["components"]
        }

    @staticmethod
    def _fits(component: dict[str, Any], text: str) -> str:
        text = text[: component.get("max_length") or 4000]
        return text or ("x" if component.get("required", True) else "")


@dataclass
class Guest(Monkey):
    """The same at tables of games. Every second press is one of those with which moves are made; old messages are
    pressed too, and any command is typed, mostly with what is suggested."""

    others: Collection[Person] = ()
    """Whom they choose, invite and give seats to."""

    async def _press(self) -> Answer | None:
        self.verbs = self.rng.choice([_PLAYING, _AT_TABLES])
        return await super()._press()

    def _in_view(self) -> list[Shown]:
        return self._all_in_view() if self.rng.random() < 0.1 else super()._in_view()

    def _somebody(self) -> int:
        return self.rng.choice([self.person, *self.others]).id

    async def _command(self) -> Answer:
        line, options = self.rng.choice(_lines(await self.person.commands(self.channel)))
        given = dict[str, Any]()
        for option in options:
            if option.get("required") or self.rng.random() < 0.3:
                given[option["name"]] = await self._value(line, option, given)
        return await self.person.command(self.channel, line, **given)

    async def _value(self, line: str, option: dict[str, Any], given: dict[str, Any]) -> Any:
        if option.get("choices"):
            return self.rng.choice(option["choices"])["value"]
        if option["type"] == _USER:
            return self._somebody()
        if option["type"] == _INTEGER:
            return self.rng.randint(option.get("min_value", 0), option.get("max_value", 3))
        if option.get("autocomplete") and self.rng.random() < 0.8:
            offered = await self.person.autocomplete(self.channel, line, option["name"], **given)
            if offered:
                return self.rng.choice(offered)[1]
        return self.rng.choice(_WORDS)


def _lines(commands: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return each command that guests type, with its options."""
    found = []
    for command in commands:
        parts = [each for each in command.get("options", []) if each["type"] == _SUBCOMMAND]
        found += [(f"{command['name']} {part['name']}", part.get("options", [])) for part in parts]
        if not parts:
            found.append((command["name"], command.get("options", [])))
    return [(line, options) for line, options in found if _UNTYPED.isdisjoint(line.split())]


def _verb(control: Control) -> Verb | None:
    try:
        return ids.decode(control.custom_id or "").verb
    except ids.BadId:
        return None


def _asks(answer: Answer) -> bool:
    try:
        return bool(answer.modal)
    except LookupError:
        return False


def _text(answer: Answer) -> str:
    try:
        return answer.message.text
    except LookupError:
        return ""
