"""Secret answers and automatic passes show nobody else a difference, whatever they look at.

Two runs of the real bot from the same stored game differ in one secret alone. Everybody else, with a seat or without,
asks for everything that can be asked for, again after each answer; all that they were ever shown must be equal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.tables import Table, transitions
from bot.tables.waiting.timing import offer
from cli.demo.stage import CHANNEL
from game.adepts.rules.cards import in_order
from game.adepts.rules.gems import HAND_LIMIT
from game.adepts.rules.view import Position
from storage import Timing
from tests.bot.acting import events_since
from tests.bot.core.acting import board
from tests.bot.core.tables import adepts

from .midgame import DELAY, HOARDER, Change, Midgame, Watch, midgame
from .seen import differences

THIEF = "P3"
SOMEBODY = 99
"""A user id."""
A_MOMENT = timedelta(seconds=1)
Seen = list[Any]
Script = Callable[[Midgame, Watch], Awaitable[Seen]]


def researching(table: Table) -> bool:
    """Return whether all three are asked to research, and the hoarder's full hand allows keeping a card too many."""
    full = len(table.playing.view(HOARDER)["players"][HOARDER]["hand"]) == HAND_LIMIT
    return adepts(table).step == "research" and full and len(table.questions) == 3


async def compare(
    runs: Sequence[AbstractAsyncContextManager[Midgame]], scripts: Sequence[Script], **watch: Any
) -> None:
    """Run the scripts, and assert that all others see the same in each, while the one with the secret does not;
    otherwise the comparison could not fail."""
    seen, own = [], []
    for run, script in zip(runs, scripts, strict=True):
        async with run as game:
            watching = Watch(game, **{"secretive": HOARDER} | watch)
            seen.append(await script(game, watching))
            own.append(watching.own())
    for step, (here, there) in enumerate(zip(*seen, strict=True)):
        for who in here:
            for what, mine, theirs in zip(("shown", "channel", "record"), here[who], there[who], strict=True):
                assert not differences(mine, theirs), f"step {step}: {who} sees a difference in what is {what}"
    assert own[0] != own[1]


async def missed(game: Midgame) -> None:
    """Let the hoarder count as missing, and another player alone have offered the seat to somebody. Any answer that
    others may know of ends both."""
    tables = game.stage.bot.tables
    [row] = await tables.store.games.active()
    lapses = offer(HOARDER, game.stage.clock.now() + timedelta(days=3), "P1", "")
    await tables.store.handovers.offer(row.id, HOARDER, SOMEBODY, Timing(put=[lapses]))
    tables.cache.clear()
    async with tables.cache.hold(row.id) as table:
        table = await transitions.keep(tables.cache, table, replace(table.context, missed={HOARDER: 3}))
    assert table.missing == [HOARDER]
    assert table.may_keep(HOARDER)
    await game.minute()


async def until_it_is_due(game: Midgame) -> None:
    """Let time pass until the automatic answer is due; whoever is to be called before that is called."""
    game.stage.clock.advance(DELAY - A_MOMENT)
    await game.stage.quiet()
    game.stage.clock.advance(A_MOMENT)


def kept(table: Table, which: int) -> str:
    return f"research {table.playing.legal(HOARDER)[which]}"


async def test_an_answer_that_others_do_not_see_is_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is kept above the hand limit, with the discard still to come; then both are answered, in one step or in
    two."""

    async def keeps(game: Midgame, watch: Watch) -> Seen:
        await missed(game)
        table = await game.table()
        await game.play(HOARDER, kept(table, 0))
        table = await game.table()
        assert table.playing.kind(HOARDER) == "discard"
        await game.minute()
        seen = [await watch.look()]
        await game.play(HOARDER, f"discard {table.playing.legal(HOARDER)[0]}")
        return [*seen, await watch.look()]

    async def waits(game: Midgame, watch: Watch) -> Seen:
        await missed(game)
        await game.minute()
        seen = [await watch.look()]
        await game.play(HOARDER, "research pass")
        return [*seen, await watch.look()]

    runs = [midgame(tmp_path / name, monkeypatch, researching) for name in ("one", "other")]
    await compare(runs, [keeps, waits])


async def test_an_answer_that_others_do_not_see_is_taken_back_without_their_knowledge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def takes_back(game: Midgame, watch: Watch) -> Seen:
        await missed(game)
        await game.play(HOARDER, kept(await game.table(), 0))
        await game.minute()
        await game.undo(HOARDER)
        seen = [await watch.look()]
        await game.play(HOARDER, "research pass")
        return [*seen, await watch.look()]

    async def waits(game: Midgame, watch: Watch) -> Seen:
        await missed(game)
        await game.minute()
        seen = [await watch.look()]
        await game.play(HOARDER, kept(await game.table(), 0))
        await game.play(HOARDER, f"discard {(await game.table()).playing.legal(HOARDER)[0]}")
        return [*seen, await watch.look()]

    runs = [midgame(tmp_path / name, monkeypatch, researching) for name in ("one", "other")]
    await compare(runs, [takes_back, waits])


async def test_what_is_kept_and_taken_back_is_nobody_else_s_to_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All see that it was done, undone, and done again, and nothing else, whether another has answered or not."""

    def answers(first: int, then: int) -> Script:
        async def script(game: Midgame, watch: Watch) -> Seen:
            await missed(game)
            seen = []
            for which in (first, then):
                await game.play(HOARDER, kept(await game.table(), which))
                while (await game.table()).playing.kind(HOARDER) == "discard":
                    await game.play(HOARDER, f"discard {(await game.table()).playing.legal(HOARDER)[which]}")
                seen.append(await watch.look())
                if which == first:
                    await game.play("P1", "research pass")
                    await game.undo(HOARDER)
                    seen.append(await watch.look())
            assert adepts(await game.table()).step == "research"
            return seen

        return script

    runs = [midgame(tmp_path / name, monkeypatch, researching) for name in ("one", "other")]
    await compare(runs, [answers(0, -1), answers(-1, 1)])


async def test_a_pass_that_comes_by_itself_is_as_one_that_somebody_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever passed before can undo that for as long, and the same people are called."""

    def asked_next(table: Table) -> bool:
        """Return whether somebody is to cast, then the hoarder, and then the third player."""
        (seat,) = table.playing.asked if len(table.playing.asked) == 1 else ("",)
        if seat in ("", HOARDER) or table.playing.kind(seat) != "cast":
            return False
        after = adepts(table).copy()
        after.play(seat, "pass")
        if after.kind(HOARDER) != "cast":
            return False
        after.play(HOARDER, "pass")
        return after.step == "cast"

    def script(by_itself: bool) -> Script:
        async def passes(game: Midgame, watch: Watch) -> Seen:
            (first,) = (await game.table()).playing.asked
            hoarder = game.players[HOARDER]
            if by_itself:
                panel = (await hoarder.click(await board(hoarder, CHANNEL), "Your move")).message
                choice = (await hoarder.click(panel, "Pass ahead")).message
                game.stage.read()
                await hoarder.click(choice, "Until I am attacked")
            await game.play(first, "cast pass")
            seen = [await watch.look()]
            await game.undo(first)
            await game.play(first, "cast pass")
            seen.append(await watch.look())
            before = (await game.table()).sequence
            await until_it_is_due(game)
            if by_itself:
                await game.stage.quiet()
            else:
                await game.play(HOARDER, "cast pass")
            assert (await game.table()).sequence == before + 1
            return [*seen, await watch.look()]

        return passes

    runs = [midgame(tmp_path / name, monkeypatch, asked_next) for name in ("one", "other")]
    await compare(runs, [script(True), script(False)])


async def test_an_answer_that_was_planned_is_as_one_that_somebody_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much was planned, in however many steps; meanwhile the plan is looked at, withdrawn and made anew."""
    token = "onyx.3x2"

    def assigning(table: Table) -> bool:
        """Return whether somebody is to assign, then the hoarder, and then the third player."""
        (seat,) = table.playing.asked if len(table.playing.asked) == 1 else ("",)
        if seat in ("", HOARDER) or table.playing.kind(seat) != "assign":
            return False
        after = table.playing.copy()
        after.play(seat, after.legal(seat)[0])
        if after.kind(HOARDER) != "assign" or token not in after.legal(HOARDER):
            return False
        after.play(HOARDER, token)
        return any(after.kind(each) == "assign" for each in after.seats if each not in (seat, HOARDER))

    def script(planned: bool) -> Script:
        async def assigns(game: Midgame, watch: Watch) -> Seen:
            (first,) = (await game.table()).playing.asked
            hoarder = game.players[HOARDER]
            if planned:
                panel = (await hoarder.click(await board(hoarder, CHANNEL), "Your move")).message
                await hoarder.click(panel, "Plan ahead")
                plans = game.stage.bot.tables.plans
                for step in (token, "amethyst.3x2"):
                    await plans.add(game.game, hoarder.id, step)
                    await game.stage.quiet()
            seen = [await watch.look()]
            await game.play(first, f"assign {(await game.table()).playing.legal(first)[0]}")
            seen.append(await watch.look())
            before = (await game.table()).sequence
            await until_it_is_due(game)
            if planned:
                await game.stage.quiet()
            else:
                await game.play(HOARDER, f"assign {token}")
            assert (await game.table()).sequence == before + 1
            return [*seen, await watch.look()]

        return assigns

    runs = [midgame(tmp_path / name, monkeypatch, assigning) for name in ("one", "other")]
    await compare(runs, [script(True), script(False)])


async def test_what_a_spellsteal_shows_is_for_its_caster_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the two runs the hand looked at is another, and so is the spell taken from it. Records are left out, since the
    seed dealt other hands."""

    def stealing(table: Table) -> bool:
        return table.playing.kind(THIEF) == "cast" and "15B" in table.playing.legal(THIEF)

    def swapped(start: int) -> Change:
        def change(state: Position) -> None:
            """Exchange the victim's hand with the cards from `start` on in the library."""
            hand, library = state["players"][HOARDER]["hand"], state["library"]
            there = slice(start, start + len(hand))
            library[there], hand[:] = hand[:], in_order(library[there])

        return change

    async def steals(game: Midgame, watch: Watch) -> Seen:
        before = events_since((await game.table()).context, THIEF)
        await game.play(THIEF, "cast 15B")
        while (await game.table()).playing.kind(THIEF) == "pay":
            await game.play(THIEF, f"pay {(await game.table()).playing.legal(THIEF)[0]}")
        await game.play(THIEF, f"opponent {HOARDER}")
        table = await game.table()
        assert table.playing.kind(THIEF) == "take-spell"
        assert "saw_hand" in {event.kind for event in events_since(table.context, THIEF)}
        assert "saw_hand" not in {event.kind for event in before}
        seen = [await watch.look()]
        await game.play(THIEF, f"take-spell {table.playing.legal(THIEF)[0]}")
        return [*seen, await watch.look()]

    runs = [midgame(tmp_path / str(start), monkeypatch, stealing, swapped(start)) for start in (-6, -12)]
    await compare(runs, [steals, steals], secretive=THIEF, victim=HOARDER, records=False)
