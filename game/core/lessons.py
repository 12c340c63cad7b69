"""Lessons by topic: each is given once, at the first question where its topic matters, a few at a time.

They are in `lessons.toml` beside the game's guide: `welcome`, `closing`, and the table `lessons` with a text for each
topic, in the order in which they are given. Names in braces are filled in from what the person sees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from game.core import toml
from game.core.decisions import Decision
from game.core.faces import Guide, Names, PastQuestion
from game.core.protocol import View
from game.core.words import Words

AT_ONCE = 2
"""Lessons at one question at most."""
_FIELDS = re.compile(r"\{(\w+)\}")


class Lessons:
    """The lessons in a package. Of a question, a `PastQuestion` is remembered whose source names all topics that
    mattered."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _read(self) -> Mapping[str, Any]:
        return toml.load(self._package, "lessons")

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


M = TypeVar("M")


class TopicGuide(Guide, Generic[M]):
    """A guide that gives the lessons on the topics of a moment: of a question and what the person sees. `words` are the
    game's."""

    taught: Lessons
    moment: Callable[[Decision, View], M]
    """The class of a question together with what the person sees (a function would become a method here)."""
    matters: Mapping[str, Callable[[M], bool]]
    """By topic, whether it matters at a moment."""
    fills: Mapping[str, Callable[[M, Names], str]]
    """By name in braces, what it stands for."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def topics(self, at: M) -> list[str]:
        """Return all topics that matter now."""
        return [topic for topic, matters in self.matters.items() if matters(at)]

    def welcome(self) -> str:
        return self.taught.welcome

    def asked(self, decision: Decision, view: View) -> PastQuestion:
        topics = self.topics(self.moment(decision, view))
        return PastQuestion(view["turn"], view["phase"], decision.kind, " ".join(topics))

    def lessons(self, decision: Decision, view: View, names: Names, before: Sequence[PastQuestion]) -> list[str]:
        at = self.moment(decision, view)
        due = self.taught.due(self.topics(at), before)
        return [self.taught.filled(topic, lambda field: self.fills[field](at, names)) for topic in due]

    def closed(self, before: Sequence[PastQuestion]) -> bool:
        return self.taught.closing in self.taught.said(before)
