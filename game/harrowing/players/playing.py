"""Playing on in thought: all ways to answer until a spell is resolved, except those that rarely matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.decisions import PASS
from game.core.protocol import View
from game.harrowing.players.worth import worth
from game.harrowing.rules import field, hexes
from game.harrowing.rules.battles import strength
from game.harrowing.rules.content import TILE_OF
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF, Seat
from game.harrowing.rules.state import State

INVOKE, KEEP, SPOT, BATTLE, REROLL = "invoke", "keep", "spot", "battle", "reroll"
MOST = (12, 8, 2, 1)
"""How many answers are followed, by how many were given in thought since the spell was invoked."""


def world(view: View, seed: str) -> Game:
    """Return a game that could be the real one, with events turned off."""
    game = Game.from_view(view, seed)
    game.state.telling = False
    return game


def after(game: Game, me: Seat, token: str, deep: int = 0) -> Iterator[Game]:
    """Yield the games that this answer can lead to, once its spell is resolved."""
    seat, twin = SEAT_NAMES[me], game.copy()
    twin.play(seat, token)
    kind = twin.kind(seat)
    if kind == KEEP:
        yield from after(twin, me, PASS, deep)
    elif kind is None or kind == INVOKE:
        yield twin
    else:
        tokens = twin.legal(seat)
        for each in likely(twin.state, me, kind, tokens, MOST[min(deep, len(MOST) - 1)]):
            yield from after(twin, me, each, deep + 1)


def likely(g: State, me: Seat, kind: str, tokens: Sequence[str], most: int) -> Sequence[str]:
    """Return at most `most` answers to follow: for spots those beside own tiles first, for other questions a sample
    from all over the list."""
    if kind == BATTLE:  # dice are rolled only then: take the best odds
        return tokens[:1] if len(tokens) == 1 else (max(tokens[:-1], key=lambda each: odds(g, me, each)),)
    if kind == REROLL:
        return (next((each for each in reversed(tokens) if each.startswith("blank")), PASS),)
    if kind == SPOT:
        near = _near_own(g, me)
        return [*(each for each in tokens if hexes.read(each) in near), *tokens[:: max(1, len(tokens) // 2)]][:most]
    return tokens if len(tokens) <= most else tokens[:: -(-len(tokens) // most)]


def odds(g: State, me: Seat, token: str) -> float:
    """Return how much better the attacker stands than the defender."""
    id, _, other = token.partition(":")
    tile, defender = TILE_OF[id], SEAT_OF[other]
    rolled = min(strength(g, me, tile), g.fort[me])
    against = min(strength(g, defender, tile), g.fort[defender])
    claimed = 0.5 * (field.patterned(g, g.own[defender]) >> tile & 1)
    return rolled - 0.8 * against - 0.3 * g.pillars[defender][tile] + claimed


def _near_own(g: State, me: Seat) -> set[int]:
    return set[int]().union(*[hexes.BESIDE[g.hex[tile]] for tile in hexes.bits(g.own[me])])


def best_after(game: Game, me: Seat, token: str) -> float:
    """Return what the position is worth after this answer and the best further ones, once the spell is resolved."""
    return max(worth(each.state, me) for each in after(game, me, token))
