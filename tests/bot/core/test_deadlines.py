"""Deadlines: the pace gives each answer its time; when it is over, a computer player makes that one move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.automatic.computers import Computers
from bot.clock import MovedClock
from bot.tables import Tables
from bot.tables.errors import Stale, WrongMoment
from bot.tables.history import news
from game.adepts import Game
from game.adepts.rules.cards import in_order
from game.adepts.rules.gems import HAND_LIMIT
from game.core.decisions import PASS
from game.core.words import ATTACK
from storage import Status, Storage
from tests.bot.acting import events_since
from tests.bot.waiting import DAY, HOUR, MINUTE, later, waiting

from .tables import ANN, BOB, CHANNEL, USERS, begun, mover, play_first, play_until, three


async def test_when_the_time_is_over_a_computer_player_makes_that_one_move(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        seat, user, number = mover(table)
        assert {each: left.until for each, left in table.deadlines.items()} == {seat: clock.now() + DAY}
        await later(alarm, clock, DAY - MINUTE)
        assert (await tables.look(table.id)).sequence == 0
        await later(alarm, clock, MINUTE)
        table = await tables.look(table.id)
        assert table.sequence == 1
        [entry] = await tables.store.moves.entries(table.id)
        assert (entry.seat, entry.user_id, entry.policy, entry.question) == (seat, None, "late", number)
        words, events = table.kit.words, events_since(table.context, seat)
        assert f"{table.named(seat)}'s time was up" in " ".join(news.lines(words, events, table.names))
        assert "Your time was up" in " ".join(news.sentences(words, events, table.names, seat))
        [(asked, left)] = table.deadlines.items()
        assert left.until == clock.now() + DAY
        with pytest.raises(Stale, match="Your time"):
            await tables.moves.play(table.id, user, "pass", question=number)
        assert asked in table.questions


async def test_what_one_press_would_answer_is_one_move_by_the_clock_too(tables: Tables, clock: MovedClock) -> None:
    """Spirit Ground: a warrior is placed, turned and enhanced within one deadline, missed once. The same holds for the
    rest of a move that somebody has begun."""
    async with waiting(tables) as alarm:
        table = await begun(tables, game="spirit-ground", pace="day")
        for begins_by_hand in (False, True):
            table = await play_until(tables, table, "place")
            seat, _, _ = mover(table)
            if begins_by_hand:
                table = await play_first(tables, table)
                assert table.playing.kind(seat) == "rotate"
            before = table.sequence
            await later(alarm, clock, DAY)
            table = await tables.look(table.id)
            assert table.playing.kind(seat) not in ("rotate", "enhance")
            assert table.context.missed[seat] == 1
            made = (await tables.store.moves.entries(table.id))[before:]
            assert {(each.seat, each.policy) for each in made} == {(seat, "late")}


async def test_if_what_the_computer_player_chose_is_not_legal_another_answer_is_given(
    tables: Tables, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for ever for somebody who is gone."""

    chosen = iter([["no such move"]])

    async def once(*_: object) -> list[str]:
        return next(chosen)

    monkeypatch.setattr(Computers, "cautious", once)
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        seat, _, number = mover(table)
        await later(alarm, clock, DAY)
        [entry] = await tables.store.moves.entries(table.id)
        assert (entry.seat, entry.policy, entry.question) == (seat, "late", number)


async def test_it_passes_where_it_can_and_never_casts(tables: Tables, clock: MovedClock) -> None:
    """In a whole game that nobody plays each move is a pass, if one was possible."""
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="12h")
        kinds = set[str]()
        while table.status is Status.RUNNING:
            seat = next(iter(table.questions))
            decision, before = table.playing.pending[seat], table.sequence
            kinds.add(decision.kind)
            await later(alarm, clock, 12 * HOUR)
            table = await tables.look(table.id)
            made = [each for each in (await tables.store.moves.entries(table.id))[before:] if each.seat == seat]
            assert (made[0].token == PASS) == (PASS in decision.tokens)
            assert len(made) == 1 or decision.private
            assert "cast" not in {event.kind for event in events_since(table.context, None)}
        assert {"assign", "cast", "research"} <= kinds
        assert table.status is Status.OVER
        assert not table.deadlines
        assert await tables.store.timers.of_game(table.id) == ()


async def test_without_a_pace_nobody_is_hurried(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables)
        assert not table.deadlines
        await later(alarm, clock, 400 * DAY)
        assert (await tables.look(table.id)).sequence == 0


async def test_each_answer_has_its_time_and_what_others_do_changes_nobody_s(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await three(tables, pace="day")
        start = clock.now()
        assert {left.until - start for left in table.deadlines.values()} == {DAY}
        await later(alarm, clock, HOUR)
        table = (await tables.moves.play(table.id, BOB, "pass")).table
        assert {seat: left.until - start for seat, left in table.deadlines.items()} == {"P1": DAY, "P3": DAY}
        await later(alarm, clock, 23 * HOUR)
        table = await tables.look(table.id)
        assert not table.in_secret
        assert {left.until for left in table.deadlines.values()} == {clock.now() + DAY}


async def test_in_a_private_round_all_that_a_seat_is_asked_is_answered_and_told_once(
    tables: Tables, clock: MovedClock
) -> None:
    """The others see that the time was up, but neither what was chosen nor how many questions there were."""
    async with waiting(tables) as alarm:
        table = await three(tables, pace="day")
        state = table.playing.to_dict()  # keeping a card with a full hand asks for a discard
        hand, library = state["players"]["P1"]["hand"], state["library"]
        while len(hand) < HAND_LIMIT:
            hand.append(library.pop())
        state["players"]["P1"]["hand"] = list(in_order(hand))
        tables.cache.put(table := replace(table, game=Game.from_dict(state)))
        keeps = next(token for token in table.playing.legal("P1") if token != PASS)
        before = (await tables.moves.play(table.id, ANN, keeps)).table
        assert "P1" in before.questions
        await later(alarm, clock, DAY)
        table = await tables.look(table.id)
        assert not table.in_secret
        news_told = [event for event in events_since(table.context, None) if news.of_table(event)]
        assert sorted(event.data["seat"] for event in news_told) == ["P1", "P2", "P3"]
        assert before.deadlines["P1"] == before.deadlines["P2"]


async def test_what_was_chosen_in_secret_for_somebody_cannot_be_taken_back(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await three(tables, pace="day")
        await later(alarm, clock, HOUR)
        await tables.moves.play(table.id, BOB, "pass")
        await later(alarm, clock, HOUR)
        table = (await tables.moves.undo(table.id, BOB)).table
        await later(alarm, clock, 22 * HOUR)
        table = await tables.look(table.id)
        assert list(table.waiting) == ["P2"]
        for seat in ("P1", "P3"):
            with pytest.raises(WrongMoment):
                await tables.moves.undo(table.id, USERS[seat])
        tables.cache.clear()
        assert not (await tables.look(table.id)).can_undo("P1")
        assert (await tables.look(table.id)).context.missed == {"P1": 1, "P3": 1}
        table = (await tables.moves.play(table.id, BOB, "pass")).table
        assert not table.in_secret


async def test_what_is_told_of_the_time_in_secret_stays_before_the_choices_made_then(
    tables: Tables, clock: MovedClock
) -> None:
    """Also when somebody who answered before takes that back, so that those choices are earlier moves."""
    table = await three(tables, pace="day")
    while table.playing.kind("P1") != "research" or len(table.view("P1")["players"]["P1"]["hand"]) < HAND_LIMIT:
        first = mover(table)[0] == "P1" and table.playing.kind("P1") == "research"
        legal = table.playing.legal(mover(table)[0])
        table = await play_first(tables, table, pick=0 if first or PASS not in legal else legal.index(PASS))
    await tables.moves.play(table.id, BOB, PASS)
    clock.advance(DAY)
    game, keeps = table.playing.copy(), table.playing.legal("P1")[0]
    game.play("P1", keeps)
    await tables.moves.play_late(table.id, "P1", table.questions["P1"].number, [keeps, game.legal("P1")[0]])
    for undone in (False, True):
        if undone:
            await tables.moves.undo(table.id, BOB)
        told = (await tables.logbook.read(await tables.look(table.id), "P1")).told
        since = [each.event.kind for each in told if each.ply > table.playing.ply]
        assert since[0] == news.TIME_UP, undone
        assert len(since) > 2


async def test_a_move_by_the_clock_ends_what_could_be_taken_back_and_is_nobody_s_to_take_back(
    tables: Tables, clock: MovedClock
) -> None:
    async with waiting(tables) as alarm:
        table = await play_first(tables, await begun(tables, pace="day"))
        first = next(seat for seat in ("P1", "P2") if table.can_undo(seat))
        await later(alarm, clock, DAY)
        table = await tables.look(table.id)
        assert not any(table.can_undo(seat) for seat in ("P1", "P2"))
        with pytest.raises(WrongMoment):
            await tables.moves.undo(table.id, USERS[first])


async def test_who_takes_a_move_back_has_what_was_left_and_the_others_none(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        seat, user, _ = mover(table)
        await later(alarm, clock, HOUR)
        await play_first(tables, table)
        await later(alarm, clock, HOUR)
        table = (await tables.moves.undo(table.id, user)).table
        assert {each: left.until for each, left in table.deadlines.items()} == {seat: clock.now() + 23 * HOUR}
        rows = await tables.store.timers.of_game(table.id)
        assert {row.about.split()[0] for row in rows} == {seat}
        assert [row.due_at for row in rows if row.kind == "deadline"] == [clock.now() + 23 * HOUR]


@pytest.mark.parametrize("first", ["click", "clock"])
async def test_a_click_at_the_same_moment_wins_or_is_told(tables: Tables, clock: MovedClock, first: str) -> None:
    computers = Computers(tables)
    table = await begun(tables, pace="day")
    seat, user, number = mover(table)
    token = table.playing.legal(seat)[0]
    clock.advance(DAY)
    [late] = await computers.cautious(table, seat)
    click = tables.moves.play(table.id, user, token, question=number, interaction_id=7)
    ours = tables.moves.play_late(table.id, seat, number, (late,))
    pair = (click, ours) if first == "click" else (ours, click)
    one, other = await asyncio.gather(*map(asyncio.ensure_future, pair), return_exceptions=True)
    assert not isinstance(one, BaseException)
    assert isinstance(other, Stale)
    if first == "clock":
        assert "Your time was up" in other.text
    [entry] = await tables.store.moves.entries(table.id)
    assert (entry.user_id, entry.policy) == ((user, None) if first == "click" else (None, "late"))


async def test_the_person_goes_on_with_the_next_question_and_is_counted_present(
    tables: Tables, clock: MovedClock
) -> None:
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        while table.context.missed.get("P1", 0) < 2:
            if "P1" in table.questions:
                await later(alarm, clock, DAY)
                table = await tables.look(table.id)
            else:
                table = await play_first(tables, table)
        while "P1" not in table.questions:
            table = await play_first(tables, table)
        table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0])).table
        assert "P1" not in table.context.missed


async def test_passing_ahead_makes_nobody_present(tables: Tables, clock: MovedClock) -> None:
    table = await play_until(tables, await begun(tables, pace="three-days"), "cast")
    seat, user, _ = mover(table)
    table = await tables.moves.pass_ahead(table.id, user, ATTACK)
    tables.cache.put(table := replace(table, context=table.context.late(seat)))
    clock.advance(HOUR)
    await tables.moves.pass_due(table.id, seat)
    after = await tables.look(table.id)
    assert after.sequence == table.sequence + 1
    assert after.context.missed == {seat: 1}


async def test_who_passes_ahead_is_never_late(store: Storage, clock: MovedClock) -> None:
    """Even if the time is over before the pass would come; otherwise the others would know that it was not a choice."""
    tables = Tables(store, clock=clock, seed="tables", delay=lambda *_: HOUR)
    async with waiting(tables) as alarm:
        table = await play_until(tables, await begun(tables, pace="10m"), "cast")
        seat, user, _ = mover(table)
        table = await tables.moves.pass_ahead(table.id, user, ATTACK)
        await later(alarm, clock, 10 * MINUTE)
        after = await tables.look(table.id)
        [entry] = (await tables.store.moves.entries(table.id))[table.sequence :]
        assert (entry.seat, entry.user_id, entry.policy, entry.token) == (seat, user, None, PASS)
        assert not after.context.missed
        assert not any(news.of_table(event) for event in events_since(after.context, None))


async def test_two_deadlines_at_two_tables_at_the_same_moment(tables: Tables, clock: MovedClock) -> None:
    async with waiting(tables) as alarm:
        games = [await begun(tables, channel=channel, pace="day") for channel in (CHANNEL, CHANNEL + 1)]
        await later(alarm, clock, DAY)
        assert [(await tables.look(game.id)).sequence for game in games] == [1, 1]


@pytest.mark.parametrize(("after", "left"), [(HOUR, 23 * HOUR), (DAY - 10 * MINUTE, 2.4 * HOUR)])
async def test_whoever_takes_a_move_back_has_what_was_left_of_the_time(
    tables: Tables, clock: MovedClock, after: timedelta, left: timedelta
) -> None:
    """At least a tenth of the pace; and the table still says since when they were first asked."""
    table = await begun(tables, pace="day")
    [(seat, since)] = table.waiting.items()
    clock.advance(after)
    table = await play_first(tables, table)
    assert seat not in table.waiting
    clock.advance(MINUTE)
    tables.cache.clear()
    await tables.moves.undo(table.id, USERS[seat])
    tables.cache.clear()
    table = await tables.look(table.id)
    assert abs(table.deadlines[seat].until - clock.now() - left) < MINUTE / 2
    assert table.waiting == {seat: since}


async def test_in_a_private_round_too(tables: Tables, clock: MovedClock) -> None:
    table = await three(tables, pace="day")
    since = table.waiting["P2"]
    clock.advance(HOUR)
    await tables.moves.play(table.id, BOB, "pass")
    clock.advance(HOUR)
    tables.cache.clear()
    table = (await tables.moves.undo(table.id, BOB)).table
    assert abs(table.deadlines["P2"].until - clock.now() - 23 * HOUR) < MINUTE / 2
    assert table.waiting["P2"] == since
