"""Phase V: gems are processed into mana and battery levels (rulebook, Phase V; rulings 29 to 32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from game.adepts.rules import actions, bonuses
from game.adepts.rules.effects import HasEffects, Rule, gems_under, holds, seats_with, source, stopped
from game.adepts.rules.gems import GEM_NAMES, GEM_OF, GEMS, SEAT_NAMES, VALUE, Gem, Seat
from game.adepts.rules.state import State
from game.adepts.rules.tasks import DONE, Questions, ask, do, step, task

if TYPE_CHECKING:
    from game.core.decisions import Question

Tracks = tuple[int, ...]
"""Levels to come on each of the eight battery tracks."""


class HasQueues(HasEffects, Protocol):
    """What mana and levels depend on: a game's state, or what a view tells of it."""

    queues: list[list[int]]


def process(g: State) -> None:
    """Let the onyx and diamond adepts act, then each player process in turn order."""
    g.push(
        *bonuses.before(g, "process"),
        *(do(process_seat, seat) for seat in g.turn_order()),
        do(end_processing),
    )


@step
def end_processing(g: State) -> None:
    """Nobody is processing any more."""
    g.processing = None


@step
def process_seat(g: State, me: Seat) -> None:
    """Work out a player's levels; then they are realigned and siphoned, and everything is collected."""
    g.processing = me
    levels = levels_made(g, me)
    collect = siphons(g, me)
    if holds(g, Rule.REALIGNS, me):
        left = tuple((gem, levels[gem]) for gem in GEMS if levels[gem])
        g.push(Realigning(me, left, (0,) * 8, collect))
    else:
        g.push(Siphoning(me, levels, collect))


def siphons(g: State, me: Seat) -> tuple[Seat, ...]:
    """Return who siphons from this player, in turn order."""
    casters = seats_with(g, Rule.SIPHONS)
    return tuple(seat for seat in g.opponents(me) if seat in casters)


@task
class Realigning(NamedTuple):
    """The levels of a Realignment that have no track yet, type by type, and those that have one."""

    seat: Seat
    left: tuple[tuple[Gem, int], ...]
    tracks: Tracks
    siphons: tuple[Seat, ...]

    def run(self, g: State) -> Questions:
        """Ask for the next type's track; one that cannot rise is not among the answers."""
        if not self.left:
            g.push(Siphoning(self.seat, self.tracks, self.siphons))
            return DONE
        tracks = [GEM_NAMES[gem] for gem in GEMS if not stopped(g, gem)]
        return ask(self.seat, "realign", tracks, source(g, Rule.REALIGNS, self.seat))

    def answer(self, g: State, question: Question, token: str) -> None:
        """Send the type's levels there."""
        (gem, levels), *left = self.left
        g.tell("realigned", self.seat, gem=GEM_NAMES[gem], track=token, levels=levels)
        g.push(Realigning(self.seat, tuple(left), added(self.tracks, GEM_OF[token], levels), self.siphons))


@task
class Siphoning(NamedTuple):
    """The levels that are about to come in, and the Siphons that still take one (ruling 32)."""

    seat: Seat
    tracks: Tracks
    siphons: tuple[Seat, ...]

    def run(self, g: State) -> Questions:
        """Ask the next Siphon's caster among the tracks with a level to come."""
        if not self.siphons or not any(self.tracks):
            g.push(do(collect, self.seat, self.tracks))
            return DONE
        caster, tracks = self.siphons[0], [GEM_NAMES[gem] for gem in GEMS if self.tracks[gem]]
        return ask(caster, "siphon", tracks, source(g, Rule.SIPHONS, caster))

    def answer(self, g: State, question: Question, token: str) -> None:
        """Raise the caster's battery instead, at once."""
        caster, gem = self.siphons[0], GEM_OF[token]
        g.tell("siphoned", caster, gem=token, victim=SEAT_NAMES[self.seat])
        actions.raise_battery(g, caster, gem, 1, question.source)
        g.push(Siphoning(self.seat, added(self.tracks, gem, -1), self.siphons[1:]))


@step
def collect(g: State, me: Seat, tracks: Tracks) -> None:
    """Give the levels and the mana, and move the queue on."""
    for gem in GEMS:
        if tracks[gem]:
            actions.raise_battery(g, me, gem, tracks[gem])
    mana, voided = mana_made(g, me)
    processed = processed_gems(g, me)
    actions.gain_mana(g, me, mana)
    if processed:
        gems = {GEM_NAMES[gem]: count for gem, count in processed.items()}
        g.tell("processed", me, gems=gems, mana=mana, voided=[GEM_NAMES[gem] for gem in voided])
    move_queue(g, me)


def processed_gems(g: HasQueues, me: Seat) -> dict[Gem, int]:
    """Return what a player processes: stage 3 without what is held back (ruling 31)."""
    queue = g.queues[me]
    held = gems_under(g, Rule.HOLDS_BACK, me) if g.effects else ()
    return {gem: queue[3 * gem + 2] for gem in GEMS if queue[3 * gem + 2] and gem not in held}


def levels_made(g: HasQueues, me: Seat) -> Tracks:
    """Return the levels by type: one for each gem, doubled or none where something in force says so (ruling 32)."""
    levels = [0] * 8
    doubled = gems_under(g, Rule.DOUBLES_LEVELS, me)
    for gem, count in processed_gems(g, me).items():
        if not stopped(g, gem):
            levels[gem] = 2 * count if gem in doubled else count
    return tuple(levels)


def mana_made(g: HasQueues, me: Seat) -> tuple[int, list[Gem]]:
    """Return the mana of a player's processing, and the types that were voided. It takes in this order: what the gems
    are worth, halvings, the best types voided, variety (ruling 30).

    A type that pays nothing anyway is not listed as voided.
    """
    processed = processed_gems(g, me)
    mana = {gem: count * bonuses.value(g, gem, VALUE[gem]) for gem, count in processed.items()}
    for gem in gems_under(g, Rule.HALVES_MANA):
        if gem in mana:
            mana[gem] //= 2
    voided = list[Gem]()
    for caster in seats_with(g, Rule.VOIDS_BEST):
        if caster != me and mana:
            best = max(mana, key=lambda gem: (mana[gem], -gem))
            if mana[best]:
                voided.append(best)
            mana[best] = 0
    variety = len(processed) if holds(g, Rule.PAYS_VARIETY, me) else 0
    return sum(mana.values()) + variety, voided


def move_queue(g: State, me: Seat) -> None:
    """Put stage 3 back into the mines and move stages 1 and 2 on; what is held back stays."""
    queue = g.queues[me]
    held = gems_under(g, Rule.HOLDS_BACK, me) if g.effects else ()
    for gem in GEMS:
        if gem not in held:
            at = 3 * gem
            g.stocks[gem] += queue[at + 2]
            queue[at : at + 3] = (0, *queue[at : at + 2])


def added(tracks: Tracks, gem: Gem, levels: int) -> Tracks:
    """Return the tracks with so many more levels on one."""
    return (*tracks[:gem], tracks[gem] + levels, *tracks[gem + 1 :])
