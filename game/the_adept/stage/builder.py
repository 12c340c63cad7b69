"""A pool that is put together: what somebody's notes say of it, as it can be now.

Notes name what was picked by keys. What is there no more is left out, so the last pool can always be gone on with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from game.core.errors import Refused
from game.core.stage import Act
from game.the_adept.rules.building import build
from game.the_adept.rules.dice import Die, pool_of, written
from game.the_adept.rules.odds import chances
from game.the_adept.rules.traits import AETHERS, MANA
from game.the_adept.stage.ingredients import (
    ANY,
    NOBODY,
    OWN,
    SETS,
    Ingredient,
    Opposition,
    awaited,
    ingredients,
    latest,
    oppositions,
    rollers,
)
from game.the_adept.stage.order import challenge_of, out_of_turn
from game.the_adept.stage.room import Seen, is_master
from game.the_adept.tale.aims import aimed
from game.the_adept.tale.contests import CHARACTER, GMC

NOTES = "pool"
"""Where in the notes a pool stands."""
_BETWEEN = re.compile(r"[+,&;/]|\b(?:and|with|my|the|roll|using)\b")
"""What people write between the names of traits."""
_BESIDE = re.compile(r"\s*(?:\bd\d+\b.*|\(.*)$")
"""What a label has beside the name of the trait."""
_TARGET = ("against", "before")
"""What it says there of the target: what was chosen, and what was rolled against last."""


class Builder:
    """A pool in the making; what changes it gives the notes that it is kept in."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._notes: Mapping[str, Any] = seen.notes.get(NOTES, {})
        there = rollers(seen)
        self.roller = str(self._notes.get("for", ""))
        if self.roller not in there:
            if self.roller == NOBODY:  # dice of who had no character
                self._notes = {}
            elif self.roller:  # it is there no more, and what it was rolled against goes with it
                self._notes = {key: each for key, each in self._notes.items() if key not in _TARGET}
            plays = [name for name, each in seen.tale.state.characters.items() if each.owner == seen.who]
            self.roller = f"{CHARACTER}/{plays[0]}" if plays else next(iter(there))
        self.secret = bool(self._notes.get("secret")) and is_master(seen)

    # --- what there is

    @property
    def name(self) -> str:
        """Whose traits they are; "" for nobody's."""
        return self.roller.partition("/")[2]

    @property
    def kind(self) -> str:
        return self.roller.partition("/")[0]

    @cached_property
    def oppositions(self) -> dict[str, Opposition]:
        return oppositions(self.seen, self.roller, self.secret)

    @cached_property
    def against(self) -> Opposition | None:
        """What is rolled against: as was said; else what waits for whoever rolls, or is against them as before, or the
        roll that lies there for that."""
        key = self._notes.get("against")
        if key is None:
            key = self._meant()
        kind, _, name = key.partition("/")
        if kind == "number":
            return Opposition(key, name, total=int(name))
        if kind == "dice":
            return Opposition(key, f"Their {name}", name)
        return self.oppositions.get(key)

    def _meant(self) -> str:
        """What is most likely meant, while nothing was said; "" for nothing."""
        if self.kind == NOBODY:
            return ""
        before = str(self._notes.get("before", ""))
        return awaited(self.seen, self.roller) or (before if before in self.oppositions else latest(self.seen))

    @property
    def gone(self) -> str:
        """What was chosen to roll against and cannot be any more, in words; "" for nothing."""
        kind, _, name = str(self._notes.get("against") or "").partition("/")
        if not kind or self.against is not None:
            return ""
        return f"Roll {name}" if kind == "roll" else name or kind.capitalize()

    @property
    def challenge(self) -> str:
        """The challenge that it is against; "" for none."""
        kind, _, name = (self.against.key if self.against else "").partition("/")
        if kind == "roll":
            return challenge_of(self.seen.tale.state, self.seen.tale.state.rolls.get(name), is_master(self.seen))
        return name if kind == "challenge" else ""

    @property
    def out_of_turn(self) -> str:
        """Why it is not the turn of who rolls; "" if it is."""
        return out_of_turn(self.seen.tale.state, self.challenge, self.name) if self.kind == CHARACTER else ""

    @cached_property
    def offered(self) -> dict[str, Ingredient]:
        return ingredients(self.seen, self.roller, self.against)

    def group(self, group: str) -> list[Ingredient]:
        """What may be picked of a group."""
        return [each for each in self.offered.values() if each.group == group]

    # --- what is picked

    def of_set(self, group: str) -> list[Ingredient]:
        """What is picked of a set: the free die, and one for 1 PP."""
        keys = self._notes.get("sets", {}).get(group, [])
        return [self.offered[key] for key in keys if key in self.offered and self.offered[key].group == group]

    @property
    def any(self) -> list[Ingredient]:
        """What is picked of all of which one may have any number."""
        found = (self.offered.get(key) for key in self._notes.get("any", []))
        return [each for each in found if each and each.group in (OWN, ANY)]

    @property
    def extra(self) -> list[str]:
        """Dice that were added one by one."""
        return [*self._notes.get("extra", [])]

    @property
    def picked(self) -> list[Ingredient]:
        return [*(each for group in SETS for each in self.of_set(group)), *self.any]

    @property
    def chosen(self) -> list[str]:
        """The keys of all that is in the pool, and the dice that were added."""
        return [*(each.key for each in self.picked), *self.extra]

    @property
    def as_before(self) -> bool:
        """Whether it is what was rolled last, and nothing of it has been changed yet."""
        return bool(self.chosen) and self.chosen == self._notes.get("rolled")

    @property
    def magic(self) -> bool:
        return self.kind == CHARACTER and bool(self.of_set("magic"))

    @property
    def paid(self) -> int:
        """PP for second dice of a set."""
        return sum(max(len(self.of_set(group)) - 1, 0) for group in SETS) if self.kind == CHARACTER else 0

    @property
    def aether(self) -> str:
        found = self._notes.get("aether", MANA)
        return found if self.magic and found in AETHERS else MANA

    @property
    def power(self) -> str:
        """How mighty the spell is, by the master; "" if that is not asked."""
        return str(self._notes.get("power", "")) if self.magic else ""

    # --- what it comes to

    def built(self) -> tuple[str, int]:
        """The pool, and what it changes PP by. Raises Refused."""
        if self.kind == CHARACTER:
            sheet = self.seen.tale.state.characters[self.name].sheet
            made = build(sheet, self._picks(), self.paid, self.power or None, self.aether)
            return made["pool"], made["pp"]
        return written(pool_of(" ".join([*(each.dice for each in self.picked), *self.extra]))), 0

    def act(self) -> Act:
        """The roll, as it is done at the table."""
        given: dict[str, Any] = {
            "secret": self.secret,
            "against": self.against.aim if self.against else "",
            "advised": True,
            **self._told(),
        }
        if self.kind == CHARACTER:
            given |= {"character": self.name, "picks": self._picks(), "paid": self.paid, "aether": self.aether}
            given |= {"power": self.power} if self.power else {}
            given |= decisive(str(given["against"]))
        elif self.kind == GMC:
            traits = [each.pick for each in self.picked if not each.pick.startswith("+")]
            more = [*(each.dice for each in self.picked if each.pick.startswith("+")), *self.extra]
            given |= {"gmc": self.name, "picks": traits, "pool": written(pool_of(" ".join(more))) if more else ""}
        else:
            given |= {"pool": self.built()[0]}
        return Act("roll", given)

    def _told(self) -> dict[str, str]:
        """What is rolled, in words, and at what it is aimed."""
        told = dict[str, str]()
        if self.kind != GMC:  # whose traits are masters' own
            might = [f"a spell of power {self.power}"] if self.power else []
            told["what"] = ", ".join([" + ".join([*map(self._label, self.picked), *self.extra]), *might, *self._late()])
        return told | self.aimed

    def _late(self) -> list[str]:
        """What all are told who see that it is out of turn."""
        at = self.seen.tale.state.challenges.get(self.challenge)
        return ["out of turn"] if self.out_of_turn and at and (self.secret or not at.hidden) else []

    @property
    def aimed(self) -> dict[str, str]:
        """At what it is aimed that has yet to roll, where others may know that."""
        aim = self.against.key if self.against and not self.against.aim else ""
        return {"aim": aim} if aim and aimed(self.seen.tale.state, aim, self.secret) else {}

    @property
    def theirs(self) -> str:
        """What rolls against it, in words, where those may know who see that roll; else "": its dice stand alone."""
        aim = aimed(self.seen.tale.state, self.against.key, self.secret) if self.against and self.against.pool else None
        return aim.name if aim and self.against and aim.pool == self.against.pool else ""

    def _label(self, each: Ingredient) -> str:
        """What is picked, for all who see the roll: its dice alone where they do not know of it."""
        if self.secret:
            return each.label
        state, (kind, _, key) = self.seen.tale.state, each.key.partition("/")
        if kind == "pool":
            aim = aimed(state, key)
            return each.label if aim and aim.pool == each.dice else each.dice
        return each.dice if kind == "harm" and not self._known() else each.label

    def _known(self) -> bool:
        """Whether all know of what it is against."""
        state, (kind, _, name) = self.seen.tale.state, (self.against.key if self.against else "").partition("/")
        return state.gmcs[name].seen if kind == GMC else kind != "boss" or aimed(state, f"boss/{name}") is not None

    def _picks(self) -> list[str]:
        return [*(each.pick for each in self.picked), *(f"+{die}" for die in self.extra)]

    # --- notes

    def kept(self, **changes: Any) -> dict[str, Any]:
        """All of the person's notes with these changes of the pool."""
        return {**self.seen.notes, NOTES: {**self._notes, "for": self.roller, **changes}}

    def opened(self) -> dict[str, Any]:
        """Opened anew: what was chosen and is there no more is forgotten."""
        return self.kept(against=None) if self.gone else self.kept()

    def rolling_for(self, key: str) -> dict[str, Any]:
        """Of somebody else: what was rolled against goes, but a roll that they may answer as well."""
        if key == self.roller:
            return self.opened()
        there = oppositions(self.seen, key, self.secret) if key in rollers(self.seen) else {}
        against = self.against.key if self.against else ""
        stays = against.startswith("roll/") and against in there
        return self.kept(**{"for": key}, against=against if stays else None, before="")

    def cleared(self) -> dict[str, Any]:
        """With nothing picked: who rolls, against what, and whether in secret, stays."""
        stay = {key: self._notes[key] for key in (*_TARGET, "secret") if key in self._notes}
        return {**self.seen.notes, NOTES: {"for": self.roller, **stay}}

    def with_set(self, group: str, place: int, key: str) -> dict[str, Any]:
        """With another die of a set: the free one (0), or that for 1 PP (1); without it if there is no such."""
        now = [each.key for each in self.of_set(group)]
        now[place : place + 1] = [key] if key in self.offered else []
        sets = {**self._notes.get("sets", {}), group: [*dict.fromkeys(now)][:2]}
        return self.kept(sets=sets)

    def toggled(self, key: str) -> dict[str, Any]:
        """With one of those of which one may have any number, or without it."""
        now = [each.key for each in self.any]
        return self.kept(any=[each for each in now if each != key] if key in now else [*now, key])

    def naming(self, said: str) -> dict[str, Any] | None:
        """With the traits that these words name, in place of all that was picked; None if anything else is among them,
        or more of a set than one may have."""
        names = dict[str, list[Ingredient]]()
        for each in self.offered.values():
            names.setdefault(_BESIDE.sub("", each.label).casefold(), []).append(each)
        for pieces in (_BETWEEN.split(said.casefold()), _BETWEEN.sub(" ", said.casefold()).split()):
            wanted = [" ".join(piece.split()) for piece in pieces if piece.strip()]
            found = [names[piece][0] for piece in wanted if len(names.get(piece, ())) == 1]
            sets = {group: [each.key for each in found if each.group == group] for group in SETS}
            if wanted and len(found) == len(wanted) and max(map(len, sets.values())) <= 2:
                return self.kept(sets=sets, any=[each.key for each in found if each.group not in SETS], extra=[])
        return None

    def rolled(self) -> dict[str, Any]:
        """Once it is rolled: what it was against is another one next time, unless it is dice that stay, while nothing
        else waits. What is in it is kept."""
        stays = self.against and self.against.key.partition("/")[0] not in ("roll", "number", "dice", "attack")
        return self.kept(against=None, before=self.against.key if self.against and stays else "", rolled=self.chosen)


def typed_pool(typed: str) -> str:
    """The dice that somebody wrote. Raises Refused."""
    try:
        return written(pool_of(typed))
    except Refused as refused:
        more = "; or name traits of yours, such as wits + assess" if refused.code == "empty" else ""
        raise Refused(refused.code, f"{refused.problem}{more}") from refused


def called(label: str) -> tuple[str, ...]:
    """What people call something to roll against: "Test, hard: 2d10" is "test, hard", "hard" and "hard test"."""
    said = label.partition(":")[0].split(", ")
    return label, ", ".join(said), said[-1], " ".join(reversed(said))


def decisive(against: str) -> dict[str, bool]:
    """A character's answer to a roll ends a contest that it has lost."""
    return {"decides": True} if against.startswith("#") else {}


# --- odds in words


def odds_words(pool: str, against: Opposition | None) -> list[str]:
    """What rolling a pool brings: "beats 7: 82 %", "heroic 35 %", "hitch 36 %", "effect about d6"."""
    dice = pool_of(pool)
    if against is None or (against.total is None and not against.pool):
        return [f"hitch {percent(chances(dice, 0).hitch)}"]
    found = chances(dice, pool_of(against.pool) if against.total is None else against.total)
    level = against.pool if against.total is None else against.total
    told = [
        f"beats {level}: **{percent(found.win)}**",
        f"heroic {percent(found.heroic)}",
        f"hitch {percent(found.hitch)}",
    ]
    return [*told, f"effect about {nearest(found.mean)}"] if found.win else told


def percent(chance: Fraction) -> str:
    """A chance as people say it, halves up; only what is certain is 0 or 100 %."""
    whole = int(chance * 100 + Fraction(1, 2))
    if chance and not whole:
        return "under 1 %"
    if chance != 1 and whole == 100:
        return "over 99 %"
    return f"{whole} %"


def nearest(sides: Fraction) -> Die:
    """The die that is nearest to so many sides; of two the larger."""
    return min(reversed(Die), key=lambda die: abs(die - sides))


def words_of(picked: Iterable[Ingredient], extra: Iterable[str]) -> str:
    """What is in a pool: "Wits d12 + Assess d10"."""
    return " + ".join([*(each.label for each in picked), *extra])
