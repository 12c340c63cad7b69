"""What happens in each phase: casting, then the phase's own step with its adepts' bonuses (rulebook, "Gameplay")."""

from __future__ import annotations

from itertools import combinations

from tests.engine.reference.notation import GEMS, PASS, Pending, Play, Question, ask, in_order
from tests.engine.reference.payment import affordable, cost, pay, phase, ways
from tests.engine.reference.sites import assign, groups, pushed_groups
from tests.engine.reference.spells import SPELLS
from tests.engine.reference.table import MAJOR, BeforeResearch, Table, value

HAND_LIMIT = 5


def casting(t: Table) -> Play[None]:
    """In turn order, each casts one spell of this phase or passes (rulings 5 to 8)."""
    t.step = "cast"
    of_phase = [spell for spell in t.spells if phase(spell) == t.phase]
    for me in t.turn_order():
        player = t.players[me]
        if not player.hand or not any(affordable(player, spell) for spell in of_phase):
            continue
        castable = [spell for spell in of_phase if spell in player.hand and payments(t, me, spell)]
        spell = yield from ask(me, "cast", [*castable, PASS])
        if spell == PASS:
            continue
        tokens = payments(t, me, spell)
        player.hand.remove(spell)
        player.in_play.append(spell)
        pay(t, me, (yield from ask(me, "pay", tokens)))
        effect = SPELLS[spell].effect(t, me)
        if effect is not None:
            yield from effect
        if not SPELLS[spell].lasting:
            player.in_play.remove(spell)
            t.discards([spell])


def payments(t: Table, me: str, spell: str) -> list[str]:
    """Return the ways to pay that leave the spell a target (ruling 7)."""
    player, found = t.players[me], []
    hand = player.hand
    player.hand = [*hand]
    player.hand.remove(spell)
    for token in ways(player, spell):
        pay(t, me, token)
        if SPELLS[spell].needs(t, me):
            found.append(token)
        pay(t, me, token, -1)
    player.hand = hand
    return found


def assignment(t: Table) -> Play[None]:
    """Phase I: group by group in turn order, until nobody can assign (rulings 10, 11, 14 to 16)."""
    t.step = "assign"
    if topaz := t.adepts["topaz"]:
        counts = range(2, min(4, t.players[topaz].miners) + 1)
        token = yield from ask(topaz, "enter", [*(f"{gem}.0x{count}" for gem in GEMS for count in counts), PASS])
        if token != PASS:
            assign(t, topaz, token)
    while any(groups(t, seat) or pushed_groups(t, seat) for seat in t.seats):
        for me in t.turn_order():
            tokens = groups(t, me) + pushed_groups(t, me)
            if not tokens:
                continue
            if t.lasting.suspension[me]:
                t.lasting.suspension[me] -= 1
                continue
            assign(t, me, (yield from ask(me, "assign", tokens)))
            if me in t.lasting.gateways:
                token = yield from ask(me, "again", [*groups(t, me), PASS])
                if token != PASS:
                    t.lasting.gateways.remove(me)
                    assign(t, me, token)


def production(t: Table) -> Play[None]:
    """Phase II: mine by mine, inside first, then the sites in order (ruling 24). Then all miners go home."""
    t.step = "produce"
    if emerald := t.adepts["emerald"]:
        t.lasting.emerald = yield from ask(emerald, "mine", GEMS)
    for gem, mine in t.mines.items():
        for site, group in enumerate(mine.sites):
            if group is None:
                continue
            of_gem, stage = t.lasting.advancement.get(group.seat, ("", 1))
            stage = stage if of_gem == gem else 1
            more = 2 if site and t.lasting.emerald == gem else 0
            dug = t.dig(group.seat, gem, group.miners + more, stage)
            if dug and site and t.adepts["citrine"] == group.seat:
                t.dig(group.seat, gem, 1, stage)
        mine.sites = [None] * 4
    for player in t.players.values():
        player.miners = 10


def research(t: Table) -> Play[None]:
    """Phase III: all choose of three spells at once; what was not kept is discarded when all have (rulings 25, 26)."""
    t.step = "research"
    t.before_research = BeforeResearch(t.ply, {seat: len(player.hand) for seat, player in t.players.items()})
    for me in t.turn_order():
        if me not in t.lasting.concentration:
            t.players[me].drawn = t.deal(3)
    before = {seat: [*player.hand] for seat, player in t.players.items()}
    chosen: set[str] = set()
    discarded: list[str] = []

    def asked() -> Pending:
        """Who must still choose, and then who holds too many and must discard of what it held before."""
        found = {}
        for me, player in t.players.items():
            if player.drawn and me not in chosen:
                found[me] = Question("research", in_order({*player.drawn, *_pairs(t, me), PASS}))
            elif len(player.hand) > HAND_LIMIT:
                found[me] = Question("discard", in_order({*before[me]}))
        return found

    while pending := asked():
        me, token = yield pending
        if me not in chosen:
            chosen.add(me)
            kept = token.split("+") if token != PASS else []
            for card in kept:
                t.players[me].drawn.remove(card)
            t.take(me, kept)
        else:
            before[me].remove(token)
            t.players[me].hand.remove(token)
            discarded.append(token)
    for me, player in t.players.items():
        for card in player.drawn:
            for gem, count in cost(card).items() if t.adepts["amethyst"] == me else ():
                t.rise(me, gem, count)
        t.discards(player.drawn)
        player.drawn = []
    t.discards(discarded)
    t.before_research = None


def _pairs(t: Table, me: str) -> list[str]:
    """The sapphire adept may keep two (ruling 26)."""
    drawn = in_order(t.players[me].drawn) if t.adepts["sapphire"] == me else []
    return [f"{one}+{two}" for one, two in combinations(drawn, 2)]


def titles(t: Table) -> Play[None]:
    """Phase IV: who is adept of each gem, and a spell for whoever has no title (ruling 28)."""
    t.step = "adepts"
    for gem in GEMS:
        queues = {seat: player.queue[gem] for seat, player in t.players.items()}
        by = {seat: (sum(queue), queue[2], queue[1]) for seat, queue in queues.items()}
        best = [seat for seat in t.seats if by[seat] == max(by.values())]
        t.adepts[gem] = best[0] if len(best) == 1 and any(queues[best[0]]) else None
    for me in t.turn_order():
        if me in t.adepts.values() or not (t.library or t.discard):
            continue
        if (yield from ask(me, "draw", ["draw", PASS])) == "draw":
            t.take(me, t.deal(1))
            hand = t.players[me].hand
            if len(hand) > HAND_LIMIT:
                card = yield from ask(me, "discard", hand)
                hand.remove(card)
                t.discards([card])


def processing(t: Table) -> Play[None]:
    """Phase V: onyx, diamond, then each in turn order (rulings 29 to 32)."""
    t.step = "process"
    last = {seat: [gem for gem, stage in t.gems(seat) if stage == 3] for seat in t.seats}
    if onyx := t.adepts["onyx"]:
        for gem in last[onyx]:
            t.rise(onyx, gem, 1)
    diamond = t.adepts["diamond"]
    if diamond and last[diamond]:
        token = yield from ask(diamond, "type", [*GEMS, PASS])
        t.lasting.diamond = token if token != PASS else ""
    for me in t.turn_order():
        t.processing = me
        rises = yield from levels(t, me)
        t.players[me].mana += mana(t, me)
        for gem, count in rises.items():
            t.rise(me, gem, count)
        for gem in GEMS:
            if t.lasting.moratorium.get(me) != gem:
                first, second, third = t.players[me].queue[gem]
                t.give_back(me, gem, 3, third)
                t.players[me].queue[gem] = [0, first, second]
    t.processing = None


def processed(t: Table, me: str) -> dict[str, int]:
    """Return how many gems of each type are processed: those in stage 3, but for a Moratorium."""
    queue = t.players[me].queue
    return {gem: queue[gem][2] for gem in GEMS if queue[gem][2] and t.lasting.moratorium.get(me) != gem}


def levels(t: Table, me: str) -> Play[dict[str, int]]:
    """Return by how much each track is to rise (ruling 32): a level a gem, twice that under Intensify, none under
    Stasis; then Realignment, then each Siphon of an opponent."""
    rises = dict.fromkeys(GEMS, 0)
    for gem, count in processed(t, me).items():
        if gem in t.lasting.stasis:
            continue
        twice = t.lasting.intensify.get(me) == ("major" if gem in MAJOR else "minor")
        track = gem
        if me in t.lasting.realignment:
            track = yield from ask(me, "realign", [other for other in GEMS if other not in t.lasting.stasis])
        rises[track] += 2 * count if twice else count
    for caster in t.opponents(me):
        tracks = [gem for gem in GEMS if rises[gem]]
        if caster in t.lasting.siphon and tracks:
            track = yield from ask(caster, "siphon", tracks)
            rises[track] -= 1
            t.rise(caster, track, 1)
    return rises


def mana(t: Table, me: str) -> int:
    """Return the mana that a seat's processing pays (ruling 30)."""
    counts, pays = processed(t, me), dict[str, int]()
    for gem, count in counts.items():
        pays[gem] = count * (3 if t.lasting.diamond == gem else value(gem))
        for _ in range(t.lasting.imperfections.count(gem)):
            pays[gem] //= 2
    for caster in t.opponents(me):
        if caster in t.lasting.negation and pays:
            del pays[max(pays, key=lambda gem: pays[gem])]  # the earliest in board order among equals
    return sum(pays.values()) + (len(counts) if me in t.lasting.mutability else 0)
