"""Lessons by topic: each is given once, at the first question where its topic matters, a few at a time.

They are in `lessons.toml` beside the game's guide: `welcome`, `closing`, and the table `lessons` with a text for each
topic, in the order in which they are given. Names in braces are filled in from what the person sees.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar

from game.core import rulebook
from game.core.decisions import Decision
from game.core.faces import Guide, Names, PastQuestion
from game.core.protocol import View
from game.core.words import Words

AT_ONCE = 2
"""Lessons at one question at most."""
_FIELDS = re.compile(r"\{(\w+)\}")


class Lessons:
    """The lessons in a package. A question is remembered as an `Asked` whose source names all topics that mattered."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _read(self) -> Mapping[str, Any]:
        return rulebook.load(self._package, "lessons")

    @property
    def welcome(self) -> str:
        """What the game is about."""
        return str(self._read["welcome"]).strip()

    @property
    def texts(self) -> Mapping[str, str]:
        """All lessons by topic, in the order in which they are given."""
        texts: Mapping[str, str] = self._read["lessons"]
        return texts

    @property
    def closing(self) -> str:
        """The topic of the lesson that says that the guide falls silent from there on."""
        return str(self._read["closing"])

    def said(self, before: Sequence[PastQuestion]) -> set[str]:
        """Return the topics of the lessons given to somebody who has answered the questions `before`."""
        said = set[str]()
        for question in before:
            said |= set(self._new(question.source.split(), said))
        return said

    def due(self, topics: Iterable[str], before: Sequence[PastQuestion]) -> list[str]:
        """Return the topics of the next lessons, where `topics` matter to somebody who has answered the questions
        `before`."""
        return self._new(topics, self.said(before))

    def filled(self, topic: str, fill: Callable[[str], str]) -> str:
        """Return the text of a topic on one line; `fill` returns what a name in braces stands for."""
        return " ".join(_FIELDS.sub(lambda field: fill(field[1]), self.texts[topic]).split())

    def _new(self, topics: Iterable[str], said: set[str]) -> list[str]:
        """Return those of the topics that are next, at most AT_ONCE, without those already `said`."""
        matter = set(topics) - said
        return [topic for topic in self.texts if topic in matter][:AT_ONCE]


class When(Protocol):
    """Where a game stands."""

    @property
    def turn(self) -> int: ...

    @property
    def phase(self) -> str: ...


class Moment(Protocol):
    """A question to somebody who plays for the first time, and what they see."""

    @property
    def now(self) -> When: ...

    @property
    def topics(self) -> Sequence[str]:
        """All that matters now."""


M = TypeVar("M", bound=Moment)


class TopicGuide(Guide, Generic[M]):
    """A guide that gives the lessons on the topics of a moment. `words` are the game's."""

    taught: Lessons

    def __init__(self, words: Words) -> None:
        self.words = words

    @abstractmethod
    def moment(self, decision: Decision, view: View) -> M:
        """Return a question together with the topics that matter at it."""

    @abstractmethod
    def fill(self, field: str, topic: str, at: M, names: Names) -> str:
        """Return what a name in braces stands for in the lesson on this topic."""

    def welcome(self) -> str:
        return self.taught.welcome

    def asked(self, decision: Decision, view: View) -> PastQuestion:
        at = self.moment(decision, view)
        return PastQuestion(at.now.turn, at.now.phase, decision.kind, " ".join(at.topics))

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[PastQuestion]) -> list[str]:
        at = self.moment(decision, view)
        due = self.taught.due(at.topics, before)
        return [self.taught.filled(topic, partial(self.fill, topic=topic, at=at, names=names)) for topic in due]

    def closed(self, before: Sequence[PastQuestion]) -> bool:
        return self.taught.closing in self.taught.said(before)
