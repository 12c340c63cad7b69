"""The room `recover`, where a test to recover begins, for oneself or somebody else (rules, "Recovery and rest")."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Step
from game.core.errors import Refused
from game.core.layout import Button, Choice, Component, Panel, Style, row
from game.the_adept.rules.dice import NONE
from game.the_adept.stage.room import Room, Seen, coming
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.own import asking, back, own, press
from game.the_adept.stage.wording import coded, named
from game.the_adept.tale.actions.harm import COMPLICATIONS, STRESS, TRAUMA, ailment, complications
from game.the_adept.tale.actions.recovery import USUAL, under_way
from game.the_adept.tale.contests import CHARACTER
from game.the_adept.tale.state import State

_NOTES = "recover"
_RULE = "Beat a roll of its die and 2d8, or doom. With a larger effect die, heroic steps counted, it is gone, else it \
steps down. A failed test steps it up for each hitch."

_ONCE = "Trauma is treated once a session, whatever comes of it."


class RecoverRoom(Room):
    """The room at `recover/NAME`: that character rolls; one chooses what somebody recovers from, and against what."""

    name = "recover"
    seated = True

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        state = seen.tale.state
        head = f"## Recover: {named(name)} rolls"
        if found.lost or found.out or found.taken_out:
            return asking([head, *helpless(state, name)], back(seen, name))
        ways = list(_ways(state, name))
        if not ways:
            later = list(_not_now(state))
            nothing = f"Nobody has anything to recover from{' now' if later else ''}."
            return asking([head, nothing, *later], back(seen, name))
        chosen = _chosen(seen, name)
        parts: list[Component] = [
            select(seen, f"recover/what/{name}", ways, "From what?", f"recover/{name}", chosen),
            row(*_begins(seen, name, chosen)),
        ]
        once = [_ONCE] if chosen.startswith(f"{TRAUMA}/") else []
        return asking([head, _RULE, *once, *_not_now(state)], *parts, back(seen, name))

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        if what not in ("what", "usual", "doom", "on") or not slash:
            return Step(show=f"recover/{rest}")
        key, _ = own(seen, name)
        if what == "what":
            return Step(notes={**seen.notes, _NOTES: str(values.get("value", ""))[:100]}, show=f"recover/{key}")
        chosen = _chosen(seen, key)
        if not chosen:
            raise Refused("unknown", "choose first what somebody is to recover from")
        part, ill, whom = chosen.split("/", 2)
        lying = under_way(seen.tale.state, key, chosen)
        given = {"character": key, "patient": whom, "what": ill, "trauma": part == TRAUMA, "doom": what == "doom"}
        acts = () if lying else (Act("tend", given),)
        pool = {"for": f"{CHARACTER}/{key}", "against": f"roll/{lying or coming(seen.tale, False)}"}
        return Step(acts, notes={**seen.notes, "pool": {**seen.notes.get("pool", {}), **pool}}, show="pool")


def helpless(state: State, name: str) -> Iterator[str]:
    """Yield that somebody cannot act, and who may help; nothing if they can."""
    found = state.characters[name]
    if found.lost:
        yield f"{named(name)} is lost for good."
    elif found.out or found.taken_out:
        able = [key for key, each in state.characters.items() if not (each.lost or each.out or each.taken_out)]
        why = ", ".join(found.out) or "out of the scene"
        yield f"{named(name)} cannot act ({why}), and rolls nothing."
        if able:
            who = ", ".join(map(named, able))
            yield f"Others may help, by *Recover* on their own sheets: {who}."


def _begins(seen: Seen, name: str, chosen: str) -> list[Button]:
    """Return the two buttons to begin, or the one to go on."""
    state = seen.tale.state
    if chosen and (lying := under_way(state, name, chosen)):
        label = f"Beat {state.rolls[lying].total}"
        return [press(seen, label, f"recover/on/{name}", style=Style.PRIMARY)]
    die = _die(state, chosen)
    doom = state.seen_doom
    return [
        press(seen, f"Against {die}{USUAL}", f"recover/usual/{name}", style=Style.PRIMARY, disabled=not chosen),
        press(seen, f"Against {die}doom", f"recover/doom/{name}", disabled=not chosen or doom == NONE),
    ]


def _die(state: State, chosen: str) -> str:
    if not chosen:
        return ""
    part, what, whom = chosen.split("/", 2)
    return f"{ailment(state.characters[whom], part, what)[1]} + "


def _ways(state: State, name: str) -> Iterator[Choice]:
    """Yield what anybody may recover from now, the character's own first, in the form that a roll stores."""
    for whom in sorted(state.characters, key=lambda each: each != name):
        found = state.characters[whom]
        of = "" if whom == name else f"{whom}: "
        tables = {STRESS: found.sheet.get("stress", {}), COMPLICATIONS: complications(found.sheet)}
        tables[TRAUMA] = found.sheet.get("trauma", {})
        for part, table in tables.items() if not found.lost else ():
            for what, die in table.items():
                if part != TRAUMA or not _waits(state, whom, what):
                    label = f"{of}{'trauma: ' if part == TRAUMA else ''}{what} {die}"
                    yield Choice(f"{part}/{what}/{whom}", label)


def _chosen(seen: Seen, name: str) -> str:
    """Return what somebody is to recover from: the choice, or the only possibility; "" if that is open."""
    ways, chosen = [each.value for each in _ways(seen.tale.state, name)], str(seen.notes.get(_NOTES, ""))
    return chosen if chosen in ways else ways[0] if len(ways) == 1 else ""


def _waits(state: State, whom: str, type: str) -> str:
    """Return why trauma cannot be treated now; "" if it can."""
    found = state.characters[whom]
    if type in found.recovered:
        return "was treated this session"
    return f"waits until {type} is gone" if type in found.sheet.get("stress", {}) else ""


def _not_now(state: State) -> Iterator[str]:
    """Yield the trauma that cannot be treated now."""
    for whom, found in state.characters.items():
        for type, die in found.sheet.get("trauma", {}).items():
            if why := _waits(state, whom, type):
                yield f"-# {named(whom)}'s trauma {type} {coded(die)} {why}."
