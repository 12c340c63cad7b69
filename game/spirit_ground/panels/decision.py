"""The private panels of questions. A placement takes two: the squares as they lie on the ground, then direction and
crystals together. Any other question is one panel whose buttons answer it at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby

from game.core import layout
from game.core.decisions import PASS, Decision
from game.core.english import listed
from game.core.faces import Names
from game.core.layout import LABEL, Accent, Button, Choice, Component, Panel, Picture, Place, Style, Verb
from game.core.narrowing import Narrowing, Path, write_path
from game.core.panels import whereabouts
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.text.parts import cut
from game.core.words import Words
from game.spirit_ground.panels.outlook import Outlook
from game.spirit_ground.panels.plan import PUT, Plan
from game.spirit_ground.rules import crystals
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.words.board import MAP_LEGEND, plan
from game.spirit_ground.words.moves import gains
from game.spirit_ground.words.terms import FACING, SIGNS, TURNS
from game.spirit_ground.words.terms import crystals as said

CONFIRM = "Confirm"
FINAL = "-# A press counts at once."
MOST = 14
"""The most squares whose gains are listed."""


def pressed(
    words: Words,
    place: Place,
    decision: Decision,
    walk: Narrowing,
    view: View,
    names: Names,
    table: str,
    picture: Picture | None,
) -> Panel:
    """Return the panel for the questions which pair, who goes first and who is settled next. Each button answers at
    once."""
    ways = {step: taking(words, decision, view, names, walk.below((step,))[0]) for step in walk.options()}
    ends = [place.button(Verb.MOVE, label, write_path((step,)), Style.SUCCESS) for step, label in ways.items()]
    ground = [] if picture else [layout.text(plan(ViewReader(view)), MAP_LEGEND)]
    body = [layout.text(*headed(words, decision, view, names, table)), *layout.rows(ends), layout.text(FINAL)]
    return layout.framed(*ground, *body, accent=Accent.ASKING, picture=picture)


class PlacementPanel:
    """The panel for a plan (a path) of placing a tile or turning it."""

    def __init__(self, words: Words, place: Place, walk: Plan, view: View, names: Names, path: Path) -> None:
        self._words, self._place, self._walk, self._view, self._names = words, place, walk, view, names
        self.path = walk.settled(() if path == (PASS,) else path)

    @cached_property
    def _outlook(self) -> Outlook:
        return Outlook(self._walk, self.path)

    def panel(self, table: str, picture: Picture | None) -> Panel:
        """Return the whole panel."""
        decision = self._walk.decision
        head = headed(self._words, decision, self._view, self._names, table)
        if decision.kind == "place" and not self._walk.real(self.path):
            body = [layout.text(*head, *self._worth()), *self._squares()]
        else:
            body = [layout.text(*head, *self._outlook.told(self._names)), *self._crystals()]
            body += [*layout.rows(list(self._ends())), layout.text(FINAL)]
        ground = [] if picture else [layout.text(plan(self._outlook.now), MAP_LEGEND)]
        return layout.framed(*ground, *body, accent=Accent.ASKING, picture=picture)

    # --- squares

    def _worth(self) -> list[str]:
        """Return lines on the squares that give something, and on shrines that are too expensive."""
        now, decision = ViewReader(self._view), self._walk.decision
        told = [(square, gains(now, decision.seat, square)) for square in decision.tokens]
        lines = [f"**{square}** {', '.join(found)}" for square, found in told if found]
        more = [f"and {len(lines) - MOST} more"] if len(lines) > MOST else []
        dear = [f"{square} ({now.cost(square)})" for square in sorted({*now.relics} - {*decision.tokens})]
        return [
            *(["-# " + " · ".join([*lines[:MOST], *more])] if lines else []),
            *([f"-# Relics too dear now, at least one spirit each: {listed(dear)}"] if dear else []),
        ]

    def _squares(self) -> Iterator[Component]:
        """Yield rows of buttons for the squares where the tile can be placed, as they lie on the ground."""
        now, legal = ViewReader(self._view), self._walk.decision.tokens
        for _, squares in groupby(legal, key=lambda square: square[0]):
            buttons = []
            for square in squares:
                relic = square in now.relics
                style = Style.PRIMARY if relic else Style.SECONDARY
                sign = SIGNS["relic"] if relic else ""
                buttons.append(self._place.button(Verb.STEP, square, square, style, sign))
            yield layout.row(*buttons)

    # --- direction and crystals

    def _crystals(self) -> Iterator[Component]:
        """Yield the select of crystals to put onto the tile; pressing a direction submits this choice too."""
        puts = self._walk.puts(self.path)
        if not puts:
            return
        chosen = self._walk.put(self.path)
        choices = []
        for token in sorted(puts, key=lambda token: token != PASS):
            put = crystals.read(token) or crystals.NONE
            note = f"strength {put.energy:+}" if put.energy else ""
            choices.append(Choice(f"{PUT}{token}", putting(token), note))
        yield self._place.select(
            Verb.PICK, write_path(self._walk.real(self.path)), choices, "Crystals onto it", f"{PUT}{chosen}"
        )

    def _ends(self) -> Iterator[Button]:
        """Yield a button for each direction, or for each way to pay; each answers everything at once."""
        walk, path = self._walk, self.path
        if tops := walk.tops(path):
            ways = [(turning(self._outlook, top), walk.whole(path, top)) for top in tops]
        elif walk.kind(path) == "pay":
            ways = [(paying(token), (*path, token)) for token in walk.options(path)]
        else:
            ways = [(CONFIRM, walk.whole(path))]
        for label, end in ways:
            yield self._place.button(Verb.MOVE, label, write_path(end), Style.SUCCESS)
        if walk.decision.kind == "place":
            yield self._place.button(Verb.STEP, "Another square")


def headed(words: Words, decision: Decision, view: View, names: Names, table: str) -> list[str]:
    """Return where the game stands, and the question."""
    return [whereabouts(words, view, table), f"### {words.question(decision, shown_names(names))}"]


def taking(words: Words, decision: Decision, view: View, names: Names, token: str) -> str:
    """Return the label of a button that answers at once."""
    return cut(words.move(decision, view, names, token), LABEL)


def turning(outlook: Outlook, top: str) -> str:
    """Return the label of a direction: "▲ Top north: helps b3 and c4"."""
    helped = [square for square, tops in outlook.helps.items() if top in tops]
    return f"{TURNS[top]} Top {FACING[top]}{f': helps {listed(helped)}' if helped else ''}"


def putting(token: str) -> str:
    """Return the option's label for crystals onto the tile: "Put 2 energy on it". It differs from the wording of moves,
    as choosing it does not play one."""
    return f"Put {said(crystals.read(token) or crystals.NONE)} on it"


def paying(token: str) -> str:
    """Return the label of a way to pay: "Pay 2 energy and 1 spirit"."""
    return f"Pay {said(crystals.read(token) or crystals.NONE)}"
