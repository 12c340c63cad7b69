"""What The Adept declares (see `game.core.aids.aid`)."""

from __future__ import annotations

from typing import Any

from game.core.aids.aid import Aid
from game.core.aids.stage import Stage
from game.core.aids.tale import Tales
from game.core.desk import Desk
from game.the_adept import OPERATIONS


def _tales() -> Tales:
    from game.the_adept.tale.face import AdeptTales  # it loads pydantic, which operations can do without

    return AdeptTales()


def _stage() -> Stage[Any]:
    from game.the_adept.stage.stage import AdeptStage

    return AdeptStage()


def _desk() -> Desk:
    from game.the_adept.desk import AdeptDesk

    return AdeptDesk()


AID = Aid(
    name="adept",
    title="The Adept",
    pitch="Reckon for The Adept, a role-playing game about mages.",
    operations=OPERATIONS,
    tales=_tales,
    stage=_stage,
    desk=_desk,
    about=(
        "A role-playing game about mages with the dice of Cortex Prime. One person is its game master and decides; the"
        " others build pools by taps and see their exact chances, and the bot rolls, reckons and remembers."
    ),
)
