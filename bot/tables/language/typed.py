"""Reads what somebody typed as an answer to what they are asked: notation or words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from bot.tables.errors import BadMove, LeadsOn
from bot.tables.language import misread, standing
from bot.tables.language.chain import Chain
from bot.tables.language.naming import by_name, by_number, exactly, leading, named, names_a_part, worded
from bot.tables.language.spoken import Sayable, Spoken, Step, asking, sayable, where
from bot.tables.language.standing import At
from bot.tables.language.words import is_denying
from bot.tables.table import Table
from game.core.decisions import OTHER, Decision
from game.core.errors import IllegalToken, MoveError
from game.core.narrowing import Narrowing, Path
from game.core.protocol import View
from game.core.text.names import quoted, shown_names
from game.core.text.numbers import whole

_THEN = re.compile(r"(?:\s*(?:[;/]|,\s|\b(?:and|then)\b)\s*)+", re.IGNORECASE)
"""What stands between two choices."""


def answers(table: Table, seat: str, typed: str, at: At | None) -> Sequence[str]:
    """Return the tokens that the text gives as answers, for the rules to judge. `at` is where the seat's panel stands
    if it is open in the middle of its steps: its words take precedence.

    Raises LeadsOn if the text is a step to further choices, and BadMove with advice if it cannot be understood.
    """
    return _Typed(table, seat, typed, at).answers()


def refused(table: Table, decision: Decision, error: MoveError, tried: str) -> BadMove:
    """Return what somebody is told who tried something against the rules."""
    why = table.kit.words.refused(error, shown_names(table.names))
    offered = sayable(table.kit, decision, table.view(decision.seat), table.names)
    return BadMove(f"{quoted(tried)}: {why}\n{misread.possible(offered, tried)}")


class _Typed:
    """A text and the question that it should answer. Each way to read it returns the answers, or () if it fails."""

    def __init__(self, table: Table, seat: str, typed: str, at: At | None) -> None:
        self._table, self._kit, self._names = table, table.kit, table.names
        self._decision = table.pending[seat]
        self._typed = typed
        self._text = by_name(self._kit, self._decision, self._view, self._names, typed)
        """The text, with names in place of players' numbers."""
        is_open = at is not None and at.question == table.questions[seat].number
        self._path: Path = at.path if at is not None and is_open else ()
        """Where the person's panel stands in this question; () for its start or if it shows another question."""
        self._tips: Sequence[Path] = at.tips if at is not None and is_open else ()
        """Where the panel has the answers named by a hint that it shows."""

    def answers(self) -> Sequence[str]:
        """Return the answers. Raises LeadsOn, BadMove."""
        if found := self._found():
            return found
        raise self._misread()

    def _found(self) -> Sequence[str]:
        """Return the answers by the first way that gives any; () if none does. Raises LeadsOn.

        Notation goes before words. If it is against the rules it is returned all the same, and nothing is guessed.
        """
        for way in (
            self._tip,
            self._from_panel,
            self._token,
            self._exact,
            self._leading,
            self._notation,
            self._meant,
            self._spelled,
            self._worded,
            self._nth,
            self._chained,
        ):
            if found := way():
                return found
        return ()

    @cached_property
    def _view(self) -> View:
        return self._table.view(self._decision.seat)

    @cached_property
    def _walk(self) -> Narrowing:
        return self._kit.panels.narrowing(self._decision, self._view)

    @cached_property
    def _ways(self) -> Mapping[str, Path]:
        """What the panel says at the place where it stands, with where each leads; {} at its start."""
        return standing.standing(self._kit, self._decision, self._view, self._names, self._path)

    @cached_property
    def _offered(self) -> Sayable:
        return sayable(self._kit, self._decision, self._view, self._names)

    @cached_property
    def _said(self) -> str:
        """The text, with notation in place of a number that the panel's picture shows. "Side 2" is a side, even if the
        picture numbers spots."""
        numbered, kind = self._walk.numbered(), self._decision.kind
        is_other = (
            numbered and not numbered[0].startswith(f"{kind} ") and re.search(rf"\b{kind} *#?\d", self._text, re.I)
        )
        return self._text if is_other else by_number(numbered, self._text)

    @cached_property
    def _in_game(self) -> str:
        """What the game itself reads in the text, as kind and token; "" if nothing."""
        return self._kit.words.spelled(self._decision, self._view, self._said)

    def _tip(self) -> Sequence[str]:
        """An answer named by a hint in the panel, typed as its button says it: "Choose 2"."""
        called, _, number = self._text.partition(":")[0].strip().lower().partition(" ")
        which = whole(number) or 0
        return self._walk.answers(self._tips[which - 1]) if called == "choose" and 0 < which <= len(self._tips) else ()

    def _from_panel(self) -> Sequence[str]:
        """What the panel says at the place where it stands. Raises LeadsOn."""
        walk, kind = self._walk, self._decision.kind
        after = standing.only_match(walk, self._path, self._ways, self._text, kind) if self._ways else ()
        found = standing.answered(walk, after) if after else ()
        if after and not found:
            raise LeadsOn(after)
        return found

    def _token(self) -> Sequence[str]:
        """A legal token, which is what the suggestions mostly give: no words have to be worked out."""
        kind, _, token = self._text.strip().rpartition(" ")
        return (token,) if kind in ("", self._decision.kind) and token in self._decision.tokens else ()

    def _exact(self) -> Sequence[str]:
        """A move by its exact name."""
        move = exactly(self._offered.moves, self._said)
        return move.answers if move is not None else ()

    def _leading(self) -> Sequence[str]:
        """A step by its exact name. Raises LeadsOn."""
        if (step := leading(self._offered.steps, self._said)) is not None:
            raise LeadsOn(step.path)
        return ()

    def _notation(self) -> Sequence[str]:
        """Notation that is against the rules. If it is another sort of thing than what is asked for, it may be a word
        of that all the same, such as "ruby" where one names a gem with its stage, or "side 2"."""
        answers = self._illegal(self._said)
        is_word = answers and (names_a_part(self._offered.moves, answers[-1]) or self._in_game)
        return () if is_word and self._is_other(answers) else answers

    def _meant(self) -> Sequence[str]:
        """The name of a move in other words, possibly with what is asked for, as in "attack Bob on 2a", or its notation
        among words that do not matter."""
        move = named(self._offered.moves, self._said, asking(self._kit, self._decision, self._view))
        return move.answers if move is not None else ()

    def _spelled(self) -> Sequence[str]:
        """Whatever else the game can read."""
        if not self._in_game:
            return ()
        move = exactly(self._offered.moves, self._in_game)
        return move.answers if move is not None else self._illegal(self._in_game)

    def _worded(self) -> Sequence[str]:
        """The name of a step in other words, first of one where the panel stands. Raises LeadsOn."""
        ways = self._ways.items()
        here = {said: Step(said, after) for said, after in ways if not standing.answered(self._walk, after)}
        for steps in (here, self._offered.steps):
            if (step := worded(steps, self._said, self._kit.words.idle)) is not None:
                raise LeadsOn(step.path)
        return ()

    def _nth(self) -> Sequence[str]:
        """What has that place in the panel's list. Raises LeadsOn if that leads to more choices or has to be
        confirmed."""
        decision, view = self._decision, self._view
        found = standing.nth(self._kit, decision, view, self._names, self._offered, self._text, self._path)
        if found.path and not found.answers:
            raise LeadsOn(found.path)
        if found.path:
            return found.answers
        answers = self._illegal("".join(found.answers))
        return () if self._is_other(answers) else answers  # joined where nothing can be joined

    def _chained(self) -> Sequence[str]:
        """Several choices one after the other, the first where the panel stands or at its start. Raises LeadsOn: they
        are only shown, as it may not be clear how the text divides."""
        chain = Chain(self._kit, self._decision, self._view, self._names, self._offered)
        for start in dict.fromkeys((self._path, ())):
            if path := chain.path(self._said, start):
                raise LeadsOn(path)
        return ()

    def _illegal(self, text: str) -> tuple[str, ...]:
        """Return the answers that a text in notation gives, with or without the kind, if they are against the rules;
        else ()."""
        kind, _, token = text.strip().rpartition(" ")
        before = () if kind in ("", self._decision.kind) else self._before(kind)
        if before is None:
            return ()
        ways = ((*before, each) for each in dict.fromkeys((token, token.lower())))  # a phone writes "C3"
        return next((tokens for tokens in ways if isinstance(self._problem(tokens), IllegalToken)), ())

    def _is_other(self, answers: Sequence[str]) -> bool:
        """Return whether these answers are refused only for being none of the choices, by no rule of their own."""
        problem = self._problem(answers)
        return isinstance(problem, IllegalToken) and problem.reason.kind == OTHER

    def _before(self, kind: str) -> tuple[str, ...] | None:
        """Return what is answered before a question of this kind, if that can be chosen now as well; None if it
        cannot."""
        return next((way.answers[:-1] for way in self._walk.beyond() if way.decision.kind == kind), None)

    def _problem(self, tokens: Sequence[str]) -> MoveError | None:
        """Return why these answers are against the rules; None if they are legal."""
        game = self._table.playing.copy()
        try:
            for each in tokens:
                game.play(self._decision.seat, each)
        except MoveError as error:
            return error
        return None

    def _misread(self) -> BadMove:
        """Return what somebody is told whose text is no move, with the reason if it only breaks the rules."""
        text, offered, quote = self._text, self._offered, quoted(self._typed)
        no_move = f"{quote} is not a move that you have now."
        hints = self._table.hints(self._decision.seat)
        if there := misread.elsewhere(text, hints, only=len(self._decision.tokens) == 1):
            return BadMove(f"{no_move} {there}")
        told = misread.advice(offered, text)
        if is_denying(text):
            told = told or " I choose nothing where something is denied."
            return BadMove(f"{no_move}{told}\n{misread.possible(offered, text)}")
        if first := self._first_of_two():
            path = where(self._walk, first)
            counts = "is chosen above: confirm it there." if path else "counts once you press it, or type it alone."
            told = f"{quote} is more than one choice, and I make one at a time. The first {counts}"
            return BadMove(f"{told}\n- {first.label}", path)
        said = misread.heard(self._kit, self._decision, self._view, offered, text)
        if not said.things and (when := self._kit.words.untimely(self._decision, self._view, text)):
            return BadMove(f"{no_move} {when}\n{misread.possible(offered, text)}")
        why = self._why_not(said)
        only = [move for move in offered.told if said.whole and not why and said.found == (move.label,)]
        path = where(self._walk, only[0]) if len(only) == 1 else ()
        if said.whole and not said.unknown and not why and len(said.found) > 1:
            no_move = f"{quote} can be several moves: say which."
        elif only and not said.unknown:
            counts = "is chosen above: confirm it there." if path else "counts once you press it, or type all of it."
            no_move = f"{quote} is part of one choice alone, which {counts}"
        else:
            no_move += told
        return BadMove(f"{no_move}\n{misread.in_words(said, len(offered.told), why)}", path)

    def _first_of_two(self) -> Spoken | None:
        """Return the first choice if the text begins with two, as "3 miners on ruby 1, then 2 on topaz 1" does; else
        None. Where one choice can name several things, they may all be meant for one."""
        parts, joined = _THEN.split(self._text), any("+" in token for token in self._decision.tokens)
        if len(parts) == 1 or joined:
            return None
        try:
            first, second = (tuple(_Typed(self._table, self._decision.seat, part, None)._found()) for part in parts[:2])
        except LeadsOn:
            return None
        return next((move for move in self._offered.moves if move.answers == first), None) if second else None

    def _why_not(self, said: misread.Heard) -> str:
        """Return why the text without its unknown words is against the rules; "" if that is not what is wrong."""
        if not said.unknown:
            return ""
        known = misread.without(self._text, said.unknown)
        spelled = self._kit.words.spelled(self._decision, self._view, known)
        problem = self._problem(self._illegal(spelled)) if spelled else None
        return self._kit.words.refused(problem, shown_names(self._names)) if problem is not None else ""
