"""A table of The Adept: a game master, two players with a character each, and hidden things."""

from __future__ import annotations

from typing import Any

from game.the_adept.tale.face import Shown
from tests.the_adept.stage.hands import Hands, Table
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet

CHARACTERS = {ANA: "Iltani", BEN: "Bel"}
HIDDEN = ("Xylem", "Quorum", "Zephyr")
"""Names of a crisis, a challenge and a boss that only game masters know."""


def begun(**options: Any) -> Table:
    """Return a table whose session and scene have begun."""
    tale = Shown.new(GM, "The Tower", "Mara", **{"doom": "2d6 d8 d10", **options})
    for who, name in CHARACTERS.items():
        tale.act(who, "join", {"name": who.title()})
        tale.act(who, "enter", {"sheet": sheet(name), "new": True})
    tale.act(GM, "session", {})
    tale.act(GM, "scene", {"name": "The Gate"})
    return Table(tale)


def with_secrets() -> Table:
    """Return the same table with hidden things."""
    table = begun()
    crisis, challenge, boss = HIDDEN
    table.tale.act(GM, "crisis", {"name": crisis, "take": "d8", "hidden": True})
    table.tale.act(GM, "challenge", {"name": challenge, "die": "d8", "hidden": True})
    table.tale.act(GM, "boss", {"name": boss, "dice": "3d10", "hidden": True})
    table.tale.act(GM, "roll", {"pool": "29d4", "secret": True})
    return table


def unknown(table: Table) -> list[str]:
    """Return what only game masters may read now: the names that were not revealed, and the dice of the secret roll."""
    revealed = {str(entry.given["name"]).casefold() for entry in table.tale.log if entry.action == "reveal"}
    secret = [roll.dice for roll in table.tale.state.rolls.values() if roll.secret and roll.pool == "29d4"]
    return [*(name for name in HIDDEN if name.casefold() not in revealed), *secret]


def hands(table: Table) -> tuple[Hands, Hands, Hands]:
    """Return the hands of the game master, of Ana and of Ben."""
    return Hands(table, GM, "Mara"), Hands(table, ANA), Hands(table, BEN)


def last(table: Table) -> Any:
    """Return the newest roll."""
    return list(table.tale.state.rolls.values())[-1]
