"""Why a move is not possible: the reason, and the rule or spell behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.words.facts import Facts
from bot.words.gems import amounts, cost, many, mine, site
from game.adepts.gems import GEM_NAMES, HAND_LIMIT, mine_of, number_of
from game.adepts.placement import LARGEST, SMALLEST
from game.adepts.spells import SPELLS
from game.adepts.tokens import PASS, SITE_TOKENS, read_group, readable
from game.core.decisions import Decision


def why_not(decision: Decision, view: Mapping[str, Any], names: Mapping[str, str], token: str) -> str:
    """A sentence or two for the one who is asked; empty if there is nothing better to say than what is possible."""
    if token in decision.tokens or not readable(token):
        return ""
    facts, kind = Facts(view, decision.seat, names), decision.kind
    if token == PASS:
        return "You cannot decline this one: something has to be chosen."
    if kind in ("assign", "again", "place", "enter") and "x" in token.partition(".")[2]:
        return _group(decision, facts, token)
    if kind == "cast" and token in SPELLS:
        return _cast(facts, token)
    if kind == "pay" and "@" in token:
        return f"That does not pay for it: the cost is {amounts(decision.data['cost'])}, of what you have."
    if kind == "research":
        return _research(decision, token)
    if kind in ("purge", "discard", "take-spell") and token in SPELLS:
        return f"{SPELLS[token].name} is not among these spells."
    if kind in ("type", "realign") and token in GEM_NAMES and any(r["source"] == "18B" for r in view["effects"]):
        return f"Stasis keeps the {token} batteries from rising in this phase."
    return ""


def _group(decision: Decision, facts: Facts, token: str) -> str:
    group = read_group(token)
    name, number, place = GEM_NAMES[mine_of(group.site)], number_of(group.site), SITE_TOKENS[group.site]
    party, left = facts.party(place), int(decision.data["miners"])
    closed = [seat for seat in facts.view["mines"][name]["barrier"] if seat != facts.me]
    if decision.kind == "enter" and number:
        return "This is about miners inside a mine; work sites are assigned afterwards."
    if decision.kind != "enter" and not number:
        return "Only the topaz adept sends miners inside a mine, before the first assignment."
    if decision.kind == "place" and group.miners != 1:
        return "Ambition places a single miner."
    if decision.kind != "place" and not SMALLEST <= group.miners <= LARGEST:
        return f"A group has {SMALLEST} to {LARGEST} miners."
    if group.miners > left:
        return f"You have only {many(left, 'miner')} to assign."
    if closed and number:
        return f"Barrier of {facts.name(closed[0])} closes {mine(name)} to you until the phase ends."
    if group.push:
        return _push(facts, name)
    if party:
        return f"{site(place)} is taken: {facts.who(party[0])} {many(party[1], 'miner')}. A site is for one player."
    limits = [row["seat"] for row in facts.view["effects"] if row["source"] == "4B" and row["seat"] != facts.me]
    if limits and number == 1 and group.miners > 2:
        return f"Subsidence of {facts.name(limits[0])}: two miners at most on a site I."
    if decision.kind == "place":
        return "Ambition's two miners go to different sites."
    return ""


def _push(facts: Facts, name: str) -> str:
    if not facts.in_force("2B"):
        return "Only Backlash pushes groups back, and you have none in force."
    return f"{mine(name)} cannot be pushed so: it needs a group, a free site III, and a free site for yours afterwards."


def _cast(facts: Facts, card: str) -> str:
    spell, now = SPELLS[card], facts.view["phase"]
    if card not in facts.hand():
        return f"{spell.name} is not in your hand."
    if spell.phase != now:
        return f"{spell.name} belongs to phase {spell.phase}; this is phase {now}."
    if short := facts.missing(card):
        return f"{spell.name} costs {amounts(cost(card))}, and you lack {amounts(short)}."
    return f"{spell.name} would find nothing to act on now."


def _research(decision: Decision, token: str) -> str:
    cards = token.split("+")
    other = [SPELLS[card].name for card in cards if card in SPELLS and card not in decision.data["drawn"]]
    if other:
        return f"{other[0]} was not dealt to you."
    if len(cards) > 1:
        return f"You may keep one; two only as sapphire adept. The hand holds {HAND_LIMIT}."
    return ""
