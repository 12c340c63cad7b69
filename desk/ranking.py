"""The search: what was typed is compared with every way in which people ask for an entry, and with the whole entry."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from desk.entries import entries
from desk.index import Found, index
from desk.words import LONGEST, plain, squeezed, terms, words

PRIOR = {
    "spell": 1.05,
    "adept": 1.05,
    "phase": 1.0,
    "section": 1.1,
    "question": 1.1,
    "help": 0.95,
    "term": 0.95,
    "ruling": 0.8,
}
"""Between equals, what answers most directly comes first."""
TEXT = 0.5
"""What the whole entry counts beside its best phrase."""
NAME = 0.7
"""What a name counts besides, if it is all that was typed."""
EXACT = 0.3
"""What a phrase counts besides that has just the words that were typed."""
BESIDE = 0.4
"""What other entries are worth where a spell is named in the query that they are not about."""


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
    return [hit(ref, score) for ref, score in ranked(query, kind)[:limit]]


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


@lru_cache(maxsize=256)
def _scores(query: str) -> dict[str, float]:
    found = [at for at in map(_find, terms(plain(index().mended(words(query))))) if at]
    if not found:
        return {}
    phrases, texts = _phrases(found), _texts(found)
    named = index().exact.get(squeezed(query), ())
    spells = {spell for term in found for spell in term.spells}

    def worth(ref: str) -> float:
        entry = entries()[ref]
        beside = spells and entry.key not in spells and not spells.intersection(entry.about)
        return PRIOR[entry.kind] * (BESIDE if beside else 1.0)

    return {
        ref: worth(ref) * (phrases.get(ref, 0.0) + TEXT * score + NAME * (ref in named)) for ref, score in texts.items()
    }


@lru_cache(maxsize=1024)
def _find(term: str) -> Found | None:
    return index().find(term)


def _phrases(found: list[Found]) -> dict[str, float]:
    """How much the query is a phrase that leads to an entry: 1.0 if it is one, word for word.

    That is how much of the query the phrase has, by the weight of its terms, times the root of how much of the phrase
    the query has.
    """
    weights: dict[int, float] = {}
    counts: dict[int, int] = {}
    for term in found:
        for row, worth in term.phrases.items():
            weights[row] = weights.get(row, 0.0) + term.weight * worth
            counts[row] = counts.get(row, 0) + term.length
    whole, length = sum(term.weight for term in found), sum(term.length for term in found)
    best: dict[str, float] = {}
    for row, weight in weights.items():
        ref, size = index().phrases[row]
        likeness = weight / whole * min(1.0, counts[row] / size) ** 0.5
        if counts[row] == size == length:
            likeness += EXACT * weight / whole
        best[ref] = max(best.get(ref, 0.0), likeness)
    return best


def _texts(found: list[Found]) -> dict[str, float]:
    """How well whole entries fit, beside the one that fits best: the sum over terms, times how many of them it has."""
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


def hit(ref: str, score: float = 0.0) -> Hit:
    """An entry as a search result. Raises KeyError for a reference that leads nowhere."""
    entry = entries()[ref]
    return Hit(entry.ref, entry.kind, entry.title, shortened(" ".join(entry.text.split()), 200), score)


def shortened(text: str, most: int) -> str:
    """A text in at most so many characters, cut after a word."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"
