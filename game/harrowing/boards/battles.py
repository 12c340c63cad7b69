"""The battle that is fought, or the last one, as a view tells of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.harrowing.rules.content import BLANK, CLASH, HIT
from game.harrowing.rules.reader import ViewReader


class Battle(NamedTuple):
    """Who attacks whom for which tile; strength and cubes in the ether of both; the dice of each roll; how it ended
    (None while dice may be rolled again): cubes that both lost, and pillars that fell."""

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
    """The battle that goes on, or that was fought since the view `before`."""
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
