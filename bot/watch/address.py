"""Where something is listened to."""

from __future__ import annotations

from typing import NamedTuple, Self


class Address(NamedTuple):
    """A host, by number or name, and a port; 0: any that is free."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """As `str` writes it: "127.0.0.1:9100", "[::1]:9100". Raises ValueError."""
        host, _, port = text.rpartition(":")
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        elif ":" in host:
            host = ""
        usual = port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) < 65536
        if not usual or not host or not host.isprintable() or any(map(str.isspace, host)):
            raise ValueError("this is no address such as 127.0.0.1:9100 or [::1]:9100")
        return cls(host, int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
