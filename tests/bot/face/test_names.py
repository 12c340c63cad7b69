"""Names in everything that is shown: texts escape their markup, and elsewhere they are as they are."""

from __future__ import annotations

import random
import unicodedata
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.panels import guide as box
from bot.panels.games import Entry, Gathering, Playing, games_panel
from bot.panels.lobby import lobby_panel
from bot.panels.replay import Film, Scene, replay_panel, shared_film
from bot.panels.rules import rules_page
from bot.tables.language.completion import choices
from desk import lookup
from drawing.picture import Picture
from game.adepts import Game
from game.adepts import boards as board
from game.adepts.kit import KIT
from game.adepts.panels.decision import decision_panel
from game.adepts.panels.hand import hand_panel
from game.adepts.words.explaining import explain
from game.core import replay
from game.core.decisions import Decision
from game.core.errors import IllegalToken, MoveError
from game.core.history import History
from game.core.layout import Panel
from game.core.text.names import alike, called, shown_names, table_name, told_apart
from game.core.text.names import label as plain
from game.core.text.names import shown as shown_name
from game.core.words import Run
from tests.bot.face.layouts import GAME, PLACE, components, text, walk
from tests.bot.face.lobbies import lobby
from tests.bot.face.test_panels import LARGE, full_view
from tests.bot.hostile import HOSTILE, INVISIBLE, marks
from tests.playouts import Setting, choose, some_settings


def refused(game: Game, seat: str, token: str) -> str:
    """Return the refusal of a token as people read it; "" if it is not refused."""
    try:
        game.copy().play(seat, token)
    except IllegalToken as error:
        return explain(error.reason, shown_names(HOSTILE))
    except MoveError:
        pass
    return ""


_LABELS = ("label", "placeholder", "description")


def harmless(view: Panel) -> Panel:
    """Assert that no text of the panel has a name's markup, and that no label has escapes, and return the panel."""
    for component in components(view, shapes=False):
        assert not marks(component.get("content", ""))
        for bearer in (component, *component.get("options", ())):
            for key in _LABELS:
                assert "\\" not in (bearer.get(key) or "")
                assert "\u200b" not in (bearer.get(key) or "")
    return view


def shown(decision: Decision, view: Any) -> set[str]:
    """Check all panels of a question; return the players named on their labels or in their texts."""
    seen: list[str] = []

    def show(path: tuple[str, ...]) -> Panel:
        made = harmless(decision_panel(PLACE, decision, view, HOSTILE, path, table_name(HOSTILE["P1"])))
        seen.append(plain(text(made)))
        return made

    walk(decision, show, every=1000)
    return {seat for seat in HOSTILE if any(HOSTILE[seat][:6] in panel for panel in seen)}


@pytest.mark.parametrize("setting", some_settings("hostile"), ids=str)
def test_no_name_is_marked_up_in_any_panel_or_text(setting: Setting) -> None:
    """Every kind of question in a game, and all that is said on the way."""
    rng = random.Random(setting.seed)
    game, kinds = setting.start(), set[tuple[str, str]]()
    moves = []
    while not game.over:
        seat, token = choose(game, rng)
        decision, view = game.pending[seat], game.view(seat)
        if (decision.kind, decision.source) not in kinds:
            kinds.add((decision.kind, decision.source))
            shown(decision, view)
            harmless(hand_panel(view, seat, HOSTILE))
            lessons = box.lessons(KIT.guide, decision, view, HOSTILE, [], (token,))
            harmless(box.above(Panel(()), *lessons))
            for wrong in ("topaz.1x4", "topaz.3x2!", "20B", "pass", "topaz", "ruby@b", "P2"):
                assert not marks(refused(game, seat, wrong))
            public, now = game.view(None), datetime.now(UTC)
            harmless(
                board.board(public, HOSTILE, dict.fromkeys(public["pending"], now), [Run(game.events[-40:], HOSTILE)])
            )
            for part in (*board.position(public, HOSTILE), *board.queues(public, HOSTILE)):
                assert not marks(part)
            for part in board.score(game.standing(), HOSTILE, "", False):
                assert not marks(part)
            for label, value in choices(KIT, decision, view, HOSTILE, ""):
                assert "\\" not in label
                assert value.startswith(decision.kind)
        moves.append((seat, token))
        game.play(seat, token)
    for part in KIT.words.sentences(game.events, HOSTILE):
        assert not marks(part)
    harmless(board.final(game.standing(), HOSTILE, game.seed))
    history = History("adepts", setting.players, game.setup, game.seed, tuple(moves))
    for ply in {0, len(moves) // 2, len(moves)}:
        frame = replay.frame(history, ply)
        told = [Run(frame.step.events, HOSTILE)]
        scene = Scene(GAME, table_name(HOSTILE["P1"]), KIT.words, frame, HOSTILE, told)
        harmless(replay_panel(scene, (), Film.OFFERED))


@pytest.mark.parametrize("decision", LARGE, ids=lambda d: f"{d.kind}-{d.source}-{len(d.tokens)}")
def test_no_name_is_marked_up_in_the_largest_questions(decision: Decision) -> None:
    shown(decision, full_view(1 if decision.kind == "assign" else 3))


CHOSEN = [
    Decision("P1", "opponent", ("P2", "P3", "P4", "P5"), source, {}, "Choose.") for source in ("5A", "7B", "12B", "15B")
]
SITES = tuple(f"topaz.{number}" for number in (1, 2, 3))


@pytest.mark.parametrize(
    "decision",
    [
        *CHOSEN,
        Decision("P1", "site", SITES, "6B", {}, "Choose."),
        Decision("P1", "miner", SITES, "10B", {}, "Choose."),
        Decision("P1", "mine", ("topaz", "ruby", "onyx"), "3B", {}, "Choose."),
        Decision("P1", "mine", ("topaz", "ruby", "onyx"), "8B", {}, "Choose."),
        Decision("P1", "steal", ("P2:topaz@1", "P2:ruby@3"), "9B", {"victim": "P2"}, "Choose."),
        Decision("P1", "take", ("P2:topaz@1", "P3:ruby@3"), "7B", {"chosen": ["ruby@1"]}, "Choose."),
        Decision("P1", "siphon", ("topaz", "ruby"), "19B", {"victim": "P2", "levels": {"topaz": 2, "ruby": 1}}, "x"),
        Decision("P1", "type", ("topaz", "ruby"), "17B", {}, "Choose."),
    ],
    ids=lambda d: f"{d.kind}-{d.source}",
)
def test_the_names_of_opponents_stand_in_questions_about_them(decision: Decision) -> None:
    """Unescaped on labels, and escaped in the texts beside them."""
    assert shown(decision, full_view())


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_a_name_that_shows_nothing_gives_way_to_the_next(name: str) -> None:
    """In the end to the seat."""
    assert called(name, "ann") == "ann"
    assert called("Ann", name) == "Ann"
    assert called(name) == shown_name(name) == "somebody"
    assert shown_names({"P1": "Ann", "P2": name}) == {"P1": "Ann", "P2": "P2"}


def test_what_shows_nothing_makes_no_name_wide() -> None:
    assert shown_name("\u3164A\u3164\u2800n\u115f") == "A n"


@pytest.mark.parametrize("name", ["❤️", "👨‍👩‍👧", "#", "안녕", "é", "1", "…", "ক্ষ", "e\u0301"])
def test_a_name_that_shows_anything_is_kept(name: str) -> None:
    assert called(name, "P2") == name


@pytest.mark.parametrize("name", ["\u05d3\u05e0\u05d4", "\u0644\u064a\u0644\u0649 7"])
def test_figures_behind_a_name_from_right_to_left_stay_behind_it(name: str) -> None:
    """A Hebrew name followed by (3) must not be shown as (3) name: an invisible mark ends it, and is removed from
    labels and pictures."""
    assert shown_name(name) == f"{name}\u200e"
    assert plain(f"{shown_name(name)} (3)") == f"{name} (3)"


def test_no_name_is_marked_up_around_the_games() -> None:
    """In lobbies, lists, shared messages, and the welcome of a first game."""
    bad, known = HOSTILE["P1"], lookup("adepts")
    assert known is not None
    made = [
        lobby_panel(lobby(HOSTILE, computers=["P5"], host="P2")),
        rules_page(known.page("phase:I"), by=bad),
        box.welcome(KIT, KIT.guide, GAME, list(HOSTILE.values())),
    ]
    for view in made:
        harmless(view)
    film = shared_film(Picture(b"", "film.gif", ""), table_name(bad), bad)
    for words_shown in film.words:
        assert not marks(words_shown)
    for stands in (Playing(tuple(HOSTILE.values())), Gathering(tuple(HOSTILE.values())), Gathering(host=bad)):
        entry = Entry(bad, "https://discord.com/channels/1/2", 0, "turn 1", stands, tuple(HOSTILE.values()))
        harmless(games_panel([entry]))


LOOK_ALIKES = [
    "ann",
    "ann\u200b",
    "ANN",
    "ａｎｎ",
    " ann",
    "a\u00adnn",
    "ann\ufe0f",
    "a\u200dn\u2060n",
    "ann\U000e0041",
]


@pytest.mark.parametrize("other", LOOK_ALIKES)
def test_names_that_look_alike_are_told_apart_by_their_seats(other: str) -> None:
    told = told_apart({"P1": "ann", "P2": "bob", "P3": other})
    assert (told["P1"], told["P2"]) == ("ann (P1)", "bob")
    assert shown_name(told["P3"]).endswith(" (P3)")
    assert alike("ann") == alike(other)


def test_who_is_called_like_the_seat_of_another_is_not_taken_for_them() -> None:
    told = told_apart({"P1": "ann", "P2": "p1", "P3": "P3", "P4": "P\u200b1"})
    assert told == {"P1": "ann", "P2": "p1 (P2)", "P3": "P3", "P4": "P1 (P4)"}


def test_names_are_told_apart_also_where_they_are_cut_or_look_like_what_tells_apart() -> None:
    long = "Alexander of Macedonia, "
    told = told_apart({"P1": f"{long}the Great", "P2": f"{long}the Small", "P3": "ann", "P4": "ann (P3)", "P5": "Ann"})
    texts = shown_names(told)
    assert len({alike(text) for text in texts.values()}) == 5
    assert all(len(text) <= 20 for text in texts.values())
    assert texts["P2"] == "Alexander of M… (P2)"


def test_names_are_told_apart_where_there_is_room_for_little_of_them() -> None:
    called = told_apart({"P1": "Alexander Miller", "P2": "Alexander Smith", "P3": "Martin", "P4": "Martin", "P5": "Bo"})
    short = {"P1": "Alex… (P1)", "P2": "Alex… (P2)", "P3": "Mart… (P3)", "P4": "Mart… (P4)", "P5": "Bo"}
    assert shown_names(called, 10) == short
    assert shown_names(called, 16) == {**called, "P1": "Alexander Miller"}


def test_all_that_unicode_hides_is_known() -> None:
    """Checked for two of the kinds of invisible characters, by what Python knows of them: format characters, and
    variation selectors by their names."""
    hidden = [
        chr(point)
        for point in range(0x110000)
        if unicodedata.name(chr(point), "").startswith(("VARIATION SELECTOR", "TAG ", "MONGOLIAN FREE VARIATION"))
    ]
    assert len(hidden) > 300
    assert alike("".join(hidden) + "x") == "x"
