"""Whose turn it is in the action scene, and who names the next (rules, "Challenges")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Kind, Option, Step
from game.core.english import listed, sentence
from game.core.errors import Refused
from game.core.layout import Choice, Component, Panel, Style, framed, rows, section, text
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import does, done, matching, ways
from game.the_adept.stage.order import acting, ending, turn_path
from game.the_adept.stage.room import Room, Seen, is_master
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import is_masters, named, resting, turn_of
from game.the_adept.tale.actions.turns import in_scene, leading, named_in
from game.the_adept.tale.state import Challenge, Order

_SHOWN = 4
"""The most challenges on one screen; more are rare."""


class TurnRoom(Room):
    """The room of turns. It is for everybody, as players name the next one themselves."""

    name = "turn"
    commands: ClassVar = (
        Command(
            "gm hand",
            "Whose turn it is: name who acts next, or end a turn",
            "turn/do",
            (
                Option("to", "Who acts next", completes=True, most=40),
                Option(
                    "challenge",
                    "In which challenge (if left out: the one under way, else the scene)",
                    completes=True,
                    most=40,
                ),
                Option("acted", "Whether who acts now has done so (if left out: they have)", Kind.FLAG),
            ),
        ),
    )

    def screen(self, seen: Seen, rest: str) -> Panel:
        return _turns(seen)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        match part:
            case "do" if values.get("to") or values.get("acted"):
                return done(seen, *_acts(seen, values, _where(seen, str(values.get("challenge", "")))))
            case "hand" if "value" in values:
                return done(seen, Act("hand", {"to": str(values["value"])}), show="turn")
            case "acted":
                return done(seen, *ending(seen, about), show="turn")
        return Step(show="turn")

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        state = seen.tale.state
        if option == "challenge":
            return matching(typed, _challenges(seen))
        return matching(typed, [*state.characters, *(name for name, each in state.gmcs.items() if each.seen)])


def _challenges(seen: Seen) -> dict[str, Challenge]:
    """Return the challenges that the person may see."""
    challenges = seen.tale.state.challenges.items()
    return {name: each for name, each in challenges if is_master(seen) or not each.hidden}


def _where(seen: Seen, challenge: str) -> str:
    """Return the challenge that is meant; "" for the scene. Raises Refused: `turn` if several are under way."""
    played = leading(seen.tale.state)
    if not challenge and len(played) > 1:
        raise Refused("turn", f"say in which challenge: {listed(played)}")
    return challenge or "".join(played)


def _acts(seen: Seen, values: Values, challenge: str = "") -> list[Act]:
    """Return the acts that name the next, after ending the current turn."""
    where = {"challenge": challenge} if challenge else {}
    scene = seen.tale.state.scene
    known = {name.casefold(): each for name, each in _challenges(seen).items()}
    at: Challenge | Order | None = known.get(challenge.casefold()) if challenge else scene.order if scene else None
    ends = values.get("acted", True) and at is not None and at.turn
    acts = [Act("acted", where)] if ends or not values.get("to") else []
    return [*acts, Act("hand", {**where, "to": str(values["to"])})] if values.get("to") else acts


def _turns(seen: Seen) -> Panel:
    state, gm = seen.tale.state, is_master(seen)
    leave = [back(seen, "gm", "GM"), back(seen)] if gm else [back(seen)]
    if state.scene and leading(state):
        rests = [text(resting(state))] if state.scene.order else []
        return framed(*_in_challenges(seen), *rests, *rows(leave))
    if state.scene is None or state.scene.kind != "action":
        words = "Turns are taken in action scenes, and none is played."
        begin = [goes(seen, "Begin a scene", "scene", Style.PRIMARY)] if gm else []
        there = [*_in_challenges(seen)]
        return framed(*(there or [text(words)]), *rows([*begin, *leave]))
    if not state.characters:
        return framed(text("There is nobody yet who could act."), *rows(leave))
    order = state.scene.order or Order()
    mine = state.played_by(seen.who)
    parts: list[Component] = [text(f"**{named(state.scene.name)}** · round {order.round}", *_acted(order))]
    if order.turn:
        parts.append(text(f"{sentence(turn_of(state, order.turn, '**'))}."))
        if gm or order.turn in mine:
            roll = (
                [goes(seen, "Roll", f"pool/for/{order.turn}", Style.PRIMARY)] if order.turn in state.characters else []
            )
            if gm and order.turn in state.gmcs:
                roll = [goes(seen, "Roll", f"foes/gmc/{order.turn}", Style.PRIMARY)]
            parts += rows([*roll, goes(seen, does(order.turn, "has acted"), f"turn/acted/{turn_path(order)}")])
        if gm:
            parts += rows([goes(seen, "Interrupt", "doom/buy/interrupt/-")])
        return framed(*parts, *_in_challenges(seen), *rows(leave))
    told = in_scene(state)
    who, by_me = told["chooser"], gm or told["chooser"] in mine
    namer = "You name" if by_me else "The game master names" if is_masters(state, who) else f"{named(who)} names"
    parts.append(text(f"{namer} who acts next."))
    if by_me and told["next"]:
        parts.append(select(seen, "turn/hand", ways(told["next"]), "Who acts next"))
    return framed(*parts, *_in_challenges(seen), *rows(leave))


def _in_challenges(seen: Seen) -> Iterator[Component]:
    """Yield whose turn it is in each challenge; the next is named on the challenge's or the table's own screen."""
    state, gm = seen.tale.state, is_master(seen)
    known = [(name, at) for name, at in _challenges(seen).items() if gm or named_in(state, at)]
    there = known[:_SHOWN] if state.characters and not state.resting else []
    mine = state.played_by(seen.who)
    for name, at in there:
        words = f"**{named(name)}** · round {at.round}: {acting(state, name)}"
        if gm:
            yield section(words, goes(seen, "Open", f"foes/challenge/{name}"))
        elif at.turn in mine:
            yield section(words, goes(seen, "Roll", f"pool/turn/{name}", Style.PRIMARY))
        else:
            yield text(words)


def _acted(order: Order) -> list[str]:
    return [f"Acted: {', '.join(map(named, order.done))}"] if order.done else []
