"""What spells cost, and every way to pay for them (rulebook, "Spell Casting"; ruling 5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from tests.engine.reference.notation import BATTERY, GEMS, read
from tests.engine.reference.table import Player, Table

PHASES = ("I", "II", "III", "V")
"""Those with spells: five numbers each."""


def number(spell: str) -> int:
    return int(spell[:-1])


@cache
def phase(spell: str) -> str:
    """Return the phase in which a spell may be cast: 1 to 5 in I, 6 to 10 in II, 11 to 15 in III, 16 to 20 in V."""
    return PHASES[(number(spell) - 1) // 5]


@cache
def cost(spell: str) -> dict[str, int]:
    """Return the cost: in each phase minor, major, two minor, minor and major, two major (rulings, "Spell costs")."""
    which = PHASES.index(phase(spell))
    minor, major = GEMS[2 * which : 2 * which + 2]
    return [{minor: 1}, {major: 1}, {minor: 2}, {minor: 1, major: 1}, {major: 2}][(number(spell) - 1) % 5]


def affordable(player: Player, spell: str) -> bool:
    return all(sum(player.queue[gem]) + player.battery[gem] >= count for gem, count in cost(spell).items())


def ways(player: Player, spell: str) -> list[str]:
    """Return every way to pay, as tokens: gems of any stages and battery levels, in any mix."""
    return ["+".join(sources) for sources in product(*(_mixes(player, *each) for each in cost(spell).items()))]


def _mixes(player: Player, gem: str, count: int) -> Iterator[str]:
    """Yield every way to pay so many gems of one type: `topaz@1+topaz@b`, `topaz@1x2`."""
    there = [*player.queue[gem], player.battery[gem]]
    for mix in product(*(range(min(count, most) + 1) for most in there)):
        if sum(mix) == count:
            parts = zip("123b", mix, strict=True)
            yield "+".join(f"{gem}@{place}{f'x{n}' if n > 1 else ''}" for place, n in parts if n)


def pay(t: Table, me: str, token: str, sign: int = 1) -> None:
    """Pay: gems return to their mine, battery levels are gone. With the sign -1, take the payment back."""
    for part in token.split("+"):
        _, gem, place, count, _ = read(part)
        if place == BATTERY:
            t.players[me].battery[gem] -= sign * count
        else:
            t.give_back(me, gem, place, sign * count)
