"""The forty spells in the order of the cards: what each needs (ruling 7), and what it does (rulebook, "Spell List")."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tests.engine.reference.notation import GEMS, PASS, Play, ask, read
from tests.engine.reference.payment import cost
from tests.engine.reference.sites import SITES, assign, free_sites, group_at, groups, move_away, placed, send_home
from tests.engine.reference.table import Table, value

Need: TypeAlias = Callable[[Table, str], object]
"""Whether there is a target for a caster who has paid and no longer holds the card: true or false as an object is."""

Effect: TypeAlias = Callable[[Table, str], "Play[None] | None"]


class Spell(NamedTuple):
    needs: Need
    effect: Effect
    lasting: bool


SPELLS: dict[str, Spell] = {}


def spell(id: str, needs: Need = lambda t, me: True, lasting: bool = False) -> Callable[[Effect], Effect]:
    """Enter a spell. One that lasts lies before its caster until the end of the phase (ruling 8)."""

    def enter(effect: Effect) -> Effect:
        SPELLS[id] = Spell(needs, effect, lasting)
        return effect

    return enter


def opponents_with(t: Table, me: str, what: Callable[[str], object]) -> list[str]:
    return [seat for seat in t.opponents(me) if what(seat)]


def stages(t: Table, seat: str) -> list[str]:
    """Return where a seat has gems, as tokens."""
    return [f"{gem}@{stage}" for gem, stage in t.gems(seat)]


# Phase I


def _singles(t: Table, me: str) -> list[str]:
    return [f"{gem}.{site}x1" for gem, site in free_sites(t, me)] if t.players[me].miners else []


@spell("1A", needs=_singles)
def ambition(t: Table, me: str) -> Play[None]:
    """One miner on each of two work sites, or on one if only one is possible (ruling 13)."""
    for _ in range(2):
        if sites := _singles(t, me):
            assign(t, me, (yield from ask(me, "place", sites)))


@spell("1B", lasting=True)
def suspension(t: Table, me: str) -> Play[None]:
    """An opponent skips its next turn of assignment; several add up (ruling 14)."""
    t.lasting.suspension[(yield from ask(me, "opponent", t.opponents(me)))] += 1


@spell("2A", needs=groups)
def initiative(t: Table, me: str) -> Play[None]:
    """One group at once (ruling 13)."""
    assign(t, me, (yield from ask(me, "assign", groups(t, me))))


@spell("2B", lasting=True)
def backlash(t: Table, me: str) -> None:
    """Once, push all groups of a mine back one site when assigning there (ruling 15)."""
    t.lasting.backlash.add(me)


@spell("3A", lasting=True)
def gateways(t: Table, me: str) -> None:
    """Once, follow an assignment by a second group on another site (ruling 16)."""
    t.lasting.gateways.add(me)


@spell("3B", lasting=True)
def barrier(t: Table, me: str) -> Play[None]:
    """No opponent assigns to the work sites of a mine (ruling 17)."""
    t.lasting.barrier[(yield from ask(me, "mine", GEMS))].append(me)


@spell("4A", lasting=True)
def tunneling(t: Table, me: str) -> None:
    """A gem into stage 1 for every work site to which the caster assigns (ruling 18)."""
    t.lasting.tunneling.add(me)


@spell("4B", lasting=True)
def subsidence(t: Table, me: str) -> None:
    """No opponent assigns more than two miners to a first site (ruling 17)."""
    t.lasting.subsidence.add(me)


@spell("5A", needs=groups)
def precedence(t: Table, me: str) -> Play[None]:
    """Group after group, while two miners and a site are left (ruling 13)."""
    while tokens := groups(t, me):
        assign(t, me, (yield from ask(me, "assign", tokens)))


@spell("5B", lasting=True)
def lassitude(t: Table, me: str) -> None:
    """Each opponent loses two unassigned miners, or what it has, until the end of the phase (ruling 19)."""
    for seat in t.opponents(me):
        count = min(2, t.players[seat].miners)
        t.players[seat].miners -= count
        t.lasting.lassitude[seat] += count


# Phase II


@spell("6A", needs=lambda t, me: len(placed(t, me)) >= 2)
def telepathy(t: Table, me: str) -> Play[None]:
    """From one work site any number of miners, at least one, to others of the caster, without limits (ruling 20)."""
    source = yield from ask(me, "from", placed(t, me))
    left, goals = group_at(t, source).miners, [site for site in placed(t, me) if site != source]
    may_end: list[str] = []
    while left and goals:
        counts = range(1, left + 1)
        token = yield from ask(me, "to", [f"{goal}x{count}" for goal in goals for count in counts] + may_end)
        if token == PASS:
            return
        goal, _, count = token.rpartition("x")
        move_away(t, source, int(count))
        group_at(t, goal).miners += int(count)
        left -= int(count)
        goals.remove(goal)
        may_end = [PASS]


@spell("6B", needs=lambda t, me: any(placed(t, seat) for seat in t.opponents(me)))
def teleport(t: Table, me: str) -> Play[None]:
    """Up to two miners of an opponent leave one work site (ruling 21)."""
    sites = [site for seat in t.opponents(me) for site in placed(t, seat)]
    send_home(t, (yield from ask(me, "site", sites)), 2)


@spell("7A", needs=placed)
def extraction(t: Table, me: str) -> Play[None]:
    """Two miners, or the only one, each dig a gem if there is one, and leave (ruling 22)."""
    for _ in range(2):
        if sites := placed(t, me):
            site = yield from ask(me, "miner", sites)
            t.dig(me, read(site).gem, 1)
            send_home(t, site, 1)


@spell("7B", needs=lambda t, me: t.gems(me) and any(t.gems(seat) for seat in t.opponents(me)))
def transfiguration(t: Table, me: str) -> Play[None]:
    """One gem against one or two of one type and stage of an opponent; each keeps its stage (ruling 23)."""
    give = read((yield from ask(me, "give", stages(t, me))))
    tokens = []
    for seat in t.opponents(me):
        for gem, stage in t.gems(seat):
            tokens.append(f"{seat}:{gem}@{stage}")
            if t.players[seat].queue[gem][stage - 1] > 1:
                tokens.append(f"{seat}:{gem}@{stage}x2")
    get = read((yield from ask(me, "take", tokens)))
    mine, theirs = t.players[me].queue, t.players[get.seat].queue
    mine[give.gem][give.place - 1] -= 1
    theirs[give.gem][give.place - 1] += 1
    theirs[get.gem][get.place - 1] -= get.number
    mine[get.gem][get.place - 1] += get.number


@spell("8A", needs=lambda t, me: any(mine.stock for mine in t.mines.values()))
def telekinesis(t: Table, me: str) -> Play[None]:
    """Two gems of one mine, or its last one (ruling 23)."""
    t.dig(me, (yield from ask(me, "mine", [gem for gem in GEMS if t.mines[gem].stock])), 2)


@spell("8B", needs=lambda t, me: any(placed(t, seat) for seat in t.seats))
def contagion(t: Table, me: str) -> Play[None]:
    """At one mine a miner leaves every occupied work site, the caster's too (ruling 21)."""
    gem = yield from ask(me, "mine", [gem for gem in GEMS if any(t.mines[gem].sites[1:])])
    for site in SITES:
        if t.mines[gem].sites[site]:
            send_home(t, f"{gem}.{site}", 1)


@spell("9A", lasting=True)
def advancement(t: Table, me: str) -> Play[None]:
    """What the caster produces of one type in this production goes to the stage it names (ruling 23)."""
    at = read((yield from ask(me, "stage", [f"{gem}@{stage}" for gem in GEMS for stage in (1, 2, 3)])))
    t.lasting.advancement[me] = at.gem, at.place


@spell("9B", needs=lambda t, me: any(t.gems(seat) for seat in t.opponents(me)))
def plunder(t: Table, me: str) -> Play[None]:
    """A gem of each opponent that has one, into the same stage (ruling 23)."""
    for seat in opponents_with(t, me, t.gems):
        at = read((yield from ask(me, "steal", [f"{seat}:{stage}" for stage in stages(t, seat)])))
        t.players[seat].queue[at.gem][at.place - 1] -= 1
        t.players[me].queue[at.gem][at.place - 1] += 1


def _phantom_mines(t: Table, me: str) -> list[str]:
    """Mines with a gem and no miner of the caster; one inside the mine is one (ruling 23)."""
    return [
        gem
        for gem, mine in t.mines.items()
        if mine.stock and not any(group and group.seat == me for group in mine.sites)
    ]


@spell("10A", needs=_phantom_mines)
def phantasms(t: Table, me: str) -> None:
    """A gem of every mine where the caster has no miner (ruling 23)."""
    for gem in _phantom_mines(t, me):
        t.dig(me, gem, 1)


@spell("10B", needs=lambda t, me: any(placed(t, seat) for seat in t.opponents(me)))
def earthquake(t: Table, me: str) -> Play[None]:
    """Each opponent clears one of its work sites (ruling 21)."""
    for seat in t.opponents(me):
        if sites := placed(t, seat):
            site = yield from ask(seat, "site", sites)
            send_home(t, site, group_at(t, site).miners)


# Phase III


@spell("11A", needs=lambda t, me: t.players[me].hand)
def purge(t: Table, me: str) -> Play[None]:
    """Up to two other spells are discarded for five mana each (ruling 27)."""
    player = t.players[me]
    for _ in range(2):
        card = yield from ask(me, "purge", [*player.hand, PASS])
        if card == PASS:
            return
        player.hand.remove(card)
        t.discards([card])
        player.mana += 5


@spell("11B")
def dissipate(t: Table, me: str) -> None:
    """Each opponent loses three mana, or what there is (ruling 27)."""
    for seat in t.opponents(me):
        t.players[seat].mana = max(0, t.players[seat].mana - 3)


@spell("12A", needs=lambda t, me: t.gems(me))
def transmission(t: Table, me: str) -> Play[None]:
    """A gem goes back to its mine, and its battery rises three levels (ruling 27)."""
    at = read((yield from ask(me, "gem", stages(t, me))))
    t.give_back(me, at.gem, at.place, 1)
    t.rise(me, at.gem, 3)


@spell("12B", needs=lambda t, me: any(t.players[seat].mana for seat in t.opponents(me)))
def pilfer(t: Table, me: str) -> Play[None]:
    """Five mana of an opponent, or what it has (ruling 27)."""
    victims = opponents_with(t, me, lambda seat: t.players[seat].mana)
    victim = t.players[(yield from ask(me, "opponent", victims))]
    count = min(5, victim.mana)
    victim.mana -= count
    t.players[me].mana += count


@spell("13A", lasting=True)
def concentration(t: Table, me: str) -> None:
    """Ten mana now, and no research (ruling 27)."""
    t.players[me].mana += 10
    t.lasting.concentration.add(me)


@spell("13B", needs=lambda t, me: any(any(t.players[seat].battery.values()) for seat in t.opponents(me)))
def depletion(t: Table, me: str) -> Play[None]:
    """Each opponent picks a battery at two or more, else one at one, and loses two levels or the one (ruling 27)."""
    for seat in t.opponents(me):
        battery = t.players[seat].battery
        if gems := [gem for gem in GEMS if battery[gem] >= 2] or [gem for gem in GEMS if battery[gem]]:
            gem = yield from ask(seat, "type", gems)
            battery[gem] = max(0, battery[gem] - 2)


@spell("14A", needs=lambda t, me: t.gems(me))
def transfusion(t: Table, me: str) -> Play[None]:
    """All gems of one type in one stage, for their face value in mana or a level each (ruling 27)."""
    at = read((yield from ask(me, "stage", stages(t, me))))
    what = yield from ask(me, "yield", ["mana", "battery"])
    count = t.players[me].queue[at.gem][at.place - 1]
    t.give_back(me, at.gem, at.place, count)
    if what == "mana":
        t.players[me].mana += count * value(at.gem)
    else:
        t.rise(me, at.gem, count)


@spell("14B", needs=lambda t, me: any(t.players[seat].hand for seat in t.opponents(me)))
def nullify(t: Table, me: str) -> None:
    """Each opponent with a spell discards one at random, for two mana each (ruling 27; notation, "Chance")."""
    for seat in opponents_with(t, me, lambda seat: t.players[seat].hand):
        card = t.order(t.players[seat].hand)[0]
        t.players[seat].hand.remove(card)
        t.discards([card])
        t.players[me].mana += 2


@spell("15A", needs=lambda t, me: t.discard)
def munificence(t: Table, me: str) -> Play[None]:
    """A spell of the discard pile, and twice its cost in battery levels (ruling 27)."""
    card = yield from ask(me, "take-spell", t.discard)
    t.discard.remove(card)
    t.take(me, [card])
    for gem, count in cost(card).items():
        t.rise(me, gem, 2 * count)


@spell("15B", needs=lambda t, me: any(t.players[seat].hand for seat in t.opponents(me)))
def spellsteal(t: Table, me: str) -> Play[None]:
    """A spell out of an opponent's hand (ruling 27)."""
    victims = opponents_with(t, me, lambda seat: t.players[seat].hand)
    victim = t.players[(yield from ask(me, "opponent", victims))]
    card = yield from ask(me, "take-spell", victim.hand)
    victim.hand.remove(card)
    t.take(me, [card])


# Phase V


@spell("16A", lasting=True)
def mutability(t: Table, me: str) -> None:
    """A mana for each type processed (ruling 30)."""
    t.lasting.mutability.add(me)


@spell("16B", needs=lambda t, me: any(stage == 3 for seat in t.opponents(me) for _, stage in t.gems(seat)))
def overload(t: Table, me: str) -> Play[None]:
    """Each opponent returns a gem of its stage 3 (ruling 9)."""
    for seat in t.opponents(me):
        if gems := [gem for gem, stage in t.gems(seat) if stage == 3]:
            t.give_back(seat, (yield from ask(seat, "type", gems)), 3, 1)


@spell("17A", lasting=True)
def moratorium(t: Table, me: str) -> Play[None]:
    """A type stays where it is in all stages of the caster (ruling 31)."""
    t.lasting.moratorium[me] = yield from ask(me, "type", GEMS)


@spell("17B", lasting=True)
def imperfections(t: Table, me: str) -> Play[None]:
    """The mana of a type is halved for everybody (ruling 30)."""
    t.lasting.imperfections.append((yield from ask(me, "type", GEMS)))


@spell("18A", needs=lambda t, me: t.players[me].mana >= 5)
def inflation(t: Table, me: str) -> Play[None]:
    """Five mana for five levels of a battery at once (ruling 31)."""
    gem = yield from ask(me, "type", GEMS)
    t.players[me].mana -= 5
    t.rise(me, gem, 5)


@spell("18B", lasting=True)
def stasis(t: Table, me: str) -> Play[None]:
    """Gems of a type make no levels, and its battery does not rise (ruling 31)."""
    t.lasting.stasis.add((yield from ask(me, "type", GEMS)))


@spell("19A", lasting=True)
def realignment(t: Table, me: str) -> None:
    """The caster names a track for the levels of each type (ruling 32)."""
    t.lasting.realignment.add(me)


@spell("19B", lasting=True)
def siphon(t: Table, me: str) -> None:
    """At each opponent's processing, a level of a track about to rise (ruling 32)."""
    t.lasting.siphon.add(me)


@spell("20A", lasting=True)
def intensify(t: Table, me: str) -> Play[None]:
    """Major or minor gems make twice the levels (ruling 32)."""
    t.lasting.intensify[me] = yield from ask(me, "class", ["major", "minor"])


@spell("20B", lasting=True)
def negation(t: Table, me: str) -> None:
    """The largest mana of a type is void for each opponent (ruling 30)."""
    t.lasting.negation.add(me)
