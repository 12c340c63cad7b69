"""The public texts are complete and short enough, and begin with the most important."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from bot.panels.about import about_panel
from bot.panels.board import running
from bot.panels.company import PLAYER, with_whom
from bot.panels.games import ENDED, Ended, Entry, Gathering, Playing, first_ended, games_panel
from bot.panels.lobby import lobby_panel, options_panel
from bot.panels.notice import notice
from bot.panels.record import checking
from bot.panels.settings import settings_panel
from bot.tables.lobby_options import ASKED_FOR, SEATS
from game.adepts import boards as boards
from game.adepts import scenario
from game.adepts.kit import KIT
from game.adepts.rules.gems import GEM_NAMES
from game.core.decisions import Event
from game.core.layout import Button, Style, framed
from game.core.text.names import shown, shown_names
from game.core.words import GLANCE, Run
from storage import Status
from tests.bot.face.layouts import GAME, NAMES, components, text
from tests.bot.face.lobbies import lobby
from tests.playouts import Setting, choose, settings

NOW = datetime(2026, 11, 20, tzinfo=UTC)
NONE = dict.fromkeys(GEM_NAMES, 0)
"""Empty batteries."""


@pytest.mark.parametrize("setting", list(settings(24, "boards")), ids=str)
async def test_boards_of_whole_games_are_valid(setting: Setting) -> None:
    """Discord accepts the board of every position, and every part of a text fits into a message."""
    rng = random.Random(setting.seed)
    game = setting.start()
    events = [event for event in game.events if event.visible_to(None)]
    while not game.over:
        if rng.random() < 0.3:
            view = game.view(None)
            shown = text(boards.board(view, NAMES, dict.fromkeys(game.asked, NOW), [Run(events, NAMES)]))
            assert shown.startswith("## ▶ ")
            assert f"<t:{int(NOW.timestamp())}:R>" in shown
            long = [*boards.position(view, NAMES), *boards.queues(view, NAMES), *KIT.words.sentences(events, NAMES)]
            assert all(0 < len(part) <= 4000 for part in long)
        events += [event for event in game.play(*choose(game, rng)) if event.visible_to(None)]
        events = events[-150:]
    assert game.scores is not None
    components(boards.final(game.scores, NAMES, game.seed))
    assert all(len(part) <= 4000 for part in boards.score(game.scores, NAMES, game.seed, True))


async def test_the_fullest_board_fits() -> None:
    """Five players with the worst names, all titles and batteries, and some of every spell in force."""
    view = Setting(5, "five-players", "rulebook", "fullest").start().view(None)
    names = dict.fromkeys(view["players"], "*|" * 16)
    for mine in view["mines"].values():
        mine["sites"], mine["inside"], mine["barrier"] = [["P1", 4], ["P2", 4], ["P3", 4]], ["P4", 4], ["P4", "P5"]
    for player in view["players"].values():
        player["battery"], player["mana"] = dict.fromkeys(player["battery"], 10), 250
    view["adepts"] = dict.fromkeys(view["adepts"], "P5")
    phase1 = ("1B", "2B", "3A", "4A", "4B")
    view["effects"] = [
        *({"source": source, "seat": f"P{n}"} for n, source in enumerate(phase1, 1)),
        *({"source": "5B", "seat": f"P{n}", "count": 2} for n in (1, 2, 3, 4)),
        {"source": "3B", "seat": "P4", "gem": "amethyst"},
    ]
    events = [Event("placed", f"P{n % 5 + 1}", {"site": "amethyst.3", "count": 4}) for n in range(150)]
    components(boards.board(view, names, {"P1": NOW}, [Run(events, names)]))
    components(lobby_panel(lobby(names, computers=["P2", "P3", "P4", "P5"], awaited=names.values())))
    long = [*boards.position(view, names), *boards.queues(view, names), *KIT.words.sentences(events, names)]
    assert all(len(part) <= 4000 for part in long)


async def test_what_everybody_got_stays_on_the_board_whatever_others_do_since() -> None:
    """Production is shown until the end of the following phase, under its heading; other lines make room for it."""
    game = Setting(5, "first-game", "rulebook", "harvest").start()
    seats, names = [f"P{number}" for number in range(1, 6)], shown_names(NAMES)
    dug = [
        Event("began_phase", None, {"phase": "II"}),
        *(Event("moved", "P1", {"site": "ruby.1", "to": "ruby.2", "count": n}) for n in range(1, 5)),
        *(Event("gained", seat, {"gem": "topaz", "count": 3, "stage": stage}) for seat in seats for stage in (1, 2)),
        Event("began_phase", None, {"phase": "III"}),
    ]
    for since in range(40):
        events = [*dug, *(Event("passed", seats[n % 5], {"asked": "cast"}) for n in range(since))]
        told = text(boards.board(game.view(None), NAMES, {}, [Run(events, NAMES)])).split("What happened")[1]
        assert [told.count(f"{names[seat]} dug 3") for seat in seats] == [2] * 5
        assert told.count("straight into stage 2") == 5
        assert told.index("Phase II:") < told.index("dug") < told.index("Phase III:")
        assert told.count("cast no spell") == min(since, 3)
        components(boards.board(game.view(None), NAMES, {}, [Run(events, NAMES)]))
    over = [*events, Event("began_phase", None, {"phase": "IV"})]
    assert "dug" not in text(boards.board(game.view(None), NAMES, {}, [Run(over, NAMES)]))


async def test_what_a_spell_did_is_not_told_without_the_spell() -> None:
    """However much has happened since: either the spell's line is above its effects, or all are gone."""
    game = Setting(3, "first-game", "rulebook", "spell").start()
    spell = [
        Event("cast", "P2", {"spell": "13B"}),
        Event("paid", "P2", {"spell": "13B", "price": "citrine@1"}),
        Event("discarded", "P2", {"spell": "18B"}),
        Event("rose", "P2", {"mana": 5}),
        Event("discarded", "P2", {"spell": "17A"}),
        Event("rose", "P2", {"mana": 5}),
    ]
    dug = [Event("gained", f"P{seat}", {"gem": "topaz", "count": 3, "stage": 1}) for seat in (1, 2, 3)]
    for since in range(12):
        events = [
            Event("began_phase", None, {"phase": "II"}),
            *dug,
            Event("began_phase", None, {"phase": "III"}),
            *spell,
        ]
        events += [Event("passed", f"P{n % 3 + 1}", {"asked": "cast"}) for n in range(since)]
        told = text(boards.board(game.view(None), NAMES, {}, [Run(events, NAMES)])).split("What happened")[1]
        assert ("discarded" in told) == ("cast **" in told)
        assert ("discarded" in told) == (since < 5)


async def test_the_board_begins_with_whose_move_it_is() -> None:
    """Name and question come first, then turn, phase and since when."""
    game = Setting(3, "first-game", "rulebook", "first").start()
    first, second = text(boards.board(game.view(None), NAMES, {game.first: NOW}, [])).splitlines()[:2]
    assert (
        first == f"## ▶ {boards.board.__globals__['Facts'](game.view(None), '', NAMES).name(game.first)} assigns miners"
    )
    assert second == f"-# Turn 1 of 8 · 1️⃣ phase I, Miner Assignment · asked <t:{int(NOW.timestamp())}:R>"


async def test_the_sheet_begins_with_the_winner() -> None:
    """With processed mana and batteries; the seed is in one line at the end, with its SHA-256 if it can be verified."""
    line = {"processed": 60, "leftover": 3, "battery": {**NONE, "topaz": 20, "ruby": 1}, "total": 81, "rank": 2}
    best = {**line, "processed": 70, "total": 91, "rank": 1}
    shown = text(boards.final({"P1": line, "P2": best}, NAMES, "the seed")).splitlines()
    assert shown[:3] == [
        "## 🏆 Bo wins",
        "🥇 **Bo** · **91** mana",
        "-# 70 processed, 3 of it for gems left in the queue, + 21 from batteries",
    ]
    assert len([row for row in shown if "`the seed`" in row]) == 1
    digest = sha256(b"the seed").hexdigest()
    assert digest not in "\n".join(shown)
    assert digest in checking(digest, Status.OVER)


async def test_a_shared_victory_names_all_winners() -> None:
    """If both totals and processed mana are equal (ruling 33)."""
    line = {"processed": 60, "leftover": 0, "battery": NONE, "total": 60, "rank": 1}
    shown = text(boards.final({"P1": line, "P2": line}, NAMES, "s"))
    assert "## 🏆 Anna and Bo share the victory" in shown
    assert "Anna and Bo have 60 mana each, 60 of it processed: they share the victory." in shown


async def test_a_tie_that_was_broken_is_explained() -> None:
    """With equal totals whoever has processed more mana is ahead (ruling 33); nothing is said if nobody has any."""
    charged = {**NONE, "topaz": 20, "ruby": 20}
    more = {"processed": 90, "leftover": 0, "battery": {**NONE, "topaz": 10}, "total": 100, "rank": 1}
    less = {"processed": 60, "leftover": 9, "battery": charged, "total": 100, "rank": 2}
    names = {"P1": "Anna", "P2": "Bo", "P3": "Cid"}
    both = "\n".join(boards.score({"P1": less, "P2": more}, names, "s", over=True))
    assert "Bo and Anna have 100 mana each: who has more of it processed is ahead, 90 against 60." in both
    three = "\n".join(boards.score({"P1": less, "P2": more, "P3": less}, names, "s", over=True))
    assert "is ahead, 90 against 60 against 60. Who is equal in that too shares the place." in three
    nothing = {"processed": 0, "leftover": 0, "battery": NONE, "total": 0, "rank": 1}
    assert "each" not in "\n".join(boards.score({"P1": nothing, "P2": nothing}, names))


async def test_only_the_last_events_stand_on_the_board() -> None:
    """However many are passed in."""
    game = Setting(2, "first-game", "rulebook", "many").start()
    events = [Event("placed", "P1", {"site": "topaz.1", "count": count}) for count in range(2, 100)]
    told = text(boards.board(game.view(None), NAMES, {}, [Run(events, NAMES)]))
    assert told.count("put ") == 8
    assert "put 99 miners" in told


@pytest.mark.parametrize(
    ("count", "needed"),
    [
        (1, "1 more player needed"),
        (2, " or wait for up to three more."),
        (4, " or wait for one more."),
        (5, "Start**."),
    ],
)
async def test_the_lobby_says_what_is_needed_to_start(count: int, needed: str) -> None:
    """Start is there from two players on, Join until the table is full."""
    names = dict(list(NAMES.items())[:count])
    layout = lobby_panel(lobby(names, {"spells": "random", "deck": "digital"}, computers=["P2"] if count > 1 else []))
    off = {part["label"] for part in components(layout) if part.get("disabled")}
    assert ("Start" in off) == (count < 2)
    assert ("Join" in off) == (count == 5)
    assert needed in text(layout)
    assert ("computer player, regular" in text(layout)) == (count > 1)


@pytest.mark.parametrize(
    ("count", "free", "needed"),
    [
        (1, True, "when Anna presses **Start**, once two seats are taken."),
        (2, True, "when Anna presses **Start**."),
        (1, False, "▶ The game begins by itself when all who are invited have joined."),
        (2, False, "have joined. Anna may press **Start** before that."),
    ],
)
async def test_the_lobby_says_what_it_waits_for_when_somebody_is_invited(count: int, free: bool, needed: str) -> None:
    """free: whether more seats were asked for than there are guests."""
    names = dict(list(NAMES.items())[:count])
    panel = lobby_panel(lobby(names, {SEATS: 4, ASKED_FOR: free}, awaited=["Zoe"]))
    assert f"{needed}\n" in text(panel)


async def test_the_lobby_lists_of_the_tables_own_options_what_is_not_as_usual() -> None:
    usual = text(lobby_panel(lobby(NAMES)))
    assert "Spells: **First game**" in usual
    assert "Pace: **No pace**" in usual
    assert "Look" not in usual
    assert "Look: **Words only**" in text(lobby_panel(lobby(NAMES, {"look": "words"})))


async def test_options_settings_and_about_are_valid() -> None:
    """With every value, and with a table's own twenty spells."""
    own = [f"{number}A" for number in range(1, 21)]
    assert "1A 2A" in text(options_panel(KIT, GAME, {"spells": own, "deck": "rulebook", "pace": "day", "seats": 3}))
    assert "1A 2A" in text(lobby_panel(lobby(NAMES, {"spells": own})))
    assert "Forget me" in text(settings_panel([KIT], {"round": "channel"}, datetime.now(UTC)))
    assert "Nicolas Leonardi" in text(about_panel([KIT], "1.2.3", "https://discord.com/invite"))
    components(notice("x" * 9000, wrong=True))


def test_games_that_wait_for_the_reader_come_first() -> None:
    """With links, and with those the others wait for."""
    waiting = Entry("Monday", "https://a/1", 1, "Server · #games", Playing(("Bo",)))
    mine = Entry("Other", "https://a/2", 2, "DM", Playing(mine=True))
    shown = text(games_panel([waiting, mine]))
    assert shown.index("Other") < shown.index("Monday")
    assert "waiting for Bo" in shown
    assert "You play in no game now" in text(games_panel([]))
    assert "There are no more games of yours." in text(
        games_panel([waiting], page=1)
    )  # there were, when it was pressed


def test_a_game_says_where_it_is_and_with_whom() -> None:
    """A lobby also says who is invited and has not answered."""
    lobby = Entry("Ann's", "https://a/1", 7, "not begun", Gathering(("Cy",)), ("Bob", "Eve"))
    shown = text(games_panel([lobby]))
    assert "· <#7> · not begun · with Bob and Eve" in shown
    assert "waiting for Cy to join" in shown
    for stands, said in (
        (Gathering(missing=1), "waiting for 1 more player"),
        (Gathering(), "ready: you may press **Start**"),
        (Gathering(host="Bob"), "ready: Bob may press **Start**"),
    ):
        assert said in text(games_panel([replace(lobby, stands=stands)]))
    assert with_whom(["A", "B", "C", "D", "E"]) == "with A, B, C and 2 others"
    assert with_whom([]) == ""


def test_a_game_that_cannot_be_read_any_more_offers_nothing_that_would_be_refused() -> None:
    ended = Ended("game1", "Ann's", "https://a/1", "over", "It cannot be read any more.", NOW, whole=False)
    assert list(games_panel([], [ended]).controls)
    assert not list(games_panel([], [replace(ended, readable=False)]).controls)


def test_every_page_of_games_fits_whatever_they_are_called() -> None:
    """First all running games, then all finished ones, each once; *More* ends with the last page."""
    bad = "*|" * 50
    for count, over in ((0, 0), (1, 7), (5, 5), (6, 0), (12, 11)):
        played = [
            Entry(bad, f"https://a/p{n}", 1, "turn 1", Playing((bad,) * 5, since=NOW, until=NOW), (bad,) * 9)
            for n in range(count)
        ]
        result = " · ".join(f"{shown(bad, PLAYER)} 100" for _ in range(5))
        ended = [Ended(f"game{n}", bad, f"https://a/e{n}", "over", result, NOW, True) for n in range(over)]
        told, page, more = "", 0, True
        while more:
            skip = first_ended(count, page)
            part = [] if skip is None else ended[skip : skip + ENDED]
            panel = games_panel(played, part, page, (skip is None and over > 0) or over > (skip or 0) + len(part))
            components(panel)
            told += text(panel)
            onward = [button for button in panel.controls if isinstance(button, Button) and button.label == "More ›"]
            more, page = bool(onward) and not onward[0].disabled, page + 1
        links = [f"(https://a/p{n})" for n in range(count)] + [f"(https://a/e{n})" for n in range(over)]
        assert [told.count(link) for link in links] == [1] * (count + over)


@pytest.mark.parametrize("setting", list(settings(12, "idle")), ids=str)
def test_the_position_says_of_miners_what_is_true_in_the_phase(setting: Setting) -> None:
    """Only phase I has miners to assign, and a single one is left over; later they are for the next turn."""
    rng, game, seen = random.Random(setting.seed), setting.start(), set[str]()
    while not game.over:
        view = game.view(None)
        players = "\n".join(boards.position(view, NAMES)).partition("### Players")[2].partition("## Queues")[0]
        assert (re.search(r"\d+ miners to assign", players) is not None) == (
            view["phase"] == "I" and any(player["miners"] > 1 for player in view["players"].values())
        )
        assert "1 miner to assign" not in players.replace("11 miner", "")
        assert ("for the next turn" in players) == (view["phase"] in ("III", "IV", "V") and view["turn"] < 8)
        seen |= set(re.findall(r"to assign|left over|for the next turn", players))
        game.play(*choose(game, rng))
    assert {"to assign", "for the next turn"} <= seen
    assert "miner" not in "\n".join(boards.position(game.view(None), NAMES)).partition("### Players")[2]


RUBY = """
[[scenario]]
title = "ruby"
players = 2
turn = 3
phase = "%s"
[scenario.P1]
adepts = ["ruby"]
queue = { ruby = [1, 0, 0], diamond = [1, 0, 0] }
hand = ["17A"]
[scenario.P2]
hand = ["1A"]
"""


@pytest.mark.parametrize(("phase", "miners"), [("III", 10), ("IV", 12), ("V", 12)])
def test_the_ruby_adept_has_twelve_miners_for_the_next_turn_once_the_titles_are_awarded(
    phase: str, miners: int
) -> None:
    """Ruling 12: before phase IV nobody knows who will be the ruby adept."""
    game = scenario.set_up(scenario.read(RUBY % phase)[0])
    view = game.view(None)
    assert (view["phase"], view["adepts"]["ruby"]) == (phase, "P1")
    said = re.findall(r"(\d+) miners for the next turn", "\n".join(boards.position(view, NAMES)))
    assert said == [str(miners), "10"]
    found = KIT.planning.then(game.view("P1"), "P1")
    assert found is not None
    assert found[0].data == {"miners": miners}


async def test_the_text_of_a_board_is_cut_between_players_and_counts_what_is_left_over_once() -> None:
    """However much each has; at the end nothing is "processed next" any more (ruling 33)."""
    game = Setting(5, "five-players", "rulebook", "cut").start()
    view = game.view(None)
    for player in view["players"].values():
        player["queue"] = {gem: [11, 12, 13] for gem in player["queue"]}
    for texts in (boards.position(view, NAMES), boards.queues(view, NAMES)):
        assert len(texts) > 1
        assert sum(part.count("### ") for part in boards.queues(view, NAMES)) == 5
        for part in texts:
            assert part.count("Stage 3, processed next") == part.count("Stage 2, then") == part.count("Stage 1, last")
            assert not part.endswith("## Queues")
    rng = random.Random(1)
    while not game.over:
        game.play(*choose(game, rng))
    told = "\n".join(boards.position(game.view(None), NAMES))
    assert told.startswith("## The position\n-# Turn 8 of 8 · the end · ")
    assert "Stage" not in told
    assert "next" not in told.partition("## Queues")[2]
    assert game.scores is not None
    for line in filter(None, (line["leftover"] for line in game.scores.values())):
        assert f"({line} mana, half their worth)" in told


def test_while_a_game_rests_what_lets_it_go_on_is_its_only_way() -> None:
    """Nobody is asked anything, so *Your move* is not highlighted."""
    for paused, style in ((False, Style.SUCCESS), (True, Style.SECONDARY)):
        panel = framed(*running("abcdefgh", (), paused=paused))
        [button] = [each for each in panel.controls if isinstance(each, Button) and each.label == "Your move"]
        assert button.style is style


async def test_the_board_in_a_paragraph_calls_people_as_other_texts_do() -> None:
    """It is for reading, so it needs no letters that the pictures' font has; and it keeps its length."""
    names = {"P1": "*_" * 10, "P2": "שלום עולם", "P3": "小明", "P4": "W" * 32, "P5": "Eve"}
    game, rng = Setting(5, "battlefield", "rulebook", "paragraph").start(), random.Random(1)
    while not game.over:
        told = KIT.words.glance(game.view(None), names)
        assert len(told) <= GLANCE
        assert all(name in told for name in shown_names(names).values())
        game.play(*choose(game, rng))
