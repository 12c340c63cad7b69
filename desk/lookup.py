"""Looking something up in a game: search, suggestions, pages."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from desk.pages import TITLE, Hit, Note, Page
from desk.passages import passage
from desk.ranking import Ranking, shortened
from desk.words import squeezed
from game.core.desk import Desk, Entry

KNOWN = 0.4
"""Least share of a query that must be known where there is to be an answer to it."""
CHOICES = 25
"""Suggestions, as many as Discord shows."""
LABEL = 100
"""Characters of a suggestion."""
SUMMARY = 200
"""Characters of a hit's summary."""
NOTES = 2500
"""Characters of the notes on a page; further ones are among what to see also."""
LONG = 700
"""Characters of a note that is too long to be quoted on another page."""
SEE_ALSO = 25
"""Entries that a select menu takes."""
RELATED = 7
"""Entries found by the title of one that is about nothing in particular, itself among them."""
FEW = 5
"""Entries to see also that are so few that what is found by the title joins them."""


class Lookup:
    """What one game's desk has, ready to be searched. Building it takes some 300 ms.

    `foreign` are words of other desks, which are not taken for misspelt words of this one.
    """

    def __init__(self, desk: Desk, foreign: Collection[str] = ()) -> None:
        self.desk = desk
        self.entries = {entry.ref: entry for entry in desk.entries()}
        self._ranking = Ranking(desk, self.entries, foreign)
        self._names = {entry.ref: tuple(map(squeezed, (*entry.names, entry.title))) for entry in self.entries.values()}

    def search(self, query: str, limit: int = 5, kind: str | None = None) -> list[Hit]:
        """The entries (of one kind) that answer a query, best first; one that was picked comes alone.

        Picked is a reference, or with a kind an exact name or key. Where no kind is named, nothing answers a query of
        which too little is known here.
        """
        if kind is None and query.strip() not in self.entries and self.known(query) < KNOWN:
            return []
        wanted = self._ranking.wanted(query)
        return [self.hit(ref, score, wanted) for ref, score in self._ranking.ranked(query, kind)[:limit]]

    def known(self, query: str) -> float:
        """How much of what is asked is known here: 1.0 if all of it stands somewhere, misspelt words half."""
        return self._ranking.known(query)

    def complete(self, query: str, kind: str | None = None) -> list[tuple[str, str]]:
        """Up to 25 (label, value) pairs for what has been typed so far, labels and values up to 100 characters.

        With a kind the values are keys of that kind, else references. Whatever begins with the query comes first, then
        what the search finds. With nothing typed there is everything of a kind, or of the desk's opening one.
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
        """An entry as a search result, quoted from where it has the `wanted` stems on. Raises KeyError for a reference
        that leads nowhere."""
        entry = self.entries[ref]
        lead = f"{entry.lead} " if entry.lead else ""
        stems = self._ranking.stems
        summary = lead + passage(entry.text, SUMMARY - len(lead), wanted and wanted - stems(entry.title), stems)
        return Hit(entry.ref, entry.kind, entry.title, summary, score, entry.sign)

    def page(self, ref: str) -> Page:
        """The page of a reference, or of a key that one kind alone has. Raises KeyError for what leads nowhere."""
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
        """Where to go on: as it says itself, to what it is about, else to what its title finds."""
        yield from entry.see
        yield from entry.about
        if not entry.about and len(entry.see) < FEW:
            yield from (found.ref for found in self.search(entry.title, RELATED) if found.ref != entry.ref)


def _quote(other: Entry, entry: Entry) -> str:
    """What a ruling or an answer says about this; of one that goes through cards line by line, the card's line."""
    names = tuple(f"{name}:" for name in entry.names) if entry.proper else ()
    return next((line for line in other.text.splitlines() if names and line.startswith(names)), other.text)
