"""Moves in plain words: "b2 to c3 (+1 Attack)", "c3 strikes d4: Bob's token on the Mana Pool dies"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from itertools import pairwise

from game.core.decisions import PASS, Decision
from game.core.protocol import View
from game.core.text.names import brief_name
from game.core.words import Names
from game.mana_surge.rules.explaining import NAMED
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import STEP, STRIKE
from game.mana_surge.words.terms import CORNERS, LOCKING

STOP, END = "Stop moving", "End the turn"


def declining(kind: str) -> str:
    """Return what passing means at this kind of question."""
    return STOP if kind == "move" else END


_WORD = re.compile(rf"[a-z]\d+|{STRIKE}(?=[a-z]\d)|[a-z]+|\d+")
_WITH = frozenset(("from", "with", "by", "using"))
"""Words before the hex of one's own token, if that comes last: "attack d4 with c3"."""
BETWEEN = _WITH | {
    "let",
    "move",
    "moves",
    "go",
    "goes",
    "step",
    "walk",
    "advance",
    "to",
    "then",
    "on",
    "at",
    "the",
    "my",
    "token",
    "piece",
    "please",
}
FIGHTING = frozenset(
    ("attack", "attacks", "strike", "strikes", "hit", "hits", "kill", "kills", "takes", "captures", "x")
)
FIGHTING |= {"fight", "fights"}


_PHASES = {"move": frozenset(("move", "moving", "movement")), "attack": frozenset(("attack", "combat"))}
"""What the phase of a question is called, by its kind."""
_ENDING, _ALONG = frozenset(("end", "stop", "finish")), frozenset(("the", "my", "this", "please"))


def _ends_phase(kind: str, words: Set[str]) -> bool:
    """Return whether the words end the phase of such a question: "end the move phase"."""
    about = words - _ALONG
    return "phase" in about and bool(about & _ENDING) and about <= _ENDING | _PHASES[kind] | {"phase"}


def spelled(kind: str, now: ViewReader, typed: str) -> str:
    """Read a move or an attack that names two hexes, in whatever words ("g2 to d4", "g2d4", "attack d4 with c3").
    Return it as "move g2-d4" or "attack c3xd4", "end the move phase" as "move pass", and "" if it is
    neither."""
    words = _WORD.findall(typed.lower())
    at = [place for place, word in enumerate(words) if word in now.board.index]
    hexes = [words[place] for place in at]
    others = set(words) - set(hexes) - FIGHTING - BETWEEN
    if kind in _PHASES and _ends_phase(kind, {*words}):
        return f"{kind} {PASS}"
    if kind not in _PHASES or len(hexes) != 2 or others:
        return ""
    if _WITH.intersection(words[at[0] : at[1]]):
        hexes.reverse()
    if kind == "attack" or FIGHTING.intersection(words):
        return f"attack {STRIKE.join(hexes)}"
    return f"move {STEP.join(hexes)}"


def label(decision: Decision, now: ViewReader, names: Names, token: str) -> str:
    """Return a legal token in plain words; `now` is the view of the seat that is asked."""
    what = brings(decision, now, names, token)
    if token == PASS:
        return what
    inside = f" ({what})" if what else ""
    match decision.kind:
        case "colour":
            return token.capitalize()
        case "corner":
            return f"Corner {token}, {what}"
        case "spawn":
            return f"New token on {token}{inside}"
        case "move":
            return f"{token.replace(STEP, ' to ')}{inside}"
        case _:
            return f"{token.replace(STRIKE, ' strikes ')}: {what}"


def follow_ups(decision: Decision, view: View, names: Names, token: str, answers: Sequence[str]) -> str:
    """Return what is said of further answers in the same turn: ", then c3 to d4 (+1 Attack)"; after "Stop moving, then
    attack" which attack, or nobody."""
    game, seat, told = Game.from_view(view), decision.seat, ""
    for before, each in pairwise((token, *answers)):
        stops = before == PASS and game.kind(seat) == "move"
        game.play(seat, before)
        said = label(game.pending[seat], ViewReader(game.view(seat)), names, each)
        if stops:
            told += " nobody" if each == PASS else f": {said}"
        else:
            told += f", then {said[0].lower()}{said[1:]}" if each == PASS else f", then {said}"
    return told


def brings(decision: Decision, now: ViewReader, names: Names, token: str) -> str:
    """Return what an answer brings, without its hexes: "+1 Attack", "Bob's token dies"; "" if it is nothing in
    particular."""
    if token == PASS:
        attacks = decision.kind == "move" and decision.data["attacks"]
        return f"{STOP}, then attack" if attacks else END
    match decision.kind:
        case "colour":
            return ""
        case "corner":
            return CORNERS[now.board.corners.index(now.board.index[token])]
        case "attack":
            return _fight(now, names, *token.split(STRIKE))
        case _:
            kind = now.kind(token.partition(STEP)[2] or token)
            return f"{NAMED[kind]}: locked there" if kind in LOCKING else NAMED.get(kind, "")


def _fight(now: ViewReader, names: Names, source: str, target: str) -> str:
    outcome, kind, owner = now.outcome(source, target), now.kind(target), now.troops[target]
    whose = f"{brief_name(names, owner)}'s token"
    there = f"{whose} on {NAMED[kind]}" if kind in LOCKING else whose
    if outcome.target:
        return f"it and {there} die" if outcome.attacker else f"{there} dies"
    return f"only the attacker dies, {whose} strikes back"
