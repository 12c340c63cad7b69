"""Passing ahead is only offered if it would pass something."""

from __future__ import annotations

import pytest

from game.core.words import ATTACK, PHASE, TURN
from game.harrowing.kit import KIT
from tests.harrowing.playing import at, games, plies

SENTINELS, VIGIL = 'field = { "1,0" = "1a2 P2 1" }', 'field = { "1,0" = "4d2 P2 1" }'
LAST = 'turn = 30\nfirst = "P2"\nactive = "P1"\n'


@pytest.mark.parametrize(
    ("text", "seat", "kinds"),
    [
        ('field = { "1,0" = "1a1 P2" }', "P2", ()),
        ('field = { "1,0" = "1a2 P2" }', "P2", ()),
        (SENTINELS, "P2", (ATTACK,)),
        (SENTINELS, "P1", ()),
        (f'first = "P2"\nactive = "P2"\n{SENTINELS}', "P2", (TURN, ATTACK)),
        (f'phase = "start"\n{SENTINELS}', "P2", (PHASE, TURN, ATTACK)),
        (VIGIL, "P2", (TURN, ATTACK)),
        (f'phase = "end"\n{VIGIL}', "P2", (PHASE, TURN, ATTACK)),
        (f"{LAST}{SENTINELS}", "P2", ()),
        (f"{LAST}{VIGIL}", "P2", (TURN, ATTACK)),
    ],
)
def test_a_way_to_pass_is_offered_where_it_would_pass_something(text: str, seat: str, kinds: tuple[str, ...]) -> None:
    """Not to somebody without such a spell in force, nor once the turns of others that it is for are over."""
    game = at(text)
    assert KIT.passable(game.view(seat), seat) == kinds


def test_nobody_is_asked_in_a_part_of_a_turn_once_passing_there_was_not_offered() -> None:
    asked = 0
    for game in games(3, "passable"):
        closed = set[tuple[str, ...]]()
        for now in plies(game):
            view = now.view(None)
            here = (now.place, str(view["active"]))
            closed |= {(*here, seat) for seat in now.seats if PHASE not in KIT.passable(view, seat)}
            for seat, decision in now.pending.items():
                if decision.ahead:
                    asked += 1
                    assert KIT.passable(view, seat) == (PHASE, TURN, ATTACK)
                    assert (*here, seat) not in closed
    assert asked
