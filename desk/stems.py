"""Stems of words, so that forms of a word find one another: "steals" and "stealing" become "steal"."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterable


class Stems:
    """The Porter stemmer of SQLite's full-text index. Words known beforehand are stemmed once."""

    def __init__(self, words: Iterable[str]) -> None:
        known = [word for word in dict.fromkeys(words) if "_" not in word]
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._db.close)
        self._db.execute("CREATE VIRTUAL TABLE known USING fts5(word, tokenize='porter unicode61')")
        self._db.executemany("INSERT INTO known VALUES (?)", [(word,) for word in known])
        self._db.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(known, instance)")
        rows = self._db.execute("SELECT doc, term FROM stem")
        self._stems: dict[str, str] = {known[row - 1]: stem for row, stem in rows}
        self._words = known

    def __call__(self, word: str) -> str:
        """Return the stem of a word; an unknown word that shares its stem with no known word is returned as it is."""
        stem = self._stems.get(word)
        if stem is None and "_" not in word:
            like = self._db.execute("SELECT rowid FROM known WHERE known MATCH ? LIMIT 1", (f'"{word}"',)).fetchone()
            stem = self._stems[self._words[like[0] - 1]] if like else None
        return word if stem is None else stem
