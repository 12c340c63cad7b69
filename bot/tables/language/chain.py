"""Texts that name several choices of one panel, one after the other: "b3 north, no crystals", "shift 2c to 1,-1"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import chain

from bot.tables.language.naming import exactly, named, worded
from bot.tables.language.spoken import Sayable, Spoken, Step, asking, where
from bot.tables.language.standing import answered, only_match, standing
from bot.tables.language.words import DENYING, figures, telling, words
from game.core.decisions import Decision
from game.core.faces import Names
from game.core.kit import Kit
from game.core.narrowing import Path
from game.core.protocol import View

_LONGEST = 10
"""How many words such a text may have: each chunk of them is looked up."""
_MOST = 60
"""How many chunks are looked up at most, as they can divide in many ways that all end with a word left."""
_GAIN = re.compile(r"\+\d")
"""What comes of a choice, as labels say it: "b3 +1 energy" is a square, and puts nothing there."""


class Chain:
    """The choices that can be named at a question, each at the place where the panel offers it."""

    def __init__(self, kit: Kit, decision: Decision, view: View, names: Names, offered: Sayable) -> None:
        self._kit, self._decision, self._view, self._names, self._offered = kit, decision, view, names, offered
        self._walk = kit.panels.narrowing(decision, view)
        self._ways = cache(partial(standing, kit, decision, view, names))
        """What the panel says at a path, with where each leads."""
        self._looked_up = 0

    def path(self, typed: str, start: Path) -> Path:
        """Return where the panel has all that the text names chosen, to be confirmed or continued, if it stands at
        `start`; () if some word is left."""
        said = [word for word in telling(words(typed)) if word not in self._kit.words.idle]
        is_chain = 1 < len(said) <= _LONGEST and not _GAIN.search(typed)
        return next(self._ends(said, start, True), ()) if is_chain else ()

    def _ends(self, said: Sequence[str], path: Path, is_end: bool) -> Iterator[Path]:
        """Yield the places where these words lead from a path, by a choice named by the first or the last of them, the
        longest first. `is_end`: the text ends with them; else "no" may deny what came after it."""
        if not said:
            yield path
            return
        for length in range(len(said), 0, -1):
            first = said[:length], said[length:], is_end and length == len(said), is_end
            last = said[-length:], said[:-length], is_end, False
            for chunk, left, at_end, still_end in (first, last):
                if (at_end or not DENYING.issuperset(chunk)) and (after := self._next(chunk, path)):
                    yield from self._ends(left, after, still_end)

    def _next(self, chunk: Sequence[str], path: Path) -> Path:
        """Return the place after the only choice at a path that these words name, with what is chosen there already;
        else ()."""
        self._looked_up += 1
        if self._looked_up > _MOST:
            return ()
        text, walk = " ".join(chunk), self._walk
        after = self._further(text, path) if path else self._first(text)
        kept = path[:-1] if walk.is_aside(path) else path
        return after if after != path and after[: len(kept)] == kept else ()

    @cached_property
    def _known(self) -> frozenset[str]:
        """All words of the moves. No misspelt ones are looked for: there are many chunks."""
        labels = chain.from_iterable((move.value, *move.labels) for move in self._offered.moves)
        return frozenset(word for each in labels for word in figures(words(each)))

    def _first(self, text: str) -> Path:
        if not self._known.issuperset(figures(words(text))):
            return ()
        moves = self._offered.moves
        move = exactly(moves, text) or named(moves, text, asking(self._kit, self._decision, self._view))
        return where(self._walk, move) if move is not None else ()

    def _further(self, text: str, path: Path) -> Path:
        walk, ways = self._walk, self._ways(path)
        if found := only_match(walk, path, ways, text, self._decision.kind):
            return found
        steps = {said: Step(said, after) for said, after in ways.items() if not answered(walk, after)}
        if (step := worded(steps, text, self._kit.words.idle)) is not None:
            return step.path
        moves = [Spoken(said, after, (said,)) for said, after in ways.items() if answered(walk, after)]
        move = named(moves, text, frozenset())
        return move.answers if move is not None else ()
