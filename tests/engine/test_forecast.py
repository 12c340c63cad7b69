"""What processing will pay is predicted from what everybody sees (rulings 30 and 31)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from game.adepts import Game
from game.adepts.rules.forecast import paid, processed
from game.adepts.rules.reader import ViewReader
from game.adepts.scenario import read, set_up
from game.core.decisions import Event
from game.core.records import Move
from tests.playouts import playout, settings


def test_mana_comes_as_foretold() -> None:
    """Predicted before the last choice of phase V, if that changes nothing, with everything that random games have in
    force."""
    seen, view = Counter[tuple[str, ...]](), dict[str, Any]()

    def look(game: Game, move: Move, events: tuple[Event, ...]) -> None:
        nonlocal view
        changes_nothing = (move.kind, move.token) in (("cast", "pass"), ("type", "pass")) or move.kind == "siphon"
        for event in events if changes_nothing and view else ():
            if event.kind == "processed" and event.seat is not None:
                told = processed(ViewReader(view), event.seat), paid(ViewReader(view), event.seat)
                assert told == (event.data["gems"], event.data["mana"])
                seen[tuple(sorted({row["source"] for row in view["effects"]}))] += 1
        view = game.view(None)

    for setting in settings(48, "paid"):
        view = {}
        playout(setting, look)
    assert sum(seen.values()) > 100
    assert {"16A", "17A", "17B", "20B", "diamond"} <= {source for sources in seen for source in sources}


POSITION = """
[[scenario]]
title = "paid"
players = 3
first = "P2"
turn = 5
phase = "V"
[scenario.P1]
hand = ["20B"]
queue = { topaz = [0, 3, 3], ruby = [0, 1, 2], diamond = [0, 2, 0] }
battery = { diamond = 2 }
[scenario.P2]
hand = ["16A"]
queue = { topaz = [0, 1, 5], sapphire = [0, 1, 3] }
battery = { onyx = 1 }
[scenario.P3]
hand = ["19B"]
queue = { emerald = [0, 1, 2], topaz = [0, 0, 3], diamond = [0, 2, 0] }
battery = { onyx = 1, diamond = 1 }
"""


def test_what_is_in_force_counts_until_a_seat_has_processed() -> None:
    """A Negation voids the others' best type, and a Mutability pays for each type; P2 processes first."""
    game = set_up(read(POSITION)[0])

    def foretold() -> dict[str, int]:
        return {seat: paid(ViewReader(game.view(None)), seat) for seat in game.seats}

    assert foretold() == {"P1": 3 + 4, "P2": 5 + 6, "P3": 4 + 3}
    game.play("P2", "16A")
    assert foretold()["P2"] == 5 + 6 + 2
    for seat, token in (("P3", "19B"), ("P3", "onyx@b+diamond@2"), ("P1", "20B")):
        game.play(seat, token)
    assert foretold() == {"P1": 3 + 4, "P2": 5 + 6 + 2, "P3": 4 + 3}, "the Negation is not paid for yet"
    game.play("P1", "diamond@bx2")
    assert (game.pending["P3"].kind, game.view(None)["processing"]) == ("siphon", "P2")
    assert foretold() == {"P1": 3 + 4, "P2": 5 + 2, "P3": 3}
    game.play("P3", "topaz")
    assert (game.pending["P3"].kind, game.view(None)["processing"]) == ("siphon", "P1")
    assert foretold() == {"P1": 3 + 4, "P2": 1 + 2, "P3": 2 + 2}, "P2 and P3 are done: what the next turn pays"
