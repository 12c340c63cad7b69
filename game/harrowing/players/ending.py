"""Turns played on in thought, for code that judges many positions. Answers are chosen as by `greedy`, but with fewer
ways followed, and tasks are run directly, without building questions that nobody answers. It takes half the time and
plays as well."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from game.core.decisions import PASS, Question
from game.harrowing.players.playing import INVOKE, KEEP, REROLL, likely
from game.harrowing.players.worth import worth
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import SEAT_OF, Seat
from game.harrowing.rules.state import State
from game.harrowing.rules.turn import Act

_MOST = (6, 5, 2, 1)
"""How many answers are followed, by how many were given in thought since the spell was invoked."""
_EVEN = 1e-9


def question(game: Game) -> Question | None:
    """Return the open question; None if the game is over."""
    return next((Question(SEAT_OF[seat], game.kind(seat) or "", game.legal(seat)) for seat in game.asked), None)


def turn_of(g: State) -> int:
    """Return the number of the turn, counted from 0; 0 in the set-up as well."""
    return 0 if g.active is None else (g.turn - 1) * g.players + (g.active - g.first) % g.players


def played_on(g: State, asked: Question | None, until: int, rng: Random) -> None:
    """Play a state on from a question to this turn, or to the end of the game. Where an answer is looked ahead from,
    other tiles are drawn and other dice rolled than in the game itself."""
    while asked is not None and turn_of(g) < until:
        asked = _answered(g, preferred(g, asked, rng))


def preferred(g: State, asked: Question, rng: Random) -> str:
    """Return the answer after which the position is worth most to the seat that is asked; of several, a random one."""
    twin, me = g.copy(), Seat(asked.seat)
    twin.seed, twin.stack = str(rng.random()), tuple(rng.sample(g.stack, len(g.stack)))
    worths = {token: _best(twin, me, token) for token in asked.tokens}
    most = max(worths.values())
    return rng.choice([token for token, worth in worths.items() if worth > most - _EVEN])


def ranked(g: State, tokens: Iterable[str], me: Seat) -> list[str]:
    """Return answers to the open question, best first by what the position is worth after them."""
    return sorted(tokens, key=lambda token: -_best(g, me, token))


def follow_ups(g: State, token: str, me: Seat) -> tuple[str, ...]:
    """Return the best further answers after this one, until its spell is resolved, or up to where something is drawn or
    rolled."""
    found, g = list[str](), g.copy()
    uses, stack = g.uses, g.stack
    while True:
        asked = _answered(g, token, resolved=True)
        if (
            asked is None
            or asked.seat != me
            or asked.kind in (INVOKE, KEEP, REROLL)
            or (g.uses, g.stack) != (uses, stack)
        ):
            return tuple(found)
        token = max(asked.tokens, key=lambda each: _best(g, me, each))
        found.append(token)


def _best(g: State, me: Seat, token: str, deep: int = 0) -> float:
    """Return what the position is worth after this answer and the best further ones, once the spell is resolved."""
    twin = g.copy()
    asked = _answered(twin, token, resolved=True)
    if asked is None or asked.seat != me or asked.kind == INVOKE:
        return worth(twin, me)
    if asked.kind == KEEP:
        return _best(twin, me, PASS, deep)
    tokens = likely(twin, me, asked.kind, asked.tokens, _MOST[min(deep, len(_MOST) - 1)])
    return max(_best(twin, me, each, deep + 1) for each in tokens)


def _answered(g: State, token: str, resolved: bool = False) -> Question | None:
    """Answer the open question and return the next one; None if the game is over, or, with `resolved`, as soon as the
    spell is resolved."""
    todo = g.todo
    todo.pop().answer(g, token)
    while todo:
        if resolved and isinstance(todo[-1], Act):
            return None
        asked = todo[-1].run(g)
        if asked is not None:
            if len(asked.tokens) > 1:
                return asked
            todo.pop().answer(g, asked.tokens[0])
    return None
