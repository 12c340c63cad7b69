"""A foe on the table: its rolls, what wears it down, its turns, and whether it is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step, carried_out
from game.core.english import sentence
from game.core.errors import Refused
from game.core.layout import Button, Choice, Component, Panel, Style, framed, rows, text
from game.the_adept.rules.challenges import CHALLENGE, GM
from game.the_adept.rules.dice import Die, die_of
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering import buying
from game.the_adept.stage.mastering.masters import SIZES, cut, does, done, key, nowhere, one_die, sizes, ways
from game.the_adept.stage.order import ending, turn_path
from game.the_adept.stage.room import Seen, coming, without_note
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import coded, lined, named, turn_of, wound
from game.the_adept.tale.actions.gmcs import described, highest, trait, traits
from game.the_adept.tale.actions.turns import following
from game.the_adept.tale.aims import answer
from game.the_adept.tale.state import Boss, Challenge, Crisis, GMCharacter

PRESSES = (
    "roll", "secret", "show", "remove", "enter", "unseen", "leave", "hand", "acted", "grow", "strike", "again",
    "trait", "cast", "went", "assail", "spare", "sure",
)  # fmt: skip

ACTS = (
    Choice("grow", "It grows by a d6"),
    *(Choice(str(die), f"A {die} of it steps up") for die in Die if die is not Die.D12),
    Choice("went", "It goes for somebody"),
)
"""What a challenge may do when all have acted."""
_NOTES = "cast"

Foe = Crisis | Challenge | Boss | GMCharacter


def screen(seen: Seen, kind: str, name: str) -> Panel:
    """Return the screen at `crisis/NAME`, `challenge/NAME`, `boss/NAME` or `gmc/NAME`."""
    found = foe(seen, kind, name)
    shown = " · hidden" if found.hidden else ""
    label = "GM character" if kind == "gmc" else kind.capitalize()
    parts: list[Component] = []
    first = list[Button]()
    match found:
        case Challenge():
            rounds = f"round {found.round}{f' of {found.last_round}' if found.last_round else ''}"
            parts.append(text(f"**{named(name)}** · {label}{shown} · {coded(found.pool)} · {rounds}"))
            parts += _turns(seen, name, found)
        case Crisis():
            parts.append(text(f"**{named(name)}** · {label}{shown} · {coded(found.pool)}"))
            first.append(goes(seen, "Spend a die", f"foes/again/crisis/{name}", Style.PRIMARY))
        case Boss():
            harm = "".join(f" · {named(what)} {die}" for what, die in found.harm.items())
            parts.append(text(f"**{named(name)}** · {label}{shown} · {coded(found.dice)}{harm}"))
            parts += striking(seen, name, found)
        case GMCharacter():
            dear = "" if _payable(seen, name) else ", which is too dear now"
            where = "here" if found.here else f"waits; to enter costs doom {highest(found)}{dear}"
            parts.append(text(f"**{named(name)}** · {label}{shown} · {where}", lined(described(found))))
            parts += _playing(seen, name, found)
            first += _comings(seen, name, found)
    if not isinstance(found, GMCharacter):
        secret = found.hidden  # an open roll of a hidden foe would give it away
        first.append(goes(seen, "Roll in secret" if secret else f"Roll the {kind}", f"foes/roll/{kind}/{name}"))
        if not secret:
            first.append(goes(seen, "Roll in secret", f"foes/secret/{kind}/{name}"))
    if found.hidden:
        first.append(goes(seen, "Reveal", f"foes/show/{kind}/{name}"))
    first.append(goes(seen, "Remove", f"foes/sure/{kind}/{name}", Style.DANGER))
    return framed(*parts, *rows([*first, back(seen, "foes")]))


def sure(seen: Seen, kind: str, name: str) -> Panel:
    """Return the screen that asks whether a foe is to be removed for good."""
    foe(seen, kind, name)
    words = f"Take **{named(name)}** away? Only *Undo* brings it back."
    go = goes(seen, "Yes, remove it", f"foes/remove/{kind}/{name}", Style.DANGER)
    return framed(text(words), *rows([go, back(seen, f"foes/{kind}/{name}")]))


def foe(seen: Seen, kind: str, name: str) -> Foe:
    """Return the foe of this kind and name. Raises Refused: `unknown`, as it may be gone."""
    state = seen.tale.state
    tables: Mapping[str, Mapping[str, Foe]] = {
        "crisis": state.crises,
        "challenge": state.challenges,
        "boss": state.bosses,
        "gmc": state.gmcs,
    }
    found = tables.get(kind, {}).get(name)
    if found is None:
        raise Refused("unknown", f"{name} is there no more")
    return found


# --- a challenge's turns


def _turns(seen: Seen, name: str, at: Challenge) -> Iterator[Component]:
    state = seen.tale.state
    if at.target:
        yield from _attack(seen, name, at)
    if at.done:
        yield text(f"Acted: {', '.join(map(named, at.done))}")
    if at.turn:
        yield text(f"{sentence(turn_of(state, at.turn, '**'))}.")
        roll = (
            goes(seen, does(at.turn, "rolls"), f"pool/turn/{name}", Style.PRIMARY)
            if at.turn in state.characters
            else None
        )
        acted = goes(seen, does(at.turn, "has acted"), f"foes/acted/{turn_path(at, name)}")
        yield from rows([*([roll] if roll else []), acted])
        return
    if all(each.lost for each in state.characters.values()):
        yield text("There is nobody yet who could act.")
        return
    told = following(state, at)
    if told["next"] == [CHALLENGE] and at.is_last:
        yield text("All have acted in the last round: the challenge is lost.")
        yield from rows([goes(seen, "It is lost", f"foes/grow/grow/{name}", Style.PRIMARY)])
        return
    if told["next"] == [CHALLENGE]:
        able = [who for who, each in state.characters.items() if each.able]
        or_goes = ", or goes for somebody, who rolls first" if able else ""
        yield text(f"All have acted: **it acts now.** It grows{or_goes}.")
        grown = [goes(seen, "Grow by a d6", f"foes/grow/grow/{name}", Style.PRIMARY)]
        grown += [
            goes(seen, f"{die} becomes {die_of(die).up}", f"foes/grow/{die}/{name}")
            for die in sizes(at.pool)
            if die != "d12"
        ]
        yield from rows(grown)
        if able:
            yield select(seen, f"foes/went/challenge/{name}", ways(able), "It goes for…")
        return
    who = "You name" if told["chooser"] == GM else f"{named(told['chooser'])} names"
    if told["next"]:
        yield text(f"{who} who acts next.")
        yield select(seen, f"foes/hand/challenge/{name}", ways(told["next"]), "Who acts next")
    else:
        yield text("Nobody can act: all are out.")


def _attack(seen: Seen, name: str, at: Challenge) -> Iterator[Component]:
    """Yield the part about an attack: whom the challenge goes for, and the rolls that it may have to beat."""
    who = at.target
    open_ = [
        Choice(id, f"Roll {id}: {each.total}", "the challenge must be higher")
        for id, each in reversed([*seen.tale.state.rolls.items()])
        if each.character == who and each.success is None and not each.against.startswith("#")
    ]
    rolled = answer(seen.tale.state, name, True)
    first = f"who rolled {rolled[1].total}" if rolled else "who rolls first"
    yield text(f"It goes for **{named(who)}**, {first}. It must be higher: a tie is safe for {named(who)}.")
    if open_:
        yield select(seen, f"foes/assail/challenge/{name}", open_[:25], "Roll it against…")
    rolls = [] if rolled else [goes(seen, cut(f"Roll for {who}"), f"pool/attack/{name}")]
    yield from rows([*rolls, goes(seen, "Let it be", f"foes/spare/challenge/{name}")])


# --- a boss, a GM character


def striking(seen: Seen, name: str, found: Boss) -> Iterator[Component]:
    """Yield the harm of a boss or an extra, to be hit."""
    size = sizes(found.dice)[0]
    past = f"takes a {size} of the boss with it, and is gone itself" if name in seen.tale.state.bosses else "defeats it"
    yield text(f"Harm is kept by name. Past {size} it {past}.")
    yield from rows([goes(seen, "New harm", f"foes/strike/-/{name}", Style.PRIMARY)])
    for what, die in list(found.harm.items())[:6]:
        ways_to = [("up", "A step up"), *((size, f"Hit by {size}") for size in SIZES)]
        hits = [Choice(hit, f"{label}: {wound(found, what, hit)}") for hit, label in ways_to]
        yield select(seen, f"foes/strike/{key(what)}.{die}/{name}", hits, cut(f"{what} {die}: hit it", 100))


def _playing(seen: Seen, name: str, found: GMCharacter) -> Iterator[Component]:
    """Yield the traits of a GM character, to put together and roll."""
    picks, rated = _picks(seen, name), traits(found)
    dice = [rated[pick] for pick in picks if pick in rated]
    if not found.able:
        yield text(f"Cannot act: {', '.join(found.out) or 'out of the scene'}")
        return
    choices = [Choice(pick, f"{trait(found, pick)} {die}", "taken" * (pick in picks)) for pick, die in rated.items()]
    hint = "Roll: add a trait, or take it out"
    yield select(seen, f"foes/trait/-/{name}", choices, hint)
    if dice:
        yield text(
            "Pool: "
            + " + ".join(f"{named(trait(found, pick))} {coded(rated[pick])}" for pick in picks if pick in rated)
        )
        plain = [goes(seen, "Roll", f"foes/cast/o/{name}", Style.PRIMARY)] if found.seen else []
        yield from rows([*plain, goes(seen, "Roll in secret", f"foes/cast/s/{name}")])


def _comings(seen: Seen, name: str, found: GMCharacter) -> list[Button]:
    if found.here:
        return [goes(seen, "Harm", f"harm/gmc/{name}"), goes(seen, "Leaves", f"foes/leave/gmc/{name}")]
    bought = [goes(seen, "Enter, by doom", f"doom/with/gmc/-/{name}", Style.PRIMARY)] if _payable(seen, name) else []
    return [
        *bought,
        goes(seen, "Enter freely", f"foes/enter/gmc/{name}", Style.SECONDARY if bought else Style.PRIMARY),
        goes(seen, "Enter unseen", f"foes/unseen/gmc/{name}"),
    ]


def _payable(seen: Seen, name: str) -> bool:
    """Return whether doom can pay for a GM character to enter."""
    return bool(buying.payable(seen, "gmc", buying.DOOM, name))


def _picks(seen: Seen, name: str) -> list[str]:
    kept = seen.notes.get(_NOTES, {})
    return list(kept.get("picks", [])) if kept.get("name") == name else []


# --- presses


def press(seen: Seen, part: str, about: str, values: Values) -> Step:
    """Return what a press on these screens does."""
    first, _, name = about.partition("/")
    value = str(values.get("value", ""))
    match part:
        case "grow":
            return _grown(seen, first, name)
        case "acted":
            foe(seen, "challenge", name)
            return done(seen, *ending(seen, about), show=f"foes/challenge/{name}")
        case "strike":
            return _struck(seen, first, name, values)
        case "trait":
            foe(seen, "gmc", name)
            chosen = _picks(seen, name)
            picks = [each for each in chosen if each != value] if value in chosen else [*chosen, value][-12:]
            return Step(notes={**seen.notes, _NOTES: {"name": name, "picks": picks}}, show=f"foes/gmc/{name}")
        case "cast":
            given = {"gmc": name, "picks": _picks(seen, name), "secret": first == "s"}
            show = f"roll/{coming(seen.tale, True)}" if first == "s" else f"foes/gmc/{name}"
            return Step((Act("roll", given),), notes=without_note(seen, _NOTES), show=show)
    found, here = foe(seen, first, name), f"foes/{first}/{name}"
    simple: Mapping[str, Callable[[], Step]] = {
        "show": lambda: done(seen, Act("reveal", {"name": name}), show=here),
        "remove": lambda: done(seen, Act("remove", {"name": name}), show="foes"),
        "enter": lambda: done(seen, Act("appear", {"name": name}), show=here),
        "unseen": lambda: done(seen, Act("appear", {"name": name, "hidden": True}), show=here),
        "leave": lambda: done(seen, Act("depart", {"name": name}), show=here),
        "hand": lambda: done(seen, Act("hand", {"challenge": name, "to": value}), show=here),
        "sure": lambda: Step(show=f"foes/sure/{first}/{name}"),
        "spare": lambda: done(seen, Act("assail", {"challenge": name}), show=here),
        "assail": lambda: Step((Act("assail", {"challenge": name, "theirs": value}),), show=f"gm/roll/{value}"),
        "went": lambda: _went(seen, name, value),
        "again": lambda: Step(show=f"doom/shop/{key(name)}"),
    }
    if part in simple:
        return simple[part]()
    if isinstance(found, GMCharacter):
        raise nowhere(about)
    pool = found.dice if isinstance(found, Boss) else found.pool
    secret = part == "secret" or found.hidden
    roll = Act("roll", {"pool": pool, "secret": secret, "opposes": True, "what": name})
    return Step((roll,), show=f"roll/{coming(seen.tale, True)}" if secret else here)  # everybody sees an open roll


def _went(seen: Seen, name: str, whom: str) -> Step:
    show = _after(seen, name)
    return done(seen, Act("challenge-acts", {"challenge": name, "grow": False, "target": whom}), show=show)


def _after(seen: Seen, name: str) -> str:
    """Return the path to show after a challenge has acted; after its last round it is gone."""
    found = foe(seen, "challenge", name)
    return "foes" if isinstance(found, Challenge) and found.is_last else f"foes/challenge/{name}"


def _grown(seen: Seen, how: str, name: str) -> Step:
    given: dict[str, Any] = {"challenge": name, "grow": True, **({"die": how} if how in SIZES else {})}
    return done(seen, Act("challenge-acts", given), show=_after(seen, name))


def extra_at(name: str) -> str:
    """Return the path of the screen of an extra of the scene."""
    return f"scene/trait/{key(name)}"


def _struck(seen: Seen, token: str, name: str, values: Values) -> Step:
    found = seen.tale.state.beatable.get(name)
    if found is None:
        raise Refused("unknown", f"{name} is there no more")
    token, _, seen_as = token.partition(".")
    there = {key(each): (each, die) for each, die in found.harm.items()}
    what, now = there.get(token, (str(values.get("name", "")), ""))
    if seen_as not in ("", now):
        raise Refused("changed", f"that has changed: {name}'s {what or 'harm'} is {now or 'gone'} now")
    if not what:
        fields = (
            Field("name", "What harms it?", "Wound", most=40),
            Field("value", "The effect die", value="d8", most=4),
        )
        return Step(form=Form(cut(f"Harm to {name}", 45), f"foes/strike/-/{name}", fields))
    hit = str(values.get("value", "up"))
    act = Act("strike", {"boss": name, "harm": what, "hit": hit if hit == "up" else one_die(hit)})
    after, _ = carried_out(seen.tale, seen.who, [act])
    if name in seen.tale.state.bosses:
        return done(seen, act, show=f"foes/boss/{name}" if name in after.state.bosses else "foes")
    return done(seen, act, show=extra_at(name) if name in after.state.beatable else "scene")
