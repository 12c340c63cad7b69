"""A query during a game is answered from that game; what it does not know, from a game that does."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

import desk
from desk import Lookup
from desk.words import squeezed
from game.core.discover import kits
from game.core.rows import asked
from tests.bot.desk.visitors import LATER, MISSED, TYPED

ANSWERED = (
    ("adepts", "can somebody stop my spell", "question:can-a-spell-be-stopped-or-answered-with-another"),
    ("adepts", "can I respond when somebody casts at me", "question:can-a-spell-be-stopped-or-answered-with-another"),
    ("adepts", "can I play a card on someone elses turn", "question:can-a-spell-be-stopped-or-answered-with-another"),
    ("adepts", "can someone take my gems away from me", "question:what-can-opponents-take-from-me"),
    ("adepts", "can I attack another player", "question:what-can-opponents-take-from-me"),
    ("adepts", "how many times can I cast in one turn", "question:can-i-cast-two-spells-in-one-phase"),
    ("adepts", "can I pay with gems I just dug up", "section:paying"),
    ("adepts", "do I get my miners back after digging", "question:when-do-my-miners-come-back"),
    ("adepts", "what if we draw at the end", "question:who-wins-if-the-totals-are-equal"),
    ("adepts", "is there any way to protect my battery", "question:can-a-battery-fall"),
    ("adepts", "when do spells wear off", "question:how-long-does-a-spell-last"),
    ("mana-surge", "can I attack on the first turn", "question:can-i-attack-in-the-first-turn"),
    ("mana-surge", "can I skip my attack", "question:must-i-move-or-attack"),
    ("mana-surge", "can I go through my own troops", "question:can-two-tokens-share-a-hex"),
    (
        "mana-surge",
        "what happens when attack and defense are the same",
        "question:what-if-attack-and-defence-are-equal",
    ),
    ("mana-surge", "can I kill someone with a normal guy", "question:why-is-an-attack-not-offered"),
    ("spirit-ground", "how do my guys get killed", "section:check"),
    ("spirit-ground", "can I turn my tile after I put it down", "question:may-i-turn-a-warrior-later"),
    ("spirit-ground", "what if we both want the same tile", "question:can-i-choose-which-warrior-i-place"),
    ("spirit-ground", "can I attack someone", "question:how-do-i-attack"),
    ("harrowing", "can I block an attack", "question:how-do-i-defend-in-a-battle"),
    ("harrowing", "can I attack if I have nothing in my fortress", "question:can-i-battle-with-an-empty-fortress"),
    ("adepts", "what happens when everybody passes", "section:casting"),
    ("adepts", "can two people have the same title", "question:who-wins-a-tie-for-an-adept-title"),
    ("spirit-ground", "do diagonals count", "section:support"),
    ("harrowing", "do I lose cubes when I cast", "question:how-do-i-get-my-power-back"),
    ("harrowing", "what happens if the stack of tiles runs out", "ruling:26"),
    ("harrowing", "maximum pillars", "question:how-do-i-get-my-pillars-back"),
    ("harrowing", "what if I run out of pillars", "question:how-do-i-get-my-pillars-back"),
    ("harrowing", "is there a pillar limit", "question:how-do-i-get-my-pillars-back"),
    ("spirit-ground", "do arrows shoot enemies", "section:support"),
    ("spirit-ground", "are arrows attacks", "section:support"),
    ("spirit-ground", "do dead warriors count for surrounding", "question:does-a-fallen-warrior-still-fill-its-square"),
    ("adepts", "when do spells get discarded", "ruling:8"),
    ("adepts", "how long do i have for a move", "help:time"),
    ("mana-surge", "how long do i have for a move", "help:time"),
    ("adepts", "can someone take over my seat", "help:seats"),
)
"""Queries with their answers, which must be among the first three."""

ELSEWHERE = (
    ("spirit-ground", "can I counter or cancel a spell", "adepts"),
    ("spirit-ground", "how do I cast a spell", "adepts"),
    ("spirit-ground", "what does the ruby adept do", "adepts"),
    ("spirit-ground", "how many miners do I have", "adepts"),
    ("spirit-ground", "how do I meditate", "harrowing"),
    ("spirit-ground", "can I cast magic", "adepts"),
    ("harrowing", "who is the ruby adept", "adepts"),
    ("mana-surge", "can I cast a spell", "adepts"),
    ("mana-surge", "what does the elder do", "spirit-ground"),
    ("mana-surge", "what is a ritual", "harrowing"),
    ("mana-surge", "barrier", "adepts"),
    ("harrowing", "how many gems are in a mine", "adepts"),
    ("harrowing", "what is a relic worth", "spirit-ground"),
    ("harrowing", "where do new tokens spawn", "mana-surge"),
    ("adepts", "which dice do I roll to fight", "harrowing"),
    ("adepts", "what are pillars and runes for", "harrowing"),
    ("adepts", "how do I get a relic", "spirit-ground"),
    ("adepts", "where do troops spawn", "mana-surge"),
)
"""Queries with the game that knows the answer, while the other finds nothing."""

NOWHERE = ("does a pizza need cheese", "who is the pope", "xyzzyq")


def lookup(game: str) -> Lookup:
    found = desk.lookup(game)
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "query", "answer"), ANSWERED)
def test_what_is_asked_in_a_game_is_answered_there(game: str, query: str, answer: str) -> None:
    assert answer in {hit.ref for hit in lookup(game).search(query, 3)}
    assert not desk.elsewhere(game, query) or game == "spirit-ground"


@pytest.mark.parametrize("rows", [MISSED, TYPED, LATER])
def test_what_a_visitor_types_is_answered_first_or_second(rows: dict[str, dict[str, tuple[str, ...]]]) -> None:
    """The answers exist, and nearly always come first."""
    found = {
        (game, query): ([hit.ref for hit in lookup(game).search(query, 2)], answers)
        for game, queries in rows.items()
        for query, answers in queries.items()
    }
    assert all(ref in lookup(game).entries for (game, _), (_, answers) in found.items() for ref in answers)
    assert [typed for typed, (hits, answers) in found.items() if not {*hits} & {*answers}] == []
    assert sum(hits[0] in answers for hits, answers in found.values()) >= 0.9 * len(found)


def test_what_is_asked_of_any_game_is_answered_by_all() -> None:
    for game in kits():
        assert asked("game.core").keys() <= lookup(game).entries.keys()


@pytest.mark.parametrize("game", kits())
def test_every_game_says_how_long_it_takes_live_and_over_days(game: str) -> None:
    answer = lookup(game).entries["question:how-long-is-a-game"].text
    assert re.search(r"(minutes|hours?)\b", answer)
    assert "over days it takes as long as" in answer


@pytest.mark.parametrize("game", desk.sources())
def test_what_another_game_is_called_finds_it(game: str) -> None:
    """It comes before games that merely have the word. If this game has the word too, it must be written like the
    title."""
    here = lookup(game).known("what is the adept") > 0.5
    for query, meant in (("what is The Adept", True), ("what is the adept", not here)):
        found = [each.name for each, _ in desk.elsewhere(game, query)]
        assert (found[:1] == ["adept"]) == (meant and game != "adept")


@pytest.mark.parametrize(("game", "query", "other"), ELSEWHERE)
def test_what_a_game_does_not_know_is_found_in_one_that_does(game: str, query: str, other: str) -> None:
    assert lookup(game).search(query) == []
    found = {each.name: hits for each, hits in desk.elsewhere(game, query)}
    assert found[other]
    assert len(found) <= 2


@pytest.mark.parametrize("query", NOWHERE)
def test_what_no_game_knows_is_found_nowhere(query: str) -> None:
    for game in desk.sources():
        assert lookup(game).search(query) == []
        assert desk.elsewhere(game, query) == []


@pytest.mark.parametrize("game", desk.sources())
def test_words_that_are_spelt_in_two_ways_find_the_same(game: str) -> None:
    known = lookup(game)
    for one, other in (("colour", "color"), ("colours", "colors"), ("defence", "defense")):
        assert known.search(one) == known.search(other)


@pytest.mark.parametrize("game", desk.sources())
def test_everyone_is_everybody(game: str) -> None:
    known = lookup(game)
    found = [(hit.ref, hit.score) for hit in known.search("everybody")]
    assert found
    assert found == [(hit.ref, hit.score) for hit in known.search("everyone")]


def test_spells_for_everybody_are_those_that_concern_all_players() -> None:
    """None that only says "each gem" or "each work site"."""
    for query in ("everyone", "everybody"):
        for hit in lookup("adepts").search(query, 7, "spell"):
            text = lookup("adepts").entries[hit.ref].text
            assert re.search(r"[Ee]ach (opponent|player)|[Oo]pponent", text), text


@pytest.mark.parametrize(
    ("game", "query", "ref", "quoted"),
    [
        ("harrowing", "near", "section:glossary", "… near: a tile of yours or beside one of yours. sealed: "),
        ("harrowing", "near", "section:field", "… A tile without pillars is *open*; *free* means open or yours"),
        ("harrowing", "near", "ruling:17", "… Its pillars still count for what is near and for strength."),
        ("harrowing", "wild", "section:wilds", "Each set has three wild tiles"),
        ("adepts", "can a friend take my place", "help:leaving", "… Somebody else, such as a friend, can take your"),
        ("adepts", "can i play two games at once", "help:places", "… You may play two games at once"),
        ("harrowing", "does it cost anything", "help:about", "… It costs nothing: the bot is free software"),
        ("mana-surge", "what does the ⌘ mean", "help:computer-players", "Computer players do not cheat."),
        ("spirit-ground", "points for gems", "section:scoring", "Each gem on a living warrior: 1 point. Each spirit"),
        ("adept", "stress", "section:stress", "Harm has six kinds"),  # all of it is about this
    ],
)
def test_a_result_quotes_what_was_looked_for(game: str, query: str, ref: str, quoted: str) -> None:
    known = lookup(game)
    summary = next(hit.summary for hit in known.search(query, 9) if hit.ref == ref)
    assert summary.startswith(quoted)
    assert len(summary) <= 200
    unasked = known.hit(ref).summary
    assert unasked == summary or not unasked.startswith("…")


@pytest.mark.parametrize("game", desk.sources())
def test_a_game_answers_by_itself_for_all_that_it_has(game: str) -> None:
    known = lookup(game)
    for entry in known.entries.values():
        assert known.search(entry.title), entry.title
        assert desk.elsewhere(game, entry.title) == []


@pytest.mark.parametrize("game", desk.sources())
def test_who_asks_in_the_very_words_of_an_entry_finds_it_first(game: str) -> None:
    """Or one of several entries with the same wording or name."""
    known = lookup(game)
    meant = defaultdict[str, set[str]](set)
    for entry in known.entries.values():
        for way in map(squeezed, (*entry.asked, *entry.names)):
            meant[way].add(entry.ref)
    for typed in [way for entry in known.entries.values() for way in entry.asked][::20]:
        assert known.search(typed, 1)[0].ref in meant[squeezed(typed)], typed


def test_a_word_of_another_game_is_not_taken_for_a_misspelt_one() -> None:
    """But a misspelt word is read as the similar word."""
    query = "cast a rune"
    assert Lookup(lookup("spirit-ground").desk).search(query) != lookup("spirit-ground").search(query) == []
    assert lookup("spirit-ground").search("shrne")[0].ref == lookup("spirit-ground").search("shrine")[0].ref
