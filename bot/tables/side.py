"""What a running game keeps beside its state, stored in the same transaction.

The log, what can be undone, who passes ahead, since when each is waited for, and what guided players have answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from game.core.decisions import Event

_LOG = 150
"""Events kept for "what happened since you last acted"."""
_UNDO = 12
"""Choices in a row that can be taken back."""


class Happened(NamedTuple):
    """An event with its number in this game, counted from 1, and the moves that stood after it."""

    number: int
    ply: int
    event: Event


class Earlier(NamedTuple):
    """The game before a choice that can be taken back; the state holds secrets."""

    ply: int
    state: Mapping[str, Any]


class Answered(NamedTuple):
    """A question that a guided player has answered, and the moves that stood after it."""

    ply: int
    turn: int
    phase: str
    kind: str
    source: str


@dataclass(frozen=True, slots=True)
class Side:
    """Never altered; each step makes a new one.

    log: the last events, oldest first. count: events so far. acted: the count before each seat's last move.
    undo: the games before the last choices of `undo_seat`, oldest first. ahead: seats that pass casting steps, with
    the turn after which that ends (0: never by itself). since: when each publicly pending seat was asked, ISO 8601.
    guided: what seats have answered that are guided through their first game.
    """

    log: tuple[Happened, ...] = field(default=(), repr=False)
    count: int = 0
    acted: Mapping[str, int] = field(default_factory=dict)
    undo_seat: str = ""
    undo: tuple[Earlier, ...] = field(default=(), repr=False)
    ahead: Mapping[str, int] = field(default_factory=dict, repr=False)
    since: Mapping[str, str] = field(default_factory=dict)
    guided: Mapping[str, tuple[Answered, ...]] = field(default_factory=dict)

    def told(self, events: Sequence[Event], ply: int, seat: str = "") -> Side:
        """With these events added; `seat` has acted."""
        new = tuple(Happened(self.count + i, ply, event) for i, event in enumerate(events, 1))
        acted = {**self.acted, seat: self.count} if seat else self.acted
        return replace(self, log=(self.log + new)[-_LOG:], count=self.count + len(events), acted=acted)

    def undoable(self, seat: str, before: Earlier | None) -> Side:
        """After a move of this seat from `before`; None: it cannot be taken back, nor can what was before it."""
        if before is None:
            return replace(self, undo_seat="", undo=())
        earlier = self.undo if self.undo_seat == seat else ()
        return replace(self, undo_seat=seat, undo=(*earlier, before)[-_UNDO:])

    def answered(self, seat: str, question: Answered) -> Side:
        """The seat has answered this; it is kept only of those who are guided."""
        if seat not in self.guided:
            return self
        return replace(self, guided={**self.guided, seat: (*self.guided[seat], question)})

    def unguided(self, seat: str) -> Side:
        """Without a guide for this seat."""
        return replace(self, guided={each: known for each, known in self.guided.items() if each != seat})

    def back(self, ply: int) -> Side:
        """With what happened after that ply forgotten."""
        log = tuple(each for each in self.log if each.ply <= ply)
        count = self.count - (len(self.log) - len(log))
        acted = {seat: min(number, count) for seat, number in self.acted.items()}
        undo = tuple(each for each in self.undo if each.ply < ply)
        guided = {seat: tuple(each for each in known if each.ply <= ply) for seat, known in self.guided.items()}
        return replace(
            self,
            log=log,
            count=count,
            acted=acted,
            undo=undo,
            undo_seat=self.undo_seat if undo else "",
            guided=guided,
        )

    def events_since(self, seat: str | None) -> list[Event]:
        """What the seat (None: an onlooker) may know of what happened since it last acted, its own move included."""
        start = self.acted.get(seat, 0) if seat else 0
        return [each.event for each in self.log if each.number > start and each.event.visible_to(seat)]

    def to_dict(self) -> dict[str, Any]:
        return {
            "log": [[each.number, each.ply, *each.event] for each in self.log],
            "count": self.count,
            "acted": dict(self.acted),
            "undo_seat": self.undo_seat,
            "undo": [list(each) for each in self.undo],
            "ahead": dict(self.ahead),
            "since": dict(self.since),
            "guided": {seat: [list(each) for each in known] for seat, known in self.guided.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Side:
        return cls(
            log=tuple(
                Happened(number, ply, Event(kind, seat, about, tuple(to) if to is not None else None))
                for number, ply, kind, seat, about, to in data.get("log", ())
            ),
            count=data.get("count", 0),
            acted=data.get("acted", {}),
            undo_seat=data.get("undo_seat", ""),
            undo=tuple(Earlier(*each) for each in data.get("undo", ())),
            ahead=data.get("ahead", {}),
            since=data.get("since", {}),
            guided={seat: tuple(Answered(*each) for each in known) for seat, known in data.get("guided", {}).items()},
        )
