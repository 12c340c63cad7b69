"""The player called `cautious`: moves for somebody whose time is up, committing them to as little as possible."""

from __future__ import annotations

from random import Random

from game.core.decisions import PASS, Decision
from game.core.faces import Policy
from game.core.kit import Kit
from game.core.protocol import View


def cautious(kit: Kit) -> Policy:
    """Return the policy that the game declares (`Kit.cautious`). Without one: pass where possible, else answer as the
    best of the game's quick computer players, or with the first token if there is none."""
    return kit.cautious or _plain(kit)


def _plain(kit: Kit) -> Policy:
    quick = [player for player in kit.players if not player.takes]
    best = kit.policy(quick[-1]) if quick else _first

    def policy(view: View, decision: Decision, rng: Random, /) -> str:
        return PASS if PASS in decision.tokens else best(view, decision, rng)

    return policy


def _first(_view: View, decision: Decision, _rng: Random, /) -> str:
    return decision.tokens[0]
