"""Mana Surge in words, as the kit offers it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.core.decisions import PASS, Decision, Event
from game.core.english import many
from game.core.errors import IllegalToken, MoveError
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.text.parts import opening, parts
from game.core.words import GLANCE, Names, Words
from game.mana_surge.boards.facts import ASKS
from game.mana_surge.rules.explaining import explain
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.words import board, log, moves
from game.mana_surge.words.terms import COLOURS, PHASES


class ManaSurgeWords(Words):
    """The words of Mana Surge; the modules beside this one do the work."""

    asks = ASKS
    signs = COLOURS
    tags = log.TAGS
    tags_of = log.TAGS_OF
    headings = log.HEADINGS
    beginning = "began_turn"
    idle = moves.BETWEEN

    def place(self, view: View) -> str:
        return board.place(ViewReader(view))

    def glance(self, view: View, names: Names, before: View | None = None) -> str:
        head, *rest = board.lines(view, names, self.title)[2:]
        return opening([head, *rest[1:]], GLANCE)

    def tell(self, event: Event, names: Names) -> str:
        return log.tell(event, names)

    def sentences(self, events: Iterable[Event], names: Names) -> list[str]:
        return log.sentences(events, shown_names(names))

    def turn(self, number: int) -> str:
        return log.turn(number)

    def phase(self, phase: str) -> str:
        return PHASES[phase]

    def turned(self, number: int, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
        return log.turned(f"**{self.turn(number)}**", gained, events, shown_names(names))

    def move(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return moves.label(decision, ViewReader(view), names, token)

    def follow_ups(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str]) -> str:
        return moves.follow_ups(decision, view, names, token, answers)

    def in_full(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str] = ()) -> str:
        ends = bool(answers) and {token, *answers} == {PASS}  # nothing moves any more, and nobody is attacked
        return moves.END if ends else super().in_full(decision, view, names, token, answers)

    def spelled(self, decision: Decision, view: View, typed: str) -> str:
        found = moves.spelled(decision.kind, ViewReader(view), typed)
        is_none = decision.kind == "move" and not decision.data["attacks"]  # no attack is possible: the rules say why
        return found.removeprefix("attack ") if is_none else found

    def aliases(self, decision: Decision, view: View) -> Mapping[str, str]:
        return {"strikes": " ".join(moves.FIGHTING - {"x"})}  # which may be what somebody is called

    def declining(self, kind: str) -> str:
        return moves.declining(kind)

    def refused(self, error: MoveError, names: Names) -> str:
        return explain(error.reason, names) if isinstance(error, IllegalToken) else "That is not a move."

    def lines(self, view: View, names: Names) -> list[str]:
        return board.lines(view, names, self.title)

    def position(self, view: View, names: Names) -> list[str]:
        return parts([*self.lines(view, names), *board.steps(view, names)])

    def counted(self, line: Mapping[str, Any]) -> str:
        return f"**{line['mana']}** mana · {many(line['tokens'], 'token')} on the board"
