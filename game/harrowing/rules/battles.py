"""Battles: strength, dice, losses (rulings r19 to r22)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.core.chance import order
from game.core.decisions import PASS, Question
from game.harrowing.rules import field
from game.harrowing.rules.content import BLANK, CLASH, DICE, HIT, HITS, IDS, REROLL, STRENGTH, WARD
from game.harrowing.rules.seats import SEAT_NAMES, Seat
from game.harrowing.rules.spells import bonus
from game.harrowing.rules.state import Battle, Fought, State
from game.harrowing.rules.task import task

MOST_DICE = 10


def pillars_near(g: State, seat: int, tile: int) -> int:
    """Return the number of the seat's pillars on a tile and beside it."""
    there = g.pillars[seat]
    found, near = there[tile], g.near[tile] & g.own[seat]
    while near:
        low = near & -near
        near ^= low
        found += there[low.bit_length() - 1]
    return found


def strength(g: State, seat: int, tile: int) -> int:
    """Return the seat's strength in a battle for a tile (ruling r19)."""
    return pillars_near(g, seat, tile) + bonus(g, seat, STRENGTH)


def reach(g: State, seat: Seat) -> int:
    """Return the set of tiles where the seat's strength is above 0."""
    if bonus(g, seat, STRENGTH):
        return g.tiles
    own = g.own[seat]
    return (own | field.around(g, own)) & g.tiles


def begin(g: State, seat: Seat, tile: int, defender: Seat) -> None:
    """Begin a battle: both sides take what they can into their ethers, and the attacker rolls."""
    strong = strength(g, seat, tile), strength(g, defender, tile)
    for each, most in zip((seat, defender), strong, strict=True):
        g.ether[each] = min(most, g.fort[each])
        g.fort[each] -= g.ether[each]
    attacked = {
        "tile": IDS[tile],
        "defender": SEAT_NAMES[defender],
        "strength": strong[0],
        "ether": g.ether[seat],
        "against": strong[1],
        "defending": g.ether[defender],
    }
    g.tell("attacked", seat, attacked)
    dice = _roll(g, min(g.ether[seat], MOST_DICE))
    hit, clash, blank = map(dice.count, (HIT, CLASH, BLANK))
    g.battle = Battle(tile, seat, defender, hit, clash, blank, bonus(g, seat, REROLL))
    g.fought = Fought(g.ply + 1, SEAT_NAMES[seat], attacked, (tuple(dice),), {})
    g.tell("rolled", seat, {"dice": dice}, reveals=True)
    g.todo.append(Reroll(seat))


def _roll(g: State, count: int) -> list[str]:
    """Roll dice; each is one use of chance (ruling r20)."""
    dice = [order(g.seed, g.uses + die, DICE)[0] for die in range(count)]
    g.uses += count
    return dice


@cache
def _rerolls(clash: int, blank: int) -> tuple[str, ...]:
    """Return the dice that can be named for a reroll, ordered by clashes, then blanks; `pass` last."""
    pairs = [(one, two) for one in range(clash + 1) for two in range(blank + 1) if one or two]
    return (*("+".join(_parts(one, two)) for one, two in pairs), PASS)


def _parts(clash: int, blank: int) -> list[str]:
    return [f"{face}x{count}" for face, count in ((CLASH, clash), (BLANK, blank)) if count]


@task
class Reroll(NamedTuple):
    """The attacker may name dice and roll them again, then decide anew; hits stay (ruling r21)."""

    seat: Seat

    def run(self, g: State) -> Question | None:
        fight = g.battle
        assert fight is not None
        if fight.rerolls and fight.clash + fight.blank:
            return Question(self.seat, "reroll", _rerolls(fight.clash, fight.blank))
        g.todo.pop()
        _settle(g, fight)
        return None

    def answer(self, g: State, token: str) -> None:
        fight = g.battle
        assert fight is not None
        if g.fought is not None:
            g.fought = g.fought._replace(ply=g.ply + 1)
        if token == PASS:
            _settle(g, fight)
            return
        named = {face: int(count) for face, _, count in (part.partition("x") for part in token.split("+"))}
        dice = _roll(g, sum(named.values()))
        hit, clash, blank = map(dice.count, (HIT, CLASH, BLANK))
        g.battle = fight._replace(
            hit=fight.hit + hit,
            clash=fight.clash - named.get(CLASH, 0) + clash,
            blank=fight.blank - named.get(BLANK, 0) + blank,
            rerolls=fight.rerolls - 1,
        )
        if g.fought is not None:
            g.fought = g.fought._replace(rolls=(*g.fought.rolls, tuple(dice)))
        again = {CLASH: named.get(CLASH, 0), BLANK: named.get(BLANK, 0)}
        g.tell("rerolled", self.seat, {"again": again, "dice": dice}, reveals=True)
        g.todo.append(self)


def _settle(g: State, fight: Battle) -> None:
    """Settle the losses: first cubes, then the defender's pillars on the battleground (ruling r22)."""
    tile, attacker, defender, hit, clash, _, _ = fight
    hits = max(0, hit + bonus(g, attacker, HITS) - bonus(g, defender, WARD))
    lost = min(clash, g.ether[attacker])
    due = hits + clash
    given = min(due, g.ether[defender])
    fallen = min(due - given, g.pillars[defender][tile])
    for seat, cubes in ((attacker, lost), (defender, given)):
        g.pool[seat] += cubes
        g.fort[seat] += g.ether[seat] - cubes
        g.ether[seat] = 0
    if fallen:
        field.fall(g, defender, tile, fallen)
        g.left[defender] += fallen
    g.battle = None
    fought = {
        "tile": IDS[tile],
        "defender": SEAT_NAMES[defender],
        "hits": hits,
        "clashes": clash,
        "lost": lost,
        "taken": given,
        "pillars": fallen,
    }
    if g.fought is not None:
        g.fought = g.fought._replace(fought=fought)
    g.tell("fought", attacker, fought)
