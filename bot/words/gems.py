"""Gems, sites, stages and counts in words, each gem with its own sign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.words.signs import ADEPTS, GEMS, PHASES
from game.adepts.gems import GEM_NAMES, MAJOR
from game.adepts.spells import SPELLS
from game.adepts.tokens import read_gems

MAJORS = frozenset(GEM_NAMES[gem] for gem in MAJOR)
SITES = ("inside", "I", "II", "III")


def gem(name: str) -> str:
    """ "🧡 topaz"."""
    return f"{GEMS[name]} {name}"


def adept(name: str) -> str:
    """ "👑🧡 topaz", as a title."""
    return f"{ADEPTS[name]} {name}"


def phase(number: str) -> str:
    """ "1️⃣ phase I"."""
    return f"{PHASES[number]} phase {number}"


def mine(name: str) -> str:
    """ "🧡 Topaz", as a place."""
    return f"{GEMS[name]} {name.capitalize()}"


def some(count: int, name: str) -> str:
    """ "3 🧡 topaz"."""
    return f"{count} {gem(name)}"


def many(count: int, thing: str) -> str:
    """ "1 miner", "3 miners"."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def stack(token: str) -> str:
    """ "🧡 topaz in stage 2" of ``topaz@2``, with or without an owner or a count."""
    at = read_gems(token)
    return f"{gem(GEM_NAMES[at.gem])} in stage {at.stage}"


def listed(things: Iterable[str], nothing: str = "nothing", last: str = "and") -> str:
    """ "a, b and c"."""
    items = list(things)
    if len(items) < 2:
        return items[0] if items else nothing
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def amounts(counts: Mapping[str, int], nothing: str = "nothing") -> str:
    """ "3 🧡 topaz and 1 ♦️ ruby"; zeros are left out."""
    return listed((some(count, name) for name, count in counts.items() if count), nothing)


def signs(counts: Mapping[str, int], nothing: str = "–") -> str:
    """ "🧡 3  ♦️ 1": the shortest way to say many counts."""
    return "  ".join(f"{GEMS[name]} {count}" for name, count in counts.items() if count) or nothing


def site(token: str, sign: bool = True) -> str:
    """ "🧡 Topaz II" of ``topaz.2``, "🧡 Topaz, inside" of ``topaz.0``."""
    name, _, number = token.partition(".")
    place = mine(name) if sign else name.capitalize()
    return f"{place} {SITES[int(number)]}" if number != "0" else f"{place}, inside"


def spell(card: str) -> str:
    """ "Barrier (3B)"."""
    return f"{SPELLS[card].name} ({card})"


def cost(card: str) -> dict[str, int]:
    """What a spell costs, by gem."""
    return {GEM_NAMES[gem]: count for gem, count in SPELLS[card].cost}
