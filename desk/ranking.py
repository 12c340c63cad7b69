"""The search: compares a query with every way in which people ask for an entry, and with the whole entry."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from desk.index import Found, Index, Phrase
from desk.words import LONGEST, comparing, squeezed
from game.core.desk import Desk, Entry

TEXT = 0.45
"""Weight of the whole entry's score, relative to that of its best phrase."""
NAME = 0.7
"""Bonus if the query is just the entry's name."""
VERBATIM = 3.0
"""Bonus if the query is, word for word, another way in which people ask for the entry; it outweighs everything else.
Not given if something has that name: then the name is meant."""
COVER = 0.6
"""Exponent of the share of a phrase that the query covers; at 0, additional words in the phrase would cost nothing."""
SECOND = 0.25
"""Weight of an entry's second best phrase, relative to the best."""
LEAST = 0.3
"""A phrase counts only if its share of the query is above this fraction of the highest share."""
EXACT = 0.3
"""Bonus for a phrase with exactly the words of the query."""
BESIDE = 0.4
"""Factor for entries that are about none of the things that the query names by proper name."""

GUESSED = 0.5
"""How much of its weight a word that was read as another one counts as known."""
PARTLY = 0.5
"""Factor for entries that are about some, but not all, of several things that the query names."""


class Ranking:
    """The search among some entries. It caches recent queries and terms."""

    def __init__(self, desk: Desk, entries: Mapping[str, Entry], foreign: Collection[str]) -> None:
        self._entries = entries
        self._index = Index(desk, entries, foreign)
        self._scores = lru_cache(256)(self._scored)
        self._find = lru_cache(1024)(self._index.find)

    def ranked(self, query: str, kind: str | None = None) -> list[tuple[str, float]]:
        """Return the references (of one kind, if given) that answer a query, with their scores, best first."""
        query = query[:LONGEST].strip()
        if picked := self._picked(query, kind):
            return [(picked, 1.0)]
        scores = [(ref, score) for ref, score in self._scores(query).items() if kind in (None, ref.partition(":")[0])]
        return sorted(scores, key=lambda row: (-row[1], row[0]))

    def known(self, query: str) -> float:
        """Return the share of a query that is known here, by the weights of its terms: 1.0 if all of them occur."""
        known = whole = 0.0
        for term in self._index.terms(query[:LONGEST]):
            found = self._find(term)
            if found is not None and not found.guessed:
                weight = share = found.weight
            else:
                weight = self._index.unheard(term)
                share = GUESSED * weight if found is not None else 0.0
            whole += weight
            known += share
        return known / whole if whole else 0.0

    def wanted(self, query: str) -> frozenset[str]:
        """Return the stems of a query's terms, leaving out those that say little."""
        return self._index.telling(query[:LONGEST])

    def stems(self, text: str) -> frozenset[str]:
        """Return the stems of a text."""
        return self._index.stems(text)

    def _picked(self, query: str, kind: str | None) -> str | None:
        """Return the reference of the entry that the query names beyond doubt; None if there is none."""
        if query in self._entries and kind in (None, self._entries[query].kind):
            return query
        exact = (self._index.exact.get(squeezed(name), ()) for name in (query, f"{kind} {query}"))
        return next((ref for refs in exact for ref in refs if kind == self._entries[ref].kind), None)

    def _scored(self, query: str) -> dict[str, float]:
        terms = self._index.terms(query)
        compared = self._index.compared(query)
        if compared:
            terms = [term for term in terms if term not in comparing()]
        found = [at for at in map(self._find, terms) if at]
        if not found:
            return {}
        phrases, texts = _phrases(found, self._index.phrases), _texts(found)
        heavy = [term for term in found if not term.light]
        typed = squeezed(query)
        called = self._index.exact.get(typed, ())
        verbatim = frozenset(() if called else self._index.verbatim.get(typed, ()))
        exact = {*called, *self._index.called(terms)}
        exact.update(heavy[0].called if len(heavy) == 1 else ())
        proper = [{ref for ref in term.called if self._entries[ref].proper} for term in found]
        named = [refs for refs in proper if refs]

        def worth(ref: str) -> float:
            entry = self._entries[ref]
            part = PARTLY if compared and ref not in compared else 1.0
            return entry.weight * part * _concerned({ref, *entry.about}, ref, named)

        return {
            ref: worth(ref)
            * (phrases.get(ref, 0.0) + TEXT * score + NAME * (ref in exact) + VERBATIM * (ref in verbatim))
            for ref, score in texts.items()
        }


def _concerned(about: Collection[str], ref: str, named: Sequence[set[str]]) -> float:
    """Return an entry's factor. `named` has, for each thing that the query names by proper name, the entries it may
    be."""
    if not named or any(ref in thing for thing in named):
        return 1.0
    share = sum(not thing.isdisjoint(about) for thing in named)
    return 1.0 if share == len(named) else PARTLY if share else BESIDE


def _phrases(found: Sequence[Found], phrases: Sequence[Phrase]) -> dict[str, float]:
    """Return how much the query is like a phrase that leads to each entry: about 1.0 if it is one word for word, before
    bonuses.

    The likeness is the share of the query that the phrase has, times a power (`COVER`) of the share of the phrase that
    the query has, both by the weights of their terms.
    """
    shares, covers, counts = [0.0] * len(phrases), [0.0] * len(phrases), [0] * len(phrases)
    for term in sorted(found, key=lambda term: (term.light, -term.weight)):
        alone = not term.light or not any(counts)
        for row, worth, cover in term.phrases:
            if alone or counts[row]:
                shares[row] += term.weight * worth
                covers[row] += cover
                counts[row] += 1
    whole, least = sum(term.weight for term in found), LEAST * max(shares, default=0.0)
    best: dict[str, float] = {}
    second: dict[str, float] = {}
    for row, share in enumerate(shares):
        if share <= least:
            continue
        phrase = phrases[row]
        likeness = phrase.worth * share / whole * min(1.0, covers[row] / phrase.weight) ** COVER
        if counts[row] == len(phrase.stems) == len(found):
            likeness += EXACT * share / whole
        if likeness > best.get(phrase.ref, 0.0):
            second[phrase.ref] = best.get(phrase.ref, 0.0)
            best[phrase.ref] = likeness
        elif likeness > second.get(phrase.ref, 0.0):
            second[phrase.ref] = likeness
    return {ref: likeness + SECOND * second[ref] for ref, likeness in best.items()}


def _texts(found: list[Found]) -> dict[str, float]:
    """Return how well whole entries fit, relative to the best one: the sum over the terms, times the share of them that
    the entry has."""
    scores: dict[str, float] = {}
    weights: dict[str, float] = {}
    for term in found:
        for ref, score in term.texts.items():
            scores[ref] = scores.get(ref, 0.0) + score
            weights[ref] = weights.get(ref, 0.0) + term.weight
    whole = sum(term.weight for term in found)
    fits = {ref: score * (weights[ref] / whole) for ref, score in scores.items()}
    best = max(fits.values())
    return {ref: fit / best for ref, fit in fits.items()}


def shortened(text: str, most: int) -> str:
    """Return a text of at most `most` characters, cut after a word."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"
