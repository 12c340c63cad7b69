"""Pages on how games are played here, which is in no rules: for any table, for a game and for an aid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from game.core.desk import Entry
from game.core.program import TABLE
from game.core.rows import phrases
from game.core.toml import load

Page = Mapping[str, Any]


def table_pages(package: str, game: str) -> Iterator[Entry]:
    """Yield the pages that hold at every table and those of a game; `game` is what the game's commands begin with.

    They are the `page` tables in a package's `help.toml`, each with `id`, `title` and `text`. A game's page replaces
    the general page of the same id and is found by the same phrases. With `more` in place of `text`, it is added below
    the general text instead. In texts `{table}` stands for the commands of any table, and `{game}` for those of this
    game.
    """
    shared, own = _read(__package__ or ""), _read(package)
    for key in {**shared, **own}:
        yield _entry(key, shared.get(key, {}), own.get(key, {}), game)


def aid_pages(package: str) -> Iterator[Entry]:
    """Yield the pages of an aid, and the general pages marked `anywhere`: at an aid's table nobody plays a game."""
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
    """Return the pages of a package by their ids."""
    return {page["id"]: page for page in load(package, "help")["page"]}
