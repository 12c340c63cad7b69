"""Private messages that stay open: one panel for each person and table, below the board, up to date without a press."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bot.answers.ephemeral import PrivateMessage
from game.adepts import boards
from game.adepts.words.face import AdeptsWords
from playground import Person, Shown
from playground.world.models import Channel
from tests.bot.hurry import unhurried

from .acting import board, chosen, end, forward, mover, open_panel, private, public, step, verb
from .conftest import Opened, Stage
from .tables import adepts
from .test_announcer import by_the_first

POSTED = ("request", "POST /channels")


async def test_a_second_panel_closes_the_first(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    person, _ = await mover(stage, game, ann, bob)
    first = await open_panel(person, channel)
    second = await open_panel(person, channel)
    await stage.quiet()
    assert [m.id for m in private(person, channel)] == [second.id] != [first.id]
    hands = [(await person.click(await board(person, channel), "Hand")).message for _ in range(2)]
    await stage.quiet()
    assert [m.id for m in private(person, channel)] == [second.id, hands[1].id]


@pytest.mark.parametrize("pressed", [False, True])
async def test_a_panel_that_could_not_be_closed_goes_later(
    ann: Person, bob: Person, channel: Channel, stage: Stage, pressed: bool, game: str
) -> None:
    """If it is pressed meanwhile, one of the two panels goes, and the selection stays."""
    person, _ = await mover(stage, game, ann, bob)
    first = await open_panel(person, channel)
    stage.pg.faults.add("drop", "DELETE /webhooks/*", times=None)
    second = await open_panel(person, channel)
    await stage.quiet()
    assert [m.id for m in private(person, channel)] == [first.id, second.id]
    steps = step(await chosen(person, first) if pressed else second)
    stage.pg.faults.clear()
    await person.wait_for(lambda: len(private(person, channel)) == 1)
    await stage.quiet()
    [panel] = private(person, channel)
    assert step(panel) == steps
    assert pressed or panel.id == second.id


async def test_a_former_panel_is_taken_away_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """Even if something else is updated while Discord is slow to delete it."""
    person, _ = await mover(stage, game, ann, bob)
    await open_panel(person, channel)
    fault = stage.pg.faults.add("delay", "DELETE /webhooks/*", times=None, seconds=0.2)
    await open_panel(person, channel)
    await fault.struck.wait()
    await stage.bot.screens.bring(game)
    await stage.quiet()
    assert fault.hits == 1


async def test_a_former_page_in_which_its_person_reads_on_stays(
    ann: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """Discord could not delete it at first, and now it shows something else."""
    first = (await ann.click(await board(ann, channel), "Rules")).message
    stage.pg.faults.add("drop", "DELETE /webhooks/*", times=None)
    second = (await ann.click(await board(ann, channel), "Rules")).message
    await stage.quiet()
    await ann.select(first, first.selects[0].custom_id or "", [first.selects[0].options[0][1]])
    stage.pg.faults.clear()
    await by_the_first(stage, game)
    assert [m.id for m in private(ann, channel)][-2:] == [first.id, second.id]


async def test_a_panel_follows_the_board(ann: Person, bob: Person, channel: Channel, stage: Stage, game: str) -> None:
    """It is below the board again, once, with what was selected so far; and it works there."""
    person, table = await mover(stage, game, ann, bob)
    panel = await chosen(person, await open_panel(person, channel))
    await person.command(channel, "adepts board")
    await stage.quiet()
    now = await board(person, channel)
    [moved] = [m for m in private(person, channel) if m.controls]
    assert moved.id > now.id > panel.id
    assert moved.text == panel.text
    assert [c.custom_id for c in moved.controls] == [c.custom_id for c in panel.controls]
    while not any(verb(c.custom_id) == "move" for c in moved.buttons):
        moved = await chosen(person, moved)
    confirm = next(c.custom_id or "" for c in moved.buttons if verb(c.custom_id) == "move")
    answer = await person.click(moved, confirm)
    assert answer.message.id == moved.id
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1


async def test_a_phase_begins_with_the_board_above_the_panel(ann: Person, channel: Channel, stage: Stage) -> None:
    """A person alone against a computer player continues on the same panel: there are never two, and it is never above
    the board."""
    await ann.command(channel, "adepts new", computers=1)
    await ann.click(await public(ann, channel, "Start"), "Start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    panel, boards = await open_panel(ann, channel), set[int]()
    for _ in range(200):
        if (table := await stage.bot.tables.look(row.id)).turn > 2:
            break
        if adepts(table).step == "research":
            await ann.command(channel, "play", move="research pass")
        else:
            confirm = [c for c in panel.buttons if verb(c.custom_id) == "move"]
            answer = await ann.click(panel, confirm[-1].custom_id or "") if confirm else None
            if answer is None:
                await chosen(ann, panel)
        await stage.quiet()
        stage.read()
        [panel] = private(ann, channel)
        now = await board(ann, channel)
        boards.add(now.id)
        assert panel.id > now.id
        assert panel.controls
    assert len(boards) > 4


async def test_what_is_pressed_is_answered_before_the_board_is_edited_and_after_it_is_posted(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer does not wait for an edit, which need not be seen first; but it comes below a new board."""
    unhurried(monkeypatch)
    game, former, comes = await opened(ann, bob, look="words"), 0, list[bool]()
    for _ in range(14):
        person, table = await mover(stage, game, ann, bob)
        asked = table.playing.pending[table.seat_of(person.id).seat]
        mark = stage.pg.log.added
        await person.command(channel, "play", move=f"{asked.kind} {asked.tokens[-1]}")
        await stage.quiet()
        sent = [entry.what for entry in stage.pg.log.after(mark) if entry.kind == "request"]
        answered = next(n for n, what in enumerate(sent) if what.startswith("POST /interactions"))
        shown = next((n for n, what in enumerate(sent) if what.startswith(("PATCH /ch", "POST /ch"))), len(sent))
        now = (await board(person, channel)).id
        comes.append(now != former)
        assert (shown < answered) == comes[-1] or not former
        former = now
    assert True in comes[1:]
    assert False in comes


async def test_no_answer_waits_for_a_board_that_waits_for_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table changes again while its new board is being posted: the answer to the move comes before that is shown."""
    unhurried(monkeypatch)
    game, boards = await opened(ann, bob, look="words"), set[int]()
    for _ in range(14):
        person, table = await mover(stage, game, ann, bob)
        asked = table.playing.pending[table.seat_of(person.id).seat]
        fault = stage.pg.faults.add("withhold", "POST /channels/*/messages")
        answer = await person.begin_command(channel, "play", move=f"{asked.kind} {asked.tokens[-1]}")
        done, hit = asyncio.create_task(answer.settled()), asyncio.create_task(fault.wait_hit())
        await asyncio.wait((done, hit), return_when=asyncio.FIRST_COMPLETED)
        stage.bot.announcer.poke(game)
        hit.cancel()
        stage.pg.faults.clear()
        assert not (await done).failed
        await stage.quiet()
        boards.add((await board(person, channel)).id)
    assert len(boards) > 2


async def test_computer_players_pass_through_phases_without_a_board_for_each(
    ann: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever they do after a person's move, at most one new board is posted."""
    unhurried(monkeypatch)
    await ann.command(channel, "adepts new", computers=2)
    await ann.click(await public(ann, channel, "Start"), "Start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    phases = set[str]()
    while (table := await stage.bot.tables.look(row.id)).turn < 4:
        phases.add(adepts(table).phase)
        mark = len(stage.pg.log.after(0))
        seat = table.seat_of(ann.id).seat
        await stage.bot.tables.moves.play(row.id, ann.id, table.playing.legal(seat)[0])
        await stage.quiet()
        posts = [entry for entry in stage.pg.log.after(0)[mark:] if (entry.kind, entry.what[:14]) == POSTED]
        assert len([entry for entry in posts if "Your move" in str(entry.data)]) <= 1
    assert len(phases) > 1


async def test_a_panel_asks_as_soon_as_it_is_the_persons_move(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """What it said about the table before is no longer true."""
    person, table = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann
    waiting = (await other.click(await board(other, channel), "Your move")).message
    assert "not your move" in waiting.text
    seat = table.seat_of(person.id).seat
    await stage.bot.tables.moves.play(game, person.id, table.playing.legal(seat)[0])
    await stage.quiet()
    now = other.message(waiting.id)
    assert now is not None
    assert "Assign miners" in now.text
    assert step(now)


async def test_a_panel_that_waits_says_that_a_choice_was_taken_back_while_that_came_last(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Also where the table waits for the same person before and after."""
    game = await opened(ann, bob, kind="harrowing")
    person, table = await mover(stage, game, ann, bob)
    seat, other = table.seat_of(person.id).seat, bob if person is ann else ann
    core, ready = table.playing.legal(seat)[0], await open_panel(other, channel)
    moves, said = stage.bot.tables.moves, f"the table waits for {table.waited_for}."

    async def told() -> str:
        await stage.quiet()
        now = other.message(ready.id)
        assert now is not None
        assert said in now.text
        return now.text.partition(said)[2]

    assert not await told()
    await moves.play(game, person.id, core)
    assert (await moves.undo(game, person.id, 1)).table.questions.keys() == {seat}
    assert "took a choice back" in await told()
    await moves.play(game, person.id, core)
    assert not await told()


async def test_a_panel_that_asks_comes_below_what_its_person_looked_up_meanwhile(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """So that it is seen. It stays where it is as long as nothing new is asked."""
    person, table = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann
    waiting = await open_panel(other, channel)
    looked_up = (await other.command(channel, "settings")).message
    await stage.quiet()
    assert [m.id for m in private(other, channel)] == [waiting.id, looked_up.id]
    seat = table.seat_of(person.id).seat
    await stage.bot.tables.moves.play(game, person.id, table.playing.legal(seat)[0])
    await stage.quiet()
    kept, moved = private(other, channel)
    assert kept.id == looked_up.id < moved.id
    assert "Assign miners" in moved.text


async def test_a_panel_says_when_its_question_was_answered_elsewhere(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    person, table = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    await stage.bot.tables.moves.play(game, person.id, table.playing.legal(table.seat_of(person.id).seat)[0])
    await stage.quiet()
    now = person.message(panel.id)
    assert now is not None
    assert "not your move" in now.text
    assert now.find("Undo")


async def test_a_hand_shows_the_spells_that_are_held_now(
    ann: Person, channel: Channel, stage: Stage, game: str
) -> None:
    hand = (await ann.click(await board(ann, channel), "Hand")).message
    table = await forward(stage, game, "research")
    seat = table.seat_of(ann.id).seat
    drawn = table.playing.view(seat)["players"][seat]["drawn"][0]
    await stage.bot.tables.moves.play(game, ann.id, drawn)
    await stage.quiet()
    now = ann.message(hand.id)
    assert now is not None
    assert f"({drawn})" not in hand.text
    assert f"({drawn})" in now.text


async def test_a_hand_that_stays_as_it_is_is_not_sent_again(
    ann: Person, channel: Channel, stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even after the person's own moves: assigning miners does not change the hand."""
    unhurried(monkeypatch)
    hand = (await ann.click(await board(ann, channel), "Hand")).message
    await stage.quiet()
    before = len(stage.pg.log)
    for _ in range(4):
        table = await stage.bot.tables.look(game)
        [seat] = table.playing.asked
        user_id = table.seat(seat).user_id
        assert user_id is not None
        await stage.bot.tables.moves.play(game, user_id, table.playing.legal(seat)[0])
        await stage.quiet()
    edits = [entry.what for entry in stage.pg.log.after(before) if entry.kind == "request"]
    assert not [what for what in edits if what.startswith("PATCH /webhooks")]
    now = ann.message(hand.id)
    assert now is not None
    assert now.text == hand.text


@pytest.mark.parametrize("button", ["Text", "Queues"])
async def test_what_needs_several_messages_goes_as_one(
    ann: Person,
    bob: Person,
    channel: Channel,
    stage: Stage,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
) -> None:
    """When it is asked for again, and when the game ends."""
    await opened(ann, bob)
    await stage.bot.tables.people.set(ann.id, "pictures", "words")
    monkeypatch.setattr(AdeptsWords, "position", lambda *_: ["the first part", "the second", "the third"])
    monkeypatch.setattr(boards, "queues", lambda *_: ["the first part", "the second", "the third"])
    others = len(private(ann, channel))
    for _ in range(2):
        await ann.click(await board(ann, channel), button)
        await stage.quiet()
        assert [m.text for m in private(ann, channel)][others:] == ["the first part", "the second", "the third"]
    await end(ann, channel)
    await stage.quiet()
    assert not [m for m in private(ann, channel) if m.text in ("the first part", "the second", "the third")]


async def test_a_press_while_the_panel_moves_is_not_lost(
    ann: Person, bob: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """In the end what it selected is below the board, once."""
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    follow, pressed = PrivateMessage.follow, list[Shown]()

    async def slow(self: PrivateMessage, *args: Any) -> PrivateMessage:
        made = await follow(self, *args)
        if not pressed:
            pressed.append(await chosen(person, panel))
        return made

    monkeypatch.setattr(PrivateMessage, "follow", slow)
    await person.command(channel, "adepts board")
    await stage.quiet()
    [now] = [m for m in private(person, channel) if m.controls]
    assert now.id > (await board(person, channel)).id
    assert now.text == pressed[0].text != panel.text


async def test_tokens_are_neither_logged_nor_stored(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even in messages about failures."""
    caplog.set_level(logging.DEBUG)
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    await open_panel(person, channel)
    stage.pg.faults.add("status", "PATCH /webhooks/*", times=None, status=400)
    stage.pg.faults.add("status", "DELETE /webhooks/*", times=None, status=400)
    await stage.bot.tables.moves.play(game, person.id, table.playing.legal(table.seat_of(person.id).seat)[0])
    await stage.quiet()
    await open_panel(person, channel)
    await stage.quiet()
    assert "private message stays" in caplog.text
    tokens = [made.token for made in stage.pg.interactions._by_token.values()]
    assert tokens
    own = "\n".join(
        record.getMessage() + str(record.__dict__) for record in caplog.records if record.name[:4] == "bot."
    )
    assert not [token for token in tokens if token in own]
    files = b"".join(path.read_bytes() for path in stage.settings.storage.path.parent.glob("adepts.sqlite3*"))
    assert not [token for token in tokens if token.encode() in files]
