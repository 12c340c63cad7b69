"""The search index of our texts: where each word occurs, in whatever form, and what it is worth there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, pairwise, takewhile
from math import log
from typing import NamedTuple

from desk.stems import Stems
from desk.words import alike, comparing, fillers, grammar, light, plain, regular, slight, squeezed, terms, words
from game.core.desk import Desk, Entry

WEIGHTS = (4.0, 2.0, 1.5, 1.0)
"""Weights of a word in whole entries, by column: names, ways in which people ask, topics, text."""
NUMBERS = (True, True, False, False)
"""Whether numbers count in these columns; a number mentioned in passing says nothing."""
SATURATION, LENGTH = 1.2, 0.75
"""BM25's k1 (how soon repetitions of a word stop counting) and b (how much long texts are penalised)."""
SENTENCE = 0.6
"""Worth of a sentence of the text as a phrase."""
RARITY = 0.65
"""Exponent of the rarity in a word's weight; at 0, all words would weigh the same."""
SYNONYM = 0.65
"""Worth of a synonym relative to the word that was typed."""
SLIGHT = 0.5
"""Weight of words that say what kind of answer is wanted, relative to the subject's."""
LIGHT = 0.2
"""Weight of words that say little."""
SURELY = 0.8
"""Minimum likeness of an unknown word to a name for which it is taken, even if it may be a form of another word."""
MENDED = 0.9
"""Worth of a word that was misspelt or not typed to its end."""
BEGINNINGS = 50
"""How many known words are tried as completions of one that was not typed to its end."""


_END = re.compile(r"[.:;!?]\s|\n+")


class Columns(NamedTuple):
    """The texts of an entry in `plain` form by column; `sentences` are those of its text."""

    names: list[str]
    asked: list[str]
    topics: list[str]
    sentences: list[str]


class Phrase(NamedTuple):
    """A way in which people ask for an entry: its terms' stems with the weight of each, and their sum as `weight`.

    `worth` is less for a sentence of the entry's text, which nobody has asked like that.
    """

    ref: str
    stems: dict[str, float]
    weight: float
    worth: float = 1.0


class Found(NamedTuple):
    """Where a term, or a synonym of it, occurs.

    `phrases` has for each phrase its number, what the term is worth there, and how much of the phrase's weight it
    covers; `texts` has how well it fits each entry, by reference. `weight` is the higher the fewer entries have the
    term. `called` are references of the entries that it names. A `light` term says little; a `guessed` one was read as
    another word.
    """

    weight: float
    phrases: list[tuple[int, float, float]]
    texts: dict[str, float]
    called: tuple[str, ...]
    light: bool
    guessed: bool


class Index:
    """An index of whole entries, and of the `phrases` in which people ask for them.

    Words that are `foreign` are known to other desks, so they are not taken for misspelt words of this one. Building an
    index takes some 300 ms, better spent in a thread than on an event loop.
    """

    def __init__(self, desk: Desk, entries: Mapping[str, Entry], foreign: Collection[str] = ()) -> None:
        self._desk = desk
        self._entries = entries
        self._foreign = foreign
        self._changing = grammar() | frozenset(desk.grammar.split())
        self._slight = slight() | comparing() | frozenset(desk.slight.split())
        self.exact: dict[str, list[str]] = {}
        """References by the entries' names and titles, squeezed."""
        self.verbatim: dict[str, list[str]] = {}
        """References by the other ways in which people ask for the entries, squeezed."""
        columns = {ref: self._columns(entry) for ref, entry in entries.items()}
        groups = [[regular(word) for word in group.split()] for group in desk.synonyms()]
        vocabulary = {*fillers(), *light(), *self._changing, *(word for group in groups for word in group)}
        known = set[str]()
        for ref, entry in entries.items():
            for name in dict.fromkeys(map(squeezed, _named(entry))):
                self.exact.setdefault(name, []).append(ref)
            for way in dict.fromkeys(map(squeezed, entry.asked)):
                self.verbatim.setdefault(way, []).append(ref)
            for said in (*columns[ref].names, *columns[ref].asked):
                vocabulary.update(words(said.replace("_", " ")))
            known.update(words(entry.text))
        self._vocabulary = sorted(vocabulary)
        self._known = frozenset(vocabulary | known)
        self._sorted = sorted(self._known)
        self._names = [name for name in self.exact if name in vocabulary]
        written = (word for column in chain(*columns.values()) for text in column for word in text.split())
        self.stem = Stems(chain(written, *groups))
        self._similar = self._synonyms(groups)
        self._fits = self._texts(columns)
        self._asked: dict[str, set[str]] = defaultdict(set)
        for ref, column in columns.items():
            for word in set(" ".join((*column.names, *column.asked)).split()):
                for stem in self._stems(word):
                    self._asked[stem].add(ref)
        self.phrases = list(self._phrases(columns))
        self._rows: dict[str, list[int]] = defaultdict(list)
        for row, phrase in enumerate(self.phrases):
            for stem in phrase.stems:
                self._rows[stem].append(row)

    def plain(self, text: str) -> str:
        """Return a text in the form in which texts are compared."""
        return plain(words(text), self._desk.tidied)

    def _columns(self, entry: Entry) -> Columns:
        about = [self._entries[ref] for ref in entry.about]
        topics = [name for row in about for name in row.names[: 2 if row.proper else 1]]
        names = dict.fromkeys((entry.title, *entry.names))
        sentences = filter(str.strip, _END.split(entry.text))
        columns = (names, entry.asked, topics, sentences)
        return Columns(*([self.plain(text) for text in column] for column in columns))

    def _synonyms(self, groups: Iterable[list[str]]) -> dict[str, dict[str, None]]:
        """Return for each stem the stems that may stand for it, in the order of the groups."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for group in groups:
            stems = dict.fromkeys(map(self.stem, group))
            for stem in stems:
                found[stem] |= {other: None for other in stems if other != stem}
        return found

    def _texts(self, columns: Mapping[str, Columns]) -> dict[str, dict[str, float]]:
        """Return how well each entry fits each stem that it contains, by BM25."""
        counts: dict[str, dict[str, float]] = {ref: defaultdict(float) for ref in columns}
        lengths = Counter[str]()
        for ref, found in columns.items():
            for weight, numbers, column in zip(WEIGHTS, NUMBERS, found, strict=True):
                said = Counter(word for phrase in column for word in phrase.split())
                lengths[ref] += said.total()
                for word, times in said.items():
                    if numbers or not word.isdigit():
                        for stem in self._stems(word):
                            counts[ref][stem] += weight * times
        mean = sum(lengths.values()) / max(1, len(lengths))
        spread = Counter(stem for stems in counts.values() for stem in stems)
        fits: dict[str, dict[str, float]] = defaultdict(dict)
        for ref, stems in counts.items():
            room = SATURATION * (1 - LENGTH + LENGTH * lengths[ref] / mean)
            for stem, count in stems.items():
                rare = log(1 + (len(counts) - spread[stem] + 0.5) / (spread[stem] + 0.5))
                fits[stem][ref] = rare * count * (SATURATION + 1) / (count + room)
        return fits

    def _stems(self, word: str) -> Iterator[str]:
        """Yield the stem of a word; for a numbered thing such as "phase_iii", also that of the word before the
        number."""
        yield self.stem(word)
        head, joined, _ = word.partition("_")
        if joined and head in self._changing:
            yield self.stem(head)

    def _phrases(self, columns: Mapping[str, Columns]) -> Iterator[Phrase]:
        """Yield all ways of asking, except those that are just another entry's name."""
        called: dict[frozenset[str], set[str]] = defaultdict(set)
        for ref, (names, *_) in columns.items():
            for name in names:
                called[self._said(terms(name))].add(ref)

        @cache
        def weigh(term: str) -> float:
            return self._weight(term, [self.stem(term)])

        for ref, (names, asked, _, sentences) in columns.items():
            seen = set[frozenset[str]]()
            for at, phrase in enumerate((*names, *asked)):
                said = terms(phrase)
                stems = {self.stem(term): weigh(term) for term in said}
                others = called.get(self._said(said), ())
                if frozenset(stems) in seen or (at >= len(names) and others and ref not in others):
                    continue
                seen.add(frozenset(stems))
                yield Phrase(ref, stems, sum(stems.values()))
            for sentence in sentences:
                stems = {self.stem(term): weigh(term) for term in terms(sentence)}
                yield Phrase(ref, stems, sum(stems.values()), SENTENCE)

    def _said(self, terms: Iterable[str]) -> frozenset[str]:
        """Return the stems of terms, leaving out those that say little."""
        return frozenset(self.stem(term) for term in terms if term not in light())

    def _weight(self, term: str, stems: Collection[str]) -> float:
        """Return a term's weight: the higher, the fewer entries are asked for with any of the stems that it is read
        as."""
        entries = len(set[str]().union(*(self._asked[stem] for stem in stems if stem in self._asked)))
        spread = entries or max((len(self._fits[stem]) for stem in stems if stem in self._fits), default=1)
        return float(self._share(term) * log(1 + len(self._entries) / spread) ** RARITY)

    def unheard(self, term: str) -> float:
        """Return the weight of a term that occurs nowhere: as if a single entry had it."""
        return float(self._share(term) * log(1 + len(self._entries)) ** RARITY)

    def _share(self, term: str) -> float:
        return LIGHT if term in light() else SLIGHT if term in self._slight else 1.0

    def terms(self, query: str) -> list[str]:
        """Return the terms of a query."""
        return terms(plain(self.mended(words(query)), self._desk.tidied))

    def compared(self, query: str) -> frozenset[str]:
        """If the query asks for a difference and names two or more things, return the references of these things; else
        nothing."""
        said = self.mended(words(query))
        if not comparing().intersection(said):
            return frozenset()
        runs = [*said, *map("".join, pairwise(said)), *map("".join, zip(said, said[1:], said[2:], strict=False))]
        called = [refs for run in runs if (refs := self.exact.get(run))]
        return frozenset(ref for refs in called for ref in refs) if len(called) > 1 else frozenset()

    def called(self, terms: list[str]) -> list[str]:
        """Return the references of the entries whose name is just these terms, leaving out those that say little."""
        return self.exact.get("".join(term for term in terms if not self._slightly(term)), [])

    def telling(self, query: str) -> frozenset[str]:
        """Return the stems of a query's terms, leaving out those that say little."""
        return frozenset(stem for term in self.terms(query) if not self._slightly(term) for stem in self._stems(term))

    def stems(self, text: str) -> frozenset[str]:
        """Return the stems of all words of a text."""
        return frozenset(stem for word in self.plain(text).split() for stem in self._stems(word))

    def _slightly(self, term: str) -> bool:
        return term in self._slight or term in light()

    def mended(self, typed: list[str]) -> list[str]:
        """Return the words, with names joined that were written apart, and misspelt filler and grammar words
        corrected."""
        joined: list[str] = []
        for word in typed:
            if joined and joined[-1] + word in self._known and not {joined[-1], word} <= self._known:
                word = joined.pop() + word
            joined.append(word)
        return [self._grammar(word) for word in joined]

    def _grammar(self, word: str) -> str:
        if word in self._known or word in self._foreign or self._beginning(word):
            return word
        near = alike(word, self._vocabulary)
        best = [each for each, likeness in near.items() if likeness == max(near.values())]
        return next((each for each in best if each in fillers() or each in self._changing), word)

    def _beginning(self, word: str) -> list[str]:
        """Return some known words that begin with this one."""
        at = bisect_left(self._sorted, word)
        return list(takewhile(lambda known: known.startswith(word), self._sorted[at : at + BEGINNINGS]))

    def find(self, term: str) -> Found | None:
        """Return where a term and its synonyms occur; if it is unknown, where words occur that begin with it or are
        spelt similarly. None if nowhere."""
        stem = self.stem(term)
        foreign = term in self._foreign and term not in self._known
        near = [] if foreign or term in self._known else list(alike(term, self._names, SURELY))
        if not near and stem not in self._similar and stem not in self._fits:
            near = [*(() if foreign else alike(term, self._vocabulary)), *self._beginning(term)]
        typed = dict.fromkeys(map(self.stem, near), MENDED) if near else {stem: 1.0}
        worths = dict(typed)
        for each in typed:
            for other in self._similar.get(each, ()):
                worths.setdefault(other, SYNONYM)
        phrases: dict[int, tuple[int, float, float]] = {}
        texts: dict[str, float] = {}
        for each, worth in sorted(worths.items(), key=lambda row: row[1]):
            phrases |= {row: (row, worth, worth * self.phrases[row].stems[each]) for row in self._rows.get(each, ())}
            for ref, fit in self._fits.get(each, {}).items():
                texts[ref] = max(texts.get(ref, 0.0), worth * fit)
        if not texts:
            return None
        called = tuple(ref for name in (near or [term]) for ref in self.exact.get(name, ()))
        weight, light = self._weight(term, typed), self._slightly(term)
        return Found(weight, list(phrases.values()), texts, called, light, bool(near))


def heard(desk: Desk) -> frozenset[str]:
    """Return all words that a desk knows."""
    entries = desk.entries()
    said = (text for entry in entries for text in (*_named(entry), *entry.asked, entry.text))
    return frozenset(word for text in (*said, *desk.synonyms()) for word in words(text.replace("_", " ")))


def _named(entry: Entry) -> Iterator[str]:
    """Yield the names of an entry, with and without "The"."""
    for name in (entry.title, *entry.names):
        yield name
        yield name.removeprefix("The ")
