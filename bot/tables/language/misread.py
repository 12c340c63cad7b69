"""Advice on a typed text that is no move: what of it is understood, and which moves have that. No move is made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from rapidfuzz import fuzz

from bot.tables.language.naming import counting, nearest
from bot.tables.language.spoken import Sayable, asking
from bot.tables.language.words import DECLINING, DENYING, KINDLY, SHORT, SURE, figures, is_denying, telling, words
from game.core.commands import at_table
from game.core.decisions import PASS, Decision
from game.core.english import listed
from game.core.kit import Kit
from game.core.protocol import View
from game.core.text.names import quoted

_PRONOUN = re.compile(r"\b(the \w+) ones?\b", re.IGNORECASE)
"""What stands for a thing named before: the "one" of "the blue one" counts nothing."""
_SHOWN, _MOST = 5, 10
"""How many moves are listed: of the most similar ones, and of those that have everything that was named."""
_RELATING = frozenset(("next", "beside", "besides", "near", "nearby", "adjacent", "by", "neighbouring"))
"""Words between two things, which the labels have for all of them."""
_LISTENED = 30
"""How many words are looked at."""
_LONGEST = 24
"""How many characters of a word are quoted."""


_HELP, _BACK = frozenset(("help", "rules", "how")), frozenset(("undo", "back", "revert"))
_ADVICE = frozenset(("hint", "hints", "tip", "tips", "advice", "advise", "suggest", "suggestion", "recommend", "best"))
_GOING = (
    *({word} for word in ("concede", "resign", "surrender", "quit", "leave", "forfeit", "exit")),
    {"give", "up"},
)
_COMMANDS = ("pause", "resume", "rematch", "replay", "replace", "review", "log", "score", "export")
"""Commands at the table that people type as if they were moves."""
_ANSWERS = "`/rules search` answers questions about the game and the table, asked as you would ask a person."
_HINT = "*Hint*, in your panel, names the best choices, and why, to you alone."
_ONLY = "There is only one choice here, so nothing can be better."
_ASKING = frozenset(("what", "whats", "why", "how", "when", "where", "who", "which", "does", "is", "are"))
"""Words with which a question begins."""
_WITH = frozenset(
    ("i", "me", "do", "does", "is", "can", "should", "need", "give", "play", "move", "choice", "game", "which", "one")
) | {"what", "last", "now", "this", "that", "the", "a"}
"""Words said along with those."""
_UNSURE = frozenset(("should", "shall", "would", "do", "now", "next"))
_CHOOSING = frozenset(("what", "which", "i", "we", "make", "play", "choose", "pick", "move", "one", "choice", "turn"))
"""With these and `_UNSURE` alone people ask what to choose: "what should I do", but not "what does this do"."""
_PASSING = DECLINING | {"end", "done", "finish", "finished"}
"""What people say who want to choose nothing, and words for their turn or move."""
_TURN = frozenset(("turn", "my", "move", "phase"))
_GAIN = re.compile(r"\([^()a-zA-Z][^()]*\)")
"""What comes of a move, in brackets: "(+1 Attack)" is nothing to attack with."""


class Heard(NamedTuple):
    """What a typed text comes to. `unknown`: words that match no choice. `things`: words that match some of the choices
    but not all. `found`: the labels of the choices that match all of these (`whole`), else of those that match most, or
    of all moves if no word matches."""

    unknown: tuple[str, ...]
    things: tuple[str, ...]
    whole: bool
    found: tuple[str, ...]


class _Way(NamedTuple):
    label: str
    words: frozenset[str]


def heard(kit: Kit, decision: Decision, view: View, offered: Sayable, typed: str) -> Heard:
    """Return which choices, moves or steps to them, the words of the text match."""
    ways = _ways(kit, decision, view, offered, typed)
    idle = kit.words.idle | asking(kit, decision, view) | DENYING | DECLINING | KINDLY
    named, unknown = dict[str, set[int]](), list[str]()
    pieces = telling(words(_PRONOUN.sub(r"\1", _GAIN.sub(" ", typed)))[:_LISTENED])
    for piece, figure in zip(pieces, figures(pieces), strict=True):
        if piece in _RELATING:
            continue
        about = str.__eq__ if piece in idle else _is_about  # "spell" is not short for Spellsteal
        if having := {at for at, way in enumerate(ways) if any(about(word, figure) for word in way.words)}:
            named[piece] = having
        elif piece not in idle:
            unknown.append(piece)
    if len(named) > 1:  # "battle Ann" is about Ann where battles are asked for
        named.pop(decision.kind, None)
    things = {piece: having for piece, having in named.items() if len(having) < len(ways)} or named
    if unknown and all(map(str.isdecimal, figures(things))):  # a number says nothing without what it counts
        things = {}
    often = Counter(at for having in things.values() for at in having)
    most = max(often.values(), default=0)
    best = [ways[at] for at, count in sorted(often.items()) if count == most]
    best = [*counting(best, typed, lambda way: (way.label,))]
    whole = bool(things) and most == len(things)
    found = _foremost(best, typed, _MOST if whole else _SHOWN) if best else [move.label for move in offered.told]
    return Heard(tuple(dict.fromkeys(unknown)), tuple(things), whole, tuple(dict.fromkeys(found)))


def in_words(said: Heard, among: int, why: str = "") -> str:
    """Return that in words for whoever typed it. `among`: how many moves there are; `why`: why the known words are
    none."""
    lines = []
    if said.unknown and said.things:  # else nothing is known, which is said already
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
    """Return, in words, what could be answered: the moves most similar to what was tried, and first what declines them
    all, if something is denied."""
    ways = offered.offered
    declining = [move for move in ways if move.answers == (PASS,)] if is_denying(tried) else []
    labels = [*dict.fromkeys(move.label for move in (*declining, *nearest(ways, tried, _SHOWN)))][:_SHOWN]
    more = f"\n- and {len(ways) - len(labels)} more" if len(ways) > len(labels) else ""
    return "\n".join(("Possible:", *(f"- {label}" for label in labels))) + more


def elsewhere(typed: str, hints: bool, only: bool = False) -> str:
    """Return where to find what people type although it is no move (help, advice, undo, giving up, commands); "" if it
    is none of these.

    `hints`: whether this person can have hints. `only`: whether there is only one answer, so that no hint is needed.
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
    """Return whether somebody asks which choice to take. Whoever asks what they *can* do is told the choices
    instead."""
    return said[:1] in (["what"], ["which"]) and not _UNSURE.isdisjoint(said) and wanted <= _UNSURE | _CHOOSING


def advice(offered: Sayable, typed: str) -> str:
    """Return where questions are answered, if the text is one, or that one cannot pass, if it asks for that; else
    ""."""
    said = words(typed)
    if said[:1] and said[0] in _ASKING:
        return f" {_ANSWERS}"
    wanted = {*telling(said)}
    passing = wanted & _PASSING and wanted <= _PASSING | _TURN | _WITH | KINDLY
    stays = passing and all(move.answers != (PASS,) for move in offered.offered)
    return " You cannot pass here: one of these is to be chosen." if stays else ""


def without(typed: str, unknown: Iterable[str]) -> str:
    """Return the text without these words."""
    left_out = set(unknown)
    return " ".join(word for word in words(typed) if word not in left_out)


def _ways(kit: Kit, decision: Decision, view: View, offered: Sayable, typed: str) -> list[_Way]:
    """Return everything that the text may be about. A label such as "No battle" is about declining, not about
    battles."""
    aliases = kit.words.aliases(decision, view)
    denies = not (DENYING | _PASSING).isdisjoint(words(typed))
    about = [each for each in offered.told if denies or each.answers != (PASS,) or not is_denying(each.label)]
    moves = [_Way(each.label, _known((each.value.partition(" ")[2], *each.labels), aliases)) for each in about]
    return [*moves, *(_Way(step.label, _known((step.label,), aliases)) for step in offered.steps.values())]


def _known(labels: Sequence[str], aliases: Mapping[str, str]) -> frozenset[str]:
    own = {word for label in labels for word in words(_GAIN.sub(" ", label))}
    return frozenset(figures(own.union(*(words(aliases[word]) for word in own & aliases.keys()))))


def _is_about(word: str, piece: str) -> bool:
    """Return whether this word may be meant, possibly misspelt. Less certainty is needed, as it is only offered."""
    if word == piece:
        return True
    if not (word.isalpha() and piece.isalpha()) or min(len(word), len(piece)) < SHORT - 1 or word[0] != piece[0]:
        return False
    return word.startswith(piece) or (len(piece) >= SHORT and fuzz.ratio(word, piece) >= SURE)


def _foremost(ways: Sequence[_Way], typed: str, most: int) -> list[str]:
    """Return the labels of at most so many ways: the most similar ones, in the order in which they are offered."""
    text = " ".join(telling(words(typed)))
    near = sorted(ways, key=lambda way: -fuzz.token_set_ratio(text, " ".join(words(way.label))))[:most]
    return [way.label for way in sorted(ways, key=lambda way: way not in near)]


def _listed(pieces: Sequence[str], last: str) -> str:
    return listed((quoted(piece, _LONGEST) for piece in pieces[:_SHOWN]), last=last)
