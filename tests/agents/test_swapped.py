"""With an equal view and generator but other hidden cards, every computer player of every game answers the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from agents import hurried, names
from game.adepts.sampling import sample
from game.core.decisions import Decision
from game.core.discover import kit, kits
from game.core.protocol import Game
from tests.agents.games import ASKED_BY, KINDS, Asked, late_after, questions
from tests.agents.test_every_question import SETTINGS, frozen, start

TRIALS = 40
"""How often a player that goes by the clock may try a world: beyond the first stage of its search."""


class Twins(NamedTuple):
    """A question in two games that differ only in what its seat may not know."""

    decision: Decision
    one: Game
    other: Game


def firsts() -> Iterator[Asked]:
    """Yield the first question of each kind and source in games of all settings."""
    met = set[tuple[str, str]]()
    for setting in SETTINGS:
        for game, decision in questions(*start(*setting)):
            if (decision.kind, decision.source) not in met:
                met.add((decision.kind, decision.source))
                yield Asked(game, decision)
    assert {kind for kind, _ in met} == KINDS
    assert met >= {(kind, source) for kind, sources in ASKED_BY.items() for source in sources}


def other_cards() -> Iterator[Twins]:
    """Adepts: for every kind of question from every source, other hands, dealt spells, library and chance to come."""
    for game, decision in firsts():
        other = sample(game.view(decision.seat), decision, Random(8))
        assert other.to_dict()["library"] != game.to_dict()["library"]
        yield Twins(decision, game, other)


def another_seed() -> Iterator[Twins]:
    """Mana Surge, where only the seed is hidden: every kind of question, on every board."""
    which, met = kit("mana-surge"), set[str]()
    boards = next(option for option in which.options if option.name == "board")
    for board in boards.values:
        rng = Random(board.value)
        game = which.new(3, which.checked({"board": board.value}), "swapped")
        kinds = set[str]()
        while not game.over:
            [(seat, decision)] = game.pending.items()
            if decision.kind not in kinds or rng.random() < 0.02:
                other = which.restore({**game.to_dict(), "seed": "another"})
                assert (game.seed, other.seed) == ("swapped", "another")
                yield Twins(decision, game, other)
            kinds.add(decision.kind)
            game.play(seat, rng.choice(decision.tokens))
        met |= kinds
    assert met == {"colour", "corner", "move", "attack", "spawn"}


def another_order() -> Iterator[Twins]:
    """Spirit Ground, where decks and bag are hidden from all: every kind of question that comes up, with what is to
    come reversed."""
    which, met = kit("spirit-ground"), set[str]()
    for number in range(6):
        rng, kinds = Random(number), set[str]()
        game = which.new(2, which.checked({}), f"swapped {number}")
        while not game.over:
            [(seat, decision)] = game.pending.items()
            if decision.kind not in kinds or rng.random() < 0.02:
                data = game.to_dict()
                decks = {owner: deck[::-1] for owner, deck in data["decks"].items()}
                hidden = {"seed": "another", "decks": decks, "bag_order": data["bag_order"][::-1]}
                yield Twins(decision, game, which.restore({**data, **hidden}))
            kinds.add(decision.kind)
            dear = [token for token in decision.tokens if token in ("b2", "b4", "c3", "d2", "d4", "pass")]
            game.play(seat, rng.choice(dear or decision.tokens))
        met |= kinds
    assert met >= {"pair", "order", "place", "pay", "rotate", "enhance"}


def another_stack() -> Iterator[Twins]:
    """The Harrowing, where the stack and all dice to come are hidden from all: every kind of question that is
    frequent."""
    which, met = kit("harrowing"), set[str]()
    for number in range(3):
        rng, kinds = Random(number), set[str]()
        game = which.new(2 + number % 3, which.checked({}), f"swapped {number}")
        while not game.over:
            [(seat, decision)] = game.pending.items()
            if decision.kind not in kinds:
                data = game.to_dict()
                yield Twins(decision, game, which.restore({**data, "seed": "another", "stack": data["stack"][::-1]}))
            kinds.add(decision.kind)
            game.play(seat, rng.choice([token for token in decision.tokens if token != "meditate"] or decision.tokens))
        met |= kinds
    assert met >= {"core", "set", "invoke", "raise", "side", "spot", "shift", "muster", "battle", "keep", "march"}


TWINS: Mapping[str, Callable[[], Iterator[Twins]]] = {
    "adepts": other_cards,
    "mana-surge": another_seed,
    "spirit-ground": another_order,
    "harrowing": another_stack,
}


def test_no_game_is_left_out() -> None:
    assert set(TWINS) == {name for name, each in kits().items() if each.players}


@pytest.mark.parametrize("game", TWINS)
def test_what_is_hidden_makes_no_difference(game: str) -> None:
    """Every player answers legally, also from an immutable view, and equally in both games."""
    which, compared = kit(game), 0
    for decision, one, other in TWINS[game]():
        view, again = one.view(decision.seat), other.pending[decision.seat]
        assert again.tokens == decision.tokens
        for name in names(which):
            token = answer(game, name, view, decision)
            assert token in decision.tokens
            assert answer(game, name, frozen(other.view(decision.seat)), again) == token, (name, decision)
            compared += 1
    assert compared > 30


def answer(game: str, name: str, view: Mapping[str, Any], decision: Decision) -> str:
    """Return the player's answer within so many trials."""
    return hurried(name, kit(game), late_after(TRIALS))(view, decision, Random(3))
