"""Renders forms as Discord modals, and reads back what was written into them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord

from bot.components import ids
from bot.components.ids import Verb
from game.core.aids.stage import Field, Form
from game.core.layout import Place
from game.core.text.names import label, quoted
from game.core.text.parts import cut

_TITLE, _LABEL, _HINT = 45, 45, 100
_MODAL_LABEL = 18
_QUOTED = 500
"""The most characters of a field that are quoted."""


class Modal(discord.ui.Modal, title="-"):
    """A form, ready to be sent. It has no discord.py items, so discord.py keeps nothing of it in memory."""

    def __init__(self, form: Form, place: Place, written: Mapping[str, str] = MappingProxyType({})) -> None:
        """written: texts by field name, shown in place of the fields' own values."""
        super().__init__(timeout=None)
        self._data = {
            "custom_id": ids.encode(Verb.FILLED, place.game, place.question, form.path),
            "title": label(form.title, _TITLE),
            "components": [_field(each, written.get(each.name, each.value)) for each in form.fields],
        }
        self.stop()

    def to_dict(self) -> dict[str, Any]:
        return self._data


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
    """Return what was written into a form, by field name. `data`: the data of a modal's interaction."""
    parts = [part.get("component", part) for part in data.get("components", ()) if isinstance(part, dict)]
    return {str(part["custom_id"]): str(part.get("value") or "") for part in parts if "custom_id" in part}


def kept_words(fields: Mapping[str, str]) -> str:
    """Return what somebody wrote into a form that cannot be opened again, so that it is not lost."""
    written = ", ".join(quoted(each, _QUOTED) for each in fields.values() if each.strip())
    return f"You wrote {written}." if written else ""
