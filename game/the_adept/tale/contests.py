"""Contests, found from the rolls: rolls against one another, in turn (rules, "Contests").

Each roll names the one that it is against, so the rolls that somebody sees determine the contests that they see. A GM
character that rolls first, or that a roll is aimed at, may just be the opposition of a test: it becomes a contest once
the GM character rolls in answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.the_adept.tale.state import Roll

CHARACTER, GMC = "character", "gmc"
"""Kinds of parties, which roll and are rolled at: "character/Bel"."""

Rolls = Mapping[str, Roll]


class Contest(NamedTuple):
    """The rolls of a contest with their numbers, in order; a single one is aimed at somebody who has yet to answer."""

    rolls: tuple[tuple[str, Roll], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(id for id, _ in self.rolls)

    @property
    def last(self) -> str:
        """The number of the last roll: it is to be beaten, or has failed to beat the one before."""
        return self.rolls[-1][0]

    @property
    def open(self) -> bool:
        """Whether the contest goes on: nobody has won it, and its last roll was not laid aside, as at the end of a
        scene."""
        return all(roll.success is None for _, roll in self.rolls) and not self.rolls[-1][1].aside

    @property
    def stands(self) -> bool:
        """Whether the last roll is to be beaten now."""
        return len(self.rolls) == 1 or self.rolls[-1][1].total > self.rolls[-2][1].total

    @property
    def answers(self) -> str:
        """Who has to beat the last roll or give in, such as "character/Bel"; "" for nobody."""
        if not (self.open and self.stands):
            return ""
        return self.rolls[0][1].aim if len(self.rolls) == 1 else party(self.rolls[-2][1])

    @property
    def winner(self) -> Roll | None:
        """The roll that won the contest; None if nobody has won yet, or if that roll is not seen."""
        alone = len(self.rolls) == 1  # then it was settled against something else, unless the other side gave in
        return next((roll for _, roll in self.rolls if roll.success and (roll.conceded or not alone)), None)

    @property
    def loser(self) -> str:
        """Who lost the contest, such as "character/Bel"; "" if nobody has yet, or the loser gave in before rolling."""
        rolls = dict(self.rolls)
        return party(rolls[self.winner.opposition]) if self.winner and self.winner.opposition in rolls else ""

    def beat(self, id: str) -> Roll | None:
        """Return the roll that beat an earlier one; None for the last roll, and for the two rolls that decided the
        contest."""
        at = self.ids.index(id) + 1
        if at == len(self.rolls) or (self.winner and at == len(self.rolls) - 1):
            return None
        _, after = self.rolls[at]
        return after if after.total > self.rolls[at - 1][1].total else None


def party(roll: Roll) -> str:
    """Return for whom a roll was made; "" for nobody with a name."""
    return f"{CHARACTER}/{roll.character}" if roll.character else f"{GMC}/{roll.gmc}" if roll.gmc else ""


def contest_of(rolls: Rolls, id: str) -> Contest | None:
    """Return the contest that a roll belongs to; None if it belongs to none."""
    found = chain(rolls, id)
    first = rolls[found[0]]
    if len(found) == 1:
        aimed = not first.against and party(first) and first.aim.startswith(f"{CHARACTER}/")
        return Contest(((id, first),)) if aimed and not first.opposes else None
    if len(found) == 2 and first.opposes:
        return None
    return Contest(tuple((each, rolls[each]) for each in found))


def answerable(rolls: Rolls, id: str, by: str) -> bool:
    """Return whether `by` may roll against this roll now.

    Nobody may answer a settled roll or their own. A roll without an answer may be answered by the one it is aimed at,
    or by anybody if it is aimed at nobody. In a contest only the side whose turn it is may answer the last roll.
    """
    roll, contest = rolls[id], contest_of(rolls, id)
    if roll.success is not None or (party(roll) and party(roll) == by):
        return False
    if contest is None and roll.opposes:
        return not _person(roll.aim) or roll.aim == by
    if contest is None and len(chain(rolls, id)) == 1:
        return not roll.against and roll.aim in ("", by)
    before = chain(rolls, id)[-2:-1]
    to_answer = contest.answers if contest else party(rolls[before[0]])
    return chain(rolls, id)[-1] == id and by == to_answer != ""


def contested(rolls: Rolls, id: str, by: str) -> bool:
    """Return whether an answer of `by` to a roll that they may answer now is one of a contest; what answers the
    opposition of a test is not."""
    tests = rolls[id].opposes and len(chain(rolls, id)) == 1
    return _person(by) and party(rolls[id]) != "" and not tests


def not_for(rolls: Rolls, id: str, name: str) -> str:
    """Return why somebody of this name may not roll against this roll now."""
    contest = contest_of(rolls, id)
    turn = contest.answers.partition("/")[2] if contest else ""
    told = f": {turn} answers roll {contest.last} now" if contest and turn else ""
    return f"roll {id} is not for {name} to answer{told}"


def chain(rolls: Rolls, id: str) -> list[str]:
    """Return the numbers of the rolls made against one another that this one belongs to, in order."""
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
    """Return whether two rolls may belong to one contest, which is settled as a whole."""
    parties = {party(one), party(other)}
    return len(parties) == 2 and "" not in parties and (one.success is None) == (other.success is None)


def _person(aim: str) -> bool:
    return aim.partition("/")[0] in (CHARACTER, GMC)
