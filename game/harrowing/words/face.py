"""The Harrowing in words, as the kit offers it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from game.core.decisions import Decision, Event
from game.core.english import listed, many
from game.core.errors import IllegalToken, MoveError
from game.core.narrowing import Beyond
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.words import TURN, Names, Passing, Words, best
from game.harrowing.boards.news import ASKS
from game.harrowing.rules.content import FACE_OF, face
from game.harrowing.rules.explaining import explain
from game.harrowing.rules.reader import ViewReader
from game.harrowing.rules.scoring import ENOUGH
from game.harrowing.words import board, log, moves
from game.harrowing.words.terms import PHASES, PILLARS, SIGNS, called


class HarrowingWords(Words):
    """The words of The Harrowing; the modules beside this one do the work."""

    tags = log.TAGS
    tags_of = log.TAGS_OF
    headings = log.HEADINGS
    asking = frozenset({"triggered"})
    beginning = "began_turn"
    idle = frozenset(("lay", "drop", "set", "tile", "side", "spell", "cast", "invoke", "hex", "field", "number"))
    passes = MappingProxyType(
        {
            **Words.passes,
            TURN: Passing("This round", "for the rest of this round", "You pass for the rest of this round"),
        }
    )
    sign = "rune"
    signs = SIGNS
    asks = ASKS

    def place(self, view: View) -> str:
        return board.place(ViewReader(view))

    def tell(self, event: Event, names: Names) -> str:
        return log.tell(event, names)

    def sentences(self, events: Iterable[Event], names: Names) -> list[str]:
        return log.sentences(events, shown_names(names))

    def turn(self, number: int) -> str:
        return f"Round {number}" if number else "Set-up"

    def phase(self, phase: str) -> str:
        return {"act": "invoking"}.get(phase, PHASES[phase])

    def source(self, decision: Decision) -> str:
        return called(FACE_OF[decision.source]) if decision.source else ""

    def question(self, decision: Decision, names: Names) -> str:
        id = decision.data.get("tile", "")
        if decision.kind not in ("side", "spot") or not id:
            return super().question(decision, names)
        return decision.text.replace(id, called(face(id, decision.data["side"])) if decision.kind == "spot" else id)

    def turned(self, number: int, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
        return log.turned(f"**{self.turn(number)}**", events, shown_names(names))

    def move(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return moves.label(decision, ViewReader(view), names, token)

    def choice(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return moves.choice(decision, ViewReader(view), names, token)

    def follow_ups(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str]) -> str:
        return moves.follow_ups(decision, view, names, token, answers)

    def chosen(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str] = ()) -> str:
        if decision.kind != "side":
            return super().chosen(decision, view, names, token, answers)
        return f"You have chosen: **{FACE_OF[token].name}**."

    def beyond(self, way: Beyond, names: Names) -> str:
        return moves.at_spot(way.decision, ViewReader(way.view), way.token)

    def spelled(self, decision: Decision, view: View, typed: str) -> str:
        return moves.spelled(decision, typed)

    def aliases(self, decision: Decision, view: View) -> Mapping[str, str]:
        return moves.aliases(decision, ViewReader(view))

    def declining(self, kind: str) -> str:
        return moves.DECLINING.get(kind, "Skip this step")

    def refused(self, error: MoveError, names: Names) -> str:
        return explain(error.reason, names) if isinstance(error, IllegalToken) else "That is not a move."

    def lines(self, view: View, names: Names) -> list[str]:
        return board.lines(view, names, self.title)

    def own(self, view: View, seat: str, names: Names) -> list[str]:
        return []

    def emblem(self, seat: str) -> str:
        return f"{PILLARS[seat]} "

    def counted(self, line: Mapping[str, Any]) -> str:
        claimed = many(line["claimed"], "tile")
        return f"**{line['set']} of {ENOUGH}** with one rune · {claimed} claimed · {line['tiles']} on the field"

    def won(self, best: Sequence[str]) -> str:
        return f"{listed(best)} wins a name"

    def unwon(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> str:
        if any(line.get("won") for line in standing.values()):
            return ""
        ahead = best(standing, shown_names(names))
        return f"No name is won · {listed(ahead)} {'is' if len(ahead) == 1 else 'are'} ahead after thirty rounds"
