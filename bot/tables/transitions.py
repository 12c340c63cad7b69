"""One step of a running game: a move is checked, made on a copy, stored, and only then true."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

import storage
from bot.tables import calling, deadlines, news, planned, waits
from bot.tables.asked import Asked
from bot.tables.cache import TableCache
from bot.tables.calling import Watching
from bot.tables.context import Context, without
from bot.tables.deadlines import Deadline, changed
from bot.tables.errors import NotYourMove, Stale, WrongMoment
from bot.tables.hours import ALWAYS
from bot.tables.moments import Answered, Earlier
from bot.tables.pace import DAY, LIVE
from bot.tables.passing import schedule
from bot.tables.table import Table
from bot.tables.timing import CALLED, changed_passes, merged
from bot.watch import figures
from game.core.commands import at_table, to_open
from game.core.decisions import PASS, Event
from game.core.protocol import Game
from storage import Position, Score, Seat, Status, Timing

log = logging.getLogger(__name__)

_TOLD = 3
_ABSENT = 2
"""How often running everybody's time has to be up before a live game becomes one of days."""
PAUSED = (
    f"This game is paused: nobody is asked anything until it goes on. {at_table('resume')} lets it go on: at once for"
    " the host and whoever manages the channel, else by a vote."
)


@dataclass(frozen=True, slots=True)
class Mover:
    """Who makes a move: a person or a computer player, and by which interaction; `itself`: what the person had set down
    ahead."""

    user_id: int | None = None
    policy: str | None = None
    interaction_id: int | None = None
    itself: bool = False


LATE = Mover(policy="late")
"""Moves for a person whose time is up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a choice: the table after it, and what its seat may know of what happened."""

    table: Table
    seat: str
    events: Sequence[Event] = field(default=(), repr=False)
    repeated: bool = False
    said: str = field(default="", repr=False)
    """What it was, in words, where no event tells its seat of it."""
    ahead: str = ""
    """Where the game stood when this was passed, if what comes then can be passed ahead."""


def asked(table: Table, seat: str, question: int | None) -> int:
    """The number of the seat's open question, which must be this one (None: any).

    Raises WrongMoment, Stale, NotYourMove.
    """
    require_running(table)
    open_question = table.questions.get(seat)
    if question is not None and (open_question is None or open_question.number != question):
        raise Stale(_since(table, seat))
    if open_question is None:
        raise NotYourMove(f"It is not your move: the table waits for {table.waited_for}.{gone_back(table, seat)}")
    return open_question.number


def gone_back(table: Table, seat: str) -> str:
    """Why somebody is asked no more, behind a sentence that says so: that somebody took a choice back; or nothing."""
    back = table.context.last_taken_back
    return f" {news.sentence(back, table.names, seat)}" if back is not None else ""


def require_running(table: Table) -> None:
    """The game is under way, and does not rest. Raises WrongMoment."""
    if table.status is Status.OVER:
        raise WrongMoment(
            f"This game is over. {at_table('score')} shows how it ended, {to_open(table.row.game)} opens another."
        )
    if table.status is Status.CLOSED:
        raise WrongMoment(f"This table was closed. {to_open(table.row.game)} opens another.")
    _ = table.playing
    if table.paused:
        raise WrongMoment(PAUSED)


async def play(cache: TableCache, table: Table, seat: str, tokens: Sequence[str], by: Mover) -> Outcome:
    """Make and store the move, and after it those that answer what the seat is asked next: all of them or none.

    They are taken back together, too. The caller holds the table and has checked the question. Raises MoveError.
    """
    before, token = table.playing, tokens[0]
    game, decision = before.copy(), table.pending[seat]
    events, made = list[Event](), list[storage.Answer]()
    for each in tokens:
        kind = game.kind(seat) or ""
        events += game.play(seat, each)
        made.append(storage.Answer(kind, each))
    moved, before_it = table.at(game), table.context
    others = (before_it.ahead.keys() | before_it.plans.keys()) - {seat}
    hits = {each: (seat, hit) for each in others if (hit := table.kit.against(decision, token, events, each))}
    earlier = Earlier(
        before.ply,
        table.position,
        {each: before_it.ahead[each] for each in hits if before_it.is_ended(each)},
        before_it.began,
        {each: before_it.plans[each] for each in hits if each in before_it.plans},
        _asked(table, seat, cache.clock.now()),
    )
    if by is LATE:
        if not before_it.is_late(seat):  # told once: not how much somebody is asked in secret
            before_it = before_it.late(seat).told([news.time_up(seat)], game.ply)
    elif by.user_id is not None and not by.itself:
        before_it = before_it.present(seat)
    told = before_it.told(events, game.ply, "" if by is LATE else seat)
    if moved.turn != table.turn:
        told = told.turned()
    if decision.private or any(event.reveals for event in events):
        context = told.final()
    elif by.policy is None:
        context = told.undoable(seat, earlier)
    else:  # what a computer player does for a person stands, as the person's own move would for the others
        goes_back = table.seat(seat).is_computer and _hidden(before, seat) == _hidden(game, seat)
        context = told.among(earlier) if goes_back else told.final()
    if seat in context.guided and (guide := table.kit.guide):  # of the others the person has seen no panel
        context = context.answered(seat, Answered(game.ply, *guide.asked(decision, table.view(seat))))
    context = context.decided(seat)
    if by.user_id is not None and not by.itself and not decision.private and _was_called(table, seat):
        context = context.answered_after(seat, (cache.clock.now() - table.waiting[seat]).total_seconds())
    if decision.ahead and token != PASS and context.is_ended(seat):
        context = context.passing(seat, None)  # the person has thought better of it
    if planned.is_about(table.kit, decision):
        context = context.followed(seat, token)
    context = context.attacked(hits)
    if decision.private:
        answering = context.answering(earlier, seat, token, late=by is LATE)
        context = answering if _goes_on(before, game, seat) else replace(context, round=None)
    if by.user_id is not None and not (decision.private and seat in moved.public["pending"]):
        context = context.seen_at(seat, cache.clock.now().isoformat())
    move = storage.Move(
        seat,
        decision.kind,
        token,
        table.questions[seat].number,
        by.user_id,
        by.policy,
        by.interaction_id,
        tuple(made[1:]),
    )
    pace = None
    if by is LATE and not game.over and _nobody_is_there(table, context):
        pace, context = DAY, context.told([news.paced(DAY, idle=True)], game.ply)
    after = await _store(cache, table, moved, context, move, pace)
    known = [event for event in events if event.visible_to(seat)]
    said = table.kit.words.chosen(decision, table.view(seat), table.names, token) if not known else ""
    return Outcome(after, seat, known, said=said, ahead=before.place if decision.ahead and token == PASS else "")


async def take_back(cache: TableCache, table: Table, seat: str, by: Mover) -> Outcome:
    """Go back to before the seat's last choice. The caller has checked that it can be taken back.

    Among private questions that is to before its own answers; what others have answered stands. The seat has no more
    time than it had left when it answered, and is waited for since it was first asked.
    """
    round = table.context.round
    if round is None:
        earlier = table.context.undo[-1]
        asked = earlier.asked
        game = table.kit.restore(earlier.state)
        context = table.context.back(earlier.ply).gone_back(seat, earlier.ply)
    else:
        asked = round.asked.get(seat, Asked())
        game = table.kit.restore(round.state)
        for each, token in round.answers:
            if each != seat:
                game.play(each, token)
        context = table.context.withdrawn(seat, game.ply)
    context = context.present(seat).planning(seat, ()).seen_at(seat, cache.clock.now().isoformat())
    entry = storage.Undo(seat, game.ply, by.user_id, by.policy, by.interaction_id, alone=round is not None)
    return Outcome(await _store(cache, table, table.at(game), context, entry, asked=asked), seat)


async def keep(cache: TableCache, table: Table, context: Context, pace: str | None = None) -> Table:
    """Store what has changed beside the state. With a `pace` that is new, everybody has all of its time from now."""
    now = cache.clock.now()
    asked = {seat: question.number for seat, question in table.questions.items()}
    context = replace(
        context,
        due=schedule(table.kit, context, table.playing, asked, now, partial(cache.delay, table.row.pace)),
    )
    after = replace(table, context=context)
    left = table.deadlines
    if pace is not None:
        after = replace(after, row=replace(table.row, pace=pace))
        left = waits.fresh(after, now)
    position = Position(table.kit.version, table.position, context.to_dict())
    timing = merged(
        changed_passes(table.context.due, context.due),
        changed(table.deadlines, left, now, after.rests, after.context.missed),
    )
    with cache.storing(table.id):
        await cache.store.moves.rewrite(
            table.id, position, expected=table.sequence, timing=timing, pace=pace, back=_back(table, context)
        )
    after = replace(after, deadlines=left)
    cache.put(after)
    return after


def first(
    table: Table, now: datetime, watching: Watching, by: str = "", guided: Iterable[str] = ()
) -> tuple[Position, dict[str, int | None], Timing]:
    """The position of a game that begins, what is asked, and until when; `by`: the seat of who starts it."""
    since = dict.fromkeys(table.public["pending"], now.isoformat())
    context = Context(since=since, guided=dict.fromkeys(guided, ())).told(table.playing.events, 0)
    context = context.seen_at(by, now.isoformat()) if by else context
    position = Position(table.kit.version, table.position, context.to_dict())
    begun = replace(table, context=context)
    timing = merged(
        changed({}, waits.fresh(begun, now), now, begun.rests),
        calling.changed({}, calling.after(None, begun, now, watching)),
    )
    return position, dict.fromkeys(table.playing.asked), timing


async def _store(
    cache: TableCache,
    table: Table,
    moved: Table,
    context: Context,
    entry: storage.Move | storage.Undo,
    pace: str | None = None,
    asked: Asked | None = None,
) -> Table:
    """`moved`: the table with its game after the step, all else as before. `asked`: how the seat was asked first what
    it is asked again, after an undo."""
    now, game = cache.clock.now(), moved.playing
    known = table if asked is None else _as_asked(table, entry.seat, asked, now)
    ended = bool(context.plans) and planned.has_ended(table.kit, table.playing, game)
    over = [seat for seat in context.plans if ended or not moved.can_plan(seat)]
    gone = [seat for seat, wish in context.ahead.items() if wish.is_over(game)]
    if over or gone:
        context = replace(context, plans=without(context.plans, *over), ahead=without(context.ahead, *gone))
    numbers = _numbers(table, game, entry.seat)
    status = Status.OVER if game.over else Status.RUNNING
    next_table = replace(moved, row=replace(table.row, status=status, pace=pace or table.row.pace, updated_at=now))
    same = known.context.since
    if asked is None and context.round is None:
        same = without(same, entry.seat)
    since = {seat: same.get(seat, now.isoformat()) for seat in next_table.public["pending"]}
    due = schedule(table.kit, context, game, numbers, now, partial(cache.delay, table.row.pace))
    context = replace(context, since=since, due=due)
    next_table = replace(next_table, context=context)
    next_table = replace(next_table, called=calling.noted(known, next_table, now, undone=asked is not None))
    left, held = _deadlines(known, next_table, now), calling.after(table, next_table, now, cache.watching)
    lines = (game.scores or {}).items()
    scores = [Score(seat, table.kit.points(line), line["rank"], line) for seat, line in lines]
    with cache.storing(table.id):
        stored = await cache.store.moves.append(
            table.id,
            entry,
            Position(table.kit.version, moved.position, context.to_dict()),
            numbers,
            expected=table.sequence,
            scores=scores,
            timing=merged(
                changed_passes(table.context.due, due),
                changed(table.deadlines, left, now, next_table.rests, context.missed),
                calling.changed(table.held, held),
                calling.changed(table.called, next_table.called, CALLED),
            ),
            pace=pace,
            back=_back(table, context),
        )
    opened = {question.number: question for question in table.questions.values()}
    after = replace(
        next_table,
        questions={
            seat: opened.get(number) or storage.Question(seat, number, now) for seat, number in stored.questions.items()
        },
        sequence=stored.sequence,
        deadlines=left,
        held=held,
    )
    cache.put(after)
    if isinstance(entry, storage.Move):
        figures.MOVES.labels(table.row.game, "computer" if entry.user_id is None else "person").inc()
    log.info("move stored", extra={"game": table.id, "sequence": stored.sequence, "ply": stored.ply})
    return after


def _back(table: Table, context: Context) -> list[str]:
    """The seats whose person was missing and has done something."""
    return [seat for seat in table.missing if seat not in context.missed]


def _asked(table: Table, seat: str, now: datetime) -> Asked:
    """How the seat is asked what it answers now."""
    time, called = table.deadlines.get(seat), calling.called_at(table, seat)
    left = table.rests.get(seat, ALWAYS).awake(now, time.until).total_seconds() if time is not None else None
    return Asked(table.context.since.get(seat, ""), left, called.isoformat() if called is not None else "")


def _as_asked(table: Table, seat: str, asked: Asked, now: datetime) -> Table:
    """The table with the seat's wait as it was when it was asked first; its time is what was left of it."""
    if not asked.since or asked.since == table.context.since.get(seat):
        return table
    context = replace(table.context, since={**table.context.since, seat: asked.since})
    left, called = without(table.deadlines, seat), without(table.called, seat)
    if table.pace is not None and asked.left is not None:
        left[seat] = deadlines.again(now, table.pace, asked.left, table.rests.get(seat, ALWAYS))
    if seat not in table.waiting and asked.called:
        called[seat] = datetime.fromisoformat(asked.called)
    elif moment := calling.called_at(table, seat):
        called[seat] = moment
    return replace(table, context=context, deadlines=left, called=called)


def _deadlines(before: Table, after: Table, now: datetime) -> dict[str, Deadline]:
    """Until when each seat has time: as before, if it is waited for since then and the pace is the same."""
    if after.pace is None:
        return {}
    known = before.context.since if after.row.pace == before.row.pace else {}
    same = [seat for seat, since in after.context.since.items() if known.get(seat) == since]
    return deadlines.after(before.deadlines, same, waits.fresh(after, now))


def _nobody_is_there(table: Table, context: Context) -> bool:
    """Whether all who wanted to play live have let their time run out twice running."""
    people = [seat.seat for seat in table.seats if not seat.is_computer]
    return table.row.pace == LIVE and all(context.missed.get(seat, 0) >= _ABSENT for seat in people)


def _numbers(table: Table, game: Game, mover: str) -> dict[str, int | None]:
    """The questions now asked; those of others that did not change keep their numbers."""
    before, now = table.playing.pending, game.pending
    return {
        seat: table.questions[seat].number
        if seat != mover and seat in table.questions and before.get(seat) == decision
        else None
        for seat, decision in now.items()
    }


def _hidden(game: Game, seat: str) -> dict[str, Any]:
    """What the seat sees of itself, and an onlooker does not: a card that it plays is not there any more."""
    own, public = (game.view(eyes)["players"][seat] for eyes in (seat, None))
    return {key: value for key, value in own.items() if key not in public or public[key] != value}


def _was_called(table: Table, seat: str) -> bool:
    """Whether the seat is asked after somebody else's move: what follows one's own is answered at once."""
    acted = table.context.acted
    return seat in table.waiting and max(acted.values(), default=1) > acted.get(seat, 0)


def _goes_on(before: Game, after: Game, mover: str) -> bool:
    """Whether private questions are still being answered: nobody is asked anew but the one who has just answered."""
    asked = after.pending
    return any(decision.private for decision in asked.values()) and asked.keys() - {mover} <= set(before.asked)


def _since(table: Table, seat: str) -> str:
    """What a person with a stale button is told: what they chose last, the last things since, and what is next."""
    words, names, context = table.kit.words, table.names, table.context
    events = context.events_since(seat)
    own = len(context.events_of_last(seat))
    chosen = news.told(words, events[:own], names, seat)[:_TOLD]
    happened = news.told(words, events[own:], names, seat)[-_TOLD:]
    said = f" You chose last: {' '.join(chosen)}" if chosen else ""
    then = f" Since then: {' '.join(happened)}" if happened else ""
    if seat in table.questions:
        return f"That was decided already.{said}{then} Press **Your move** for what you are asked now."
    return f"That was decided already.{said}{then} The table waits for {table.waited_for}."


def mover(seat: Seat, interaction_id: int | None = None) -> Mover:
    """The person or computer player of that seat."""
    return Mover(seat.user_id, seat.policy, interaction_id)
