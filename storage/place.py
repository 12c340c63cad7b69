"""Where a database is: in a file, or on a server."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

SCHEMES = ("postgresql", "postgres")

_TEXT = r"(?:[^\s:/?#@,\[\]%]|%[0-9A-Fa-f]{2})"
_HOST = rf"(?:\[[0-9A-Fa-f:.]+\]|{_TEXT}*)(?::\d{{0,5}})?"
_OPTION = r"[a-z_]+=(?:[^\s?#@&=%]|%[0-9A-Fa-f]{2})*"
_URL = re.compile(
    r"(?P<scheme>postgres(?:ql)?)://"
    rf"(?:{_TEXT}*(?::(?P<password>(?:{_TEXT}|[:,\[\]])*))?@)?"
    rf"(?P<shown>{_HOST}(?:,{_HOST})*(?:/(?:{_TEXT}|[:,])*)?)"
    rf"(?:\?(?P<options>(?:{_OPTION}(?:&{_OPTION})*&?)?))?"
)
"""The URLs that we accept: those that libpq is sure to split into the same parts. No part may contain an unescaped
character that could also be taken for a separator."""
_SHORT = 6
"""A password with fewer characters than this may stand in a driver's message by chance: to blank it out alone would
show it."""
_SECRET_OPTION = re.compile(r"(?:^|&)(?:ssl)?password=([^&]*)")
_UNCLEAR = (
    "this address cannot be read; in its password write %23 for #, %2F for /, %3F for ?, %40 for @, %25 for %,"
    " and behind a colon after the host nothing but a port"
)


@dataclass(frozen=True, slots=True)
class Server:
    """A database on a PostgreSQL server, by its URL. `str` leaves out user, password and options."""

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        """Raise ValueError for anything that is not such a URL; the error's text does not contain it."""
        if self.url.partition("://")[0] not in SCHEMES:
            raise ValueError("this is not an address such as postgresql://adepts@localhost/adepts")
        if not self.url.isprintable() or " " in self.url:
            raise ValueError("an address holds no spaces or line ends")
        # If libpq could split it in another way than we do, we might show its password.
        if not _URL.fullmatch(self.url) or "%00" in self.url or not _is_text(self.url):
            raise ValueError(_UNCLEAR)
        for host in self._parts()["shown"].partition("/")[0].split(","):
            port = host.rpartition(":")[2]
            if port.isdecimal() and not 0 < int(port) < 65536 and ":" in host:
                raise ValueError("its port cannot be")

    def __str__(self) -> str:
        parts = self._parts()
        return f"{parts['scheme']}://{parts['shown']}"

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets in the URL that no log and no message may show, the longest first."""
        parts = self._parts()
        written = [parts["password"] or "", *_SECRET_OPTION.findall(parts["options"] or "")]
        found = {self.url, *(each for password in written if password for each in (password, unquote(password)))}
        return tuple(sorted(found, key=len, reverse=True))

    def hidden_in(self, text: str) -> str:
        """Return a text, such as a driver's message, with these secrets blanked out; just "***" if one that it contains
        is short or made of letters alone."""
        for secret in self.secrets:
            if secret in text and (len(secret) < _SHORT or secret.isalpha()):
                return "***"
            text = text.replace(secret, "***")
        return text

    def _parts(self) -> re.Match[str]:
        match = _URL.fullmatch(self.url)
        assert match is not None
        return match


def _is_text(url: str) -> bool:
    """Whether its percent-encoded bytes are UTF-8, as the driver takes them to be."""
    try:
        unquote(url, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


Place = Path | Server
"""A SQLite file's path, or a server's database."""


def place(text: str) -> Place:
    """Parse what a person names: a URL of PostgreSQL, else the path of a file. Raises ValueError."""
    return Server(text) if text.partition("://")[0] in SCHEMES else Path(text)
