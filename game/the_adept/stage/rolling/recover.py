"""The room `recover`, where a test to recover begins, for oneself or somebody else (rules, "Recovery and rest")."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Step
from game.core.errors import Refused
from game.core.layout import Button, Choice, Component, Panel, Style, row
from game.the_adept.rules.dice import NONE
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen, coming
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.own import asking, back, own
from game.the_adept.stage.wording import coded, named
from game.the_adept.tale.actions.harm import COMPLICATIONS, STRESS, TRAUMA, ailment
from game.the_adept.tale.actions.recovery import USUAL, under_way
from game.the_adept.tale.contests import CHARACTER
from game.the_adept.tale.state import Ailment, State

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
        if not found.able:
            return asking([head, *helpless(state, name)], back(seen, name))
        ways = _ways(state, name)
        if not ways:
            later = list(_not_now(state))
            nothing = f"Nobody has anything to recover from{' now' if later else ''}."
            return asking([head, nothing, *later], back(seen, name))
        chosen = _chosen(seen, name)
        choices = [Choice(key, _label(state, name, each)) for key, each in ways.items()]
        parts: list[Component] = [
            select(seen, f"recover/what/{name}", choices, "From what?", chosen),
            row(*_begins(seen, name, ways.get(chosen))),
        ]
        once = [_ONCE] if chosen and ways[chosen].part == TRAUMA else []
        return asking([head, _RULE, *once, *_not_now(state)], *parts, back(seen, name))

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, slash, name = rest.partition("/")
        if what not in ("what", "usual", "doom", "on") or not slash:
            return Step(show=f"recover/{rest}")
        key, _ = own(seen, name)
        if what == "what":
            return Step(notes={**seen.notes, _NOTES: str(values.get("value", ""))[:100]}, show=f"recover/{key}")
        chosen = _ways(seen.tale.state, key).get(_chosen(seen, key))
        if chosen is None:
            raise Refused("unknown", "choose first what somebody is to recover from")
        lying = under_way(seen.tale.state, key, chosen)
        of = {"patient": chosen.whom, "what": chosen.what, "trauma": chosen.part == TRAUMA}
        given = {"character": key, **of, "doom": what == "doom"}
        acts = () if lying else (Act("tend", given),)
        pool = {"for": f"{CHARACTER}/{key}", "against": f"roll/{lying or coming(seen.tale, False)}"}
        return Step(acts, notes={**seen.notes, "pool": {**seen.notes.get("pool", {}), **pool}}, show="pool")


def helpless(state: State, name: str) -> Iterator[str]:
    """Yield that somebody cannot act, and who may help; nothing if they can."""
    found = state.characters[name]
    if found.lost:
        yield f"{named(name)} is lost for good."
    elif not found.able:
        able = [key for key, each in state.characters.items() if each.able]
        why = ", ".join(found.out) or "out of the scene"
        yield f"{named(name)} cannot act ({why}), and rolls nothing."
        if able:
            who = ", ".join(map(named, able))
            yield f"Others may help, by *Recover* on their own sheets: {who}."


def _begins(seen: Seen, name: str, chosen: Ailment | None) -> list[Button]:
    """Return the two buttons to begin, or the one to go on."""
    state = seen.tale.state
    if chosen and (lying := under_way(state, name, chosen)):
        label = f"Beat {state.rolls[lying].total}"
        return [goes(seen, label, f"recover/on/{name}", style=Style.PRIMARY)]
    die = f"{_die(state, chosen)} + " if chosen else ""
    doom = state.seen_doom
    return [
        goes(seen, f"Against {die}{USUAL}", f"recover/usual/{name}", style=Style.PRIMARY, disabled=not chosen),
        goes(seen, f"Against {die}doom", f"recover/doom/{name}", disabled=not chosen or doom == NONE),
    ]


def _die(state: State, chosen: Ailment) -> str:
    return ailment(state.characters[chosen.whom], chosen.part, chosen.what)[1]


def _ways(state: State, name: str) -> dict[str, Ailment]:
    """Return what anybody may recover from now, by key, the character's own first."""
    found = dict[str, Ailment]()
    for whom in sorted(state.characters, key=lambda each: each != name):
        sheet = state.characters[whom].sheet
        tables = {part: sheet.get(part, {}) for part in (STRESS, COMPLICATIONS, TRAUMA)}
        for part, table in tables.items() if not state.characters[whom].lost else ():
            for what in table:
                if part != TRAUMA or not _waits(state, whom, what):
                    found[f"{part}/{what}/{whom}"] = Ailment(part=part, what=what, whom=whom)
    return found


def _label(state: State, name: str, each: Ailment) -> str:
    """Return what it is, in words, with its die; also whose, unless it is the character's own."""
    of = "" if each.whom == name else f"{each.whom}: "
    return f"{of}{'trauma: ' if each.part == TRAUMA else ''}{each.what} {_die(state, each)}"


def _chosen(seen: Seen, name: str) -> str:
    """Return the key of what somebody is to recover from: the choice, or the only possibility; "" if that is open."""
    ways, chosen = [*_ways(seen.tale.state, name)], str(seen.notes.get(_NOTES, ""))
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
