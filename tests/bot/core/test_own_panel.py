"""The buttons for oneself, besides those of the question, at tables on storage alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.panels import own
from bot.tables import Table, Tables, transitions
from bot.tables.checks import Actor
from bot.tables.history import past
from bot.tables.moments import Happened
from bot.tables.planning.ahead import Ahead
from game.core.decisions import Event
from game.core.layout import Button

from .tables import ANN, CHANNEL, begun, mover, play_first, play_until


def labels(buttons: Sequence[Button]) -> list[str]:
    return [each.label for each in buttons]


async def passing(tables: Tables, table: Table, seat: str) -> Table:
    async with tables.cache.hold(table.id) as held:
        return await transitions.keep(tables.cache, held, held.context.passing(seat, Ahead("attack")))


async def test_a_hint_is_offered_where_it_helps_and_there_is_a_choice(tables: Tables) -> None:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={}, computers=1)
    table = await tables.lobby.start(table.id, Actor(ANN))
    while "P1" not in table.questions:
        [(seat, question)] = table.questions.items()
        await tables.moves.play_computer(table.id, seat, question.number, table.playing.legal(seat)[0])
        table = await tables.look(table.id)
    assert len(table.pending["P1"].tokens) > 1
    assert labels(own.changing(table, "P1", (), helps=True)) == ["Hint"]
    assert labels(own.changing(table, "P1", (), helps=False)) == []
    among_people = await begun(tables, channel=6)
    assert labels(own.changing(among_people, mover(among_people)[0], (), helps=True)) == []


async def test_a_spell_that_asks_is_named_by_its_question_and_told_everywhere_else(tables: Tables) -> None:
    """The log, say, whose order table events may break, tells of it before its question is answered too."""
    table = await begun(tables, game="harrowing")
    seat = mover(table)[0]
    for kind, other in (("triggered", False), ("invoked", True)):
        event = Event(kind, seat, {"spell": "2c", "face": "2c1", "empty": True})
        context = replace(table.context, log=(*table.context.log, Happened(1, 0, event)))
        since = replace(table, context=context)
        told = past.sentences(since, context.since_acting(seat), seat)
        assert "2c Waking Dream" in told[0]
        assert own._news(since, seat, tells=True) == (told if other else [])


async def test_passing_ahead_is_stopped_where_it_would_pass_and_by_whoever_waits(tables: Tables) -> None:
    """Nothing is passed ahead in a game that was ended."""
    table = await play_until(tables, await begun(tables), "assign")
    seat = mover(table)[0]
    [other] = {"P1", "P2"} - {seat}
    assert labels(own.meanwhile(table, other)) == ["Pass ahead", "Plan ahead"]
    for each in (seat, other):
        table = await passing(tables, table, each)
    assert labels(own.meanwhile(table, other)) == ["Stop passing ahead", "Plan ahead"]
    assert labels(own.changing(table, seat, (), helps=False)) == []  # this is not passed
    while not table.pending[mover(table)[0]].ahead:
        table = await play_first(tables, table)
    seat = mover(table)[0]
    assert labels(own.changing(await passing(tables, table, seat), seat, (), helps=False)) == ["Stop passing ahead"]
    table = await tables.lobby.end(table.id, Actor(ANN))
    assert labels(own.meanwhile(table, "P1")) == []
