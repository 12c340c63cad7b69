"""Moves in people's own words: what they spell out, whether or not the rules allow it.

Words that mean the same are read as one (`_WORDS`), so that "put three guys at the 2nd spot of citrine" becomes "to 3
miners on the nth site gem". Patterns say what such rows of words mean, for each kind of question (`_ASKED`).
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
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import read_group
from game.adepts.words.payments import uses
from game.core.decisions import Decision
from game.core.english import plural
from game.core.protocol import View

_WORDS = {
    "site": "site spot number # .",
    "miners": "miners miner guys guy workers worker men man people",
    "on": "on onto at",
    "in": "in",
    "to": "to into inside put assign send place add",
    "from": "from",
    "clear": "clear remove dig",
    "x": "x",
    "stage": "stage @",
    "battery": "battery",
    "level": "level levels",
    "type": "type name gem gems",
    "take": "take",
    "steal": "steal",
    "out": "out get",
    "keep": "keep",
    "discard": "discard drop throw away",
    "draw": "draw yes",
    "cast": "cast casting play use",
    "spell": "spell spells card cards",
    "player": "player seat",
    "the": "the",
    "and": "and",
    "move": "move",
    "pay": "pay give",
    "with": "with",
    "filler": "please plz pls a my of for last want free group mine work",
}
"""Words that are read as the one before them. The name of a gem is read as "gem", that of a spell as "card", "first" or
"II" as "nth", and a number as its figures; but "I" and "one" as themselves, as they may be the speaker and "the ruby
one", which is no number."""
_ORDER = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "ii": 2, "iii": 3}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NAMES = {word: ("gem", gem) for gem in GEM_NAMES for word in (gem, plural(gem))} | {"onix": ("gem", "onyx")}
_NAMES |= {spell.name.lower(): ("card", id) for id, spell in SPELLS.items()}
_COLOURS = dict(zip(["orange", "red", "yellow", "green", "purple", "blue", "black"], GEM_NAMES, strict=False))
"""The colours of gems as the rulebook lists them. That of diamonds, clear, is a verb here."""
_OF_PLAYERS = ("site",)
"""The kinds of questions at which a colour may be a player's."""
_ALIKE = 0.8
"""The similarity from which on a word counts as a misspelling of a name."""
_KNOWN = {word: (read, word) for read, words in _WORDS.items() for word in words.split()}
_KNOWN |= {word: ("nth", str(number)) for word, number in _ORDER.items()}
_KNOWN |= {word: (str(number), str(number)) for word, number in _NUMBERS.items()}
_KNOWN |= {"one": ("one", "1"), "i": ("i", "1")} | _NAMES
_INITIALS = {gem[0]: f"{gem} site " for gem in GEM_NAMES}
_BRIEF = re.compile(rf"\b[{''.join(_INITIALS)}](?=\d)")
"""What "r2x3" begins with."""
_WORD = re.compile(r"x *\d+ *!|\d+ *[ab]\b|\d+(?:st|nd|rd)\b|\d+|[^\W\d_]+|[.@#](?= *\d)")
"""Words, signs that say what a number is, and what is one thing: "12a", and "x4!", a push, which no word says."""
_OWNING = re.compile(r"['’]s\b")
_AND = re.compile(r"(?: *(?:[,;&+]|\b(?:and|plus|then)\b) *)+")
"""What stands between several things."""

_ALONG = ("site", "miners", "on", "in", "to", "x", "the", "and", "with", "filler")
AROUND = frozenset(" ".join(_WORDS[read] for read in _ALONG).split())
"""The words that may stand around a mine without meaning another one."""
ALIASES = {"i": "first 1st 1 one", "ii": "second 2nd 2 two", "iii": "third 3rd 3 three"}
ALIASES |= {"miners": "guys workers men people", "miner": "guy worker man"}
ALIASES |= {name: colour for colour, gem in _COLOURS.items() for name in (gem, plural(gem))}
ALIASES |= {str(number): word for word, number in _NUMBERS.items()}
"""What people may say for a word of a label, by that word."""

_PIECES = {
    "MINERS": r"(?P<miners>\d+|one) ",
    "MANY": r"(?P<miners>[4-9]|[1-9]\d+) ",
    "SITE": "(?P<site>[0-3]|nth|one|i) ",
    "NTH-SITE": "(?P<site>nth|i) ",
    "COUNT": r"(?P<count>[1-9]\d*|one) ",
    "STAGE": "(?P<stage>[1-3]|nth|one|i) ",
    "NTH-STAGE": "(?P<stage>nth|i) ",
    "CARD": "(?P<card>card) ",
    "NUMBER": r"(?P<number>[1-9]\d*|one) ",
    "SEAT": "(?P<seat>[1-5]|one) ",
    "(no-site)": "(?<!site )",
}
"""What the parts of a pattern stand for that are no plain words. "MANY" are more miners than there are sites; before
"(no-site)" there is no "site"."""


class _Asked(NamedTuple):
    """How answers to some kinds of questions are read (of one spell's only, if it follows the kind).

    `idle`: the words that make no difference, besides fillers. `around`: those that may stand at both ends of a pattern
    and at each "..." in it; if "gem" is among them there must be one. No other word may be left. What ends with "?" may
    be missing. The first pattern that fits tells what makes the token of the words by their roles, the `decision` and
    the `view`.
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


def _either(decision: Decision, gem: str, site: str, miners: str, **_: Any) -> str:
    """Return the group of "ruby 2 3" if neither its numbers nor the same the other way round can be assigned; "" if
    something can, since it is open which is the site."""
    group, other = _GROUP(gem=gem, site=site, miners=miners), _GROUP(gem=gem, site=miners, miners=site)
    return "" if {group, other} & {*decision.tokens} else group


def _full(decision: Decision, gem: str, **_: Any) -> str:
    """Return a group by which to judge a mine that takes no miners; "" if it takes some, since it is open how many."""
    return "" if any(token.startswith(f"{gem}.") for token in decision.tokens) else f"{gem}.1x{SMALLEST}"


def _numbered(view: View, number: str, **_: Any) -> str:
    """Return the spell of this game that has the number; "" if none has."""
    return next((spell for spell in ViewReader(view).spells if spell[:-1] == number), "")


def _purged(view: View, card: str, number: str, **_: Any) -> str:
    """Return that spell if somebody says to purge it, as in "purge spell 3"; "" if another spell is named with it."""
    return _numbered(view, number) if SPELLS[card].name == "Purge" else ""


_SITE, _GROUP, _GEMS = "{gem}.{site}".format, "{gem}.{site}x{miners}".format, "{gem}@{stage}x{count}".format
_ON_SITE: dict[str, Callable[..., str]] = dict.fromkeys(
    (
        "NTH-SITE ... MINERS", "MINERS ... NTH-SITE",  # "II with 3", "3 on the second site"
        "site SITE ... (no-site) MINERS", "(no-site) MINERS ... site SITE",  # "site 2 with 3", "3 on #2"
        "MINERS miners ... SITE", "SITE ... MINERS miners",  # "3 miners on 2"
        "MINERS on SITE",
        "gem ... SITE x MINERS",  # "ruby 2 x 3"
        "MINERS ... gem ... SITE",  # "3 ruby 2"
    ),
    _GROUP,
)  # fmt: skip
_ON_SITE["gem ... SITE MINERS"] = _either
_IN_MINE = (
    _ON_SITE
    | dict.fromkeys(("(no-site) MINERS ... gem", "(no-site) MINERS miners", "(no-site) MANY"), _anywhere)
    | {"": _full}
)
"""Also "5 on ruby", "ruby, 3 miners", "ruby with 5", and "ruby" alone where no more miners can go."""
_INSIDE = dict.fromkeys(("site ... MINERS", "MINERS ... site"), "".format) | {"MINERS": "{gem}.0x{miners}".format}
""" "3 on ruby", but not "3 on some ruby site"."""
_FROM = dict.fromkeys(
    (
        "miners? ... gem ... SITE",  # "my miners on ruby 2"
        "miners? ... gem ... miners? ... site SITE",
        "miners? ... site SITE ... gem",
        "miners? ... NTH-SITE ... gem ... miners?",  # "the second ruby site"
    ),
    _SITE,
)
_PAID = dict.fromkeys(
    (
        "COUNT? gem stage STAGE",  # "1 ruby from stage 2"
        "COUNT? stage STAGE gem",
        "COUNT? NTH-STAGE stage gem",  # "second stage ruby"
        "COUNT? gem NTH-STAGE stage",
    ),
    _GEMS,
) | {"COUNT? gem battery": "{gem}@bx{count}".format}
_TYPE = "{gem}".format
_CARD = {"spell? CARD spell?": "{card}".format, "spell NUMBER": _numbered}
""" "Gateways", "3A", "the Gateways card", "spell 3"."""
_PURGED: Mapping[str, Callable[..., str]] = {
    "discard spell? CARD spell?": "{card}".format,
    "discard? spell NUMBER": _numbered,
    "CARD spell NUMBER": _purged,
}
"""Also "discard Gateways", which is how the rules say it. "Purge" is mostly not the spell of that name there."""
_CASTING = _Asked("cast", "cast the to", "", _CARD)
_PUTTING, _AT = "and the in to move with", "gem site miners on x"
_NAMING = "and battery the in level miners one to type take site on with x"
_ASKED = (
    _Asked("assign again to", _PUTTING, _AT, _IN_MINE),
    _Asked("place", _PUTTING, _AT, _IN_MINE | {"NTH-SITE": "{gem}.{site}x1".format}),
    _Asked("enter", _PUTTING, _AT, _ON_SITE | _INSIDE),
    _Asked("site from miner", "move", "the from site on clear", _FROM),
    _Asked("pay give gem stage", "the from in level site on pay with", "", _PAID),
    _Asked("mine type siphon realign", _NAMING, "", {"gem": _TYPE}),
    _Asked("mine:8A", f"{_NAMING} from out", "", {"2? gem": _TYPE, "gem 2": _TYPE}),  # that takes two gems
    _Asked("research", "the i keep to take", "", _CARD),
    _Asked("discard", "the discard", "", _CARD),
    _Asked("take-spell", "the to take steal", "", _CARD),
    _Asked("purge", "the", "", _PURGED),
    _Asked("opponent", "the to site", "", {"player SEAT": "P{seat}".format}),
    _Asked("draw", "the", "", {"draw spell?": "draw".format}),
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
    typed = _OWNING.sub("", typed.lower())
    parts = _AND.split(typed.strip(",;&+ ")) if decision.kind in _SEVERAL else [typed]
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
    colours = {} if decision.kind in _OF_PLAYERS else _COLOURS
    words = [
        _heard(colours.get(word, word)) for word in _WORD.findall(_BRIEF.sub(lambda found: _INITIALS[found[0]], text))
    ]
    words = words[1:] if words[:1] == [_KNOWN["i"]] else words  # here "I" is the speaker, not a site
    reads = [read for read, _ in words]
    words = [each for at, each in enumerate(words) if reads[max(at - 2, 0) : at + 1] != ["the", "gem", "one"]]
    words = [(read, name) for read, name in words if read not in {"filler", *asked.idle.split()}]
    gems = [name for read, name in words if read == "gem"]
    if len(gems) > 1 or ("gem" in asked.around.split() and not gems):
        return ""
    row = "".join(f"{read} " for read, _ in words)
    for pattern, meaning in asked.patterns.items():
        if found := _compiled(pattern, asked.around).fullmatch(row):
            said = {role: row.count(" ", 0, found.start(role)) for role, piece in found.groupdict().items() if piece}
            named = {"gem": "".join(gems), "count": "1"} | {role: words[at][1] for role, at in said.items()}
            return meaning(decision=decision, view=view, **named)
    return ""


def _heard(word: str) -> tuple[str, str]:
    """Return as what a word is read, and its name or number."""
    if word.isdecimal():
        return str(int(word)), str(int(word))
    if word in _KNOWN:
        return _KNOWN[word]
    if (spell := word.replace(" ", "").upper()) in SPELLS:
        return "card", spell
    alike = get_close_matches(word, _NAMES, 1, _ALIKE)
    return _NAMES[alike[0]] if alike else ("?", word)


@cache
def _compiled(pattern: str, around: str) -> re.Pattern[str]:
    pieces = _PIECES | {"...": f"(?:(?:{'|'.join(around.split())}) )*" if around else ""}

    def one(piece: str) -> str:
        needed = piece.removesuffix("?")
        found = pieces.get(needed, f"{needed} ")
        return found if piece == needed else f"(?:{found})?"

    return re.compile("".join(map(one, f"... {pattern} ...".split())))


def _counted(token: str) -> Counter[tuple[str, str]]:
    """Return how many of each thing a token names, by gem and stage if it names gems."""
    named = Counter[tuple[str, str]]()
    for thing, stage, number in uses(token):
        named[thing, stage] += number
    return named
