"""A pool being put together, read from somebody's notes as it can be now.

Notes name what was picked by keys. Whatever no longer exists is left out, so people can always go on with their last
pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from game.core.aids.stage import Act
from game.the_adept.rules.building import build
from game.the_adept.rules.dice import Die, pool_of, written
from game.the_adept.rules.odds import chances
from game.the_adept.rules.traits import AETHERS, MANA
from game.the_adept.stage.order import challenge_of, out_of_turn
from game.the_adept.stage.rolling.ingredients import (
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
from game.the_adept.stage.rolling.typed import has_dice, meant, names_of, unnamed
from game.the_adept.stage.room import Seen, is_master
from game.the_adept.stage.sheets.spending import callable_records
from game.the_adept.tale.aims import aimed
from game.the_adept.tale.contests import CHARACTER, GMC

NOTES = "pool"
"""Key of the pool in the notes."""
_TARGET = ("against", "before")
"""Keys of the target in a pool's notes: what was chosen now, and what the last roll was against."""


class Builder:
    """A pool in the making. Methods that change it return the person's new notes."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._notes: Mapping[str, Any] = seen.notes.get(NOTES, {})
        there = rollers(seen)
        self.roller = str(self._notes.get("for", ""))
        if self.roller not in there:
            if self.roller == NOBODY:  # these dice were picked without a character
                self._notes = {}
            elif self.roller:  # the roller no longer exists, so its target is dropped as well
                self._notes = {key: each for key, each in self._notes.items() if key not in _TARGET}
            plays = seen.tale.state.played_by(seen.who)
            self.roller = f"{CHARACTER}/{plays[0]}" if plays else next(iter(there))
        self.secret = bool(self._notes.get("secret")) and is_master(seen)

    # --- what there is

    @property
    def name(self) -> str:
        """Whose traits are rolled; "" for nobody's."""
        return self.roller.partition("/")[2]

    @property
    def kind(self) -> str:
        return self.roller.partition("/")[0]

    @cached_property
    def oppositions(self) -> dict[str, Opposition]:
        return oppositions(self.seen, self.roller, self.secret)

    @cached_property
    def against(self) -> Opposition | None:
        """What is rolled against: the choice if one was made; else what waits for the roller, or is against them as
        last time, or the last roll of the opposition on the table."""
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
        """Return the key of the most likely target while none was chosen; "" for none."""
        if self.kind == NOBODY:
            return ""
        before = str(self._notes.get("before", ""))
        return awaited(self.seen, self.roller) or (before if before in self.oppositions else latest(self.seen))

    @property
    def gone(self) -> str:
        """The chosen target if it can no longer be rolled against, in words; "" else."""
        kind, _, name = str(self._notes.get("against") or "").partition("/")
        if not kind or self.against is not None:
            return ""
        return f"Roll {name}" if kind == "roll" else name or kind.capitalize()

    @property
    def challenge(self) -> str:
        """The challenge that the roll is against; "" for none."""
        kind, _, name = (self.against.key if self.against else "").partition("/")
        if kind == "roll":
            return challenge_of(self.seen.tale.state, self.seen.tale.state.rolls.get(name), is_master(self.seen))
        return name if kind == "challenge" else ""

    @property
    def out_of_turn(self) -> str:
        """Why it is not the roller's turn; "" if it is."""
        return out_of_turn(self.seen.tale.state, self.challenge, self.name) if self.kind == CHARACTER else ""

    @cached_property
    def offered(self) -> dict[str, Ingredient]:
        return ingredients(self.seen, self.roller, self.against)

    def group(self, group: str) -> list[Ingredient]:
        """Return what may be picked from a group."""
        return [each for each in self.offered.values() if each.group == group]

    # --- what is picked

    def of_set(self, group: str) -> list[Ingredient]:
        """Return what is picked from a set: the free die, and one for 1 PP."""
        keys = self._notes.get("sets", {}).get(group, [])
        return [self.offered[key] for key in keys if key in self.offered and self.offered[key].group == group]

    @property
    def any(self) -> list[Ingredient]:
        """What is picked from the groups of which any number may be taken."""
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
        """The keys of everything in the pool, and the dice that were added."""
        return [*(each.key for each in self.picked), *self.extra]

    @property
    def as_before(self) -> bool:
        """Whether it is the last pool that was rolled, unchanged."""
        return bool(self.chosen) and self.chosen == self._notes.get("rolled")

    @property
    def magic(self) -> bool:
        return self.kind == CHARACTER and bool(self.of_set("magic"))

    @property
    def paid(self) -> int:
        """The PP for second dice of a set."""
        return sum(max(len(self.of_set(group)) - 1, 0) for group in SETS) if self.kind == CHARACTER else 0

    @property
    def aether(self) -> str:
        found = self._notes.get("aether", MANA)
        return found if self.magic and found in AETHERS else MANA

    @property
    def power(self) -> str:
        """The power of the spell, as the master says; "" if it is not asked for."""
        return str(self._notes.get("power", "")) if self.magic else ""

    # --- what it comes to

    def built(self) -> tuple[str, int]:
        """Return the pool, and the change of the roller's PP. Raises Refused."""
        if self.kind == CHARACTER:
            sheet = self.seen.tale.state.characters[self.name].sheet
            made = build(sheet, self._picks(), self.paid, self.power or None, self.aether)
            return made["pool"], made["pp"]
        return written(pool_of(" ".join([*(each.dice for each in self.picked), *self.extra]))), 0

    def act(self) -> Act:
        """Return the act that rolls the pool."""
        given: dict[str, Any] = {
            "secret": self.secret,
            "against": self.against.aim if self.against else "",
            "advised": True,
            **self._told(),
        }
        if self.kind == CHARACTER:
            given |= {"character": self.name, "picks": self._picks(), "paid": self.paid, "aether": self.aether}
            given |= {"power": self.power} if self.power else {}
            given |= decisive(self.seen, self.name, str(given["against"]))
        elif self.kind == GMC:
            traits = [each.pick for each in self.picked if not each.pick.startswith("+")]
            more = [*(each.dice for each in self.picked if each.pick.startswith("+")), *self.extra]
            given |= {"gmc": self.name, "picks": traits, "pool": written(pool_of(" ".join(more))) if more else ""}
        else:
            given |= {"pool": self.built()[0]}
        return Act("roll", given)

    def _told(self) -> dict[str, str]:
        """Return what is rolled, in words, and the target's key."""
        told = dict[str, str]()
        if self.kind != GMC:  # a GM character's traits are for masters only
            might = [f"a spell of power {self.power}"] if self.power else []
            told["what"] = ", ".join([" + ".join([*map(self._label, self.picked), *self.extra]), *might, *self._late()])
        return told | self.aimed

    def _late(self) -> list[str]:
        """Return the note that the roll is out of turn, if everybody who sees the roll may know of the challenge."""
        at = self.seen.tale.state.challenges.get(self.challenge)
        return ["out of turn"] if self.out_of_turn and at and (self.secret or not at.hidden) else []

    @property
    def aimed(self) -> dict[str, str]:
        """The target's key if the target has yet to roll, and others may know of it."""
        aim = self.against.key if self.against and not self.against.aim else ""
        return {"aim": aim} if aim and aimed(self.seen.tale.state, aim, self.secret) else {}

    @property
    def theirs(self) -> str:
        """What rolls against the pool, in words, if everybody who sees that roll may know of it; else "", and its dice
        stand alone."""
        aim = aimed(self.seen.tale.state, self.against.key, self.secret) if self.against and self.against.pool else None
        return aim.name if aim and self.against and aim.pool == self.against.pool else ""

    def _label(self, each: Ingredient) -> str:
        """Return what is picked, for everybody who sees the roll: only its dice if they do not know of it."""
        if self.secret:
            return each.label
        state, (kind, _, key) = self.seen.tale.state, each.key.partition("/")
        if kind == "pool":
            aim = aimed(state, key)
            return each.label if aim and aim.pool == each.dice else each.dice
        return each.dice if kind == "harm" and not self._known() else each.label

    def _known(self) -> bool:
        """Return whether everybody knows of the target."""
        state, (kind, _, name) = self.seen.tale.state, (self.against.key if self.against else "").partition("/")
        return state.gmcs[name].seen if kind == GMC else kind != "boss" or aimed(state, f"boss/{name}") is not None

    def _picks(self) -> list[str]:
        return [*(each.pick for each in self.picked), *(f"+{die}" for die in self.extra)]

    # --- notes

    def kept(self, **changes: Any) -> dict[str, Any]:
        """Return the person's notes with these changes of the pool."""
        return {**self.seen.notes, NOTES: {**self._notes, "for": self.roller, **changes}}

    def opened(self) -> dict[str, Any]:
        """Return the notes when the pool is opened anew: a chosen target that no longer exists is forgotten."""
        return self.kept(against=None) if self.gone else self.kept()

    def rolling_for(self, key: str) -> dict[str, Any]:
        """Return the notes when rolling for somebody else: the target is dropped, unless it is a roll that they may
        answer too."""
        if key == self.roller:
            return self.opened()
        there = oppositions(self.seen, key, self.secret) if key in rollers(self.seen) else {}
        against = self.against.key if self.against else ""
        stays = against.startswith("roll/") and against in there
        return self.kept(**{"for": key}, against=against if stays else None, before="")

    def cleared(self) -> dict[str, Any]:
        """Return the notes with nothing picked; who rolls, against what, and whether in secret, stay."""
        stay = {key: self._notes[key] for key in (*_TARGET, "secret") if key in self._notes}
        return {**self.seen.notes, NOTES: {"for": self.roller, **stay}}

    def with_set(self, group: str, place: int, key: str) -> dict[str, Any]:
        """Return the notes with another die of a set: the free one (0) or the one for 1 PP (1); an unknown key removes
        it."""
        now = [each.key for each in self.of_set(group)]
        now[place : place + 1] = [key] if key in self.offered else []
        sets = {**self._notes.get("sets", {}), group: [*dict.fromkeys(now)][:2]}
        return self.kept(sets=sets)

    def toggled(self, key: str) -> dict[str, Any]:
        """Return the notes with something of which any number may be taken picked, or no longer picked."""
        now = [each.key for each in self.any]
        return self.kept(any=[each for each in now if each != key] if key in now else [*now, key])

    def naming(self, said: str) -> dict[str, Any] | None:
        """Return the notes with the traits that these words name, replacing all picks; None if the words contain
        anything else, or too many traits of a set."""
        found = meant(said, names_of(self.offered.values()))
        sets = {group: [each.key for each in found if each.group == group] for group in SETS}
        if not found or max(map(len, sets.values())) > 2:
            return None
        return self.kept(sets=sets, any=[each.key for each in found if each.group not in SETS], extra=[])

    def for_named(self, said: str) -> Builder:
        """Return the pool of whoever has the traits that these words name: the roller, or else the only other one for
        whom the person may roll. Dice name nobody."""
        if not said or self.naming(said) or has_dice(said):
            return self
        others = (key for key in rollers(self.seen) if key != self.roller)
        theirs = [Builder(replace(self.seen, notes=self.rolling_for(key))) for key in others]
        named = [each for each in theirs if each.naming(said)]
        return named[0] if len(named) == 1 else self

    def unnamed(self, said: str) -> list[str]:
        """Return the words that are in no name of what may be picked, if others are."""
        return unnamed(said, names_of(self.offered.values()))

    def rolled(self) -> dict[str, Any]:
        """Return the notes after the roll. The picks stay; the target is kept only if it is a standing pool or
        somebody, and it is taken again only if nothing else waits."""
        stays = self.against and self.against.key.partition("/")[0] not in ("roll", "number", "dice", "attack")
        return self.kept(against=None, before=self.against.key if self.against and stays else "", rolled=self.chosen)


def called(label: str) -> tuple[str, ...]:
    """Return what people may call something to roll against: "Test, hard: 2d10" is "test, hard", "hard" and "hard
    test"."""
    said = label.partition(":")[0].split(", ")
    return label, ", ".join(said), said[-1], " ".join(reversed(said))


def decisive(seen: Seen, name: str, against: str) -> dict[str, bool]:
    """Return the argument that makes a character's answer to a roll end a contest it has lost; else nothing, as for a
    character who may still call a record for a PP."""
    may_call = next(callable_records(seen, seen.tale.state.characters[name].sheet), None)
    return {"decides": True} if against.startswith("#") and may_call is None else {}


# --- odds in words


def odds_words(pool: str, against: Opposition | None) -> list[str]:
    """Return the chances of a pool in words: "beats 7: 82 %", "heroic 35 %", "hitch 36 %", "effect about d6"; of
    an attack "safe from 2d8: 60 %", as its effect counts for nothing then; in a contest nothing of heroic."""
    dice = pool_of(pool)
    if against is None or (against.total is None and not against.pool):
        hitch = f"hitch {percent(chances(dice, 0).hitch)}"
        if against is None or not against.attack:
            return [hitch]
        return [f"safe from {against.attack}: **{percent(1 - chances(pool_of(against.attack), dice).win)}**", hitch]
    found = chances(dice, pool_of(against.pool) if against.total is None else against.total)
    level = against.pool if against.total is None else against.total
    told = [
        f"beats {level}: **{percent(found.win)}**",
        *([] if against.contest else [f"heroic {percent(found.heroic)}"]),
        f"hitch {percent(found.hitch)}",
    ]
    return [*told, f"effect about {nearest(found.mean)}"] if found.win else told


def percent(chance: Fraction) -> str:
    """Return a chance in words, rounded half up; 0 and 100 % are said only of what is certain."""
    whole = int(chance * 100 + Fraction(1, 2))
    if chance and not whole:
        return "under 1 %"
    if chance != 1 and whole == 100:
        return "over 99 %"
    return f"{whole} %"


def nearest(sides: Fraction) -> Die:
    """Return the die nearest to this number of sides, of two the larger."""
    return min(reversed(Die), key=lambda die: abs(die - sides))


def words_of(picked: Iterable[Ingredient], extra: Iterable[str]) -> str:
    """Return what is in a pool: "Wits d12 + Assess d10"."""
    return " + ".join([*(each.label for each in picked), *extra])
