"""/adepts replay: a finished game step by step for the person asking, and its film for everybody."""

from __future__ import annotations

import asyncio
import gc
import random

import pytest

from bot.cogs.replay import Replay
from bot.components.ids import Verb
from bot.components.links import link
from bot.pictures.studio import Studio
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.errors import WrongMoment
from drawing.picture import Picture
from game.adepts.pictures.film import reel
from game.adepts.rules.gems import LAST_TURN
from playground import Person, Shown
from playground.messaging.messages import delete
from playground.world.models import Channel
from playground.world.permissions import Permission
from tests.bot.hurry import unhurried

from .acting import by_command, forward, mover, public
from .conftest import Opened, Stage
from .test_rights import forged
from .test_screens_closing import played

BACK, PREVIOUS, FOLLOWING, ONWARD = range(4)
"""Positions of a step's buttons."""

PATIENCE = 60.0
"""Seconds that a film may take on a busy machine."""


def test_what_is_in_direct_messages_has_an_address_without_a_server() -> None:
    assert link(None, 5, 7) == "https://discord.com/channels/@me/5/7"
    assert link(1, 5) == "https://discord.com/channels/1/5"


@pytest.fixture
async def game(stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened) -> str:
    """The id of a game that was played to its end."""
    made = await opened(ann, bob)
    await forward(stage, made)
    return made


async def go(person: Person, panel: Shown, button: int) -> Shown:
    """Press this button of the step, and return the same message with what it leads to."""
    assert not (await person.click(panel, panel.buttons[button].custom_id or "")).failed
    return await changed(person, panel)


async def film(stage: Stage, channel: Channel, ann: Person, bob: Person) -> tuple[list[Shown], Shown]:
    """Let both people open a step, and Ann share the film; return the open steps and the film's message."""
    panels = [(await person.command(channel, "adepts replay")).message for person in (ann, bob)]
    await ann.click(panels[0], "Share as film")
    posted = await ann.wait_message(channel, "Shared by ann", PATIENCE)
    await stage.quiet()
    return panels, posted


async def changed(person: Person, panel: Shown) -> Shown:
    """Wait until the message shows something else: on a busy machine the answer is deferred first."""
    before = str(panel)
    return await person.wait_for(
        lambda: now if (now := person.message(panel.id)) and str(now) != before else None, PATIENCE
    )


def pictures(shown: Shown) -> list[str]:
    """Return the names of a message's pictures; each is part of the message, with a description."""
    names = [attachment["filename"] for attachment in shown.attachments]
    items = [item for c in shown.raw["components"][0]["components"] if c["type"] == 12 for item in c["items"]]
    assert len(items) == len(names)
    assert all(20 < len(item["description"]) <= 1024 for item in items)
    return names


async def test_a_game_is_stepped_through_by_the_one_who_asks(
    game: str, ann: Person, bob: Person, channel: Channel
) -> None:
    """From the deal to the score sheet: forward and back by steps and phases, and to any turn; nobody else sees it."""
    seen = len(bob.messages(channel))
    first = (await ann.command(channel, "adepts replay")).message
    assert first.ephemeral
    assert "Turn 1 of 8 · Phase I" in first.text
    assert "Replay of ann's table (Adepts) · step 1 of" in first.text
    assert pictures(first) == ["board.png"]
    assert [button.disabled for button in first.buttons[:4]] == [True, True, False, False]
    second = await go(ann, first, FOLLOWING)
    assert "step 2 of" in second.text
    assert "miners on" in second.text
    assert "New: " in second.text
    phase = await go(ann, second, ONWARD)
    assert "Phase III" in phase.text
    again = await go(ann, phase, BACK)
    assert again.text == first.text
    phase = await go(ann, again, ONWARD)
    before = await go(ann, phase, PREVIOUS)
    assert before.text not in (phase.text, first.text)
    [turns] = before.selects
    assert [label for label, _ in turns.options] == [f"Turn {turn}" for turn in range(1, LAST_TURN + 1)]
    assert [before.buttons[way].label for way in (BACK, ONWARD)] == ["« Phase", "Phase »"]
    await ann.select(before, turns.custom_id or "", [turns.options[-1][1]])
    last = await changed(ann, before)
    assert "Turn 8 of 8" in last.text
    while not last.buttons[ONWARD].disabled:
        last = await go(ann, last, ONWARD)
    assert "The end" in last.text
    assert "Final score: 1. " in last.text
    assert pictures(last) == ["board.png", "score.png"]
    assert last.buttons[FOLLOWING].disabled
    assert len(bob.messages(channel)) == seen


async def test_the_final_message_has_the_button_for_onlookers_too(
    game: str, stage: Stage, ann: Person, channel: Channel
) -> None:
    cid = await stage.pg.person("cid")
    final = await public(cid, channel, "Replay")
    shown = (await cid.click(final, "Replay")).message
    assert shown.ephemeral
    assert "step 1 of" in shown.text


async def test_steps_go_on_after_a_restart(game: str, stage: Stage, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "adepts replay")).message
    await stage.restart()
    assert "step 2 of" in (await go(ann, shown, FOLLOWING)).text


async def test_the_film_is_posted_for_everybody(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    """It is far below the size that Discord accepts. Whoever asked for it can continue with the steps meanwhile."""
    panel = (await ann.command(channel, "adepts replay")).message
    await ann.click(panel, "Share as film")
    asked = await changed(ann, panel)
    assert asked.buttons[-1].label == "Film asked for"
    assert asked.buttons[-1].disabled
    assert pictures(asked) == ["board.png"]
    onward = await go(ann, asked, ONWARD)
    posted = await bob.wait_message(channel, "Shared by ann", PATIENCE)
    assert "Replay of ann's table (Adepts)" in posted.text
    [file] = posted.attachments
    assert file["filename"] == "replay.gif"
    assert file["size"] < 5_000_000
    assert "Final score: 1. " in posted.text
    await stage.quiet()
    now = ann.message(panel.id)
    assert now is not None
    assert now.text == onward.text
    assert now.find("Share as film")


async def test_two_who_ask_at_once_get_the_film_that_is_made_once(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    draw = stage.studio.draw

    async def counted(work: object, *args: object) -> object:
        drawn.append(work)
        return await draw(work, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(stage.studio, "draw", counted)
    panels = [(await person.command(channel, "adepts replay")).message for person in (ann, bob)]
    await asyncio.gather(
        *(person.click(panel, "Share as film") for person, panel in zip((ann, bob), panels, strict=True))
    )
    await stage.quiet()
    assert drawn.count(reel) == LAST_TURN
    films = [message for message in ann.messages(channel) if "Shared by" in message.text]
    assert len(films) == 1
    late = ann if "Shared by bob" in films[0].text else bob
    assert f"/{channel.id}/{films[0].id}" in (await late.wait_message(channel, "already", PATIENCE)).text


async def test_a_film_that_is_made_sooner_than_the_press_is_answered_waits_for_that(
    game: str, stage: Stage, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: object) -> Picture:
        return Picture(b"GIF89a", "The whole game", "film.gif")

    monkeypatch.setattr(Replay, "_film", at_once)
    panel = (await ann.command(channel, "adepts replay")).message
    stage.pg.faults.add("delay", "POST /interactions/*", seconds=0.5)
    assert not (await ann.click(panel, "Share as film")).failed
    await ann.wait_message(channel, "Shared by ann")


async def test_what_is_wrong_with_a_film_is_logged_where_nobody_came_to_wait_for_it(
    ann: Person,
    channel: Channel,
    stage: Stage,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The handler of the press fails at the step that it shows first, so it does not wait for the film."""

    async def fails(*_: object) -> Picture:
        raise LookupError("stuck")

    panel = (await ann.command(channel, "adepts replay")).message
    monkeypatch.setattr(Replay, "_film", fails)
    monkeypatch.setattr(Replay, "_show", fails)
    await ann.click(panel, "Share as film")
    await stage.quiet()
    gc.collect()
    assert "a film was not posted" in caplog.messages
    assert not [each for each in caplog.records if each.name == "asyncio"]


async def test_a_film_whose_answer_is_lost_is_posted_once_and_whoever_asked_is_told_to_look(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    panels = [(await person.command(channel, "adepts replay")).message for person in (ann, bob)]
    stage.pg.faults.add("lose_answer", "POST /webhooks/*")
    await asyncio.gather(
        *(person.click(panel, "Share as film") for person, panel in zip((ann, bob), panels, strict=True))
    )
    await stage.quiet()
    for person in (ann, bob):
        await person.wait_message(channel, "Check whether it is in the channel")
    assert len([message for message in ann.messages(channel) if "Shared by" in message.text]) == 1


async def test_where_the_answer_is_lost_to_who_asked_first_another_who_waits_posts_the_film(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, goes_on, made, draw = asyncio.Event(), asyncio.Event(), list[object](), stage.studio.draw

    async def held(work: object, *args: object) -> object:
        if work is reel:
            begun.set()
            await goes_on.wait()
        made.append(work)
        return await draw(work, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(stage.studio, "draw", held)
    panels = [(await person.command(channel, "adepts replay")).message for person in (ann, bob)]
    stage.pg.faults.add("status", "POST /interactions/*/callback", status=404, code=10062)
    first = asyncio.create_task(ann.click(panels[0], "Share as film"))
    await asyncio.wait_for(begun.wait(), PATIENCE)
    await bob.click(panels[1], "Share as film")
    goes_on.set()
    await ann.wait_message(channel, "Shared by bob", PATIENCE)
    await stage.quiet()
    assert made.count(reel) == LAST_TURN
    assert not [message for message in bob.messages(channel) if "could not be made" in message.text]
    assert not [message for message in bob.messages(channel) if "already" in message.text]
    first.cancel()


async def test_a_film_that_is_gone_is_made_once_for_all_who_ask_at_once(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    panels, posted = await film(stage, channel, ann, bob)
    delete(stage.pg.world, stage.pg.world.messages[posted.id])
    again = (await ann.command(channel, "adepts replay")).message
    stage.pg.faults.add("delay", "GET /channels/*/messages/*", times=2, seconds=0.2)  # both look before either knows
    await asyncio.gather(ann.click(again, "Share as film"), bob.click(panels[1], "Share as film"))
    await stage.quiet()
    assert len([message for message in bob.messages(channel) if "Shared by" in message.text]) == 1
    assert not [each for person in (ann, bob) for each in person.messages(channel) if "Sorry" in each.text]


async def test_where_discord_does_not_say_whether_the_film_is_there_it_is_led_to(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    panels, posted = await film(stage, channel, ann, bob)
    stage.pg.faults.add("drop", "GET /channels/*", times=None)
    await bob.click(panels[1], "Share as film")
    assert f"/{posted.id}" in (await bob.wait_message(channel, "already", PATIENCE)).text


async def test_without_pictures_words_do_and_a_film_can_be_asked_for_again(
    game: str, stage: Stage, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = (await ann.command(channel, "adepts replay")).message
    broken = Studio()
    await broken.close()
    monkeypatch.setattr(stage.bot.studio, "draw", broken.draw)
    second = await go(ann, shown, FOLLOWING)
    assert "miners on" in second.text
    assert not second.attachments
    await ann.click(second, "Share as film")
    await ann.wait_message(channel, "could not be made just now")
    asked = await changed(ann, second)
    assert (await go(ann, asked, FOLLOWING)).find("Share as film")
    assert not any("Shared by" in message.text for message in ann.messages(channel))


async def test_where_discord_takes_no_files_the_steps_are_in_words_and_no_film_is_shared(
    game: str, stage: Stage, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried(monkeypatch)  # so that the first request is the answer, without deferring
    stage.pg.faults.add("status", "POST /interactions/*/callback", status=403, code=50013)
    shown = (await ann.command(channel, "adepts replay")).message
    assert not shown.attachments
    assert "Gems left in the mines: topaz 10" in shown.text
    stage.pg.faults.add("status", "POST /webhooks/*", status=403, code=50013)
    await ann.click(shown, "Share as film")
    await ann.wait_message(channel, "may I attach files in this channel?", PATIENCE)
    shown = (await ann.command(channel, "adepts replay")).message
    stage.pg.faults.add("status", "POST /webhooks/*", status=413, code=40005)
    await ann.click(shown, "Share as film")
    await ann.wait_message(channel, "its film is larger than Discord takes", PATIENCE)
    await stage.quiet()
    assert not any("Sorry" in message.text for message in ann.messages(channel))


async def test_who_wants_words_reads_what_the_board_shows(
    game: str, stage: Stage, ann: Person, channel: Channel
) -> None:
    await stage.bot.tables.people.set(ann.id, "pictures", "words")
    shown = (await ann.command(channel, "adepts replay")).message
    assert not shown.attachments
    assert "Gems left in the mines: topaz 10" in shown.text


async def test_a_running_game_is_shown_up_to_now_as_everybody_saw_it(
    ann: Person, bob: Person, channel: Channel, opened: Opened, stage: Stage
) -> None:
    """During a secret round up to the moment before it: not a byte tells who has answered, or what. There is no
    film."""
    assert "no table" in (await ann.command(channel, "adepts replay")).message.text
    game = await opened(ann, bob)
    table = await forward(stage, game, "research")
    assert len(table.questions) == 2
    seen = []
    for answered in (False, True):
        if answered:
            await stage.bot.tables.moves.play(game, ann.id, table.playing.legal("P1")[0])
            await stage.quiet()
        shown = (await bob.command(channel, "adepts replay")).message
        assert ", so far" in shown.text
        assert " move" not in shown.text
        assert shown.find("Share as film") is None
        told = await forged(stage.bot, channel.id, Verb.FILM, game, bob)
        assert told.text == "A film can be shared when the game is over."
        first = shown.text
        while not shown.buttons[ONWARD].disabled:
            shown = await go(bob, shown, ONWARD)
        for rest, text in (("b9999", shown.text), ("b²", first)):  # forged ids
            assert (await forged(stage.bot, channel.id, Verb.REPLAY, game, bob, rest)).text == text
        seen.append(
            (shown.text, [button.custom_id for button in shown.buttons], [each.options for each in shown.selects])
        )
        history = await stage.bot.tables.history(game)
        assert len(history.moves) == table.public["ply"]
    assert seen[0] == seen[1]
    table = await stage.bot.tables.look(game)
    assert table.in_secret
    await stage.bot.tables.moves.play(game, bob.id, table.playing.legal("P2")[0])
    assert len((await stage.bot.tables.history(game)).moves) > len(history.moves)
    dm = await bob.open_dm()
    assert "step 1 of" in (await bob.command(dm, "adepts replay")).message.text


async def test_what_was_taken_back_is_not_shown_any_more(
    ann: Person, bob: Person, channel: Channel, opened: Opened, stage: Stage
) -> None:
    game = await opened(ann, bob)
    acted, _ = await mover(stage, game, ann, bob)
    await by_command(acted, channel, random.Random(1))
    await stage.quiet()
    eve = await stage.pg.person("eve")
    shown = (await eve.command(channel, "adepts replay")).message
    shown = await go(eve, shown, FOLLOWING)
    assert " put " in shown.text
    await stage.bot.tables.moves.undo(game, acted.id)
    await stage.quiet()
    now = eve.message(shown.id)
    assert now is not None
    assert " put " not in now.text
    assert "step 1 of 1" in now.text


async def test_a_replay_that_is_open_stays_when_the_game_ends(
    ann: Person, bob: Person, channel: Channel, opened: Opened, stage: Stage
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    shown = (await ann.command(channel, "adepts replay")).message
    await forward(stage, game)
    await stage.quiet()
    now = ann.message(shown.id)
    assert now is not None
    assert ", so far" not in now.text
    assert "step 1 of" in now.text


async def test_a_lobby_does_not_hide_the_game_before_it(game: str, ann: Person, channel: Channel) -> None:
    await ann.command(channel, "adepts new")
    assert "step 1 of" in (await ann.command(channel, "adepts replay")).message.text


async def test_a_game_that_was_deleted_meanwhile(game: str, stage: Stage, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "adepts replay")).message
    await stage.bot.tables.store.games.delete(game)
    answer = await ann.click(shown, shown.buttons[FOLLOWING].custom_id or "")
    assert "no such game" in answer.message.text


async def test_who_may_not_write_in_the_channel_cannot_share_there(
    game: str, stage: Stage, ann: Person, bob: Person, channel: Channel
) -> None:
    panel = (await ann.command(channel, "adepts replay")).message
    stage.pg.world.set_permissions(channel, stage.pg.world.users[ann.id], deny=Permission.SEND_MESSAGES)
    assert "may not write" in (await ann.click(panel, "Share as film")).message.text
    final = await public(bob, channel, "Replay")
    assert (await bob.click(final, "Replay")).message.find("Share as film")
    assert (await ann.click(final, "Replay")).message.find("Share as film") is None


async def test_of_a_game_that_was_ended_it_is_said_what_can_be_seen(
    channel: Channel, ann: Person, bob: Person, opened: Opened, stage: Stage
) -> None:
    """By the command and by any button; and the commands that are named work."""
    made = await opened(ann, bob)
    person, _ = await mover(stage, made, ann, bob)
    await by_command(person, channel, random.Random(1))
    await stage.bot.tables.lobby.end(made, Actor(ann.id))
    told = (await bob.command(channel, "adepts replay")).message.text
    assert "ann's table was ended in turn 1" in told
    for line in ("table log", "table score", "table export"):
        assert f"`/{line}`" in told
        assert not (await bob.command(channel, line)).failed
    score = (await bob.command(channel, "adepts score")).message.text
    assert "waits for" not in score
    assert f"`{(await stage.bot.tables.look(made)).playing.seed}`" not in score
    log = (await bob.click((await bob.command(channel, "table log")).message, "‹ Earlier")).message
    assert log.text.count("Turn 1") == 1
    assert not log.find("Replay")
    exported = (await bob.command(channel, "adepts export")).message
    assert "up to where the game was ended" in exported.text
    assert exported.attachments
    with pytest.raises(WrongMoment, match="was ended in turn 1"):
        await stage.bot.tables.history(made)


async def test_of_a_table_that_never_began_there_is_nothing_to_see(stage: Stage, channel: Channel, ann: Person) -> None:
    assert "no table" in (await ann.command(channel, "adepts replay")).message.text
    await ann.command(channel, "adepts new")
    await ann.command(channel, "adepts end")
    assert "before its game began" in (await ann.command(channel, "adepts replay")).message.text


async def test_the_last_game_that_came_to_its_end_can_be_seen_though_another_was_ended_since(
    game: str, channel: Channel, ann: Person, bob: Person, opened: Opened, stage: Stage
) -> None:
    await stage.bot.tables.lobby.end(await opened(ann, bob), Actor(ann.id))
    assert "step 1 of" in (await ann.command(channel, "adepts replay")).message.text


async def test_the_moves_of_a_finished_game_are_read_once_for_all_its_steps(
    game: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after it was reopened meanwhile; a second `Tables` of the process has its own cache."""
    tables = stage.bot.tables
    first = await tables.history(game)
    with monkeypatch.context() as patch:
        for reads, name in ((tables.store.games, "load"), (tables.store.moves, "entries")):
            patch.setattr(reads, name, None)  # neither is read again
        assert await tables.history(game) is first
    again = await Tables(tables.store).history(game)
    assert again == first
    assert again is not first


async def test_whoever_reads_on_after_the_end_keeps_their_place(
    stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened
) -> None:
    """A replay that was open becomes the whole game's when the game ends; afterwards it is not updated any more."""
    made = await opened(ann, bob)
    await played(stage, made, lambda table, seat, _: table.playing.ply > 12)
    first = (await ann.command(channel, "adepts replay")).message
    await stage.quiet()
    await forward(stage, made)
    await stage.quiet()
    whole = ann.message(first.id)
    assert whole is not None
    assert ", so far" not in whole.text
    later = await go(ann, whole, FOLLOWING)
    await bob.command(channel, "adepts board")
    await stage.quiet()
    now = ann.message(first.id)
    assert now is not None
    assert now.text == later.text != whole.text
