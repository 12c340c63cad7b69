"""Boards and questions in the terminal, with positions that are set up by hand."""

from __future__ import annotations

import re
from random import Random

from rich.console import Console, RenderableType

from game.adepts import Game
from game.adepts.kit import KIT
from game.adepts.scenario import read, set_up
from game.adepts.terminal.choices import question
from game.adepts.terminal.screen import board

BUSY = """
[[scenario]]
title = "Groups, a Barrier and a Backlash"
players = 3
turn = 3
[scenario.sites]
"topaz.0" = "P3x2"
"topaz.1" = "P2x4"
"ruby.1" = "P2x4"
[scenario.P1]
hand = ["2B"]
queue = { ruby = [1, 0, 0] }
[scenario.P2]
hand = ["3B"]
queue = { topaz = [0, 2, 0] }
adepts = ["onyx"]
"""


def drawn(renderable: RenderableType, width: int = 80) -> str:
    """Return it as plain text."""
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def busy() -> Game:
    """Return a position with a Backlash and a Barrier on onyx in force, in which P1 assigns."""
    game = set_up(read(BUSY)[0])
    for seat, token in (("P1", "2B"), ("P2", "3B"), ("P2", "onyx")):
        game.play(seat, token)
    return game


def row(text: str, first: str) -> list[str]:
    """Return the columns of the first line that begins with this word."""
    return re.split(r"\s{2,}", next(line for line in text.splitlines() if line.startswith(first)).strip())


def test_the_board_shows_who_is_inside_on_the_sites_and_who_closed_a_mine() -> None:
    text = drawn(board(busy().view("P1"), 80))
    assert row(text, "topaz") == ["topaz", "15", "P3 x2", "P2 x4", "·", "·"]
    assert row(text, "onyx") == ["onyx", "15", "·", "·", "·", "·", "P2"]
    assert "Closed by" in text


SUSPENDED = """
[[scenario]]
title = "Two Suspensions on one player"
players = 3
turn = 2
spells = ["1B"]
[scenario.P1]
hand = ["1B"]
battery = { topaz = 1 }
[scenario.P2]
hand = ["1B"]
battery = { topaz = 1 }
"""


def test_the_board_shows_whom_a_spell_is_on_and_how_much_of_it() -> None:
    """It is not shown as the victim's own spell; several add up (ruling 14)."""
    game = set_up(read(SUSPENDED)[0])
    for seat, token in (("P1", "1B"), ("P1", "P3"), ("P2", "1B"), ("P2", "P3")):
        game.play(seat, token)
    assert re.findall(r"In force +(.*?) *\n", drawn(board(game.view(None), 80))) == ["Suspension (1B) on P3: count 2"]


def test_the_board_shows_what_is_in_force_and_in_play_and_who_is_adept() -> None:
    text = drawn(board(busy().view("P1"), 80))
    assert "In force   Backlash (2B) of P1" in text
    assert "In force   Barrier (3B) of P2: onyx" in text
    assert "Library    1 spell\n" in re.sub(" +\n", "\n", drawn(board({**busy().view("P1"), "library_size": 1}, 80)))
    assert row(text, "in play") == ["in play", "2B", "3B"]
    assert [line.rstrip() for line in text.splitlines() if line.startswith("onyx") and "*" in line]


def test_mines_and_players_stand_side_by_side_where_there_is_room() -> None:
    position = busy().view("P1")
    for width, together in ((80, False), (120, True)):
        text = drawn(board(position, width), width)
        assert any("Mine " in line and "Gem " in line for line in text.splitlines()) is together


def test_names_in_wide_characters_push_no_column_out_of_the_terminal() -> None:
    """A Chinese character takes two columns of the terminal."""
    names = {"P4": "龍" * 12}
    text = drawn(board(Game.new(5, seed="wide").view(None), 80, names))
    assert text.count(" 1  2  3   b") == 5


def test_groups_are_listed_by_mine_with_who_is_there_and_a_row_for_pushes() -> None:
    game = busy()
    decision = game.pending["P1"]
    number = {token: n for n, token in enumerate(decision.tokens, 1)}
    text = drawn(question(decision, game.view("P1")))
    topaz, pushed = row(text, "topaz "), row(text, "topaz (push)")
    assert topaz[:3] == ["topaz", "15", "P2 x4"]
    assert topaz[3].startswith(f"{number['topaz.2x2']}:x2 {number['topaz.2x3']}:x3")
    assert pushed[2].startswith(f"{number['topaz.1x2!']}:x2 ")
    assert not any(line.startswith("onyx") for line in text.splitlines())


def test_every_question_of_a_game_shows_each_of_its_answers_with_its_number() -> None:
    kinds = set()
    for players, spells in ((2, "ivory-tower"), (3, "battlefield")):
        game, rng = Game.new(players, spells, seed="questions"), Random(1)
        while not game.over:
            seat, decision = next(iter(game.pending.items()))
            if decision.kind not in kinds or len(decision.tokens) < 20:
                kinds.add(decision.kind)
                text = drawn(question(decision, game.view(seat)), 100)
                assert max(map(len, text.splitlines())) <= 100
                assert " ".join(text.split()).startswith(decision.text)
                for number, token in enumerate(decision.tokens, 1):
                    group = re.fullmatch(r"[a-z]+\.\dx(\d+)!?", token)
                    listed = rf"(?m)(^|\s){number}  {re.escape(token)}(\s|$)"
                    in_a_row = group and re.search(rf"(^|\s){number}:x{group[1]}(\s|$)", text)
                    assert in_a_row or re.search(listed, text), (token, text)
            game.play(seat, rng.choice(decision.tokens))
    assert {"assign", "cast", "pay", "research"} <= kinds


TELEKINESIS = """
[[scenario]]
title = "Telekinesis, and then production"
players = 2
turn = 3
phase = "II"
sites = { "topaz.1" = "P2x2", "topaz.2" = "P2x3" }
P2 = { hand = ["8A"], battery = { citrine = 2, emerald = 2 } }
"""


def test_what_a_spell_brought_is_told_apart_from_what_was_dug_after_it() -> None:
    """Gems of the same type and player are reported separately by cause; several sites are reported together."""
    game = set_up(read(TELEKINESIS)[0])
    game.play("P2", "8A")
    while game.pending["P2"].kind != "mine":
        game.play("P2", game.legal("P2")[0])
    events = game.play("P2", "topaz")
    told = ["P2 got 2 topazes through Telekinesis.", "P2 dug 5 topazes."]
    assert KIT.terminal.told(events, {})[:2] == told
    assert [re.sub(r"[^ -~] ?|\u2063 ?", "", line) for line in KIT.words.sentences(events, {"P2": "P2"})[:2]] == told
