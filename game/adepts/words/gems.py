"""Gems, sites, stages and counts in words, each gem with its own sign."""

from __future__ import annotations

from collections.abc import Mapping

from game.adepts.rules.gems import GEM_NAMES, MAJOR
from game.adepts.rules.tokens import read_gems
from game.adepts.words.signs import ADEPTS, GEMS, PHASES
from game.adepts.words.wording import SITES, Terms, spell_name
from game.core.english import listed, many

__all__ = ["SITES", "listed", "many", "spell_name"]

MAJORS = frozenset(GEM_NAMES[gem] for gem in MAJOR)


SIGNS = {name: f"{sign} " for name, sign in GEMS.items()}
"""What precedes a gem's name: "🧡 "."""

TERMS = Terms(signs=SIGNS)
"""The terms for gems with their signs, for texts that name no player."""

gem, gems, some = TERMS.type, TERMS.types, TERMS.gems
"""`gem` and `gems` turn a gem's name into "🧡 topaz" and "🧡 topazes"; `some` turns a count and a name into "3 🧡
topazes"."""


def adept(name: str) -> str:
    """ "👑🧡 topaz", as a title."""
    return f"{ADEPTS[name]} {name}"


def phase(number: str) -> str:
    """ "1️⃣ phase I"."""
    return f"{PHASES[number]} phase {number}"


def mine(name: str) -> str:
    """ "🧡 Topaz", as a place."""
    return f"{GEMS[name]} {name.capitalize()}"


def stack(token: str, count: int = 1) -> str:
    """ "2 🧡 topazes from stage 2" of ``topaz@2``, with or without an owner or a count."""
    at = read_gems(token)
    return f"{some(count, GEM_NAMES[at.gem])} from stage {at.stage}"


def amounts(counts: Mapping[str, int], nothing: str = "nothing") -> str:
    """ "3 🧡 topazes and 1 ♦️ ruby"; zeros are left out."""
    return listed([some(count, name) for name, count in counts.items() if count], nothing)


def signs(counts: Mapping[str, int], nothing: str = "–") -> str:
    """ "🧡 3  ♦️ 1": the shortest way to say many counts."""
    return "  ".join([f"{GEMS[name]} {count}" for name, count in counts.items() if count]) or nothing


def site(token: str, sign: bool = True) -> str:
    """ "🧡 Topaz II" of ``topaz.2``, "🧡 Topaz, inside" of ``topaz.0``."""
    name, _, number = token.partition(".")
    place = mine(name) if sign else name.capitalize()
    return f"{place} {SITES[int(number)]}" if number != "0" else f"{place}, inside"
