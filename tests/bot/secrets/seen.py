"""Everything a person was shown, in a form in which two runs can be compared; and all that a person can ask for."""

from __future__ import annotations

import difflib
import pprint
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.components.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import CHANNEL
from playground import Answer, Person
from tests.bot.core.conftest import Stage

_NUMBERED = re.compile(r"\b((?:message|private|interaction):#?\w+|id):(?:#?\w+:)?\d+")
"""The number of a message or of any id (and where an id first occurred): it depends on which of two requests came
first."""
_TIME = re.compile(r"<t:\d+")
_LONG = re.compile(r"\d{9,}")
_LOOKS = (Verb.TURN, Verb.SHOW, Verb.TEXT, Verb.LOG, Verb.RULES)
_COMMANDS = ("adepts score", "adepts log", "adepts games", "adepts end", "adepts replay", "hand", "settings")
_TYPED = ("", "pass")
Shown = list[tuple[str, ...]]


@contextmanager
def at_rest(stage: Stage) -> Iterator[None]:
    """Wait after each press until the bot has nothing left to do: which of two messages overtakes the other is no
    secret."""
    settled = Answer.settled

    async def quiet(answer: Answer) -> Answer:
        await settled(answer)
        await stage.quiet()
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Answer, "settled", quiet)
        yield


def histories(person: Person, known: int, game: str) -> Shown:
    """Return what each message and answer showed since event number `known`, in their order, with the moments that are
    named there; ids are replaced."""
    found: dict[str, list[str]] = {}
    for event, text in list(zip(person.raw, person.seen, strict=True))[known:]:
        about = event.get("message") or event.get("interaction") or {"id": event.get("message_id", "")}
        shown = [_NUMBERED.sub(r"\1", text.replace(game, "GAME")), *_TIME.findall(str(event))]
        found.setdefault(str(about["id"]), []).append(" ".join(shown))
    return sorted(map(tuple, found.values()))


def in_the_channel(person: Person) -> list[str]:
    """Return the channel's public messages from the oldest to the newest; ids and times are replaced."""
    return [_LONG.sub("N", message.text) for message in person.messages(CHANNEL) if not message.ephemeral]


def differences(one: object, other: object) -> list[str]:
    """Return the lines that differ."""
    mine, theirs = (pprint.pformat(each, width=200).splitlines() for each in (one, other))
    return [line for line in difflib.ndiff(mine, theirs) if line[0] in "-+"]


async def look_around(person: Person) -> None:
    """Ask for everything except the record, and try a move that is not possible."""
    board = next(m for m in reversed(person.messages(CHANNEL)) if not m.ephemeral and controls(m, Verb.TEXT))
    for control in controls(board, *_LOOKS):
        await person.click(board, control.custom_id or "")
    for command in _COMMANDS:
        await person.command(CHANNEL, command)
    for typed in _TYPED:
        await person.autocomplete(CHANNEL, "play", "move", typed)
    await person.command(CHANNEL, "play", move="assign topaz.9x9")
