"""Each change of a table is one transaction: if the server is lost at that moment, all of it is stored, or nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.lobby_options import GAVE_WAY
from storage import DatabaseAway, Status, Storage
from storage.connection import WRITE
from storage.database import Transaction
from storage.topics import REOPEN, move_to

from .tables import ANN, BOB, CHANNEL, EVE, begun, lobby, three


@pytest.fixture
def torn(store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Awaitable[Table]]:
    """Makes a change while the server is lost after its first writing transaction; returns the table as a new process
    finds it."""

    async def after(change: Awaitable[object], game_id: str) -> Table:
        run, written = store._db.run, list[str]()

        async def once(begin: str, work: Callable[[Transaction], object]) -> object:
            if begin == WRITE and written:
                raise DatabaseAway("the server went")
            result = await run(begin, work)
            if begin == WRITE:
                written.append(begin)
            return result

        monkeypatch.setattr(store._db, "run", once)
        with suppress(DatabaseAway):
            await change
        monkeypatch.undo()
        assert written
        return await Tables(store, clock=clock).look(game_id)

    return after


Torn = Callable[..., Awaitable[Table]]


async def test_a_host_who_leaves_leaves_a_host(tables: Tables, torn: Torn) -> None:
    table = await lobby(tables)
    now = await torn(tables.lobby.leave(table.id, ANN), table.id)
    assert ([seat.user_id for seat in now.seats], now.row.host_id) == ([BOB], BOB)


async def test_a_host_who_is_taken_out_leaves_a_host(tables: Tables, torn: Torn) -> None:
    table = await lobby(tables)
    now = await torn(tables.lobby.kick(table.id, Actor(BOB, manager=True), table.seats[0]), table.id)
    assert ([seat.user_id for seat in now.seats], now.row.host_id) == ([BOB], BOB)


async def test_the_last_who_leaves_leaves_the_channel_free(tables: Tables, torn: Torn) -> None:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={}, computers=1)
    now = await torn(tables.lobby.leave(table.id, ANN), table.id)
    assert (now.status, now.row.stopped_by) == (Status.CLOSED, ANN)
    assert (await lobby(tables)).status is Status.LOBBY


async def test_a_vote_that_moved_a_table_is_over(tables: Tables, torn: Torn) -> None:
    """The deciding vote is not stored before the table is moved, so no vote is left that nobody would carry out."""
    table = await three(tables)
    await tables.decisions.decide(table.id, move_to(9), Decider(BOB, guild_id=1))
    moved = tables.decisions.decide(table.id, move_to(9), Decider(EVE, guild_id=1))
    assert (await torn(moved, table.id)).row.channel_id == 9
    assert await tables.store.votes.of_game(table.id, move_to(9)) == ()


async def test_a_lobby_is_closed_with_the_game_that_takes_its_place(tables: Tables, torn: Torn) -> None:
    """Else people would be left without either."""
    game = await tables.lobby.end((await begun(tables)).id, Actor(ANN))
    again = await tables.invitations.rematch(game.id, BOB, "Bob")
    now = await torn(tables.decisions.decide(game.id, REOPEN, Decider(ANN)), again.id)
    assert (now.status, now.options.get(GAVE_WAY), now.row.stopped_by) == (Status.CLOSED, True, ANN)
    assert (await Tables(tables.store).look(game.id)).status is Status.RUNNING
