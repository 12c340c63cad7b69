"""One step of a running game: a move is checked, made on a copy and stored, and only then takes effect."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

import storage
from bot.tables.cache import TableCache
from bot.tables.context import Context, without
from bot.tables.errors import NotYourMove, Stale, WrongMoment
from bot.tables.history import news, past
from bot.tables.making import BY_CLOCK, Mover, context_after, make
from bot.tables.moments import Asked
from bot.tables.planning import planned
from bot.tables.planning.ahead import OWN_ANSWERS
from bot.tables.planning.passing import schedule
from bot.tables.table import Table
from bot.tables.waiting import calling, deadlines, waits
from bot.tables.waiting.calling import Watching
from bot.tables.waiting.deadlines import Deadline
from bot.tables.waiting.pace import DAY, LIVE
from bot.tables.waiting.timing import LastCall
from bot.watch import figures
from game.core.commands import at_table
from game.core.decisions import PASS, Event
from game.core.protocol import Game
from storage import Position, Score, Status, Timing

log = logging.getLogger(__name__)

_TOLD = 3
_ABSENT = 2
"""How often in a row everybody's time has to run out before a live game becomes one with a pace of a day."""
PAUSED = (
    f"This game is paused: nobody is asked anything until it goes on. {at_table('resume')} lets it go on: at once for"
    " the host and whoever manages the channel, else by a vote."
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a choice: the table after it, and what its seat may know of what happened."""

    table: Table
    seat: str
    events: Sequence[Event] = field(default=(), repr=False)
    repeated: bool = False
    said: str = field(default="", repr=False)
    """The choice in words, if no event tells its seat of it."""
    ahead: str = ""
    """Where the game stood when this was passed, if what comes next can be passed ahead; else ""."""


def require_question(table: Table, seat: str, question: int | None) -> None:
    """Check that the seat has an open question, with this number unless that is None. Raises WrongMoment, Stale,
    NotYourMove."""
    require_running(table)
    open_question = table.questions.get(seat)
    if question is not None and (open_question is None or open_question.number != question):
        raise Stale(f"{_since(table, seat)} {_next(table, seat)}")
    if open_question is None:
        raise NotYourMove(f"It is not your move: the table waits for {table.waited_for}.{gone_back(table, seat)}")


def gone_back(table: Table, seat: str) -> str:
    """Return a sentence, with a leading space, saying that somebody took a choice back, which is why the seat may no
    longer be asked; "" if that was not the last thing to happen."""
    back = table.context.last_taken_back
    return f" {past.sentence(table, back, seat)}" if back is not None else ""


def chose(table: Table, seat: str) -> list[str]:
    """Return what came of the choice that the seat can take back, told to its player; the choice itself if no event
    tells."""
    kit, context = table.kit, table.context
    if told := past.sentences(table, context.of_undo(seat), seat):
        return told
    if context.round is not None:
        state, tokens = context.round.state, [token for each, token in context.round.answers if each == seat]
        answers: tuple[str, ...] = ()
    else:
        last = context.undo[-1]
        state, tokens, answers = last.state, [*filter(None, [last.token])], last.answers
    if not tokens:  # stored by a former version, without the token
        return []
    game = kit.restore(state)
    for token in tokens[:-1]:
        game.play(seat, token)
    return [kit.words.chosen(game.pending[seat], game.view(seat), table.names, tokens[-1], answers)]


def require_running(table: Table) -> None:
    """Check that the game is running and not paused. Raises WrongMoment."""
    if table.status in (Status.OVER, Status.CLOSED):
        raise WrongMoment(table.finished)
    table.require_game()
    if table.paused:
        raise WrongMoment(PAUSED)


async def play(cache: TableCache, table: Table, seat: str, tokens: Sequence[str], by: Mover) -> Outcome:
    """Make and store a move, and after it those that answer what the seat is asked next: all of them or none.

    They are also undone together. The caller holds the table and has checked the question. Raises MoveError.
    """
    made = make(table, seat, tokens, by, cache.clock.now())
    decision, token = made.decision, tokens[0]
    context, pace = context_after(made), None
    if by is BY_CLOCK and not made.after.playing.over and _nobody_is_there(table, context):
        hands = table.handovers
        pace, told = DAY, [news.paced(DAY, table.row.pace, None, hands)]
        context = context.with_events(told, made.after.playing.ply, hands=hands)
    move = storage.Move(
        seat,
        decision.kind,
        token,
        table.questions[seat].number,
        by.user_id,
        by.policy,
        by.interaction_id,
        tuple(made.answers[1:]),
    )
    after = await _store(cache, table, made.after, context, move, pace)
    known = [event for event in made.events if event.visible_to(seat)]
    tells = bool(known) and (token != PASS or known[0].seat == seat)  # else the events after a pass are what others did
    said = "" if tells else table.kit.words.chosen(decision, table.view(seat), table.names, token, tokens[1:])
    ahead = table.playing.place if decision.ahead and token == PASS else ""
    return Outcome(after, seat, known, said=said, ahead=ahead)


async def take_back(cache: TableCache, table: Table, seat: str, by: Mover) -> Outcome:
    """Go back to before the seat's last choice. The caller has checked that it can be taken back.

    In a private round that means before the seat's own answers; what others have answered stands. The seat has only the
    time that it had left when it answered, and is waited for since it was first asked. Anything it had set down in
    advance that would answer the question at once is withdrawn, and the outcome says so.
    """
    round = table.context.round
    if round is None:
        earlier = table.context.undo[-1]
        asked = earlier.asked
        game = table.kit.restore(earlier.state)
        context = table.context.back(earlier.ply).gone_back(seat, earlier.ply, table.handovers)
    else:
        asked = round.asked.get(seat, Asked())
        game = table.kit.restore(round.state)
        for each, token in round.answers:
            if each != seat:
                game.play(each, token)
        context = table.context.withdrawn(seat)
    context = _asked_again(table, game, context, seat)
    if round is None or seat not in table.waiting:  # else nobody else may know that there was an answer
        context = context.present(seat).seen_at(seat, cache.clock.now().isoformat())
    entry = storage.Undo(seat, game.ply, by.user_id, by.policy, by.interaction_id, alone=round is not None)
    after = await _store(cache, table, table.at(game), context, entry, asked=asked)
    return Outcome(after, seat, said=_withdrawn(table.context, after.context, seat))


async def keep(
    cache: TableCache, table: Table, context: Context, pace: str | None = None, host_id: int | None = None
) -> Table:
    """Store what has changed beside the state of the game, and return the table.

    With a new `pace` everybody asked has its full time from now, or what they have left if that is more. With a
    `host_id` that person becomes host.
    """
    now = cache.clock.now()
    context = rescheduled(cache, table, context, now)
    after = replace(table, context=context)
    if host_id is not None:
        after = replace(after, row=replace(after.row, host_id=host_id))
    if pace is not None:
        after = replace(after, row=replace(after.row, pace=pace))
        after = replace(after, deadlines=waits.lengthened(table, after, now))
    await cache.store.moves.rewrite(
        table.id,
        table.stored(context),
        expected=table.sequence,
        timing=waits.changed(table, after, now),
        pace=pace,
        host_id=host_id,
        back=_returned(table, context),
    )
    cache.put(after)
    return after


def rescheduled(cache: TableCache, table: Table, context: Context, now: datetime) -> Context:
    """Return what is kept beside the game with the moments of automatic answers to what is asked at the table now."""
    asked = {seat: question.number for seat, question in table.questions.items() if not table.paused}
    due = schedule(table.kit, context, table.playing, asked, now, partial(cache.delay, table.row.pace))
    return replace(context, due=due)


def first(
    table: Table, now: datetime, watching: Watching, by: str = "", guided: Iterable[str] = ()
) -> tuple[Position, dict[str, int | None], Timing]:
    """Return the position of a game that begins, its open questions and its timers. `by`: the seat of who starts it."""
    since = dict.fromkeys(table.public["pending"], now.isoformat())
    context = Context(since=since, guided=dict.fromkeys(guided, ())).with_events(table.playing.events, 0)
    context = context.seen_at(by, now.isoformat()) if by else context
    begun = replace(table, context=context)
    begun = replace(begun, deadlines=waits.fresh(begun, now), held=calling.after(None, begun, now, watching))
    return table.stored(context), dict.fromkeys(table.playing.asked), waits.changed(table, begun, now)


async def _store(
    cache: TableCache,
    table: Table,
    moved: Table,
    context: Context,
    entry: storage.Move | storage.Undo,
    pace: str | None = None,
    asked: Asked | None = None,
) -> Table:
    """Store a step and cache the table after it. `moved`: the table with its game after the step, all else as before.

    `asked`, for an undo: how the seat was first put the question that it is asked again.
    """
    now, game = cache.clock.now(), moved.playing
    known = table if asked is None else _as_asked(table, entry.seat, asked, now)
    numbers = _numbers(table, game, entry.seat)
    status = Status.OVER if game.over else Status.RUNNING
    same = known.context.since
    if asked is None and context.round is None:
        same = without(same, entry.seat)
    since = {seat: same.get(seat, now.isoformat()) for seat in moved.public["pending"]}
    due = schedule(table.kit, context, game, numbers, now, partial(cache.delay, table.row.pace))
    context = replace(context, since=since, due=due)
    row = replace(table.row, status=status, pace=pace or table.row.pace, updated_at=now)
    next_table = replace(moved, row=row, context=context)
    next_table = replace(next_table, called=calling.calls_after(known, next_table, now, undone=asked is not None))
    left, held = _deadlines(known, next_table, now), calling.after(table, next_table, now, cache.watching)
    next_table = replace(next_table, deadlines=left, held=held)
    lines = (game.scores or {}).items()
    scores = [Score(seat, table.kit.points(line), line["rank"], line) for seat, line in lines]
    stored = await cache.store.moves.append(
        table.id,
        entry,
        moved.stored(context),
        numbers,
        expected=table.sequence,
        scores=scores,
        timing=waits.changed(table, next_table, now),
        pace=pace,
        back=_returned(table, context),
    )
    opened = {question.number: question for question in table.questions.values()}
    after = replace(
        next_table,
        questions={
            seat: opened.get(number) or storage.Question(seat, number, now) for seat, number in stored.questions.items()
        },
        sequence=stored.sequence,
    )
    cache.put(after)
    if isinstance(entry, storage.Move):
        figures.MOVES.labels(table.row.game, "computer" if entry.user_id is None else "person").inc()
    log.info("move stored", extra={"game": table.id, "sequence": stored.sequence, "ply": stored.ply})
    return after


def _asked_again(table: Table, game: Game, context: Context, seat: str) -> Context:
    """Remove what the seat has set down for the question that it is asked again after going back to that `game`.

    Its passes and plans for later questions stay. Plans for an occasion that the undo has left end, and others whose
    plan that was are told.
    """
    decision, wish, plan = game.pending[seat], context.ahead.get(seat), context.plan(seat)
    if wish is not None and wish.passes(decision, OWN_ANSWERS, True):
        context = replace(context, ahead=without(context.ahead, seat))
    context = context.planning(seat, () if planned.is_about(table.kit, decision) else plan)
    if table.context.plans and planned.has_ended(table.kit, table.playing, game):
        others = table.context.plans.keys() - {seat}
        context = replace(context, plans=without(context.plans, *table.context.plans)).unplanned_by(seat, others)
    return context


def _withdrawn(before: Context, after: Context, seat: str) -> str:
    """Return what a seat is told if taking a choice back ended what it had set down in advance; else ""."""
    passes, plans = (
        seat in had and seat not in has for had, has in ((before.ahead, after.ahead), (before.plans, after.plans))
    )
    if not passes and not plans:
        return ""
    over = "You no longer pass ahead, and your plan is withdrawn" if passes and plans else ""
    over = over or ("You no longer pass ahead" if passes else "Your plan is withdrawn")
    return f"-# {over}, since you have taken a choice back."


def _returned(table: Table, context: Context) -> list[str]:
    """Return the seats whose player counted as missing and has now done something."""
    return [seat for seat in table.overdue if seat not in context.missed]


def _as_asked(table: Table, seat: str, asked: Asked, now: datetime) -> Table:
    """Return the table with the seat's wait as when it was first asked, and with the time that it had left."""
    if not asked.since or asked.since == table.context.since.get(seat):
        return table
    context = replace(table.context, since={**table.context.since, seat: asked.since})
    left, called = without(table.deadlines, seat), without(table.called, seat)
    if table.pace is not None and asked.left is not None:
        left[seat] = deadlines.again(now, table.pace, asked.left, table.rests[seat])
    if seat not in table.waiting and asked.called:
        called[seat] = LastCall(datetime.fromisoformat(asked.called))
    elif last := calling.last_call(table, seat):
        called[seat] = last
    return replace(table, context=context, deadlines=left, called=called)


def _deadlines(before: Table, after: Table, now: datetime) -> dict[str, Deadline]:
    """Return each seat's deadline: unchanged if it has been waited for since before and the pace is the same."""
    known = before.context.since if after.row.pace == before.row.pace else {}
    same = {seat: each for seat, each in before.deadlines.items() if known.get(seat) == after.context.since.get(seat)}
    return {seat: same.get(seat, whole) for seat, whole in waits.fresh(after, now).items()}


def _nobody_is_there(table: Table, context: Context) -> bool:
    """Return whether, at a live table, everybody's time has run out twice in a row."""
    people = [seat.seat for seat in table.seats if not seat.is_computer]
    return table.row.pace == LIVE and all(context.missed.get(seat, 0) >= _ABSENT for seat in people)


def _numbers(table: Table, game: Game, mover: str) -> dict[str, int | None]:
    """Return the questions now asked, by seat: its number if it has not changed, None if it gets a new one."""
    before, now = table.playing.pending, game.pending
    return {
        seat: table.questions[seat].number
        if seat != mover and seat in table.questions and before.get(seat) == decision
        else None
        for seat, decision in now.items()
    }


def _since(table: Table, seat: str) -> str:
    """Return what a person with a stale button is told: what they chose last, and what happened since."""
    context = table.context
    since, last = context.since_acting(seat), context.of_last(seat)
    own = len(last) if last and past.reader(table, table.holders_after(last[0].hands), seat) else 0
    chosen = past.sentences(table, since[:own], seat)[:_TOLD]
    happened = past.sentences(table, since[own:], seat)[-_TOLD:]
    said = f" You chose last: {' '.join(chosen)}" if chosen else ""
    then = f" Since then: {' '.join(happened)}" if happened else ""
    return f"That was decided already.{said}{then}"


def _next(table: Table, seat: str) -> str:
    """Return how it goes on for a person with a stale button."""
    if seat in table.questions:
        return "Press **Your move** for what you are asked now."
    return f"The table waits for {table.waited_for}."
