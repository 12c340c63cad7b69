"""Playing a state on to the end of its turn as the greedy player would, without views, events or words."""

from __future__ import annotations

from game.adepts.players.greedy.kinds import scorer
from game.adepts.players.strong.sight import Sight
from game.adepts.rules.gems import LAST_TURN, Seat
from game.adepts.rules.state import State
from game.adepts.rules.tasks import Do, Task
from game.adepts.rules.tokens import read_group
from game.core.decisions import Question

GROUPS = frozenset({"assign", "again", "place"})


def answered(g: State, me: Seat, token: str) -> State:
    """Return a copy of a state at a question, in which this seat has given this answer."""
    twin = g.copy(quiet=True)
    asking = twin.agenda.pop()
    question = next(each for each in asking.run(twin) if each.seat == me)
    asking.answer(twin, question, token)
    return twin


def play_on(g: State) -> None:
    """Play to the end of the turn; in the last turn, to the end of the game."""
    agenda = g.agenda
    while agenda:
        task = agenda.pop()
        if isinstance(task, Do):
            if task.step == "end_turn" and g.turn < LAST_TURN:
                agenda.append(task)
                return
            task.run(g)
        elif questions := task.run(g):
            question = questions[0]
            task.answer(g, question, choice(g, task, question))


def choice(g: State, asking: Task[State], question: Question) -> str:
    """Return what the greedy player answers; of equals, the first."""
    tokens = question.tokens
    if len(tokens) == 1:
        return tokens[0]
    sight = Sight(g, asking, question)
    score = scorer(question.kind, question.source)
    if question.kind in GROUPS:
        tokens = worthwhile(tokens)
    return max(tokens, key=lambda token: score(sight, token))


def worthwhile(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tokens worth considering: of groups of one size at one mine only the one on the first site that takes
    it; and all groups that push, and tokens that are no groups."""
    first: dict[tuple[int, int], int] = {}
    found = []
    for token in tokens:
        if "." in token:
            site, miners, push = read_group(token)
            if not push and first.setdefault((site >> 2, miners), site) != site:
                continue
        found.append(token)
    return tuple(found)
