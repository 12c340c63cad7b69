"""The position that a scenario describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from game.adepts.game import Game
from game.adepts.rules import actions, bonuses
from game.adepts.rules.cards import SpellId, copies, full_deck, in_order, known, number
from game.adepts.rules.gems import GEM_NAMES, GEM_OF, GEMS, MINERS, SEAT_OF, SEATS
from game.adepts.rules.new_game import check
from game.adepts.rules.phases.turn import ACTIONS, resume
from game.adepts.rules.state import Party, State
from game.adepts.rules.tokens import SITE_OF
from game.adepts.scenario.format import Scenario
from game.core.errors import BadPosition, SetupError

DRAWS_USED = 2
"""The uses of chance that setting up a game takes; those of a scenario go on from there."""


def position(scenario: Scenario) -> Game:
    """Return the game at its first question. Raises BadPosition; SetupError for what no game can be set up with."""
    g = State(check(scenario.players, _selection(scenario), scenario.deck, scenario.seed))
    if SEAT_OF[scenario.first] >= scenario.players:
        raise BadPosition(f"{scenario.first} does not play", "first")
    for seat in scenario.unseated():
        raise BadPosition(f"there are {scenario.players} players", seat)
    g.first, g.turn, g.uses = SEAT_OF[scenario.first], scenario.turn, DRAWS_USED
    phase = _phase(scenario)
    _players(g, scenario)
    _stocks(g, scenario)
    _miners(g, scenario, phase)
    _cards(g, scenario)
    resume(g, phase, acting=scenario.step is not None)
    return Game(g)


def _phase(scenario: Scenario) -> str:
    """Return the phase named, or the one that the step belongs to."""
    if scenario.step is None:
        return scenario.phase or "I"
    phase = next(phase for phase, function in ACTIONS.items() if function.__name__ == scenario.step)
    if scenario.phase not in (None, phase):
        raise BadPosition(f"{scenario.step} is a step of phase {phase}", "step")
    return phase


def _selection(scenario: Scenario) -> list[SpellId]:
    """Return one side of each number: the one named, else that of a card whose place is given, else A."""
    sides: dict[int, SpellId] = {}
    for spell in map(known, (*scenario.spells, *_shown(scenario))):
        if sides.setdefault(number(spell), spell) != spell:
            raise SetupError(f"{sides[number(spell)]} and {spell} cannot be in one game")
    return [sides.get(n, SpellId(f"{n}A")) for n in range(1, 21)]


def _shown(scenario: Scenario) -> list[str]:
    """Return all cards whose place is given."""
    hands = [spell for table in scenario.seated() for spell in table.hand]
    return [*hands, *scenario.discard, *scenario.library]


def _players(g: State, scenario: Scenario) -> None:
    for seat, table in zip(SEATS, scenario.seated(), strict=False):
        for name, stages in table.queue.items():
            at = 3 * GEM_OF[name]
            g.queues[seat][at : at + 3] = stages
        for name, level in table.battery.items():
            g.batteries[seat][GEM_OF[name]] = level
        g.mana[seat] = table.mana
        for name in table.adepts:
            if g.adepts[GEM_OF[name]] is not None:
                raise BadPosition(f"the {name} adept card is there twice", f"P{seat + 1}.adepts")
            g.adepts[GEM_OF[name]] = seat


def _stocks(g: State, scenario: Scenario) -> None:
    """Set each stock to what the queues do not hold, unless a stock is given."""
    given = {str(name): count for name, count in scenario.stocks.items()}
    for gem in GEMS:
        held = sum(sum(actions.gems_in(g, seat, gem)) for seat in SEATS[: g.players])
        g.stocks[gem] = given.get(GEM_NAMES[gem], g.stocks[gem] - held)
        if g.stocks[gem] < 0:
            raise BadPosition(f"the queues hold {-g.stocks[gem]} more than there are", f"queue.{GEM_NAMES[gem]}")


def _miners(g: State, scenario: Scenario, phase: str) -> None:
    """Set the groups on sites, and leave the rest of each player's miners unassigned, unless a number is given."""
    at_work = phase in ("I", "II")
    if scenario.sites and not at_work:
        raise BadPosition(f"nobody is at a mine in phase {phase}", "sites")
    for name, party in scenario.sites.items():
        owner, _, count = party.partition("x")
        if SEAT_OF[owner] >= g.players:
            raise BadPosition(f"{owner} does not play", f"sites.{name}")
        g.sites[SITE_OF[name]] = Party(SEAT_OF[owner], int(count))
    for seat, table in zip(SEATS, scenario.seated(), strict=False):
        placed = sum(party.miners for party in filter(None, g.sites) if party.seat == seat)
        bonus = bonuses.extra_miners(g, seat) if at_work else 0
        g.miners[seat] = MINERS + bonus - placed if table.miners is None else table.miners
        if g.miners[seat] < 0:
            raise BadPosition(f"{placed} miners are placed, of {MINERS + bonus}", f"P{seat + 1}")


def _cards(g: State, scenario: Scenario) -> None:
    """Set the hands, the pile, the top of the library, and below it the rest of the deck in an order drawn from the
    seed."""
    for seat, table in zip(SEATS, scenario.seated(), strict=False):
        g.hands[seat] = in_order(map(SpellId, table.hand))
    g.discard = in_order(map(SpellId, scenario.discard))
    rest = _rest(g, map(SpellId, _shown(scenario)))
    g.uses = DRAWS_USED - 1
    g.library = [*map(SpellId, scenario.library), *g.order(rest)]


def _rest(g: State, shown: Iterable[SpellId]) -> list[SpellId]:
    """Return the deck without the cards that are elsewhere."""
    rest = full_deck(g.spells, g.deck)
    for spell, count in Counter(shown).items():
        if count > copies(spell, g.deck):
            raise BadPosition(f"{spell} is there {count} times; the deck has {copies(spell, g.deck)}")
        for _ in range(count):
            rest.remove(spell)
    return rest
