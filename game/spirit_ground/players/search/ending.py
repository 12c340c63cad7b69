"""How the turns of a round go on: both players place as well as they see, up to its end."""

from __future__ import annotations

from game.spirit_ground.players.search.chances import standing
from game.spirit_ground.players.search.placing import Turn, turns
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.seats import OTHER, SEAT_NAMES, SEAT_OF, Seat
from game.spirit_ground.rules.state import FIRST, PLACE

REPLIED = 5
"""Turns of whoever goes first of which the other's best answer is looked for."""


def lasts(game: Game, turn: int) -> bool:
    """Whether it is this round still."""
    return not game.over and game.state.turn == turn


def ended(game: Game, turn: int) -> Game:
    """The game at the end of this round, whose pair and order have been chosen, or of itself."""
    while lasts(game, turn):
        game = placed(game, turn)[1]
    return game


def placed(game: Game, turn: int) -> tuple[Turn, Game]:
    """The best that may be made of a turn, and the game then; of whoever goes first, after the other's answer to it."""
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
    """What may be made of a turn, the best at once first; once it is begun, all that may be."""
    found = turns(game, me, fine=game.kind(SEAT_NAMES[me]) != PLACE, worth=standing)
    return sorted(found, key=lambda turn: turn.worth, reverse=True)


def answered(game: Game, seat: str, token: str) -> Game:
    """A copy in which the seat has given this answer."""
    twin = game.copy()
    twin.state.telling = False
    twin.play(seat, token)
    return twin
