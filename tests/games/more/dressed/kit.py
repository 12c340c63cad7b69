"""A kit with words, panels and a desk; its bids are asked for by direct message."""

from __future__ import annotations

from functools import cached_property

from game.core.desk import Desk
from game.core.panels import Panels
from game.core.words import Words

from ..toy.kit import Toy


class Dressed(Toy):
    """Each face is imported when it is first used."""

    name = "dressed"
    title = "Dressed Race"
    tag = "Dressed"
    suffix = ".dressed"
    secret = "Bidding"

    @cached_property
    def words(self) -> Words:
        from .words import RaceWords

        return RaceWords(self.title)

    @cached_property
    def panels(self) -> Panels:
        from .panels import RacePanels

        return RacePanels(self.words)

    @cached_property
    def desk(self) -> Desk:
        from .desk import RaceDesk

        return RaceDesk()


KIT = Dressed()
