"""What the pictures of Mana Surge show, and that they agree with the rules."""

from __future__ import annotations

import pickle
from functools import partial
from io import BytesIO
from itertools import combinations
from math import dist
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from drawing import lettering
from drawing.canvas import Canvas
from drawing.colours import SEATS
from drawing.lettering import SMALLEST
from drawing.picture import ALT_LIMIT
from game.core.protocol import View
from game.mana_surge import Game
from game.mana_surge.boards.changes import Changes, deaths
from game.mana_surge.boards.changes import changes as new_in
from game.mana_surge.boards.ghosts import read
from game.mana_surge.pictures import board, field, icons, legend, marks, preview, score_sheet
from game.mana_surge.pictures.colours import PLAYERS, SHADES
from game.mana_surge.pictures.face import PICTURES
from game.mana_surge.pictures.field import named
from game.mana_surge.pictures.legend import MARKS
from game.mana_surge.pictures.plan import SMALLEST as NARROWEST
from game.mana_surge.pictures.plan import Plan
from game.mana_surge.rules.boards import boards
from game.mana_surge.rules.boards.board import Board
from game.mana_surge.rules.hexes import LARGEST, Hex
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import ends
from game.mana_surge.words.terms import COLOURS, HEXES
from tests.eyes import EYES, contrast
from tests.games.positions import after
from tests.mana_surge.pictures import NAMES, SHOTS, position
from tests.mana_surge.playing import games, plies

BYTES = 150_000
LONG = {f"P{i}": f"{i} A name as long as a chat lets people have one" for i in range(1, 4)}
EVIL = {"P1": "", "P2": "龍", "P3": "a\nb\tc\u202e👩‍👩‍👧"}


def drawn(picture: Any) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB")


def changes(view: View, before: View) -> Changes:
    return new_in(ViewReader(view), ViewReader(before))


def around(one: Any, other: Any) -> tuple[int, int, int, int] | None:
    """Return the bounding box of the differences between two pictures of one size; None if they are equal."""
    first, second = drawn(one), drawn(other)
    assert first.size == second.size
    return ImageChops.difference(first, second).getbbox()


# --- everything can be drawn


@pytest.mark.parametrize("names", [LONG, EVIL, {}], ids=["long", "strange", "none"])
def test_any_names_fit(names: dict[str, str]) -> None:
    view = position("crowded").view(None)
    for picture in (board(view, names), preview(view, names, "P3", "e3xe4"), score_sheet(view, names)):
        assert 40 < len(picture.alt) <= ALT_LIMIT
        assert "\n" not in picture.alt


def test_every_position_of_random_games_can_be_drawn() -> None:
    """On all boards, with all options: every fortieth position, and the last."""
    for game in games(2 * len(boards())):
        before = None
        for at in plies(game):
            if at.ply % 40 == 0 or at.over:
                view = at.view(None)
                for picture in (board(view, NAMES, before, at.ply % 80 == 0), score_sheet(view, NAMES)):
                    assert len(picture.data) < BYTES
                    assert len(picture.alt) <= ALT_LIMIT
                before = view


def test_every_token_of_every_question_has_a_preview() -> None:
    seen = set()
    for game in games(2):
        for at in plies(game):
            for seat, decision in at.pending.items():
                if decision.kind not in seen:
                    view = at.view(seat)
                    plain = preview(view, NAMES, seat)
                    for token in decision.tokens:
                        shown = preview(view, NAMES, seat, token)
                        assert (shown.data != plain.data) == (token != "pass" and decision.kind != "colour"), token
                    assert preview(view, NAMES, seat, "", decision.tokens).alt.startswith("To choose from: ")
            seen |= {decision.kind for decision in at.pending.values()}
    assert seen == {"colour", "corner", "spawn", "move", "attack"}


@pytest.mark.parametrize(
    "token", ["z9", "d4-z9", "e3xa3", "e3-e4", "e3xf3", "e4xe3", "e3-d3", "blue-red", "topaz.2x3", "e"]
)
def test_what_is_no_hex_cannot_be_previewed(token: str) -> None:
    with pytest.raises(ValueError, match=token):
        preview(position("crowded").view(None), NAMES, "P3", token)


@pytest.mark.parametrize("side", range(3, LARGEST + 1))
def test_boards_of_any_size_lie_inside_the_picture(side: int) -> None:
    """No hex is beyond the edge or on another one, and all are wide enough for a name."""
    lie = Plan(Board("any", "Any", "", side, dict.fromkeys(("strong", "guard", "weak", "action", "spawn"), ())))
    assert lie.hex >= NARROWEST
    for x, y in lie.centres.values():
        assert lie.hex / 2 <= x <= lie.width - lie.hex / 2
        assert lie.tall / 2 - 1 <= y <= lie.height - lie.tall / 2 + 1
    near = min(dist(one, other) for one, other in combinations(lie.centres.values(), 2))
    assert near == pytest.approx(lie.hex, abs=1)
    names = sorted(lettering.width(name, SMALLEST) for name in lie.centres)
    assert names[-1] < lie.hex


def test_neighbours_lie_side_by_side() -> None:
    """Hexes touch in the picture exactly if they touch by the rules."""
    for on in boards().values():
        lie = Plan(on)
        for one, other in combinations(range(len(on.names)), 2):
            close = dist(lie.centres[on.names[one]], lie.centres[on.names[other]]) < lie.hex * 1.1
            assert close == bool(on.around[Hex(one)] >> other & 1)


# --- what is shown


def test_each_kind_of_change_is_marked_and_told() -> None:
    game = position("race")
    before = game.view(None)
    after(game, "f4-e4")
    new = changes(game.view(None), before)
    assert [(step.data["source"], step.data["target"]) for step in new.steps] == [("f4", "e4")]
    assert new == (new.steps, frozenset({"e4"}), {}, {})
    assert "New: Grace Hopper: f4 to e4." in board(game.view(None), NAMES, before).alt
    after(game, "pass", "pass", "f2-e3", "pass")
    before = game.view(None)
    after(game, "e3xd4")
    view = game.view(None)
    new = changes(view, before)
    assert [step.kind for step in new.steps] == ["attacked", "spawned"]
    assert new == (new.steps, frozenset({"b1"}), {"d4": "P2"}, {})
    told = board(view, NAMES, before).alt
    assert "Linus 🐧: e3 strikes d4; Grace Hopper's token on d4 dies." in told
    assert "Ada: new token on b1." in told
    assert around(board(view, NAMES, before), board(view, NAMES, view))


def test_what_was_taken_back_is_not_new_where_it_came_from() -> None:
    game = position("race")
    view = game.view(None)
    after(game, "f4-e4")
    assert changes(view, game.view(None)) == ((), frozenset(), {}, {})
    assert "New:" not in board(view, NAMES, game.view(None)).alt


def test_no_mana_is_lost_where_something_else_was_done_after_an_undo() -> None:
    """The turn had been ended, which brought mana; then it was taken back, and a step was made in its place."""
    ended, stepped = position("race", "pass", "pass"), position("race", "f4-e4", "pass")
    assert [each.view(None)["players"]["P2"]["mana"] for each in (ended, stepped)] == [7, 6]
    assert ended.ply == stepped.ply
    assert changes(stepped.view(None), ended.view(None)).mana == {}
    assert "-1" not in board(stepped.view(None), NAMES, ended.view(None)).alt


def test_the_same_position_again_has_nothing_new() -> None:
    for game in games(2):
        for at in plies(game):
            view = at.view(None)
            assert changes(view, view) == ((), frozenset(), {}, {})


def test_steps_are_told_once_however_the_pictures_fall() -> None:
    """With views of every ply, of every second, or of every third, the steps shown are together those of the game."""
    for every in (1, 2, 3):
        for game in games(2):
            found, made, before = list[Any](), list[Any](), game.view(None)
            for number, at in enumerate(plies(game)):
                made += [
                    (event.kind, event.seat, *event.data.values())
                    for event in at.events
                    if number and event.kind in ("spawned", "moved", "attacked", "collected")
                ]
                if number % every == 0 or at.over:
                    view = at.view(None)
                    found += [(step.kind, step.seat, *step.data.values()) for step in changes(view, before).steps]
                    before = view
            missed = len(made) - len(found)
            assert 0 <= missed <= (0 if every == 1 else len(made) // 3)
            left = iter(made)
            assert all(step in left for step in found), "in their order, none twice"


def test_whose_token_has_died_is_told_at_every_attack() -> None:
    both = 0
    for game in games(4):
        before = game.view(None)
        for at in plies(game):
            view = at.view(None)
            if any(event.kind == "attacked" for event in at.events):
                gone = {hex: seat for hex, seat in before["troops"].items() if view["troops"].get(hex) != seat}
                new = changes(view, before)
                dead = {hex: seat for step in new.steps for hex, seat in deaths(step).items()}
                assert new.gone == dead
                assert dead.items() >= gone.items(), "a new token may have come there"
                both += len(gone) == 2
            before = view
    assert both > 10


def test_what_lies_too_far_back_is_found_by_comparing() -> None:
    """A token that has moved is not shown as dead; one that has died is."""
    game = position("race")
    before = game.view(None)
    view = after(game, "f4-e4", "pass", "pass", "f2-e3", "pass", "e3xd4").view(None)
    view["more"] = {**view["more"], "trail": [], "last": []}
    new = changes(view, before)
    assert new.fresh == {"b1", "e3", "e4"}
    assert new.gone == {}, "red has a token in a new place: d4 may have been left"
    assert new.mana == {"P2": 1}
    dead = {**before, "troops": {hex: seat for hex, seat in before["troops"].items() if hex != "d4"}}
    assert changes(dead, before).gone == {"d4": "P2"}
    troops = {hex: seat for hex, seat in before["troops"].items() if hex != "f4"} | {"e5": "P2"}
    step = {
        "kind": "moved",
        "seat": "P2",
        "source": "e4",
        "target": "e5",
        "on": "weak",
    }  # it came to e4 earlier
    walked = {**before, "ply": before["ply"] + 9, "troops": troops, "more": {"trail": [step], "last": []}}
    assert changes(walked, before).gone == {}


def test_a_view_with_nothing_but_the_notation_is_drawn() -> None:
    """`effects` and `more` are optional."""
    view = position("race").view(None)
    bare = {key: value for key, value in view.items() if key not in ("effects", "more")}
    assert drawn(board(bare, NAMES)).tobytes() == drawn(board(view, NAMES)).tobytes()


def test_previews_say_who_dies_as_the_rules_have_it() -> None:
    """For every attack that is legal in random games, with and without *fierce*."""
    seen = set()
    for game in games(8):
        for at in plies(game):
            for seat, decision in at.pending.items():
                if decision.kind != "attack":
                    continue
                for token in set(decision.tokens) - {"pass"}:
                    ghost, twin, view = read(ViewReader(at.view(None)), seat, token), at.copy(), at.view(None)
                    twin.play(seat, token)
                    source, target = ends(token) or ("", "")
                    event = next(event for event in twin.events if event.kind == "attacked")
                    assert ghost
                    assert (ghost.source, ghost.target) == (source, target)
                    assert ghost.victim == view["troops"][target]
                    assert (ghost.kills, ghost.dies) == (event.data["killed"], event.data["died"])
                    seen.add((bool(view["effects"]), ghost.kills, ghost.dies))
    assert {(False, True, False), (False, False, True), (True, True, True)} <= seen


def test_an_attack_is_shown_with_what_it_comes_to() -> None:
    game = position("race", "f4-e4", "pass", "pass", "f2-e3", "pass")
    shown = preview(game.view("P3"), NAMES, "P3", "e3xd4")
    assert "strike from e3 (2/1) at d4 (1/1). Grace Hopper's token on d4 would die." in shown.alt
    assert drawn(shown).height > drawn(preview(game.view("P3"), NAMES, "P3")).height


@pytest.mark.parametrize("target", ["c2", "c3", "d2", "e2"])
def test_no_arrow_covers_the_name_of_the_hex_it_begins_on(target: str) -> None:
    now = ViewReader(Game.new(3, seed="arrow").view(None))
    bare = field.ground(now.board.name)
    canvas = Canvas(*bare.size)
    canvas.put(bare, 0, 0)
    drawn_on = field._Map(canvas, 0, now, letters=False)
    drawn_on._arrow("d3", target, SEATS["P1"])
    (x, y), on = drawn_on._at("d3"), drawn_on.lie
    name, colour = (x - 30, y + field.NAME * on.tall - 14, x + 30, y + field.NAME * on.tall + 14), named("strong")

    def ink(image: Image.Image) -> int:
        return sum(count for count, shade in image.crop(name).getcolors(1 << 16) or () if shade == colour)

    assert ink(canvas.image) >= ink(bare) > 0


def test_fierce_is_seen_and_said() -> None:
    view = position("fierce").view(None)
    calm = {**view, "effects": []}
    shown = board(view, NAMES)
    assert around(shown, board(calm, NAMES))
    assert "Fierce: an attack equal to the defence kills too." in shown.alt
    assert "ierce" not in board(calm, NAMES).alt
    weak, strong = (preview(each, NAMES, "P1", "d2xe1").alt for each in (calm, view))
    assert "Nobody would die." in weak
    assert "Linus 🐧's token on e1 and Ada's own on d2 would die." in strong


def test_the_description_holds_the_position() -> None:
    """Round, who is asked, what is left, mana, and each token with its lock or its bonuses."""
    view = position("crowded").view(None)
    told = board(view, NAMES).alt
    assert "Round 22 of 40, combat phase. Waiting for Linus 🐧 to attack, 2 points left." in told
    assert "Linus 🐧 (blue), 9 of 10 mana, spawner on g1, 13 tokens: d1 (locked), d3 (2/1), d4 (Pool, locked)," in told
    assert "f2 (1/2)" in told
    assert "e2 (0/1)" in told
    assert " e1, " in told
    over = board(position("last", "c6-b5").view(None), NAMES).alt
    assert "The game is over, ten mana in round 33: Grace Hopper wins." in over


def test_points_spawns_and_whose_turn_it_is_are_seen() -> None:
    view = position("spawning").view(None)
    shown = board(view, NAMES)
    assert "2 points and 2 spawns left" in shown.alt
    right = (700, 0, 1000, 84)
    for other in ({**view, "points": 3}, {**view, "spawns": 0}):
        box = around(shown, board(other, NAMES))
        assert box
        assert box[0] >= right[0]
        assert box[3] <= right[3]
    assert around(shown, board({**view, "active": "P2", "pending": {"P2": "spawn"}}, NAMES))


def test_players_stand_in_the_order_of_a_round() -> None:
    assert ViewReader(position("race").view(None)).clockwise == ["P2", "P3", "P1"]
    for game in games(3):
        for at in plies(game):
            assert ViewReader(at.view(None)).clockwise == list(at.order or at.seats)


@pytest.mark.parametrize("title", ["race", "last"])
def test_the_score_sheet_agrees_with_the_rules(title: str) -> None:
    game = position(title, *(["c6-b5"] if title == "last" else []))
    assert game.over == (title == "last")
    assert ViewReader(game.view(None)).standing() == game.standing()
    told = score_sheet(game.view(None), NAMES).alt
    best = max(game.standing().values(), key=lambda line: line["mana"])
    assert f"1. Grace Hopper {best['mana']} mana, {best['tokens']} tokens" in told
    assert ("d4 (Pool, locked)" in told) == game.over, "only the final sheet shows the map"


def test_the_legend_explains_every_kind_and_every_mark() -> None:
    assert HEXES.keys() == SHADES.keys() - {"plain"}
    told = legend().alt
    assert all(text in told for text in (*HEXES.values(), *MARKS.values()))
    assert len(told) <= ALT_LIMIT
    assert legend(letters=True).data != legend().data


# --- for small screens


def test_letters_are_on_request() -> None:
    view = position("crowded").view(None)
    assert around(board(view, NAMES, letters=True), board(view, NAMES))
    lettered = {colour: marks.initialled(colour, 76).tobytes() for colour in PLAYERS}
    assert len(set(lettered.values())) == len(PLAYERS)
    assert all(lettered[colour] != marks.token(colour, 76).tobytes() for colour in PLAYERS)


@pytest.fixture
def sizes(from_scratch: None, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Record the font sizes of everything that is drawn from now on."""
    noted, font = set[int](), lettering.font

    def noting(size: int, bold: bool = False) -> object:
        noted.add(size)
        return font(size, bold)

    monkeypatch.setattr(lettering, "font", noting)
    return noted


def test_no_text_is_smaller_than_a_phone_shows(sizes: set[int]) -> None:
    """28 pixels in a picture 1000 wide: 11 on a phone that shows it 400 wide."""
    for shot in SHOTS.values():
        assert drawn(shot()).width == 1000
    assert min(sizes) >= SMALLEST


# --- as the program asks


@pytest.mark.parametrize("eyes", EYES)
def test_the_names_of_hexes_stand_out(eyes: str) -> None:
    """Moves are described by them, so all eyes must be able to read them on every kind of hex."""
    for kind, shade in SHADES.items():
        assert contrast(named(kind), shade, eyes) >= 4.5, kind


def test_icons_are_emojis() -> None:
    """128 x 128 pixels, under 256 KiB, with names that Discord accepts; every colour and kind has one."""
    made = icons()
    assert {*PLAYERS, *(kind for kind in SHADES if kind != "plain"), "mana", "lock"} == made.keys()
    for name, data in made.items():
        assert 2 <= len(f"mana-surge_{name}") <= 32
        assert len(data) < 256 * 1024
        with Image.open(BytesIO(data)) as image:
            assert (image.size, image.mode) == ((128, 128), "RGBA")


def test_sketches_are_plain_data_and_take_letters() -> None:
    """So that another process can draw them."""
    game = Game.new(seed="sketch")
    view = game.view(None)
    assert PICTURES.icons().keys() == COLOURS.keys()
    for sketch in (PICTURES.board(view, NAMES, view), PICTURES.score(view, NAMES), *PICTURES.samples()):
        again = pickle.loads(pickle.dumps(partial(sketch, letters=True)))()
        assert again.data == partial(sketch, letters=True)().data


def test_the_samples_load_what_drawing_needs() -> None:
    """After drawing them, nothing more is read from disk: neither fonts nor boards."""
    for sketch in PICTURES.samples():
        sketch()
    fonts = lettering.font.cache_info().currsize
    rng = Random(1)
    game = position("race")
    game.play("P2", rng.choice(game.legal("P2")))
    board(game.view(None), NAMES)
    assert lettering.font.cache_info().currsize - fonts <= 2
