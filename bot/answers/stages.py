"""The private screens of tales that people have open: one a person and tale, true as long as they can be changed.

As `screens` are for games; but a screen is known by its path, and made anew of the tale to see whether it has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from bot.answers.ephemeral import PROBLEMS, Private, passes
from bot.components.render import MOST, size
from bot.delivery.rest import Later
from bot.tables.errors import Refusal
from bot.tales import Live, Tales
from bot.tales.tales import refusals, sentence
from game.core import layout
from game.core.errors import GameError, Refused
from game.core.layout import Panel
from game.core.stage import Reader

log = logging.getLogger(__name__)

_MOST = 2000
_Place = tuple[str, int]
"""A tale and a person."""


class Shown(NamedTuple):
    """A screen that is open: where it was shown, its path, what it showed (None: not known), and who looks."""

    message: Private
    path: str
    panel: Panel | None
    name: str
    manager: bool


class Stages:
    """Handlers say what they have `opened`; `bring` keeps that true. Nothing here raises because Discord refuses."""

    def __init__(self, tales: Tales) -> None:
        self._tales = tales
        self._open: OrderedDict[_Place, Shown] = OrderedDict()
        self._under_way: Counter[_Place] = Counter()
        self._changed: Callable[[str], None] = lambda _: None

    def listen(self, changed: Callable[[str], None]) -> None:
        """Who is told of each tale whose screens may have to be brought up to date."""
        self._changed = changed

    @contextmanager
    def acting(self, tale_id: str, user_id: int) -> Iterator[None]:
        """While somebody's own press is answered, nothing else changes their screen."""
        place = tale_id, user_id
        self._under_way[place] += 1
        try:
            yield
        finally:
            self._under_way[place] -= 1
            self._under_way += Counter()  # without zeros
            self._changed(tale_id)

    async def opened(self, live: Live, user_id: int, shown: Shown) -> None:
        """This is shown there now. The person's former screen closes itself."""
        place = live.id, user_id
        former = self._open.pop(place, None)
        if former is not None and former.panel is None and former.message.id == shown.message.id:
            shown = shown._replace(panel=None)  # something late may have come over it
        self._open[place] = shown
        while len(self._open) > _MOST:
            self._open.popitem(last=False)
        if former is not None and former.message.id != shown.message.id:
            await former.message.delete()

    async def bring(self, tale_id: str) -> None:
        """Let all screens of this tale show what is true now. Raises Later if Discord could not change some of them."""
        places = [place for place in self._open if place[0] == tale_id]
        if not places:
            return
        try:
            live = await self._tales.look(tale_id)
        except Refusal:
            return
        if not all(await asyncio.gather(*(self._bring(live, place) for place in places))):
            raise Later("a screen")

    async def _bring(self, live: Live, place: _Place) -> bool:
        """Whether nothing is left to be tried again."""
        shown = self._open.get(place)
        if shown is None or self._under_way[place]:
            return True
        if shown.message.is_dead:
            del self._open[place]
            return True
        _, panel, why = screen(live, live.reader(place[1], shown.name, manager=shown.manager), shown.path)
        panel = with_words(panel, why)
        if panel == shown.panel:
            return True
        try:
            await shown.message.edit(panel, ())
        except PROBLEMS as problem:
            if passes(problem):
                self._doubt(place, shown)
                return False
            log.info("a screen stays as it is", extra={"tale": live.id, "problem": type(problem).__name__})
            if self._open.get(place) is shown:
                del self._open[place]
            return True
        if self._open.get(place) is shown and not self._under_way[place]:
            self._open[place] = shown._replace(panel=panel)
        else:  # its person has pressed meanwhile: what that shows is newer, and this may have come over it
            self._doubt(place, shown)
            self._changed(live.id)
        return True

    def _doubt(self, place: _Place, late: Shown) -> None:
        """This message may show what was sent late, whatever was opened there meanwhile: it is to be shown anew."""
        now = self._open.get(place)
        if now is not None and now.message.id == late.message.id:
            self._open[place] = now._replace(panel=None)


def screen(live: Live, reader: Reader[Any], path: str) -> tuple[str, Panel, str]:
    """What somebody sees at a path; where nothing is there any more, home, and why. Raises Refusal."""
    stage = live.stage
    try:
        return path, stage.screen(reader, path), ""
    except Refused as refused:
        with refusals():
            return stage.home, stage.screen(reader, stage.home), sentence(refused.problem or refused.code)
    except GameError as error:
        raise Refusal(sentence(str(error))) from error


def with_words(panel: Panel, said: str) -> Panel:
    """The panel below what is said, where there is room for that."""
    if not said:
        return panel
    if size(panel) < MOST and sum(map(len, panel.words)) + len(said) <= 4000:
        return layout.bare(layout.text(said)) + panel
    return panel
