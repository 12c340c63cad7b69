"""Scenes and sessions (specification, part 8; rulings 14 and 15)."""

from __future__ import annotations

from typing import Any

from game.core.errors import Refused
from game.the_adept.rules import harm
from game.the_adept.rules.advancing import record as recorded
from game.the_adept.rules.dice import NONE
from game.the_adept.tale.acting import Right, Turn, action, new_name
from game.the_adept.tale.actions.harm import relieve
from game.the_adept.tale.actions.help import pass_away
from game.the_adept.tale.state import SCENE, SESSION, Kind, Scene


@action(Right.MASTER)
def scene(t: Turn, name: str, kind: Kind = "action") -> None:
    """Begin a scene; the one before ends. In a rest scene every stress steps down."""
    clean = new_name((), name, "scene")
    if t.state.scene:
        _end_scene(t)
    t.set(scene=Scene(name=clean, kind=kind))
    t.say(f"Scene: {clean} ({kind}).")
    for who, found in t.state.characters.items():
        t.alter("characters", who, dropped=tuple(each.model_copy(update={"ready": True}) for each in found.dropped))
    if kind == "rest":
        for who, found in t.state.characters.items():
            before = found.sheet.get("stress", {})
            after = harm.rest(before)["stress"]
            for type in before:
                relieve(t, who, type, after.get(type, NONE))
            if before:
                t.say(f"{who}: {', '.join(f'{type} {after.get(type, NONE)}' for type in before)}.")


@action(Right.MASTER)
def end_scene(t: Turn) -> None:
    """End the scene: what lasted for it goes."""
    if not t.state.scene:
        raise Refused("scene", "no scene is played")
    t.say(f"Scene ended: {t.state.scene.name}.")
    _end_scene(t)


def _end_scene(t: Turn) -> None:
    t.set(scene=None)
    pass_away(t, SCENE)
    for who, found in t.state.characters.items():
        if found.taken_out:
            t.alter("characters", who, taken_out=False)
        drained = found.sheet.get("stress", {}).get("drained")
        if found.sheet.get("magic_off") and drained != "d12":
            t.write(who, magic_off=False)


@action(Right.MASTER)
def session(t: Turn, clear: bool = False) -> None:
    """Begin a session: everybody has at least 1 PP, records are unticked; with `clear` stress and complications go."""
    if t.state.session.running:
        raise Refused("session", f"session {t.state.session.number} goes on")
    t.set(session=t.state.session.model_copy(update={"number": t.state.session.number + 1, "running": True}))
    for who, found in t.state.characters.items():
        t.alter("characters", who, recovered=())
        changes: dict[str, Any] = {"pp": max(found.sheet.get("pp", 0), 1)}
        changes["records"] = [
            {**each, **recorded("new-session", **_ticks(each))} for each in found.sheet.get("records", [])
        ]
        t.write(who, **changes)
        if clear:
            t.write(who, stress={}, complications={}, magic_off=False)
            t.alter("characters", who, out=(), taken_out=False)
    t.say(f"Session {t.state.session.number} began.")


@action(Right.MASTER)
def end_session(t: Turn, name: str, xp: int = 0) -> None:
    """End the session: a record of this name for everybody, and XP."""
    if not t.state.session.running:
        raise Refused("session", "no session goes on")
    if xp < 0:
        raise Refused("xp", f"{xp}: XP are 0 or more")
    clean = new_name((), name, "session")
    if t.state.scene:
        _end_scene(t)
    pass_away(t, SESSION)
    number = t.state.session.number
    t.set(session=t.state.session.model_copy(update={"running": False}))
    for who, found in t.state.characters.items():
        new = {"name": clean, "session": number, "called": False, "ever": False, "spent": False}
        records = [*found.sheet.get("records", []), new]
        t.write(who, records=records, xp=found.sheet.get("xp", 0) + xp)
    t.say(f"Session {number} ended: {clean}{f', {xp} XP' if xp else ''}.")


@action(Right.MASTER)
def end(t: Turn) -> None:
    """End the tale: the tale's own secret is shown, by which its secret rolls can be checked."""
    t.set(over=True)
    t.say("The tale has ended.")


def _ticks(record: dict[str, Any]) -> dict[str, bool]:
    return {key: bool(record.get(key)) for key in ("called", "ever", "spent")}
