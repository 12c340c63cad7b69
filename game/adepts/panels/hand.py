"""One's own cards: text, cost, when each can be cast, whether it can be paid now."""

from __future__ import annotations

from collections.abc import Mapping

from game.adepts.panels.card_choices import LATE, card_text, means
from game.adepts.passable import next_casting
from game.adepts.rules.gems import HAND_LIMIT
from game.adepts.rules.spells import SPELLS
from game.adepts.words.facts import Facts
from game.adepts.words.gems import amounts, many
from game.core import layout
from game.core.layout import Panel, Picture
from game.core.protocol import View


def hand_panel(view: View, seat: str, names: Mapping[str, str], picture: Picture | None = None) -> Panel:
    """Return the hand of a seat, from its own view; in words unless there is a picture of it."""
    facts = Facts(view, seat, names)
    cards = facts.hand()
    head = f"## Your hand\n-# {many(len(cards), 'spell')} · {HAND_LIMIT} at most · only you see this"
    components = [layout.text(head)]
    if picture is None:
        components += [layout.text(_card(card, facts, cards.count(card))) for card in dict.fromkeys(cards)]
    return layout.framed(*components, picture=picture)


def _card(card: str, facts: Facts, copies: int) -> str:
    spell, short = SPELLS[card], facts.missing(card)
    turn = next_casting(facts, facts.me, spell.phase)
    if turn is None:
        can = LATE
    elif short:
        can = f"✖️ You lack {amounts(short)}"
    elif turn > facts.turn:
        can = f"⏳ Castable in phase {spell.phase} of the next turn · you could pay: {means(card, facts)}"
    elif spell.phase == facts.phase:
        can = f"🟢 Castable in this phase · you can pay: {means(card, facts)}"
    else:
        can = f"⏳ Castable in phase {spell.phase} · you could pay: {means(card, facts)}"
    return f"{card_text(card, copies)}\n-# {can}"
