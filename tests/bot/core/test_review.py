"""/adepts review: what the choices of a finished game cost, for the person asking, and for everybody once it is
shared."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from bot import reviews
from bot.client import AdeptsBot
from bot.commands import finding
from bot.reviews import Reviews
from bot.tables import Tables
from bot.tables.errors import WrongMoment
from bot.worker import Worker
from game.adepts.kit import KIT
from game.core import discover
from playground import Person, Shown
from playground.world.models import Channel
from tests.judges import dying, lasting, quickly

from .acting import end, forget, forward, mover, public
from .conftest import Opened, Stage
from .test_own_games import DM

PATIENCE = 60.0
"""Seconds that a process may take to start on a busy machine."""


class Kept(Worker):
    """A worker that keeps running for the next test."""

    async def close(self) -> None:
        pass


WORKER = Kept()
"""One for all bots of this process, since starting it takes most of a second."""


@pytest.fixture
def quick(bot: AdeptsBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews take no time: the first choice cost 9 mana."""
    monkeypatch.setattr(reviews, "reviewed", quickly)
    monkeypatch.setattr(bot.reviews, "_worker", WORKER)


@pytest.fixture
async def game(quick: None, stage: Stage, ann: Person, bob: Person, opened: Opened) -> str:
    """The id of a game that was played to its end."""
    made = await opened(ann, bob)
    await forward(stage, made)
    return made


async def read(person: Person, shown: Shown, text: str = "Review of") -> Shown:
    """Wait until the message shows the review, and return it."""

    def there() -> Shown | None:
        now = person.message(shown.id)
        return now if now is not None and text in now.text else None

    return await person.wait_for(there, PATIENCE)


async def test_a_review_is_private_and_leads_into_the_replay(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    seen = len(bob.messages(channel))
    final = await public(ann, channel, "Replay")
    panel = await read(ann, (await ann.click(final, "Review")).message)
    assert panel.ephemeral
    assert [file["filename"] for file in panel.attachments] == ["review.png"]
    table = await stage.bot.tables.look(game)
    history = await stage.bot.tables.history(game)
    who = table.named(history.moves[0][0])
    assert panel.text.count("9 mana lost by 1 of ") == 1
    assert panel.text.lower().count("no mistake found in ") == 1
    other = next(name for name in map(table.named, table.names) if name != who)
    for name, said in ((other, f"**{other}** made no choice"), (who, f"costliest choices of {who}")):
        button = panel.find(name)
        assert button is not None
        if not button.disabled:
            await ann.click(panel, name)
        panel = await read(ann, panel, said)
    assert "Turn 1, Miner Assignment · **9 mana** worse than " in panel.text
    step = (await ann.click(panel, "See it")).message
    assert step.id != panel.id
    assert "Turn 1 of 8 · Phase I" in step.text
    chosen = table.kit.words.move(
        (first := history.start()).pending[history.moves[0][0]],
        first.view(history.moves[0][0]),
        table.names,
        history.moves[0][1],
    )
    assert f"**Here {who} chose:** {chosen}\n-# **9 mana** worse than " in step.text
    await ann.click(step, "Step ›")
    onward = await read(ann, step, "after 1 move")
    assert f"{who} put " in onward.text
    assert "Here " not in onward.text
    assert len(bob.messages(channel)) == seen
    await stage.bot.tables.people.set(bob.id, "pictures", "words")
    words = await read(bob, (await bob.click(final, "Review")).message, "**Expected score**")
    assert words.attachments == []


async def test_a_review_stays_also_where_a_step_of_the_replay_takes_long(
    game: str, stage: Stage, ann: Person, channel: Channel, busy: None
) -> None:
    panel = await read(ann, (await ann.command(channel, "adepts review")).message)
    if panel.find("See it") is None:
        await ann.click(panel, next(each.label for each in panel.buttons if not each.disabled and each.label))
        panel = await read(ann, panel, "9 mana** worse")
    step = (await ann.click(panel, "See it")).message
    assert step.id != panel.id
    assert "Turn 1 of 8 · Phase I" in step.text
    now = ann.message(panel.id)
    assert now is not None
    assert "Review of" in now.text


async def test_choices_keep_the_name_of_who_made_them_in_review_and_replay(
    quick: None, stage: Stage, ann: Person, bob: Person, channel: Channel, opened: Opened
) -> None:
    """Not that of the computer player that has the seat now; what the seat lost is shown with both names."""
    game = await opened(ann, bob)
    first, table = await mover(stage, game, ann, bob)
    seat = table.seat_of(first.id).seat
    name = table.named(seat)
    await stage.bot.tables.moves.play(game, first.id, table.playing.legal(seat)[0])
    await stage.bot.tables.handovers.leave(game, first.id)
    table = await forward(stage, game)
    assert table.seat(seat).is_computer
    other = bob if first is ann else ann
    panel = await read(other, (await other.command(channel, "adepts review")).message)
    if f"The costliest choices of {table.named(seat)}" not in panel.text:
        await other.click(panel, table.named(seat))
        panel = await read(other, panel, f"The costliest choices of {table.named(seat)}")
    assert f"Turn 1, Miner Assignment, by {name} · **9 mana** worse than " in panel.text
    assert f"A computer player, {table.named(seat)}, played for {name} from turn 1 on." in panel.text
    assert "The figures of a seat are of all who had it." in panel.text
    step = (await other.click(panel, "See it")).message
    assert f"**Here {name} chose:** " in step.text
    await other.click(step, "Step ›")
    assert f"{name} put " in (await read(other, step, "after 1 move")).text


async def test_it_is_shared_when_somebody_shares_it(game: str, ann: Person, bob: Person, channel: Channel) -> None:
    panel = await read(ann, (await ann.command(channel, "adepts review")).message)
    await ann.click(panel, "Share")
    posted = await bob.wait_message(channel, "Shared by ann", PATIENCE)
    assert "9 mana lost by 1 of " in posted.text
    assert "Turn 1, Miner Assignment" not in posted.text
    assert [file["filename"] for file in posted.attachments] == ["review.png"]
    mine = ann.message(panel.id)
    assert mine is not None
    assert mine.find("Share") is None
    opened = (await bob.click(posted, "Costliest choices")).message
    assert opened.ephemeral
    assert "Review of" in opened.text


async def test_two_who_ask_at_once_get_one_review_and_it_is_kept(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = 0
    do: Callable[..., Any] = stage.bot.reviews._worker.do

    async def counted(*args: Any) -> Any:
        nonlocal made
        made += 1
        return await do(*args)

    monkeypatch.setattr(stage.bot.reviews._worker, "do", counted)
    answers = await asyncio.gather(ann.command(channel, "table review"), bob.command(channel, "adepts review"))
    panels = [await read(who, answer.message) for who, answer in zip((ann, bob), answers, strict=True)]
    assert made == 1
    again = (await ann.command(channel, "table review")).message
    assert again.text == panels[0].text
    assert made == 1


async def test_a_review_names_nobody_who_was_forgotten_since(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    seat = (await stage.bot.tables.history(game)).moves[0][0]
    table = await stage.bot.tables.look(game)
    who, other = (ann, bob) if table.seat(seat).user_id == ann.id else (bob, ann)

    async def costliest() -> str:
        panel = await read(other, (await other.command(channel, "table review", game=game)).message)
        if panel.find("See it") is None:
            name = (await stage.bot.tables.look(game)).named(seat)
            await other.click(panel, name)
            panel = await read(other, panel, f"costliest choices of {name}")
        return (await other.click(panel, "See it")).message.text

    assert f"**Here {table.named(seat)} chose:** " in await costliest()
    assert "You are forgotten" in await forget(stage, who, channel)
    assert f"**Here {seat} chose:** " in await costliest()


async def test_a_review_asked_for_of_what_was_read_before_somebody_was_forgotten_names_them_no_more(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    """Between looking at the game and asking for the review the person is answered, which takes its time."""
    seat = (await stage.bot.tables.history(game)).moves[0][0]
    read_before = await stage.bot.tables.look(game)
    who = ann if read_before.seat(seat).user_id == ann.id else bob
    await forget(stage, who, channel)
    accounts = (await stage.bot.reviews.of(read_before)).accounts
    assert {dear.by for dear in accounts[seat].costliest} == {seat}


async def test_what_failed_is_said_and_tried_again(
    game: str, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "reviewed", dying)
    await read(ann, (await ann.command(channel, "table review")).message, "could not be made just now")
    monkeypatch.setattr(reviews, "reviewed", quickly)
    await read(ann, (await ann.command(channel, "table review")).message)


async def test_a_stop_in_the_middle_of_a_review_is_no_failure(
    game: str, stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reviews, "reviewed", lasting)
    made = Reviews(stage.bot.tables)
    asked = asyncio.create_task(made.of(await stage.bot.tables.look(game)))
    while not made._worker._awaited:  # noqa: ASYNC110  # nothing says when
        await asyncio.sleep(0.01)
    await made.close()
    with pytest.raises(WrongMoment, match="could not be made just now"):
        await asked
    assert "has died" not in caplog.text


async def test_only_what_is_over_is_reviewed_and_only_games_that_can_be(
    stage: Stage, ann: Person, bob: Person, channel: Channel, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is hidden must stay so while the game runs."""
    answer = (await ann.command(channel, "table review")).message
    assert "No game has been played to its end" in answer.text
    game = await opened(ann, bob)
    for options in ({}, {"game": game}):
        answer = (await ann.command(channel, "table review", **options)).message
        assert "A game can be reviewed when it has been played to its end." in answer.text
    monkeypatch.setattr(KIT, "judge", None)
    for options in ({}, {"game": game}):  # nobody is told to wait in vain
        answer = (await ann.command(channel, "table review", **options)).message
        assert "There are no reviews of Adepts" in answer.text
    await forward(stage, game)
    final = await public(ann, channel, "Replay")
    assert final.find("Review") is None
    answer = (await ann.command(channel, "table review")).message
    assert "There are no reviews of Adepts" in answer.text


async def test_games_that_are_over_are_suggested_for_review(
    game: str, stage: Stage, ann: Person, channel: Channel
) -> None:
    """A game under way is not: it cannot be reviewed yet. What is suggested can be asked for from anywhere."""
    await ann.command(channel, "mana-surge new", computers=2)
    await ann.command(channel, "table start")
    await ann.open_dm()
    [(label, chosen)] = await ann.autocomplete(DM, "table review", "game", "")
    ended = (await stage.bot.tables.look(game)).row.updated_at
    assert (label, chosen) == (f"ann's table (Adepts) · #{channel.name} · {ended:%Y-%m-%d} · with bob", game)
    await read(ann, (await ann.command(DM, "table review", game=chosen)).message)


async def test_an_older_game_is_found_by_what_one_remembers_of_it(
    game: str, stage: Stage, ann: Person, cy: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players, its day, what was played and where, in any order, also where there are too many to show all. No more
    are read than it takes."""
    monkeypatch.setattr(finding, "MOST", 1)
    monkeypatch.setattr(finding, "_AT_ONCE", 1)
    reads, with_players = list[str](), stage.bot.tables.store.seats.with_players

    async def counted(ids: Sequence[str]) -> Any:
        reads.extend(ids)
        return await with_players(ids)

    monkeypatch.setattr(stage.bot.tables.store.seats, "with_players", counted)
    stage.clock.advance(timedelta(days=40))
    await ann.command(channel, "mana-surge new", computers=1)
    await cy.command(channel, "table join")
    await ann.command(channel, "table start")
    await stage.quiet()
    later = (await stage.bot.tables.active_in(channel.id)).id
    await forward(stage, later)
    before = (await stage.bot.tables.look(game)).row.updated_at

    async def found(typed: str) -> list[str]:
        return [value for _, value in await ann.autocomplete(channel, "table review", "game", typed)]

    assert await found("") == [later]
    assert reads == [later]
    for typed in ("bob", "BOB ann's", f"{before:%Y-%m}", f"{before:%B} adepts", f"#{channel.name} bob", game[2:]):
        assert await found(typed) == [game], typed
    assert await found("bob mana") == []


async def test_a_later_game_without_reviews_does_not_hide_the_one_before(
    game: str,
    stage: Stage,
    ann: Person,
    bob: Person,
    channel: Channel,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last game that has reviews counts, whatever was played since."""
    monkeypatch.setattr(discover.kit("spirit-ground"), "judge", None)
    later = await opened(ann, bob, kind="spirit-ground")
    await forward(stage, later)
    own = (await ann.command(channel, "table review", game=later)).message
    assert "There are no reviews of Spirit Ground, only of Adepts" in own.text
    panel = await read(ann, (await ann.command(channel, "table review")).message)
    assert "Review of ann's table · Adepts" in panel.text
    assert "is played here now" not in panel.text
    await opened(ann, bob, kind="spirit-ground")
    panel = await read(ann, (await ann.command(channel, "table review")).message, "is played here now")
    assert "This game is over. The one that is played here now, Spirit Ground, has no reviews." in panel.text
    own = await read(ann, (await ann.command(channel, "table review", game=game)).message)
    assert "is played here now" not in own.text


async def test_a_review_of_a_former_game_says_so_while_the_next_one_is_played(
    game: str, ann: Person, bob: Person, channel: Channel, opened: Opened
) -> None:
    await ann.command(channel, "adepts new")
    lobby = await read(ann, (await ann.command(channel, "table review")).message)
    assert "is played here now" not in lobby.text  # not begun yet
    await bob.command(channel, "adepts join")
    await ann.command(channel, "adepts start")
    panel = await read(ann, (await ann.command(channel, "table review")).message, "is played here now")
    assert "The one that is played here now, Adepts, can be reviewed when it is over." in panel.text


async def test_what_is_shown_of_a_former_game_says_so_where_the_last_one_was_ended(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel, opened: Opened
) -> None:
    """Both have the same name, and only a game that was played to its end can be replayed or reviewed."""
    note = "This game was played to its end. The last one here was ended before its time"
    for line in ("table replay", "table review"):
        shown = (await ann.command(channel, line)).message
        assert note not in (await read(ann, shown, f"{line.split()[1].title()} of")).text
        stage.read()
    await opened(ann, bob)
    await end(ann, channel)
    await stage.quiet()
    replay = (await ann.command(channel, "table replay")).message
    assert note in replay.text
    assert note not in (await ann.click(replay, "Step ›")).message.text
    assert note in (await read(ann, (await ann.command(channel, "table review")).message, note)).text
    assert note not in (await ann.command(channel, "table replay", game=game)).message.text


async def test_a_shared_review_opens_on_nobodys_choices_for_who_did_not_play(
    game: str, stage: Stage, ann: Person, channel: Channel
) -> None:
    """Whoever played is shown their own first; anybody else is asked whose."""
    panel = await read(ann, (await ann.command(channel, "adepts review")).message)
    await ann.click(panel, "Share")
    zoe = await stage.pg.person("zoe")
    posted = await zoe.wait_message(channel, "Shared by ann", PATIENCE)
    opened = (await zoe.click(posted, "Costliest choices")).message
    assert "Whose costliest choices do you want to see?" in opened.text
    assert "**ann** made no" not in opened.text
    assert "The costliest choices of" not in opened.text
    table = await stage.bot.tables.look(game)
    names = [table.named(seat) for seat in table.names]
    buttons = [button for name in names if (button := opened.find(name)) is not None]
    assert len(buttons) == 2
    assert not any(button.disabled for button in buttons)
    who = table.named((await stage.bot.tables.history(game)).moves[0][0])
    await zoe.click(opened, who)
    await read(zoe, opened, f"The costliest choices of {who}")


async def test_of_a_game_that_is_still_played_it_is_said_when_it_can_be_reviewed(
    stage: Stage, ann: Person, bob: Person, channel: Channel, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was played there before, if it has no reviews."""
    monkeypatch.setattr(discover.kit("spirit-ground"), "judge", None)
    await forward(stage, await opened(ann, bob, kind="spirit-ground"))
    await opened(ann, bob)
    answer = (await ann.command(channel, "table review")).message
    assert "A game can be reviewed when it has been played to its end." in answer.text


async def test_of_a_game_that_was_ended_it_is_said_that_it_cannot_be_reviewed(
    ann: Person, bob: Person, channel: Channel, opened: Opened
) -> None:
    """It says where to see the rest of it; during the next game, when that one can be reviewed."""
    await opened(ann, bob)
    await end(ann, channel)
    answer = (await ann.command(channel, "table review")).message
    assert "before its time, and only a game that was played to its end can be replayed or reviewed." in answer.text
    await opened(ann, bob)
    answer = (await ann.command(channel, "table review")).message
    assert "A game can be reviewed when it has been played to its end." in answer.text


async def test_the_last_ones_are_kept(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_KEPT", 2)
    kept = Reviews(tables)

    async def nothing() -> Any:
        return None

    for game in ("a", "b", "c"):
        task = kept._found[game] = asyncio.create_task(nothing())
        await task
        kept._forget(game, task)
    assert [kept.has(game) for game in ("a", "b", "c")] == [False, True, True]
    await kept.close()
