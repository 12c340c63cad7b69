"""Rolls: dice are cast once, then total and effect are chosen, hero dice added, the roll settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.errors import Refused, quoted
from game.core.text.numbers import whole
from game.the_adept.rules import harm as rules
from game.the_adept.rules import help, outcome
from game.the_adept.rules.building import build
from game.the_adept.rules.dice import NONE, pool_of, roll_of, written
from game.the_adept.rules.rolling import Choice, advice, choices
from game.the_adept.rules.steps import taken
from game.the_adept.rules.traits import AETHERS, MANA
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action, said
from game.the_adept.tale.actions import gmcs
from game.the_adept.tale.actions.contests import decided, hopeless
from game.the_adept.tale.actions.harm import Tested, mend, shut_by, suffer
from game.the_adept.tale.actions.lying import bank_of, befell, check_answers, dice_of, hero_dice, lay, unsettled
from game.the_adept.tale.aims import ATTACK, aimed, answered, bound
from game.the_adept.tale.contests import party
from game.the_adept.tale.state import SCENE, Ailment, Character, Roll


@action(Right.OWNER)
def roll(
    t: Turn,
    pool: str = "",
    character: str = "",
    picks: Sequence[str] = (),
    paid: int = 0,
    power: str | None = None,
    aether: str = MANA,
    secret: bool = False,
    against: str = "",
    opposes: bool = False,
    gmc: str = "",
    what: str = "",
    aim: str = "",
    advised: bool = False,
    decides: bool = False,
) -> None:
    """Roll a pool, or one made of a character's traits; `secret`: only masters see it.

    `against`: a number, or a roll on the table as "#7"; `opposes`: it is rolled for what stands against a character, as
    all of a master's rolls are that are for no character. A master may roll for a GM character (`gmc`), by its traits
    (picks) and further dice (the pool). `what`: what is rolled, in words; `aim`: an opposition that has yet to roll,
    such as "test/d8"; `advised`: choose the advised total and effect, if it is known what is to be beaten; `decides`:
    settle the contest at once if nothing could save the roll from losing it.
    """
    if secret and not t.master:
        raise Refused("rights", "only a game master rolls in secret")
    if opposes and character:
        raise Refused("unknown", "what stands against a character is nobody's own roll: name no character")
    against = _aimed(t, against, secret)
    if aim and aimed(t.state, aim, secret) is None:
        raise Refused("unknown", f"{quoted(aim)}: a roll is aimed at such as test/d8, doom, or boss/NAME")
    name, magic = "", False
    if gmc:
        pool, gmc = _of_gmc(t, gmc, pool, picks, character, secret)
        picks = ()
    if character:
        name, _ = able(t, character)
    check_answers(t, against, name)
    if picks:
        if not name:
            raise Refused("unknown", "picks are traits of a character: say whose")
        built = build(_as_then(t, name), picks, paid, power, aether)
        t.pay(name, built["pp"])
        pool, magic = built["pool"], built["magic"]
    pool = written(pool_of(pool))
    cast = t.cast(pool, secret)
    dice = roll_of(cast.dice)
    level = _level(t, against) if advised else None
    best = (advice(choices(dice), level) if level is not None else None) or choices(dice)[0]
    made = Roll(
        cast=cast.id,
        by=t.who,
        character=name,
        pool=pool,
        dice=cast.dice,
        secret=secret,
        magic=magic,
        **_chosen(best),
        hitches=written(rolled.die for rolled in dice if rolled.hitch),
        botch=all(rolled.hitch for rolled in dice),
        against=against,
        aim="" if against else aim,
        what=said(what),
        opposes=opposes or (t.master and not name),
        gmc=gmc,
    )
    lay(t, made)
    ones = "opportunities" if made.opposes else "hitches"
    hitches = f", {ones} {made.hitches}" if made.hitches != NONE else ""
    came = "a botch" if made.botch else f"{made.total}, effect {made.effect}"
    of = f" ({made.what})" if made.what else ""
    t.say(f"{name or gmc or t.name} rolled {cast.dice}{' in secret' * secret}{of}: {came}{hitches}.", _to(made))
    if magic:
        before = len(t.lines)
        _fuel(t, made, aether)
        befell(t, cast.id, before)
    if decides and (ended := hopeless(t, cast.id)):
        decided(t, ended.rolls)


def able(t: Turn, character: str) -> tuple[str, Character]:
    """Return a character that can act, with its name. Raises Refused: `unknown`, `out`."""
    name, found = t.character(character)
    if not found.able:
        raise Refused("out", f"{name} cannot act: {', '.join(found.out) or 'out of the scene'}")
    return name, found


def _as_then(t: Turn, name: str) -> Mapping[str, Any]:
    """Return the sheet that a pool is made of.

    In a replay magic that is off for the scene alone counts as working: by the rules of an earlier version, Drained
    stepping down gave it back.
    """
    found = t.state.characters[name]
    return {**found.sheet, "magic_off": False} if t.again and shut_by(found) == (SCENE,) else found.sheet


def _aimed(t: Turn, against: str, secret: bool) -> str:
    """Return what a roll is against, in stored form. Raises Refused: `difficulty`, `unknown`; `secret` for a public
    roll against a secret one, which would give the secret one away."""
    if not against or whole(against, 3) is not None:
        return against
    if not against.startswith("#"):
        raise Refused("difficulty", f"{quoted(against)}: a roll is against a number such as 11, or a roll such as #7")
    id, other = t.roll(against.removeprefix("#"))
    if other.secret and not secret:
        raise Refused("secret", "a roll that all see cannot be against a secret one: settle it against that afterwards")
    return f"#{id}"


def _of_gmc(t: Turn, name: str, pool: str, picks: Sequence[str], character: str, secret: bool) -> tuple[str, str]:
    """Return the pool that a GM character rolls, and its name, or "" if those who see the roll do not know it.

    Raises Refused: `rights`, `unknown`, `out`, `no-trait`, and as reading a pool does.
    """
    if not t.master:
        raise Refused("rights", "only a game master rolls for a GM character")
    if character:
        raise Refused("unknown", "a roll is a character's or a GM character's: name one of them")
    pool, key = gmcs.pool_for(t, name, [*picks, *([f"+{pool}"] if pool else [])])
    return pool, key if secret or t.state.gmcs[key].seen else ""


def _fuel(t: Turn, made: Roll, aether: str) -> None:
    """Inflict what magic does to its caster (rules, "Mana, Drained, and out of mana"; ruling 4)."""
    type = AETHERS[aether]
    if aether == MANA:
        if made.hitches != NONE:
            used, *left = pool_of(made.hitches)
            t.alter("rolls", made.cast, hitches=written(left))
            suffer(t, made.character, type, [rules.UP], "" if made.secret else f"mana used the hitch {used} up")
        return
    mastered = aether in t.state.characters[made.character].sheet.get("aethers", ())
    if not mastered or made.hitches != NONE:
        suffer(t, made.character, type, ["d6"], "" if made.secret else f"magic by {aether}")


@action(Right.OWNER)
def choose(t: Turn, roll: str = "", option: int = 1, keep: int = 2, effects: int = 1) -> None:
    """Choose total and effect of a roll: `option` from 1, of the choices with `keep` dice in the total and `effects`
    for the effect. Each die beyond the usual costs 1 PP."""
    id, made = unsettled(t, roll)
    _check_unanswered(t, id, made)
    if (made.heals or (made.opposes and not t.again)) and not t.master:
        raise Refused("rights", "its best total is to be beaten, unless a game master says otherwise")
    found = choices(roll_of(made.dice), keep, effects)
    if not 1 <= option <= len(found):
        raise Refused("option", f"option {option}: there is 1 to {len(found)}: {', '.join(map(str, found))}")
    if keep < made.keep or effects < made.effects:
        raise Refused("keep", "what was paid for stays")
    more = keep - made.keep + effects - made.effects
    if more and made.character:
        t.pay(made.character, -more)
    elif more and not t.master:
        raise Refused("funds", "this roll is no character's: nobody pays PP for it")
    chosen = _chosen(found[option - 1], made.bonus)
    t.alter("rolls", id, **chosen, keep=keep, effects=effects, picked=True)
    who, paid = made.character or t.name, f" ({more} PP)" if more and made.character else ""
    t.say(f"{who} took {chosen['total']}, effect {chosen['effect']}{paid}.", _to(made))


@action(Right.OWNER)
def meet(t: Turn, against: str, roll: str = "") -> None:
    """Say what an open roll is against: a number, a roll such as "#7", or a challenge that goes for the character who
    rolled, as "attack/NAME"."""
    id, made = unsettled(t, roll)
    _check_bound(t, id, made)
    if against.startswith(ATTACK):
        _await(t, id, made, against)
        return
    aimed_at = _aimed(t, against, made.secret)
    if aimed_at in ("", f"#{id}"):
        raise Refused("difficulty", "no roll is its own opposition: say a number, or another roll such as #7")
    check_answers(t, aimed_at, made.character)
    t.alter("rolls", id, against=aimed_at, aim="")
    t.say(f"{made.character or t.name}: roll {id} is against {aimed_at.replace('#', 'roll ')}.", _to(made))


def _await(t: Turn, id: str, made: Roll, attack: str) -> None:
    """Let a roll wait for an attack, which is rolled after it. Raises Refused: `unknown`."""
    aim, at = aimed(t.state, attack, made.secret), t.state.challenges.get(attack.removeprefix(ATTACK))
    if aim is None or at is None or not made.character or at.target != made.character:
        raise Refused(
            "unknown", f"{quoted(attack)}: nothing of that name goes for {made.character or 'whoever rolled'}"
        )
    t.alter("rolls", id, against="", aim=attack)
    t.say(f"{made.character}: roll {id} is against {aim.name}.", _to(made))


@action(Right.OWNER)
def hero(t: Turn, roll: str, dice: str, advised: bool = False) -> None:
    """Roll hero dice and add them to a roll; `advised` as in `roll`, unless somebody has chosen already."""
    id, made = unsettled(t, roll)
    _check_unanswered(t, id, made)
    if not made.character:
        raise Refused("unknown", "this roll is no character's: there are no hero dice")
    bank = hero_dice(t, made.character)
    help.left_of(pool_of(bank, none=True), pool_of(dice))
    cast = t.cast(written(pool_of(dice)), made.secret)
    told = help.hero_use(bank, made.total, cast.dice)
    hitches = written([*pool_of(made.hitches, none=True), *pool_of(told["hitches"], none=True)])
    bonus = made.bonus + told["total"] - made.total
    ones = written([*pool_of(made.ones, none=True), *pool_of(told["hitches"], none=True)])
    heroes = f"{made.heroes} {cast.dice}".strip()
    casts = (*made.hero_casts, cast.id)
    told_of = {"total": told["total"], "bonus": bonus, "hitches": hitches, "ones": ones, "heroes": heroes}
    t.alter("rolls", id, **told_of, hero_casts=casts)
    t.write(made.character, hero=dice_of(told["bank"]))
    if advised:
        _advise(t, id, _level(t, made.against))
    t.say(f"{made.character} added hero dice {cast.dice}: {t.state.rolls[id].total}.", _to(made))


@action(Right.OWNER)
def take_back(t: Turn, roll: str = "") -> None:
    """Take back hero dice that showed 1, so that they are no hitches."""
    id, made = unsettled(t, roll)
    ones = pool_of(made.ones, none=True)
    if not ones:
        raise Refused("nothing", "no hero die of this roll showed 1")
    left = list(pool_of(made.hitches, none=True))
    try:
        taken(left, ones)
    except Refused as refused:
        raise Refused("used", f"{made.ones} is no hitch any more: the game master has used it") from refused
    t.alter("rolls", id, hitches=written(left), ones=NONE)
    bank = {*pool_of(hero_dice(t, made.character), none=True), *ones}  # one of that size may have been gained meanwhile
    t.write(made.character, hero=dice_of(written(bank)))
    t.say(f"{made.character} took {made.ones} back.", _to(made))


@action(Right.OWNER)
def settle(
    t: Turn, roll: str = "", difficulty: int | None = None, against: str = "", extra: int = 0, advised: bool = False
) -> None:
    """Settle a roll against a difficulty, or against the opposition's roll, of which a heroic success banks a die;
    without either, against what it was rolled against. `advised` as in `roll`, unless somebody has chosen already."""
    id, made = unsettled(t, roll)
    if difficulty is None and not against:
        difficulty, against = _meant(made)
    if (difficulty is None) == (not against):
        raise Refused("difficulty", "say either a difficulty or the roll of the opposition")
    level, opposition, other, opposing = difficulty or 0, "", None, ""
    if against:
        other_id, other = t.roll(against)
        if other_id == id:
            raise Refused("difficulty", "no roll is its own opposition")
        if other.heals:
            _check_tends(t, id, made, other_id, other)
        level, opposition, opposing = other.total, other.dice, other_id
    _check_bound(t, id, made, opposing)
    if advised and (made.secret or other is None or not other.secret):  # the choice would reveal a secret roll
        _advise(t, id, level)
        made = t.state.rolls[id]
    told = outcome.test(made.total, level, made.effect, extra)
    more = spare(made)[:extra]
    if extra > len(more):
        raise Refused("extra", f"{extra} more effect dice: {len(more)} of this roll are left for that")
    effect = written([*pool_of(told["effect"]), *(roll_of(made.dice)[place - 1].die for place in more)])
    kept = made.against if other and other.secret and not made.secret else str(level)
    told_of = {"success": told["success"], "heroic": told["heroic"], "effect": effect, "gives": (*made.gives, *more)}
    t.alter("rolls", id, **told_of, against=kept, opposition=opposing)
    ended = f"{made.total} against {level}: " + ("success" if told["success"] else "failure")
    ended += f", heroic {told['heroic']}" if told["heroic"] else ""
    ended += f", effect {effect}" if told["success"] else ""
    secret = made.secret or (other is not None and other.secret)
    t.say(f"{made.character or t.name}: {ended}.", MASTERS if secret else ALL)
    if told["heroic"] and opposition:
        bank_of(t, id, made.character, opposition)
    if other is not None and other.heals:
        _tended(t, id, other, other.heals, level)


def _check_unanswered(t: Turn, id: str, made: Roll) -> None:
    """Check that nobody has beaten this total in a contest: another one would make it end otherwise, or never. Raises
    Refused: `answered`."""
    if not t.again and (after := answered(t.state, made)):
        raise Refused("answered", f"roll {id} is answered by roll {after}: its total stands")


def _check_bound(t: Turn, id: str, made: Roll, against: str = "") -> None:
    """Check that a roll is settled by the opposition it is bound to, "unless the GM chooses otherwise". Raises Refused:
    `rights`."""
    why = bound(t.state, made)
    if why and not (t.master or t.again) and not (against and against == made.against_roll):
        raise Refused("rights", f"roll {id} {why}: only a game master settles it otherwise")


def _check_tends(t: Turn, id: str, made: Roll, other_id: str, other: Roll) -> None:
    """Check that this roll was made for the test to recover, by the character it is for. Raises Refused: `recover`."""
    there = [*t.state.rolls]
    if party(made) != other.aim:
        raise Refused("recover", f"roll {other_id} is for {other.aim.partition('/')[2]} to beat")
    if made.secret or there.index(id) < there.index(other_id):
        raise Refused("recover", f"roll {id} was not made for that: roll against roll {other_id}")


def _tended(t: Turn, id: str, other: Roll, heals: Ailment, level: int) -> None:
    """Carry out the result of a settled test to recover, once: it uses the effect, and after a failure the hitches."""
    made, before = t.state.rolls[id], len(t.lines)
    hitches = len(pool_of(made.hitches, none=True))
    try:
        if heals.whom not in t.state.characters:
            raise Refused("unknown", f"{heals.whom} is there no more")
        mend(t, heals.whom, heals.part, heals.what, Tested(made.total, level, unraised(made), hitches))
    except Refused as refused:  # it was over before the roll was settled
        t.say(f"Nothing came of it: {refused.problem}.")
    t.alter("rolls", id, used=True, hitches=made.hitches if made.success else NONE)
    t.alter("rolls", other.cast, heals=None, aim="")
    befell(t, id, before)


def _advise(t: Turn, id: str, level: int | None) -> None:
    """Give a roll the advised choice, unless somebody chose one."""
    made = t.state.rolls[id]
    found = choices(roll_of(made.dice), made.keep, made.effects)
    best = advice(found, level - made.bonus) if level is not None and not made.picked else None
    if best is not None:
        t.alter("rolls", id, **_chosen(best, made.bonus))


def _level(t: Turn, against: str) -> int | None:
    """Return the total to beat; None if it is not known."""
    other = t.state.rolls.get(against.removeprefix("#")) if against.startswith("#") else None
    return other.total if other else whole(against)


def spare(made: Roll) -> list[int]:
    """Return the positions of the dice of a roll that could still become effect dice: those in neither its total nor
    its effect, without 1s, the largest first."""
    used = {*made.uses, *made.gives}
    left = [
        (-each.die, place) for place, each in enumerate(roll_of(made.dice), 1) if place not in used and not each.hitch
    ]
    return [place for _, place in sorted(left)]


def _meant(made: Roll) -> tuple[int | None, str]:
    """Return what a roll was rolled against: a difficulty, or the number of a roll."""
    if made.against.startswith("#"):
        return None, made.against.removeprefix("#")
    return (int(made.against), "") if made.against else (None, "")


def _chosen(choice: Choice, bonus: int = 0) -> dict[str, Any]:
    """Return a choice as the fields of a roll."""
    told = choice.told()
    return {
        "total": choice.total + bonus,
        "effect": told["effect"],
        "uses": tuple(told["uses"]),
        "gives": tuple(told["from"]),
    }


def unraised(made: Roll) -> str:
    """Return the largest effect die before heroic steps, as recovery counts these itself."""
    dice = roll_of(made.dice)
    return str(max(dice[place - 1].die for place in made.gives)) if made.gives else "d4"


def _to(made: Roll) -> str:
    return MASTERS if made.secret else ALL
