"""The second press of a double press, on whatever is by then where the first one was."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.components.ids import Verb, encode
from playground import Answer, Person, Shown
from playground.messaging.interactions import State
from playground.world.clock import Snowflakes
from playground.world.models import Channel

from .acting import forward, mover, open_panel, to_confirm, verb, with_items
from .conftest import Opened, Stage

DOUBLE, MEANT = 0.13, 1.6
"""Seconds between the two presses of a double press, and until a press that follows from reading the answer."""
KNOWN = 0.5
"""Seconds until the next press of somebody who knows what the first one opens."""


class Watch:
    """Gives events ids with times; time stands still until the test moves it on."""

    def __init__(self, ids: Snowflakes) -> None:
        self._ids, self._ms = ids, (ids.last >> 22) + 1000

    def next(self) -> int:
        self._ids.last = max(self._ids.last + 1, self._ms << 22)
        return self._ids.last

    def go(self, seconds: float) -> None:
        self._ms = max(self._ms, self._ids.last >> 22) + round(seconds * 1000)


@pytest.fixture
def watch(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch(stage.pg.world.ids)
    monkeypatch.setattr(stage.pg.world.ids, "next", made.next)
    return made


async def moved(person: Person, channel: Channel, watch: Watch) -> Shown:
    """Confirm a choice on the person's panel, and return the panel."""
    panel, confirm = await to_confirm(person, channel)
    watch.go(10)
    answer = await person.click(panel, confirm)
    assert answer.message.id == panel.id
    return answer.message


async def test_undo_in_the_place_of_confirm_takes_nothing_back_in_a_double_press(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, watch: Watch
) -> None:
    game = await opened(ann, bob)
    person, before = await mover(stage, game, ann, bob)
    told = await moved(person, channel, watch)
    watch.go(DOUBLE)
    again = await person.click(told, "Undo")
    assert not again.failed
    await stage.quiet()
    assert (await stage.bot.tables.look(game)).sequence == before.sequence + 1
    now = person.message(told.id)
    assert now is not None
    assert (now.text, [c.custom_id for c in now.controls]) == (told.text, [c.custom_id for c in told.controls])
    watch.go(MEANT - DOUBLE)
    asked = (await person.click(now, "Undo")).message
    assert (await stage.bot.tables.look(game)).playing.to_dict() == before.playing.to_dict()
    watch.go(DOUBLE)
    [mines, *_] = asked.selects
    chosen = (await person.select(asked, mines.custom_id or "", [mines.options[0][1]])).message
    watch.go(DOUBLE)  # however soon: whoever selects has seen the answer
    await person.click(chosen, next(c.custom_id or "" for c in chosen.buttons if verb(c.custom_id) == "move"))
    assert (await stage.bot.tables.look(game)).playing.to_dict() != before.playing.to_dict()


async def test_undo_counts_at_once_from_elsewhere(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, watch: Watch
) -> None:
    """By the command, or on another message than the one where the choice was confirmed."""
    game = await opened(ann, bob)
    person, before = await mover(stage, game, ann, bob)
    for way in ("command", "message"):
        await moved(person, channel, watch)
        watch.go(DOUBLE)
        if way == "command":
            await person.command(channel, "adepts undo")
        else:
            await person.click(await open_panel(person, channel), "Undo")
        assert (await stage.bot.tables.look(game)).playing.to_dict() == before.playing.to_dict()


async def test_a_double_press_on_undo_or_confirm_does_not_answer_what_is_asked_then(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, watch: Watch
) -> None:
    """Passing takes one press, and may be where the first press was."""
    game = await opened(ann, bob)
    table = await forward(stage, game, "cast")
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    passing = next(c for c in panel.buttons if verb(c.custom_id) == "move")
    watch.go(10)
    told = (await person.click(panel, passing.custom_id or "")).message
    await stage.quiet()
    watch.go(10)
    asked = (await person.click(told, "Undo")).message
    assert asked.find(passing.custom_id or "") or asked.find(passing.label)
    before = (await stage.bot.tables.look(game)).sequence
    watch.go(DOUBLE)
    assert not (await person.click(asked, passing.label)).failed
    assert (await stage.bot.tables.look(game)).sequence == before
    watch.go(MEANT)
    assert not (await person.click(asked, passing.label)).failed
    assert (await stage.bot.tables.look(game)).sequence > before > table.sequence


async def test_passing_ahead_is_not_called_off_in_a_double_press(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, watch: Watch
) -> None:
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    seat = table.seat_of(person.id).seat
    told = await moved(person, channel, watch)
    watch.go(MEANT)
    presses: list[Answer] = [await person.click(told, "Pass ahead")]
    watch.go(DOUBLE)
    presses.append(await person.click(presses[0].message, "This turn"))
    assert seat not in (await stage.bot.tables.look(game)).context.ahead
    watch.go(KNOWN - DOUBLE)
    presses.append(await person.click(presses[0].message, "Until I am attacked"))
    watch.go(DOUBLE)
    presses.append(await person.click(presses[0].message, "Stop passing ahead"))
    assert not any(press.failed for press in presses)
    assert seat in (await stage.bot.tables.look(game)).context.ahead
    watch.go(MEANT)
    await person.click(presses[0].message, "Stop passing ahead")
    assert seat not in (await stage.bot.tables.look(game)).context.ahead


async def test_a_double_press_on_confirm_itself_is_no_haste(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, watch: Watch
) -> None:
    """It is handled as always: counted once."""
    game = await opened(ann, bob)
    person, before = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    first, second = await person.begin_click(panel, confirm), await person.begin_click(panel, confirm)
    await asyncio.gather(first.settled(), second.settled())
    assert not first.failed
    assert not second.failed
    assert (await stage.bot.tables.look(game)).sequence == before.sequence + 1


async def test_nobody_is_forgotten_by_a_double_press(ann: Person, channel: Channel, stage: Stage, watch: Watch) -> None:
    await stage.bot.tables.people.set(ann.id, "turn", "none")
    settings = (await ann.command(channel, "settings")).message
    asked = (await ann.click(settings, "Forget me")).message
    watch.go(DOUBLE)
    kept = (await ann.click(asked, "Yes, forget me")).message
    assert kept.text == asked.text
    assert (await stage.bot.tables.people.settings(ann.id))["turn"] == "none"
    watch.go(MEANT)
    assert "You are forgotten" in (await ann.click(asked, "Yes, forget me")).message.text


@pytest.mark.parametrize("late", [False, True])
async def test_nobody_waits_for_the_answer_to_a_double_press_on_a_public_message(
    ann: Person, bob: Person, channel: Channel, opened: Opened, watch: Watch, request: pytest.FixtureRequest, late: bool
) -> None:
    """Nothing is to be said of it, also if the answer was deferred."""
    game = await opened(ann, bob)
    if late:
        request.getfixturevalue("busy")
    custom_id, bot = encode(Verb.UNDO, game), request.getfixturevalue("bot")
    message = await bot.get_partial_messageable(channel.id).send(
        view=with_items(discord.ui.Button(custom_id=custom_id, label="Undo"))
    )
    shown = await ann.wait_for(lambda: ann.message(message.id))
    watch.go(10)
    assert "nothing you can take back" in (await ann.click(shown, custom_id)).message.text
    watch.go(DOUBLE)
    twice = await ann.begin_click(shown, custom_id)
    await ann.wait_for(lambda: twice.state not in (State.SENT, State.THINKING))
    assert not twice.failed
    assert not [each for each in ann.messages(channel) if each.ephemeral and each.id > message.id][1:]
