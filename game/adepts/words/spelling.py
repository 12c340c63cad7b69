"""Moves in people's own words: what they spell out, whether or not the rules allow it.

Each word is read as one letter (`_LETTERS`), so that a text becomes a short row of letters: "put 3 miners on the second
citrine site" is "p3mudogs". Patterns say what such rows mean, for each kind of question (`_ASKED`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from game.adepts.passable import next_casting
from game.adepts.rules.gems import GEM_NAMES, number_of
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import read_group
from game.adepts.words.payments import uses
from game.core.decisions import Decision
from game.core.english import plural
from game.core.protocol import View

_LETTERS = {
    "s": "site spot number # .",
    "m": "miner miners guys workers men people guy worker man",
    "u": "at on onto",
    "h": "in",
    "p": "to into inside put assign send place add",
    "f": "from",
    "v": "clear remove dig",
    "x": "x",
    "t": "stage @",
    "b": "battery",
    "l": "level levels",
    "q": "name type gem gems",
    "r": "take",
    "i": "get out",
    "k": "keep",
    "c": "cast casting play use",
    "e": "spell spells card cards",
    "y": "player seat",
    "d": "the",
    "a": "and",
    "w": "move pay give",
    "-": "please plz pls a my of with for last want free group mine work",
}
"""Words by their letter. A gem is "g", a spell "z"; "first", "II" and the like are "o"; a number is itself, or 9 if it
is larger. But "I" is "j", as it may be the speaker, and "one" is "n", as in "the ruby one". Any other word is "?"."""
_ORDER = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "ii": 2, "iii": 3}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NAMES = {word: ("g", gem) for gem in GEM_NAMES for word in (gem, plural(gem))} | {"onix": ("g", "onyx")}
_NAMES |= {spell.name.lower(): ("z", id) for id, spell in SPELLS.items()}
_ALIKE = 0.8
"""The similarity from which on a word counts as a misspelling of a name."""
_KNOWN = {word: (letter, word) for letter, words in _LETTERS.items() for word in words.split()}
_KNOWN |= {word: ("o", str(number)) for word, number in _ORDER.items()} | {"i": ("j", "1")}
_KNOWN |= {word: (str(number), str(number)) for word, number in _NUMBERS.items()} | {"one": ("n", "1")} | _NAMES
_INITIALS = {gem[0]: f"{gem} site " for gem in GEM_NAMES}
_BRIEF = re.compile(rf"\b[{''.join(_INITIALS)}](?=\d)")
"""What "r2x3" begins with."""
_WORD = re.compile(r"x *\d+ *!|\d+ *[ab]\b|\d+(?:st|nd|rd)\b|\d+|[^\W\d_]+|[.@#](?= *\d)")
"""Words, signs that say what a number is, and what is one thing: "12a", and "x4!", a push, which no word says."""
_AND = re.compile(r"(?: *(?:[,&+]|\b(?:and|plus)\b) *)+")
"""What stands between several things."""

AROUND = frozenset(word for letter in "smuhpxad-" for word in _LETTERS[letter].split())
"""The words that may stand around a mine without meaning another one."""
ALIASES = {"i": "first 1st 1 one", "ii": "second 2nd 2 two", "iii": "third 3rd 3 three"}
ALIASES |= {"miners": "guys workers men people", "miner": "guy worker man"}
ALIASES |= {str(number): word for word, number in _NUMBERS.items()}
"""What people may say for a word of a label, by that word."""

_ROLES = {
    "G": "(?P<gem>g)",
    "M": "(?P<miners>[1-9n])",
    "A": "(?<!s)(?P<miners>[1-9n])",
    "L": "(?<!s)(?P<miners>[4-9])",
    "S": "(?P<site>[0-3noj])",
    "O": "(?P<site>[oj])",
    "C": "(?P<count>[1-9n])",
    "T": "(?P<stage>[1-3noj])",
    "R": "(?P<stage>[oj])",
    "Z": "(?P<spell>z)",
    "N": "(?P<number>[1-9n])",
    "P": "(?P<seat>[1-5n])",
}
"""What a capital letter in a pattern stands for. Alone a number is one of miners ("A") if "site" is not just before it;
above three it can be no other ("L")."""


class _Asked(NamedTuple):
    """How answers to some kinds of questions are read (of one spell's only, if it follows the kind).

    `idle`: the letters that make no difference. `around`: those that may stand at both ends of a pattern and wherever
    it has a space; "g" among them is the one gem, wherever it stands. No other word may be left. The first pattern that
    fits tells what makes the token of the words by their roles, the `decision` and the `view`.
    """

    kinds: str
    idle: str
    around: str
    patterns: Mapping[str, Callable[..., str]]


def _anywhere(decision: Decision, gem: str, miners: str, **_: Any) -> str:
    """Return a group on the site by which to judge so many miners for the mine as a whole, the first free one if there
    is any; "" if that many can go there, since it is open to which site."""
    free = [read_group(token) for token in decision.tokens if token.startswith(f"{gem}.")]
    is_open = int(miners) in (group.miners for group in free)
    return "" if is_open else f"{gem}.{number_of(free[0].site) if free else 1}x{miners}"


def _numbered(view: View, number: str, **_: Any) -> str:
    """Return the spell of this game that has the number; "" if none has."""
    return next((spell for spell in ViewReader(view).spells if spell[:-1] == number), "")


_SITE, _GROUP, _GEMS = "{gem}.{site}".format, "{gem}.{site}x{miners}".format, "{gem}@{stage}x{count}".format
_ON_SITE = dict.fromkeys(
    (
        "O M", "M O",  # "II with 3", "3 on the second site"
        "sS M", "M sS",  # "site 2 with 3", "3 on #2"
        "Mm S", "S Mm",  # "3 miners on 2"
        "MuS",  # "3 on 2"
        "g SxM",  # "ruby 2 x 3"
        "M g S",  # "3 ruby 2"; but "ruby 2 3" is unclear
    ),
    _GROUP,
)  # fmt: skip
_IN_MINE = _ON_SITE | dict.fromkeys(("A g", "Am", "L"), _anywhere)
"""Also "5 on ruby", "ruby, 3 miners", "ruby with 5"."""
_FROM = dict.fromkeys(("m? G S", "m? G m? sS", "m? sS G", "m? O G m?"), _SITE)
""" "My miners on ruby 2", "ruby site 2", "site 2 of ruby", "the second ruby site"."""
_STAGES = dict.fromkeys(("C?GtT", "C?tTG", "C?RtG", "C?GRt"), _GEMS)
""" "1 ruby from stage 2", "stage 2 ruby", "second stage ruby", "ruby, second stage"."""
_TYPE = "{gem}".format
_CARD = {"e?Ze?": "{spell}".format, "eN": _numbered}
""" "Gateways", "3A", "the Gateways card", "spell 3"."""
_CASTING = _Asked("cast", "-cdpw", "", _CARD)
_ASKED = (
    _Asked("assign again to", "-adhpw", "gsmux", _IN_MINE),
    _Asked("place", "-adhpw", "gsmux", _IN_MINE | {"O": "{gem}.{site}x1".format}),
    _Asked("enter", "-adhpw", "gsmux", _ON_SITE | {"A": "{gem}.0x{miners}".format}),
    _Asked("site from miner", "-w", "dfsuv", {"dGn": "".format} | _FROM),  # "the ruby one" may be on any site
    _Asked("pay give gem stage", "-dfhlsuw", "", _STAGES | {"C?Gb": "{gem}@bx{count}".format}),
    _Asked("mine type siphon realign", "-abdhlmnpqrsuwx", "", {"G": _TYPE}),
    _Asked("mine:8A", "-abdfhilmnpqrsuwx", "", {"2?G": _TYPE, "G2": _TYPE}),  # that takes two gems
    _Asked("research", "-djkpr", "", _CARD),
    _Asked("discard take-spell", "-d", "", _CARD),
    _Asked("purge", "-d", "", {"eN": _numbered}),  # there "purge" is mostly not the spell of that name
    _Asked("opponent", "-dps", "", {"yP": "P{seat}".format}),
    _CASTING,
)
_OF = {kind: asked for asked in _ASKED for kind in asked.kinds.split()}
_SEVERAL = ("pay", "research")
"""The kinds of questions whose answers can name several things."""


def spelled(decision: Decision, view: View, typed: str) -> str:
    """Return the kind and token that somebody means who types such words; "" if that cannot be told.

    "Put three miners on the second citrine site", "4 emerald I", "r2x3", "take 2 rubies", "name rubies", "cast
    transmission", "1 onyx from stage 2 and a diamond battery level".
    """
    asked = _OF.get(f"{decision.kind}:{decision.source}") or _OF.get(decision.kind)
    if asked is None:
        return ""
    parts = _AND.split(typed.lower().strip(",&+ ")) if decision.kind in _SEVERAL else [typed.lower()]
    things = [_read(asked, decision, view, part) for part in parts]
    if not all(things):
        return ""
    named = "+".join(things)
    if named not in decision.tokens:
        same = (token for token in decision.tokens if _counted(token) == _counted(named))
        named = next(same, "" if "@" in named else named)  # which gems there are says more than a refusal
    return f"{decision.kind} {named}" if named else ""


def untimely(decision: Decision, view: View, typed: str) -> str:
    """Return when the spell that is named can be cast, for somebody who is not asked what to cast; "" if none is
    named."""
    named = _read(_CASTING, decision, view, typed.lower()) if decision.kind != "cast" else ""
    if not named:
        return ""
    spell, now = SPELLS[named], ViewReader(view)
    turn = next_casting(now, decision.seat, spell.phase)
    when = f"the next time in turn {turn}" if turn != now.turn else "later in this turn"
    return f"{spell.name} is cast when phase {spell.phase} begins, {when if turn else 'not any more in this game'}."


def _read(asked: _Asked, decision: Decision, view: View, text: str) -> str:
    """Return the token of one thing that is named; "" if no pattern fits, or if what is meant is unclear."""
    words = [_heard(word) for word in _WORD.findall(_BRIEF.sub(lambda found: _INITIALS[found[0]], text))]
    words = words[1:] if words[:1] == [_KNOWN["i"]] else words  # here "I" is the speaker, not a site
    words = [(letter, name) for letter, name in words if letter not in asked.idle]
    row = "".join(letter for letter, _ in words)
    for pattern, meaning in asked.patterns.items():
        if found := _compiled(pattern, asked.around).fullmatch(row):
            named = {role: words[found.start(role)][1] if said else "1" for role, said in found.groupdict().items()}
            return meaning(decision=decision, view=view, **named)
    return ""


def _heard(word: str) -> tuple[str, str]:
    """Return the letter of a word, and its name or number."""
    if word.isdecimal():
        return str(min(int(word), 9)), str(int(word))
    if word in _KNOWN:
        return _KNOWN[word]
    if (spell := word.replace(" ", "").upper()) in SPELLS:
        return "z", spell
    alike = get_close_matches(word, _NAMES, 1, _ALIKE)
    return _NAMES[alike[0]] if alike else ("?", word)


@cache
def _compiled(pattern: str, around: str) -> re.Pattern[str]:
    between = f"[{around}]*" if around else ""
    gem = "(?=[^g]*(?P<gem>g)[^g]*$)" if "g" in around else ""
    return re.compile(gem + re.sub("[A-Z ]", lambda found: _ROLES.get(found[0], between), f" {pattern} "))


def _counted(token: str) -> Counter[tuple[str, str]]:
    """Return how many of each thing a token names, by gem and stage if it names gems."""
    named = Counter[tuple[str, str]]()
    for thing, stage, number in uses(token):
        named[thing, stage] += number
    return named
