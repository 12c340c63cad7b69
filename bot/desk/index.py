"""The search: SQLite's full-text index with stemming ranks the texts, rapidfuzz knows names and mends typing errors."""

from __future__ import annotations

import sqlite3
from functools import cache, lru_cache
from typing import NamedTuple

from bot.desk.entries import Entry, entries
from bot.desk.words import LONGEST, alike, runs, squeezed, synonyms, terms, words

WEIGHTS = (5.0, 3.0, 1.0, 1.0)
"""Of the columns title, keywords, about and text in the ranking."""
PRIOR = {"spell": 1.1, "adept": 1.1, "phase": 1.0, "section": 0.95, "term": 0.9, "ruling": 0.85, "question": 1.2}
"""Between equals, what answers most directly comes first."""
NAMED = 1.3
"""What a name is worth beside the best text, if it is all that was typed."""
EXACT = 2.0
"""What the very title or name is worth besides."""
SURELY = 0.85
"""Least likeness to a name of a word that our texts have, for it hardly is an error."""
SYNONYM = 0.7
"""What a synonym is worth beside the word that was typed."""
CANDIDATES = 60
"""Entries that the full-text index gives for a term."""


class Hit(NamedTuple):
    """A search result; `ref` leads to its page, `summary` is its text on one line, shortened."""

    ref: str
    kind: str
    title: str
    summary: str
    score: float


def search(query: str, limit: int = 5, kind: str | None = None) -> list[Hit]:
    """The entries (of one kind) that answer a query, best first; one that was picked comes alone.

    Picked is a reference, or with a kind an exact name or key.
    """
    return [hit(entries()[ref], score) for ref, score in ranked(query, kind)[:limit]]


def ranked(query: str, kind: str | None = None) -> list[tuple[str, float]]:
    """All references (of one kind) that answer a query with their scores, best first."""
    query = query[:LONGEST].strip()
    if picked := _picked(query, kind):
        return [(picked, 1.0)]
    scores = [(ref, score) for ref, score in _scores(query).items() if kind in (None, ref.partition(":")[0])]
    return sorted(scores, key=lambda row: (-row[1], row[0]))


def _picked(query: str, kind: str | None) -> str | None:
    """The entry that a query names beyond doubt."""
    if query in entries():
        return query
    exact = (index().exact.get(squeezed(name), ()) for name in (query, f"{kind} {query}"))
    return next((ref for refs in exact for ref in refs if kind == entries()[ref].kind), None)


def hit(entry: Entry, score: float = 0.0) -> Hit:
    """An entry as a search result."""
    return Hit(entry.ref, entry.kind, entry.title, shortened(" ".join(entry.text.split()), 200), score)


def shortened(text: str, most: int) -> str:
    """A text in at most so many characters, cut after a word."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"


class Index:
    """The entries in an SQLite database in memory, and their names. Needs an SQLite with FTS5, as Python's is."""

    def __init__(self) -> None:
        self.names: dict[str, list[str]] = {}
        self.exact: dict[str, list[str]] = {}
        self.vocabulary = dict.fromkeys(word for _, theirs in synonyms() for word in theirs.split())
        self.db = sqlite3.connect(":memory:", check_same_thread=False)
        self.db.execute(
            "CREATE VIRTUAL TABLE entry USING fts5(title, keywords, about, text, tokenize='porter unicode61')"
        )
        self.db.execute("CREATE VIRTUAL TABLE synonym USING fts5(ours UNINDEXED, theirs, tokenize='porter unicode61')")
        self.db.executemany("INSERT INTO synonym VALUES (?, ?)", synonyms())
        self.refs = list(entries())
        for row, entry in enumerate(entries().values(), 1):
            called = " ".join((*entry.names, entry.keywords))
            columns = (entry.title, called, " ".join(map(_topic, entry.about)), entry.text)
            self.db.execute(
                "INSERT INTO entry (rowid, title, keywords, about, text) VALUES (?, ?, ?, ?, ?)", (row, *columns)
            )
            self.vocabulary.update(dict.fromkeys(words(" ".join(columns))))
            for name in entry.names:
                self.names.setdefault(squeezed(name), []).append(entry.ref)
            for name in dict.fromkeys(map(squeezed, (entry.title, *entry.names))):
                self.exact.setdefault(name, []).append(entry.ref)

    def texts(self, phrases: list[str]) -> dict[str, float]:
        """The entries with any of these words, and how well they fit (higher is better)."""
        if not phrases:
            return {}
        rows = self.db.execute(
            "SELECT rowid, bm25(entry, ?, ?, ?, ?) AS rank FROM entry WHERE entry MATCH ? ORDER BY rank LIMIT ?",
            (*WEIGHTS, " OR ".join(phrases), CANDIDATES),
        )
        return {self.refs[row - 1]: -rank for row, rank in rows}

    def knows(self, term: str) -> bool:
        """Whether any text has the term or another form of it."""
        return bool(self.db.execute("SELECT 1 FROM entry WHERE entry MATCH ? LIMIT 1", (quoted(term),)).fetchone())

    def synonyms(self, term: str) -> list[str]:
        """Our words for what players call so."""
        rows = self.db.execute("SELECT ours FROM synonym WHERE synonym MATCH ?", (quoted(term),))
        return [word for (ours,) in rows for word in ours.split() if word != term]

    def named(self, typed: str) -> dict[str, float]:
        """The entries whose names are like this, and how much (0 to 1)."""
        if typed in self.names:
            return dict.fromkeys(self.names[typed], 1.0)
        least = SURELY if typed in self.vocabulary else 0.0
        near = alike(typed, self.names)
        return {ref: near[name] for name in reversed(near) if near[name] >= least for ref in self.names[name]}


@cache
def index() -> Index:
    """The one index, built when first needed."""
    return Index()


@lru_cache(maxsize=256)
def _scores(query: str) -> dict[str, float]:
    """How well entries fit: by what their texts say of each term, and by how much of the query is their name."""
    found = terms(query)
    scores: dict[str, float] = {}
    matched: dict[str, int] = {}
    for term in found:
        for ref, score in _fits(term).items():
            scores[ref] = scores.get(ref, 0.0) + score
            matched[ref] = matched.get(ref, 0) + 1
    for ref in scores:
        scores[ref] *= (matched[ref] / len(found)) ** 0.5 * PRIOR[ref.partition(":")[0]]
    best = max(scores.values(), default=1.0)
    scores = {ref: score / best for ref, score in scores.items()}
    for run, length in runs(found, 3):
        for ref, likeness in index().named(run).items():
            scores[ref] = scores.get(ref, 0.0) + NAMED * likeness * (length / len(found)) ** 2
    for ref in index().exact.get(squeezed(query), ()):
        scores[ref] = scores.get(ref, 0.0) + EXACT
    return scores


@lru_cache(maxsize=1024)
def _fits(term: str) -> dict[str, float]:
    """How well texts fit a single term: as it was typed or corrected, or at a discount by a synonym."""
    known = index().knows(term)
    forms = [term] if known else list(alike(term, index().vocabulary))
    typed = [quoted(form) for form in forms] + ([] if known else [quoted(term, prefix=True)])
    fits = index().texts(typed)
    similar = index().texts([quoted(word) for form in forms for word in index().synonyms(form)])
    for ref, score in similar.items():
        fits[ref] = max(fits.get(ref, 0.0), SYNONYM * score)
    return fits


def quoted(term: str, prefix: bool = False) -> str:
    """A term as a phrase of the full-text query language."""
    return f'"{term}"{"*" if prefix else ""}'


def _topic(topic: str) -> str:
    """What an entry is about in searchable words: a spell's id and name, a gem, a phase."""
    entry = entries().get(f"spell:{topic}")
    return " ".join(entry.names) if entry else topic
