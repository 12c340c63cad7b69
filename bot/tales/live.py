"""A tale in use: what is stored, restored to an object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import storage
from game.core.aids.aid import Aid
from game.core.aids.signature import Values
from game.core.aids.stage import Reader, Stage, done_by
from game.core.aids.tale import Parts, Tale, Tales
from game.core.discover import aid
from game.core.errors import GameError
from game.core.layout import Place
from storage import TaleStatus


class Damaged(Exception):
    """What is stored of a tale cannot be read, or is inconsistent."""


@dataclass(frozen=True)
class Live:
    """A tale and what is known beside it. Immutable.

    people: user ids by their name in the tale, None for somebody who is forgotten. notes: what each person's screens
    remember. casts: how many rolls of dice are stored. secret: what further dice are made from, as last stored.
    """

    row: storage.Tale
    aid: Aid
    tale: Tale
    people: Mapping[str, int | None]
    notes: Mapping[str, Values]
    channels: Sequence[int]
    casts: int
    secret: str = field(repr=False)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def is_over(self) -> bool:
        return self.row.status is TaleStatus.OVER

    @property
    def stage(self) -> Stage[Any]:
        return stage(self.aid)

    def who(self, user_id: int) -> str:
        """Return the person's name in the tale, or the one that they would get."""
        known = next((who for who, each in self.people.items() if each == user_id), None)
        return known or f"u{len(self.people) + 1}"

    def knows(self, user_id: int) -> bool:
        return user_id in self.people.values()

    def sits(self, user_id: int) -> bool:
        """Return whether the person is at the table. Those who only looked can have a name in the tale too."""
        return self.knows(user_id) and self.stage.joins(self.tale, self.who(user_id), "") is None

    def is_master(self, user_id: int) -> bool:
        return self.knows(user_id) and self.stage.is_master(self.tale, self.who(user_id))

    def reader(self, user_id: int, name: str = "", *, manager: bool = False) -> Reader[Any]:
        """Return the person as a reader of the tale, who looks at it or presses something there."""
        who = self.who(user_id)
        place = Place(self.id, done_by(self.tale, who))
        return Reader(self.tale, who, name, place, self.notes.get(who, {}), manager)

    def known(self, user_id: int) -> Live:
        """Return the tale with a name for this person."""
        return self if self.knows(user_id) else replace(self, people={**self.people, self.who(user_id): user_id})


def nearest(live: Live, reader: Reader[Any], path: str) -> str:
    """Return the path of the nearest screen that exists around this path, where something was pressed."""
    for each in live.stage.around(path):
        try:
            live.stage.screen(reader, each)
        except GameError:
            continue
        return each
    return live.stage.home


def stage(aid: Aid) -> Stage[Any]:
    """Return how tales of this aid are played. Raises Damaged if they no longer can be."""
    if aid.stage is None:
        raise Damaged(f"nobody plays {aid.name} in a chat")
    return aid.stage


def tales(aid: Aid) -> Tales:
    """Return the aid's tales. Raises Damaged if it has none."""
    if aid.tales is None:
        raise Damaged(f"{aid.name} keeps nothing")
    return aid.tales


def revived(stored: storage.StoredTale) -> Live:
    """Return the tale restored from storage. Raises Damaged."""
    if stored.wrong or stored.base is None:
        raise Damaged("; ".join(stored.wrong))
    base = stored.base
    try:
        found = aid(stored.tale.aid)
        parts = Parts(base.version, base.since, base.state, stored.secret, stored.entries, stored.casts)
        tale = tales(found).assembled(parts)
        stage(found)
    except (GameError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(f"{type(error).__name__} {error}") from error
    return Live(
        stored.tale, found, tale, stored.people, stored.notes, stored.channels, len(stored.casts), stored.secret
    )
