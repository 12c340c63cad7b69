"""A choice is undone together with the computer players' moves since, as often as one likes, and then meets the same
answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.automatic.computers import Computers
from bot.components.ids import Verb
from bot.tables import Table, Tables, transitions
from bot.tables.checks import Actor
from bot.tables.errors import WrongMoment
from bot.tables.making import Mover
from cli.demo.stage import CHANNEL, press
from game.core.decisions import PASS
from game.core.history import replay
from game.mana_surge.kit import KIT
from storage import Storage, standing
from tests.bot.core.conftest import stage_on

ANN, BOB, CY = 11, 12, 13


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Storage]:
    async with await Storage.open(tmp_path / "t.sqlite3") as made:
        yield made


@pytest.fixture
def tables(store: Storage) -> Tables:
    return Tables(store, seed="undo")


@pytest.fixture
def computers(tables: Tables) -> Computers:
    return Computers(tables)


async def begun(tables: Tables, people: int = 1) -> Table:
    """Start a game of Ann, with Bob and Cy if there are as many people, and computer players that answer at random."""
    table = await tables.lobby.new(
        ANN, "Ann", guild_id=1, channel_id=5, options={"colours": "seated"}, computers=3 - people, game=KIT.name
    )
    for user, name in [(BOB, "Bob"), (CY, "Cy")][: people - 1]:
        await tables.lobby.join(table.id, user, name)
    return await tables.lobby.start(table.id, Actor(ANN))


async def settled(tables: Tables, computers: Computers, table: Table) -> Table:
    computers.poke(table.id)
    await computers.idle()
    return await tables.look(table.id)


async def to_move(tables: Tables, computers: Computers, table: Table, user: int = ANN, turn: int = 1) -> Table:
    """Return the table when that person is asked to move in that turn or later; people pass, or choose the first."""
    while True:
        table = await settled(tables, computers, table)
        [seat] = table.questions
        legal, asked = table.playing.legal(seat), table.seat(seat).user_id
        if asked == user and PASS in legal and table.turn >= turn:
            return table
        assert asked is not None
        table = (await tables.moves.play(table.id, asked, PASS if PASS in legal else legal[0])).table


async def test_a_turn_that_was_ended_comes_back_with_what_the_computer_players_did(
    tables: Tables, computers: Computers, store: Storage
) -> None:
    before = await to_move(tables, computers, await begun(tables), turn=4)
    [(seat, question)] = before.questions.items()
    number = question.number
    await tables.moves.play(before.id, ANN, PASS)
    after = await to_move(tables, computers, before)
    assert after.playing.ply > before.playing.ply + 2
    undone = (await tables.moves.undo(before.id, ANN)).table
    assert undone.playing.to_dict() == before.playing.to_dict()
    assert undone.context.log[:-1] == before.context.log
    assert undone.context.of_turn()[:-1] == before.context.of_turn()
    [again] = (question.number for question in undone.questions.values())
    assert again > number
    assert transitions.chose(undone, seat) == transitions.chose(before, seat) != []  # what Undo would take back next
    assert len(standing(await store.moves.entries(before.id))) == before.playing.ply
    assert (await settled(tables, computers, undone)).playing.ply == before.playing.ply


async def test_who_chooses_the_same_again_meets_the_same_answers(tables: Tables, computers: Computers) -> None:
    """Undo does not let computer players draw new random numbers."""
    before = await to_move(tables, computers, await begun(tables), turn=4)
    seen = []
    for _ in range(3):
        await tables.moves.play(before.id, ANN, PASS)
        seen.append((await to_move(tables, computers, before)).playing.to_dict())
        await tables.moves.undo(before.id, ANN)
    assert seen[0] == seen[1] == seen[2]


async def test_undo_goes_back_over_several_turns_and_the_record_tells_what_stands(
    tables: Tables, computers: Computers
) -> None:
    table, found = await begun(tables), []
    for turn in (1, 4, 7):
        table = await to_move(tables, computers, table, turn=turn)
        found.append(table.playing.to_dict())
        await tables.moves.play(table.id, ANN, PASS)
    while found:
        await settled(tables, computers, table)
        undone = await tables.moves.undo(table.id, ANN)
        if undone.table.playing.to_dict() == found[-1]:
            found.pop()
    table = undone.table
    while table.questions:
        [seat] = table.questions
        if table.seat(seat).user_id == ANN:
            table = (await tables.moves.play(table.id, ANN, table.playing.legal(seat)[-1])).table
        table = await settled(tables, computers, table)
    assert replay(await tables.record(table.id)).to_dict() == table.playing.to_dict()


async def test_what_another_person_did_since_stands(tables: Tables, computers: Computers) -> None:
    """The computer player's moves in between are undone too, until the other person has moved."""
    before = await to_move(tables, computers, await begun(tables, people=2), turn=4)
    await tables.moves.play(before.id, ANN, PASS)
    asked = await settled(tables, computers, before)
    assert asked.find(BOB) is not None
    assert (await tables.moves.undo(before.id, ANN)).table.playing.to_dict() == before.playing.to_dict()
    await tables.moves.play(before.id, ANN, PASS)
    table = await settled(tables, computers, before)
    bob = table.seat_of(BOB).seat
    await tables.moves.play(table.id, BOB, table.playing.legal(bob)[0])
    await settled(tables, computers, before)
    with pytest.raises(WrongMoment) as refused:
        await tables.moves.undo(before.id, ANN)
    assert "no other person has acted" in refused.value.text
    assert "hidden" not in refused.value.text
    assert "secret" not in refused.value.text


async def test_who_has_seen_who_begins_takes_no_corner_back(tables: Tables) -> None:
    """The last corner decides who is drawn as first player (ruling r3)."""
    table, corners = await begun(tables, people=3), 0
    while table.playing.view(None)["phase"] == "setup":
        [seat] = table.questions
        user = table.seat(seat).user_id
        assert user is not None
        table, corners = (await tables.moves.play(table.id, user, table.playing.legal(seat)[0])).table, corners + 1
        if corners == 1:
            assert table.can_undo(seat)
    assert user is not None
    with pytest.raises(WrongMoment):
        await tables.moves.undo(table.id, user)


async def test_what_a_computer_player_did_for_a_person_stands(tables: Tables, computers: Computers) -> None:
    """As after a missed deadline: the seat is Bob's, so it counts as his move."""
    before = await to_move(tables, computers, await begun(tables, people=2), turn=4)
    await tables.moves.play(before.id, ANN, PASS)
    assert (await settled(tables, computers, before)).can_undo(before.seat_of(ANN).seat)
    async with tables.cache.hold(before.id) as table:
        bob = table.seat_of(BOB).seat
        token = table.playing.legal(bob)[0]
        await transitions.play(tables.cache, table, bob, (token,), Mover(policy="greedy"))
    with pytest.raises(WrongMoment):
        await tables.moves.undo(before.id, ANN)


async def test_a_turn_ended_by_mistake_is_taken_back_by_a_button_or_by_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_on(tmp_path, monkeypatch, "undo") as stage:
        stage.pg.channel(CHANNEL)
        await stage.start()
        ann = await stage.pg.person("ann")
        await ann.command(CHANNEL, "mana-surge new", computers=2, colours="seated")
        await press(ann, Verb.START)
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        for button in (True, False):
            table = await to_move(stage.bot.tables, stage.bot.computers, await stage.bot.tables.look(row.id), ann.id)
            await stage.quiet()
            panel = await press(ann, Verb.TURN)
            await ann.click(panel.message, "End the turn")
            await stage.quiet()
            assert (await stage.bot.tables.look(row.id)).playing.ply > table.playing.ply + 2
            answer = await (press(ann, Verb.UNDO) if button else ann.command(CHANNEL, "adepts undo"))
            assert not answer.failed
            await stage.quiet()
            assert (await stage.bot.tables.look(row.id)).playing.to_dict() == table.playing.to_dict()
