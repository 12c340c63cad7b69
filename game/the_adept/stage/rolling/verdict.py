"""The master's screens for settling a player's roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused
from game.core.layout import Choice, Component, Line, Panel, Style, framed, rows, section, text
from game.core.text.numbers import whole
from game.the_adept.rules.dice import NONE, die_of, pool_of, written
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import SIZES, cut, does, roll_lying
from game.the_adept.stage.rolling import aftermath, contests, hitches
from game.the_adept.stage.rolling.ingredients import met
from game.the_adept.stage.rolling.uses import effect_lines, uses
from game.the_adept.stage.room import Seen, coming
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import against_told, coded, lined, named, outcome, roll_lines, roller, who_rolled
from game.the_adept.tale.actions.gmcs import trait, traits
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.aims import TESTS, aimed, test
from game.the_adept.tale.contests import CHARACTER, Contest, contest_of, party
from game.the_adept.tale.state import Roll

PRESSES = ("aside", "size", "doom", "level", "earlier", "add", "foe", "pick", "cast", "meets")

_NOTES = "verdict"


def screen(seen: Seen, part: str, about: str) -> Panel:
    """Return the screen at `roll/ID`, `comp/ID/COUNT` or `cast/ID/GM CHARACTER`."""
    id, _, rest = about.partition("/")
    made = roll_lying(seen, id)
    match part:
        case "roll":
            return _verdict(seen, id, made)
        case "comp" if hitches.are_left(made, rest):
            return hitches.screen(seen, id, made, rest)
        case "cast" if made.success is None:
            return _casting(seen, id, rest)
    return _verdict(seen, id, made)


def _verdict(seen: Seen, id: str, made: Roll) -> Panel:
    rolls = seen.tale.state.rolls
    ended, against = outcome(made, rolls), against_told(made, rolls, seen.tale.state)
    told = [f"**{whose(seen, made)}** · roll {id}"]
    told += [f"against {against}"] if against else []
    head = " · ".join([*told, *([f"**{ended}**"] if ended else [])])
    parts: list[Component] = [text(head, *roll_lines(made), *effect_lines(made, uses(seen.tale, [id], gm=True)))]
    if made.opposes:
        parts.append(text("This was rolled against characters: its 1s are the players' opportunities."))
        parts += _met(seen, id)
    else:
        parts += hitches.offered(seen, id, made)
        contest = contest_of(seen.tale.state.rolls, id)
        if contest and contest.open:
            parts += _contest(seen, id, contest)
        elif made.success is None and id not in met(seen.tale.state):
            parts += _settling(seen, id, made)
        elif made.success is not None:
            parts += aftermath.after(seen, id, made)
    last = [goes(seen, "To the roll", f"roll/{id}")]
    if awaited(seen, id, made) or (made.opposes and not made.aside):
        last.insert(0, goes(seen, "Done with it", f"gm/aside/{id}"))
    return framed(*parts, *rows([*last, back(seen, "gm")]))


def whose(seen: Seen, made: Roll) -> str:
    """Return who rolled; for a roll of the opposition, what that was."""
    if made.opposes and not roller(made):
        return lined(made.what) or "The opposition"
    return who_rolled(seen.tale.state, made) or "Somebody"


def _met(seen: Seen, id: str) -> Iterator[Component]:
    """Yield the rolls that met this one of the opposition, with buttons; else the open rolls that may be settled
    against it."""
    rolls = seen.tale.state.rolls
    there = [(other, each) for other, each in rolls.items() if each.opposition == id]
    for other, each in there[-3:]:
        words = f"Roll {other} of {whose(seen, each)}, {each.total}: {outcome(each, rolls)}"
        yield section(words, goes(seen, f"Roll {other}", f"gm/roll/{other}"))
    open_ = [
        Choice(other, f"Roll {other}: {each.total}, {each.character}")
        for other, each in reversed([*rolls.items()])
        if each.character and each.success is None and not each.aside and not rolls[id].heals
    ]
    if open_ and not there:
        yield select(seen, f"gm/meets/{id}", open_[:25], "Settle a roll against it")


def awaited(seen: Seen, id: str, made: Roll) -> str:
    """Return what a master has yet to do with a character's roll: "settle", "hitches", "effect"; "" for nothing."""
    if made.opposes or made.aside:
        return ""
    rolls = seen.tale.state.rolls
    if made.success is None and not contests.is_past(rolls, id) and id not in met(seen.tale.state):
        return "settle"
    if made.hitches != NONE and made.character:
        return "hitches"
    return "effect" if (made.success and not made.used and not made.conceded) or _failed(made) else ""


def _failed(made: Roll) -> bool:
    """Return whether it failed against a roll whose effect nobody has used."""
    return made.success is False and not made.used and bool(made.opposition)


# --- what it is settled against


def _contest(seen: Seen, id: str, contest: Contest) -> Iterator[Component]:
    """Yield how a contest stands, and buttons for it; a master may act for all sides."""
    yield Line()
    yield text(*contests.standing(seen.tale.state, contest, gm=True))
    buttons = [*contests.ways(seen, contest)]
    if contest.last != id:
        buttons.insert(0, goes(seen, f"Roll {contest.last}", f"gm/roll/{contest.last}", Style.PRIMARY))
    yield from rows(buttons)


def _settling(seen: Seen, id: str, made: Roll) -> Iterator[Component]:
    state, added = seen.tale.state, _added(seen, id)
    aim = aimed(state, made.aim, True) if made.aim and not made.against else None
    more = f" Added to it: {', '.join(named(name) + ' ' + die for name, die in added.values())}." if added else ""
    yield Line()
    told = against_told(made, state.rolls, state)
    was = f" It was aimed at {told}." if told else ""
    yield text(f"**Settle it.** Higher than the opposition wins.{was}{more}")
    buttons = []
    if made.against:
        label = f"Against {made.against.replace('#', 'roll ')}"
        buttons.append(goes(seen, label, f"gm/size/{id}/aimed", Style.PRIMARY))
    if aim:
        label = "Roll the attack" if aim.told else cut(f"Roll {aim.pool}") if aim.pool else does(aim.name, "rolls")
        path = f"pool/answer/{id}" if made.aim.startswith(f"{CHARACTER}/") else f"gm/size/{id}/aimed"
        buttons.append(goes(seen, label, path, Style.PRIMARY))
    for die in SIZES:
        usual = die == "d8" and not made.against and aim is None
        label = f"2{die} {TESTS[die_of(die)]}"
        buttons.append(goes(seen, label, f"gm/size/{id}/{die}", Style.PRIMARY if usual else Style.SECONDARY))
    if state.doom != NONE:
        veiled = state.doom != state.seen_doom
        buttons.append(goes(seen, "Doom, in secret" if veiled else cut(f"Doom {state.doom}"), f"gm/doom/{id}"))
    buttons.append(goes(seen, "A number", f"gm/level/{id}"))
    yield from rows(buttons)
    foes = _foes(seen)
    if foes:
        yield select(seen, f"gm/foe/{id}", foes, "Roll for a foe")
    against = _addable(seen, made)
    if against:
        notes = {key: "taken" if key in added else "in the scene" * key.startswith("scene|") for key in against}
        choices = [Choice(key, f"{name} {die}", notes[key]) for key, (name, die) in against.items()]
        yield select(seen, f"gm/add/{id}", choices, "Add what is against them")
    there = [*state.rolls]
    earlier = [
        Choice(other, f"Roll {other}: {each.total}", f"{each.gmc or 'game master'}{', secret' * each.secret}")
        for other, each in reversed([*state.rolls.items()])
        if each.opposes
        and not each.aside
        and (not each.heals or (each.aim == party(made) and there.index(other) < there.index(id)))
    ]
    if earlier:
        yield select(seen, f"gm/earlier/{id}", earlier[:10], "Against a roll made before")


def _addable(seen: Seen, made: Roll) -> dict[str, tuple[str, str]]:
    """Return what counts against a character for free, by key: its stress and complications, and the traits of the
    scene."""
    state = seen.tale.state
    found = state.characters.get(made.character)
    parts = {
        "stress": found.sheet.get("stress", {}) if found else {},
        "complication": complications(found.sheet) if found else {},
        "scene": {name: each.die for name, each in state.scene.traits.items()} if state.scene else {},
    }
    return {f"{part}|{name}|{die}": (name, die) for part, table in parts.items() for name, die in table.items()}


def _added(seen: Seen, id: str) -> dict[str, tuple[str, str]]:
    """Return what was chosen of that and still exists."""
    chosen = _kept(seen, id).get("add", [])
    return {key: each for key, each in _addable(seen, roll_lying(seen, id)).items() if key in chosen}


def _foes(seen: Seen) -> list[Choice]:
    state = seen.tale.state
    return [
        *(Choice(f"challenge {name}", name, f"challenge {each.pool}") for name, each in state.challenges.items()),
        *(Choice(f"crisis {name}", name, f"crisis {each.pool}") for name, each in state.crises.items()),
        *(Choice(f"boss {name}", name, f"boss {each.dice}") for name, each in state.bosses.items()),
        *(Choice(f"gmc {name}", name, "GM character") for name, each in state.gmcs.items() if each.able),
    ]


def _casting(seen: Seen, id: str, name: str) -> Panel:
    """Return the screen for the traits that a GM character rolls against a roll."""
    found = seen.tale.state.gmcs.get(name)
    if found is None:
        raise Refused("unknown", "this GM character is there no more")
    picks = _kept(seen, id).get("picks", [])
    rated = traits(found)
    dice = [rated[pick] for pick in picks if pick in rated]
    pool = " + ".join(f"{named(trait(found, pick))} {coded(rated[pick])}" for pick in picks if pick in rated)
    words = f"**{named(name)}** against roll {id}: {pool or 'no dice'}"
    choices = [Choice(pick, f"{trait(found, pick)} {die}", "taken" * (pick in picks)) for pick, die in rated.items()]
    hint = "Add a trait, or take it out"
    pick = select(seen, f"gm/pick/{id}/{name}", choices, hint)
    go = goes(seen, "Roll and settle", f"gm/cast/{id}/{name}", Style.PRIMARY, disabled=not dice)
    return framed(text(words), pick, *rows([go, back(seen, f"gm/roll/{id}")]))


# --- presses


def press(seen: Seen, part: str, about: str, values: Values) -> Step:
    """Return what a press on these screens does."""
    id, _, rest = about.partition("/")
    made, here, value = roll_lying(seen, id), f"gm/roll/{id}", str(values.get("value", ""))
    match part:
        case "aside":
            return Step((Act("lay-aside", {"roll": id}),), show="gm")
        case "level" if made.success is None:
            return _number(id, value)
        case "meets":
            return Step((Act("settle", {"roll": value, "against": id}),), show=f"gm/roll/{value}")
        case "earlier":
            return Step((Act("settle", {"roll": id, "against": value}),), show=here)
        case "add" | "pick":
            key = "add" if part == "add" else "picks"
            show = here if part == "add" else f"gm/cast/{id}/{rest}"
            return Step(notes=_toggled(seen, id, key, value), show=show)
        case "size" if rest == "aimed" and made.aim and not made.against:
            return _aimed(seen, id, made)
        case "size" if rest == "aimed":
            return Step((Act("settle", {"roll": id}),), show=here)
    if made.success is not None:
        raise Refused("settled", f"roll {id} is settled")
    return _opposed(seen, part, id, rest, value)


def _opposed(seen: Seen, part: str, id: str, rest: str, value: str) -> Step:
    """Return the step that rolls for the opposition and settles the roll against that."""
    state = seen.tale.state
    if part == "size":
        return _rolled(seen, id, f"2{rest}", False, test(die_of(rest)))
    if part == "doom":  # an open roll would show how many dice hidden crises have taken
        return _rolled(seen, id, state.doom, state.doom != state.seen_doom, "doom")
    if part == "cast":
        return _rolled_by(seen, id, rest)
    kind, _, name = value.partition(" ")
    if kind == "gmc":
        return Step(show=f"gm/cast/{id}/{name}", notes=_note(seen, id, {"picks": []}))
    table: Mapping[str, Any] = {"challenge": state.challenges, "crisis": state.crises, "boss": state.bosses}.get(
        kind, {}
    )
    if name not in table:
        raise Refused("unknown", "this foe is there no more")
    found = table[name]
    return _rolled(seen, id, found.dice if kind == "boss" else found.pool, found.hidden, name)


def _aimed(seen: Seen, id: str, made: Roll) -> Step:
    """Return the step in which the target of the roll rolls."""
    state, (kind, _, name) = seen.tale.state, made.aim.partition("/")
    if kind == "doom":
        return _opposed(seen, "doom", id, "", "")
    if kind in ("crisis", "challenge", "boss", "gmc"):
        return _opposed(seen, "foe", id, "", f"{kind} {name}")
    if kind == "attack":
        return Step((Act("assail", {"challenge": name, "theirs": id}),), show=f"gm/roll/{id}")
    aim = aimed(state, made.aim)
    if aim is None:
        raise Refused("unknown", "what this roll was aimed at is there no more")
    return _rolled(seen, id, aim.pool, made.secret, aim.name)


def _rolled(seen: Seen, id: str, pool: str, secret: bool, what: str = "", **more: Any) -> Step:
    added = _added(seen, id).values()
    extra = [die for _, die in added]
    whole = " ".join([*([pool] if pool else []), *extra])
    if not more:
        whole = written(pool_of(whole))
    told = ", ".join(each for each in (what, *(name for name, _ in added)) if each)
    roll = Act("roll", {"pool": whole, "secret": secret, **({} if more else {"opposes": True}), **more, "what": told})
    settle = Act("settle", {"roll": id, "against": coming(seen.tale, secret)})
    return Step((roll, settle), notes=_note(seen, "", {}), show=f"gm/roll/{id}")


def _rolled_by(seen: Seen, id: str, name: str) -> Step:
    found = seen.tale.state.gmcs.get(name)
    if found is None:
        raise Refused("unknown", "this GM character is there no more")
    picks = [pick for pick in _kept(seen, id).get("picks", []) if pick in traits(found)]
    if not picks:
        raise Refused("empty", f"pick a trait of {name} first")
    return _rolled(seen, id, "", not found.seen, gmc=name, picks=picks)


def _number(id: str, value: str) -> Step:
    if not value:
        field = Field("value", "The number that is to be beaten", "11", most=3)
        return Step(form=Form("Settle the roll", f"gm/level/{id}", (field,)))
    if (level := whole(value.strip())) is None:
        raise Refused("difficulty", f"{value!r} is not a number: write such as 11")
    return Step((Act("settle", {"roll": id, "difficulty": level}),), show=f"gm/roll/{id}")


# --- what is kept meanwhile


def _kept(seen: Seen, id: str) -> dict[str, Any]:
    """Return what was chosen for this roll, and for no other."""
    kept = dict(seen.notes.get(_NOTES, {}))
    return kept if kept.get("roll") == id else {}


def _note(seen: Seen, id: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    return {**seen.notes, _NOTES: {**_kept(seen, id), "roll": id, **changes}}


def _toggled(seen: Seen, id: str, key: str, value: str) -> dict[str, Any]:
    chosen = list(_kept(seen, id).get(key, []))
    if value in chosen:
        chosen.remove(value)
    else:
        chosen = [*chosen, value][-12:]
    return _note(seen, id, {key: chosen})
