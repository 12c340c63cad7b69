"""Which move or step is named by what somebody typed: its notation, its name, a part of that, or what it is like."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain, pairwise
from typing import TypeVar

from rapidfuzz import fuzz, process, utils

from bot.tables.language.spoken import CAPITAL, NOTE, Spoken, Step, is_said, sayable
from bot.tables.language.words import (
    DECLINING,
    FILLERS,
    KINDLY,
    NUMBERS,
    POLITE,
    SHORT,
    bare,
    begins,
    figures,
    folded,
    is_denying,
    is_notation,
    is_same,
    numbered,
    telling,
    words,
)
from game.core.decisions import PASS, Decision
from game.core.faces import Names
from game.core.kit import Kit
from game.core.protocol import View
from game.core.text.names import BRIEF, brief_name, label

T = TypeVar("T")

_DONE, _AM = frozenset(("done", "finished", "finish", "stop", "end")), frozenset(("am", "turn", "that", "is", "all"))
"""What people say who do nothing more in their turn, and words said along with it."""
_NOTHING = frozenset(("nothing", "none"))
_NO = _NOTHING | {"no"}

_PLAYER = re.compile(rf"\b(?:player|seat) *#? *({'|'.join(NUMBERS)}|\d+)\b", re.IGNORECASE)
_ROMAN = frozenset(("i", "ii", "iii"))
"""Numbers on labels for which people type figures."""
_NUMBER = re.compile(r"^\s*\d+:\s*")
_PLACE = re.compile(r"\(([^\W\d_][^():]*):[^()]*\)")
"""A note that names the place where a move ends and says what holds there."""
_NAME = re.compile(r"(?:[^:(]+|\(P\d\))*")
_SEAT = re.compile(r" \(P\d\)")
"""The seat behind a name that looks like another in labels."""


def exactly(moves: Iterable[Spoken], typed: str) -> Spoken | None:
    """Return the only move with just this notation, with or without the kind, or with just this label; else None.

    A label without its sign is no longer the button's, which answers what is marked as well: see `_begun`.
    """
    text, moves = " ".join(typed.split()), [*moves] if typed.strip() else []

    def labelled(move: Spoken) -> bool:
        return folded(text) in map(folded, move.labels)

    for same in (
        lambda move: move.value == text,
        lambda move: move.value.partition(" ")[2] == text,
        lambda move: text.lower() in (" ".join(each.lower().split()) for each in move.labels),
        labelled,
        lambda move: folded(text) in (move.value.lower(), move.value.lower().partition(" ")[2]),
    ):
        if found := [move for move in moves if same(move)]:
            move = found[0] if len(found) == 1 else None
            return _begun(move, moves) if move and same is labelled else move
    return None


def by_number(numbered: Sequence[str], typed: str) -> str:
    """Return the text with the number of something in the picture replaced by its notation: "rout at 3" as "rout at
    2,1". If the notation is there as well, the number is only removed: "3: 2,1" as "2,1"."""
    tokens, said = [each.partition(" ")[2] for each in numbered], words(typed)
    if not {*tokens}.isdisjoint(said):
        return _NUMBER.sub("", typed)
    numbers = [word for word in said if word.isdecimal()]
    if len(numbers) != 1 or not 1 <= int(numbers[0]) <= len(tokens):
        return typed
    return re.sub(rf"(?<![\w,-])#?{numbers[0]}:?(?![\w,-])", tokens[int(numbers[0]) - 1], typed)


def by_name(kit: Kit, decision: Decision, view: View, names: Names, typed: str) -> str:
    """Return the text with players called as in labels, which cut long names, instead of by their whole name or the
    number of their seat: "player 2's onyx" as "Bob's onyx".

    It stays as it is where nothing is about that player, where the name could be read as anything else (a number, "no",
    "Ruby" where a mine is meant), and, for numbers, if somebody is called "Player" or the like.
    """
    longest = sorted(names.items(), key=lambda each: -len(each[1]))  # first, as another name may be a part of it
    said = {seat: whole for seat, name in longest if len(name) > BRIEF and (whole := _whole(name)).search(typed)}
    is_numbered = _PLAYER.search(typed) is not None
    is_numbered &= not any(word in name.lower() for word in ("player", "seat") for name in names.values())
    if not said and not is_numbered:
        return typed
    offered, aliases = sayable(kit, decision, view, {seat: seat for seat in names}), kit.words.aliases(decision, view)
    labels = chain(offered.steps, *(move.labels for move in offered.moves), aliases.values())
    known = {word for each in labels for word in words(each)}

    def called(seat: str, found: re.Match[str]) -> str:
        name = label(brief_name(names, seat))
        own = figures(words(name))
        others = known - {seat.lower()}  # those that look alike in labels are told apart by their seats
        is_clear = own == words(bare(name)) and (others | DECLINING | _DONE).isdisjoint(own)
        is_clear = is_clear and not any(map(str.isdecimal, own)) and not kit.words.spelled(decision, view, name)
        return name if seat.lower() in known and own and is_clear else found[0]

    for seat, whole in said.items():
        typed = whole.sub(partial(called, seat), typed)
    if not is_numbered:
        return typed
    return _PLAYER.sub(lambda found: called(f"P{NUMBERS.get(number := found[1].lower(), number)}", found), typed)


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def leading(steps: Mapping[str, Step], typed: str) -> Step | None:
    """Return the step with just this name or just this notation, with or without the kind; else None."""
    text = folded(typed)
    named = (step for step in steps.values() if step.value and text in (step.value, step.value.partition(" ")[2]))
    return steps.get(text) or next(named, None)


def worded(steps: Mapping[str, Step], typed: str, idle: Collection[str]) -> Step | None:
    """Return the only step that these words name, or None. It can be taken at once, as it answers nothing.

    A denial names only a step to nothing: "no crystals" is "Put nothing on it".
    """
    wanted = [word for word in telling(words(typed)) if word not in idle]
    if {*wanted} & _NO and {*wanted} <= _NO | KINDLY:
        wanted = ["nothing"]
    elif not wanted or is_denying(typed):
        return None
    found = [
        step
        for step in steps.values()
        if wanted in (telling(words(step.label)), telling(words(step.value.partition(" ")[2])))
    ]
    return found[0] if len(found) == 1 else None


def meant(moves: Sequence[Spoken], typed: str) -> Spoken | None:
    """Return the only move named by these words, possibly misspelt; None if there are several or none.

    Words that several names have in common ("Cast", "miners") may be left out. Nothing is guessed: a part of a name, a
    denial or notation names no move. To decline and to end a turn there are words of their own. If what a move begins
    with is called the same, that alone is meant: nothing was said of the rest.
    """
    said = words(typed)
    wanted = telling(said)
    declining = next((move for move in moves if move.answers == (PASS,)), None)
    kind = declining.value.partition(" ")[0] if declining is not None else ""
    labelled = _called(declining) if declining is not None else []
    called = [*map(telling, labelled), ["no", kind], [kind, "nothing"]]
    own = {word for name in labelled for word in name}
    about = own if all(map(_NOTHING.intersection, (own, wanted))) else set[str]()  # "keep nothing" is "Keep none"
    plainly = not DECLINING.isdisjoint(wanted) and {*wanted} <= DECLINING | KINDLY | about and not _is_of_another(said)
    if declining is not None and (plainly or wanted in called):
        return declining
    if not _DONE.isdisjoint(wanted) and {*wanted} <= _DONE | _AM | KINDLY:
        if declining is not None and "stop" in wanted and any(words(each)[:1] == ["stop"] for each in declining.labels):
            return declining
        ends = [move for move in moves if any({"end", "turn"} <= {*words(each)} for each in move.labels)]
        return ends[0] if len(ends) == 1 else _stopping(declining)
    if is_denying(typed) or is_notation(typed):
        return None
    wanted, offered = figures(wanted), [move for move in moves if move is not declining]
    names = [[figures(name) for name in known] for known in _names(offered)]
    numbers = numbered(typed)
    common = _common(names) if len(offered) > 1 else {move.value.partition(" ")[0] for move in offered}
    whole = [name for known in names for name in {tuple(telling(each)) for each in known}]
    alone = {word for name in whole if common.issuperset(name) and whole.count(name) == 1 for word in name}
    if common & _ROMAN and sum(map(str.isdecimal, wanted)) > len(_counted(wanted)):
        return None  # the 3 of "onyx 3" may be that of "3 miners to Onyx III" or the III
    fitting = [
        move
        for move, known in zip(offered, names, strict=True)
        if any(
            _is_name(name, wanted, common, alone) and numbers.isdisjoint(number for number, _ in _counted(name))
            for name in (*known, *_by_place(move.labels))
        )
    ]
    return _begun(fitting[0], offered) if len(fitting) == 1 else None


def named(moves: Sequence[Spoken], typed: str, asked: Set[str]) -> Spoken | None:
    """Return the only move named by these words, with or without those for what is `asked` for, as in "attack Bob on
    2a"; or by its notation among words that do not matter. None if there are several or none."""
    said = words(typed)
    alone = is_notation(typed) or asked.isdisjoint(said)
    ways = (typed,) if alone else (typed, " ".join(word for word in said if word not in asked))
    found = chain((meant(moves, each) for each in ways), (exactly(moves, bare(each)) for each in ways))
    return next(filter(None, found), None)


def _begun(move: Spoken, moves: Iterable[Spoken]) -> Spoken:
    """Return what this move begins with if that is called the same, as "Top north, helps b3" is called like "Top north:
    helps b3" and "Top north", which keep all crystals or spend some as well; else the move."""
    called = [words(each) for each in move.labels]
    shorter = (each for each in moves if each.answers == move.answers[: len(each.answers)] and each is not move)
    return next((each for each in shorter if any(said in called for said in _called(each))), move)


def _common(names: Sequence[Sequence[Sequence[str]]]) -> set[str]:
    """Return the words that the names of all moves have. A number is one only if each name has it equally often, or if
    it always counts something: the 1 of "1 ruby from stage 2" is not that of "stage 1"."""
    every = [name for known in names for name in known]
    shared = set.intersection(*({word for name in known for word in name} for known in names))

    def alike(number: str) -> bool:
        counts = all(name.count(number) == [each for each, _ in _counted(name)].count(number) for name in every)
        return counts or len({name.count(number) for name in every}) == 1

    return {word for word in shared if word.isalpha() or alike(word)}


def _called(move: Spoken) -> list[list[str]]:
    """Return the words of what a move is called, with and without what its labels say comes of it or comes next."""
    return [words(each) for label in move.labels for each in (label, name_of(label), label.partition(",")[0])]


def _stopping(declining: Spoken | None) -> Spoken | None:
    """Return what declines if its label says that one is done, as in "Stop here"; else None."""
    is_stop = declining is not None and any(not _DONE.isdisjoint(words(each)) for each in declining.labels)
    return declining if is_stop else None


def _names(moves: Sequence[Spoken]) -> list[list[list[str]]]:
    """Return for each move the words of its names.

    A label's name ends where it says what comes of the move, or where a note begins. But if another move is called
    that, as "Raise" is what "Raise: 2c Geode" begins with, and "Keep Purge (11A)" is not all of "Keep Purge (11A) and
    Siphon (19B)", the rest of the label belongs to the name.
    """
    called: dict[str, set[tuple[str, ...]]] = {}
    for move in moves:
        for each in _labels(move):
            called.setdefault(name_of(each), set()).add(move.answers)

    def named(move: Spoken, label: str) -> list[str]:
        others = called[name_of(label)] - {move.answers}
        is_begun = all(each[: len(move.answers)] == move.answers for each in others)
        return words(name_of(label) if is_begun else NOTE.sub(" ", label))

    return [[named(move, label) for label in _labels(move)] for move in moves]


def _labels(move: Spoken) -> Iterable[str]:
    """Return the labels of a move; also without seats behind names, which may be left out if nothing else is called
    that."""
    return dict.fromkeys(chain(move.labels, (_SEAT.sub("", each) for each in move.labels)))


def names_a_part(moves: Iterable[Spoken], token: str) -> bool:
    """Return whether this is a word of the name of some move, as the hex "d4" is in "c3 strikes d4"."""
    said = words(token)
    return len(said) == 1 and any(said[0] in words(name_of(each)) for move in moves for each in move.labels)


def nearest(moves: Iterable[Spoken], typed: str, most: int) -> list[Spoken]:
    """Return the moves whose words are most similar to the text."""
    known, text = [*moves], " ".join(telling(words(typed)))
    labels = [f"{move.value} {' '.join(move.labels)}" for move in known]
    scored = process.extract(text, labels, scorer=fuzz.token_set_ratio, processor=utils.default_process, limit=most)
    return [known[at] for _, _, at in scored]


def counting(ways: Sequence[T], typed: str, names: Callable[[T], Iterable[str]]) -> Sequence[T]:
    """Return those of the ways that have just the number that was typed beside a thing; all ways if none has.

    Whoever says "two miners on onyx" means neither four of them nor a second site, and "stage 1" is not a 1 anywhere.
    If several numbers were typed nothing is left out, because each may be about something else. `names` returns what a
    way is called.
    """
    said = ["", *figures(words(typed)), ""]
    numbers = [at for at, word in enumerate(said) if word.isdecimal()]
    if len(numbers) != 1:
        return ways
    before, number, after = said[numbers[0] - 1 : numbers[0] + 2]
    for thing, pair in ((after, (number, after)), (before, (before, number))):
        if len(thing) >= SHORT - 1 and (
            found := [way for way in ways if any(_has(name, *pair) for name in names(way))]
        ):
            return found
    return ways


def _has(name: str, *pair: str) -> bool:
    """Return whether what is called that has these two words side by side."""
    return any(
        all(word == piece or (piece.isalpha() and begins(word, piece)) for word, piece in zip(two, pair, strict=True))
        for two in pairwise(words(name_of(name)))
    )


def _is_of_another(said: Sequence[str]) -> bool:
    """Return whether it is the notation for declining another question, such as "move pass" after a turn's last
    move."""
    return len(said) == 2 and said[1] == PASS and said[0] in FILLERS - POLITE


def _is_name(name: Sequence[str], wanted: Sequence[str], common: set[str], alone: set[str]) -> bool:
    """Return whether these words are that name: each is among the other's, and hexes, tiles and numbers are in its
    order, or each number stands before the same thing.

    Of the hexes of a way, the last one is enough, or the first and the last. `alone`: those of the `common` words that
    are all that one move is called.
    """
    counts, counted = _counted(name), _counted(wanted)
    if any(number not in numbers for number, thing in counted if (numbers := _numbers_of(thing, counts))):
        return False
    own, typed = ([word for word in telling(each) if word not in common] for each in (name, wanted))
    marks, marked = ([word for word in telling(each) if not word.isalpha()] for each in (name, wanted))
    marks = marks if marked or not common.issuperset(marks) else []
    is_way = "to" in name and len(marks) > 1 and not any(map(str.isdecimal, marks))
    alike = all(is_said(word, own, is_same) for word in typed)
    alike = alike and all(is_said(word, typed, is_same) for word in own if word.isalpha())
    repeats = any(len({*each}) < len(each) for each in (own, typed))
    alike = alike and (not repeats or len(own) == len(typed))  # "Keep Purge" is not to keep two of them
    again = any(wanted.count(word) > max(name.count(word), 1) for word in alone if word.isalpha())
    alike = alike and not again  # "Bob and Bob Eve" are two, also where everybody is called Bob
    ordered = marked == marks or (is_way and marked in ([marks[0], marks[-1]], marks[-1:]))
    return bool(own) and (ordered or len(counts) == len(counted) == len(marks) == len(marked)) and alike


def _counted(said: Sequence[str]) -> list[tuple[str, str]]:
    """Return each number with the thing that it counts, which comes after it."""
    return [(number, thing) for number, thing in pairwise(telling(said)) if number.isdecimal() and thing.isalpha()]


def _numbers_of(thing: str, counts: Iterable[tuple[str, str]]) -> set[str]:
    return {number for number, word in counts if is_same(word, thing)}


def _by_place(labels: Iterable[str]) -> Iterator[list[str]]:
    """Yield further names in which the place named in a label's note replaces the end of the move: for "e3 to d4 (the
    Mana Pool: locked there)" these include "the pool" and "e3 to the Mana Pool". What a move brings ("+1 Attack") and
    a tile's runes ("A, yours") are no places."""
    for said in labels:
        place = [word for named in _PLACE.findall(said) for word in words(" ".join(CAPITAL.findall(named)))]
        stem = telling(words(name_of(said)))[:-1]
        ways = [place, *([word] for word in place)] if place else []
        yield from ([*begun, *some] for begun in ([], stem) for some in ways)


def name_of(said: str) -> str:
    """Return what a label calls a move, without what comes of it."""
    named = _NAME.match(said)
    return named[0] if named else said
