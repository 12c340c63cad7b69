"""What somebody typed, read as an answer to what they are asked: the notation, or words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bot.tables import misread, standing
from bot.tables.errors import BadMove, LeadsOn
from bot.tables.spoken import Sayable, by_number, exactly, is_denying, leading, meant, sayable, where, worded
from bot.tables.standing import At
from bot.tables.table import Table
from game.core.decisions import Decision
from game.core.errors import IllegalToken, MoveError
from game.core.narrowing import Narrowing, Path
from game.core.protocol import View
from game.core.text.names import quoted, shown_names
from game.core.text.numbers import whole


def answers(table: Table, seat: str, typed: str, at: At | None) -> Sequence[str]:
    """What it answers, for the rules to judge; first of all by the words of the seat's panel, where that stands open in
    the middle of its steps. Raises LeadsOn where it is a step to further choices; BadMove, which helps on."""
    return _Typed(table, seat, typed, at).answers()


def refused(table: Table, decision: Decision, error: MoveError, tried: str) -> BadMove:
    """What somebody is told who tried that, which is against the rules."""
    why = table.kit.words.refused(error, shown_names(table.names))
    offered = sayable(table.kit, decision, table.view(decision.seat), table.names)
    return BadMove(f"{quoted(tried)}: {why}\n{misread.possible(offered, tried)}")


class _Typed:
    """A text and the question that it is to answer. Each way to read it gives what is answered so, or nothing."""

    def __init__(self, table: Table, seat: str, typed: str, at: At | None) -> None:
        self._table, self._kit, self._names = table, table.kit, table.names
        self._decision = table.pending[seat]
        self._text = typed
        is_open = at is not None and at.question == table.questions[seat].number
        self._path: Path = at.path if at is not None and is_open else ()
        """Where the person's panel stands open in the question; its start if it does not."""
        self._tips: Sequence[Path] = at.tips if at is not None and is_open else ()
        """Where the answers are that a hint names there."""

    def answers(self) -> Sequence[str]:
        """By the first way that gives any. The notation goes before words: where it is against the rules, that is what
        is answered, and nothing is guessed. Raises LeadsOn, BadMove."""
        for way in (
            self._tip,
            self._led,
            self._token,
            self._exact,
            self._leading,
            self._notation,
            self._meant,
            self._spelled,
            self._worded,
            self._nth,
        ):
            if found := way():
                return found
        raise self._misread()

    @cached_property
    def _view(self) -> View:
        return self._table.view(self._decision.seat)

    @cached_property
    def _walk(self) -> Narrowing:
        return self._kit.panels.narrowing(self._decision, self._view)

    @cached_property
    def _offered(self) -> Sayable:
        return sayable(self._kit, self._decision, self._view, self._names)

    @cached_property
    def _said(self) -> str:
        """The text, with the notation in place of a number that the panel's picture shows."""
        return by_number(self._walk.numbered(), self._text)

    def _tip(self) -> Sequence[str]:
        """An answer that a hint names in the panel, as its button is called: "Choose 2"."""
        called, _, number = self._text.partition(":")[0].strip().lower().partition(" ")
        which = whole(number) or 0
        return self._walk.answers(self._tips[which - 1]) if called == "choose" and 0 < which <= len(self._tips) else ()

    def _led(self) -> Sequence[str]:
        """What the panel says where it stands open. Raises LeadsOn."""
        if not self._path:
            return ()
        ways = standing.standing(self._kit, self._decision, self._view, self._names, self._path)
        after = standing.led(ways, self._walk.numbered(self._path), self._text)
        found = self._walk.answers(after) if after else ()
        if after and not found:
            raise LeadsOn(after)
        return found

    def _token(self) -> Sequence[str]:
        """What the list offers, mostly: no words are needed."""
        kind, _, token = self._text.strip().rpartition(" ")
        return (token,) if kind in ("", self._decision.kind) and token in self._decision.tokens else ()

    def _exact(self) -> Sequence[str]:
        """A move as it is called."""
        move = exactly(self._offered.moves, self._said)
        return move.answers if move is not None else ()

    def _leading(self) -> Sequence[str]:
        """A step as it is called. Raises LeadsOn."""
        if (step := leading(self._offered.steps, self._said)) is not None:
            raise LeadsOn(step.path)
        return ()

    def _notation(self) -> Sequence[str]:
        """The notation, against the rules."""
        return self._illegal(self._said)

    def _meant(self) -> Sequence[str]:
        """The name of a move in other words."""
        move = meant(self._offered.moves, self._said)
        return move.answers if move is not None else ()

    def _spelled(self) -> Sequence[str]:
        """What the game reads besides."""
        spelled = self._kit.words.spelled(self._decision, self._view, self._said)
        if not spelled:
            return ()
        move = exactly(self._offered.moves, spelled)
        return move.answers if move is not None else self._illegal(spelled)

    def _worded(self) -> Sequence[str]:
        """The name of a step in other words. Raises LeadsOn."""
        if (step := worded(self._offered.steps, self._said, self._kit.words.idle)) is not None:
            raise LeadsOn(step.path)
        return ()

    def _nth(self) -> Sequence[str]:
        """What stands at that place in the panel's list. Raises LeadsOn where it leads on, or is confirmed."""
        decision, view = self._decision, self._view
        found = standing.nth(self._kit, decision, view, self._names, self._offered, self._text, self._path)
        if found.path and not found.answers:
            raise LeadsOn(found.path)
        return found.answers

    def _illegal(self, text: str) -> tuple[str, ...]:
        """What a text in the notation answers, with or without the kind, if that is against the rules now."""
        kind, _, token = text.strip().rpartition(" ")
        before = () if kind in ("", self._decision.kind) else self._before(kind)
        if before is None:
            return ()
        tokens = (*before, token)
        return tokens if isinstance(self._problem(tokens), IllegalToken) else ()

    def _before(self, kind: str) -> tuple[str, ...] | None:
        """What is answered before a question of this kind, if that can be chosen at once as well; None if it cannot."""
        return next((way.answers[:-1] for way in self._walk.beyond() if way.decision.kind == kind), None)

    def _problem(self, tokens: Sequence[str]) -> MoveError | None:
        """Why these answers are against the rules; None if they are not."""
        game = self._table.playing.copy()
        try:
            for each in tokens:
                game.play(self._decision.seat, each)
        except MoveError as error:
            return error
        return None

    def _misread(self) -> BadMove:
        """What somebody is told whose words are no move; and why not, if that is only against the rules."""
        text, offered, no_move = self._text, self._offered, f"{quoted(self._text)} is not a move that you have now."
        hints = self._table.hints(self._decision.seat)
        if there := misread.elsewhere(text, hints, only=len(self._decision.tokens) == 1):
            return BadMove(f"{no_move} {there}")
        if is_denying(text):
            return BadMove(f"{no_move} I choose nothing where something is denied.\n{misread.possible(offered, text)}")
        said = misread.heard(self._kit, self._decision, self._view, offered, text)
        why = self._why_not(said)
        only = [move for move in offered.told if said.whole and not why and said.found == (move.label,)]
        path = where(self._walk, only[0]) if len(only) == 1 else ()
        if said.whole and not said.unknown and not why and len(said.found) > 1:
            no_move = f"{quoted(text)} can be several moves: say which."
        elif only and not said.unknown:
            counts = "is chosen below: confirm it there." if path else "counts once you press it, or type all of it."
            no_move = f"{quoted(text)} is part of one choice alone, which {counts}"
        else:
            no_move += misread.asked(offered, text)
        return BadMove(f"{no_move}\n{misread.told(said, len(offered.told), why)}", path)

    def _why_not(self, said: misread.Heard) -> str:
        """Why it is against the rules, if it is that without the words that say nothing; else ""."""
        if not said.unknown:
            return ""
        known = misread.without(self._text, said.unknown)
        spelled = self._kit.words.spelled(self._decision, self._view, known)
        problem = self._problem(self._illegal(spelled)) if spelled else None
        return self._kit.words.refused(problem, shown_names(self._names)) if problem is not None else ""
