"""How games are played here, which is in no rules: pages to look up, of any table, of a game and of an aid."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from game.core.desk import Entry
from game.core.program import TABLE
from game.core.rows import phrases

Page = Mapping[str, Any]


def table_pages(package: str, game: str) -> Iterator[Entry]:
    """Those that hold at every table, and those of a game: `game` is what its commands begin with.

    They are `page` in a package's `help.toml`, each with `id`, `title` and `text`. A game's page takes the place of the
    table's of the same id, and is asked for as that is; what it has as `more` in place of a `text` stands below the
    table's. In texts `{table}` stands for the commands of any table, and `{game}` for those of this game.
    """
    shared, own = _read(__package__ or ""), _read(package)
    for key in {**shared, **own}:
        yield _entry(key, shared.get(key, {}), own.get(key, {}), game)


def aid_pages(package: str) -> Iterator[Entry]:
    """Those of an aid, and those of any table that hold `anywhere`: at an aid's table nobody plays a game."""
    shared, own = _read(__package__ or ""), _read(package)
    for key in {**own, **{key: page for key, page in shared.items() if page.get("anywhere")}}:
        yield _entry(key, shared.get(key, {}), own.get(key, {}))


def _entry(key: str, usual: Page, own: Page, game: str = "") -> Entry:
    title = own.get("title") or usual["title"]
    texts = (own.get("text") or usual["text"], own.get("more", ""))
    text = "\n\n".join(filter(None, map(str.strip, texts))).format(table=TABLE, game=game)
    return Entry(f"help:{key}", title, text, asked=phrases(usual.get("asked", "")))


@cache
def _read(package: str) -> Mapping[str, Page]:
    """The pages of a package by their ids."""
    text = files(package).joinpath("help.toml").read_text(encoding="utf-8")
    return {page["id"]: page for page in tomllib.loads(text)["page"]}
