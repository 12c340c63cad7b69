"""Planning ahead: a plan is carried out when it is its player's turn, and nobody else can tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.panels.passing import cancelled
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.errors import BadWish, Stale
from bot.tables.planning import planned
from game.adepts import Game
from game.adepts.kit import KIT
from game.adepts.rules.spells import SPELLS
from game.core.decisions import Decision, Event
from game.core.words import PHASE
from storage import Storage

from .tables import ANN, BOB, CHANNEL, begun, mover, play_until, three
from .test_passing import DELAY, alarm_of, other, passed


@pytest.fixture
def tables(store: Storage, clock: MovedClock) -> Tables:
    return Tables(store, clock=clock, seed="tables", delay=lambda *_: DELAY)


async def assigning(tables: Tables) -> Table:
    return await play_until(tables, await begun(tables), "assign")


async def planning(tables: Tables, table: Table, user: int, *steps: Sequence[str]) -> Table:
    for number, step in enumerate(steps, 1):
        for at, token in enumerate(step):
            table = await tables.plans.add(table.id, user, token, step=number if at else None)
    return table


async def played(tables: Tables, table: Table, token: str) -> Table:
    _, user, number = mover(table)
    return (await tables.moves.play(table.id, user, token, question=number)).table


def groups(table: Table, user: int) -> dict[str, int]:
    """Return the numbers of this person's miners by work site."""
    seat = table.seat_of(user).seat
    return {
        f"{gem}.{number}": party[1]
        for gem, mine in table.public["mines"].items()
        for number, party in enumerate(mine["sites"], 1)
        if party and party[0] == seat
    }


async def test_a_plan_is_done_step_by_step_in_its_order(tables: Tables, clock: MovedClock) -> None:
    table = await assigning(tables)
    user = other(table)
    table = await planning(tables, table, user, ["diamond.1x3"], ["ruby.1x4"], ["onyx.1x3"])
    for done in range(1, 4):
        legal = [each for each in table.playing.legal(mover(table)[0]) if each.startswith(("topaz", "citrine"))]
        table = await played(tables, table, legal[0])
        assert mover(table)[1] == user
        clock.advance(DELAY)
        table = await passed(tables, table)
        assert groups(table, user) == dict([("diamond.1", 3), ("ruby.1", 4), ("onyx.1", 3)][:done])
    assert not table.context.plans


async def test_it_is_not_done_before_its_moment(tables: Tables, clock: MovedClock) -> None:
    table = await assigning(tables)
    user = other(table)
    table = await played(tables, await planning(tables, table, user, ["diamond.1x3"]), "topaz.1x2")
    clock.advance(DELAY - timedelta(seconds=1))
    assert not groups(await passed(tables, table), user)


async def test_a_second_choice_is_taken_where_the_first_is_not_possible(tables: Tables, clock: MovedClock) -> None:
    table = await assigning(tables)
    user = other(table)
    table = await planning(tables, table, user, ["diamond.3x3", "onyx.1x2"])
    table = await played(tables, table, "diamond.3x2")
    clock.advance(DELAY)
    assert groups(await passed(tables, table), user) == {"onyx.1": 2}


async def test_a_group_that_would_dig_less_than_planned_is_not_as_planned(tables: Tables, clock: MovedClock) -> None:
    """Two players want the eight diamonds: behind two groups of four none would be left, so the person decides."""
    table = await assigning(tables)
    user = other(table)
    state = table.playing.to_dict()
    state["mines"]["diamond"]["sites"][1] = [table.seat_of(user).seat, 4]
    table = replace(table, game=Game.from_dict(state))
    tables.cache.put(table)
    table = await planning(tables, table, user, ["diamond.3x2"])
    table = await played(tables, table, "diamond.1x4")
    assert not table.context.due
    seat = mover(table)[0]
    assert "diamond.3x2" in table.playing.legal(seat)
    [why] = planned.reasons(table.kit, table.context.plans[seat], table.playing, seat, table.names)
    assert "would dig 0" in why


async def test_whoever_s_plan_does_not_go_on_is_asked_and_told_what_has_changed(tables: Tables) -> None:
    table = await assigning(tables)
    user = other(table)
    table = await planning(tables, table, user, ["diamond.1x3"], ["ruby.1x3"])
    table = await played(tables, table, "diamond.1x2")
    assert not table.context.due
    seat = mover(table)[0]
    [why] = planned.reasons(table.kit, table.context.plans[seat], table.playing, seat, table.names)
    assert "Diamond I" in why
    table = await played(tables, table, "onyx.1x2")
    assert not table.context.plans


async def test_another_answer_than_planned_ends_the_plan_and_the_planned_one_does_not(tables: Tables) -> None:
    for channel, token, left in ((21, "diamond.1x3", 1), (22, "topaz.3x2", 0)):
        table = await play_until(tables, await begun(tables, channel=channel), "assign")
        user = mover(table)[1]
        table = await planning(tables, table, user, ["diamond.1x3"], ["ruby.1x3"])
        assert table.context.due
        table = await played(tables, table, token)
        assert sum(map(len, table.context.plans.values())) == left


async def test_a_plan_survives_a_restart_and_so_does_its_moment(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    table = await assigning(tables)
    user = other(table)
    table = await played(tables, await planning(tables, table, user, ["diamond.1x3", "ruby.1x3"]), "topaz.1x2")
    again = Tables(store, clock=clock, delay=lambda *_: DELAY)
    assert (await again.look(table.id)).context == table.context
    for late in (True, False):  # a moment that passed while the bot was away is drawn anew
        clock.advance(DELAY if late else DELAY / 2)
        alarm = alarm_of(again, store, clock)
        await alarm.start()
        await alarm.idle()
        assert not groups(await again.look(table.id), user)
        if not late:
            clock.advance(DELAY / 2)
            await alarm.idle()
        await alarm.stop()
    assert groups(await again.look(table.id), user) == {"diamond.1": 3}


async def test_undo_takes_a_planned_answer_back_and_withdraws_the_plan(tables: Tables, clock: MovedClock) -> None:
    table = await assigning(tables)
    user = other(table)
    table = await planning(tables, table, user, ["diamond.1x3"], ["ruby.1x3"])
    table = await played(tables, table, "topaz.1x2")
    clock.advance(DELAY)
    table = await passed(tables, table)
    assert table.context.plans
    outcome = await tables.moves.undo(table.id, user)
    table = outcome.table
    assert mover(table)[1] == user
    assert outcome.said == "-# Your plan is withdrawn, since you have taken a choice back."
    assert (table.context.plans, table.context.due, groups(table, user)) == ({}, {}, {})


async def test_undo_of_an_answer_that_no_plan_is_about_leaves_the_plan(tables: Tables) -> None:
    """A choice in research is undone; the groups planned for the next turn stay planned."""
    table = await three(tables)
    seat, user, _ = mover(table)
    table = await played(tables, await planning(tables, table, user, ["diamond.1x3"]), table.playing.legal(seat)[0])
    plans = dict(table.context.plans)
    outcome = await tables.moves.undo(table.id, user)
    assert outcome.table.playing.kind(seat) == "research"
    assert plans
    assert (outcome.table.context.plans, outcome.said) == (plans, "")


async def test_undo_of_a_cast_leaves_the_plan_of_the_one_who_cast(tables: Tables) -> None:
    table = await casting(tables, "3B")
    seat, user, _ = mover(table)
    table = await played(tables, await planning(tables, table, user, ["diamond.1x3"]), "3B")
    plans = dict(table.context.plans)
    outcome = await tables.moves.undo(table.id, user)
    assert outcome.table.playing.kind(seat) == "cast"
    assert plans
    assert (outcome.table.context.plans, outcome.said) == (plans, "")


async def casting(tables: Tables, spell: str) -> Table:
    """Return phase I's casting step; the player asked first holds this spell, and can pay for it."""
    table = await begun(tables, spells="battlefield")
    while (table.turn, table.public["phase"]) < (2, "I"):
        legal = table.playing.legal(mover(table)[0])
        table = await played(tables, table, "pass" if "pass" in legal else legal[0])
    state = table.playing.to_dict()
    mine, others = (
        state["players"][mover(table)[0]],
        [state["library"], *(p["hand"] for p in state["players"].values())],
    )
    next(cards for cards in others if spell in cards).remove(spell)
    mine["hand"] = [spell]
    for player in state["players"].values():
        player["hand_size"] = len(player["hand"])
        player["battery"] = dict.fromkeys(player["battery"], 3)
    table = replace(table, game=Game.from_dict(state))
    tables.cache.put(table)
    assert spell in table.playing.legal(mover(table)[0])
    return table


async def test_what_was_set_down_since_stays_when_another_goes_back_to_the_phase_before(tables: Tables) -> None:
    """A plan for the next turn that was made in phase III, and passing that phase, come back when the game reaches them
    again."""
    table = await casting(tables, "3B")
    state = table.playing.to_dict()
    players, library = state["players"].values(), state["library"]
    for player in players:
        library += player["hand"]
    for player in players:
        player["hand"] = [next(each for each in library if SPELLS[each].phase == at) for at in ("II", "III")]
        player["hand_size"] = len(player["hand"])
        for spell in player["hand"]:
            library.remove(spell)
    table = replace(table, game=Game.from_dict(state))
    tables.cache.put(table)
    while table.public["phase"] != "III":
        last = mover(table)[0]
        legal = table.playing.legal(last)
        token = "pass" if table.public["phase"] == "II" and "pass" in legal else legal[0]
        table = await played(tables, table, token)
    user = other_than(table, last)
    table = await planning(tables, await tables.moves.pass_ahead(table.id, user, PHASE), user, ["diamond.1x3"])
    wanted = table.context.ahead, table.context.plans
    table = (await tables.moves.undo(table.id, table.seat(last).user_id or 0)).table
    assert table.public["phase"] == "II"
    assert (table.context.ahead, table.context.plans) == wanted
    table = await played(tables, table, token)
    assert table.public["phase"] == "III"
    assert (table.context.ahead, table.context.plans) == wanted
    while mover(table)[1] != user:
        table = await played(tables, table, "pass")
    assert table.public["phase"] == "III"
    assert table.context.due


async def test_whose_plan_is_over_as_another_goes_back_to_before_it_is_told_so_alone(tables: Tables) -> None:
    """Groups planned for the next turn would otherwise be assigned in the current one, which is not over any more."""
    table = await assigning(tables)
    while table.public["phase"] == "I":
        last = mover(table)[0]
        legal = table.playing.legal(last)  # prefers gems with which both can cast next
        table = await played(tables, table, max(legal, key=lambda token: token.startswith(("amethyst", "sapphire"))))
    assert (table.public["phase"], table.public["step"]) == ("III", "cast")
    user = other_than(table, last)
    seat = table.seat_of(user).seat
    await tables.plans.add(table.id, user, "diamond.3x4")
    table = (await tables.moves.undo(table.id, table.seat(last).user_id or 0)).table
    assert (table.public["phase"], table.context.plans) == ("I", {})
    tables.cache.clear()
    table = await tables.look(table.id)
    told = {each: cancelled(KIT.words, table.context, each, table.names) for each in table.playing.seats}
    assert told == {
        last: [],
        seat: [f"-# Your **plan** is over: {table.names[last]} took back a choice that came before it."],
    }


def other_than(table: Table, seat: str) -> int:
    return next(each.user_id for each in table.people if each.seat != seat and each.user_id)


@pytest.mark.parametrize("spell", ["3B", "4B", "1B"])
async def test_an_attack_ends_a_plan_and_undoing_it_brings_the_plan_back(tables: Tables, spell: str) -> None:
    """Suspension hits one opponent. With two players that is always the other one, so no question asks whom."""
    table = await casting(tables, spell)
    caster, user, _ = mover(table)
    planner = other(table)
    table = await planning(tables, table, planner, ["diamond.1x3", "ruby.1x3"])
    seat = table.seat_of(planner).seat
    plans = table.context.plans
    table = await played(tables, table, spell)
    for _ in range(3):
        if (kind := table.playing.kind(caster)) in ("pay", "opponent"):
            table = await played(tables, table, table.playing.legal(caster)[0])
    assert kind in ("mine", None)
    assert not table.context.plans
    assert table.context.unplanned == {seat: (caster, spell)}
    tables.cache.clear()
    while not table.context.plans:
        table = (await tables.moves.undo(table.id, user)).table
    assert (table.context.plans, table.context.unplanned) == (plans, {})


def test_an_attack_on_one_is_none_on_another_and_a_spell_that_helps_its_caster_is_none_at_all() -> None:
    cast = Decision("P3", "cast", ("1B", "4A", "4B", "pass"), "", {}, "", ahead=True)
    aimed = Decision("P3", "opponent", ("P1", "P2"), "1B", {}, "")
    found = {token: KIT.against(cast, token, (), "P1") for token in cast.tokens}
    assert found == {"1B": "", "4A": "", "4B": "4B", "pass": ""}
    assert [KIT.against(aimed, "P1", (), seat) for seat in ("P1", "P2")] == ["1B", ""]
    alone = [Event("suspended", "P1", {"by": "P3"}), Event("unable", "P2", {"lacks": "spells"})]  # chosen automatically
    assert [KIT.against(cast, "1B", alone, seat) for seat in ("P1", "P2")] == ["1B", ""]


async def test_undo_goes_back_over_computer_players_to_before_what_was_planned(
    tables: Tables, clock: MovedClock
) -> None:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={}, computers=2)
    table = await by_computers(tables, await tables.lobby.start(table.id, Actor(ANN)))
    table = await planning(tables, table, ANN, ["diamond.3x2"], ["ruby.3x2"])
    before = table.playing.to_dict()
    clock.advance(DELAY)
    table = await by_computers(tables, await passed(tables, table))
    assert len(groups(table, ANN)) == 1
    assert table.context.due
    tables.cache.clear()
    table = (await tables.moves.undo(table.id, ANN)).table
    assert table.playing.to_dict() == before
    assert (table.context.plans, table.context.due) == ({}, {})


async def by_computers(tables: Tables, table: Table) -> Table:
    """Let computer players move until a person is asked; return the table."""
    while table.seat(seat := next(iter(table.questions))).is_computer:
        token = table.playing.legal(seat)[0]
        await tables.moves.play_computer(table.id, seat, table.questions[seat].number, token)
        table = await tables.look(table.id)
    return table


async def test_only_what_can_be_done_then_goes_into_a_plan(tables: Tables) -> None:
    table = await assigning(tables)
    user = other(table)
    table = await planning(tables, table, user, ["diamond.1x4"], ["ruby.1x4"])
    with pytest.raises(BadWish):
        await tables.plans.add(table.id, user, "ruby.1x2")
    with pytest.raises(BadWish):
        await tables.plans.add(table.id, user, "topaz.1x3")
    table = await planning(tables, table, user, ["topaz.1x2"])
    with pytest.raises(BadWish):
        await tables.plans.add(table.id, user, "onyx.1x2")
    with pytest.raises(BadWish, match="in this step already"):
        await tables.plans.add(table.id, user, "ruby.1x4", step=2)
    for token in ("emerald.1x4", "citrine.1x4"):
        table = await tables.plans.add(table.id, user, token, step=2)
    with pytest.raises(BadWish, match="3 choices at most"):
        await tables.plans.add(table.id, user, "onyx.1x4", step=2)
    assert len((await tables.look(table.id)).context.plan(table.seat_of(user).seat)[1]) == 3


async def test_of_two_presses_on_what_one_saw_the_second_changes_nothing(tables: Tables) -> None:
    table = await assigning(tables)
    user = other(table)
    await tables.plans.add(table.id, user, "diamond.1x2", size=0)
    with pytest.raises(Stale):
        await tables.plans.add(table.id, user, "ruby.1x2", size=0)


async def test_nothing_that_others_see_tells_of_a_plan(tables: Tables) -> None:
    secret = await assigning(tables)
    seat = mover(secret)[0]
    before = (secret.public, secret.playing.view(seat), secret.waiting, secret.sequence, secret.questions)
    after = await planning(tables, secret, other(secret), ["diamond.1x3", "ruby.1x2"], ["onyx.1x2"])
    assert (after.public, after.playing.view(seat), after.waiting, after.sequence, after.questions) == before
    assert {ANN, BOB} == {each.user_id for each in after.people}


async def test_the_next_turn_can_be_planned_once_all_miners_are_home(tables: Tables, clock: MovedClock) -> None:
    """A plan for this turn ends with its assignments; one for the next turn starts with those."""
    table, seen = await assigning(tables), dict[str, Game]()
    assert isinstance(table.game, Game)
    user, turn = other(table), table.turn
    token = "diamond.3x4"
    while table.turn == turn or table.playing.kind(mover(table)[0]) != "assign":
        assert isinstance(table.game, Game)
        seen.setdefault(table.playing.place, table.game)
        if table.public["phase"] == "III" and not table.context.plans:
            table = await tables.plans.add(table.id, user, token)
        legal = table.playing.legal(mover(table)[0])
        table = await played(tables, table, "pass" if "pass" in legal else legal[0])
    assert len(table.context.plans) == 1
    if mover(table)[1] != user:
        table = await played(tables, table, table.playing.legal(mover(table)[0])[0])
    clock.advance(DELAY)
    assert groups(await passed(tables, table), user) == {"diamond.3": 4}
    first, *_, third, last = seen.values()
    assert planned.has_ended(table.kit, first, third)
    assert not planned.has_ended(table.kit, third, last)
    assert not planned.has_ended(table.kit, last, table.playing)
