"""A game's twin, which differs in nothing that anybody sees: both must show, refuse and tell the same."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from itertools import takewhile
from random import Random
from typing import Any

from game.core.decisions import Event
from game.core.errors import IllegalToken, MoveError
from game.core.kit import Kit
from game.core.protocol import Game


def reordered(which: Kit, at: Game, rng: Random) -> Game:
    """Return the game with another seed, and with every list that no view has in another order."""
    data: dict[str, Any] = copy.deepcopy(json.loads(json.dumps(at.to_dict())))
    for key in data.keys() - at.view(None).keys() - {"more"}:
        data[key] = f"not {data[key]}" if key == "seed" else _shuffled(data[key], rng)
    return which.restore(data)


def written(game: Game, viewer: str | None) -> str:
    """Return a view as text, in which the order of keys shows too."""
    return json.dumps(game.view(viewer))


def shown(game: Game) -> list[str]:
    """Return the views of everybody as text."""
    return [written(game, viewer) for viewer in (None, *game.seats)]


def refused(game: Game, token: str) -> list[str]:
    """Return what each seat is told if it tries the token, if it may not."""
    found = []
    for seat in game.seats:
        try:
            game.copy().play(seat, token)
        except MoveError as error:
            found.append(f"{error} {error.reason if isinstance(error, IllegalToken) else ''}")
    return found


def go_alike(here: Game, there: Game, seat: str, token: str) -> bool:
    """Play the token in both. What it brings must be the same for everybody, up to the first event that reveals
    something, after which nobody can take the move back. Return whether nothing was revealed."""
    one, other = here.play(seat, token), there.play(seat, token)
    for viewer in (None, *here.seats):
        assert _known(other, viewer) == _known(one, viewer), (seat, token)
    if any(event.reveals for event in one):
        return False
    assert not any(event.reveals for event in other), (seat, token)
    assert shown(there) == shown(here), (seat, token)
    return True


def _shuffled(data: Any, rng: Random) -> Any:
    if isinstance(data, Mapping):
        return {key: _shuffled(value, rng) for key, value in data.items()}
    return rng.sample(data, len(data)) if isinstance(data, list) else data


def _known(events: Iterable[Event], viewer: str | None) -> list[Event]:
    """Return the events that a viewer knows of, up to the first that reveals something."""
    before = takewhile(lambda event: not event.reveals, events)
    return [event for event in before if event.visible_to(viewer)]
