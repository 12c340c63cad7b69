"""What a panel selects by itself where one way is likely: it can be confirmed at once, or changed."""

from __future__ import annotations

from game.adepts.panels.tree import BY_MINE, walk
from game.adepts.rules.gems import GEM_NAMES, mine_of, number_of
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.tokens import PASS, read_group
from game.adepts.words.facts import Facts, with_party
from game.adepts.words.payments import price
from game.adepts.words.vain import in_vain_paid
from game.core.decisions import Decision
from game.core.narrowing import Path


def filled(decision: Decision, facts: Facts, path: Path) -> Path:
    """Return the path, continued where there is only one way or one is likely; from the start if it leads nowhere.

    The likely payment is the one that costs the least mana in itself, and does not take away what the spell is about;
    in a mine that was chosen, the likely group is the best by `_merit`. Which mine is up to the player alone.
    """
    path = walk(decision).settled(() if path == (PASS,) else path)
    if decision.kind == "pay" and not path:
        ways = walk(decision).leaves
        return min(ways, key=lambda way: (bool(in_vain_paid(facts, decision.source, way[0])), price(facts, way[0])))
    if decision.kind in BY_MINE and len(path) == 1:
        return (*path, max(walk(decision).options(path), key=lambda step: _merit(decision, facts, (*path, step))))
    return path


def _merit(decision: Decision, facts: Facts, path: Path) -> tuple[bool, int, int, bool, int]:
    """Return a sort key for a group, higher being better: it leaves no single miner idle, digs much, with few miners,
    pushes nobody, and digs early, in this order."""
    group = read_group(walk(decision).leaves[path])
    name, number = GEM_NAMES[mine_of(group.site)], number_of(group.site)
    parties = with_party(facts.parties(name), number, (facts.me, group.miners), group.push)
    idle = int(decision.data["miners"]) - group.miners
    return not 0 < idle < SMALLEST, facts.dug(name, parties)[number], -group.miners, not group.push, -number
