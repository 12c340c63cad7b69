"""The budget of requests to Discord's API: never too many in a second, and the most urgent first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery import budget as budgets
from bot.delivery.budget import Budget, Kind, Route, Urgency, Wanted
from bot.delivery.rest import Later, Rest
from cli.configuration import run_async

from .leaping import leap

EDIT = Route(Kind.EDIT, 1)


async def sent(budget: Budget, urgency: Urgency, log: list[tuple[float, Urgency]]) -> None:
    await budget.admit(urgency)
    log.append((asyncio.get_running_loop().time(), urgency))


@given(st.lists(st.tuples(st.floats(0, 3), st.sampled_from(Urgency)), max_size=60), st.integers(1, 7))
def test_no_second_has_more_than_the_most_and_all_get_their_turn(
    wanted: list[tuple[float, Urgency]], most: int
) -> None:
    log = list[tuple[float, Urgency]]()

    async def all_of_them() -> None:
        budget = Budget(most)

        async def one(after: float, urgency: Urgency) -> None:
            await asyncio.sleep(after)
            await sent(budget, urgency, log)

        await asyncio.gather(*(one(*each) for each in wanted))

    leap(all_of_them())
    times = [moment for moment, _ in log]
    assert len(times) == len(wanted)
    assert all(later - earlier > 1 for earlier, later in zip(times, times[most:], strict=False))


def test_whoever_calls_somebody_overtakes_what_tidies_up_but_not_for_ever() -> None:
    log = list[tuple[float, Urgency]]()

    async def storm() -> None:
        budget = Budget(1)
        tidying = asyncio.create_task(sent(budget, Urgency.TIDIES, log))
        await asyncio.sleep(0)
        tidying_later = asyncio.create_task(sent(budget, Urgency.TIDIES, log))
        calls = list[asyncio.Task[None]]()
        for _ in range(20):
            calls.append(asyncio.create_task(sent(budget, Urgency.CALLS, log)))
            await asyncio.sleep(1)
        await asyncio.gather(tidying, tidying_later, *calls)

    leap(storm())
    order = [urgency for _, urgency in log]
    assert order[0] is Urgency.TIDIES
    assert order.index(Urgency.TIDIES, 1) in range(5, 8)


def wanting(route: Route) -> Wanted:
    async def wanted() -> tuple[Urgency, Route]:
        return Urgency.SHOWS, route

    return wanted


def test_a_turn_that_is_not_used_is_the_next_one_s() -> None:
    async def work() -> list[float]:
        budget, loop, changed = Budget(1), asyncio.get_running_loop(), asyncio.Event()
        moments = list[float]()
        async with budget.turn(wanting(EDIT), changed):
            await budget.admit(Urgency.SHOWS, EDIT)
            moments.append(loop.time())
        async with budget.turn(wanting(EDIT), changed):
            pass
        await budget.admit(Urgency.SHOWS)
        moments.append(loop.time())
        return moments

    first, second = leap(work())
    assert first == 0
    assert 1 < second < 2


def test_what_was_begun_within_a_turn_and_still_runs_has_none_any_more() -> None:
    async def work() -> list[float]:
        budget, loop, ended = Budget(1), asyncio.get_running_loop(), asyncio.Event()
        moments = list[float]()

        async def late() -> None:
            await ended.wait()
            await budget.admit(Urgency.SHOWS)
            moments.append(loop.time())

        async with budget.turn(wanting(EDIT), asyncio.Event()):
            begun = asyncio.create_task(late())
        await budget.admit(Urgency.SHOWS)
        moments.append(loop.time())
        ended.set()
        await begun
        return moments

    first, second = leap(work())
    assert first == 0
    assert 1 < second < 2


def test_whoever_waits_goes_at_once_when_a_turn_is_given_back() -> None:
    async def work() -> float:
        budget, changed = Budget(1), asyncio.Event()

        async def comes_later() -> None:
            await asyncio.sleep(0.1)
            await budget.admit(Urgency.SHOWS, EDIT)

        waiting = asyncio.create_task(comes_later())
        async with budget.turn(wanting(EDIT), changed):
            await asyncio.sleep(0.3)
            assert budget.waiting == 1
        await waiting
        return asyncio.get_running_loop().time()

    assert leap(work()) == 0.3


def test_turns_that_are_given_back_at_once_let_whoever_waits_go() -> None:
    """Also on the event loop that the bot runs on."""

    async def work() -> int:
        budget, given_back = Budget(2), asyncio.Event()

        async def unused() -> None:
            async with budget.turn(wanting(EDIT), asyncio.Event()):
                await given_back.wait()

        turns = [asyncio.create_task(unused()) for _ in range(2)]
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(budget.admit(Urgency.SHOWS)) for _ in range(2)]
        await asyncio.sleep(0)
        stood = budget.waiting
        given_back.set()
        await asyncio.gather(*turns, *waiting)
        return stood

    assert leap(work()) == 2
    assert run_async(work()) == 2


BOARDS = st.tuples(
    st.floats(0, 3), st.sampled_from([0, 0.3, 2, 8]), st.integers(0, 2), st.integers(1, 2), st.sampled_from(Kind)
)
"""When a board begins, how long it is drawn, its number of requests, its channel, and the kind of request it
expected."""


@given(st.lists(BOARDS, max_size=40), st.integers(1, 7))
def test_a_request_counts_when_it_goes_out_and_not_when_its_turn_was_given(
    boards: list[tuple[float, float, int, int, Kind]], most: int
) -> None:
    """Whatever is drawn or given back meanwhile: no second has more requests than `most`, and no five seconds have more
    than a channel allows."""
    log = list[tuple[float, Route]]()

    async def all_of_them() -> None:
        budget = Budget(most)

        async def board(after: float, drawing: float, requests: int, channel: int, kind: Kind) -> None:
            await asyncio.sleep(after)
            async with budget.turn(wanting(Route(kind, channel)), asyncio.Event()):
                await asyncio.sleep(drawing)
                for _ in range(requests):
                    await budget.admit(Urgency.SHOWS, Route(Kind.EDIT, channel))
                    log.append((asyncio.get_running_loop().time(), Route(Kind.EDIT, channel)))

        await asyncio.gather(*(board(*each) for each in boards))
        assert budget.waiting == 0

    leap(all_of_them())
    assert len(log) == sum(requests for _, _, requests, *_ in boards)
    assert all(later[0] - earlier[0] > 1 for earlier, later in zip(log, log[most:], strict=False))
    for channel in (1, 2):
        edits = [moment for moment, route in log if route.channel_id == channel]
        assert all(later - earlier > 5 for earlier, later in zip(edits, edits[5:], strict=False))


def test_boards_that_could_not_be_drawn_for_long_do_not_all_go_out_at_once() -> None:
    """They go before newer ones."""
    log = list[tuple[float, int]]()

    async def work() -> None:
        budget, died = Budget(40), asyncio.Event()

        async def board(channel: int) -> None:
            async with budget.turn(wanting(Route(Kind.EDIT, channel)), asyncio.Event()):
                await died.wait()
                await budget.admit(Urgency.SHOWS, Route(Kind.EDIT, channel))
                log.append((asyncio.get_running_loop().time(), channel))

        boards = [asyncio.create_task(board(channel)) for channel in range(120)]
        await asyncio.sleep(10)
        boards += [asyncio.create_task(board(channel)) for channel in range(120, 200)]
        await asyncio.sleep(0)
        assert budget.waiting == 40
        died.set()
        await asyncio.gather(*boards)

    leap(work())
    assert max(sum(moment <= each < moment + 1 for each, _ in log) for moment, _ in log) == 40
    assert {channel for _, channel in log[40:160]} == set(range(120))


def test_what_becomes_another_request_while_it_waits_does_not_wait_for_the_former_one() -> None:
    async def work() -> float:
        budget, changed, route = Budget(40), asyncio.Event(), EDIT
        for _ in range(5):
            await budget.admit(Urgency.SHOWS, EDIT)

        async def wanted() -> tuple[Urgency, Route]:
            return Urgency.SHOWS, route

        async def change() -> None:
            nonlocal route
            await asyncio.sleep(1)
            route = Route(Kind.POST, 1)
            changed.set()

        changing = asyncio.create_task(change())
        async with budget.turn(wanted, changed):
            await changing
            assert budget.waiting == 0
            assert not changed.is_set(), "it has been asked what it is to be now"
            return asyncio.get_running_loop().time()

    assert leap(work()) == 1


async def at_once(budget: Budget) -> None:
    await budget.admit(Urgency.CALLS)


async def in_a_turn(budget: Budget) -> None:
    async with budget.turn(wanting(EDIT), asyncio.Event()):
        pass


@pytest.mark.parametrize("wait", [at_once, in_a_turn])
@pytest.mark.parametrize("is_admitted", [False, True], ids=["waiting", "just admitted"])
def test_whoever_gives_up_holds_up_nobody(wait: Callable[[Budget], Awaitable[None]], is_admitted: bool) -> None:
    """Neither in the queue nor, if its turn has just come, with a place that it takes no more."""

    async def work() -> float:
        budget = Budget(2)
        await budget.admit(Urgency.CALLS)
        await budget.admit(Urgency.CALLS)

        async def before() -> None:
            await budget.admit(Urgency.CALLS)
            if is_admitted:
                gone.cancel()

        both = asyncio.ensure_future(before()), (gone := asyncio.ensure_future(wait(budget)))
        await asyncio.sleep(0)
        assert budget.waiting == 2
        if not is_admitted:
            gone.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        assert gone.cancelled()
        await budget.admit(Urgency.CALLS)
        assert budget.waiting == 0
        return asyncio.get_running_loop().time()

    assert 1 < leap(work()) < 2


def test_whoever_only_looks_goes_before_what_is_shown_and_waits_for_nothing_longer_than_briefly() -> None:
    """In a storm somebody's answer may depend on that look; after a short time it is given up."""
    moments = list[float]()

    async def seen() -> None:
        moments.append(asyncio.get_running_loop().time())

    async def storm() -> None:
        budget = Budget(1)
        rest = Rest(brief=1.5, budget=budget)
        await budget.admit(Urgency.SHOWS)
        showing = [asyncio.create_task(budget.admit(Urgency.SHOWS)) for _ in range(10)]
        await asyncio.sleep(0)
        await rest.look(seen)
        calling = [asyncio.create_task(budget.admit(Urgency.CALLS)) for _ in range(10)]
        await asyncio.sleep(0)
        began = asyncio.get_running_loop().time()
        with pytest.raises(Later):
            await rest.look(seen)
        moments.append(asyncio.get_running_loop().time() - began)
        await asyncio.gather(*showing, *calling)

    leap(storm())
    assert moments == pytest.approx([1.02, 1.5])


def test_a_channel_that_takes_no_more_holds_up_no_other() -> None:
    edits, others = EDIT, Route(Kind.EDIT, 2)
    log = list[tuple[float, int]]()

    async def edit(budget: Budget, route: Route) -> None:
        await budget.admit(Urgency.SHOWS, route)
        log.append((asyncio.get_running_loop().time(), route.channel_id))

    async def work() -> None:
        budget = Budget(40)
        await asyncio.gather(*(edit(budget, edits) for _ in range(7)), edit(budget, others))
        assert budget.is_free(others)
        assert budget.is_free(Route(Kind.POST, 1))

    leap(work())
    assert [(moment < 1, channel) for moment, channel in log] == [(True, 1)] * 5 + [(True, 2)] + [(False, 1)] * 2
    assert 5 < log[-1][0] < 6


def test_a_long_queue_is_not_looked_through_for_each_that_comes_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more channels than the budget remembers: channels that nothing was sent to are not remembered."""
    many, looks, opens = 2 * budgets._KEPT, 0, budgets._Window.opens

    def counted(window: budgets._Window, now: float) -> float:
        nonlocal looks
        looks += 1
        return opens(window, now)

    async def work() -> None:
        budget = Budget(40)

        def edits() -> list[asyncio.Task[None]]:
            routes = [Route(Kind.EDIT, channel) for channel in range(many)]
            return [asyncio.create_task(budget.admit(Urgency.SHOWS, route)) for route in routes]

        gone, kept = edits(), edits()
        await asyncio.sleep(0.5)
        for each in gone:
            each.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        assert budget.waiting == many
        await asyncio.gather(*kept)
        assert budget.waiting == 0
        assert len(budget._routes) <= budgets._KEPT + 1

    monkeypatch.setattr(budgets._Window, "opens", counted)
    leap(work())
    assert looks < 20 * many
