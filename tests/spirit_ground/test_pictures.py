"""What the pictures of Spirit Ground show, and that they agree with the rules."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from drawing.canvas import Canvas
from drawing.colours import INK, Colour
from drawing.lettering import width
from drawing.picture import ALT_LIMIT
from game.core.protocol import View
from game.spirit_ground.boards.changes import changes
from game.spirit_ground.kit import KIT
from game.spirit_ground.pictures import board, head, legend, marks, pairs, players, preview, score_sheet
from game.spirit_ground.pictures.board import GAP
from game.spirit_ground.pictures.colours import BARE, SHRINE, TRIBES
from game.spirit_ground.pictures.field import CELL, middle
from game.spirit_ground.pictures.legend import _DRAW, MARKS
from game.spirit_ground.rules.ground import NAMES as SQUARES
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.scoring import scores
from tests.eyes import EYES, contrast
from tests.games.positions import after
from tests.spirit_ground.pictures import NAMES, position, sketched
from tests.spirit_ground.playing import games, plies
from tests.spirit_ground.test_refusals import FIRST, scenario

BYTES = 150_000
LONG = {f"P{i}": f"{i} A name as long as a chat lets people have one" for i in range(1, 3)}
EVIL = {"P1": "", "P2": "a\nb\tc\u202e👩‍👩‍👧"}


def drawn(picture: Any) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB")


def views(count: int, every: int) -> Iterator[View]:
    for game in games(count):
        for at in plies(game):
            if at.ply % every == 0 or at.over:
                yield at.view(None)


def test_a_preview_says_once_strength_and_who_falls_in_sentences() -> None:
    alt = sketched(position("pressed"), "b1").alt
    assert alt.startswith("Scree Lynx on b1: strength 6. Ada's Marsh Toad on a1 would fall, 2 against 8. Your own ")
    assert alt.endswith(" Then you have 1 energy and 3 spirits in storage.")
    assert alt.count("2 against 8") == 1


@pytest.mark.parametrize("names", [LONG, EVIL, {}], ids=["long", "strange", "none"])
def test_any_names_fit(names: dict[str, str]) -> None:
    view = position("crowded").view(None)
    for picture in (board(view, names), score_sheet(view, names)):
        assert 40 < len(picture.alt) <= ALT_LIMIT
        assert "\n" not in picture.alt


def test_the_name_of_who_has_won_leaves_room_for_the_crown() -> None:
    view, top = position("last", "e5").view(None), players.ROW + players.GAP
    assert view["scores"]["P2"]["rank"] == 1
    crown, rows = (358, top + 12, 402, top + 56), []
    for names in ({"P1": "A", "P2": "B"}, LONG):
        rows.append(Canvas(1000, players.HEIGHT))
        players.draw(rows[-1], 0, 0, ViewReader(view), names, letters=False)
    assert rows[0].image.crop(crown).tobytes() == rows[1].image.crop(crown).tobytes()


def test_every_position_of_random_games_can_be_drawn() -> None:
    before = None
    for view in views(3, 20):
        for picture in (board(view, NAMES, before), score_sheet(view, NAMES), pairs(view), preview(view)):
            assert len(picture.data) < BYTES
            assert 0 < len(picture.alt) <= ALT_LIMIT
        before = view if not view["over"] else None


def test_sketches_are_plain_data_for_another_process() -> None:
    for game in games(1):
        for at in plies(game):
            for seat, decision in at.pending.items():
                for path in ((), decision.tokens[:1]):
                    sketch = KIT.panels.sketch(decision, at.view(seat), NAMES, path)
                    assert sketch is None or pickle.loads(pickle.dumps(sketch)).args == sketch.args


def test_what_is_new_is_marked_and_told() -> None:
    game = position("pressed")
    before = game.view(None)
    view = after(game, "b1", "n", "energyx2").view(None)
    new = changes(ViewReader(view), ViewReader(before))
    assert new == (("b1",), ("a1", "c1"), {})
    told = board(view, NAMES, before).alt
    assert "New: Grace Hopper 🐐: Scree Lynx on b1." in told
    assert "Ada's Marsh Toad on a1 fell." in told
    assert ImageChops.difference(drawn(board(view, NAMES, before)), drawn(board(view, NAMES, view))).getbbox()


def test_who_is_nearly_surrounded_is_told_with_the_odds() -> None:
    alt = board(position("pressed").view(None), NAMES).alt
    assert "Nearly surrounded:" in alt
    assert "a1 by b1 (2 against 2)" in alt
    assert "c1 by b1 (1 against 4)" in alt


def test_the_ground_fills_a_picture_that_has_nothing_beside_it() -> None:
    view = position("pressed").view(None)
    wide, narrow = drawn(preview(view)), drawn(preview(view, beside=False))
    assert narrow.width == narrow.height == wide.height < wide.width


@pytest.mark.parametrize("tops", ["n", "nw", "new"])
def test_the_directions_of_help_leave_a_square_its_name(tops: str) -> None:
    """In every square."""
    view = KIT.new(2, {}, "names").view(None)
    plain, helped = drawn(preview(view)), drawn(preview(view, helps=dict.fromkeys(SQUARES, tops)))
    assert ImageChops.difference(plain, helped).getbbox()
    for square in SQUARES:
        x, y = (at - CELL // 2 + GAP for at in middle(square))
        name = (x, y, x + 14 + width(square, 28), y + 42)
        assert not ImageChops.difference(plain.crop(name), helped.crop(name)).getbbox(), square


@pytest.mark.parametrize(("spirits", "unit"), [(0, "points"), (1, "point"), (2, "points")])
def test_one_point_is_one(spirits: int, unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the large number of each player, on the board and on the score sheet."""
    written = list[str]()
    draw = Canvas.text

    def seen(canvas: Canvas, x: float, y: float, text: str, *args: Any, **more: Any) -> int:
        written.append(text)
        return draw(canvas, x, y, text, *args, **more)

    monkeypatch.setattr(Canvas, "text", seen)
    tiles = {square: {"tile": tile, "spirit": spirits} for square, tile in (("a1", "F4"), ("e5", "C4"))}
    view = scenario(**FIRST, tiles=tiles).view(None)
    board(view, NAMES)
    score_sheet(view, NAMES)
    assert [text for text in written if text.startswith("point")] == [unit] * 4


@pytest.mark.parametrize("deaths", [0, 6, 10])
@pytest.mark.parametrize("turn", [1, 11, 12])
def test_round_phases_and_deaths_stand_apart(turn: int, deaths: int) -> None:
    view = {**position("pressed").view(None), "turn": turn}
    seen = ViewReader({**view, "spirit_track": deaths})
    canvas = Canvas(head.WIDTH, head.HEIGHT)
    head.draw(canvas, seen)
    line = canvas.image.convert("RGB")
    bare = "".join(" x"[line.crop((x, 8, x + 1, 60)).getcolors(1) is None] for x in range(20, head.WIDTH - 26))
    parts = [part for part in bare.split(" " * 14) if "x" in part]
    assert [len(part.strip()) > 200 for part in parts] == [True, True, True]


def test_pictures_agree_with_the_rules() -> None:
    """Who is tried when a square is taken, what shrines cost, who has how many points."""
    for game in games(6):
        for at in plies(game):
            now, g = ViewReader(at.view(None)), at.state
            assert {seat: dict(line) for seat, line in now.standing().items()} == scores(g)
            for square, side in now.pressed.items():
                assert side not in now.tiles
                assert all(other in now.tiles for other in now.beside(square) if other != side)


def test_the_legend_has_everything() -> None:
    assert _DRAW.keys() == MARKS.keys()
    assert all(text in legend().alt for text in MARKS.values())


# --- for all eyes


@pytest.mark.parametrize("eyes", EYES)
def test_signs_stand_out_from_what_they_lie_on(eyes: str) -> None:
    """Crystals on free squares, and against their dark edge on tiles; relics on shrines."""
    for name, ground in (("energy", BARE), ("spirit", BARE), ("relic", SHRINE), ("gem", INK), ("arrow", INK)):
        assert contrast(marks.COLOURS[name], ground, eyes) >= 3, name


@pytest.mark.parametrize("eyes", EYES)
def test_tiles_stand_out_from_the_ground(eyes: str) -> None:
    """By their bright rims."""
    for seat, colour in TRIBES.items():
        found = marks.body(seat, 142).getcolors(142 * 142) or []
        solid: list[Colour] = [(r, g, b) for count, (r, g, b, a) in found if a == 255 and count > 100]  # type: ignore[misc]
        assert max(contrast(each, BARE, eyes) for each in solid) >= 2.5, (seat, colour)


def test_tribes_and_signs_differ_in_shape() -> None:
    """Without colours: tiles by their outline and sign, all signs by their outlines."""
    fen, crag = (marks.body(seat, 128).convert("L") for seat in ("P1", "P2"))
    assert ImageStat.Stat(ImageChops.difference(fen, crag)).mean[0] > 3
    signs = [marks.sign(name, 64, (0, 0, 0)).getchannel("A") for name in marks.FORMS if name != "crown"]
    for one, other in combinations(signs, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 255 * 0.06
