"""Scenes and sessions (rules, "Scenes and sessions"; rulings 14 and 15)."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.errors import Refused
from game.the_adept.rules import harm
from game.the_adept.rules.dice import NONE, die_of
from game.the_adept.tale.acting import Right, Turn, action, called_like, new_name
from game.the_adept.tale.actions.growth import ticked
from game.the_adept.tale.actions.harm import became, relieve, shut_by, shut_down
from game.the_adept.tale.actions.help import pass_away
from game.the_adept.tale.state import SCENE, SESSION, Kind, Scene, SceneTrait, TraitKind


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
                t.say(f"{'; '.join(became(who, type, die, after.get(type, NONE)) for type, die in before.items())}.")


@action(Right.MASTER)
def end_scene(t: Turn) -> None:
    """End the scene: everything that lasted for it goes."""
    if not t.state.scene:
        raise Refused("scene", "no scene is played")
    t.say(f"Scene ended: {t.state.scene.name}.")
    _end_scene(t)


@action(Right.MASTER)
def place(t: Turn, name: str, kind: TraitKind = "distinction", die: str = "d8") -> None:
    """Put a trait into the scene for all to use, or give it another die; it costs no doom."""
    scene = t.state.scene
    if scene is None:
        raise Refused("scene", f"{name} belongs to a scene, and none is played")
    known = called_like(scene.traits, name)
    key = known or new_name(scene.traits, name, kind)
    harm = scene.traits[known].harm if known and kind == "extra" else {}
    put(t, key, SceneTrait(die=str(die_of(die)), kind=kind, harm=harm))
    t.say(f"Scene: {key} {die_of(die)} ({kind}).")


def put(t: Turn, name: str, trait: SceneTrait | None) -> None:
    """Put a trait into the current scene, or remove it (None)."""
    scene = t.state.scene
    if scene is not None:
        traits = {key: each for key, each in scene.traits.items() if trait or key != name}
        t.set(scene=scene.model_copy(update={"traits": {**traits, **({name: trait} if trait else {})}}))


def _end_scene(t: Turn) -> None:
    t.set(scene=None)
    pass_away(t, SCENE)
    for id in t.state.rolls:
        t.alter("rolls", id, aside=True, past=True)
    for who, found in t.state.characters.items():
        if found.taken_out:
            t.alter("characters", who, taken_out=False)
        if shut_by(found):
            shut_down(t, who, (why for why in shut_by(found) if why != SCENE))
    for gmc, there in t.state.gmcs.items():
        if there.taken_out:
            t.alter("gmcs", gmc, taken_out=False)


@action(Right.MASTER)
def session(t: Turn, clear: bool = False) -> None:
    """Begin a session: everybody has at least 1 PP, records are unticked; with `clear` stress and complications go."""
    if t.state.session.running:
        raise Refused("session", f"session {t.state.session.number} goes on")
    t.set(session=t.state.session.model_copy(update={"number": t.state.session.number + 1, "running": True}))
    for who, found in t.state.characters.items():
        t.alter("characters", who, recovered=())
        records = [ticked(t, each, "new-session") for each in found.sheet.get("records", [])]
        t.write(who, pp=max(found.sheet.get("pp", 0), 1), records=records)
        if clear:
            t.write(who, stress={}, complications={}, magic_off=False)
            t.alter("characters", who, out=(), taken_out=False, shut=())
    t.say(f"Session {t.state.session.number} began.")


@action(Right.MASTER)
def end_session(
    t: Turn,
    name: str,
    xp: int = 0,
    names: Mapping[str, str] | None = None,
    more: Mapping[str, int] | None = None,
) -> None:
    """End the session: everybody gets a record of this name, or their character's own in `names`, and XP; `more` gives
    characters extra XP."""
    if not t.state.session.running:
        raise Refused("session", "no session goes on")
    if (least := min([xp, *(more or {}).values()])) < 0:
        raise Refused("xp", f"{least}: XP are 0 or more")
    clean = new_name((), name, "session")
    own = {t.character(who)[0]: new_name((), each, "record") for who, each in (names or {}).items()}
    extra = {t.character(who)[0]: each for who, each in (more or {}).items()}
    for who, found in t.state.characters.items():
        there = [each["name"] for each in found.sheet.get("records", [])]
        if called_like(there, own.get(who, clean)) and not t.again:
            raise Refused(
                "name", f"{who} has a record called {own.get(who, clean)} already: name this session otherwise"
            )
    if t.state.scene:
        _end_scene(t)
    pass_away(t, SESSION)
    number = t.state.session.number
    t.set(session=t.state.session.model_copy(update={"running": False}))
    for who, found in t.state.characters.items():
        new = {"name": own.get(who, clean), "session": number, "called": False, "ever": False, "spent": False}
        records = [*found.sheet.get("records", []), new]
        t.write(who, records=records, xp=found.sheet.get("xp", 0) + xp + extra.get(who, 0))
    t.say(f"Session {number} ended: {clean}{f', {xp} XP' if xp else ''}.", loud=True)
    for who in {**own, **extra}:
        told = [
            *([f"the record {own[who]}"] if who in own else []),
            *([f"{extra[who]} XP more"] if who in extra else []),
        ]
        t.say(f"{who}: {', '.join(told)}.", loud=True)


@action(Right.MASTER)
def end(t: Turn) -> None:
    """End the tale: its own secret is shown, by which its secret rolls can be checked."""
    t.set(over=True)
    t.say("The tale has ended.", loud=True)
