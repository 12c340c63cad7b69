"""One step of a running game: a move is checked, made on a copy, stored, and only then true."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import storage
from bot.tables.errors import NotYourMove, Stale, WrongMoment
from bot.tables.live import Live
from bot.tables.passing import schedule
from bot.tables.shelf import Shelf
from bot.tables.side import Answered, Earlier, Side, without
from game.core.decisions import PASS, Event
from game.core.protocol import Game
from storage import Position, Score, Seat, Status

log = logging.getLogger(__name__)

_TOLD = 3


@dataclass(frozen=True, slots=True)
class Mover:
    """Who makes a move: a person or a computer player, and by which interaction."""

    user_id: int | None = None
    policy: str | None = None
    interaction_id: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a choice: the table after it, and what its seat may know of what happened."""

    live: Live
    seat: str
    events: Sequence[Event] = field(default=(), repr=False)
    repeated: bool = False
    ahead: bool = False
    """Whether the question was one that can be passed ahead."""


def asked(live: Live, seat: str, question: int | None) -> int:
    """The number of the seat's open question, which must be this one (None: any).

    Raises WrongMoment, Stale, NotYourMove.
    """
    require_running(live)
    open_question = live.questions.get(seat)
    if question is not None and (open_question is None or open_question.number != question):
        raise Stale(_since(live, seat))
    if open_question is None:
        raise NotYourMove(f"It is not your move: the table waits for {live.waited_for}.")
    return open_question.number


def require_running(live: Live) -> None:
    """Raises WrongMoment."""
    if live.status is Status.OVER:
        raise WrongMoment("This game is over. `/adepts score` shows how it ended, `/adepts new` opens another.")
    if live.status is Status.CLOSED:
        raise WrongMoment("This table was closed. `/adepts new` opens another.")
    _ = live.playing


async def play(shelf: Shelf, live: Live, seat: str, token: str, by: Mover) -> Outcome:
    """Make and store the move; the caller holds the table and has checked the question. Raises MoveError."""
    before = live.playing
    game, decision = before.copy(), before.pending[seat]
    events = game.play(seat, token)
    ends_passing = decision.ahead and token != PASS
    earlier = Earlier(before.ply, before.to_dict(), live.side.ahead if ends_passing else {})
    can_go_back = by.policy is None and not decision.private and not any(event.reveals for event in events)
    side = live.side.told(events, game.ply, seat).undoable(seat, earlier if can_go_back else None)
    if seat in side.guided and (guide := live.kit.guide):
        side = side.answered(seat, Answered(game.ply, *guide.asked(decision, before.view(seat))))
    side = replace(side, ended=without(side.ended, seat))
    if ends_passing:
        side = side.ended_by(seat, token)
    if decision.private:
        side = side.answering(earlier, seat, token) if _goes_on(before, game, seat) else replace(side, round=None)
    move = storage.Move(
        seat, decision.kind, token, live.questions[seat].number, by.user_id, by.policy, by.interaction_id
    )
    after = await _store(shelf, live, game, side, move)
    return Outcome(after, seat, [event for event in events if event.visible_to(seat)], ahead=decision.ahead)


async def take_back(shelf: Shelf, live: Live, seat: str, by: Mover) -> Outcome:
    """Go back to before the seat's last choice. The caller has checked that it can be taken back.

    Among private questions that is to before its own answers; what others have answered stands.
    """
    round = live.side.round
    if round is None:
        earlier = live.side.undo[-1]
        game, side = live.kit.restore(earlier.state), live.side.back(earlier.ply)
    else:
        game = live.kit.restore(round.state)
        for each, token in round.answers:
            if each != seat:
                game.play(each, token)
        side = live.side.withdrawn(seat, game.ply)
    entry = storage.Undo(seat, game.ply, by.user_id, by.policy, by.interaction_id, alone=round is not None)
    return Outcome(await _store(shelf, live, game, side, entry), seat)


async def keep(shelf: Shelf, live: Live, side: Side) -> Live:
    """Store what has changed beside the state."""
    asked = {seat: question.number for seat, question in live.questions.items()}
    side = replace(side, due=schedule(side, live.playing, asked, shelf.now(), shelf.delay))
    position = Position(live.kit.version, live.playing.to_dict(), side.to_dict())
    try:
        await shelf.store.moves.rewrite(live.id, position, expected=live.sequence)
    except BaseException:
        shelf.drop(live.id)
        raise
    after = replace(live, side=side)
    shelf.put(after)
    return after


def first(live: Live, now: str, guided: Iterable[str] = ()) -> tuple[Position, dict[str, int | None]]:
    """The position of a game that begins, and what is asked."""
    since = dict.fromkeys(live.public["pending"], now)
    side = Side(since=since, guided=dict.fromkeys(guided, ())).told(live.playing.events, 0)
    return Position(live.kit.version, live.playing.to_dict(), side.to_dict()), dict.fromkeys(live.playing.asked)


async def _store(shelf: Shelf, live: Live, game: Game, side: Side, entry: storage.Move | storage.Undo) -> Live:
    now = shelf.now()
    numbers = _numbers(live, game, entry.seat)
    since, due = (
        _since_when(live, game, side, entry.seat, now.isoformat()),
        schedule(side, game, numbers, now, shelf.delay),
    )
    side = replace(side, since=since, due=due)
    lines = (game.scores or {}).items()
    scores = [Score(seat, live.kit.points(line), line["rank"], line) for seat, line in lines]
    try:
        stored = await shelf.store.moves.append(
            live.id,
            entry,
            Position(live.kit.version, game.to_dict(), side.to_dict()),
            numbers,
            expected=live.sequence,
            scores=scores,
        )
    except BaseException:  # cancelled too: nobody knows whether it is stored, so the next one looks
        shelf.drop(live.id)
        raise
    known = {question.number: question for question in live.questions.values()}
    after = replace(
        live,
        row=replace(live.row, status=Status.OVER if game.over else Status.RUNNING, updated_at=now),
        questions={
            seat: known.get(number) or storage.Question(seat, number, now) for seat, number in stored.questions.items()
        },
        game=game,
        sequence=stored.sequence,
        side=side,
    )
    shelf.put(after)
    log.info("move stored", extra={"game": live.id, "sequence": stored.sequence, "ply": stored.ply})
    return after


def _numbers(live: Live, game: Game, mover: str) -> dict[str, int | None]:
    """The questions now asked; those of others that did not change keep their numbers."""
    before, now = live.playing.pending, game.pending
    return {
        seat: live.questions[seat].number
        if seat != mover and seat in live.questions and before.get(seat) == decision
        else None
        for seat, decision in now.items()
    }


def _since_when(live: Live, game: Game, side: Side, mover: str, now: str) -> Mapping[str, str]:
    """Since when each seat is waited for, as far as everybody may know."""
    before = live.side.since if side.round is not None else without(live.side.since, mover)
    return {seat: before.get(seat, now) for seat in game.view(None)["pending"]}


def _goes_on(before: Game, after: Game, mover: str) -> bool:
    """Whether private questions are still being answered: nobody is asked anew but the one who has just answered."""
    asked = after.pending
    return any(decision.private for decision in asked.values()) and asked.keys() - {mover} <= set(before.asked)


def _since(live: Live, seat: str) -> str:
    """What a person with a stale button is told."""
    happened = live.kit.words.sentences(live.side.events_since(seat), live.names)[-_TOLD:]
    then = f" Since then: {' '.join(happened)}" if happened else ""
    if seat in live.questions:
        return f"That was decided already.{then} Press **Your move** for what you are asked now."
    return f"That was decided already.{then} The table waits for {live.waited_for}."


def mover(seat: Seat, interaction_id: int | None = None) -> Mover:
    """The person or computer player of that seat."""
    return Mover(seat.user_id, seat.policy, interaction_id)
