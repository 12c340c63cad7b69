"""Why a token of the notation is not legal here: the rule and the facts, worded in `explaining`.

This module only explains; legality is decided where tokens are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.decisions import OTHER, PASS, Question, Reason
from game.harrowing.rules import field, hexes
from game.harrowing.rules.battles import strength
from game.harrowing.rules.content import BOARD_OF, CORES, FACES, FREE, IDS, NEAR, OPEN, OWN, RITUAL, TILE_OF
from game.harrowing.rules.meditation import FORT
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF
from game.harrowing.rules.spells import face_of, owners, spell_named
from game.harrowing.rules.state import State
from game.harrowing.rules.steps.tiles import Move, Swap
from game.harrowing.rules.tokens import is_triple
from game.harrowing.rules.turn import MEDITATE
from game.harrowing.rules.verbs import Resolve

_FACES = frozenset(face.id for face in FACES)


def _is_spell(token: str) -> bool:
    return token in BOARD_OF or token in TILE_OF


def _is_tile(token: str) -> bool:
    return token in TILE_OF


def _is_pair(token: str) -> bool:
    return ":" in token


def _is_fort(token: str) -> bool:
    return token.startswith(FORT)


_SORTS: Mapping[str, Callable[[str], bool]] = {
    "core": _is_tile,
    "set": str.isdigit,
    "invoke": lambda token: _is_spell(token) or token == MEDITATE,
    "keep": lambda token: _is_spell(token) or _is_fort(token),
    "order": _is_spell,
    "free": _is_spell,
    "pool": SEAT_OF.__contains__,
    "rout": SEAT_OF.__contains__,
    "banish": _is_pair,
    "battle": _is_pair,
    "side": _FACES.__contains__,
    "spot": lambda token: hexes.read(token) is not None,
    "rotate": is_triple,
    "spin": ("cw", "ccw").__contains__,
    "muster": str.isdigit,
    "reroll": lambda token: token.startswith(("clash", "blank")),
}
"""What sort of token answers each kind of question; all others name a tile."""


def reason(g: State, asked: Question, token: str) -> Reason:
    """Return the first rule that forbids the token."""
    kind, seat = asked.kind, asked.seat
    if token == PASS:
        return Reason("begin", {}, 6) if MEDITATE in asked.tokens else Reason("must_choose", {"kind": kind}, 7)
    if kind == "side" and hexes.read(token) is not None and token not in field.all_spots(g):
        return _spot(g, token)  # people may choose a drawn tile's spot before its side
    if not _SORTS.get(kind, _is_tile)(token):
        return Reason(OTHER, {"kind": kind})
    match kind:
        case "invoke":
            return _invoke(g, seat, token)
        case "keep":
            return _keep(g, seat, token)
        case "order" | "free":
            return _spell(g, seat, token) or Reason("not_ready" if kind == "order" else "no_power_there", {}, None)
        case "pool":
            return Reason("not_owner", {"seat": token}, 9)
        case "rout":
            return Reason("yourself" if token == SEAT_NAMES[seat] else "no_fortress", {"seat": token})
        case "core" | "set" | "side":
            return Reason(f"no_{kind}", {"token": token}, 2 if kind != "side" else None)
        case "spot":
            return _spot(g, token)
        case "muster":
            return Reason("too_many", {"most": int(asked.tokens[-2])})
        case "reroll":
            return _reroll(g)
        case "rotate":
            return _rotate(g, token)
        case "banish" | "battle":
            return _standing(g, seat, kind, token)
        case "seal":
            return _seal(g, seat, token)
    return _tile(g, asked, token)


def _spell(g: State, seat: int, token: str) -> Reason | None:
    """Return why a spell is not the seat's; None if it is."""
    spell = spell_named(seat, token)
    if seat not in owners(g, spell):
        return Reason("not_yours", {"spell": token})
    return Reason("sealed", {"tile": token}, 24) if _sealed(g, token) else None


def _sealed(g: State, token: str) -> bool:
    return token in TILE_OF and bool(g.sealed >> TILE_OF[token] & 1)


def _invoke(g: State, seat: int, token: str) -> Reason:
    if token == MEDITATE:
        return Reason("too_late", {"used": g.used}, 6) if g.used else Reason("meditating", {}, 13)
    if not_mine := _spell(g, seat, token):
        return not_mine
    spell = spell_named(seat, token)
    face = face_of(g, spell)
    data = {"spell": token, "face": face.id, "kind": face.kind}
    if not face.slots:
        return Reason("no_slots", data)
    if g.power[spell] == face.full:
        return Reason("full", data)
    return Reason("idle", data, 5)  # with an empty pool nobody is asked


def _keep(g: State, seat: int, token: str) -> Reason:
    if _is_fort(token):
        return Reason("fortress", {"fort": g.fort[seat]}, 13)
    if not_mine := _spell(g, seat, token):
        return not_mine
    face = face_of(g, spell_named(seat, token))
    if face.kind != RITUAL:
        return Reason("no_ritual", {"spell": token, "face": face.id}, 13)
    return Reason("nothing_to_keep", {"spell": token, "face": face.id}, 13)


def _spot(g: State, token: str) -> Reason:
    hex, task = hexes.read(token), g.todo[-1]
    assert hex is not None
    if hex in g.at:
        return Reason("taken", {"hex": token, "tile": IDS[g.at[hex]]}, 23)
    own = isinstance(task, Move) and task.beside == OWN
    return Reason("not_beside_own" if own else "not_beside", {"hex": token}, 23)


def _reroll(g: State) -> Reason:
    fight = g.battle
    assert fight is not None
    return Reason("no_dice", {"clash": fight.clash, "blank": fight.blank}, 21)


def _rotate(g: State, token: str) -> Reason:
    tiles = [TILE_OF[id] for id in token.split("+")]
    for tile in tiles:
        if gone := _unnameable(g, tile):
            return gone
    one, two, three = tiles
    touching = g.near[one] >> two & g.near[one] >> three & g.near[two] >> three & 1
    return Reason("none_own" if touching else "not_adjacent", {"tiles": token.split("+")})


def _standing(g: State, seat: int, kind: str, token: str) -> Reason:
    """Return why a token of a tile and a seat with pillars there is not legal."""
    id, _, other = token.partition(":")
    tile = TILE_OF[id]
    data = {"tile": id, "seat": other}
    if gone := _unnameable(g, tile):
        return gone
    if other == SEAT_NAMES[seat]:
        return Reason("yourself", data)
    if SEAT_OF[other] >= g.players or not g.pillars[SEAT_OF[other]][tile]:
        return Reason("no_pillars", data)
    if kind == "battle" and not strength(g, seat, tile):
        return Reason("no_strength", data, 19)
    return Reason("not_near", {"tile": id})


def _seal(g: State, seat: int, token: str) -> Reason:
    tile = TILE_OF[token]
    if g.holds[seat] >> tile & 1:
        return Reason("own_claim", {"tile": token}, 24)
    return Reason("sealed" if g.sealed >> tile & 1 else "not_claimed", {"tile": token}, 24)


def _unnameable(g: State, tile: int) -> Reason | None:
    """Return why no step can name this tile: it is a core, being claimed, or not on the field; None if it can be
    named."""
    id = IDS[tile]
    if tile in CORES:
        return Reason("core", {"tile": id}, 14)
    if tile == g.claiming:
        return Reason("claiming", {"tile": id}, 17)
    return None if g.field >> tile & 1 else Reason("not_on_field", {"tile": id})


def _tile(g: State, asked: Question, token: str) -> Reason:
    tile, seat, task = TILE_OF[token], asked.seat, g.todo[-1]
    if gone := _unnameable(g, tile):
        return gone
    data = {"tile": token}
    if isinstance(task, Swap):
        return Reason("itself" if tile == task.tile else "not_own", data)
    if not isinstance(task, Resolve):  # a March, of which the answer is the target
        return Reason("not_there", data)
    what = OWN if asked.kind in ("claim", "march") else FACES[task.face].steps[task.place].what
    if not g.own[seat] >> tile & 1 and what == OWN:
        return Reason("not_own", data)
    if not g.own[seat] >> tile & 1 and what in (FREE, OPEN) and field.taken_by_any(g) >> tile & 1:
        return Reason("not_free", data)
    if what == OPEN and g.own[seat] >> tile & 1:
        return Reason("not_open", data)
    if what == NEAR and not (g.own[seat] | field.around(g, g.own[seat])) >> tile & 1:
        return Reason("not_near", data)
    if asked.kind == "claim" and not field.patterned(g, g.own[seat]) >> tile & 1:
        return Reason("no_pattern", data, 15)
    if asked.kind in ("claim", "shift") and not field.unlocked(g, 1 << tile):
        return Reason("locked", data)
    return Reason("nowhere", data, 23)
