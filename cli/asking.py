"""Asking a bot that serves its figures how it is."""

from __future__ import annotations

import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from bot.config import BadConfig, metrics_address
from bot.watch.address import Address

_WITHIN = 5.0
_LONGEST = 2000
"""Characters of an answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said; `well` if all is, `heard` if anybody answered."""

    said: str
    well: bool
    heard: bool = True


def address(file: Path | None) -> Address | None:
    """Where the bot of this configuration can be asked, whatever else is wrong with it; None: nowhere."""
    try:
        return metrics_address(file)
    except BadConfig:
        return None


def ask(where: Address, what: str) -> Answer:
    """What it says to /healthz or /readyz."""
    reachable = Address({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(where.host, where.host), where.port)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # it is no page of the world outside
    try:
        with opener.open(f"http://{reachable}/{what}", timeout=_WITHIN) as answer:
            return Answer(_read(answer.read(_LONGEST)), well=True)
    except urllib.error.HTTPError as error:
        with error:
            return Answer(_read(error.read(_LONGEST)), well=False)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        return Answer(f"no answer: {getattr(reason, 'strerror', None) or reason}", well=False, heard=False)


def _read(raw: bytes) -> str:
    return raw.decode(errors="replace").strip() or "an empty answer"
