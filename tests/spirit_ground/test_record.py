"""Records: the notation's example, tags, and what is refused with its line."""

from __future__ import annotations

import re

import pytest

from game.core import history
from game.core.errors import BadRecord
from game.spirit_ground.kit import KIT
from tests.spirit_ground.playing import games, moves

START = """[SpiritGround "1"]
[Players "2"]
[Names "Ann | Bob"]
[Content "fen-crag"]
[Seed "9f2c"]

1.choose P1 pair F8+C11
1.choose P1 order P2
1.first P2 place b3
1.first P2 rotate e
1.first P2 enhance energyx2
1.second P1 place a2
1.second P1 rotate s
1.second P1 enhance pass
2.choose P2 pair F2+C8
"""


def test_a_record_reads_as_the_notation_writes_it() -> None:
    recorded = history.read(START)
    assert recorded.kit is KIT
    assert recorded.names == {"P1": "Ann", "P2": "Bob"}
    game = recorded.replay()
    assert (game.ply, game.place, game.seed) == (9, "2.choose", "9f2c")
    assert game.view(None)["tiles"]["b3"]["strength"] == 4


def test_every_finished_game_is_written_and_read_again() -> None:
    for game in games(20):
        made = moves(game)
        text = history.write(KIT, game, made, ["Ann", "Bob"])
        again = history.read(text).replay()
        assert again.to_dict() == game.to_dict()
        assert history.write(KIT, again, made, ["Ann", "Bob"]) == text
        ranked = sorted(game.standing().items(), key=lambda line: (line[1]["rank"], line[0]))
        result = " ".join(f"{seat} {line['total']}" for seat, line in ranked)
        assert f'[Result "{result}"]' in text
        assert re.findall(r"\[([A-Za-z]+) ", text) == ["SpiritGround", "Players", "Names", "Content", "Seed", "Result"]


def test_no_line_is_written_for_what_was_taken_by_itself() -> None:
    """A record with such a line is refused."""
    for game in games(6):
        made = moves(game)
        assert len(made) == game.ply
    with pytest.raises(BadRecord, match="line 8"):
        history.replay(START.replace("1.choose P1 order P2\n", "1.choose P1 order P2\n").replace(
            "1.choose P1 pair F8+C11", "1.choose P1 pair F8+C11\n1.choose P1 pair F8+C11"
        ))  # fmt: skip


def test_comments_are_skipped() -> None:
    text = START.replace("1.first P2 place b3", "# the first warrior\n1.first P2 place b3 # two crystals")
    assert history.read(text).replay().to_dict() == history.replay(START).to_dict()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Content "fen-crag"]\n', "", "the tag Content is missing"),
        ('[Content "fen-crag"]', '[Content "moon"]', "no content is called 'moon'"),
        ('[Seed "9f2c"]\n', "", "the tag Seed is missing"),
        ('[Players "2"]\n[Names "Ann | Bob"]', '[Players "3"]', "line 2: "),
        ("1.first P2 place b3", "1.first P2 place b2", "line 9: "),
        ("1.first P2 place b3", "1.second P2 place b3", "line 9: "),
        ("1.first P2 place b3", "1.first P1 place b3", "line 9: "),
        ("1.first P2 rotate e", "1.first P2 rotate ne", "line 10: "),
        ("1.first P2 enhance energyx2", "1.first P2 enhance energyx3", "line 11: "),
        ('[SpiritGround "1"]', '[SpiritGround "2"]', "line 1: "),
    ],
)
def test_a_bad_record_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    assert old in START
    with pytest.raises(BadRecord, match=re.escape(said)):
        history.replay(START.replace(old, new))


def test_a_result_has_to_agree() -> None:
    [game] = games(1)
    text = history.write(KIT, game, moves(game))
    wrong = re.sub(r'\[Result "(P\d) (\d+)', lambda found: f'[Result "{found[1]} {int(found[2]) + 1}', text)
    assert wrong != text
    with pytest.raises(BadRecord, match="Result"):
        history.replay(wrong)
