"""What The Adept declares (see `game.core.aid`)."""

from __future__ import annotations

from game.core.aid import Aid, Tales
from game.the_adept import OPERATIONS


def _tales() -> Tales:
    from game.the_adept.tale.face import AdeptTales  # it loads pydantic, which operations can do without

    return AdeptTales()


AID = Aid(
    name="adept",
    title="The Adept",
    pitch="Reckon for The Adept, a role-playing game about mages.",
    operations=OPERATIONS,
    tales=_tales,
)
