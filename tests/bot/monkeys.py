"""People at a tale who press buttons, choices and forms at random."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from bot.components import ids
from bot.components.ids import OF_TALES
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


@dataclass
class Monkey:
    """Somebody who presses at random. What they type may contain `name`, so that others' names can be told apart."""

    person: Person
    channel: Place
    rng: random.Random
    name: str
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    presses: int = 0
    rolled: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    async def act(self) -> None:
        """Press something once the gate is open. Whatever it leads to is right, except for an apology."""
        await self.gate.wait()
        try:
            answer = await self._press()
            for _ in range(3):  # a form may be answered with another
                if answer is None or not _asks(answer):
                    break
                answer = await self.person.submit(answer.modal, self._filled(answer))
        except (CannotDo, LookupError, TimeoutError):
            return  # the button has gone meanwhile, or nobody answers
        self.presses += 1
        if answer is not None and not answer.failed and not _asks(answer):
            text = _text(answer)
            assert _APOLOGY not in text, text

    async def _press(self) -> Answer | None:
        found = [(message, control) for message in self._in_view() for control in _pressable(message)]
        if not found or self.rng.random() < 0.2:
            line, given = self.rng.choice(_COMMANDS)
            return await self.person.command(self.channel, line, **given)
        message, control = self.rng.choice(found)
        if control.is_button:
            return await self.person.click(message, control.custom_id or "")
        if control.kind == _USER_SELECT:
            return await self.person.select(message, control.custom_id or "", [self.person.id])
        value = self.rng.choice(control.options)[1]
        return await self.person.select(message, control.custom_id or "", [value])

    def _in_view(self) -> list[Shown]:
        """Return the messages to press on: mostly the person's own screen, otherwise the last public ones."""
        messages = [each for each in self.person.messages(self.channel) if _pressable(each)]
        private, public = [m for m in messages if m.ephemeral][-1:], [m for m in messages if not m.ephemeral][-3:]
        return private if private and self.rng.random() < 0.8 else public or private

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


def _pressable(message: Shown) -> list[Control]:
    return [each for each in message.controls if not each.disabled and each.custom_id and _is_ours(each.custom_id)]


def _is_ours(custom_id: str) -> bool:
    try:
        return ids.decode(custom_id).verb in OF_TALES
    except ids.BadId:
        return False


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
