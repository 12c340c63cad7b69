"""The desk and its pages for a game other than Adepts, which provides only rows."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

import pytest

from bot.panels import rules
from bot.pictures import emojis
from desk import Lookup, sources
from desk.words import words as desk_words
from game.core.desk import Desk, Entry, Kind
from game.core.discover import kits
from tests.bot.face.layouts import components


class Marbles(Desk):
    """A desk with three entries."""

    kinds = MappingProxyType({"marble": Kind("A marble", "Its name")})

    def entries(self) -> Iterable[Entry]:
        yield Entry("marble:cat-eye", "Cat's eye", "Rolls twice.", about=("rule:rolling",), proper=True)
        yield Entry("rule:rolling", "Rolling", "Roll a marble into the ring.", names=("shooting",))
        yield Entry("ruling:1", "Ruling 1", "It may roll back.", about=("marble:cat-eye",), quoted=True)


LOOKUP = Lookup(Marbles())


def test_rows_alone_can_be_searched_suggested_and_shown() -> None:
    assert LOOKUP.search("rolls twice")[0].ref == "marble:cat-eye"
    assert LOOKUP.search("shoting")[0].ref == "rule:rolling"
    assert LOOKUP.complete("", "marble") == [("Cat's eye", "cat-eye")]
    assert {value for _, value in LOOKUP.complete("")} == set(LOOKUP.entries)
    page = LOOKUP.page("marble:cat-eye")
    assert [note.ref for note in page.notes] == ["ruling:1"]
    assert [hit.ref for hit in page.see_also] == ["rule:rolling"]


def test_things_are_compared_and_verbs_are_known_in_any_game() -> None:
    rows = (
        Entry("rule:rolling", "Rolling", "Roll a marble.", asked=("who has thrown first",)),
        Entry("rule:knuckling", "Knuckling", "How a thumb holds it."),
        Entry("rule:odds", "What is the difference in price?", "None."),
    )

    class Yard(Desk):
        slight = "marble"

        def entries(self) -> Iterable[Entry]:
            return rows

    yard = Lookup(Yard())
    assert {hit.ref for hit in yard.search("difference between rolling and knuckling")[:2]} == {
        rows[0].ref,
        rows[1].ref,
    }
    assert yard.search("difference in price")[0].ref == "rule:odds"
    assert yard.search("when do I throw")[0].ref == "rule:rolling"
    assert yard.search("marble thumb")[0].ref == "rule:knuckling"


def test_what_is_called_so_is_meant_before_what_is_asked_for_so() -> None:
    """An exact wording among the ways of asking counts only if no entry is named so, whatever the weights."""
    rows = (
        Entry("rule:taw", "Big marbles", "They knock others out.", asked=("old taw",)),
        Entry("marble:taw", "Old Taw", "The one you shoot with.", proper=True, weight=0.8),
    )

    class Ring(Desk):
        def entries(self) -> Iterable[Entry]:
            return rows

    assert Lookup(Ring()).search("old taw")[0].ref == "marble:taw"


def test_of_words_that_all_say_little_the_rarest_says_most() -> None:
    """Not the one that is typed first."""
    rows = (
        Entry("rule:cutting", "Cutting one out", "It takes wood.", asked=("make a player",)),
        Entry("rule:going", "How to go", "How players go. How a player goes on.", asked=("how",)),
    )

    class Yard(Desk):
        slight = "player"

        def entries(self) -> Iterable[Entry]:
            return rows

    assert Lookup(Yard()).search("how do I make a player")[0].ref == "rule:cutting"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("+1 Attack", ["plus", "1", "attack"]),
        ("−1", ["minus", "1"]),
        ("two (-2)", ["two", "minus", "2"]),
        ("turn-2, 3-4", ["turn", "2", "3", "4"]),
        ("a + b - c", ["a", "b", "c"]),
        ("what does Ann⌘'s “⌘” mean?", ["what", "does", "ann", "⌘", "s", "⌘", "mean"]),
    ],
)
def test_the_sign_of_a_number_is_a_word_and_that_of_computer_players(text: str, words: list[str]) -> None:
    assert desk_words(text) == words


def test_buttons_on_its_pages_say_which_game_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buttons for the usual game, which old messages have too, name no game."""
    monkeypatch.setattr(rules, "sources", lambda: {**sources(), "marbles": None})
    drawn = components(rules.rules_page(LOOKUP.page("marble:cat-eye"), share=rules.Share.OFFERED, game="marbles"))
    ids = [part["custom_id"] for part in drawn if "custom_id" in part]
    assert ids == ["ad1:lookup::0:marbles", "ad1:share::0:marbles/marble:cat-eye"]
    assert rules.decoded_page("marbles/marble:cat-eye") == ("marbles", "marble:cat-eye")
    assert rules.decoded_page("spell:3B") == ("adepts", "spell:3B")


def test_icons_of_a_further_game_bear_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Told:
        signs = MappingProxyType({"ruby": "🔴\u2063"})

    class Painted:
        def icons(self) -> dict[str, bytes]:
            return {"ruby": b"PNG"}

    class Further:
        name, words, pictures = "marbles", Told(), Painted()

    further: dict[str, Any] = {**kits(), "marbles": Further()}
    before = emojis.signs()
    monkeypatch.setattr(emojis, "kits", lambda: further)
    emojis.signs.cache_clear()
    try:
        assert emojis.signs() == before | {"marbles_ruby": "🔴\u2063"}
        assert emojis.drawn()["marbles_ruby"] == b"PNG" != emojis.drawn()["ruby"]
    finally:
        emojis.signs.cache_clear()
