"""The address that a server listens at."""

from __future__ import annotations

from typing import NamedTuple, Self

from game.core.text.numbers import whole


class Address(NamedTuple):
    """A host (an IP address or a name), and a port; port 0: any free one."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse what `str` writes: "127.0.0.1:9100" or "[::1]:9100". Raises ValueError."""
        host, _, port = text.rpartition(":")
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        elif ":" in host:
            host = ""
        number = whole(port, 5)
        if number is None or number > 65535 or not _can_be(host):
            raise ValueError("this is not an address such as 127.0.0.1:9100 or [::1]:9100")
        return cls(host, number)

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _can_be(host: str) -> bool:
    """Whether a host can have this name or address, as Python encodes it to look for it."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return bool(host) and host.isprintable() and not any(map(str.isspace, host))
