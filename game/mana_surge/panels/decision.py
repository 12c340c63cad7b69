"""The private panel of a question: the turn planned so far, the ways to continue, their outcome, and Confirm."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.core import layout
from game.core.decisions import PASS
from game.core.english import many
from game.core.faces import Names, Sketch
from game.core.layout import Accent, Button, Choice, Component, Panel, Picture, Place, Style, Verb
from game.core.narrowing import Path, write_path
from game.core.panels import whereabouts
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.words import Words
from game.mana_surge import pictures
from game.mana_surge.panels.plan import PAGE, Plan, Stand, Step
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH
from game.mana_surge.rules.tokens import STRIKE, ends
from game.mana_surge.words import board
from game.mana_surge.words.terms import COLOURS, LOOKS

MOST_BUTTONS = 15
"""The most ways shown as buttons. If there are more, moves become selects while attacks stay buttons, up to
MOST_STRIKES."""
MOST_STRIKES, MOST_PAIRS = 5, 3

STRIKES = "⚔️"
AT_ONCE = "colour"
"""The kind of question whose answer a press submits at once, as it has no effect to preview first."""


class DecisionPanel:
    """The panel for a plan (a path through the turn)."""

    def __init__(self, words: Words, place: Place, walk: Plan, view: View, names: Names, path: Path) -> None:
        self._words, self._place, self._walk, self._view, self._names = words, place, walk, view, names
        self._at_once = walk.start.game.pending[walk.seat].kind == AT_ONCE
        self.path = walk.settled(() if self._at_once or path == (PASS,) else path)
        stand = walk.stand(self.path)
        assert stand is not None
        self.stand: Stand = stand
        self.open = self.path if walk.ways(self.path) else self.path[:-1]
        """The plan whose ways to continue are shown. If `path` is complete it is the path without its last step, which
        can still be exchanged for another."""

    def panel(self, table: str, picture: Picture | None) -> Panel:
        """Return the whole panel."""
        at = self._walk.stand(self.open)
        view = at.game.view(self._walk.seat) if at else self._view
        head = layout.text(whereabouts(self._words, view, table), *self._asked())
        told: list[Component] = [layout.line(), layout.text(*self._told())] if self.path else []
        return layout.framed(
            head,
            *([] if picture else [layout.text(board.plan(ViewReader(self.stand.game.view(None))), board.LEGEND)]),
            *layout.rows(list(self._leave())),
            *self._ways(),
            *told,
            *layout.rows(list(self._confirm())),
            accent=Accent.ASKING,
            picture=picture,
        )

    # --- texts

    def _asked(self) -> list[str]:
        """Return the open question, or the last one if the plan is complete, and what is easily forgotten about it."""
        ways = self._walk.ways(self.open)
        decision = ways[0].decision if ways else self._walk.start.game.pending[self._walk.seat]
        if decision.kind not in ("move", "attack"):
            looks = [f"-# {LOOKS} Nothing else comes of it, so a press takes it at once."] if self._at_once else []
            return [f"### {self._words.question(decision, shown_names(self._names))}", *looks]
        both = len({step.decision.kind for step in ways}) > 1
        last = ["-# After an attack nothing moves any more this turn."] if both and decision.data["points"] > 1 else []
        return [f"### Your turn: {many(decision.data['points'], 'point')} left", *last]

    def _told(self) -> list[str]:
        """Return the steps of the plan and what is left after them."""
        lines = [f"**{self._label(step)}**" for step in self.stand.steps]
        if len(lines) > 1:
            lines = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
        if not self.stand.steps or self.stand.steps[0].decision.kind == "corner":
            return lines
        if not self.stand.done:
            state = self.stand.game.state
            left = many(state.spawns, "token") + " to place" if state.phase == "start" else many(state.points, "point")
            return [*lines, f"-# Then you have {left}{' left' if state.phase != 'start' else ''}."]
        return [*lines, f"-# {self._outcome()}"]

    def _outcome(self) -> str:
        """Say what the end of the turn brings."""
        seat = self._walk.seat
        before, after = (ViewReader(view).players[seat].mana for view in (self._view, self.stand.game.view(None)))
        if after >= ENOUGH > before:
            return f"Then your turn ends, and the Pool gives you your {ENOUGH}th mana: you win."
        drawn = f", and the Pool gives you 1 mana: {after} of {ENOUGH}" if after > before else ""
        return f"Then your turn ends{drawn}.{' With it the game is over.' if self.stand.game.over else ''}"

    def _label(self, step: Step) -> str:
        return self._words.move(step.decision, step.view, self._names, step.token)

    def _both(self, first: Step, second: Step) -> str:
        """Label a move and what follows it: "b2 to c3, then strikes d4: Bob's token on the Mana Pool dies"."""
        source, middle = ends(first.token) or ("", "")
        return f"{source} to {middle}, then {self._label(second).removeprefix(f'{middle} ')}"

    # --- ways

    def _ways(self) -> list[Component]:
        """Return attacks and moves as buttons if they fit, else the moves as selects. What is chosen is marked."""
        ways = self._walk.ways(self.open)
        if self._at_once:
            return layout.rows([self._taking(step) for step in ways])
        strikes = [step for step in ways if STRIKE in step.token]
        others = [step for step in ways if STRIKE not in step.token]
        pairs = self._walk.two(self.open)[:MOST_PAIRS]
        few = len(strikes) + len(pairs) + len(others) <= MOST_BUTTONS
        rows: list[Component] = []
        if few or len(strikes) <= MOST_STRIKES:
            rows += layout.rows([self._button((step.token,), self._label(step), STRIKES) for step in strikes])
        else:
            others = [*strikes, *others]
        twice = [
            self._button((a.token, b.token), self._both(a, b), STRIKES if STRIKE in b.token else "") for a, b in pairs
        ]
        rows += layout.rows(twice)
        if few:
            return [*rows, *layout.rows([self._button((step.token,), self._label(step)) for step in others])]
        return [*rows, *self._selects(others)]

    def _taking(self, step: Step) -> Button:
        """Return a button that submits the answer at once; green for that reason."""
        return self._place.button(Verb.MOVE, self._label(step), step.token, Style.SUCCESS, COLOURS[step.token])

    def _button(self, steps: Path, label: str, sign: str = "") -> Button:
        chosen = self.path[len(self.open) :] == steps
        style = Style.PRIMARY if chosen else Style.SECONDARY
        return self._place.button(Verb.STEP, label, write_path((*self.open, *steps)), style, sign)

    def _selects(self, ways: list[Step]) -> Iterator[Component]:
        """Yield a select for each page of these ways. What is chosen is marked."""
        chosen = self.path[-1] if self.path != self.open else ""
        known = {step.token: step for step in ways}
        options = self._walk.options(self.open)
        pages = [(*self.open, page) for page in options] if options[0].startswith(PAGE) else [self.open]
        for page in pages:
            tokens = [token for token in self._walk.options(page) if token in known]
            if not tokens:
                continue
            strikes = [STRIKE in token for token in tokens]
            what = "Attack" if all(strikes) else "Move a token or attack" if any(strikes) else "Move a token"
            hint = f"{what}: {tokens[0]} … {tokens[-1]}" if len(pages) > 1 else what
            choices = [Choice(token, self._label(known[token])) for token in tokens]
            yield self._place.select(Verb.PICK, write_path(page), choices, hint, chosen)

    # --- the end

    def _leave(self) -> Iterator[Button]:
        """Yield the button that ends the turn at once, dropping what is planned.

        It stands above the ways, so that it is not where Confirm was: a second press by habit must not hit it.
        """
        if self._walk.stand((PASS,)):
            yield self._place.button(Verb.MOVE, leaving(self._words, self.path), PASS)

    def _confirm(self) -> Iterator[Button]:
        """Yield the buttons to confirm, to confirm and end the turn, and to start over."""
        path, declining = self.path, self._words.declining("attack")
        if path:
            yield self._place.button(Verb.MOVE, "Confirm", write_path(path), Style.SUCCESS)
            if self._walk.stand((*path, PASS)):
                yield self._place.button(Verb.MOVE, f"Confirm and {declining.lower()}", write_path((*path, PASS)))
            if self.open:
                yield self._place.button(Verb.STEP, "Start over")


def leaving(words: Words, path: Path) -> str:
    """Return the label of the button that ends the turn and drops this plan."""
    declining = words.declining("attack")
    return f"{declining} without it" if path else declining


def sketch(walk: Plan, view: View, names: Names, path: Path) -> Sketch | None:
    """Return a sketch of the map after the plan, with its last step as a ghost; without a plan, with the possible ways
    marked."""
    path = walk.settled(() if path == (PASS,) else path)
    stand = walk.stand(path)
    if stand is None or not stand.steps:
        return partial(pictures.preview, view, names, walk.seat, "", tuple(step.token for step in walk.ways(())))
    *before, last = stand.steps
    return partial(
        pictures.preview, last.view, names, walk.seat, last.token, before=tuple(each.token for each in before)
    )
