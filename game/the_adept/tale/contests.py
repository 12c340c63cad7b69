"""Contests as they stand: rolls against one another, in turn (rules, "Contests").

A roll names the one that it is against, so the rolls that somebody sees say what contests there are. A GM character
that rolls first, or at whom a roll is aimed, may be the opposition of a test: it is a contest once it rolls in answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.the_adept.tale.state import Roll

CHARACTER, GMC = "character", "gmc"
"""Who rolls, and at whom a roll is aimed: "character/Bel"."""

Rolls = Mapping[str, Roll]


class Contest(NamedTuple):
    """The rolls of a contest in their order, by number; or the first alone, with whom it is aimed at."""

    rolls: tuple[tuple[str, Roll], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(id for id, _ in self.rolls)

    @property
    def last(self) -> str:
        """The number of the roll that is to be beaten, or did not beat the one before."""
        return self.rolls[-1][0]

    @property
    def open(self) -> bool:
        """Whether it goes on: nobody has won it, and its last roll was not laid aside, as by the end of the scene."""
        return all(roll.success is None for _, roll in self.rolls) and not self.rolls[-1][1].aside

    @property
    def stands(self) -> bool:
        """Whether the last roll is to be beaten now."""
        return len(self.rolls) == 1 or self.rolls[-1][1].total > self.rolls[-2][1].total

    @property
    def answers(self) -> str:
        """Who is to beat it, or gives in, such as "character/Bel"; "" for nobody."""
        if not (self.open and self.stands):
            return ""
        return self.rolls[0][1].aim if len(self.rolls) == 1 else party(self.rolls[-2][1])

    @property
    def winner(self) -> Roll | None:
        """The roll that won it; None while nobody has, or if that roll is not seen."""
        alone = len(self.rolls) == 1  # and settled against something else, unless the other side gave in
        return next((roll for _, roll in self.rolls if roll.success and (roll.conceded or not alone)), None)

    @property
    def loser(self) -> str:
        """Who lost it, such as "character/Bel"; "" while nobody has, or for who gave in before a roll."""
        rolls = dict(self.rolls)
        return party(rolls[self.winner.opposition]) if self.winner and self.winner.opposition in rolls else ""

    def beat(self, id: str) -> Roll | None:
        """The roll that beat an earlier one; None for the last one, and for the two that decided it."""
        at = self.ids.index(id) + 1
        if at == len(self.rolls) or (self.winner and at == len(self.rolls) - 1):
            return None
        _, after = self.rolls[at]
        return after if after.total > self.rolls[at - 1][1].total else None


def party(roll: Roll) -> str:
    """For whom a roll was made; "" for nobody who has a name here."""
    return f"{CHARACTER}/{roll.character}" if roll.character else f"{GMC}/{roll.gmc}" if roll.gmc else ""


def contest_of(rolls: Rolls, id: str) -> Contest | None:
    """The contest that a roll is of; None for any other roll."""
    found = chain(rolls, id)
    first = rolls[found[0]]
    if len(found) == 1:
        aimed = not first.against and party(first) and first.aim.startswith(f"{CHARACTER}/")
        return Contest(((id, first),)) if aimed and not first.opposes else None
    if len(found) == 2 and first.opposes:
        return None
    return Contest(tuple((each, rolls[each]) for each in found))


def answerable(rolls: Rolls, id: str, by: str) -> bool:
    """Whether somebody may roll against that roll now: nobody's of the opposition; or another's that is to be answered
    by whoever it is, or by them."""
    roll, contest = rolls[id], contest_of(rolls, id)
    if roll.success is not None or (party(roll) and party(roll) == by):
        return False
    if contest is None and roll.opposes:
        return not _person(roll.aim) or roll.aim == by
    if contest is None and len(chain(rolls, id)) == 1:
        return not roll.against and roll.aim in ("", by)
    before = chain(rolls, id)[-2:-1]
    to_answer = contest.answers if contest else party(rolls[before[0]])
    return chain(rolls, id)[-1] == id and to_answer == by


def chain(rolls: Rolls, id: str) -> list[str]:
    """The rolls of characters that were made against one another, before that one and after it."""
    found = [id]
    while (before := _before(rolls, found[0])) and before not in found:
        found.insert(0, before)
    while (after := _after(rolls, found[-1])) and after not in found:
        found.append(after)
    return found


def _before(rolls: Rolls, id: str) -> str:
    against = rolls[id].against
    before = against.removeprefix("#")
    return before if against.startswith("#") and before in rolls and _opponents(rolls[id], rolls[before]) else ""


def _after(rolls: Rolls, id: str) -> str:
    answers = (key for key, each in rolls.items() if each.against == f"#{id}" and _opponents(each, rolls[id]))
    return next(answers, "")


def _opponents(one: Roll, other: Roll) -> bool:
    """Whether they may be of one contest, which is settled as a whole."""
    parties = {party(one), party(other)}
    return len(parties) == 2 and "" not in parties and (one.success is None) == (other.success is None)


def _person(aim: str) -> bool:
    return aim.partition("/")[0] in (CHARACTER, GMC)
