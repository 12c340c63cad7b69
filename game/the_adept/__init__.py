"""The Adept, a role-playing game about mages: the operations that a table needs, pure and exact.

Each is a function of plain values: numbers, names, and dice, pools and rolls as they are written ("2d6 d8", "d8:5
d6:1"). It returns a dict of such values, or raises `Refused` with a code.
"""

from __future__ import annotations

from game.core.errors import Refused
from game.the_adept.rules.advancing import price, record
from game.the_adept.rules.building import build, league
from game.the_adept.rules.challenges import boss, challenge, grow, handoff, hit
from game.the_adept.rules.doom import doom, transfer
from game.the_adept.rules.harm import complication, hitch, recover, rest, stress
from game.the_adept.rules.help import asset, drop, hero, hero_use
from game.the_adept.rules.odds import odds
from game.the_adept.rules.outcome import contest, test
from game.the_adept.rules.rolling import analyse
from game.the_adept.rules.sheet import validate
from game.the_adept.rules.steps import parse, step, step_in_pool

OPERATIONS = (
    parse, step, step_in_pool, validate, build, league, odds, analyse, test, contest, hitch, hero, hero_use, stress,
    complication, recover, rest, asset, drop, doom, transfer, challenge, handoff, grow, hit, boss, price, record,
)  # fmt: skip
"""All operations, in the order in which a table meets them."""

__all__ = [
    "OPERATIONS",
    "Refused",
    "analyse",
    "asset",
    "boss",
    "build",
    "challenge",
    "complication",
    "contest",
    "doom",
    "drop",
    "grow",
    "handoff",
    "hero",
    "hero_use",
    "hit",
    "hitch",
    "league",
    "odds",
    "parse",
    "price",
    "record",
    "recover",
    "rest",
    "step",
    "step_in_pool",
    "stress",
    "test",
    "transfer",
    "validate",
]
