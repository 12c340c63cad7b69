"""`adepts scenario`: a line for each scenario, then the count; status 1 for failures, 2 for files that cannot be
read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Adepts

GOOD = """
[[scenario]]
title = "A group is placed"
players = 2
[[scenario.steps]]
play = "P1 assign topaz.1x4"
[scenario.steps.expect]
"mines.topaz.sites.0" = ["P1", 4]
"""
BAD = """
[[scenario]]
title = "A group is somewhere else"
players = 2
[[scenario.steps]]
play = "P1 assign topaz.1x4"
[scenario.steps.expect]
"mines.ruby.sites.0" = ["P1", 4]

[[scenario]]
title = "A move is refused"
players = 2
[[scenario.steps]]
play = "P2 assign topaz.1x4"
"""


def put(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_what_passes(adepts: Adepts, tmp_path: Path) -> None:
    path = put(tmp_path / "good.toml", GOOD)
    assert adepts("scenario", path) == (0, "ok A group is placed\n1 passed, 0 failed\n", "")


def test_what_fails_says_how(adepts: Adepts, tmp_path: Path) -> None:
    status, out, err = adepts("scenario", put(tmp_path / "bad.toml", BAD), put(tmp_path / "good.toml", GOOD))
    first, second, third, last = out.splitlines()
    assert first == 'FAIL A group is somewhere else: mines.ruby.sites.0: expected ["P1", 4], got null'
    assert second.startswith("FAIL A move is refused: P2 assign topaz.1x4: refused; asked P1 assign: topaz.1x2 ")
    assert third == "ok A group is placed"
    assert last == "1 passed, 2 failed"
    assert (status, err) == (1, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[scenario]\n", "line 1"),
        ("title = 1\n", "scenario"),
        (
            '[[scenario]]\ntitle = "x"\nplayers = 2\nweather = "fair"\n',
            "scenario.[1].weather: nothing is called so here",
        ),
        ('[[scenario]]\ntitle = "x"\nplayers = 6\n', "scenario.[1].players: this is more than 5"),
        ('[[scenario]]\ntitle = "x"\nplayers = "2"\n', "scenario.[1].players: this is not a whole number"),
        (
            '[[scenario]]\ntitle = "x"\nplayers = 2\n[[scenario.steps]]\nlegal = ["P1  assign"]\n',
            "scenario.[1].steps.[1].legal.[1]: a move is written SEAT KIND TOKEN",
        ),
        ('[[scenario]]\ntitle = "x"\nplayers = 2\nP1 = 5\n', "scenario.[1].P1: this is not a table"),
        ('[[scenario]]\ntitle = "twice"\nplayers = 2\n[scenario.P1]\nadepts = ["onyx", "onyx"]\n', "P1.adepts"),
        ('[[scenario]]\ntitle = "who"\nplayers = 2\nfirst = "P3"\n', "scenario.[1] (who): first: P3 does not play"),
    ],
)
def test_a_file_that_is_no_scenario_is_placed_and_the_others_run(
    adepts: Adepts, tmp_path: Path, text: str, said: str
) -> None:
    bad, good = put(tmp_path / "bad.toml", text), put(tmp_path / "good.toml", GOOD)
    status, out, err = adepts("scenario", bad, good)
    assert status == 2
    assert out == "ok A group is placed\n1 passed, 0 failed\n"
    assert err.startswith(f"adepts: {bad}: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_beats_a_failure(adepts: Adepts, tmp_path: Path) -> None:
    status, out, err = adepts("scenario", tmp_path / "none.toml", put(tmp_path / "bad.toml", BAD))
    assert status == 2
    assert out.endswith("0 passed, 2 failed\n")
    assert err == f"adepts: {tmp_path / 'none.toml'}: No such file or directory\n"
