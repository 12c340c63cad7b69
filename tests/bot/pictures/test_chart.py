"""Charts: every line's name is beside its end, and no two overlap."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from drawing import chart
from drawing.colours import SEATS


@pytest.mark.parametrize("last", [[0, 1, 2, 3, 4], [100, 0, 100, 0, 100], [200, 199, 198, 197, 0], [50] * 5])
def test_names_stand_apart_within_the_picture(last: list[int]) -> None:
    ends = {f"P{number}": float(chart.TOP + 2 * y) for number, y in enumerate(last, 1)}
    heights = sorted(chart._spread(ends).values())
    assert all(below - above >= chart.APART for above, below in pairwise(heights))
    assert heights[0] >= chart.TOP - chart.APART
    assert heights[-1] <= chart.HEIGHT - chart.BOTTOM


def test_a_chart_of_one_turn_and_of_no_difference_can_be_drawn() -> None:
    for rows in ([{"P1": 3.0, "P2": 3.0}], [{"P1": -20.0, "P2": 3.5}] * 8):
        drawn = chart.chart("Score", "after turn", rows, {"P1": "Anna" * 20}, {}, "alt", "review")
        assert Image.open(BytesIO(drawn.data)).size == (chart.WIDTH, chart.HEIGHT)
        assert (drawn.alt, drawn.filename) == ("alt", "review.png")


def test_a_line_has_the_colour_that_its_player_chose() -> None:
    def drawn(**colours: str) -> bytes:
        return chart.chart("Score", "after turn", [{"P1": 1.0}, {"P1": 2.0}], {}, colours, "alt", "review").data

    green, red = (Image.open(BytesIO(drawn(**each))).convert("RGB").getcolors() for each in ({"P1": "P3"}, {}))
    assert green is not None
    assert red is not None
    assert SEATS["P3"] in {colour for _, colour in green} - {colour for _, colour in red}
