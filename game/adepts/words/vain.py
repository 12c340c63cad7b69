"""Spells that would change nothing if they were cast now, which players are told before they pay.

This is judged by what the caster sees, with the price paid, and without what others may still do. A spell without a
target is not among the choices (ruling 7); those here can be cast all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.adepts.rules.forecast import levels
from game.adepts.rules.gems import GEM_NAMES, TOP_LEVEL
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.spells.phase1 import Subsidence
from game.adepts.words.facts import Facts
from game.adepts.words.payments import paid, ways
from game.core.english import number

Lack = str
"""What is lacking, as a clause; "" if there is enough."""


def in_vain(facts: Facts, card: str) -> Lack:
    """Return why casting it would change nothing, however it is paid for; "" if it may change something."""
    reasons = (
        [in_vain_paid(facts, card, token) for token in ways(facts.players[facts.me], card)] if card in _LACKS else []
    )
    return reasons[0] if reasons and all(reasons) else ""


def in_vain_paid(facts: Facts, card: str, token: str) -> Lack:
    """Return the same for one way to pay for it, which has not been paid yet."""
    return _LACKS[card](paid(facts, token)) if card in _LACKS else ""


def _unless(reason: Lack, enough: Callable[[Facts], bool]) -> Callable[[Facts], Lack]:
    return lambda facts: "" if enough(facts) else reason


def _miners(facts: Facts) -> int:
    return facts.players[facts.me].miners


def _theirs(facts: Facts) -> int:
    """Return the most miners that any opponent still has to assign."""
    return max(facts.players[seat].miners for seat in facts.others)


def _first_site_free(facts: Facts) -> bool:
    return any(facts.parties(name)[1] is None for name in GEM_NAMES)


def _own_sites(facts: Facts) -> list[str]:
    """Return the mines in which one has miners on a site."""
    return [name for name in GEM_NAMES if any(p and p[0] == facts.me for p in facts.parties(name)[1:])]


def _charges(facts: Facts, seat: str) -> bool:
    """Whether what a player processes makes levels; under Stasis it does not."""
    return any(not facts.named("18B", name) for name in facts.processed(seat))


def _intensify(facts: Facts) -> Lack:
    """Twice the levels are of no use to batteries that become full anyway, unless a Siphon takes some of them."""
    coming = levels(facts, facts.me)
    if not _charges(facts, facts.me):
        return "what you process this turn makes no battery levels"
    siphoned = any(row.source == "19B" and row.seat != facts.me for row in facts.effects)
    rises = any(facts.battery(name) + count < TOP_LEVEL for name, count in coming.items())
    return "" if rises or siphoned else "the batteries of what you process become full anyway"


_NO_STAGE_3 = "you process no gems this turn"

_LACKS: Mapping[str, Callable[[Facts], Lack]] = {
    "1B": _unless("no opponent has a group left to assign", lambda f: _theirs(f) >= SMALLEST),
    "2B": _unless("you have no group left to assign", lambda f: _miners(f) >= SMALLEST),
    "3A": _unless("you have no two groups left to assign", lambda f: _miners(f) >= 2 * SMALLEST),
    "3B": _unless("no opponent has a group left to assign", lambda f: _theirs(f) >= SMALLEST),
    "4A": _unless("you have no group left to assign", lambda f: _miners(f) >= SMALLEST),
    "4B": _unless(
        f"no opponent has more than {number(Subsidence.amount)} miners left for a free site I",
        lambda f: _theirs(f) > Subsidence.amount and _first_site_free(f),
    ),
    "5B": _unless("no opponent has a miner left to assign", lambda f: _theirs(f) > 0),
    "7A": _unless("the mines of your miners are empty", lambda f: any(map(f.stock, _own_sites(f)))),
    "9A": _unless("your miners dig nothing this turn", lambda f: any(map(f.digs, GEM_NAMES))),
    "11B": _unless("no opponent has any mana", lambda f: any(map(f.mana, f.others))),
    "12A": _unless(
        "the batteries of all your gems are full",
        lambda f: any(sum(f.queue(name)) and f.battery(name) < TOP_LEVEL for name in GEM_NAMES),
    ),
    "16A": _unless(_NO_STAGE_3, lambda f: bool(f.processed())),
    "17A": _unless("you have no gems in your queue", lambda f: any(any(f.queue(name)) for name in GEM_NAMES)),
    "17B": _unless("nobody processes any gems this turn", lambda f: any(map(f.processed, f.players))),
    "18A": _unless("all your batteries are full", lambda f: any(f.battery(name) < TOP_LEVEL for name in GEM_NAMES)),
    "18B": _unless("no battery level is to come this turn", lambda f: any(levels(f, seat) for seat in f.players)),
    "19A": _unless("what you process this turn makes no battery levels", lambda f: _charges(f, f.me)),
    "19B": _unless(
        "what your opponents process this turn makes no battery levels",
        lambda f: any(_charges(f, seat) for seat in f.others),
    ),
    "20A": _intensify,
    "20B": _unless("no opponent processes any gems this turn", lambda f: any(map(f.processed, f.others))),
}
"""By spell, for those that can be cast where they change nothing: returns what is lacking, if anything is."""
