"""What somebody may see of a tale, and as what lines: the status, the log, the rolls.

Masters see all. Others never see that there is anything hidden: not by a name, a number, a gap or an order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.core.chance import commitment
from game.the_adept.rules.challenges import GM
from game.the_adept.rules.dice import NONE, roll_of
from game.the_adept.rules.rolling import choices
from game.the_adept.tale.acting import ALL, MASTERS
from game.the_adept.tale.actions.creation import MAKING
from game.the_adept.tale.actions.gmcs import described
from game.the_adept.tale.actions.turns import in_scene, leading
from game.the_adept.tale.honest import Cast
from game.the_adept.tale.state import Boss, Challenge, Character, Crisis, GMCharacter, Roll, State
from game.the_adept.tale.tale import UNDO, Entry, Tale, shows

_NOBODY = ""
"""Whoever is not at the table."""


def masters(tale: Tale, who: str) -> bool:
    member = tale.state.members.get(who)
    return member is not None and member.gm


def view(tale: Tale, who: str = _NOBODY) -> dict[str, Any]:
    """The tale as somebody may see it, as plain data: state without what is hidden, log, dice with their proofs."""
    state = tale.state.model_dump(mode="json")
    if not masters(tale, who):
        del state["hidden"]
        state["drafts"] = {key: each for key, each in state["drafts"].items() if key == who}
        state["doom"] = tale.state.seen_doom
        for part in ("crises", "challenges", "bosses"):
            state[part] = {name: _without(each, "veil") for name, each in state[part].items() if not each["hidden"]}
        seen = {name: each for name, each in tale.state.gmcs.items() if each.seen}
        state["gmcs"] = {name: _without(state["gmcs"][name], "traits", "sheet") for name in seen}
        state["rolls"] = {
            id: _without(roll, "spent", "aside", "opposition")
            for id, roll in state["rolls"].items()
            if not roll["secret"]
        }
        for name, character in state["characters"].items():
            character["sheet"] = sheet(tale, who, name)
    return {**state, "log": log(tale, who), "dice": dice(tale, who), "next": tale.commitments[0], "own": own(tale)}


_OPEN = ("name", "pp", "hero", "stress", "trauma", "complications", "assets", "magic_off")


def reads(tale: Tale, who: str, name: str) -> bool:
    """Whether somebody may read all of a character's sheet."""
    return masters(tale, who) or (bool(who) and tale.state.characters[name].owner == who)


def sheet(tale: Tale, who: str, name: str) -> Mapping[str, Any]:
    """What somebody may see of a character's sheet."""
    whole = tale.state.characters[name].sheet
    return whole if reads(tale, who, name) else _public(whole)


def _public(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """What of somebody else's sheet everybody sees."""
    return {key: sheet[key] for key in _OPEN if key in sheet}


def _without(table: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: each for key, each in table.items() if key not in keys}


def own(tale: Tale) -> dict[str, str]:
    """The commitment of the tale's own secret, and at the end its proof."""
    own = tale.dice.own
    return {"commitment": commitment(own)} | ({"proof": own} if tale.state.over else {})


def dice(tale: Tale, who: str = _NOBODY) -> list[dict[str, str]]:
    """Rolls with their proofs: those of masters for masters alone, until the tale has ended."""
    seen = tale.dice.casts if masters(tale, who) or tale.state.over else tale.dice.public
    return [cast.model_dump() for cast in seen]


def log(tale: Tale, who: str = _NOBODY, since: int = 0) -> list[str]:
    """What happened after so many entries, a line each, oldest first; what was taken back is struck out."""
    return [f"~~{line}~~" if struck else line for line, struck in heard(tale, who, since)]


def heard(tale: Tale, who: str = _NOBODY, since: int = 0) -> Iterator[tuple[str, bool]]:
    """What somebody was told after so many entries, oldest first, and whether it was taken back.

    Of a character in the making it is what came of it. What a master showed and took back is masters' alone.
    """
    gm, past = masters(tale, who), _past_steps(tale.log)
    for entry in tale.log[since:]:
        about = _about(tale.log, entry)
        if entry.number in past:
            continue
        lines = lines_for(tale, who, entry)
        if withdrawn(about) and not gm:
            lines = [line for line in lines if entry.action == UNDO and line != entry.lines[0].text]
        for line in lines:
            yield _by(line, entry.name), entry.struck is not None


def lines_for(tale: Tale, who: str, entry: Entry) -> list[str]:
    """What somebody was told of it: who did it, too, may not know all that masters are told."""
    readers = {ALL, who} | ({MASTERS} if masters(tale, who) else set())
    return [line.text for line in entry.lines if line.to in readers]


def _about(log: Sequence[Entry], entry: Entry) -> Entry:
    """What was done, or taken back by that."""
    return log[entry.given["entry"] - 1] if entry.action == UNDO else entry


def withdrawn(entry: Entry) -> bool:
    """Whether it was shown and taken back: to others than masters it is as if it had never been."""
    return entry.struck is not None and shows(entry)


def _past_steps(log: Sequence[Entry]) -> set[int]:
    """The numbers of steps of making a character, and of taking them back, after which came another one, or its end."""
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
    """A line with who did it, where it does not say so."""
    return text if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) else f"{text} ({name})"


def status(tale: Tale, who: str = _NOBODY) -> list[str]:
    """The status message: scene, whose turn, doom, what is against the table, a line a character, the last roll."""
    state, gm = tale.state, masters(tale, who)
    scene = f"{state.scene.name} ({state.scene.kind})" if state.scene else "no scene"
    session = f"session {state.session.number}" if state.session.running else "between sessions"
    head = f"{state.title} has ended" if state.over else f"{state.title} · {session} · {scene}"
    shown = [head, doom(state, gm)]
    if state.scene and state.scene.traits:
        there = (f"{each.kind} {name} {each.die}" for name, each in state.scene.traits.items())
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
    """What masters read behind the name of what they alone see."""
    return " (hidden)" if what.hidden else ""


def doom(state: State, gm: bool) -> str:
    """Doom as others see it; for masters as it is, and what others see if that is something else."""
    if not gm or state.doom == state.seen_doom:
        return f"Doom {state.seen_doom}"
    return f"Doom {state.doom} · others see {state.seen_doom}"


def turn(state: State) -> str:
    """Whose turn it is in the action scene, or who names that, or that it rests for a challenge; "" while nobody was
    named yet, or at the tale's end."""
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
    """A GM character in a line; others than masters see no traits."""
    told = [f"{name}{_hidden(found)}", *([described(found)] if gm else [])]
    told += [f"out: {', '.join(found.out)}"] if found.out else []
    told += ["out of the scene"] if found.taken_out else []
    told += [f"{what} {die}" for what, die in {**found.stress, **found.complications}.items()]
    return " · ".join(told)


def line(name: str, character: Character) -> str:
    """A character in a line: "Iltani PP 2 · injured d8 · Fog d6 · hero d6"."""
    sheet = character.sheet
    told = [f"{name} PP {sheet.get('pp', 0)}"]
    told += ["lost"] if character.lost else []
    told += [f"out: {', '.join(character.out)}"] if character.out else []
    told += ["out of the scene"] if character.taken_out else []
    told += ["no magic"] if sheet.get("magic_off") else []
    told += [f"{type} {die}" for type, die in sheet.get("stress", {}).items()]
    told += [f"trauma {type} {die}" for type, die in sheet.get("trauma", {}).items()]
    for part in ("complications", "assets"):
        told += [
            f"{key} {each['die'] if isinstance(each, dict) else each}" for key, each in sheet.get(part, {}).items()
        ]
    told += [f"hero {' '.join(sheet['hero'])}"] if sheet.get("hero") else []
    return " · ".join(told)


def told(roll: Roll) -> list[str]:
    """A roll as text: each die with what it is used for, what it comes to, what else could be chosen.

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
    """A roll with what proves it: the dice, the proof, and the commitment of the next."""
    told = [f"Roll {cast.id}: {cast.dice}", f"proof {cast.seed} · salt {cast.salt or NONE}"]
    return [*told, f"next {cast.next}"] if cast.next else told
