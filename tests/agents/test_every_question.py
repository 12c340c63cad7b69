"""Every computer player answers every question, from the view alone, and the same way every time."""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

import agents
from agents import named, names, takes
from game.adepts import Game
from game.adepts.kit import KIT
from game.adepts.players.greedy.gains import GAINS
from game.adepts.players.greedy.kinds import KINDS as SCORED
from game.adepts.rules.cards import DECKS, SELECTIONS
from game.adepts.rules.spells import SPELLS
from tests.agents.games import ASKED_BY, KINDS, questions

QUICK = [name for name in names(KIT) if not takes(name, KIT)]
"""Players that are fast enough to be asked everything; for the others `test_swapped` has each kind of question once."""

SETTINGS = [(players, spells, deck) for players in (2, 3, 4, 5) for spells in SELECTIONS for deck in DECKS]


def start(players: int, spells: str, deck: str) -> tuple[Game, Random]:
    """Return a new game of this setting, and a generator."""
    seed = f"question-{players}-{spells}-{deck}"
    return Game.new(players, spells, deck, seed), Random(seed)


def frozen(value: Any) -> Any:
    """Return the same data in immutable form."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


def test_every_kind_of_the_notation_has_one_place() -> None:
    assert set(SCORED) == KINDS
    assert {kind: set(by) for kind, by in SCORED.items() if isinstance(by, dict)} == ASKED_BY


def test_every_spell_has_a_gain() -> None:
    assert set(GAINS) == set(SPELLS)


def test_every_answer_is_legal() -> None:
    """Random games of two to five players, with all selections and both decks, have every kind of question from every
    source."""
    met = set()
    policies = [named(name, KIT) for name in QUICK]
    for setting in SETTINGS:
        game, rng = start(*setting)
        for number, (_, decision) in enumerate(questions(game, rng)):
            what = (decision.kind, decision.source)
            if what in met and number % 3:  # frequent questions need not be asked each time
                continue
            met.add(what)
            view = game.view(decision.seat)
            for policy in policies:
                assert policy(view, decision, Random(1)) in decision.tokens
    assert {kind for kind, _ in met} == KINDS
    assert met >= {(kind, source) for kind, sources in ASKED_BY.items() for source in sources}


@pytest.mark.parametrize("name", QUICK)
def test_the_same_view_decision_and_chance_give_the_same_token(name: str) -> None:
    """Also from a view that is immutable, and the global random generator is not touched."""
    policy, common = named(name, KIT), random.getstate()
    for setting in SETTINGS[::5]:
        game, rng = start(*setting)
        for _, decision in questions(game, rng):
            view = game.view(decision.seat)
            token = policy(view, decision, Random(7))
            assert policy(frozen(view), decision, Random(7)) == token
    assert random.getstate() == common


def test_what_is_hidden_makes_no_difference() -> None:
    """With another seed, library and hands of the others, greedy answers the same throughout whole games.
    `test_swapped` tests all players with each kind of question."""
    policy, compared = named("greedy", KIT), 0
    for setting in SETTINGS[::7]:
        game, rng = start(*setting)
        for _, decision in questions(game, rng):
            data = game.to_dict()
            bound = {
                decision.seat,
                *(seat for seat in game.asked if game.kind(seat) == "discard"),
            }  # by their questions
            others = [seat for seat in game.seats if seat not in bound]
            cards = [*data["library"], *(card for seat in others for card in data["players"][seat]["hand"])]
            Random(5).shuffle(cards)
            for seat in others:
                size = len(data["players"][seat]["hand"])
                data["players"][seat]["hand"] = sorted(cards[:size], key=list(SPELLS).index)
                del cards[:size]
            data["library"], data["seed"] = cards, "another"
            other = Game.from_dict(data)
            again = other.pending.get(decision.seat)
            if again is not None and again.tokens == decision.tokens:
                token = policy(game.view(decision.seat), decision, Random(3))
                assert policy(other.view(decision.seat), again, Random(3)) == token
                compared += 1
    assert compared > 500


def test_players_import_nothing_that_knows_what_is_hidden() -> None:
    """Players import no state, no game and no stored form: only words, numbers, tokens and printed facts.

    `strong`, and `master` through its search, play on from states, but only from states dealt anew from the view. The
    judge of reviews is not part of how `strong` plays.
    """
    rules = ("bonuses", "forecast", "gems", "placement", "reader", "spells", "tokens")
    allowed = {f"game.adepts.rules.{name}" for name in rules} | {"game.core.decisions", "game.core.errors"}
    root = Path(agents.__file__).parents[1]
    judge = root / "game/adepts/players/strong/judge.py"
    files = [*(root / "game/adepts/players").rglob("*.py"), root / "agents/uniform.py"]
    files.remove(judge)
    assert len(files) > 10
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("game"):
                assert judge.stem not in {*(node.module or "").split("."), *(each.name for each in node.names)}, file
                if "strong" in file.parts:
                    assert not {each.name for each in node.names} & {"Game", "restore", "sample", "history"}, file
                    continue
                if file.name == "master.py" and node.module == "game.core.search":
                    continue
                known = node.module in allowed or (node.module or "").startswith("game.adepts.players.")
                assert known or [name.name for name in node.names] == ["View"], (file, node.module)
