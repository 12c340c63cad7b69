"""The guide of a first game: which lesson fits a question, and its text, filled from what the person sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from game.adepts.rules.forecast import paid
from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES
from game.adepts.rules.placement import LARGEST, SMALLEST
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import PASS
from game.adepts.words.facts import Facts
from game.adepts.words.gems import amounts, gem, listed, many, mine, spell_name
from game.core.decisions import Decision
from game.core.faces import PastQuestion
from game.core.toml import load

MANY = 3
"""Mines, or ways to form groups, that are named in one sentence at most."""
_FIELDS = re.compile(r"\{(\w+)\}")


def asked(turn: int, phase: str, decision: Decision) -> PastQuestion:
    """Return a question as lessons know it. If two spells may be kept in research, its source is the sapphire adept's
    card."""
    widened = decision.kind == "research" and any("+" in token for token in decision.tokens)
    return PastQuestion(turn, phase, decision.kind, decision.source or ("sapphire" if widened else ""))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson and the questions that it fits; empty conditions always hold.

    `after`: the number of fitting questions before the one at which it is given. `closing`: it says that the guide
    falls silent from there on; it is given in its turn or, if the person is asked nothing then, later.
    """

    text: str
    after: int = 0
    turn: int = 0
    kind: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    phase: tuple[str, ...] = ()
    closing: bool = False

    def is_about(self, question: PastQuestion) -> bool:
        """Whether a question fits, whatever came before it."""
        source = question.source
        return (
            (self.turn in (0, question.turn) or (self.closing and question.turn > self.turn))
            and (not self.kind or question.kind in self.kind)
            and (not self.source or source in self.source or (source in SPELLS and "spell" in self.source))
            and (not self.phase or question.phase in self.phase)
        )

    def fits(self, question: PastQuestion, before: Sequence[PastQuestion]) -> bool:
        """Whether it is given at a question, after those `before`."""
        return self.is_about(question) and sum(map(self.is_about, before)) == self.after


def welcome() -> str:
    """What the game is about."""
    return str(load(__package__, "lessons")["welcome"]).strip()


@lru_cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, in the order in which they are given."""
    rows = load(__package__, "lessons")["lesson"]
    return tuple(Lesson(**{key: _value(key, value) for key, value in row.items()}) for row in rows)


def _value(key: str, value: Any) -> Any:
    """Return a value as `Lesson` takes it: a condition may be one word or several, and a text has one paragraph a
    line."""
    if key == "text":
        return str(value).strip()
    return tuple([value] if isinstance(value, str) else value) if key in ("kind", "source", "phase") else value


def guidance(decision: Decision, facts: Facts, before: Sequence[PastQuestion]) -> list[str]:
    """Return the lessons above this question for somebody who has answered those `before`; mostly none."""
    now = asked(facts.turn, facts.phase, decision)
    return [_filled(lesson.text, decision, facts) for lesson in lessons() if lesson.fits(now, before)]


def closed(before: Sequence[PastQuestion]) -> bool:
    """Whether the closing lesson was given at one of these questions."""
    return any(sum(map(lesson.is_about, before)) > lesson.after for lesson in lessons() if lesson.closing)


def _filled(text: str, decision: Decision, facts: Facts) -> str:
    lines = _FIELDS.sub(lambda field: _FILLS[field[1]](decision, facts), text).splitlines()
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def _richest(decision: Decision, facts: Facts) -> str:
    """Name the mines where most gems will be left when all groups there have dug."""
    left = {name: facts.stock(name) - sum(facts.dug(name)) for name in _open_mines(decision)}
    most = max(left.values())
    names = [name for name, count in left.items() if count == most]
    have, each = ("have", " each") if len(names) > 1 else ("has", "")
    return f"{listed(map(mine, names))} {have} most left ({many(most, 'gem')}{each})."


def _open_mines(decision: Decision) -> list[str]:
    open_ones = {token.partition(".")[0] for token in decision.tokens}
    return [name for name in GEM_NAMES if name in open_ones]


def _miners(decision: Decision, _facts: Facts) -> str:
    return many(int(decision.data["miners"]), "miner")


def _splits(decision: Decision, _facts: Facts) -> str:
    """Say how all miners can be sent out: every way or, where there are many, those with the fewest groups."""
    ways = _groups(int(decision.data["miners"]), LARGEST)
    fewest = min(map(len, ways), default=0)
    if fewest == 1:
        return "one group takes them all"
    told = ways if len(ways) <= MANY else [way for way in ways if len(way) == fewest]
    among = "" if told == ways else ", for instance,"
    return f"{listed((' + '.join(map(str, way)) for way in told), last='or')}{among} leaves nobody out"


def _groups(miners: int, largest: int) -> list[tuple[int, ...]]:
    """Return all ways to divide so many miners into groups, the larger groups first."""
    if miners == 0:
        return [()]
    sizes = range(min(miners, largest), SMALLEST - 1, -1)
    return [(size, *rest) for size in sizes for rest in _groups(miners - size, size)]


def _digging(_decision: Decision, facts: Facts) -> str:
    """Say what one's own groups will dig as things stand."""
    return amounts({name: facts.digs(name) for name in GEM_NAMES})


def _held(_decision: Decision, facts: Facts) -> str:
    phases = sorted({SPELLS[card].phase for card in facts.hand()})
    if not phases:
        return ""
    return f"You hold spells of phase{'s' if len(phases) > 1 else ''} {listed(phases)}."


def _castable(decision: Decision, _facts: Facts) -> str:
    cards = [spell_name(token) for token in decision.tokens if token != PASS]
    if not cards:
        return "You hold no spell that you could cast now; you are asked all the same, so nobody learns what you hold."
    return f"You could cast {listed(cards, last='or')}."


def _titles(_decision: Decision, facts: Facts) -> str:
    held = facts.titles(facts.me)
    if not held:
        return ""
    return f"You are adept of {listed(map(gem, held))}: `/rules adept` tells what that gives."


def _scarce(_decision: Decision, facts: Facts) -> str:
    """Name those of the mines where somebody digs in which the fewest gems will be left after that."""
    digging = {name: sum(facts.dug(name)) for name in GEM_NAMES}
    left = {name: facts.stock(name) - count for name, count in digging.items() if count}
    least = min(left.values(), default=0)
    names = [name for name, count in left.items() if count == least]
    if not 0 < len(names) <= MANY:
        return ""
    after = f"have {many(least, 'gem')} left" if least else "be empty"
    return f"As things stand, {listed(map(mine, names))} will {after} after this turn."


def _due(_decision: Decision, facts: Facts) -> str:
    """Say what one is about to process, and what it pays."""
    gems = facts.processed()
    if not gems:
        return "You have no gem in stage 3 yet."
    mana = paid(facts, facts.me)
    return f"You have {amounts(gems)} in stage 3: that is {mana} mana in phase V, unless you spend it before."


def _earned(_decision: Decision, facts: Facts) -> str:
    """Say how much mana one has, and the levels of one's batteries."""
    levels = [f"{gem(name)} {level}" for name in GEM_NAMES if (level := facts.battery(name))]
    return f"You have {facts.mana()} mana" + (f", and your batteries are at {listed(levels)}" if levels else "")


_FILLS: Mapping[str, Callable[[Decision, Facts], str]] = {
    "richest": _richest,
    "miners": _miners,
    "splits": _splits,
    "digging": _digging,
    "held": _held,
    "castable": _castable,
    "titles": _titles,
    "scarce": _scarce,
    "due": _due,
    "earned": _earned,
    "worth": lambda _decision, _facts: " ".join(map(str, BATTERY_MANA)),
}
