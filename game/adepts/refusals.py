"""Why a token of the notation is not legal here: the rule, in words for the player who tried it.

It only explains; what is legal is decided where tokens are listed.
"""

from __future__ import annotations

from game.adepts.casting import ways_to_pay
from game.adepts.effects import Rule, barriers, group_limit, holds
from game.adepts.gems import GEM_NAMES, SEAT_NAMES, Seat, mine_of, number_of
from game.adepts.placement import LARGEST, SMALLEST, pushed_groups
from game.adepts.spells.base import SPELLS
from game.adepts.state import State
from game.adepts.tokens import PASS, SITE_OF, read_group
from game.core.decisions import Question

GROUP_KINDS = {"assign", "again", "place", "enter"}


def reason(g: State, question: Question, token: str) -> str:
    """A sentence without its full stop."""
    me = Seat(question.seat)
    if token == PASS:
        return "passing is not possible here"
    if question.kind in GROUP_KINDS and "x" in token and token.rpartition("x")[0] in SITE_OF:
        return _group(g, me, question.kind, token)
    if question.kind == "cast" and token in SPELLS:
        return _cast(g, me, token)
    if question.kind == "pay":
        return _pay(g, me, question.source, token)
    return "it is not among the choices"


def _group(g: State, me: Seat, kind: str, token: str) -> str:
    site, miners, push = read_group(token)
    mine, number, party = mine_of(site), number_of(site), g.sites[site]
    name = GEM_NAMES[mine]
    closing = [SEAT_NAMES[seat] for seat in barriers(g, mine) if seat != me]
    limit = group_limit(g, me, site)
    if (kind == "enter") != (number == 0):
        return "the topaz adept's group goes inside a mine" if kind == "enter" else "miners go on work sites 1 to 3"
    if number and closing:
        return f"Barrier of {' and '.join(closing)} closes the {name} mine to you (ruling 17)"
    if push:
        return _push(g, me, token)
    if party:
        there = "inside is" if number == 0 else "this work site is"
        return f"{there} taken by {party.miners} of {SEAT_NAMES[party.seat]} (ruling 10)"
    if miners > g.miners[me]:
        return f"you have {g.miners[me]} unassigned"
    if kind == "place":
        return "one miner goes on each of two work sites (ruling 13)"
    if not SMALLEST <= miners <= LARGEST:
        return f"a group is {SMALLEST} to {LARGEST} miners (ruling 10)"
    if limit is not None and miners > limit:
        casters = [SEAT_NAMES[e.seat] for e in g.effects if e.rule is Rule.LIMITS_FIRST_SITES and e.seat != me]
        return f"Subsidence of {' and '.join(casters)} allows {limit} miners on a first site (ruling 17)"
    return "this work site is not open to you"


def _push(g: State, me: Seat, token: str) -> str:
    if not holds(g, Rule.MAY_PUSH, me):
        return "only an unused Backlash of yours pushes groups back (ruling 15)"
    mine = mine_of(read_group(token).site)
    if not any(mine_of(read_group(pushed).site) == mine for pushed in pushed_groups(g, me)):
        return f"groups at the {GEM_NAMES[mine]} mine cannot be pushed: that needs one, and site 3 free (ruling 15)"
    return "after the push this work site is taken, or the group has a size that is not allowed (ruling 15)"


def _cast(g: State, me: Seat, token: str) -> str:
    spell = SPELLS[token]
    if spell.id not in g.hands[me]:
        return f"{spell.name} is not in your hand"
    if spell.phase != g.phase:
        return f"{spell.name} is a spell of phase {spell.phase} (ruling 5)"
    if not ways_to_pay(g, me, spell):
        cost = " and ".join(f"{count} {GEM_NAMES[gem]}" for gem, count in spell.cost)
        return f"you cannot pay {cost} for {spell.name} (ruling 5)"
    return f"{spell.name} has no target, or none once it is paid for (ruling 7)"


def _pay(g: State, me: Seat, spell: str, token: str) -> str:
    if any(way.token == token for way in ways_to_pay(g, me, SPELLS[spell])):
        return f"paid like this, {SPELLS[spell].name} has no target (ruling 7)"
    cost = " and ".join(f"{count} {GEM_NAMES[gem]}" for gem, count in SPELLS[spell].cost)
    return f"{SPELLS[spell].name} costs {cost}, from what you have in your queue and batteries (ruling 5)"
