"""Phase I: where miners go, and what the spells of the phase are worth.

A function of a token scores that answer (`kinds.Scorer`); one of the observation alone says what casting a spell brings
(`gains.Gain`).
"""

from __future__ import annotations

from game.adepts.players.greedy.forecast import change
from game.adepts.players.greedy.mines import Parties, with_party
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import miner_price, standing, swing
from game.adepts.rules.gems import GEM_OF, GEMS, SEAT_OF, Gem, mine_of, number_of, site_at
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.spells import phase1 as printed
from game.adepts.rules.tokens import PASS, group_token, read_group

_NEVER = -1000.0


def assign(s: Observation, token: str) -> float:
    """What the group will bring, and what the miners that remain may still bring."""
    site, miners, push = read_group(token)
    mine, number = mine_of(site), number_of(site)
    parties = pushed(s.parties[mine]) if push else s.parties[mine]
    if number > 1 and parties[number - 1] is None and not s.limited:
        return _NEVER  # the site before it is as good or better
    taken = 1 if s.tunnels else 0
    return change(s, mine, with_party(parties, number, (s.me, miners)), taken) + left_over(s, miners)


def again(s: Observation, token: str) -> float:
    """A second group at once, since sooner is better."""
    return _NEVER if token == PASS else assign(s, token)


def enter(s: Observation, token: str) -> float:
    """A group inside a mine: it digs before all others, but without what work sites give in addition."""
    if token == PASS:
        return left_over(s, 0)
    site, miners, _ = read_group(token)
    mine = mine_of(site)
    return change(s, mine, with_party(s.parties[mine], 0, (s.me, miners))) + left_over(s, miners)


def left_over(s: Observation, miners: int) -> float:
    """What the remaining miners may still bring; a single one can go nowhere."""
    left = s.miners[s.me] - miners
    return left * miner_price(s) if left >= SMALLEST else 0.0


def pushed(parties: Parties) -> Parties:
    """The parties of a mine after a Backlash."""
    inside, first, second, _ = parties
    return inside, None, first, second


def barrier(s: Observation, token: str) -> float:
    """The mine whose gems are worth most to this seat."""
    gem = GEM_OF[token]
    return swing(s, s.me, gem, min(4, s.stocks[gem]))


def suspend(s: Observation, token: str) -> float:
    """The opponent who is ahead."""
    return standing(s, SEAT_OF[token])


def ambition(s: Observation) -> float:
    """Two sites with one miner each, for the price of two miners."""
    if s.miners[s.me] < 2:
        return 0.0
    free = [site_at(mine, number) for mine in GEMS if (number := _first_free(s, mine))]
    price = s.miners[s.me] * miner_price(s)
    gains = sorted((assign(s, group_token(site, 1)) - price for site in free), reverse=True)
    return sum(gains[:2])


def tunneling(s: Observation) -> float:
    """A gem for each group, from the mines that are best for this seat."""
    gains = sorted((swing(s, s.me, gem, 1) for gem in GEMS if s.stocks[gem]), reverse=True)
    return sum(gains[: s.miners[s.me] // 3])


def lassitude(s: Observation) -> float:
    """Miners of each opponent; all opponents together count like the seat itself, so this is worth as many of its
    own."""
    return printed.Lassitude.miners * miner_price(s)


def _first_free(s: Observation, mine: Gem) -> int:
    """The first free work site of a mine, 0 if there is none."""
    return next((number for number in (1, 2, 3) if s.parties[mine][number] is None), 0)
