"""Lookup pages as plain data: a text, the rulings and questions about it, and where to go on."""

from __future__ import annotations

from typing import NamedTuple

from desk.ranking import shortened

TITLE, BODY = 256, 4000
"""Characters that Discord takes."""


class Hit(NamedTuple):
    """A search result; `ref` leads to its page, `summary` is its shortened text on one line."""

    ref: str
    kind: str
    title: str
    summary: str
    score: float = 0.0
    sign: str = ""


class Note(NamedTuple):
    """A ruling or question about a page's subject; only the part that concerns it is quoted."""

    ref: str
    title: str
    text: str
    sign: str = ""


class Page(NamedTuple):
    """A page: `title` of up to 256 characters, `text` in Markdown, `notes`, and up to 25 entries to see also.

    `detail` is the part of the text that is shown below a picture which shows the rest.
    """

    ref: str
    title: str
    text: str
    notes: tuple[Note, ...] = ()
    see_also: tuple[Hit, ...] = ()
    sign: str = ""
    detail: str = ""

    @property
    def body(self) -> str:
        """Text and notes as one Markdown text of up to 4,000 characters."""
        parts = [self.text, *(f"**{note.title}**\n{note.text}" for note in self.notes)]
        return shortened("\n\n".join(parts), BODY)
