"""In which ways people ask for an entry, besides its title and names: phrases of any length, with commas between.

What is typed is compared with each phrase by itself. A phrase says what an entry is for, does or answers, and
should suit no other as well. There may be any number of them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def asked() -> dict[str, tuple[str, ...]]:
    """The phrases that lead to an entry, by its reference ("spell:3B")."""
    tables = [file for file in files(__package__).iterdir() if file.name.endswith(".toml")]
    found = [tomllib.loads(table.read_text(encoding="utf-8")) for table in sorted(tables, key=lambda file: file.name)]
    return {
        f"{kind}:{key}": tuple(filter(None, map(str.strip, phrases.replace("\n", " ").split(","))))
        for kinds in found
        for kind, rows in kinds.items()
        for key, phrases in rows.items()
    }
