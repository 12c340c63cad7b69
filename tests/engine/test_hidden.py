"""Nothing hidden is in another seat's view, an event or a masked record (ruling 3; notation, "Position" and
"Research")."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from game.adepts import Game, scenario
from game.adepts.kit import KIT
from game.core.decisions import Decision, Event
from game.core.history import write_masked
from game.core.records import Move
from tests.engine.positions import begun, lay_out
from tests.engine.reference.game import Reference
from tests.playouts import Setting, choose, settings

PHASES = 16
"""Phases from positions by chance, for each setting."""


def is_spellsteal(decision: Decision) -> bool:
    """Return whether it is the choice of a spell out of somebody's hand."""
    return (decision.kind, decision.source) == ("take-spell", "15B")


def exchanged(game: Game, viewer: str | None, rng: random.Random) -> Game:
    """Return the game with two or all of the cards that a viewer does not know exchanged, and with another seed."""
    data = game.to_dict()
    kept = {viewer}
    for seat, decision in game.pending.items():
        if decision.kind == "discard":  # what is asked depends on this hand, here and below
            kept.add(seat)
        elif is_spellsteal(decision):
            kept.add(decision.data["chosen"][0])
    piles = [data["library"]]
    for (seat, player), aside in zip(data["players"].items(), data["more"]["aside"], strict=True):
        piles += [] if seat in kept else [player["hand"], player["drawn"], aside]
    places = [(pile, i) for pile in piles for i in range(len(pile))]
    if rng.random() < 0.5:
        places = rng.sample(places, min(2, len(places)))
    cards = [pile[i] for pile, i in places]
    rng.shuffle(cards)
    for (pile, i), card in zip(places, cards, strict=True):
        pile[i] = card
    data["seed"] = rng.choice((data["seed"], "another"))
    return Game.from_dict(data)


def answers_in_secret(game: Game, seat: str) -> bool:
    """Return whether nobody else learns a seat's answer: in research, and what it takes by Spellsteal."""
    return game.step == "research" or is_spellsteal(game.pending[seat])


def known(game: Game, viewer: str | None) -> tuple[object, object]:
    """Return all that a viewer is shown of a game: its view, and its own question."""
    return game.view(viewer), game.pending.get(viewer) if viewer else None


def shown(events: tuple[Event, ...], viewer: str | None) -> list[Event]:
    """Return the events that a viewer hears of, without cards that were turned up but are back in the library."""
    there = [event for event in events if event.visible_to(viewer)]
    gone = any(event.kind == "reshuffled" for event in there)
    return [event for event in there if not (gone and event.kind == "discarded")]


@pytest.mark.parametrize("setting", list(settings(48, "hidden")), ids=str)
def test_views_questions_and_events_do_not_depend_on_what_is_hidden(setting: Setting) -> None:
    """If only what a seat does not know is different, cards or what others answer in secret, it sees the same view, the
    same question with the same tokens and, as long as nothing of that comes out, the same events."""
    rng, reference = random.Random(setting.seed), Reference(*setting)
    alike = 0
    for _ in range(PHASES):
        lay_out(reference, rng)
        game = begun(reference)
        place = game.place
        while game.place == place and not game.over:
            viewer = rng.choice((None, *game.seats))
            twin = exchanged(game, viewer, rng)
            assert known(twin, viewer) == known(game, viewer)
            seat, token = choose(game, rng)
            legal = twin.legal(seat)
            other = rng.choice(legal) if seat != viewer and answers_in_secret(game, seat) else token
            told = game.play(seat, token)
            if other in legal:
                told_there = twin.play(seat, other)
                if known(twin, viewer) == known(game, viewer):
                    assert shown(told_there, viewer) == shown(told, viewer)
                    alike += 1
    assert alike > PHASES


def keys(data: Any) -> Iterator[str]:
    """Return all keys in a position, at any depth."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from keys(value)


def test_a_view_lacks_hands_cards_dealt_library_seed_and_more() -> None:
    """What a view leaves out is missing, not empty."""
    game = Game.new(3, seed="lacks")
    onlooker, own = game.view(None), game.view("P1")
    for hidden in ("hand", "drawn", "library", "seed", "more"):
        assert hidden not in set(keys(onlooker))
    assert own["players"]["P1"]["hand"] == game.to_dict()["players"]["P1"]["hand"]
    assert not {"hand", "drawn"} & set(own["players"]["P2"])
    assert not {"library", "seed", "more"} & set(own)


RESEARCH = """
[[scenario]]
title = "research"
players = 3
turn = 3
step = "research"
library = ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A", "9A"]
[scenario.P1]
hand = ["11A", "12A", "13A", "14A", "15A"]
"""


def test_others_see_who_is_done_and_nothing_else_until_all_have_researched() -> None:
    """Hand sizes and ply stay as they were, and there is no event; pending names those who are not done (notation,
    "Research")."""
    game = scenario.set_up(scenario.read(RESEARCH)[0])
    before = game.view("P2")
    for seat, token, waiting in (
        ("P1", "1A", ["P1", "P2", "P3"]),  # P1 now holds six; others do not see that it must discard
        ("P1", "11A", ["P2", "P3"]),
        ("P3", "pass", ["P2"]),
    ):
        events = game.play(seat, token)
        assert all(event.to == (seat,) for event in events)
        expected = dict.fromkeys(waiting, "research")
        assert game.view("P2") == {**before, "pending": expected}
        assert game.view(None)["pending"] == expected
        assert game.view(None)["ply"] == before["ply"]
    assert game.to_dict()["discard"] == []
    assert game.view("P1")["pending"] == {"P2": "research"}
    assert game.view("P1")["players"]["P1"]["hand"] == ["1A", "12A", "13A", "14A", "15A"]
    game.play("P2", "4A")
    assert game.view(None)["discard"] == ["2A", "3A", "5A", "6A", "7A", "8A", "9A", "11A"]
    assert game.view(None)["ply"] == 4


def test_a_player_sees_what_it_is_asked_itself_in_research() -> None:
    """It sees its own `discard` as such, which the others see as `research`."""
    game = scenario.set_up(scenario.read(RESEARCH)[0])
    game.play("P1", "1A")
    assert game.view("P1")["pending"] == {"P1": "discard", "P2": "research", "P3": "research"}
    assert game.view("P3")["pending"] == {"P1": "research", "P2": "research", "P3": "research"}


def test_nobody_learns_in_which_order_spells_were_given_up() -> None:
    """When research ends they are told in number order."""
    game = scenario.set_up(scenario.read(f'{RESEARCH}adepts = ["sapphire"]')[0])
    for seat, token in (("P1", "1A+2A"), ("P1", "12A"), ("P1", "11A"), ("P2", "pass"), ("P3", "pass")):
        told = game.play(seat, token)
    assert [event.data["spell"] for event in shown(told, "P2") if event.kind == "discarded"] == ["11A", "12A"]


SPELLSTEAL = """
[[scenario]]
title = "spellsteal"
players = 3
turn = 3
phase = "III"
[scenario.P1]
hand = ["15B"]
battery = { sapphire = 2 }
[scenario.P2]
hand = ["1A", "2A"]
"""


def test_spellsteal_shows_the_hand_to_its_caster_alone() -> None:
    """Only the caster sees the hand, the victim sees what it lost, and others see that a spell was taken (ruling
    27)."""
    game = scenario.set_up(scenario.read(SPELLSTEAL)[0])
    events = game.play("P1", "15B")  # with one opponent to take from, that choice is automatic
    saw = [event for event in events if event.kind == "saw_hand"]
    assert [event.to for event in saw] == [("P1",)]
    assert game.pending["P1"].tokens == ("1A", "2A")
    taken = game.play("P1", "2A")
    assert [event.to for event in taken if "2A" in event.data.values()] == [("P1",), ("P2",)]
    assert shown(taken, "P3")[0] == Event("stole_spell", "P1", {"victim": "P2"}, reveals=True)
    assert not any("2A" in event.data.values() for event in shown(taken, "P3"))


@pytest.mark.parametrize("setting", list(settings(12, "masked")), ids=str)
def test_a_masked_record_holds_no_seed_and_no_private_choice(setting: Setting) -> None:
    """While a game runs it has no seed, `research ?`, and nothing of the current research (notation, "Record")."""
    rng = random.Random(setting.seed)
    game, moves = setting.start(), list[Move]()
    while not game.over:
        seat, token = choose(game, rng)
        moves.append(Move(game.place, seat, game.pending[seat].kind, token))
        game.play(seat, token)
        masked = write_masked(KIT, game, moves)
        if game.over:
            assert f'[Seed "{setting.seed}"]' in masked
            break
        assert setting.seed not in masked
        lines = masked.splitlines()
        assert all(line.endswith(" ?") for line in lines if " research " in line)
        assert len([line for line in lines if line[:1].isdigit()]) == game.view(None)["ply"]
