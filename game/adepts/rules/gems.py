"""Gems, seats and sites: the small indices with which the rules count, and their names."""

from __future__ import annotations

from typing import NewType

Gem = NewType("Gem", int)
"""0 to 7 in board order; it also stands for a mine, a battery and an adept title."""

Seat = NewType("Seat", int)
"""0 to 4, clockwise from whoever opened the table; outside the rules "P1" to "P5"."""

Site = NewType("Site", int)
"""A mine has four: ``4 * gem + number``; number 0 is inside the mine, 1 to 3 are its work sites."""

GEM_NAMES = ("topaz", "ruby", "citrine", "emerald", "amethyst", "sapphire", "onyx", "diamond")
GEMS = tuple(Gem(i) for i in range(8))
TOPAZ, RUBY, CITRINE, EMERALD, AMETHYST, SAPPHIRE, ONYX, DIAMOND = GEMS
GEM_OF = dict(zip(GEM_NAMES, GEMS, strict=True))

MINOR = (TOPAZ, CITRINE, AMETHYST, ONYX)
MAJOR = (RUBY, EMERALD, SAPPHIRE, DIAMOND)
VALUE = tuple(2 if gem in MAJOR else 1 for gem in GEMS)
"""Mana for one processed gem (rulebook, Phase V)."""

SEAT_NAMES = ("P1", "P2", "P3", "P4", "P5")
SEATS = tuple(Seat(i) for i in range(5))
SEAT_OF = dict(zip(SEAT_NAMES, SEATS, strict=True))

ALL_SITES = tuple(Site(i) for i in range(32))
WORK_SITES = tuple(site for site in ALL_SITES if site % 4)
FIRST_SITES = tuple(site for site in ALL_SITES if site % 4 == 1)

TOP_LEVEL = 10
BATTERY_MANA = (0, 1, 2, 4, 7, 10, 13, 16, 18, 19, 20)
"""Mana at the end of the game for a battery at level 0 to 10 (rulings, "Battery track")."""

MINERS = 10
HAND_LIMIT = 5
LAST_TURN = 8


def mine_of(site: Site) -> Gem:
    """The mine a site belongs to."""
    return Gem(site >> 2)


def number_of(site: Site) -> int:
    """0 inside, else the number of the work site."""
    return site & 3


def site_at(mine: Gem, number: int) -> Site:
    """The site of this number at a mine."""
    return Site(4 * mine + number)
