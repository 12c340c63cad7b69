"""A move that is made on a copy of the game, and what its table notes of it beside the game. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.tables import calling, news, planned
from bot.tables.asked import Asked
from bot.tables.context import Context, without
from bot.tables.hours import ALWAYS
from bot.tables.moments import Answered, Earlier
from bot.tables.table import Table
from game.core.decisions import PASS, Decision, Event
from game.core.protocol import Game
from storage import Answer, Seat


@dataclass(frozen=True, slots=True)
class Mover:
    """Who makes a move: a person or a computer player, and by which interaction; `itself`: what the person had set down
    ahead."""

    user_id: int | None = None
    policy: str | None = None
    interaction_id: int | None = None
    itself: bool = False

    @property
    def in_person(self) -> bool:
        """Whether somebody is there and does it now."""
        return self.user_id is not None and not self.itself


LATE = Mover(policy="late")
"""Moves for a person whose time is up."""


def mover(seat: Seat, interaction_id: int | None = None) -> Mover:
    """The person or computer player of that seat."""
    return Mover(seat.user_id, seat.policy, interaction_id)


@dataclass(frozen=True, slots=True)
class Made:
    """A move and answers to what its seat was asked next, made on a copy.

    table: as it was. decision: the question that `tokens` begin to answer. after: the table with its game after them,
    all else as before.
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


def make(table: Table, seat: str, tokens: Sequence[str], by: Mover, now: datetime) -> Made:
    """Make these moves, one after the other. Raises MoveError."""
    game, events, answers = table.playing.copy(), list[Event](), list[Answer]()
    for token in tokens:
        kind = game.kind(seat) or ""
        events += game.play(seat, token)
        answers.append(Answer(kind, token))
    return Made(table, seat, tokens, by, now, table.pending[seat], events, answers, table.at(game))


def noted(made: Made) -> Context:
    """What the table keeps beside the game after it."""
    hits, (plans, ahead) = _hits(made), _left_behind(made)
    earlier = _earlier(made, hits, plans, ahead)
    hands = made.table.handovers
    context = _attended(made).told(made.events, made.game.ply, "" if made.by is LATE else made.seat, hands)
    if made.after.turn != made.table.turn:
        context = context.turned()
    context = _final_or_not(made, context, earlier)
    context = _followed(made, _answered(made, context)).attacked(hits)
    if made.decision.private:
        answering = context.answering(earlier, made.seat, made.tokens, late=made.by is LATE)
        context = answering if _goes_on(made) else replace(context, round=None)
    if made.by.user_id is not None and not (made.decision.private and made.seat in made.after.public["pending"]):
        context = context.seen_at(made.seat, made.now.isoformat())
    if plans or ahead:
        context = replace(context, plans=without(context.plans, *plans), ahead=without(context.ahead, *ahead))
    return context


def _left_behind(made: Made) -> tuple[set[str], set[str]]:
    """Seats whose plan is about what this move has left behind, and those that passed ahead what it has left behind."""
    table, after, before, game, context = made.table, made.after, made.before, made.game, made.table.context
    ended = bool(context.plans) and planned.has_ended(table.kit, before, game)
    plans = {seat for seat in context.plans if ended or (table.can_plan(seat) and not after.can_plan(seat))}
    return plans, {seat for seat, wish in context.ahead.items() if wish.is_over(game) and not wish.is_over(before)}


def _hits(made: Made) -> dict[str, tuple[str, str]]:
    """Those who pass ahead or have a plan, and are attacked by it: by whom, and with what."""
    others = (made.table.context.ahead.keys() | made.table.context.plans.keys()) - {made.seat}
    against = made.table.kit.against
    return {
        each: (made.seat, hit) for each in others if (hit := against(made.decision, made.tokens[0], made.events, each))
    }


def _earlier(made: Made, hits: Mapping[str, Any], plans: Set[str], ahead: Set[str]) -> Earlier:
    """The game before it, to go back to, with what is left behind by it: the plans, and what was passed ahead."""
    context = made.table.context
    return Earlier(
        made.before.ply,
        made.table.position,
        {
            each: context.ahead[each]
            for each in context.ahead
            if each in ahead or (each in hits and context.is_ended(each))
        },
        context.began,
        {each: context.plans[each] for each in context.plans if each in plans or each in hits},
        _asked(made.table, made.seat, made.now),
        made.tokens[0],
        made.seat,
    )


def _attended(made: Made) -> Context:
    """That the seat's time was up is told once: not how much somebody is asked in secret."""
    context = made.table.context
    if made.by is LATE:
        late = context.is_late(made.seat)
        if late:
            return context
        told, hands = [news.time_up(made.seat)], made.table.handovers
        return context.late(made.seat).told(told, made.game.ply, hands=hands)
    return context.present(made.seat) if made.by.in_person else context


def _final_or_not(made: Made, context: Context, earlier: Earlier) -> Context:
    """Whether it can be taken back. What a computer player does for a person stands, as the person's own move would for
    the others."""
    if made.decision.private or any(event.reveals for event in made.events):
        return context.final()
    shows = _hidden(made.table, made.seat) != _hidden(made.after, made.seat)
    if made.by.policy is None:
        return context.undoable(earlier, shows)
    return context.among(earlier) if made.table.seat(made.seat).is_computer and not shows else context.final()


def _answered(made: Made, context: Context) -> Context:
    """The seat has answered: what guides it, what it is asked no more, and how long that took."""
    seat, table = made.seat, made.table
    guide = table.kit.guide if made.by.in_person else None  # of all others the person has seen no panel
    if seat in context.guided and guide:
        context = context.answered(seat, Answered(made.game.ply, *guide.asked(made.decision, table.view(seat))))
    context = context.decided(seat)
    if made.by.in_person and not made.decision.private and _was_called(table, seat):
        context = context.answered_after(seat, (made.now - table.waiting[seat]).total_seconds())
    return context


def _followed(made: Made, context: Context) -> Context:
    """What the seat had set down ahead: it may have thought better of it."""
    token = made.tokens[0]
    if made.decision.ahead and token != PASS and context.is_ended(made.seat):
        context = context.passing(made.seat, None)
    return context.followed(made.seat, token) if planned.is_about(made.table.kit, made.decision) else context


def _asked(table: Table, seat: str, now: datetime) -> Asked:
    """How the seat is asked what it answers now."""
    time, called = table.deadlines.get(seat), calling.called_at(table, seat)
    left = table.rests.get(seat, ALWAYS).awake(now, time.until).total_seconds() if time is not None else None
    return Asked(table.context.since.get(seat, ""), left, called.isoformat() if called is not None else "")


def _hidden(table: Table, seat: str) -> dict[str, Any]:
    """What the seat sees of itself, and an onlooker does not: a card that it plays is not there any more."""
    own, public = (table.view(eyes)["players"][seat] for eyes in (seat, None))
    return {key: value for key, value in own.items() if key not in public or public[key] != value}


def _was_called(table: Table, seat: str) -> bool:
    """Whether the seat is asked after somebody else's move: what follows one's own is answered at once."""
    acted = table.context.acted
    return seat in table.waiting and max(acted.values(), default=1) > acted.get(seat, 0)


def _goes_on(made: Made) -> bool:
    """Whether private questions are still being answered: nobody is asked anew but the one who has just answered."""
    asked = made.game.pending
    others = asked.keys() - {made.seat}
    return any(decision.private for decision in asked.values()) and others <= set(made.before.asked)
