"""Adepts in words, as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from game.adepts import boards
from game.adepts import texts as rulebook
from game.adepts.boards import scores
from game.adepts.boards.board import asked
from game.adepts.boards.lines import ONLOOKER, phase_line
from game.adepts.rules.gems import LAST_TURN
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.adepts.words import log, research, wording
from game.adepts.words.explaining import explain
from game.adepts.words.facts import Facts
from game.adepts.words.gems import SIGNS
from game.adepts.words.moves import doing, move_label, pass_label, source
from game.adepts.words.signs import ICONS
from game.adepts.words.spelling import ALIASES, AROUND, spelled, untimely
from game.core.decisions import Decision, Event
from game.core.errors import IllegalToken, MoveError
from game.core.protocol import View
from game.core.text.parts import cut
from game.core.words import ATTACK, GLANCE, NOTHING, PHASE, TURN, Names, Passing, Words


class AdeptsWords(Words):
    """The words of Adepts; each part is in a module of its own."""

    secret_about = "Once a turn everybody chooses spells in private."
    ahead = "Casting"
    ahead_about = "Once you have cast nothing: when shall I pass for you from then on?"
    done = "You are done with your research"
    passes: Mapping[str, Passing] = MappingProxyType(
        {
            PHASE: Passing("This phase", "you cast nothing in this phase", "You cast nothing in this phase"),
            TURN: Passing(
                "This turn", "you cast nothing for the rest of this turn", "You cast nothing for the rest of this turn"
            ),
            ATTACK: Passing(
                "Until I am attacked",
                "you cast nothing until somebody casts a spell against you",
                "You pass the coming casting steps until somebody casts a spell against you",
            ),
            NOTHING: Passing(
                "Whenever I can cast nothing",
                "you pass then, and are asked only when you could cast a spell",
                "You are asked to cast only when you can",
            ),
        }
    )
    ahead_ends = "An attack on you ends what you have set"
    plan = "Plan your next groups"
    sign = "gem"
    signs = ICONS
    tags = log.TAGS
    headings = log.HEADINGS
    beginning = "began_turn"
    idle = AROUND | {"spell", "spells", "card", "cards"}

    def place(self, view: View) -> str:
        return phase_line(Facts(view, ONLOOKER, {}))

    def moment(self, view: View) -> str:
        now = ViewReader(view)
        title = "The end" if now.over else f"Phase {now.phase}: {rulebook.phases()[now.phase].name}"
        return f"Turn {now.turn} of {LAST_TURN} · {title}"

    def glance(self, view: View, names: Names, before: View | None = None) -> str:
        from game.adepts.pictures import alt  # imported here so that words alone load no drawing
        from game.adepts.pictures.changes import changes

        seen, then = Facts(view, ONLOOKER, names), ViewReader(before) if before else None
        return cut(alt.glance(seen, seen.names, changes(seen, then)), GLANCE)

    def asked(self, view: View, names: Names) -> str:
        return asked(Facts(view, ONLOOKER, names))

    def tell(self, event: Event, names: Names) -> str:
        return wording.tell(event, names)

    def sentences(self, events: Iterable[Event], names: Names) -> list[str]:
        return log.sentences(events, names)

    def tagged(self, event: Event) -> Collection[str]:
        return log.tagged(event)

    def phase(self, phase: str) -> str:
        return rulebook.phases()[phase].name

    def doing(self, decision: Decision) -> str:
        return doing(decision)

    def source(self, decision: Decision) -> str:
        return source(decision)

    def turned(self, number: int, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
        return log.turned(f"**{self.turn(number)}**", gained, events, names)

    def move(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return move_label(decision, Facts(view, decision.seat, names), token)

    def choice(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return move_label(decision, Facts(view, decision.seat, names, everybody=True), token)

    def spelled(self, decision: Decision, view: View, typed: str) -> str:
        return spelled(decision, view, typed)

    def untimely(self, decision: Decision, view: View, typed: str) -> str:
        return untimely(decision, view, typed)

    def aliases(self, decision: Decision, view: View) -> Mapping[str, str]:
        return ALIASES

    def declining(self, kind: str) -> str:
        return pass_label(kind)

    def instead(self, token: str) -> str:
        return f"has cast {SPELLS[token].name}"

    def position(self, view: View, names: Names) -> list[str]:
        return boards.position(view, names)

    def standing(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> list[str]:
        return scores.ranking(standing, names)

    def result(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> list[str]:
        return scores.result(standing, names)

    def score(self, standing: Mapping[str, Mapping[str, Any]], names: Names, seed: str = "") -> list[str]:
        return scores.score(standing, names, seed, over=bool(seed))

    def question(self, decision: Decision, names: Names) -> str:
        return wording.asked(decision, names)

    def refused(self, error: MoveError, names: Names) -> str:
        return explain(error.reason, names, SIGNS) if isinstance(error, IllegalToken) else "That is not a move."

    def kept(self, events: Iterable[Event]) -> str:
        return research.kept(events)
