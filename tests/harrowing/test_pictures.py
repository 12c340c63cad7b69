"""What the pictures of The Harrowing show, and that they agree with the rules."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from drawing import lettering
from drawing.canvas import Canvas
from drawing.colours import INK, PANEL, SEATS, TEXT, mix
from drawing.picture import ALT_LIMIT
from game.core.protocol import View
from game.harrowing import Game
from game.harrowing.boards.battles import Battle, battle
from game.harrowing.boards.changes import changes
from game.harrowing.kit import KIT
from game.harrowing.pictures import (
    board,
    card,
    fight,
    head,
    legend,
    marks,
    page,
    players,
    preview,
    score_sheet,
    tile,
    tiles,
)
from game.harrowing.pictures.colours import GROUND, KINDS, POWER, RUNES
from game.harrowing.pictures.fight import outcome
from game.harrowing.pictures.lay import SMALLEST, Lay
from game.harrowing.pictures.legend import _DRAW, MARKS
from game.harrowing.pictures.players import TILE, mini
from game.harrowing.rules.content import IDS, Face
from game.harrowing.rules.content import tile as tile_of
from game.harrowing.rules.reader import Claimed, ViewReader
from tests.eyes import EYES, contrast
from tests.games.positions import after
from tests.harrowing.pictures import NAMES, position, sketched
from tests.harrowing.playing import at

BYTES = 170_000
LONG = {f"P{i}": f"{i} A name as long as a chat lets people have one" for i in range(1, 5)}
EVIL = {"P1": "", "P2": "a\nb\tc\u202e👩‍👩‍👧"}


def drawn(picture: Any) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB")


def views(players: int, seed: str, every: int) -> Iterator[View]:
    """Return positions of a random game with a preference for weaving, so that the field is large."""
    game, rng = Game.new(players, seed), Random(seed)
    while not game.over:
        tokens = game.legal(game.asked[0])
        game.play(game.asked[0], "weave" if "weave" in tokens else rng.choice(tokens))
        if game.ply % every == 0 or game.over:
            yield game.view(None)


@pytest.mark.parametrize("names", [LONG, EVIL, {}], ids=["long", "strange", "none"])
def test_any_names_fit(names: dict[str, str]) -> None:
    view = position("crowded").view(None)
    for picture in (board(view, names), score_sheet(view, names), tiles(view, names)):
        assert 40 < len(picture.alt) <= ALT_LIMIT
        assert "\n" not in picture.alt


def test_every_position_of_random_games_can_be_drawn() -> None:
    for count, seed in ((2, "a"), (4, "b")):
        before = None
        for view in views(count, seed, 60):
            sheet = KIT.panels.exhibits[0].sketch(view, "", NAMES)
            for picture in (board(view, NAMES, before), score_sheet(view, NAMES), *([sheet()] if sheet else [])):
                assert len(picture.data) < BYTES, (count, view["ply"])
                assert 0 < len(picture.alt) <= ALT_LIMIT
            assert len(preview(view, NAMES).data) < BYTES
            before = view


def test_a_board_of_an_ordinary_game_is_small() -> None:
    for title in ("middle", "crowded", "battle", "last"):
        assert len(board(position(title).view(None), NAMES).data) < BYTES


def test_sketches_are_plain_data_for_another_process() -> None:
    game, rng = Game.new(2, "sketch"), Random(1)
    while game.ply < 60:
        [(seat, decision)] = game.pending.items()
        for path in ((), decision.tokens[:1]):
            sketch = KIT.panels.sketch(decision, game.view(seat), NAMES, path)
            if sketch is not None:
                copy = pickle.loads(pickle.dumps(sketch))
                assert (copy.args, copy.keywords) == (sketch.args, sketch.keywords)
        game.play(seat, rng.choice(decision.tokens))


def test_what_is_new_is_marked_and_told() -> None:
    game = position("middle")
    before = game.view(None)
    view = after(game, "shift", "2x", "2,-2").view(None)
    assert changes(ViewReader(view), ViewReader(before)).fresh == ("2x",)
    told = board(view, NAMES, before).alt
    assert "New: 2x Geode was moved or turned." in told
    assert ImageChops.difference(drawn(board(view, NAMES, before)), drawn(board(view, NAMES, view))).getbbox()


def test_who_could_win_next_is_told_with_how() -> None:
    assert (
        "Could win with the next claim: Ada with A (1a, 1d and 2d can be claimed as they lie)"
        in board(position("last").view(None), NAMES).alt
    )
    assert "next claim" not in board(position("battle").view(None), NAMES).alt
    over = board(position("last", "claim", "1a").view(None), NAMES).alt
    assert "Ada wins" in over
    assert "next claim" not in over


def test_what_can_be_claimed_is_told_as_the_clasps_show_it() -> None:
    told = "Ada could claim 2c, 2x or 3e."
    view = position("middle").view(None)
    assert told in board(view, NAMES).alt
    assert told in preview(view, NAMES).alt
    assert told not in preview(view, NAMES, ways=("2c", "1f")).alt  # the picture then marks the ways alone
    assert "could claim" not in board(position("last", "claim", "1a").view(None), NAMES).alt


FOUR_NEAR = """
players = 4
P1 = { claimed = ["1d2", "2d2"] }
P2 = { claimed = ["3d2", "4d2"] }
P3 = { claimed = ["2e1", "3e1"] }
P4 = { claimed = ["1c2", "3c2"] }
[scenario.field]
"""


def test_with_what_somebody_could_win_at_once_is_drawn_however_many_are_near() -> None:
    """The strip names the tiles of each of four players, two of them on a line if there is room."""

    def strip(*ids: str) -> Image.Image:
        hexes = ("1,0", "0,1", "1,1")
        view = at(FOUR_NEAR + "".join(f'"{hex}" = "{id} P1"\n' for hex, id in zip(hexes, ids, strict=True))).view(None)
        assert set(ViewReader(view).winning("P1")) == {id[:2] for id in ids if id[1] not in "xyz"}
        picture = drawn(board(view, NAMES))
        return picture.crop((0, head.HIGH, picture.width, head.height(ViewReader(view))))

    for two in (strip("1e1", "1x1", "3b1"), strip("1e1", "1x1", "2b1")):
        assert two.height == 2 * head.CHANCES
    three, other = strip("1e1", "1b1", "3b1"), strip("1e1", "1b1", "4b1")
    assert three.height == 3 * head.CHANCES
    assert ImageChops.difference(three, other).getbbox(), "the last tile is not cut off"


def test_with_what_somebody_with_three_of_a_rune_could_win_is_drawn_whole() -> None:
    """Three runes take the room of half a line."""
    three = FOUR_NEAR.replace('"2d2"]', '"2d2", "4e1"]')
    strips = []
    for id in ("1b1", "2b1"):
        view = at(three + f'"1,0" = "1e1 P1"\n"0,1" = "1x1 P1"\n"1,1" = "{id} P1"\n').view(None)
        assert ViewReader(view).wants("P1") == ("A", "B", "C")
        strips.append(drawn(board(view, NAMES)).crop((0, head.HIGH, head.WIDTH, head.height(ViewReader(view)))))
    assert ImageChops.difference(*strips).getbbox(), "the last tile is not cut off"


def test_a_battle_is_drawn_with_its_dice_while_it_goes_on_and_when_it_is_over() -> None:
    game = position("battle")
    before = game.view(None)
    view = after(game, "muster", "pass", "1b:P2").view(None)
    going = battle(ViewReader(view), None)
    assert going is not None
    assert (going.strength, going.ether, len(going.rolls[0]), going.lost) == ((4, 4), (4, 2), 4, None)
    settled = after(game, "pass").view(None)
    assert battle(ViewReader(settled), ViewReader(settled)) is None
    fought = battle(ViewReader(settled), ViewReader(before))
    assert fought is not None
    assert sorted(fought.rolls[0]) == sorted(going.rolls[0])
    assert fought.lost is not None
    assert battle(ViewReader(settled), ViewReader(view)) == fought  # if an earlier picture showed the battle
    assert "Battle: Ada attacks Grace Hopper 🐐 on 1b, 4 against 2" in board(settled, NAMES, before).alt
    assert drawn(board(settled, NAMES, before)).height > drawn(board(settled, NAMES, settled)).height


def test_a_battle_says_how_many_hits_were_rolled_where_more_or_fewer_count() -> None:
    """Bonus hits are added, and a ward takes some off (ruling r22): the dice alone do not add up."""
    rolls = [["hit", "clash", "blank"], ["hit"]]
    for hits, words in ((1, "1 hit (2 rolled)"), (2, "2 hits"), (3, "3 hits (2 rolled)")):
        fought = Battle("1b", "P1", "P2", (3, 2), (3, 2), rolls, hits, 1, (1, 2, 0))
        assert outcome(fought) == f"{words}, 1 clash: attacker loses 1, defender 2"


def test_the_longest_outcome_of_a_battle_fits() -> None:
    fought = Battle("1b", "P1", "P2", (10, 10), (10, 10), [["clash"] * 10], 12, 10, (10, 10, 12))
    assert lettering.width(outcome(fought), fight.SMALL, bold=True) <= fight.WIDTH - 48


@pytest.mark.usefixtures("from_scratch")
def test_wilds_share_the_card_of_the_first_with_its_own_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    view = at('field = { "1,0" = "1y1 P1", "2,0" = "1a1 P1", "0,1" = "1x1 P1" }').view(None)
    assert ViewReader(view).locked == {"1y"}
    cards = dict[str, tuple[bool, str]]()

    def seen(*args: Any) -> None:
        _canvas, _x, _y, _wide, lying, look, _high, note, _letters = args
        cards[lying.id] = look.locked, note

    monkeypatch.setattr(card, "draw", seen)
    tiles(view, NAMES)
    assert cards == {"1o": (False, ""), "1x": (False, "also 1y"), "1a": (False, "")}


@pytest.mark.usefixtures("from_scratch")
@pytest.mark.parametrize("letters", [False, True], ids=["plain", "letters"])
def test_pillars_of_all_owners_are_told_apart_on_every_tile(letters: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands on one tower covers no other tower's, however narrow the tile, where up to four own some."""
    told = list[tuple[float, float, float, float]]()

    def seen(_canvas: Canvas, x: float, y: float, size: int, seat: str, count: int, letters: bool = False) -> None:
        text = f"{tile.LETTERS[seat]}{count if count > 1 else ''}" if letters else str(count)
        ink = lettering.word(text, max(tile.SMALL, round(size * 0.56)), bold=True).mask
        told.append((x - ink.width / 2, y - ink.height / 2, x + ink.width / 2, y + ink.height / 2))

    monkeypatch.setattr(tile, "towers", seen)
    counts = [{"P1": 1, "P2": 2}, {"P1": 2, "P3": 1, "P4": 3}, dict.fromkeys(marks.PILLAR, 1)]
    faces = {(len(each.runes), len(each.slots)): each for id in IDS for each in tile_of(id).faces}
    for face, wide in product(faces.values(), (84, 96, 112, 138, 144, 190)):
        for pillars in counts:
            told.clear()
            lying = card.side(face)._replace(pillars=pillars)
            tile.draw(Canvas(300, 300), 150, 150, wide, wide * 2 / 3**0.5, lying, letters=letters)
            assert len(told) == len(pillars)
            for one, other in combinations(told, 2):
                across, down = (min(one[i + 2], other[i + 2]) - max(one[i], other[i]) for i in (0, 1))
                assert across <= 0 or down <= 0, (face.name, wide, pillars)


@pytest.mark.parametrize("wide", [84, 96, 112, 138])
def test_the_lock_of_a_small_wild_leaves_its_runes_whole(wide: int) -> None:
    """Of the letter on the last one, which is beside the lock, everything is seen."""
    wild, tall = card.side(tile_of("1x").faces[0]), wide * 2 / 3**0.5
    free, locked = Canvas(300, 300), Canvas(300, 300)
    tile.draw(free, 150, 150, wide, tall, wild)
    tile.draw(locked, 150, 150, wide, tall, wild, tile.Look(locked=True))
    size = wide * 0.28
    x, y, half = 150 + size * 1.08, 150 - 0.05 * tall, size * 0.35
    letter = x - half, y - half, x + half, y + half
    assert not ImageChops.difference(free.image.crop(letter), locked.image.crop(letter)).getbbox()
    assert ImageChops.difference(free.image, locked.image).getbbox()


def test_figures_of_a_player_touch_no_sign_beside_them() -> None:
    """Pool and fortress may have two figures."""
    view = position("crowded").view(None)
    gaps = []
    for pool, fort in ((1, 1), (80, 80)):
        view["players"]["P1"] |= {"pool": pool, "fort": fort}
        row = Canvas(1000, 200)
        players.draw(row, 0, 0, ViewReader(view), NAMES)
        gaps.append([row.image.crop((left, 10, left + 44, 86)) for left in (432, 524)])
    assert all(one.tobytes() == other.tobytes() for one, other in zip(*gaps, strict=True))


def test_spots_are_named_and_sides_shown_close_up() -> None:
    game = position("crowded", "weave")
    picture = sketched(game)
    assert "To choose from: " in picture.alt
    assert "2,1" in picture.alt
    assert drawn(picture).height > drawn(sketched(position("crowded"))).height


def test_the_field_is_as_large_as_what_is_there_lets_it_be() -> None:
    assert Lay([(0, 0)]).wide > Lay([(q, 0) for q in range(7)]).wide >= SMALLEST
    assert Lay([(0, r) for r in range(12)]).wide > 100
    lay = Lay([(0, 0), (1, 0), (0, 1)])
    x, y = lay.middle((0, 1))
    assert lay.middle((0, 0))[0] < x < lay.middle((1, 0))[0]
    assert y > lay.middle((0, 0))[1]


def test_every_tile_has_a_page() -> None:
    for id in IDS:
        assert page(id).alt.startswith(f"Tile {id}. {id} ")
    sketch = KIT.desk.picture("tile:2c")
    assert sketch is not None
    assert "2c Waking Dream (C), aura: Before you meditate: invoke once." in sketch(letters=True).alt


def test_the_core_alone_is_a_card_that_fills_its_picture() -> None:
    """On the board and in a panel; with a tile beside it, it is part of the field."""
    core = after(Game.new(2, "golden"), "1o", "1", "2").view(None)
    alone = drawn(preview(core, NAMES))
    ground = Image.new("RGB", alone.size, alone.getpixel((0, 0)))
    left, _, right, _ = ImageChops.difference(alone, ground).getbbox() or (0, 0, 0, 0)
    assert (left, alone.width - right) == (8, 8)
    assert drawn(preview(core, NAMES, cards=("1o",))).size == alone.size
    assert drawn(preview(core, NAMES, spots=("1,0",))).height > alone.height


def test_who_has_claimed_nothing_has_a_low_row_on_the_score_sheet() -> None:
    view = position("crowded").view(None)
    high = drawn(score_sheet(view, NAMES)).height
    view["players"]["P4"]["claimed"] = view["players"]["P1"]["claimed"]
    assert drawn(score_sheet(view, NAMES)).height > high


def test_runes_of_claimed_tiles_cover_no_edge() -> None:
    """It shows the kind of the spell. A corner may touch it."""

    def edge(face: Face, runes: str) -> int:
        canvas = Canvas(TILE, TILE * 2, PANEL)
        each = Claimed(tile_of(face.source), face._replace(runes=runes), 1, False, "0" * len(face.slots))
        mini(canvas, TILE / 2, TILE, each)
        tint = mix(mix(GROUND, KINDS[face.kind], 0.05), KINDS[face.kind], 0.8)
        return sum(count for count, colour in canvas.image.getcolors(1 << 16) or () if colour == tint)

    for face in (each for id in IDS for each in tile_of(id).faces):
        assert edge(face, face.runes) > 0.99 * edge(face, ""), face.name


def test_small_runes_are_told_by_their_forms_alone() -> None:
    bare, lettered = marks.rune("B", marks.LETTERED - 1), marks.rune("B", marks.LETTERED)
    assert (*INK, 255) not in {bare.getpixel((x, y)) for x in range(9, 20) for y in range(9, 20)}
    assert (*INK, 255) in {lettered.getpixel((x, y)) for x in range(9, 21) for y in range(9, 21)}


def test_the_legend_has_everything() -> None:
    assert _DRAW.keys() == MARKS.keys()
    assert all(text in legend().alt for text in MARKS.values())


# --- for all eyes


@pytest.mark.parametrize("eyes", EYES)
def test_signs_stand_out_from_what_they_lie_on(eyes: str) -> None:
    """Runes and cubes on tiles, letters on runes, edges of tiles on the background."""
    for rune, colour in RUNES.items():
        assert contrast(colour, GROUND, eyes) >= 3, rune
        assert contrast(INK, colour, eyes) >= 4.5, rune
    for kind, colour in KINDS.items():
        assert contrast(colour, GROUND, eyes) >= 2.5, kind
    assert contrast(POWER, PANEL, eyes) >= 3
    assert all(contrast(TEXT, INK, eyes) >= 7 for _ in SEATS)


def test_runes_pillars_and_dice_differ_in_shape() -> None:
    """Without colours, by their outlines alone."""
    groups = (
        [marks.rune(rune, 64).getchannel("A") for rune in RUNES],
        [marks.pillar(seat, 64).getchannel("A") for seat in marks.PILLAR],
        [marks.sign(face, 64).getchannel("A") for face in ("hit", "clash", "blank")],
        [marks.slot(False, 64, auto).getchannel("A") for auto in (False, True)],
    )
    for group in groups:
        for one, other in combinations(group, 2):
            assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 255 * 0.03
