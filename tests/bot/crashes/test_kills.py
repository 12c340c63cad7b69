"""`kill -9` of the bot at random moments of games, with a restart each time: nothing is lost, doubled or stuck.

Fifty kills: `pytest tests/bot/crashes --kills 50`. With `--database postgresql` either of two processes that share a
database is killed.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

import storage
from bot.components import ids
from bot.components.ids import BadId, Verb
from bot.tables.doctor import problems
from cli.demo.player import play_out
from cli.demo.stage import CHANNEL, Stage, in_words, is_over, open_table
from playground import Person
from playground.messaging.interactions import State
from tests.bot.acting import (
    Patient,
    comes_up_to_date,
    every_move_counted_once,
    patient,
    the_record_replays,
)

from .conftest import MakeStage, killed

_NAMES = ("ann", "bob", "cleo")
_FAR = (10, 250)
"""At least and at most so many entries of the playground's log between two kills."""
_AFTERWARDS = 100
"""Entries of the log after the last kill."""
_CHANGING = {
    *(Verb.MOVE, Verb.UNDO, Verb.START, Verb.JOIN, Verb.LEAVE, Verb.VOTE, Verb.AHEAD, Verb.FORGET, Verb.SET),
    *(Verb.DECLINE, Verb.REMATCH, Verb.ACCEPT, Verb.REFUSE, Verb.BACK, Verb.GO),
}


@pytest.mark.parametrize(
    ("name", "seats"),
    [("adepts", (2, 4)), ("mana-surge", (3, 3)), ("spirit-ground", (2, 2)), ("harrowing", (2, 3))],
)
async def test_games_survive_kills_at_random_moments(
    tmp_path: Path, on_stage: MakeStage, kills: int, name: str, seats: tuple[int, int]
) -> None:
    """One game after another, with this many players, until the bot has been killed as often as asked for; the last
    game goes on for a while. Nothing is drawn: `test_all_games` kills a bot that draws."""
    rng, left, game = random.Random(kills), kills, 0
    while left > 0:
        game += 1
        directory = tmp_path / f"game-{game}"
        directory.mkdir()
        async with on_stage(directory) as stage:
            people = {who: await stage.pg.person(who) for who in _NAMES[: min(seats[1], rng.choice((2, 3)))]}
            onlooker = await stage.pg.person("onlooker")
            for person in [*people.values(), onlooker]:
                person.timeout = 60.0
            fewest, most = seats
            computers = rng.randint(max(0, fewest - len(people)), min(1, most - len(people)))
            await in_words(people.values())
            await open_table(list(people.values()), computers, name, look="words")
            players = patient(people, rng, typing=rng.choice((0.0, 0.5, 1.0)))
            async with asyncio.TaskGroup() as group:
                enough = asyncio.Event()
                playing = group.create_task(play_out(players, lambda: enough.is_set() or is_over(onlooker)))  # noqa: B023
                while left and await _moment(stage, rng, playing):
                    await _kill(stage, players, rng)
                    left -= 1
                    await stage.start()
                    await comes_up_to_date(onlooker, stage.database)
                    await _every_button_works(rng.choice(list(people.values())))
                    players[0].gate.set()
                await _goes_on(stage, playing)
                enough.set()
            await comes_up_to_date(onlooker, stage.database)
            await every_move_counted_once(players, stage.database)
            assert await asyncio.to_thread(storage.check, stage.database, problems) == ()
            assert is_over(onlooker) or not left
            if is_over(onlooker):
                await the_record_replays(players[0].person, stage.database)


async def _moment(stage: Stage, rng: random.Random, playing: asyncio.Task[None]) -> bool:
    """Wait for a random moment, sometimes one when an answer was just withheld; return False if the game ended
    first."""
    to_come = rng.randint(*_FAR)
    target = len(stage.pg.log) + to_come
    fault = stage.pg.faults.add("withhold", "POST /interactions/*/callback", times=0)

    async def come() -> None:
        await stage.pg.log.wait_for(lambda entry: entry.n >= target, within=600.0)
        if to_come % 2:
            fault.times = 1
            await fault.wait_hit(within=600.0)

    coming = asyncio.create_task(come())
    await asyncio.wait({coming, playing}, return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        coming.cancel()
        return False
    await coming
    return True


async def _goes_on(stage: Stage, playing: asyncio.Task[None]) -> None:
    """Wait for so many more entries of the log, or until the game is over."""
    target = stage.pg.log.added + _AFTERWARDS
    coming = asyncio.create_task(stage.pg.log.wait_for(lambda entry: entry.n >= target, within=600.0))
    await asyncio.wait({coming, playing}, return_when=asyncio.FIRST_COMPLETED)
    coming.cancel()


async def _kill(stage: Stage, players: list[Patient], rng: random.Random) -> None:
    """Kill the bot; nobody acts until the gate is opened."""
    players[0].gate.clear()
    await killed(stage, [player.person for player in players])


async def _every_button_works(person: Person) -> None:
    """Press everything that this person can press, on old messages too, except for what would change the game; assert
    that all of it is answered."""
    places = [CHANNEL, *(["DM"] if "DM" in person.channels() else [])]
    for message in [message for place in places for message in person.messages(place)]:
        for custom_id in [control.custom_id or "" for control in message.controls]:
            now = person.message(message.id)  # earlier presses may have changed it
            control = now.find(custom_id) if now is not None else None
            if control is None or control.disabled or _verb(custom_id) in _CHANGING:
                continue
            if control.is_button:
                answer = await person.begin_click(message, custom_id)
            else:
                answer = await person.begin_select(message, custom_id, [control.options[0][1]])
            await answer.settled()
            assert answer.state is not State.FAILED, f"{control} of {message}"


def _verb(custom_id: str | None) -> Verb | None:
    try:
        return ids.decode(custom_id or "").verb
    except BadId:
        return None
