"""What The Adept declares (see `game.core.aid`)."""

from __future__ import annotations

from game.core.aid import Aid
from game.the_adept import OPERATIONS

AID = Aid(
    name="adept",
    title="The Adept",
    pitch="Reckon for The Adept, a role-playing game about mages.",
    operations=OPERATIONS,
)
