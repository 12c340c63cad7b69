"""What the bot remembers about its installation in `storage.meta`: the keys, and the form of the values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from storage import Share, moment

COMMANDS = "commands"
"""The commands that Discord was last told: a SHA-256."""
ICONS = "icons"
"""What was uploaded: the application, and the id and digest of each icon."""
DRAWN_BY = "icons drawn by"
"""The program that drew all of those icons: a digest."""

ALIVE = "alive"
"""When the bot was last running: a moment, stored every little while. With a share after the key: when the process with
that share was."""

LOOKS = "looks"
"""What messages looked like when all of them had last been gone over: digests of the program and of its icons. With a
share after the key: the same for the process with that share."""

SESSION = "session"
"""When the next gateway session may begin, of all processes together: a moment. The key ends with the number of
Discord's queue."""

_SHA256 = re.compile("[0-9a-f]{64}")


def alive(share: Share) -> str:
    """Return the key for when the process with this share was last running."""
    return ALIVE if share.is_whole else f"{ALIVE} {share}"


def looks(share: Share) -> str:
    """Return the key for what the messages of the process with this share look like."""
    return LOOKS if share.is_whole else f"{LOOKS} {share}"


def session(queue: int) -> str:
    """Return the key for when the next session of this queue may begin."""
    return f"{SESSION} {queue}"


class Uploaded(NamedTuple):
    """The uploaded icons by name, each with its id and digest, and the application they belong to (None: nothing
    uploaded yet)."""

    application: int | None
    icons: dict[str, tuple[int, str]]


def uploaded(value: str | None) -> Uploaded | None:
    """Parse the value of `ICONS`; None if it cannot be read."""
    try:
        application, known = json.loads(value or "[null, {}]")
        return Uploaded(application, {name: _icon(*icon) for name, icon in known.items()})
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _icon(emoji_id: Any, digest: Any) -> tuple[int, str]:
    return int(emoji_id), str(digest)


def problems(facts: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with the remembered facts, a line each. Such faults do no harm: the bot asks Discord
    again."""
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
