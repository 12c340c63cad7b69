"""What a game lets people look up: entries that can be searched, and what the rules say about the present moment."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from game.core import layout
from game.core.decisions import Decision
from game.core.layout import Panel
from game.core.protocol import View

if TYPE_CHECKING:
    from game.core.faces import Names, Sketch


class Entry(NamedTuple):
    """Something to look up. Only the first three fields are required.

    `ref` is kind and key ("spell:3B"), at most 100 characters. `names` are what people call it, `asked` other ways in
    which they ask for it. `about` holds the references of what it concerns: a `quoted` entry (a ruling, a question)
    also stands on their pages. `see` holds references for further reading. `text` is Markdown; the entry's page has
    `detail` below it. `sign` stands before the title. `label` is its line among suggestions, if that is not the title.
    `lead` begins its summary in search results, before the text.
    """

    ref: str
    title: str
    text: str
    names: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    detail: str = ""
    sign: str = ""
    label: str = ""
    lead: str = ""
    weight: float = 1.0
    """How much it counts among entries that match a query equally well: the most direct answer comes first."""
    quoted: bool = False
    proper: bool = False
    """Whether its names are proper names: a query with one of them means this entry, or something about it."""

    @property
    def kind(self) -> str:
        return self.ref.partition(":")[0]

    @property
    def key(self) -> str:
        return self.ref.partition(":")[2]


def moment(
    title: str,
    place: str,
    text: str,
    waits: str,
    question: str | None,
    about: Iterable[str] = (),
    notes: Iterable[str] = (),
) -> Panel:
    """Return the panel of `Desk.now`: where the game stands with the text on that; the `question` and what is `about`
    it or, for whoever is asked nothing (None), whom the game `waits` for: "Ann places a warrior"; notes below that."""
    asked = f"**{waits}.** You are not asked anything now." if question is None else f"**You are asked:** {question}"
    panel = layout.framed(layout.text(f"## {title}", f"-# {place}", text), layout.line(), layout.text(asked, *about))
    noted = layout.text(*notes)
    return panel.ending(layout.line(), noted) if noted.words else panel


class Kind(NamedTuple):
    """A kind of entry that has a lookup of its own: what it is for, and what to type."""

    about: str
    hint: str


class Desk:
    """What can be looked up. A game supplies the entries; all else is optional."""

    kinds: Mapping[str, Kind] = {}
    """The kinds that have a lookup of their own, at most 24. "search", which finds entries of all kinds, is not one of
    them."""
    opening: str = ""
    """The kind that is suggested before anything is typed; "" for all kinds."""
    ended: str = ""
    """The reference of the page that matters once the game is over: how it is scored."""
    hint: str = "what it is about"
    """What one may type to find something."""
    grammar: str = ""
    """Words that change the meaning of those beside them, such as what is numbered. They are corrected if misspelt."""

    slight: str = ""
    """Words that may occur in any question about the game and say little about what is asked, such as "card"."""

    def entries(self) -> Iterable[Entry]:
        """Return all entries."""
        return ()

    def synonyms(self) -> Sequence[str]:
        """Return groups of words that mean the same in this game, each group as one text.

        They are `synonyms` in `words.toml` beside the module of the game's desk, and in `help.toml` beside this module
        for those that hold at any table.
        """
        package = sys.modules[type(self).__module__].__package__
        tables = files(__package__ or "").joinpath("help.toml"), files(package or "").joinpath("words.toml")
        read = (tomllib.loads(each.read_text(encoding="utf-8")) for each in tables if each.is_file())
        return tuple(group for table in read for group in table["synonyms"])

    def tidied(self, text: str) -> str:
        """Return a text, already in lower case and with numbers as digits, with the game's own ways of writing a thing
        made one."""
        return text

    def now(self, view: View, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, Sequence[str]] | None:
        """Return what matters most at this moment, and references for further reading; None if the plain way will do.

        The panel says about three things; there are up to 25 references. `view` and `decision` are those of `seat` ("":
        an onlooker).
        """
        return None

    def own(self, ref: str, view: View, seat: str) -> str:
        """What only this player should be told beside a page, such as how things stand with a card they hold; "" for
        nothing."""
        return ""

    def picture(self, ref: str) -> Sketch | None:
        """Return the picture of a page; None if it has none."""
        return None
