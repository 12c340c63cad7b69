"""Why a token of the notation is not legal here: the rule and the facts, put in words by `explaining`.

This only explains; what is legal is decided where tokens are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.adepts.rules import bonuses
from game.adepts.rules.casting import ways_to_pay
from game.adepts.rules.effects import Rule, barriers, group_limit, holds, stopped
from game.adepts.rules.gems import GEM_NAMES, GEM_OF, SEAT_NAMES, SEAT_OF, SEATS, Gem, Seat, mine_of, number_of
from game.adepts.rules.placement import LARGEST, SMALLEST, pushed_groups
from game.adepts.rules.spells.base import SPELLS
from game.adepts.rules.state import State
from game.adepts.rules.tokens import PASS, SITE_OF, SITE_TOKENS, Group, lacking, read_gems, read_group
from game.core import decisions
from game.core.decisions import Question, Reason

OTHER = Reason(decisions.OTHER, {})
"""The reason where nothing better can be said than what is possible."""


def reason(g: State, question: Question, token: str) -> Reason:
    """Return the first rule that forbids the token."""
    if token == PASS:
        return Reason("must_choose", {}, 34)
    me = Seat(question.seat)
    if found := _BY_KIND.get(question.kind):
        return found(g, me, question, token)
    return OTHER


def _group(g: State, me: Seat, question: Question, token: str) -> Reason:
    """Miners put on a site or inside: the place first, then their number."""
    if token.rpartition("x")[0] not in SITE_OF:
        return OTHER
    group, kind = read_group(token), question.kind
    number = number_of(group.site)
    if (kind == "enter") != (number == 0):
        return Reason("goes_inside" if kind == "enter" else "goes_on_sites", {}, 11)
    return _place(g, me, group, token) or _size(g, me, kind, group) or OTHER


def _place(g: State, me: Seat, group: Group, token: str) -> Reason | None:
    mine, number, party = mine_of(group.site), number_of(group.site), g.sites[group.site]
    closing = [SEAT_NAMES[seat] for seat in barriers(g, mine) if seat != me]
    if number and closing:
        return Reason("closed", {"mine": GEM_NAMES[mine], "by": closing}, 17)
    if group.push:
        return _push(g, me, mine, token)
    if party:
        where = {"site": SITE_TOKENS[group.site], "seat": SEAT_NAMES[party.seat], "count": party.miners}
        return Reason("taken", where | {"own": party.seat == me}, 10)
    return None


def _size(g: State, me: Seat, kind: str, group: Group) -> Reason | None:
    if kind == "place":
        return Reason("single", {}, 13)
    if not SMALLEST <= group.miners <= LARGEST:
        return Reason("group_size", {"least": SMALLEST, "most": LARGEST}, 10)
    if group.miners > g.miners[me]:
        return Reason("too_few_miners", {"left": g.miners[me]}, 10)
    limit = group_limit(g, me, group.site)
    if limit is not None and group.miners > limit:
        rows = [e for e in g.effects if e.rule is Rule.LIMITS_FIRST_SITES and e.seat != me]
        return Reason("limited", {"by": list(dict.fromkeys(SEAT_NAMES[e.seat] for e in rows)), "most": limit}, 17)
    return None


def _push(g: State, me: Seat, mine: Gem, token: str) -> Reason | None:
    name = GEM_NAMES[mine]
    if not holds(g, Rule.MAY_PUSH, me):
        return Reason("no_backlash", {}, 15)
    pushed = [read_group(each) for each in pushed_groups(g, me)]
    if not any(mine_of(each.site) == mine for each in pushed):
        return Reason("no_push", {"mine": name}, 15)
    if not any(each.site == read_group(token).site for each in pushed):
        return Reason("taken_after_push", {"site": SITE_TOKENS[read_group(token).site]}, 15)
    return None


def _cast(g: State, me: Seat, _question: Question, token: str) -> Reason:
    if token not in SPELLS:
        return OTHER
    spell = SPELLS[token]
    if spell.id not in g.hands[me]:
        return Reason("not_held", {"spell": token})
    if spell.phase != g.phase:
        return Reason("other_phase", {"spell": token, "now": g.phase}, 5)
    if not ways_to_pay(g, me, spell):
        missing = lacking(spell.cost, lambda gem: sum(g.queues[me][3 * gem : 3 * gem + 3]) + g.batteries[me][gem])
        return Reason("unpaid", {"spell": token, "cost": spell.price, "missing": missing}, 5)
    return Reason(spell.needs, {"spell": token, "mana": g.mana[me]}, 7)


def _pay(g: State, me: Seat, question: Question, token: str) -> Reason:
    spell = question.source
    if "@" not in token:
        return OTHER
    if any(way.token == token for way in ways_to_pay(g, me, SPELLS[spell])):
        return Reason("pays_away", {"spell": spell}, 7)
    return Reason("bad_payment", {"spell": spell, "cost": SPELLS[spell].price}, 5)


def _research(g: State, me: Seat, _question: Question, token: str) -> Reason:
    cards = token.split("+")
    if not set(cards) <= SPELLS.keys():
        return OTHER
    if strange := [card for card in cards if card not in g.drawn[me]]:
        return Reason("not_dealt", {"spell": strange[0]}, 26)
    most = bonuses.keeps(g, me)
    return Reason("keeps_too_many", {"most": most}, 26) if len(cards) > most else OTHER


def _spell(g: State, me: Seat, question: Question, token: str) -> Reason:
    """A spell that is not among those asked about."""
    if token not in SPELLS:
        return OTHER
    if question.kind == "discard" and token in g.hands[me]:
        return Reason("just_researched", {"spell": token}, 26)
    if question.kind == "take-spell":
        lacks = SPELLS[question.source].lacks
        return Reason("not_in_that_hand" if lacks == "no_spells" else lacks, {"spell": token})
    return Reason("not_held", {"spell": token})


def _opponent(g: State, me: Seat, question: Question, token: str) -> Reason:
    if token not in SEAT_OF or SEAT_OF[token] >= g.players:
        return OTHER
    if SEAT_OF[token] == me:
        return Reason("oneself", {})
    return Reason(SPELLS[question.source].lacks, {"seat": token}, 7)


def _mine(_g: State, _me: Seat, question: Question, token: str) -> Reason:
    if token not in GEM_OF or question.source not in SPELLS:
        return OTHER
    return Reason(SPELLS[question.source].lacks, {"mine": token}, 7)


def _site(g: State, me: Seat, question: Question, token: str) -> Reason:
    """A site asked for by its miners: one's own, or for Teleport an opponent's."""
    site = token if token in SITE_OF else token.rpartition("x")[0]
    if site not in SITE_OF:
        return OTHER
    if not number_of(SITE_OF[site]):
        return Reason("out_of_reach", {}, 11)
    lacks, party = SPELLS[question.source].lacks, g.sites[SITE_OF[site]]
    if party and (party.seat == me) == (lacks == "no_miners"):
        return OTHER
    return Reason(lacks, {"site": site}, 7)


def _gems(g: State, me: Seat, question: Question, token: str) -> Reason:
    """Gems of the wrong queue, or that are not there."""
    if "@" not in token or "+" in token or "@b" in token:
        return OTHER
    at = read_gems(token)
    if question.kind in ("give", "gem", "stage") and at.seat is not None:
        return Reason("own_queue", {})
    if question.kind in ("take", "steal") and (at.seat in (None, me) or at.seat not in SEATS[: g.players]):
        return Reason("opponents_queue", {})
    owner = SEAT_NAMES[me if at.seat is None else at.seat]
    if g.queues[SEAT_OF[owner]][3 * at.gem + at.stage - 1]:
        return OTHER
    return Reason(
        "no_gems", {"seat": owner, "own": owner == SEAT_NAMES[me], "gem": GEM_NAMES[at.gem], "stage": at.stage}
    )


def _type(g: State, me: Seat, question: Question, token: str) -> Reason:
    """A gem named as a type or a battery."""
    if token not in GEM_OF:
        return OTHER
    gem = GEM_OF[token]
    if question.kind in ("realign", "siphon"):
        if stopped(g, gem):
            return Reason("stopped", {"gem": token}, 31)
        return Reason("no_level", {"gem": token}, 32) if question.kind == "siphon" else OTHER
    lacks = SPELLS[question.source].lacks if question.source in SPELLS else OTHER.kind
    return Reason(lacks, {"gem": token, "level": g.batteries[me][gem]}, 7)


_BY_KIND: Mapping[str, Callable[[State, Seat, Question, str], Reason]] = {
    **dict.fromkeys(("assign", "again", "place", "enter"), _group),
    "cast": _cast,
    "pay": _pay,
    "research": _research,
    **dict.fromkeys(("discard", "purge", "take-spell"), _spell),
    "opponent": _opponent,
    "mine": _mine,
    **dict.fromkeys(("site", "from", "to", "miner"), _site),
    **dict.fromkeys(("give", "take", "gem", "steal", "stage"), _gems),
    **dict.fromkeys(("type", "realign", "siphon"), _type),
}
