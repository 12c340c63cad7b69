"""How the turns of a round go on: both players place as well as they can see, to its end."""

from __future__ import annotations

from game.spirit_ground.players.search.chances import standing
from game.spirit_ground.players.search.placing import Turn, turns
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.seats import OTHER, SEAT_NAMES, SEAT_OF, Seat
from game.spirit_ground.rules.state import FIRST, PLACE

REPLIED = 5
"""The most turns of the first player for which the other's best answer is searched."""


def lasts(game: Game, turn: int) -> bool:
    """Return whether the game is still in this round."""
    return not game.over and game.state.turn == turn


def ended(game: Game, turn: int) -> Game:
    """Return the game at the end of this round, or at its own end. The round's pair and order must have been chosen."""
    while lasts(game, turn):
        game = placed(game, turn)[1]
    return game


def placed(game: Game, turn: int) -> tuple[Turn, Game]:
    """Return the best turn, and the game after it; for the first player of a round, after the other's answer to it."""
    me = SEAT_OF[game.asked[0]]
    found = likely(game, me)
    if game.state.phase != FIRST:
        return found[0], found[0].game
    ends = [
        (each, likely(each.game, OTHER[me])[0].game if lasts(each.game, turn) else each.game)
        for each in found[:REPLIED]
    ]
    return max(ends, key=lambda end: standing(end[1].state, me))


def likely(game: Game, me: Seat) -> list[Turn]:
    """Return the possible turns, the best at once first; in the middle of a turn, all ways to finish it."""
    found = turns(game, me, fine=game.kind(SEAT_NAMES[me]) != PLACE, worth=standing)
    return sorted(found, key=lambda turn: turn.worth, reverse=True)


def answered(game: Game, seat: str, token: str) -> Game:
    """Return a copy of the game in which the seat has given this answer."""
    twin = game.copy()
    twin.state.telling = False
    twin.play(seat, token)
    return twin
