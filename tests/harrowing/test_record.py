"""Records: the notation's form, tags, and what is refused with its line."""

from __future__ import annotations

import re

import pytest

from game.core import history
from game.core.errors import BadRecord
from game.harrowing.kit import KIT
from tests.harrowing.playing import games, moves

START = """[Harrowing "1"]
[Players "2"]
[Names "Ann | Bob"]
[Seed "9f2c"]

0.setup P2 core 1o
0.setup P2 set 1
0.setup P1 set 2
1.act P1 invoke weave
1.act P1 side 1a1
1.act P1 spot 1,0
1.act P1 invoke pass
1.act P2 invoke meditate
"""


def test_a_record_reads_as_the_notation_writes_it() -> None:
    recorded = history.read(START)
    assert recorded.kit is KIT
    assert recorded.names == {"P1": "Ann", "P2": "Bob"}
    game = recorded.replay()
    assert (game.ply, game.place, game.seed) == (8, "2.act", "9f2c")
    assert game.view(None)["field"]["1a"]["pillars"] == {"P1": 1}


def test_every_finished_game_is_written_and_read_again() -> None:
    """Result lists the ranks, by rank and then by seat."""
    for game in games(9):
        made, names = moves(game), ["Ann", "Bob", "Cy", "Di"][: len(game.seats)]
        text = history.write(KIT, game, made, names)
        again = history.read(text).replay()
        assert again.to_dict() == game.to_dict()
        ranked = sorted(game.standing().items(), key=lambda line: (line[1]["rank"], line[0]))
        result = " ".join(f"{seat} {line['rank']}" for seat, line in ranked)
        assert f'[Result "{result}"]' in text
        assert re.findall(r"\[([A-Za-z]+) ", text) == ["Harrowing", "Players", "Names", "Seed", "Result"]
        assert len(made) == game.ply


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("0.setup P1 set 2", "0.setup P1 set 1", 8, "legal: 2 3 4"),
        ("0.setup P2 core 1o", "0.setup P1 core 1o", 6, "P2 core is asked"),
        ("1.act P1 spot 1,0", "1.act P1 spot 1,0\n1.act P1 raise 1a", 12, "P1 invoke is asked"),
        ("1.act P1 side 1a1", "1.start P1 side 1a1", 10, "it is 1.act"),
        ("1.act P1 side 1a1", "2.act P1 side 1a1", 10, "it is 1.act"),
        ("1.act P1 side 1a1", "1.act P1 side 1a3", 10, "legal: 1a1 1a2"),
        ('[Players "2"]\n[Names "Ann | Bob"]', '[Players "5"]', 2, "for 2 to 4 players"),
        ('[Harrowing "1"]', '[Harrowing "2"]', 1, "version '2'"),
        ('[Seed "9f2c"]', '[Seed "9f2c"]\n[Result "P1 1 P2 2"]', 5, "the game is not over"),
    ],
)
def test_the_first_bad_line_is_refused(old: str, new: str, line: int, said: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(said)) as refused:
        history.replay(START.replace(old, new))
    assert refused.value.line == line


def test_a_result_must_agree() -> None:
    [game] = games(1)
    text = history.write(KIT, game, moves(game))
    other = re.sub(r'\[Result ".*"\]', '[Result "P2 3 P1 4"]', text)
    with pytest.raises(BadRecord, match="the game ends"):
        history.replay(other)
