"""What each person may see of a tale, as lines: the status, the log, the rolls.

Masters see everything. Nobody else can tell that anything is hidden: not by a name, a number, a gap or an order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.core.chance import commitment
from game.the_adept.rules.challenges import GM
from game.the_adept.rules.dice import NONE, roll_of
from game.the_adept.rules.rolling import choices
from game.the_adept.rules.sheet import die_in
from game.the_adept.tale.acting import MASTERS, readers
from game.the_adept.tale.actions.creation import MAKING
from game.the_adept.tale.actions.gmcs import described
from game.the_adept.tale.actions.turns import in_scene, leading
from game.the_adept.tale.honest import Cast
from game.the_adept.tale.state import Boss, Challenge, Character, Crisis, GMCharacter, Roll, SceneTrait, State
from game.the_adept.tale.tale import UNDO, Entry, Tale, shows

_NOBODY = ""
"""Somebody who is not at the table."""


def view(tale: Tale, who: str = _NOBODY) -> dict[str, Any]:
    """Return the tale as somebody may see it, as plain data: the state without what is hidden, the log, dice with their
    proofs."""
    state = tale.state.model_dump(mode="json")
    if not tale.state.is_master(who):
        del state["hidden"]
        state["drafts"] = {key: each for key, each in state["drafts"].items() if key == who}
        state["doom"] = tale.state.seen_doom
        for part in ("crises", "challenges", "bosses"):
            state[part] = {name: _without(each, "veil") for name, each in state[part].items() if not each["hidden"]}
        seen = {name: each for name, each in tale.state.gmcs.items() if each.seen}
        state["gmcs"] = {name: _without(state["gmcs"][name], "traits", "sheet") for name in seen}
        state["rolls"] = {
            id: _without(roll, "spent", "struck", "aside", "opposition")
            for id, roll in state["rolls"].items()
            if not roll["secret"]
        }
        for name, character in state["characters"].items():
            character["sheet"] = sheet(tale, who, name)
    return {**state, "log": log(tale, who), "dice": dice(tale, who), "next": tale.commitments[0], "own": own(tale)}


_OPEN = ("name", "pp", "hero", "stress", "trauma", "complications", "assets", "magic_off")


def reads(tale: Tale, who: str, name: str) -> bool:
    """Return whether somebody may read all of a character's sheet."""
    return tale.state.is_master(who) or (bool(who) and tale.state.characters[name].owner == who)


def sheet(tale: Tale, who: str, name: str) -> Mapping[str, Any]:
    """Return what somebody may see of a character's sheet."""
    whole = tale.state.characters[name].sheet
    return whole if reads(tale, who, name) else _public(whole)


def _public(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a sheet that everybody sees."""
    return {key: sheet[key] for key in _OPEN if key in sheet}


def _without(table: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: each for key, each in table.items() if key not in keys}


def own(tale: Tale) -> dict[str, str]:
    """Return the commitment of the tale's own secret, and its proof when the tale has ended."""
    own = tale.dice.own
    return {"commitment": commitment(own)} | ({"proof": own} if tale.state.over else {})


def dice(tale: Tale, who: str = _NOBODY) -> list[dict[str, str]]:
    """Return rolls with their proofs; the masters' rolls only for masters until the tale has ended."""
    seen = tale.dice.casts if tale.state.is_master(who) or tale.state.over else tale.dice.public
    return [cast.model_dump() for cast in seen]


def log(tale: Tale, who: str = _NOBODY, since: int = 0) -> list[str]:
    """Return what happened after entry number `since`, one line each, oldest first; lines taken back are struck out."""
    return [f"~~{each.text}~~" if each.struck else each.text for each in heard(tale, who, since)]


class Heard(NamedTuple):
    """A line of the log: whether it was taken back, and whether only masters read it."""

    text: str
    struck: bool
    gm: bool


def heard(tale: Tale, who: str = _NOBODY, since: int = 0) -> Iterator[Heard]:
    """Yield what somebody was told after entry number `since`, oldest first.

    Of the steps of making a character only the latest is told, and none once it is finished or discarded. What a master
    showed and took back only masters read.
    """
    reads, past = readers(tale.state, who), _past_steps(tale.log)
    for entry in tale.log[since:]:
        if entry.number in past:
            continue
        gone = withdrawn(_about(tale.log, entry))
        for place, line in enumerate(entry.lines):
            gm = line.to == MASTERS or (gone and not (entry.action == UNDO and place))
            if line.to in reads and (MASTERS in reads or not gm):
                yield Heard(_by(line.text, entry.name), entry.struck is not None, gm)


def lines_for(tale: Tale, who: str, entry: Entry) -> list[str]:
    """Return the lines of an entry that somebody reads. Even its author may not read all that masters do."""
    reads = readers(tale.state, who)
    return [line.text for line in entry.lines if line.to in reads]


def _about(log: Sequence[Entry], entry: Entry) -> Entry:
    """Return the entry itself, or the entry that it undid."""
    return log[entry.given["entry"] - 1] if entry.action == UNDO else entry


def withdrawn(entry: Entry) -> bool:
    """Return whether the entry showed something and was taken back: for players it never happened."""
    return entry.struck is not None and shows(entry)


def _past_steps(log: Sequence[Entry]) -> set[int]:
    """Return the numbers of steps of making a character, or of undoing one, that a later step or the end followed."""
    past, later = set[int](), set[str]()
    for entry in reversed(log):
        about = _about(log, entry)
        if about.action in MAKING:
            if about.who in later:
                past.add(entry.number)
            later.add(about.who)
        elif entry.action in ("finish", "discard") and entry.struck is None:
            later.add(entry.who)
    return past


def _by(text: str, name: str) -> str:
    """Return a line with the name of who did it added, unless it is in the line already."""
    return text if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) else f"{text} ({name})"


def harmed(trait: SceneTrait, name: Callable[[str], str] = str) -> str:
    """Return the harm of an extra behind its die; "" for none. `name` makes a name fit for the text."""
    harm = ", ".join(f"{name(what)} {die}" for what, die in trait.harm.items())
    return f" ({harm})" if harm else ""


def status(tale: Tale, who: str = _NOBODY) -> list[str]:
    """Return the status message: scene, whose turn, doom, what stands against the table, one line a character, the last
    roll."""
    state, gm = tale.state, tale.state.is_master(who)
    scene = f"{state.scene.name} ({state.scene.kind})" if state.scene else "no scene"
    session = f"session {state.session.number}" if state.session.running else "between sessions"
    head = f"{state.title} has ended" if state.over else f"{state.title} · {session} · {scene}"
    shown = [head, doom(state, gm)]
    if state.scene and state.scene.traits:
        there = (f"{each.kind} {name} {each.die}{harmed(each)}" for name, each in state.scene.traits.items())
        shown.append("In the scene: " + ", ".join(there))
    crises = {name: each for name, each in state.crises.items() if gm or not each.hidden}
    shown += [f"Crisis {name}{_hidden(each)}: {each.pool}" for name, each in crises.items()]
    for name, each in state.challenges.items():
        if gm or not each.hidden:
            rounds = f"{each.round}/{each.last_round}" if each.last_round else str(each.round)
            acts = f" · {each.turn} acts" if each.turn and not state.over else ""
            shown.append(f"Challenge {name}{_hidden(each)}: {each.pool} · round {rounds}{acts}")
    for name, boss in state.bosses.items():
        if gm or not boss.hidden:
            harm = "".join(f" · {what} {die}" for what, die in boss.harm.items())
            shown.append(f"Boss {name}{_hidden(boss)}: {boss.dice}{harm}")
    shown += [against(name, each, gm) for name, each in state.gmcs.items() if each.seen or (gm and each.here)]
    shown += [turn(state)] if turn(state) else []
    shown += [line(name, each) for name, each in state.characters.items()]
    last = next((roll for roll in reversed(list(state.rolls.values())) if gm or not roll.secret), None)
    if last:
        shown += told(last)
    return shown


def _hidden(what: Crisis | Challenge | Boss | GMCharacter) -> str:
    """Return the words that masters read after the name of something hidden; "" if it is not."""
    return " (hidden)" if what.hidden else ""


def doom(state: State, gm: bool) -> str:
    """Return doom as players see it; for masters the real pool, and what players see if that differs."""
    if not gm or state.doom == state.seen_doom:
        return f"Doom {state.seen_doom}"
    return f"Doom {state.doom} · others see {state.seen_doom}"


def turn(state: State) -> str:
    """Return whose turn it is in the action scene, who names the next, or that turns rest during a challenge; "" before
    anybody was named, and when the tale has ended."""
    order = state.scene.order if state.scene else None
    if order is None or state.over:
        return ""
    if leading(state):
        return f"Round {order.round} · rests until the challenge is over"
    if order.turn:
        return f"Round {order.round} · {order.turn} acts"
    names = in_scene(state)["chooser"]
    return f"Round {order.round} · {'the game master' if names == GM else names} names who is next"


def against(name: str, found: GMCharacter, gm: bool) -> str:
    """Return a line about a GM character; its traits are for masters only."""
    told = [f"{name}{_hidden(found)}", *([described(found)] if gm else [])]
    told += [f"out: {', '.join(found.out)}"] if found.out else []
    told += ["out of the scene"] if found.taken_out else []
    told += [f"{what} {die}" for what, die in {**found.stress, **found.complications}.items()]
    return " · ".join(told)


def line(name: str, character: Character) -> str:
    """Return a line about a character: "Iltani PP 2 · injured d8 · Fog d6 · hero d6"."""
    sheet = character.sheet
    told = [f"{name} PP {sheet.get('pp', 0)}"]
    told += ["lost"] if character.lost else []
    told += [f"out: {', '.join(character.out)}"] if character.out else []
    told += ["out of the scene"] if character.taken_out else []
    told += ["no magic"] if sheet.get("magic_off") else []
    told += [f"{type} {die}" for type, die in sheet.get("stress", {}).items()]
    told += [f"trauma {type} {die}" for type, die in sheet.get("trauma", {}).items()]
    for part in ("complications", "assets"):
        told += [f"{key} {die_in(item)}" for key, item in sheet.get(part, {}).items()]
    told += [f"hero {' '.join(sheet['hero'])}"] if sheet.get("hero") else []
    return " · ".join(told)


def told(roll: Roll) -> list[str]:
    """Return a roll as text: each die marked by its use, the result, and what else could be chosen.

    "[d10:7]" is in the total, "<d8:3>" the effect, "~~d6:1~~" a hitch.
    """
    marks = {**dict.fromkeys(roll.uses, "[{}]"), **dict.fromkeys(roll.gives, "<{}>")}
    dice = [
        ("~~{}~~" if each.endswith(":1") else marks.get(place, "{}")).format(each)
        for place, each in enumerate(roll.dice.split(), 1)
    ]
    heroes = f" + {roll.heroes}" if roll.heroes else ""
    lines = [f"{roll.character or roll.gmc or 'Roll'} {roll.cast}: {' '.join(dice)}{heroes}"]
    lines.append("botch" if roll.botch else f"{roll.total}, effect {roll.effect}")
    if roll.hitches != NONE:
        lines[-1] += f", {'opportunities' if roll.opposes else 'hitches'} {roll.hitches}"
    if roll.success is not None:
        heroic = f", heroic {roll.heroic}" if roll.heroic else ""
        return [*lines, ("success" if roll.success else "failure") + heroic]
    others = [str(choice) for choice in choices(roll_of(roll.dice), roll.keep, roll.effects)]
    return [*lines, f"choices: {' · '.join(others)}"] if len(others) > 1 else lines


def rolled(cast: Cast) -> list[str]:
    """Return a roll with what proves it: the dice, the proof, and the commitment of the next roll."""
    told = [f"Roll {cast.id}: {cast.dice}", f"proof {cast.seed} · salt {cast.salt or NONE}"]
    return [*told, f"next {cast.next}"] if cast.next else told
