"""The buttons of board messages: what one does, and what one reads."""

from __future__ import annotations

from bot.ids import Verb
from game.core import layout
from game.core.layout import Brick, Place, Style


def running(game_id: str) -> list[Brick]:
    """Of a running game: two rows that fit a phone."""
    place = Place(game_id)
    return [
        layout.row(
            place.button(Verb.TURN, "Your move", style=Style.SUCCESS),
            place.button(Verb.HAND, "Hand"),
            place.button(Verb.QUEUES, "Queues"),
        ),
        layout.row(
            place.button(Verb.TEXT, "Text"),
            place.button(Verb.LOG, "Log"),
            place.button(Verb.RULES, "Rules"),
            place.button(Verb.LEGEND, "Legend"),
        ),
    ]


def over(game_id: str) -> Brick:
    """Of a game that has ended."""
    place = Place(game_id)
    return layout.row(
        place.button(Verb.REPLAY, "Replay"), place.button(Verb.LOG, "Log"), place.button(Verb.EXPORT, "Record")
    )
