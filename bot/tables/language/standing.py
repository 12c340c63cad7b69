"""Texts typed while a panel is open: what the panel says where it stands, and choices named by their place in its
list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.tables.language.naming import by_number, exactly, leading, name_of
from bot.tables.language.spoken import Sayable, controls
from bot.tables.language.words import KINDLY, NUMBERS, figures, folded, telling, words
from game.core.decisions import PASS, Decision
from game.core.faces import Names
from game.core.kit import Kit
from game.core.narrowing import Narrowing, Path
from game.core.protocol import View

_ORDER = {
    **dict.fromkeys(("first", "1st"), 0), **dict.fromkeys(("second", "2nd"), 1), **dict.fromkeys(("third", "3rd"), 2),
    **dict.fromkeys(("fourth", "4th"), 3), **dict.fromkeys(("fifth", "5th"), 4), "last": -1,
}  # fmt: skip
"""Words for a place in a list, and its index."""
_ENTRY = frozenset(("one", "choice", "option", "answer", "entry", "button", "line", "item", "number"))
"""General words for an entry of any list."""
_EXPLAINED = re.compile(r"[:;(]")
"""What begins the explanation in a label: "they say who is first" does not name a choice "first"."""
_COUNTED = frozenset(map(str, range(1, 100)))
_AROUND = KINDLY | {"i", "choose", "pick", "list", "there"}


class At(NamedTuple):
    """Where somebody's panel stands open: the number of its question, how far in it, and where the answers are that its
    hint names, in that order."""

    question: int
    path: Path
    tips: Sequence[Path] = ()


def standing(kit: Kit, decision: Decision, view: View, names: Names, path: Path) -> dict[str, Path]:
    """Return what the panel says at a path, with where each leads; {} at its start, where everything can be said.

    What it says of several different ways is left out.
    """
    walk, found = kit.panels.narrowing(decision, view), dict[str, Path]()
    if path and walk.settled(path) == path:
        for said, after in controls(kit, walk, decision, view, names, path):
            found[said] = after if found.get(said, after) == after else ()
    return {said: after for said, after in found.items() if after}


def answered(walk: Narrowing, after: Path) -> tuple[str, ...]:
    """Return what a way answers; () if it leads on, or only adds to what is shown or to be put along, and what is
    chosen is still to be confirmed."""
    return () if walk.is_aside(after) else walk.answers(after)


def only_match(walk: Narrowing, path: Path, ways: Mapping[str, Path], typed: str, kind: str) -> Path:
    """Return the only one of the ways at a path with just this name, notation of its last step, or number; () if there
    is none.

    The name of one that answers can be said without what comes of it: "unbinding" is "Unbinding (BC): free a spell".
    Only what is done to each of them, the kind of the question, is no name of one: who has a spell chosen and says
    "purge" may mean that one, and not "Purge (11A)".
    """
    text = folded(by_number(walk.numbered(path), typed))
    found = {after for said, after in ways.items() if text in (folded(said), after[-1])}
    if not found and text != kind:
        named = ((folded(name_of(said)), after) for said, after in ways.items())
        found = {after for said, after in named if text == said and answered(walk, after)}
    return found.pop() if len(found) == 1 else ()


class Nth(NamedTuple):
    """Where a choice named by its place in a list leads. `answers`: what it answers, if the list has every choice and
    in the same order everywhere, so that there is no doubt; or, without a path, if the rules do not allow it."""

    path: Path = ()
    answers: tuple[str, ...] = ()


def nth(kit: Kit, decision: Decision, view: View, names: Names, offered: Sayable, typed: str, path: Path = ()) -> Nth:
    """Return the choice named by its place in the panel's list at a path: "the second one", "last pair", "option 2"; or
    what joins several of them: "keep 1 and 3".

    It is empty if there is no such choice. A pass is not counted.
    """
    if not (_ORDER.keys() | _ENTRY | _COUNTED | {decision.kind}) & {*figures(words(typed))}:
        return Nth()
    walk = kit.panels.narrowing(decision, view)
    path = path if walk.settled(path) == path else ()
    leaves, ways = [*walk.leaves], dict[Path, str]()
    for said, after in controls(kit, walk, decision, view, names, path, marked=True):
        if walk.answers(after) or any(leaf[: len(after)] == after for leaf in leaves):
            ways.setdefault(after, said)
    ways.pop((PASS,), None)
    known = {word for move in offered.moves for said in move.labels for word in words(_EXPLAINED.split(said)[0])}
    aliases = kit.words.aliases(decision, view)
    known |= {word for own in known & aliases.keys() for word in words(aliases[own])}
    typed_words = [word for word in telling(words(typed)) if word not in _AROUND]
    place = _place(typed_words, decision.kind, known)
    begun = {words(move.label)[0] for move in offered.told if move.answers != (PASS,)}
    if place is None and len(begun) == 1:  # the verb of all choices, as in "keep the first one": shown, not made
        left = [word for word in typed_words if word not in begun]
        is_part = "of" in words(typed)  # "keep 1 of 3"
        if not is_part and (several := _several(left, known, len(ways))):
            ends = [walk.token_of([*ways][at]) or "" for at in several]
            joined = "+".join(sorted(ends, key=decision.tokens.index)) if all(ends) else ""
            return Nth(walk.path_to(joined)) if joined in decision.tokens else Nth(answers=(joined,))
        place = _place(left, decision.kind, known)
        place = place and (place[0], False)
    if place is None:
        return Nth()
    at, sure = place
    if numbered := walk.numbered(path):
        token = next(iter(numbered[at:][:1]), "").partition(" ")[2]
        step, move = leading(offered.steps, token), exactly(offered.moves, token)
        return Nth(step.path if step else move.answers if move and token and walk.answers(move.answers) else ())
    found = next(iter([*ways][at:][:1]), ())
    listed = [walk.answers(after) for after in ways]
    whole = sure and not path and listed == [move.answers for move in offered.told if move.answers != (PASS,)]
    return Nth(found, walk.answers(found) if found and whole else ())


def _several(said: Sequence[str], known: set[str], among: int) -> list[int]:
    """Return the indices in a list of so many if the words are just several different places in it: "1 and 3", "the
    first one and the last"; [] if they are anything else, name a thing as well, or may say how many: "keep two: 1 and
    3"."""
    after = zip(["", *said], said, strict=False)
    counts = figures(word for before, word in after if word not in _ENTRY or (word == "one" and before not in _ORDER))
    if (
        len(counts) < 2
        or not known.isdisjoint(counts)
        or not all(word in _ORDER or word in _COUNTED for word in counts)
        or (counts[0] == str(len(counts) - 1) and (len(counts) > 2 or counts[1] in _ORDER))
    ):
        return []
    found = [_ORDER[word] % among if word in _ORDER else int(word) - 1 for word in counts]
    return found if len({*found}) == len(found) and max(found) < among else []


def _place(said: Sequence[str], kind: str, known: set[str]) -> tuple[int, bool] | None:
    """Return the index in a list if the words name just that, and whether nothing else can be meant; else None.

    "first" and "keep two" can mean something else too. Nothing is returned if such words also name a thing itself, as
    in "second site" or "stage 2"; `known` has the words of the labels.
    """
    match [*said, *[""] * (2 - len(said))]:
        case [order, name] if order in _ORDER:
            at, sure = _ORDER[order], bool(name)
        case [name, order] if order in _ORDER:
            at, sure = _ORDER[order], False
        case [name, number] if name != "one" and (count := NUMBERS.get(number, number)) in _COUNTED:
            if name not in _ENTRY and count in known:
                return None
            at, sure = int(count) - 1, name in _ENTRY
        case _:
            return None
    if name not in _ENTRY and (name not in ("", kind) or not known.isdisjoint(_ORDER)):
        return None
    return at, sure
