"""A press that answers several questions: all of them count or none, and they are undone together."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.components.ids import Verb
from bot.tables import Table, transitions
from bot.tables.errors import BadMove
from cli.demo.player import controls
from cli.demo.stage import CHANNEL, press
from game.core.decisions import PASS
from game.mana_surge.players.greedy import policy
from game.mana_surge.rules.tokens import STRIKE
from playground import Person, Shown
from tests.bot.acting import rows
from tests.bot.core.conftest import Stage, stage_on

NAMES = ("ann", "bob", "cleo")


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    async with stage_on(tmp_path, monkeypatch, "presses") as made:
        made.pg.channel(CHANNEL)
        await made.start()
        yield made


async def before_a_strike(stage: Stage) -> tuple[Person, Table]:
    """Let three people play without clients until one who is asked to move could attack; return that person and the
    table."""
    people = [await stage.pg.person(name) for name in NAMES]
    await people[0].command(CHANNEL, "mana-surge new")
    for person in people[1:]:
        await press(person, Verb.JOIN)
    await press(people[0], Verb.START)
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    rng = Random(1)
    while True:
        table = await stage.bot.tables.look(row.id)
        [(seat, decision)] = table.playing.pending.items()
        user = table.seat(seat).user_id
        assert user is not None
        if decision.kind == "move" and decision.data["attacks"]:
            await stage.quiet()
            return next(person for person in people if person.id == user), table
        await stage.bot.tables.moves.play(row.id, user, policy(table.playing.view(seat), decision, rng))


async def planned(person: Person) -> Shown:
    """Return the person's panel with an attack selected, while moves are asked for."""
    board = [m for m in person.messages(CHANNEL) if controls(m, Verb.TEXT)][-1]
    panel = (await person.click(board, "Your move")).message
    strike = next(way for way in controls(panel, Verb.STEP) if STRIKE in (way.custom_id or ""))
    return (await person.click(panel, strike.custom_id or "")).message


async def test_an_attack_while_moves_are_asked_for_is_two_rows_of_one_press(stage: Stage, tmp_path: Path) -> None:
    person, before = await before_a_strike(stage)
    pressed = await person.click(await planned(person), "Confirm")
    assert not pressed.failed
    await stage.quiet()
    database = tmp_path / "adepts.sqlite3"
    _, entries = await rows(database)
    first, second = entries[-2:]
    assert (first.ply, second.ply) == (before.playing.ply + 1, before.playing.ply + 2)
    assert (first.kind, first.token) == ("move", "pass")
    assert second.kind == "attack"
    assert STRIKE in (second.token or "")
    assert first.interaction_id == pressed.interaction_id
    assert second.interaction_id is None
    assert first.user_id == second.user_id == person.id


async def test_undo_takes_back_all_that_one_press_has_answered(stage: Stage, tmp_path: Path) -> None:
    person, before = await before_a_strike(stage)
    assert not (await person.click(await planned(person), "Confirm")).failed
    await stage.quiet()
    assert not (await person.command(CHANNEL, "adepts undo")).failed
    await stage.quiet()
    table = await stage.bot.tables.look(before.id)
    assert table.playing.to_dict() == before.playing.to_dict()
    assert not (await person.click(await planned(person), "Confirm")).failed
    await stage.restart()
    again = await stage.bot.tables.look(before.id)
    assert again.playing.ply == before.playing.ply + 2


async def test_the_same_press_twice_counts_once_and_one_with_a_bad_answer_not_at_all(stage: Stage) -> None:
    person, before = await before_a_strike(stage)
    play, [(seat, _)] = stage.bot.tables.moves.play, before.playing.pending.items()
    number, ply = before.questions[seat].number, before.playing.ply
    with pytest.raises(BadMove, match="a1xa2"):
        await play(before.id, person.id, PASS, then=("a1xa2",), question=number, interaction_id=6)
    assert (await stage.bot.tables.look(before.id)).playing.ply == ply
    fighting = before.playing.copy()
    fighting.play(seat, PASS)
    strike = fighting.legal(seat)[0]
    for repeated in (False, True):
        outcome = await play(before.id, person.id, PASS, then=(strike,), question=number, interaction_id=7)
        assert outcome.repeated == repeated
        assert outcome.table.playing.ply == ply + 2


async def test_nothing_counts_if_the_second_answer_cannot_be_stored(stage: Stage, tmp_path: Path) -> None:
    """The database fails between the two rows; afterwards the same button works, at once."""
    person, before = await before_a_strike(stage)
    plan = await planned(person)
    database = tmp_path / "adepts.sqlite3"
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(
            "CREATE TRIGGER fails BEFORE INSERT ON moves WHEN NEW.kind = 'attack'"
            " BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    stored = len((await rows(database))[1])
    await person.click(plan, "Confirm")
    await person.wait_message(CHANNEL, "Sorry")
    assert len((await rows(database))[1]) == stored
    assert (await stage.bot.tables.look(before.id)).playing.to_dict() == before.playing.to_dict()
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("DROP TRIGGER fails")
    assert not (await person.click(plan, "Confirm")).failed
    assert len((await rows(database))[1]) == stored + 2


async def test_a_typed_attack_while_moves_are_asked_for_is_the_same_press(stage: Stage, tmp_path: Path) -> None:
    """As on the panel it is offered before the moves; it is written in the notation."""
    person, before = await before_a_strike(stage)
    [decision] = before.playing.pending.values()
    offered = await person.autocomplete(CHANNEL, "play", "move", "")
    strikes = [value for _, value in offered if value.startswith("attack ")]
    assert strikes == [f"attack {token}" for token in decision.data["attacks"]]
    assert [value for _, value in offered][: len(strikes)] == strikes
    assert all(" strikes " in label for label, value in offered if value in strikes)
    assert [value for _, value in await person.autocomplete(CHANNEL, "play", "move", "strikes")] == strikes
    assert not (await person.command(CHANNEL, "play", move=strikes[0])).failed
    await stage.quiet()
    table = await stage.bot.tables.look(before.id)
    expected = before.playing.copy()
    for token in (PASS, strikes[0].partition(" ")[2]):
        expected.play(decision.seat, token)
    assert table.playing.to_dict() == expected.to_dict()
    first, second = (await rows(tmp_path / "adepts.sqlite3"))[1][-2:]
    assert (first.kind, first.token, second.kind) == ("move", PASS, "attack")
    assert second.interaction_id is None


async def test_a_refused_attack_is_told_why_and_what_is_possible_and_leaves_all_as_it_was(stage: Stage) -> None:
    person, before = await before_a_strike(stage)
    for typed, why in (
        ("attack a1xa2", "`attack a1xa2`: "),
        ("attack a1", "`attack a1`: "),
        ("spawn b1", "`spawn b1` is not a move that you have now."),
        ("a1 to d7", "`a1 to d7`: "),
        ("please wait", "`please wait` is not a move that you have now."),
    ):
        told = (await person.command(CHANNEL, "play", move=typed)).message.text
        assert why in told
        assert "Possible" in told
        offered = told.partition("Possible")[2]
        if typed != "please wait":  # which resembles nothing
            assert (" strikes " in offered) == typed.startswith("attack"), told  # the most similar moves
        assert (await stage.bot.tables.look(before.id)).playing.to_dict() == before.playing.to_dict()


async def test_who_is_done_ends_the_turn_and_part_of_one_choice_is_shown_as_chosen(stage: Stage) -> None:
    """Such an answer is not refused as no move with that very move above it to be confirmed."""
    ann = await stage.pg.person("ann")
    await ann.command(CHANNEL, "mana-surge new", computers=2)
    await press(ann, Verb.START)
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    await ann.command(CHANNEL, "play", move="red")
    await stage.quiet()
    before = await stage.bot.tables.look(row.id)
    told = (await ann.command(CHANNEL, "play", move="left")).message
    assert "`left` can be several moves: say which." in told.text
    told = (await ann.command(CHANNEL, "play", move="bottom left")).message
    assert "`bottom left` is part of one choice alone, which is chosen above: confirm it there." in told.text
    assert "not a move" not in told.text
    assert (await stage.bot.tables.look(row.id)).sequence == before.sequence
    await ann.click(told, "Confirm")
    await stage.quiet()
    table = await stage.bot.tables.look(row.id)
    assert [each.kind for each in table.playing.pending.values()] == ["move"]
    told = (await ann.command(CHANNEL, "play", move="I'm done")).message
    assert "You moved nothing." in told.text


def stepping(table: Table, seat: str) -> str:
    """A step after which the seat is asked to move again and could attack; empty if there is none or it is not asked to
    move."""
    game = table.playing
    for step in game.legal(seat) if game.kind(seat) == "move" else ():
        then = game.copy()
        then.play(seat, step)
        decision = then.pending.get(seat)
        if step != PASS and decision is not None and decision.kind == "move" and decision.data["attacks"]:
            return step
    return ""


async def test_whoever_ends_a_turn_with_an_attack_left_reads_that_it_is_ended(stage: Stage) -> None:
    """The press makes two answers, and no event tells of them if the person has moved. So it is named as the button
    names it, and so is what *Undo* takes back."""
    person, table = await before_a_strike(stage)
    rng, seat = Random(2), table.seat_of(person.id).seat
    while not (step := stepping(table, seat)):
        [(asked, decision)] = table.playing.pending.items()
        user = table.seat(asked).user_id
        assert user is not None
        await stage.bot.tables.moves.play(table.id, user, policy(table.playing.view(asked), decision, rng))
        table = await stage.bot.tables.look(table.id)
    await stage.bot.tables.moves.play(table.id, person.id, step)
    await stage.quiet()
    board = [m for m in person.messages(CHANNEL) if controls(m, Verb.TEXT)][-1]
    told = (await person.click((await person.click(board, "Your move")).message, "End the turn")).told
    assert told.startswith("You have chosen: **End the turn**.")
    after = await stage.bot.tables.look(table.id)
    assert transitions.chose(after, seat) == ["You have chosen: **End the turn**."]
