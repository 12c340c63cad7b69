"""A table to play at: a game master, and three players with a character each."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from game.core.errors import Refused
from game.the_adept.tale import Tale
from game.the_adept.tale.tale import Entry

SHEET = tomllib.loads((Path(__file__).parents[1] / "cases.toml").read_text(encoding="utf-8"))["sheets"]["iltani"]
GM, ANA, BEN, CEM = "gm", "ana", "ben", "cem"
PLAYERS = {ANA: "Iltani", BEN: "Bel", CEM: "Ku"}


def sheet(name: str, **changes: Any) -> dict[str, Any]:
    return {**deepcopy(SHEET), "name": name, "stress": {}, "assets": {}, "pp": 5, **changes}


def table(**options: Any) -> Tale:
    """Return a tale that all have joined with their characters; session and scene have begun."""
    tale = Tale.new(GM, "The Tower", "Mara", **{"doom": "2d6 d8 d10", **options})
    for who, name in PLAYERS.items():
        tale.act(who, "join", {"name": who.title()})
        tale.act(who, "enter", {"sheet": sheet(name), "new": True})
    tale.act(GM, "session", {})
    tale.act(GM, "scene", {"name": "The Gate"})
    return tale


class At:
    """Acts in a tale, with the arguments of an action by name."""

    def __init__(self, tale: Tale) -> None:
        self.tale = tale

    def __call__(self, who: str, action: str, **given: Any) -> Entry:
        return self.tale.act(who, action, given)

    def sheet(self, name: str) -> Any:
        return self.tale.state.characters[name].sheet

    def refused(self, code: str, who: str, action: str, **given: Any) -> str:
        """Try to act, which changes nothing and is refused with this code, and return why."""
        before = self.tale.state
        with pytest.raises(Refused) as error:
            self(who, action, **given)
        assert error.value.code == code, str(error.value)
        assert self.tale.state is before
        return error.value.problem
