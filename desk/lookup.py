"""Looking something up in a game: search, suggestions, pages."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from desk.pages import TITLE, Hit, Note, Page
from desk.passages import passage
from desk.ranking import Ranking, shortened
from desk.words import squeezed
from game.core.desk import Desk, Entry

KNOWN = 0.4
"""Minimum share of a query that must be known for there to be any answer."""
CHOICES = 25
"""How many suggestions Discord shows."""
LABEL = 100
"""Characters of a suggestion."""
SUMMARY = 200
"""Characters of a hit's summary."""
NOTES = 2500
"""Characters of all notes quoted on a page; further notes are listed under "see also"."""
LONG = 700
"""Characters above which a note is not quoted on another page."""
SEE_ALSO = 25
"""How many entries a select menu takes."""
RELATED = 7
"""How many entries are searched by the title of one that is about nothing else; the entry itself is among them."""
FEW = 5
"""If an entry has fewer than this to see also, what is found by its title is added."""


class Lookup:
    """What can be looked up in one game, ready to be searched. Building it takes some 300 ms.

    `foreign` are words of other desks, which are not taken for misspelt words of this one.
    """

    def __init__(self, desk: Desk, foreign: Collection[str] = ()) -> None:
        self.desk = desk
        self.entries = {entry.ref: entry for entry in desk.entries()}
        self._ranking = Ranking(desk, self.entries, foreign)
        self._names = {entry.ref: tuple(map(squeezed, (*entry.names, entry.title))) for entry in self.entries.values()}

    def search(self, query: str, limit: int = 5, kind: str | None = None) -> list[Hit]:
        """Return the entries (of one kind, if given) that answer a query, best first; only the entry itself if the
        query picks one.

        A query picks an entry by its reference, or, with a kind, by its exact name or key. Without a kind, a query of
        which too little is known has no answers.
        """
        if kind is None and query.strip() not in self.entries and self.known(query) < KNOWN:
            return []
        wanted = self._ranking.wanted(query)
        return [self.hit(ref, score, wanted) for ref, score in self._ranking.ranked(query, kind)[:limit]]

    def known(self, query: str) -> float:
        """Return the share of a query that is known here: 1.0 if all of its words occur; misspelt words count half."""
        return self._ranking.known(query)

    def complete(self, query: str, kind: str | None = None) -> list[tuple[str, str]]:
        """Return up to 25 (label, value) pairs for what has been typed so far, each of up to 100 characters.

        With a kind the values are keys of that kind, else references. Entries whose names begin with the query come
        first, then what the search finds. If nothing is typed, all entries of the kind are suggested, or of the desk's
        opening kind.
        """
        typed = squeezed(query)
        wanted = kind or (self.desk.opening if not typed else "")
        starting = [
            ref
            for ref, names in self._names.items()
            if wanted in ("", self.entries[ref].kind) and any(name.startswith(typed) for name in names)
        ]
        found = [ref for ref, _ in self._ranking.ranked(query, kind)] if typed else []
        chosen = [self.entries[ref] for ref in dict.fromkeys((*starting, *found))][:CHOICES]
        return [(shortened(each.label or each.title, LABEL), each.key if kind else each.ref) for each in chosen]

    def hit(self, ref: str, score: float = 0.0, wanted: frozenset[str] = frozenset()) -> Hit:
        """Return an entry as a search result; the summary begins where the text has the `wanted` stems. Raises KeyError
        for an unknown reference."""
        entry = self.entries[ref]
        lead = f"{entry.lead} " if entry.lead else ""
        stems = self._ranking.stems
        summary = lead + passage(entry.text, SUMMARY - len(lead), wanted and wanted - stems(entry.title), stems)
        return Hit(entry.ref, entry.kind, entry.title, summary, score, entry.sign)

    def page(self, ref: str) -> Page:
        """Return the page of a reference, or of a key that exactly one entry has. Raises KeyError if there is none."""
        entry = self.entries.get(ref) or self._only(ref)
        notes, more, room = [], [], NOTES
        concerned = [other for other in self.entries.values() if other.quoted and entry.ref in other.about]
        for other in sorted(concerned, key=lambda other: (len(other.about), other.kind)):
            quote = _quote(other, entry)
            if len(quote) > LONG or len(quote) + len(other.title) > room:
                more.append(other.ref)
                continue
            room -= len(quote) + len(other.title)
            notes.append(Note(other.ref, other.title, quote, other.sign))
        see = tuple(map(self.hit, dict.fromkeys((*self._nearby(entry), *more))))[:SEE_ALSO]
        text = "\n\n".join(filter(None, (entry.text, entry.detail)))
        return Page(entry.ref, entry.title[:TITLE], text, tuple(notes), see, entry.sign, entry.detail)

    def _only(self, key: str) -> Entry:
        found = [entry for entry in self.entries.values() if entry.key == key]
        if len(found) != 1:
            raise KeyError(key)
        return found[0]

    def _nearby(self, entry: Entry) -> Iterator[str]:
        """Yield where to go on: the entry's own references, what it is about, or else what its title finds."""
        yield from entry.see
        yield from entry.about
        if not entry.about and len(entry.see) < FEW:
            yield from (found.ref for found in self.search(entry.title, RELATED) if found.ref != entry.ref)


def _quote(other: Entry, entry: Entry) -> str:
    """Return what a ruling or an answer says about this entry: if it goes through cards line by line, the card's
    line."""
    names = tuple(f"{name}:" for name in entry.names) if entry.proper else ()
    return next((line for line in other.text.splitlines() if names and line.startswith(names)), other.text)
