"""Selects with more choices than fit: they show one page, with choices that turn it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.aids.signature import Values
from game.core.aids.stage import Step, Verb
from game.core.layout import CHOICES, Choice, Select
from game.core.text.numbers import whole
from game.the_adept.stage.room import Seen

MOST, ON_A_PAGE = CHOICES, CHOICES - 2
_TURN, _SHOWS = "…page", "|"
_NOTES = "pages"


def select(seen: Seen, path: str, choices: Sequence[Choice], hint: str, show: str, chosen: str = "") -> Select:
    """Return a select that presses `path` with what is picked; turning its page shows the screen `show` again."""
    if len(choices) > MOST:
        last = (len(choices) - 1) // ON_A_PAGE
        at = min(_pages(seen).get(path, 0), last)
        turns = [(at - 1, "Before these"), (at + 1, "After these")]
        choices = [
            *choices[at * ON_A_PAGE : (at + 1) * ON_A_PAGE],
            *(Choice(f"{_TURN}{page}{_SHOWS}{show}", f"{label} …") for page, label in turns if 0 <= page <= last),
        ]
    return seen.place.select(Verb.PICKED, path, choices, hint, chosen)


def turned(seen: Seen, path: str, values: Values) -> Step | None:
    """Return the step that turns the page, if that was picked in the select at this path; else None."""
    picked = values.get("value")
    if not isinstance(picked, str) or not picked.startswith(_TURN) or _SHOWS not in picked:
        return None
    number, _, show = picked.removeprefix(_TURN).partition(_SHOWS)
    page = whole(number, 4)
    return Step(notes={**seen.notes, _NOTES: {path: page}}, show=show) if page is not None else None


def _pages(seen: Seen) -> Mapping[str, int]:
    """Return the open page by path: only of one select at a time, so that the notes stay small."""
    found = seen.notes.get(_NOTES)
    return found if isinstance(found, Mapping) else {}
