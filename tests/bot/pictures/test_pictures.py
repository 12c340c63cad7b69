"""What the pictures can show, and what they refuse to draw."""

from __future__ import annotations

import copy
from io import BytesIO
from itertools import combinations, pairwise, product
from math import dist, inf
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from drawing import lettering
from drawing.canvas import Canvas
from drawing.lettering import CAP, SMALLEST, fit, printable, width, wrap
from drawing.picture import ALT_LIMIT, Picture, shortened
from drawing.shapes import panel, smooth
from game.adepts import Game, scenario
from game.adepts.boards import queues as words_of_queues
from game.adepts.pictures import (
    board,
    choice,
    hand,
    icons,
    legend,
    marks,
    mines,
    queues,
    score_sheet,
    spell_card,
)
from game.adepts.pictures.affordability import affordability
from game.adepts.pictures.card_face import HEIGHT, TEXT_TOP
from game.adepts.pictures.changes import Changes, changes
from game.adepts.pictures.gems import gem
from game.adepts.pictures.head import BESIDE, LEFT, RIGHT, badges, chips
from game.adepts.pictures.legend import MINES, PLAYERS, SIZE
from game.adepts.pictures.marks import EMBLEMS, emblem
from game.adepts.pictures.players import ROW, draw_row
from game.adepts.pictures.score import standing
from game.adepts.pictures.words import ASKED, asked
from game.adepts.rules.forecast import paid
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.harrowing.pictures import marks as runes
from tests.bot.pictures.shots import CASTING, LASTING, NAMES, SHOTS, position, to_the_end
from tests.playouts import playout, some_settings

LONG = {f"P{i}": f"{i} A name as long as a chat lets people have one" for i in range(1, 6)}
EVIL = {"P1": "", "P2": "龍", "P3": "a\nb\tc", "P4": "👩‍👩‍👧", "P5": "\u202eabc"}


def drawn(picture: Picture) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("names", [LONG, EVIL, {}], ids=["long", "strange", "none"])
def test_any_names_fit(names: dict[str, str]) -> None:
    view = position("crowded").view(None)
    for picture in (board(view, names), queues(view, names), score_sheet(view, names)):
        assert 40 < len(picture.alt) <= ALT_LIMIT
        assert "\n" not in picture.alt


def test_the_longest_names_leave_room_for_all_mines() -> None:
    """For whoever has the picture read out: then names are shorter in its description."""
    view, before = position("crowded").view(None), position("crowded").view(None)
    for place in before["mines"].values():
        place["sites"], place["inside"] = [None] * len(place["sites"]), None
    told = board(view, LONG, before).alt
    assert all(f"{gem} {view['mines'][gem]['stock']}" in told for gem in GEM_NAMES)
    assert told.endswith(".")


@pytest.mark.parametrize("corners", [(True, True, True, True), (True, True, False, False), (False, True, False, True)])
@pytest.mark.parametrize("size", [(12, 90), (90, 12), (30, 31), (97, 120)])
def test_a_panel_is_as_if_all_of_it_had_been_drawn_large(
    size: tuple[int, int], corners: tuple[bool, bool, bool, bool]
) -> None:
    """Whatever the radius, with an edge or without, and with a transparent fill."""
    fills, edges = (None, (10, 20, 30), (9, 8, 7, 99)), (None, (255, 0, 9))
    for radius, fill, edge in product((0, 1, min(size) // 3), fills, edges):

        def whole(pen: ImageDraw.ImageDraw, k: float, look: Any = (radius, fill, edge)) -> None:
            radius, fill, edge = look
            box = (0, 0, size[0] * k - 1, size[1] * k - 1)
            pen.rounded_rectangle(box, radius * k, fill, edge, round(3 * k), corners=corners)

        found = panel(*size, radius, fill, edge, 3, corners)
        assert found.tobytes() == smooth(*size, whole).tobytes(), (radius, fill, edge)


def test_every_position_of_random_games_can_be_drawn() -> None:
    """With all numbers of players and selections, every fiftieth position."""

    def draw(game: Game, *_: object) -> None:
        if game.ply % 50 == 0 or game.over:
            view = game.view(None)
            for picture in (board(view, NAMES, before.get("view")), queues(view, NAMES), score_sheet(view, NAMES)):
                assert len(picture.data) < 140_000
                assert len(picture.alt) <= ALT_LIMIT
            for seat in game.seats:
                assert len(hand(game.view(seat), seat).alt) <= ALT_LIMIT
            before["view"] = view

    for setting in some_settings("pictures", every=7):
        before: dict[str, Any] = {}
        playout(setting, draw)


def test_a_group_to_be_placed_is_shown() -> None:
    view = position("assign").view(None)
    shown = board(view, NAMES, preview=("P1", "amethyst.2x2"))
    assert shown.data != board(view, NAMES).data
    assert "Shown as a ghost: Ada with 2 on amethyst II." in shown.alt
    pushed = board(view, NAMES, preview=("P1", "onyx.1x4!"))
    assert "Ada with 4 on onyx I, once the groups there are pushed back one site." in pushed.alt


@pytest.mark.parametrize("token", ["pass", "amethyst", "amethyst.4x2", "pearl.1x2", "amethyst.1", ""])
def test_only_groups_can_be_previewed(token: str) -> None:
    with pytest.raises(ValueError, match="not a group"):
        board(position("assign").view(None), NAMES, preview=("P1", token))


def test_what_is_new_is_found() -> None:
    game = position("assign", *CASTING)
    before = game.view(None)
    game.play("P2", "citrine.2x4")
    new = changes(ViewReader(game.view(None)), ViewReader(before))
    assert new.sites == {("citrine", 2)}
    assert not any(new.gems.values())
    assert "New: Grace Hopper 4 on citrine II." in board(game.view(None), NAMES, before).alt


def test_what_processing_pays_next_is_shown() -> None:
    """Beside the mana, until the game is over; the alt text says it too."""
    view = position("crowded").view(None)
    shown = board(view, NAMES)
    for seat, player in view["players"].items():
        assert f"{player['mana']} mana and {paid(ViewReader(view), seat)} next" in shown.alt
    empty = copy.deepcopy(view)
    for player in empty["players"].values():
        for stages in player["queue"].values():
            stages[1], stages[2] = stages[1] + stages[2], 0
    assert board(empty, NAMES).data != shown.data, "the same totals, but nothing in stage 3"
    assert " next" not in board(empty, NAMES).alt
    assert " next" not in board(to_the_end(position("late")).view(None), NAMES).alt


def test_the_legend_explains_every_number_on_it() -> None:
    told = legend().alt
    assert all(text in told for text in (*MINES, *PLAYERS, *GEM_NAMES))
    assert len(told) <= ALT_LIMIT
    assert legend(letters=True).data != legend().data


def test_what_is_in_force_is_shown() -> None:
    """A Barrier with its mine, a Suspension with its victim beside its caster."""
    game = position("assign", *CASTING[:-1])
    assert set(chips(ViewReader(game.view(None)))) == {
        (("P2",), "3B", (("gem", "ruby"),)),
        (("P3",), "4B", (("word", "2"),)),
        (("P1",), "1B", (("seat", "P3"),)),
    }


def test_what_is_used_up_is_not_shown_to_be_in_force() -> None:
    """The card lies open until the phase ends, but the turn has been skipped."""
    game = position("assign", *CASTING[:-1])
    while not any(event.kind == "skipped" for event in game.play(game.asked[0], game.pending[game.asked[0]].tokens[0])):
        assert "Suspension" in board(game.view(None), NAMES).alt
    assert "1B" in game.view(None)["players"]["P1"]["in_play"]
    assert "Suspension" not in board(game.view(None), NAMES).alt
    assert {source for _, source, _ in chips(ViewReader(game.view(None)))} == {"3B", "4B"}


def test_a_spell_that_is_being_cast_is_not_said_to_be_in_force() -> None:
    game = scenario.set_up(scenario.read(SUSPENDED)[0])
    game.play("P1", "1B")
    assert "Being cast: Suspension of Ada. Gems left" in board(game.view(None), NAMES).alt
    game.play("P1", "P2")
    game.play("P2", "1B")
    told = board(game.view(None), NAMES).alt
    assert "In force: Suspension of Ada and Grace Hopper (Grace Hopper)." in told


SUSPENDED = """
[[scenario]]
title = "suspended"
players = 3
turn = 2
spells = ["1B"]
[scenario.P1]
hand = ["1B"]
battery = { topaz = 1 }
[scenario.P2]
hand = ["1B"]
battery = { topaz = 1 }
[scenario.P3]
hand = ["1B"]
battery = { topaz = 1 }
"""


def test_nobody_is_shown_to_have_cast_what_somebody_else_did() -> None:
    """A view does not say who of several suspended whom, so casters and victims are shown together, with turns added
    up."""
    game = scenario.set_up(scenario.read(SUSPENDED)[0])
    for move in ("P1 1B", "P1 P2", "P2 1B", "P2 P3", "P3 1B"):
        game.play(*move.split())
    casters = ("P1", "P2", "P3")
    assert chips(ViewReader(game.view(None))) == [(casters, "1B", (("seat", "P2"), ("seat", "P3")))]
    game.play("P3", "P2")
    [chip] = chips(ViewReader(game.view(None)))
    assert chip == (casters, "1B", (("seat", "P2"), ("word", "2"), ("seat", "P3")))
    shown = board(game.view(None), {"P1": "Ann", "P2": "Bo", "P3": "Cy"})
    assert "Suspension of Ann, Bo and Cy (Bo, 2, Cy)" in shown.alt


def test_gems_and_levels_pay_alike() -> None:
    """Ruling 5: any mix of gems of any stage and battery levels."""
    view = ViewReader(position("hand").view("P1"))
    assert affordability(view, "P1", "14B").missing == (("sapphire", 1),)
    assert affordability(view, "P1", "19B").payable  # its diamond comes from the battery
    assert affordability(view, "P1", "16A").castable
    assert not affordability(view, "P1", "2B").castable  # a spell of phase I


LAST_RESEARCH = """
[[scenario]]
title = "last research"
players = 2
turn = {turn}
step = "research"
library = ["1A", "11A", "16A"]
P1 = {{ hand = ["6A"], battery = {{ topaz = 1, citrine = 1, amethyst = 1, onyx = 1 }} }}
"""


@pytest.mark.parametrize(("turn", "late"), [(7, 0), (8, 3)])
def test_a_spell_whose_phase_does_not_come_again_is_not_just_said_to_be_payable(turn: int, late: int) -> None:
    """In the last turn's research only spells of phase V can still be cast; in words too."""
    view = scenario.set_up(scenario.read(LAST_RESEARCH.format(turn=turn))[0]).view("P1")
    found = {spell: affordability(ViewReader(view), "P1", spell).late for spell in ("1A", "6A", "11A", "16A")}
    assert [spell for spell, over in found.items() if over] == ["1A", "6A", "11A"][:late]
    assert hand(view, "P1").alt.count("too late to cast") == late
    assert hand(view, "P1").alt.count("can be paid") == 4 - late


@pytest.mark.parametrize("over", [False, True])
def test_the_score_sheet_agrees_with_the_rules(over: bool) -> None:
    game = to_the_end(position("late")) if over else position("crowded")
    lines = standing(ViewReader(game.view(None)))
    assert {seat: line.to_dict() for seat, line in lines.items()} == game.standing()


@pytest.mark.parametrize("spell", SPELLS)
def test_every_card_has_room_for_its_text(spell: str) -> None:
    lines = wrap(SPELLS[spell].text, 320 - 32, SMALLEST)
    assert TEXT_TOP + len(lines) * SMALLEST * 1.2 <= HEIGHT
    assert all(width(line, SMALLEST) <= 320 - 32 for line in lines)
    assert SPELLS[spell].text in spell_card(spell).alt


def test_icons_are_emojis() -> None:
    """128 x 128 pixels, under 256 KiB, with names that Discord accepts; every gem, adept and phase has one."""
    made = icons()
    assert {*GEM_NAMES, *(f"adept_{gem}" for gem in GEM_NAMES), *(f"phase_{i}" for i in range(1, 6))} <= set(made)
    for name, data in made.items():
        assert 2 <= len(name) <= 32
        assert len(data) < 256 * 1024
        with Image.open(BytesIO(data)) as image:
            assert (image.size, image.mode) == ((128, 128), "RGBA")


def test_gems_and_players_differ_in_shape() -> None:
    """Without colours, any two outlines differ in at least 6 % of their square."""
    gems = [gem(name, 64).getchannel("A") for name in GEM_NAMES]
    signs = [emblem(seat, 64, (0, 0, 0)).getchannel("A") for seat in EMBLEMS]
    for group in (gems, signs):
        for one, other in combinations(group, 2):
            apart = dist(one.tobytes(), other.tobytes()) ** 2 / 255**2 / 64**2
            assert apart > 0.06


@pytest.mark.usefixtures("from_scratch")
def test_no_text_is_smaller_than_a_phone_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """28 pixels in a picture 1000 wide: 11 on a phone that shows it 400 wide. This excludes letters on signs with a
    shape of their own: runes, and the dice of The Adept."""
    sizes = set()

    def noting(size: int, bold: bool = False) -> object:
        sizes.add(size)
        return font(size, bold)

    font = lettering.font
    monkeypatch.setattr(lettering, "font", noting)
    monkeypatch.setattr(runes, "LETTERED", inf)
    for name, shot in SHOTS.items():
        if not name.startswith("adept-"):
            shot()
    assert min(sizes) >= SMALLEST
    assert round(SMALLEST * 0.4) >= 11


@pytest.mark.usefixtures("from_scratch")
@pytest.mark.parametrize("name", GEM_NAMES)
def test_three_barriers_on_a_mine_leave_its_name_readable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck has three of them."""
    found = list[tuple[str, float]]()

    def noting(self: Canvas, x: float, y: float, text: str, *rest: Any, **more: Any) -> int:
        wide = write(self, x, y, text, *rest, **more)
        found.append((text, x - wide if more.get("side") == "right" else x + wide))
        return wide

    write = Canvas.text
    monkeypatch.setattr(Canvas, "text", noting)
    mines._closed(Canvas(*mines.TILE), 0, 0, ("P1", "P2", "P3"))
    mines._empty()
    [said] = [start for text, start in found if text.startswith("closed")]
    [end] = [end for text, end in found if text == name.capitalize()]
    assert end % (mines.TILE[0] + mines.GAP) < said


@pytest.mark.parametrize("kind", [*ASKED, "siphon"])
def test_what_a_player_is_asked_is_not_cut_off_beside_the_mana_to_come(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two figures take some of its room, a long name none."""
    view = Game.new(2, "battlefield", seed="asked").view(None)
    view["pending"], view["players"]["P1"]["queue"]["ruby"] = {"P1": kind}, [0, 0, 44]
    found = list[str]()

    def noting(self: Canvas, x: float, y: float, text: str, *rest: Any, **more: Any) -> int:
        found.append(text)
        return write(self, x, y, text, *rest, **more)

    write = Canvas.text
    monkeypatch.setattr(Canvas, "text", noting)
    board(view, {"P1": "Ada", "P2": "Bo"})
    assert "+88" in found
    assert asked(kind) in found or asked(kind).split()[1] in found


@pytest.mark.parametrize("mana", [(2, 100, 100, 100, 100), (0, 0, 0, 0, 0), (49, 50, 48, 50, 2), (90, 99, 100, 95, 93)])
def test_who_is_behind_stays_there_on_the_track_when_others_crowd_its_end(mana: tuple[int, ...]) -> None:
    end = 100 if max(mana) > 50 else 50
    places = badges({f"P{at}": each for at, each in enumerate(mana, 1)}, end)
    row = sorted(places.values())
    assert all(after - before >= BESIDE for before, after in pairwise(row))
    assert row[0] >= LEFT
    assert row[-1] <= RIGHT + 20
    if mana[0] == 2:
        assert places["P1"] == LEFT + (RIGHT - LEFT) * 2 / end


@pytest.mark.usefixtures("from_scratch")
@pytest.mark.parametrize("gems", [0, 3])
def test_no_crown_covers_the_letter_of_a_gem(gems: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds a title may have processed all gems of the type."""
    view = Game.new(2, seed="crown").view(None)
    view["adepts"]["ruby"], view["players"]["P1"]["queue"]["ruby"] = "P1", [gems, 0, 0]
    crowns, letters = list[float](), list[float]()

    def putting(self: Canvas, sprite: Image.Image, x: float, y: float) -> None:
        crowns.extend([y + sprite.height / 2] if any(sprite is marks.crown(size) for size in (28, 40)) else [])

    def writing(self: Canvas, x: float, y: float, text: str, size: int, *rest: Any, **more: Any) -> int:
        letters.extend([y - size * CAP / 2] if text == "R" else [])
        return 0

    monkeypatch.setattr(Canvas, "centre", putting)
    monkeypatch.setattr(Canvas, "text", writing)
    draw_row(Canvas(1000, ROW), 0, 0, "P1", ViewReader(view), NAMES, Changes(), letters=True)
    assert max(crowns) <= min(letters)


@pytest.mark.usefixtures("from_scratch")
@pytest.mark.parametrize("letters", [False, True])
@pytest.mark.parametrize("gems", [0, 3])
@pytest.mark.parametrize("more", [-23, -7, 4, 13])
def test_no_change_covers_a_crown(more: int, gems: int, letters: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a crown cover the figures."""
    view = Game.new(2, seed="crown").view(None)
    view["adepts"]["ruby"], view["players"]["P1"]["queue"]["ruby"] = "P1", [gems, 0, 0]
    drawn = list[tuple[str, float, float, float]]()

    def putting(self: Canvas, sprite: Image.Image, x: float, y: float) -> None:
        if any(sprite is marks.crown(size) for size in (22, 28, 40)):
            drawn.append(("crown", x - sprite.width / 2, x + sprite.width / 2, y - sprite.height * 0.42))

    def panelling(self: Canvas, x: int, y: int, wide: int, high: int, *rest: Any, **more: Any) -> None:
        if high == 30:
            drawn.append(("change", x, x + wide, y + high))

    monkeypatch.setattr(Canvas, "centre", putting)
    monkeypatch.setattr(Canvas, "panel", panelling)
    draw_row(Canvas(1000, ROW), 0, 0, "P1", ViewReader(view), NAMES, Changes(gems={("P1", "ruby"): more}), letters)
    [change, crown] = drawn
    assert (change[0], crown[0]) == ("change", "crown")  # whichever is drawn last is whole
    assert crown[2] <= change[1] + 4 or crown[3] >= change[3]


def test_words_are_cut_and_cleaned() -> None:
    assert printable("Linus 🐧", "Player 3") == "Linus"
    assert printable("龍", "Player 2") == "Player 2"
    assert printable("𝓕𝓪𝓷𝓬𝔂 Ｎａｍｅ 龍", "Player 2") == "Fancy Name"  # styled letters are read as plain ones
    assert printable("Zoe\u0308", "Player 2") == "Zoë"
    assert fit("Grace Hopper", 100, 30).endswith("…")
    assert len(shortened("word " * 400)) <= ALT_LIMIT


def test_board_and_queues_foretell_the_same() -> None:
    """With a Mutability and a Negation in force; the queues in words too."""
    view = position("late", *LASTING).view(None)
    told = "\n".join(words_of_queues(view, NAMES))
    for seat in view["players"]:
        assert f" and {paid(ViewReader(view), seat)} next" in board(view, NAMES).alt
        assert f"({paid(ViewReader(view), seat)} mana)" in told
    calm = {**view, "effects": []}
    assert queues(view, NAMES).data != queues(calm, NAMES).data


def test_one_level_is_told_as_one() -> None:
    view = copy.deepcopy(Game.new(2, seed="level").view(None))
    view["players"]["P2"]["battery"]["ruby"] = 1
    assert "Ada 0 mana, 0 battery levels; Grace Hopper 0 mana, 1 battery level." in board(view, NAMES).alt


def test_nobody_is_first_where_nobody_has_anything() -> None:
    """In the picture's alt text and in words; as soon as anybody has something, all have places."""
    view, names = Game.new(3, seed="score").view(None), {"P1": "Ann", "P2": "Bob", "P3": "Cid"}
    assert "1." not in score_sheet(view, names).alt
    nothing, something = copy.deepcopy(view), copy.deepcopy(view)
    for player in nothing["players"].values():
        player["mana"] = 0
    something["players"]["P2"]["mana"] = 4
    assert "1. Bob 4 mana" in score_sheet(something, names).alt
    assert "2. Ann 0 mana" in score_sheet(something, names).alt


def test_a_row_of_cards_fills_the_picture() -> None:
    """A single card is in landscape format, as wide as three upright ones; more are in rows of nearly equal length."""
    view = position("hand").view("P1")
    cards = [*view["players"]["P1"]["hand"], "1A"]
    sizes = [drawn(choice(view, "P1", "You may cast", cards[:n])).size for n in range(1, 7)]
    assert [wide for wide, _ in sizes] == [1000, 670, 1000, 670, 1000, 1000]
    high = [high for _, high in sizes]
    assert high[0] < 560 < high[1] == high[2] < high[3] == high[4] == high[5]


@pytest.mark.parametrize("spell", SPELLS)
def test_a_card_that_is_alone_fills_its_picture(spell: str) -> None:
    """Up to its margins, and at most half as high as wide, so that a chat that shows it at full width keeps it low."""
    image = drawn(spell_card(spell))
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    assert ImageChops.difference(image, ground).getbbox() == (10, 10, image.width - 10, image.height - 10)
    assert image.height < image.width / 2


def test_what_the_legend_says_is_as_high_as_eleven_pixels_of_a_phone() -> None:
    """Its figures and capitals, on a phone that shows the picture 400 wide."""
    assert lettering.CAP * SIZE * 0.4 >= 11
