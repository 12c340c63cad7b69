"""The verbs that spells are composed of: what each asks, and what comes of it. The verbs themselves are in `steps`."""

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
    """Where a spell stands: whose it is while it resolves, which spell, the step, and the tile that is "it" (r8)."""

    seat: Seat
    spell: int
    step: Step
    it: int = NOWHERE


class Verb(NamedTuple):
    """A verb of the design's table.

    `possible` says whether there is a token there and then (ruling r5). `tokens` lists them, `answer` carries one out;
    a verb without `tokens` asks nothing at once: `answer` is given "".
    """

    possible: Callable[[State, At], bool]
    tokens: Callable[[State, At], Tokens] | None
    answer: Callable[[State, At, str], None]


VERBS: dict[str, Verb] = {}
ALWAYS_DECLINED = frozenset({"muster", "battle", "invoke"})
"""May be declined even as the first step of a cantrip (ruling r7)."""


def verb(
    name: str,
    possible: Callable[[State, At], bool],
    tokens: Callable[[State, At], Tokens] | None,
    answer: Callable[[State, At, str], None],
) -> None:
    """Register a verb."""
    VERBS[name] = Verb(possible, tokens, answer)


def declinable(face: Face, place: int) -> bool:
    """Whether a step of a spell may be declined (ruling r7)."""
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
    """Whether one of the steps of a spell of the seat's has a token there and then (ruling r5)."""
    for check, at in _checks(seat, face.number):  # noqa: SIM110  this is asked more often than anything else
        if check(g, at):
            return True
    return False


@task
class Resolve(NamedTuple):
    """A spell resolves, step by step: whose, which spell, its face by number (it may be turned meanwhile), the
    step that comes next, and the tile that its `weave` placed or its `shift` moved."""

    seat: Seat
    spell: int
    face: int
    place: int = 0
    it: int = NOWHERE

    def run(self, g: State) -> Question | None:
        """Steps that ask nothing are carried out, those without a token are skipped (ruling r7)."""
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
    """The tile that a spell has placed or moved is "it" from now on (ruling r8)."""
    resolving = g.todo[-1]
    assert isinstance(resolving, Resolve)
    g.todo[-1] = resolving._replace(it=tile)


def others(g: State, seat: Seat) -> list[int]:
    """All other seats, by number."""
    return [other for other in range(g.players) if other != seat]


def tiles_of(g: State, seat: Seat, what: str, it: int = NOWHERE) -> int:
    """The tiles of one sort that choices may name: own, open, free, near, any, it."""
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
    """Tokens of tiles with a seat: "2c:P2"."""
    return tuple([f"{IDS[tile]}:{SEAT_NAMES[seat]}" for tile, seat in found])
