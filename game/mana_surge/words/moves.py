"""Moves in plain words: "b2 to c3 (+1 Attack)", "c3 strikes d4: Bob's token on the Mana Pool dies"."""

from __future__ import annotations

from game.core.decisions import PASS, Decision
from game.core.protocol import View
from game.core.text.names import shown
from game.core.words import Names
from game.mana_surge.rules.explaining import NAMED
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import STEP, STRIKE
from game.mana_surge.words.terms import CORNERS, LOCKING, on

BRIEF = 16
"""Characters of a name in a label."""

STOP, END = "Stop moving", "End the turn"


def declining(kind: str) -> str:
    """What passing means."""
    return STOP if kind == "move" else END


def label(decision: Decision, view: View, names: Names, token: str) -> str:
    """A legal token in plain words."""
    now = ViewReader(view)
    if token == PASS:
        return _pass(decision)
    match decision.kind:
        case "colour":
            return token.capitalize()
        case "corner":
            return f"Corner {token}, {CORNERS[now.board.corners.index(now.board.index[token])]}"
        case "spawn":
            return f"New token on {token}{on(now.kind(token))}"
        case "move":
            return _move(now, *token.split(STEP))
        case _:
            return _attack(now, names, *token.split(STRIKE))


def _pass(decision: Decision) -> str:
    if decision.kind == "move" and decision.data["attacks"]:
        return f"{STOP}, then attack"
    return END


def _move(now: ViewReader, source: str, target: str) -> str:
    kind = now.kind(target)
    held = f" ({NAMED[kind]}: locked there)" if kind in LOCKING else on(kind)
    return f"{source} to {target}{held}"


def _attack(now: ViewReader, names: Names, source: str, target: str) -> str:
    outcome, kind = now.outcome(source, target), now.kind(target)
    owner = now.troops[target]
    whose = f"{shown(names.get(owner, owner), BRIEF)}'s token"
    if outcome.target and outcome.attacker:
        said = f"it and {whose} die"
    elif outcome.target:
        said = f"{whose}{' on ' + NAMED[kind] if kind in LOCKING else ''} dies"
    else:
        said = f"only your own token dies, {whose} strikes back"
    return f"{source} strikes {target}: {said}"
