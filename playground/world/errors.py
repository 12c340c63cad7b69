"""Discord's refusals: a status, a JSON code and a message; for invalid bodies also nested `errors`."""

from __future__ import annotations

from typing import Any

_KNOWN: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50083: (403, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}

Path = tuple[str | int, ...]
Problem = tuple[Path, str, str]
"""The path in the body, Discord's error code, and the message."""


class ApiError(Exception):
    """A request that Discord refuses; it becomes the HTTP answer."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.headers = headers or {}
        self.body: dict[str, Any] = {"message": message, "code": code, **(extra or {})}
        if errors is not None:
            self.body["errors"] = errors


def refused(code: int) -> ApiError:
    status, message = _KNOWN[code]
    return ApiError(status, code, message)


def plain(status: int, message: str) -> ApiError:
    """Return an error without a JSON code of its own, such as `401: Unauthorized`."""
    return ApiError(status, 0, f"{status}: {message}")


def invalid(problems: list[Problem]) -> ApiError:
    """Return 400/50035 with each problem at its path in the nested `errors`."""
    errors: dict[str, Any] = {}
    for path, code, message in problems:
        place = errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})
    return ApiError(400, 50035, "Invalid Form Body", errors)
