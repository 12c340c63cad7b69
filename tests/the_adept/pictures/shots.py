"""The golden pictures of The Adept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.the_adept.pictures import Picture, roll_picture
from game.the_adept.rules.dice import roll_of
from game.the_adept.rules.rolling import choices


def drawn(dice: str, name: str = "Iltani", option: int = 0, **other: Any) -> Picture:
    """Return the picture of a roll with one of its choices, as the table shows it; `other` says it in words."""
    chosen = choices(roll_of(dice))[option].told()
    known = {
        "total": chosen["total"],
        "effect": chosen["effect"],
        "uses": chosen["uses"],
        "gives": chosen["from"],
        "alt": f"{name}: {dice}: {chosen['total']}, effect {chosen['effect']}",
    }
    return roll_picture(name, dice, **{**known, **other})


FIVE = "d4:3 d6:5 d8:7 d10:9 d12:11"
MANY = " ".join(f"d{4 + 2 * (i // 6)}:{i * 5 % (4 + 2 * (i // 6)) + 1}" for i in range(30))

SHOTS: dict[str, Callable[[], Picture]] = {
    "adept-open": partial(drawn, FIVE),
    "adept-success": partial(drawn, "d6:1 d8:5 d8:8 d10:1 d12:12", against="11", success=True, heroic=1),
    "adept-failure": partial(drawn, "d6:2 d8:3", name="Маргарет 龍", against="Fire 11", success=False),
    "adept-botch": partial(drawn, "d4:1 d6:1 d8:1 d10:1 d12:1", botch=True, against="9", success=False),
    "adept-heroes": partial(
        drawn,
        "d6:4 d8:5 d10:10",
        heroes="d8:5 d6:1 d10:2 d12:1",
        ones="d6",
        total=22,
        effect="d6 d12",
        against="9",
        success=True,
        heroic=2,
    ),
    "adept-thirty": partial(drawn, MANY, name="Somebody with a name of forty characters"),
    "adept-paid": partial(
        drawn,
        "d4:2 d6:3 d6:4 d8:5 d8:7 d10:3 d12:2 d12:8",
        total=19,
        uses=[3, 5, 8],
        gives=[7, 6, 4],
        effect="d12 d10 d8",
        heroes="d4:3",
    ),
    "adept-struck": partial(drawn, FIVE, against="3", success=True, heroic=2, struck=True),
}
