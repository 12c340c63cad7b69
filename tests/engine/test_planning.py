"""What can be planned is what is then asked, computed from nothing but the planner's own view."""

from __future__ import annotations

from random import Random

import pytest

from game.adepts import Game
from game.adepts.kit import KIT


@pytest.mark.parametrize("spells", ["battlefield", "ivory-tower", "first-game"])
def test_the_groups_that_can_be_planned_are_those_that_can_be_assigned(spells: str) -> None:
    planning, looked, later = KIT.planning, 0, 0
    for number in range(6):
        rng = Random(f"{spells} {number}")
        game = Game.new(2 + number % 4, spells, seed=f"planning {number}")
        planned = dict[str, tuple[str, ...]]()  # for the next turn, at the last question of the last phase
        while not game.over:
            for seat, decision in game.pending.items():
                if planning.fits(decision):
                    found = planning.then(game.view(seat), seat)
                    assert found is not None
                    if not decision.source:  # a Backlash also offers pushes, which are not planned
                        assert found[0].tokens == decision.tokens
                        assert found[0].data == decision.data
                        looked += 1
            if game.phase == "V":
                for seat in game.seats:
                    found = planning.then(game.view(seat), seat)
                    assert (found is None) == (game.turn == 8)
                    planned[seat] = found[0].tokens if found else ()
            elif game.phase == "I" and game.step == "cast" and planned:
                for seat in game.seats:
                    found = planning.then(game.view(seat), seat)
                    assert found is not None
                    if not game.view(None)["effects"] and not game.view(None)["mines"]["topaz"]["inside"]:
                        later += found[0].tokens == planned[seat]
                planned = {}
            seat = rng.choice(game.asked)
            game.play(seat, rng.choice(game.legal(seat)))
    assert looked > 200
    assert later > 20


def test_each_step_of_a_plan_sees_the_groups_before_it() -> None:
    game = Game.new(2, seed="planning")
    [seat] = game.asked
    before = ("diamond.1x4", "diamond.2x4")
    found = KIT.planning.then(game.view(seat), seat, before)
    assert found is not None
    decision, view = found
    assert decision.data == {"miners": 2}
    assert KIT.planning.brings(decision, view, "diamond.3x2") == 0
    for token in before:
        game.play(seat, token)
        game.play(game.asked[0], "topaz.1x2" if token == before[0] else "topaz.2x2")
    assert game.pending[seat].tokens == tuple(
        each for each in decision.tokens if each[:7] not in ("topaz.1", "topaz.2")
    )
