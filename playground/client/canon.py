"""What a person saw, in a form that is equal in two runs: ids become names or numbers; times and ports are left out."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from playground.client.screen import name_of
from playground.world.models import EPHEMERAL, Json

_VOLATILE = {
    "timestamp", "edited_timestamp", "joined_at", "archive_timestamp", "create_timestamp", "last_message_id",
    "nonce",
}  # fmt: skip
_ID = re.compile(r"(?<!\w)\d{17,20}(?!\w)")
_HOST = re.compile(r"https?://127\.0\.0\.1:\d+")
_TIME = re.compile(r"<t:\d+(:\w)?>")


class Canon:
    """Rewrites feed events; call it in their order."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def rewrite(self, event: Json) -> tuple[str, str]:
        """Return the name of the event's channel ("" if there is none), and its canonical text."""
        body = event.get("message") or event.get("interaction") or event.get("channel") or event
        place = self._place(event, body)
        self._learn(event, body, place)
        text = json.dumps(_without_volatile(event), sort_keys=True, ensure_ascii=False)
        text = _TIME.sub(r"<t:T\1>", _HOST.sub("", text))
        return place, _ID.sub(lambda match: self._name(match[0], place), text)

    def _place(self, event: Json, body: Json) -> str:
        if event["kind"] == "channel":
            self._names[body["id"]] = "#" + name_of(body)
        return self._names.get(str(body.get("channel_id") or body.get("id")), "")

    def _learn(self, event: Json, body: Json, place: str) -> None:
        for user in _users(event):
            self._names[user["id"]] = "@" + user["username"]
        if event["kind"] == "message":
            kind = "private" if body["flags"] & EPHEMERAL else "message"
            self._number(body["id"], f"{kind}:{place}")
        elif event["kind"] == "interaction":
            self._number(body["id"], f"interaction:{place}")

    def _number(self, snowflake: str, kind: str) -> str:
        if snowflake not in self._names:
            self._counts[kind] += 1
            self._names[snowflake] = f"{kind}:{self._counts[kind]}"
        return self._names[snowflake]

    def _name(self, snowflake: str, place: str) -> str:
        return self._names.get(snowflake) or self._number(snowflake, f"id:{place}")


def _users(value: Any) -> list[Json]:
    if isinstance(value, dict):
        found = [value] if "username" in value else []
        return found + [user for inner in value.values() for user in _users(inner)]
    if isinstance(value, list):
        return [user for inner in value for user in _users(inner)]
    return []


def _without_volatile(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_volatile(inner) for key, inner in value.items() if key not in _VOLATILE}
    if isinstance(value, list):
        return [_without_volatile(inner) for inner in value]
    return value
