"""What several spells choose among."""

from __future__ import annotations

from game.adepts.rules import actions
from game.adepts.rules.gems import SEAT_NAMES, SEATS, WORK_SITES, Seat, Site
from game.adepts.rules.state import State
from game.adepts.rules.tokens import gems_token


def others(g: State, me: Seat) -> list[Seat]:
    """Return all opponents by number, which is the order in which they are listed."""
    return [seat for seat in SEATS[: g.players] if seat != me]


def names(seats: list[Seat]) -> list[str]:
    """Seats as tokens."""
    return [SEAT_NAMES[seat] for seat in seats]


def sites_of(g: State, seat: Seat) -> list[Site]:
    """The work sites where a seat has miners."""
    return [site for site in WORK_SITES if (party := g.sites[site]) and party.seat == seat]


def stages_of(g: State, seat: Seat, owner: Seat | None = None) -> list[str]:
    """Return the tokens of the stages that hold gems in a queue, each for one gem; with `owner`, as gems of that
    player."""
    return [gems_token(gem, stage, 1, owner) for gem, stage, _ in actions.stages_held(g, seat)]
