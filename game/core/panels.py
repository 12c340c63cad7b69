"""A game's panels: the default, for games that have none of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from game.core import layout
from game.core.decisions import PASS, Decision
from game.core.faces import Exhibit, Names, Sketch
from game.core.layout import LABEL, Accent, Choice, Component, Panel, Picture, Place, Row, Style, Verb
from game.core.narrowing import Narrowing, Path, paged, write_path
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.text.parts import cut, parts
from game.core.words import Run, Words

RECENT, ROOM = 10, 900
"""Maximum lines on the board about what happened, and characters for them."""
OWN = 1500
"""Maximum characters for what a seat has, above its question."""
CONTROLS, LATER = 30, 6
"""Components for the ways to answer, counting rows and their buttons: 25 ways in five rows. A message may have 40; the
rest is for what stands around them. Where *Pass ahead* may be shown as well, LATER of them are set aside for it."""
FEW = 5
"""Ways that are still shown as buttons after one of them has been chosen and there is more to choose."""
HAND = "hand"
"""The name of the exhibit, and the key in a player's part of the view, for what somebody holds."""


def whereabouts(words: Words, view: View, table: str = "") -> str:
    """The line above a question: where the game stands, and which table it is, if `table` is given."""
    return f"-# {' · '.join(filter(None, (table, words.place(view))))}"


class Panels:
    """Questions, the board and exhibits. A game overrides what it can show better."""

    exhibits: Sequence[Exhibit] = ()
    """What can be shown beside the board, in the order of the board's buttons."""
    by_turns = True
    """Whether the board tells what happened in this turn, or in the last one as long as nothing has happened in this;
    else it tells the latest things, whenever they happened."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # --- a question

    def narrowing(self, decision: Decision, view: View) -> Narrowing:
        """Return how its tokens are walked through: at most 25 ways at a step, in paths of at most 60 characters.

        `view` is that of the decision's seat.
        """
        return paged(decision.tokens)

    def decision(
        self,
        place: Place,
        decision: Decision,
        view: View,
        names: Names,
        path: Path = (),
        table: str = "",
        picture: Picture | None = None,
    ) -> Panel:
        """Return the private panel at a path, which is what has been selected so far; a path that leads nowhere counts
        as none.

        `view` is that of the decision's seat. `table` names the game where the place does not; it must be safe in a
        text with markup.
        """
        walk = self.narrowing(decision, view)
        path = walk.settled(() if path == (PASS,) else path)
        question = f"### {self.words.question(decision, shown_names(names))}"
        own = parts(self.words.own(view, decision.seat, names), OWN)[:1]
        components: list[Component] = [layout.text(whereabouts(self.words, view, table), question, *own)]
        token, room = walk.token_of(path), CONTROLS - (LATER if decision.ahead else 0)
        open_at = len(path) - (token is not None)
        for at in range(len(path) + 1):
            if len(walk.options(path[:at])) > 1:
                most = room if at == open_at else FEW + 1
                ways = self._ways(place, decision, view, names, walk, path, at, most)
                components += ways
                room -= len(ways) + sum(len(each.buttons) for each in ways if isinstance(each, Row))
        buttons = []
        if token is not None:
            label = self.words.move(decision, view, names, token)
            if len(components) == 1 or len(label) > LABEL:  # else the button that was pressed says it
                components.append(layout.text(f"**{label}**"))
            buttons.append(place.button(Verb.MOVE, "Confirm", write_path(path), Style.SUCCESS))
        if (PASS,) in walk.leaves:
            buttons.append(place.button(Verb.MOVE, self.words.declining(decision.kind), PASS))
        return layout.framed(*components, *layout.rows(buttons), accent=Accent.ASKING, picture=picture)

    def _ways(
        self,
        place: Place,
        decision: Decision,
        view: View,
        names: Names,
        walk: Narrowing,
        path: Path,
        at: int,
        room: int,
    ) -> Sequence[Component]:
        """Return the ways at one step: buttons if there is room for so many components, else a select. What was chosen
        at this step is marked."""
        before, chosen = path[:at], path[at] if at < len(path) else ""
        ways = []
        for step in walk.options(before):
            tokens = walk.below((*before, step))
            labels = [self.words.move(decision, view, names, token) for token in dict.fromkeys((tokens[0], tokens[-1]))]
            longest = LABEL // len(labels) - 2
            ways.append(Choice(step, " … ".join(cut(label, longest) for label in labels)))
        styles = {way.value: Style.PRIMARY if way.value == chosen else Style.SECONDARY for way in ways}
        rows = layout.rows(
            [place.button(Verb.STEP, way.label, write_path((*before, way.value)), styles[way.value]) for way in ways]
        )
        if len(rows) + len(ways) <= room:
            return rows
        return [place.select(Verb.PICK, write_path(before), ways, "Choose", chosen)]

    def sketch(self, decision: Decision, view: View, names: Names, path: Path = ()) -> Sketch | None:
        """Return the picture for what has been selected so far; None if words are enough."""
        return None

    # --- the board

    def board(
        self,
        view: View,
        names: Names,
        waiting: Mapping[str, datetime],
        past: Sequence[Run],
        picture: Picture | None = None,
    ) -> Panel:
        """Return the public message of a running game, without its buttons, made from an onlooker's view and from
        events that everybody may know. `waiting` says since when each seat is being asked. A picture, whichever it
        is, replaces the words for what it shows."""
        since = [waiting[seat] for seat in view["pending"] if seat in waiting]
        asked_at = f" · asked {layout.since(min(since))}" if since else ""
        head = layout.text(f"## ▶ {self.words.asked(view, names)}", f"-# {self.words.place(view)}{asked_at}")
        shown = layout.gallery([picture]) if picture else layout.text(*self._summary(view, names))
        told = self._recent(past)
        return layout.bare(head, shown, *([layout.text(*told)] if told else []))

    def final(
        self, standing: Mapping[str, Mapping[str, Any]], names: Names, seed: str, picture: Picture | None = None
    ) -> Panel:
        """Return the message of a game that is over, without its buttons; now everybody may know the seed."""
        return layout.framed(
            layout.text(*self.words.result(standing, names)),
            layout.line(),
            layout.text(f"-# The seed of all chance: `{seed}`"),
            accent=Accent.WON,
            picture=picture,
        )

    def last(
        self, view: View, names: Names, past: Sequence[Run], picture: Picture | None = None
    ) -> Sequence[Component]:
        """Return what stands below the final score: the last position, unless the picture shows it, and what led there;
        nothing in a game whose `final` says it all."""
        shown = [] if picture else self._summary(view, names)
        texts = [layout.text(*lines) for lines in (shown, self._recent(past)) if lines]
        return [layout.line(), *texts] if texts else []

    # --- beside it

    def beside(self, hands: bool) -> Sequence[Exhibit]:
        """Return all exhibits; where players have `hands`, with a plain one for these if the game has none of its
        own."""
        if not hands or any(each.name == HAND for each in self.exhibits):
            return self.exhibits
        return (Exhibit(HAND, HAND.capitalize(), True, self._hand), *self.exhibits)

    def _hand(self, view: View, seat: str, names: Names, _picture: Picture | None) -> Sequence[Panel]:
        """Show what the seat alone sees of its own."""
        own = self.words.own(view, seat, names) or ["Nothing that the others do not see."]
        head = f"## Your {HAND}\n-# {self.words.place(view)} · only you see this"
        return [layout.framed(layout.text(part)) for part in parts([head, *own])]

    def _summary(self, view: View, names: Names) -> list[str]:
        """The position in words, cut to what the board has room for."""
        return parts(self.words.lines(view, names)[2:], 2000)[:1]

    def _recent(self, past: Sequence[Run]) -> list[str]:
        """Return the last lines of what happened, as many as there is room for, below the heading that they belong
        to."""
        lines: list[str] = []
        told = [line for run in past for line in self.words.sentences(run.events, run.names)]
        for line in reversed(told[-RECENT:]):
            if sum(map(len, lines)) + len(line) > ROOM:
                break
            lines.insert(0, line)
        left_out = told[: len(told) - len(lines)]
        headings = [line for line in left_out if _is_heading(line)]
        if lines and headings and not _is_heading(lines[0]):
            lines[:0] = [headings[-1]] if headings[-1] is left_out[-1] else [headings[-1], "…"]
        if all(map(_is_heading, lines)):  # a turn has just begun, as the board's head says
            return []
        return [line if _is_heading(line) else f"- {line}" for line in lines]


def _is_heading(line: str) -> bool:
    return line.startswith("**")


def legend(words: Callable[[], str], drawn: Callable[[], Any]) -> Exhibit:
    """An exhibit of what the signs of a game mean, for everybody: `words` returns it as Markdown without a heading,
    `drawn` as a picture."""

    def panels(_view: View, _seat: str, _names: Names, picture: Picture | None) -> Sequence[Panel]:
        heading = "## What the signs mean"
        if picture is not None:
            return [layout.bare(layout.text(heading), layout.gallery([picture]))]
        return [layout.bare(layout.text(f"{heading}\n{words()}"))]

    return Exhibit("legend", "Legend", False, panels, lambda _view, _seat, _names: partial(drawn))
