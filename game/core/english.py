"""The little grammar that sentences need."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(256)
def plural(noun: str) -> str:
    """ "rubies", "topazes", "miners"."""
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "z", "ch", "sh")) else f"{noun}s"


def noun(count: int, thing: str) -> str:
    """The noun in the singular or plural, as the count requires."""
    return thing if count == 1 else plural(thing)


def many(count: int, thing: str) -> str:
    """ "1 miner", "3 miners", "0 rubies"."""
    return f"{count} {noun(count, thing)}"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """A small number as a word: "two"; a larger one in digits."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def with_change(before: int, after: int) -> str:
    """ "12 (+5)"; just "8" if nothing has changed."""
    return f"{after} ({after - before:+})" if after != before else str(after)


def listed(things: Iterable[str], nothing: str = "nothing", last: str = "and") -> str:
    """ "a, b and c"."""
    items = list(things)
    if len(items) < 2:
        return items[0] if items else nothing
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def does(what: str) -> str:
    """ "chooses a pair" of "choose a pair"."""
    verb, _, rest = what.partition(" ")
    return f"{plural(verb)} {rest}".rstrip()


def doing(what: str) -> str:
    """ "swapping tiles" of "swap tiles"."""
    verb, _, rest = what.partition(" ")
    stem = verb if verb.endswith("ee") else verb.removesuffix("e")
    doubled = verb[-1] if _SHORT.fullmatch(verb) else ""
    return f"{stem}{doubled}ing {rest}".rstrip()


_SHORT = re.compile(r"[^aeiou]+[aeiou][^aeiouwxy]")
"""A verb that doubles its last letter before "ing"."""


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def within(text: str) -> str:
    """The text with a small first letter, to stand within a sentence."""
    return text[:1].lower() + text[1:]
