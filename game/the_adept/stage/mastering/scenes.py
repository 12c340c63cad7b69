"""Scenes and sessions: beginning and ending them, and the traits of a scene that everybody may use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, get_args

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Kind, Option, Step
from game.core.errors import Refused
from game.core.layout import Choice, Component, Line, Panel, Style, framed, rows, section, text
from game.core.text.numbers import whole
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import SIZES, MasterRoom, cut, done, key, keyed, matching, nowhere, one_die
from game.the_adept.stage.mastering.opposing import striking
from game.the_adept.stage.room import Seen, without_note
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import heading, named
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.state import Kind as SceneKind
from game.the_adept.tale.state import TraitKind
from game.the_adept.tale.view import harmed

KINDS = get_args(SceneKind)
ABOUT = {
    "action": "turns are handed on",
    "bridge": "XP may be spent",
    "tag": "records may be spent",
    "rest": "all stress steps down",
}
TRAITS = get_args(TraitKind)
_NOTES = "closing"
_BESIDE = 9
"""The most characters that have a button of their own at the end of a session; others are in a select."""


class SceneRoom(MasterRoom):
    name = "scene"
    commands: ClassVar = (
        Command(
            "gm scene",
            "Begin a scene, or end the one that is played",
            "scene/do",
            (
                Option("name", "What the new scene is called", most=40),
                Option(
                    "kind", "What is played (if left out: action)", choices=tuple(Choice(k, k.title()) for k in KINDS)
                ),
                Option("end", "Whether the scene ends, and no other begins", Kind.FLAG),
            ),
        ),
        Command(
            "gm session",
            "Begin a session, or end it with a record and XP",
            "scene/session",
            (
                Option(
                    "do",
                    "What happens",
                    choices=(
                        Choice("start", "Start"),
                        Choice("afresh", "Start, stress and complications gone"),
                        Choice("end", "End"),
                    ),
                ),
                Option("record", "At the end: what everybody will remember of it", most=40),
                Option("xp", "At the end: XP for everybody", Kind.WHOLE, least=0, most=99),
            ),
        ),
        Command(
            "gm distinction",
            "Put a distinction into the scene, change its die, or take it out",
            "scene/distinction",
            (
                Option("name", "What it is called", completes=True, most=40),
                Option("die", "Its die (if left out: d8)", choices=tuple(Choice(die, die) for die in SIZES)),
                Option("kind", "Something else instead", choices=tuple(Choice(k, k.title()) for k in TRAITS)),
                Option("gone", "Whether it is taken out", Kind.FLAG),
            ),
        ),
    )

    def inside(self, seen: Seen, rest: str) -> Panel:
        part, _, about = rest.partition("/")
        match part:
            case "":
                return _scene(seen)
            case "trait":
                return _trait(seen, about)
            case "close":
                return _closing(seen)
        raise nowhere(rest)

    def pressed(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        value = str(values.get("value", ""))
        match part:
            case "do":
                return _scene_command(seen, values)
            case "session":
                return _session_command(seen, values)
            case "distinction":
                return _trait_command(seen, values)
            case "begin":
                return _begun(seen, about, value)
            case "end":
                return done(seen, Act("end-scene"), show="scene")
            case "start":
                return done(seen, Act("session", {"clear": about == "afresh"}), show="scene")
            case "put":
                return _put(seen, about, values)
            case "choose":
                return Step(show=f"scene/trait/{key(value)}")
            case "rate" | "gone":
                return _rated(seen, part, about)
            case "last":
                return _last_words(seen, about or value, values)
            case "closed":
                return _closed(seen)
        self.inside(seen, rest)
        return Step(show=self.at(rest))

    def around(self, rest: str) -> Iterator[str]:
        part, _, about = rest.partition("/")
        if part in ("last", "closed"):
            yield "scene/close"
        if part in ("rate", "gone"):
            yield f"scene/trait/{about.partition('/')[2]}"

    def suggested(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        scene = seen.tale.state.scene
        return matching(typed, scene.traits if scene else ())


# --- the scene


def _scene(seen: Seen) -> Panel:
    state = seen.tale.state
    parts: list[Component] = [text(heading(state))]
    first = Style.PRIMARY
    if not state.session.running:
        afresh = "*Start afresh*: stress and complications are gone, too."
        parts.append(text("A session begins with 1 PP at least for everybody.", afresh))
        start = [goes(seen, "Start session", "scene/start", first), goes(seen, "Start afresh", "scene/start/afresh")]
        parts += rows(start)
        first = Style.SECONDARY
    parts.append(text("**New scene**: " + " · ".join(f"{kind} ({ABOUT[kind]})" for kind in KINDS)))
    usual = first if state.scene is None else Style.SECONDARY
    parts += rows(
        [goes(seen, k.title(), f"scene/begin/{k}", usual if k == "action" else Style.SECONDARY) for k in KINDS]
    )
    if state.scene:
        traits = state.scene.traits
        parts.append(Line())
        if traits:
            choices = [Choice(name, f"{name} {each.die}", each.kind) for name, each in traits.items()]
            parts.append(select(seen, "scene/choose", choices, "In the scene: change it"))
        style = Style.SECONDARY if traits else Style.PRIMARY
        parts += rows(
            [
                goes(seen, "Distinction", "scene/put/distinction", style),
                goes(seen, "Asset", "scene/put/asset"),
                goes(seen, "Complication", "scene/put/complication"),
                goes(seen, "Extra", "scene/put/extra"),
                goes(seen, "End scene", "scene/end"),
            ]
        )
    last = [goes(seen, "End session", "scene/close")] if state.session.running else []
    return framed(*parts, *rows([*last, back(seen, "gm")]))


def _begun(seen: Seen, which: str, name: str) -> Step:
    """Return the step that asks for a scene's name, or begins it: not after one that began while its name was asked, as
    a rest would count twice."""
    kind, _, before = which.partition("/")
    scene = seen.tale.state.scene
    now = key(scene.name) if scene else ""
    if not name:
        field = Field("value", "What is it called?", "The Gate", most=40)
        about = f": {ABOUT[kind]}" if kind in ABOUT else ""
        return Step(form=Form(f"New {kind} scene{about}", f"scene/begin/{kind}/{now}", (field,)))
    if scene and now != before:
        raise Refused("scene", f"{scene.name} has begun meanwhile")
    return done(seen, Act("scene", {"name": name, "kind": kind}), show="gm")


def _put(seen: Seen, kind: str, values: Values) -> Step:
    if not values.get("name"):
        die = "d8" if kind == "distinction" else "d6"
        fields = (Field("name", "What is it called?", most=40), Field("die", "Its die", value=die, most=4))
        return Step(form=Form(f"In the scene: {kind}", f"scene/put/{kind}", fields))
    die = one_die(str(values.get("die", "d8")))
    return done(seen, Act("place", {"name": str(values["name"]), "kind": kind, "die": die}), show="scene")


def _found(seen: Seen, token: str) -> str:
    scene = seen.tale.state.scene
    return keyed(scene.traits if scene else (), token, "part of the scene")


def _trait(seen: Seen, token: str) -> Panel:
    name, scene = _found(seen, token), seen.tale.state.scene
    assert scene is not None  # `_found` found the trait in it
    trait = scene.traits[name]
    buttons = [goes(seen, die, f"scene/rate/{die}/{token}") for die in SIZES if die != trait.die]
    words = f"**{named(name)}** {trait.die}{harmed(trait, named)}, {trait.kind} of the scene"
    extra = seen.tale.state.extras.get(name)
    harm = striking(seen, name, extra) if extra else ()
    return framed(
        text(words), *harm, *rows([*buttons, goes(seen, "Gone", f"scene/gone/-/{token}"), back(seen, "scene")])
    )


def _rated(seen: Seen, part: str, about: str) -> Step:
    die, _, token = about.partition("/")
    name, scene = _found(seen, token), seen.tale.state.scene
    if part == "gone" or scene is None:
        return done(seen, Act("remove", {"name": name}), show="scene")
    given = {"name": name, "kind": scene.traits[name].kind, "die": die}
    return done(seen, Act("place", given), show=f"scene/trait/{token}")


# --- the end of a session


def _notes(seen: Seen) -> dict[str, Any]:
    return dict(seen.notes.get(_NOTES, {}))


def _closing(seen: Seen) -> Panel:
    state, kept = seen.tale.state, _notes(seen)
    title, xp = kept.get("name", ""), kept.get("xp", 0)
    head = f"**End of session {state.session.number}**"
    whole = (
        f"For everybody: the record *{named(title)}*, {xp} XP"
        if title
        else "Name it first: all will remember it by that."
    )
    parts: list[Component] = [
        text(head, whole),
        *rows([goes(seen, "Name and XP", "scene/last", Style.SECONDARY if title else Style.PRIMARY)]),
    ]
    each = {who: kept.get("each", {}).get(who, {}) for who in state.characters}
    for who, own in [*each.items()][:_BESIDE]:
        name = f"the record *{named(own['name'])}*" if own.get("name") else ""
        words = f"**{named(who)}**: {_gets(name, own)}"
        parts.append(section(words, goes(seen, "Change", f"scene/last/{who}")))
    if rest := [Choice(who, who, _gets(own.get("name", ""), own)) for who, own in [*each.items()][_BESIDE:]]:
        parts.append(select(seen, "scene/last", rest, "Change for somebody else"))
    end = goes(seen, "End session", "scene/closed", Style.PRIMARY, disabled=not title)
    return framed(*parts, *rows([end, back(seen, "scene")]))


def _gets(name: str, own: Mapping[str, Any]) -> str:
    """Return what a character gets at the end of a session, in words; `name` is that of its own record, if any."""
    return (
        ", ".join([*([name] if name else []), *([f"{own['xp']} XP more"] if own.get("xp") else [])]) or "as everybody"
    )


def _last_words(seen: Seen, who: str, values: Values) -> Step:
    """Return the step that keeps what everybody, or one character, gets at the end of the session."""
    kept = _notes(seen)
    own: Mapping[str, Any] = kept.get("each", {}).get(who, {}) if who else kept
    if "xp" not in values:
        fields = (
            Field("name", "The record's name", "The First Door", own.get("name", ""), required=not who, most=40),
            Field("xp", "XP more than everybody" if who else "XP for everybody", "3", str(own.get("xp", "0")), most=3),
        )
        return Step(form=Form(cut(f"End of session: {who}", 45) if who else "End of session", _last_path(who), fields))
    figures = str(values["xp"]).strip() or "0"
    if (xp := whole(figures)) is None:
        raise Refused("xp", f"{figures!r}: XP are a number, 0 or more")
    new = {"name": " ".join(str(values.get("name", "")).split())[:40], "xp": xp}
    kept = {**kept, "each": {**kept.get("each", {}), who: new}} if who else {**kept, **new}
    return Step(notes={**seen.notes, _NOTES: kept}, show="scene/close")


def _last_path(who: str) -> str:
    return f"scene/last/{who}" if who else "scene/last"


def _closed(seen: Seen) -> Step:
    kept, there = _notes(seen), seen.tale.state.characters
    each = {who: own for who, own in kept.get("each", {}).items() if who in there}
    given = {
        "name": kept.get("name", ""),
        "xp": kept.get("xp", 0),
        "names": {who: own["name"] for who, own in each.items() if own.get("name")},
        "more": {who: own["xp"] for who, own in each.items() if own.get("xp")},
    }
    return done(seen, Act("end-session", given), show="gm", notes=without_note(seen, _NOTES))


# --- commands


def _scene_command(seen: Seen, values: Values) -> Step:
    if values.get("end"):
        return done(seen, Act("end-scene"))
    if not values.get("name"):
        return _begun(seen, str(values["kind"]), "") if values.get("kind") else Step(show="scene")
    return done(seen, Act("scene", {"name": str(values["name"]), "kind": str(values.get("kind", "action"))}))


def _session_command(seen: Seen, values: Values) -> Step:
    match values.get("do", "end" if values.get("record") or "xp" in values else ""):
        case "start" | "afresh" as how:
            return done(seen, Act("session", {"clear": how == "afresh"}))
        case "end" if values.get("record"):
            return done(seen, Act("end-session", {"name": str(values["record"]), "xp": int(values.get("xp", 0))}))
        case "end":  # it is named there
            kept = {**_notes(seen), **({"xp": int(values["xp"])} if "xp" in values else {})}
            return Step(notes={**seen.notes, _NOTES: kept}, show="scene/close")
    return Step(show="scene")


def _trait_command(seen: Seen, values: Values) -> Step:
    name = str(values.get("name", ""))
    if not name:
        return Step(show="scene")
    scene = seen.tale.state.scene
    known = called_like(scene.traits if scene else (), name)
    if values.get("gone"):
        if known is None:
            raise Refused("unknown", f"nothing in the scene is called {name!r}")
        return done(seen, Act("remove", {"name": known}))
    kind = scene.traits[known].kind if scene and known else "distinction"
    usual = {"name": name, "kind": str(values.get("kind", kind)), "die": str(values.get("die", "d8"))}
    return done(seen, Act("place", usual))
