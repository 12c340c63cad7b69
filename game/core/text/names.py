"""Names as people chose them, for themselves or for a table: made harmless and short before they are used anywhere.

A name enters texts only through `shown`, so every text that is passed on may stand where Discord renders markup. Where
it renders none (labels, options, suggestions), whoever makes such an item converts the text with `label`; if that is
forgotten, it can only look clumsy. Pictures and their descriptions take names as they are and prepare them themselves.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from game.core.text.parts import cut
from game.core.text.signs import bare

T = TypeVar("T")

LONGEST = 20
BRIEF = 16
"""The most characters of a name in what becomes a label."""
COMPUTER = "⌘"
"""Follows the name of each computer player, in texts and in pictures, whose fonts have it; no person's name contains
it."""
_MARKUP = re.compile(r"[\\*_~`|\[\]]|^[#\-+>]")
"""Characters that are markup anywhere, or that make a heading, list or quote at the beginning of a line."""
_ESCAPED = re.compile(r"\\([\\*_~`|\[\]#\-+>])")
_BROKEN = "\u200b"
"""An invisible character. It is removed from people's names, so any in a text is ours; the same goes for the next
one."""
_ONWARD = "\u200e"
"""Follows a name that is written from right to left (LEFT-TO-RIGHT MARK of Unicode); it keeps figures after the
name."""
_INVISIBLE = str.maketrans("", "", _BROKEN + _ONWARD)
YOU = "\ue000"
"""Stands for the name of the person whom a text is told to. Nobody can be called that, since it shows nothing."""
_BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0\U0001d159]")
"""Letters and symbols that are drawn as nothing: Hangul's fillers, Braille without a dot, a note without a head."""
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What Unicode declares invisible (Default_Ignorable_Code_Point)."""
_LINKS = re.compile(r"<|@|:(?=//)")
"""How mentions, times and links begin; they are broken there."""


@lru_cache(4096)
def called(*names: str) -> str:
    """Return what to call somebody: the first of these names that shows anything, as it is; "somebody" if none does.

    A name needs letters, figures or signs to show: spaces, blanks, control characters and accents alone show nothing.
    """
    return next(filter(_shows, names), "somebody")


@lru_cache(4096)
def alike(name: str) -> str:
    """Return a text that is the same for all names that look alike, or sound alike to a command: letter case, spaces,
    forms of one letter and invisible characters make no difference (NFKC_Casefold of Unicode)."""
    folded = unicodedata.normalize("NFKC", _IGNORED.sub("", name)).casefold()
    return " ".join(_IGNORED.sub("", unicodedata.normalize("NFKC", folded)).split())


def matches(typed: str, *texts: str) -> bool:
    """Return whether each word that is typed is part of one of these texts, as `alike` reads them."""
    found = [*map(alike, texts)]
    return all(any(word in text for text in found) for word in alike(typed).split())


def told_apart(names: Mapping[T, str], mark: Callable[[T], str] = str, longest: int = LONGEST) -> dict[T, str]:
    """Return the names; each that looks like another, or like another's mark, gets the mark of who bears it: "Ann
    (P2)". They still differ when they are shortened to `longest` characters."""
    marks = {alike(mark(each)): each for each in names}
    told = {
        each: name if marks.get(alike(name), each) == each else _with(name, f"({mark(each)})", longest)
        for each, name in names.items()
    }
    while True:
        seen = Counter(alike(_short(name, longest)) for name in told.values())
        twice = {each for each, name in told.items() if seen[alike(_short(name, longest))] > 1}
        if not twice:
            return told
        told |= {each: _with(told[each], f"({mark(each)})", longest) for each in twice}


def _with(name: str, mark: str, longest: int) -> str:
    """Return the name with a mark behind it, short enough that no text of `longest` characters cuts the mark off."""
    return f"{_short(name, longest - len(mark) - 1)} {mark}"


def _shows(name: str) -> bool:
    return any(map(_is_seen, _BLANK.sub("", name)))


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"


@lru_cache(4096)
def shown(name: str, longest: int = LONGEST) -> str:
    """Return a name for a text, on one line, in such a way that no markup, mention, link or list comes of it."""
    harmless = _MARKUP.sub(r"\\\g<0>", _short(name, longest))
    back = any(unicodedata.bidirectional(character) in ("R", "AL") for character in harmless)
    return _LINKS.sub(rf"\g<0>{_BROKEN}", harmless) + _ONWARD * back


def worded(text: str, longest: int) -> str:
    """Return what somebody wrote, made as harmless as a name; "" if it shows nothing."""
    return shown(text, longest) if _shows(text) else ""


@lru_cache(4096)
def label(text: str, longest: int | None = None) -> str:
    """Return a text with names in it for where markup is not rendered: names without escapes, signs without icons;
    shortened to `longest` characters, if that is given."""
    said = _ESCAPED.sub(r"\1", marked(text))
    return said if longest is None else cut(said, longest)


def unmarked(text: str) -> str:
    """Return the same for a text that is bold in places; asterisks that belong to names stay."""
    return label(text.replace("**", ""))


def marked(text: str) -> str:
    """Return a text with names in it for Markdown that Discord does not show: without invisible characters."""
    return bare(text.translate(_INVISIBLE))


def quoted(typed: str, longest: int = 80) -> str:
    """Return what somebody typed as inline code: nothing in it is rendered, it cannot end the code, and blanks in a row
    become one."""
    return f"`{_short(typed, longest).replace('`', 'ˋ')}`" if _shows(typed) else "` `"


def table_name(name: str) -> str:
    """The name of a table for a text."""
    return shown(name, 60)


def shown_names(names: Mapping[str, str], longest: int = LONGEST) -> dict[str, str]:
    """Return all names of a table for texts; a player without a visible name is called by the seat. Names that become
    the same only because there is little room are told apart by their seats."""
    known = {seat: name if name == YOU else called(name, seat) for seat, name in names.items()}
    if longest < LONGEST and any(len(name) > longest for name in known.values()):
        known = told_apart(known, longest=longest)
    return {seat: shown(name, longest) for seat, name in known.items()}


def brief_name(names: Mapping[str, str], seat: str) -> str:
    """Return what labels call a player of a table, as `shown_names` does with all of them; without a name, the seat."""
    return _brief_names(*names.items()).get(seat, seat)


@lru_cache(256)
def _brief_names(*names: tuple[str, str]) -> Mapping[str, str]:
    return shown_names(dict(names), BRIEF)


def plain_names(names: Mapping[str, str], seats: Iterable[str], longest: int = LONGEST) -> dict[str, str]:
    """Return the names of these seats in plain text, as `label` does; a player without one is called by the seat."""
    known = shown_names({seat: names.get(seat, seat) for seat in seats}, longest)
    return {seat: label(name) for seat, name in known.items()}


@lru_cache(4096)
def _short(name: str, longest: int) -> str:
    """Return the name on one line, without invisible characters, shortened with an ellipsis."""
    if name == YOU:
        return name
    plain = _BLANK.sub(" ", called(name))
    kept = "".join(" " if c.isspace() else c for c in plain if c.isspace() or unicodedata.category(c)[0] != "C")
    short = " ".join(kept.split())
    return short if len(short) <= longest else short[: longest - 1].rstrip() + "…"
