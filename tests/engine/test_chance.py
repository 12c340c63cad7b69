"""Anybody who has the seed can verify the randomness (ruling 2; notation, "What makes a game reproducible")."""

from __future__ import annotations

import hashlib
import re

import pytest

from game.adepts import Game
from game.adepts.rules.cards import full_deck, selection
from game.core.chance import commitment, order


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_order_sorts_by_the_digest_of_seed_use_and_index() -> None:
    items = ["a", "b", "c", "d"]
    assert order("s", 7, items) == [items[i] for i in sorted(range(4), key=lambda i: sha(f"s/7/{i}"))]


def test_the_first_two_uses_are_the_first_player_and_the_library() -> None:
    """Use 0 draws the first player of the seats, use 1 shuffles the deck in number order (ruling 1)."""
    game = Game.new(4, "battlefield", seed="uses")
    seats = sorted(range(4), key=lambda i: sha(f"uses/0/{i}"))
    assert game.first == f"P{seats[0] + 1}"
    deck = full_deck(selection("battlefield"), "rulebook")
    library = [deck[i] for i in sorted(range(60), key=lambda i: sha(f"uses/1/{i}"))]
    position = game.to_dict()
    for n in range(4):
        seat = f"P{(seats[0] + n) % 4 + 1}"
        assert sorted(position["players"][seat]["hand"]) == sorted(library[2 * n : 2 * n + 2])
    assert position["library"] == library[8:]


def test_the_random_selection_takes_a_for_digests_from_0_to_7() -> None:
    expected = [f"{n}{'A' if sha(f'coin/spells/{n}')[0] in '01234567' else 'B'}" for n in range(1, 21)]
    assert list(selection("random", "coin")) == expected
    assert list(Game.new(2, "random", seed="coin").spells) == expected


def test_without_a_seed_a_secret_one_of_256_bits_is_drawn() -> None:
    first, second = Game.new().seed, Game.new().seed
    assert first != second
    assert re.fullmatch("[0-9a-f]{64}", first)


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    """The table is shown it at the start (ruling 2)."""
    assert commitment("abc") == sha("abc")


def test_a_game_is_its_seed_and_its_moves() -> None:
    """Nothing else is random: Python's own random state does not matter."""
    assert Game.new(3, seed="same").to_dict() == Game.new(3, seed="same").to_dict()


@pytest.mark.parametrize("count", [0, 1])
def test_order_of_nothing_and_of_one(count: int) -> None:
    assert order("s", 0, list(range(count))) == list(range(count))
