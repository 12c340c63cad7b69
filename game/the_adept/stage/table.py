"""The first screen of a table, with the next sensible things to do; the log, undo, and the proofs of dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from typing import ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Kind, Option, Step
from game.core.errors import Refused, quoted
from game.core.layout import Accent, Button, Component, Line, Panel, Style, framed, rows, section, text
from game.core.layout import Choice as Way
from game.the_adept.rules.challenges import CHALLENGE, Handoff
from game.the_adept.stage import history, people
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.mastering.masters import cut, seated
from game.the_adept.stage.order import ending, turn_path
from game.the_adept.stage.rolling import contests
from game.the_adept.stage.rolling.ingredients import met
from game.the_adept.stage.rolling.recover import helpless
from game.the_adept.stage.room import Room, Seen, is_master, own_characters, plays
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets import spending
from game.the_adept.stage.sheets.offers import means
from game.the_adept.stage.wording import (
    character_line,
    fitted,
    heading,
    listing,
    named,
    names_next,
    resting,
    result,
    turn_of,
    unplayed,
)
from game.the_adept.tale.actions.turns import following, in_scene, leading, named_in
from game.the_adept.tale.aims import answer
from game.the_adept.tale.state import Challenge, Order
from game.the_adept.tale.tale import JOIN, Tale
from game.the_adept.tale.texts import plain

_CONTESTS = 2
"""The most contests on one screen."""
_ASKED = 4
"""The most challenges on one screen; more are rare, and are shown later."""
_GROWING = 2
"""The most of one's own characters shown that can grow."""
_NAME = 32
"""The most characters of a name before its number, as chats allow."""


_WHO = Option("person", "Who", Kind.PERSON, required=True)


class TableRoom(Room):
    name = "table"
    commands: ClassVar = (
        Command(
            "tale appoint",
            "Make somebody a game master",
            "table/appoint",
            (
                Option("person", "Somebody who sits at the table", Kind.PERSON, required=True),
                Option("gm", "Whether they are one from now on (if left out: they are)", Kind.FLAG),
            ),
        ),
        Command("tale kick", "Put somebody out of the tale (game master)", "table/kick", (_WHO,)),
        Command("tale readmit", "Let somebody who was put out sit down again (game master)", "table/readmit", (_WHO,)),
        Command("tale undo", "Take your last change back; game masters: any of the last fifty", "table/undo"),
        Command("tale log", "What happened in this tale", "table/log", reads=True),
        Command("tale proofs", "The dice that fell, and how to check that they are honest", "table/proofs", reads=True),
    )

    def needs_seat(self, rest: str) -> bool:
        return rest.partition("/")[0] in ("pp", "spend")

    def screen(self, seen: Seen, rest: str) -> Panel:
        part, _, rest = rest.partition("/")
        match part:
            case "":
                return _table(seen)
            case "pp":
                return spending.screen(seen, rest)
            case "undo":
                return history.undo_screen(seen, rest)
            case "log":
                return history.log_screen(seen, rest)
            case "proofs":
                return history.proofs_screen(seen, rest)
        raise Refused("unknown", f"there is nothing at {quoted(part)} of the table")

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        match part:
            case "join":
                return _join(seen)
            case "appoint" if "person" in values:
                return _appoint(seen, str(values["person"]), bool(values.get("gm", True)))
            case "kick" if "person" in values:
                return people.kicked(seen, str(values["person"]), "table")
            case "readmit" if "person" in values:
                return people.readmitted(seen, str(values["person"]), "table")
            case "hand" if "value" in values:
                return Step((Act("hand", {"to": str(values["value"]), "challenge": about}),), show="table")
            case "acted":
                return Step(ending(seen, about), show="table")
            case "undone":
                return history.undone(seen, about)
            case "undo" if "value" in values:
                return Step(show=f"table/undo/{values['value']}")
            case "spend":
                return spending.press(seen, about, values)
            case "pp" if "value" in values:
                return Step(show=f"table/pp/{values['value']}")
        return Step(show=self.at(rest))

    def around(self, rest: str) -> Iterator[str]:
        part, _, about = rest.partition("/")
        if part == "spend":
            yield f"table/pp/{about.partition('/')[2]}"


def _join(seen: Seen) -> Step:
    if seen.who in seen.tale.state.members:
        return Step(show="table", say="You are at this table already.")
    return Step((sits_down(seen.tale, seen.name),), show="table")


def sits_down(tale: Tale, name: str) -> Act:
    """Return the act of joining under this name, which comes from the chat: without invisible characters, and with a
    number if somebody who sits there or was put out has the name."""
    clean = " ".join("".join(filter(plain, name))[:_NAME].split()) or "Somebody"
    people = (*(each.name for each in tale.state.members.values()), *tale.state.kicked.values())
    taken = {each.casefold() for each in people}
    numbered = (f"{clean} {number}" for number in count(2))
    return Act(JOIN, {"name": next(each for each in chain([clean], numbered) if each.casefold() not in taken)})


def _appoint(seen: Seen, person: str, gm: bool) -> Step:
    """Return the step that appoints a game master: by a master, or by whoever manages the tale's channel, so that no
    table stays without one."""
    name = named(seen.tale.state.members[seated(seen, person)].name)
    if is_master(seen) or not gm:
        act = Act("appoint", {"member": person, "gm": gm})
    elif seen.manager:
        act = Act("install", {"member": person, "by": seen.name})
    else:
        raise Refused("rights", "only a game master may do that, or whoever manages the tale's channel")
    is_now = "is a game master now" if gm else "is not a game master any more"
    return Step((act,), show="table", say=f"{name} {is_now}.")


# --- the first screen


def _table(seen: Seen) -> Panel:
    state = seen.tale.state
    if seen.who not in state.members:
        return _outside(seen)
    parts: list[Component] = [text(heading(state), *_mine(seen))]
    if not state.over:
        asked = [*_turns(seen), *_waiting(seen), *_growing(seen)]
        parts += [Line(), *asked] if asked else []
    return framed(*parts, *rows(_buttons(seen)), accent=Accent.ASKING)


def _outside(seen: Seen) -> Panel:
    state = seen.tale.state
    if state.over:
        return framed(text(heading(state)), *rows(_books(seen)))
    who = listing(each.name for each in state.members.values())
    if seen.who in state.kicked:
        words = f"You can sit at this table again once a game master lets you in. At it: {who}. Anybody may read along."
        return framed(text(heading(state), words), *rows(_books(seen)))
    words = f"You are not at this table yet. At it: {who}. Join to play; anybody may read along."
    join = goes(seen, "Join", "table/join", Style.PRIMARY)
    return framed(text(heading(state), words), *rows([join, *_books(seen)]), accent=Accent.ASKING)


def _mine(seen: Seen) -> Iterator[str]:
    """Yield lines about one's own characters, and what to do if there are none."""
    state = seen.tale.state
    own = state.played_by(seen.who)
    yield from fitted((character_line(name, state.characters[name]) for name in own), 1200)
    yield from fitted((line for name in own for line in helpless(state, name)), 400)
    if is_master(seen):
        yield "You are a game master here." if own else "You are the game master here."
    elif seen.who in state.drafts:
        yield "Your character is not finished yet."
    elif not own:
        yield "You have no character yet: make one, or bring one along."
        if free := [name for name in state.characters if unplayed(state, name)]:
            yield f"Without a player: {listing(free)}. A game master may give you one."


def _turns(seen: Seen) -> Iterator[Component]:
    """Yield the turns of the scene, unless it rests during a challenge, and the challenges in which something has to be
    done or somebody is waited for."""
    state, gm, scene = seen.tale.state, is_master(seen), seen.tale.state.scene
    order = scene.order if scene else None
    there = [(name, at) for name, at in state.challenges.items() if gm or not at.hidden]
    named_there = order or (gm and not there)  # the master names the first
    if scene and scene.kind == "action" and state.characters and named_there and not leading(state):
        yield from _turn(seen, "", named(scene.name), order or Order(), in_scene(state))
    for name, at in there[:_ASKED] if state.characters and not state.resting else ():
        if at.target and plays(seen, at.target):
            yield _attack(seen, name, at)
        if named_in(state, at):
            yield from _turn(seen, name, named(name), at, following(state, at))
    if order and leading(state):
        yield text(resting(state))


def _growing(seen: Seen) -> Iterator[Component]:
    """Yield one's own characters that can grow now, at most two."""
    state = seen.tale.state
    able = {name: has for name in state.played_by(seen.who) if (has := means(seen, state.characters[name]))}
    for name, has in [*able.items()][:_GROWING]:
        grow = goes(seen, "Advance", f"grow/{name}")
        yield section(f"**{named(name)}** can grow: {has} to spend.", grow)


def _attack(seen: Seen, name: str, at: Challenge) -> Component:
    """Return the part about a challenge that goes for somebody, who rolls first, or has rolled."""
    told = f"**{named(name)}** goes for {named(at.target)}"
    if rolled := answer(seen.tale.state, name, is_master(seen)):
        return text(f"{told}, who rolled {rolled[1].total}: it must be higher, and the game master rolls it.")
    roll = goes(seen, cut(f"Roll against {name}"), f"pool/attack/{name}", Style.PRIMARY)
    return section(f"{told}: roll first. It must be higher than that.", roll)


def _turn(seen: Seen, challenge: str, title: str, at: Challenge | Order, told: Handoff) -> Iterator[Component]:
    """Yield whose turn it is, or who names the next, with buttons for whoever may press them."""
    if at.turn:
        words = f"**{title}**: {turn_of(seen.tale.state, at.turn)}."
        end = goes(seen, _ending(seen, challenge, at.turn), f"table/acted/{turn_path(at, challenge)}")
        yield section(words, end) if plays(seen, at.turn) else text(words)
        return
    if told["next"] == [CHALLENGE]:
        yield text(f"**{title}**: everybody has acted, and the challenge acts now.")
        return
    mine = plays(seen, told["chooser"])
    namer = "you name who acts next" if mine else names_next(seen.tale.state, told["chooser"])
    yield text(f"**{title}**: {namer}.")
    if mine and told["next"]:
        ways = [Way(each, each) for each in told["next"]]
        about = f"/{challenge}" if challenge else ""
        yield select(seen, f"table/hand{about}", ways, "Who acts next")


def _ending(seen: Seen, challenge: str, turn: str) -> str:
    """Return the button's label; it says which turn ends if somebody has one in a scene and in a challenge."""
    state = seen.tale.state
    order = state.scene.order if state.scene else None
    turns = [at.turn for at in state.challenges.values() if is_master(seen) or not at.hidden]
    if [*turns, order.turn if order else ""].count(turn) < 2:
        return "End the turn"
    return cut(f"End turn: {challenge or 'the scene'}")


def _waiting(seen: Seen) -> Iterator[Component]:
    """Yield the contests that wait for one's answer, and one's own last roll of this scene while it is open."""
    state = seen.tale.state
    public = {id: roll for id, roll in state.rolls.items() if not roll.secret}
    own = state.played_by(seen.who)
    asked = [*contests.awaits(public, own)][-_CONTESTS:]
    for id, contest in asked:
        yield text(*contests.standing(state, contest, is_master(seen)))
        yield from rows([*contests.ways(seen, contest), goes(seen, f"Roll {id}", f"roll/{id}")])
    mine = [
        (id, roll)
        for id, roll in state.rolls.items()
        if not roll.opposes and roll.by == seen.who and (not roll.secret or is_master(seen))
    ]
    for id, roll in mine[-1:]:
        seen_rolls = state.rolls if is_master(seen) else public  # a secret answer must not change what others see
        over = roll.success is not None or roll.past or contests.is_past(seen_rolls, id) or id in met(state)
        if over or id in [each for each, _ in asked]:
            continue
        yield text(f"Your last roll is open: {result(roll)}")
        yield from rows([goes(seen, f"Roll {id}", f"roll/{id}")])


def _buttons(seen: Seen) -> list[Button]:
    state, gm = seen.tale.state, is_master(seen)
    if state.over:
        return _books(seen)
    own = own_characters(seen)
    made = any(not state.characters[name].lost for name in state.played_by(seen.who))
    buttons = list[Button]()
    if not made and not gm:
        label = "Go on making it" if seen.who in state.drafts else "Make a character"
        buttons.append(goes(seen, label, "make", Style.PRIMARY))
    if gm:
        buttons.append(goes(seen, "GM", "gm", Style.PRIMARY))
    if own or gm:
        style = Style.PRIMARY if made else Style.SECONDARY
        buttons.append(goes(seen, "Roll", "pool", style))
    if own:
        buttons.append(goes(seen, "Sheet", f"sheet/{own[0]}"))
        buttons.append(goes(seen, "Spend PP", "table/pp"))
    elif gm:
        buttons.append(goes(seen, "Make a character", "make"))
    return [*buttons, goes(seen, "Undo", "table/undo"), *_books(seen)]


def _books(seen: Seen) -> list[Button]:
    return [
        goes(seen, "Log", "table/log"),
        goes(seen, "Dice", "table/proofs"),
    ]
