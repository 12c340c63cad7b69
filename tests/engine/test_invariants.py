"""What is true after every move of every game, whoever plays it.

``pytest tests/engine/test_invariants.py --playouts 2000`` plays 2,000 games.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from typing import Any

import pytest

from game.adepts import Game
from game.adepts.rules.cards import SpellId, full_deck
from game.adepts.rules.gems import GEM_NAMES, MAJOR
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import readable
from game.adepts.words.wording import tell
from game.core.decisions import Event
from game.core.records import Move
from tests.playouts import Setting, playout, settings

CHUNKS = 8


def gems(position: dict[str, Any]) -> Counter[str]:
    """Return all gems of a position, in mines and queues."""
    count = Counter({name: mine["stock"] for name, mine in position["mines"].items()})
    for player in position["players"].values():
        for name, stages in player["queue"].items():
            count[name] += sum(stages)
    return count


def cards(position: dict[str, Any]) -> Counter[str]:
    """Return all cards of a position, wherever they are."""
    count = Counter(position["library"] + position["discard"])
    for aside in position["more"]["aside"]:
        count.update(aside)
    for player in position["players"].values():
        count.update(player["hand"] + player["drawn"] + player["in_play"])
    return count


def miners(position: dict[str, Any], seat: str) -> int:
    """Return all miners of a seat: unassigned, placed, and those sent away by a Lassitude."""
    parties = [party for mine in position["mines"].values() for party in (mine["inside"], *mine["sites"]) if party]
    away: list[int] = [row["count"] for row in position["effects"] if row["source"] == "5B" and row["seat"] == seat]
    placed: list[int] = [count for owner, count in parties if owner == seat]
    unassigned: int = position["players"][seat]["miners"]
    return unassigned + sum(placed) + sum(away)


known = cache(readable)
"""Cached, since most tokens are also those of the question before."""


@cache
def deck_of(spells: tuple[SpellId, ...], deck: str) -> Counter[str]:
    return Counter[str](full_deck(spells, deck))


def check(game: Game, setting: Setting) -> None:
    """Assert the invariants of one position (rulebook, Components and Setup; ruling 33)."""
    position = game.to_dict()
    stock = {name: setting.players * (4 if gem in MAJOR else 5) for gem, name in enumerate(GEM_NAMES)}
    assert gems(position) == stock
    assert min(mine["stock"] for mine in position["mines"].values()) >= 0
    assert cards(position) == deck_of(tuple(game._state.spells), setting.deck)
    for seat, player in position["players"].items():
        ruby = position["adepts"]["ruby"] == seat and position["phase"] in ("I", "II")
        assert miners(position, seat) == (12 if ruby else 10)
        assert player["miners"] >= 0
        assert player["mana"] >= 0
        levels = player["battery"].values()
        assert 0 <= min(levels) <= max(levels) <= 10
        assert min(chain(*player["queue"].values())) >= 0
        asked = position["pending"].get(seat)
        assert len(player["hand"]) <= 5 or asked == "discard"
        assert len(player["in_play"]) <= 1
    for seat in game.asked:
        decision = game.pending[seat]
        assert decision.tokens
        assert len(set(decision.tokens)) == len(decision.tokens)
        assert len(decision.tokens) > 1 or decision.kind == "cast"
        assert all(map(known, decision.tokens))
        assert decision.text
    assert bool(game.asked) != game.over
    assert 1 <= position["turn"] <= 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_position_of_random_games_keeps_the_books(chunk: int, pytestconfig: pytest.Config) -> None:
    """Gems, cards and miners are conserved, every asked seat has a choice, the game ends after turn 8."""
    cast: Counter[str] = Counter()

    for setting in list(settings(pytestconfig.getoption("--playouts")))[chunk::CHUNKS]:

        def after(game: Game, move: Move, events: tuple[Event, ...], setting: Setting = setting) -> None:
            check(game, setting)
            assert all(tell(event) for event in events)
            if move.kind == "cast" and move.token != "pass":
                cast[move.token] += 1

        game, moves = playout(setting, after)
        assert game.place == "8.V"
        assert game.ply == len(moves)
        assert game.scores
        assert all(line["processed"] == game.view(None)["players"][s]["mana"] for s, line in game.scores.items())
    assert set(cast) <= set(SPELLS)
    assert len(cast) > 30


def test_events_tell_whose_each_adept_title_was_and_is() -> None:
    """Somebody who only hears the events knows who is adept (rulebook, Phase IV)."""
    changed = 0
    for setting in settings(8, "titles"):
        held: dict[str, str | None] = dict.fromkeys(GEM_NAMES)

        def after(game: Game, _: Move, events: tuple[Event, ...], held: dict[str, str | None] = held) -> None:
            nonlocal changed
            for event in events:
                if event.kind == "lost_title":
                    assert event.seat == held[event.data["gem"]] is not None
                    held[event.data["gem"]] = None
                elif event.kind == "won_title":
                    assert event.data["of"] == held[event.data["gem"]] != event.seat
                    changed += event.data["of"] is not None
                    held[event.data["gem"]] = event.seat
            assert game.view(None)["adepts"] == held

        playout(setting, after)
    assert changed
