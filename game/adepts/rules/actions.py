"""What can happen to gems, miners, levels, mana and cards: the few changes that all rules are made of.

Each keeps the totals right (gems come from their mine and go back to it) and notes an event.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.adepts.rules import effects
from game.adepts.rules.cards import SpellId, in_order
from game.adepts.rules.gems import GEM_NAMES, SEAT_NAMES, TOP_LEVEL, Gem, Seat, Site
from game.adepts.rules.state import Party, State
from game.adepts.rules.tokens import SITE_TOKENS


def gems_in(g: State, seat: Seat, gem: Gem) -> tuple[int, int, int]:
    """Return how many of a gem lie in stages 1, 2, 3."""
    a, b, c = g.queues[seat][3 * gem : 3 * gem + 3]
    return a, b, c


def stages_held(g: State, seat: Seat) -> list[tuple[Gem, int, int]]:
    """Return all gems of a queue as (gem, stage, count), in order."""
    return [(Gem(i // 3), i % 3 + 1, count) for i, count in enumerate(g.queues[seat]) if count]


def last_stage(g: State, seat: Seat) -> list[Gem]:
    """Return the types in stage 3, in board order."""
    return [Gem(i // 3) for i, count in enumerate(g.queues[seat]) if count and i % 3 == 2]


def mine_gems(g: State, seat: Seat, gem: Gem, count: int, stage: int = 1, source: str = "") -> int:
    """Bring gems from their mine into a queue, as many as the mine has. Returns how many.

    `source` is the spell that does it, "" where miners dig.
    """
    count = min(count, g.stocks[gem])
    if count:
        g.stocks[gem] -= count
        g.queues[seat][3 * gem + stage - 1] += count
        g.tell("gained", seat, gem=GEM_NAMES[gem], count=count, stage=stage, source=source)
    return count


def return_gems(g: State, seat: Seat, gem: Gem, stage: int, count: int, source: str) -> None:
    """Bring gems of a queue back to their mine; `source` is the spell that does it, here and below."""
    g.queues[seat][3 * gem + stage - 1] -= count
    g.stocks[gem] += count
    g.tell("returned", seat, gem=GEM_NAMES[gem], count=count, stage=stage, source=source)


def hand_over(g: State, giver: Seat, taker: Seat, gem: Gem, stage: int, count: int) -> None:
    """Move gems from one queue to the same stage of another."""
    g.queues[giver][3 * gem + stage - 1] -= count
    g.queues[taker][3 * gem + stage - 1] += count
    g.tell("handed", giver, gem=GEM_NAMES[gem], count=count, stage=stage, taker=SEAT_NAMES[taker])


def raise_battery(g: State, seat: Seat, gem: Gem, levels: int, source: str = "") -> None:
    """Let a battery rise: to the top at most, and not at all where something stops it (rulings 31, 32).

    `source` is the spell or adept that does it, "" for one's own processing.
    """
    levels = min(levels, TOP_LEVEL - g.batteries[seat][gem])
    if levels and not (g.effects and effects.stopped(g, gem)):
        g.batteries[seat][gem] += levels
        g.tell("charged", seat, gem=GEM_NAMES[gem], levels=levels, source=source)


def lower_battery(g: State, seat: Seat, gem: Gem, levels: int) -> None:
    """Let a battery fall: to 0 at most."""
    levels = min(levels, g.batteries[seat][gem])
    g.batteries[seat][gem] -= levels
    g.tell("drained", seat, gem=GEM_NAMES[gem], levels=levels)


def gain_mana(g: State, seat: Seat, mana: int, leftover: bool = False) -> None:
    """Move up the mana track; `leftover`: for the gems left in the queue at the end."""
    if mana:
        g.mana[seat] += mana
        g.tell("rose", seat, mana=mana, leftover=leftover)


def lose_mana(g: State, seat: Seat, mana: int, source: str) -> int:
    """Move down the mana track, to 0 at most. Returns how far."""
    mana = min(mana, g.mana[seat])
    if mana:
        g.mana[seat] -= mana
        g.tell("fell", seat, mana=mana, source=source)
    return mana


def place(g: State, seat: Seat, site: Site, count: int) -> None:
    """Put unassigned miners on a free site, or inside a mine."""
    g.miners[seat] -= count
    g.sites[site] = Party(seat, count)
    g.tell("placed", seat, site=SITE_TOKENS[site], count=count)


def withdraw(g: State, site: Site, count: int, source: str) -> None:
    """Take miners off a site, as many as there are; they are unassigned then."""
    party = g.sites[site]
    if party is None:
        return
    count = min(count, party.miners)
    g.sites[site] = Party(party.seat, party.miners - count) if party.miners > count else None
    g.miners[party.seat] += count
    g.tell("withdrew", party.seat, site=SITE_TOKENS[site], count=count, source=source)


def move(g: State, seat: Seat, origin: Site, target: Site, count: int) -> None:
    """Move a seat's miners from one of its sites to another."""
    here, there = g.sites[origin], g.sites[target]
    stay, joined = (here.miners if here else 0) - count, (there.miners if there else 0) + count
    g.sites[origin] = Party(seat, stay) if stay else None
    g.sites[target] = Party(seat, joined)
    g.tell("moved", seat, site=SITE_TOKENS[origin], to=SITE_TOKENS[target], count=count)


def add_to_hand(g: State, seat: Seat, spells: Iterable[SpellId]) -> None:
    """Put cards into a hand."""
    g.hands[seat] = in_order((*g.hands[seat], *spells))


def remove_from_hand(g: State, seat: Seat, spell: SpellId) -> None:
    """Take one card out of a hand."""
    g.hands[seat] = without(g.hands[seat], spell)


def discard(g: State, spells: Iterable[SpellId]) -> None:
    """Put cards on the discard pile."""
    g.discard = in_order((*g.discard, *spells))


def without(cards: tuple[SpellId, ...], spell: SpellId) -> tuple[SpellId, ...]:
    """Return the cards without one copy of a spell."""
    at = cards.index(spell)
    return cards[:at] + cards[at + 1 :]


def can_deal(g: State) -> bool:
    """Whether there is any card to draw."""
    return bool(g.library or g.discard)


def deal(g: State, count: int) -> tuple[SpellId, ...]:
    """Take cards from the top of the library, fewer if there are no more (ruling 25).

    If the library has fewer than that, the discard pile is shuffled and put under it first (notation, "Dealing").
    """
    if len(g.library) < count and g.discard:
        g.library += g.order(list(g.discard))
        g.discard = ()
        g.tell("reshuffled", None, reveals=True, library=len(g.library))
    dealt = tuple(g.library[:count])
    del g.library[:count]
    return dealt
