"""Turns played on in thought, for whoever judges many positions: as `greedy` would, but with fewer ways followed, and
without questions that nobody answers. It takes half the time, and plays as well."""

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
"""Answers that are followed, by how many were given in thought since the spell was invoked."""
_EVEN = 1e-9


def question(game: Game) -> Question | None:
    """The open question."""
    return next((Question(SEAT_OF[seat], game.kind(seat) or "", game.legal(seat)) for seat in game.asked), None)


def turn_of(g: State) -> int:
    """Which turn it is, counted from the first; 0 in the set-up as well."""
    return 0 if g.active is None else (g.turn - 1) * g.players + (g.active - g.first) % g.players


def played_on(g: State, asked: Question | None, until: int, rng: Random) -> None:
    """Play a state on from a question to that turn, or to the end of the game. What is drawn and rolled in thought is
    not what comes."""
    while asked is not None and turn_of(g) < until:
        asked = _answered(g, preferred(g, asked, rng))


def preferred(g: State, asked: Question, rng: Random) -> str:
    """An answer after which the position is worth most to whoever is asked; any of the best."""
    twin, me = g.copy(), Seat(asked.seat)
    twin.seed, twin.stack = str(rng.random()), tuple(rng.sample(g.stack, len(g.stack)))
    worths = {token: _best(twin, me, token) for token in asked.tokens}
    most = max(worths.values())
    return rng.choice([token for token, worth in worths.items() if worth > most - _EVEN])


def ranked(g: State, tokens: Iterable[str], me: Seat) -> list[str]:
    """Answers to the open question, that first after which the position is worth most."""
    return sorted(tokens, key=lambda token: -_best(g, me, token))


def onward(g: State, token: str, me: Seat) -> tuple[str, ...]:
    """The answers that go on best from one until its spell is resolved, or up to where something is drawn or rolled."""
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
    """What the best way to go on from an answer is worth once its spell is resolved."""
    twin = g.copy()
    asked = _answered(twin, token, resolved=True)
    if asked is None or asked.seat != me or asked.kind == INVOKE:
        return worth(twin, me)
    if asked.kind == KEEP:
        return _best(twin, me, PASS, deep)
    tokens = likely(twin, me, asked.kind, asked.tokens, _MOST[min(deep, len(_MOST) - 1)])
    return max(_best(twin, me, each, deep + 1) for each in tokens)


def _answered(g: State, token: str, resolved: bool = False) -> Question | None:
    """Give an answer to the open question. The next question; None if the game is over, or, where that is enough, the
    spell `resolved`."""
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
