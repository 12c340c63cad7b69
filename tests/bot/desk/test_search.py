"""Lookups as players type them find their answers among the first three entries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from zlib import crc32

import pytest

import desk
from desk import Lookup
from game.adepts import Game
from game.adepts import texts as rulebook
from game.adepts.desk import AdeptsDesk
from game.adepts.desk.entries import cost
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from game.core.desk import Entry
from game.core.rows import asked
from game.core.rulebook import Answer
from game.core.toml import load
from tests.bot.desk import strangers
from tests.bot.desk.lookups import FRESH, LAST, LATER, LOOKUPS, MISSED, NEWCOMERS, REWORDED
from tests.bot.desk.tables import AGAIN, ASKED
from tests.bot.desk.voices import VOICES

_found = desk.lookup("adepts")
assert _found is not None
ADEPTS = _found
search, answer, entries = ADEPTS.search, ADEPTS.page, ADEPTS.entries
FIRST = 3
ALL = (*LOOKUPS, *LATER, *FRESH, *LAST, *NEWCOMERS, *MISSED)
STRANGERS = (strangers.ONE, strangers.TWO, strangers.THREE, strangers.FOUR, strangers.FIVE, strangers.SIX)
AT_ONCE, SOON = 0.9, 0.97
"""The share of lookups that must find their answer in first place, and among the first three."""

WAYS = {
    **asked("game.core"),
    **asked("game.adepts.desk"),
    **{ref: entry.asked for ref, entry in entries.items() if entry.kind == "help"},
}
"""All written ways of asking, including those about any game and table; those about costs and the like are
generated."""


def refs(answer: str) -> str:
    """Return the reference of an answer in the lists; asserts that it exists."""
    if not answer.startswith("?"):
        assert answer in entries
        return answer
    [found] = [ref for ref, entry in entries.items() if ref[:9] == "question:" and entry.title.startswith(answer[1:])]
    return found


def found(query: str) -> list[str]:
    """Return the references of the first three."""
    return [hit.ref for hit in search(query, FIRST)]


@pytest.mark.parametrize(("query", "answers"), [(row[0], row[1:]) for row in ALL])
def test_a_lookup_finds_its_answer(query: str, answers: tuple[str, ...]) -> None:
    assert set(found(query)) & {refs(answer) for answer in answers}


@pytest.mark.parametrize("rows", [ALL, VOICES, ASKED, AGAIN, *STRANGERS])
def test_of_ten_lookups_nine_find_their_answer_first(rows: tuple[tuple[str, ...], ...]) -> None:
    answers = [(found(row[0]), set(map(refs, row[1:]))) for row in rows]
    first = [row[0] for row, (hits, right) in zip(rows, answers, strict=True) if hits and hits[0] in right]
    three = [row[0] for row, (hits, right) in zip(rows, answers, strict=True) if right & set(hits)]
    assert len(first) / len(rows) >= AT_ONCE, sorted({row[0] for row in rows} - set(first))
    assert len(three) / len(rows) >= SOON, sorted({row[0] for row in rows} - set(three))


def test_the_lists_are_long_enough_and_have_no_query_twice() -> None:
    queries = [row[0] for row in ALL]
    assert len(set(queries)) == len(queries)
    assert len(LOOKUPS) >= 70
    assert min(map(len, (LATER, FRESH, LAST, NEWCOMERS))) >= 30


def test_all_questions_of_the_rulebook_are_reworded() -> None:
    rows = load(rulebook.__name__, "faq")["question"]
    official = [row["question"] for row in rows if row.get("source") == "rulebook"]
    assert len(official) == len(REWORDED) > 10
    assert all(any(question.startswith(start) for start in REWORDED) for question in official)


@pytest.mark.parametrize(("start", "query"), [(start, query) for start, three in REWORDED.items() for query in three])
def test_a_question_of_the_rulebook_is_found_in_other_words(start: str, query: str) -> None:
    assert refs(f"?{start}") in found(query)


@pytest.mark.parametrize("row", rulebook.answers(), ids=lambda row: row.question)
def test_a_question_finds_itself(row: Answer) -> None:
    assert search(row.question)[0].title == row.question


def misspelt(name: str) -> Iterator[str]:
    """Return the name with any one letter left out, doubled, or swapped with the next."""
    for i in range(len(name)):
        yield name[:i] + name[i + 1 :]
        yield name[: i + 1] + name[i:]
        if i + 1 < len(name):
            yield name[:i] + name[i + 1] + name[i] + name[i + 2 :]


@pytest.mark.parametrize("spell", SPELLS)
def test_a_spell_comes_first_by_id_name_and_misspelt_name(spell: str) -> None:
    name = SPELLS[spell].name
    for query in (spell, spell.lower(), f"{spell[:-1]} {spell[-1]}", name, name.upper(), *misspelt(name)):
        assert found(query)[0] == f"spell:{spell}", query


@pytest.mark.parametrize("spell", SPELLS)
@pytest.mark.parametrize("said", ["{}", "costs {}", "what costs {}?", "spell for {}"])
def test_spells_are_found_by_their_price(spell: str, said: str) -> None:
    """Both spells of the number come first, for the price in figures and in words."""
    price = cost(spell)
    both = {f"spell:{spell[:-1]}{context}" for context in "AB"}
    for figures in (price, price.replace("1", "one").replace("2", "two"), price.replace(" and ", " + ")):
        assert set(found(said.format(figures))[:2]) == both, figures


@pytest.mark.parametrize("spell", [spell for spell in SPELLS if sum(count for _, count in SPELLS[spell].cost) == 1])
@pytest.mark.parametrize("said", ["what can I cast with a {}", "spells that cost a {}"])
def test_spells_for_one_gem_are_found_by_it_in_a_sentence(spell: str, said: str) -> None:
    gem = GEM_NAMES[SPELLS[spell].cost[0][0]]
    assert set(found(said.format(gem))[:2]) == {f"spell:{spell[:-1]}{side}" for side in "AB"}


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("said", ["{} players gems", "how many {gem} with {} players", "stock for {} people"])
def test_the_stocks_are_found_by_the_number_of_players(players: int, said: str) -> None:
    """The page says what the game really lays out."""
    view = Game.new(players, "first-game", seed="stocks").view(None)
    for gem in GEM_NAMES:
        page = answer(found(said.format(players, gem=gem))[0])
        counts = re.search(rf"{players} players,? (\d+) (?:of each|and)[^;.]*?(\d+)", page.text)
        assert counts, page.text
        assert view["mines"][gem]["stock"] == int(counts[1 if gem in ("ruby", "emerald", "sapphire", "diamond") else 2])


def test_words_that_are_known_are_not_looked_for_in_the_database() -> None:
    """The database is only used to stem words, and only for those that occur in no entry."""
    asked: list[str] = []
    ADEPTS._ranking._index.stem._db.set_trace_callback(asked.append)
    try:
        search("how much mana does a battery give unheardof")
        assert sum(" MATCH " in statement for statement in asked) <= 2
    finally:
        ADEPTS._ranking._index.stem._db.set_trace_callback(None)


@pytest.mark.parametrize("ref", [ref for ref in entries if ref.startswith(("adept:", "phase:", "section:"))])
def test_adepts_phases_and_sections_come_first_by_title(ref: str) -> None:
    assert found(entries[ref].title)[0] == ref


def test_a_spell_that_is_named_is_what_is_found() -> None:
    """Whatever else is said: the spell's card, or a question about it."""
    for spell in SPELLS:
        for said in ("how much mana does {} give", "what is {} good for", "how many miners does {} take"):
            ref = found(said.format(SPELLS[spell].name))[0]
            assert ref == f"spell:{spell}" or f"spell:{spell}" in entries[ref].about, (spell, said, ref)


@pytest.mark.parametrize("asked", ["{} vs {}", "difference between {} and {}", "{} or {}, how do they differ"])
@pytest.mark.parametrize(
    ("one", "other", "refs"),
    [
        ("mine", "work site", {"term:mine", "term:work-site"}),
        ("contagion", "earthquake", {"spell:8B", "spell:10B"}),
        ("queue", "library", {"term:queue", "term:library"}),
        ("title", "level", {"term:title", "term:level"}),
    ],
)
def test_of_things_that_are_compared_both_are_found(asked: str, one: str, other: str, refs: set[str]) -> None:
    assert refs <= set(found(asked.format(one, other)))


def test_of_two_spells_that_are_named_what_is_about_both_comes_before_what_is_about_one() -> None:
    for one, other in (("19A", "20A"), ("19B", "18B"), ("17B", "20B")):
        both = {f"spell:{one}", f"spell:{other}"}
        hits = [hit.ref for hit in search(f"{SPELLS[one].name} and {SPELLS[other].name}", 25)]
        assert next(both <= set(entries[ref].about) for ref in hits if ref not in both), (one, other, hits)


@pytest.mark.parametrize("said", ["{} in this game", "as a player, {}", "{} for the players"])
def test_words_that_any_question_may_have_change_no_answer(said: str) -> None:
    """Words such as "game" and "players" do not lead to pages about tables and commands instead."""
    for query in (
        "steal mana",
        "what if a battery is full",
        "what is the library",
        "how many turns",
        "mine is empty",
    ):
        assert found(said.format(query))[0] == found(query)[0], query


@pytest.mark.parametrize(
    ("form", "verb"), [("drawn", "draw"), ("dealt", "deal"), ("kept", "keep"), ("chose", "choose")]
)
def test_forms_of_a_verb_find_the_same(form: str, verb: str) -> None:
    assert found(f"how many cards are {form} in research") == found(f"how many cards are {verb} in research")


def test_a_reference_is_its_own_and_only_answer() -> None:
    for ref in entries:
        assert [hit.ref for hit in search(ref)] == [ref]


@pytest.mark.parametrize(("kind", "typed", "ref"), [("phase", "3", "phase:III"), ("adept", "RUBY", "adept:ruby")])
def test_a_kind_takes_its_keys_in_any_form(kind: str, typed: str, ref: str) -> None:
    assert [hit.ref for hit in search(typed, 25, kind)] == [ref]


def test_a_kind_limits_the_search() -> None:
    for kind in ("spell", "adept", "phase", "ruling"):
        assert {hit.kind for hit in search("gem mine battery", 25, kind)} == {kind}
    assert {hit.kind for hit in search("adept:ruby", 25, "spell")} <= {"spell"}  # a reference too


@pytest.mark.parametrize(
    "query", ["", "   ", "?!", "xyzzyq", "\0", "🙂", "the", '"', "' OR 1=1 --", "a" * 5000, "NEAR(", "*"]
)
def test_nonsense_is_no_error(query: str) -> None:
    """The syntax of full-text queries means nothing in what is typed."""
    assert len(search(query, 25)) <= 25


def test_letters_that_mean_nothing_find_nothing() -> None:
    assert search("xyzzyq") == search("") == []


def test_ways_of_asking_belong_to_entries() -> None:
    assert set(asked("game.adepts.desk")) <= set(entries)
    for kind in ("spell", "adept", "phase", "question", "help"):
        for ref in entries:
            assert not ref.startswith(f"{kind}:") or len(WAYS[ref]) >= 4, ref


def test_no_two_entries_are_asked_for_in_the_same_words() -> None:
    """Except for a few that either entry answers equally well."""
    said = Counter(phrase for phrases in WAYS.values() for phrase in set(phrases))
    assert sum(count > 1 for count in said.values()) < len(said) / 50


class Without(AdeptsDesk):
    """The desk without a tenth of the ways of asking."""

    def __init__(self, tenth: int) -> None:
        self.tenth = tenth

    def left_out(self, phrase: str) -> bool:
        return crc32(phrase.encode()) % 10 == self.tenth

    def entries(self) -> Iterable[Entry]:
        for entry in super().entries():
            yield entry._replace(asked=tuple(phrase for phrase in entry.asked if not self.left_out(phrase)))


@pytest.mark.parametrize("tenth", [0, 5])
def test_what_is_asked_in_other_words_than_those_that_are_written_down_is_found(tenth: int) -> None:
    """Each tenth of the ways of asking is left out in turn and still found by the others, which estimates how well
    unknown queries do."""
    desk = Without(tenth)
    lookup = Lookup(desk)
    rows = [(phrase, ref) for ref, phrases in WAYS.items() for phrase in phrases if desk.left_out(phrase)]
    hits = [([hit.ref for hit in lookup.search(phrase, FIRST)], ref) for phrase, ref in rows]
    assert len(rows) > 300
    assert sum(found[:1] == [ref] for found, ref in hits) / len(rows) >= 0.48
    assert sum(ref in found for found, ref in hits) / len(rows) >= 0.7


@pytest.mark.parametrize("spell", SPELLS)
def test_a_spell_that_was_found_says_first_when_it_is_cast_and_what_it_costs(spell: str) -> None:
    [hit] = search(f"spell:{spell}")
    assert hit.summary.startswith(f"Phase {SPELLS[spell].phase}, {cost(spell)}. {SPELLS[spell].text[:20]}")


@pytest.mark.parametrize("phase", ["I", "II", "III", "V"])
def test_the_spells_of_a_phase_are_found_as_a_list_of_all(phase: str) -> None:
    for said in ("spells phase {}", "phase {} spells", "spells of phase {}"):
        assert found(said.format(phase))[0] == "section:spells", said
    [line] = re.findall(rf"^- Phase {phase}, .*$", answer("section:spells").text, re.MULTILINE)
    for spell in SPELLS.values():
        assert (f"{spell.number} " in line and spell.name in line) == (spell.phase == phase), spell.id


def test_the_stocks_of_all_numbers_of_players_are_in_the_summary() -> None:
    for query in ("how many gems per mine", "setting up"):
        assert re.search(r"5 players 20 and 25", search(query)[0].summary), query


def test_hits_are_ranked_and_short() -> None:
    hits = search("mana", 25)
    assert len(hits) == 25
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(len(hit.summary) <= 200 and "\n" not in hit.summary for hit in hits)
