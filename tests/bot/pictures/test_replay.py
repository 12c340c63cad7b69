"""Replays: every step is an onlooker's view, every frame of the film is the board as it is drawn."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageChops

from agents.register import named
from game.adepts import Game
from game.adepts.kit import KIT
from game.adepts.pictures import film, head
from game.adepts.rules.gems import LAST_TURN
from game.adepts.rules.reader import ViewReader
from game.core.english import listed
from game.core.history import History
from game.core.protocol import Game as AnyGame
from game.core.replay import Step, frame, steps

NAMES = {"P1": "Ada", "P2": "Grace Hopper", "P3": "Linus", "P4": "Margaret", "P5": "Donald Ervin Knuth"}


@cache
def played(players: int, spells: str) -> tuple[Game, History]:
    """Return a whole game between computer players, with its history."""
    game, rng, moves, policy = Game.new(players, spells, seed="film"), Random(1), [], named("greedy", KIT)
    while not game.over:
        seat = game.asked[0]
        moves.append((seat, policy(game.view(seat), game.pending[seat], rng)))
        game.play(*moves[-1])
    return game, History("adepts", players, game.setup, game.seed, tuple(moves))


def test_steps_are_moments_of_the_game_as_an_onlooker_sees_them() -> None:
    """From the deal to the end, hands stay hidden even there; only public events are told."""
    game, history = played(3, "battlefield")
    found = steps(history)
    assert (found[0].ply, found[-1].ply) == (0, len(history.moves))
    assert found[-1].view == game.view(None)
    by_ply = {step.ply: step for step in found}
    again = history.start()
    for seat, token in history.moves:
        again.play(seat, token)
        if again.ply in by_ply:
            assert by_ply[again.ply].view == again.view(None)
    assert all("hand" not in player and "drawn" not in player for s in found for player in s.view["players"].values())
    events = [event for step in found for event in step.events]
    assert all(event.to is None for event in events)
    assert {event.kind for event in events} >= {"cast", "placed", "ended"}
    assert not {event.kind for event in events} & {"drew", "kept", "saw_hand"}


def test_a_game_that_is_gone_through_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for the next step and the next reel of its film. Each game is cached on its own, and only a few are."""
    _, history = played(2, "first-game")
    starts, start = list[str](), History.start

    def noted(self: History) -> AnyGame:
        starts.append(self.seed)
        return start(self)

    monkeypatch.setattr(History, "start", noted)
    short = [history._replace(seed=f"kept {number}", moves=()) for number in range(5)]
    for each in (short[0], short[0], short[1], short[0]):
        assert steps(each)[0].view == start(each).view(None)
    assert starts == ["kept 0", "kept 1"]
    for each in short:
        steps(each)
    assert starts == [f"kept {number}" for number in range(5)]
    steps(short[0])
    assert starts[-1] == "kept 0"


def test_each_group_of_the_rounds_is_a_step_also_before_the_turn_of_a_backlash() -> None:
    """Whoever may push is asked by the name of Backlash, but is in the middle of nothing."""
    game, rng, moves, asked = Game.new(2, "battlefield", seed="pushing"), Random(3), [], []
    while not game.over:
        [seat] = game.asked[:1]
        if (game.kind(seat), game.pending[seat].source) == ("assign", "2B"):
            asked.append(game.ply)
        legal = game.legal(seat)
        moves.append((seat, rng.choice(legal[:-1] or legal)))
        game.play(*moves[-1])
    assert asked
    assert {step.ply for step in steps(History("adepts", 2, game.setup, game.seed, tuple(moves)))} >= set(asked)


def test_each_step_shows_something_new_and_a_spell_is_one() -> None:
    _, history = played(2, "first-game")
    found = steps(history)
    assert len(found) < 0.75 * len(history.moves)
    for before, now in pairwise(found):
        assert before.ply < now.ply
        new = {name for name, shown in now.view.items() if before.view.get(name) != shown}
        assert new - {"ply", "pending", "step"}
    for step in found:
        cast = [event.data["spell"] for event in step.events if event.kind == "cast"]
        paid = [event.data["spell"] for event in step.events if event.kind == "paid"]
        assert cast == paid


def test_from_each_step_one_comes_to_the_next_the_one_before_and_the_phases() -> None:
    _, history = played(2, "first-game")
    found = steps(history)
    plies = [step.ply for step in found]
    begins = {now.ply for before, now in pairwise(found) if before.place != now.place} | {0}
    for number, step in enumerate(found, 1):
        here = frame(history, step.ply)
        assert here.step == step
        assert (here.number, here.last) == (number, len(found))
        assert here.previous == (plies[number - 2] if number > 1 else None)
        assert here.following == (plies[number] if number < len(plies) else None)
        assert here.back is None if number == 1 else here.back in begins and here.back < step.ply
        assert here.onward is None if number == len(plies) else here.onward in begins | {plies[-1]}
        assert here.onward is None or here.onward > step.ply
    assert len(frame(history, 0).turns) == LAST_TURN
    assert frame(history, 10_000).step == found[-1]
    assert frame(history, plies[3] + 1).step.ply in (plies[3], plies[3] + 1)


@pytest.mark.parametrize(("players", "spells", "letters"), [(2, "first-game", True), (5, "battlefield", False)])
def test_the_film_shows_every_step_as_it_is_drawn_and_the_score_at_the_end(
    players: int, spells: str, letters: bool
) -> None:
    """Although each frame stores only what has changed."""
    game, history = played(players, spells)
    found = steps(history)
    made = film.film(
        [film.reel(history, NAMES, turn, letters) for turn in range(1, LAST_TURN + 1)], game.view(None), NAMES
    )
    assert len(made.data) < 5_000_000  # Discord accepts 10 MiB
    assert "Final score: 1. " in made.alt
    assert made.alt.startswith(f"A game of Adepts between {listed(NAMES[seat] for seat in game.seats)}, played")
    lines = max(len(head.rows(head.chips(ViewReader(step.view)), letters)) for step in found)
    with Image.open(BytesIO(made.data)) as image:
        assert image.n_frames == len(found) + 1  # type: ignore[attr-defined]
        before: Step | None = None
        for number, step in enumerate(found):
            if number % 9 == 0:
                image.seek(number)
                drawn = film._frame(step, before, NAMES, lines, letters).image
                assert ImageChops.difference(image.convert("RGB"), drawn.convert("RGB")).getbbox() is None
            before = step
        image.seek(len(found))
        assert image.info["duration"] == film.END
