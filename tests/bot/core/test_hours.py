"""Quiet hours and holidays: whose deadline stands still, and for how long, also when daylight saving time begins or
ends."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.clock import MovedClock
from bot.panels.waiting import until
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import BadWish
from bot.tables.people import People
from bot.tables.waiting.deadlines import retimed, whole
from bot.tables.waiting.hours import ALWAYS, HOLIDAY, LONGEST_HOLIDAY, LONGEST_NIGHT, OFF, QUIET, ZONE, Hours, of
from bot.tables.waiting.timing import HOURS
from storage import WIPED, Storage
from storage.topics import REOPEN, Change, replacing
from tests.bot.waiting import DAY, HOUR, MINUTE, later, waiting

from .tables import ANN, BOB, begun, mover, play_first, play_until

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"


def at(zone: str, text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("zone", "day", "night"),
    [
        (BERLIN, "2026-01-15", 10.0),
        (BERLIN, "2026-03-28", 9.0),  # daylight saving time begins that night
        (BERLIN, "2026-10-24", 11.0),
        (NEW_YORK, "2026-03-07", 9.0),
        (NEW_YORK, "2026-10-31", 11.0),
        (LORD_HOWE, "2026-10-03", 9.5),
        (LORD_HOWE, "2026-04-04", 10.5),
    ],
)
def test_a_night_lasts_as_long_as_it_does_there(zone: str, day: str, night: float) -> None:
    """From 22:00 to 8:00, also when the clocks change in between."""
    hours, evening = Hours(zone, (22, 8)), at(zone, f"{day}T20:00")
    morning = at(zone, f"{date.fromisoformat(day) + DAY}T08:00")
    assert morning - evening == 2 * HOUR + night * HOUR
    assert hours.resting(evening) is None
    assert hours.resting(evening + 2 * HOUR) == morning
    assert hours.resting(morning - MINUTE) == morning
    assert hours.resting(morning) is None
    assert hours.after(evening, HOUR) == evening + HOUR
    assert hours.after(evening, 3 * HOUR) == morning + HOUR
    assert hours.after(evening, 2 * HOUR) == morning  # never at night
    assert hours.awake(evening, morning + HOUR) == 3 * HOUR
    for length in (5 * MINUTE, HOUR, 13 * HOUR, DAY, 10 * DAY):
        assert hours.awake(evening, hours.after(evening, length)) == length


@pytest.mark.parametrize(("zone", "day"), [(BERLIN, "2026-03-29"), (NEW_YORK, "2026-03-08"), (LORD_HOWE, "2026-10-04")])
def test_an_hour_that_is_left_out_ends_when_it_is_past(zone: str, day: str) -> None:
    until_two = Hours(zone, (20, 2))
    before = at(zone, f"{day}T01:00")
    assert until_two.resting(before) == before + HOUR
    assert until_two.resting(before + HOUR) is None


def test_quiet_hours_within_a_day_and_a_holiday_that_ends_in_them() -> None:
    siesta = Hours(BERLIN, (13, 16))
    assert siesta.resting(at(BERLIN, "2026-06-01T14:00")) == at(BERLIN, "2026-06-01T16:00")
    assert siesta.resting(at(BERLIN, "2026-06-01T17:00")) is None
    away = Hours(BERLIN, (22, 8), date(2026, 6, 3))
    start = at(BERLIN, "2026-06-01T12:00")
    assert away.resting(start) == at(BERLIN, "2026-06-04T08:00")  # midnight is in the night
    assert away.after(start, HOUR) == at(BERLIN, "2026-06-04T09:00")
    assert away.resting(at(BERLIN, "2026-06-05T12:00")) is None


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {ZONE: BERLIN},
        {QUIET: "22-8"},
        {ZONE: "Nowhere/Else", QUIET: "22-8"},
        {ZONE: "../../etc/passwd", QUIET: "22-8"},
        {ZONE: BERLIN, QUIET: "8-22"},  # longer than allowed
        {ZONE: BERLIN, QUIET: "5-5"},
        {ZONE: BERLIN, QUIET: "22-24"},
        {ZONE: BERLIN, QUIET: 7, HOLIDAY: "soon"},
        {ZONE: BERLIN, QUIET: OFF, HOLIDAY: OFF},
    ],
)
def test_what_cannot_be_read_is_no_rest(settings: dict[str, object]) -> None:
    assert of(settings) == ALWAYS


async def rest(tables: Tables, user: int, **settings: str) -> None:
    for name, value in {ZONE: "UTC", **settings}.items():
        await tables.people.set(user, name, value)


def left(table: Table) -> timedelta:
    [deadline] = table.deadlines.values()
    return deadline.until - table.waiting[next(iter(table.waiting))]


async def test_deadline_and_reminders_leave_quiet_hours_out(tables: Tables, clock: MovedClock) -> None:
    """The deadline begins at midnight: eight hours of the first day are quiet, and two in each of the following
    nights."""
    clock.set(datetime.fromisoformat("2026-03-02T00:00:00+00:00"))
    for user in (ANN, BOB):
        await rest(tables, user, quiet="22-8")
    async with waiting(tables) as alarm:
        table = await begun(tables, pace="day")
        assert left(table) == 8 * HOUR + 14 * HOUR + 10 * HOUR + 10 * HOUR
        [name] = table.held
        assert table.held[name] == clock.now() + 8 * HOUR  # nobody is called at night
        moments = {each.about: each.due_at for each in await tables.store.timers.of_game(table.id)}
        assert {about: moment.hour for about, moment in moments.items()} == {
            name: moments[name].hour, f"{name} half": 20, f"{name} late": 16,
        }  # fmt: skip
        await later(alarm, clock, *[HOUR] * 41)
        table = await tables.look(table.id)
        assert (table.sequence, table.deadlines[name].reminded) == (0, 2)
        await later(alarm, clock, HOUR)
        assert (await tables.look(table.id)).sequence == 1


async def test_in_a_round_in_secret_each_reads_until_when_they_have_time_themselves(
    tables: Tables, clock: MovedClock
) -> None:
    """Whoever has answered reads the deadline of the others."""
    await rest(tables, BOB, holiday=(clock.now() + 3 * DAY).date().isoformat())
    table = await play_until(tables, await begun(tables, pace="day"), "research")
    ann, bob = (table.deadlines[seat].until for seat in ("P1", "P2"))
    assert ann < bob
    assert (until(table, "P1"), until(table, "P2")) == (ann, bob)
    table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0])).table
    assert until(table, "P1") == bob


async def test_at_a_fast_table_nobody_rests(tables: Tables) -> None:
    for user in (ANN, BOB):
        await rest(tables, user, quiet="0-12")
    assert left(await begun(tables, pace="live")) == 5 * MINUTE


async def test_a_table_may_let_holidays_count_like_other_days(tables: Tables, clock: MovedClock) -> None:
    last = (clock.now() + 5 * DAY).date()
    for user in (ANN, BOB):
        await rest(tables, user, holiday=last.isoformat())
    assert left(await begun(tables, channel=5, pace="day")) > 5 * DAY
    assert left(await begun(tables, channel=6, pace="day", holidays="off")) == DAY


async def test_a_holiday_that_is_over_while_the_bot_is_down_leaves_time_to_answer(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    last = (clock.now() + 3 * DAY).date()
    for user in (ANN, BOB):
        await rest(tables, user, holiday=last.isoformat())
    async with waiting(tables):
        table = await begun(tables, pace="day")
    clock.advance(10 * DAY)
    again = Tables(store, clock=clock, seed="core")
    async with waiting(again) as alarm:
        now = await again.look(table.id)
        assert (now.sequence, [*now.held]) == (0, [])  # called, but the move is not made
        assert next(iter(now.deadlines.values())).until > clock.now() + HOUR
        await later(alarm, clock, 3 * HOUR)
        assert (await again.look(table.id)).sequence == 1


async def test_other_quiet_hours_count_for_calls_at_once_and_for_time_from_the_next_question(
    tables: Tables, clock: MovedClock
) -> None:
    clock.set(datetime.fromisoformat("2026-03-02T12:00:00+00:00"))
    table = await begun(tables, pace="12h")
    [(name, before)] = table.deadlines.items()
    user = table.seat(name).user_id
    assert user is not None
    for quiet in ("20-6", "11-23", OFF, "0-12"):
        await rest(tables, user, quiet=quiet)
        await tables.people.set(user, ZONE, NEW_YORK)
        after = await tables.look(table.id)
        assert after.deadlines[name].until == before.until
        assert (name in after.held) == (quiet == "0-12" or name in table.held)
    stored = [each for each in await tables.store.timers.of_game(table.id) if each.kind == "deadline"]
    assert [each.due_at for each in stored] == [before.until]
    asked = await play_first(tables, table)
    while name not in asked.deadlines:
        asked = await play_first(tables, asked)
    assert asked.deadlines[name].until > clock.now() + 12 * HOUR


async def test_a_holiday_that_is_set_while_one_is_waited_for_counts_at_once_and_what_is_left_stays(
    tables: Tables, clock: MovedClock
) -> None:
    clock.set(datetime.fromisoformat("2026-03-02T12:00:00+00:00"))
    table = await begun(tables, pace="12h")
    [(name, before)] = table.deadlines.items()
    user = table.seat(name).user_id
    assert user is not None
    await rest(tables, user, holiday="2026-03-04")
    now = (await tables.look(table.id)).deadlines[name]
    assert now.until == before.until + 60 * HOUR
    stored = [each for each in await tables.store.timers.of_game(table.id) if each.kind == "deadline"]
    assert [each.due_at for each in stored] == [now.until]
    await rest(tables, user, holiday=OFF)
    assert abs((await tables.look(table.id)).deadlines[name].until - before.until) < MINUTE


async def test_quiet_hours_that_a_table_learns_of_together_with_a_holiday_put_nothing_off_besides(
    tables: Tables, clock: MovedClock
) -> None:
    """Both are set before it can go by either."""
    clock.set(datetime.fromisoformat("2026-03-02T12:00:00+00:00"))
    table = await begun(tables, pace="day")
    [(name, before)] = table.deadlines.items()
    user = table.seat(name).user_id
    assert user is not None
    await tables.people.set(user, ZONE, "UTC")
    async with tables.cache.hold(table.id):
        setting = []
        for what, value in ((QUIET, "22-8"), (HOLIDAY, "2026-03-04")):
            setting.append(asyncio.create_task(tables.people.set(user, what, value)))
            while what not in await tables.store.players.settings(user):
                pass
    await asyncio.gather(*setting)
    now = (await tables.look(table.id)).deadlines[name]
    assert now.until == before.until + 60 * HOUR


async def test_a_holiday_that_is_set_while_a_game_is_ended_counts_when_it_is_taken_up_again(
    tables: Tables, clock: MovedClock
) -> None:
    table = await begun(tables, pace="day")
    await tables.lobby.end(table.id, Actor(ANN))
    seat, user, _ = mover(table)
    await tables.people.set(user, ZONE, BERLIN)
    await tables.people.set(user, HOLIDAY, (clock.now() + 5 * DAY).date().isoformat())
    await tables.decisions.decide(table.id, REOPEN, Decider(ANN))
    assert (await tables.look(table.id)).deadlines[seat].until > clock.now() + 5 * DAY


async def test_a_holiday_ends_with_its_last_day_where_the_person_is(tables: Tables, clock: MovedClock) -> None:
    """In a time zone 13 hours ahead of UTC, so long before that day is over there."""
    clock.set(datetime.fromisoformat("2026-03-02T12:00:00+00:00"))
    table = await begun(tables, pace="12h")
    [(name, before)] = table.deadlines.items()
    user = table.seat(name).user_id
    assert user is not None
    await rest(tables, user, zone="Pacific/Auckland", holiday="2026-03-04")
    assert (await tables.look(table.id)).deadlines[name].until == before.until + 47 * HOUR


async def test_hours_that_are_set_while_one_sits_down_elsewhere_count_there_too(tables: Tables, store: Storage) -> None:
    """The change waits for a table that is just being changed, and the person joins another one meanwhile."""
    held = await begun(tables, channel=5)
    other = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=6, options={})
    await tables.people.set(BOB, ZONE, BERLIN)
    async with tables.cache.hold(held.id):
        setting = asyncio.create_task(tables.people.set(BOB, QUIET, "22-8"))
        await asyncio.sleep(0)
        await store.meta.get("")  # after this the change knows the person's tables
        await tables.lobby.join(other.id, BOB, "Bob")
    await setting
    assert (await tables.look(other.id)).hours == (await tables.look(held.id)).hours == {BOB: Hours(BERLIN, (22, 8))}


@pytest.mark.parametrize("joining", [True, False])
async def test_hours_that_are_set_while_a_seat_is_being_taken_count_for_its_deadline(
    tables: Tables, store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch, joining: bool
) -> None:
    """The holiday is stored just before the seat is: whoever joins last begins the game, or an offer is accepted."""
    part, name = (type(store.moves), "start") if joining else (type(store.handovers), "change")
    stores = getattr(part, name)

    async def after_a_holiday(self: object, *args: object, **others: object) -> object:
        await tables.people.set(BOB, HOLIDAY, "2026-03-10")
        return await stores(self, *args, **others)

    await tables.people.set(BOB, ZONE, "UTC")
    options = {"pace": "day"}
    if joining:
        table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=5, options=options, invited={BOB: "Bob"})
        monkeypatch.setattr(part, name, after_a_holiday)
        table = await tables.lobby.join(table.id, BOB, "Bob")
    else:
        table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=5, options=options, computers=1)
        table = await tables.lobby.start(table.id, Actor(ANN))
        await tables.decisions.decide(table.id, replacing(Change("P2", BOB)), Decider(ANN))
        monkeypatch.setattr(part, name, after_a_holiday)
        table = await tables.handovers.accept(table.id, "P2", BOB, "Bob")
    assert "P2" in table.questions
    async with waiting(tables):  # not before, as the computer player would answer
        assert (await tables.look(table.id)).deadlines["P2"].until == at("UTC", "2026-03-12T00:00")
        assert [each for each in await store.timers.of_game(table.id) if each.kind == HOURS] == []


async def test_hours_that_are_set_while_one_leaves_a_game_are_not_kept_there(tables: Tables, store: Storage) -> None:
    """The change knows the person's tables already when they give up the seat at one of them."""
    table = await begun(tables)
    await tables.people.set(BOB, ZONE, BERLIN)
    async with tables.cache.hold(table.id):
        leaving = asyncio.create_task(tables.handovers.leave(table.id, BOB))
        await asyncio.sleep(0)
        setting = asyncio.create_task(tables.people.set(BOB, QUIET, "22-8"))
        await asyncio.sleep(0)
        await store.meta.get("")  # after this the change knows the person's tables
    await asyncio.gather(leaving, setting)
    assert (await tables.look(table.id)).hours == {}


async def test_nothing_of_forgotten_hours_is_kept_for_a_table_whose_process_is_down(
    tables: Tables, store: Storage, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a holiday of theirs hold it up: once it is back, they have the full time from then on."""
    table = await begun(tables, pace="day")
    [(name, before)] = table.deadlines.items()
    user = table.seat(name).user_id
    assert user is not None
    await rest(tables, user, zone=BERLIN, quiet="22-8", holiday=(clock.now() + 20 * DAY).date().isoformat())
    assert (await tables.look(table.id)).deadlines[name].until > before.until + 18 * DAY

    async def down(*_: object) -> None:
        pass

    with monkeypatch.context() as patched:
        patched.setattr(People, "retime_all", down)
        await tables.people.forget(user)
    [timer] = [each for each in await store.timers.of_game(table.id) if each.kind == HOURS]
    assert timer.payload == WIPED
    clock.advance(HOUR)
    async with waiting(tables):
        after = await tables.look(table.id)
    assert (after.hours, after.deadlines[name].until) == ({}, clock.now() + DAY)
    assert [each for each in await store.timers.of_game(table.id) if each.kind == HOURS] == []


async def test_nobody_holds_a_table_up_for_ever_by_setting_hours_again_and_again(
    tables: Tables, clock: MovedClock
) -> None:
    table = await begun(tables, pace="day")
    [(name, before)] = table.deadlines.items()
    user = table.seat(name).user_id
    assert user is not None
    for _ in range(30):
        await rest(tables, user, holiday=(clock.now() + 20 * DAY).date().isoformat())
        await rest(tables, user, holiday=OFF, quiet="0-12")
        clock.advance(5 * DAY)
    latest = (await tables.look(table.id)).deadlines[name].until
    assert latest <= before.until + 2 * DAY + LONGEST_HOLIDAY


@pytest.mark.parametrize("seed", range(60))
def test_however_hours_are_changed_a_time_ends_between_its_length_and_its_bound(seed: int) -> None:
    """Whatever anybody sets at any moment: never before its whole length is over, and never later than by the hours
    that were set when it began, or twice the length and 31 days after that. Once set, the bound does not change."""
    rng = Random(seed)
    start = at("Europe/Berlin", "2026-02-01 12:00") + timedelta(minutes=rng.randrange(400_000))
    length = rng.choice((timedelta(hours=1), timedelta(hours=12), DAY, 3 * DAY, 30 * DAY))

    def wish(now: datetime) -> Hours:
        begin = rng.randrange(24)
        quiet = (begin, (begin + rng.randint(1, LONGEST_NIGHT)) % 24) if rng.random() < 0.7 else None
        holiday = now.date() + timedelta(days=rng.randint(0, LONGEST_HOLIDAY.days)) if rng.random() < 0.7 else None
        zone = rng.choice(("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Apia"))
        return Hours(zone, quiet, holiday) if quiet or holiday else ALWAYS

    now, hours = start, wish(start) if seed % 2 else ALWAYS
    deadline, bounds = whole(start, length, hours), set[datetime]()
    last = max(deadline.until, start + 2 * length + DAY + LONGEST_HOLIDAY)
    for _ in range(300):
        assert start + length <= deadline.until <= last
        bounds |= {deadline.latest} if deadline.latest is not None else set()
        now += timedelta(minutes=rng.choice((1, 30, 600, 1440, 4000)))
        if now >= deadline.until:
            break
        after = wish(now)
        deadline, hours = retimed(deadline, now, hours, after), after
    else:
        raise AssertionError("it never ends")
    assert len(bounds) <= 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (ZONE, "Mars/Phobos"),
        (QUIET, "8-22"),
        (QUIET, "x"),
        (HOLIDAY, "2020-01-01"),
        (HOLIDAY, "x"),
        (HOLIDAY, "9999-01-01"),
    ],
)
async def test_what_is_no_wish_changes_nothing(tables: Tables, name: str, value: str) -> None:
    await tables.people.set(ANN, ZONE, BERLIN)
    with pytest.raises(BadWish):
        await tables.people.set(ANN, name, value)
    assert (await tables.people.settings(ANN)).get(name) in (None, BERLIN)
