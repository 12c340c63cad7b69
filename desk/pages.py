"""Lookup pages as plain data: a text, the rulings and questions that concern it, and where to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from desk.entries import GLOSSARY, Entry, cost, entries, question_ref
from desk.ranking import Hit, hit, search, shortened
from game.adepts import texts as rulebook
from game.adepts.rules.cards import DECKS, copies
from game.adepts.rules.spells import SPELLS

TITLE, BODY = 256, 4000
"""Characters that Discord takes."""
NOTES = 2500
"""Characters of the notes on a page; further ones are among what to see also."""
LONG = 700
"""Characters of a ruling that is too long to be quoted on another page."""
SEE_ALSO = 25
"""Entries that a select menu takes."""
RELATED = 7
"""Entries found by the title of one that is about nothing in particular, itself among them."""
NOTED = ("ruling", "question")
"""Kinds that are quoted on the pages of what they are about."""


class Note(NamedTuple):
    """A ruling or question that concerns a page, quoted as far as it does."""

    ref: str
    title: str
    text: str


class Page(NamedTuple):
    """A page: `title` up to 256 characters, `text` Markdown, `notes` on it, and up to 25 entries to see also."""

    ref: str
    title: str
    text: str
    notes: tuple[Note, ...] = ()
    see_also: tuple[Hit, ...] = ()

    @property
    def body(self) -> str:
        """Text and notes as one Markdown text, up to 4,000 characters."""
        parts = [self.text, *(f"**{note.title}**\n{note.text}" for note in self.notes)]
        return shortened("\n\n".join(parts), BODY)


def card(spell: str) -> Page:
    """A spell's card. Raises KeyError for an id that is none."""
    entry, row = entries()[f"spell:{spell}"], SPELLS[spell]
    number = " or ".join(dict.fromkeys(str(copies(row.id, deck)) for deck in DECKS))
    facts = f"**Phase {row.phase}, costs {cost(spell)}.** Copies in the deck: {number}."
    if row.lasting:
        facts += " Stays in play until the phase ends."
    other = f"spell:{row.number}{'B' if spell.endswith('A') else 'A'}"
    return _page(entry, f"{row.text}\n\n{facts}", (other, f"phase:{row.phase}", "section:casting", "section:paying"))


def adept(gem: str) -> Page:
    """An adept's card, by the name of its gem. Raises KeyError for a name that is none."""
    entry = entries()[f"adept:{gem}"]
    [phase] = entry.about
    text = f"{entry.text}\n\n**Bonus of {phase}.** Held by whoever has the most {gem} in phase IV."
    return _page(entry, text, (phase.replace("phase ", "phase:"), "phase:IV", "section:adepts"))


def phase(number: str) -> Page:
    """A phase step by step, "I" to "V". Raises KeyError for what is none."""
    entry = entries()[f"phase:{number}"]
    phases = [f"phase:{other}" for other in rulebook.phases() if other != number]
    cards = [
        other.ref for other in entries().values() if other.about == (f"phase {number}",) and other.kind not in NOTED
    ]
    return _page(entry, entry.text, ("section:the-turn", *phases, *cards))


def answer(found: Hit | str) -> Page:
    """The page of a hit or of its reference. Raises KeyError for a reference that leads nowhere."""
    entry = entries()[found if isinstance(found, str) else found.ref]
    special: dict[str, Callable[[str], Page]] = {"spell": card, "adept": adept, "phase": phase}
    if entry.kind in special:
        return special[entry.kind](entry.key)
    return _page(entry, entry.text, tuple(_nearby(entry)))


def _page(entry: Entry, text: str, following: Iterable[str]) -> Page:
    concerned = [other for other in entries().values() if _topic(entry) in other.about and other.kind in NOTED]
    notes, more, room = [], [], NOTES
    for other in sorted(concerned, key=lambda other: (len(other.about), other.kind)):
        quote = _quote(other, entry)
        if len(quote) > LONG or len(quote) + len(other.title) > room:
            more.append(other.ref)
            continue
        room -= len(quote) + len(other.title)
        notes.append(Note(other.ref, other.title, quote))
    refs = dict.fromkeys((*following, *more))
    return Page(entry.ref, entry.title[:TITLE], text, tuple(notes), tuple(map(hit, refs))[:SEE_ALSO])


def _topic(entry: Entry) -> str:
    """How rulings and questions name what they are about."""
    return f"phase {entry.key}" if entry.kind == "phase" else entry.key if entry.kind in ("spell", "adept") else ""


def _quote(other: Entry, entry: Entry) -> str:
    """What a ruling or an answer says about this; of one that goes through spells line by line, the spell's line."""
    if entry.kind != "spell":
        return other.text
    name = SPELLS[entry.key].name
    return next((line for line in other.text.splitlines() if line.startswith(f"{name}:")), other.text)


def _nearby(entry: Entry) -> Iterator[str]:
    """Where to go on from a section, a term, a ruling or an answer."""
    for row in rulebook.answers():
        question, ruling = question_ref(row.question), f"ruling:{row.ruling}"
        if entry.ref == question:
            yield ruling
        elif entry.ref == ruling:
            yield question
    for topic in entry.about:
        kind = "phase:" if topic.startswith("phase ") else "spell:" if topic in SPELLS else "adept:"
        yield kind + topic.removeprefix("phase ")
    if entry.key == GLOSSARY:
        yield from (other.ref for other in entries().values() if other.kind == "term")
    elif not entry.about:
        yield from (found.ref for found in search(entry.title, RELATED) if found.ref != entry.ref)
