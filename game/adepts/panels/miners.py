"""Previews of choices about miners."""

from __future__ import annotations

from game.adepts.rules.bonuses import Emerald
from game.adepts.rules.gems import GEM_NAMES, mine_of, number_of
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.spells.phase2 import Telekinesis, Teleport
from game.adepts.rules.tokens import PASS, SITE_TOKENS, read_group
from game.adepts.words.facts import Facts, with_party
from game.adepts.words.gems import SITES, gems, listed, many, some
from game.adepts.words.gems import mine as place_of
from game.adepts.words.gems import site as site_of
from game.core.decisions import Decision
from game.core.english import number as word
from game.core.english import sentence

Lines = list[str]


def assign(decision: Decision, facts: Facts, token: str) -> Lines:
    """A group on a site: what it will dig, what is left, who is left to assign."""
    group = read_group(token)
    name = GEM_NAMES[mine_of(group.site)]
    number = number_of(group.site)
    lines = [f"**{many(group.miners, 'miner')} on {site_of(SITE_TOKENS[group.site])}**"]
    if group.push:
        lines.append(f"- First Backlash pushes all groups there back one site: {_pushed(facts, name)}.")
    tunnels = facts.in_force("4A") and decision.kind != "place" and facts.stock(name) > 0
    if tunnels:
        lines.append(f"- Tunneling: {some(1, name)} at once, into stage 1.")
    parties = with_party(facts.parties(name), number, (facts.me, group.miners), group.push)
    lines += _digging(facts, name, facts.dug(name, parties, taken=int(tunnels)), number, group.miners, int(tunnels))
    lines.append(_left(int(decision.data["miners"]) - group.miners))
    return lines


def enter(decision: Decision, facts: Facts, token: str) -> Lines:
    """A group inside a mine, where it digs first."""
    group = read_group(token)
    name = GEM_NAMES[mine_of(group.site)]
    parties = with_party(facts.parties(name), 0, (facts.me, group.miners))
    return [
        f"**{many(group.miners, 'miner')} inside {place_of(name)}**",
        *_digging(facts, name, facts.dug(name, parties), 0, group.miners, 0),
        "- They take no work site, and no spell touches them.",
        _left(int(decision.data["miners"]) - group.miners),
    ]


def _digging(facts: Facts, name: str, dug: list[int], number: int, group: int, taken: int) -> Lines:
    left = facts.stock(name) - taken - sum(dug)
    they, them = ("They dig", "them") if group > 1 else ("It digs", "it")
    if not dug[number]:
        return [f"- ⚠️ In phase II there will be **no {gems(name)}** left for {them}."]
    if dug[number] < group:
        return [f"- ⚠️ In phase II only **{some(dug[number], name)}** will be left for {them}."]
    return [f"- {they} **{some(dug[number], name)}** in phase II; the mine has {left or 'none'} left then."]


def _pushed(facts: Facts, name: str) -> str:
    moved = [(party, n) for n, party in enumerate(facts.parties(name)) if n and party]
    return listed(f"{facts.who(party[0])} {SITES[n]} → {SITES[n + 1]}" for party, n in moved)


def _left(miners: int) -> str:
    if miners == 0:
        return "- All your miners are out then."
    if miners < SMALLEST:
        return "- ⚠️ 1 miner stays idle: a group needs two."
    return f"- {many(miners, 'miner')} left to assign."


def mine(decision: Decision, facts: Facts, token: str) -> Lines:
    """A mine named by Barrier, Telekinesis, Contagion or the emerald adept."""
    name, now = token, facts.dug(token)
    parties = facts.parties(name)
    match decision.source:
        case "3B":
            others = [p for p in parties[1:] if p and p[0] != facts.me]
            stay = " Groups already there stay." if others else ""
            return [f"**Close {place_of(name)}**", f"- This phase no opponent may assign miners there.{stay}"]
        case "8A":
            count = min(Telekinesis.gems, facts.stock(name))
            left = facts.stock(name) - count
            first = facts.queue(name)[0]
            return [
                f"**Take {some(count, name)}**",
                f"- Your stage 1: {first} → {first + count}; the mine has {left or 'none'} left.",
                *_short(facts, name, facts.dug(name, taken=count), now),
            ]
        case "8B":
            losers = [
                f"{facts.who(p[0])} on {SITES[n]} ({p[1]} → {p[1] - 1})" for n, p in enumerate(parties) if n and p
            ]
            return [f"**One miner leaves each site of {place_of(name)}**", f"- {sentence(listed(losers))}"]
    then = facts.dug(name, enriched=True)
    lines = [f"**Each occupied site of {place_of(name)} digs {word(Emerald.extra_gems)} more**"]
    gains = [(p[0], then[n] - now[n]) for n, p in enumerate(parties) if p and then[n] != now[n]]
    sums = {seat: sum(more for who, more in gains if who == seat) for seat, _ in gains}
    totals = {seat: more for seat, more in sums.items() if more}
    if not totals:
        return [*lines, "- Nobody gets more: no work site there is occupied, or there are no gems left for it."]
    return [
        *lines,
        *(f"- {facts.first(seat)}: {'+' if more > 0 else '−'}{some(abs(more), name)}" for seat, more in totals.items()),
    ]


def _short(facts: Facts, name: str, then: list[int], now: list[int]) -> Lines:
    """Say who would dig less (`then`) than `now`."""
    places = (SITES[0], *(f"on {each}" for each in SITES[1:]))
    return [
        f"- {_whose(facts, party[0])} miners {places[n]} will dig {then[n]} instead of {now[n]}."
        for n, party in enumerate(facts.parties(name))
        if party and then[n] != now[n]
    ]


def _whose(facts: Facts, seat: str) -> str:
    return "Your" if seat == facts.me else f"{facts.name(seat)}'s"


def site(decision: Decision, facts: Facts, token: str) -> Lines:
    """Miners that leave a site: Teleport, Earthquake."""
    party = facts.party(token)
    assert party is not None  # a token of this kind names an occupied site
    seat, there = party
    gone = there if decision.source == "10B" else min(Teleport.miners, there)
    return [
        f"**{site_of(token)}: {there} → {many(there - gone, 'miner')}**",
        f"- {facts.first(seat)} get{'' if seat == facts.me else 's'} {many(gone, 'miner')} back, too late to dig.",
        *_lost(facts, token, there - gone),
    ]


def _lost(facts: Facts, token: str, stay: int) -> Lines:
    """Say how much less a site would give with only `stay` miners."""
    name, _, digit = token.partition(".")
    number, party = int(digit), facts.party(token)
    now = facts.dug(name)[number]
    rest = (party[0], stay) if party and stay else None
    then = facts.dug(name, with_party(facts.parties(name), number, rest))[number]
    if not then:
        without = f"instead of {now}" if now else "with or without them"
        return [f"- No {gems(name)} will be dug there this phase, {without}."]
    if then == now:
        return [f"- Still {some(now, name)} will be dug there this phase."]
    return [f"- Only {then} instead of {some(now, name)} will be dug there this phase."]


def leave(_decision: Decision, facts: Facts, token: str) -> Lines:
    """The site that Telepathy takes miners from."""
    party = facts.party(token)
    there = party[1] if party else 0
    return [
        f"**Move miners from {site_of(token)}**",
        f"- {many(there, 'miner')} there. Next you choose where they go and how many.",
    ]


def move(decision: Decision, facts: Facts, token: str) -> Lines:
    """Miners on their way to another site by Telepathy."""
    source = decision.data["chosen"][0]
    group = read_group(token)
    target = SITE_TOKENS[group.site]
    here, there = facts.party(source), facts.party(target)
    stay = (here[1] if here else 0) - group.miners
    joined = (there[1] if there else 0) + group.miners
    name, number = GEM_NAMES[mine_of(group.site)], number_of(group.site)
    parties = with_party(facts.parties(name), number, (facts.me, joined))
    origin, _, digit = source.partition(".")
    if origin == name:
        parties = with_party(parties, int(digit), (facts.me, stay) if stay else None)
    then = facts.dug(name, parties)[number]
    lines = [
        f"**{many(group.miners, 'miner')}: {site_of(source)} → {site_of(target)}**",
        f"- {site_of(target)}: {many(joined, 'miner')}, who dig {some(then, name)} this phase.",
        f"- {site_of(source)}: {many(stay, 'miner')}." if stay else f"- {site_of(source)} is empty then.",
    ]
    if stay and any(other != PASS and read_group(other).site != group.site for other in decision.tokens):
        lines.append("- You may send the rest to other sites, or stop.")
    return lines


def extract(_decision: Decision, facts: Facts, token: str) -> Lines:
    """A miner that digs at once and leaves: Extraction."""
    name = token.partition(".")[0]
    party = facts.party(token)
    stay = (party[1] if party else 1) - 1
    gain = f"You get {some(1, name)} now, in stage 1."
    if not facts.stock(name):
        gain = f"⚠️ The mine has no {gems(name)} left: you get nothing."
    return [
        f"**One miner on {site_of(token)} digs now and leaves**",
        f"- {gain}",
        f"- {many(stay, 'miner')} left there." if stay else "- The site is empty then.",
    ]
