"""Panels on a phone: groups in a grid with one row for each site; a picture or words, never both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.components.ids import Verb
from bot.panels.board import running
from drawing.lettering import width
from drawing.picture import Picture
from game.adepts.kit import KIT
from game.adepts.panels.decision import decision_panel
from game.adepts.panels.hand import hand_panel
from game.adepts.panels.sketches import sketch
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import PASS
from game.core import layout
from game.core.decisions import Decision
from tests.bot.face.layouts import GAME, NAMES, PLACE, clicks, components, text
from tests.bot.face.test_panels import LARGE, full_view

PICTURE = Picture(b"", "What it shows.", "shown.png")
ROOM, PADDING, GAP = 284, 32, 8
"""Pixels on a phone 390 wide: a row's width, what a button adds to its label, and the space between two buttons."""
LETTERS = 14
"""The font size on a button."""

BESIDE = 314
"""A row's width in a message without a container."""

GROUPS = [decision for decision in LARGE if decision.kind in ("assign", "enter")]


def panel(decision: Decision, path: tuple[str, ...] = (), picture: Picture | None = PICTURE) -> list[dict[str, object]]:
    return components(decision_panel(PLACE, decision, full_view(1), NAMES, path, picture=picture))


@pytest.mark.parametrize("mine", GEM_NAMES)
@pytest.mark.parametrize("decision", GROUPS, ids=lambda d: f"{d.kind}-{d.source}")
async def test_groups_stand_in_a_grid_that_a_phone_does_not_break(decision: Decision, mine: str) -> None:
    """ "I·2 I·3 I·4": a row for each site, and for each after a push; every group of the mine once."""
    rows = [part["components"] for part in panel(decision, (mine,)) if part["type"] == 1]
    grid = [row for row in rows if "step" in row[0].get("custom_id", "")]  # type: ignore[index]
    groups = [[button["custom_id"].rpartition("/")[2] for button in row] for row in grid]  # type: ignore[attr-defined]
    assert sorted(step for group in groups for step in group) == sorted(
        token.partition(".")[2] for token in decision.tokens if token.startswith(f"{mine}.")
    )
    for row, group in zip(grid, groups, strict=True):
        labels = [button["label"] for button in row]  # type: ignore[attr-defined]
        assert len({(step[0], step.endswith("!")) for step in group}) == 1, "one site"
        assert len({label[:-1] for label in labels}) == 1
        assert [label[-1] for label in labels] == ["2", "3", "4"]
        assert sum(width(label, LETTERS, True) + PADDING + GAP for label in labels) - GAP <= ROOM


@pytest.mark.parametrize("decision", GROUPS, ids=lambda d: f"{d.kind}-{d.source}")
async def test_a_mine_that_is_chosen_can_be_confirmed_at_once(decision: Decision) -> None:
    """Its likeliest group is preselected, and can be changed; a mine is never preselected."""
    assert not _confirming(decision, ())
    for mine in GEM_NAMES:
        [path] = _confirming(decision, (mine,))
        assert path[0] == mine
        assert [_path(part) for part in panel(decision, (mine,)) if part.get("style") == 1] == [path]


def _confirming(decision: Decision, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    shown = decision_panel(PLACE, decision, full_view(1), NAMES, path)
    return [click.path for click in clicks(shown) if click.verb == "move" and click.path != (PASS,)]


def _path(button: dict[str, object]) -> tuple[str, ...]:
    return tuple(str(button["custom_id"]).split(":", 4)[4].split("/"))


@pytest.mark.parametrize(
    ("miners", "stock", "likely"),
    [(10, 20, "1x4"), (6, 20, "1x4"), (5, 20, "1x3"), (3, 20, "1x3"), (2, 20, "1x2"), (10, 3, "1x3"), (10, 0, "1x2")],
)
def test_the_likeliest_group_digs_most_and_leaves_nobody_alone(miners: int, stock: int, likely: str) -> None:
    """The first site digs first; more miners than gems would be idle."""
    view = full_view(0)
    view["adepts"]["citrine"] = "P2"
    view["mines"]["ruby"].update(stock=stock, inside=None, barrier=[])
    tokens = [f"ruby.{site}x{n}" for site in (1, 2, 3) for n in (2, 3, 4) if n <= miners]
    decision = Decision("P1", "assign", ("topaz.1x2", *tokens), "", {"miners": miners}, "Assign.")
    shown = decision_panel(PLACE, decision, view, NAMES, ("ruby",))
    assert [click.path for click in clicks(shown) if click.verb == "move"] == [("ruby", likely)]


CARDS = [d for d in LARGE if d.kind in ("cast", "purge", "discard", "research", "take-spell")]


@pytest.mark.parametrize("decision", CARDS, ids=lambda d: f"{d.kind}-{d.source}-{len(d.tokens)}")
@pytest.mark.parametrize("chosen", [False, True])
async def test_cards_are_shown_or_told(decision: Decision, chosen: bool) -> None:
    """With a picture the cards' texts are not repeated below it; without one they are shown, up to six."""
    view = full_view()
    path = (decision.tokens[0],) if chosen else ()
    cards = list(decision.data["drawn"]) if decision.kind == "research" else [t for t in decision.tokens if t != PASS]
    drawn = sketch(decision, view, NAMES, path)
    assert (drawn is None) == (len(cards) > 6 and not chosen)
    pictured = text(decision_panel(PLACE, decision, view, NAMES, path, picture=PICTURE if drawn else None))
    told = text(decision_panel(PLACE, decision, view, NAMES, path))
    alt = drawn().alt if drawn else ""
    one = chosen and decision.kind != "research"
    for card in cards:
        if drawn and len(cards) <= 6:  # if there are more, the select has their beginnings
            assert SPELLS[card].text not in pictured
            assert SPELLS[card].name in alt
            assert len(cards) > 5 or SPELLS[card].text in alt, "six may be too much for a description"
        if card == decision.tokens[0] if one else len(cards) <= 6:
            assert SPELLS[card].text in told


async def test_a_hand_is_shown_or_told() -> None:
    view = full_view()
    cards = view["players"]["P1"]["hand"]
    told, shown = text(hand_panel(view, "P1", NAMES)), text(hand_panel(view, "P1", NAMES, PICTURE))
    assert all(SPELLS[card].text in told for card in cards)
    assert not any(SPELLS[card].text in shown for card in cards)


async def test_a_picture_of_the_mines_takes_the_place_of_their_lines() -> None:
    """Before and after a mine is chosen."""
    for path in ((), ("ruby",)):
        told, shown = (_told(GROUPS[0], path, picture) for picture in (None, PICTURE))
        assert "**Ruby**" in told
        assert "**Ruby**" not in shown


def _told(decision: Decision, path: tuple[str, ...], picture: Picture | None) -> str:
    return text(decision_panel(PLACE, decision, full_view(1), NAMES, path, picture=picture))


@pytest.mark.parametrize(
    ("labels", "rows"),
    [
        ("c1 c2 c3 c4 c5", ["c1 c2 c3", "c4 c5"]),
        ("c1 c2 c4 c5", ["c1 c2 c4 c5"]),
        ("c1 c2 c3 Tunnel", ["c1 c2 c3 Tunnel"]),  # exactly the width
        ("c1 c2 c3 Aiming", ["c1 c2", "c3 Aiming"]),
        ("*c1 *c2 *c4 *c5", ["c1 c2", "c4 c5"]),
        ("c1 c2 c3 Overwhelmingly-generous", ["c1 c2 c3 Overwhelmingly-generous"]),  # it would be alone in any case
        ("Rematch Replay Log Record", ["Rematch Replay", "Log Record"]),
        ("« ‹ › »", ["« ‹ › »"]),
        ("Approach Signature Distinction Specialty", ["Approach Signature Distinction Specialty"]),
    ],
)
async def test_a_phone_leaves_no_button_alone_below_three_or_four(labels: str, rows: list[str]) -> None:
    """A row that a phone breaks into two and two stays one row, since a desktop has room for it. *: a button with an
    icon."""
    buttons = [PLACE.button(Verb.STEP, each.strip("*"), each, sign="🧡" * ("*" in each)) for each in labels.split()]
    shown = [part for part in components(layout.framed(layout.row(*buttons))) if part["type"] == 1]
    assert [" ".join(button["label"] for button in row["components"]) for row in shown] == rows


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("## ▶ Ann assigns miners\n-# Turn 1", "## ▶ Ann assigns\u00a0miners\n-# Turn 1"),
        ("Hello\n### Where do you place Grey Bittern?", "Hello\n### Where do you place Grey\u00a0Bittern?"),
        ("# Queues\nof all\n#3 of it", "# Queues\nof all\n#3 of it"),
    ],
)
async def test_a_phone_leaves_no_word_of_a_heading_alone(words: str, shown: str) -> None:
    """The last two words are joined; texts that are no headings, and a heading's sign, stay as they are."""
    assert components(layout.bare(layout.text(words)))[0]["content"] == shown


async def test_a_full_message_is_not_made_fuller_for_it() -> None:
    buttons = [PLACE.button(Verb.STEP, f"c{n}", f"c{n}") for n in range(5)]
    full = [layout.row(*(replace(each, rest=f"{n}/{each.rest}") for each in buttons)) for n in range(6)]
    which = layout.text("Which?")
    assert len(components(layout.framed(which, *full))) == layout.MOST
    assert len(components(layout.framed(which, which, which, *full))) == layout.MOST
    with pytest.raises(ValueError, match="41 components"):
        components(layout.framed(which, which, which, which, *full))
    assert layout.rows([*buttons, PLACE.button(Verb.STEP, "one more")])[1] == layout.row(
        *buttons[3:], PLACE.button(Verb.STEP, "one more")
    )


async def test_the_buttons_of_the_board_are_two_rows() -> None:
    parts = components(layout.bare(*running(GAME, KIT.panels.exhibits)))
    rows = [[button["label"] for button in part["components"]] for part in parts if part["type"] == 1]
    assert len(rows) == 2
    for labels in rows:
        assert sum(width(label, LETTERS, True) + PADDING + GAP for label in labels) - GAP <= BESIDE
