"""Two games that differ only in what is hidden from one person are the same to that person, byte for byte.

After the start the database is changed by hand while no bot is running: the two other players' hands are exchanged, and
so are two cards of the library, one of which each of them will draw and keep. They cast nothing, so nobody can ever see
which of them holds what. The seed stays, so all chance is the same.

What is compared is all that the person was shown since then: every message with all its edits in their order, every
answer, and the SHA-256 of every picture, which is part of its address. Between two moves the bot finishes everything,
so no edits are merged. Only the order of two messages that are posted at the same moment (the board, and the mention of
who is next) does not count, since two requests run concurrently.
"""

from __future__ import annotations

import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.clock import MovedClock
from bot.components.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import CHANNEL, is_over, open_table
from game.adepts import Game
from game.adepts.rules.cards import in_order
from game.core.decisions import Decision
from game.core.history import History
from playground import CannotDo, Person
from storage.columns import packed, unpacked
from tests.bot.acting import Patient, past
from tests.bot.core.conftest import NOON, Stage, stage_on
from tests.bot.hurry import unhurried

from .seen import Shown, at_rest, histories

_SEED = "hidden"
_PICTURE = re.compile(r"(?:board|preview|hand|queues|score|spell-\w+)\.png\?hm=\w{64}")
_LOOKS = (Verb.SHOW, Verb.TEXT, Verb.LOG)
_COMMANDS = ("adepts score", "adepts log", "adepts games", "hand")
# Not the export: it replays the game from its seed, which knows nothing of the change. What it masks is tested with the
# records.
_WRONG = ("cast 1A", "cast 20B", "research 3A", "assign topaz.9x9", "discard 7B", "nonsense", "enter pass")
_TYPED = ("", "topaz", "cast", "sapph", "1")


_PAST = range(3, 7)
"""Turns that are skipped: the differing cards are dealt in the first turn, and everything is scored in the last."""


def swapped(state: dict[str, Any]) -> dict[str, Any]:
    """Return the position changed so that P1 cannot tell, while P2 and P3 can."""
    p2, p3 = state["players"]["P2"], state["players"]["P3"]
    assert p2["hand"] != p3["hand"]
    p2["hand"], p3["hand"] = p3["hand"], p2["hand"]
    at2, at3 = (3 * turn_order(state).index(seat) for seat in ("P2", "P3"))
    library = state["library"]
    assert library[at2] != library[at3]
    library[at2], library[at3] = library[at3], library[at2]
    return state


def turn_order(state: dict[str, Any]) -> list[str]:
    seats = list(state["players"])
    first = seats.index(state["first"])
    return seats[first:] + seats[:first]


def change(database: Path, swap: bool) -> tuple[dict[str, str], dict[str, Any]]:
    """Change what is stored if `swap`; return the cards that P2 and P3 each keep in their first research, and the
    position."""
    with sqlite3.connect(database) as connection:
        ((text,),) = connection.execute("SELECT state FROM snapshots")
        state = unpacked(text)
        if swap:
            state = swapped(state)
            connection.execute("UPDATE snapshots SET state = ?", [packed(state)])
    connection.close()
    order = turn_order(state)
    return {seat: state["library"][3 * order.index(seat)] for seat in ("P2", "P3")}, state


def plain_choice(decision: Decision, keeps: dict[str, str], turn: int, rng: random.Random) -> str:
    """Choose so that nothing is revealed: no spell is cast or drawn, and one is researched, in turn 1."""
    if decision.kind == "research" and turn == 1:
        return keeps[decision.seat]
    if decision.kind in ("cast", "research", "draw"):
        return "pass"
    return rng.choice(decision.tokens)


class Watched:
    """One run, with the person who must not be able to tell it from the other."""

    def __init__(self, stage: Stage, people: list[Person], keeps: dict[str, str]) -> None:
        self.stage = stage
        self.people = people
        self.keeps = keeps
        self.rng = random.Random("what others do")
        self.player = Patient(people[0], "ann", CHANNEL, random.Random("what ann does"), 0.5)
        self.player.gate.set()

    async def run(self) -> None:
        """Play a whole game, in which the watched player keeps looking at everything, and tries what is not allowed.

        The turns in the middle are played on storage, while the bot is not running.
        """
        count = 0
        while not is_over(self.people[0]):
            (row,) = await self.stage.bot.tables.store.games.active()
            table = await self.stage.bot.tables.look(row.id)
            if table.turn == _PAST[0]:
                await self.stage.stop()
                await past(self.stage, _PAST[-1], lambda asked, turn: plain_choice(asked, self.keeps, turn, self.rng))
                await self.stage.start()
                await self.stage.quiet()
                continue
            seat, turn = next(iter(table.questions)), table.turn
            if seat == "P1":
                await self.player.move()
            else:
                decision = table.playing.pending[seat]
                token = plain_choice(decision, self.keeps, turn, self.rng)
                person = self.people[table.playing.seats.index(seat)]
                await person.command(CHANNEL, "play", move=f"{decision.kind} {token}")
            count += 1
            if count % 5 == 0 and not is_over(self.people[0]):
                await self.look(count // 5)

    async def look(self, n: int) -> None:
        ann = self.people[0]
        board = self.player.board()
        assert board is not None
        for control in controls(board, *_LOOKS):
            await ann.click(board, control.custom_id or "")
        await ann.command(CHANNEL, _COMMANDS[n % len(_COMMANDS)])
        await ann.autocomplete(CHANNEL, "play", "move", _TYPED[n % len(_TYPED)])
        try:
            await ann.command(CHANNEL, "play", move=_WRONG[n % len(_WRONG)])
        except CannotDo as error:
            raise AssertionError(_WRONG[n % len(_WRONG)]) from error


async def run(directory: Path, monkeypatch: pytest.MonkeyPatch, swap: bool) -> list[Shown]:
    """Return what each person saw since the hands were changed."""
    unhurried(monkeypatch)
    directory.mkdir()
    async with stage_on(directory, monkeypatch, _SEED) as stage:
        stage.clock = MovedClock(NOON)  # it stands, since the moments that are shown are compared too
        stage.pg.channel(CHANNEL)
        await stage.start()
        people = [await stage.pg.person(name) for name in ("ann", "bob", "cleo")]
        await open_table(people)
        await stage.quiet()
        (row,) = await stage.bot.tables.store.games.active()
        await stage.stop()
        before = [len(person.raw) for person in people]
        keeps, start = change(directory / "adepts.sqlite3", swap)
        monkeypatch.setattr(History, "start", lambda _: Game.from_dict(start))  # also where the game is replayed
        await stage.start()
        await stage.quiet()
        with at_rest(stage):
            await Watched(stage, people, keeps).run()
        return [histories(person, known, row.id) for person, known in zip(people, before, strict=True)]


async def test_what_is_hidden_makes_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages, buttons, autocompletion, errors, DMs: all that Ann was ever shown."""
    one = await run(tmp_path / "one", monkeypatch, swap=False)
    other = await run(tmp_path / "other", monkeypatch, swap=True)
    assert one[0] == other[0]
    assert sum(map(len, one[0])) > 500
    assert len({picture for history in one[0] for text in history for picture in _PICTURE.findall(text)}) > 100
    for person in (1, 2):
        assert one[person] != other[person]  # who holds the cards sees them: the comparison can fail


def test_the_two_positions_differ_for_the_others_alone() -> None:
    """P1 sees the same of both, P2 and P3 do not."""
    game = Game.new(3, seed=_SEED)
    other = Game.from_dict(swapped(game.to_dict()))
    assert game.view("P1") == other.view("P1")
    assert game.view(None) == other.view(None)
    for seat in ("P2", "P3"):
        assert game.view(seat) != other.view(seat)
        hand = other.view(seat)["players"][seat]["hand"]
        assert list(in_order(hand)) == hand
