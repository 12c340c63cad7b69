"""The log: the whole game turn by turn, for each reader what they may know, and nothing that was taken back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.components.render import rendered
from bot.panels.log import ALL, MINE, SINCE, Page, log_panel, read_page
from bot.panels.turns import turn_choices
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.history import news
from bot.tables.history.logbook import Logbook
from bot.tables.moments import Earlier
from game.core.chronicle import by_turns, concerns, narrowed
from game.core.decisions import Event
from game.core.discover import kits
from game.core.layout import Button, Panel, Select
from game.core.words import Words
from playground import Person
from playground.world.models import Channel
from storage import Storage
from storage.topics import PAUSE, REOPEN, RESUME, Change, replacing

from .acting import board, by_clicks, by_command, mover
from .conftest import Opened, Stage
from .tables import ANN, BOB, EVE, begun, play_first, play_until
from .tables import mover as mover_of

_LIMITS = (4000, 40)


async def by_chance(tables: Tables, table: Table, moves: int) -> tuple[Table, list[Event]]:
    """Play so many random moves; return the table and all events."""
    rng, told = random.Random(3), [each.event for each in table.context.log]
    for _ in range(moves):
        if not table.questions:
            break
        seat = rng.choice(list(table.questions))
        user = table.seat(seat).user_id
        assert user is not None
        outcome = await tables.moves.play(table.id, user, rng.choice(list(table.playing.legal(seat))))
        table = outcome.table
        told += table.playing.events
    return table, told


def controls(panel: Panel, label: str) -> Button:
    return next(each for each in panel.controls if isinstance(each, Button) and each.label == label)


def labels(panel: Panel) -> set[str]:
    return {each.label for each in panel.controls if isinstance(each, Button)}


async def pages(tables: Tables, table: Table, seat: str | None, wanted: str = ALL) -> list[Panel]:
    """Return all pages from the first turn to the last, as a reader pages through them."""
    reading = await tables.logbook.read(table, seat)
    first = min(by_turns(reading.told))
    found = [log_panel(table, seat, reading, Page(str(first), 0, wanted))]
    while not (onward := controls(found[-1], "Later ›")).disabled:
        found.append(log_panel(table, seat, reading, read_page(onward.rest)))
    return found


@pytest.mark.parametrize("game", list(kits()))
async def test_everybody_reads_the_whole_game_and_nothing_that_is_not_theirs(tables: Tables, game: str) -> None:
    """Each event that the reader may know is there once, in order, and nothing that is not theirs to know."""
    opened = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=5, options={}, game=game)
    others = [BOB, *range(20, 18 + kits()[game].seats[0])]
    for user in others[: kits()[game].seats[0] - 1]:
        await tables.lobby.join(opened.id, user, f"Player {user}")
    table, told = await by_chance(tables, await tables.lobby.start(opened.id, Actor(ANN)), 1500)
    assert table.playing.over
    words = table.kit.words
    for seat in (*table.names, None):
        reading = await tables.logbook.read(table, seat)
        assert json.dumps([each.event for each in reading.told]) == json.dumps([e for e in told if e.visible_to(seat)])
        shown = [panel.words[1] for panel in await pages(tables, table, seat)]
        turns = by_turns(reading.told)
        by_turn, first = turns.values(), str(min(turns))
        beyond, last = (log_panel(table, seat, reading, Page(first, number)).words for number in (999, -1))
        assert beyond == last
        assert "\n".join(shown) == "\n".join(
            "\n".join(news.lines(words, [each.event for each in run], table.names, seat or ""))
            for run in by_turn
            if run
        )
        if seat is None:
            back = [log_panel(table, seat, reading, Page(number=-1))]
            while not (earlier := controls(back[-1], "‹ Earlier")).disabled:
                back.append(log_panel(table, seat, reading, read_page(earlier.rest)))
            assert [panel.words for panel in reversed(back)] == [
                panel.words for panel in await pages(tables, table, seat)
            ]
        for panel in [page for wanted in (ALL, MINE, *words.tags) for page in await pages(tables, table, seat, wanted)]:
            assert sum(map(len, panel.words)) < _LIMITS[0]
            assert sum(1 for _ in rendered(panel).walk_children()) <= _LIMITS[1]
            ids = [(each.verb, each.rest) for each in panel.controls if not isinstance(each, Select)]
            assert len(set(ids)) == len(ids)


async def test_a_round_in_secret_is_read_by_each_alone(tables: Tables) -> None:
    """Others' answers change not a byte in any page of an onlooker or another player."""
    table = await play_until(tables, await begun(tables), "research")
    before = {seat: await pages(tables, table, seat) for seat in (None, "P2")}
    table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0])).table
    assert table.in_secret
    assert {seat: await pages(tables, table, seat) for seat in before} == before
    own = await tables.logbook.read(table, "P1")
    assert own.since is not None
    assert [each.event.kind for each in own.since] == ["kept"]
    table = (await tables.moves.undo(table.id, ANN)).table
    assert {seat: await pages(tables, table, seat) for seat in before} == before
    again = await tables.logbook.read(table, "P1")
    assert "kept" not in {each.event.kind for each in again.told}


async def test_a_replay_is_offered_from_where_the_turn_began_but_not_of_a_game_that_was_ended(tables: Tables) -> None:
    """By the plies that everybody knows, also for who has just made a secret choice."""
    table = await play_until(tables, await begun(tables), "research")
    onlooking, turn = await tables.logbook.read(table, None), Page(str(table.turn))
    public = controls(log_panel(table, None, onlooking, turn), "Replay").rest
    assert public == f"e{min(each.ply for each in onlooking.told if each.turn == table.turn)}"
    table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0])).table
    own = await tables.logbook.read(table, "P1")
    assert controls(log_panel(table, "P1", own, turn), "Replay").rest == public
    table = await tables.lobby.end(table.id, Actor(ANN))
    assert "Replay" not in labels(log_panel(table, "P1", await tables.logbook.read(table, "P1"), turn))


async def test_since_one_last_acted_goes_as_far_back_as_that_is(tables: Tables) -> None:
    table = await begun(tables)
    while (await tables.logbook.read(table, "P1")).told[-1].turn < 3:
        seat = "P1" if "P1" in table.questions else "P2"
        if seat == "P1" and table.turn > 1:
            break
        legal = table.playing.legal(seat)
        user = table.seat(seat).user_id
        assert user is not None
        table = (await tables.moves.play(table.id, user, legal[-1])).table
    entries = await tables.store.moves.entries(table.id)
    last = max(entry.ply for entry in entries if entry.seat == "P1")
    reading = await tables.logbook.read(table, "P1")
    assert reading.since is not None
    assert [each.ply for each in reading.since] == [each.ply for each in reading.told if each.ply >= last]
    assert min(each.ply for each in reading.since) == last
    assert (await tables.logbook.read(table, None)).since is None


async def test_nobody_who_has_made_no_move_is_told_of_a_last_one(tables: Tables) -> None:
    table, moved = await begun(tables), set[str]()
    for _ in range(2):
        for seat in ("P1", "P2"):
            told = "\n".join(log_panel(table, seat, await tables.logbook.read(table, seat), Page()).words)
            assert ("since your last move" in told.casefold(), "Since the beginning" in told) == (
                seat in moved,
                seat not in moved,
            )
        moved.add(mover_of(table)[0])
        table = await play_first(tables, table)


async def test_what_was_taken_back_is_not_told_but_that_somebody_did_and_what_the_table_did_is(
    tables: Tables, store: Storage
) -> None:
    table = await play_first(tables, await begun(tables))
    was = [each.event for each in (await tables.logbook.read(table, None)).told]
    user = next(iter(ANN if seat == "P1" else BOB for seat in table.context.acted))
    table = (await tables.moves.undo(table.id, user)).table
    *now, back = [each.event for each in (await tables.logbook.read(table, None)).told]
    assert len(now) < len(was)
    assert now == was[: len(now)]
    assert back.kind == news.TAKEN_BACK
    table = await tables.lobby.set_pace(table.id, Actor(ANN), "day")
    for _ in range(80):
        table = await play_first(tables, table)
    told = [each.event.kind for each in (await tables.logbook.read(table, None)).told]
    assert told.count(news.PACED) == 1
    assert told.index(news.PACED) == len(now) + 1
    assert len(told) > 160  # more than is kept with the position
    fresh = await Logbook(store).read(table, None)
    assert [each.event.kind for each in fresh.told] == told


async def test_who_goes_back_again_and_again_is_told_of_in_one_line(tables: Tables) -> None:
    """Neither the log nor what is stored grows with it; "you" is the reader."""
    table = await begun(tables)
    seat, user, _ = mover_of(table)
    for _ in range(3):
        await play_first(tables, table)
        table = (await tables.moves.undo(table.id, user)).table
    told = [each.event for each in (await tables.logbook.read(table, None)).told if news.of_table(each.event)]
    assert [news.sentence(event, table.names, seat) for event in told] == ["↶ You took 3 choices back."]
    assert [news.sentence(event, {**table.names, seat: "Bo"}) for event in told] == ["↶ Bo took 3 choices back."]


async def test_who_goes_back_over_two_choices_again_and_again_hides_nothing_else(tables: Tables) -> None:
    """At most one line for each choice, whatever happens in between; other news stay."""
    table = await begun(tables)
    table = await play_first(tables, table)
    before = [each.event for each in table.context.log]
    seat = next(iter(table.questions))
    sizes = set[int]()
    for _ in range(5):
        context = table.context.with_events([Event("placed", seat, {"site": "ruby.1", "count": 2})], 2, seat)
        context = context.undoable(Earlier(1, table.position, seat=seat))
        context = context.with_events([Event("placed", seat, {"site": "ruby.2", "count": 2})], 3, seat)
        context = context.undoable(Earlier(2, table.position, seat=seat))
        context = context.back(2).gone_back(seat, 2).back(1).gone_back(seat, 1)
        table = replace(table, context=context)
        sizes.add(len(context.log))
    assert sizes == {len(before) + 1}
    assert [each.event for each in context.log[:-1]] == before
    assert context.log[-1].event == news.taken_back(seat, 10)


async def test_what_is_told_between_two_undos_stands_between_them(tables: Tables, clock: MovedClock) -> None:
    """A pause, a change of pace and a seat changing hands: each is where it happened, after a restart too."""

    async def undone(table: Table) -> Table:
        clock.advance(timedelta(minutes=1))
        seat, user, _ = mover_of(table)
        assert user == ANN
        await tables.moves.play(table.id, user, table.playing.legal(seat)[0])
        clock.advance(timedelta(minutes=1))
        return (await tables.moves.undo(table.id, user)).table

    table = await begun(tables)
    while mover_of(table)[1] != ANN:
        table = await play_first(tables, table)
    before = len((await texts(tables, table, None)).splitlines())
    table = await undone(table)
    await tables.decisions.decide(table.id, PAUSE, Decider(ANN))
    await tables.decisions.decide(table.id, RESUME, Decider(ANN))
    table = await undone(await undone(await tables.look(table.id)))
    await tables.handovers.leave(table.id, BOB)
    table = await undone(await tables.look(table.id))
    await tables.handovers.take_back(table.id, BOB, "Bob")
    await tables.lobby.set_pace(table.id, Actor(ANN), "day")
    table = await undone(await tables.look(table.id))
    told = [
        "- ↶ Ann took a choice back.",
        "- ⏸ Ann paused the game.",
        "- ▶ Ann let the game go on.",
        "- ↶ Ann took 2 choices back.",
        "- ⇄ Bob has left: Ada ⌘, a computer player, plays on.",
        "- ↶ Ann took a choice back.",
        "- ⇄ Bob has taken the seat back from Ada ⌘.",
        "- ⏱ Ann changed the pace: it is now a day a move; who is asked now has all of that time anew.",
        "- ↶ Ann took a choice back.",
    ]
    fresh = Tables(tables.store, clock=clock)
    for each in (tables, fresh):
        assert (await texts(each, await each.look(table.id), None)).splitlines()[before:] == told


async def test_that_time_was_up_stands_before_the_move_that_was_made(tables: Tables, clock: MovedClock) -> None:
    table = await begun(tables, pace="1m")
    seat, _, number = mover_of(table)
    clock.advance(timedelta(minutes=5))
    await tables.moves.play_late(table.id, seat, number, table.playing.legal(seat)[:1])
    reading = await tables.logbook.read(await tables.look(table.id), seat)
    assert next(each.event.kind for each in reading.told if each.ply == 1) == news.TIME_UP
    assert reading.since == reading.told  # a late move made for somebody is not their own


async def test_that_time_was_up_stands_before_all_choices_of_the_step_that_was_made(
    tables: Tables, clock: MovedClock
) -> None:
    """Where one move is several choices: placing a warrior and turning it."""
    table = await begun(tables, game="spirit-ground", pace="1m")
    while table.playing.kind(mover_of(table)[0]) != "place":
        table = await play_first(tables, table)
    seat, _, number = mover_of(table)
    tokens, game = list[str](), table.playing.copy()
    while len(tokens) < 2:
        tokens.append(game.legal(seat)[0])
        game.play(seat, tokens[-1])
    clock.advance(timedelta(minutes=5))
    await tables.moves.play_late(table.id, seat, number, tokens)
    reading = await tables.logbook.read(await tables.look(table.id), seat)
    made = [each.event.kind for each in reading.told if each.ply > table.playing.ply]
    assert made.index(news.TIME_UP) == 0, made


async def test_moves_keep_the_name_of_who_made_them_and_the_log_tells_who_came_after(
    tables: Tables, clock: MovedClock
) -> None:
    """For everybody, and for the new holder of a seat, who is not "you" in what the former one did. The log can be
    filtered by what concerns oneself; neither a restart nor an undo changes that."""
    table = await play_until(tables, await begun(tables), "assign")
    while {entry.seat for entry in await tables.store.moves.entries(table.id)} != {"P1", "P2"}:
        clock.advance(timedelta(minutes=1))
        table = await play_first(tables, table)
    clock.advance(timedelta(minutes=1))
    await tables.decisions.decide(table.id, PAUSE, Decider(ANN))
    paused = await texts(tables, await tables.look(table.id), None)
    assert paused.splitlines()[-1] == "- ⏸ Ann paused the game."
    await tables.decisions.decide(table.id, RESUME, Decider(BOB, manager=True))
    await tables.handovers.leave(table.id, BOB)
    clock.advance(timedelta(minutes=1))
    await tables.decisions.decide(table.id, replacing(Change("P2", EVE)), Decider(ANN))
    table = await tables.handovers.accept(table.id, "P2", EVE, "Eve")
    for seat in (None, "P1", "P2"):
        told = await texts(tables, table, seat)
        before, after = told.split("⏸")
        assert "Bob put" in before
        assert "Eve" not in before
        ann = "You" if seat == "P1" else "Ann"
        assert [line for line in f"⏸{after}".splitlines() if line] == [
            f"⏸ {ann} paused the game.",
            "- ▶ Bob let the game go on.",
            "- ⇄ Bob has left: Ada ⌘, a computer player, plays on.",
            "- ⇄ Eve has taken Ada ⌘'s seat.",
        ]
    own = await tables.logbook.read(table, "P2")
    shown = "\n".join(log_panel(table, "P2", own, Page("1", 0, MINE)).words)
    assert "Eve has taken" in shown
    assert "paused" not in shown
    clock.advance(timedelta(minutes=1))
    while table.questions.keys() != {"P2"}:
        table = await play_first(tables, table)
    made = table.playing.legal("P2")[0]
    clock.advance(timedelta(minutes=1))
    table = (await tables.moves.play(table.id, EVE, made)).table
    told = await texts(tables, table, "P2")
    assert "- You put" in told.split("⇄ Eve")[1]
    await tables.decisions.decide(table.id, PAUSE, Decider(ANN))
    await tables.decisions.decide(table.id, RESUME, Decider(ANN))
    table = (await tables.moves.undo(table.id, EVE)).table
    assert (await texts(tables, table, None)).splitlines()[-3:] == [
        "- ⏸ Ann paused the game.",
        "- ▶ Ann let the game go on.",
        "- ↶ Eve took a choice back.",
    ]
    tables.cache.clear()
    await tables.lobby.end(table.id, Actor(ANN))
    ended = await texts(Tables(tables.store, clock=clock), await tables.look(table.id), None)
    assert ended.splitlines()[-1] == "- ⏹ Ann ended the game before its time."
    await tables.decisions.decide(table.id, REOPEN, Decider(EVE))
    assert (await texts(tables, await tables.look(table.id), None)).splitlines()[-1] == ended.splitlines()[-1]
    await tables.decisions.decide(table.id, REOPEN, Decider(ANN, votes=True))
    assert (await texts(tables, await tables.look(table.id), None)).splitlines()[-2:] == [
        ended.splitlines()[-1],
        "- ▶ The players, by a vote, took the game up again.",
    ]


async def texts(tables: Tables, table: Table, seat: str | None) -> str:
    """Return the whole log as the seat reads it."""
    return "\n".join(panel.words[1] for panel in await pages(tables, table, seat))


def _wanted(words: Words, filter: str) -> Callable[[Event], bool]:
    return lambda event: concerns(event, "P1") if filter == MINE else filter in words.tagged(event)


async def test_filters_keep_what_they_name_below_its_headings(tables: Tables) -> None:
    table, told = await by_chance(tables, await begun(tables), 1500)
    words = table.kit.words
    for wanted in (MINE, *words.tags):
        reading = await tables.logbook.read(table, "P1")
        shown = "\n".join(panel.words[1] for panel in await pages(tables, table, "P1", wanted))
        lines = shown.removeprefix("Nothing of that kind.\n").split("\n")
        phases = [at for at, line in enumerate(lines) if line.startswith("**") and "Phase" in line]
        assert phases
        assert all(lines[at + 1].startswith("- ") for at in phases)  # no heading without lines below it
        turns = by_turns(narrowed(reading.told, words, _wanted(words, wanted))).values()
        runs = [news.lines(words, [each.event for each in turn], table.names, "P1") for turn in turns]
        assert lines == [line for run in runs for line in run]
        assert len(shown) < len("\n".join(panel.words[1] for panel in await pages(tables, table, "P1")))
    assert any(event.kind == "cast" for event in told)


@pytest.mark.parametrize(
    "text", ["", "x", "a.", "asince", "a1.x.all", "a1.1", "a99999999999.0.all", "a².0.all", "a٣.0.all", "a1.-2.me"]
)
def test_ids_that_were_tampered_with_lead_to_the_first_page(text: str) -> None:
    assert read_page(text) in (Page(), Page("1", 1, ALL))


def test_pages_are_read_back() -> None:
    for page in (Page(), Page(SINCE, 2, MINE), Page("12", 3, MINE), Page("0", -1, "attacks")):
        assert read_page(page.written("a")) == page


def test_a_select_has_as_many_turns_as_it_holds_with_the_one_that_is_shown() -> None:
    turns = [(str(number), f"Turn {number}") for number in range(1, 41)]
    for at, _ in turns:
        values = [choice.value for choice in turn_choices(turns, at)]
        assert len(values) == 25
        assert at in values
    assert len(turn_choices(turns[:7], "7")) == 7


async def test_paging_at_the_client(ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    """From the board, by buttons and the select, and by command in a direct message; each reader has a message of their
    own."""
    game = await opened(ann, bob)
    rng = random.Random(5)
    for count in range(6):
        person, _ = await mover(stage, game, ann, bob)
        await (by_clicks if count % 2 else by_command)(person, channel, rng)
        await stage.quiet()
    eve = await stage.pg.person("eve")
    seen = len(bob.messages(channel))
    log = (await ann.click(await board(ann, channel), "Log")).message
    assert "Since your last move" in log.text
    assert "Log of ann's table" in log.text
    assert not log.find("Replay")
    assert not log.find("Since your last move")
    turn = (await ann.click(log, "‹ Earlier")).message
    assert turn.id == log.id
    log = (await ann.click(turn, "Since your last move")).message
    assert "-# Since your last move" in log.text
    turn = (await ann.click(log, "‹ Earlier")).message
    assert turn.text.count("Turn 1") == 1
    assert "You" in turn.text
    assert "step 1 of" in (await ann.click(turn, "Replay")).message.text
    log = (await ann.click(await board(ann, channel), "Log")).message
    turn = (await ann.click(log, "‹ Earlier")).message
    mine = (await ann.click(turn, "About me")).message
    assert "about me" in mine.text
    assert "bob put" not in mine.text
    [select] = mine.selects
    assert [label for label, _ in select.options] == ["Turn 1"]
    assert (await ann.select(mine, select.custom_id or "", ["1"])).message.text.count("Turn 1") == 1
    dm = await bob.open_dm()
    assert "Since your last move" in (await bob.command(dm, "adepts log")).message.text
    public = (await eve.click(await board(eve, channel), "Log")).message
    assert public.text.count("Turn 1") == 1
    assert not public.find("About me")
    assert not public.find("Since your last move")
    assert "You" not in public.text
    assert len(bob.messages(channel)) == seen


async def test_an_open_page_tells_no_longer_what_somebody_took_back(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann
    await by_command(person, channel, random.Random(1))
    await stage.quiet()
    log = (await other.click(await board(other, channel), "Log")).message
    assert " put " in log.text
    await stage.bot.tables.moves.undo(game, person.id)
    await stage.quiet()
    now = other.message(log.id)
    assert now is not None
    assert " put " not in now.text
    assert "Since the beginning" in now.text
