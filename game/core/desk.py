"""What a game lets people look up: rows that can be searched, and what the rules say of a moment."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from game.core.decisions import Decision
from game.core.layout import Panel
from game.core.protocol import View

if TYPE_CHECKING:
    from game.core.faces import Names, Sketch


class Entry(NamedTuple):
    """Something to look up. Only the first three are needed.

    `ref` is kind and key ("spell:3B"), at most 100 characters; `names` are what people call it, `asked` other ways in
    which they ask for it. `about` are references of what it concerns: a `quoted` entry (a ruling, a question) stands on
    the pages of those. `see` are references of where to go on. `text` is Markdown, below which its page has `detail`.
    `sign` stands before its title; `label` is its line among suggestions, if not the title; `lead` begins its summary
    among what was found, before the text.
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
    """What it is worth among entries that fit a query alike: what answers most directly comes first."""
    quoted: bool = False
    proper: bool = False
    """Its names are proper names: who types one wants it, or what is about it."""

    @property
    def kind(self) -> str:
        return self.ref.partition(":")[0]

    @property
    def key(self) -> str:
        return self.ref.partition(":")[2]


class Kind(NamedTuple):
    """A kind of entries with a lookup of its own: what that is for, and what to type."""

    about: str
    hint: str


class Desk:
    """What can be looked up. A game says what there is; all else is as it likes."""

    kinds: Mapping[str, Kind] = {}
    """The kinds that have a lookup of their own, at most 24; "search", which has all, is none."""
    opening: str = ""
    """The kind that is offered before anything is typed; all where it is empty."""
    ended: str = ""
    """The reference of what matters when the game is over: how it is scored."""
    hint: str = "what it is about"
    """What one may type to find something."""
    grammar: str = ""
    """Words that change what stands beside them, such as what is numbered: misspelt, they are put right first."""

    slight: str = ""
    """Words that any question about the game may have and that say little about what is asked, such as "card"."""

    def entries(self) -> Iterable[Entry]:
        """All of it."""
        return ()

    def synonyms(self) -> Sequence[str]:
        """Groups of words that stand for one another in this game, a text of words each.

        They are `synonyms` in `words.toml`, beside the module of the game's desk; and those of any table, beside its
        pages.
        """
        package = sys.modules[type(self).__module__].__package__
        tables = files(__package__ or "").joinpath("help.toml"), files(package or "").joinpath("words.toml")
        read = (tomllib.loads(each.read_text(encoding="utf-8")) for each in tables if each.is_file())
        return tuple(group for table in read for group in table["synonyms"])

    def tidied(self, text: str) -> str:
        """Words in small letters, numbers in digits, with the game's own ways of writing a thing made one."""
        return text

    def now(self, view: View, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, Sequence[str]] | None:
        """What matters most at this moment, and references of what to read on; None if the plain way will do.

        Three things, and up to 25 references. `view` and `decision` are those of `seat` ("": an onlooker).
        """
        return None

    def own(self, ref: str, view: View, seat: str) -> str:
        """What only this player should be told beside a page: how it stands with the card they hold."""
        return ""

    def picture(self, ref: str) -> Sketch | None:
        """The picture of a page."""
        return None
