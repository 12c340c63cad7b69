"""What the bot remembers about its installation (`storage.meta`): under which keys, and in which form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from storage import Share, moment

COMMANDS = "commands"
"""What the commands were when Discord was last told: a SHA-256."""
ICONS = "icons"
"""What was uploaded: the application, and of each icon its id and digest."""
DRAWN_BY = "icons drawn by"
"""Which program drew them, all that it has: a digest."""

ALIVE = "alive"
"""When the bot was last there: a moment, noted every little while. With a share behind it: when who has that was."""

LOOKS = "looks"
"""What messages looked like when all of them had been gone over: digests of the program and of its icons. With a share
behind it: what those of whoever has that did."""

SESSION = "session"
"""When the next session may begin at Discord, all processes together: a moment. Behind it, the number of Discord's
queue."""

_SHA256 = re.compile("[0-9a-f]{64}")


def alive(share: Share) -> str:
    """Under which key it is remembered when whoever has this share was last there."""
    return ALIVE if share.is_whole else f"{ALIVE} {share}"


def looks(share: Share) -> str:
    """Under which key it is remembered what the messages of whoever has this share look like."""
    return LOOKS if share.is_whole else f"{LOOKS} {share}"


def session(queue: int) -> str:
    """Under which key it is remembered when the next session of this queue may begin."""
    return f"{SESSION} {queue}"


class Uploaded(NamedTuple):
    """Icons by name, each with its id and digest, and the application they are of; None: nothing yet."""

    application: int | None
    icons: dict[str, tuple[int, str]]


def uploaded(value: str | None) -> Uploaded | None:
    """What is remembered as uploaded; None if it cannot be read."""
    try:
        application, known = json.loads(value or "[null, {}]")
        return Uploaded(application, {name: _icon(*icon) for name, icon in known.items()})
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _icon(emoji_id: Any, digest: Any) -> tuple[int, str]:
    return int(emoji_id), str(digest)


def problems(facts: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with it, a line each. It does no harm: the bot asks Discord anew."""
    for key, value in facts.items():
        name, _, share = key.partition(" ")
        name = name if name in (ALIVE, LOOKS, SESSION) or not share else key
        if name not in _READ:
            yield f"nothing is remembered as {key!r}"
        elif not _READ[name](value):
            yield f"{key} cannot be read"


_READ: Mapping[str, Callable[[str], object]] = {
    COMMANDS: _SHA256.fullmatch,
    ICONS: uploaded,
    DRAWN_BY: str,
    ALIVE: moment,
    LOOKS: str,
    SESSION: moment,
}
