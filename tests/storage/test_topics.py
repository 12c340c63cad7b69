"""The topics of votes as they are stored, including those that former versions stored."""

from __future__ import annotations

import pytest

from storage import topics
from storage.topics import Change

STORED = {
    "replace:P2:c": Change("P2", None),
    "replace:P2:cstrong": Change("P2", None, "strong"),
    "replace:P10:7": Change("P10", 7),
}


@pytest.mark.parametrize(("about", "change"), STORED.items(), ids=list(STORED))
def test_a_vote_on_a_seat_is_stored_with_who_is_to_have_it(about: str, change: Change) -> None:
    assert topics.replacing(change) == about
    assert topics.replaced(about) == change
    assert about.startswith(topics.on_seat(change.seat))
    assert not about.startswith(topics.on_seat("P1"))
    assert topics.destination(about) is None


def test_a_vote_on_moving_is_stored_with_the_channel() -> None:
    assert topics.move_to(5) == "move:5"
    assert (topics.destination("move:5"), topics.replaced("move:5")) == (5, None)


@pytest.mark.parametrize("about", ["", "move", "move:", "move:x", "move:²", f"move:{'9' * 20}", "replace:P1:x", "no"])
def test_nobody_votes_on_anything_else(about: str) -> None:
    assert not topics.is_topic(about)


@pytest.mark.parametrize("about", [topics.END, topics.PAUSE, topics.RESUME, topics.REOPEN, "move:5", *STORED])
def test_what_can_be_voted_on(about: str) -> None:
    assert topics.is_topic(about)
