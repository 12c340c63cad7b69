"""Clicks that come twice, late, from others or simultaneously: counted once, or refused in private."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.answers.showing import Showing
from bot.tables import Table
from bot.tables.history import past
from game.adepts.rules.spells import SPELLS
from game.core.faces import Sketch
from game.core.words import ATTACK
from playground import Answer, Person, Shown
from playground.traffic.faults import Kind
from playground.world.models import Channel
from tests.bot.acting import undressed

from .acting import board, forward, mover, open_panel, to_confirm, verb, with_items
from .conftest import Opened, Stage


async def test_a_double_click_counts_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The second click is told so, with the current question if there is one."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    first = await person.begin_click(panel, confirm)
    second = await person.begin_click(panel, confirm)
    await asyncio.gather(first.settled(), second.settled())
    assert not first.failed
    assert not second.failed
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1


async def test_who_presses_your_move_again_is_as_far_as_they_were(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only in the same question: the next one starts fresh, even before the open panel shows it."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    for _ in range(2):
        again = await open_panel(person, channel)
        await stage.quiet()
        assert again.id != panel.id
        assert "This is how far you were" in again.text
        assert confirm in {each.custom_id for each in again.buttons}
        assert [each.id for each in person.messages(channel) if each.ephemeral] == [again.id]
    again = (await person.command(channel, "play", move="gibberish")).message
    assert "is not a move" in again.text
    assert confirm in {each.custom_id for each in again.buttons}, "a typing error takes nothing back"
    assert (await stage.bot.tables.look(game)).sequence == table.sequence
    assert not (await person.click(again, confirm)).failed
    await stage.bot.tables.moves.undo(game, person.id)
    await stage.quiet()
    anew = await open_panel(person, channel)
    assert "This is how far you were" not in anew.text
    assert confirm not in {each.custom_id for each in anew.buttons}
    await to_confirm(person, channel)

    async def later(*_: object) -> None:
        """Keep the panel from being updated."""

    with monkeypatch.context() as behind:
        behind.setattr(stage.bot.screens, "bring", later)
        await stage.bot.tables.moves.play(game, person.id, table.playing.legal(table.seat_of(person.id).seat)[0])
        await stage.bot.tables.moves.undo(game, person.id)
        anew = await open_panel(person, channel)
    assert "This is how far you were" not in anew.text


async def test_a_picture_that_is_late_does_not_come_over_the_answer_to_a_later_click(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture of a previewed group is still being drawn while another group is confirmed."""
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    [mines] = panel.selects
    panel = (await person.select(panel, mines.custom_id or "", [mines.options[0][1]])).message
    group, *_, other = (c.custom_id or "" for c in panel.buttons if verb(c.custom_id) == "step")
    panel = (await person.click(panel, group)).message
    confirm = next(c.custom_id or "" for c in panel.buttons if verb(c.custom_id) == "move")
    begun, dry = asyncio.Event(), asyncio.Event()
    draw = stage.studio.draw

    async def slow(sketch: Sketch) -> object:
        if "preview" in repr(sketch):
            begun.set()
            await dry.wait()
        return await draw(sketch)

    monkeypatch.setattr(stage.studio, "draw", slow)
    monkeypatch.setattr(Showing, "patience", 30.0)
    late = await person.begin_click(panel, other)
    await begun.wait()
    answer = (await person.click(panel, confirm)).message
    assert "miners on" in answer.text
    dry.set()
    await late.settled()
    await stage.quiet()
    assert not late.failed
    now = person.message(panel.id)
    assert now is not None
    assert now.text == answer.text


async def test_a_confirmation_delivered_twice_counts_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    stage.pg.faults.add("double", "INTERACTION_CREATE")
    assert not (await person.click(panel, confirm)).failed
    await person.command(channel, "hand")
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1


async def test_a_confirmation_delivered_again_after_a_restart_counts_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The first bot has stored the interaction's id, so the next one recognises it."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    seat = table.seat_of(person.id).seat
    token = table.playing.legal(seat)[0]
    number = table.questions[seat].number
    await stage.bot.tables.moves.play(game, person.id, token, question=number, interaction_id=1234)
    bot = await stage.restart()
    again = await bot.tables.moves.play(game, person.id, token, question=number, interaction_id=1234)
    assert again.repeated
    assert (await bot.tables.look(game)).sequence == table.sequence + 1


async def test_an_old_undo_takes_back_no_other_choice_than_the_one_that_it_stands_by(
    ann: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A message from before a restart stays as it was; the panel that comes in its place has an *Undo* of its own."""
    game = await opened(ann, computers=1)
    told = list[Shown]()
    for _ in range(2):
        await stage.quiet()
        told.append((await ann.click(*await to_confirm(ann, channel))).message)
        await stage.restart()
    await stage.quiet()
    before = await stage.bot.tables.look(game)
    assert before.can_undo(before.seat_of(ann.id).seat)
    stage.read()
    now = (await ann.click(told[0], "Undo")).message
    assert "That *Undo* stood by an earlier choice, so nothing was taken back" in now.text
    assert (await stage.bot.tables.look(game)).sequence == before.sequence
    stage.read()
    await ann.click(now, "Undo")
    after = await stage.bot.tables.look(game)
    assert after.playing.ply < before.playing.ply


async def test_a_stale_button_says_what_has_happened(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    seat_choices = await person.autocomplete(channel, "play", "move")
    stage.pg.faults.add("status", "DELETE /webhooks/*", times=None, status=400)  # keeps the former panel
    await person.command(channel, "play", move=seat_choices[0][1])
    before = (await stage.bot.tables.look(game)).sequence
    answer = await person.click(panel, confirm)
    assert answer.message.ephemeral
    assert "decided already" in answer.message.text
    assert "You chose last: You " in answer.message.text
    assert (await stage.bot.tables.look(game)).sequence == before


@pytest.mark.parametrize("late", ["step", "move"])
@pytest.mark.parametrize("guided", [False, True])
async def test_a_stale_button_shows_what_is_asked_now_below_all_that_has_happened(
    ann: Person, channel: Channel, stage: Stage, opened: Opened, late: str, guided: bool
) -> None:
    """Nothing has to be pressed for the question, and nothing is told twice."""
    if guided:
        await ann.command(channel, "adepts tutorial")
        [row] = await stage.bot.tables.store.games.active()
        game = row.id
    else:
        game = await opened(ann, computers=4)
    await forward(stage, game, "assign")
    await stage.quiet()
    panel, _ = await to_confirm(ann, channel)
    pressed = next(each.custom_id or "" for each in panel.buttons if verb(each.custom_id) == late)
    for method in ("PATCH", "DELETE"):  # keeps the former panel
        stage.pg.faults.add("status", f"{method} /webhooks/*", times=None, status=400)
    table = await forward(stage, game, "research")
    await stage.quiet()
    stage.pg.faults.clear()
    seat = table.seat_of(ann.id).seat
    chose, *_, last, _drew = past.sentences(table, table.context.since_acting(seat), seat)
    now = (await ann.click(panel, pressed)).message
    assert now.id == panel.id
    assert "Keep one of the spells dealt to you" in now.text
    assert "That was decided already" in now.text
    assert chose.startswith("You put ")
    told = undressed(now.text)
    assert (told.count(chose), told.count(last)) == (1, 1)
    assert told.index(chose) < told.index(last) < told.index("Keep one of")


async def test_a_click_out_of_turn_says_who_is_waited_for(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann
    answer = await other.click(await board(other, channel), "Your move")
    assert answer.message.ephemeral
    assert ("ann" if person is ann else "bob") in answer.message.text
    assert await other.autocomplete(channel, "play", "move") == []


async def test_an_onlooker_plays_nothing_and_sees_no_hand(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    eve = await stage.pg.person("eve")
    before = await stage.bot.tables.look(game)
    for which in ("Your move", "Hand"):
        answer = await eve.click(await board(eve, channel), which)
        assert "looking on" in answer.message.text
    for line, options in (("hand", {}), ("play", {"move": "assign topaz.1x2"}), ("adepts undo", {})):
        assert "looking on" in (await eve.command(channel, line, **options)).message.text
    assert await eve.autocomplete(channel, "play", "move") == []
    for line in ("adepts log", "adepts score"):
        assert not (await eve.command(channel, line)).failed
    assert await stage.bot.tables.look(game) is before


async def test_somebody_else_s_private_button_plays_nothing(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """If a panel's button should ever be in public, it works for its owner alone."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann
    _, confirm = await to_confirm(person, channel)
    await stage.bot.get_partial_messageable(channel.id).send(view=copied(confirm))
    answer = await other.click(other.last(channel), "stolen")
    assert "looking on" not in answer.message.text
    assert (await stage.bot.tables.look(game)).sequence == table.sequence


async def test_two_players_at_the_same_moment_both_count(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """In research both are asked at the same time."""
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    table = await stage.bot.tables.look(game)
    assert set(table.questions) == {"P1", "P2"}

    async def keep_none(person: Person) -> Answer:
        return await person.command(channel, "play", move="research pass")

    answers = await asyncio.gather(keep_none(ann), keep_none(bob))
    assert not any(answer.failed for answer in answers)
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 2


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("status", {"status": 404, "code": 10062}),
        ("status", {"status": 403, "code": 50083}),
        ("status", {"status": 403, "code": 160005}),
        ("rate_limit", {"seconds": 0.001, "times": 5}),
    ],
)
async def test_a_token_that_has_died_keeps_no_move_from_counting(
    ann: Person,
    bob: Person,
    channel: Channel,
    stage: Stage,
    opened: Opened,
    caplog: pytest.LogCaptureFixture,
    kind: Kind,
    settings: dict[str, Any],
) -> None:
    """Or if the thread was just locked, or answers are rate limited, after the move was stored: the board shows the
    move, and no fault of ours is logged."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    stage.pg.faults.add(kind, "POST /interactions/*/callback", **settings)
    before = await board(person, channel)
    await person.begin_click(panel, confirm)
    await person.wait_for(lambda: str(person.message(before.id)) != str(before))
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1
    await stage.quiet()
    assert "ERROR" not in {record.levelname for record in caplog.records}


async def test_all_buttons_work_after_a_restart(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Those on the board, and those on private panels that were open."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    panel, confirm = await to_confirm(person, channel)
    shown = await board(person, channel)
    await stage.restart()
    for which in ("Your move", "Hand", "Queues", "Text"):
        answer = await person.click(shown, which)
        assert not answer.failed
        assert "not from this version" not in answer.message.text
    assert not (await person.click(panel, confirm)).failed
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1


async def test_undo_by_its_button(ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    """Those who were asked meanwhile see on their panel and on the board that a choice was taken back, until they go
    on."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann
    panel, confirm = await to_confirm(person, channel)
    done = await person.click(panel, confirm)
    stage.read()
    asked = (await other.click(await board(other, channel), "Your move")).message
    again = await person.click(done.message, "Undo")
    assert again.message.controls
    assert "back" not in again.message.text
    now = await stage.bot.tables.look(game)
    assert now.playing.to_dict() == table.playing.to_dict()
    await stage.quiet()
    said = f"↶ {table.named(table.seat_of(person.id).seat)} took a choice back."
    assert said in other.messages(channel)[-1].text, asked.text
    assert said in (await board(other, channel)).text
    panel, confirm = await to_confirm(person, channel)
    assert not (await person.click(panel, confirm)).failed
    await stage.quiet()
    assert said not in (await board(other, channel)).text


async def test_who_selects_still_sees_what_undo_takes_back(
    ann: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The other news above the panel have gone by then; one line about one's own last choice stays."""
    await opened(ann, computers=1)
    await stage.quiet()
    panel, confirm = await to_confirm(ann, channel)
    await ann.click(panel, confirm)
    await stage.quiet()
    panel, _ = await to_confirm(ann, channel)
    assert panel.find("Undo") is not None
    assert len([line for line in panel.text.splitlines() if line.startswith("-# You put ")]) == 1
    assert "-# Ada" not in panel.text


async def test_playing_from_a_direct_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    dm = await person.open_dm()
    choices = await person.autocomplete(dm, "play", "move")
    assert choices
    assert not (await person.command(dm, "play", move=choices[0][1], game=game)).failed
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1
    hand = (await person.command(dm, "hand")).message.text
    assert hand.startswith("-# ann's table")
    assert "Your hand" in hand
    assert "ann's table" not in (await person.command(channel, "hand")).message.text


def copied(custom_id: str) -> discord.ui.LayoutView:
    return with_items(discord.ui.Button(custom_id=custom_id, label="stolen"))


async def test_passing_ahead_by_its_buttons(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It is offered to those who wait, shown to them alone, and withdrawn in the same place."""
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann
    seat = (await stage.bot.tables.look(game)).seat_of(other.id).seat
    seen = len(person.raw)
    panel = await other.click(await board(other, channel), "Your move")
    choice = await other.click(panel.message, "Pass ahead")
    assert "you cast nothing until somebody casts a spell against you" in choice.message.text
    assert seat not in (await stage.bot.tables.look(game)).context.ahead
    stage.read()
    ahead = await other.click(choice.message, "Until I am attacked")
    assert "pass the coming casting steps" in ahead.message.text
    assert seat in (await stage.bot.tables.look(game)).context.ahead
    await stage.quiet()
    assert len(person.raw) == seen
    stage.read()
    await other.click(ahead.message, "Stop passing ahead")
    assert seat not in (await stage.bot.tables.look(game)).context.ahead


async def test_one_who_passes_ahead_may_still_choose_and_is_told_what_ends_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The panel says that a pass will come, and how to withdraw it; after an attack it says that this is over, and
    why."""
    stage.delay = timedelta(hours=1)
    game = await opened(ann, bob, spells="battlefield")
    table = await castable(stage, game)
    first = next(iter(table.questions))
    caster, other = (ann, bob) if table.seat_of(ann.id).seat == first else (bob, ann)
    seat = table.seat_of(other.id).seat
    await stage.bot.tables.moves.pass_ahead(game, other.id, ATTACK)
    spell = table.playing.legal(first)[0]
    await caster.command(channel, "play", move=f"cast {spell}")
    panel = await open_panel(other, channel)
    assert f"Your **Pass ahead** is over: {table.named(first)} has cast {SPELLS[spell].name}." in panel.text
    await caster.command(channel, "adepts undo")
    assert seat in (await stage.bot.tables.look(game)).context.ahead
    await caster.command(channel, "play", move="cast pass")
    await stage.quiet()
    panel = await open_panel(other, channel)
    assert "is over" not in panel.text
    assert "I pass for you about when a person would" in panel.text
    panel = (await other.click(panel, "Stop passing ahead")).message
    assert "I pass for you about when a person would" not in panel.text
    assert not (await stage.bot.tables.look(game)).context.due


async def test_the_last_pass_of_a_turn_counts_where_nothing_is_left_to_pass_ahead(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whoever always passes for the rest of the turn hears what came of this pass, and nothing more is passed."""
    game, rng = await opened(ann, bob), random.Random(2)
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "ahead", "on")
    while True:
        person, table = await mover(stage, game, ann, bob)
        seat = table.seat_of(person.id).seat
        if table.playing.kind(seat) == "cast" and table.public["phase"] == "V":
            break
        legal = table.playing.legal(seat)
        token = "pass" if table.playing.kind(seat) == "cast" else rng.choice(list(legal))
        await stage.bot.tables.moves.play(game, person.id, token)
    answer = (await person.command(channel, "play", move="cast pass")).message
    assert "nothing left" not in answer.text
    assert seat not in (await stage.bot.tables.look(game)).context.ahead


async def castable(stage: Stage, game: str) -> Table:
    """Play until the seat asked first can attack all others while another player is still to be asked in this casting
    step."""
    tables, rng = stage.bot.tables, random.Random(3)
    while True:
        table = await tables.look(game)
        (seat, question), *_ = table.playing.pending.items()
        if table.kit.against(question, question.tokens[0], (), ""):
            after = table.playing.copy()
            after.play(seat, "pass")
            if "cast" in {after.kind(each) for each in after.seats if each != seat}:
                await stage.quiet()
                return table
        user = table.seat(seat).user_id
        assert user is not None
        await tables.moves.play(game, user, rng.choice(question.tokens))
