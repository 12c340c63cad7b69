"""Pages of the rules, and lists of search results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from bot.components.ids import Verb
from desk import Hit, Note, Page, Source, sources
from game.core import layout
from game.core.decisions import Decision
from game.core.desk import moment
from game.core.english import listed
from game.core.kit import Kit
from game.core.layout import CHOICES, ROOM, Choice, Component, Panel, Picture, Place
from game.core.program import USUAL
from game.core.protocol import View
from game.core.text.names import shown, shown_names
from game.core.text.parts import cut
from game.core.text.signs import length

_PLACE = Place("")
_WHOLE = 60
"""References up to this length are kept whole, with their kind, in a button."""


class Share(Enum):
    """The state of the button *Share*."""

    NONE = "none"
    OFFERED = "offered"
    DONE = "done"


def rules_page(
    page: Page,
    own: str = "",
    share: Share = Share.NONE,
    by: str = "",
    picture: Picture | None = None,
    game: str = USUAL,
    why: str = "",
) -> Panel:
    """Return a page of a game's rules. `own` is secret to one person, so it must be empty in what others see. `by`: the
    name of who shares it. `why`: a sentence on why it is of this game.

    The picture stands below the title, in place of what it shows. Notes that do not fit become options of "See also".
    """
    title = " ".join(filter(None, ("##", page.sign, page.title)))
    text = page.detail if picture is not None else page.text
    foot = f"-# Shared by {shown(by)}" if by else f"-# {why}" if why else ""
    room = ROOM - length(title) - length(own) - len(foot) - 1
    notes, left = _fitting(page.notes, room - len(text) - 4)
    components: list[Component] = [layout.text(title)]
    if picture is not None:
        components.append(layout.gallery([picture]))
    if below := cut("\n\n".join(filter(None, (text, *notes))), room):
        components.append(layout.text(below))
    if own:
        components += [layout.line(), layout.text(own)]
    if foot:
        components += [layout.line(), layout.text(foot)]
    further = [Choice(note.ref, note.title, sign=note.sign) for note in left] + _choices(page.see_also)
    if further:
        components.append(_PLACE.select(Verb.LOOKUP, _named(game), further[:CHOICES], "See also"))
    if share is not Share.NONE:
        done = share is Share.DONE
        label = "Shared" if done else "Share"
        components.append(layout.row(_PLACE.button(Verb.SHARE, label, encoded_page(page.ref, game), disabled=done)))
    return layout.framed(*components)


def rules_found(
    said: str, hits: Sequence[Hit], game: str = USUAL, elsewhere: Iterable[tuple[Source, Sequence[Hit]]] = ()
) -> Panel:
    """Return the results of a search: `said`, then the hits with a select that opens them, if there are any; then those
    in other games, each under its title."""
    components = _listed(said, hits, "Open a page", game)
    for other, found in elsewhere:
        components += [
            layout.line(),
            *_listed(f"### In {other.title}", found, f"Open a page of {other.title}", other.name),
        ]
    return layout.framed(*components)


def _listed(said: str, hits: Sequence[Hit], hint: str, game: str) -> list[Component]:
    text = layout.text(said, *(f"**{hit.title}**\n{hit.summary}" for hit in hits))
    return [text, rules_link(hits, hint, game)] if hits else [text]


def rules_link(hits: Sequence[Hit], hint: str, game: str) -> Component:
    """Return a select that opens up to 25 pages."""
    return _PLACE.select(Verb.LOOKUP, _named(game), _choices(hits)[:CHOICES], hint)


def rules_plain(kit: Kit, view: View, names: Mapping[str, str], decision: Decision | None) -> Panel:
    """Return what matters now, for a game whose desk does not say it: where the game stands, and what is asked."""
    words = kit.words
    question = words.question(decision, shown_names(names)) if decision else None
    return moment(kit.title, words.place(view), "", words.asked(view, names), question)


def no_rules(asked: Source) -> Panel:
    """Return the panel for a game in which nothing can be looked up."""
    others = [other.title for other in sources().values() if other.desk is not None]
    there = f" I can look things up in the rules of {listed(others)}." if others else ""
    said = f"The rules of {asked.title} cannot be looked up here; each question says what one may do."
    return rules_found(said + there, ())


def encoded_page(ref: str, game: str = USUAL) -> str:
    """Encode a page for a button: the game, unless it is the usual one, and the reference, without its kind if it is
    long."""
    short = ref if len(ref) <= _WHOLE else ref.partition(":")[2]
    return f"{_named(game)}/{short}" if _named(game) else short


def decoded_page(rest: str) -> tuple[str, str]:
    """Decode what a button carries: the game, and the reference, or only its key if it was long."""
    game, slash, ref = rest.partition("/")
    return (game, ref) if slash and game in sources() else (USUAL, rest)


def _named(game: str) -> str:
    """Return the name of a game in a button: "" for the usual one, as old buttons name none."""
    return "" if game == USUAL else game


def _choices(hits: Iterable[Hit]) -> list[Choice]:
    return [Choice(hit.ref, hit.title, hit.summary, hit.sign) for hit in hits]


def _fitting(notes: Iterable[Note], room: int) -> tuple[list[str], list[Note]]:
    """Return the notes that fit into the room, as texts, and the others."""
    texts, left = [], []
    for note in notes:
        text = f"**{note.title}**\n{note.text}"
        if len(text) + 2 <= room:
            room -= len(text) + 2
            texts.append(text)
        else:
            left.append(note)
    return texts, left
