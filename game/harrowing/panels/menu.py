"""The choices at the end of a plan, combined where two questions belong together: a spell with its first target, a
muster with its battle. Also the spots for a tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.core.decisions import PASS, Decision
from game.core.english import listed, many, noun, within
from game.core.layout import OPTION, Choice, weight_of
from game.core.narrowing import WAYS, Path
from game.core.text.parts import cut
from game.core.words import Names
from game.harrowing.panels.plan import AT, FOLLOW, Plan
from game.harrowing.rules.content import RITUAL
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import moves, spells
from game.harrowing.words.terms import called, up

SELECTS, BYTES = 5, 4000
"""The most selects on a panel, and bytes of their choices; spells that do not fit are chosen in two steps."""
_NO_TARGET = ("", "keep", "side", "spot")


class Group(NamedTuple):
    """A select: its hint and its choices."""

    hint: str
    choices: tuple[Choice, ...]


class Menu:
    """The choices at the end of a path."""

    def __init__(self, walk: Plan, names: Names, path: Path) -> None:
        self.walk, self.names, self.path = walk, names, path
        self.asked: Decision = walk.asked(path)
        self.now = walk.now(path)
        self._tokens = [token for token in self.asked.tokens if token != PASS]

    # --- spells

    def plain(self) -> list[str]:
        """Return what always gets a button of its own: rituals, spells that draw a tile at once, and meditating."""
        return [token for token in self._tokens if self._is_plain(token)]

    def spells(self) -> list[Group]:
        """Return the other spells with their first targets, in as few selects as possible."""
        tokens = [token for token in self._tokens if not self._is_plain(token)]
        found = [(called(up(self.now, token)), self._spell(token)) for token in tokens]
        while len(_grouped(found)) > SELECTS or sum(weight_of(choices) for _, choices in found) > BYTES:
            longest = max(range(len(found)), key=lambda at: weight_of(found[at][1]))
            name, choices = found[longest]
            if len(choices) == 1:
                break
            spell = choices[0].value.split(FOLLOW)[0]
            found[longest] = name, [Choice(spell, f"{name} …", "its target is chosen next")]
        return _grouped(found)

    def draws(self, token: str) -> bool:
        """Return whether a spell begins with drawing a tile: what a claim does before that is shown and confirmed."""
        stand = self.walk.stand((*self.path, token))
        return stand is not None and stand.hidden and all(event.kind == "invoked" for event in stand.events)

    def _aims(self, token: str) -> bool:
        """Return whether a spell first asks for a target."""
        return self.walk.kind((*self.path, token)) not in _NO_TARGET

    def _is_plain(self, token: str) -> bool:
        return token == moves.MEDITATE or self.draws(token) or up(self.now, token).kind == RITUAL

    def _spell(self, token: str) -> list[Choice]:
        name = called(up(self.now, token))
        if not self._aims(token):  # there is one target, or none
            return [Choice(token, cut(f"{name}: {spells.beside_name(up(self.now, token))}", OPTION))]
        path = (*self.path, token)
        targets = self.targets(path)
        can_decline = PASS in self.walk.tokens(path) and all(choice.value != PASS for choice in targets)
        if can_decline and any(event.kind != "invoked" for event in self.walk.events(path)):
            declining = self._label(self.walk.asked(path), path, PASS)  # in part done: the rest can be declined
            targets.append(Choice(PASS, within(declining)))
        asked, power = self.walk.asked(path), ""
        if asked.kind == "pool":  # with one spell to free, nothing else says which one
            power = f"{many(asked.data['count'], 'cube')} from {asked.data['spell']}"
        return [
            Choice(f"{token}{FOLLOW}{choice.value}", cut(f"{name}: {choice.label}", OPTION), choice.note or power)
            for choice in targets
        ]

    # --- targets

    def targets(self, path: Path) -> list[Choice]:
        """Return the choices for the question at the end of a path; a muster combined with its battle, three tiles with
        their direction, unless there are too many."""
        asked, now, tokens = self.walk.asked(path), self.walk.now(path), self.walk.tokens(path)
        if asked.kind in ("muster", "rotate"):
            both = [choice for token in tokens for choice in self._both(asked, path, token)]
            if weight_of(both) <= BYTES:
                return both
            firsts = [token for token in tokens if token != PASS or self._goes_on((*path, token))]
            return [Choice(token, self._first(asked, path, token)) for token in firsts]
        return [
            Choice(token, self._label(asked, path, token), self._note(asked, now, token))
            for token in tokens
            if token != PASS
        ]

    def _goes_on(self, path: Path) -> bool:
        """Return whether a path ends at the second of two questions whose answers are mostly chosen at once."""
        return self.walk.kind(path) in ("battle", "spin")

    def _both(self, asked: Decision, path: Path, token: str) -> Iterator[Choice]:
        """Yield choices that answer two questions: how many cubes and where to battle, or which tiles and which way."""
        after = (*path, token)
        if not self._goes_on(after):
            if token != PASS:
                yield Choice(token, self._label(asked, path, token))
            return
        then, first = self.walk.asked(after), self._first(asked, path, token)
        for second in then.tokens:
            both, note = self._label(then, after, second), ""
            if asked.kind == "rotate":
                text = f"{first} {both.lower()}"
            elif token == second == PASS:
                continue
            else:  # a phone has little room for more than how many, whom and where
                whom, _, note = ("", "", "") if second == PASS else both.rpartition(": ")
                text = f"{first}, {f'battle {whom}' if whom else 'no battle'}"
            yield Choice(f"{token}{FOLLOW}{second}", cut(text, OPTION), note)

    def _first(self, asked: Decision, path: Path, token: str) -> str:
        """Return the answer to the first of two such questions in words: how many cubes muster, or which tiles
        rotate."""
        if asked.kind == "rotate":
            return self._label(asked, path, token)
        return "no cube" if token == PASS else many(int(token), "cube")

    def _label(self, asked: Decision, path: Path, token: str) -> str:
        return cut(moves.label(asked, self.walk.now(path), self.names, token), OPTION)

    def _note(self, asked: Decision, now: ViewReader, token: str) -> str:
        """Return the note on a tile that could be claimed: its runes, and what its sorcery does first."""
        if asked.kind != "claim":
            return ""
        face, count = now.field[token].face, now.runes(self.walk.seat)
        gets = "" if face.wild else ", ".join(f"{rune} {count[rune] + 1}" for rune in face.runes)
        does = f"first {spells.brief(face)}" if face.kind == "sorcery" else ""
        return cut(" · ".join(filter(None, (gets, does))), OPTION)

    # --- spots

    def spots(self, numbered: bool) -> list[Group]:
        """Return the empty hexes, with numbers if a picture shows them; else the hint of a second select says how many
        tiles are beside those in it, as the first has the hexes beside most."""
        step, moved = AT if self.asked.kind == "side" else "", self.asked.data["tile"]
        spots = self.walk.spots(self.path)
        ways = [
            Choice(
                f"{step}{hex}",
                cut(f"{f'{number}: ' if numbered else ''}{moves.spot(self.now, hex, moved)}", OPTION),
                cut(f"pattern {made}", OPTION) if made else "",
            )
            for number, (hex, made) in enumerate(spots.items(), 1)
        ]
        if numbered or len(ways) <= WAYS:
            return paged(ways, "Where it goes", [str(number) for number in range(1, len(ways) + 1)])
        first, *others = paged(ways, "Where it goes")
        beside = [len([id for id in moves.near(self.now, hex) if id != moved]) for hex in spots]
        counts = [sorted({*beside[at : at + WAYS]}) for at in range(WAYS, len(beside), WAYS)]
        told = (f"beside {listed(map(str, found), last='or')} {noun(found[-1], 'tile')}" for found in counts)
        return [
            first,
            *(Group(f"{page.hint}, {which}", page.choices) for page, which in zip(others, told, strict=True)),
        ]


def paged(choices: Sequence[Choice], hint: str, ids: Sequence[str] = ()) -> list[Group]:
    """Split choices into as many selects as needed. If their `ids` are given, the hint of each of several selects says
    which are in it: "Where it goes: 26 to 30"."""
    pages = [tuple(choices[at : at + WAYS]) for at in range(0, len(choices), WAYS)]
    if ids and len(pages) > 1:
        spans = [ids[at : at + WAYS] for at in range(0, len(ids), WAYS)]
        hints = [f"{hint}: {' to '.join(dict.fromkeys((span[0], span[-1])))}" for span in spans]
    else:
        hints = [f"{hint}: more" if at else hint for at in range(len(pages))]
    return [*map(Group, hints, pages)]


def _grouped(found: Sequence[tuple[str, list[Choice]]]) -> list[Group]:
    """Fill selects one after the other, each as full as possible."""
    pages: list[tuple[list[str], list[Choice]]] = []
    for name, choices in found:
        for at in range(0, len(choices), WAYS):
            part = choices[at : at + WAYS]
            if pages and len(pages[-1][1]) + len(part) <= WAYS:
                pages[-1][0].append(name)
                pages[-1][1].extend(part)
            else:
                pages.append(([name], list(part)))
    return [Group(" · ".join(dict.fromkeys(names)), tuple(choices)) for names, choices in pages]
