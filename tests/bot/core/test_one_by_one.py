"""Computer players' moves shown one by one, slowly enough to follow them on the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from bot.automatic.computers import Computers
from bot.tables import Table
from game.core.decisions import Decision
from playground import Person
from playground.world.models import Channel

from .acting import board, looked
from .conftest import Stage


class Gate:
    """Stands in for the passing of time: each wait is recorded, and ends when the test lets it through."""

    def __init__(self) -> None:
        self.waits: asyncio.Queue[float] = asyncio.Queue()
        self._through = asyncio.Semaphore(0)

    async def wait(self, _: Computers, seconds: float) -> None:
        if seconds > 0:
            self.waits.put_nowait(seconds)
            await self._through.acquire()

    def open(self) -> None:
        self._through.release()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate()
    monkeypatch.setattr(Computers, "_wait", lambda computers, seconds: made.wait(computers, seconds))
    yield made
    for _ in range(9):  # anybody who still waits
        made.open()


@pytest.fixture
async def slow(stage: Stage, channel: Channel) -> Stage:
    stage.pause = 5.0
    await stage.start()
    return stage


async def stopped_at_gate(stage: Stage, gate: Gate) -> float:
    """Wait until a computer player waits with its move and everything is shown; return the seconds it would wait."""
    seconds = await gate.waits.get()
    await stage.bot.router.idle()
    await stage.bot.announcer.idle()
    return seconds


async def begun(stage: Stage, channel: Channel, ann: Person, **options: str) -> str:
    """Start a table of Ann with two computer players; if Ann is asked first, she answers."""
    await ann.command(channel, "adepts new", computers=2, **options)
    await ann.command(channel, "adepts start")
    await stage.bot.router.idle()
    [row] = await stage.bot.tables.store.games.active()
    return row.id


async def answer(stage: Stage, game: str, ann: Person, channel: Channel) -> Table:
    table = await stage.bot.tables.look(game)
    if "P1" in table.questions:
        token = table.playing.legal("P1")[0]
        assert not (await ann.command(channel, "play", move=token)).failed
    return await stage.bot.tables.look(game)


async def test_at_a_live_table_each_move_is_on_the_board_before_the_next(
    slow: Stage, channel: Channel, gate: Gate
) -> None:
    ann = await slow.pg.person("ann")
    game = await begun(slow, channel, ann, pace="live")
    await answer(slow, game, ann, channel)
    seen, moved = list[str](), asyncio.Event()
    slow.bot.tables.listen(lambda _: moved.set())
    for _ in range(3):
        assert 4.0 < await stopped_at_gate(slow, gate) <= 5.0
        table = await slow.bot.tables.look(game)
        [waiting] = table.questions
        if not table.seat(waiting).is_computer:
            break
        shown = (await board(ann, channel)).text
        assert table.named(waiting) in shown
        assert shown not in seen
        seen.append(shown)
        moved.clear()
        gate.open()
        await moved.wait()
        assert (await slow.bot.tables.look(game)).playing.ply == table.playing.ply + 1
        await answer(slow, game, ann, channel)
    assert len(seen) == 3


@pytest.mark.parametrize("options", [{}, {"pace": "day"}, {"pace": "live", "moves": "at-once"}])
async def test_elsewhere_nobody_waits(slow: Stage, channel: Channel, gate: Gate, options: dict[str, str]) -> None:
    ann = await slow.pg.person("ann")
    game = await begun(slow, channel, ann, **options)
    for _ in range(4):
        await looked(slow, game)
        await answer(slow, game, ann, channel)
    table = await looked(slow, game)
    assert "P1" in table.questions
    assert table.playing.ply >= 8
    assert gate.waits.empty()


async def test_a_table_may_want_it_at_any_pace_and_at_any_time(slow: Stage, channel: Channel, gate: Gate) -> None:
    ann = await slow.pg.person("ann")
    game = await begun(slow, channel, ann)
    await looked(slow, game)
    assert not (await ann.command(channel, "table board", moves="slowly")).failed
    await answer(slow, game, ann, channel)
    assert await stopped_at_gate(slow, gate) > 4.0
    gate.open()


async def test_secret_choices_are_not_waited_for(slow: Stage, channel: Channel, gate: Gate) -> None:
    """All make them at the same time, and nothing of them is shown."""
    ann = await slow.pg.person("ann")
    game = await begun(slow, channel, ann, pace="live")
    computers = slow.bot.computers
    table, phases = await slow.bot.tables.look(game), set[bool]()
    while len(phases) < 2 and not table.playing.over:
        for seat, decision in table.playing.pending.items():
            if table.seat(seat).is_computer:
                assert (computers._least(table, decision, "greedy") > 0) == (not decision.private)
                phases.add(decision.private)
        for seat in list(table.playing.pending):
            table.playing.play(seat, table.playing.legal(seat)[-1])
    assert phases == {True, False}


async def test_who_thinks_takes_the_same_time_whatever_there_is_to_choose(
    stage: Stage, ann: Person, channel: Channel, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with only one answer left, since an early one would reveal what is in a hand. Where nothing is hidden, the
    answer comes at once."""
    times = list[tuple[int, float]]()
    least: Callable[..., float] = Computers._least

    def noted(self: Computers, table: Table, decision: Decision, player: str) -> float:
        seconds = least(self, table, decision, player)
        times.append((len(decision.tokens), seconds))
        return 0.0

    monkeypatch.setattr(Computers, "_least", noted)
    await ann.command(channel, "adepts new", computers=1, level="strong")
    await ann.command(channel, "adepts start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    for _ in range(30):
        if min((count for count, _ in times), default=2) == 1:
            break
        await answer(stage, row.id, ann, channel)
        await stage.quiet()
    assert {seconds for _, seconds in times} == {0.05}
    assert min(count for count, _ in times) == 1 < max(count for count, _ in times)
    times.clear()
    other = stage.pg.channel("other")
    await ann.command(other, "mana-surge new", computers=2, level="search")
    await ann.command(other, "table start")
    await stage.quiet()
    await answer(stage, (await stage.bot.tables.active_in(other.id)).id, ann, other)
    await stage.quiet()
    assert {seconds for _, seconds in times} == {0.0}
