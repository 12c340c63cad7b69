"""Phase II: miners produce gems (rulebook, Phase II; ruling 24)."""

from __future__ import annotations

from game.adepts.rules import actions, bonuses
from game.adepts.rules.effects import production_stage
from game.adepts.rules.gems import ALL_SITES, MINERS, Gem, Seat, mine_of, number_of
from game.adepts.rules.state import Party, State
from game.adepts.rules.tasks import do, step


def produce(g: State) -> None:
    """Let the emerald adept name its mine, then let all mines give gems."""
    g.push(*bonuses.before(g, "produce"), do(produce_all))


@step
def produce_all(g: State) -> None:
    """Produce mine by mine in board order: first inside, then the sites in order; then send all miners home."""
    for site in ALL_SITES:
        if party := g.sites[site]:
            dig = _on_site if number_of(site) else _inside
            dig(g, mine_of(site), party)
    for site in ALL_SITES:
        g.sites[site] = None
    g.miners = [MINERS] * g.players


def _inside(g: State, mine: Gem, party: Party) -> None:
    _give(g, party.seat, mine, party.miners)


def _on_site(g: State, mine: Gem, party: Party) -> None:
    """Give one gem for each miner and the emerald adept's two, then one more to a citrine adept if there were any."""
    given = _give(g, party.seat, mine, party.miners + bonuses.extra_for_mine(g, mine))
    if given:
        _give(g, party.seat, mine, bonuses.extra_for_owner(g, party.seat))


def _give(g: State, seat: Seat, mine: Gem, count: int) -> int:
    return actions.mine_gems(g, seat, mine, count, production_stage(g, seat, mine))
