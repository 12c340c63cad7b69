"""Spirit Ground in words, as the kit offers it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.core.decisions import Decision, Event
from game.core.english import many, sentence
from game.core.errors import IllegalToken, MoveError
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.text.parts import parts
from game.core.words import Names, Words
from game.spirit_ground.boards.news import ASKS
from game.spirit_ground.rules.explaining import explain
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.state import PAY, PLACE, ROTATE
from game.spirit_ground.words import board, log, moves
from game.spirit_ground.words.terms import PHASES, SIGNS, TRIBES, tie


class SpiritGroundWords(Words):
    """The words of Spirit Ground; the modules beside this one do the work."""

    asks = ASKS
    signs = SIGNS
    tags = log.TAGS
    tags_of = log.TAGS_OF
    headings = log.HEADINGS
    beginning = "began_round"
    idle = moves.IDLE

    def place(self, view: View) -> str:
        return board.place(ViewReader(view))

    def tell(self, event: Event, names: Names) -> str:
        return log.tell(event, names)

    def sentences(self, events: Iterable[Event], names: Names) -> list[str]:
        return log.sentences(events, shown_names(names))

    def turn(self, number: int) -> str:
        return f"Round {number}"

    def phase(self, phase: str) -> str:
        return PHASES[phase]

    def source(self, decision: Decision) -> str:
        return str(decision.data["name"]) if decision.kind in (PLACE, PAY, ROTATE) else ""

    def turned(self, number: int, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
        return log.turned(f"**{self.turn(number)}**", gained, events, shown_names(names))

    def move(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return moves.label(decision, ViewReader(view), names, token)

    def choice(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return moves.choice(decision, ViewReader(view), names, token)

    def follow_ups(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str]) -> str:
        return moves.follow_ups(decision, view, token, answers)

    def spelled(self, decision: Decision, view: View, typed: str) -> str:
        return moves.spelled(decision, ViewReader(view), typed)

    def aliases(self, decision: Decision, view: View) -> Mapping[str, str]:
        return moves.aliases(decision, ViewReader(view))

    def declining(self, kind: str) -> str:
        return moves.KEEP

    def refused(self, error: MoveError, names: Names) -> str:
        return explain(error.reason, names) if isinstance(error, IllegalToken) else "That is not a move."

    def lines(self, view: View, names: Names) -> list[str]:
        return board.lines(view, names, self.title)

    def position(self, view: View, names: Names) -> list[str]:
        return parts([*self.lines(view, names), *board.warriors(view, names)])

    def own(self, view: View, seat: str, names: Names) -> list[str]:
        return []

    def standing(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> list[str]:
        lines, why = super().standing(standing, names), tie(standing)
        return [*lines, f"-# {sentence(why)}."] if why else lines

    def emblem(self, seat: str) -> str:
        return f"{TRIBES[seat]} "

    def counted(self, line: Mapping[str, Any]) -> str:
        made_of = f"gems {line['gems']}, spirits {line['spirits']}, relics {line['relics']}"
        return f"**{many(line['total'], 'point')}**: {made_of} · {line['living']} living"
