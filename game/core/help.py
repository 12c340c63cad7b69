"""How games are played here, which is in no rules: pages that can be looked up, of any table and of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from game.core.desk import Entry
from game.core.program import TABLE
from game.core.rows import phrases


def pages(package: str) -> Iterator[Entry]:
    """Those of a desk's package: `page` in its `help.toml`, each with `id`, `title` and `text`."""
    for page in _read(package):
        yield Entry(f"help:{page['id']}", page["title"], page["text"].strip())


def table_pages(package: str, game: str) -> Iterator[Entry]:
    """Those that hold at every table, and those of a game: `game` is what its commands begin with.

    A game's page takes the place of the table's of the same id; what it has as `more` in place of a `text` stands below
    the table's. In texts `{table}` stands for the commands of any table, and `{game}` for those of this game.
    """
    own = {page["id"]: page for page in _read(package)}
    shared = {page["id"]: page for page in _read(__package__ or "")}
    for key in {**shared, **own}:
        usual, page = shared.get(key, {}), own.get(key, {})
        title = page.get("title") or usual["title"]
        texts = (page.get("text") or usual["text"], page.get("more", ""))
        text = "\n\n".join(filter(None, map(str.strip, texts))).format(table=TABLE, game=game)
        yield Entry(f"help:{key}", title, text, asked=phrases(usual.get("asked", "")))


def _read(package: str) -> list[dict[str, Any]]:
    text = files(package).joinpath("help.toml").read_text(encoding="utf-8")
    pages: list[dict[str, Any]] = tomllib.loads(text)["page"]
    return pages
