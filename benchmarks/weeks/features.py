"""Which of the bot's features for games over days people use, and how: all of them, or none."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from agents import Policy
from benchmarks.weeks import habits
from benchmarks.weeks.habits import Habits
from benchmarks.weeks.world import World
from bot.tables import Table
from bot.tables.planning.planned import STEPS, WISHES, outlook
from bot.tables.waiting.hours import QUIET, ZONE
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.core.decisions import PASS, Decision
from game.core.protocol import View
from game.core.words import ATTACK, NOTHING, PHASE
from playground import Person

_PLACES = {0: "Africa/Abidjan", 1: "Africa/Lagos", -6: "America/Costa_Rica"}
"""A place for each time zone in which people live, without daylight saving time."""
_NIGHT = f"{habits.IN_BED}-{habits.UP}"
_PHASES = ("I", "II", "III", "V")
"""The phases in which spells are cast, five numbers each."""
_COMING = {"I": _PHASES[:3], "II": _PHASES[1:3], "III": ("V", "I"), "IV": ("V", "I"), "V": ("V", "I")}
"""By phase, the casting phases until the next visit that is certain to come: to research, or to assign."""


class Visitor(Protocol):
    """What must be known of somebody who uses the features."""

    world: World
    person: Person
    habits: Habits
    policy: Policy
    rng: Random

    def look(self) -> Awaitable[Table]: ...


@dataclass(frozen=True)
class Features:
    """A choice of features. `pace` is the table's; `helps`: people pass ahead and plan ahead."""

    name: str
    pace: str
    helps: bool

    async def prepare(self, visitor: Visitor) -> None:
        """Make the settings of somebody before the first game: words only; and with `helps`, calls by direct message
        but never at night, and passing automatically where nothing else is possible."""
        chosen = {"pictures": "words"}
        if self.helps:
            chosen |= {"turn": "dm", "ahead": NOTHING, ZONE: _PLACES[visitor.habits.hours], QUIET: _NIGHT}
        for name, value in chosen.items():
            await visitor.world.bot.tables.people.set(visitor.person.id, name, value)

    async def plan(self, visitor: Visitor) -> bool:
        """Plan the next groups that the player would choose as things stand, each with alternatives that would bring as
        much; plan anew if the old plan would not hold. Return whether anything was planned.

        The plan is stored as the panel's buttons would, without the many presses.
        """
        table, plans = await visitor.look(), visitor.world.bot.tables.plans
        seat, planning = table.seat_of(visitor.person.id), table.kit.planning
        if not self.helps or planning is None:
            return False
        view, taken = table.playing.view(seat.seat), list[str]()
        if plan := table.context.plans.get(seat.seat):
            steps, _ = outlook(table.kit, view, seat.seat, plan)
            if all(step.choice for step in steps):
                return False
            await plans.drop(table.id, visitor.person.id, last=False)
        while len(taken) < STEPS and (asked := planning.then(view, seat.seat, taken)) is not None:
            decision, then = asked
            first = visitor.policy(then, decision, visitor.rng)
            worth = planning.brings(decision, then, first)
            as_good = [
                each
                for each in decision.tokens
                if _miners(each) == _miners(first) and planning.brings(decision, then, each) >= worth and each != first
            ]
            choices = [first, *visitor.rng.sample(as_good, min(WISHES - 1, len(as_good)))]
            for token in choices:
                step = len(taken) + 1 if token != first else None
                await plans.add(table.id, visitor.person.id, token, step=step)
            taken.append(choices[0])
        return bool(taken)

    async def pass_ahead(self, visitor: Visitor) -> None:
        """Pass ahead until one's next visit, if there is no spell in hand for it: until one is attacked, or only in
        this phase."""
        table = await visitor.look()
        seat = table.seat_of(visitor.person.id)
        if not self.helps:
            return
        view, phase = table.playing.view(seat.seat), str(table.public["phase"])
        held = {SPELLS[spell].phase for spell in _meant(visitor, view, seat.seat)}
        kind = ATTACK if held.isdisjoint(_COMING[phase]) else PHASE if phase not in held else NOTHING
        wish = table.context.ahead.get(seat.seat)
        if (wish is None or wish.kind != kind) and kind in table.kit.passable(view, seat.seat):
            await visitor.world.bot.tables.moves.pass_ahead(table.id, visitor.person.id, kind)


ALL = {
    "off": Features("off", "none", False),
    "on": Features("on", "12h", True),
    "day": Features("on, a day", "day", True),
    "three-days": Features("on, 3 days", "three-days", True),
}


def _miners(token: str) -> str:
    """Return how many miners a group has."""
    return token.rpartition("x")[2]


def _meant(visitor: Visitor, view: View, seat: str) -> list[str]:
    """Return the spells in hand that one means to cast: those that can be paid and that the player would cast now, and
    those that gems mined by then may pay."""
    means, found = ViewReader(view).players[seat], list[str]()
    digs = view["phase"] in ("I", "II")
    for spell in view["players"][seat]["hand"]:
        if means.missing(spell):
            found += [spell] if digs and SPELLS[spell].phase == "III" else []
        elif _would_cast(visitor, view, seat, spell):
            found.append(spell)
    return found


def _would_cast(visitor: Visitor, view: View, seat: str, spell: str) -> bool:
    try:
        return visitor.policy(view, Decision(seat, "cast", (spell, PASS), "", {}, ""), visitor.rng) != PASS
    except ValueError:
        return True  # it has no target yet
