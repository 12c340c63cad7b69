"""Lessons by topic: each is said once, at the first question where its topic matters, a few at a time.

They are in `lessons.toml` beside the game's guide: `welcome`, `closing`, and the table `lessons` with a text for each
topic, in the order in which they are said. What stands in braces is filled in from what the person sees.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar

from game.core import rulebook
from game.core.decisions import Decision
from game.core.faces import Asked, Guide, Names
from game.core.protocol import View
from game.core.words import Words

AT_ONCE = 2
"""Lessons at one question."""
_FIELDS = re.compile(r"\{(\w+)\}")


class Lessons:
    """The lessons in a package. A question is remembered as `Asked` with all topics that mattered as its source."""

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
        """All there are by topic, in the order in which they are said."""
        texts: Mapping[str, str] = self._read["lessons"]
        return texts

    @property
    def closing(self) -> str:
        """The topic whose text says that the guide is silent from there on."""
        return str(self._read["closing"])

    def said(self, before: Sequence[Asked]) -> set[str]:
        """The topics of which somebody has been told who has answered those `before`."""
        said = set[str]()
        for question in before:
            said |= set(self._new(question.source.split(), said))
        return said

    def due(self, topics: Iterable[str], before: Sequence[Asked]) -> list[str]:
        """What is to be said where these topics matter, to that person."""
        return self._new(topics, self.said(before))

    def filled(self, topic: str, fill: Callable[[str], str]) -> str:
        """The text of a topic on one line; `fill` gives what a name in braces stands for."""
        return " ".join(_FIELDS.sub(lambda field: fill(field[1]), self.texts[topic]).split())

    def _new(self, topics: Iterable[str], said: set[str]) -> list[str]:
        """Those of the topics that come next."""
        matter = set(topics) - said
        return [topic for topic in self.texts if topic in matter][:AT_ONCE]


class When(Protocol):
    """Where a game stands."""

    @property
    def turn(self) -> int: ...

    @property
    def phase(self) -> str: ...


class Moment(Protocol):
    """A question to somebody who plays for the first time, and what there is to see."""

    @property
    def now(self) -> When: ...

    @property
    def topics(self) -> Sequence[str]:
        """All that matters now."""


M = TypeVar("M", bound=Moment)


class TopicGuide(Guide, Generic[M]):
    """A guide that says what lessons say about the topics of a moment. `words` are the game's."""

    taught: Lessons

    def __init__(self, words: Words) -> None:
        self.words = words

    @abstractmethod
    def moment(self, decision: Decision, view: View) -> M:
        """A question, as the game's topics see it."""

    @abstractmethod
    def fill(self, field: str, topic: str, at: M, names: Names) -> str:
        """What a name in braces stands for, in the lesson of this topic."""

    def welcome(self) -> str:
        return self.taught.welcome

    def asked(self, decision: Decision, view: View) -> Asked:
        at = self.moment(decision, view)
        return Asked(at.now.turn, at.now.phase, decision.kind, " ".join(at.topics))

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[Asked]) -> list[str]:
        at = self.moment(decision, view)
        due = self.taught.due(at.topics, before)
        return [self.taught.filled(topic, partial(self.fill, topic=topic, at=at, names=names)) for topic in due]

    def closed(self, before: Sequence[Asked]) -> bool:
        return self.taught.closing in self.taught.said(before)
