"""Setting up, and the course of a turn (rulebook, Setup and Gameplay; rulings 0 to 4)."""

from __future__ import annotations

from game.adepts.rules import actions, bonuses
from game.adepts.rules.casting import cast_step, casts, end_phase
from game.adepts.rules.gems import LAST_TURN, MINERS, SEATS
from game.adepts.rules.phases.adepts import adepts
from game.adepts.rules.phases.assignment import assign
from game.adepts.rules.phases.processing import process
from game.adepts.rules.phases.production import produce
from game.adepts.rules.phases.research import research
from game.adepts.rules.scoring import end_game
from game.adepts.rules.state import State
from game.adepts.rules.tasks import do, step

PHASES = ("I", "II", "III", "IV", "V")
ACTIONS = {"I": assign, "II": produce, "III": research, "IV": adepts, "V": process}
"""What follows casting in each phase. The functions' names are the steps of the position."""


@step
def set_up(g: State) -> None:
    """Draw the first player, shuffle the library, deal two cards to each (rulebook, Setup; ruling 1)."""
    g.first = g.order(list(SEATS[: g.players]))[0]
    g.library = g.order(g.library)
    for seat in g.turn_order():
        dealt = actions.deal(g, 2)
        actions.add_to_hand(g, seat, dealt)
        g.tell("drew", seat, seat, reveals=True, spells=dealt)
    g.push(do(begin_turn))


@step
def begin_turn(g: State) -> None:
    """Give everybody their miners back; then come the five phases."""
    for seat in SEATS[: g.players]:
        g.miners[seat] = MINERS + bonuses.extra_miners(g, seat)
    g.tell("began_turn", SEATS[g.first], turn=g.turn)
    g.push(*(do(begin_phase, phase) for phase in PHASES), do(end_turn))


@step
def begin_phase(g: State, phase: str) -> None:
    """Put casting, the phase's own actions, and its end on the agenda."""
    g.phase = phase
    g.tell("began_phase", None, phase=phase)
    casting = [do(cast_step)] if casts(g.turn, phase) else []
    g.push(*casting, do(act, phase), do(end_phase))


@step
def act(g: State, phase: str) -> None:
    """Begin the actions of a phase."""
    g.step = ACTIONS[phase].__name__
    ACTIONS[phase](g)


@step
def end_turn(g: State) -> None:
    """Pass the pawn clockwise and begin a new turn; after the eighth turn, end the game."""
    if g.turn == LAST_TURN:
        g.push(do(end_game))
        return
    g.first = g.next_seat(g.first)
    g.turn += 1
    g.push(do(begin_turn))


def resume(g: State, phase: str, acting: bool) -> None:
    """Put the rest of a turn on the agenda: from a phase's casting, or from its actions."""
    g.phase = phase
    now = [do(act, phase), do(end_phase)] if acting else [do(begin_phase, phase)]
    later = [do(begin_phase, other) for other in PHASES[PHASES.index(phase) + 1 :]]
    g.push(*now, *later, do(end_turn))
