"""What a running game keeps beside its state, stored in the same transaction.

The log, what can be undone, who passes ahead and who has planned what, since when each is waited for, and what guided
players have answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.tables.ahead import Ahead
from bot.tables.moments import LOG, Answered, Earlier, Happened, Round, trimmed
from bot.tables.news import TAKEN_BACK, of_table, taken_back
from bot.tables.planned import Plan
from game.core.decisions import Event

T = TypeVar("T")
K = TypeVar("K")

_UNDO = 12
"""Choices in a row that can be taken back."""
_ANSWERS = 40
"""Answers of each seat of which is kept how long they took."""


@dataclass(frozen=True, slots=True)
class Context:
    """Never altered; each step makes a new one. Moments are ISO 8601."""

    log: tuple[Happened, ...] = field(default=(), repr=False)
    """The last events, oldest first."""
    count: int = 0
    """Events so far."""
    began: tuple[int, int] = (0, 0)
    """The counts with which the last turn and this one began."""
    acted: Mapping[str, int] = field(default_factory=dict)
    """The count before each seat's last move."""
    undo: tuple[Earlier, ...] = field(default=(), repr=False)
    """The games before the last choices of `undo_seat`, oldest first; computer players may have moved between. Before
    them those of whoever chose before, who can take them back once these are."""
    round: Round | None = field(default=None, repr=False)
    """The private answers so far, while others are still asked."""
    ahead: Mapping[str, Ahead] = field(default_factory=dict, repr=False)
    """Seats that pass ahead, and what."""
    plans: Mapping[str, Plan] = field(default_factory=dict, repr=False)
    """What seats have planned to answer."""
    due: Mapping[str, str] = field(default_factory=dict, repr=False)
    """When such a seat, being asked, passes or answers so; stored as timers, not with the rest."""
    ended: Mapping[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    """Seats that are asked again because of what somebody did, with that seat and its token, until they have answered.
    """
    unplanned: Mapping[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    """Seats whose plan that ended, likewise; without a token where that seat has gone back to before it."""
    since: Mapping[str, str] = field(default_factory=dict)
    """When each publicly pending seat was asked."""
    answers: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """How long, in seconds, each person's last answers took that followed somebody else's move and were no secret."""
    guided: Mapping[str, tuple[Answered, ...]] = field(default_factory=dict)
    """What seats have answered that are guided through their first game."""
    missed: Mapping[str, int] = field(default_factory=dict)
    """How often in a row a seat's time was up."""
    undone: int = 0
    """How often somebody has gone back, for all to see."""
    seen: Mapping[str, str] = field(default_factory=dict)
    """When each person last did something here, as far as everybody may know: an automatic pass counts, since nobody
    can tell it from another."""
    hosts: Mapping[str, str] = field(default_factory=dict)
    """Seats that a computer player got from the host, each with the seat of who is host until it is taken back."""
    decided_by: Mapping[str, str | None] = field(default_factory=dict)
    """By whose word a person was replaced, by the number of the change: the player of a seat, somebody else (""), or a
    vote (None)."""

    def told(self, events: Sequence[Event], ply: int, seat: str = "", hands: int = 0) -> Context:
        """With these events added, when seats had changed hands so often; `seat` has acted."""
        new = tuple(Happened(self.count + i, ply, event, hands) for i, event in enumerate(events, 1))
        acted = {**self.acted, seat: self.count} if seat else self.acted
        return replace(self, log=trimmed((*self.log, *new)), count=self.count + len(events), acted=acted)

    def turned(self) -> Context:
        """A turn begins, after all that has happened so far."""
        return replace(self, began=(self.began[1], self.count))

    @property
    def undo_seat(self) -> str:
        """Whose choices can be taken back, where they are no secret; nobody's ("")."""
        return self.undo[-1].seat if self.undo else ""

    def undoable(self, before: Earlier, shows: bool = False) -> Context:
        """After a move from `before`, which can be taken back. What another chose just before it can be after that, but
        if it `shows` what its own player alone knew: that would be known then."""
        last = tuple(each for each in self.undo if each.seat == self.undo_seat)
        own, both = (last, self.undo) if self.undo_seat == before.seat else ((), last)
        return replace(self, undo=(*(own if shows else both), before)[-_UNDO:])

    def among(self, before: Earlier) -> Context:
        """After a computer player's move from `before`: it goes back with the choice that it came after."""
        if not self.undo or not (before.ended or before.plans):
            return self
        *others, last = self.undo
        both = last._replace(ended={**before.ended, **last.ended}, plans={**before.plans, **last.plans})
        return replace(self, undo=(*others, both))

    def final(self) -> Context:
        """Nothing that was chosen until now can be taken back."""
        return replace(self, undo=())

    def final_at(self, seat: str) -> Context:
        """Nothing that was chosen at this seat until now can be taken back."""
        last = max((place for place, each in enumerate(self.undo, 1) if each.seat == seat), default=0)
        context = replace(self, undo=self.undo[last:])
        if self.round is None or all(each != seat for each, _ in self.round.answers):
            return context
        return replace(context, round=self.round._replace(final=tuple(sorted({*self.round.final, seat}))))

    def answering(self, before: Earlier, seat: str, tokens: Sequence[str], late: bool = False) -> Context:
        """With these private answers, while others are still asked; `before`: the game as it was; `late`: its time was
        up."""
        so_far = self.round or Round(before.ply, before.state)
        known = {*so_far.late, seat} if late else so_far.late
        answers = (*so_far.answers, *((seat, token) for token in tokens))
        asked = {**so_far.asked, seat: before.asked}
        return replace(self, round=so_far._replace(answers=answers, late=tuple(sorted(known)), asked=asked))

    def is_late(self, seat: str) -> bool:
        """Whether the seat's time was up in the round that is under way."""
        return self.round is not None and seat in self.round.late

    def late(self, seat: str) -> Context:
        """The seat's time was up, once more."""
        return replace(self, missed={**self.missed, seat: self.missed.get(seat, 0) + 1})

    def present(self, seat: str) -> Context:
        """Whoever sits there has done something."""
        return replace(self, missed=without(self.missed, seat)) if seat in self.missed else self

    def decided(self, seat: str) -> Context:
        """The seat has answered what it was asked again because of somebody else's move."""
        if seat not in self.ended and seat not in self.unplanned:
            return self
        return replace(self, ended=without(self.ended, seat), unplanned=without(self.unplanned, seat))

    def seen_at(self, seat: str, moment: str) -> Context:
        """Whoever sits there has done something, and all may know."""
        return replace(self, seen={**self.seen, seat: moment})

    def can_take_back(self, seat: str) -> bool:
        """Whether the seat has a last choice to go back from: a private one whoever else has answered since."""
        if self.round is not None:
            stands = seat in self.round.late or seat in self.round.final
            return not stands and any(each == seat for each, _ in self.round.answers)
        return bool(self.undo) and self.undo_seat == seat

    def withdrawn(self, seat: str, ply: int) -> Context:
        """Without the seat's private answers; `ply` moves stand then. Nobody else's log tells of it."""
        if self.round is None:
            return self
        start = self.round.ply
        log = tuple(
            each._replace(ply=min(each.ply, ply))
            for each in self.log
            if each.ply <= start or each.event.to is None or seat not in each.event.to
        )
        guided = {
            name: tuple(each._replace(ply=min(each.ply, ply)) for each in known if each.ply <= start or name != seat)
            for name, known in self.guided.items()
        }
        answers = tuple(each for each in self.round.answers if each[0] != seat)
        return replace(self, log=log, guided=guided, round=self.round._replace(answers=answers))

    def passing(self, seat: str, wish: Ahead | None) -> Context:
        """The seat passes this ahead from now on, or (None) nothing; undo brings nothing else back."""
        undo = tuple(each._replace(ended=without(each.ended, seat)) for each in self.undo)
        ahead = {**without(self.ahead, seat), **({seat: wish} if wish is not None else {})}
        return replace(self, ahead=ahead, undo=undo, ended=without(self.ended, seat))

    def planning(self, seat: str, plan: Plan) -> Context:
        """The seat plans this from now on; undo brings no other plan back."""
        undo = tuple(each._replace(plans=without(each.plans, seat)) for each in self.undo)
        plans = {**without(self.plans, seat), **({seat: plan} if plan else {})}
        return replace(self, plans=plans, undo=undo, unplanned=without(self.unplanned, seat))

    def followed(self, seat: str, token: str) -> Context:
        """The seat has answered what plans are about: as it had planned, or it has changed its mind."""
        if seat not in self.plans:
            return self
        step, *rest = self.plans.get(seat, ()) or ((),)
        kept = tuple(rest) if any(wish.token == token for wish in step) else ()
        return replace(self, plans={**without(self.plans, seat), **({seat: kept} if kept else {})})

    def attacked(self, hits: Mapping[str, tuple[str, str]]) -> Context:
        """By these seats and tokens, those whom they hit decide again themselves."""
        if not hits:
            return self
        ended = {seat: hit for seat, hit in hits.items() if self.is_ended(seat)}
        unplanned = {seat: hit for seat, hit in hits.items() if seat in self.plans}
        return replace(
            self,
            ahead=without(self.ahead, *ended),
            ended={**self.ended, **ended},
            plans=without(self.plans, *hits),
            unplanned={**self.unplanned, **unplanned},
        )

    def unplanned_by(self, seat: str, others: Iterable[str]) -> Context:
        """The seat has gone back to before these others set their plans down, which are over with that."""
        return replace(self, unplanned={**self.unplanned, **dict.fromkeys(others, (seat, ""))})

    def is_ended(self, seat: str) -> bool:
        """Whether the seat passes ahead what an attack on it would end."""
        return seat in self.ahead and not self.ahead[seat].depends

    def answered_after(self, seat: str, seconds: float) -> Context:
        """The seat's player has taken so long to answer."""
        known = (*self.answers.get(seat, ()), round(seconds, 1))
        return replace(self, answers={**self.answers, seat: known[-_ANSWERS:]})

    def answered(self, seat: str, question: Answered) -> Context:
        """The seat has answered this; it is kept only of those who are guided."""
        if seat not in self.guided:
            return self
        return replace(self, guided={**self.guided, seat: (*self.guided[seat], question)})

    def unguided(self, seat: str) -> Context:
        """Without a guide for this seat."""
        return replace(self, guided={each: known for each, known in self.guided.items() if each != seat})

    def back(self, ply: int) -> Context:
        """With what happened after the ply of one of `undo` forgotten, but for what the table has done; whoever passed
        ahead or had a plan then does so again."""
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
        """After `back`: it is told that the seat did so, in one line with what it took back just before, if nothing
        else was told since and no seat has changed hands, which was `hands` times."""
        log, choices = list(self.log), 1
        while log and log[-1].ply >= ply and _is_back(log[-1].event, seat, hands):
            choices += log.pop().event.data["choices"]
        return replace(self, log=tuple(log)).told([taken_back(seat, choices, hands)], ply, hands=hands)

    @property
    def last_taken_back(self) -> Happened | None:
        """That somebody has taken choices back, while nothing has happened since."""
        last = self.log[-1] if self.log else None
        return last if last is not None and last.event.kind == TAKEN_BACK else None

    def since_acting(self, seat: str | None) -> list[Happened]:
        """What the seat (None: an onlooker) may know of what happened since it last acted, its own move included."""
        start = self.acted.get(seat, 0) if seat else 0
        known = [each for each in self.log if each.event.visible_to(seat)][-LOG:]
        return [each for each in known if each.number > start]

    def of_last(self, seat: str) -> list[Happened]:
        """Of these, those of its own last move."""
        start = self.acted.get(seat)
        return [] if start is None else _of_one(seat, (each for each in self.log if each.number > start))

    def of_undo(self, seat: str) -> list[Happened]:
        """What the seat may know of its choice that is taken back next: once it has gone back, an earlier one."""
        if self.round is not None or not self.undo:
            return self.of_last(seat)
        return _of_one(seat, (each for each in self.log if each.ply > self.undo[-1].ply))

    def of_turn(self) -> list[Happened]:
        """What everybody may know of this turn; as long as that is nothing, of the last one."""
        known = [each for each in self.log if each.event.visible_to(None)]
        earlier, began = self.began
        since = began if any(each.number > began for each in known) else earlier
        return [each for each in known if each.number > since]


def _of_one(seat: str, happened: Iterable[Happened]) -> list[Happened]:
    """Of what has happened, what the seat may know of the first move; nothing, if another seat made that."""
    known = [each for each in happened if not of_table(each.event)]
    if not known or known[0].event.seat != seat:
        return []
    return [each for each in known if each.ply == known[0].ply and each.event.visible_to(seat)]


def _is_back(event: Event, seat: str, hands: int) -> bool:
    """That this seat took something back, when seats had changed hands so often; former versions did not store that."""
    return event.kind == TAKEN_BACK and (event.data["seat"], event.data.get("hands", 0)) == (seat, hands)


def without(seats: Mapping[K, T], *names: K) -> dict[K, T]:
    """What is noted of all seats but these."""
    return {seat: value for seat, value in seats.items() if seat not in names}
