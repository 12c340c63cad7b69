"""Selects with more choices than fit: they show one page, with choices that turn it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.core.aids.signature import Values
from game.core.aids.stage import Step, Verb
from game.core.layout import BYTES, CHOICES, Choice, Panel, Select, weight_of
from game.core.text.numbers import whole
from game.the_adept.stage.room import Seen

MOST, ON_A_PAGE = CHOICES, CHOICES - 2
_TURN, _SHOWS = "…page", "|"
_BEFORE, _AFTER = "Before these …", "After these …"
_NOTES = "pages"
_SAID = 1000
"""Bytes that a screen leaves for what is said above it."""


def select(seen: Seen, path: str, choices: Sequence[Choice], hint: str, chosen: str = "") -> Select:
    """Return a select that presses `path` with what is picked. It may have any number of choices, as `paged` turns it
    into pages."""
    return seen.place.select(Verb.PICKED, path, choices, hint, chosen)


def paged(seen: Seen, path: str, panel: Panel) -> Panel:
    """Return the screen at `path` with one page of each select for whose choices a message has no room: they are too
    many, or names in some alphabets take too many bytes."""
    sizes = {each.rest: weight_of(each.choices) for each in panel.components if isinstance(each, Select)}
    if not sizes:
        return panel
    share = _share([*sizes.values()], BYTES - _SAID - (panel.weight - sum(sizes.values())))
    return panel.changed(lambda each: _page(seen, path, each, share) if isinstance(each, Select) else each)


def turned(seen: Seen, path: str, values: Values) -> Step | None:
    """Return the step that turns the page, if that was picked in the select at this path; else None."""
    picked = values.get("value")
    if not isinstance(picked, str) or not picked.startswith(_TURN) or _SHOWS not in picked:
        return None
    number, _, show = picked.removeprefix(_TURN).partition(_SHOWS)
    page = whole(number, 4)
    return Step(notes={**seen.notes, _NOTES: {path: page}}, show=show) if page is not None else None


def _page(seen: Seen, path: str, select: Select, room: int) -> Select:
    """Return a select with only the choices of its open page, if not all have room; it opens where its choice is."""
    if len(select.choices) <= MOST and weight_of(select.choices) <= room:
        return select
    turns = [_turning(0, path, label) for label in (_BEFORE, _AFTER)]
    pages = list(_pages(select.choices, room - weight_of(turns)))
    usual = next((at for at, page in enumerate(pages) if select.chosen in (each.value for each in page)), 0)
    at = min(_opened(seen).get(select.rest, usual), len(pages) - 1)
    before = [_turning(at - 1, path, _BEFORE)] if at else []
    after = [_turning(at + 1, path, _AFTER)] if at + 1 < len(pages) else []
    return replace(select, choices=(*pages[at], *before, *after))


def _pages(choices: Sequence[Choice], room: int) -> Iterator[Sequence[Choice]]:
    """Yield the choices of each page: as many as have room, at least one."""
    page, taken = list[Choice](), 0
    for each in choices:
        if page and (len(page) == ON_A_PAGE or taken + weight_of([each]) > room):
            yield page
            page, taken = [], 0
        page.append(each)
        taken += weight_of([each])
    yield page


def _turning(page: int, path: str, label: str) -> Choice:
    return Choice(f"{_TURN}{page}{_SHOWS}{path}", label)


def _share(sizes: Sequence[int], room: int) -> int:
    """Return how many bytes of the room each of several parts may take; what a smaller part leaves, others share."""
    left, share = room, 0
    for count, size in zip(range(len(sizes), 0, -1), sorted(sizes), strict=True):
        share = left // count
        left -= min(size, share)
    return share


def _opened(seen: Seen) -> Mapping[str, int]:
    """Return the open page by path: only of one select at a time, so that the notes stay small."""
    found = seen.notes.get(_NOTES)
    return found if isinstance(found, Mapping) else {}
