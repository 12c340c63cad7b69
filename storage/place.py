"""Where a database is: a file, or a server's."""

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
"""What libpq reads in the same way. A sign that begins or ends a part stands in no part where it could be taken so."""
_SHORT = 6
"""Letters of a password that may be among a driver's own: to hide these alone would show them."""
_SECRET_OPTION = re.compile(r"(?:^|&)(?:ssl)?password=([^&]*)")
_UNCLEAR = (
    "this address cannot be read; in its password write %23 for #, %2F for /, %3F for ?, %40 for @, %25 for %,"
    " and behind a colon after the host nothing but a port"
)


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL server, by its URL. As a text it has no user, no password, nothing behind a "?"."""

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        """Raises ValueError for what is no such URL; its text does not hold it."""
        if self.url.partition("://")[0] not in SCHEMES:
            raise ValueError("this is not an address such as postgresql://adepts@localhost/adepts")
        if not self.url.isprintable() or " " in self.url:
            raise ValueError("an address holds no spaces or line ends")
        # What is read in two ways would be shown by one of them.
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
        """What of it no log and no message may show, the longest first."""
        parts = self._parts()
        written = [parts["password"] or "", *_SECRET_OPTION.findall(parts["options"] or "")]
        found = {self.url, *(each for password in written if password for each in (password, unquote(password)))}
        return tuple(sorted(found, key=len, reverse=True))

    def hidden_in(self, text: str) -> str:
        """The text, such as a driver's, without any of these; nothing of it, should one be short or a word of it."""
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
    """Whether what is written by per cent is UTF-8, as the driver takes it to be."""
    try:
        unquote(url, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


Place = Path | Server
"""A path is a SQLite file's."""


def place(text: str) -> Place:
    """What a person names: a URL, or else a file. Raises ValueError."""
    return Server(text) if text.partition("://")[0] in SCHEMES else Path(text)
