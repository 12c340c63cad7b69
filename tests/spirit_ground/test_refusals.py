"""Why a move is refused: a sentence for each reason, with the ruling behind it; nothing has changed."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from game.core.errors import IllegalToken, MoveError, NotAsked, UnreadableToken
from game.spirit_ground import Game
from game.spirit_ground.kit import KIT
from game.spirit_ground.rules import explaining
from game.spirit_ground.rules.scenario import SpiritGroundScenarios
from tests.games.positions import by_hand
from tests.spirit_ground import naive
from tests.spirit_ground.playing import games, plies
from tests.spirit_ground.positions import lay_out

NAMES = {"P1": "Ann", "P2": "Bob"}
TOKENS = (
    "pass", "a1", "b2", "e5", "P1", "P2", "F1+C1", "F12+C12", "n", "e", "s", "w", "energy", "energyx2+spirit",
    "spiritx4",
    "energyx9",
)  # fmt: skip


def scenario(**position: Any) -> Game:
    """Return a position set up by hand, from the keys of a scenario."""
    return by_hand(SpiritGroundScenarios(), **position)


FIRST = {"phase": "first", "first": "P1", "pair": "F1+C1"}
SIDES_OF_B2 = [(2, "a2"), (3, "b1"), (4, "b3"), (5, "c2")]


@pytest.mark.parametrize(
    ("position", "played", "token", "said", "ruling"),
    [
        ({}, [], "pass", "You cannot pass here: choose a pair of the stream.", None),
        ({}, [], "a1", "That does not answer this question: choose a pair of the stream.", None),
        ({}, [], "F1+C1", "That pair does not lie in the stream.", 6),
        (
            {**FIRST, "tiles": {"a1": {"tile": "C2"}}},
            [],
            "a1",
            "There is no room on a1: Bob's Rock Marmot lies there.",
            7,
        ),
        (
            {**FIRST, "P1": {"energy": 2}},
            [],
            "b2",
            "The shrine on b2 costs 4 crystals, at least one of them a spirit: you have 2 energy.",
            8,
        ),
        (
            {**FIRST, "P1": {"energy": 4}, "tiles": {each: {"tile": f"C{n}"} for n, each in SIDES_OF_B2}},
            [],
            "b2",
            "The shrine on b2 costs a spirit: you have 4 energy.",
            8,
        ),
        (FIRST, [], "c3", "The shrine on c3 costs 4 crystals, at least one of them a spirit: you have no crystals.", 8),
        (
            {**FIRST, "P1": {"energy": 2, "spirit": 2}, "tiles": {"a2": {"tile": "F2"}}},
            ["b2"],
            "energy",
            "The shrine on b2 costs exactly 3 crystals.",
            8,
        ),
        (
            {**FIRST, "P1": {"spirit": 2, "energy": 1}, "tiles": {"a2": {"tile": "F2"}, "b1": {"tile": "F3"}}},
            ["b2"],
            "energyx2",
            "At least one of the crystals that pay for b2 has to be a spirit.",
            8,
        ),
        (
            {**FIRST, "P1": {"spirit": 2, "energy": 2}, "tiles": {"a2": {"tile": "F2"}}},
            ["b2"],
            "spiritx3",
            "You have 2 energy and 2 spirits in storage.",
            8,
        ),
        (
            {**FIRST, "pair": "F5+C1"},
            ["a1"],
            "s",
            "That would point all its arrows as another choice does: name that one.",
            10,
        ),
        ({**FIRST, "P1": {"energy": 1}}, ["a1", "n"], "spirit", "You have 1 energy in storage.", 12),
        (
            {**FIRST, "P1": {"energy": 4}, "ground": {"a1": {"energy": 2}}},
            ["a1", "n"],
            "energy",
            "At most four crystals may be left in storage, and 5 would be: put more on the warrior.",
            12,
        ),
        (
            {
                **FIRST,
                "pair": "F11+C1",
                "tiles": {
                    "a1": {"tile": "F3"},
                    "b1": {"tile": "C2"},
                    "a3": {"tile": "C6"},
                    "a4": {"tile": "C5"},
                    "b3": {"tile": "C8"},
                },
            },
            ["a2", "n"],
            "b1",
            "No surrounded warrior that is still to be settled lies on b1.",
            15,
        ),
    ],
)
def test_each_reason_is_said(
    position: dict[str, Any], played: list[str], token: str, said: str, ruling: int | None
) -> None:
    game = scenario(**position)
    for each in played:
        game.play(game.asked[0], each)
    before, [seat] = game.to_dict(), game.asked
    with pytest.raises(IllegalToken) as refused:
        game.play(seat, token)
    assert KIT.words.refused(refused.value, NAMES) == said
    assert refused.value.reason.ruling == ruling
    assert game.to_dict() == before


def test_every_token_that_is_not_legal_is_refused_for_a_reason() -> None:
    """At every question; every kind of reason occurs, here or above."""
    kinds = set()
    for game in games(12, "refused"):
        for at in plies(game):
            if at.over:
                continue
            [seat] = at.asked
            for token in TOKENS:
                if token in at.legal(seat):
                    continue
                with pytest.raises(IllegalToken) as refused:
                    at.play(seat, token)
                kinds.add(refused.value.reason.kind)
                assert refused.value.legal == at.legal(seat)
    assert kinds >= explaining._SENTENCES.keys() - {"no_spirit", "wrong_price", "no_target"}


@pytest.mark.parametrize("text", ["", "b3 ", "B3", "a6", "f1", "F0+C1", "F1+C13", "C1+F1", "energyx1", "spirit+energy",
                                  "energyx0", "P3", "ne", "F3", "energy+spirit+spirit"])  # fmt: skip
def test_what_is_no_token_is_unreadable(text: str) -> None:
    game = Game.new(seed="refusals")
    with pytest.raises(MoveError) as refused:
        game.play("P1", text)
    assert isinstance(refused.value, UnreadableToken)


def test_who_is_not_asked_is_told_who_is() -> None:
    game = Game.new(seed="refusals")
    with pytest.raises(NotAsked, match="it is for P1 to choose"):
        game.play("P2", "pass")
    with pytest.raises(NotAsked, match="there is no such seat"):
        game.play("P3", "pass")
    rng = Random(0)
    while not game.over:
        game.play(game.asked[0], rng.choice(game.legal(game.asked[0])))
    with pytest.raises(NotAsked, match="the game is over"):
        game.play("P1", "pass")


def test_crystals_are_refused_for_the_reason_that_holds() -> None:
    """In games from rare positions: too few in storage, the wrong price, no spirit in it, or too many left (rulings r8,
    r12)."""
    seen, rng = Counter[str](), Random("crystals")
    for _ in range(60):
        game = Game.from_dict(lay_out(rng).position)
        while not game.over:
            [(seat, decision)] = game.pending.items()
            if decision.kind in ("pay", "enhance"):
                for energy, spirit in product(range(6), repeat=2):
                    token = naive.amounts(energy, spirit)
                    if token in decision.tokens or token == "pass":
                        continue
                    with pytest.raises(IllegalToken) as refused:
                        game.play(seat, token)
                    why = against(game.view(seat), decision.kind, seat, energy, spirit)
                    assert refused.value.reason.kind == why, token
                    seen[why] += 1
            game.play(seat, rng.choice(decision.tokens))
    assert all(seen[why] for why in ("wrong_price", "no_spirit", "not_stored", "too_many_left")), seen


def against(view: naive.Position, kind: str, seat: str, energy: int, spirit: int) -> str:
    """Return what speaks against paying with these crystals, or putting them on a tile."""
    own = view["players"][seat]
    if kind == "pay" and energy + spirit != naive.price(view, view["newest"]):
        return "wrong_price"
    if kind == "pay" and not spirit:
        return "no_spirit"
    return "not_stored" if energy > own["energy"] or spirit > own["spirit"] else "too_many_left"
