"""The buttons of board messages."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.ids import Verb
from game.core import layout
from game.core.faces import Exhibit
from game.core.layout import Component, Place, Style


def running(game_id: str, exhibits: Sequence[Exhibit], rules: bool = True, paused: bool = False) -> list[Component]:
    """Return the buttons of a running game: two rows that fit a phone, and further exhibits in rows of their own.

    `rules`: whether they can be looked up. `paused`: nobody is asked anything, and *Go on* stands above.
    """
    place = Place(game_id)
    shown = [place.button(Verb.SHOW, each.label, each.name) for each in exhibits]
    return [
        layout.row(
            place.button(Verb.TURN, "Your move", style=Style.SECONDARY if paused else Style.SUCCESS),
            *shown[:2],
        ),
        layout.row(
            place.button(Verb.TEXT, "Text"),
            place.button(Verb.LOG, "Log"),
            *([place.button(Verb.RULES, "Rules")] if rules else []),
            *shown[2:4],
        ),
        *layout.rows(shown[4:]),
    ]


def over(game_id: str, review: bool = False) -> Component:
    """Return the buttons of a game that has ended. `review`: whether its choices can be reviewed."""
    place = Place(game_id)
    return layout.row(
        place.button(Verb.REMATCH, "Rematch", style=Style.SUCCESS),
        place.button(Verb.REPLAY, "Replay"),
        *([place.button(Verb.REVIEW, "Review")] if review else []),
        place.button(Verb.LOG, "Log"),
        place.button(Verb.EXPORT, "Record"),
    )
