"""The boards, the hexagons they are made of, and what the validator refuses."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from game.core.errors import SetupError
from game.mana_surge import Game
from game.mana_surge.check import main
from game.mana_surge.rules.boards import Board, boards, read
from game.mana_surge.rules.game import Game as Rules
from game.mana_surge.rules.hexes import grid, hexes, lengths
from game.mana_surge.rules.options import Options
from game.mana_surge.rules.state import State
from tests.mana_surge.playing import plies

SURGE = """
            a1 @    a2      a3      a4 ES
        b1      b2 +D   b3 -A   b4      b5
    c1      c2 EA   c3 +A   c4 +A   c5 EA   c6
d1 ES   d2      d3 +A   d4 []   d5 +A   d6 +D   d7 @
    e1      e2 -A   e3 +A   e4 +A   e5 -A   e6
        f1      f2 +D   f3 EA   f4      f5
            g1 @    g2      g3      g4 ES
"""
SIGNS = {
    "@": "corner",
    "[]": "pool",
    "+A": "strong",
    "+D": "guard",
    "-A": "weak",
    "EA": "action",
    "ES": "spawn",
    "": "plain",
}

SMALL = """
name = "small"
rows = [3, 4, 5, 4, 3]
pool = "c3"
corners = ["a1", "c5", "e1"]
[hexes]
strong = ["b2", "c4", "d2"]
action = ["a3", "e3", "c1"]
"""


def test_the_board_of_the_game_is_that_of_its_picture() -> None:
    drawn = re.findall(r"([a-g]\d)(?: (@|\[\]|\+A|\+D|-A|EA|ES))?", SURGE)
    board = boards()["surge"]
    assert [name for name, _ in drawn] == list(board.names)
    assert {name: SIGNS[sign] for name, sign in drawn} == {name: board.kind(name) for name in board.names}


@pytest.mark.parametrize("name", boards())
def test_a_board_is_as_drawn_in_its_file(name: str) -> None:
    """The drawing in the comment at the file's head agrees with its lists."""
    text = files("game.mana_surge.rules.boards").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"# +[a-z]1\b", line)]
    drawn = re.findall(r"([a-i]\d)(?: (@|\[\]|\+A|\+D|-A|EA|ES))?", "\n".join(lines))
    board = boards()[name]
    assert [hex for hex, _ in drawn] == list(board.names)
    assert {hex: SIGNS[sign] for hex, sign in drawn} == {hex: board.kind(hex) for hex in board.names}


def test_there_is_the_usual_board_and_a_larger_one() -> None:
    assert list(boards()) == ["surge", "whirlpool"]
    assert [board.side for board in boards().values()] == [4, 5]
    there = {file.name for file in files("game.mana_surge.rules.boards").iterdir() if file.name.endswith(".toml")}
    assert there == {f"{name}.toml" for name in boards()}


@pytest.mark.parametrize("side", range(3, 14))
def test_a_hexagon_of_any_side(side: int) -> None:
    on = grid(side)
    assert len(on.names) == len(set(on.names)) == 3 * side * (side - 1) + 1
    degree = [each.bit_count() for each in on.around]
    assert sorted(set(degree)) == [3, 4, 6]
    assert degree.count(3) == 6
    assert degree.count(4) == 6 * (side - 2)
    for one in range(len(on.names)):
        for other in hexes(on.around[one]):
            assert on.around[other] >> one & 1
            assert on.around[on.turned[one]] >> on.turned[other] & 1
        assert on.turned[on.turned[on.turned[one]]] == one
    assert on.turned[on.centre] == on.centre
    assert on.names[on.centre] == f"{chr(ord('a') + side - 1)}{side}"
    assert [on.names[corner] for corner in on.corners] == [
        "a1",
        f"{chr(ord('a') + side - 1)}{2 * side - 1}",
        f"{chr(ord('a') + 2 * side - 2)}1",
    ]
    assert all(degree[corner] == 3 for corner in on.corners)


def test_a_valid_board_needs_no_more_than_the_design_names() -> None:
    board = read(SMALL)
    assert (board.name, board.title, board.side) == ("small", "Small", 3)
    assert board.kind("b2") == "strong"
    assert board.kind("d3") == "plain"


def test_games_on_a_board_of_somebodys_own_come_to_their_end() -> None:
    board = read(SMALL)
    for number in range(5):
        for fierce in (False, True):
            game = Rules(State(Options(board, "chosen", fierce, f"small {number}")))
            assert [at.over for at in plies(game, Random(number))][-1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "small"', "", "name: this is missing"),
        ('name = "small"', 'name = "Sm all"', "name: a board is called by small letters, digits and hyphens"),
        ('name = "small"', 'name = ["small"]', "name: this is not text in quotation marks"),
        ('name = "small"', 'name = "small"\nwonder = 1', "wonder: nothing is called so"),
        ("[hexes]", '[hexes]\nlava = ["a2"]', "hexes.lava: nothing is called so"),
        ("rows = [3, 4, 5, 4, 3]", "", "rows: this is missing"),
        ("rows = [3, 4, 5, 4, 3]", "rows = []", "rows: [] is not a hexagon of side 3 to 13, such as 4 5 6 7 6 5 4"),
        ("rows = [3, 4, 5, 4, 3]", "rows = [2, 3, 2]", "rows: [2, 3, 2] is not a hexagon"),
        ("rows = [3, 4, 5, 4, 3]", "rows = [3, 4, 5, 4]", "rows: [3, 4, 5, 4] is not a hexagon"),
        ("rows = [3, 4, 5, 4, 3]", "rows = [3, 4, 5, 6, 7]", "rows: [3, 4, 5, 6, 7] is not a hexagon"),
        ("rows = [3, 4, 5, 4, 3]", "rows = [14, 15]", "rows: [14, 15] is not a hexagon"),
        ("rows = [3, 4, 5, 4, 3]", "rows = [3.0, 4, 5, 4, 3]", "rows.[1]: this is not a whole number"),
        ("rows = [3, 4, 5, 4, 3]", "rows = [9223372036854775807]", "rows: [9223372036854775807] is not a hexagon"),
        ('pool = "c3"', 'pool = "c2"', "pool: the Mana Pool is the centre, c3, not c2"),
        ('pool = "c3"', 'pool = "z9"', "pool: 'z9' is not a hex of a board of side 3 (a1 to e3)"),
        ('pool = "c3"', 'pool = "aaaaa"', "pool: this is too long: at most 4 characters"),
        ('["a1", "c5", "e1"]', '["c5", "e1", "a1"]', "clockwise from a1, are a1, c5 and e1, not c5, e1"),
        ('["a1", "c5", "e1"]', '["a1", "e1", "c5"]', "not a1, e1 and c5"),
        ('["a1", "c5", "e1"]', '["a3", "e3", "c1"]', "corners: three alternate ones"),
        ('["a1", "c5", "e1"]', '["a1", "c5"]', "corners: three alternate ones"),
        ('["a1", "c5", "e1"]', '["a1", "a1", "a1"]', "corners: three alternate ones"),
        ('"c4", "d2"]', '"c4"]', "hexes.strong: a turn by 120° takes c4 to d2, which is not among them"),
        ('strong = ["b2", "c4", "d2"]', "strong = []", "hexes.strong: none is beside the Mana Pool"),
        ('strong = ["b2", "c4", "d2"]', 'strong = ["a2", "b4", "d1"]', "hexes.strong: none is beside the Mana Pool"),
        ('"d2"]', '"d2", "b2"]', "hexes.strong: b2 has something already, from hexes.strong"),
        ("[hexes]", '[hexes]\nguard = ["b2", "c4", "d2"]', "hexes.guard: b2 has something already, from hexes.strong"),
        ("[hexes]", '[hexes]\nweak = ["a1", "c5", "e1"]', "hexes.weak: a1 has something already, from corners"),
        ("[hexes]", '[hexes]\nguard = ["c3"]', "hexes.guard: c3 has something already, from pool"),
        ("[hexes]", '[hexes]\nspawn = ["a2", "b4", "d1"]', "hexes.spawn: a2 is beside the corner a1"),
        ("[hexes]", '[hexes]\nspawn = ["b1", "b4", "d1"]', "hexes.spawn: b1 is beside the corner a1"),
        ("[hexes]", '[hexes]\nguard = ["f1"]', "hexes.guard: 'f1' is not a hex"),
        ("[hexes]", '[hexes]\nguard = [["b1"]]', "hexes.guard.[1]: this is not text"),
        ("[hexes]", "[hexes]\nguard = 7", "hexes.guard: this is not a list"),
        ("[hexes]", "hexes = 7\n[other]", "hexes: this is not a table"),
        ("rows", "rows = 1\nrows", "Cannot overwrite a value"),
    ],
)  # fmt: skip
def test_the_validator_names_what_is_wrong(old: str, new: str, said: str) -> None:
    assert old in SMALL
    with pytest.raises(SetupError) as refused:
        read(SMALL.replace(old, new, 1))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value).removesuffix("\n") or "such as" in str(refused.value)


def test_the_validator_names_all_that_is_wrong_at_once() -> None:
    text = SMALL.replace('pool = "c3"', 'pool = "c2"').replace('"d2"]', '"d3"]')
    with pytest.raises(SetupError, match=r"pool: .*; hexes\.strong: .*; hexes\.strong: "):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 5000,
        "a = " + "[" * 3000 + "]" * 3000,
        "a." * 50_000 + "b = 1",
        "rows = [" + "9" * 6000 + "]",
        SMALL.replace("[3, 4, 5, 4, 3]", str(lengths(13) * 100)),
        SMALL.replace('["b2", "c4", "d2"]', str(["b2"] * 10_000).replace("'", '"')),
        "\x00",
        "name = 'x'\n[[hexes]]\n[[hexes]]",
        SMALL.replace('"small"', '"' + "s" * 100_000 + '"'),
    ],
    ids=range(10),
)
def test_hostile_text_is_refused_in_a_short_line(text: str) -> None:
    with pytest.raises(SetupError) as refused:
        read(text)
    assert len(str(refused.value)) < 1000


def test_a_board_that_is_not_there_is_refused() -> None:
    with pytest.raises(SetupError, match="no board is called 'moon'; there is: surge, whirlpool"):
        Game.new(board="moon")


def test_boards_are_made_once() -> None:
    one, two = (Game.new(seed=seed).state.board for seed in "ab")
    assert isinstance(one, Board)
    assert one is two


def test_the_command_checks_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, large, other = (tmp_path / name for name in ("good", "bad\n", "large", "other"))
    good.write_text(SMALL)
    bad.write_text(SMALL.replace('pool = "c3"', 'pool = "c2"'))
    large.write_text("#" * 200_000)
    other.write_bytes(b"\xff\xfe")
    assert main([str(good)]) == 0
    assert capsys.readouterr() == (f"{good}: small, side 3, 19 hexes: valid\n", "")
    assert main([str(good), str(bad), str(large), str(other), str(tmp_path), "/dev/zero"]) == 2
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    assert err.count("\n") == 5, "a line each, whatever the file is called"
    for said in ("centre, c3, not c2", "more than 100,000 bytes", "not text in UTF-8", "directory"):
        assert said in err
    assert main([]) == 2
    assert "name one file" in capsys.readouterr().err
