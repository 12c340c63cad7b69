"""A rule of thumb for every kind of question, so fast that games can be played on in thought by the thousand."""

from __future__ import annotations

from random import Random

from game.core.decisions import PASS
from game.harrowing.players.playing import odds
from game.harrowing.rules import field, hexes, scoring
from game.harrowing.rules.content import RUNES, TILE_OF, UP, board_spell
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import SEAT_OF
from game.harrowing.rules.spells import face_of
from game.harrowing.rules.state import State
from game.harrowing.rules.turn import MEDITATE

_BITS = {rune: 1 << place for place, rune in enumerate(RUNES)}
_RUNES = tuple(tuple(sum(_BITS[rune] for rune in face.runes) for face in faces) for faces in UP)
"""The runes as bits, by tile and side."""
BUILDING = ("weave", "raise", "1c", "1a", "1b")


def answer(game: Game, rng: Random) -> str:
    """Return a plausible answer to the open question."""
    seat = game.asked[0]
    kind, tokens, g, me = game.kind(seat), game.legal(seat), game.state, SEAT_OF[seat]
    match kind:
        case "invoke":
            return _invoke(g, me, tokens, rng)
        case "side":
            return max(tokens, key=lambda token: _wanted(g, me, _RUNES[TILE_OF[token[:2]]][int(token[2]) - 1]))
        case "spot":
            return _spot(g, me, tokens)
        case "raise":
            there = tokens[:-1] if tokens[-1] == PASS else tokens
            return max(there, key=lambda token: _fits(g, me, TILE_OF[token], g.near[TILE_OF[token]]))
        case "claim":
            return max(tokens, key=lambda token: _gain(g, me, TILE_OF[token]))
        case "muster":
            return tokens[-2] if g.fort[me] < 3 else PASS
        case "battle":
            return max(tokens[:-1], key=lambda token: odds(g, me, token))
        case "keep" | "reroll":
            return PASS
    return rng.choice(tokens)


def _invoke(g: State, me: int, tokens: tuple[str, ...], rng: Random) -> str:
    if "claim" in tokens:
        return "claim"
    if tokens[-1] == MEDITATE and (g.pool[me] < 2 or len(tokens) < 2 or _stuck(g, me)):
        return MEDITATE
    liked = [token for token in BUILDING if token in tokens]
    if liked and rng.random() < 0.75:
        return rng.choice(liked[:2])
    return rng.choice(tokens)


def _stuck(g: State, me: int) -> bool:
    """Return whether Claim's slot is full while something could be claimed."""
    return bool(g.power[board_spell(me, 4)]) and field.any_unlocked(g, field.patterned(g, g.own[me]))


def _wanted(g: State, me: int, runes: int) -> float:
    counts = scoring.counts(g, me)
    return sum(1 + 3 * counts[place] for place in range(len(RUNES)) if runes >> place & 1)


def _fits(g: State, me: int, tile: int, near: int) -> float:
    """Return how well a tile fits the own tiles beside it."""
    runes = _RUNES[tile][g.turned >> tile & 1]
    found = 0.0 if g.own[me] >> tile & 1 else 1.0
    for other in hexes.bits(near & g.own[me]):
        if runes & _RUNES[other][g.turned >> other & 1]:
            found += 2
    return found


def _spot(g: State, me: int, tokens: tuple[str, ...]) -> str:
    """Return the spot beside the most own tiles that share a rune with the tile placed."""
    at, own = g.at, g.own[me]
    task = g.todo[-1]
    tile, side = task[1], g.drawn is not None and task[2] == 2  # type: ignore[index]
    runes = _RUNES[tile][int(side)]
    best, most = tokens[0], -1.0
    for token in tokens:
        found = 0.0
        for beside in hexes.BESIDE[hexes.read(token) or 0]:
            other = at.get(beside)
            if other is not None and other != tile and own >> other & 1:
                found += 2 if runes & _RUNES[other][g.turned >> other & 1] else 0.5
        if found > most:
            best, most = token, found
    return best


def _gain(g: State, me: int, tile: int) -> float:
    if not scoring.TAME >> tile & 1:
        return 0.0
    counts, runes = scoring.counts(g, me), _RUNES[tile][g.turned >> tile & 1]
    return max(counts[place] + 1 for place in range(len(RUNES)) if runes >> place & 1) + len(face_of(g, tile).runes) / 9
