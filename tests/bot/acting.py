"""People for tests of the bot: players that wait at a gate and retry, and checks of their game."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import storage
from bot.announcer import faces
from bot.components.ids import Verb
from bot.components.render import rendered
from bot.pictures.emojis import signs
from bot.tables import Tables
from bot.tables.context import Context
from cli.demo.player import Player, controls, play_out
from cli.demo.stage import CHANNEL, exported, is_over
from game.core.decisions import Decision, Event
from game.core.history import replay
from game.core.protocol import Game
from game.core.text.signs import bare
from playground import CannotDo, Person
from playground.checks import rules
from playground.client.screen import as_read
from playground.messaging.interactions import State
from storage import Entry, Storage
from tests.bot.core.conftest import Stage

_GALLERY = 12
_ICON = re.compile(r"<:(\w+):\d+>")
_AT_MOST = 30
"""How many failures in a row a patient player tolerates."""


@dataclass
class Patient(Player):
    """A player who retries what failed, and waits at the gate while it is shut."""

    gate: asyncio.Event = field(default_factory=asyncio.Event)
    _failures: int = 0

    async def move(self) -> bool:
        await self.gate.wait()
        before = len(self.attempts)
        try:
            moved = await super().move()
        except (CannotDo, LookupError):
            moved = True  # the button has gone meanwhile
        failed = any(attempt.answer.failed for attempt in self.attempts[before:])
        self._failures = 0 if len(self.attempts) > before and not failed else self._failures + 1
        assert self._failures < _AT_MOST, f"{self.name} gets nowhere"
        return moved or not self.gate.is_set()


CLOSED = "your direct messages are closed"


@dataclass
class Unreachable(Patient):
    """A player who types moves, and does not research before being told in the channel that direct messages cannot
    reach them.

    Only somebody who is away is called, so `goes` lets time go by.
    """

    goes: Callable[[], object] = lambda: None

    async def type_move(self) -> bool:
        moves = await self.person.autocomplete(self.channel, "play", "move", "")
        if any(str(value).startswith("research ") for _, value in moves) and not was_shown(self.person, CLOSED):
            self.goes()
            await self.person.wait_for(lambda: was_shown(self.person, CLOSED))
        return await super().type_move()

    async def click_move(self) -> bool:
        return await self.type_move()


def was_shown(person: Person, words: str) -> bool:
    """Return whether the person was ever shown these words."""
    return any(words in json.dumps(event, ensure_ascii=False) for event in person.raw)


def patient(
    people: dict[str, Person],
    rng: Any,
    typing: float,
    channel: str = CHANNEL,
    unreachable: str = "",
    away: Callable[[], object] = lambda: None,
) -> list[Patient]:
    """Return a player for each person, with one open gate for all.

    The one named `unreachable` has direct messages closed, and calls `away` to let time go by.
    """
    gate = asyncio.Event()
    gate.set()

    def player(name: str, person: Person) -> Patient:
        own = type(rng)(rng.random())
        if name == unreachable:
            return Unreachable(person, name, channel, own, typing, gate=gate, goes=away)
        return Patient(person, name, channel, own, typing, gate=gate)

    return [player(name, person) for name, person in people.items()]


async def the_table(store: Storage) -> storage.StoredTable:
    """Return the one game there is, whether it is running or over."""
    games = await store.games.to_tell(told=True)
    if not games:  # regardless of the clock, which a test may have moved
        games = tuple(row.id for row in await store.games.finished(datetime.max.replace(tzinfo=UTC)))
    return await store.games.load(games[-1])


async def rows(database: storage.Place) -> tuple[storage.StoredTable, tuple[Entry, ...]]:
    """Return the game and all rows of its moves, read from the database."""
    async with await Storage.open(database) as store:
        stored = await the_table(store)
        return stored, await store.moves.entries(stored.game.id)


async def true_board(database: storage.Place) -> list[str]:
    """Return the texts that the board message should show now."""
    async with await Storage.open(database) as store:
        table = await Tables(store).look((await the_table(store)).game.id)
        picture = faces.BLANK if faces.sketch(table) else None
        components: Any = rendered(faces.face(table, picture)).to_components()
        return list(_texts(components))


def undressed(text: str) -> str:
    """Return the text with signs in place of icons."""
    return _ICON.sub(lambda icon: signs().get(icon[1], icon[0]), text)


def shown_board(person: Person) -> list[str]:
    """Return the texts of the newest board message in the channel, with signs in place of icons."""
    boards = [m for m in person.messages(CHANNEL) if not m.ephemeral and controls(m, Verb.TEXT, Verb.EXPORT)]
    return [bare(undressed(text)) for text in _texts(boards[-1].raw["components"])] if boards else []


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, dict):
        if "content" in value:
            yield as_read(str(value["content"]))
        yield from _texts(value.get("components", []))


async def comes_up_to_date(person: Person, database: storage.Place, within: float = 120.0) -> None:
    """Assert that the board message shows the current state within so many seconds, without anybody doing anything."""
    shown, expected = [""], list[str]()
    try:
        async with asyncio.timeout(within):
            while shown != expected:
                before = shown = shown_board(person)
                expected = await true_board(database)  # computed anew each time, since computer players may be moving
                if shown != expected:
                    await person.wait_for(lambda before=before: shown_board(person) != before, within)  # type: ignore[misc]
    except TimeoutError:
        assert shown_board(person) == expected


async def past(stage: Stage, turn: int, choose: Callable[[Decision, int], str]) -> None:
    """Play to the end of this turn on storage alone, while the bot is away; `choose` gets each decision and its
    turn."""
    async with await Storage.open(stage.settings.storage.path) as store:
        tables = Tables(store, clock=stage.clock)
        table = await tables.look((await the_table(store)).game.id)
        while table.turn <= turn and not table.playing.over:
            seat = next(iter(table.questions))
            user = table.seat(seat).user_id
            assert user is not None, "only people are moved for"
            token = choose(table.playing.pending[seat], table.turn)
            table = (await tables.moves.play(table.id, user, token)).table


async def every_move_counted_once(players: list[Patient], database: storage.Place) -> None:
    """Assert that every move confirmed to a player is stored, none of them twice, and none that nobody made."""
    _, entries = await rows(database)
    made = [entry for entry in entries if entry.user_id is not None]
    assert not made or made[0].interaction_id is not None
    for before, entry in pairwise(made):
        if entry.interaction_id is None:  # a further answer of the same press
            assert (before.sequence + 1, before.seat, before.user_id) == (entry.sequence, entry.seat, entry.user_id)
    counted = [entry.interaction_id for entry in made if entry.interaction_id is not None]
    assert len(set(counted)) == len(counted)
    sent = {attempt.answer.interaction_id for player in players for attempt in player.attempts}
    assert set(counted) <= sent
    for player in players:
        for attempt in player.attempts:
            if attempt.answer.state is State.ANSWERED and attempt.answer.interaction_id not in counted:
                told = attempt.answer.told
                assert was_refused(told), f"lost: {player.name}, {attempt.said}: {told}"
    assert storage.check(database) == ()


def was_refused(told: str) -> bool:
    """Return whether the answer says that the move was not made."""
    return any(words in told for words in REFUSALS)


REFUSALS = (
    "decided already",
    "restarting",
    "Sorry",
    "not complete",
    "not your move",
    "is not a move that you have now",
    "\nPossible",
    "is over",
    "done with your research",
)
"""Parts of such answers. An illegal move is answered with the possible ones; the last is said while others still
research."""


async def the_record_replays(person: Person, database: storage.Place) -> Game:
    """Replay the record that the bot exports, assert that it gives the stored game, and return that."""
    game = replay(await exported(person))
    stored, entries = await rows(database)
    assert stored.snapshot is not None
    assert game.over
    assert game.ply == stored.snapshot.ply == len(storage.standing(entries))
    assert game.to_dict() == stored.snapshot.state
    return game


def pictures_are_sound(person: Person) -> int:
    """Assert that every picture shown to the person is small, has an alt text, and is in its message; return their
    number."""
    found = set()
    for event in person.raw:
        message = event.get("message") or {}
        files = {file["id"]: file for file in message.get("attachments", []) if file["filename"].endswith(".png")}
        items = [
            item
            for _, component in rules.walk(message.get("components", []))
            if component["type"] == _GALLERY
            for item in component["items"]
        ]
        assert sorted(files) == sorted(item["media"]["attachment_id"] for item in items)
        assert all(1 <= len(item["description"]) <= 1024 for item in items)
        assert all(0 < file["size"] < 120_000 and file["width"] for file in files.values())
        found |= set(files)
    return len(found)


async def play_whole_game(players: list[Patient]) -> None:
    """Play until the channel shows the end."""
    await play_out(players, lambda: is_over(players[0].person))


def events_since(context: Context, seat: str | None) -> list[Event]:
    """Return the events since the seat last acted that it (None: an onlooker) may know of."""
    return [each.event for each in context.since_acting(seat)]
