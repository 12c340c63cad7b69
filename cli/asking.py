"""Asks how the bot is: the bot itself, if it serves its figures, and Discord."""

from __future__ import annotations

import json
import math
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path

from bot.config import BadConfig, Discord, metrics_address
from bot.watch.address import Address
from game.core.program import NAME

_WITHIN = 5.0
_LONGEST = 2000
"""Characters of an answer that are read."""
_REFUSED = "it refuses the token: copy it again from the Developer Portal (Bot > Reset Token)"


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered; `well` if all is in order, `heard` if anybody answered at all."""

    said: str
    well: bool
    heard: bool = True


_ANOTHER = Answer("another program answers there: name a port that is free", well=False)


def address(file: Path | None) -> Address | None:
    """Return where the bot of this configuration serves its figures, whatever else is wrong with the configuration;
    None if it serves none."""
    try:
        return metrics_address(file)
    except BadConfig:
        return None


def ask(where: Address, what: str) -> Answer:
    """Ask the bot at that address for /healthz or /readyz (`what`, without the slash)."""
    reached = Address({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(where.host, where.host), where.port)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # no proxy: it is on this machine or near it
    try:
        try:
            answer = opener.open(f"http://{reached}/{what}", timeout=_WITHIN)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return _heard(answer, well=not isinstance(answer, urllib.error.HTTPError))
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        return Answer(f"no answer: {getattr(reason, 'strerror', None) or reason}", well=False, heard=False)
    except HTTPException:  # it does not speak HTTP
        return _ANOTHER


def _heard(answer: HTTPResponse | urllib.error.HTTPError, well: bool) -> Answer:
    if answer.headers.get("Server") != NAME:
        return _ANOTHER
    return Answer(_read(answer.read(_LONGEST)), well)


def taken(where: Address) -> str:
    """Return why the bot could not listen at that address now; "" if it could."""
    try:
        for family, *_, found in socket.getaddrinfo(*where, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE):
            socket.create_server(found[:2], family=family).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def ask_discord(settings: Discord) -> Answer:
    """Ask Discord whether it accepts the token, how many shards it recommends, and how many sessions are left today."""
    headers = {"Authorization": f"Bot {settings.token.get_secret_value()}", "User-Agent": f"DiscordBot ({NAME}, 1)"}
    try:
        request = urllib.request.Request(f"{settings.api_url}/gateway/bot", headers=headers)
        with urllib.request.build_opener(_Stay()).open(request, timeout=_WITHIN) as answer:
            told = json.loads(answer.read(_LONGEST))
        shards, limit = int(told["shards"]), told["session_start_limit"]
        total, left, reset = (int(limit[key]) for key in ("total", "remaining", "reset_after"))
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 401:
            return Answer(_REFUSED, well=False)
        elsewhere = ": is discord.api_url right?" if error.code < 400 or error.code == 404 else ""
        return Answer(f"it answers with status {error.code}{elsewhere}", well=False)
    except OSError as error:
        reason = getattr(error, "reason", error)
        return Answer(f"it cannot be reached: {getattr(reason, 'strerror', None) or reason}", well=False, heard=False)
    except (ValueError, KeyError, TypeError, HTTPException):
        return Answer("what it answers cannot be read: is discord.api_url right?", well=False)
    said = [
        "it takes the token",
        f"shards: it recommends {shards}, discord.shards is {settings.shards or 'left to it'}",
    ]
    said.append(f"sessions left today: {left} of {total}")
    if left < (settings.shards or shards):
        said[-1] += f", too few to start before {math.ceil(reset / 60_000)} minutes have gone by"
    return Answer("\n".join(said), well=left >= (settings.shards or shards))


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, so that the token is sent nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


def _read(raw: bytes) -> str:
    return raw.decode(errors="replace").strip() or "an empty answer"
