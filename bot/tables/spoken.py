"""Moves as people say them: all that can be chosen now, by its notation and by what its button or option says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from rapidfuzz import fuzz, process, utils

from game.core.decisions import PASS, Decision
from game.core.faces import Names
from game.core.kit import Kit
from game.core.layout import Button, Place, Select, Verb
from game.core.narrowing import Narrowing, Path, read_path
from game.core.protocol import View
from game.core.text.names import label

T = TypeVar("T")

LONGEST = 300
"""Characters that are listened to: no move is called by half as many, and each word costs time."""
ALIKE = 75
"""Of 100: from here on a word counts as a misspelling of another."""
SURE, SHORT = 85, 4
"""The same where a move is made of it at once; and letters of a word that may be misspelt then."""
POLITE = frozenset(("please", "plz", "pls", "just", "exactly"))
FILLERS = frozenset(("a", "an", "the", "my", "your", "its", "of", "on", "onto", "in", "into", "at", "up", "to", "from"))
FILLERS |= POLITE | {
    "and",
    "then",
    "go",
    "move",
    "put",
    "place",
    "take",
    "with",
    "piece",
    "token",
    "it",
    "want",
}
"""What people say around a move, and what tells no move from another."""

DECLINING = frozenset(("nothing", "none", "no", "nope", "nah", "skip", "decline", "pass"))
"""What people say who choose nothing of what is offered."""
KINDLY = frozenset(("thanks", "thx", "thank", "you", "for", "me", "now", "spell", "spells", "them", "these", "those"))
"""What they say with it."""
DENYING = frozenset(("no", "not", "none", "nothing", "never", "nor", "neither", "without", "except", "instead", "but"))
DENYING |= {"don", "dont", "doesn", "isn", "won", "wont", "cannot", "cant", "t"}
"""Words with which a move is named that somebody does not want; "don't" is two, and of "can't" only "t" denies."""
_ASKING = frozenset(("can", "could", "do", "did", "may", "might", "must", "should", "shall", "will", "would", "am"))
"""After these "I" is who asks."""
_DONE, _AM = frozenset(("done", "finished", "finish", "stop")), frozenset(("am", "m", "turn", "that", "s", "is", "all"))
"""What people say who do nothing more in their turn, and with what."""

_OPTION = re.compile(r"^\s*move\s*:\s*", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*\d+:\s*")
_WORD = re.compile(r"-?\d+,-?\d+|[^\W_]+")
_COUNT = re.compile(r"x(?=\d)")
_NOTE = re.compile(r"\(([^()]*)\)")
_CAPITAL = re.compile(r"\b[A-Z]\w*")
_NOTATION = re.compile(r"\w[@.+!-]\w|\w!")
"""What stands in tokens and in no words: which are legal is known, the others are not taken for words."""
_NAME = re.compile(r"[^:(]*")

NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
NUMBERS |= {"six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"}
"""How numbers are said."""

Fits = Callable[[str, str], bool]
"""Whether a word of a move is meant by a word that was typed."""


class Spoken(NamedTuple):
    """A move: in the notation without the seat, all that it answers, and what the list and its button call it."""

    value: str
    answers: tuple[str, ...]
    labels: tuple[str, ...]

    @property
    def label(self) -> str:
        return self.labels[0]

    def said(self, wanted: Sequence[str], fits: Fits) -> bool:
        """Whether all these words are about this move.

        What a label has in brackets is a note: alone it says which move is meant by the names in it ("the Mana Pool:
        locked there", but not "after meditating: gain 1"), and what comes of a move ("-1 Attack") by nothing.
        """
        return any(self._said(each, wanted, fits) for each in self.labels)

    def _said(self, text: str, wanted: Sequence[str], fits: Fits) -> bool:
        known = [*words(self.value), *words(_NOTE.sub(" ", text))]
        named = any(_meant(piece, known, fits) for piece in wanted if piece not in FILLERS)
        for note in _NOTE.findall(text):
            told = words(note)
            if not note[:1].isalpha():
                known += told if named and all(_meant(word, wanted, fits) for word in told) else []
            else:
                known += told if named else words(" ".join(_CAPITAL.findall(note)))
        return all(_meant(piece, known, fits) for piece in wanted)


class Step(NamedTuple):
    """A step that leads on to further choices, by what its button or option says; `value`: what it chooses, in the
    notation, where the rules ask that only later."""

    label: str
    path: Path
    value: str = ""


class Sayable(NamedTuple):
    """All that can be said now: the moves, and the steps by what they are called, folded."""

    moves: list[Spoken]
    steps: dict[str, Step]

    @property
    def told(self) -> list[Spoken]:
        """The moves that people are told, each once: not those whose button says no more than the move they begin with
        does, as it answers in the usual way what is asked then."""
        first = {move.answers: {*words(move.label)} for move in self.moves}
        return [move for move in self.moves if not {*words(_name(move.label))} <= first.get(move.answers[:-1], set())]

    @property
    def offered(self) -> list[Spoken]:
        """These, before them the steps that have a notation, which answer nothing yet."""
        return [*(Spoken(step.value, (), (step.label,)) for step in self.steps.values() if step.value), *self.told]


def sayable(kit: Kit, decision: Decision, view: View, names: Names) -> Sayable:
    """First what the rules would ask only later, then what they ask, then what the panel joins into one choice; what
    begins with another move comes after that."""
    walk = kit.panels.narrowing(decision, view)
    found = {way.answers: way for way in _beyond(kit, walk, decision, names)}
    for token in decision.tokens:
        said = label(kit.words.move(decision, view, names, token))
        found[(token,)] = Spoken(f"{decision.kind} {token}", (token,), (said,))
    steps, sooner = dict[str, Step](), walk.sooner()
    for said, path in controls(kit, walk, decision, view, names):
        if not (answers := walk.answers(path)):
            known = steps.get(folded(said))
            steps[folded(said)] = Step(said, path if known is None or known.path == path else (), sooner.get(path, ""))
        elif (move := found.get(answers)) is None:
            found[answers] = Spoken(f"{decision.kind} {' '.join(answers)}", answers, (said,))
        elif said not in move.labels:
            found[answers] = move._replace(labels=(*move.labels, said))
    moves = sorted(found.values(), key=lambda move: len(move.answers) > 1 and move.answers[0] != PASS)
    return Sayable(moves, {said: step for said, step in steps.items() if step.path})


def _beyond(kit: Kit, walk: Narrowing, decision: Decision, names: Names) -> Iterator[Spoken]:
    """What the rules would ask only later; with all that it answers, where its own notation could be several."""
    ways = walk.beyond()
    values = [f"{way.decision.kind} {way.token}" for way in ways]
    for way, value in zip(ways, values, strict=True):
        whole = value if values.count(value) == 1 else f"{decision.kind} {' '.join(way.answers)}"
        yield Spoken(whole, way.answers, (label(kit.words.beyond(way, names)),))


def controls(
    kit: Kit, walk: Narrowing, decision: Decision, view: View, names: Names, path: Path = ()
) -> Iterator[tuple[str, Path]]:
    """What the panel shows first, or at a path, with where it leads."""
    for control in kit.panels.decision(Place(), decision, view, names, path).controls:
        match control:
            case Button(verb=Verb.STEP | Verb.MOVE, label=said, rest=rest) if rest:
                yield said, walk.settled(read_path(rest)) if rest != PASS else (PASS,)
            case Select(verb=Verb.PICK, rest=rest, choices=choices):
                before = read_path(rest)
                for choice in choices:
                    if (after := walk.next_path(before, choice.value)) != before:
                        yield choice.label, after


# --- what was typed


def exactly(moves: Iterable[Spoken], typed: str) -> Spoken | None:
    """The one move with just this notation, with the kind or without, or with just this label."""
    text, moves = " ".join(typed.split()), [*moves]
    for same in (
        lambda move: move.value == text,
        lambda move: move.value.partition(" ")[2] == text,
        lambda move: folded(text) in map(folded, move.labels),
        lambda move: folded(text) in (move.value.lower(), move.value.lower().partition(" ")[2]),
    ):
        if found := [move for move in moves if same(move)]:
            return found[0] if len(found) == 1 else None
    return None


def unnamed(typed: str) -> str:
    """What was typed, without the option's name before it: "move:2 miners", where that came into the text."""
    return _OPTION.sub("", typed)


def by_number(numbered: Sequence[str], typed: str) -> str:
    """What was typed, with what is numbered in the picture by its own name: "rout at 3" as "rout at 2,1". Beside that
    name a number says nothing more: "3: 2,1 beside 3e"."""
    tokens, said = [each.partition(" ")[2] for each in numbered], words(typed)
    if not {*tokens}.isdisjoint(said):
        return _NUMBER.sub("", typed)
    numbers = [word for word in said if word.isdecimal()]
    if len(numbers) != 1 or not 1 <= int(numbers[0]) <= len(tokens):
        return typed
    return re.sub(rf"(?<![\w,-])#?{numbers[0]}:?(?![\w,-])", tokens[int(numbers[0]) - 1], typed)


def leading(steps: Mapping[str, Step], typed: str) -> Step | None:
    """The step that is called just this, or has just this notation, with the kind or without."""
    text = folded(typed)
    named = (step for step in steps.values() if step.value and text in (step.value, step.value.partition(" ")[2]))
    return steps.get(text) or next(named, None)


def worded(steps: Mapping[str, Step], typed: str, idle: Collection[str]) -> Step | None:
    """The one step that these words name and nothing else; it may be taken at once, as it answers nothing."""
    wanted = [word for word in telling(words(typed)) if word not in idle]
    if not wanted or is_denying(typed):
        return None
    found = [
        step
        for step in steps.values()
        if wanted in (telling(words(step.label)), telling(words(step.value.partition(" ")[2])))
    ]
    return found[0] if len(found) == 1 else None


def meant(moves: Sequence[Spoken], typed: str) -> Spoken | None:
    """The one move whose name these words are, if need be misspelt; None if there are several, or none.

    What all names have in common may be left out ("Cast", "miners"). Nothing is guessed: words that are only part of a
    name, that deny it or that are notation name no move; to decline, and to end a turn, there are words of their own.
    """
    said = words(typed)
    wanted = telling(said)
    declining = next((move for move in moves if move.answers == (PASS,)), None)
    plainly = not DECLINING.isdisjoint(wanted) and {*wanted} <= DECLINING | KINDLY and not _is_of_another(said)
    if declining is not None and (plainly or wanted in [telling(words(label)) for label in declining.labels]):
        return declining
    if not _DONE.isdisjoint(wanted) and {*wanted} <= _DONE | _AM | KINDLY:
        ends = [move for move in moves if any({"end", "turn"} <= {*words(each)} for each in move.labels)]
        return ends[0] if len(ends) == 1 else None
    if is_denying(typed) or is_notation(typed):
        return None
    offered = [move for move in moves if move is not declining]
    names = [[words(_name(each)) for each in move.labels] for move in offered]
    common = set.intersection(*({word for name in known for word in name} for known in names)) if names else set[str]()
    fitting = [
        move
        for move, known in zip(offered, names, strict=True)
        if any(_is_name(name, wanted, common) for name in (*known, *_by_place(move.labels)))
    ]
    return fitting[0] if len(fitting) == 1 else None


def where(walk: Narrowing, move: Spoken) -> Path:
    """Where the panel has this move chosen, to be confirmed or gone on from; the start if nowhere."""
    leaves = (path for path, token in walk.leaves.items() if (token,) == move.answers)
    return next((path for path in (move.answers, *leaves) if walk.answers(path) == move.answers), ())


def nearest(moves: Iterable[Spoken], typed: str, most: int) -> list[Spoken]:
    """The moves whose words are most like those that were typed."""
    known, text = [*moves], " ".join(telling(words(typed)))
    labels = [f"{move.value} {' '.join(move.labels)}" for move in known]
    scored = process.extract(text, labels, scorer=fuzz.token_set_ratio, processor=utils.default_process, limit=most)
    return [known[at] for _, _, at in scored]


def counting(ways: Sequence[T], typed: str, names: Callable[[T], Iterable[str]]) -> Sequence[T]:
    """Those of these ways that count a thing by just the number that was typed before it, where there are any: who says
    "two miners on onyx" means neither four of them nor a second site. Of several numbers each may be about something
    else, as in a label whose words are typed in another order. `names`: what a way is called."""
    said = [NUMBERS.get(word, word) for word in words(typed)]
    numbers = [at for at, word in enumerate(said) if word.isdecimal()]
    number, thing = (*said[numbers[0] :], "")[:2] if len(numbers) == 1 else ("", "")
    if len(thing) < SHORT - 1:
        return ways
    return [way for way in ways if any(_counts(name, number, thing) for name in names(way))] or ways


def _counts(name: str, number: str, thing: str) -> bool:
    return any(count == number and begins(word, thing) for count, word in pairwise(words(_name(name))))


def begins(word: str, piece: str) -> bool:
    return word.startswith(piece)


def resembles(word: str, piece: str) -> bool:
    return word.startswith(piece) or fuzz.ratio(word, piece) >= ALIKE


def words(text: str) -> list[str]:
    """The words of a text in small letters, hexes such as "-1,2" whole; "2x3" is "2x" and "3"."""
    return _WORD.findall(_COUNT.sub("x ", text.lower()))


def folded(text: str) -> str:
    """A text as it is compared with another: without signs, case and double spaces."""
    plain = "".join(" " if unicodedata.category(each) in ("So", "Mn") else each for each in text)
    return " ".join(plain.lower().split())


def telling(wanted: Sequence[str]) -> list[str]:
    """The words that tell moves apart: "I" does, but not where a sentence begins with it, or a question has it."""
    before = ["", *wanted]
    return [
        word
        for last, word in zip(before, wanted, strict=False)
        if word not in FILLERS and not (word == "i" and (not last or last in _ASKING))
    ]


def _meant(piece: str, known: Iterable[str], fits: Fits) -> bool:
    return any(fits(word, piece) for word in known)


def _is_of_another(said: Sequence[str]) -> bool:
    """Whether it is the notation for declining another question: "move pass", after the last move of a turn."""
    return len(said) == 2 and said[1] == PASS and said[0] in FILLERS - POLITE


def _is_same(word: str, piece: str) -> bool:
    """Whether somebody means this word, with so little doubt that a move is made of it."""
    if word == piece:
        return True
    is_long = piece.isalpha() and word.isalpha() and min(len(word), len(piece)) >= SHORT and word[0] == piece[0]
    return is_long and fuzz.ratio(word, piece) >= SURE


def _is_name(name: Sequence[str], wanted: Sequence[str], common: set[str]) -> bool:
    """Whether these words are that name: each of the one is among the other, hexes, tiles and numbers in its order. Of
    the hexes of a way the last will do, or the first and the last.
    """
    own, typed = ([word for word in telling(each) if word not in common] for each in (name, wanted))
    marks, marked = ([word for word in telling(each) if not word.isalpha()] for each in (name, wanted))
    marks = marks if marked or not common.issuperset(marks) else []
    is_way = "to" in name and len(marks) > 1 and not any(map(str.isdecimal, marks))
    alike = all(_meant(word, own, _is_same) for word in typed)
    alike = alike and all(_meant(word, typed, _is_same) for word in own if word.isalpha())
    return bool(own) and (marked == marks or (is_way and marked in ([marks[0], marks[-1]], marks[-1:]))) and alike


def _by_place(labels: Iterable[str]) -> Iterator[list[str]]:
    """Other names, with that of a place in a label's note in place of where the move ends: "the pool", "e3 to the Mana
    Pool" where the label is "e3 to d4 (the Mana Pool: locked there)"."""
    for said in labels:
        place = [word for note in _NOTE.findall(said) for word in words(" ".join(_CAPITAL.findall(note)))]
        stem = telling(words(_name(said)))[:-1]
        ways = [place, *([word] for word in place)] if place else []
        yield from ([*begun, *some] for begun in ([], stem) for some in ways)


def is_denying(typed: str) -> bool:
    """Whether there is a word in it that denies, so that what it names is not wanted."""
    return not DENYING.isdisjoint(words(typed))


def is_notation(typed: str) -> bool:
    """Whether there is something of a token in it, so that it is not words."""
    return _NOTATION.search(typed) is not None


def _name(said: str) -> str:
    """What a label calls a move, without what comes of it."""
    named = _NAME.match(said)
    return named[0] if named else said
