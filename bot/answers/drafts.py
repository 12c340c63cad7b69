"""Keeps what people wrote into forms and commands that were refused, so that it is not lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from cachetools import LRUCache

from game.core.aids.signature import Values
from game.core.aids.stage import Form, Step
from game.core.errors import GameError

_MOST = 1000
"""Drafts that are remembered."""


class _Draft(NamedTuple):
    """What somebody wrote into a form. `path` and `given`: the press that opened it."""

    form: Form
    written: Mapping[str, str]
    path: str
    given: Values


class Drafts:
    """What people wrote into forms, in memory only, until it has served its purpose: it is filled in when they open the
    form again. A form that offers something else by now, or is about something else, opens with its own values."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[str, int, str], _Draft] = LRUCache(_MOST)

    def opened(self, game: str, user_id: int, form: Form, path: str, given: Values) -> Mapping[str, str]:
        """Return what to fill into the form that a press opens now, by the names of its fields."""
        key = game, user_id, form.path
        draft = self._known.get(key)
        written = draft.written if draft is not None and draft.form == form else {}
        self._known[key] = _Draft(form, written, path, given)
        return written

    def typed(self, game: str, user_id: int, form: Form, given: Values) -> bool:
        """Keep what a command was given for the form in which it can be corrected. Return False, and keep nothing, if a
        value is too long for its field."""
        written = {each.name: str(given[each.name]) for each in form.fields if each.name in given}
        if any(len(written.get(each.name, "")) > each.most for each in form.fields):
            return False
        self._known[game, user_id, form.path] = _Draft(form, written, form.path, {})
        return True

    def opens_again(self, game: str, user_id: int, path: str, press: Callable[[str, Values], Step]) -> bool:
        """Return whether the press that opened a form would open it again, so that what was written can be filled in.
        If it would open at another path, as after somebody who came first, what was written goes along."""
        draft = self._known.get((game, user_id, path))
        if draft is None:
            return False
        try:
            form = press(draft.path, draft.given).form
        except GameError:
            return False
        if form is None or replace(form, path=path) != draft.form:
            return False
        del self._known[game, user_id, path]
        self._known[game, user_id, form.path] = draft._replace(form=form)
        return True

    def sent(self, game: str, user_id: int, path: str, written: Mapping[str, str]) -> None:
        key = game, user_id, path
        if key in self._known:
            self._known[key] = self._known[key]._replace(written=written)

    def done(self, game: str, user_id: int, path: str) -> None:
        self._known.pop((game, user_id, path), None)
