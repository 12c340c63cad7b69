"""The film of a game: every frame is the board as it is drawn, and all reels together are one GIF."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

from drawing.film import SHOWN, STRIP
from drawing.picture import ALT_LIMIT
from game.core.decisions import PASS
from game.core.history import History
from game.core.replay import steps
from game.mana_surge import Game
from game.mana_surge.boards.changes import changes
from game.mana_surge.pictures import film, palette
from game.mana_surge.pictures.board import paint
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import LAST_TURN
from tests.mana_surge.pictures import NAMES

SHORT = "film 4"
"""The seed of a game with half as many steps as most."""

LARGEST = 10 * 1024 * 1024
"""The largest file in bytes that Discord accepts in every server."""


@cache
def played(seed: str, shy: bool = False) -> tuple[Game, History]:
    """Return a whole random game; if all players are `shy` of the Pool and never pass, it is as long as possible."""
    game, rng, made = Game.new(seed=seed), Random(seed), list[tuple[str, str]]()
    while not game.over:
        seat = game.asked[0]
        tokens = list(game.legal(seat))
        if shy:
            tokens = [token for token in tokens if token != PASS and not token.endswith("-d4")] or tokens[-1:]
        made.append((seat, rng.choice(tokens)))
        game.play(*made[-1])
    return game, History("mana-surge", 3, game.setup, game.seed, tuple(made))


@cache
def reels(seed: str, shy: bool = False, every: int = 1) -> tuple[bytes, ...]:
    """Return the reels as the bot requests them: of every round, or of every `every`th."""
    game, history = played(seed, shy)
    return tuple(film.reel(history, NAMES, turn) for turn in range(1, game.turn + 1, every))


def test_the_film_shows_every_step_and_the_score() -> None:
    game, history = played(SHORT)
    shown, found = film.film(reels(SHORT), game.view(None), NAMES), steps(history)
    with Image.open(BytesIO(shown.data)) as moving:
        assert getattr(moving, "n_frames", 0) == len(found) + 1
        for at in (0, 1, len(found) // 2, len(found) - 1):
            moving.seek(at)
            frame = moving.convert("RGB")
            now, before = (ViewReader(found[which].view) for which in (at, max(0, at - 1)))
            board = paint(now, NAMES, changes(now, before))
            whole = Image.new("RGB", (board.width, board.height + STRIP))
            whole.paste(board, (0, 0))
            small = whole.resize(moving.size, Image.Resampling.HAMMING)
            small = small.quantize(palette=palette.table(), dither=Image.Dither.NONE).convert("RGB")
            box = (0, 0, SHOWN, board.height * SHOWN // board.width - 4)
            assert ImageChops.difference(frame.crop(box), small.crop(box)).getbbox() is None, at
        moving.seek(len(found))
        assert moving.info["duration"] == film.END
    assert shown.alt.startswith(
        "A game of Mana Surge between Ada, Grace Hopper and Linus 🐧, played again. Final score"
    )
    assert len(shown.alt) <= ALT_LIMIT


def test_a_film_of_forty_rounds_can_be_sent() -> None:
    """With all points spent; each round drawn stands for five."""
    game, history = played("film", shy=True)
    assert game.turn == LAST_TURN
    assert len(steps(history)) > 200
    assert 5 * sum(map(len, reels("film", shy=True, every=5))) < LARGEST


def test_the_set_up_is_in_the_first_reel() -> None:
    """There is a reel for each round, and the first begins with the file's header."""
    first, second, *_ = reels(SHORT)
    assert first.startswith(b"GIF89a")
    assert not second.startswith(b"GIF")


def test_a_round_that_was_not_played_has_no_reel() -> None:
    game, history = played(SHORT)
    with pytest.raises(ValueError, match="not in list"):
        film.reel(history, NAMES, game.turn + 1)
