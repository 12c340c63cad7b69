"""Misbehaviour on demand: rules that a test or a person switches on, each for a number of times.

Request faults name a route pattern such as `POST /channels/*/messages` (method or `*`, path after /api/v10, `*` matches
any text). Event faults name a gateway event such as `INTERACTION_CREATE`. Facts of the world rather than faults (closed
DMs, missing permissions, deleted messages and channels) are changed in the world itself.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal

from playground.traffic.log import Log

Kind = Literal["status", "page", "stumble", "rate_limit", "delay", "drop", "lose_answer", "withhold", "lose", "double"]
REQUEST_KINDS = frozenset({"status", "page", "stumble", "rate_limit", "delay", "drop", "lose_answer", "withhold"})
EVENT_KINDS = frozenset({"lose", "double"})


@dataclass(eq=False)
class Fault:
    """A rule. `times` is how often it will still strike (None: until cleared), `hits` how often it has.

    status: answer `status` with JSON `code`, and do nothing. page: answer `status` with a page for people, as a proxy
    does in Discord's place, and do nothing. stumble: do it, then answer `status`. rate_limit: answer 429 with `seconds`
    to wait, of `scope` user, shared or global. delay: wait `seconds`, then go on. drop: close the
    connection before doing anything. lose_answer: do it, then close the connection. withhold: do it, but do not answer
    until released.

    lose, double: the event is not delivered, or delivered twice.
    """

    kind: Kind
    pattern: str
    times: int | None = 1
    status: int = 503
    code: int = 0
    message: str = ""
    seconds: float = 0.0
    scope: str = "user"
    id: int = 0
    hits: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    struck: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    async def wait_hit(self, within: float = 30.0) -> None:
        """Wait until the fault has struck once. Raises TimeoutError."""
        async with asyncio.timeout(within):
            await self.struck.wait()

    def release(self) -> None:
        """Release the answers that it withholds."""
        self.released.set()

    def to_dict(self) -> dict[str, Any]:
        names = ("id", "kind", "pattern", "times", "status", "code", "message", "seconds", "scope", "hits")
        return {name: getattr(self, name) for name in names}


class Faults:
    def __init__(self, log: Log) -> None:
        self._log = log
        self._rules: list[Fault] = []
        self._count = 0

    def add(self, kind: Kind, pattern: str, times: int | None = 1, **settings: Any) -> Fault:
        """Switch a fault on. Raises ValueError for an unknown kind, TypeError for an unknown setting."""
        if kind not in REQUEST_KINDS | EVENT_KINDS:
            raise ValueError(f"unknown kind of fault: {kind}")
        self._count += 1
        fault = Fault(kind, pattern, times, id=self._count, **settings)
        self._rules.append(fault)
        return fault

    def get(self, fault_id: int) -> Fault | None:
        return next((rule for rule in self._rules if rule.id == fault_id), None)

    def remove(self, fault: Fault) -> None:
        """Switch a fault off, and release the answers that it withholds."""
        fault.release()
        fault.times = 0
        self._rules.remove(fault)

    def clear(self) -> None:
        """Switch all faults off, and release all withheld answers."""
        for rule in tuple(self._rules):
            self.remove(rule)

    def __iter__(self) -> Any:
        return iter(tuple(self._rules))

    def for_request(self, method: str, path: str) -> list[Fault]:
        """Return the rules that strike this request, in the order in which they were added; this counts as a hit for
        each."""
        return self._strike(REQUEST_KINDS, f"{method} {path}", method)

    def copies_of(self, event: str) -> int:
        """Return how many times an event is delivered: 1, or by a fault 0 or 2."""
        struck = self._strike(EVENT_KINDS, event)
        return 1 if not struck else 0 if struck[0].kind == "lose" else 2

    def _strike(self, kinds: frozenset[str], what: str, method: str = "") -> list[Fault]:
        found = []
        for rule in self._rules:
            pattern = method + rule.pattern[1:] if method and rule.pattern.startswith("* ") else rule.pattern
            if rule.kind in kinds and rule.times != 0 and fnmatchcase(what, pattern):
                rule.hits += 1
                rule.times = None if rule.times is None else rule.times - 1
                rule.struck.set()
                self._log.add("fault", rule.kind, {"at": what, "rule": rule.id})
                found.append(rule)
        return found
