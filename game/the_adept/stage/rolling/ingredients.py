"""What a pool can be made of: traits of a sheet, assets, the opposition's harm, which is free, and masters' dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from game.core.errors import Refused, quoted
from game.core.text.parts import cut
from game.the_adept.rules.dice import NONE
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.traits import ELEMENTAL
from game.the_adept.stage.order import challenge_of
from game.the_adept.stage.room import Seen, is_master, own_characters
from game.the_adept.stage.wording import LABEL
from game.the_adept.tale.actions.gmcs import traits
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.aims import TESTS, answer
from game.the_adept.tale.contests import CHARACTER, GMC, answerable, contest_of, contested
from game.the_adept.tale.state import Roll, State

SETS = {
    "approach": "Approach",
    "move": "Move",
    "distinction": "Distinction",
    "magic": "Magic",
    "specialty": "Specialty",
    "signature": "Signature asset",
}
"""Trait sets, each of which gives one die for free."""
ANY = "any"
"""The group of everything that helps the roller; any number may be taken."""
HINDER = "Hinder d4: "
"""How the label of a distinction that hinders begins."""
OWN = "own"
"""The group of a GM character's own traits; any number may be taken too."""


class Ingredient(NamedTuple):
    """Something that can be in a pool: `key` names it on screens and in notes, `pick` in the rules; `label` includes
    its dice."""

    key: str
    group: str
    label: str
    dice: str
    pick: str


class Opposition(NamedTuple):
    """Something to roll against: the `total` of a roll on the table, or a `pool`; dice of its `harm` are free. An
    `attack` is a pool that is rolled afterwards, against this roll, which a tie does not beat. In a `contest` only the
    end tells what is heroic."""

    key: str
    label: str
    pool: str = ""
    total: int | None = None
    harm: Mapping[str, str] = {}
    attack: str = ""
    contest: bool = False

    @property
    def aim(self) -> str:
        """The argument of the action: a number, a roll, or "" for a pool."""
        kind, _, name = self.key.partition("/")
        return {"roll": f"#{name}", "number": name}.get(kind, "")


NOBODY = "nobody"


def rollers(seen: Seen) -> dict[str, str]:
    """Return for whom somebody may roll: label by key, such as "character/Iltani"."""
    mine = {f"{CHARACTER}/{name}": name for name in own_characters(seen)}
    if not is_master(seen):
        return mine or {NOBODY: "Nobody: dice alone"}
    gmcs = sorted(seen.tale.state.gmcs.items(), key=lambda each: not each[1].here)
    return {NOBODY: "Nobody: doom, free dice", **mine, **{f"{GMC}/{name}": f"GM: {name}" for name, _ in gmcs}}


def roller_named(seen: Seen, name: str) -> str:
    """Return the key of a character or GM character that somebody may roll for. Raises Refused: `unknown`."""
    there = rollers(seen)
    found = next((key for key in (f"{CHARACTER}/{name}", f"{GMC}/{name}", name) if key in there), None)
    if found is None:
        names = ", ".join(key.partition("/")[2] for key in there if key != NOBODY) or "nobody"
        raise Refused("unknown", f"you do not roll for {quoted(name)}: you play {names}")
    return found


# --- what is in it


def ingredients(seen: Seen, roller: str, against: Opposition | None) -> dict[str, Ingredient]:
    """Return everything that may be picked, by key."""
    kind, _, name = roller.partition("/")
    found = list[Ingredient]()
    state = seen.tale.state
    if kind == CHARACTER:
        found += _sheet(state.characters[name].sheet)
        found += _assets(seen, name)
    elif kind == GMC:
        found += _gmc(traits(state.gmcs[name]))
        found += _assets(seen, "")
    else:
        found += _assets(seen, "")
    found += _scene(seen)
    harm = against.harm if against else {}
    found += [_free(f"harm/{what}", f"{what} {die} of theirs", die) for what, die in harm.items()]
    if is_master(seen) and kind != CHARACTER:
        found += [_free(f"pool/{each.key}", each.label, each.pool) for each in pools(seen)]
    return {each.key: each for each in found}


def _free(key: str, label: str, dice: str) -> Ingredient:
    return Ingredient(key[:100], ANY, cut(label, 90), dice, f"+{dice}")


def _sheet(sheet: Mapping[str, Any]) -> Iterator[Ingredient]:
    for key, each in sheet.get("distinctions", {}).items():
        name, pick = cut(str(each.get("name", key)), 60), f"distinction.{key}"
        yield Ingredient(pick, "distinction", f"{name} {each['die']}", each["die"], pick)
        yield Ingredient(f"{pick}!", "distinction", f"{HINDER}{name} (+1 PP)", "d4", f"{pick}!")
    for group, part in (("approach", "approaches"), ("move", "moves"), ("specialty", "specialties")):
        for key, die in sheet.get(part, {}).items():
            yield _trait(group, key, key.capitalize() if group != "specialty" else key, die)
    for method, bought in sheet.get("magic", {}).items():
        for effect, die in bought.get("effects", {}).items():
            label = f"{effect.removeprefix(ELEMENTAL).capitalize()} {die} ({method})"
            yield Ingredient(f"magic.{method}.{effect}"[:100], "magic", cut(label, 90), die, f"magic.{method}.{effect}")
    for key, item in sheet.get("signature", {}).items():
        yield _trait("signature", key, key, die_in(item))


def _trait(group: str, key: str, name: str, die: str) -> Ingredient:
    pick = f"{group}.{key}"
    return Ingredient(pick[:100], group, f"{cut(name, 80)} {die}", die, pick)


def _gmc(rated: Mapping[str, str]) -> Iterator[Ingredient]:
    """Yield a GM character's traits: those of a sheet in sets, others in any number."""
    for pick, die in rated.items():
        group, _, name = pick.partition(".")
        ours = group if group in SETS and name else OWN
        label = name.rpartition(".")[2].removeprefix(ELEMENTAL).capitalize() if ours != OWN else pick
        yield Ingredient(f"trait/{pick}"[:100], ours, f"{cut(label, 80)} {die}", die, pick)


def _assets(seen: Seen, name: str) -> Iterator[Ingredient]:
    """Yield a character's own assets, and those of others that are open to all."""
    for whose, character in seen.tale.state.characters.items():
        for key, item in character.sheet.get("assets", {}).items():
            if whose == name:
                label, pick = cut(f"{key} {die_in(item)}", 90), f"asset.{key}"
                yield Ingredient(pick[:100], ANY, label, die_in(item), pick)
            elif isinstance(item, Mapping) and item.get("open"):
                yield _free(f"open/{whose}/{key}", f"{key} {die_in(item)} of {whose}", die_in(item))


def _scene(seen: Seen) -> Iterator[Ingredient]:
    scene = seen.tale.state.scene
    for name, trait in (scene.traits if scene else {}).items():
        yield _free(f"scene/{name}", f"{name} {trait.die} ({trait.kind})", trait.die)


# --- what it is against


def pools(seen: Seen) -> list[Opposition]:
    """Return the pools that stand against the table, as far as the person sees them: tests, doom, crises, challenges,
    bosses."""
    state, gm = seen.tale.state, is_master(seen)
    found = [Opposition(f"test/{die}", f"Test, {words}: 2{die}", f"2{die}") for die, words in TESTS.items()]
    doom = state.doom if gm else state.seen_doom
    found += [Opposition("doom", f"Doom {doom}", doom)] if doom != NONE else []
    found += [
        Opposition(f"crisis/{name}", f"Crisis {name} {each.pool}", each.pool)
        for name, each in state.crises.items()
        if gm or not each.hidden
    ]
    found += [
        Opposition(f"challenge/{name}", f"Challenge {name} {each.pool}", each.pool)
        for name, each in state.challenges.items()
        if gm or not each.hidden
    ]
    return found + [
        Opposition(f"boss/{name}", f"Boss {name} {each.dice}", each.dice, harm=each.harm)
        for name, each in state.bosses.items()
        if gm or not each.hidden
    ]


def oppositions(seen: Seen, roller: str, secret: bool) -> dict[str, Opposition]:
    """Return everything that somebody may roll against, by key: open rolls, then attacks and pools, then GM characters
    and characters."""
    state, gm = seen.tale.state, is_master(seen)
    over = met(state)
    there = [(id, each) for id, each in reversed([*state.rolls.items()]) if id not in over]
    rolls = {id: each for id, each in state.rolls.items() if (gm and secret) or not each.secret}
    found = [
        _lying(seen, id, each, contested(rolls, id, roller))
        for id, each in there
        if id in rolls and answerable(rolls, id, roller)
    ]
    found += [
        Opposition(f"attack/{name}", f"{name}'s attack {each.pool}: a tie is safe", attack=each.pool)
        for name, each in state.challenges.items()
        if each.target and roller == f"{CHARACTER}/{each.target}" and (gm or not each.hidden)
    ]
    found += pools(seen)
    found += [
        Opposition(f"{GMC}/{name}", name, harm={**each.stress, **each.complications})
        for name, each in state.gmcs.items()
        if (each.seen or (gm and each.here)) and each.able and roller != f"{GMC}/{name}"
    ]
    found += [
        Opposition(f"{CHARACTER}/{name}", name, harm=harms(each.sheet))
        for name, each in state.characters.items()
        if roller != f"{CHARACTER}/{name}" and each.able
    ]
    return {each.key: each for each in found}


def met(state: State) -> set[str]:
    """Return the rolls of the opposition that a public roll was settled against; they have served."""
    return {each.opposition for each in state.rolls.values() if each.success is not None and not each.secret}


def _lying(seen: Seen, id: str, roll: Roll, contest: bool) -> Opposition:
    state = seen.tale.state
    harm = harms(state.characters[roll.character].sheet) if roll.character in state.characters else {}
    if roll.gmc in state.gmcs:
        harm = {**state.gmcs[roll.gmc].stress, **state.gmcs[roll.gmc].complications}
    return Opposition(f"roll/{id}", rolled(state, id, roll), total=roll.total, harm=harm, contest=contest)


def rolled(state: State, id: str, roll: Roll) -> str:
    """Return the label of a roll that another may be against: its total, and for whom or what it was made, or else
    by whom, as dice alone name nothing."""
    by, what = state.members.get(roll.by), roll.what if roll.opposes and LABEL.search(roll.what) else ""
    of = roll.character or roll.gmc or what or (by.name if by else "dice")
    return f"Roll {id}: {roll.total}, {cut(of, 60)}"


def harms(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Return the stress and complications of a sheet; their dice are free for whoever rolls against it."""
    return {**sheet.get("stress", {}), **complications(sheet)}


def awaited(seen: Seen, roller: str) -> str:
    """Return the key of what waits for the roller, which is then the most likely target; "" for nothing.

    In this order: a roll that they have to answer, the attack of a challenge that goes for them, their turn in a
    challenge or the roll it has made for that. Hidden things wait for nobody.
    """
    state = seen.tale.state
    public = {id: roll for id, roll in state.rolls.items() if not roll.secret}
    for id in reversed([*public]):
        contest = contest_of(public, id)
        if contest and contest.last == id and contest.answers == roller:
            return f"roll/{id}"
    there = {name: at for name, at in state.challenges.items() if not at.hidden}
    for name, at in there.items():
        if roller == f"{CHARACTER}/{at.target}" and not answer(state, name, gm=False):
            return f"attack/{name}"
    for name, at in there.items():
        if roller == f"{CHARACTER}/{at.turn}":
            roll = latest(seen).removeprefix("roll/")
            return f"roll/{roll}" if challenge_of(state, public.get(roll), gm=False) == name else f"challenge/{name}"
    return ""


def latest(seen: Seen) -> str:
    """Return the key of the last roll on the table if it is the opposition's and nobody has met it; else ""."""
    public = [(id, roll) for id, roll in seen.tale.state.rolls.items() if not roll.secret]
    for id, roll in public[-1:]:
        if roll.opposes and roll.success is None and id not in met(seen.tale.state):
            return f"roll/{id}"
    return ""
