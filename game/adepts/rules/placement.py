"""Putting groups of miners on work sites: what may be placed where, and placing it (rulings 10, 15, 17, 18).

This is the one source of legality for the rounds of phase I and for the spells that assign.
"""

from __future__ import annotations

from typing import Protocol

from game.adepts.rules import actions
from game.adepts.rules.effects import HasEffects, Rule, closed_mines, drop, group_limit, source
from game.adepts.rules.gems import GEM_NAMES, GEMS, WORK_SITES, Gem, Seat, Site, mine_of, site_at
from game.adepts.rules.state import Party, State
from game.adepts.rules.tokens import group_token, group_tokens, read_group

SMALLEST, LARGEST = 2, 4
"""Miners in a group (rulebook, Phase I)."""


class HasSites(HasEffects, Protocol):
    """What assigning depends on: a game's state, or what a view tells of it."""

    miners: list[int]
    sites: list[Party | None]


def open_sites(g: HasSites, seat: Seat) -> list[Site]:
    """Return the free work sites that nothing closes to this seat (rulings 10, 17)."""
    sites = g.sites
    if not g.effects:
        return [site for site in WORK_SITES if sites[site] is None]
    closed = closed_mines(g, seat)
    return [site for site in WORK_SITES if sites[site] is None and mine_of(site) not in closed]


def groups(g: HasSites, seat: Seat, low: int = SMALLEST, high: int = LARGEST) -> list[str]:
    """Return the tokens of the groups that a seat may assign, in order."""
    high = min(high, g.miners[seat])
    if high < low:
        return []
    tokens: list[str] = []
    for site in open_sites(g, seat):
        limit = group_limit(g, seat, site) if g.effects else None
        tokens += group_tokens(site, low, high if limit is None else min(high, limit))
    return tokens


def pushed_groups(g: State, seat: Seat) -> list[str]:
    """Return the tokens of the groups that a seat with an unused Backlash may assign after pushing a mine (ruling
    15)."""
    high = min(LARGEST, g.miners[seat])
    closed = closed_mines(g, seat)
    tokens = []
    for mine in GEMS:
        first, second, third = (g.sites[site_at(mine, n)] for n in (1, 2, 3))
        if mine in closed or third is not None or (first is None and second is None):
            continue
        free = [site_at(mine, 1)]
        if first is None:
            free.append(site_at(mine, 2))
        if second is None:
            free.append(site_at(mine, 3))
        for site in free:
            limit = group_limit(g, seat, site) or high
            tokens += [group_token(site, count, True) for count in range(SMALLEST, min(high, limit) + 1)]
    return tokens


def sorted_groups(tokens: list[str]) -> list[str]:
    """Sort groups with and without a push into the notation's order."""
    return sorted(tokens, key=read_group)


def assign_group(g: State, seat: Seat, token: str) -> None:
    """Place a group, after the push it may name; a Tunneling takes a gem of the mine (ruling 18)."""
    site, count, push = read_group(token)
    mine = mine_of(site)
    if push:
        drop(g, Rule.MAY_PUSH, seat)
        push_back(g, seat, mine)
    actions.place(g, seat, site, count)
    if g.effects and (tunneling := source(g, Rule.TUNNELS, seat)):
        actions.mine_gems(g, seat, mine, 1, source=tunneling)


def push_back(g: State, seat: Seat, mine: Gem) -> None:
    """Move every group of a mine back one site."""
    first, second, third = (site_at(mine, n) for n in (1, 2, 3))
    g.sites[third], g.sites[second], g.sites[first] = g.sites[second], g.sites[first], None
    g.tell("pushed", seat, mine=GEM_NAMES[mine])
