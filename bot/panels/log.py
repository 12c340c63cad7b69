"""The log of a table, page by page, for one reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from bot.components.ids import Verb
from bot.panels.turns import turn_choices
from bot.tables import Table
from bot.tables.history import news
from bot.tables.history.logbook import Reading
from bot.tables.history.past import reader
from game.core import layout
from game.core.chronicle import Told, by_turns, concerns, narrowed
from game.core.layout import Panel, Place, Style
from game.core.text.numbers import whole
from game.core.text.parts import parts
from storage import Status

ROOM = 3000
"""Maximum length of what happened on a page; the rest of a message's 4,000 characters is for the frame, and for
icons."""
SINCE, ALL, MINE = "since", "all", "me"
"""The key of the section of what happened since the reader last acted, and the filters that every game has."""
_LAST = -1


class Page(NamedTuple):
    """A page of the log. section: a turn, or `SINCE`. number: the page in it, from 0; -1 is the last one. filter: of
    events."""

    section: str = SINCE
    number: int = 0
    filter: str = ALL

    def written(self, button: str) -> str:
        """Return the page as the rest of a custom_id. `button`, a letter, tells buttons apart that lead to the same
        page."""
        return f"{button}{self.section}.{self.number}.{self.filter}"


def read_page(text: str) -> Page:
    """Read what `written` returns; anything else is the first page."""
    section, _, more = text[1:].partition(".")
    number, _, wanted = more.partition(".")
    at = _LAST if number == str(_LAST) else whole(number)
    if at is None or (section != SINCE and whole(section) is None):
        return Page()
    return Page(section, at, wanted or ALL)


class _Section(NamedTuple):
    """A section of the log, with the turns before and after it."""

    key: str
    title: str
    told: Sequence[Told]
    before: int | None
    after: int | None


def log_panel(table: Table, seat: str | None, reading: Reading, page: Page) -> Panel:
    """Return this page of the log, or the nearest that exists. For an onlooker (`seat` is None) the first one is that
    of the last turn."""
    words, place = table.kit.words, Place(table.id)
    filters = {ALL: "All"} | ({MINE: "About me"} if seat is not None else {}) | dict(words.tags)
    chosen = page.filter if page.filter in filters else ALL
    turns = by_turns(_narrowed(table, reading.told, seat, chosen))
    section = _section(table, seat, reading, page.section, chosen, turns)
    lines = list(_lines(table, seat, reading, section.told))
    pages = parts(lines, ROOM) or [_nothing(section, chosen, reading)]
    number = len(pages) - 1 if page.number == _LAST else min(page.number, len(pages) - 1)
    back = Page(section.key, number - 1, chosen) if number else _turn(section.before, chosen, _LAST)
    onward = Page(section.key, number + 1, chosen) if number + 1 < len(pages) else _turn(section.after, chosen)
    ways = [
        place.button(Verb.LOG, "‹ Earlier", (back or page).written("a"), disabled=back is None),
        place.button(Verb.LOG, "Later ›", (onward or page).written("b"), disabled=onward is None),
    ]
    begun = [each.ply for each in reading.told if each.event.to is None and str(each.turn) == section.key]
    if begun and table.status is not Status.CLOSED:  # by public plies: the reader's secret choices do not count
        ways.append(place.button(Verb.REPLAY, "Replay", f"e{begun[0]}"))
    if seat is not None and section.key != SINCE:
        ways.append(place.button(Verb.LOG, _since(reading), Page(SINCE, 0, chosen).written("c")))
    narrowing = [
        place.button(
            Verb.LOG,
            label,
            Page(section.key, 0, name).written("d"),
            Style.PRIMARY if name == chosen else Style.SECONDARY,
        )
        for name, label in filters.items()
    ]
    is_headed = any(line.startswith(f"**{section.title}") for line in pages[number].splitlines())
    titles = [
        "" if is_headed else section.title,  # else the turn would be named twice
        filters[chosen].lower() if chosen != ALL else "",
        f"page {number + 1} of {len(pages)}" if len(pages) > 1 else "",
    ]
    title = " · ".join(filter(None, titles))
    choices = turn_choices([(str(each), words.turn(each)) for each in turns], section.key)
    return layout.framed(
        layout.text(f"### Log of {table.title}", *([f"-# {title}"] if title else [])),
        layout.text(pages[number]),
        layout.row(*ways),
        *(layout.rows(narrowing) if len(filters) > 1 else []),
        *([place.select(Verb.PAGE, chosen, choices, f"Go to a {words.turns.lower()}", section.key)] if choices else []),
    )


def _section(
    table: Table, seat: str | None, reading: Reading, wanted: str, chosen: str, turns: Mapping[int, Sequence[Told]]
) -> _Section:
    """Return the wanted section; for an onlooker, the last turn in place of `SINCE`."""
    if wanted == SINCE and reading.since is not None:
        began = next((each.turn for each in reading.since), max(turns, default=0))
        told = _narrowed(table, reading.since, seat, chosen)
        return _Section(
            SINCE, _since(reading), told, max((turn for turn in turns if turn <= began), default=None), None
        )
    turn = max(turns, default=0) if wanted == SINCE else int(wanted)
    return _Section(
        str(turn),
        table.kit.words.turn(turn),
        turns.get(turn, ()),
        max((each for each in turns if each < turn), default=None),
        min((each for each in turns if each > turn), default=None),
    )


def _lines(table: Table, seat: str | None, reading: Reading, told: Sequence[Told]) -> Iterator[str]:
    """Yield what happened, with the names of those who had the seats then. Only the seat's present player is "you"."""
    for held, run in groupby(told, key=reading.at):
        yield from news.lines(table.kit.words, [each.event for each in run], held.names, reader(table, held, seat))


def _narrowed(table: Table, told: Sequence[Told], seat: str | None, chosen: str) -> Sequence[Told]:
    words = table.kit.words
    if chosen == ALL:
        return told
    if chosen == MINE and seat is not None:
        return narrowed(told, words, lambda event: concerns(event, seat))
    return narrowed(told, words, lambda event: chosen in words.tagged(event))


def _turn(turn: int | None, chosen: str, number: int = 0) -> Page | None:
    return Page(str(turn), number, chosen) if turn is not None else None


def _since(reading: Reading) -> str:
    """Return the title of the section `SINCE`."""
    return "Since your last move" if reading.acted else "Since the beginning"


def _nothing(section: _Section, chosen: str, reading: Reading) -> str:
    if chosen != ALL:
        return "Nothing of that kind."
    since = section.key == SINCE and reading.acted
    return "Nothing has happened since your last move." if since else "Nothing has happened."
