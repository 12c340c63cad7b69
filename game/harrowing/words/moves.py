"""Moves in plain words: "Weave: draw a tile, ..", "2c Waking Dream (C)", "Bob on 2c: 3 dice against 2 cubes"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from game.core.decisions import PASS, Decision
from game.core.english import listed, many, within
from game.core.protocol import View
from game.core.text.names import brief_name
from game.core.words import Names
from game.harrowing.rules.battles import MOST_DICE
from game.harrowing.rules.content import FACE_OF, RITUAL, Face, face
from game.harrowing.rules.game import Game
from game.harrowing.rules.meditation import FORT
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import sets, spells
from game.harrowing.words.terms import called, tile, up

MEDITATE = "meditate"

DECLINING: Mapping[str, str] = {
    "invoke": "No more invocations: end the turn",
    "keep": "Done: the rest comes back",
    "muster": "Muster nothing",
    "battle": "No battle",
    "reroll": "Leave the dice",
    "raise": "No pillar",
    "claim": "Claim nothing",
    "seal": "Seal nothing",
    "free": "Free nothing",
    "rout": "Rout nobody",
}
"""The label of `pass`, by kind of question."""


_ONWARD: Mapping[str, str] = {
    "shift": "move {}",
    "spot": "to {}",
    "raise": "pillar on {}",
    "march": "pillar from {}",
    "banish": "remove {}",
    "rout": "rout {}",
    "to": "to {}",
    "swap": "swap {}",
    "with": "with {}",
    "flip": "flip {}",
    "rotate": "rotate {}",
    "claim": "claim {}",
    "battle": "battle {}",
    "seal": "seal {}",
}
"""What is done with the tile, place or player that an answer names, by kind of question: told where the question does
not stand above it."""
_TILES = frozenset(("raise", "march", "to", "shift", "swap", "with", "flip", "claim", "seal"))
"""The kinds of question whose answers are tiles."""
_WHOLE = frozenset(("free", "keep", "pool", "spin", "reroll"))
"""The kinds of question whose answers say themselves what is done."""

_SAID = {"battle": "fight attack hit", "muster": "fortress", "cube": "power", "cubes": "power", "pillar": "tower"}
_SAID |= {"raise": "pillar", "ccw": "counterclockwise anticlockwise", "invoke": "cast use spell", "meditate": "rest"}
"""Other words that people use for those in labels."""


_SIDES = (frozenset(("1", "one", "first")), frozenset(("2", "two", "second")))
_MINE = frozenset(("i", "me", "mine", "my", "myself"))
_AGAINST = frozenset(("counterclockwise", "anticlockwise", "counter", "anti"))
_ALL = frozenset(("all", "everything"))
_ALONG = frozenset(
    ("side", "up", "pool", "to", "into", "take", "it", "muster", "cube", "cubes", "reroll", "roll", "again")
)
_ALONG |= {"dice", "of", "the", "them", "please"}
"""What people say along with those words."""


_HEX = re.compile(r"[ (]*(-?\d+)(?:, +| +(?=-)|(?<=-\d) +)(-?\d+)[ )]*")
"""The two numbers of a hex; those of two others, as in "1 2", have neither a comma nor a minus."""


def spelled(decision: Decision, typed: str) -> str:
    """Read a side or a core by its number, a hex with a space in it ("1, -2"), "mine" for one's own pool, "everything"
    that can be mustered or rolled again, and what turns against the clock. Return it as "side 2c1", or "" if it is none
    of these."""
    if decision.kind == "spot" and (at := _HEX.fullmatch(typed)):
        return f"spot {at[1]},{at[2]}"
    kind, said = decision.kind, {*re.findall(r"\w+", typed.lower())}
    words = said - _ALONG
    if not words:
        return ""
    if kind == "side" and "side" in said:
        return next((f"side {decision.data['tile']}{at}" for at, names in enumerate(_SIDES, 1) if words <= names), "")
    if kind == "core":
        return next((f"core {core}" for core in decision.tokens if words - {"core"} == {core.removesuffix("o")}), "")
    if kind == "spin":
        return "spin ccw" if words & _AGAINST and words <= _AGAINST | {"clockwise"} else ""
    if kind == "pool":
        return f"pool {decision.seat}" if words <= _MINE else ""
    every = kind in ("muster", "reroll") and words <= _ALL
    return f"{kind} {[token for token in decision.tokens if token != PASS][-1]}" if every else ""


def aliases(decision: Decision, now: ViewReader) -> Mapping[str, str]:
    """Return further words by which tiles can be named: the names of their faces; and with "beside", those of the tile
    that is placed."""
    found = {id: lying.face.name for id, lying in now.field.items()}
    laid = decision.data.get("tile") if decision.kind in ("side", "spot") else None
    names = [face(laid, number).name for number in (1, 2)] if laid is not None else []
    asked = {decision.kind: "tile"} if decision.kind in _TILES else {}
    return {**found, "beside": " ".join(names), **_SAID, **asked}


def label(decision: Decision, now: ViewReader, names: Names, token: str) -> str:
    """Return a legal token in plain words for its player; `now` is the view of the seat that is asked."""
    return _told(decision, now, names, token, decision.seat)


def choice(decision: Decision, now: ViewReader, names: Names, token: str) -> str:
    """Return a legal token in words that suit every reader, without "you", and that say what is done with a tile:
    "flip 2c Waking Dream (C)"."""
    said = _told(decision, now, names, token, "")
    return said if token == PASS else _ONWARD.get(decision.kind, "{}").format(said)


def _told(decision: Decision, now: ViewReader, names: Names, token: str, me: str) -> str:
    """Return a legal token in plain words for the player of the seat `me`; "": for everybody."""
    if token == PASS:
        return DECLINING.get(decision.kind, "Skip this step")
    seat = decision.seat
    match decision.kind:
        case "core" | "order":
            return f"{called(up(now, token))}: {spells.beside_name(up(now, token))}"
        case "set":
            return sets.label(int(token))
        case "invoke":
            return invoking(now, seat, token)
        case "keep":
            return f"Keep {kept(now, seat, token)}"
        case "free":
            spell = now.spell(seat, token)
            return f"Free {called(spell.face)}: {many(spell.cubes, 'cube')} back"
        case "pool":
            return f"To {who(names, token, me)}"
        case "rout":
            return f"{who(names, token)}: {many(now.players[token].fort, 'cube')}"
        case "claim":
            wins = f": {'you win' if me else 'a win'}" if token in now.winning(seat) else ""
            return f"{place(now, token)}{wins}"
        case "spot":
            return spot(now, token, decision.data["tile"])
        case "battle":
            return attack(now, names, seat, token)
        case "seal":
            return _claimed(now, names, token)
        case "banish":
            return pillar(now, names, token)
        case "side" | "rotate" | "spin" | "muster" | "reroll":
            return _plain(decision.kind, token)
        case _:
            return place(now, token, me)


def follow_ups(decision: Decision, view: View, names: Names, token: str, answers: Sequence[str]) -> str:
    """Return what is said of further answers in the same spell: ", then 1 cube to the fortress, no battle"; ", then
    move 2x Geode (ABC), to 1,1 beside 2c"."""
    game, seat, told = Game.from_view(view), decision.seat, list[str]()
    game.play(seat, token)
    for each in answers:
        asked = game.pending[seat]
        said = choice(asked, ViewReader(game.view(seat)), names, each)
        told.append(within(said) if each == PASS or asked.kind in _WHOLE else said)
        game.play(seat, each)
    return f", then {', '.join(told)}" if told else ""


def _plain(kind: str, token: str) -> str:
    """Return a token in words that need no view."""
    match kind:
        case "side":
            return side(FACE_OF[token])
        case "rotate":
            return listed(token.split("+"))
        case "spin":
            return "Clockwise" if token == "cw" else "Against the clock"
        case "muster":
            return f"{many(int(token), 'cube')} to the fortress"
        case _:
            return f"Roll {dice(token)} again"


def who(names: Names, seat: str, me: str = "") -> str:
    """Return a player's name, shortened for a label and marked if it is oneself."""
    return f"{brief_name(names, seat)}{' (you)' if seat == me else ''}"


def invoking(now: ViewReader, seat: str, name: str) -> str:
    """Say what invoking a spell does: "Weave: draw a tile, ..", "Might: slot 2 of 2, then it counts (+1 strength)"."""
    if name == MEDITATE:
        return f"Meditate: {many(back(now, seat), 'cube')} could come back"
    return f"{called(up(now, name))}: {effect(now, seat, name)}"


def effect(now: ViewReader, seat: str, name: str) -> str:
    """Say what invoking a spell does, without its name."""
    spell = now.spell(seat, name)
    if spell.face.kind != RITUAL:
        return spells.beside_name(spell.face)
    filled, most = spell.cubes + 1, len(spell.power)
    return f"slot {filled} of {most}{', then it counts' if filled == most else ''} ({spells.brief(spell.face)})"


def explained(now: ViewReader, seat: str, name: str) -> str:
    """Say in full what invoking a spell does, for somebody who does not know the spell yet."""
    spell = now.spell(seat, name)
    if spell.face.kind != RITUAL:
        return spells.told(spell.face)
    return f"{many(len(spell.power) - spell.cubes, 'cube')} to go, then it counts: {spells.told(spell.face)}"


def back(now: ViewReader, seat: str) -> int:
    """Return how many cubes meditation brings to the pool if nothing is kept."""
    return now.players[seat].fort + sum(spell.cubes for spell in now.spells(seat))


def place(now: ViewReader, id: str, me: str = "") -> str:
    """Return a tile on the field with its runes: "2c Waking Dream (C, yours)"."""
    lying = now.field[id]
    parts = [lying.face.runes, *(["yours"] if lying.pillars.get(me) else [])]
    return f"{tile(now, id)} ({', '.join(filter(None, parts))})"


def side(up: Face) -> str:
    """Return a side of a tile: "Waking Dream (C): before meditating: invoke once"."""
    return f"{up.name} ({up.runes}): {spells.brief(up)}"


def spot(now: ViewReader, hex: str, without: str = "") -> str:
    """Return an empty hex with the tiles beside it: "1,-1 beside 2c and 3a"."""
    beside = [id for id in near(now, hex) if id != without]
    return f"{hex} beside {listed(beside)}"


def at_spot(decision: Decision, now: ViewReader, hex: str) -> str:
    """Return the side of a drawn tile with its spot: "Ferry at 0,1: beside 2o"."""
    where, _, beside = spot(now, hex).partition(" ")
    return f"{face(decision.data['tile'], decision.data['side']).name} at {where}: {beside}"


def near(now: ViewReader, hex: str) -> list[str]:
    """Return the tiles beside a hex, by id, without one that is being claimed (ruling r17)."""
    q, r = map(int, hex.split(","))
    around = ((q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1))
    found = (now.at[name].id for name in (f"{a},{b}" for a, b in around) if name in now.at)
    return sorted(id for id in found if id != now.claiming)


def attack(now: ViewReader, names: Names, me: str, token: str) -> str:
    """Return a battle: "Bob on 2c: 3 dice against 2 cubes"."""
    id, _, seat = token.partition(":")
    dice, against = odds(now, me, token)
    return f"{who(names, seat)} on {id}: {dice} {'die' if dice == 1 else 'dice'} against {many(against, 'cube')}"


def odds(now: ViewReader, me: str, token: str) -> tuple[int, int]:
    """Return the number of dice of an attack, and the cubes that the defender would have in the ether."""
    id, _, seat = token.partition(":")
    mine = min(now.strength(me, id), now.players[me].fort)
    return min(mine, MOST_DICE), min(now.strength(seat, id), now.players[seat].fort)


def pillar(now: ViewReader, names: Names, token: str) -> str:
    """Return another player's pillar: "Bob's on 2c Waking Dream (2 there)"."""
    id, _, seat = token.partition(":")
    count = now.field[id].pillars.get(seat, 0)
    return f"{who(names, seat)}'s on {tile(now, id)}{f' ({count} there)' if count > 1 else ''}"


def dice(token: str) -> str:
    """Return dice that are rolled again: "1 clash and 2 blanks"."""
    parts = [part.partition("x") for part in token.split("+")]
    return listed(many(int(count), name) for name, _, count in parts)


def kept(now: ViewReader, seat: str, token: str) -> str:
    """Return what stays: "Might (2 cubes)", "2 cubes in the fortress"."""
    name, _, count = token.partition("x")
    if name == FORT:
        return f"{many(int(count), 'cube')} in the fortress"
    spell = now.spell(seat, token)
    return f"{called(spell.face)} ({many(spell.cubes, 'cube')})"


def _claimed(now: ViewReader, names: Names, id: str) -> str:
    owner = next((seat for seat, player in now.players.items() for each in player.claimed if each.id == id), "")
    runes = "wild: no rune" if up(now, id).wild else up(now, id).runes  # ruling r18
    return f"{who(names, owner)}'s {tile(now, id)} ({runes})"
