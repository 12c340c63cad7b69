"""Reading the names of traits, or dice, as somebody types them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from game.core.english import listed
from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import pool_of, written
from game.the_adept.stage.rolling.ingredients import HINDER, Ingredient

Words = tuple[str, ...]
Names = Mapping[Words, dict[str, Ingredient]]
"""What may be picked, by what people may call it."""
_BETWEEN, _LINKS = re.compile("[+,&;/]"), ("and", "with", "my", "the", "roll", "using")
"""What people write between the names of traits: signs and words."""
_BESIDE = re.compile(r"\s*(?:\bd\d+\b.*|\(.*)$"), re.compile(r"\s*\bd\d+\b.*$")
"""What a label has after the name of the trait: with something in brackets, which may be part of the name, and
without."""


def names_of(offered: Iterable[Ingredient]) -> Names:
    """Return the names of what may be picked."""
    names = dict[Words, dict[str, Ingredient]]()
    for each in offered:
        label = each.label.replace(HINDER, "Hinder ", 1) if each.pick.endswith("!") else each.label
        for beside in _BESIDE:
            names.setdefault(_words(beside.sub("", label)), {})[each.key] = each
    names.pop((), None)
    return names


def meant(typed: str, names: Names) -> list[Ingredient]:
    """Return what is named, each once, by the longest names with which all of it can be read; nothing if it cannot, or
    with a name that several things have."""
    said = _words(typed)
    longest = max(map(len, names), default=0)
    read: list[dict[str, Ingredient] | None] = [*([None] * len(said)), {}]  # what the words from each place on name
    for at in reversed(range(len(said))):
        for end in range(min(at + longest, len(said)), at, -1):
            named, after = names.get(said[at:end]), read[end]
            if named is not None and after is not None:
                read[at] = named | after if len(named) == 1 else None
                break
        else:
            read[at] = read[at + 1] if said[at] in _LINKS else None
    return [*(read[0] or {}).values()]


def unnamed(typed: str, names: Names) -> list[str]:
    """Return the words that are in no name, if others are."""
    words = [*dict.fromkeys(word for word in _words(typed) if word not in _LINKS)]
    known = {word for name in names for word in name}
    return [word for word in words if word not in known] if known & {*words} else []


def typed_pool(typed: str, unknown: Sequence[str] = ()) -> str:
    """Return the dice that somebody typed; `unknown` are the words of it that name no trait. Raises Refused."""
    try:
        return written(pool_of(typed))
    except Refused as refused:
        none = f": none is called {listed(map(quoted, unknown[:3]), last='or')}" if unknown else ""
        more = f"; or name traits of yours, such as wits + assess{none}" if refused.code == "empty" else ""
        raise Refused(refused.code, f"{refused.problem}{more}") from refused


def has_dice(typed: str) -> bool:
    """Return whether it can be read as dice, perhaps with words beside them."""
    with suppress(Refused):
        return bool(pool_of(typed))
    return False


def _words(text: str) -> Words:
    return tuple(_BETWEEN.sub(" ", text.casefold()).split())
