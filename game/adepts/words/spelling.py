"""Moves in people's own words: what they spell out, whether or not the rules allow it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from difflib import get_close_matches

from game.adepts.passable import next_casting
from game.adepts.rules.gems import GEM_NAMES, number_of
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import read_group
from game.core.decisions import Decision
from game.core.english import plural
from game.core.protocol import View

_WORD = re.compile(r"\d+|[^\W\d_]+")
_POLITELY = frozenset(("please", "plz", "pls"))
_SITE = frozenset(("site", "spot", "number"))
_MINERS = frozenset(("miner", "miners", "guys", "workers", "men", "people", "guy", "worker", "man"))
_INSIDE = frozenset(("inside", "in", "into"))
AROUND = _SITE | _MINERS | _INSIDE | {"put", "assign", "send", "place", "add", "group", "mine", "work", "free", "x"}
AROUND |= {"to", "on", "onto", "at", "of", "the", "a", "my", "with", "for", "and", "last", "want"} | _POLITELY
_UPON = (["at"], ["on"], ["onto"])
"""The words that may stand alone between miners and their site."""
_ORDER = {"i": 1, "ii": 2, "iii": 3, "first": 1, "second": 2, "third": 3}
"""Words that number sites, and nothing else."""
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
ALIASES = {"i": "first 1st 1 one", "ii": "second 2nd 2 two", "iii": "third 3rd 3 three"}
ALIASES |= {"miners": "guys workers men people", "miner": "guy worker man"}
ALIASES |= {str(number): word for word, number in _NUMBERS.items()}
"""What people may say for a word of a label, by that word."""
_COUNTED = re.compile(r"\b([123])(?:st|nd|rd)\b")
_COUNTING = ("first", "second", "third")
_MINES = {word: gem for gem in GEM_NAMES for word in (gem, plural(gem))} | {"onix": "onyx"}
_INITIALS = {gem[0]: gem for gem in GEM_NAMES}
_BRIEF = re.compile(rf"\b[{''.join(_INITIALS)}](?=\d)")
"""The mine of "r2x3"."""
_SIGN = re.compile(r"[.@](?= *\d)")
_SIGNS = {".": " site ", "@": " stage "}
"""What is said of a number by the sign before it."""
_PUSHED = re.compile(r"x *\d+ *!")
"""The end of a group that pushes others back, as in "ruby.1x4!", which words do not say."""
_FROM = _SITE | _MINERS | _POLITELY | {"from", "on", "at", "of", "the", "my", "work", "move", "clear", "remove", "dig"}
"""The words that may stand around a site that miners leave or lose; "to" is said of the one where they go."""
_PAYING = _POLITELY | {"a", "pay", "give", "with", "from", "in", "of", "the", "my", "level", "levels"}
"""The words that may stand around gems with their stages."""
_GEMS = re.compile(rf"(?:(\d+) )?({'|'.join(GEM_NAMES)}) (?:stage (\d)|battery)")
"""Gems of one stage, or battery levels, as `_gems` writes them."""
_TYPE = AROUND | {"name", "take", "type", "gem", "gems", "battery", "level", "levels", "one"}
"""The words that may stand around a gem that stands for its type."""
_TAKEN = _TYPE | {"2", "two", "out", "from", "get"}
"""The same for the mine of Telekinesis, which says "Take 2 emeralds" before it is confirmed."""
_USING = frozenset(("cast", "casting", "play", "use"))
_CASTING = _POLITELY | _USING | {"spell", "the", "want", "to"}
_LISTS = ",&+ "
_LISTING = re.compile(rf"(?:[{_LISTS}]|\band\b)*[,&+](?:[{_LISTS}]|\band\b)*")
"""What stands between the things of a list, apart from a mere "and"."""
_KEEPING, _AND = frozenset(("keep", "take", "i")), frozenset(("and", "plus"))
_SPELLS = {spell.name.lower(): id for id, spell in SPELLS.items()}
_ALIKE = 0.8
"""The similarity from which on a word counts as a misspelling of another."""


def spelled(decision: Decision, typed: str) -> str:
    """Return the kind and token that somebody means who types such words; "" if that cannot be told.

    "Put three miners on the second citrine site", "4 emerald I", "r2x3", "take 2 rubies", "name rubies", "cast
    transmission", "1 onyx from stage 2 and a diamond battery level".
    """
    text = _COUNTED.sub(lambda found: _COUNTING[int(found[1]) - 1], typed.lower())
    if decision.kind in ("research", "pay"):
        text = _LISTING.sub(" and ", text.strip(_LISTS))
    elif decision.kind in ("assign", "again", "enter", "place", "to", "site", "from", "miner"):
        if _PUSHED.search(text):
            return ""
        text = _SIGN.sub(lambda found: _SIGNS[found[0]], text)
        if decision.kind != "enter":
            text = _BRIEF.sub(lambda found: f"{_INITIALS[found[0]]} ", text)
    words = _WORD.findall(text)
    words = words[1:] if words[:1] == ["i"] else words  # here "I" is the speaker, not a site
    if decision.kind in ("assign", "again", "enter", "place", "to"):
        token = _group(decision, words)
    elif decision.kind in ("site", "from", "miner"):
        token = _site(words)
    elif decision.kind in ("pay", "give", "gem", "stage"):
        token = _gems(decision, words)
    elif decision.kind in ("mine", "type", "siphon", "realign"):
        token = _gem(words, _TAKEN if decision.source == "8A" else _TYPE)
    elif decision.kind == "research":
        token = _kept(decision, words)
    else:
        token = _spell(words) if decision.kind == "cast" else ""
    return f"{decision.kind} {token}" if token else ""


def untimely(decision: Decision, view: View, typed: str) -> str:
    """Return when the spell that is named can be cast, for somebody who is not asked what to cast; "" if none is
    named."""
    named = _spell(_WORD.findall(typed.lower())) if decision.kind != "cast" else ""
    if not named:
        return ""
    spell, now = SPELLS[named], ViewReader(view)
    turn = next_casting(now, decision.seat, spell.phase)
    when = f"the next time in turn {turn}" if turn != now.turn else "later in this turn"
    return f"{spell.name} is cast when phase {spell.phase} begins, {when if turn else 'not any more in this game'}."


def _group(decision: Decision, words: Sequence[str]) -> str:
    """Return the token of miners on a site of a mine, or inside; "" if it is unclear which number is which."""
    gems = [gem for word in words if (gem := _named(word, _MINES))]
    sites = [_ORDER[word] for word in words if word in _ORDER]
    counts = [number for word in words if (number := _number(word)) is not None]
    if len(gems) != 1 or len(words) > len(gems + sites + counts) + sum(word in AROUND for word in words):
        return ""
    of_miners = len(counts) == 1 and any(counts) and _SITE.isdisjoint(words)
    if decision.kind == "enter" and not sites and (_INSIDE.intersection(words) or of_miners):
        sites = [0]
    elif decision.kind == "place" and sites and not counts:
        counts = [1]
    if not sites and len(counts) == 2:
        counts, sites = _told_apart(words)
    elif not sites and len(counts) == 1:
        sites = _wherever(decision, gems[0], counts[0], words)
    return f"{gems[0]}.{sites[0]}x{counts[0]}" if len(sites) == len(counts) == 1 else ""


def _wherever(decision: Decision, gem: str, count: int, words: Sequence[str]) -> list[int]:
    """Return the number of a site by which to judge so many miners for the mine as a whole, the first free one if there
    is any; [] if that many can go there, since it is open to which site, or if the number may be that of a site."""
    at = next(at for at, word in enumerate(words) if _number(word) is not None)
    mine = next(at for at, word in enumerate(words) if _named(word, _MINES))
    of_site = bool(_SITE.intersection(words[at - 1 : at]))
    of_miners = at < mine or count > _ORDER["iii"] or not _MINERS.isdisjoint(words[at + 1 : at + 2])
    free = [read_group(token) for token in decision.tokens if token.startswith(f"{gem}.")]
    if of_site or not of_miners or count in (group.miners for group in free):
        return []
    return [number_of(free[0].site) if free else 1]


def _site(words: Sequence[str]) -> str:
    """Return the token of a site that miners leave; "" if it is not the only thing that is named, or if its number may
    be one of miners, as in "2 ruby" and "ruby 2 miners", or none at all, as in "the ruby one"."""
    match [word for word in words if word not in _FROM]:
        case [order, mine] if order in _ORDER:
            number = order
        case [mine, number] if _MINERS.isdisjoint(words[words.index(number) - 1 :]) and not {"the", "one"} <= {*words}:
            pass
        case _:
            return ""
    gem, site = _named(mine, _MINES), _ORDER.get(number) or _number(number)
    return f"{gem}.{site}" if gem and site else ""


def _gems(decision: Decision, words: Iterable[str]) -> str:
    """Return the token of the gems and levels that are named, each with its stage or as of the battery; "" if anything
    else is said, or if none of the tokens is just that."""
    named = Counter[tuple[str, str]]()
    for part in " ".join(_plain(word) for word in words if word not in _PAYING).split(" and "):
        found = _GEMS.fullmatch(part)
        if found is None:
            return ""
        number, gem, stage = found.groups()
        named[gem, stage or "b"] += int(number or 1)
    return next((token for token in decision.tokens if _parts(token) == named), "")


def _plain(word: str) -> str:
    """Return a gem by its name, and a number in figures."""
    number = _number(word)
    return str(number) if number is not None else _named(word, _MINES) or word


def _parts(token: str) -> Counter[tuple[str, str]]:
    """Return how many gems or levels a token names, by gem and stage ("b": the battery)."""
    named = Counter[tuple[str, str]]()
    for part in token.split("+"):
        gem, _, source = part.partition("@")
        stage, _, number = source.partition("x")
        named[gem, stage] += int(number or 1)
    return named


def _gem(words: Iterable[str], around: Container[str]) -> str:
    """Return the gem that stands for its type, its mine or its battery; "" if it is not the only one named, or if other
    words than these stand `around` it."""
    gems = [_named(word, _MINES) for word in words if word not in around]
    return gems[0] if len(gems) == 1 else ""


def _told_apart(words: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return of two plain numbers the miners and the site, as far as the words say which is which; else two empty
    lists."""
    (first, one), (second, two) = [(at, n) for at, word in enumerate(words) if (n := _number(word)) is not None]
    mine = next(at for at, word in enumerate(words) if _named(word, _MINES))
    before, behind = ([*words, ""][at + 1] for at in (first, second))
    sited = [words[at - 1] in _SITE if at else False for at in (first, second)]
    if before in _MINERS or sited == [False, True] or words[first + 1 : second] in _UPON:
        return [one], [two]
    if behind in _MINERS or sited == [True, False] or (mine < first and words[first + 1 : second] == ["x"]):
        return [two], [one]
    return ([one], [two]) if first < mine < second else ([], [])


def _spell(words: Iterable[str]) -> str:
    """Return the spell that these words name, by its name or its number; "" if none."""
    said = [word for word in words if word not in _CASTING]
    number = "".join(said).upper()
    if number in SPELLS:
        return number
    found = _named(" ".join(said), _SPELLS)
    return found if found and len(said) == len(SPELLS[found].name.split()) else ""


def _kept(decision: Decision, words: Iterable[str]) -> str:
    """Return the token of the spells that are named, one or more joined by "and"; "" if anything else is said, as by
    who wants to cast one."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word in _USING:
            return ""
        if word in _AND:
            groups.append([])
        elif word not in _KEEPING:
            groups[-1].append(word)
    cards = [_spell(group) for group in groups]
    same = (token for token in decision.tokens if sorted(token.split("+")) == sorted(cards))
    return next(same, "+".join(cards)) if all(cards) else ""


def _named(text: str, known: Mapping[str, str]) -> str:
    """Return what the text is a name of, even if it is misspelt; "" if nothing."""
    alike = [text] if text in known else get_close_matches(text, known, 1, _ALIKE)
    return known[alike[0]] if alike else ""


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else _NUMBERS.get(word)
