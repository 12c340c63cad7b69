"""What *Rules* shows, in every position of real games and to everybody."""

from __future__ import annotations

import random

from game.adepts import texts as rulebook
from game.adepts.panels.now import rules_now
from game.adepts.words.facts import Facts
from game.adepts.words.force import in_force
from game.core.text.signs import bare
from tests.bot.face.layouts import NAMES, components
from tests.playouts import choose, some_settings


async def test_it_tells_the_step_the_question_and_what_is_in_force() -> None:
    steps: set[tuple[str, int]] = set()
    forced = asked = 0
    rng = random.Random(9)
    for setting in some_settings("now", every=7):
        game = setting.start()
        while not game.over:
            for seat in ("", *game.seats):
                facts = Facts(game.view(seat or None), seat, NAMES)
                decision = game.pending.get(seat)
                shown, refs = rules_now(facts, decision)
                drawn = components(shown)
                text = "\n".join(part.get("content", "") for part in drawn)
                said = [n for n, step in enumerate(rulebook.phases()[game.phase].steps) if step in text]
                casting = "cast" in facts.pending.values()
                assert len(said) == 1
                assert not casting or said == [0]
                steps.add((game.phase, said[0]))
                assert ("You are asked" in text) == (decision is not None)
                assert all(bare(row) in text for row in in_force(facts))
                if decision is not None and decision.source:
                    assert refs[0].endswith(decision.source)
                asked += decision is not None
                forced += bool(in_force(facts))
            seat, token = choose(game, rng)
            game.play(seat, token)
    assert steps == {(phase, n) for phase in ("I", "II", "III", "IV", "V") for n in (0, 1, 2)} - MUTE
    assert asked > 100
    assert forced > 100


MUTE = {("II", 2), ("III", 1), ("IV", 0), ("IV", 1)}
"""Steps in which nobody is asked anything."""
