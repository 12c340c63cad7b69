"""Stands in for the kit of a game that is not installed, so that its tables can be named, listed and ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from game.core.errors import SetupError
from game.core.faces import Exhibit
from game.core.kit import Kit
from game.core.protocol import Game


class Uninstalled(Kit):
    """A game of which nothing is known. No table of it can be played: all of them are damaged."""

    name = tag = suffix = ""
    title = "a game that is not installed here"
    seats = range(1, 2)

    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        raise SetupError(f"this is {self.title}")

    def restore(self, data: Mapping[str, Any]) -> Game:
        raise SetupError(f"this is {self.title}")

    @cached_property
    def exhibits(self) -> Sequence[Exhibit]:
        return ()
