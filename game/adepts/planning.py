"""Groups that a player plans to assign while others think (rulebook, Phase I)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.adepts import texts as rulebook
from game.adepts.rules.effects import Effect, Rule
from game.adepts.rules.forecast import RULES, next_miners
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN, SEAT_OF, mine_of, number_of
from game.adepts.rules.placement import groups
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import asks
from game.adepts.rules.state import Party
from game.adepts.rules.tokens import SITE_TOKENS, read_group
from game.adepts.words.facts import Facts, with_party
from game.adepts.words.gems import many, some
from game.adepts.words.gems import site as site_of
from game.core.decisions import Decision
from game.core.faces import Names
from game.core.protocol import View

_BINDING = {by: rule for by, rule in RULES.items() if rule in (Rule.CLOSES_MINE, Rule.LIMITS_FIRST_SITES)}
"""The rules that restrict whoever assigns, by the source of their rows."""


class AdeptsPlanning:
    """Plans the groups of the rounds in phase I. What a spell or an adept asks besides is answered when it is asked."""

    def fits(self, decision: Decision) -> bool:
        return decision.kind == "assign" and not asks(decision.kind, decision.source)

    def occasion(self, view: View) -> str:
        now = ViewReader(view)
        return str(now.turn if now.phase == "I" else now.turn + 1)

    def then(self, view: View, seat: str, before: Sequence[str] = ()) -> tuple[Decision, View] | None:
        """Return the next question in this turn's rounds or, in phases III to V, in those of the next turn, when all
        miners are home again. Its mines will hold what they do now or more, since gems that are processed or paid go
        back to them."""
        now = ViewReader(view)
        if now.phase in ("III", "IV", "V") and not now.over and now.turn < LAST_TURN:
            now = ViewReader(view := now.next_turn(seat, next_miners(now, seat)))
        for token in before:
            group = read_group(token)
            now = ViewReader(view := now.assigned(seat, SITE_TOKENS[group.site], group.miners))
        if now.over or now.phase != "I" or now.step not in ("cast", "assign"):
            return None
        tokens = groups(_mines(now), SEAT_OF[seat])
        if not tokens:
            return None
        about = {"miners": now.players[seat].miners}
        return Decision(seat, "assign", tuple(tokens), "", about, rulebook.prompt("assign", "")), view

    def brings(self, decision: Decision, view: View, token: str) -> int:
        """Return how many gems the group will dig as things stand."""
        group, facts = read_group(token), Facts(view, decision.seat, {})
        mine, number = GEM_NAMES[mine_of(group.site)], number_of(group.site)
        return facts.dug(mine, with_party(facts.parties(mine), number, (decision.seat, group.miners)))[number]

    def lost(self, decision: Decision, view: View, names: Names, token: str) -> str:
        group = read_group(token)
        gems = some(self.brings(decision, view, token), GEM_NAMES[mine_of(group.site)])
        return f"{many(group.miners, 'miner')} on {site_of(SITE_TOKENS[group.site])} would dig {gems} now."


@dataclass(slots=True)
class _Mines:
    """What assigning depends on, as far as everybody can see it."""

    effects: list[Effect]
    miners: list[int]
    sites: list[Party | None]


def _mines(now: ViewReader) -> _Mines:
    parties = [party for name in GEM_NAMES for party in now.mines[name].parties]
    return _Mines(
        [row.effect(_BINDING[row.source]) for row in now.effects if row.source in _BINDING],
        [player.miners for player in now.players.values()],
        [Party(SEAT_OF[party[0]], party[1]) if party else None for party in parties],
    )
