"""What a choice brings, in words, before it is confirmed: a line that names it, then what comes of it.

Figures are those of the position as it stands; what others may still do is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.adepts.panels import card_choices, miners, riches
from game.adepts.panels.tree import CARDS
from game.adepts.rules.spells import SPELLS
from game.adepts.words.facts import Facts
from game.core.decisions import Decision

Lines = list[str]

_EFFECTS: Mapping[str, Callable[[Decision, Facts, str], Lines]] = {
    "cast": card_choices.cast,
    "pay": riches.pay,
    "enter": miners.enter,
    "assign": miners.assign,
    "again": miners.assign,
    "place": miners.assign,
    "opponent": riches.opponent,
    "mine": miners.mine,
    "site": miners.site,
    "from": miners.leave,
    "to": miners.move,
    "miner": miners.extract,
    "give": riches.give,
    "take": riches.take,
    "gem": riches.transmit,
    "steal": riches.steal,
    "stage": riches.stage,
    "yield": riches.yields,
    "type": riches.name_type,
    "class": riches.intensify,
    "purge": card_choices.purge,
    "take-spell": card_choices.take,
    "realign": riches.realign,
    "siphon": riches.siphon,
    "discard": card_choices.discard,
    "draw": card_choices.draw,
}


def effect(decision: Decision, facts: Facts, token: str, pictured: bool = False) -> Lines:
    """Return what the token would do, with the card's text if it is about a card and no picture shows that."""
    said, *more = _EFFECTS[decision.kind](decision, facts, token)
    text = [SPELLS[token].text] if decision.kind in CARDS and not pictured else []
    return [said, *text, *more]
