"""Where a spell applies now: said to its holder, from the holder's view, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.adepts import Game
from game.adepts.desk.holder import for_holder
from game.adepts.rules.spells import SPELLS


def positions(seed: int) -> Iterator[Game]:
    """Yield the positions of a random game, question by question."""
    game, rng = Game.new(3, "five-players", seed=f"holder {seed}"), Random(seed)
    while not game.over:
        yield game
        seat = game.asked[0]
        game.play(seat, rng.choice(game.legal(seat)))
    yield game


@pytest.mark.parametrize("seed", range(3))
def test_only_its_holder_is_told_and_from_what_the_holder_sees(seed: int) -> None:
    """Other seats are told nothing, and the text depends on nothing that is hidden from the holder."""
    told = 0
    for game in positions(seed):
        for me in (*game.seats, None):
            view = game.view(me)
            for spell in SPELLS:
                for seat in game.seats:
                    player = view["players"][seat] if seat == me else {}
                    mine = spell in player.get("hand", ()) or spell in player.get("drawn", ())
                    text = for_holder(spell, view, seat)
                    assert (text is not None) == (mine and not game.over)
                    told += text is not None
    assert told > 100


def test_a_whole_position_with_all_hands_tells_no_other_words() -> None:
    """The text depends on the holder's own cards, queue and batteries, and on where the casting stands."""
    for game in positions(7):
        for me in game.seats:
            view = game.view(me)
            open_ones = {seat: {"in_play": player["in_play"]} for seat, player in view["players"].items()}
            players = {**open_ones, me: view["players"][me]}
            alone: dict[str, Any] = {**view, "players": players, "library_size": 0, "discard": []}
            for spell in game.view(me)["players"][me]["hand"]:
                assert for_holder(spell, view, me) == for_holder(spell, alone, me)


def test_it_can_be_paid_as_the_game_says() -> None:
    """A spell that the game offers to its holder is described as affordable and asked for now."""
    offered = 0
    for game in positions(5):
        for seat in game.asked:
            decision = game.pending[seat]
            if decision.kind == "cast":
                for spell in decision.tokens[:-1]:
                    text = for_holder(spell, game.view(seat), seat)
                    assert text is not None
                    assert "you are being asked now" in text
                    assert "you can pay with" in text
                    offered += 1
    assert offered > 5


def view(**changes: Any) -> dict[str, Any]:
    """Return P1's view in turn 3, phase II after assigning, with Munificence and two Intensify in hand."""
    queue = {gem: [0, 0, 0] for gem in ("sapphire", "diamond")} | {"sapphire": [1, 0, 1]}
    battery = {"sapphire": 1, "diamond": 0}
    player = {"hand": ["15A", "20A", "20A"], "drawn": [], "queue": queue, "battery": battery}
    rest = {"turn": 3, "phase": "II", "step": "produce", "first": "P2", "over": False, "pending": {}}
    return {**rest, "players": {"P1": player, "P2": {"hand_size": 5}}, **changes}


def test_in_words() -> None:
    assert for_holder("15A", view(), "P1") == (
        "You hold this spell; castable in phase III of this turn. As things are you can pay with "
        "1 sapphire from stage 1 and 1 sapphire from stage 3; or "
        "1 sapphire from stage 1 and 1 sapphire battery level; or "
        "1 sapphire from stage 3 and 1 sapphire battery level."
    )
    assert for_holder("20A", view(), "P1") == (
        "You hold 2 of this spell; castable in phase V of this turn. It costs 2 diamonds, and you cannot pay that now."
    )


@pytest.mark.parametrize(
    ("spell", "changes", "said"),
    [
        ("15A", {"phase": "III", "step": "cast", "pending": {"P1": "cast"}}, "and you are being asked now"),
        ("15A", {"phase": "III", "step": "cast", "pending": {"P2": "cast"}}, "which is in its casting step now"),
        ("15A", {"phase": "III", "step": "cast", "first": "P1", "pending": {"P2": "cast"}}, "III of the next turn"),
        ("15A", {"phase": "III", "step": "research"}, "castable in phase III of the next turn"),
        ("15A", {"phase": "V", "step": "cast"}, "castable in phase III of the next turn"),
        ("15A", {"phase": "V", "step": "cast", "turn": 8}, "which does not come again in this game"),
        ("20A", {"turn": 1, "phase": "I", "step": "assign"}, "castable in phase V of this turn"),
    ],
)
def test_when_it_is_castable(spell: str, changes: dict[str, Any], said: str) -> None:
    text = for_holder(spell, view(**changes), "P1")
    assert text is not None
    assert said in text


def test_in_turn_1_there_is_no_casting_in_phase_ii() -> None:
    position = view(turn=1, phase="I", step="assign")
    position["players"]["P1"] |= {"hand": ["6A"], "queue": {"citrine": [1, 0, 0]}, "battery": {"citrine": 0}}
    text = for_holder("6A", position, "P1")
    assert text is not None
    assert "castable in phase II of the next turn" in text


def test_a_dealt_spell_may_be_kept() -> None:
    position = view(phase="III", step="research")
    position["players"]["P1"] |= {"hand": [], "drawn": ["15A"]}
    text = for_holder("15A", position, "P1")
    assert text is not None
    assert text.startswith("You may keep this; castable in phase III of the next turn.")


@pytest.mark.parametrize(("levels", "cut"), [(0, "1 other way."), (2, "5 other ways.")])
def test_many_ways_to_pay_are_cut_short(levels: int, cut: str) -> None:
    position = view()
    position["players"]["P1"]["queue"]["sapphire"] = [2, 2, 2]
    position["players"]["P1"]["battery"]["sapphire"] = levels
    text = for_holder("15A", position, "P1")
    assert text is not None
    assert text.endswith(f"; or in {cut}")


def test_nobody_else_is_told() -> None:
    assert for_holder("15A", view(), "P2") is None
    assert for_holder("3B", view(), "P1") is None
    assert for_holder("15A", view(over=True), "P1") is None
    assert for_holder("15A", view(), "P5") is None
