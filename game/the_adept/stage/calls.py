"""Whom a public message waits for, and what leads them on: who acts now, who rolls against a challenge or a roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.turns import leading
from game.the_adept.tale.aims import answer
from game.the_adept.tale.contests import CHARACTER, Contest
from game.the_adept.tale.state import Challenge, Order, State
from game.the_adept.tale.tale import Entry


class Call(NamedTuple):
    """The ids of those who are waited for, and the button that leads them on."""

    who: tuple[str, ...]
    label: str
    path: str


def waiting(state: State, told: Iterable[Entry]) -> dict[int, Call]:
    """By the number of what was done, whom it still waits for: of a turn, or an attack, what was said last."""
    if state.over:
        return {}
    last = {
        (each.action, str(each.given.get("challenge", "")).casefold()): each for each in told if each.struck is None
    }
    found = ((each.number, _of(state, each)) for each in last.values())
    return {number: call for number, call in found if call}


def in_contest(state: State, contest: Contest, by: str) -> Call | None:
    """Who is to roll against what `by` has rolled; None for nobody."""
    return _call(state, contest.answers, by, "Roll against it", f"pool/answer/{contest.last}") if contest.open else None


def _of(state: State, entry: Entry) -> Call | None:
    challenge = called_like(state.challenges, str(entry.given.get("challenge", ""))) or ""
    if entry.action == "challenge-acts" and challenge:
        target = state.challenges[challenge].target
        if not target or answer(state, challenge, gm=False):
            return None
        return _call(state, f"{CHARACTER}/{target}", entry.who, "Roll", f"pool/attack/{challenge}")
    if entry.action != "hand" or (not challenge and leading(state)):  # the turns of the scene rest
        return None
    scene = state.scene.order if state.scene else None
    at: Challenge | Order | None = state.challenges.get(challenge) if entry.given.get("challenge") else scene
    to = (called_like([at.turn], str(entry.given["to"])) or "") if at else ""
    if to in state.gmcs:
        return _call(state, f"gmc/{to}", entry.who, "Roll", f"foes/gmc/{to}")
    path = f"pool/turn/{challenge}" if challenge else f"pool/for/{to}"
    return _call(state, f"{CHARACTER}/{to}", entry.who, "Roll", path)


def _call(state: State, party: str, by: str, label: str, path: str) -> Call | None:
    """Whoever plays somebody: masters all who are no player's. Nobody calls themselves."""
    kind, _, name = party.partition("/")
    if not name:
        return None
    found = state.characters.get(name) if kind == CHARACTER else None
    masters = tuple(who for who, each in state.members.items() if each.gm)
    who = (found.owner,) if found and found.owner in state.members else masters
    return Call(() if by in who else who, label, path)
