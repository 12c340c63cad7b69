"""Rate limits: a bucket for each route and major parameter, the global limit, and Discord's headers.

Discord publishes no figures and says not to rely on any; these were measured by bot authors.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from dataclasses import dataclass

from playground.world.clock import Clock
from playground.world.errors import ApiError, refused

GLOBAL = 50
"""Requests per second of a bot; interaction endpoints do not count."""

_ROUTES: dict[str, tuple[int, float]] = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": (5, 1.0),
    "POST /channels/{channel_id}/threads": (50, 300.0),
    "POST /users/@me/channels": (10, 10.0),
    "webhook": (5, 2.0),
    "old edit": (3, 60.0),
    "rename": (2, 600.0),
}
_OTHERS = (50, 1.0)
_BUCKETS_KEPT = 1000
_NEW_COMMANDS_A_DAY = 200

Headers = dict[str, str]


@dataclass(slots=True)
class _Bucket:
    left: int
    resets_at: float


class Limits:
    """Counts requests, in windows `speed` times shorter than Discord's (infinite: no limits), and new commands."""

    def __init__(self, clock: Clock, speed: float = 1.0) -> None:
        self._clock = clock
        self.speed = speed
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._new_commands: dict[int | None, list[float]] = defaultdict(list)

    def route(self, method: str, template: str, params: dict[str, str]) -> Headers:
        """Count a request to a route and return the headers. Raises ApiError 429."""
        if "callback" in template:
            return {}
        if template.startswith("/webhooks/"):
            return self._count("webhook", params["webhook_token"])
        self._count_global()
        major = params.get("channel_id") or params.get("guild_id") or ""
        return self._count(f"{method} {template}", major)

    def old_edit(self, channel_id: int) -> None:
        """Count an edit of a message older than an hour. Raises ApiError 429 with code 30046."""
        message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
        self._count("old edit", str(channel_id), code=30046, message=message)

    def rename(self, channel_id: int) -> None:
        """Count a new name or topic of a channel, which has a limit of its own. Raises ApiError 429."""
        self._count("rename", str(channel_id))

    def new_commands(self, scope: int | None, number: int) -> None:
        """Count new commands of a guild (None: global ones). Raises ApiError 30034 above Discord's daily limit."""
        now = self._clock.time()
        made = [t for t in self._new_commands[scope] if now - t < 24 * 3600.0]
        if len(made) + number > _NEW_COMMANDS_A_DAY:
            raise refused(30034)
        self._new_commands[scope] = made + [now] * number

    def _count_global(self) -> None:
        bucket = self._bucket("global", "", GLOBAL, 1.0)
        if bucket.left <= 0:
            raise too_many(bucket.resets_at - self._clock.time(), scope="global")
        bucket.left -= 1

    def _count(self, name: str, major: str, code: int = 0, message: str = "") -> Headers:
        limit, window = _ROUTES.get(name, _OTHERS)
        bucket = self._bucket(name, major, limit, window)
        now = self._clock.time()
        refuse = bucket.left <= 0
        bucket.left = max(0, bucket.left - 1)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{bucket.resets_at:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, bucket.resets_at - now):.3f}",
            "X-RateLimit-Bucket": hashlib.md5(name.encode(), usedforsecurity=False).hexdigest(),
        }
        if refuse:
            raise too_many(bucket.resets_at - now, code=code, message=message, headers=headers)
        return headers

    def _bucket(self, name: str, major: str, limit: int, window: float) -> _Bucket:
        now = self._clock.time()
        bucket = self._buckets.get((name, major))
        if bucket is None or bucket.resets_at <= now:
            if len(self._buckets) > _BUCKETS_KEPT:
                self._buckets = {key: kept for key, kept in self._buckets.items() if kept.resets_at > now}
            bucket = self._buckets[name, major] = _Bucket(limit, now + window / self.speed)
        return bucket


def too_many(
    seconds: float, scope: str = "user", code: int = 0, message: str = "", headers: Headers | None = None
) -> ApiError:
    """Return Discord's 429: body and headers say how long to wait, and whether the limit is global."""
    wait = max(0.001, seconds)
    is_global = scope == "global"
    extra = {"retry_after": round(wait, 3), "global": is_global}
    told = {**(headers or {}), "Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": scope}
    if is_global:
        told["X-RateLimit-Global"] = "true"
    return ApiError(429, code, message or "You are being rate limited.", headers=told, extra=extra)
