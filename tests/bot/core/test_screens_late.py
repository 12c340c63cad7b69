"""Updates of a private message, when Discord delays or refuses them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any, Literal

import pytest

from bot.answers.replies import Reply
from bot.cogs.tale import Tale
from bot.panels.games import ENDED
from bot.tables import Table
from bot.tables.checks import Actor
from bot.tables.errors import WrongMoment
from bot.tales import Live
from game.core.aids.stage import Act, Step
from playground import Person, Shown
from playground.traffic.faults import Fault
from playground.world.models import Channel
from tests.bot.hurry import unhurried

from .acting import board, chosen, mover, open_panel, private, to_confirm
from .conftest import Opened, Stage
from .test_screens_closing import ends
from .test_screens_closing import played as played_until
from .test_tale_rolls import message, playing

CHANGES = "PATCH /webhooks/*"
ANSWERS = "POST /interactions/*"


async def shows(person: Person, panel: Shown, words: str) -> None:
    """Wait until the message shows this text."""

    def shown() -> bool:
        now = person.message(panel.id)
        return now is not None and words in now.text

    await person.wait_for(shown)


def late(stage: Stage, times: int = 1) -> Fault:
    """Let Discord delay the next edits of private messages, which then show what was true before."""
    return stage.pg.faults.add("rate_limit", CHANGES, times=times, seconds=0.7)


async def played(stage: Stage, game: str) -> None:
    """Answer for whoever is asked, without clients."""
    table = await stage.bot.tables.look(game)
    seat = next(iter(table.questions))
    user = table.seat(seat).user_id
    assert user is not None
    await stage.bot.tables.moves.play(game, user, table.playing.legal(seat)[0])


async def held_up(stage: Stage, game: str, person: Person, channel: Channel) -> Shown:
    """Return the panel of somebody who waited: a delayed edit is about to ask what they have meanwhile answered
    elsewhere."""
    panel, change = await open_panel(person, channel), late(stage)
    await played(stage, game)
    await change.wait_hit()
    await played(stage, game)
    return panel


async def overtaken(stage: Stage, channel: Channel, game: str, ann: Person, bob: Person) -> tuple[Person, Shown]:
    """Return the person who waits at the beginning, and such a panel of theirs."""
    person, _ = await mover(stage, game, ann, bob)
    waiting = bob if person is ann else ann
    return waiting, await held_up(stage, game, waiting, channel)


async def test_what_was_shown_last_stays_where_an_old_question_comes_over_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    waiting, panel = await overtaken(stage, channel, await opened(ann, bob), ann, bob)
    await waiting.click(panel, "Plan ahead")
    await stage.quiet()
    await shows(waiting, panel, "Plan your next groups")


async def test_it_stays_where_that_is_known_before_the_answer_is_known_to_be_there(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    waiting, panel = await overtaken(stage, channel, await opened(ann, bob), ann, bob)
    unconfirmed = stage.pg.faults.add("withhold", ANSWERS)
    await waiting.click(panel, "Plan ahead")
    await shows(waiting, panel, "Assign miners")
    unconfirmed.release()
    await stage.quiet()
    await shows(waiting, panel, "Plan your next groups")


async def test_the_panel_that_was_asked_for_last_stays_however_late_the_first_is_confirmed(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    person, _ = await mover(stage, game, ann, bob)
    unconfirmed = stage.pg.faults.add("withhold", ANSWERS)
    first, second = [await open_panel(person, channel) for _ in range(2)]
    unconfirmed.release()
    await stage.quiet()
    assert [m.id for m in person.messages(channel) if m.ephemeral] == [second.id] != [first.id]
    await played(stage, game)
    await shows(person, second, "not your move")


async def test_the_page_of_a_list_that_was_turned_stays_where_the_former_one_comes_over_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nor does it cost anybody what they have open that is about no table."""
    for _ in range(ENDED + 1):
        await stage.bot.tables.lobby.end(await opened(ann, bob), Actor(ann.id))
    settings = (await bob.command(channel, "settings")).message
    games = (await ann.command(channel, "table games")).message
    change = late(stage)
    log = await ann.begin_click(games, "Log")
    await change.wait_hit()
    turned = (await ann.click(games, "More ›")).message
    await log.settled()
    await stage.quiet()
    now = ann.message(games.id)
    assert now is not None
    assert now.text == turned.text != games.text
    assert bob.message(settings.id) is not None


async def test_what_was_selected_stays_however_late_the_panel_is_confirmed(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel is moved below the next board with its selection."""
    unhurried(monkeypatch)
    person, _ = await mover(stage, game, ann, bob)
    unconfirmed = stage.pg.faults.add("withhold", ANSWERS)
    panel = await chosen(person, await open_panel(person, channel))
    unconfirmed.release()
    await stage.quiet()
    await person.command(channel, "adepts board")
    await stage.quiet()
    [moved] = [m for m in person.messages(channel) if m.ephemeral and m.controls]
    assert moved.id != panel.id
    assert moved.text == panel.text


async def test_who_takes_back_by_a_command_is_answered_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """Their open panel goes once the answer is there; until then nothing else edits it."""
    person, _ = await mover(stage, game, ann, bob)
    former = await open_panel(person, channel)
    await played(stage, game)
    await stage.quiet()
    unconfirmed, mark = stage.pg.faults.add("withhold", ANSWERS), stage.pg.log.added
    answer = (await person.command(channel, "adepts undo")).message
    await stage.bot.announcer.idle()
    sent = [entry.what for entry in stage.pg.log.after(mark) if entry.kind == "request"]
    assert not [what for what in sent if what.startswith("PATCH /webhooks")]
    unconfirmed.release()
    await stage.quiet()
    assert [m.id for m in person.messages(channel) if m.ephemeral] == [answer.id] != [former.id]


@pytest.mark.parametrize("kind", ["drop", "lose_answer"])
async def test_a_panel_that_could_not_be_changed_is_changed_later(
    ann: Person, bob: Person, channel: Channel, stage: Stage, kind: Literal["drop", "lose_answer"], game: str
) -> None:
    """It is not known whether the edit was made."""
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    failed = stage.pg.faults.add(kind, CHANGES)
    await played(stage, game)
    await failed.wait_hit()
    await shows(person, panel, "not your move")
    await stage.quiet()
    await played(stage, game)
    await shows(person, panel, "Assign miners")


@pytest.mark.parametrize(("kind", "came"), [("stumble", 1), ("lose_answer", 1), ("status", 0), ("drop", 0)])
async def test_a_panel_that_may_have_come_below_the_board_comes_no_second_time(
    ann: Person, bob: Person, channel: Channel, stage: Stage, kind: Any, came: int, game: str
) -> None:
    """The former panel stays and is kept up to date until the other is pressed; below the next board it is moved
    again."""
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    trouble = stage.pg.faults.add(kind, "POST /webhooks/*", times=None)
    await person.command(channel, "adepts board")
    await stage.quiet()
    assert trouble.hits == 1
    former, *others = [m for m in private(person, channel) if m.controls]
    assert (former.id, len(others)) == (panel.id, came)
    stage.pg.faults.clear()
    for other in others:
        await chosen(person, other)
    await person.command(channel, "adepts board")
    await stage.quiet()
    [now] = [m for m in private(person, channel) if m.controls]
    assert now.id > (await board(person, channel)).id


async def one_more(stage: Stage, channel: Channel, ann: Person) -> None:
    """Give Iltani a plot point."""
    live = await stage.bot.tales.active_in(channel.id)
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("pp", {"character": "Iltani", "by": 1}),)))


async def at_the_table(stage: Stage, channel: Channel, ann: Person, bob: Person) -> Shown:
    """Return Bob's screen of the tale, which shows Iltani's plot points."""
    await playing(stage, channel, ann, bob)
    status = await bob.wait_message(channel, "**Iltani** PP 5")
    screen = message(await bob.click(message(await bob.click(status, "Roll")), "Back"))
    assert "PP 5" in screen.text
    return screen


async def test_a_screen_that_was_shown_stays_where_something_late_comes_over_it(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    screen, change = await at_the_table(stage, channel, ann, bob), late(stage, times=2)  # Ann has a screen too
    await one_more(stage, channel, ann)
    await change.wait_hit()
    await one_more(stage, channel, ann)
    assert "Pick what goes into the pool" in message(await bob.click(screen, "Roll")).text
    await stage.quiet()
    await shows(bob, screen, "Pick what goes into the pool")


async def test_a_screen_stays_where_that_is_known_before_the_answer_is_known_to_be_there(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    screen, change = await at_the_table(stage, channel, ann, bob), late(stage, times=2)  # Ann has a screen too
    await one_more(stage, channel, ann)
    await change.wait_hit()
    unconfirmed = stage.pg.faults.add("withhold", ANSWERS)
    await bob.begin_click(screen, "Roll")
    await shows(bob, screen, "Pick what goes into the pool")
    await shows(bob, screen, "PP 6")
    unconfirmed.release()
    await stage.quiet()
    await shows(bob, screen, "Pick what goes into the pool")


async def test_a_screen_that_could_not_be_changed_is_changed_later(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    screen = await at_the_table(stage, channel, ann, bob)
    failed = stage.pg.faults.add("drop", CHANGES, times=2)  # Ann has a screen too
    await one_more(stage, channel, ann)
    await failed.wait_hit()
    await shows(bob, screen, "PP 6")


async def test_a_press_whose_message_is_gone_counts_where_the_screen_is(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """As at a table: another message has just replaced it."""
    screen = await at_the_table(stage, channel, ann, bob)
    stage.pg.faults.add("status", ANSWERS, status=404, code=10008)
    answer = await bob.click(screen, "Roll")
    await stage.quiet()
    [now] = [m for m in private(bob, channel) if m.controls]
    assert "Pick what goes into the pool" in now.text
    assert now.id == answer.message.id


async def test_the_end_that_was_shown_stays_where_an_old_question_comes_over_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Although nothing else is updated once a game is over."""
    stage.delay = timedelta(hours=1)
    game = await opened(ann, bob)

    def last(table: Table, seat: str, _: str) -> bool:
        return all(ends(table, seat, token) for token in table.playing.legal(seat))

    table, seat, _ = await played_until(stage, game, last)
    person = ann if table.seat_of(ann.id).seat == seat else bob
    panel, confirm = await to_confirm(person, channel)
    change = late(stage)
    kind, *_ = table.kit.passable(table.view(seat), seat)
    await stage.bot.tables.moves.pass_ahead(game, person.id, kind)
    await change.wait_hit()
    await person.click(panel, confirm)
    assert (await stage.bot.tables.look(game)).playing.over
    await stage.quiet()
    await shows(person, panel, "The game is over.")


async def test_a_screen_that_is_refused_late_is_made_true(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tale changes while the refusal is on its way, and the refusal would cover the update with an older state."""
    screen = await at_the_table(stage, channel, ann, bob)
    await stage.quiet()
    press, show, reached, goes_on = stage.bot.tales.press, Tale._show, asyncio.Event(), asyncio.Event()

    async def refused(*_: Any, **__: Any) -> None:
        raise WrongMoment("Not now.")

    async def late(cog: Tale, reply: Reply, live: Live, path: str, *said: str) -> None:
        reached.set()
        await goes_on.wait()
        await show(cog, reply, live, path, *said)

    monkeypatch.setattr(stage.bot.tales, "press", refused)
    monkeypatch.setattr(Tale, "_show", late)
    click = asyncio.create_task(bob.click(screen, "Roll"))
    await reached.wait()
    monkeypatch.setattr(stage.bot.tales, "press", press)
    await one_more(stage, channel, ann)
    await asyncio.sleep(0.5)
    goes_on.set()
    await click
    await stage.quiet()
    await shows(bob, screen, "PP 6")
