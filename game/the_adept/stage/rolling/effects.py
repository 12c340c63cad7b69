"""What players do with the effect of a settled roll: an asset, or a hit on a crisis or a challenge."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused, quoted
from game.core.layout import Choice, Component, text
from game.core.text.parts import cut
from game.the_adept.rules.dice import NONE, pool_of
from game.the_adept.stage.mastering.masters import done, used
from game.the_adept.stage.order import foe_of
from game.the_adept.stage.room import Seen, is_master, lying, own_characters
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import coded, named
from game.the_adept.tale.actions.effects import left_of, unhit
from game.the_adept.tale.contests import contest_of
from game.the_adept.tale.state import Roll


def effect_parts(seen: Seen, id: str, roll: Roll) -> Iterator[Component]:
    """Yield a select for each use of what is left of the effect; for masters none once the roll is laid aside."""
    if roll.used or roll.conceded or (roll.aside and is_master(seen)):  # others must not learn of that
        return
    if roll.success:
        left = left_of(seen.tale.state, roll)
        if roll.spent != NONE:
            yield text(f"Left of its effect: {coded(left)}")
        foe = _foe(seen, roll)
        if foe in seen.tale.state.bosses:
            yield text(f"The game master harms **{named(foe)}** with it.")
        lost = _lost(seen, id, roll)
        if lost:
            gives = "*GM* gives" if is_master(seen) else "The game master is asked to give"
            yield text(f"{gives} **{named(lost)}** stress or a complication of {coded(left)}, unless you use it here.")
        uses = [
            ("hit", "Set it against", [*_hits(seen, roll, foe)] if not lost else []),
            ("asset", "Make an asset of it", [*_assets(seen, roll)]),
        ]
        for part, hint, ways in uses if foe else reversed(uses):
            if ways:
                yield select(seen, f"roll/{id}/effect/{part}", ways, hint)


def _lost(seen: Seen, id: str, roll: Roll) -> str:
    """Return the name of the loser of the contest that it won, or of the GM character that it beat; "" for nobody."""
    rolls, gmcs = lying(seen), seen.tale.state.gmcs
    contest, beaten = contest_of(rolls, id), rolls.get(roll.opposition)
    return contest.loser.partition("/")[2] if contest else beaten.gmc if beaten and beaten.gmc in gmcs else ""


def _foe(seen: Seen, roll: Roll) -> str:
    """Return the challenge, crisis or boss that it was rolled against and may harm; "" for none."""
    state = seen.tale.state
    return foe_of(state, state.rolls.get(roll.opposition), is_master(seen))


def effect_pressed(seen: Seen, id: str, part: str, values: Values) -> Step:
    """Return the step that makes an asset or a hit, as a select named it."""
    part, _, about = part.partition("/")
    value = str(values.get("value", about))
    first, _, rest = value.partition("/")
    match part:
        case "asset" if "name" in values:
            given = {"character": rest, "name": str(values["name"]), "effect": first}
            return _done(seen, id, first, Act("asset", given))
        case "asset" if first not in _dice(seen, roll := seen.tale.state.rolls[id]):
            left = left_of(seen.tale.state, roll) or "nothing"
            raise Refused("used", f"the effect of roll {id} has only {left} left")
        case "asset":
            asked = Field("name", "What the asset is", hint="such as Fog, or A Loose Board", most=40)
            return Step(form=Form(f"An asset {first}", f"roll/{id}/effect/asset/{value}", (asked,)))
        case "hit":
            return _done(seen, id, first.partition(">")[0], Act("hit", {"name": rest, "hits": [first], "by": id}))
    raise Refused("unknown", f"there is nothing at {quoted(part)} of an effect")


def _done(seen: Seen, id: str, dice: str, act: Act) -> Step:
    """Return the step that uses these dice of the effect for an act; "" uses all of it."""
    return done(seen, used(id, *dice.split()), act, show=f"roll/{id}")


def _dice(seen: Seen, roll: Roll) -> list[str]:
    """Return the effect dice that are left, each size once, the largest first."""
    left = left_of(seen.tale.state, roll)
    return [str(die) for die in sorted({*pool_of(left, none=True)}, reverse=True)]


def _assets(seen: Seen, roll: Roll) -> Iterator[Choice]:
    """Yield whose asset it may become, the roller's own first."""
    own = own_characters(seen)
    for name in sorted(own, key=lambda each: each != roll.character):
        for die in _dice(seen, roll):
            yield Choice(f"{die}/{name}", f"{cut(name, 60)}: an asset {die}")


def _hits(seen: Seen, roll: Roll, foe: str) -> Iterator[Choice]:
    """Yield the dice of what it was rolled against; of everything there is if that is not known."""
    state, gm = seen.tale.state, is_master(seen)
    there = [
        (name, each.pool)
        for part in (state.challenges, state.crises)
        for name, each in part.items()
        if (gm or not each.hidden) and foe in ("", name)
    ]
    for name, pool in there:
        for effect in _dice(seen, roll):
            for die in dict.fromkeys(unhit(pool, roll, name)[0]):
                yield Choice(f"{effect}>{die}/{name}", f"{cut(name, 60)}: {effect} against {die}")
