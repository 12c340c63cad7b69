"""Spells of phase II: miners produce (cards 6 to 10; rulings 20 to 23)."""

from __future__ import annotations

from game.adepts.rules import actions
from game.adepts.rules.cards import SpellId
from game.adepts.rules.effects import Effect, Rule
from game.adepts.rules.gems import (
    CITRINE,
    EMERALD,
    GEM_NAMES,
    GEM_OF,
    GEMS,
    SEATS,
    WORK_SITES,
    Gem,
    Seat,
    Site,
    mine_of,
    site_at,
)
from game.adepts.rules.spells.base import Asked, Choice, Spell, spell
from game.adepts.rules.spells.targets import sites_of, stages_of
from game.adepts.rules.state import State
from game.adepts.rules.tokens import (
    PASS,
    SITE_OF,
    SITE_TOKENS,
    STAGE_TOKENS,
    gems_token,
    group_tokens,
    read_gems,
    read_group,
)


@spell
class Telepathy(Spell):
    id, name = SpellId("6A"), "Telepathy"
    phase, cost = "II", ((CITRINE, 1),)
    text = (
        "Move any number of your miners from one of your work sites to one or more of your other sites. Group"
        " sizes do not matter."
    )
    lacks = "no_miners"

    def has_target(self, g: State, me: Seat) -> bool:
        return len(sites_of(g, me)) > 1

    def ask(self, g: State, choice: Choice) -> Asked:
        mine = sites_of(g, choice.caster)
        if not choice.chosen:
            return "from", [SITE_TOKENS[site] for site in mine]
        if PASS in choice.chosen:
            return None
        source, sent = self._sent(choice)
        party = g.sites[source]
        if party is None or party.seat != choice.caster:
            return None
        there = [site for site in mine if site != source and site not in sent]
        tokens = [token for site in there for token in group_tokens(site, 1, party.miners)]
        return "to", [*tokens, PASS] if tokens and sent else tokens

    def act(self, g: State, choice: Choice, token: str) -> None:
        if not choice.chosen or token == PASS:
            return
        source, _ = self._sent(choice)
        site, count, _ = read_group(token)
        actions.move(g, choice.caster, source, site, count)

    def _sent(self, choice: Choice) -> tuple[Site, list[Site]]:
        """Return the site that miners leave, and the sites to which some have gone."""
        source, *sent = choice.chosen
        return SITE_OF[source], [read_group(token).site for token in sent]


@spell
class Teleport(Spell):
    id, name = SpellId("6B"), "Teleport"
    phase, cost = "II", ((CITRINE, 1),)
    text = "Choose a work site held by an opponent. Two miners leave it, or the only one there is."
    miners = 2
    lacks = "no_opponents_miners"

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(self._targets(g, me))

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("site", self._targets(g, choice.caster))

    def act(self, g: State, choice: Choice, token: str) -> None:
        actions.withdraw(g, SITE_OF[token], self.miners, self.id)

    def _targets(self, g: State, me: Seat) -> list[str]:
        return [SITE_TOKENS[site] for site in WORK_SITES if (party := g.sites[site]) and party.seat != me]


@spell
class Extraction(Spell):
    id, name = SpellId("7A"), "Extraction"
    phase, cost = "II", ((EMERALD, 1),)
    text = (
        "Pick two of your miners on sites, or your only one there. Each gives you one gem of its mine, if it "
        "has any, in stage 1, and leaves."
    )
    miners = 2
    lacks = "no_miners"

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(sites_of(g, me))

    def ask(self, g: State, choice: Choice) -> Asked:
        if len(choice.chosen) == self.miners:
            return None
        return "miner", [SITE_TOKENS[site] for site in sites_of(g, choice.caster)]

    def act(self, g: State, choice: Choice, token: str) -> None:
        site = SITE_OF[token]
        actions.mine_gems(g, choice.caster, mine_of(site), 1, source=self.id)
        actions.withdraw(g, site, 1, self.id)


@spell
class Transfiguration(Spell):
    id, name = SpellId("7B"), "Transfiguration"
    phase, cost = "II", ((EMERALD, 1),)
    text = (
        "Swap one gem of your queue for one or two of an opponent's, which must be of one type and in one "
        "stage. Every gem keeps its stage."
    )
    gems = 2
    payment_matters = True

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.queues[me]) and any(any(g.queues[seat]) for seat in g.opponents(me))

    def ask(self, g: State, choice: Choice) -> Asked:
        if not choice.chosen:
            return "give", stages_of(g, choice.caster)
        if len(choice.chosen) == 1:
            return "take", [
                gems_token(gem, stage, taken, seat)
                for seat in SEATS[: g.players]
                if seat != choice.caster
                for gem, stage, count in actions.stages_held(g, seat)
                for taken in range(1, min(self.gems, count) + 1)
            ]
        return None

    def act(self, g: State, choice: Choice, token: str) -> None:
        if not choice.chosen:
            return
        me, given, taken = choice.caster, read_gems(choice.chosen[0]), read_gems(token)
        if taken.seat is not None:
            actions.hand_over(g, me, taken.seat, given.gem, given.stage, 1)
            actions.hand_over(g, taken.seat, me, taken.gem, taken.stage, taken.number)


@spell
class Telekinesis(Spell):
    id, name = SpellId("8A"), "Telekinesis"
    phase, cost = "II", ((CITRINE, 2),)
    text = "Take two gems out of one mine, or the last one it has, into stage 1 of your queue."
    gems = 2
    lacks = "empty_mine"
    payment_matters = True

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.stocks)

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("mine", [GEM_NAMES[gem] for gem in GEMS if g.stocks[gem]])

    def act(self, g: State, choice: Choice, token: str) -> None:
        actions.mine_gems(g, choice.caster, GEM_OF[token], self.gems, source=self.id)


@spell
class Contagion(Spell):
    id, name = SpellId("8B"), "Contagion"
    phase, cost = "II", ((CITRINE, 2),)
    text = "Choose a mine. One miner leaves every occupied work site there, your own sites included."
    lacks = "empty_sites"

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.sites[site] for site in WORK_SITES)

    def ask(self, g: State, choice: Choice) -> Asked:
        if choice.chosen:
            return None
        worked = {mine_of(site) for site in WORK_SITES if g.sites[site]}
        return "mine", [GEM_NAMES[gem] for gem in GEMS if gem in worked]

    def act(self, g: State, choice: Choice, token: str) -> None:
        for number in (1, 2, 3):
            actions.withdraw(g, site_at(GEM_OF[token], number), 1, self.id)


@spell
class Advancement(Spell):
    id, name = SpellId("9A"), "Advancement"
    phase, cost = "II", ((CITRINE, 1), (EMERALD, 1))
    text = (
        "Name a gem type and a stage. Whatever you get of that type in this phase's production enters your "
        "queue at that stage."
    )
    lasting = True
    rule = Rule.DIVERTS_PRODUCTION

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("stage", STAGE_TOKENS)

    def act(self, g: State, choice: Choice, token: str) -> None:
        at = read_gems(token)
        g.effects.append(Effect(self.rule, self.id, choice.caster, at.gem, at.stage))
        g.tell("advanced", choice.caster, gem=GEM_NAMES[at.gem], stage=at.stage)


@spell
class Plunder(Spell):
    id, name = SpellId("9B"), "Plunder"
    phase, cost = "II", ((CITRINE, 1), (EMERALD, 1))
    text = (
        "From the queue of each opponent who has gems, take one of your choice into the same stage of your own queue."
    )

    def has_target(self, g: State, me: Seat) -> bool:
        return any(any(g.queues[seat]) for seat in g.opponents(me))

    def begin(self, g: State, me: Seat) -> None:
        g.push(*(Choice(self.id, me, me, victim) for victim in g.opponents(me)))

    def ask(self, g: State, choice: Choice) -> Asked:
        if choice.chosen or choice.victim is None:
            return None
        return "steal", stages_of(g, choice.victim, choice.victim)

    def act(self, g: State, choice: Choice, token: str) -> None:
        stolen = read_gems(token)
        if stolen.seat is not None:
            actions.hand_over(g, stolen.seat, choice.caster, stolen.gem, stolen.stage, 1)


@spell
class Phantasms(Spell):
    id, name = SpellId("10A"), "Phantasms"
    phase, cost = "II", ((EMERALD, 2),)
    text = "Each mine that has gems, and no miner of yours on a site or inside, gives you one gem in stage 1."
    payment_matters = True

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(self._mines(g, me))

    def begin(self, g: State, me: Seat) -> None:
        for mine in self._mines(g, me):
            actions.mine_gems(g, me, mine, 1, source=self.id)

    def _mines(self, g: State, me: Seat) -> list[Gem]:
        """Return the mines with a gem and none of the caster's miners; miners inside count as well (ruling 23)."""
        worked = {mine for mine in GEMS for n in range(4) if (p := g.sites[site_at(mine, n)]) and p.seat == me}
        return [mine for mine in GEMS if g.stocks[mine] and mine not in worked]


@spell
class Earthquake(Spell):
    id, name = SpellId("10B"), "Earthquake"
    phase, cost = "II", ((EMERALD, 2),)
    text = (
        "In turn order, each opponent with miners on work sites chooses one of those sites and clears it of all miners."
    )
    lacks = "no_miners"

    def has_target(self, g: State, me: Seat) -> bool:
        return any((party := g.sites[site]) and party.seat != me for site in WORK_SITES)

    def begin(self, g: State, me: Seat) -> None:
        self.ask_each_opponent(g, me)

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("site", [SITE_TOKENS[site] for site in sites_of(g, choice.seat)])

    def act(self, g: State, choice: Choice, token: str) -> None:
        site = SITE_OF[token]
        if party := g.sites[site]:
            actions.withdraw(g, site, party.miners, self.id)
