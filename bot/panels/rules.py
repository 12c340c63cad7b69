"""Pages of the rules, and lists of what was found there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from bot.ids import Verb
from desk import Hit, Note, Page
from game.adepts.pictures import Picture
from game.adepts.rules.spells import SPELLS
from game.adepts.words.signs import GEMS, PHASES
from game.core import layout
from game.core.layout import Brick, Choice, Panel, Place
from game.core.text.names import shown
from game.core.text.parts import cut
from game.core.text.signs import length

ROOM = 4000
"""Characters that a message may show."""
OPTIONS = 25
"""Options that a select takes."""

_PLACE = Place("")
_QUESTION = "question:"


class Share(Enum):
    """What becomes of the button *Share*."""

    NONE = "none"
    OFFERED = "offered"
    DONE = "done"


def rules_page(
    page: Page, own: str = "", share: Share = Share.NONE, by: str = "", pictures: Sequence[Picture] = ()
) -> Panel:
    """A page. `own` is for the eyes of one person, so it must be empty in what others see; `by` is who shared it.

    The pictures stand below the title. Notes that have no room are among what to see also.
    """
    title = " ".join(filter(None, ("##", _sign(page.ref), page.title)))
    foot = f"-# Shared by {shown(by)}" if by else ""
    room = ROOM - length(title) - length(own) - len(foot) - 1
    notes, left = _fitting(page.notes, room - len(page.text) - 4)
    bricks: list[Brick] = [layout.text(title)]
    if pictures:
        bricks.append(layout.gallery(pictures))
    bricks.append(layout.text(cut("\n\n".join((page.text, *notes)), room)))
    if own:
        bricks += [layout.line(), layout.text(own)]
    if foot:
        bricks += [layout.line(), layout.text(foot)]
    further = [Choice(note.ref, note.title, sign=_sign(note.ref)) for note in left] + _choices(page.see_also)
    if further:
        bricks.append(_PLACE.select(Verb.LOOKUP, "", further[:OPTIONS], "See also"))
    if share is not Share.NONE:
        done = share is Share.DONE
        label = "Shared" if done else "Share"
        bricks.append(layout.row(_PLACE.button(Verb.SHARE, label, carried(page.ref), disabled=done)))
    return layout.framed(*bricks)


def rules_found(said: str, hits: Sequence[Hit]) -> Panel:
    """Up to 5 results with a select that opens them, under a line that says what they are; or that line alone."""
    bricks: list[Brick] = [layout.text(said, *(f"**{hit.title}**\n{hit.summary}" for hit in hits))]
    if hits:
        bricks.append(rules_link(hits, "Open a page"))
    return layout.framed(*bricks)


def rules_link(hits: Sequence[Hit], hint: str) -> Brick:
    """A select that opens pages, up to 25."""
    return _PLACE.select(Verb.LOOKUP, "", _choices(hits)[:OPTIONS], hint)


def carried(ref: str) -> str:
    """A reference as a button carries it: those of questions are long, and go without their kind."""
    return ref.removeprefix(_QUESTION)


def reference(rest: str) -> str:
    """The reference that a button carries."""
    return rest if ":" in rest else _QUESTION + rest


def _choices(hits: Iterable[Hit]) -> list[Choice]:
    return [Choice(hit.ref, hit.title, hit.summary, _sign(hit.ref)) for hit in hits]


def _sign(ref: str) -> str:
    """The sign of an adept's gem, of a phase, or of the phase that a spell belongs to."""
    kind, _, key = ref.partition(":")
    match kind:
        case "adept":
            return GEMS[key]
        case "phase":
            return PHASES[key]
        case "spell":
            return PHASES[SPELLS[key].phase]
    return ""


def _fitting(notes: Iterable[Note], room: int) -> tuple[list[str], list[Note]]:
    """The notes that there is room for, as texts, and the others."""
    texts, left = [], []
    for note in notes:
        text = f"**{note.title}**\n{note.text}"
        if len(text) + 2 <= room:
            room -= len(text) + 2
            texts.append(text)
        else:
            left.append(note)
    return texts, left
