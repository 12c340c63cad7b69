"""The bodies that the bot sent in comparable form: without ids, times, and an order that depends on timing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from playground.traffic.log import Entry

_TIME = re.compile(r"<t:\d+(:[a-zA-Z])?>")
_LINK = re.compile(r"https?://\S+")
_HASH = re.compile(r"[?&]hm=([0-9a-f]{16})")
_SNOWFLAKE = re.compile(r"(?<![0-9a-fx])\d{15,20}(?![0-9a-fx])")
_IDS = 10**15
"""Integers above this are ids."""
_UNTOLD = {"nonce", "token"}


class Sent:
    """Makes one game's requests comparable by removing what differs in every run."""

    def __init__(self, game_id: str) -> None:
        self._game_id = game_id

    def during(self, what: str, entries: Iterable[Entry]) -> dict[str, Any]:
        """Return what was sent after this action, sorted, since concurrent requests have no certain order."""
        found = list(entries)
        pictures = {entry.data["request"]: _pictures(entry.data["body"]) for entry in found if entry.kind == "answer"}
        rows = [
            [self._route(entry.what), self._plain(entry.data.get("body")), pictures.get(entry.n, [])]
            for entry in found
            if entry.kind == "request" and not entry.what.startswith("GET ")
        ]
        return {"did": what, "sent": sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))}

    def _route(self, what: str) -> str:
        return re.sub(r"/(?:\d{15,20}|[\w-]{40,})", "/*", what)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._plain(inner) for key, inner in value.items() if key not in _UNTOLD}
        if isinstance(value, list):
            return [self._plain(inner) for inner in value]
        if isinstance(value, int) and value > _IDS:
            return "*"
        if isinstance(value, str):
            text = value.replace(self._game_id, "GAME")
            return _SNOWFLAKE.sub("*", _TIME.sub("<t>", _LINK.sub("<link>", text)))
        return value


def _pictures(body: Any) -> list[str]:
    """Return the hashes of the files in a message that Discord returned."""
    return sorted(set(_HASH.findall(json.dumps(body))))
