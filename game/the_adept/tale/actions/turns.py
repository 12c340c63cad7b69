"""Whose turn it is: in an action scene, and in a challenge (rules, "Challenges")."""

from __future__ import annotations

from collections.abc import Collection

from game.core.english import listed
from game.core.errors import Refused
from game.the_adept.rules import challenges as rules
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action, called_like, named
from game.the_adept.tale.state import Challenge, Order, Scene, State


@action(Right.MEMBER)
def hand(t: Turn, to: str, challenge: str = "") -> None:
    """Name who acts next, in a challenge or else in the action scene: the master names the first, then each who has
    acted names another, as the rules say."""
    if not challenge:
        _check_scene_goes_on(t)
        _hand_in_scene(t, to)
        return
    key, at = seen(t, challenge)
    _nobody_acts(at.turn)
    told = following(t.state, at)
    if told["next"] == [rules.CHALLENGE]:
        raise Refused("turn", "all have acted: the challenge acts now")
    name = _one_of(told, to)
    _names(t, told["chooser"])
    if at.challenge_done:
        at = at.model_copy(update={"done": (), "challenge_done": False, "round": at.round + 1})
    t.put("challenges", key, at.model_copy(update={"turn": name}))
    t.say(f"{key}, round {at.round}: {name} acts.", MASTERS if at.hidden else ALL, loud=True)


def _hand_in_scene(t: Turn, to: str) -> None:
    scene = playing(t.state)
    order = scene.order or Order()
    _nobody_acts(order.turn)
    told, passed = in_scene(t.state), frozenset[str]()
    # In older logs some stayed out who would be back now, so they may have been passed over.
    if t.again and called_like(told["next"], to) is None:
        passed = frozenset((*t.state.characters, *t.state.gmcs)) - {*order.done}
        told = in_scene(t.state, passed)
    name = _one_of(told, to)
    _names(t, told["chooser"])
    if _all_acted(t.state, order, passed):
        order = Order(round=order.round + 1)
    _order(t, order.model_copy(update={"turn": name, "interrupted": False}))
    t.say(f"Round {order.round}: {name} acts.", loud=True)


@action(Right.MEMBER)
def acted(t: Turn, challenge: str = "") -> None:
    """End the current turn, in a challenge or else in the action scene."""
    if not challenge:
        _check_scene_goes_on(t)
        order = playing(t.state).order or Order()
        _acts(t, order.turn, in_scene(t.state)["chooser"])
        _order(t, order.model_copy(update={"turn": "", "done": (*order.done, order.turn)}))
        t.say(f"{order.turn} has acted.")
        return
    key, at = seen(t, challenge)
    _acts(t, at.turn, following(t.state, at)["chooser"])
    t.put("challenges", key, at.model_copy(update={"turn": "", "done": (*at.done, at.turn)}))
    t.say(f"{key}: {at.turn} has acted.", MASTERS if at.hidden else ALL)


# --- who


def seen(t: Turn, name: str) -> tuple[str, Challenge]:
    """Return a challenge that the actor may see, with its name. Raises Refused: `unknown`."""
    table = {key: each for key, each in t.state.challenges.items() if t.master or not each.hidden}
    return named(table, name, "challenge")


def playing(state: State) -> Scene:
    """Return the current action scene. Raises Refused: `scene`."""
    if state.scene is None or state.scene.kind != "action":
        raise Refused("scene", "turns are taken in action scenes and challenges: none is played")
    return state.scene


def characters(state: State) -> tuple[list[str], list[str]]:
    """Return the characters that take turns, and those of them that cannot act."""
    there = [name for name, each in state.characters.items() if not each.lost]
    return there, [name for name in there if state.characters[name].out or state.characters[name].taken_out]


def following(state: State, at: Challenge) -> rules.Handoff:
    """Return who may be next in a challenge, and who names them; nobody if all characters are lost."""
    players, out = characters(state)
    if not players:
        return {"next": [], "chooser": rules.GM}
    done = [name for name in at.done if name in players]
    return rules.handoff(players, done, at.challenge_done, out)


def in_scene(state: State, passed: Collection[str] = ()) -> rules.Handoff:
    """Return who may be next in the action scene, and who names them; a master names in place of a GM character.

    GM characters are included; those in `passed` count as out.
    """
    order = playing(state).order or Order()
    there, out = _takers(state, passed)
    if not there:
        return {"next": [], "chooser": rules.GM}
    done = [name for name in order.done if name in there]
    told = rules.handoff(there, done, _all_acted(state, order, passed), out)
    if order.interrupted or told["chooser"] not in state.characters:
        told["chooser"] = rules.GM
    return told


def _takers(state: State, passed: Collection[str]) -> tuple[list[str], list[str]]:
    there, out = characters(state)
    seen = {name: each for name, each in state.gmcs.items() if each.seen}
    out += [name for name, each in seen.items() if not each.able]
    return [*there, *seen], [*out, *(name for name in (*there, *seen) if name in passed and name not in out)]


def _all_acted(state: State, order: Order, passed: Collection[str]) -> bool:
    there, out = _takers(state, passed)
    return bool(order.done) and not [name for name in there if name not in out and name not in order.done]


def in_turns(at: Challenge) -> bool:
    """Return whether turns are taken in a challenge: somebody was named there."""
    return bool(at.turn or at.done or at.round > 1)


def named_in(state: State, at: Challenge) -> bool:
    """Return whether somebody is to be named in a challenge: turns are taken there, or none are in the scene."""
    return in_turns(at) or state.scene is None or state.scene.order is None


def leading(state: State) -> list[str]:
    """Return the visible challenges in which turns are taken; while there is one, the turns of the scene rest."""
    return [name for name, at in state.challenges.items() if not at.hidden and in_turns(at)]


def goes_on(state: State) -> str:
    """Return how the turns of the scene go on, in a sentence; "" if nobody was named in it."""
    scene = state.scene
    if scene is None or scene.order is None:
        return ""
    acts = f"{scene.order.turn} acts" if scene.order.turn else f"{_whoever(in_scene(state)['chooser'])} names who acts"
    return f"{scene.name} goes on, round {scene.order.round}: {acts}."


def next_character(state: State) -> str:
    """Return the character whose turn it is in the action scene; "" if it is no character's."""
    order = state.scene.order if state.scene else None
    return order.turn if order and order.turn in state.characters else ""


def interrupted(state: State) -> str:
    """Return whose turn a GM character would interrupt: in the challenge under way, or else in the action scene; "" for
    nobody's."""
    if not (under_way := leading(state)):
        return next_character(state)
    return next(filter(None, (state.challenges[name].turn for name in under_way)), "")


# --- how the order changes


def interrupt(t: Turn, name: str, amid: bool = False) -> None:
    """Let a GM character act out of turn; the master then names who follows.

    Without a name the order does not change. `amid` a challenge the order of the scene rests and does not change
    either. Raises Refused: `unknown`, `out`.
    """
    if not name:
        return
    key, found = named(t.state.gmcs, name, "GM character")
    if not found.seen:
        raise Refused("unknown", f"{key} takes no turns while it is not here, or hidden: reveal it first")
    if not found.able:
        raise Refused("out", f"{key} cannot act")
    if amid:
        return
    order = playing(t.state).order or Order()
    done = tuple(each for each in order.done if each != key)
    _order(t, order.model_copy(update={"turn": key, "done": done, "interrupted": True}))
    t.say(f"Round {order.round}: {key} acts instead.", loud=True)


def leaves_order(t: Turn, name: str) -> None:
    """Take somebody who is gone out of all turn orders, so that nobody waits for them."""
    for challenge, at in t.state.challenges.items():
        done = tuple(each for each in at.done if each != name)
        turn, target = ("" if each == name else each for each in (at.turn, at.target))
        t.alter("challenges", challenge, turn=turn, done=done, target=target)
    order = t.state.scene.order if t.state.scene else None
    if order is not None:
        done = tuple(each for each in order.done if each != name)
        _order(t, order.model_copy(update={"turn": "" if order.turn == name else order.turn, "done": done}))


def _order(t: Turn, order: Order) -> None:
    if t.state.scene is not None:
        t.set(scene=t.state.scene.model_copy(update={"order": order}))


# --- what is checked


def _check_scene_goes_on(t: Turn) -> None:
    """Check that the turns of the scene do not rest for a challenge. Raises Refused: `turn`."""
    if not t.again and (played := leading(t.state)):
        raise Refused("turn", f"say in which challenge: {listed(played)}; the turns of the scene rest meanwhile")


def _nobody_acts(turn: str) -> None:
    if turn:
        raise Refused("turn", f"{turn} has not acted yet")


def _acts(t: Turn, turn: str, chooser: str) -> None:
    if not turn:
        raise Refused("turn", f"nobody acts now: {_whoever(chooser)} names who is next")
    found = t.state.characters.get(turn)
    if not t.master and (found is None or found.owner != t.who):
        raise Refused("rights", f"it is {turn}'s turn")


def _one_of(told: rules.Handoff, to: str) -> str:
    name = called_like(told["next"], to)
    if name is None:
        raise Refused("turn", f"{to} cannot be next: there is {', '.join(told['next']) or 'nobody'}")
    return name


def _names(t: Turn, chooser: str) -> None:
    found = t.state.characters.get(chooser)
    if not t.master and (found is None or found.owner != t.who):
        raise Refused("rights", f"{_whoever(chooser)} names who is next")


def _whoever(chooser: str) -> str:
    return "the game master" if chooser == rules.GM else chooser
