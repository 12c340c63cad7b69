"""Phase II: what miners bring home, and what the spells of the phase are worth.

A function of a token scores that answer (`kinds.Scorer`); one of the observation alone says what casting a spell brings
(`gains.Gain`).
"""

from __future__ import annotations

from game.adepts.players.greedy.forecast import change
from game.adepts.players.greedy.mines import with_fewer, with_more
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import at_stage, standing, swing
from game.adepts.rules.gems import GEM_OF, GEMS, Gem, Seat, Site, mine_of, number_of
from game.adepts.rules.spells import phase2 as printed
from game.adepts.rules.tokens import PASS, SITE_OF, SITE_TOKENS, read_gems, read_group


def enrich(s: Observation, token: str) -> float:
    """The emerald adept's mine: how much more this seat gets from it, less how much more others do."""
    mine = GEM_OF[token]
    return change(s, mine, s.parties[mine], enriched=True)


def leaving(s: Observation, site: Site, miners: int) -> float:
    """What it is worth if so many miners leave a site."""
    mine = mine_of(site)
    return change(s, mine, with_fewer(s.parties[mine], number_of(site), miners))


def joining(s: Observation, site: Site, miners: int) -> float:
    """What it is worth if so many miners join a site of this seat."""
    mine = mine_of(site)
    return change(s, mine, with_more(s.parties[mine], number_of(site), s.me, miners))


def send_from(s: Observation, token: str) -> float:
    """Telepathy: the most that miners of that site would bring on another site."""
    source = SITE_OF[token]
    others = [site for site in s.sites_of(s.me) if site != source]
    return max(
        leaving(s, source, miners) + joining(s, site, miners)
        for miners in range(1, _miners_on(s, source) + 1)
        for site in others
    )


def send_to(s: Observation, token: str) -> float:
    """Telepathy: what the miners would bring on that site."""
    if token == PASS:
        return 0.0
    site, miners, _ = read_group(token)
    return leaving(s, SITE_OF[s.about["chosen"][0]], miners) + joining(s, site, miners)


def telepathy(s: Observation) -> float:
    """The best transfer."""
    return max(send_from(s, SITE_TOKENS[site]) for site in s.sites_of(s.me))


def teleport(s: Observation, token: str) -> float:
    """Miners leave an opponent's site."""
    return leaving(s, SITE_OF[token], printed.Teleport.miners)


def teleporting(s: Observation) -> float:
    """The best of the opponents' sites."""
    return max(leaving(s, site, printed.Teleport.miners) for seat in s.opponents for site in s.sites_of(seat))


def earthquake(s: Observation, token: str) -> float:
    """This seat clears a site."""
    return leaving(s, SITE_OF[token], _miners_on(s, SITE_OF[token]))


def quake_them(s: Observation) -> float:
    """Each opponent clears the site that hurts least."""
    sites = [s.sites_of(seat) for seat in s.opponents]
    return sum(min(leaving(s, site, _miners_on(s, site)) for site in theirs) for theirs in sites if theirs)


def _miners_on(s: Observation, site: Site) -> int:
    party = s.parties[mine_of(site)][number_of(site)]
    return party[1] if party else 0


def contagion(s: Observation, token: str) -> float:
    """One miner less on each site of a mine."""
    mine = GEM_OF[token]
    parties = s.parties[mine]
    for number in (1, 2, 3):
        parties = with_fewer(parties, number, 1)
    return change(s, mine, parties)


def extract(s: Observation, token: str) -> float:
    """A gem at once for a miner who leaves."""
    site = SITE_OF[token]
    mine = mine_of(site)
    return change(s, mine, with_fewer(s.parties[mine], number_of(site), 1), taken=1)


def extraction(s: Observation) -> float:
    """Such miners, all from the best site."""
    return printed.Extraction.miners * max(extract(s, SITE_TOKENS[site]) for site in s.sites_of(s.me))


def telekinesis(s: Observation, token: str) -> float:
    """Gems from a mine, which may then be lacking for those who dig there."""
    mine = GEM_OF[token]
    return change(s, mine, s.parties[mine], taken=printed.Telekinesis.gems)


def phantasms(s: Observation) -> float:
    """A gem from every mine where this seat has no miners."""
    away = [mine for mine in GEMS if all(party is None or party[0] != s.me for party in s.parties[mine])]
    return sum(change(s, mine, s.parties[mine], taken=1) for mine in away)


def advance(s: Observation, token: str) -> float:
    """The gems that are about to be dug skip a stage or two."""
    gem, stage = read_gems(token)[1:3]
    coming = s.prospects[gem].coming[s.me]
    return swing(s, s.me, gem, -coming) + _into(s, gem, stage, coming)


def _into(s: Observation, gem: Gem, stage: int, count: int) -> float:
    """How much more gems are worth in this stage than in the first."""
    moved = [-count, 0, 0]
    moved[stage - 1] += count
    return swing(s, s.me, gem, *moved) - swing(s, s.me, gem, -count)


def give(s: Observation, token: str) -> float:
    """Transfiguration: a gem goes to an opponent who is named only later; the one who is ahead stands for all."""
    _, gem, stage, _ = read_gems(token)
    rival = max(s.opponents, key=lambda seat: standing(s, seat))
    return at_stage(s, s.me, gem, stage, -1) + at_stage(s, rival, gem, stage, 1)


def take(s: Observation, token: str) -> float:
    """Transfiguration and Plunder: gems come from an opponent, in the same stage."""
    seat, gem, stage, count = read_gems(token)
    assert seat is not None
    return at_stage(s, seat, gem, stage, -count) + at_stage(s, s.me, gem, stage, count)


def transfiguration(s: Observation) -> float:
    """The best swap."""
    given = max((give(s, token) for token in s.own_stages), default=0.0)
    return given + max(_best_taken(s, seat, printed.Transfiguration.gems) for seat in s.opponents)


def plunder(s: Observation) -> float:
    """The best gem of each opponent."""
    return sum(_best_taken(s, seat, 1) for seat in s.opponents)


def _best_taken(s: Observation, seat: Seat, most: int) -> float:
    """The most that gems of one type and stage, taken from an opponent, are worth."""
    queue = s.queues[seat]
    stages = [(gem, stage, min(most, queue[gem][stage - 1])) for gem in GEMS for stage in (1, 2, 3)]
    return max(
        (
            at_stage(s, seat, gem, stage, -count) + at_stage(s, s.me, gem, stage, count)
            for gem, stage, count in stages
            if count
        ),
        default=0.0,
    )
