"""Moves in plain words: "3 miners to Topaz II"."""

from __future__ import annotations

from collections.abc import Sequence

from game.adepts.rules.bonuses import Diamond
from game.adepts.rules.gems import GEM_NAMES, SEAT_NAMES, mine_of, number_of
from game.adepts.rules.spells import SPELLS, asks
from game.adepts.rules.spells.phase2 import Teleport
from game.adepts.rules.tokens import PASS, SITE_TOKENS, read_gems, read_group
from game.adepts.words.facts import Facts, with_party
from game.adepts.words.gems import listed, many, site, spell_name
from game.adepts.words.vain import in_vain
from game.adepts.words.wording import Terms
from game.core.decisions import Decision
from game.core.english import number as word
from game.core.english import plural

PLAIN = Terms()
"""Terms for labels, in which nothing has a sign."""

_PASSES = {
    "cast": "Cast nothing",
    "enter": "Stay outside",
    "again": "No second group now",
    "to": "Stop here",
    "type": "Name none",
    "purge": "Purge none",
    "research": "Keep none",
    "draw": "Draw nothing",
}
_DOES = {
    "draw": "Draw a spell",
    "purge": "Purge {}",
    "discard": "Discard {}",
    "take-spell": "Take {}",
    "take": "Take {}",
    "steal": "Take {}",
    "give": "Give away {}",
    "gem": "Put back {}",
    "from": "Move miners from {}",
    "miner": "Dig with a miner on {}",
    "yield": "For {}",
    "class": "Double the levels of {} gems",
    "realign": "To the {} battery",
    "siphon": "Take 1 {} level",
}
_DOES_FOR = {
    "1B": "Suspend {}",
    "3B": "Close the {} mine",
    "6B": f"Remove {word(Teleport.miners)} miners from {{}}",
    "8A": "Take gems from the {} mine",
    "8B": "Remove a miner from each site of the {} mine",
    "9A": "Send {}",
    "10B": "Clear {}",
    "12B": "Take mana from {}",
    "13B": "Lower the {} battery",
    "14A": "Process {}",
    "15B": "Look at the hand of {}",
    "16B": "Put back 1 {}",
    "17A": "Hold back {}",
    "17B": "Halve the mana of {}",
    "18A": "Raise the {} battery",
    "18B": "Stop every {} battery",
    "diamond": f"Let {{}} pay {Diamond.worth} mana each",
    "emerald": "Enrich the {} mine",
}
"""By the spell or adept that asks, where the kind of question alone does not say what is done."""

_DOING = {
    "assign": "assigning miners",
    "again": "assigning miners",
    "enter": "entering mines",
    "cast": "casting",
    "pay": "paying",
    "research": "choosing spells",
    "draw": "choosing spells",
    "discard": "discarding",
}


def doing(decision: Decision) -> str:
    """Return what somebody does in answering such a question. For the many kinds that spells and adepts ask, it only
    says which of the two asks."""
    if decision.kind in _DOING:
        return _DOING[decision.kind]
    return "aiming spells" if decision.source in SPELLS else "using adepts"


def source(decision: Decision) -> str:
    """Return the spell or adept that asks, or is paid for: "Gateways (3A)", "emerald adept"; "" if there is none."""
    if asks(decision.kind, decision.source):
        return spell_name(decision.source)
    return f"{decision.source} adept" if decision.source in GEM_NAMES else ""


def pass_label(kind: str, before: Sequence[str] = ()) -> str:
    """Return what declining means; `before` are the answers that the same spell has been given already."""
    return "Purge no more" if kind == "purge" and before else _PASSES.get(kind, "Pass")


def move_label(decision: Decision, facts: Facts, token: str) -> str:
    """Return a legal token in plain words, without signs or markup of ours."""
    kind = decision.kind
    if token == PASS:
        return pass_label(kind, decision.data.get("chosen", ()))
    if kind in ("assign", "again", "enter", "place"):
        return _group(kind, facts, token)
    if kind == "to":
        group = read_group(token)
        return f"{many(group.miners, 'miner')} to {site(SITE_TOKENS[group.site], sign=False)}"
    if kind == "cast":
        price = listed(many(count, name) for name, count in SPELLS[token].price.items())
        return f"Cast {spell_name(token)} for {price}{': changes nothing now' if in_vain(facts, token) else ''}"
    if kind == "pay":
        return f"Pay {PLAIN.payment(token)}"
    if kind == "research":
        return f"Keep {listed(map(spell_name, token.split('+')))}"
    does = _DOES.get(kind) or _DOES_FOR.get(decision.source, "Choose {}")
    if decision.source == "6B" and (party := facts.party(token)) and party[1] == 1:
        does = "Remove the only miner from {}"
    return does.format(_thing(decision, facts, token))


def _group(kind: str, facts: Facts, token: str) -> str:
    group = read_group(token)
    name, number = GEM_NAMES[mine_of(group.site)], number_of(group.site)
    party = (facts.me, group.miners)
    dug = facts.dug(name, with_party(facts.parties(name), number, party, group.push))[number]
    place = f"inside {name.capitalize()}" if kind == "enter" else f"to {site(SITE_TOKENS[group.site], sign=False)}"
    push = "after a push " if group.push else ""
    return f"{many(group.miners, 'miner')} {push}{place}: {many(dug, name)}"


def _there(facts: Facts, token: str) -> str:
    """Return who is on a site, to follow its name; one's own miners are just counted, since others read this too."""
    party = facts.party(token)
    if party is None:
        return ""
    return f" ({many(party[1], 'miner') if party[0] == facts.me else f'{facts.brief(party[0])} {party[1]}'})"


def _thing(decision: Decision, facts: Facts, token: str) -> str:
    """A spell, a seat, a site, gems of a queue, a type, or a word."""
    if token in SPELLS:
        return spell_name(token)
    if token in SEAT_NAMES:
        return facts.brief(token)
    if token in SITE_TOKENS:
        return f"{site(token, sign=False)}{_there(facts, token)}"
    if "@" in token:
        at = read_gems(token)
        if decision.kind == "stage":  # all of the type, however many
            where = "in" if decision.source == "14A" else "straight into"
            return f"{plural(GEM_NAMES[at.gem])} {where} stage {at.stage}"
        owner = f"{facts.brief(SEAT_NAMES[at.seat])}'s " if at.seat is not None else ""
        return f"{many(at.number, GEM_NAMES[at.gem])} from {owner}stage {at.stage}"
    if decision.source in ("17A", "17B", "diamond"):
        return plural(token)
    return "battery levels" if token == "battery" else token
