"""The board, hands, queues and choices as pictures, or in words if a person wants that or a picture is impossible."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from bot.announcer.posts import RENEW_AFTER
from bot.answers.showing import Showing
from bot.pictures.studio import Studio
from bot.tables.checks import Actor
from bot.tables.errors import WrongMoment
from game.adepts.rules.spells import SPELLS
from game.core.words import ATTACK
from playground import Permission, Person, Shown
from playground.checks import rules
from playground.world.models import Channel
from tests.bot.acting import pictures_are_sound
from tests.bot.hurry import LONG, unhurried

from .acting import board, by_command, forward, mover, open_panel, to_confirm, verb
from .conftest import STUDIO, Opened, Stage


@pytest.fixture(autouse=True)
async def time_to_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every answer wait for its picture, even on a busy machine."""
    unhurried(monkeypatch)
    await STUDIO.rehearse()


def pictures(message: Shown) -> list[str]:
    """Return the names of a message's pictures; each is part of the message, with an alt text."""
    described = [item["description"] for part in message.raw["components"] for item in part.get("items", [])]
    assert len(described) == len(message.attachments)
    assert all(described)
    return [file["filename"] for file in message.attachments]


async def step(stage: Stage, game: str, channel: Channel, *people: Person) -> None:
    """Make one move for whoever is asked."""
    person, _ = await mover(stage, game, *people)
    await by_command(person, channel, random.Random(3))
    await stage.quiet()


async def press(person: Person, channel: Channel, label: str) -> Shown:
    """Press this button of the board, and return what it opens."""
    return (await person.click(await board(person, channel), label)).message


async def choose_words(person: Person, channel: Channel, value: str = "words") -> None:
    """Choose words instead of pictures in the person's settings."""
    panel = (await person.command(channel, "settings")).message
    button = next(c for c in panel.buttons if (c.custom_id or "").endswith(f":pictures={value}"))
    await person.click(panel, button.custom_id or "")


# --- the board


async def test_the_board_is_one_picture_with_whose_move_it_is_and_what_happened(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """An edit replaces the picture; mines and players are shown by *Text*."""
    game = await opened(ann, bob)
    first = await board(ann, channel)
    await step(stage, game, channel, ann, bob)
    now = await board(bob, channel)
    assert now.id == first.id
    assert pictures(first) == pictures(now) == ["board.png"]
    assert first.attachments[0]["url"] != now.attachments[0]["url"]
    assert now.text.startswith("## ▶ ")
    assert "Adepts, turn 1 of 8, phase I Assignment." in now.text
    assert "- " in now.text
    assert "**Mines**" not in now.text
    said = (await press(ann, channel, "Text")).text
    assert "### Mines" in said
    assert "### Players" in said


async def test_what_is_new_is_marked_and_marks_alone_change_nothing(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A board that is posted again has the same marks. After a restart there are none, but nothing is edited for
    that."""
    game = await opened(ann, bob)
    assert " New: " not in (await board(ann, channel)).text
    await step(stage, game, channel, ann, bob)
    marked = await board(ann, channel)
    assert " New: " in marked.text
    await ann.command(channel, "adepts board")
    await stage.quiet()
    again = await board(ann, channel)
    assert again.id != marked.id
    assert _hash(again) == _hash(marked)
    await stage.restart()
    stage.bot.announcer.poke(game)
    await stage.quiet()
    assert str(await board(ann, channel)) == str(again)
    await step(stage, game, channel, ann, bob)
    assert _hash(await board(ann, channel)) != _hash(again)


async def test_the_end_is_a_score_sheet_in_a_picture_and_in_words(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, computers=1)
    await forward(stage, game, "never")
    end = ann.last(channel)
    assert "Levels: Ada ⌘ regular" in end.text
    assert pictures(end) == ["score.png"]
    assert "Final score: 1. " in end.text
    assert "Mana of the batteries: " in end.text
    assert not [m for m in ann.messages(channel) if not m.ephemeral and "board.png" in str(m.attachments)]


def _hash(message: Shown) -> str:
    return str(message.attachments[0]["url"].partition("?")[2])


# --- how a table is shown


async def test_a_table_in_words(ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    """Such a table needs no permission to attach files."""
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    game = await opened(ann, bob, look="words")
    await step(stage, game, channel, ann, bob)
    shown = await board(ann, channel)
    assert not shown.attachments
    assert "**Mines**" in shown.text
    await forward(stage, game, "never")
    assert not [m for m in bob.messages(channel) if m.attachments and not m.ephemeral]


async def test_how_the_board_is_shown_can_be_changed_while_the_game_runs_by_its_host(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    plain = _hash(await board(ann, channel))
    answer = await bob.command(channel, "adepts board", look="words")
    assert "host" in answer.message.text
    for look, has in (("words", False), ("letters", True)):
        await ann.command(channel, "adepts board", look=look)
        await stage.quiet()
        assert bool((await board(bob, channel)).attachments) is has
    assert _hash(await board(ann, channel)) != plain
    await step(stage, game, channel, ann, bob)
    assert pictures(await board(ann, channel)) == ["board.png"]
    for name in ("spells", "deck", "pace", "seats"):
        with pytest.raises(WrongMoment, match="options are settled"):
            await stage.bot.tables.lobby.set_option(game, Actor(ann.id), name, "first-game")


async def test_it_is_among_the_options_of_the_lobby(ann: Person, channel: Channel, stage: Stage) -> None:
    await ann.command(channel, "adepts new")
    lobby = await ann.wait_for(lambda: next((m for m in ann.messages(channel) if m.find("Options")), None))
    panel = (await ann.click(lobby, "Options")).message
    select = next(c for c in panel.selects if (c.custom_id or "").endswith(":look"))
    assert [value for _, value in select.options] == ["pictures", "letters", "words"]
    await ann.select(panel, select.custom_id or "", ["letters"])
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    assert row.options["look"] == "letters"
    assert await ann.wait_message(channel, "Pictures with letters")


# --- in private


async def test_hand_queues_and_score_are_pictures(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """They replace the words, which become their alt texts; nobody else gets them."""
    await opened(ann, bob)
    for shown, name, words in (
        (await press(ann, channel, "Hand"), "hand", "## Your hand"),
        ((await ann.command(channel, "hand")).message, "hand", "cannot be paid now"),
        (await press(ann, channel, "Queues"), "queues", "Queues in turn 1"),
        ((await ann.command(channel, "adepts score")).message, "score", "Score so far, in turn 1"),
    ):
        assert shown.ephemeral
        assert pictures(shown) == [f"{name}.png"]
        assert words in shown.text
    assert "hand.png" not in str([m.attachments for m in bob.messages(channel)])


async def test_a_legend_is_behind_one_button(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """As a picture with words, or in words if the board is; for onlookers too."""
    await opened(ann, bob)
    cleo = await stage.pg.person("cleo")
    for person in (ann, cleo):
        shown = await press(person, channel, "Legend")
        assert shown.ephemeral
        assert pictures(shown) == ["legend.png"]
        assert "mana of the next phase V" in shown.text
        assert not shown.controls
    await ann.command(channel, "adepts board", look="words")
    await stage.quiet()
    shown = await press(ann, channel, "Legend")
    assert not shown.attachments
    assert "+9 next: the mana that phase V brings next" in shown.text


async def test_the_guide_offers_the_legend_and_goes_on_from_it(ann: Person, channel: Channel, stage: Stage) -> None:
    welcome = (await ann.command(channel, "adepts tutorial")).message
    legend = (await ann.click(welcome, "Legend")).message
    assert legend.id == welcome.id
    assert pictures(legend) == ["legend.png"]
    assert "Assign miners" in (await ann.click(legend, "Your move")).message.text


async def test_a_group_is_previewed_when_it_is_selected_and_then_replaced(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """One picture at a time, and none above words; the next question does not keep the last one's."""
    game = await opened(ann, bob)
    await forward(stage, game, "assign")
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    assert pictures(panel) == ["preview.png"]
    assert "Shown as a ghost" not in panel.text
    panel, _ = await to_confirm(person, channel)
    before = _hash(panel)
    assert pictures(panel) == ["preview.png"]
    assert "Shown as a ghost" in panel.text
    other = next(c for c in panel.buttons if verb(c.custom_id) == "step" and c.custom_id and "x" in c.custom_id)
    panel = (await person.click(panel, other.custom_id or "")).message
    assert pictures(panel) == ["preview.png"]
    assert _hash(panel) != before
    after = (await person.click(panel, "Assign")).message
    assert after.id == panel.id
    assert not after.attachments


async def test_the_cards_dealt_are_a_picture_above_their_buttons(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """By direct message, and in the channel; when the round is over, they are gone from there."""
    await choose_channel(stage, bob)
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    [asked] = [m for m in ann.messages("DM") if m.find("Keep none")]
    for message in (asked, await open_panel(bob, channel)):
        assert pictures(message) == ["cards.png"]
        assert message.raw["components"][0]["type"] == 12
        assert "Dealt to you: " in message.text
    done = (await ann.click(asked, "Keep none")).message
    assert done.id == asked.id
    assert not done.attachments


async def test_cards_are_a_picture_or_words(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whatever asks about cards (hands, research, discards over the hand limit) shows pictures or words, never both."""
    for person in (ann, bob):
        await choose_channel(stage, person)
    await choose_words(bob, channel)
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    for person, in_words in ((ann, False), (bob, True)):
        table = await stage.bot.tables.look(game)
        cards = table.playing.view(table.seat_of(person.id).seat)["players"][table.seat_of(person.id).seat]["drawn"]
        shown = await open_panel(person, channel)
        below = "\n".join(_written(shown))
        assert bool(pictures(shown)) is not in_words
        for card in cards:
            assert (SPELLS[card].text in below) is in_words
            assert SPELLS[card].text in shown.text, "as words, or as the picture's description"
            named = any(button.label.endswith(SPELLS[card].name) for button in shown.buttons)
            assert named is not in_words, "beside its words a card's button says what it does"


def _written(shown: Shown) -> list[str]:
    """Return the texts of a message, without the alt texts of its pictures."""
    return [str(part["content"]) for _, part in rules.walk(shown.raw["components"]) if "content" in part]


async def choose_channel(stage: Stage, person: Person) -> None:
    await stage.bot.tables.people.set(person.id, "round", "channel")


async def test_text_in_place_of_pictures_in_what_only_i_see(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Everywhere, for the person who wants that, and for nobody else; the channel's board stays a picture."""
    await choose_words(ann, channel)
    game = await opened(ann, bob)
    assert pictures(await board(ann, channel)) == ["board.png"]
    for label in ("Hand", "Queues"):
        assert not (await press(ann, channel, label)).attachments
        assert (await press(bob, channel, label)).attachments
    assert "Stage 3, processed next" in (await press(ann, channel, "Queues")).text
    await forward(stage, game, "research")
    await stage.away()
    assert not [m for m in ann.messages("DM") if m.attachments]
    assert [m for m in bob.messages("DM") if m.attachments]
    before = _hash(await press(bob, channel, "Hand"))
    await choose_words(bob, channel, "letters")
    assert _hash(await press(bob, channel, "Hand")) != before


async def test_an_answer_does_not_wait_long_for_its_picture(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes in words, and its picture follows as soon as it is drawn, whatever was asked for and however."""
    await opened(ann, bob)
    monkeypatch.setattr(Showing, "patience", 0.0)
    answer = await ann.click(await board(ann, channel), "Hand")
    assert "## Your hand" in answer.told
    assert not ann.screen.answers[answer.interaction_id].attachments
    await stage.quiet()
    assert pictures(answer.message) == ["hand.png"]
    for answer, name in (
        (await ann.command(channel, "hand"), "hand"),
        (await ann.click(await board(ann, channel), "Queues"), "queues"),
        (await ann.command(channel, "table score"), "score"),
    ):
        await stage.quiet()
        assert pictures(answer.message) == [f"{name}.png"]


async def test_a_picture_that_comes_late_does_not_come_over_what_its_person_has_gone_on_to(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if that is the same message. The way onward is below the picture, as it was below the words."""
    began, can, draw = asyncio.Event(), asyncio.Event(), stage.bot.studio.draw_in_turn

    async def late(*work: Any) -> Any:
        began.set()
        await can.wait()
        return await draw(*work)

    for where in (channel, stage.pg.channel("other")):
        welcome = (await ann.command(where, "mana-surge tutorial")).message
        await stage.quiet()
        monkeypatch.setattr(stage.bot.studio, "draw_in_turn", late)
        with monkeypatch.context() as hasty:
            hasty.setattr(Showing, "patience", 0.0)
            signs = (await ann.click(welcome, "Legend")).message
        await began.wait()
        if can.is_set():
            await stage.quiet()
            [signs] = [m for m in ann.messages(where) if m.ephemeral]
            assert pictures(signs) == ["legend.png"]
        await ann.click(signs, "Your move")
        can.set()
        await stage.quiet()
        [now] = [m for m in ann.messages(where) if m.ephemeral]
        assert "What the signs mean" not in now.text
        assert now.find("Skip the guide")


# --- where a picture cannot be


async def test_without_permission_to_attach_files_the_board_is_in_words_until_it_is_given(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The board says why, every move counts, and nothing is posted twice. Once it is permitted, the picture comes by
    itself or at a start."""
    game = await opened(ann, bob)
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    for _ in range(2):
        await step(stage, game, channel, ann, bob)
        shown = await board(ann, channel)
        assert not shown.attachments
        assert "**Mines**" in shown.text
        assert "may I attach files" in shown.text
    await forward(stage, game, "research")  # a new message
    shown = await board(ann, channel)
    assert not shown.attachments
    assert len([m for m in ann.messages(channel) if not m.ephemeral and m.find("Your move")]) == 1
    world.set_permissions(channel, world.app.bot, allow=Permission.ATTACH_FILES)
    await ann.wait_for(lambda: [m for m in ann.messages(channel) if m.id == shown.id and m.attachments])
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    await step(stage, game, channel, ann, bob)
    assert not (await board(ann, channel)).attachments
    await stage.restart()  # the very first start looks at every game
    await stage.quiet()
    assert not (await board(ann, channel)).attachments
    await stage.stop()
    world.set_permissions(channel, world.app.bot, allow=Permission.ATTACH_FILES)
    await stage.start()
    await stage.quiet()
    assert pictures(await board(ann, channel)) == ["board.png"]


async def test_a_picture_that_was_refused_is_not_sent_again_where_nothing_can_be_seen_to_happen(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Otherwise an old board would be posted again whenever somebody chooses in secret. When asked for, the picture is
    tried again, even without news that files are permitted."""
    game = await opened(ann, bob)
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    await forward(stage, game, "research")
    before = await board(ann, channel)
    assert "may I attach files" in before.text
    stage.clock.advance(RENEW_AFTER + timedelta(minutes=1))
    await stage.bot.tables.moves.pass_ahead(game, ann.id, ATTACK)
    await stage.quiet()
    assert (await board(bob, channel)).id == before.id
    stage.pg.faults.add("lose", "CHANNEL_UPDATE")
    world.set_permissions(channel, world.app.bot, allow=Permission.ATTACH_FILES)
    await ann.command(channel, "adepts board")
    await stage.quiet()
    assert pictures(await board(bob, channel)) == ["board.png"]


async def test_a_picture_that_discord_refuses_costs_no_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """In the channel, in a panel, and in a direct message."""
    game = await opened(ann, bob)
    stage.pg.faults.add("status", "PATCH /channels/*/messages/*", status=413, code=40005, times=1)
    await step(stage, game, channel, ann, bob)
    assert "**Mines**" in (await board(ann, channel)).text
    stage.pg.faults.add("status", "POST /interactions/*/callback", status=413, code=40005, times=1)
    hand = await press(ann, channel, "Hand")
    assert "## Your hand" in hand.text
    assert not hand.attachments
    await forward(stage, game, "research")
    assert pictures(await board(ann, channel)) == ["board.png"]


@pytest.fixture
async def own_studio(stage: Stage) -> AsyncIterator[Studio]:
    """A studio whose process a test may kill. It has already drawn its samples, or that would find the dead process
    first and restart it."""
    stage.studio = Studio(rest=0.0)
    await stage.studio.rehearse()
    yield stage.studio
    await stage.studio.close()


async def test_pictures_come_back_by_themselves_when_the_process_that_draws_was_killed(
    own_studio: Studio, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Meanwhile there are words, in public and in private, and every move counts."""
    game = await opened(ann, bob)
    assert own_studio is stage.bot.studio is not STUDIO
    pid = await own_studio.draw(os.getpid)
    assert pid
    os.kill(pid, signal.SIGKILL)
    before = str(await board(ann, channel))
    await step(stage, game, channel, ann, bob)
    await ann.wait_for(lambda: _pictured_again(ann, channel, before))
    seen = [event["message"] for event in ann.raw if "message" in event]
    assert any("**Mines**" in str(message["components"]) for message in seen)
    await stage.quiet()  # else another drawing might have found it dead, and restarted it
    pid = await own_studio.draw(os.getpid)
    assert pid
    os.kill(pid, signal.SIGKILL)
    hand = await press(ann, channel, "Hand")
    assert "## Your hand" in hand.text
    assert not hand.attachments
    for _ in range(5):  # the first drawing of a new process may be too late
        if (await press(ann, channel, "Hand")).attachments:
            break
    else:
        raise AssertionError("there are no pictures any more")
    assert pictures_are_sound(ann)


async def test_a_drawing_that_is_stuck_holds_up_no_board(
    own_studio: Studio, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The board comes in words, and gets its picture once that is possible."""
    own_studio._leisure = 0.1
    game = await opened(ann, bob)
    pid = await own_studio.draw(os.getpid)
    assert pid
    before = str(await board(ann, channel))
    os.kill(pid, signal.SIGSTOP)
    try:
        person, table = await mover(stage, game, ann, bob)
        seat = table.seat_of(person.id).seat
        await stage.bot.tables.moves.play(game, person.id, table.playing.legal(seat)[0])
        in_words = await ann.wait_for(lambda: next((m for m in ann.messages(channel) if "**Mines**" in m.text), None))
        assert not in_words.attachments
    finally:
        os.kill(pid, signal.SIGCONT)
    own_studio._leisure = LONG
    assert await ann.wait_for(lambda: _pictured_again(ann, channel, before))


def _pictured_again(person: Person, channel: Channel, before: str) -> Shown | None:
    boards = [m for m in person.messages(channel) if not m.ephemeral and m.find("Your move")]
    return next((m for m in boards if m.attachments and str(m) != before), None)
