"""What a seat has planned to answer: steps in order, each with alternatives.

A plan is known to its own seat alone. The game says what can be planned and when an answer is still as planned
(`game.core.faces.Planning`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.core.decisions import Decision
from game.core.errors import MoveError
from game.core.faces import Planning
from game.core.kit import Kit
from game.core.protocol import Game, View
from game.core.text.names import shown_names

STEPS, WISHES = 6, 3
"""At most so many steps in a plan, and choices in a step."""


class Wish(NamedTuple):
    """A planned token, and what it was worth when it was planned (`Planning.brings`)."""

    token: str
    worth: int


Step = tuple[Wish, ...]
"""A choice, followed by alternatives in case the ones before are not possible as planned."""
Plan = tuple[Step, ...]


def write_plan(plan: Plan) -> list[list[list[Any]]]:
    """Return the plan as JSON-ready data."""
    return [[list(wish) for wish in step] for step in plan]


def read_plan(data: Sequence[Sequence[Sequence[Any]]]) -> Plan:
    """Return the plan from such data."""
    return tuple(tuple(Wish(str(token), int(worth)) for token, worth in step) for step in data)


def size(plan: Plan) -> int:
    """Return the number of choices in the plan. It tells whether somebody saw an older version of the plan."""
    return sum(map(len, plan))


class Outlook(NamedTuple):
    """How a step looks as things stand: the question and view that it will meet (None: it will not be asked), and the
    choice that would be made (None: none is possible as planned)."""

    step: Step
    asked: tuple[Decision, View] | None
    choice: str | None


def outlook(kit: Kit, view: View, seat: str, plan: Plan) -> tuple[list[Outlook], tuple[Decision, View] | None]:
    """Return how each step looks as things stand, and the question and view after all of them (None: there is none).

    `view` is the seat's own.
    """
    planning, taken, found = kit.planning, list[str](), list[Outlook]()
    if planning is None:
        return [], None
    for step in plan:
        asked = planning.then(view, seat, taken)
        choice = _choice(planning, step, *asked) if asked is not None else None
        found.append(Outlook(step, asked, choice))
        taken += [choice] if choice is not None else []
    return found, planning.then(view, seat, taken)


def is_about(kit: Kit, decision: Decision) -> bool:
    """Return whether plans can answer this question."""
    return kit.planning is not None and kit.planning.fits(decision)


def answer(kit: Kit, plan: Plan, decision: Decision, view: View) -> str | None:
    """Return the first choice of the plan's first step that is legal and as planned; None if there is none, or if plans
    are not about such questions. `view` is that of the decision's seat."""
    planning = kit.planning
    return _choice(planning, plan[0], decision, view) if planning and plan and planning.fits(decision) else None


def reasons(kit: Kit, plan: Plan, game: Game, seat: str, names: Mapping[str, str]) -> list[str]:
    """Return why each choice of the first step cannot be made as planned, as sentences.

    The list is empty if one of them can be made, or if the seat is asked nothing that plans are about.
    """
    planning = kit.planning
    if planning is None or not plan or seat not in game.asked:
        return []
    decision, view = game.pending[seat], game.view(seat)
    if not planning.fits(decision):
        return []
    if _choice(planning, plan[0], decision, view) is not None:
        return []
    said = []
    for token, _ in plan[0]:
        if token in decision.tokens:
            said.append(planning.lost(decision, view, names, token))
        else:
            said.append(kit.words.refused(_refusal(game, seat, token), shown_names(names)))
    return list(dict.fromkeys(said))


def _refusal(game: Game, seat: str, token: str) -> MoveError:
    try:
        game.copy().play(seat, token)
    except MoveError as error:
        return error
    raise AssertionError(f"{token} is not a legal token, and was played")


def has_ended(kit: Kit, before: Game, after: Game) -> bool:
    """Return whether this step of the game ended the occasion, such as a turn, that plans were made for."""
    planning = kit.planning
    return planning is not None and planning.occasion(before.view(None)) != planning.occasion(after.view(None))


def _choice(planning: Planning, step: Step, decision: Decision, view: View) -> str | None:
    good = (
        wish.token
        for wish in step
        if wish.token in decision.tokens and planning.brings(decision, view, wish.token) >= wish.worth
    )
    return next(good, None)
