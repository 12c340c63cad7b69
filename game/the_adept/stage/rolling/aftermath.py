"""Where the effect of a roll goes: stress, a complication, an asset, a crisis or a challenge, a boss, recovery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused
from game.core.layout import Choice, Component, Line, Panel, Style, framed, rows, text
from game.core.text.numbers import whole
from game.the_adept.rules.dice import NONE, Die, die_of, pool_of
from game.the_adept.rules.methods import BY_METHOD
from game.the_adept.rules.traits import STRESS
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import cut, done, hits_of, inflicted, nowhere, used, ways
from game.the_adept.stage.order import foe_of, in_challenge
from game.the_adept.stage.rolling.uses import effect_lines, uses
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import coded, named, roller, wound
from game.the_adept.tale.actions.effects import left_of, unhit
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.actions.rolls import spare, unraised
from game.the_adept.tale.contests import CHARACTER, contest_of
from game.the_adept.tale.state import Boss, Roll, State

PRESSES = ("use", "hurt", "name", "asset", "place", "hits", "heal", "spread")

WHO, FOE, BOSS, POOL, SCENE = "c", "g", "b", "p", "s"
"""Kinds of targets of an effect. A number after the kind means that only this effect die goes there."""
_AT_ONCE = 6
"""The most effect dice that are set against dice in one go, as a path names these; the others are left."""


def after(seen: Seen, id: str, made: Roll) -> Iterator[Component]:
    """Yield what can be done with a settled roll."""
    state, effect = seen.tale.state, left_of(seen.tale.state, made)
    if made.used:
        return
    yield Line()
    if (contest := contest_of(state.rolls, id)) and contest.winner and not made.success:
        yield from _lost(seen, contest.loser, contest.winner)
        return
    if made.conceded:
        yield text("The other side gave in: it inflicts nothing.")
        return
    if made.success:
        yield text(f"**Effect** {coded(effect)}{' that is left' * (made.spent != NONE)}: to whom?")
        steps = made.heroic if made.raised == made.heroic else 0  # else the roller has chosen between steps and dice
        spreads = steps and made.spent == NONE and spare(made)
        if spreads and in_challenge(state, state.rolls.get(made.against_roll), gm=True):
            yield from rows([goes(seen, "Step as a die more", f"gm/spread/{id}/{len(made.gives)}")])
        yield select(seen, f"gm/use/{id}", _targets(state, made), "Who or what it goes to")
    elif made.character in state.characters:
        who = named(made.character)
        words = f"**It failed.** Stress or a complication{f' of {coded(effect)}' if effect else ''} for {who}?"
        yield text(words, *_unstable(seen, id, made))
        path = f"gm/to/{id}/{WHO}/{made.character}" if effect else f"harm/who/{made.character}"
        yield from rows([goes(seen, cut(f"For {made.character}"), path, Style.PRIMARY)])
    healing = _ailments(state, made) if not (_contested(state, made) or _foe(state, made)) else []
    if healing and level(state, made) is not None:
        yield select(seen, f"gm/heal/{id}", healing, "It was to recover from…")


def _unstable(seen: Seen, id: str, made: Roll) -> Iterator[str]:
    """Yield what the Limit of Will Magic does after a failed test with it; the master carries it out."""
    entry = next(each for each in reversed(seen.tale.log) if id in each.casts) if made.magic else None
    if entry and any(str(pick).casefold().startswith("magic.will.") for pick in entry.given.get("picks", ())):
        die = max(pool_of(made.pool))
        yield f"-# {BY_METHOD['will'].limit.name}: it takes effect all the same, out of control; doom gains a {die}."


def _lost(seen: Seen, loser: str, won: Roll) -> Iterator[Component]:
    """Yield what a lost contest does to its loser, who suffers the effect of the roll that won."""
    effect, (kind, _, name) = left_of(seen.tale.state, won), loser.partition("/")
    there = name in (seen.tale.state.characters if kind == CHARACTER else seen.tale.state.gmcs)
    words = f"**{roller(won)} won the contest** with roll {won.cast}."
    buttons = [goes(seen, f"Roll {won.cast}", f"gm/roll/{won.cast}")]
    if won.conceded or won.used:
        did = effect_lines(won, uses(seen.tale, [won.cast], gm=True))
        words = "\n".join([words + " It inflicts nothing." * won.conceded, *did])
    elif effect and there:
        words += f" Stress or a complication of {coded(effect)}{counted(effect)} for {named(name)}?"
        path = f"gm/to/{won.cast}/{WHO if kind == CHARACTER else FOE}/{name}"
        buttons.insert(0, goes(seen, cut(f"For {name}"), path, Style.PRIMARY))
    yield text(words)
    yield from rows(buttons)


def counted(effect: str) -> str:
    """Return a note on effect dice that harm somebody: that a d4 counts as d6; "" without one."""
    return f" (`{Die.D4}` counts as `{Die.D6}`)" if Die.D4 in pool_of(effect) else ""


def _targets(state: State, made: Roll) -> list[Choice]:
    own = [made.character] if made.character in state.characters else []
    others = [name for name in state.characters if name not in own]
    beaten = state.rolls.get(made.opposition)
    lost = [name for name in others if beaten and beaten.character == name]  # meant for them
    found = [
        *(Choice(f"{WHO} {name}", name, "who lost the contest") for name in lost),
        *(
            Choice(f"{POOL} {name}", name, f"{kind} {each.pool}")
            for kind, part in (("challenge", state.challenges), ("crisis", state.crises))
            for name, each in part.items()
            if unhit(each.pool, made, name)[0]
        ),
        *(
            Choice(f"{BOSS} {name}", name, f"{'boss' if name in state.bosses else 'extra'} {each.dice}")
            for name, each in state.beatable.items()
        ),
        *(Choice(f"{FOE} {name}", name, "GM character") for name, each in state.gmcs.items() if each.here),
        *(Choice(f"{WHO} {name}", name, "an asset, or harm") for name in [*own, *others] if name not in lost),
    ]
    foe = (beaten.gmc if beaten else "") or _foe(state, made)
    found.sort(key=lambda way: way.label != foe)
    return [*found, Choice(SCENE, "The scene", "a complication or an asset of the scene")]


def level(state: State, made: Roll) -> int | None:
    """Return the total that a settled roll had to beat; None if it is not known."""
    other = state.rolls.get(made.opposition)
    if other is not None:
        return other.total
    return whole(made.against)


def _contested(state: State, made: Roll) -> bool:
    """Return whether it was settled against another character's roll, not in a test."""
    other = state.rolls.get(made.against_roll)
    return other is not None and not other.opposes


def _foe(state: State, made: Roll) -> str:
    """Return the challenge, crisis or boss that it was settled against; "" for none."""
    return foe_of(state, state.rolls.get(made.opposition), gm=True)


def _ailments(state: State, made: Roll) -> list[Choice]:
    found = state.characters.get(made.character)
    if found is None:
        return []
    stress, trauma = found.sheet.get("stress", {}), found.sheet.get("trauma", {})
    return [
        *(Choice(f"s {type}", f"{type} {die}") for type, die in stress.items()),
        *(Choice(f"c {name}", f"{name} {die}") for name, die in complications(found.sheet).items()),
        *(Choice(f"t {type}", f"trauma: {type} {die}") for type, die in trauma.items()),
    ]


# --- screens


def screen(seen: Seen, part: str, about: str) -> Panel:
    """Return the screen at `to/ID/KIND/NAME` or `hit/ID/DICE/NAME`."""
    id, _, rest = about.partition("/")
    kind, _, name = rest.partition("/")
    made = _roll(seen, id)
    if part == "hit":
        return _against(seen, id, made, kind, name)
    if kind == SCENE:
        return _scene(seen, id, made)
    harms = _harms(seen.tale.state, kind[:1], name)
    effect = left_of(seen.tale.state, made)
    hits = _hits(effect, kind)
    counts = counted(" ".join(hits)) if kind[:1] in (WHO, FOE) else ""
    parts: list[Component] = [text(f"{coded(' '.join(hits))} for **{named(name)}**{counts and f', as harm{counts}'}")]
    buttons = []
    if kind[:1] in (WHO, FOE):
        for type in STRESS:
            rated = harms.get(type)
            label = f"{type.capitalize()} {rated}" if rated else type.capitalize()
            buttons.append(goes(seen, label, f"gm/hurt/{id}/{kind}/{type}/{name}"))
    boss = seen.tale.state.beatable[name] if kind[:1] == BOSS else None
    there = [(what, _then(boss, what, die, hits)) for what, die in harms.items() if boss or what not in STRESS]
    what = "harm" if kind[:1] == BOSS else "complication"
    buttons.append(goes(seen, f"New {what}", f"gm/name/{id}/{kind}/{name}"))
    if kind[:1] == WHO:
        buttons.append(goes(seen, "Asset", f"gm/asset/{id}/{kind}/{name}"))
    parts += rows(buttons)
    if there:
        hint = f"A {what} that is there"
        parts.append(select(seen, f"gm/name/{id}/{kind}/{name}", ways(there), hint))
    dice = hits_of(effect) if effect else []
    if len(dice) > 1:
        only = [(die, f"{kind[:1]}{n}.{len(dice)}") for n, die in enumerate(dice[:4], 1)]
        alone = [goes(seen, f"Only {die}", f"gm/to/{id}/{which}/{name}") for die, which in only]
        shown = [goes(seen, "All dice", f"gm/to/{id}/{kind[:1]}/{name}"), *alone]
        now = int(kind[1:].partition(".")[0] or 0)
        shown[now] = replace(shown[now], label=f"✓ {shown[now].label}")
        parts += rows(shown)
    return framed(*parts, *rows([back(seen, f"gm/roll/{id}")]))


def _then(boss: Boss | None, what: str, die: str, hits: list[str]) -> str:
    """Return the rating of a harm; for a boss's also what the first effect die would make of it."""
    return f"{die} now, {hits[0]} {wound(boss, what, hits[0])}" if boss else f"{die} now"


def _scene(seen: Seen, id: str, made: Roll) -> Panel:
    words = f"{coded(_hits(left_of(seen.tale.state, made), SCENE)[0])} in the scene, for all to use"
    kinds = [goes(seen, kind.capitalize(), f"gm/place/{id}/{kind}") for kind in ("complication", "asset")]
    return framed(text(words), *rows([*kinds, back(seen, f"gm/roll/{id}")]))


def _against(seen: Seen, id: str, made: Roll, chosen: str, name: str) -> Panel:
    """Return the screen that asks, for one effect die after the other, which die of a crisis or a challenge it hits."""
    targets = _chosen(chosen)
    dice, pool = _hits(left_of(seen.tale.state, made), POOL)[:_AT_ONCE], _pool(seen.tale.state, name)
    left = list(unhit(pool, made, name)[0])
    for target in targets:
        if target not in map(str, left):
            raise Refused("not-in-pool", f"{name} is {pool} now: begin again")
        left.remove(die_of(target))
    if len(targets) >= len(dice) or not left:
        raise Refused("unknown", "all effect dice hit something already")
    effect = dice[len(targets)]
    before = f" So far: {', '.join(f'{a} on {b}' for a, b in zip(dice, targets, strict=False))}." if targets else ""
    buttons = []
    for die in sorted(set(left), reverse=True):
        gone = die_of(effect) > die or die.down is None
        label = f"{effect} on {die}: {'gone' if gone else f'{die.down} left'}"
        path = f"gm/hits/{id}/{'.'.join([*(each[1:] for each in targets), str(die)[1:]])}/{name}"
        buttons.append(goes(seen, label, path))
    words = f"{coded(effect)} against **{named(name)}** {coded(pool)}: which die?{before}"
    note = "A larger effect removes the die, another steps it down."
    return framed(text(words, note), *rows([*buttons, back(seen, f"gm/roll/{id}")]))


# --- presses


def press(seen: Seen, part: str, about: str, values: Values) -> Step:
    """Return what a press on these screens does."""
    id, _, rest = about.partition("/")
    made, here, value = _roll(seen, id), f"gm/roll/{id}", str(values.get("value", ""))
    match part:
        case "use":
            kind, _, name = value.partition(" ")
            return Step(show=f"gm/hit/{id}/-/{name}" if kind == POOL else f"gm/to/{id}/{kind}/{name}")
        case "place":
            kind, _, before = rest.partition("/")
            dice = _hits(left_of(seen.tale.state, made), f"{SCENE}.{before}")
            if not value:
                return _form(f"gm/place/{id}/{kind}/{len(dice)}", "What is it called?")
            put = Act("place", {"name": value, "kind": kind, "die": dice[0]})
            return done(seen, used(id, dice[0]), put, show=here)
        case "spread" if rest not in ("", str(len(made.gives))):
            raise Refused("used", "the heroic steps of this roll have changed meanwhile")
        case "spread":
            return done(seen, Act("spread", {"roll": id}), show=here)
        case "hits":
            return _hit(seen, id, made, rest)
        case "heal":
            return _heal(seen, id, made, value)
    kind, _, name = rest.partition("/")
    hits = _hits(left_of(seen.tale.state, made), kind)
    if part == "hurt":
        type, _, name = name.partition("/")
        return done(seen, used(id, *hits), inflicted(name, type, hits, kind[:1] == FOE), show=here)
    if not value:
        return _form(f"gm/{part}/{id}/{kind}/{name}", "What is it called?")
    if part == "asset":
        given = {"character": name, "name": value, "effect": hits[0], "free": True}
        return done(seen, used(id, hits[0]), Act("asset", given), show=here)
    if kind[:1] == BOSS:
        return done(
            seen, used(id, *hits), Act("strike", {"boss": name, "harm": value, "hit": " ".join(hits)}), show=here
        )
    return done(seen, used(id, *hits), inflicted(name, value, hits, kind[:1] == FOE), show=here)


def _hit(seen: Seen, id: str, made: Roll, rest: str) -> Step:
    chosen, _, name = rest.partition("/")
    targets, dice = _chosen(chosen), _hits(left_of(seen.tale.state, made), POOL)[:_AT_ONCE]
    if len(targets) < min(len(dice), len(unhit(_pool(seen.tale.state, name), made, name)[0])):
        return Step(show=f"gm/hit/{id}/{rest}")
    hits = [f"{effect}>{target}" for effect, target in zip(dice, targets, strict=False)]
    use = used(id, *(effect for effect, _ in zip(dice, targets, strict=False)))
    return done(seen, use, Act("hit", {"name": name, "hits": hits, "by": id}), show=f"gm/roll/{id}")


def _heal(seen: Seen, id: str, made: Roll, value: str) -> Step:
    beaten = level(seen.tale.state, made)
    if beaten is None:
        raise Refused("difficulty", "what this roll was against is not known any more")
    kind, _, what = value.partition(" ")
    given = {
        "character": made.character,
        "what": what,
        "total": made.total,
        "difficulty": beaten,
        "effect": unraised(made),
        "hitches": len(pool_of(made.hitches, none=True)),
        "trauma": kind == "t",
    }
    return done(seen, used(id), Act("recover", given), show=f"gm/roll/{id}")


def _form(path: str, label: str) -> Step:
    return Step(form=Form("The effect", path, (Field("value", label, most=40),)))


# --- what is there


def _roll(seen: Seen, id: str) -> Roll:
    found = seen.tale.state.rolls.get(id)
    if found is None or found.success is None:
        raise Refused("unknown", "this roll is not settled, or lies there no more")
    return found


def _hits(effect: str, kind: str) -> list[str]:
    """Return the effect dice that go to a target, largest first: all, or the one whose number `kind` holds. Behind a
    dot stands how many were left ("c1.2"), as another has that number once one is used. Raises Refused."""
    if not effect:
        raise Refused("effect", "no effect die of this roll is left: all are used")
    dice, (which, _, of) = hits_of(effect), kind[1:].partition(".")
    if of not in ("", str(len(dice))):
        raise Refused("used", f"this effect has changed meanwhile: {effect} is left")
    if not which:
        return dice
    if which not in map(str, range(1, len(dice) + 1)):
        raise nowhere(kind)
    return [dice[int(which) - 1]]


def _harms(state: State, kind: str, name: str) -> dict[str, str]:
    """Return the harm that a target has already, by name. Raises Refused: `unknown`."""
    tables: Mapping[str, Mapping[str, Any]] = {WHO: state.characters, FOE: state.gmcs, BOSS: state.beatable}
    found = tables.get(kind, {}).get(name)
    if found is None:
        raise Refused("unknown", "whom this was meant for is there no more")
    if kind == WHO:
        return {**found.sheet.get("stress", {}), **complications(found.sheet)}
    return dict(found.harm) if kind == BOSS else {**found.stress, **found.complications}


def _pool(state: State, name: str) -> str:
    found = state.crises.get(name) or state.challenges.get(name)
    if found is None:
        raise Refused("unknown", "this crisis or challenge is over")
    return found.pool


def _chosen(text: str) -> list[str]:
    """Return the dice in a path: "8.6" is d8 and d6."""
    sizes = [each for each in text.split(".") if each not in ("", "-")]
    if any(each not in ("4", "6", "8", "10", "12") for each in sizes):
        raise nowhere(text)
    return [f"d{each}" for each in sizes]
