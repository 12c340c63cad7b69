"""Where a spell applies now, for the player who holds it; made from that player's view."""

from __future__ import annotations

from game.adepts.desk.entries import cost
from game.adepts.passable import next_casting
from game.adepts.rules.reader import Player, ViewReader
from game.adepts.rules.spells import SPELLS, Spell
from game.adepts.words.moves import PLAIN
from game.adepts.words.payments import ways
from game.core.english import many
from game.core.protocol import View

WAYS = 5
"""Ways to pay that are listed at most; there can be dozens."""


def for_holder(spell: str, view: View, seat: str) -> str | None:
    """Return what the holder of a spell should know about it now: when it can be cast and how it can be paid.

    `view` is the position as `seat` ("P1") sees it. None if, by that view, the seat neither holds the spell nor was
    dealt it in research, or if the game is over. Whether the spell has a target is not considered: that is for the game
    to say.
    """
    seen, row = ViewReader(view), SPELLS[spell]
    player = seen.players.get(seat)
    if player is None or seen.over:
        return None
    held, dealt = player.hand.count(spell), spell in player.drawn
    if not (held or dealt):
        return None
    having = ("You hold this spell" if held == 1 else f"You hold {held} of this spell") if held else "You may keep this"
    return f"{having}; {_when(row, seen, seat)}. {_price(row, player)}"


def _when(row: Spell, view: ViewReader, seat: str) -> str:
    """Say when it can be cast next (rulings 5, 6)."""
    turn, casting = next_casting(view, seat, row.phase), f"castable in phase {row.phase}"
    if turn is None:
        return f"{casting}, which does not come again in this game"
    if turn > view.turn:
        return f"{casting} of the next turn"
    if row.phase != view.phase:
        return f"{casting} of this turn"
    asked = view.pending.get(seat) == "cast"
    return f"{casting}, and you are being asked now" if asked else f"{casting}, which is in its casting step now"


def _price(row: Spell, player: Player) -> str:
    """Say how it can be paid from the queue and the batteries as they are."""
    found = ways(player, row.id)
    if not found:
        return f"It costs {cost(row.id)}, and you cannot pay that now."
    more = f"; or in {many(len(found) - WAYS, 'other way')}" if len(found) > WAYS else ""
    return f"As things are you can pay with {'; or '.join(PLAIN.payment(way) for way in found[:WAYS])}{more}."
