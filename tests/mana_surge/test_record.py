"""Records: the notation's example, tags, and what is refused with its line."""

from __future__ import annotations

import re

import pytest

from game.core import history
from game.core.errors import BadRecord
from game.core.records import Move
from game.mana_surge import Game
from game.mana_surge.kit import KIT
from tests.mana_surge.playing import games, moves

START = """[ManaSurge "1"]
[Players "3"]
[Names "Ann | Bob | Cy"]
[Board "surge"]
[Seed "9f2c"]

0.setup P1 colour red
0.setup P2 colour green
0.setup P1 corner a1
0.setup P2 corner d7
1.move P1 move b2-c3
1.move P2 move d6-d5
"""


def test_a_record_reads_as_the_notation_writes_it() -> None:
    recorded = history.read(START)
    assert recorded.kit is KIT
    assert recorded.names == {"P1": "Ann", "P2": "Bob", "P3": "Cy"}
    game = recorded.replay()
    assert (game.ply, game.place, game.seed) == (6, "1.move", "9f2c")
    assert game.view(None)["first"] == "P1"


def test_every_finished_game_is_written_and_read_again() -> None:
    for game in games(16):
        made = moves(game)
        text = history.write(KIT, game, made, ["Ann", "Bob", "Cy"])
        again = history.read(text).replay()
        assert again.to_dict() == game.to_dict()
        assert history.write(KIT, again, made, ["Ann", "Bob", "Cy"]) == text
        ranked = sorted(game.standing().items(), key=lambda line: (line[1]["rank"], line[0]))
        result = " ".join(f"{seat} {line['mana']}" for seat, line in ranked)
        assert f'[Result "{result}"]' in text


@pytest.mark.parametrize(
    ("options", "tags"),
    [
        ({}, ["ManaSurge", "Players", "Board", "Seed"]),
        ({"fierce": True}, ["ManaSurge", "Players", "Board", "Fierce", "Seed"]),
        ({"colours": "seated"}, ["ManaSurge", "Players", "Board", "Colours", "Seed"]),
        ({"board": "whirlpool"}, ["ManaSurge", "Players", "Board", "Seed"]),
    ],
    ids=str,
)
def test_options_that_are_not_as_usual_have_a_tag_of_their_own(options: dict[str, object], tags: list[str]) -> None:
    game = Game.new(seed="tags", **options)  # type: ignore[arg-type]
    text = history.write(KIT, game, [])
    assert re.findall(r"\[([A-Za-z]+) ", text) == tags
    assert history.read(text).start().to_dict() == game.to_dict()


def test_fierce_is_written_on_and_may_be_read_off() -> None:
    assert '[Fierce "on"]' in history.write(KIT, Game.new(fierce=True, seed="s"), [])
    assert history.read(START.replace("[Seed", '[Fierce "off"]\n[Seed')).replay().setup["fierce"] == "off"


def test_comments_are_skipped() -> None:
    text = START.replace("1.move P1", "# the first turn\n1.move P1").replace("b2-c3", "b2-c3 # towards the Pool")
    text = text.replace('[Board "surge"]', '[Board "surge"] # the usual one')
    assert history.read(text).replay().to_dict() == history.replay(START).to_dict()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1.move P1 move b2-c3", "1.move P1 move b2-d4", "line 11: .*P1 move is asked; legal: a2-a3"),
        ("1.move P1 move b2-c3", "1.start P1 move b2-c3", "line 11: .*it is 1.move, P1 move is asked"),
        ("1.move P1 move b2-c3", "2.move P1 move b2-c3", "line 11: .*it is 1.move"),
        ("1.move P1 move b2-c3", "1.move P2 move b2-c3", "line 11: .*P1 move is asked"),
        ("1.move P1 move b2-c3", "1.move P1 attack pass", "line 11: .*P1 move is asked"),
        ("1.move P1 move b2-c3", "1.move P1 move", "line 11: .*is not a move"),
        ("0.setup P1 corner a1", "0.setup P3 colour blue\n0.setup P1 corner a1", "line 9: .*P1 corner is asked"),
        ("1.move P1 move", "0.setup P3 corner g1\n1.move P1 move", "line 11: .*it is 1.move"),
        ("1.move P2 move d6-d5\n", "1.combat P1 attack pass\n", "line 12: .*it is 1.move, P2 move is asked"),
        ('[Board "surge"]\n', "", "the tag Board is missing"),
        ('[Players "3"]\n', "", "the tag Players is missing"),
        ('[Seed "9f2c"]\n', "", "the tag Seed is missing"),
        ('[Board "surge"]', '[Board "moon"]', "for board there is: surge, whirlpool"),
        ('[Players "3"]', '[Players "2"]', "line 2: Mana Surge is for 3 players, not 2"),
        ('[Players "3"]\n[Names "Ann | Bob | Cy"]', '[Players "2"]', "Mana Surge is for 3 players, not 2"),
        ('[ManaSurge "1"]', '[ManaSurge "2"]', "version '2'; this program reads '1'"),
        ('[ManaSurge "1"]', '[Moon "1"]', "no tag says which game"),
        ("[Seed", '[Fierce "very"]\n[Seed', "for fierce there is: off, on"),
        ("[Seed", '[Colours "mixed"]\n[Seed', "for colours there is: chosen, seated"),
        ("[Seed", '[Result "P1 10 P2 0 P3 0"]\n[Seed', "there is a Result, but the game is not over"),
        ('[Seed "9f2c"]', '[Seed ""]', "a seed is printable text"),
        ('[Names "Ann | Bob | Cy"]', '[Names "Ann | Bob"]', "Names has 2 names for 3 players"),
        ('[Names "Ann | Bob | Cy"]', '[Names "Ann"]', "Names has 1 name for 3 players"),
    ],
)
def test_a_record_with_a_fault_is_refused_with_what_could_stand_there(old: str, new: str, said: str) -> None:
    assert old in START
    with pytest.raises(BadRecord, match=said):
        history.replay(START.replace(old, new, 1))


def test_a_line_after_the_end_and_another_result_are_refused() -> None:
    game = next(games(1))
    text = history.write(KIT, game, moves(game))
    result = re.search(r'\[Result "(P\d) (\d+)', text)
    assert result
    with pytest.raises(BadRecord, match="Result says"):
        history.replay(text.replace(f"{result[1]} {result[2]}", f"{result[1]} {int(result[2]) - 1}", 1))
    with pytest.raises(BadRecord, match="the game is over"):
        history.replay(f"{text}{game.turn}.move P1 move pass\n")
    with pytest.raises(BadRecord, match="Result says"):
        history.replay(text.replace(result[0], '[Result "P1 10 P2 10 P3 10'))


def test_a_running_game_shows_its_record_without_the_seed() -> None:
    """Nothing else is secret."""
    game = Game.new(seed="very secret")
    made = [Move("0.setup", "P1", "colour", "red")]
    game.play("P1", "red")
    text = history.write_masked(KIT, game, made)
    assert "very secret" not in text
    assert "0.setup P1 colour red" in text


@pytest.mark.parametrize(
    ("line", "tag"),
    [(1, '[ManaSurge "9"]'), (2, '[Players "2"]'), (2, '[Players "x"]'), (3, '[Board "nix"]'), (5, '[Result "P1 1"]')],
)
def test_a_wrong_tag_is_named_with_its_line(line: int, tag: str) -> None:
    good = ['[ManaSurge "1"]', '[Players "3"]', '[Board "surge"]', '[Seed "tags"]', ""]
    with pytest.raises(BadRecord) as refused:
        history.replay("\n".join([*good[: line - 1], tag, *good[line:], ""]))
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: ")
