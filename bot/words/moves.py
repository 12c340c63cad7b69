"""Moves in plain words: "3 miners to Topaz II"."""

from __future__ import annotations

from bot.words.facts import Facts, with_party
from bot.words.gems import cost, listed, many, site, spell
from bot.words.payments import payment
from game.adepts.gems import GEM_NAMES, SEAT_NAMES, mine_of, number_of
from game.adepts.spells import SPELLS
from game.adepts.tokens import PASS, SITE_TOKENS, read_gems, read_group
from game.core.decisions import Decision

_PASSES = {
    "cast": "Cast nothing",
    "enter": "Stay outside",
    "again": "Keep it for later",
    "to": "Stop here",
    "type": "Name none",
    "purge": "Purge no more",
    "research": "Keep none",
    "draw": "Draw nothing",
}
_DOES = {
    "purge": "Purge",
    "discard": "Discard",
    "take-spell": "Take",
    "give": "Give away",
    "gem": "Give back",
    "mine": "Mine:",
    "opponent": "Choose",
    "from": "From",
    "site": "Clear",
    "miner": "A miner of",
    "realign": "To the battery of",
    "siphon": "A level of",
    "class": "Gems:",
    "yield": "For",
}


def pass_label(kind: str) -> str:
    """What declining means."""
    return _PASSES.get(kind, "Pass")


def move_label(decision: Decision, facts: Facts, token: str) -> str:
    """A legal token in plain words, without signs or markup of ours."""
    kind = decision.kind
    if token == PASS:
        return pass_label(kind)
    if kind in ("assign", "again", "enter", "place"):
        return _group(kind, facts, token)
    if kind == "to":
        group = read_group(token)
        return f"{many(group.miners, 'miner')} to {site(SITE_TOKENS[group.site], sign=False)}"
    if kind == "cast":
        price = listed(f"{count} {name}" for name, count in cost(token).items())
        return f"Cast {spell(token)} for {price}"
    if kind == "pay":
        return f"Pay {payment(token)}"
    if kind == "research":
        return f"Keep {listed(map(spell, token.split('+')))}"
    if kind == "draw":
        return "Draw a spell"
    return f"{_DOES.get(kind, 'Choose')} {_thing(facts, token)}".strip()


def _group(kind: str, facts: Facts, token: str) -> str:
    group = read_group(token)
    name, number = GEM_NAMES[mine_of(group.site)], number_of(group.site)
    party = (facts.me, group.miners)
    dug = facts.dug(name, with_party(facts.parties(name), number, party, group.push))[number]
    place = f"inside {name.capitalize()}" if kind == "enter" else f"to {site(SITE_TOKENS[group.site], sign=False)}"
    push = "after a push " if group.push else ""
    return f"{many(group.miners, 'miner')} {push}{place}: {dug} {name}"


def _thing(facts: Facts, token: str) -> str:
    """A spell, a seat, a site, gems of a queue, or a word."""
    if token in SPELLS:
        return spell(token)
    if token in SEAT_NAMES:
        return facts.brief(token)
    if token in SITE_TOKENS:
        party = facts.party(token)
        return f"{site(token, sign=False)} ({facts.brief(party[0])} {party[1]})" if party else site(token, sign=False)
    if "@" in token:
        at = read_gems(token)
        owner = f" of {facts.brief(SEAT_NAMES[at.seat])}" if at.seat is not None else ""
        return f"{at.number} {GEM_NAMES[at.gem]} in stage {at.stage}{owner}"
    return token
