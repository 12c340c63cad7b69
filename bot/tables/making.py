"""A move made on a copy of the game, and what its table notes beside the game because of it. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.tables.context import Context, without
from bot.tables.history import news
from bot.tables.moments import Answered, Asked, Earlier
from bot.tables.planning import planned
from bot.tables.table import Table
from bot.tables.waiting import calling
from game.core.decisions import PASS, Decision, Event
from game.core.protocol import Game
from storage import Answer


@dataclass(frozen=True, slots=True)
class Mover:
    """Who makes a move: a person or a computer player, and by which interaction. `itself`: it is an automatic answer
    that the person had set down in advance."""

    user_id: int | None = None
    policy: str | None = None
    interaction_id: int | None = None
    itself: bool = False

    @property
    def in_person(self) -> bool:
        """Whether a person is present and makes the move now."""
        return self.user_id is not None and not self.itself


BY_CLOCK = Mover(policy="late")
"""Makes moves for a person whose time is up."""


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move, and answers to what its seat was asked next, made on a copy.

    table: before them. decision: the question that `tokens` begin to answer. after: the table with its game after them,
    everything else as before.
    """

    table: Table
    seat: str
    tokens: Sequence[str]
    by: Mover
    now: datetime
    decision: Decision
    events: Sequence[Event]
    answers: Sequence[Answer]
    after: Table

    @property
    def before(self) -> Game:
        return self.table.playing

    @property
    def game(self) -> Game:
        return self.after.playing


def make(table: Table, seat: str, tokens: Sequence[str], by: Mover, now: datetime) -> MadeMove:
    """Make these moves one after the other on a copy. Raises MoveError."""
    game, events, answers = table.playing.copy(), list[Event](), list[Answer]()
    for token in tokens:
        kind = game.kind(seat) or ""
        events += game.play(seat, token)
        answers.append(Answer(kind, token))
    return MadeMove(table, seat, tokens, by, now, table.pending[seat], events, answers, table.at(game))


def context_after(made: MadeMove) -> Context:
    """Return what the table keeps beside the game after the move."""
    hits, (plans, ahead) = _hits(made), _left_behind(made)
    earlier = _earlier(made, hits, plans, ahead)
    hands = made.table.handovers
    context = _attended(made).with_events(made.events, made.game.ply, "" if made.by is BY_CLOCK else made.seat, hands)
    if made.after.turn != made.table.turn:
        context = context.turned()
    context = _final_or_not(made, context, earlier)
    context = _followed(made, _answered(made, context)).attacked(hits)
    if made.decision.private:
        answering = context.answering(earlier, made.seat, made.tokens, late=made.by is BY_CLOCK)
        context = answering if _goes_on(made) else replace(context, round=None)
    if made.by.user_id is not None and not _is_unseen(made):
        context = context.seen_at(made.seat, made.now.isoformat())
    if plans or ahead:
        context = replace(context, plans=without(context.plans, *plans), ahead=without(context.ahead, *ahead))
    return context


def _left_behind(made: MadeMove) -> tuple[set[str], set[str]]:
    """Return the seats whose plan, and those whose pass ahead, is over because the game has moved on."""
    table, after, before, game, context = made.table, made.after, made.before, made.game, made.table.context
    ended = bool(context.plans) and planned.has_ended(table.kit, before, game)
    plans = {seat for seat in context.plans if ended or (table.can_plan(seat) and not after.can_plan(seat))}
    return plans, {seat for seat, wish in context.ahead.items() if wish.is_over(game) and not wish.is_over(before)}


def _hits(made: MadeMove) -> dict[str, tuple[str, str]]:
    """Return those who pass ahead or have a plan and are attacked by this move, with the attacker's seat and what hit
    them."""
    others = (made.table.context.ahead.keys() | made.table.context.plans.keys()) - {made.seat}
    against = made.table.kit.against
    return {
        each: (made.seat, hit) for each in others if (hit := against(made.decision, made.tokens[0], made.events, each))
    }


def _earlier(made: MadeMove, hits: Mapping[str, Any], plans: Set[str], ahead: Set[str]) -> Earlier:
    """Return the game before the move, for an undo, with the plans and passes ahead that the move ends."""
    context = made.table.context
    return Earlier(
        made.before.ply,
        made.table.position,
        {
            each: context.ahead[each]
            for each in context.ahead
            if each in ahead or (each in hits and context.is_ended_by_attack(each))
        },
        context.began,
        {each: context.plans[each] for each in context.plans if each in plans or each in hits},
        _asked(made.table, made.seat, made.now),
        made.tokens[0],
        made.seat,
        tuple(made.tokens[1:]),
    )


def _attended(made: MadeMove) -> Context:
    """Note whether the player was there or their time was up. In a private round a time-out is logged once per seat, so
    that nobody learns how much the seat is asked in secret."""
    context = made.table.context
    if made.by is BY_CLOCK:
        late = context.is_late(made.seat)
        if late:
            return context
        told, hands = [news.time_up(made.seat)], made.table.handovers
        return context.late(made.seat).with_events(told, made.before.ply + 1, hands=hands)  # with the first choice
    return context.present(made.seat) if made.by.in_person and not _is_unseen(made) else context


def _is_unseen(made: MadeMove) -> bool:
    """Return whether nobody else may know of the move: an answer in secret after which the seat is asked further."""
    return made.decision.private and made.seat in made.after.public["pending"]


def _final_or_not(made: MadeMove, context: Context, earlier: Earlier) -> Context:
    """Note whether the move can be taken back. What a computer player does for a person ends undo for everybody, just
    as the person's own move would end it for the others."""
    if made.decision.private or any(event.reveals for event in made.events):
        return context.final()
    shows = _hidden(made.table, made.seat) != _hidden(made.after, made.seat)
    if made.by.policy is None:
        return context.undoable(earlier, shows)
    return context.undone_together(earlier) if made.table.seat(made.seat).is_computer and not shows else context.final()


def _answered(made: MadeMove, context: Context) -> Context:
    """Note that the seat has answered: the question for its guide, that nothing is asked again because of an attack,
    and how long it took."""
    seat, table = made.seat, made.table
    guide = table.kit.guide if made.by.in_person else None  # the person saw no panel of any other
    if seat in context.guided and guide:
        context = context.answered(seat, Answered(made.game.ply, *guide.asked(made.decision, table.view(seat))))
    context = context.decided(seat)
    if made.by.in_person and not made.decision.private and _was_called(table, seat):
        context = context.answered_after(seat, (made.now - table.waiting[seat]).total_seconds())
    return context


def _followed(made: MadeMove, context: Context) -> Context:
    """Update what the seat had set down in advance, which it may have decided against."""
    token = made.tokens[0]
    if made.decision.ahead and token != PASS and context.is_ended_by_attack(made.seat):
        context = context.passing(made.seat, None)
    return context.followed(made.seat, token) if planned.is_about(made.table.kit, made.decision) else context


def _asked(table: Table, seat: str, now: datetime) -> Asked:
    """Return how the seat was put the question that it answers now."""
    time, called = table.deadlines.get(seat), calling.called_at(table, seat)
    left = table.rests[seat].awake(now, time.until).total_seconds() if time is not None else None
    return Asked(table.context.since.get(seat, ""), left, called.isoformat() if called is not None else "")


def _hidden(table: Table, seat: str) -> dict[str, Any]:
    """Return what the seat sees of itself and an onlooker does not. A card that it plays is then no longer among it."""
    own, public = (table.view(eyes)["players"][seat] for eyes in (seat, None))
    return {key: value for key, value in own.items() if key not in public or public[key] != value}


def _was_called(table: Table, seat: str) -> bool:
    """Return whether the seat was asked because of another player's move. What follows one's own is answered at
    once."""
    acted = table.context.acted
    return seat in table.waiting and max(acted.values(), default=1) > acted.get(seat, 0)


def _goes_on(made: MadeMove) -> bool:
    """Return whether the private round goes on: questions in secret are left, and nobody is newly asked except the seat
    that has just answered."""
    asked = made.game.pending
    others = asked.keys() - {made.seat}
    return any(decision.private for decision in asked.values()) and others <= set(made.before.asked)
