"""Where a database is: a file, or a server's."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL server, by its URL. As a text it has no password, nor anything behind a "?"."""

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        """Raises ValueError for what is no such URL; its text does not hold it."""
        parts = urlsplit(self.url)
        if parts.scheme not in SCHEMES:
            raise ValueError("this is no address such as postgresql://adepts@localhost/adepts")
        if not self.url.isprintable() or " " in self.url:
            raise ValueError("an address holds no spaces or line ends")

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def secrets(self) -> tuple[str, ...]:
        """What of it no log may show."""
        parts = urlsplit(self.url)
        written = [parts.password or "", *parse_qs(parts.query).get("password", [])]
        return (self.url, *(each for password in written if password for each in {password, unquote(password)}))


Place = Path | Server
"""A path is a SQLite file's."""


def place(text: str) -> Place:
    """What a person names: a URL, or else a file. Raises ValueError."""
    return Server(text) if text.partition("://")[0] in SCHEMES else Path(text)
