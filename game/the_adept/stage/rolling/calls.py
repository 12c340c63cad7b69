"""Whom a public message waits for, and the button that helps them on: who acts now, who rolls against a challenge or a
roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.the_adept.rules.challenges import GM
from game.the_adept.stage.rolling.contests import can_roll
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.turns import goes_on, in_scene, leading
from game.the_adept.tale.aims import answer
from game.the_adept.tale.contests import CHARACTER, Contest
from game.the_adept.tale.state import Challenge, Order, State
from game.the_adept.tale.tale import Entry

_IN_SCENE = ("hand", "")
"""The turns of the scene, as opposed to those of a challenge."""


class Call(NamedTuple):
    """The ids of those who are waited for, and the button that helps them on."""

    who: tuple[str, ...]
    label: str
    path: str


def waiting(state: State, told: Iterable[Entry]) -> dict[int, Call]:
    """Return the calls of entries that still wait for somebody, by entry number. Of the entries about the same turns or
    the same attack only the last can."""
    if state.over:
        return {}
    last = {_turn(state, each): each for each in told if each.struck is None}
    found = ((each.number, _of(state, each)) for each in last.values())
    return {number: call for number, call in found if call}


def _turn(state: State, entry: Entry) -> tuple[str, str]:
    """Return what an entry is about. One that says that the turns of the scene go on counts as a turn of the scene."""
    return _IN_SCENE if _goes_on(state, entry) else (entry.action, str(entry.given.get("challenge", "")).casefold())


def _goes_on(state: State, entry: Entry) -> bool:
    """Return whether the entry said that the turns of the scene go on after a challenge, and this still holds."""
    return not leading(state) and any(line.loud and line.text == goes_on(state) for line in entry.lines)


def in_contest(state: State, contest: Contest, by: str) -> Call | None:
    """Return the call to roll against what `by` has rolled, or only to give in; None if nobody has to answer."""
    if not contest.open:
        return None
    if not can_roll(state, contest, gm=False):
        return _call(state, contest.answers, by, "Contest", f"roll/{contest.last}")
    return _call(state, contest.answers, by, "Roll against it", f"pool/answer/{contest.last}")


def _of(state: State, entry: Entry) -> Call | None:
    challenge = called_like(state.challenges, str(entry.given.get("challenge", ""))) or ""
    scene = state.scene.order if state.scene else None
    if scene and _goes_on(state, entry):
        return _acts(state, scene.turn, entry.who, "") if scene.turn else _names(state, entry.who)
    if entry.action == "challenge-acts" and challenge:
        target = state.challenges[challenge].target
        if not target or answer(state, challenge, gm=False):
            return None
        return _call(state, f"{CHARACTER}/{target}", entry.who, "Roll", f"pool/attack/{challenge}")
    if entry.action != "hand" or (not challenge and leading(state)):  # the turns of the scene rest meanwhile
        return None
    at: Challenge | Order | None = state.challenges.get(challenge) if entry.given.get("challenge") else scene
    to = (called_like([at.turn], str(entry.given["to"])) or "") if at else ""
    return _acts(state, to, entry.who, challenge)


def _acts(state: State, name: str, by: str, challenge: str) -> Call | None:
    """Return the call to whoever acts now, in a challenge or else in the scene, to roll."""
    if name in state.gmcs:
        return _call(state, f"gmc/{name}", by, "Roll", f"foes/gmc/{name}")
    return _call(
        state, f"{CHARACTER}/{name}", by, "Roll", f"pool/turn/{challenge}" if challenge else f"pool/for/{name}"
    )


def _names(state: State, by: str) -> Call | None:
    """Return the call to whoever names who acts next in the scene."""
    chooser = in_scene(state)["chooser"]
    return _call(state, f"{'gm' if chooser == GM else CHARACTER}/{chooser}", by, "Name who acts", "table")


def _call(state: State, party: str, by: str, label: str, path: str) -> Call | None:
    """Return the call to the player of a party, or to all masters if it has none; it calls nobody if `by` is among
    them."""
    kind, _, name = party.partition("/")
    if not name:
        return None
    found = state.characters.get(name) if kind == CHARACTER else None
    masters = tuple(who for who, each in state.members.items() if each.gm)
    who = (found.owner,) if found and found.owner in state.members else masters
    return Call(() if by in who else who, label, path)
