"""The player called `greedy`: it looks at what each answer brings by the end of its own turn, and takes the best."""

from __future__ import annotations

from random import Random

from game.core.decisions import PASS, Decision
from game.core.protocol import View
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.scoring import scores
from game.spirit_ground.rules.seats import OTHER, SEAT_NAMES, SEAT_OF
from game.spirit_ground.rules.state import OVER, State

ENERGY, SPIRIT, RELIC, STRENGTH, DEATH = 0.25, 0.85, 0.6, 0.1, 0.3


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the token after which the position is worth most to the seat; of several, a random one."""
    game = Game.from_view(view, str(rng.random()))
    if decision.kind == "pair":
        worths = {token: _pair(view, decision.seat, token) for token in decision.tokens}
    elif decision.kind == "order":  # going second is usually worth more
        worths = {token: float(token != decision.seat) for token in decision.tokens}
    else:
        worths = {token: _after(game, decision.seat, token) for token in decision.tokens}
    most = max(worths.values())
    return rng.choice([token for token, worth in worths.items() if worth > most - 1e-9])


def _pair(view: View, seat: str, token: str) -> float:
    """Return the value of a pair: what one's own warrior has, minus what the other's has."""
    now = ViewReader(view)
    pair = next(pair for pair in now.stream if f"{pair[0].id}+{pair[1].id}" == token)
    own, other = now.own(seat, pair), now.own(SEAT_NAMES[OTHER[SEAT_OF[seat]]], pair)
    return own.claws - other.claws + (own.gems - other.gems) + 0.5 * (len(own.arrows) - len(other.arrows))


def _after(game: Game, seat: str, token: str) -> float:
    """Return the value of an answer, with the rest of the turn played without looking for better."""
    twin = game.copy()
    twin.state.telling = False
    phase, turn = twin.state.phase, twin.state.turn
    twin.play(seat, token)
    while twin.asked == [seat] and (twin.state.phase, twin.state.turn) == (phase, turn):
        legal = twin.legal(seat)
        twin.play(seat, PASS if PASS in legal else legal[0])
    return worth(twin.state, SEAT_OF[seat])


def worth(g: State, me: int) -> float:
    """Return the value of a position to a seat: points ahead, then crystals, relics, energy on tiles if the newest is
    its own, and deaths."""
    lines, other = scores(g), 1 - me
    found = float(lines[SEAT_NAMES[me]]["total"] - lines[SEAT_NAMES[other]]["total"])
    if g.phase == OVER:
        return found
    found += ENERGY * (g.storage[me].energy - g.storage[other].energy)
    found += RELIC * (g.taken_relics[me] - g.taken_relics[other])
    if g.relics and g.decks[me]:  # only while a shrine is left can spirits in storage pay for one
        found += SPIRIT * (g.storage[me].spirit - g.storage[other].spirit)
    found += STRENGTH * (sum(g.energy) if g.newest is not None and g.owner(g.newest) == me else 0)
    return found - DEATH * (g.fallen[me].bit_count() - g.fallen[other].bit_count())
