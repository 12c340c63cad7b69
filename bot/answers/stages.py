"""What a private screen of a tale shows. A screen is known by its path, and made anew from the tale to show what is
true."""

from __future__ import annotations

from typing import Any

from bot.tables.errors import Refusal
from bot.tales import Live
from bot.tales.tales import refusals, sentence
from game.core import layout
from game.core.aids.stage import Reader
from game.core.errors import GameError, Refused
from game.core.layout import Panel


def screen(live: Live, reader: Reader[Any], path: str) -> tuple[str, Panel, str]:
    """Return the path, the panel that the reader sees there, and ""; if nothing is there any more, those of the home
    screen, and why. Raises Refusal."""
    stage = live.stage
    try:
        return path, stage.screen(reader, path), ""
    except Refused as refused:
        with refusals():
            return stage.home, stage.screen(reader, stage.home), sentence(refused.problem or refused.code)
    except GameError as error:
        raise Refusal(sentence(str(error))) from error


def with_words(panel: Panel, *said: str) -> Panel:
    """Return the panel with what is said above it, of which the last is left out where there is no room for it."""
    told = [*filter(None, said)]
    while told:
        both = layout.bare(layout.text(" ".join(told))) + panel
        if both.fits:
            return both
        told.pop()
    return panel
