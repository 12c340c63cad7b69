"""What /play refuses, in the real client: one answer on the screen, with the question."""

from __future__ import annotations

import pytest

from bot.tables.language.words import (
    LONGEST,
)
from playground import CannotDo, Person
from playground.world.models import Channel

from .acting import mover, open_panel, private, verb
from .conftest import Opened, Stage


async def test_of_refused_attempts_the_last_stays_and_goes_with_the_move(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    await open_panel(person, channel)
    for typed in ("gibberish", "topaz.1x9", "diamond IV with 3"):
        await person.command(channel, "play", move=typed)
        await stage.quiet()
        [refused] = private(person, channel)
        assert f"`{typed}`" in refused.text
        assert [each for each in refused.controls if verb(each.custom_id) == "pick"]  # to be answered there
    await person.command(channel, "play", move="topaz.1x3")
    await stage.quiet()
    [played] = private(person, channel)
    assert "Topaz I" in played.text
    assert "not a move that you have" not in played.text


async def test_what_is_longer_than_any_move_is_refused_before_it_is_sent(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Python refuses to read thousands of digits as a number, and thousands of words would delay everybody."""
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    for typed in ("9" * 6000, "cast 1A " * 700):
        with pytest.raises(CannotDo):
            await person.command(channel, "play", move=typed)
        assert await person.autocomplete(channel, "play", "move", typed) == []
        told = (await person.command(channel, "play", move=typed[:LONGEST])).message.text
        assert "is not a move that you have now" in told


async def test_who_types_out_of_turn_is_told_in_one_message_that_asks_when_it_is_their_move(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    for typed in ("topaz.1x3", "ruby", "nonsense"):
        await second.command(channel, "play", move=typed)
    await stage.quiet()
    [told] = private(second, channel)
    assert "It is not your move" in told.text
    await first.command(channel, "play", move="topaz.1x3")
    await stage.quiet()
    [asked] = private(second, channel)
    assert "It is not your move" not in asked.text
    assert asked.controls


async def test_a_move_takes_as_many_requests_after_a_refused_one_as_after_a_panel(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The answer, the board, and the deletion of whichever message was there before."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    await open_panel(person, channel)
    await person.command(channel, "play", move="gibberish")
    await stage.quiet()
    before = stage.pg.log.added
    await person.command(channel, "play", move=table.playing.legal(table.seat_of(person.id).seat)[0])
    await stage.quiet()
    made = [each.what.split()[0] for each in stage.pg.log if each.kind == "request" and each.n >= before]
    assert sorted(made) == ["DELETE", "PATCH", "POST"]


async def test_words_that_are_not_understood_hide_no_reason_and_move_nothing(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """If what is left of them is an illegal move, the reason is given; otherwise the move is offered, but not made."""
    game = await opened(ann, bob)
    first, table = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    await first.command(channel, "play", move="ruby.1x3")
    for typed, parts in (
        (
            "drop two rubys on the first spott",
            ("Ruby I is taken: ", "There is no `drop` or `spott`", "miners to Ruby II"),
        ),
        ("drop two rubys on the second spott", ("There is no `drop` or `spott`", "- 2 miners to Ruby II: ")),
        ("not the rubies", ("I choose nothing where something is denied.", "\nPossible:")),
        ("what can I do", ("\nPossible:", "`/rules search` answers questions")),
        ("what does the ruby mine do", ("`/rules search` answers questions", "- 2 miners to Ruby II: ")),
        ("put 2 in my hat", ("Possible:\n- ",)),
        ("skip my turn", (" You cannot pass here: one of these is to be chosen.\nPossible:\n- ",)),
        ("citrine and ruby", ("Nothing that you can choose now has `citrine` and `ruby` together.", "\nPossible:")),
    ):
        told = (await second.command(channel, "play", move=typed)).message.text
        assert f"`{typed}` is not a move that you have now." in told
        assert all(part in told for part in parts), told
        assert ("is denied" in told) == typed.startswith("not")
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1


async def test_words_that_several_moves_have_are_not_said_to_be_no_move(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    told = (await person.command(channel, "play", move="4 miners on diamond")).message.text
    assert "`4 miners on diamond` can be several moves: say which.\nPossible with " in told
    assert told.count("\n- 4 miners to Diamond ") == 3
    told = (await person.command(channel, "play", move="nine miners on diamond")).message.text
    assert "`nine miners on diamond` is not a move that you have now.\nThere is no `nine`" in told
    assert (await stage.bot.tables.look(game)).sequence == table.sequence


async def test_who_types_for_help_advice_to_take_something_back_or_to_give_up_is_told_where_that_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    for typed, command in (
        ("help", "/rules search"),
        ("undo", "/table undo"),
        ("take back my last move", "/table undo"),
        ("concede", "/table leave"),
        ("I give up", "/table leave"),
        ("can i leave the game", "/table leave"),
    ):
        told = (await person.command(channel, "play", move=typed)).message
        assert f"`{typed}` is not a move that you have now. `{command}` " in told.text
        assert "Possible" not in told.text
        assert [each for each in told.controls if verb(each.custom_id) == "pick"]
    told = (await person.command(channel, "play", move="which one is best")).message
    assert "now. There are no hints at this table; `/rules search what:tips` has some advice." in told.text
    told = (await person.command(channel, "play", move="help the ruby")).message
    assert "There is no `help` in what you can choose now." in told.text
    told = (await person.command(channel, "play", move="leave the ruby")).message
    assert "`/table leave`" not in told.text


async def test_the_one_move_with_all_that_was_named_is_there_to_be_confirmed(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A doubtful move is neither made nor has to be typed again. Nothing is offered for a denial, or if several moves
    match."""
    game = await opened(ann, bob)
    person, table = await mover(stage, game, ann, bob)
    for typed in ("not the first ruby with two", "rubies", "drop two rubys"):
        told = (await person.command(channel, "play", move=typed)).message
        assert not [each for each in told.controls if verb(each.custom_id) == "move"], typed
    told = (await person.command(channel, "play", move="drop two rubys on the first spott")).message
    assert "is not a move that you have now" in told.text
    assert (await stage.bot.tables.look(game)).sequence == table.sequence
    [confirm] = [each for each in told.controls if verb(each.custom_id) == "move"]
    await person.click(told, confirm.custom_id or "")
    await stage.quiet()
    assert (await stage.bot.tables.history(game)).moves[-1][1] == "ruby.1x2"


async def test_who_has_nothing_to_play_is_told_once(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Without a game, and to an onlooker: the last answer replaces the former one."""
    for why in ("no table", "looking on"):
        for _ in range(3):
            await cy.command(channel, "play", move="topaz.1x3")
        await stage.quiet()
        [told] = private(cy, channel)
        assert why in told.text
        if why == "no table":
            await opened(ann, bob)
