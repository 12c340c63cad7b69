"""Which of the bot's shards a process runs, and therefore which events it receives."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

MOST = 16_384
"""The most shards that one bot may have here: far more than any bot needs."""
_WRITTEN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from `first` to `last`, both included, of `count` in all. Raises ValueError with a readable reason."""

    first: int
    last: int
    count: int

    def __post_init__(self) -> None:
        if not 0 < self.count <= MOST:
            raise ValueError(f"a bot has 1 to {MOST} shards, not {self.count}")
        if self.first > self.last:
            raise ValueError(f"{self.first}-{self.last} is the wrong way round: write {self.last}-{self.first}")
        if self.last >= self.count:
            raise ValueError(
                f"shards are counted from 0: of {self.count} the last is {self.count - 1}, not {self.last}"
            )

    @classmethod
    def all_of(cls, count: int) -> Self:
        return cls(0, count - 1, count)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse what `str` writes: "0-3/8", or "5/8" for a single shard. Raises ValueError."""
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"{text!r} is not written as 0-3/8 (shards 0 to 3 of 8) or 5/8 (shard 5 of 8)")
        first, last, count = found.groups()
        return cls(int(first), int(last or first), int(count))

    def __str__(self) -> str:
        span = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{span}/{self.count}"

    @property
    def ids(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def share(self) -> float:
        """The fraction of all shards that these are: above 0, at most 1."""
        return len(self.ids) / self.count
