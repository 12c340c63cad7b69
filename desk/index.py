"""Our texts in an SQLite database in memory, whose full-text index knows the forms of a word (Porter's stemmer)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import log
from typing import NamedTuple

from desk.words import alike, comparing, fillers, grammar, plain, regular, slight, squeezed, terms, words
from game.core.desk import Desk, Entry

COLUMNS = (4.0, 2.0, 1.5, 1.0)
"""Weights in the ranking of whole entries: of names, of the ways in which people ask, of topics, of the text."""
SYNONYM = 0.65
"""What a synonym is worth beside the word that was typed."""

SLIGHT = 0.5
"""What words count that tell what kind of answer is wanted, beside the subject."""
SURELY = 0.8
"""Least likeness of an unknown word to a name that is taken for it, whatever else it may be a form of."""
MENDED = 0.9
"""What a word is worth that was misspelt, or is not typed to its end."""


class Found(NamedTuple):
    """Where a term, or a synonym of it, stands.

    `phrases` are numbers of phrases with what the term is worth there, `texts` entries with their bm25; `weight` is
    the higher, the fewer entries have it; `length` is its number of words; `named` are references of the entries with
    proper names that it names.
    """

    weight: float
    length: int
    phrases: dict[int, float]
    texts: dict[str, float]
    named: tuple[str, ...]


class Index:
    """Entries as wholes, and each way in which people ask for them (`phrases`) by itself.

    Building it takes some 200 ms, better spent in another thread than in an event loop.
    """

    def __init__(self, desk: Desk, entries: Mapping[str, Entry]) -> None:
        self._desk = desk
        self._entries = entries
        self._changing = grammar() | frozenset(desk.grammar.split())
        self._slight = slight() | comparing() | frozenset(desk.slight.split())
        self.exact: dict[str, list[str]] = {}
        """References by their names and titles, squeezed."""
        self.phrases: list[tuple[str, int]] = []
        """Of each phrase the reference it leads to, and its number of words."""
        self._refs = list(entries)
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        for table, columns in (("entry", "names, asked, about, text"), ("phrase", "words"), ("synonym", "words")):
            self._db.execute(f"CREATE VIRTUAL TABLE {table} USING fts5({columns}, tokenize='porter unicode61')")
        vocabulary, known = {*fillers(), *self._changing}, set[str]()
        for entry in entries.values():
            asked = [self.plain(phrase) for phrase in dict.fromkeys((entry.title, *entry.names, *entry.asked))]
            names = self.plain(" ".join((entry.title, *entry.names)))
            row = (names, " ".join(asked), self.plain(self._topics(entry)), self.plain(entry.text))
            self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", row)
            for phrase in asked:
                said = terms(phrase)
                self.phrases.append((entry.ref, sum(map(_length, said))))
                self._db.execute("INSERT INTO phrase VALUES (?)", (" ".join(said),))
            named = (entry.title, *entry.names)
            for name in dict.fromkeys(map(squeezed, (*named, *(name.removeprefix("The ") for name in named)))):
                self.exact.setdefault(name, []).append(entry.ref)
            for column in row[:2]:
                vocabulary.update(words(column.replace("_", " ")))
            known.update(words(entry.text))
        for group in map(self._synonymous, desk.synonyms()):
            self._db.execute("INSERT INTO synonym VALUES (?)", (group,))
            vocabulary.update(words(group.replace("_", " ")))
        self._vocabulary = sorted(vocabulary)
        self._known = frozenset(vocabulary | known)
        self._names = [name for name in self.exact if name in vocabulary]

    def plain(self, text: str) -> str:
        """A text as it is compared."""
        return plain(words(text), self._desk.tidied)

    @staticmethod
    def _synonymous(group: str) -> str:
        return " ".join(dict.fromkeys(map(regular, group.split())))

    def terms(self, query: str) -> list[str]:
        """What is looked for in a query."""
        return terms(plain(self.mended(words(query)), self._desk.tidied))

    def compared(self, query: str) -> frozenset[str]:
        """The entries of the things whose difference is asked: two at least that are named; none if it is not asked."""
        said = self.mended(words(query))
        if not comparing().intersection(said):
            return frozenset()
        runs = [*said, *map("".join, pairwise(said)), *map("".join, zip(said, said[1:], said[2:], strict=False))]
        called = [refs for run in runs if (refs := self.exact.get(run))]
        return frozenset(ref for refs in called for ref in refs) if len(called) > 1 else frozenset()

    def called(self, terms: list[str]) -> list[str]:
        """The entries that are called just what the terms say, slight ones left out."""
        return self.exact.get("".join(term for term in terms if term not in self._slight), [])

    def _topics(self, entry: Entry) -> str:
        """What an entry is about in searchable words: what those are called, both ways where names are proper."""
        rows = [self._entries[ref] for ref in entry.about]
        return " ".join(" ".join(row.names[: 2 if row.proper else 1]) for row in rows)

    def mended(self, typed: list[str]) -> list[str]:
        """The words, with names joined that were written apart, and misspelt fillers put right."""
        joined: list[str] = []
        for word in typed:
            if joined and joined[-1] + word in self._known and not {joined[-1], word} <= self._known:
                word = joined.pop() + word
            joined.append(word)
        return [self._grammar(word) for word in joined]

    def _grammar(self, word: str) -> str:
        if word in self._known or self._matches(word + "*"):
            return word
        near = alike(word, self._vocabulary)
        best = [each for each, likeness in near.items() if likeness == max(near.values())]
        return next((each for each in best if each in fillers() or each in self._changing), word)

    def find(self, term: str) -> Found | None:
        """Where a term stands, else what begins like it or is spelt nearly so, and its synonyms; None if nowhere."""
        typed, worth, others = [_quoted(term)], 1.0, self._synonyms(term)
        near = [] if term in self._known else list(alike(term, self._names, SURELY))
        if not near and not others and not self._matches(term):
            near = [*alike(term, self._vocabulary), term + "*"]
        if near:
            typed = [_quoted(word) for word in near]
            others = [other for word in near for other in self._synonyms(word)]
            worth = MENDED
        told = [
            f"{{names asked}} : {word}" if term.isdigit() else word for word in typed
        ]  # in passing, numbers say nothing
        texts = {ref: worth * score for ref, score in self._texts(told).items()}
        phrases = dict.fromkeys(self._phrases(typed), worth)
        for ref, score in self._texts(others).items():
            texts[ref] = max(texts.get(ref, 0.0), SYNONYM * score)
        for row in self._phrases(others):
            phrases.setdefault(row, SYNONYM)
        if not texts:
            return None
        called = [ref for name in (near or [term]) for ref in self.exact.get(name, ())]
        named = tuple(ref for ref in called if self._entries[ref].proper)
        share = SLIGHT if term in self._slight else 1.0
        return Found(share * log(1 + len(self._refs) / len(texts)), _length(term), phrases, texts, named)

    def _matches(self, term: str) -> bool:
        query = "SELECT 1 FROM entry WHERE entry MATCH ? LIMIT 1"
        return bool(self._db.execute(query, (_quoted(term),)).fetchone())

    def _synonyms(self, term: str) -> list[str]:
        rows = self._db.execute("SELECT words FROM synonym WHERE synonym MATCH ?", (_quoted(term),))
        return [_quoted(word) for (group,) in rows for word in group.split() if word != term]

    def _texts(self, anyof: list[str]) -> dict[str, float]:
        """The entries with any of these, and how well they fit (higher is better)."""
        if not anyof:
            return {}
        rows = self._db.execute(
            "SELECT rowid, bm25(entry, ?, ?, ?, ?) FROM entry WHERE entry MATCH ?", (*COLUMNS, " OR ".join(anyof))
        )
        return {self._refs[row - 1]: -rank for row, rank in rows}

    def _phrases(self, anyof: list[str]) -> Iterable[int]:
        if not anyof:
            return ()
        rows = self._db.execute("SELECT rowid FROM phrase WHERE phrase MATCH ?", (" OR ".join(anyof),))
        return [row - 1 for (row,) in rows]


def _length(term: str) -> int:
    return len(words(term.replace("_", " ")))


def _quoted(term: str) -> str:
    """A term as a phrase of the full-text query language; one that ends in * stands for all that begin so."""
    return f'"{term.removesuffix("*")}"' + "*" * term.endswith("*")
