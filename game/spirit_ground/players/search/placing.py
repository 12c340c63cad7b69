"""All turns: every way to place, pay, turn and enhance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.core.decisions import PASS
from game.spirit_ground.players import worth as usual
from game.spirit_ground.rules import crystals
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.seats import SEAT_NAMES, Seat
from game.spirit_ground.rules.state import ENHANCE, PAY, ROTATE, State

MOST = 1500
"""The most turns looked at for one answer. It is a count and not a time, so that the same question always gets the same
answer."""


Worth = Callable[[State, Seat], float]


class Turn(NamedTuple):
    """The answers of one turn, the game after it, and its value to the seat."""

    answers: tuple[str, ...]
    game: Game
    worth: float


def turns(game: Game, me: Seat, fine: bool, worth: Worth = usual.worth) -> list[Turn]:
    """Return all turns from here. Unless `fine`, choices that rarely matter are left out: directions, and all but two
    ways to enhance."""
    found: list[Turn] = []
    _on(game, me, (), fine, worth, (game.state.phase, game.state.turn), found)
    return found


def best(game: Game, me: Seat) -> Turn:
    """Return the turn that looks best at once."""
    return max(turns(game, me, fine=False), key=lambda turn: turn.worth)


def reply(game: Game, me: Seat) -> float:
    """Return the value of the turn that looks best at once."""
    return best(game, me).worth


def _on(
    game: Game,
    me: Seat,
    answers: tuple[str, ...],
    fine: bool,
    worth: Worth,
    moment: tuple[str, int],
    found: list[Turn],
) -> None:
    seat, g = SEAT_NAMES[me], game.state
    if (answers and (g.phase, g.turn) != moment) or game.asked != [seat] or len(found) >= MOST:
        found.append(Turn(answers, game, worth(g, me)))
        return
    for token in _tokens(game, seat, fine):
        twin = game.copy()
        twin.play(seat, token)
        _on(twin, me, (*answers, token), fine, worth, moment, found)


def _tokens(game: Game, seat: str, fine: bool) -> Sequence[str]:
    """Return the tokens to look at."""
    kind, tokens = game.kind(seat), game.legal(seat)
    if kind == ENHANCE:
        return _puts(tokens, fine)
    if kind == PAY:
        return tokens[:1]
    return tokens[:1] if kind == ROTATE and not fine else tokens


def _puts(tokens: Sequence[str], fine: bool) -> Sequence[str]:
    """Return all tokens if `fine`, else two: as few crystals as allowed, and as many."""
    if fine:
        return tokens
    read = {token: crystals.read(token) or crystals.NONE for token in tokens}
    few = PASS if PASS in read else min(tokens, key=lambda token: (read[token].total, -read[token].spirit))
    much = max(tokens, key=lambda token: (read[token].energy, read[token].total))
    return tuple(dict.fromkeys((few, much)))
