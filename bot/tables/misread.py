"""What was typed and is no move: what of it is understood, and which moves are about that. None is made of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from rapidfuzz import fuzz

from bot.tables.spoken import DECLINING, DENYING, KINDLY, SHORT, SURE, Sayable, counting, nearest, telling, words
from game.core.commands import at_table
from game.core.decisions import PASS, Decision
from game.core.english import listed
from game.core.kit import Kit
from game.core.protocol import View
from game.core.text.names import quoted

_SHOWN, _MOST = 5, 10
"""Moves that somebody is told: those that are nearest, and those that have all that was named."""
_RELATING = frozenset(("next", "beside", "besides", "near", "nearby", "adjacent", "by", "neighbouring"))
"""What people say between two things, and is in labels for all of them."""
_LISTENED = 30
"""Words that are looked at."""
_LONGEST = 24
"""Characters of a word that is told."""


_HELP, _BACK = frozenset(("help", "rules", "how")), frozenset(("undo", "back", "revert"))
_ADVICE = frozenset(("hint", "hints", "tip", "tips", "advice", "advise", "suggest", "suggestion", "recommend", "best"))
_GOING = (
    *({word} for word in ("concede", "resign", "surrender", "quit", "leave", "forfeit", "exit")),
    {"give", "up"},
)
_COMMANDS = ("pause", "resume", "rematch", "replay", "replace", "review", "log", "score", "export")
"""Commands at the table that people type without it."""
_ANSWERS = "`/rules search` answers questions about the game and the table, asked as you would ask a person."
_HINT = "*Hint*, in your panel, names the best choices, and why, to you alone."
_ONLY = "There is only one choice here, so nothing can be better."
_ASKING = frozenset(("what", "whats", "why", "how", "when", "where", "who", "which", "does", "is", "are"))
"""A question begins so."""
_WITH = frozenset(
    ("i", "me", "do", "does", "is", "can", "should", "need", "give", "play", "move", "choice", "game", "which", "one")
) | {"what", "last", "now", "this", "that", "the", "a"}
"""What is said with that."""
_UNSURE = frozenset(("should", "shall", "would", "do", "now", "next"))
_CHOOSING = frozenset(("what", "which", "i", "we", "make", "play", "choose", "pick", "move", "one", "choice", "turn"))
"""With these, and no others, people ask what to choose: "what should I do", but not "what does this do"."""
_PASSING = DECLINING | {"end", "done", "finish", "finished"}
"""What people say who want to choose nothing, about their turn or move."""
_TURN = frozenset(("turn", "my", "move", "phase"))
_GAIN = re.compile(r"\([^()a-zA-Z][^()]*\)")
"""What comes of a move, in brackets: "(+1 Attack)" is nothing to attack with."""


class Heard(NamedTuple):
    """Of the words that were typed: those that nothing has which can be chosen now; those that some of it has, and not
    all; and what has all of these (`whole`), or else most of them, or all moves where nothing is known, by what people
    call it."""

    unknown: tuple[str, ...]
    things: tuple[str, ...]
    whole: bool
    found: tuple[str, ...]


class _Way(NamedTuple):
    label: str
    words: frozenset[str]


def heard(kit: Kit, decision: Decision, view: View, offered: Sayable, typed: str) -> Heard:
    """What of the words can be chosen, as a move or as a step to one."""
    ways = _ways(kit, decision, view, offered)
    idle = kit.words.idle | {decision.kind} | DENYING | DECLINING | KINDLY
    named, unknown = dict[str, set[int]](), list[str]()
    for piece in telling(words(typed)[:_LISTENED]):
        if piece in _RELATING:
            continue
        if having := {at for at, way in enumerate(ways) if any(_is_about(word, piece) for word in way.words)}:
            named[piece] = having
        elif piece not in idle:
            unknown.append(piece)
    if unknown and all(map(str.isdecimal, named)):  # a number says nothing without what it counts
        named = {}
    things = {piece: having for piece, having in named.items() if len(having) < len(ways)} or named
    often = Counter(at for having in things.values() for at in having)
    most = max(often.values(), default=0)
    best = [ways[at] for at, count in sorted(often.items()) if count == most]
    best = [*counting(best, typed, lambda way: (way.label,))]
    whole = bool(things) and most == len(things)
    found = _foremost(best, typed, _MOST if whole else _SHOWN) if best else [move.label for move in offered.told]
    return Heard(tuple(dict.fromkeys(unknown)), tuple(things), whole, tuple(dict.fromkeys(found)))


def told(said: Heard, among: int, why: str = "") -> str:
    """The same for whoever typed it. `among`: how many moves there are; `why` the words that are known are none."""
    lines = []
    if said.unknown and said.things:  # else it is all that is no move
        lines.append(f"There is no {_listed(said.unknown, 'or')} in what you can choose now.")
    if why:
        lines.append(why)
    elif said.things and not said.whole:
        lines.append(f"Nothing that you can choose now has {_listed(said.things, 'and')} together.")
    shown = said.found[: _MOST if said.whole else _SHOWN]
    about = f" with {_listed(said.things, 'and')}" if said.whole else ""
    left = len(said.found) - len(shown) if said.whole else among - len(shown)
    more = f"\n- and {left} more" if left > 0 else ""
    return (
        "".join(f"{line}\n" for line in lines) + f"Possible{about}:" + "".join(f"\n- {each}" for each in shown) + more
    )


def possible(offered: Sayable, tried: str) -> str:
    """What could be answered, in words: what is most like what was tried."""
    ways = offered.offered
    labels = dict.fromkeys(move.label for move in nearest(ways, tried, _SHOWN))
    more = f"\n- and {len(ways) - len(labels)} more" if len(ways) > len(labels) else ""
    return "\n".join(("Possible:", *(f"- {label}" for label in labels))) + more


def elsewhere(typed: str, hints: bool, only: bool = False) -> str:
    """Where there is what people type in place of a move, and is none: help, advice, to take back, to give up, and what
    commands are for.

    hints: whether there are any for whoever typed it. only: whether there is one answer only, and so no hint to it.
    """
    said = words(typed)
    wanted = {*telling(said)} - KINDLY
    if wanted & _HELP and wanted <= _HELP | _WITH:
        return _ANSWERS
    if (wanted & _ADVICE and wanted <= _ADVICE | _WITH) or _is_unsure(said, wanted):
        if only:
            return _ONLY
        return _HINT if hints else "There are no hints at this table; `/rules search what:tips` has some advice."
    if wanted & _BACK and wanted <= _BACK | _WITH:
        return f"{at_table('undo')} takes back your own last choice, as long as no other person has acted since."
    if any(going.issubset(said) and wanted <= going | _WITH for going in _GOING):
        return (
            f"{at_table('leave')} gives your seat to a computer player. {at_table('end')} ends the game for all, where"
            " its host, or a vote of the players, wants that."
        )
    if len(meant := [each for each in _COMMANDS if each in wanted]) == 1 and wanted <= {*meant} | _WITH:
        return f"There is a command for that: {at_table(meant[0])}."
    return ""


def _is_unsure(said: Sequence[str], wanted: Set[str]) -> bool:
    """Whether somebody asks which of the choices to take; these are told to whoever asks what they *can* do."""
    return said[:1] in (["what"], ["which"]) and not _UNSURE.isdisjoint(said) and wanted <= _UNSURE | _CHOOSING


def asked(offered: Sayable, typed: str) -> str:
    """Where questions are answered, if it is one; that nobody can pass, if that is what is wanted."""
    said = words(typed)
    if said[:1] and said[0] in _ASKING:
        return f" {_ANSWERS}"
    wanted = {*telling(said)}
    passing = wanted & _PASSING and wanted <= _PASSING | _TURN | _WITH | KINDLY
    stays = passing and all(move.answers != (PASS,) for move in offered.offered)
    return " You cannot pass here: one of these is to be chosen." if stays else ""


def without(typed: str, unknown: Iterable[str]) -> str:
    """The text without these words."""
    left_out = set(unknown)
    return " ".join(word for word in words(typed) if word not in left_out)


def _ways(kit: Kit, decision: Decision, view: View, offered: Sayable) -> list[_Way]:
    aliases = kit.words.aliases(decision, view)
    moves = [_Way(each.label, _known((each.value.partition(" ")[2], *each.labels), aliases)) for each in offered.told]
    return [*moves, *(_Way(step.label, _known((step.label,), aliases)) for step in offered.steps.values())]


def _known(labels: Sequence[str], aliases: Mapping[str, str]) -> frozenset[str]:
    own = {word for label in labels for word in words(_GAIN.sub(" ", label))}
    return frozenset(own.union(*(words(aliases[word]) for word in own & aliases.keys())))


def _is_about(word: str, piece: str) -> bool:
    """Whether this word may be meant, however it is spelt: it is only offered."""
    if word == piece:
        return True
    if not (word.isalpha() and piece.isalpha()) or min(len(word), len(piece)) < SHORT - 1 or word[0] != piece[0]:
        return False
    return word.startswith(piece) or (len(piece) >= SHORT and fuzz.ratio(word, piece) >= SURE)


def _foremost(ways: Sequence[_Way], typed: str, most: int) -> list[str]:
    """What they are called, as they are offered; where they are more than are told, the nearest before the others."""
    text = " ".join(telling(words(typed)))
    near = sorted(ways, key=lambda way: -fuzz.token_set_ratio(text, " ".join(words(way.label))))[:most]
    return [way.label for way in sorted(ways, key=lambda way: way not in near)]


def _listed(pieces: Sequence[str], last: str) -> str:
    return listed((quoted(piece, _LONGEST) for piece in pieces[:_SHOWN]), last=last)
