"""Moves in plain words: "b3: +2 energy, +1 support", "top east, helps c4", "2 energy onto Mud Otter"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from game.core.decisions import PASS, Decision
from game.core.english import listed, many
from game.core.protocol import View
from game.core.text.names import brief_name
from game.core.words import Names
from game.spirit_ground.rules import crystals
from game.spirit_ground.rules.content import Tile
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.ground import INDEX, NAMES, TOPS, squares
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.seats import SEAT_NAMES
from game.spirit_ground.words.terms import FACING, printed
from game.spirit_ground.words.terms import crystals as said

_THINGS = frozenset(("lay", "tile", "warrior", "square", "crystal", "crystals"))
_FACING = frozenset(("face", "faces", "facing"))
IDLE = _THINGS | _FACING
"""Words that people add to a move without meaning anything by them."""
_TURNING = _FACING | {"top", "turn", "turned", "it", "to", "the", "please"}

_JOINING = frozenset(("and", "with", "take", "the", "pair", "please"))
_ALL = frozenset(("all", "everything"))
_ONESELF = frozenset(("i", "me", "myself", "you"))
_FIRST, _LAST = frozenset(("first", "begin", "start")), frozenset(("second", "last"))
_GOING = frozenset(("go", "goes", "ll", "will", "want", "to", "be"))
_SIDES = {"up": "north", "right": "east", "down": "south", "left": "west"}

_PUTTING = frozenset(("i", "put", "place", "on", "onto", "at", "it", "the", "my", "of", "please"))

KEEP = "Keep all crystals"
"""The label of `pass`: only enhancing can be declined."""


def spelled(decision: Decision, now: ViewReader, typed: str) -> str:
    """Read a direction in words; of several that turn all arrows alike, return the one that is offered. Also read both
    tiles of a pair; at the choice of the order, what one wants oneself, such as "me first"; at placing, a square beside
    the name of the warrior; at enhancing, "everything" that is in storage. Return "" for anything else."""
    words = set(re.findall(r"\w+", typed.lower()))
    if decision.kind == "enhance":
        everything = words & _ALL and words <= _ALL | _THINGS | _PUTTING
        return f"enhance {[token for token in decision.tokens if token != PASS][-1]}" if everything else ""
    if decision.kind == "order":
        return _order(decision, words)
    if decision.kind == "place":
        named = [*(words - _THINGS - _PUTTING - {*decision.data["name"].lower().split()})]
        return f"place {named[0]}" if len(named) == 1 and named[0] in INDEX else ""
    if decision.kind == "pair":
        tiles = words - _JOINING
        named = [token for token in decision.tokens if tiles == {*token.lower().split("+")}]
        return f"pair {named[0]}" if named else ""
    words = {_SIDES.get(word, word) for word in words - _TURNING}
    named = [top for top, facing in FACING.items() if words == {facing}]
    if decision.kind != "rotate" or not named:
        return ""
    tile = now.tiles[decision.data["square"]].tile
    arrows = {top: tile.turned(TOPS.index(top)) for top in TOPS}
    same = (top for top in decision.tokens if arrows[top] == arrows[named[0]])
    return f"rotate {next(same, named[0])}"


def _order(decision: Decision, words: Set[str]) -> str:
    """Read who is to go first from what one wants oneself, such as "I go second"."""
    is_last = not _LAST.isdisjoint(words)
    if _ONESELF.isdisjoint(words) or not words <= _ONESELF | _GOING | (_LAST if is_last else _FIRST):
        return ""
    return f"order {next(token for token in decision.tokens if (token == decision.seat) != is_last)}"


def aliases(decision: Decision, now: ViewReader) -> Mapping[str, str]:
    """Return further words by which squares can be named: the warriors beside them, and the one that is placed; and
    what enhancing is called."""
    if decision.kind != "place":
        return {"enhance": "crystal crystals"}
    own, beside = decision.data["name"], {square: now.beside(square) for square in decision.tokens}
    return {
        square: " ".join((own, *(now.tiles[side].tile.name for side in sides if side in now.tiles)))
        for square, sides in beside.items()
    }


def label(decision: Decision, now: ViewReader, names: Names, token: str) -> str:
    """Return a legal token in plain words; `now` is the view of the seat that is asked."""
    what = brings(decision, now, token)
    match decision.kind:
        case "pair":
            mine, other = _pair(decision, now, token)
            both = f"Your {mine.name} ({mine.claws}), their {other.name} ({other.claws})"
            return f"{both}; {'you' if mine.claws <= other.claws else 'they'} say who is first"
        case "order":
            return "You go first" if token == decision.seat else f"{brief_name(names, token)} goes first"
        case "place":
            return f"{token}{': ' + what if what else ''}"
        case "pay":
            return f"Pay {what}"
        case "rotate":
            return f"Top {FACING[token]}{', ' + what if what else ''}"
        case "enhance":
            return KEEP if token == PASS else f"{what} onto {decision.data['name']}"
        case _:
            return what


def choice(decision: Decision, now: ViewReader, names: Names, token: str) -> str:
    """Return a legal token in words that suit every reader, with names in place of "you"."""
    if decision.kind not in ("pair", "order"):
        return label(decision, now, names, token)
    me, they = (brief_name(names, seat) for seat in sorted(SEAT_NAMES, key=decision.seat.__ne__))
    if decision.kind == "order":
        return f"{me if token == decision.seat else they} goes first"
    mine, other = _pair(decision, now, token)
    both = f"{me}'s {mine.name} ({mine.claws}), {they}'s {other.name} ({other.claws})"
    return f"{both}; {me if mine.claws <= other.claws else they} says who is first"


def _pair(decision: Decision, now: ViewReader, token: str) -> Sequence[Tile]:
    """Return the tile of the seat that is asked, then the other one."""
    pair = next(pair for pair in now.stream if f"{pair[0].id}+{pair[1].id}" == token)
    return pair if decision.seat == "P1" else pair[::-1]


def follow_ups(decision: Decision, view: View, token: str, answers: Sequence[str]) -> str:
    """Return what is said of further answers in the same turn: ", then top north and 2 energy onto it"."""
    game, told = Game.from_view(view), list[str]()
    game.play(decision.seat, token)
    for each in answers:
        match game.kind(decision.seat):
            case "pay":
                told.append(f"pay {said(crystals.read(each) or crystals.NONE)}")
            case "rotate":
                told.append(f"top {FACING[each]}")
            case "enhance" if each != PASS:
                told.append(f"{said(crystals.read(each) or crystals.NONE)} onto it")
            case _:
                pass
        game.play(decision.seat, each)
    return f", then {listed(told)}" if told else ""


def brings(decision: Decision, now: ViewReader, token: str) -> str:
    """Return what an answer brings: "+2 energy, +1 support", "helps b3 and c4"; "" if it is nothing in particular."""
    match decision.kind:
        case "pair":
            return " · ".join(printed(tile) for pair in now.stream for tile in pair if tile.id in token.split("+"))
        case "order":
            return ""
        case "place":
            return ", ".join(gains(now, decision.seat, token))
        case "rotate":
            return _helped(decision, now, token)
        case "target":
            lying, against = now.tiles[token], now.against(token)
            fate = "falls" if lying.strength < against else "lives"
            return f"{lying.tile.name} on {token} {fate}, {lying.strength} against {against}"
        case _:
            return said(crystals.read(token) or crystals.NONE)


def gains(now: ViewReader, seat: str, square: str) -> list[str]:
    """Return what a square gives whoever places there, what it costs and what follows: "relic for 3", "+2 energy", "+1
    support", "surrounds b3"."""
    found = []
    if square in now.relics:
        found.append(f"relic for {now.cost(square)}")
    if there := now.ground.get(square):
        found += [f"+{there.energy} energy"] if there.energy else []
        found += [f"+{many(there.spirit, 'spirit')}"] if there.spirit else []
    if support := now.support(seat, square):
        found.append(f"+{support} support")
    closed_in = [tile for tile, side in now.pressed.items() if side == square]
    if closed_in:
        found.append(f"surrounds {listed(closed_in)}")
    if not now.open_sides(square):
        found.append("is surrounded itself")
    return found


def _helped(decision: Decision, now: ViewReader, top: str) -> str:
    """Name the open squares at which the arrows would point."""
    square = decision.data["square"]
    tile = now.tiles[square].tile
    aims = now.content.aims[tile.number][TOPS.index(top)][INDEX[square]]
    helped = [NAMES[each] for each in squares(aims) if NAMES[each] not in now.tiles]
    return f"helps {listed(helped)}" if helped else "helps nothing free"
