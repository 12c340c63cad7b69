"""Ends of games in which a person sees at once what must be done: the strong player does it, and hints put it first."""

from __future__ import annotations

from random import Random

import pytest

from game.core.judging.hint import Hint, hint
from game.spirit_ground import Game
from game.spirit_ground.players import search
from game.spirit_ground.players.search.chances import FEATURES, features
from game.spirit_ground.players.search.judge import SpiritGroundJudge
from game.spirit_ground.players.search.placing import turns
from game.spirit_ground.players.worth import Weights, places, side
from game.spirit_ground.rules.ground import NAMES
from game.spirit_ground.rules.scenario import SpiritGroundScenarios
from game.spirit_ground.rules.seats import SEAT_OF
from tests.games.positions import by_hand

LAST = {
    "turn": 12,
    "first": "P1",
    "pair": "F10+C11",
    "stream": [],
    "tiles": {"a1": {"tile": "F1"}, "e5": {"tile": "C5"}, "e1": {"tile": "C7"}},
    "P1": {"energy": 1, "spirit": 3},
}
"""In the last round P1 wins with three spirits on its warrior, and not with fewer."""


def fallen(tile: str) -> dict[str, object]:
    return {"tile": tile, "alive": False}


FALLEN = {"e1": fallen("F2"), "e3": fallen("C2"), "e5": fallen("F4"), "c1": fallen("C4"), "a1": fallen("C5")}
SIXTH = {
    "turn": 6,
    "phase": "second",
    "first": "P2",
    "active": "P2",
    "pair": "F9+C3",
    "tiles": {
        **FALLEN,
        "a5": {"tile": "C6"},
        "a4": {"tile": "F1"},
        "c5": {"tile": "C1", "spirit": 2, "energy": 4},
        "d3": {"tile": "C3"},
    },
}
"""A warrior on b5 kills C6, the sixth to fall: that ends the game, which P1 then loses by two points."""


FREE = {"a3", "c5", "e3"}
_TAKEN = [square for square in NAMES if square not in {*FREE, "b2", "b4", "c3", "d2", "d4"}]
_THERE = [*(f"F{n}" for n in range(1, 9)), *(f"C{n}" for n in range(1, 10))]
SCARCE: dict[str, object] = {
    "turn": 9,
    "phase": "first",
    "first": "P1",
    "pair": "F10+C11",
    "stream": ["F11+C12"],
    "tiles": {square: {"tile": name} for square, name in zip(_TAKEN, _THERE, strict=True)},
}
"""Three free squares are left besides the shrines."""


def position(**keys: object) -> Game:
    return by_hand(SpiritGroundScenarios(), **keys)


def hinted(game: Game) -> Hint:
    [(seat, decision)] = game.pending.items()
    return hint(SpiritGroundJudge(), game.view(seat), decision, Random(1))


def played_on(game: Game, seat: str) -> list[str]:
    """Let the strong player play the turn that a seat is in, and return its answers."""
    answers, phase = list[str](), game.state.phase
    while game.asked == [seat] and game.state.phase == phase:
        answers.append(search.policy(game.view(seat), game.pending[seat], Random(1)))
        game.play(seat, answers[-1])
    return answers


@pytest.mark.parametrize("phase", ["first", "second"])
def test_what_is_left_in_storage_at_the_end_is_lost(phase: str) -> None:
    """So the last warrior gets all spirits, whether the other player's turn follows or not."""
    keys = {**LAST, "active": "P1", "phase": phase}
    if phase == "second":
        keys |= {"first": "P2", "tiles": {**LAST["tiles"], "e3": {"tile": "C11"}}}  # type: ignore[dict-item]
    game = position(**keys)
    found = hinted(game)
    assert found.worth == pytest.approx(100)
    assert "spiritx3" in found.tips[0].follow_ups[-1]
    assert "spiritx3" in played_on(game, "P1")[-1]
    while not game.over:
        played_on(game, "P2")
    assert (game.scores or {})["P1"]["rank"] == 1


def test_so_it_is_where_hardly_any_ground_is_left() -> None:
    """The other player, who can pay for no relic, leaves a single free square, which ends the game in whichever
    round."""
    game = position(**SCARCE, P1={"spirit": 3, "energy": 1})
    found = [turn for turn in turns(game, SEAT_OF["P1"], fine=True) if turn.answers[0] in FREE]
    best = max(found, key=lambda turn: turn.worth)
    assert "spiritx3" in best.answers[-1]
    assert "spiritx3" in hinted(game).tips[0].follow_ups[-1]
    played_on(best.game, "P2")
    assert best.game.over


def test_nothing_counts_that_is_of_use_only_to_who_places_again() -> None:
    """In the last round whoever has placed has no use for crystals in storage, arrows or the price of a relic."""
    there = {**LAST["tiles"], "a1": {"tile": "F1", "top": "s"}}  # type: ignore[dict-item]
    before = position(**{**LAST, "phase": "first", "active": "P1", "tiles": there}).state
    tiles = {**there, "c2": {"tile": "F10"}}
    rich, poor = (
        position(**{**LAST, "phase": "second", "active": "P1", "tiles": tiles, "P1": storage}).state
        for storage in ({"energy": 1, "spirit": 3}, {})
    )
    later = ("storage spirits", "storage energy", "next relic", "arrows")
    for g, counts in ((before, True), (rich, False)):
        assert places(g, SEAT_OF["P1"]) == counts
        found = dict(zip(FEATURES, features(g, SEAT_OF["P1"]), strict=True))
        assert [found[each] > 0 for each in later] == [counts] * 4
    assert features(rich, SEAT_OF["P1"]) == features(poor, SEAT_OF["P1"])
    assert side(rich, SEAT_OF["P1"]) == side(poor, SEAT_OF["P1"]) == side(rich, SEAT_OF["P1"], Weights(arrow=9))


def test_a_relic_leaves_ground_for_another_round() -> None:
    """While the last tile of a round is being placed on a shrine, two free squares are enough."""
    game = position(**SCARCE, P2={"spirit": 1}, bag=["energy"] * 2)
    game.play("P1", "a3")
    while game.state.phase == "first":
        game.play("P1", game.legal("P1")[-1])
    game.play("P2", "b2")
    assert game.kind("P2") == "rotate"
    assert places(game.state, SEAT_OF["P1"])
    while game.state.turn == SCARCE["turn"] and not game.over:
        game.play("P2", game.legal("P2")[-1])
    assert not game.over


def test_nobody_ends_a_game_that_is_lost() -> None:
    game = position(**SIXTH)
    assert hinted(game).tips[0].token != "b5"
    assert "b5" not in played_on(game, "P1")
    assert not game.over


def test_whoever_is_ahead_ends_it() -> None:
    game = position(**{**SIXTH, "tiles": {**SIXTH["tiles"], "b2": {"tile": "F11", "spirit": 3}}})  # type: ignore[dict-item]
    assert hinted(game).tips[0].token == "b5"
    assert "b5" in played_on(game, "P1")
    assert (game.scores or {})["P1"]["rank"] == 1
