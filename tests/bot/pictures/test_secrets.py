"""No picture and no alt text shows anything that its view does not contain."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from drawing.picture import Picture
from game.adepts import Game
from game.adepts.pictures import board, hand, queues, score_sheet
from game.adepts.rules.spells import SPELLS
from tests.bot.pictures.shots import NAMES, position
from tests.playouts import Setting, choose, playout

HIDDEN = {"hand", "drawn", "library", "seed", "more"}


class Watched(Mapping[str, Any]):
    """A view that records which hidden keys are read."""

    def __init__(self, data: Mapping[str, Any], asked: set[str]) -> None:
        self.data, self.asked = data, asked

    def __getitem__(self, key: str) -> Any:
        self.asked |= {key} & HIDDEN
        value = self.data[key]
        return Watched(value, self.asked) if isinstance(value, dict) else value

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)


def positions() -> list[Game]:
    """Return every thirtieth position of a random game of three players, and its end."""
    found: list[Game] = []

    def keep(game: Game, *_: object) -> None:
        if game.ply % 30 == 0 or game.over:
            found.append(game.copy())

    playout(Setting(3, "five-players", "rulebook", "pictures"), keep)
    return found


@pytest.mark.parametrize("game", positions(), ids=lambda game: f"{game.place}-{game.ply}")
def test_public_pictures_look_for_nothing_hidden(game: Game) -> None:
    """Drawn from the whole position, with all hands and the library, they read none of these."""
    asked: set[str] = set()
    whole = Watched(game.to_dict(), asked)
    for draw in (board, queues, score_sheet):
        draw(whole, NAMES)
        draw(whole, NAMES, letters=True)
    assert asked == set()


@pytest.mark.parametrize("game", positions(), ids=lambda game: f"{game.place}-{game.ply}")
def test_a_hand_shows_that_hand_alone(game: Game) -> None:
    """No spell is named that the seat does not hold, and the picture does not depend on what others hold."""
    for seat in game.seats:
        view = game.view(seat)
        picture = hand(view, seat)
        mine = {*view["players"][seat]["hand"], *view["players"][seat]["drawn"]}
        named = {spell for spell in SPELLS if f"({spell})" in picture.alt}
        assert named == mine
        whole = game.to_dict()
        if whole["players"][seat]["hand"] == view["players"][seat]["hand"] and whole["pending"] == view["pending"]:
            assert hand(whole, seat) == picture


def test_nobody_draws_anothers_hand() -> None:
    game = position("research")
    with pytest.raises(ValueError, match="P2"):
        hand(game.view("P1"), "P2")
    with pytest.raises(ValueError, match="P1"):
        hand(game.view(None), "P1")


def test_what_somebody_keeps_is_not_seen() -> None:
    """While others research, a player's choice shows that it was made, but not what it was."""
    start, boards = position("research"), set[Picture]()
    before = board(start.view(None), NAMES)
    for token in start.legal("P2"):
        game = position("research")
        game.play("P2", token)
        boards.add(board(game.view(None), NAMES))
    [after] = boards
    assert before != after


def test_the_same_view_gives_the_same_picture() -> None:
    game, rng = Game.new(4, seed="same"), random.Random(1)
    for _ in range(40):
        game.play(*choose(game, rng))
    assert board(game.view(None), NAMES) == board(game.copy().view(None), NAMES)
