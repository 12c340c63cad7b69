"""The message in the channel that says how things stand. It is made for everybody, so it has no secrets."""

from __future__ import annotations

from game.core.aids.stage import Verb
from game.core.layout import Component, Line, Panel, Place, Style, framed, row, text
from game.the_adept.stage.wording import (
    against_told,
    character_line,
    fitted,
    heading,
    listing,
    outcome,
    result,
    threats,
    turns,
    who_rolled,
)
from game.the_adept.tale.contests import contest_of
from game.the_adept.tale.state import State
from game.the_adept.tale.tale import Tale

_THREATS, _CHARACTERS, _WAITING, _TURNS = 1200, 1400, 200, 300
"""The most characters of each part, as a message has 4,000."""


def status(tale: Tale, place: Place) -> Panel:
    """Return the message: scene, doom, what stands against the table, whose turn it is, one line a character, the last
    roll; buttons."""
    state = tale.state
    parts: list[Component] = [
        text(heading(state), *fitted(threats(state, gm=False), _THREATS), *fitted(turns(state, gm=False), _TURNS))
    ]
    characters = [character_line(name, each) for name, each in state.characters.items()]
    players = {each.owner for each in state.characters.values()}
    waiting = [each.name for who, each in state.members.items() if not each.gm and who not in players]
    told = [
        *fitted(characters, _CHARACTERS),
        *([f"Without a character yet: {listing(waiting, _WAITING)}"] if waiting else []),
    ]
    if told:
        parts += [Line(), text(*told)]
    last = _last(state)
    if last:
        parts += [Line(), text(last)]
    if not tale.dice.public:
        parts.append(text(f"-# Fixed for the first roll: `{tale.dice.first}`"))
    return framed(*parts, *_buttons(state, place))


def _last(state: State) -> str:
    """Return a line about the last public roll; rather a roll of somebody, which names its opposition, than the
    opposition's."""
    seen = [(id, roll) for id, roll in state.rolls.items() if not roll.secret]
    if not seen:
        return ""
    id, roll = next((each for each in reversed(seen) if not each[1].opposes), seen[-1])
    rolls = dict(seen)
    against, ended = against_told(roll, rolls, state), outcome(roll, rolls)
    who = who_rolled(state, roll)
    told = [f"Roll {id}", *([who] if who else []), result(roll)]
    contest = contest_of(rolls, id)
    waits = ", who is to answer" if contest and contest.answers else ""
    told += [f"against {against}{waits}"] if against else []
    told += [ended] if ended else []
    return " · ".join(told)


def _buttons(state: State, place: Place) -> list[Component]:
    """Return the buttons. They open screens, so a second press does nothing twice."""
    log = place.button(Verb.PRESS, "Log", "table/log")
    if state.over:
        return [row(log, place.button(Verb.PRESS, "Dice", "table/proofs"))]
    first, second = (Style.PRIMARY, Style.SECONDARY) if state.characters else (Style.SECONDARY, Style.PRIMARY)
    return [
        row(
            place.button(Verb.PRESS, "Roll", "pool", first),
            place.button(Verb.PRESS, "Sheet", "sheet"),
            place.button(Verb.PRESS, "Spend PP", "table/pp"),
        ),
        row(
            place.button(Verb.PRESS, "Undo", "table/undo"),
            place.button(Verb.PRESS, "GM", "gm"),
            place.button(Verb.PRESS, "Join", "table/join", second),
        ),
    ]
