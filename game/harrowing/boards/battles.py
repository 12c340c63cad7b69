"""The battle under way, or the last one, read from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.harrowing.rules.content import BLANK, CLASH, HIT
from game.harrowing.rules.reader import ViewReader


class Battle(NamedTuple):
    """A battle.

    `strength` and `ether` (cubes in the ether) are the attacker's, then the defender's; `rolls` are the dice of each
    roll. `lost` are the cubes lost by the attacker and by the defender, and the defender's fallen pillars; None while
    dice may be rolled again.
    """

    tile: str
    attacker: str
    defender: str
    strength: tuple[int, int]
    ether: tuple[int, int]
    rolls: Sequence[Sequence[str]]
    hits: int
    clashes: int
    lost: tuple[int, int, int] | None


def battle(now: ViewReader, before: ViewReader | None) -> Battle | None:
    """Return the battle under way, or the one fought since the view `before`; None if there is neither."""
    if (fight := now.battle) is not None:
        dice = [HIT] * fight.hit + [CLASH] * fight.clash + [BLANK] * fight.blank
        ether = now.players[fight.attacker].ether, now.players[fight.defender].ether
        strength = now.strength(fight.attacker, fight.tile), now.strength(fight.defender, fight.tile)
        sides = fight.tile, fight.attacker, fight.defender
        return Battle(*sides, strength, ether, [dice], fight.hit, fight.clash, None)
    told = now.last_battle
    if told is None or told["fought"] is None or before is None or told["ply"] <= before.ply:
        return None
    return _fought(told)


def _fought(told: Mapping[str, Any]) -> Battle:
    begun, ended = told["attacked"], told["fought"]
    return Battle(
        begun["tile"],
        told["attacker"],
        begun["defender"],
        (begun["strength"], begun["against"]),
        (begun["ether"], begun["defending"]),
        told["rolls"],
        ended["hits"],
        ended["clashes"],
        (ended["lost"], ended["taken"], ended["pillars"]),
    )
