"""Forms as Discord's modals: made of data, and read back as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import discord
from cachetools import LRUCache

from bot.components import ids
from bot.components.ids import Verb
from game.core.errors import GameError
from game.core.layout import Place
from game.core.signature import Values
from game.core.stage import Field, Form, Step
from game.core.text.names import label
from game.core.text.parts import cut

_TITLE, _LABEL, _HINT = 45, 45, 100
_MODAL_LABEL = 18
_MOST = 1000
"""Forms that are remembered."""


class Modal(discord.ui.Modal, title="-"):
    """A form that is ready to be sent. It holds no items, so discord.py keeps nothing of it."""

    def __init__(self, form: Form, place: Place, written: Mapping[str, str] = MappingProxyType({})) -> None:
        """written: what stands in its fields in place of their own values, by their names."""
        super().__init__(timeout=None)
        self._data = {
            "custom_id": ids.encode(Verb.FILLED, place.game, place.question, form.path),
            "title": cut(label(form.title), _TITLE),
            "components": [_field(each, written.get(each.name, each.value)) for each in form.fields],
        }
        self.stop()

    def to_dict(self) -> dict[str, Any]:
        return self._data


class _Draft(NamedTuple):
    """`path` and `given`: the press that opened the form."""

    form: Form
    written: Mapping[str, str]
    path: str
    given: Values


class Drafts:
    """What people wrote into forms, in memory alone, until it has done what it was for: it stands in the form when they
    open it again. A form that offers something else by now, or is about something else, begins as it is."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[str, int, str], _Draft] = LRUCache(_MOST)

    def opened(self, game: str, user_id: int, form: Form, path: str, given: Values) -> Mapping[str, str]:
        """What stands in the form that a press shows to somebody now, by its fields' names."""
        key = game, user_id, form.path
        draft = self._known.get(key)
        written = draft.written if draft is not None and draft.form == form else {}
        self._known[key] = _Draft(form, written, path, given)
        return written

    def typed(self, game: str, user_id: int, form: Form, given: Values) -> bool:
        """Keep what a command was given for the form in which it can be mended, if all of it has room there."""
        written = {each.name: str(given[each.name]) for each in form.fields if each.name in given}
        if any(len(written.get(each.name, "")) > each.most for each in form.fields):
            return False
        self._known[game, user_id, form.path] = _Draft(form, written, form.path, {})
        return True

    def opens_again(self, game: str, user_id: int, path: str, press: Callable[[str, Values], Step]) -> bool:
        """Whether the press that opened a form would open it again, with what was written there."""
        draft = self._known.get((game, user_id, path))
        if draft is None:
            return False
        try:
            return press(draft.path, draft.given).form == draft.form
        except GameError:
            return False

    def sent(self, game: str, user_id: int, path: str, written: Mapping[str, str]) -> None:
        key = game, user_id, path
        if key in self._known:
            self._known[key] = self._known[key]._replace(written=written)

    def done(self, game: str, user_id: int, path: str) -> None:
        self._known.pop((game, user_id, path), None)


def _field(field: Field, value: str) -> dict[str, Any]:
    style = discord.TextStyle.long if field.long else discord.TextStyle.short
    written: dict[str, Any] = {
        "type": discord.ComponentType.text_input.value,
        "custom_id": field.name,
        "style": style.value,
        "required": field.required,
        "max_length": field.most,
    }
    if value:
        written["value"] = value[: field.most]
    if field.hint:
        written["placeholder"] = cut(field.hint, _HINT)
    return {"type": _MODAL_LABEL, "label": cut(field.label, _LABEL), "component": written}


def filled(data: Any) -> dict[str, str]:
    """What was written into a form, by the names of its fields."""
    parts = [part.get("component", part) for part in data.get("components", ()) if isinstance(part, dict)]
    return {str(part["custom_id"]): str(part.get("value") or "") for part in parts if "custom_id" in part}
