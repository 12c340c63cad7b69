"""The player called `greedy`: it scores every token by the mana it should bring, and takes the best.

- `observation` puts a view into tables. `mines` says what mines will give, `holdings` what gems, levels, titles are
  worth, `prospects` what a change in a type of gem, or in who is at its mine, is worth; `worth` and `forecast` ask it.
- `kinds` says which function scores which kind of question.
- `phase1`, `phase2`, `phase3`, `phase5` score a phase's questions and spells, `card_values` the spells in hand.
- `gains` says what each spell brings, and `casting` weighs that against what it costs.

It looks one choice ahead and remembers nothing.
"""

from __future__ import annotations

from random import Random

from game.adepts.players.greedy.kinds import scorer
from game.adepts.players.greedy.observation import Observation
from game.core.decisions import Decision
from game.core.protocol import View


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the token with the highest score; `rng` decides among equals."""
    score = scorer(decision.kind, decision.source)
    observation = Observation(view, decision)
    scores = [score(observation, token) for token in decision.tokens]
    best = max(scores)
    return rng.choice([token for token, value in zip(decision.tokens, scores, strict=True) if value == best])
