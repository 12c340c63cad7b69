"""What a running game keeps beside its state, stored in the same transaction.

This is the log, what can be undone, who passes ahead, plans, since when each seat is waited for, and what guided
players have answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.tables.history.news import TAKEN_BACK, of_table, taken_back
from bot.tables.moments import LOG, Answered, Asked, Earlier, Happened, Round, trimmed
from bot.tables.planning.ahead import Ahead
from bot.tables.planning.planned import Plan
from game.core.decisions import Event

T = TypeVar("T")
K = TypeVar("K")

_UNDO = 12
"""How many choices in a row can be taken back."""
_ANSWERS = 40
"""For how many answers of each seat the time taken is kept."""


@dataclass(frozen=True, slots=True)
class Context:
    """Immutable; each step makes a new one. Moments are ISO 8601."""

    log: tuple[Happened, ...] = field(default=(), repr=False)
    """The latest events, oldest first."""
    count: int = 0
    """The number of events so far."""
    began: tuple[int, int] = (0, 0)
    """The values of `count` at which the previous turn and the current one began."""
    acted: Mapping[str, int] = field(default_factory=dict)
    """By seat, the value of `count` just before the seat's last move."""
    undo: tuple[Earlier, ...] = field(default=(), repr=False)
    """The games before the choices that can be taken back, oldest first. The latest are of `undo_seat`, with moves of
    computer players possibly in between. The ones before may be another seat's, which can take them back once the later
    ones are taken back."""
    round: Round | None = field(default=None, repr=False)
    """The private answers so far, while other seats are still asked; else None."""
    ahead: Mapping[str, Ahead] = field(default_factory=dict, repr=False)
    """What seats pass ahead, by seat."""
    plans: Mapping[str, Plan] = field(default_factory=dict, repr=False)
    """What seats have planned to answer, by seat."""
    due: Mapping[str, str] = field(default_factory=dict, repr=False)
    """When a seat that is asked now is answered for automatically, by a pass or its plan. Stored as timers instead."""
    ended: Mapping[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    """Seats whose pass ahead was ended by another player's action and that have not answered since, each with the other
    seat and its token."""
    unplanned: Mapping[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    """Likewise for seats whose plan was ended. The token is "" if the other seat went back to before the plan was
    made."""
    since: Mapping[str, str] = field(default_factory=dict)
    """When each publicly pending seat was asked."""
    answers: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """By seat, the seconds that its last answers took: those that followed another player's move and were not
    secret."""
    guided: Mapping[str, tuple[Answered, ...]] = field(default_factory=dict)
    """By seat, what players who are guided through their first game have answered."""
    missed: Mapping[str, int] = field(default_factory=dict)
    """By seat, how often in a row its time ran out."""
    undone: int = 0
    """How often somebody has publicly gone back."""
    seen: Mapping[str, str] = field(default_factory=dict)
    """When each person last did something here, as far as everybody may know. An automatic answer counts, since nobody
    may be able to tell it from the person's own."""
    hosts: Mapping[str, str] = field(default_factory=dict)
    """Seats that a computer player got from the host, each with the seat of who is host until it is taken back."""
    decided_by: Mapping[str, str | None] = field(default_factory=dict)
    """Who decided that a person was replaced, by the number of the handover: the seat of a player, "" for somebody
    without a seat, None for a vote."""

    def with_events(self, events: Sequence[Event], ply: int, seat: str = "", hands: int = 0) -> Context:
        """Add these events, which happened after `hands` handovers of seats; `seat`, if given, has acted."""
        new = tuple(Happened(self.count + i, ply, event, hands) for i, event in enumerate(events, 1))
        acted = {**self.acted, seat: self.count} if seat else self.acted
        return replace(self, log=trimmed((*self.log, *new)), count=self.count + len(events), acted=acted)

    def turned(self) -> Context:
        """Begin a turn after everything that has happened so far."""
        return replace(self, began=(self.began[1], self.count))

    @property
    def undo_seat(self) -> str:
        """The seat whose public choices can be taken back next; "" for none."""
        return self.undo[-1].seat if self.undo else ""

    def undoable(self, before: Earlier, shows: bool = False) -> Context:
        """Note a move from `before` that can be taken back.

        What another seat chose just before stays undoable after that, unless this move `shows` what only its own player
        knew: an undo would come after the others have learned it.
        """
        last = tuple(each for each in self.undo if each.seat == self.undo_seat)
        own, both = (last, self.undo) if self.undo_seat == before.seat else ((), last)
        return replace(self, undo=(*(own if shows else both), before)[-_UNDO:])

    def undone_together(self, before: Earlier) -> Context:
        """Note a computer player's move from `before`: it is undone together with the choice that it followed."""
        if not self.undo or not (before.ended or before.plans):
            return self
        *others, last = self.undo
        both = last._replace(ended={**before.ended, **last.ended}, plans={**before.plans, **last.plans})
        return replace(self, undo=(*others, both))

    def final(self) -> Context:
        """Make everything chosen until now impossible to take back."""
        return replace(self, undo=())

    def final_at(self, seat: str) -> Context:
        """Make everything chosen at this seat until now impossible to take back."""
        last = max((place for place, each in enumerate(self.undo, 1) if each.seat == seat), default=0)
        context = replace(self, undo=self.undo[last:])
        if self.round is None or all(each != seat for each, _ in self.round.answers):
            return context
        return replace(context, round=self.round._replace(final=tuple(sorted({*self.round.final, seat}))))

    def answering(self, before: Earlier, seat: str, tokens: Sequence[str], late: bool = False) -> Context:
        """Add these private answers, while other seats are still asked.

        `before`: the game before them. `late`: they were made for the player because time was up.
        """
        so_far = self.round or Round(before.ply, before.state)
        known = {*so_far.late, seat} if late else so_far.late
        answers = (*so_far.answers, *((seat, token) for token in tokens))
        asked = {**so_far.asked, seat: before.asked}
        return replace(self, round=so_far._replace(answers=answers, late=tuple(sorted(known)), asked=asked))

    def is_late(self, seat: str) -> bool:
        """Return whether the seat's time ran out in the current private round."""
        return self.round is not None and seat in self.round.late

    def late(self, seat: str) -> Context:
        """Note that the seat's time ran out once more."""
        return replace(self, missed={**self.missed, seat: self.missed.get(seat, 0) + 1})

    def present(self, seat: str) -> Context:
        """Note that the seat's player has done something: none of its time-outs count any more."""
        return replace(self, missed=without(self.missed, seat)) if seat in self.missed else self

    def decided(self, seat: str) -> Context:
        """Note that the seat has answered what it was asked again because of another player's action."""
        if seat not in self.ended and seat not in self.unplanned:
            return self
        return replace(self, ended=without(self.ended, seat), unplanned=without(self.unplanned, seat))

    def seen_at(self, seat: str, moment: str) -> Context:
        """Note that the seat's player did something at that moment which everybody may know of."""
        return replace(self, seen={**self.seen, seat: moment})

    def can_take_back(self, seat: str) -> bool:
        """Return whether the seat has a choice that it can take back: a private one even if others have answered
        since."""
        if self.round is not None:
            stands = seat in self.round.late or seat in self.round.final
            return not stands and any(each == seat for each, _ in self.round.answers)
        return bool(self.undo) and self.undo_seat == seat

    def last_choice(self, seat: str) -> tuple[int, tuple[str, ...]]:
        """Return what tells the choice that the seat can take back from its others: after how many moves it was made,
        and its tokens."""
        if self.round is not None:
            return self.round.ply, tuple(token for each, token in self.round.answers if each == seat)
        last = self.undo[-1]
        return last.ply, (last.token, *last.answers)

    def rested(self) -> Context:
        """Note that the game goes on after a rest: a choice made before it, if taken back, is asked for as if anew."""
        undo = tuple(each._replace(asked=Asked()) for each in self.undo)
        return replace(self, undo=undo, round=self.round and self.round._replace(asked={}))

    def withdrawn(self, seat: str) -> Context:
        """Remove the seat's private answers, so that those of others are earlier moves. Nobody else's log tells of
        it."""
        if self.round is None:
            return self
        start, answers = self.round.ply, self.round.answers

        def now(ply: int) -> int:
            return ply - sum(each == seat for each, _ in answers[: max(ply - start, 0)])

        log = tuple(
            each._replace(ply=now(each.ply))
            for each in self.log
            if each.ply <= start or each.event.to is None or seat not in each.event.to
        )
        guided = {
            name: tuple(each._replace(ply=now(each.ply)) for each in known if each.ply <= start or name != seat)
            for name, known in self.guided.items()
        }
        left = tuple(each for each in answers if each[0] != seat)
        return replace(self, log=log, guided=guided, round=self.round._replace(answers=left))

    def passing(self, seat: str, wish: Ahead | None) -> Context:
        """Let the seat pass this ahead from now on (None: nothing); an undo will not bring an earlier wish back."""
        undo = tuple(each._replace(ended=without(each.ended, seat)) for each in self.undo)
        ahead = {**without(self.ahead, seat), **({seat: wish} if wish is not None else {})}
        return replace(self, ahead=ahead, undo=undo, ended=without(self.ended, seat))

    def plan(self, seat: str) -> Plan:
        """Return what the seat has planned; () if nothing."""
        return self.plans.get(seat, ())

    def planning(self, seat: str, plan: Plan) -> Context:
        """Let the seat have this plan from now on; an undo will not bring an earlier plan back."""
        undo = tuple(each._replace(plans=without(each.plans, seat)) for each in self.undo)
        plans = {**without(self.plans, seat), **({seat: plan} if plan else {})}
        return replace(self, plans=plans, undo=undo, unplanned=without(self.unplanned, seat))

    def followed(self, seat: str, token: str) -> Context:
        """Note that the seat has answered a question that plans are about: the plan goes on with its next step if the
        answer was planned, else it is dropped."""
        if seat not in self.plans:
            return self
        step, *rest = self.plans[seat] or ((),)
        kept = tuple(rest) if any(wish.token == token for wish in step) else ()
        return replace(self, plans={**without(self.plans, seat), **({seat: kept} if kept else {})})

    def attacked(self, hits: Mapping[str, tuple[str, str]]) -> Context:
        """End what the seats in `hits` had set down in advance, so that they decide again themselves. `hits`: by seat,
        the attacker's seat and token."""
        if not hits:
            return self
        ended = {seat: hit for seat, hit in hits.items() if self.is_ended_by_attack(seat)}
        unplanned = {seat: hit for seat, hit in hits.items() if seat in self.plans}
        return replace(
            self,
            ahead=without(self.ahead, *ended),
            ended={**self.ended, **ended},
            plans=without(self.plans, *hits),
            unplanned={**self.unplanned, **unplanned},
        )

    def unplanned_by(self, seat: str, others: Iterable[str]) -> Context:
        """Note that the seat has gone back to before these other seats made their plans, which ends those."""
        return replace(self, unplanned={**self.unplanned, **dict.fromkeys(others, (seat, ""))})

    def is_ended_by_attack(self, seat: str) -> bool:
        """Return whether an attack on the seat would end what it passes ahead."""
        return seat in self.ahead and not self.ahead[seat].depends

    def answered_after(self, seat: str, seconds: float) -> Context:
        """Note how many seconds the seat's player took to answer."""
        known = (*self.answers.get(seat, ()), round(seconds, 1))
        return replace(self, answers={**self.answers, seat: known[-_ANSWERS:]})

    def answered(self, seat: str, question: Answered) -> Context:
        """Note that the seat has answered this question; kept only for players who are guided."""
        if seat not in self.guided:
            return self
        return replace(self, guided={**self.guided, seat: (*self.guided[seat], question)})

    def guiding(self, seat: str) -> Context:
        """With a guide for this seat, which begins with what is asked now."""
        return replace(self, guided={**self.guided, seat: ()})

    def unguided(self, seat: str) -> Context:
        """Stop guiding this seat."""
        return replace(self, guided=without(self.guided, seat))

    def back(self, ply: int) -> Context:
        """Return to the `ply` of an entry of `undo`: forget what happened after it, except for what the table itself
        did, and restore passes and plans that were ended since."""
        gone = [each for each in self.log if each.ply > ply]
        count = self.count - len(gone)
        acted = {seat: min(number, count) for seat, number in self.acted.items()}
        kept = (each for each in gone if of_table(each.event))
        own = [each._replace(number=count + n, ply=ply) for n, each in enumerate(kept, 1)]
        log, count = (*(each for each in self.log if each.ply <= ply), *own), count + len(own)
        undo = tuple(each for each in self.undo if each.ply < ply)
        began = next((each.began for each in self.undo if each.ply == ply), self.began)
        guided = {seat: tuple(each for each in known if each.ply <= ply) for seat, known in self.guided.items()}
        again = {seat: until for each in self.undo if each.ply >= ply for seat, until in each.ended.items()}
        plans = {seat: plan for each in self.undo if each.ply >= ply for seat, plan in each.plans.items()}
        return replace(
            self,
            plans={**plans, **self.plans},
            unplanned=without(self.unplanned, *plans),
            ahead={**again, **self.ahead},
            ended=without(self.ended, *again),
            log=log,
            count=count,
            began=began,
            acted=acted,
            undo=undo,
            guided=guided,
            undone=self.undone + 1,
        )

    def gone_back(self, seat: str, ply: int, hands: int = 0) -> Context:
        """Log, after `back`, that the seat has taken a choice back.

        It becomes one entry with what the seat took back just before, if nothing else was logged since and no seat has
        changed hands. `hands`: the number of handovers so far.
        """
        log, choices = list(self.log), 1
        while log and log[-1].ply >= ply and _is_back(log[-1].event, seat, hands):
            choices += log.pop().event.data["choices"]
        return replace(self, log=tuple(log)).with_events([taken_back(seat, choices, hands)], ply, hands=hands)

    @property
    def last_taken_back(self) -> Happened | None:
        """The event that somebody has taken choices back, if nothing has happened since; else None."""
        last = self.log[-1] if self.log else None
        return last if last is not None and last.event.kind == TAKEN_BACK else None

    def since_acting(self, seat: str | None) -> list[Happened]:
        """Return what the seat (None: an onlooker) may know of what happened since it last acted, its own move
        included."""
        start = self.acted.get(seat, 0) if seat else 0
        known = [each for each in self.log if each.event.visible_to(seat)][-LOG:]
        return [each for each in known if each.number > start]

    def of_last(self, seat: str) -> list[Happened]:
        """Return, of the events since the seat last acted, those of its own last move."""
        start = self.acted.get(seat)
        return [] if start is None else _of_one(seat, (each for each in self.log if each.number > start))

    def of_undo(self, seat: str) -> list[Happened]:
        """Return what the seat may know of the choice that it would take back next, which after an undo is an earlier
        one."""
        if self.round is not None or not self.undo:
            return self.of_last(seat)
        return _of_one(seat, (each for each in self.log if each.ply > self.undo[-1].ply))

    def of_turn(self) -> list[Happened]:
        """Return what everybody may know of this turn; of the previous turn as long as that is nothing."""
        known = [each for each in self.log if each.event.visible_to(None)]
        earlier, began = self.began
        since = began if any(each.number > began for each in known) else earlier
        return [each for each in known if each.number > since]


def _of_one(seat: str, happened: Iterable[Happened]) -> list[Happened]:
    """Return what the seat may know of the first move among these events; [] if that was another seat's move."""
    known = [each for each in happened if not of_table(each.event)]
    if not known or known[0].event.seat != seat:
        return []
    return [each for each in known if each.ply == known[0].ply and each.event.visible_to(seat)]


def _is_back(event: Event, seat: str, hands: int) -> bool:
    """Return whether this event says that the seat took something back after `hands` handovers (former versions did not
    store that number)."""
    return event.kind == TAKEN_BACK and (event.data["seat"], event.data.get("hands", 0)) == (seat, hands)


def without(seats: Mapping[K, T], *names: K) -> dict[K, T]:
    """Return the mapping without these keys."""
    return {seat: value for seat, value in seats.items() if seat not in names}
