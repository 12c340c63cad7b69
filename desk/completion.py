"""Autocompletion: while somebody types, the entries that may be meant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from desk.entries import Entry, cost, entries
from desk.ranking import ranked, shortened
from desk.words import squeezed
from game.adepts.rules.spells import SPELLS

CHOICES = 25
"""As many as Discord shows."""
LABEL = 100
"""Characters of a label."""


def complete(query: str, kind: str | None = None) -> list[tuple[str, str]]:
    """Up to 25 (label, value) pairs for what has been typed so far, labels and values up to 100 characters.

    `kind` is "spell", "adept" or "phase", whose values are what `card`, `adept` and `phase` take; None stands for
    everything, with references as values. Whatever begins with the query comes first, then what the search finds.
    With nothing typed there is everything of a kind, or the sections of the rules.
    """
    typed = squeezed(query)
    starting = [ref for ref, names in _names(kind) if any(name.startswith(typed) for name in names)]
    if not typed:
        starting = [ref for ref in starting if kind is not None or ref.startswith("section:")]
    found = [ref for ref, _ in ranked(query, kind)] if typed else []
    chosen = list(dict.fromkeys((*starting, *found)))[:CHOICES]
    return [(_label(entries()[ref]), entries()[ref].key if kind else ref) for ref in chosen]


@cache
def _names(kind: str | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """References with their names as they are compared."""
    return tuple(
        (entry.ref, tuple(map(squeezed, (*entry.names, entry.title))))
        for entry in entries().values()
        if kind in (None, entry.kind)
    )


def _label(entry: Entry) -> str:
    """An entry on one line."""
    return shortened(": ".join(_parts(entry)), LABEL)


def _parts(entry: Entry) -> Iterator[str]:
    if entry.kind == "spell":
        yield f"{entry.title}, phase {SPELLS[entry.key].phase}, {cost(entry.key)}"
    else:
        yield entry.title
    if entry.kind in ("spell", "adept", "phase", "term"):
        yield entry.text.replace("\n", " ")
