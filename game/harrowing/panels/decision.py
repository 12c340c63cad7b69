"""The private panel of a question: spells and their targets in one menu, then what the choice would lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core import layout
from game.core.decisions import PASS
from game.core.english import many
from game.core.faces import Names
from game.core.layout import HINT, LABEL, Accent, Button, Choice, Component, Panel, Picture, Place, Style, Verb
from game.core.narrowing import WAYS, Path, write_path
from game.core.panels import whereabouts
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.text.parts import cut, parts
from game.core.words import Words
from game.harrowing.panels import outlook
from game.harrowing.panels.menu import Group, Menu, paged
from game.harrowing.panels.plan import AT, LOOK, PAGE, Plan, without
from game.harrowing.panels.spots import faces
from game.harrowing.rules.content import FACE_OF
from game.harrowing.rules.meditation import FORT
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import moves, sets, spells
from game.harrowing.words.board import battle, field, winning
from game.harrowing.words.terms import called, up

CONFIRM = "Confirm"
BACK = "Choose again"
AT_ONCE = frozenset({"pool", "order"})
"""Kinds of question with one button for each answer, which submits it."""
ROOM = 1500
"""The most characters for the field where it is given in words."""
FEW = 5
"""The most ways shown as buttons."""
LINE = 120
"""The most characters of a spell's text in the list of spells that can be invoked."""


class DecisionPanel:
    """The panel for a plan (a path); `pictured` says whether there is a picture above it."""

    def __init__(
        self, words: Words, place: Place, walk: Plan, view: View, names: Names, path: Path, pictured: bool
    ) -> None:
        self._words, self._place, self._walk, self._view, self._names = words, place, walk, view, names
        self._pictured = pictured
        self.path = walk.settled(path)
        self._steps, self._kind = walk.real(self.path), walk.kind(self.path)

    def panel(self, table: str, picture: Picture | None) -> Panel:
        """Return the whole panel."""
        body: list[Component] = [] if self._pictured else self._field()
        body += [layout.text(*self._head(table), *self._told(), *self._brought())]
        body += [*self._body(), *layout.rows(list(self._ends())), *self._look()]
        return layout.framed(*body, accent=Accent.ASKING, picture=picture)

    # --- words

    def _head(self, table: str) -> list[str]:
        asked = self._asked() if self._kind else "Shall it be so?"
        return [whereabouts(self._words, self._view, table), f"### {asked}"]

    def _asked(self) -> str:
        """Return the question. For a drawn tile it first asks for the spot, although the rules ask for the side
        first."""
        asked = self._walk.asked(self.path)
        if self._kind == "side":
            id, spot = asked.data["tile"], self._spot
            return f"Which side of {id} is up at {spot}?" if spot else f"Where does {id} go? Its side comes next."
        return self._words.question(asked, shown_names(self._names))

    @property
    def _spot(self) -> str:
        """The hex that is chosen before the side; "" if none is."""
        return next((step.removeprefix(AT) for step in self.path if step.startswith(AT)), "")

    def _field(self) -> list[Component]:
        """Return the field in words, for a panel without a picture."""
        now = self._walk.now(self.path)
        told, *more = parts(field(now), ROOM) if now.field else ("",)
        lines = [*battle(now, self._names), told, *(["- and more: *Text* has it all"] if more else [])]
        return [layout.text(*lines), layout.line()] if told else []

    def _told(self) -> Iterator[str]:
        now = self._walk.now(())
        if self._steps:
            yield from outlook.told(self._words, self._walk, self._names, self.path)
        elif now.phase != "setup":
            yield from self._asking()
            mine = now.players[self._walk.seat]
            yield f"-# Pool **{mine.pool}** · fortress {mine.fort} · {many(mine.pillars, 'pillar')} left"
            yield from (f"-# {line}" for line in winning(now, self._names))
        if self._kind == "invoke" and not now.used:  # only once a turn, so that later the buttons are higher up
            yield from self._spells(now)
        if self._kind == "set":
            yield f"-# {sets.meaning(now)}"
            yield from (sets.outlined(int(token)) for token in self._walk.tokens(self.path))
        if self._kind == "side":
            for face in faces(self._walk.asked(self.path)):
                yield f"- **{called(face)}** ({face.runes}), {face.kind}: {spells.told(face)}"

    def _asking(self) -> Iterator[str]:
        """Say which spell asks, if nobody has invoked it."""
        source = self._walk.decision.source
        if source and (face := FACE_OF[source]).when:
            yield f"-# **{called(face)}**: {spells.told(face)}"

    def _brought(self) -> Iterator[str]:
        """Say what the tiles of the set that is looked at do; in full if no picture shows them."""
        if brought := self._walk.brought(self.path):
            yield from sets.told(brought, whole=not self._pictured)

    def _spells(self, now: ViewReader) -> Iterator[str]:
        """Say what each spell that can be invoked does."""
        for token in self._walk.decision.tokens:
            if token not in (PASS, moves.MEDITATE):
                yield f"- **{called(up(now, token))}**: {cut(moves.explained(now, self._walk.seat, token), LINE)}"

    # --- ways

    def _body(self) -> list[Component]:
        kind = self._kind
        if kind == "keep":
            return self._checklist()
        if self._walk.brought(self.path):
            return self._others()
        if not kind or kind in AT_ONCE:
            return []
        menu = Menu(self._walk, self._names, self.path)
        if kind == "invoke":
            return [*self._plain(menu), *self._selects(menu.spells())]
        if kind in ("side", "spot"):
            return self._selects(menu.spots(self._pictured), f"{AT}{self._spot}")
        return self._few(menu.targets(self.path))

    def _few(self, choices: Sequence[Choice]) -> list[Component]:
        """Return a few ways as buttons if their labels say everything, else as selects."""
        if len(choices) > FEW or any(choice.note or len(choice.label) > LABEL for choice in choices):
            return self._selects(paged(choices, "Choose"))
        ways = ((choice.label, write_path(self._walk.next_path(self._steps, choice.value))) for choice in choices)
        return layout.rows([self._place.button(Verb.STEP, label, rest) for label, rest in ways])

    def _others(self) -> list[Component]:
        """Return all sets as buttons while one is looked at, so that one press changes to another."""
        *before, chosen = self._steps
        asked, now = self._walk.asked(tuple(before)), self._walk.now(tuple(before))
        ways = ((moves.label(asked, now, self._names, token), token) for token in asked.tokens)
        styles = {chosen: Style.PRIMARY}
        return layout.rows(
            [
                self._place.button(Verb.STEP, label, write_path((*before, token)), styles.get(token, Style.SECONDARY))
                for label, token in ways
            ]
        )

    def _selects(self, groups: Sequence[Group], taken: str = "") -> list[Component]:
        """Return one select for each group. A PAGE step makes their paths (and so their custom ids) differ."""
        return [
            self._place.select(
                Verb.PICK,
                write_path((*self._steps, *_numbered(at))),
                group.choices,
                cut(group.hint, HINT),
                taken if any(choice.value == taken for choice in group.choices) else "",
            )
            for at, group in enumerate(groups)
        ]

    def _plain(self, menu: Menu) -> list[Component]:
        """Return the buttons of spells without a target, green as pressing one submits it, and of meditating."""
        buttons = []
        for token in menu.plain():
            name = "Meditate" if token == moves.MEDITATE else called(up(menu.now, token))
            if menu.draws(token):
                name = f"{name}: draw a tile"
            elif token != moves.MEDITATE:
                name = f"{name}: {moves.effect(menu.now, self._walk.seat, token)}"
            label, style = cut(name, LABEL), Style.SECONDARY if token == moves.MEDITATE else Style.SUCCESS
            rest = write_path((*self._steps, token))
            verb = Verb.STEP if token == moves.MEDITATE else Verb.MOVE
            buttons.append(self._place.button(verb, label, rest, style))
        return layout.rows(buttons)

    def _checklist(self) -> list[Component]:
        """Return what stays during meditation: rituals as checkboxes, cubes in the fortress as a select."""
        opening = self._steps[:1] if self._steps[:1] == (moves.MEDITATE,) else ()
        now, kept, seat = self._walk.now(opening), self._steps[len(opening) :], self._walk.seat
        buttons, forts = [], []
        for token in self._walk.asked(opening).tokens:
            fort = token.startswith(FORT)
            if token == PASS or (fort and token not in kept):
                forts += [token] if fort else []
                continue
            ticked = token in kept
            rest = (*opening, *(each for each in kept if each != token), *([] if ticked else [token]))
            label = cut(f"{'☑' if ticked else '☐'} {moves.kept(now, seat, token)}", LABEL)
            style = Style.PRIMARY if ticked else Style.SECONDARY
            buttons.append(self._place.button(Verb.STEP, label, write_path(rest), style))
        found = layout.rows(buttons)
        if forts and not any(step.startswith(FORT) for step in kept):
            ways = [Choice(token, f"Keep {moves.kept(now, seat, token)}") for token in forts[:WAYS]]
            found += self._selects([Group("Cubes that stay in the fortress", tuple(ways))])
        return found

    # --- ends

    def _ends(self) -> Iterator[Button]:
        """Yield the buttons that submit an answer, and those that lead back."""
        walk, steps, kind = self._walk, self._steps, self._kind
        if not kind:
            yield self._place.button(Verb.MOVE, CONFIRM, write_path(steps), Style.SUCCESS)
        else:
            asked = walk.asked(steps)
            spot = self._spot
            if kind in AT_ONCE or spot:
                for token in asked.tokens:
                    label = cut(moves.label(asked, walk.now(steps), self._names, token), LABEL)
                    end = (*steps, token, *([spot] if spot else []))
                    yield self._place.button(Verb.MOVE, label, write_path(end), Style.SUCCESS)
            if kind == "invoke" and PASS in asked.tokens:  # what happens next usually cannot be undone
                yield self._place.button(Verb.STEP, self._words.declining(kind), write_path((*steps, PASS)))
            elif PASS in asked.tokens and kind not in AT_ONCE:
                style = Style.SUCCESS if kind == "keep" else Style.SECONDARY
                yield self._place.button(Verb.MOVE, self._words.declining(kind), write_path((*steps, PASS)), style)
        if any(step.startswith(LOOK) for step in self.path):
            yield self._place.button(Verb.STEP, "Look no longer", write_path(without(self.path, LOOK)))
        if steps and (kind != "keep" or steps[0] == moves.MEDITATE):
            yield self._place.button(Verb.STEP, BACK)

    def _look(self) -> list[Component]:
        """Return selects to look closely at a tile of the field, as many as hold all tiles."""
        if self._walk.now(()).phase == "setup":  # only the core is there, and it is shown already
            return []
        now = self._walk.now(self.path)
        choices = [
            Choice(f"{LOOK}{id}", f"{id} · {lying.face.name}", " ".join((lying.face.kind, *lying.face.runes)))
            for id, lying in now.field.items()
        ]
        looked = next((step for step in self.path if step.startswith(LOOK)), "")
        if not choices or looked:
            return []
        kept, pages = without(self.path, PAGE), paged(choices, "Look closely at a tile", [*now.field])
        return [
            self._place.select(Verb.PICK, write_path((*kept, *_numbered(at), LOOK)), page.choices, page.hint)
            for at, page in enumerate(pages)
        ]


def _numbered(at: int) -> Path:
    """Return the step that tells the path of this select from that of the first."""
    return (f"{PAGE}{at}",) if at else ()
