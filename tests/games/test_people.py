"""Scripted people know no game: they find their way through the panels of any."""

from __future__ import annotations

from random import Random

import pytest

from bot.components import ids
from bot.components.ids import Verb
from bot.components.render import rendered
from cli.demo.player import STEPS, next_step
from game.core.discover import kit
from game.core.kit import Kit
from game.core.layout import Place
from game.core.narrowing import Path, read_path
from game.core.protocol import Game
from playground.client.screen import Control, Shown
from tests.games.finding import names

_NAMES = {f"P{number}": name for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"), 1)}
_PLIES, _WALKS = 100, 3
_PLACE = Place("abcdefgh", 1)
_BUTTON, _SELECT = 2, 3


@pytest.mark.parametrize("name", names())
def test_every_walk_through_a_panel_ends_with_a_move(name: str) -> None:
    which, rng = kit(name), Random(name)
    game = which.new(which.seats[-1], which.checked({}), "people")
    while not game.over and game.ply < _PLIES:
        seat = rng.choice(list(game.asked))
        for token in [_walked(which, game, seat, rng) for _ in range(_WALKS)][-1]:
            game.play(seat, token)


def _walked(which: Kit, game: Game, seat: str, rng: Random) -> tuple[str, ...]:
    """Return the answers that scripted clicks lead to."""
    decision, view, path = game.pending[seat], game.view(seat), Path()
    walk = which.panels.narrowing(decision, view)
    for step in range(STEPS):
        panel = which.panels.decision(_PLACE, decision, view, _NAMES, path)
        found = next_step(Shown({"components": rendered(panel).to_components()}).controls, rng, step)
        assert found is not None, f"{decision.kind}: nothing to press"
        control, value = found
        wanted = ids.decode(control.custom_id or "")
        path = read_path(wanted.rest)
        if wanted.verb is Verb.MOVE:
            return tuple(walk.answers(path))
        path = path if control.is_button else walk.next_path(path, value)
    raise AssertionError(f"{decision.kind}: no end at {path}")


def test_where_steps_lead_back_alone_what_was_chosen_is_confirmed() -> None:
    """The Harrowing asks once more before a turn ends, and offers to look at tiles meanwhile."""
    confirm = _control(_BUTTON, "Confirm", Verb.MOVE, "pass")
    back = _control(_BUTTON, "Choose again", Verb.STEP, "")
    look = _control(_SELECT, "Look closely at a tile", Verb.PICK, "pass/?")
    for seed in range(20):
        assert next_step([confirm, back, look], Random(seed)) == (confirm, "")


def test_whoever_has_wavered_long_confirms() -> None:
    """Otherwise a panel would, once in many games, seem to have no end."""
    confirm = _control(_BUTTON, "Confirm", Verb.MOVE, "raise~2c")
    back = _control(_BUTTON, "Choose again", Verb.STEP, "")
    assert any(next_step([confirm, back], Random(seed), 9) == (back, "") for seed in range(20))
    for seed in range(20):
        assert next_step([confirm, back], Random(seed), 10) == (confirm, "")


def _control(kind: int, label: str, verb: Verb, rest: str) -> Control:
    return Control(kind, ids.encode(verb, _PLACE.game, _PLACE.question, rest), label, False, None, (("3e", "?3e"),))
