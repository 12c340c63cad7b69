"""Tables on storage alone: whose move counts, once, and what can be taken back."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Iterable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median

import pytest

from bot.clock import MovedClock
from bot.commands.finding import seat_choices
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.context import Context
from bot.tables.decisions import Decider
from bot.tables.errors import BadMove, BadWish, LeadsOn, NoGame, NotAllowed, NotSeated, NotYourMove, Stale, WrongMoment
from bot.tables.language.completion import choices
from bot.tables.language.spoken import sayable
from bot.tables.lobby_options import GAVE_WAY, OWN
from bot.tables.moments import Earlier
from drawing.lettering import printable
from game.adepts import Game
from game.adepts.rules.cards import in_order
from game.adepts.rules.gems import HAND_LIMIT
from game.adepts.words.facts import Facts
from game.adepts.words.signs import COMPUTER
from game.core.history import replay
from storage import Status, StillIn, Storage
from storage.topics import END, REOPEN, Change, move_to, replacing

from .tables import ANN, BOB, CHANNEL, EVE, adepts, begun, lobby, mover, play_first, play_until
from .test_damage import loosened


async def test_a_move_is_on_disk_when_it_is_confirmed(tables: Tables, store: Storage, clock: MovedClock) -> None:
    table = await play_first(tables, await begun(tables))
    again = await Tables(store, clock=clock).look(table.id)
    assert again.playing.to_dict() == table.playing.to_dict()
    assert again.questions == table.questions
    assert again.context == table.context


async def test_a_move_writes_little(tables: Tables, store: Storage) -> None:
    """The position with all undo points, written with each move, takes at most 4 kB on the median."""
    table, sizes, rng = await begun(tables), list[int](), Random(3)
    while not table.playing.over and len(sizes) < 100:
        seat, _, _ = mover(table)
        table = await play_first(tables, table, pick=rng.randrange(len(table.playing.legal(seat))))
        with closing(sqlite3.connect(f"file:{store.place}?mode=ro", uri=True)) as raw:
            sizes += [size for (size,) in raw.execute("SELECT length(state) + length(side) FROM snapshots")]
    assert median(sizes) <= 4_000


async def test_what_one_chooses_in_secret_changes_nobody_else_s_numbers(tables: Tables) -> None:
    """With a full hand, keeping a card asks for a discard too; the ids of others' next buttons must not reveal that."""
    asked = []
    for channel, keeps in ((CHANNEL, True), (CHANNEL + 1, False)):
        table = await play_until(tables, await begun(tables, channel=channel), "research")
        state = table.playing.to_dict()
        hand, library = state["players"]["P1"]["hand"], state["library"]
        while len(hand) < HAND_LIMIT:
            hand.append(library.pop())
        state["players"]["P1"]["hand"] = list(in_order(hand))
        table = replace(table, game=Game.from_dict(state))
        tables.cache.put(table)
        table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0] if keeps else "pass")).table
        if keeps:
            assert table.playing.kind("P1") == "discard"
            table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0])).table
        table = (await tables.moves.play(table.id, BOB, "pass")).table
        table = await play_until(tables, table, "assign")
        seen = []
        for _ in range(4):
            seen.append(table.questions["P2"].number if "P2" in table.questions else None)
            table = await play_first(tables, table)
        asked.append(seen)
    assert asked[0] == asked[1]
    assert any(asked[0])


async def test_one_interaction_counts_once(tables: Tables) -> None:
    """Even if its question has been answered meanwhile: it is reported as done, not as stale."""
    table = await begun(tables)
    seat, user, number = mover(table)
    token = table.playing.legal(seat)[0]
    first = await tables.moves.play(table.id, user, token, question=number, interaction_id=77)
    second = await tables.moves.play(table.id, user, token, question=number, interaction_id=77)
    assert second.repeated
    assert second.table.sequence == first.table.sequence == 1


async def test_of_two_clicks_at_the_same_moment_one_wins_and_the_other_is_told(tables: Tables) -> None:
    table = await begun(tables)
    seat, user, number = mover(table)
    results = await asyncio.gather(
        *(
            tables.moves.play(table.id, user, token, question=number, interaction_id=n)
            for n, token in enumerate(table.playing.legal(seat)[:3], 1)
        ),
        return_exceptions=True,
    )
    assert [type(result).__name__ for result in results] == ["Outcome", "Stale", "Stale"]
    assert (await tables.look(table.id)).sequence == 1


async def test_a_stale_question_says_what_has_happened_since(tables: Tables) -> None:
    table = await begun(tables)
    seat, user, number = mover(table)
    token = table.playing.legal(seat)[0]
    await play_first(tables, table)
    with pytest.raises(Stale, match="put 2 miners on"):
        await tables.moves.play(table.id, user, token, question=number)


async def test_who_has_no_seat_in_a_lobby_is_told_how_to_take_one(tables: Tables) -> None:
    table = await lobby(tables)
    with pytest.raises(NotSeated, match="which has not begun"):
        await tables.lobby.leave(table.id, EVE)


async def test_only_the_one_who_is_asked_may_answer(tables: Tables) -> None:
    table = await begun(tables)
    seat, user, _ = mover(table)
    other = BOB if user == ANN else ANN
    with pytest.raises(NotYourMove, match=f"waits for {table.names[seat]}"):
        await tables.moves.play(table.id, other, table.playing.legal(seat)[0])
    with pytest.raises(NotSeated, match="looking on"):
        await tables.moves.play(table.id, EVE, table.playing.legal(seat)[0])


async def test_a_refused_move_says_why_and_what_is_possible(tables: Tables) -> None:
    table = await play_first(tables, await begun(tables))  # takes the first site of the topaz mine
    _, user, _ = mover(table)
    for typed in ("assign topaz.1x2", "topaz.1x2", "assign nonsense", "cast topaz.2x2"):
        with pytest.raises(BadMove, match=r"[Pp]ossible") as refused:
            await tables.moves.say(table.id, user, typed)
        assert f"`{typed}`" in refused.value.text  # only what was typed
        assert "P1" not in refused.value.text
        said = refused.value.text.partition("` ")[2] if "`" in refused.value.text else refused.value.text
        assert not re.search(r"\b[a-z]+\.\d|@|\(ruling", said.partition(" ")[2])  # words, no tokens
    with pytest.raises(
        BadMove, match=rf"Topaz I is taken: {table.names['P1']}|{table.names['P2']} has \d miners there"
    ):
        await tables.moves.play(table.id, user, "topaz.1x2")
    for typed, why in (("3 miners on topaz 1", "Topaz I is taken"), ("put five miners on topaz ii", "2 to 4 miners")):
        with pytest.raises(BadMove, match=why):
            await tables.moves.say(table.id, user, typed)
    assert (await tables.look(table.id)).sequence == 1
    await tables.moves.say(table.id, user, "put three miners on the second topaz site")
    assert (await tables.history(table.id)).moves[-1][1] == "topaz.2x3"


async def test_a_typed_step_that_answers_nothing_yet_leads_on(tables: Tables) -> None:
    """Panels of Adepts choose the mine first: typing its name is like that press."""
    table = await begun(tables)
    seat, user, _ = mover(table)
    decision, view = table.pending[seat], table.view(seat)
    step, path, _ = next(iter(sayable(table.kit, decision, view, table.names).steps.values()))
    with pytest.raises(LeadsOn) as led:
        await tables.moves.say(table.id, user, step.upper())
    assert led.value.path == path
    assert (await tables.look(table.id)).sequence == 0


async def test_the_name_of_the_option_is_no_part_of_what_is_typed(tables: Tables) -> None:
    """It gets into the text if the command is typed or pasted as one string."""
    table = await begun(tables)
    seat, user, _ = mover(table)
    decision, view = table.pending[seat], table.view(seat)
    for typed in ("move:topaz 1", "Move : topaz 1"):
        listed = choices(table.kit, decision, view, table.names, typed)
        assert listed == choices(table.kit, decision, view, table.names, "topaz 1") != []
    with pytest.raises(BadMove, match=r"^`gibberish` is not a move"):
        await tables.moves.say(table.id, user, "move: gibberish")
    await tables.moves.say(table.id, user, "move:3 miners on topaz 1")
    assert (await tables.history(table.id)).moves[-1][1] == "topaz.1x3"


async def test_computer_players_bear_a_sign_that_nobody_else_may(tables: Tables) -> None:
    """It is part of their names everywhere, and the lettering of pictures has it."""
    table = await tables.lobby.new(ANN, f"Ann {COMPUTER}", guild_id=1, channel_id=CHANNEL, options={}, computers=1)
    table = await tables.lobby.join(table.id, BOB, COMPUTER)
    table = await tables.lobby.add_computer(table.id, Actor(ANN))
    assert list(table.names.values()) == ["Ann", f"Ada {COMPUTER}", "P3", f"Charles {COMPUTER}"]
    waits = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL + 1, options={}, invited={BOB: "Bob"})
    joined = await tables.lobby.join(waits.id, BOB, f"Ada {COMPUTER}")
    assert (joined.status, joined.names["P2"]) == (Status.RUNNING, "Ada")
    for seat, name in table.names.items():
        assert printable(name, "") == name
        assert Facts({"players": table.names}, "", table.names).short(seat) == name


async def test_a_stored_name_that_shows_nothing_gives_way_to_the_seat(tables: Tables) -> None:
    """Two such people can be told apart wherever they are named."""
    table = await tables.lobby.new(ANN, "\u3164", guild_id=1, channel_id=CHANNEL, options={})
    table = await tables.lobby.join(table.id, BOB, "\u115f\u1160")
    assert table.names == {"P1": "P1", "P2": "P2"}
    assert table.title == "somebody's table"
    assert [choice.name for choice in seat_choices(table, "")] == ["P1 P1", "P2 P2"]


@pytest.mark.parametrize("typed", ["bob", "@BOB", "ＢＯＢ", "bob p2", " p2"])
async def test_players_are_suggested_by_whatever_names_them(tables: Tables, typed: str) -> None:
    """Letters that look alike are the same, as where a name is typed in full; words may come in any order."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={})
    table = await tables.lobby.join(table.id, BOB, "𝓑𝓸𝓫")
    assert [choice.value for choice in seat_choices(table, typed)] == [f"<@{BOB}>"]


async def test_a_channel_has_one_active_table(tables: Tables) -> None:
    await lobby(tables)
    with pytest.raises(WrongMoment, match="waits for players"):
        await lobby(tables)


async def test_only_the_host_or_a_manager_changes_a_table(tables: Tables) -> None:
    """Some changes before the start alone, the others until the end."""
    table, change = await lobby(tables), tables.lobby

    def before(by: Actor) -> Iterable[Awaitable[object]]:
        yield change.kick(table.id, by, table.seats[0])
        yield change.readmit(table.id, by, EVE)
        yield change.add_computer(table.id, by)
        yield change.remove_computer(table.id, by)
        yield change.set_option(table.id, by, "deck", "digital")

    def always(by: Actor) -> Iterable[Awaitable[object]]:
        yield change.set_option(table.id, by, "look", "words")
        yield change.set_pace(table.id, by, "day")
        yield change.hand_over(table.id, by, BOB)
        yield change.end(table.id, by)

    for refused in (change.start(table.id, Actor(BOB)), *before(Actor(BOB)), *always(Actor(BOB))):
        with pytest.raises(NotAllowed, match="host of this table"):
            await refused
    for refused in (change.kick(table.id, Actor(ANN), table.seats[0]), change.hand_over(table.id, Actor(ANN), EVE)):
        with pytest.raises(BadWish, match="at this table"):
            await refused
    for by in (Actor(BOB, manager=True), Actor(EVE)):  # the second comes too late
        assert (await change.start(table.id, by)).status is Status.RUNNING
    for refused in always(Actor(BOB)):
        with pytest.raises(NotAllowed, match="host of this table"):
            await refused
    for refused in (*before(Actor(ANN)), change.hand_over(table.id, Actor(ANN), ANN)):
        with pytest.raises(WrongMoment, match=r"under way|host already"):
            await refused
    await change.end(table.id, Actor(ANN))
    for refused in (change.start(table.id, Actor(ANN)), *always(Actor(ANN))):
        with pytest.raises(WrongMoment, match="was ended"):
            await refused


async def test_the_table_goes_to_the_next_when_its_host_leaves(tables: Tables) -> None:
    table = await tables.lobby.leave((await lobby(tables)).id, ANN)
    assert table.row.host_id == BOB
    assert table.names == {"P1": "Bob"}
    assert (await tables.lobby.leave(table.id, BOB)).status is Status.CLOSED


async def test_a_host_who_was_forgotten_has_no_seat(tables: Tables) -> None:
    """Nor do they hold the seat of a computer player, which has no user either."""
    table = await tables.lobby.add_computer((await lobby(tables)).id, Actor(ANN))
    assert (table.host, table.host_name) == ("P1", "Ann")
    table = replace(table, row=replace(table.row, host_id=None))
    assert (table.host, table.host_name) == ("", "")


async def test_options_are_checked_when_they_are_chosen(tables: Tables) -> None:
    table = await lobby(tables)
    for name, value in (("spells", "1A 1B"), ("deck", "tarot"), ("seats", "6"), ("pace", "warp"), ("x", "y")):
        with pytest.raises(BadWish):
            await tables.lobby.set_option(table.id, Actor(ANN), name, value)
    own = " ".join(f"{n}{'AB'[n % 2]}" for n in range(1, 21))
    await tables.lobby.set_option(table.id, Actor(ANN), "spells", own)
    assert (await tables.lobby.set_option(table.id, Actor(ANN), "board", "words")).look == "words"  # its former name
    table = await tables.lobby.start(table.id, Actor(ANN))
    assert adepts(table).spells == tuple(own.split())


async def test_all_that_a_table_keeps_besides_its_game_s_options_is_known_by_name(tables: Tables) -> None:
    """So that no game's option may have such a name."""
    game = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={"seats": 2}, guided=True)
    await tables.lobby.join(game.id, BOB, "Bob")
    await tables.lobby.start(game.id, Actor(ANN))
    await tables.decisions.decide(game.id, move_to(CHANNEL + 1), Decider(ANN, guild_id=1, gone=CHANNEL))
    game = await tables.lobby.end(game.id, Actor(ANN))
    again = await tables.invitations.rematch(game.id, ANN, "Ann")
    await tables.decisions.decide(game.id, REOPEN, Decider(ANN))
    again = await tables.look(again.id)
    assert again.options[GAVE_WAY]
    assert {*game.options, *again.options} - {option.name for option in game.kit.options} <= OWN


async def test_a_game_that_waits_for_the_lobby_of_its_rematch_to_close_is_held_by_nobody(tables: Tables) -> None:
    game = await begun(tables)
    await tables.lobby.end(game.id, Actor(ANN))
    again = await tables.invitations.rematch(game.id, BOB, "Bob")
    async with tables.cache.hold(again.id):
        reopening = asyncio.create_task(tables.decisions.decide(game.id, REOPEN, Decider(ANN)))
        for _ in range(10):
            await tables.store.meta.get("")
        async with asyncio.timeout(1), tables.cache.hold(game.id) as table:
            assert table.status is Status.CLOSED
    assert (await reopening).table.status is Status.RUNNING
    assert (await tables.look(again.id)).status is Status.CLOSED


async def test_a_table_for_which_no_seats_are_kept_has_all_of_its_game(tables: Tables) -> None:
    opened = await tables.store.games.create(
        "adepts", "x", guild_id=1, channel_id=CHANNEL, host_id=ANN, host_name="Ann", options={}, pace="none"
    )
    table = await tables.lobby.set_option(opened.game.id, Actor(ANN), "look", "words")
    assert (table.look, table.free_seats) == ("words", 4)


async def test_a_lobby_closes_after_a_day(tables: Tables, clock: MovedClock) -> None:
    old = await lobby(tables)
    opened = clock.now()
    clock.advance(timedelta(hours=23))
    young = await lobby(tables, channel=6)
    assert await tables.lobby.close_old(old.id) == opened + timedelta(days=1)
    clock.advance(timedelta(hours=1))
    assert await tables.lobby.close_old(young.id) is not None
    assert await tables.lobby.close_old(old.id) is None
    assert (await tables.look(old.id)).status is Status.CLOSED
    assert (await tables.look(young.id)).status is Status.LOBBY


async def test_an_end_by_vote_takes_more_than_half_of_the_people(tables: Tables) -> None:
    table = await lobby(tables)
    await tables.lobby.join(table.id, EVE, "Eve")
    await tables.lobby.add_computer(table.id, Actor(ANN), "random")
    await tables.lobby.start(table.id, Actor(ANN))
    table, vote = await tables.decisions.decide(table.id, END, Decider(BOB))
    assert vote is not None
    assert (vote.yes, vote.people, vote.needed, vote.passed) == ((BOB,), 3, 2, False)
    table, vote = await tables.decisions.decide(table.id, END, Decider(BOB))
    assert table.status is Status.RUNNING
    table, vote = await tables.decisions.decide(table.id, END, Decider(EVE))
    assert vote is not None
    assert vote.passed
    assert table.status is Status.CLOSED


async def test_a_seat_is_not_given_away_because_somebody_else_has_left_the_server(tables: Tables) -> None:
    """`gone` names somebody who held the seat when Discord was asked, but does not any more."""
    table, about = await begun(tables), replacing(Change("P2", None))
    after, vote = await tables.decisions.decide(table.id, about, Decider(ANN, gone=EVE))
    assert vote is not None
    assert after.seat("P2").user_id == BOB
    after, vote = await tables.decisions.decide(table.id, about, Decider(ANN, gone=BOB))
    assert vote is None
    assert after.seat("P2").is_computer


# --- undo


async def test_one_s_own_last_choice_can_be_taken_back(tables: Tables, store: Storage) -> None:
    before = await begun(tables)
    table = await play_first(tables, before)
    seat = next(iter(before.questions))
    user = before.seat(seat).user_id
    assert user is not None
    undone = (await tables.moves.undo(table.id, user)).table
    assert undone.playing.to_dict() == before.playing.to_dict()
    assert undone.questions[seat].number > table.questions[next(iter(table.questions))].number
    assert [entry.is_undo for entry in await store.moves.entries(table.id)] == [False, True]
    with pytest.raises(WrongMoment, match="nothing you can take back"):
        await tables.moves.undo(table.id, user)


@pytest.mark.parametrize(
    ("game", "hidden", "secret"), [("adepts", True, True), ("harrowing", True, False), ("mana-surge", False, False)]
)
async def test_a_refused_undo_speaks_of_what_the_game_has(
    tables: Tables, game: str, hidden: bool, secret: bool
) -> None:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=9, options={}, game=game, computers=2)
    table = await tables.lobby.start(table.id, Actor(ANN))
    with pytest.raises(WrongMoment) as refused:
        await tables.moves.undo(table.id, ANN)
    assert ("hidden" in refused.value.text, "in secret" in refused.value.text) == (hidden, secret)


async def test_nothing_can_be_taken_back_once_somebody_else_has_acted(tables: Tables) -> None:
    table = await begun(tables)
    _, first, _ = mover(table)
    table = await play_first(tables, table)
    table = await play_first(tables, table)
    with pytest.raises(WrongMoment):
        await tables.moves.undo(table.id, first)


async def test_what_another_took_back_keeps_nobody_from_it_but_where_it_showed_a_card(tables: Tables) -> None:
    """Undo goes back to before one's own choice, unless a card that was shown would then be known."""
    table, found = await begun(tables), set[bool]()
    while found != {True, False}:
        first, user, before = *mover(table)[:2], table.playing.to_dict()
        legal, kept = table.playing.legal(first), table.playing.kind(first) == "research"
        table = await play_first(tables, table, pick=-1 if legal[-1] == "pass" and not kept else 0)
        second, other, _ = mover(table)
        if second == first or not table.can_undo(first):
            continue
        casts = table.playing.kind(second) == "cast" and len(table.playing.legal(second)) > 1
        table = await play_first(tables, table)
        if table.can_undo(second):
            assert not table.can_undo(first)
            table = (await tables.moves.undo(table.id, other)).table
            assert table.can_undo(first) == (not casts)
            if not casts and not found:
                tables.cache.clear()
                assert (await tables.moves.undo(table.id, user)).table.playing.to_dict() == before
                table = await tables.look(table.id)
            found.add(casts)


TWO = Context().undoable(Earlier(1, {}, seat="P1")).undoable(Earlier(2, {}, seat="P2"))


@pytest.mark.parametrize(
    ("seat", "shows", "plies"),
    [("P2", False, [1, 2, 3]), ("P1", False, [2, 3]), ("P2", True, [2, 3]), ("P1", True, [3])],
)
def test_of_two_who_chose_one_after_the_other_the_last_can_go_back_and_then_the_one_before(
    seat: str, shows: bool, plies: list[int]
) -> None:
    """Nobody can go back to before a card was shown, except for the one who showed it."""
    assert [each.ply for each in TWO.undoable(Earlier(3, {}, seat=seat), shows).undo] == plies


def test_whoever_takes_a_seat_over_takes_back_nothing_that_was_chosen_there_before() -> None:
    """Not even once a later choice of somebody else is undone; that one can still be taken back by its own player."""
    assert [each.seat for each in TWO.final_at("P1").undo] == ["P2"]
    assert TWO.final_at("P2").undo == ()


async def test_a_computer_player_s_pass_goes_back_with_one_s_own_choice_and_its_card_does_not(tables: Tables) -> None:
    """A card of its hand that was shown would still be known after an undo."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={}, computers=1)
    table, found = await tables.lobby.start(table.id, Actor(ANN)), set[bool]()
    while found != {True, False}:
        seat = next(iter(table.questions))
        number, legal, kind = table.questions[seat].number, table.playing.legal(seat), table.playing.kind(seat)
        if not table.seat(seat).is_computer:
            table = (await tables.moves.play(table.id, ANN, "pass" if "pass" in legal else legal[0])).table
            continue
        mine, before = table.seat_of(ANN).seat, table
        casts = kind == "cast" and len(legal) > 1 and True not in found
        token = next(each for each in legal if each != "pass") if casts else "pass" if "pass" in legal else legal[0]
        await tables.moves.play_computer(table.id, seat, number, token)
        table = await tables.look(table.id)
        if (
            kind == "cast"
            and before.can_undo(mine)
            and not (token == "pass" and table.playing.place != before.playing.place)
        ):
            assert table.can_undo(mine) == (not casts)
            found.add(casts)
            if not casts:
                asked = before.context.undo[-1]
                undone = (await tables.moves.undo(table.id, ANN)).table
                assert undone.playing.to_dict() == asked.state
                table = undone


async def test_nothing_can_be_taken_back_once_cards_were_drawn(tables: Tables) -> None:
    """The last pass of phase II ends production and deals the research."""
    table = await play_until(tables, await begun(tables), "research")
    for user in (ANN, BOB):
        with pytest.raises(WrongMoment):
            await tables.moves.undo(table.id, user)


async def test_an_undo_twice_by_one_interaction_goes_back_once(tables: Tables) -> None:
    table = await play_until(tables, await begun(tables), "assign")
    _, user, _ = mover(table)
    await play_first(tables, table)
    await tables.moves.undo(table.id, user, 99)
    assert (await tables.moves.undo(table.id, user, 99)).repeated


# --- records, people


async def test_a_record_of_a_running_game_is_masked_and_of_a_finished_one_replays(tables: Tables) -> None:
    table = await play_until(tables, await begun(tables), "research")
    running = await tables.record(table.id)
    assert "Seed" not in running
    assert "research" not in running
    while table.questions:
        table = await play_first(tables, table)
    finished = await tables.record(table.id)
    assert replay(finished).to_dict() == table.playing.to_dict()
    assert table.status is Status.OVER


@pytest.mark.parametrize(
    "damage", ["UPDATE moves SET seat = 'x' WHERE sequence = 3", "UPDATE snapshots SET state = x'7b7d'"]
)
@pytest.mark.parametrize("ended", [False, True])
async def test_a_game_of_which_something_cannot_be_read_has_no_history(
    tables: Tables, store: Storage, damage: str, ended: bool
) -> None:
    """The refusal says so, whether the game is running or over."""
    table = await play_until(tables, await begun(tables), "research")
    while ended and table.questions:
        table = await play_first(tables, table)
    assert isinstance(store.place, Path)
    with loosened(store.place) as raw:
        raw.execute(damage)
    again = Tables(store)
    for read in (again.history, again.record):
        with pytest.raises(WrongMoment, match="cannot be read any more"):
            await read(table.id)


async def test_a_forgotten_person_is_in_no_finished_game(tables: Tables, store: Storage) -> None:
    table = await begun(tables)
    await tables.people.set(ANN, "round", "channel")
    assert await tables.people.forget(ANN) == StillIn(games=(table.id,))
    assert (await tables.people.settings(ANN))["round"] == "dm"
    await tables.lobby.end(table.id, Actor(ANN))
    assert await tables.people.forget(ANN) == StillIn()
    tables.cache.clear()
    assert (await tables.look(table.id)).find(ANN) is None


async def test_what_was_cancelled_half_way_is_looked_up_again(tables: Tables) -> None:
    """Cancelling a task while its move is being stored leaves no wrong game in the cache."""
    table = await begun(tables)
    seat, user, number = mover(table)
    task = asyncio.create_task(tables.moves.play(table.id, user, table.playing.legal(seat)[0], question=number))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    now = await tables.look(table.id)
    assert now.sequence == len(await tables.store.moves.entries(table.id))
    assert (await play_first(tables, now)).sequence == now.sequence + 1


async def test_a_deleted_game_is_gone(tables: Tables) -> None:
    with pytest.raises(NoGame):
        await tables.look("nogame22")
