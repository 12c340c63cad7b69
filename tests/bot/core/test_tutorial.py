"""The guided first game: opened by one command, played by pressing what the guide says, silent afterwards."""

from __future__ import annotations

import re
from random import Random

import discord
import pytest

import agents
from bot.config import load
from bot.tables import Table
from game.adepts.kit import KIT
from game.adepts.players.strong.judge import AdeptsJudge
from game.adepts.rules.tokens import PASS
from game.core.faces import Policy
from game.core.judging.hint import hint
from game.core.kit import Kit
from playground import Answer, Person, Shown
from playground.checks import rules
from playground.messaging.interactions import State
from playground.world.models import Channel
from storage import Status
from tests.bot.acting import events_since, undressed
from tests.bot.hurry import LONG

from .acting import board, letters, open_panel, verb, with_items
from .conftest import Opened, Stage

_PRESS = re.compile(r"\*\*(.+?)\*\*(?: beside (.+))?")
_SECTION = 9
_CLOSING = "The first processing is over"
Way = list[tuple[str, str]]


def advised(panel: Shown) -> Way:
    """Return the labels that the guide names, each with the one that it is beside."""
    line = next((line for line in panel.text.splitlines() if line.startswith("▶")), "")
    found = [_PRESS.fullmatch(part) for part in line.partition(" choose ")[2].split(" › ")] if line else []
    return [(match[1], match[2] or "") for match in found if match]


async def press(person: Person, panel: Shown, label: str, beside: str = "") -> Shown:
    """Press the button or choose the option with that label; return the message once it has changed: finding the next
    advice may take longer than a click waits."""
    answer = await _pressed(person, panel, label, beside)
    if answer.state is State.DEFERRED:
        await person.wait_for(lambda: answer.message.raw != panel.raw)
    return answer.message


async def _pressed(person: Person, panel: Shown, label: str, beside: str) -> Answer:
    sections = [component for _, component in rules.walk(panel.raw["components"]) if component["type"] == _SECTION]
    for section in sections if beside else ():
        if beside in section["components"][0]["content"].replace("*", ""):
            assert section["accessory"]["label"] == label
            return await person.click(panel, section["accessory"]["custom_id"])
    for control in panel.controls:
        value = next((value for option, value in control.options if option == label), None)
        if value is not None:
            return await person.select(panel, control.custom_id or "", [value])
        if control.is_button and label in (control.label, re.sub(r"^(\W+|:\w+:) ", "", control.label)):
            return await person.click(panel, control.custom_id or "")
    raise AssertionError(f"no {label!r} in {panel}")


async def follow(person: Person, panel: Shown) -> Shown:
    """Do what the guide says, or else the first thing that is possible; return the next panel."""
    if way := advised(panel):
        for label, beside in way:
            panel = await press(person, panel, label, beside)
        return panel
    for _ in range(6):
        moves = [c for c in panel.buttons if verb(c.custom_id) == "move"]
        if moves:
            return (await person.click(panel, moves[0].custom_id or "")).message
        select = panel.selects[0] if panel.selects else None
        if select is not None and not [c for c in panel.buttons if verb(c.custom_id) == "step"]:
            panel = (await person.select(panel, select.custom_id or "", [select.options[0][1]])).message
        else:
            step = next(c for c in panel.buttons if verb(c.custom_id) == "step")
            panel = (await person.click(panel, step.custom_id or "")).message
    raise AssertionError(f"no way on from {panel}")


async def onward(stage: Stage, person: Person, panel: Shown) -> Shown:
    """Do the same, and return the panel when the computer players are done, which may take longer than a click
    waits."""
    place = (await follow(person, panel)).raw["channel_id"]
    await stage.quiet()
    stage.read()
    return [m for m in person.messages(int(place)) if m.ephemeral and m.controls][-1]


async def the_table(stage: Stage) -> Table:
    [row] = await stage.bot.tables.store.games.active()
    return await stage.bot.tables.look(row.id)


async def begun(person: Person, place: Channel) -> Shown:
    """Return the first question of a tutorial."""
    welcome = (await person.command(place, "adepts tutorial")).message
    assert welcome.ephemeral
    assert "most mana after eight turns wins" in welcome.text
    return await press(person, welcome, "Show me my first move")


@pytest.mark.parametrize("seed", ["core", "one", "two"])
async def test_the_first_turns_by_pressing_what_the_guide_says(
    stage: Stage, channel: Channel, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the command to the first mana and beyond: each panel says what happened, each lesson is given once. The
    advice is among the best answers by hints and reviews, and is computed in another process."""
    asked_here, named = set[str](), agents.named

    def noted(name: str, kit: Kit) -> Policy:
        asked_here.add(name)
        return named(name, kit)

    monkeypatch.setattr(agents, "named", noted)
    stage.settings = load(seed=seed)
    await stage.start()
    ann = await stage.pg.person("ann")
    panel = await begun(ann, channel)
    table = await the_table(stage)
    assert table.status is Status.RUNNING
    assert [seat.policy for seat in table.seats] == [None, "novice", "novice"]  # the weakest
    assert await ann.wait_message(channel, table.commitment)  # the commitment to the seed, which is public
    best = hint(AdeptsJudge(), table.view("P1"), table.pending["P1"], Random(1)).tips
    assert await stage.bot.helper.advice(table, "P1") in {tip.token for tip in best}
    assert KIT.adviser not in asked_here
    lessons, closed = list[str](), 0
    while (table := await the_table(stage)).turn < 5:
        assert table.decision("P1") is not None
        since = KIT.words.told(events_since(table.context, "P1"), table.names, "P1")
        assert since[-1] in undressed(panel.text)
        if table.turn == 1:
            assert panel.find("Skip the guide")
        lessons += re.findall(r"^\*\*[A-Z].*?[.:?]\*\*", panel.text, re.MULTILINE)[: len(advised(panel))]
        closed += _CLOSING in panel.text
        panel = await onward(stage, ann, panel)
    assert closed == 1
    assert lessons[0] == "**Phase I: send out your miners.**"
    assert "**Phase III: research.**" in lessons
    assert "**A mine can run dry.**" in lessons
    assert "**Phase I of turn 3: your first gems are about to pay.**" in lessons
    assert "**Phases III and IV of turn 3.**" in lessons
    assert len(set(lessons)) == len(lessons)


async def test_the_guide_says_once_what_each_turn_brings(ann: Person, channel: Channel, stage: Stage) -> None:
    """After the first processing, a question that is known has no lesson, and nothing to skip."""
    panel = await begun(ann, channel)
    while _CLOSING not in panel.text:
        if "Phase III: research." in panel.text:  # a direct message comes only to who does not answer
            assert ("If you take your time, they come by direct message too" in panel.text, letters(ann)) == (True, [])
        panel = await onward(stage, ann, panel)
    assert (await the_table(stage)).turn == 4
    while True:
        panel = await onward(stage, ann, panel)
        if (await the_table(stage)).playing.pending["P1"].kind == "assign":
            break
    assert not advised(panel)
    assert not panel.find("Skip the guide")


async def test_once_something_is_selected_only_what_to_press_is_left(ann: Person, channel: Channel) -> None:
    panel = await begun(ann, channel)
    way = advised(panel)
    narrowed = await press(ann, panel, *way[0])
    assert advised(narrowed) == way
    assert "send out your miners" not in narrowed.text
    assert "first player" not in narrowed.text
    assert narrowed.find("Skip the guide")


async def test_who_asks_for_a_hint_is_advised_to_what_it_says_first(
    ann: Person, channel: Channel, stage: Stage
) -> None:
    """There is one advice, not two: following it plays the first answer of the hint."""
    panel, before = await begun(ann, channel), await the_table(stage)
    await ann.click(panel, "Hint")
    hinted = await ann.wait_message(channel, "**Hint**", within=60.0)
    first = re.search(r"1\. \*\*(.+?):", undressed(hinted.text))
    assert first
    for label, beside in advised(hinted):
        hinted = await press(ann, hinted, label, beside)
    await stage.quiet()
    table = await the_table(stage)
    [answer] = [row for row in await stage.bot.tables.store.moves.entries(table.id) if row.seat == "P1"]
    assert answer.token is not None
    words = KIT.words.move(before.pending["P1"], before.view("P1"), before.names, answer.token)
    assert words.startswith(first[1])


async def test_a_restart_in_the_middle_forgets_no_lesson(ann: Person, channel: Channel, stage: Stage) -> None:
    panel = await onward(stage, ann, await begun(ann, channel))
    assert "Count ahead" in panel.text
    await stage.restart()
    assert advised(await press(ann, panel, *advised(panel)[0])) == advised(panel)
    await stage.restart()
    fresh = await open_panel(ann, channel)
    assert "Count ahead" in fresh.text
    assert advised(fresh) == advised(panel)


async def test_a_crash_between_opening_and_start_leaves_a_lobby_that_guides(
    ann: Person, channel: Channel, stage: Stage
) -> None:
    lobby = stage.bot.tables.lobby
    table = await lobby.new(
        ann.id, "ann", guild_id=channel.guild_id, channel_id=channel.id, options={}, computers=2, guided=True
    )
    await stage.restart()
    await ann.command(channel, "adepts start")
    assert "send out your miners" in (await open_panel(ann, channel)).text
    assert (await stage.bot.tables.look(table.id)).context.guided.keys() == {"P1"}


async def test_the_guide_can_be_skipped_at_any_time(ann: Person, channel: Channel, stage: Stage) -> None:
    panel = await onward(stage, ann, await begun(ann, channel))
    panel = await press(ann, panel, "Skip the guide")
    assert "Count ahead" not in panel.text
    await stage.restart()
    panel = await open_panel(ann, channel)
    assert not advised(panel)
    assert not panel.find("Skip the guide")
    panel = await onward(stage, ann, panel)
    assert not advised(panel)


async def test_the_guide_comes_below_the_board(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the board would push it out of sight."""
    monkeypatch.setattr("bot.cogs.lobby._SHOWN", LONG)
    welcome = (await ann.command(channel, "adepts tutorial")).message
    boards = [message for message in ann.messages(channel) if message.find("Your move")]
    assert [message.id < welcome.id for message in boards] == [True]


async def test_the_guide_can_be_skipped_at_once(ann: Person, channel: Channel, stage: Stage) -> None:
    welcome = (await ann.command(channel, "adepts tutorial")).message
    panel = await press(ann, welcome, "Skip the guide")
    await stage.quiet()
    panel = await open_panel(ann, channel)
    assert "Assign a group" in panel.text
    assert not advised(panel)


async def test_the_guide_comes_back_to_whoever_skipped_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """After a press on **Skip the guide** by mistake, or once Discord no longer shows a message that only they saw.

    Others cannot start a guided game there, because the channel has a table."""
    panel = await onward(stage, ann, await begun(ann, channel))
    panel = await press(ann, panel, "Skip the guide")
    assert "`/adepts tutorial`, typed here, brings the guide back." in panel.text
    assert "One table a channel" in (await bob.command(channel, "adepts tutorial")).message.text
    assert "One table a channel" in (await ann.command(channel, "mana-surge tutorial")).message.text
    for _ in range(2):
        panel = (await ann.command(channel, "adepts tutorial")).message
        assert "I guide you from here." in panel.text
        assert advised(panel)
        await ann.reload()
    assert len(await stage.bot.tables.store.games.active()) == 1
    assert advised(await onward(stage, ann, await open_panel(ann, channel)))


async def test_nobody_else_is_guided_or_skips_it(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    """If the button were ever public, it would work only for the person who is guided."""
    welcome = (await ann.command(channel, "adepts tutorial")).message
    skip = welcome.find("Skip the guide")
    assert skip is not None
    view = with_items(discord.ui.Button(custom_id=skip.custom_id or "", label="stolen"))
    await stage.bot.get_partial_messageable(channel.id).send(view=view)
    assert "looking on" in (await bob.click(bob.last(channel), "stolen")).message.text
    assert "looking on" in (await bob.click(await board(bob, channel), "Your move")).message.text
    assert "its seats are taken" in (await bob.command(channel, "adepts join")).message.text
    assert (await the_table(stage)).context.guided.keys() == {"P1"}


async def test_one_table_a_channel(ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    game = await opened(ann, bob)
    answer = await ann.command(channel, "adepts tutorial")
    assert "One table a channel" in answer.message.text
    assert [row.id for row in await stage.bot.tables.store.games.active()] == [game]


async def test_not_in_direct_messages(ann: Person, channel: Channel, stage: Stage) -> None:
    await ann.open_dm()
    answer = await ann.command("DM", "adepts tutorial")
    assert "A table needs a channel" in answer.message.text
    assert "goes on here too, with `/play`" in answer.message.text
    told = (await ann.command("DM", "tale new")).message.text
    assert "A tale needs a channel" in told
    assert "goes on here" not in told
    assert not await stage.bot.tables.store.games.active()


async def test_in_a_thread_with_closed_direct_messages(ann: Person, channel: Channel, stage: Stage) -> None:
    """Research is answered in the panel, like everything else."""
    stage.pg.world.users[ann.id].dms_open = False
    thread = stage.pg.thread(channel, "first steps")
    panel = await begun(ann, thread)
    while "You have seen all five phases" not in panel.text:
        panel = await onward(stage, ann, panel)
    assert (await the_table(stage)).turn == 2


def asks_more(table: Table, card: str) -> bool:
    """Return whether a spell asks something after it was paid for in the first way."""
    twin = table.playing.copy()
    twin.play("P1", card)
    while "P1" in twin.pending and twin.pending["P1"].kind == "pay":
        twin.play("P1", twin.legal("P1")[0])
    return "P1" in twin.pending and twin.pending["P1"].source == card


async def test_a_lesson_that_is_undone_is_given_again(ann: Person, channel: Channel, stage: Stage) -> None:
    """Casting is the first choice that can be undone, since computer players answer at once."""
    panel = await begun(ann, channel)
    for _ in range(60):
        table = await the_table(stage)
        decision = table.playing.pending["P1"]
        cards = decision.tokens if decision.kind == "cast" else ()
        card = next((token for token in cards if token != PASS and asks_more(table, token)), None)
        if card is not None:
            break
        panel = await onward(stage, ann, panel)
    else:
        pytest.fail("nothing to cast that asks")
    before = await open_panel(ann, channel)
    known = table.context.guided
    asks = (await ann.command(channel, "play", move=f"cast {card}")).message
    assert (await the_table(stage)).context.guided != known
    assert "A spell asks" in asks.text
    again = await press(ann, asks, "Undo")
    assert (await the_table(stage)).context.guided == known
    assert advised(again) == advised(before)


async def test_what_is_answered_by_itself_uses_no_lesson_up(ann: Person, channel: Channel, stage: Stage) -> None:
    """Nobody has seen a panel for it: whoever passed ahead reads about casting when they are next asked."""
    panel, table = await begun(ann, channel), await the_table(stage)
    await stage.bot.tables.moves.pass_ahead(table.id, ann.id, "attack")
    while "Phase III: research" not in panel.text:
        assert "You may cast a spell" not in panel.text
        panel = await onward(stage, ann, panel)
    assert {each.kind for each in (await the_table(stage)).context.guided["P1"]} == {"assign"}
    await stage.bot.tables.moves.pass_ahead(table.id, ann.id, None)
    while (await the_table(stage)).turn == 1:
        panel = await onward(stage, ann, panel)
    while (await the_table(stage)).playing.pending["P1"].kind != "cast":
        panel = await onward(stage, ann, panel)
    assert "You may cast a spell" in panel.text


async def test_who_joins_for_the_first_time_is_told_of_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new")
    assert "New here? `/adepts tutorial`" in (await bob.command(channel, "adepts join")).message.text
    await ann.command(channel, "adepts end")
    await ann.command(channel, "adepts new")
    assert "New here?" not in (await bob.command(channel, "adepts join")).message.text
    about = await bob.command(channel, "adepts about")
    assert "/adepts tutorial" in about.message.text
    assert "`/tale new` opens one here" in about.message.text
