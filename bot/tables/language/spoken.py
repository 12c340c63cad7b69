"""Moves as people say them: everything that can be chosen now, by its notation and by what its button or option
says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.tables.language.words import FILLERS, folded, words
from game.core.decisions import PASS, Decision
from game.core.faces import Names
from game.core.kit import Kit
from game.core.layout import Button, Place, Select, Style, Verb
from game.core.narrowing import Narrowing, Path, read_path
from game.core.protocol import View
from game.core.text.names import label

NOTE = re.compile(r"\((?!P\d\))([^()]*)\)")
"""What a label has in brackets, but not a seat, which belongs to the name of a player who looks like another there."""
CAPITAL = re.compile(r"\b[A-Z]\w*")
"""A word that begins like a name."""

Fits = Callable[[str, str], bool]
"""Whether a typed word (the second) means a word of a move (the first)."""


def is_said(piece: str, known: Iterable[str], fits: Fits) -> bool:
    """Return whether a typed word means one of the known ones."""
    return any(fits(word, piece) for word in known)


class Spoken(NamedTuple):
    """A move: its notation without the seat, the answers it consists of, and the names that lists and buttons give
    it."""

    value: str
    answers: tuple[str, ...]
    labels: tuple[str, ...]

    @property
    def label(self) -> str:
        return self.labels[0]

    def said(self, wanted: Sequence[str], fits: Fits) -> bool:
        """Return whether all these words are about this move.

        What a label has in brackets is a note. If other words name the move, a note in words counts completely; alone
        it says which move is meant only by the names in it ("the Mana Pool: locked there", but not "after meditating:
        gain 1"). A note on what comes of a move ("-1 Attack") never does.
        """
        return any(self._said(each, wanted, fits) for each in self.labels)

    def _said(self, text: str, wanted: Sequence[str], fits: Fits) -> bool:
        known = [*words(self.value), *words(NOTE.sub(" ", text))]
        named = any(is_said(piece, known, fits) for piece in wanted if piece not in FILLERS)
        for note in NOTE.findall(text):
            told = words(note)
            if not note[:1].isalpha():
                known += told if named and all(is_said(word, wanted, fits) for word in told) else []
            else:
                known += told if named else words(" ".join(CAPITAL.findall(note)))
        return all(is_said(piece, known, fits) for piece in wanted)


class Step(NamedTuple):
    """A step that leads to further choices, as its button or option says it. `value`: what it chooses, in notation, if
    the rules ask that only later."""

    label: str
    path: Path
    value: str = ""


class Sayable(NamedTuple):
    """Everything that can be said now: the moves, and the steps by their folded names."""

    moves: list[Spoken]
    steps: dict[str, Step]

    @property
    def told(self) -> list[Spoken]:
        """The moves that people are told of, each once. Left out are moves whose button says no more than the move they
        begin with: those answer the following question in the usual way."""
        first = {move.answers: {*words(move.label)} for move in self.moves}
        return [move for move in self.moves if not {*words(move.label)} <= first.get(move.answers[:-1], set())]

    @property
    def offered(self) -> list[Spoken]:
        """The moves of `told`, and before them the steps that have a notation, which answer nothing yet."""
        return [*(Spoken(step.value, (), (step.label,)) for step in self.steps.values() if step.value), *self.told]


def sayable(kit: Kit, decision: Decision, view: View, names: Names) -> Sayable:
    """Return everything that can be said: first what the rules would ask only later, then what they ask, then what the
    panel joins into one choice. Moves that begin with another move come last."""
    walk = kit.panels.narrowing(decision, view)
    found = {way.answers: way for way in _beyond(kit, walk, decision, names)}
    for token in decision.tokens:
        said = label(kit.words.move(decision, view, names, token))
        found[(token,)] = Spoken(f"{decision.kind} {token}", (token,), (said,))
    steps, sooner = dict[str, Step](), walk.asked_later()
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


def asking(kit: Kit, decision: Decision, view: View) -> set[str]:
    """Return the words for what is asked for, which may be said along with a move."""
    return {decision.kind, *words(kit.words.aliases(decision, view).get(decision.kind, ""))}


def _beyond(kit: Kit, walk: Narrowing, decision: Decision, names: Names) -> Iterator[Spoken]:
    """Yield what the rules would ask only later; its value is all of its answers if its own notation is ambiguous."""
    ways = walk.beyond()
    values = [f"{way.decision.kind} {way.token}" for way in ways]
    for way, value in zip(ways, values, strict=True):
        whole = value if values.count(value) == 1 else f"{decision.kind} {' '.join(way.answers)}"
        yield Spoken(whole, way.answers, (label(kit.words.beyond(way, names)),))


def controls(
    kit: Kit, walk: Narrowing, decision: Decision, view: View, names: Names, path: Path = (), *, marked: bool = False
) -> Iterator[tuple[str, Path]]:
    """Yield what the panel shows at a path, by default its start, each with the path where it leads. `marked`: what is
    marked and would be unmarked is there too, and leads nowhere else."""
    for control in kit.panels.decision(Place(), decision, view, names, path).controls:
        match control:
            case Button(verb=Verb.STEP, label=said, rest=rest, style=Style.PRIMARY) if marked and {*read_path(rest)} < {
                *path
            }:
                yield said, path
            case Button(verb=Verb.STEP | Verb.MOVE, label=said, rest=rest) if rest:
                yield said, walk.settled(read_path(rest)) if rest != PASS else (PASS,)
            case Select(verb=Verb.PICK, rest=rest, choices=choices):
                before = read_path(rest)
                for choice in choices:
                    if (after := walk.next_path(before, choice.value)) != before:
                        yield choice.label, after


def where(walk: Narrowing, move: Spoken) -> Path:
    """Return the path where the panel has this move chosen, to be confirmed or continued; () if there is none."""
    leaves = (path for path, token in walk.leaves.items() if (token,) == move.answers)
    return next((path for path in (move.answers, *leaves) if walk.answers(path) == move.answers), ())
