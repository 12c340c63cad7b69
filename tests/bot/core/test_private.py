"""Direct messages: research for all at the same time, one message a turn, and what happens if they are closed."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from bot.announcer.direct import ROUND
from bot.answers.showing import Showing
from bot.tables.errors import WrongMoment
from bot.tables.rests import REOPENS
from bot.tables.waiting.calling import PATIENCE
from game.adepts.kit import KIT
from playground import Person, Shown
from playground.world.models import Channel
from storage import DatabaseAway

from .acting import board, call_by_letter, end, forward, letters, looked, open_panel, public, replace, verb
from .conftest import Opened, Stage
from .tables import adepts

DM = "DM"


def cards(person: Person) -> list[Shown]:
    return [m for m in letters(person) if any(verb(c.custom_id) == "move" for c in m.buttons)]


async def test_research_reaches_each_by_direct_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """And is answered there, on the same message."""
    game = await opened(ann, bob)
    table = await forward(stage, game, "research")
    await stage.away()
    for person in (ann, bob):
        [message] = cards(person)
        answer = await person.click(message, "Keep none")
        assert not answer.failed
        assert answer.message.id == message.id
    await stage.quiet()
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 2
    assert not cards(ann)
    assert not cards(bob)


async def test_a_direct_message_names_its_table_whatever_is_selected(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nothing else in a direct message tells which game it is about."""
    await forward(stage, await opened(ann, bob), "research")
    await stage.away()
    [message] = cards(ann)
    assert "ann's table · " in message.text
    toggle = next(c.custom_id or "" for c in message.buttons if verb(c.custom_id) == "step")
    kept = (await ann.click(message, toggle)).message
    assert kept.id == message.id
    assert any(button.label.startswith("Keep ") and verb(button.custom_id) == "move" for button in kept.buttons)
    assert "ann's table · " in kept.text


async def test_in_a_direct_message_too_the_picture_follows_that_was_not_drawn_in_time(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each step of a choice, but never replacing what the person has gone on to, or chosen elsewhere."""
    game, draw, gates = await opened(ann, bob), Showing.own_picture, list[asyncio.Event]()
    await forward(stage, game, "research")
    await stage.away()

    async def late(*given: Any, awaited: bool) -> Any:
        if given[-1]() is None:
            return None
        if awaited:
            await asyncio.sleep(3600)
        gates.append(asyncio.Event())
        await gates[-1].wait()
        return await draw(*given, awaited=awaited)

    monkeypatch.setattr(Showing, "own_picture", late)
    monkeypatch.setattr(Showing, "patience", 0.0)

    async def press(shown: Shown, label: str = "") -> Shown:
        stage.read()
        step = next((c.custom_id or "" for c in shown.buttons if verb(c.custom_id) == "step"), "")
        pressed = (await ann.click(shown, label or step)).message
        await stage.quiet()
        return pressed

    async def comes(number: int) -> Shown:
        pictures = [task for task in asyncio.all_tasks() if task.get_name() == "a late picture"]
        gates[number].set()
        await asyncio.wait(pictures, return_when=asyncio.FIRST_COMPLETED)
        await ann.reload()
        now = ann.message(message.id)
        assert now is not None
        return now

    [message] = cards(ann)
    asked = await press(await press(message, "Keep none"), "Undo")
    step = await press(asked)
    assert not step.attachments
    now = await comes(1)
    assert now.attachments
    for shown in (now, await comes(0)):
        assert [c.custom_id for c in shown.controls] == [c.custom_id for c in step.controls]
    await press(now)
    await ann.command(channel, "play", move="research pass")
    await stage.quiet()
    assert not (await comes(2)).attachments


async def test_what_fails_leaves_a_direct_message_and_a_panel_as_they_are(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person is told in a message of its own, and presses again what is still there: nothing brings back a direct
    message, as nothing has changed."""
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    [message] = cards(ann)
    panel = await open_panel(bob, channel)

    async def fails(problem: Exception, *_: object, **__: object) -> None:
        raise problem

    async def press(said: str) -> None:
        for person, shown, place in ((ann, message, DM), (bob, panel, channel)):
            await person.click(shown, "Keep none")
            await person.wait_message(place, said)
            now = person.message(shown.id)
            assert now is not None
            assert [each.custom_id for each in now.controls] == [each.custom_id for each in shown.controls]
        stage.read()

    moves = stage.bot.tables.moves
    with monkeypatch.context() as patched:
        patched.setattr(moves, "play", partial(fails, DatabaseAway("the server went")))
        await press("The database cannot be reached")
        patched.setattr(moves, "play", partial(fails, LookupError("no such thing")))
        await press("something went wrong")
        patched.setattr(stage.bot.router, "closing", True)
        await press("The bot is restarting")
    before = await stage.bot.tables.look(game)
    for person, shown in ((ann, message), (bob, panel)):
        assert not (await person.click(shown, "Keep none")).failed
    assert (await looked(stage, game)).sequence == before.sequence + 2


async def test_a_direct_message_stays_where_a_press_is_refused(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    await forward(stage, await opened(ann, bob), "research")
    await stage.away()
    [message] = cards(ann)
    kept = (await ann.click(message, "Keep none")).message
    stage.read()

    async def refused(*_: object) -> None:
        raise WrongMoment("Not just now.")

    monkeypatch.setattr(stage.bot.tables.moves, "undo", refused)
    await ann.click(kept, "Undo")
    await ann.wait_message(DM, "Not just now.")
    now = ann.message(message.id)
    assert now is not None
    assert now.find("Undo")
    assert now.text == kept.text


async def test_a_direct_message_is_over_when_the_choice_was_made_elsewhere(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    [message] = cards(ann)
    await ann.command(channel, "play", move="research pass")
    await stage.quiet()
    now = ann.message(message.id)
    assert now is not None
    assert [control.label for control in now.controls] == ["Undo"]
    assert cards(bob)
    await bob.command(channel, "play", move="research pass")
    await stage.quiet()
    over = ann.message(message.id)
    assert over is not None
    assert not over.controls


async def test_research_is_taken_back_where_it_was_answered(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The same message asks again, and shows the cards."""
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    [message] = cards(ann)
    await ann.click(message, "Keep none")
    await stage.quiet()
    answered = ann.message(message.id)
    assert answered is not None
    before = (await stage.bot.tables.look(game)).playing.ply
    stage.read()
    await ann.click(answered, "Undo")
    await stage.quiet()
    [again] = cards(ann)
    assert again.id == message.id
    assert (await stage.bot.tables.look(game)).playing.ply == before - 1
    await ann.click(again, "Keep none")
    await stage.quiet()
    assert not cards(ann)


async def test_a_direct_message_tells_what_was_kept_and_goes_when_the_next_one_comes(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """One message a turn. It is edited to say what was kept, which stays true until the next turn's message replaces
    it."""
    game = await opened(ann, bob)
    table = await forward(stage, game, "research")
    await stage.away()
    [message] = cards(ann)
    dealt = table.playing.view(table.seat_of(ann.id).seat)["players"][table.seat_of(ann.id).seat]["drawn"]
    chosen = await ann.click(message, next(c.custom_id or "" for c in message.buttons if verb(c.custom_id) == "step"))
    keep = next(c for c in chosen.message.buttons if (c.label or "").startswith("Keep ") and c.label != "Keep none")
    await ann.click(chosen.message, keep.custom_id or "")
    await stage.quiet()
    [told] = ann.messages(DM)
    assert told.id == message.id
    assert "turn 1: you kept **" in told.text
    assert (keep.label or "").removeprefix("Keep ") in told.text
    assert sum(spell in told.text for spell in (f"({card})" for card in dealt)) == 1
    [other] = cards(bob)
    await bob.click(other, "Keep none")
    await stage.quiet()
    [done] = ann.messages(DM)
    assert "Still choosing" not in done.text
    assert not done.controls
    assert "turn 1: you kept no spell." in bob.messages(DM)[0].text
    await forward(stage, game, "research")
    await stage.away()
    for person in (ann, bob):
        [now] = person.messages(DM)
        assert now.id > done.id
        assert "turn 2" in now.text.lower()
        assert [now] == cards(person)


async def ended_in_research(host: Person, channel: Channel, stage: Stage, game: str) -> None:
    """Let the host, who has kept nothing, end the table in the middle of its research."""
    await forward(stage, game, "research")
    await stage.away()
    await host.click(cards(host)[0], "Keep none")
    await stage.quiet()
    await end(host, channel)
    await stage.quiet()


async def test_a_direct_message_of_a_table_that_was_ended_says_so(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It does not claim a choice that was not made, and what somebody has kept stays there."""
    await ended_in_research(ann, channel, stage, await opened(ann, bob))
    [hers], [his] = ann.messages(DM), bob.messages(DM)
    assert hers.text.endswith("turn 1: you kept no spell.")
    assert his.text.endswith("turn 1: the game was ended before you chose.")
    assert not hers.controls
    assert not his.controls


async def test_a_direct_message_of_a_table_that_was_reopened_asks_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It does not go on to say that the game was ended, and goes when the next turn's comes, as always."""
    game = await opened(ann, bob)
    await ended_in_research(ann, channel, stage, game)
    assert bob.messages(DM)[0].text.endswith("the game was ended before you chose.")
    await ann.command(channel, "table reopen")
    await stage.quiet()
    [hers], [asked] = ann.messages(DM), bob.messages(DM)
    assert "Still choosing: bob." in hers.text
    assert [asked] == cards(bob)
    await bob.click(asked, "Keep none")
    await stage.quiet()
    [told] = bob.messages(DM)
    assert "turn 1: you kept no spell." in told.text
    await forward(stage, game, "research")
    await stage.away()
    for person in (ann, bob):
        [now] = person.messages(DM)
        assert "turn 2" in now.text.lower()


async def test_direct_messages_of_an_ended_table_are_looked_after_as_long_as_it_can_be_reopened(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    await end(ann, channel)
    await stage.quiet()
    store, (message,) = stage.bot.tables.store, bob.messages(DM)
    assert [row.kind for row in await store.messages.of_game(game)].count(ROUND) == 2
    stage.clock.advance(REOPENS)
    await stage.quiet()
    assert bob.messages(DM) == [message]
    assert (await store.games.row(game)).settled


@pytest.mark.parametrize("then", ["everybody chooses", "the game is ended"])
async def test_a_direct_message_of_which_discord_did_not_say_that_it_is_there_goes_with_its_question(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, then: str
) -> None:
    game = await opened(ann, bob)
    table = await forward(stage, game, "research")
    stage.pg.faults.add("stumble", "POST /channels/*/messages", times=None, status=503)
    await stage.away()
    assert cards(ann)
    assert cards(bob)
    if then == "everybody chooses":
        for person in (ann, bob):
            seat = table.seat_of(person.id).seat
            await stage.bot.tables.moves.play(game, person.id, table.playing.legal(seat)[0])
    else:
        await end(ann, channel)
    await stage.quiet()
    stage.pg.faults.clear()
    stage.bot.announcer.poke(game)
    await stage.quiet()
    assert not cards(ann)
    assert not cards(bob)


async def test_nobody_is_written_to_who_chooses_while_the_picture_is_drawn(
    ann: Person, bob: Person, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, draw, asked, drawn = await opened(ann, bob), stage.bot.studio.draw_in_turn, asyncio.Event(), asyncio.Event()
    table = await forward(stage, game, "research")

    async def late(*work: Any) -> Any:
        asked.set()
        await drawn.wait()
        return await draw(*work)

    monkeypatch.setattr(stage.bot.studio, "draw_in_turn", late)
    stage.clock.advance(PATIENCE)
    await asked.wait()
    await stage.bot.tables.moves.play(game, ann.id, table.playing.legal(table.seat_of(ann.id).seat)[0])
    drawn.set()
    await stage.quiet()
    assert not letters(ann)
    assert cards(bob)


async def test_a_second_press_on_a_direct_message_leaves_what_was_kept(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whichever button is pressed too late: what is said of the choice is not replaced, not even by a later
    question."""
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    [message], [other] = cards(ann), cards(bob)
    keep = next(c.custom_id or "" for c in message.buttons if verb(c.custom_id) == "step")
    stage.pg.faults.add("status", "PATCH /channels/*/messages/*", times=None, status=503)  # the old buttons stay
    await ann.command(channel, "table pause")
    await (await bob.begin_click(other, "Keep none")).settled()
    assert "the game is paused. What you are asked comes back here" in bob.messages(DM)[-1].text
    await ann.command(channel, "table resume")
    await ann.command(channel, "play", move="research pass")
    for late in (await ann.begin_click(message, "Keep none"), await ann.begin_click(message, keep)):
        await late.settled()
        assert "you kept no spell" in ann.messages(DM)[-1].text
        assert "decided already" in ann.messages(DM)[-1].text
    stage.pg.faults.clear()
    await stage.quiet()
    [told] = ann.messages(DM)
    assert [control.label for control in told.controls] == ["Undo"]
    assert game in {row.id for row in await stage.bot.tables.store.games.active()}


async def test_a_direct_message_that_could_not_be_deleted_shows_what_is_asked_now(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It can still be used until the deletion succeeds."""
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    [message] = cards(ann)
    for method in ("PATCH", "DELETE"):  # the old buttons and the message stay
        stage.pg.faults.add("status", f"{method} /channels/*/messages/*", times=None, status=503)
    await forward_past_research(stage, game)
    await forward(stage, game, "research")
    await stage.away()
    old, new = cards(ann)
    assert old.id == message.id
    late = await ann.begin_click(old, "Keep none")
    await late.settled()
    now = ann.message(old.id)
    assert now is not None
    assert "Sorry" not in now.text
    assert "decided already" in now.text
    assert "turn 2" in now.text.lower()
    stage.pg.faults.clear()
    await ann.click(new, "Keep none")
    await stage.quiet()
    assert [each.id for each in ann.messages(DM)] == [new.id]


async def test_no_direct_message_calls_who_is_sent_the_cards(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """One message a turn: the cards say whose move it is, and whoever has answered is not called any more."""
    await stage.bot.tables.people.set(ann.id, "turn", "dm")
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    assert ann.messages(DM) == cards(ann)
    await ann.click(cards(ann)[0], "Keep none")
    await stage.quiet()
    [told] = ann.messages(DM)
    assert "you kept no spell" in told.text


async def test_whoever_takes_a_seat_is_offered_to_take_back_nothing_that_was_chosen_there(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    await bob.click(cards(bob)[0], "Keep none")
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    await cy.click(await public(cy, channel, "Take the seat"), "Take the seat")
    await stage.away()
    mine = (await cy.click(await board(cy, channel), "Your move")).message
    assert mine.find("Undo") is None
    assert "nothing you can take back" in (await cy.command(channel, "table undo")).message.text
    await ann.click(cards(ann)[0], "Keep none")
    await stage.quiet()
    assert adepts(await stage.bot.tables.look(game)).step != "research"


async def test_closed_direct_messages_open_the_panel_from_the_channel_and_the_player_is_told(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    stage.pg.world.users[bob.id].dms_open = False
    game = await opened(ann, bob)
    table = await forward(stage, game, "research")
    await stage.away()
    assert cards(ann)
    told = await bob.wait_message(channel, "your direct messages are closed")
    assert f"<@{bob.id}>" in told.text
    panel = (await bob.click(await board(bob, channel), "Your move")).message
    assert not (await bob.click(panel, "Keep none")).failed
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1
    assert await stage.bot.tables.people.refused(bob.id)


async def test_a_picture_that_is_refused_in_a_direct_message_closes_none(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The message comes in words instead."""
    await forward(stage, await opened(ann, bob), "research")
    stage.pg.faults.add("status", "POST /channels/*/messages", status=403, code=50013, times=1)
    await stage.away()
    assert sorted(len(message.attachments) for person in (ann, bob) for message in cards(person)) == [0, 1]
    assert not [person for person in (ann, bob) if await stage.bot.tables.people.refused(person.id)]


@pytest.mark.parametrize("drawn", [True, False])
async def test_a_direct_message_is_in_words_until_its_picture_can_be_had(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch,
    drawn: bool,
) -> None:  # fmt: skip
    """Whether it could not be drawn, or Discord could not take it in any attempt of one post."""
    await forward(stage, await opened(ann, bob), "research")
    draw, left = stage.bot.studio.draw_in_turn, [1]

    async def fails_once(*work: Any) -> Any:
        return await draw(*work) if not left or left.pop() is None else None

    if drawn:
        stage.pg.faults.add("status", "POST /channels/*/messages", status=503, times=3)
    else:
        monkeypatch.setattr(stage.bot.studio, "draw_in_turn", fails_once)
    await stage.away()
    [first], [second] = cards(ann), cards(bob)
    for person, message in ((ann, first), (bob, second)):
        await person.wait_for(partial(_pictured, person, message.id))
    seen = [event["message"] for person in (ann, bob) for event in person.raw if "message" in event]
    assert [] in [each["attachments"] for each in seen if each["id"] in {str(first.id), str(second.id)}]


def _pictured(person: Person, message_id: int) -> bool:
    message = person.message(message_id)
    return message is not None and bool(message.attachments)


async def test_a_refusal_is_remembered(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The second research does not try a direct message again, unless the person asks for it."""
    stage.pg.world.users[bob.id].dms_open = False
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    await forward_past_research(stage, game)
    mark = stage.pg.log.added
    await forward(stage, game, "research")
    await stage.away()
    tried = [
        entry.n >= mark
        for entry in stage.pg.log
        if entry.kind == "answer" and isinstance(body := entry.data["body"], dict) and body.get("code") == 50007
    ]
    assert tried
    assert not any(tried)
    stage.pg.world.users[bob.id].dms_open = True
    panel = (await bob.command(channel, "settings")).message
    button = next(c for c in panel.buttons if c.custom_id and c.custom_id.endswith(":round=dm"))
    await bob.click(panel, button.custom_id or "")
    await stage.quiet()
    assert cards(bob)


async def test_research_in_the_channel_for_who_wants_that(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    panel = (await ann.command(channel, "settings")).message
    button = next(c for c in panel.buttons if c.custom_id and c.custom_id.endswith(":round=channel"))
    await ann.click(panel, button.custom_id or "")
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await stage.away()
    assert not cards(ann)
    assert cards(bob)


async def test_your_move_by_direct_message_for_who_wants_that(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It is deleted once the player has moved, and the channel mentions nobody meanwhile."""
    await call_by_letter(stage, ann, bob)
    game = await opened(ann, bob)
    await stage.away()
    table = await stage.bot.tables.look(game)
    seat = next(iter(table.questions))
    person = ann if table.seat(seat).user_id == ann.id else bob
    [call] = person.messages(DM)
    assert "your move" in call.text
    assert not [m for m in person.messages(channel) if m.pinged]
    await person.command(channel, "play", move=(await person.autocomplete(channel, "play", "move"))[0][1])
    await stage.quiet()
    assert not person.messages(DM)


async def test_direct_messages_survive_a_restart(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    stage.pg.faults.add("status", "POST /channels/*/messages", times=None, status=503)
    table = await forward(stage, game, "research")
    await stage.away()
    await stage.stop()
    stage.pg.faults.clear()
    await stage.start()
    await stage.quiet()
    [message] = cards(ann)
    await ann.click(message, "Keep none")
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1


async def forward_past_research(stage: Stage, game: str) -> None:
    table = await stage.bot.tables.look(game)
    for seat in list(table.questions):
        await stage.bot.tables.moves.play(game, table.seat(seat).user_id or 0, "pass")
    await stage.quiet()


async def test_who_sits_down_is_promised_messages_that_will_come_and_no_others(
    channel: Channel, ann: Person, bob: Person, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to somebody who gets them in the channel, nor in a game where nothing is asked in secret."""
    promise = "Spell research reaches you by direct message"
    await ann.command(channel, "adepts new")
    assert promise in (await bob.command(channel, "adepts join")).message.text
    await stage.bot.tables.people.set(bob.id, "round", "channel")
    told = (await bob.command(channel, "adepts join")).message.text
    assert "You have a seat" in told
    assert "direct message" not in told
    await stage.bot.tables.people.set(bob.id, "round", "dm")
    monkeypatch.setattr(KIT, "secret", "")
    assert "direct message" not in (await bob.command(channel, "adepts join")).message.text
