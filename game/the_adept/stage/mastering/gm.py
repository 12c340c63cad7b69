"""The master's panel: what waits for the master, how things stand, and buttons to everything that a master does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Option, Step
from game.core.layout import Component, Line, Panel, Style, framed, rows, section, text
from game.the_adept.rules.challenges import CHALLENGE
from game.the_adept.rules.dice import NONE
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import MasterRoom, done, nowhere
from game.the_adept.stage.rolling import aftermath, contests, hitches, verdict
from game.the_adept.stage.room import Seen
from game.the_adept.stage.wording import (
    against_told,
    character_line,
    coded,
    fitted,
    heading,
    is_masters,
    named,
    threats,
    turn_of,
    unplayed,
)
from game.the_adept.tale.actions.effects import left_of
from game.the_adept.tale.actions.turns import following, in_scene, leading
from game.the_adept.tale.aims import answer
from game.the_adept.tale.contests import contest_of
from game.the_adept.tale.state import Roll

_WAITS = 6
"""How many waiting things one screen shows; the others follow when these are done."""


class Wait(NamedTuple):
    """Something that waits for a master, and where it is done; `others`: a player has to act first."""

    words: str
    label: str
    path: str
    others: bool = False


class GmRoom(MasterRoom):
    name = "gm"
    commands: ClassVar = (
        Command("gm panel", "What waits for you, and everything that a game master does", "gm"),
        Command(
            "gm note",
            "Keep a line in the log that game masters alone read",
            "gm/note",
            (Option("text", "The line", most=500),),
        ),
    )

    def inside(self, seen: Seen, rest: str) -> Panel:
        part, _, about = rest.partition("/")
        match part:
            case "":
                return _panel(seen)
            case "roll" | "comp" | "cast":
                return verdict.screen(seen, part, about)
            case "to" | "hit":
                return aftermath.screen(seen, part, about)
        raise nowhere(rest)

    def pressed(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        if part == "note":
            if not values.get("text"):
                field = Field("text", "A line that game masters alone read", long=True, most=500)
                return Step(form=Form("A note", "gm/note", (field,)))
            return done(seen, Act("note", {"text": str(values["text"])}), show="gm")
        if part in hitches.PRESSES:
            return hitches.press(seen, part, about, values)
        if part in verdict.PRESSES:
            return verdict.press(seen, part, about, values)
        if part in aftermath.PRESSES:
            return aftermath.press(seen, part, about, values)
        self.inside(seen, rest)  # refuses a path that no longer exists
        return Step(show=self.at(rest))

    def around(self, rest: str) -> Iterator[str]:
        part, _, about = rest.partition("/")
        if part in ("asset", "name"):
            yield f"gm/to/{about}"
        if part == "place":
            yield f"gm/to/{about.partition('/')[0]}/s/"
        if part in (*hitches.PRESSES, *verdict.PRESSES, *aftermath.PRESSES, "to", "hit"):
            yield f"gm/roll/{about.partition('/')[0]}"


def _panel(seen: Seen) -> Panel:
    state = seen.tale.state
    parts: list[Component] = [text("**Game master**", heading(state))]
    waiting = list(waits(seen))
    for place, wait in enumerate(waiting[:_WAITS]):
        style = Style.SECONDARY if place else Style.PRIMARY
        parts.append(section(wait.words, goes(seen, wait.label, wait.path, style)))
    if (more := len(waiting) - _WAITS) > 0:
        parts.append(text(f"-# {more} more wait{'s' * (more == 1)}: seen when these are done."))
    if not waiting:
        parts.append(text("Nothing waits for you."))
    lines = [character_line(name, each) for name, each in state.characters.items()]
    parts += [Line(), text(*fitted(threats(state, gm=True), 1500), *fitted(lines, 1200))]
    buttons = [
        goes(seen, "Doom", "doom"),
        goes(seen, "Foes", "foes"),
        goes(seen, "Harm and help", "harm"),
        goes(seen, "Scene", "scene"),
        goes(seen, "Turns", "turn"),
        goes(seen, "Roll", "pool"),
        goes(seen, "People", "people"),
        goes(seen, "Note", "gm/note"),
        back(seen),
    ]
    above = {wait.path for wait in waiting[:_WAITS]}
    return framed(*parts, *rows([button for button in buttons if button.rest not in above]))


# --- what waits


def waits(seen: Seen) -> Iterator[Wait]:
    """Yield what waits for a master, the most urgent first."""
    state = seen.tale.state
    yield from _rolls(seen)
    yield from turns(seen)
    for name, each in state.characters.items():
        if each.out and not each.lost:
            yield Wait(f"**{named(name)}** is stressed out: {', '.join(each.out)}.", "Help", f"harm/who/{name}")
    if not state.session.running:
        yield Wait("No session goes on.", "Session", "scene")
    elif state.scene is None:
        yield Wait("No scene is played.", "Scene", "scene")


def rolls(seen: Seen) -> Iterator[tuple[str, Roll, str]]:
    """Yield players' rolls that a master has to do something with, and what, the newest first."""
    for id, made in reversed([*seen.tale.state.rolls.items()]):
        if not made.secret and (what := verdict.awaited(seen, id, made)):
            yield id, made, what


def _rolls(seen: Seen) -> Iterator[Wait]:
    for id, made, what in rolls(seen):
        contest = contest_of(seen.tale.state.rolls, id) if what == "settle" else None
        if contest:
            yield Wait("".join(contests.standing(seen.tale.state, contest, gm=True)), "Contest", f"gm/roll/{id}")
        else:
            words = f"**{verdict.whose(seen, made)}** {_open(seen, made, what)}"
            yield Wait(words, what.capitalize(), f"gm/roll/{id}")


def _open(seen: Seen, made: Roll, what: str) -> str:
    """Return what is still to be done with a roll, in words."""
    state = seen.tale.state
    told = against_told(made, state.rolls, state)
    against = f" against {told}" if told else ""
    match what:
        case "settle":
            hitches = f", hitches {coded(made.hitches)}" if made.hitches != NONE else ""
            return f"rolled {made.total}{against}: effect {coded(made.effect)}{hitches}."
        case "hitches":
            return f"has hitches that nobody used: {coded(made.hitches)}."
    if not made.success:
        return f"failed{against}: what comes of it?"
    return f"won{against}: effect {coded(left_of(state, made))}{' left' if made.spent != NONE else ''}"


def turns(seen: Seen) -> Iterator[Wait]:
    """Yield the turns that a master has to give or play."""
    state = seen.tale.state
    if state.resting:
        return
    for name, at in state.challenges.items():
        path, goes, others = f"foes/challenge/{name}", "", False
        if at.target:
            rolled = answer(state, name, True)
            first = f"who rolled {rolled[1].total}: roll it against that" if rolled else "who rolls first"
            goes = f"**{named(name)}** goes for {named(at.target)}, {first}."
            others = not rolled and not unplayed(state, at.target)
        told = None if at.turn or all(each.lost for each in state.characters.values()) else following(state, at)
        if unplayed(state, at.turn):
            words, label = f"**{named(name)}**: {turn_of(state, at.turn)}.", "Turn"
        elif told and told["next"] == [CHALLENGE] and at.is_last:
            words, label = f"**{named(name)}**: all have acted in its last round, so it is lost.", "It is lost"
        elif told and told["next"] == [CHALLENGE]:
            words, label = f"**{named(name)}**: all have acted, so it acts now.", "It acts"
        elif told and is_masters(state, told["chooser"]):
            words, label = f"**{named(name)}**: name who acts.", "Name"
        elif goes:
            yield Wait(goes, "See", path, others=others)
            continue
        else:
            continue
        yield Wait(f"{goes} {words}".strip(), label, path)  # one button leads to both
    order = state.scene.order if state.scene else None
    if order is None or not state.characters or leading(state):
        return
    if (order.turn in state.gmcs and order.turn not in state.characters) or unplayed(state, order.turn):
        yield Wait(f"It is **{named(order.turn)}**'s turn.", "Turns", "turn")
    elif not order.turn and is_masters(state, in_scene(state)["chooser"]):
        yield Wait("Name who acts next in the scene.", "Name", "turn")
