"""The verbs that spells are composed of: what each asks, and what it does. The verbs themselves are in `steps`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from game.core.decisions import PASS, Question
from game.harrowing.rules import field
from game.harrowing.rules.content import (
    ANY,
    BOARD_OF,
    CANTRIP,
    FACES,
    FREE,
    IDS,
    IT,
    NEAR,
    OPEN,
    OWN,
    TILE_OF,
    Face,
    Step,
    board_spell,
)
from game.harrowing.rules.seats import SEAT_NAMES, Seat
from game.harrowing.rules.state import NOWHERE, State
from game.harrowing.rules.task import task

Tokens = tuple[str, ...]


class At(NamedTuple):
    """A step of a resolving spell: the seat it resolves for, the spell, the step, and the tile that is "it" (ruling
    r8)."""

    seat: Seat
    spell: int
    step: Step
    it: int = NOWHERE


class Verb(NamedTuple):
    """A verb of the design's table.

    `possible` returns whether there is a token here and now (ruling r5). `tokens` lists them, `answer` carries one out.
    A verb without `tokens` asks nothing at first: `answer` is given "".
    """

    possible: Callable[[State, At], bool]
    tokens: Callable[[State, At], Tokens] | None
    answer: Callable[[State, At, str], None]


VERBS: dict[str, Verb] = {}
ALWAYS_DECLINED = frozenset({"muster", "battle", "invoke"})
"""The verbs that may be declined even as the first step of a cantrip (ruling r7)."""


def verb(
    name: str,
    possible: Callable[[State, At], bool],
    tokens: Callable[[State, At], Tokens] | None,
    answer: Callable[[State, At, str], None],
) -> None:
    """Register a verb."""
    VERBS[name] = Verb(possible, tokens, answer)


def declinable(face: Face, place: int) -> bool:
    """Return whether a step of a spell may be declined (ruling r7)."""
    step = face.steps[place]
    if step.verb in ALWAYS_DECLINED:
        return True
    if step.verb == "raise" and step.what == IT:
        return False
    return place > 0 or face.kind != CANTRIP


_DECLINABLE = tuple(tuple(declinable(face, place) for place in range(len(face.steps))) for face in FACES)


@cache
def _checks(seat: Seat, number: int) -> tuple[tuple[Callable[[State, At], bool], At], ...]:
    face = FACES[number]
    spell = TILE_OF[face.source] if face.source in TILE_OF else board_spell(seat, BOARD_OF[face.source])
    return tuple((VERBS[step.verb].possible, At(seat, spell, step)) for step in face.steps)


def possible(g: State, seat: Seat, face: Face) -> bool:
    """Return whether one of the steps of the seat's spell has a token here and now (ruling r5)."""
    for check, at in _checks(seat, face.number):  # noqa: SIM110  this is asked more often than anything else
        if check(g, at):
            return True
    return False


@task
class Resolve(NamedTuple):
    """A spell that resolves step by step: whose it is, the spell, its face by number (its tile may be turned
    meanwhile), the next step, and the tile that its `weave` placed or its `shift` moved."""

    seat: Seat
    spell: int
    face: int
    place: int = 0
    it: int = NOWHERE

    def run(self, g: State) -> Question | None:
        """Carry out steps that ask nothing, and skip those without a token (ruling r7)."""
        seat, spell, number, place, it = self
        steps = FACES[number].steps
        while place < len(steps):
            step = steps[place]
            _, tokens, answer = VERBS[step.verb]
            at = At(seat, spell, step, it)
            if tokens is None:
                g.todo[-1] = Resolve(seat, spell, number, place + 1, it)
                answer(g, at, "")
                return None
            found = tokens(g, at)
            if found:
                if place != self.place:
                    g.todo[-1] = Resolve(seat, spell, number, place, it)
                return Question(seat, step.verb, (*found, PASS) if _DECLINABLE[number][place] else found)
            place += 1
        g.todo.pop()
        return None

    def answer(self, g: State, token: str) -> None:
        seat, spell, number, place, it = self
        g.todo.append(Resolve(seat, spell, number, place + 1, it))
        if token != PASS:
            step = FACES[number].steps[place]
            VERBS[step.verb].answer(g, At(seat, spell, step, it), token)


def remember(g: State, tile: int) -> None:
    """Make a tile the spell's "it", as it was placed or moved (ruling r8)."""
    resolving = g.todo[-1]
    assert isinstance(resolving, Resolve)
    g.todo[-1] = resolving._replace(it=tile)


def others(g: State, seat: Seat) -> list[int]:
    """Return all other seats."""
    return [other for other in range(g.players) if other != seat]


def tiles_of(g: State, seat: Seat, what: str, it: int = NOWHERE) -> int:
    """Return the tiles of one sort that choices may name: own, open, free, near, any, it."""
    if what == OWN:
        return g.own[seat] & g.tiles
    if what == ANY:
        return g.tiles
    if what == FREE:
        return (~field.taken_by_any(g) | g.own[seat]) & g.tiles
    if what == NEAR:
        own = g.own[seat]
        return (own | field.around(g, own)) & g.tiles
    if what == OPEN:
        return ~field.taken_by_any(g) & g.tiles
    assert what == IT
    return 1 << it & g.tiles if it != NOWHERE else 0


def seated(found: list[tuple[int, int]]) -> tuple[str, ...]:
    """Return tokens of tiles with a seat: "2c:P2"."""
    return tuple([f"{IDS[tile]}:{SEAT_NAMES[seat]}" for tile, seat in found])
