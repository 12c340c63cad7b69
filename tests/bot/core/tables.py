"""Tables on storage alone, opened and played without any client."""

from __future__ import annotations

from typing import Any

from bot.tables import Table, Tables
from bot.tables.checks import Actor
from game.adepts import Game
from game.core.program import USUAL

ANN, BOB, EVE = 11, 12, 13
"""User ids."""
USERS = {"P1": ANN, "P2": BOB, "P3": EVE}
CHANNEL = 5


def adepts(table: Table) -> Game:
    """Return the game of a table of Adepts, which has more than every game has."""
    game = table.playing
    assert isinstance(game, Game)
    return game


async def lobby(tables: Tables, channel: int = CHANNEL, game: str = USUAL, **options: Any) -> Table:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=channel, options=options, game=game)
    return await tables.lobby.join(table.id, BOB, "Bob")


async def begun(tables: Tables, **options: Any) -> Table:
    return await tables.lobby.start((await lobby(tables, **options)).id, Actor(ANN))


def mover(table: Table) -> tuple[str, int, int]:
    """Return the seat that is asked first, its user, and the number of its question."""
    seat = next(iter(table.questions))
    user = table.seat(seat).user_id
    assert user is not None
    return seat, user, table.questions[seat].number


async def play_first(tables: Tables, table: Table, interaction: int | None = None, pick: int = 0) -> Table:
    seat, user, number = mover(table)
    token = table.playing.legal(seat)[pick]
    outcome = await tables.moves.play(table.id, user, token, question=number, interaction_id=interaction)
    return outcome.table


async def play_until(tables: Tables, table: Table, *kinds: str) -> Table:
    for _ in range(500):
        seat, _, _ = mover(table)
        if table.playing.kind(seat) in kinds:
            return table
        legal = table.playing.legal(seat)
        table = await play_first(tables, table, pick=legal.index("pass") if "pass" in legal else 0)
    raise AssertionError(f"{kinds} never came")


async def three(tables: Tables, **options: Any) -> Table:
    """Return a table of three people at its first private round."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options=options)
    for user, name in ((BOB, "Bob"), (EVE, "Eve")):
        await tables.lobby.join(table.id, user, name)
    return await play_until(tables, await tables.lobby.start(table.id, Actor(ANN)), "research")
