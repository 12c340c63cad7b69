"""Texts typed in certain positions: what they play, and what is said of those that are no move."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any

import pytest

from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.errors import BadMove, LeadsOn
from bot.tables.language import chain, typed
from bot.tables.language.completion import choices
from bot.tables.language.naming import named
from bot.tables.language.spoken import Spoken
from bot.tables.language.standing import At
from game.adepts.rules.gems import GEM_NAMES
from game.core.decisions import Decision
from game.core.discover import kit
from game.core.errors import MoveError
from game.core.narrowing import Path
from game.harrowing.panels.plan import LOOK
from game.spirit_ground.panels.plan import PUT

from .tables import ANN, BOB, CHANNEL, EVE

PAYING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 3,
    "phase": "I",
    "P1": {"hand": ["2A"], "queue": {"ruby": [1, 0, 0]}, "battery": {"ruby": 1}},
}
GIVING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 3,
    "phase": "II",
    "P1": {"hand": ["7B"], "queue": {"ruby": [0, 1, 0], "onyx": [0, 0, 1], "emerald": [1, 0, 0]}},
    "P2": {"queue": {"topaz": [1, 0, 0]}},
}
BUYING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 3,
    "phase": "III",
    "P1": {"hand": ["12A"], "queue": {"sapphire": [1, 1, 0], "ruby": [1, 0, 2]}, "battery": {"sapphire": 2}},
}
ASSIGNING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 3,
    "phase": "I",
    "step": "assign",
    "sites": {"diamond.1": "P2x4", "diamond.2": "P2x2", "diamond.3": "P2x3", "onyx.1": "P2x1"},
    "P1": {"hand": ["2A"], "miners": 3},
    "P2": {"miners": 0},
}
CROWDED: dict[str, Any] = ASSIGNING | {
    "sites": {f"{gem}.{site}": "P2x1" for gem in GEM_NAMES for site in (1, 2, 3) if (gem, site) != ("ruby", 3)}
}
"""Ruby III alone is free."""
ENTERING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 3,
    "phase": "I",
    "step": "assign",
    "P1": {"adepts": ["topaz"]},
}
PLACING: dict[str, Any] = PAYING | {"P1": {"hand": ["1A"], "queue": {"topaz": [1, 0, 0]}}}
MOVING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 3,
    "phase": "II",
    "sites": {"topaz.1": "P1x2", "topaz.2": "P1x3", "ruby.1": "P1x2", "onyx.1": "P1x2"},
    "P1": {"hand": ["6A"], "queue": {"citrine": [1, 0, 0]}},
}
MIXED: dict[str, Any] = PAYING | {
    "P1": {"hand": ["4A"], "queue": {"topaz": [0, 1, 0], "ruby": [1, 1, 0]}, "battery": {"topaz": 1}}
}
SUSPENDING: dict[str, Any] = PAYING | {
    "players": 3,
    "P1": {"hand": ["1B"], "queue": {"topaz": [1, 0, 0]}},
    "P2": {"miners": 10},
    "P3": {"miners": 10},
}
TAKING: dict[str, Any] = GIVING | {
    "players": 3,
    "P2": {},
    "P3": {"queue": {"topaz": [1, 0, 0], "citrine": [1, 0, 0]}},
}
PURGING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 3,
    "phase": "III",
    "P1": {"hand": ["11A", "1A", "4A", "5A"], "queue": {"amethyst": [1, 0, 0]}},
}
SALVAGING: dict[str, Any] = PURGING | {
    "discard": ["3A", "11A"],
    "P1": {"hand": ["15A"], "queue": {"sapphire": [2, 0, 0]}},
}
STEALING: dict[str, Any] = PURGING | {
    "P1": {"hand": ["15B"], "queue": {"sapphire": [2, 0, 0]}},
    "P2": {"hand": ["1A", "2A"]},
}
RESEARCHING: dict[str, Any] = {
    "game": "adepts",
    "players": 2,
    "turn": 4,
    "step": "research",
    "library": ["1A", "2A", "3A", "4A", "5A", "6A"],
    "P1": {"hand": ["11A"], "adepts": ["sapphire"]},
}
DISCARDING: dict[str, Any] = RESEARCHING | {"P1": {"hand": ["4A", "5A", "6A", "8A", "9A"]}}
DRAWING: dict[str, Any] = {"game": "adepts", "players": 2, "turn": 3, "step": "adepts", "P1": {"hand": ["1A"]}}
TELEPORTING: dict[str, Any] = {
    "game": "adepts",
    "players": 3,
    "turn": 3,
    "phase": "II",
    "sites": {"ruby.1": "P2x2", "sapphire.1": "P3x2", "onyx.1": "P2x2"},
    "P1": {"hand": ["6B"], "battery": {"citrine": 1}},
}
FIGHTING: dict[str, Any] = {
    "game": "mana-surge",
    "turn": 9,
    "phase": "combat",
    "points": 2,
    "P1": {"troops": ["c3", "a3"]},
    "P2": {"troops": ["c4", "b2"]},
    "P3": {"troops": ["d4"]},
}
MARCHING: dict[str, Any] = FIGHTING | {
    "phase": "move",
    "points": 8,
    "P1": {"troops": ["a3", "b3", "c3", "d3", "e3"]},
    "P2": {"troops": ["b2"]},
}
RAISING: dict[str, Any] = {
    "game": "harrowing",
    "used": 1,
    "field": {"1,0": "2y1 P1", "0,1": "2f1 P1", "1,1": "4y1 P2"},
    "P1": {"pool": 3},
}

MUSTERED: dict[str, Any] = {
    "game": "harrowing",
    "field": {"1,0": "1a1 P1 P2", "0,1": "1b1 P2"},
    "P1": {"fort": 2},
}
BUILDING: dict[str, Any] = {
    "game": "harrowing",
    "used": 1,
    "field": {"1,0": "1b1 P1", "0,1": "1d1 P1", "1,1": "4f1 P1"},
    "P1": {"pool": 3},
}
GROUND: dict[str, Any] = {
    "game": "spirit-ground",
    "phase": "first",
    "first": "P1",
    "pair": "F1+C1",
    "P1": {"energy": 2},
}
WEAVING: dict[str, Any] = {"game": "harrowing", "field": {"1,0": "1b1 P1"}, "stack": ["1a"]}
ENHANCING: dict[str, Any] = {
    "game": "spirit-ground",
    "phase": "first",
    "first": "P1",
    "pair": "F1+C3",
    "P1": {"energy": 1, "spirit": 1},
}


async def position(
    tables: Tables, *answers: str, game: str, called: tuple[str, str] = ("Bob", "Eve"), **keys: Any
) -> Table:
    """Return a table at the position of a scenario with these keys, after P1 has given these answers."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={}, game=game)
    for user, name in tuple(zip((BOB, EVE), called, strict=True))[: keys.get("players", kit(game).seats[0]) - 1]:
        await tables.lobby.join(table.id, user, name)
    table = await tables.lobby.start(table.id, Actor(ANN))
    scenarios = kit(game).scenarios
    assert scenarios is not None
    [scenario] = scenarios.read({"scenario": [{"title": "typed", **keys}]})
    found = scenarios.set_up(scenario)
    for answer in answers:
        found.play("P1", answer)
    return table.at(found)


def said(table: Table, text: str) -> tuple[str, tuple[str, ...]]:
    """Return what P1 is told who types this instead of a move, and where the panel then stands."""
    with pytest.raises(BadMove) as refused:
        typed.answers(table, "P1", text, None)
    return refused.value.text, refused.value.path


def told_why(table: Table, text: str) -> str:
    """Return what P1 is told who types this, which spells out something against the rules."""
    answers = typed.answers(table, "P1", text, None)
    with pytest.raises(MoveError) as refused:
        table.playing.copy().play("P1", answers[0])
    return typed.refused(table, table.pending["P1"], refused.value, text).text


@pytest.mark.parametrize(
    ("at", "answers", "text", "label"),
    [
        (PAYING, ("2A",), "battery", "Pay 1 ruby battery level"),
        (GIVING, ("7B",), "ruby", "Give away 1 ruby from stage 2"),
        (FIGHTING, (), "attack d4", "c3 strikes d4"),
        (FIGHTING, (), "c4", "c3 strikes c4"),
    ],
)
async def test_a_word_of_one_move_alone_is_there_to_be_confirmed_though_it_answers_other_questions(
    tables: Tables, at: dict[str, Any], answers: tuple[str, ...], text: str, label: str
) -> None:
    told, path = said(await position(tables, *answers, **at), text)
    assert f"`{text}` is part of one choice alone, which is chosen above: confirm it there.\n" in told
    assert f"\n- {label}" in told
    assert path


@pytest.mark.parametrize(
    ("at", "answers", "text", "plays"),
    [
        (RAISING, (), "raise on 2y", ("raise", "2y")),
        (RAISING, (), "raise 2y geode please", ("raise", "2y")),
        (RAISING, (), "raise please", ("raise",)),
        (RAISING, (), "muster two cubes, no battle", None),
        (RAISING, (), "end my turn", ("pass",)),
        (RAISING, (), "no more invocations", ("pass",)),
        (RAISING, (), "not on 2y", None),
        (RAISING, ("raise",), "on 2y please", ("2y",)),
        (RAISING, ("raise",), "not on 2y", None),
        (FIGHTING, (), "end", ("pass",)),
        (WEAVING, ("weave", "1a1"), "lay it on 0,1", ("0,1",)),
        (ENHANCING, ("a1", "n"), "1 energy onto reed heron and 1 spirit onto reed heron", ("energy+spirit",)),
        (
            RESEARCHING | {"library": ["1A", "11A", "3A"], "P1": {"hand": [], "adepts": ["sapphire"]}},
            (),
            "keep purge keep ambition",
            ("1A+11A",),
        ),
    ],
)
async def test_words_around_a_move_and_words_for_numbers_make_no_difference(
    tables: Tables, at: dict[str, Any], answers: tuple[str, ...], text: str, plays: tuple[str, ...] | None
) -> None:
    table = await position(tables, *answers, **at)
    if plays is None:
        said(table, text)
    else:
        assert tuple(typed.answers(table, "P1", text, None)) == plays


async def test_a_choice_that_goes_on_after_a_colon_is_found_by_all_of_its_words(tables: Tables) -> None:
    told, path = said(await position(tables, **RAISING), "raise the geode")
    assert "Possible with `raise` and `geode`:\n- Raise: 2y Geode (ABC, yours)" in told
    assert path == ("raise", "2y")


async def test_a_number_beside_words_that_nothing_has_is_not_what_was_meant(tables: Tables) -> None:
    told, path = said(await position(tables, **PAYING), "cast gateways with citrine from stage 1")
    assert "Possible:\n" in told
    assert path == ()


@pytest.mark.parametrize(("text", "shows"), [("attack eve", ()), ("battle bob", ("4y:P2",))])
async def test_a_thing_that_only_declining_mentions_is_not_declined(
    tables: Tables, text: str, shows: tuple[str, ...]
) -> None:
    """ "No battle" is no answer to somebody who wants one."""
    fort = {**RAISING, "P1": {"pool": 3, "fort": 2}}
    told, path = said(await position(tables, "muster", "pass", **fort), text)
    assert path == shows
    assert "\n- Bob on 4y" in told


async def test_who_denies_is_first_shown_how_to_decline(tables: Tables) -> None:
    told, _ = said(await position(tables, **PAYING), "don't cast")
    assert "Possible:\n- Cast nothing\n" in told


async def test_what_no_move_has_is_still_refused_by_the_rule(tables: Tables) -> None:
    table = await position(tables, **FIGHTING)
    for text in ("g1", "c3xg1", "a3xd4", "G1", "C3xg1"):  # a phone begins with a capital
        assert typed.answers(table, "P1", text, None) == (text.lower(),)


@pytest.mark.parametrize("text", ["ruby", "put back ruby", "a ruby please"])
async def test_a_gem_that_is_in_several_stages_is_not_taken_from_the_first(tables: Tables, text: str) -> None:
    """The 1 of "Put back 1 ruby from stage 3" is not that of "stage 1"."""
    told, path = said(await position(tables, "12A", "sapphire@b", **BUYING), text)
    assert f"`{text}` can be several moves: say which." in told
    assert "\n- Put back 1 ruby from stage 1\n- Put back 1 ruby from stage 3" in told
    assert path == ()


@pytest.mark.parametrize(
    ("text", "path"),
    [("sapphire", ()), ("from a stage", ()), ("stage", ()), ("stage 1", ("sapphire@1",)), ("stage 2", ("sapphire@2",))],
)
async def test_a_cost_is_not_paid_from_a_stage_that_was_not_named(
    tables: Tables, text: str, path: tuple[str, ...]
) -> None:
    told, shown = said(await position(tables, "12A", **BUYING), text)
    assert ("say which" in told) is (not path)
    assert shown == path


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5 miners on ruby", "A group has 2 to 4 miners."),
        ("ruby 6", "A group has 2 to 4 miners."),
        ("one guy on ruby", "A group has 2 to 4 miners."),
        ("4 on ruby", "You have only 3 miners left to assign."),
        ("3 miners to diamond", "💎\u2063 Diamond I is taken: Bob has 4 miners there."),
        ("diamond", "💎\u2063 Diamond I is taken: Bob has 4 miners there."),
        ("onyx 1 3", "🪨\u2063 Onyx I is taken: Bob has 1 miner there."),
        ("black 1 3", "🪨\u2063 Onyx I is taken: Bob has 1 miner there."),
        ("the diamond's second site with 2", "💎\u2063 Diamond II is taken: Bob has 2 miners there."),
    ],
)
async def test_miners_that_no_site_of_the_mine_can_take_are_refused_with_the_rule(
    tables: Tables, text: str, why: str
) -> None:
    assert told_why(await position(tables, **ASSIGNING), text).startswith(f"`{text}`: {why}\n")


@pytest.mark.parametrize("text", ["3 miners on ruby", "ruby 1", "site 3 of ruby", "site 5 of ruby", "ruby one"])
async def test_a_number_that_may_be_a_sites_is_not_judged_as_miners(tables: Tables, text: str) -> None:
    told, _ = said(await position(tables, **ASSIGNING), text)
    assert "miners to Ruby I: " in told


@pytest.mark.parametrize(
    ("at", "text", "when"),
    [
        (ASSIGNING, "cast initiative", "Initiative is cast when phase I begins, the next time in turn 4."),
        (ASSIGNING | {"turn": 8}, "2a", "Initiative is cast when phase I begins, not any more in this game."),
        (ASSIGNING, "purge please", "Purge is cast when phase III begins, later in this turn."),
        (ASSIGNING | {"turn": 1}, "use telepathy", "Telepathy is cast when phase II begins, the next time in turn 2."),
    ],
)
async def test_a_spell_named_at_another_question_is_told_its_time(
    tables: Tables, at: dict[str, Any], text: str, when: str
) -> None:
    told, _ = said(await position(tables, **at), text)
    assert told.startswith(f"`{text}` is not a move that you have now. {when}\nPossible:\n")


async def test_a_spell_in_general_is_none_in_particular(tables: Tables) -> None:
    """Though one is called Spellsteal."""
    stealing = {**BUYING, "P1": {"hand": ["12A", "15B"], "queue": {"sapphire": [1, 1, 0]}}, "P2": {"hand": ["1A"]}}
    told, path = said(await position(tables, **stealing), "cast a spell")
    assert "\n- Cast Transmission (12A) for 1 sapphire" in told
    assert "\n- Cast Spellsteal (15B) for 2 sapphires" in told
    assert path == ()


@pytest.mark.parametrize("text", ["attack Bob on 1a", "fight Bob on 1a", "battle Bob on 1a", "Bob on 1a"])
async def test_what_is_asked_for_can_be_said_along_by_whatever_name(tables: Tables, text: str) -> None:
    table = await position(tables, "muster", "1", **MUSTERED)
    assert typed.answers(table, "P1", text, None) == ("1a:P2",)


@pytest.mark.parametrize(("text", "plays"), [("1b please", ("1b",)), ("invoke 1b please", ("1b",)), ("1b c", None)])
async def test_the_runes_of_a_tile_are_no_name_of_it(tables: Tables, text: str, plays: tuple[str, ...] | None) -> None:
    """Where one tile alone has rune A, "1b please" put a pillar of 1b on it."""
    table = await position(tables, **BUILDING)
    if plays is None:
        said(table, text)
    else:
        assert tuple(typed.answers(table, "P1", text, None)) == plays


async def test_what_a_hex_brings_is_not_its_name(tables: Tables) -> None:
    """One way to a hex with +1 Attack goes over d3, but who types this wants to strike there."""
    table = await position(tables, **FIGHTING | {"phase": "move"})
    assert typed.answers(table, "P1", "c3 to d3 attack", None) == ("pass", "c3xd3")


async def test_a_number_after_what_is_asked_for_is_none_of_the_picture(tables: Tables) -> None:
    """The picture numbers the spots of a drawn tile, but "side 2" is a side of it."""
    table = await position(tables, "weave", **WEAVING)
    assert typed.answers(table, "P1", "side 2", None) == ("1a2",)
    assert typed.answers(table, "P1", "side two", None) == ("1a2",)


@pytest.mark.parametrize(
    ("at", "stands", "text", "path"),
    [
        (GROUND, (), "b3 no crystals", ("b3", f"{PUT}pass")),
        (GROUND, (), "b3, facing north, no crystals", ("b3", "n", "pass")),
        (GROUND, (), "b3 north 2 energy", ("b3", "n", "energyx2")),
        (GROUND, (), "b3 with 1 energy and top east", ("b3", "e", "energy")),
        (GROUND, ("b3",), "1 energy, north", ("b3", "n", "energy")),
        (RAISING, (), "shift 4y to 0,2", ()),
        (BUILDING, (), "shift 1d to 2,-1", ("shift", "1d", "2,-1")),
        (FIGHTING | {"phase": "move"}, (), "c3 to d3 and a3 to a2", ("c3-d3", "a3-a2")),
        (FIGHTING | {"phase": "move"}, (), "c3 strikes d4 and a3 to a2", ("a3-a2", "c3xd4")),
        (GROUND, (), "b3 + 1 energy", ("b3", f"{PUT}energy")),
        (GROUND, (), "b3 +1 energy", ()),
        (GROUND, (), "no north b3", ()),
        (GROUND, (), "not b3 north", ()),
        (GROUND, (), "b3 north east", ()),
        (GROUND, (), "b3 b4", ()),
    ],
)
async def test_several_choices_of_one_panel_are_shown_together_to_be_confirmed(
    tables: Tables, at: dict[str, Any], stands: Path, text: str, path: Path
) -> None:
    """None is made at once, as it may not be clear how the text divides. What is left over or denied is not passed
    over."""
    table = await position(tables, **at)
    with pytest.raises(BadMove) as found:
        typed.answers(table, "P1", text, At(table.questions["P1"].number, stands))
    assert (found.value.path if isinstance(found.value, LeadsOn) else ()) == path


async def test_a_text_that_divides_in_many_ways_is_not_looked_up_without_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the moves is there twice, so that all ways through the others end with it left."""
    table, looked_up = await position(tables, **MARCHING), list[str]()

    def counted(moves: Sequence[Spoken], typed: str, asked: Set[str]) -> Spoken | None:
        looked_up.append(typed)
        return named(moves, typed, asked)

    monkeypatch.setattr(chain, "named", counted)
    said(table, "a3-a4 b3-b4 c3-c2 d3-d2 d3-d2")
    assert 30 < len(looked_up) <= 60


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("keep 1 and 3", ("1A", "3A")),
        ("2 & 3", ("2A", "3A")),
        ("the first and the last", ("1A", "3A")),
        ("keep the first one and the third one", ("1A", "3A")),
        ("keep 1 of 3", ()),
        ("keep two: 1 and 3", ()),
        ("keep two, the first and the third", ()),
        ("keep 1 and 4", ()),
        ("keep 2 and 2", ()),
        ("keep two", ()),
    ],
)
async def test_spells_that_are_kept_together_are_named_by_their_places(tables: Tables, text: str, path: Path) -> None:
    table = await position(tables, **RESEARCHING)
    with pytest.raises(BadMove) as found:
        typed.answers(table, "P1", text, None)
    assert (found.value.path if isinstance(found.value, LeadsOn) else ()) == path
    shown = choices(table.kit, table.pending["P1"], table.view("P1"), table.names, text)
    assert not path or [value for _, value in shown] == [f"research {'+'.join(path)}"]


async def test_who_may_keep_one_spell_is_told_so_who_names_two_places(tables: Tables) -> None:
    table = await position(tables, **RESEARCHING | {"P1": {"hand": ["11A"]}})
    assert "You may keep one spell; only the sapphire adept may keep two." in told_why(table, "keep 1 and 3")


async def test_places_in_a_list_are_not_joined_where_one_thing_is_chosen(tables: Tables) -> None:
    told, _ = said(await position(tables, "11A", **PURGING), "purge 1 and 3")
    assert "There is no `1` or `3` in what you can choose now." in told


@pytest.mark.parametrize("text", ["3 on the sapphire one", "3 on the blue one", "the blue one, 3 miners"])
async def test_the_one_of_a_gem_is_not_its_first_site(tables: Tables, text: str) -> None:
    told, _ = said(await position(tables, **ASSIGNING), text)
    assert "can be several moves: say which." in told
    assert "\n- 3 miners to Sapphire II: 3 sapphires" in told


async def test_gems_are_known_by_their_colours(tables: Tables) -> None:
    """As the rulebook lists them."""
    table = await position(tables, **ASSIGNING)
    assert typed.answers(table, "P1", "3 on red 1", None) == ("ruby.1x3",)
    assert typed.answers(table, "P1", "green 1 x 3", None) == ("emerald.1x3",)
    told, _ = said(table, "the purple one")
    assert "Possible with `purple`:\n- 2 miners to Amethyst I: " in told
    shown = choices(table.kit, table.pending["P1"], table.view("P1"), table.names, "purple")
    assert {label.partition(" to ")[2].split()[0] for label, _ in shown} == {"Amethyst"}


async def test_a_colour_that_may_be_a_players_is_not_taken_for_a_gem(tables: Tables) -> None:
    table = await position(tables, "6B", **TELEPORTING)
    assert typed.answers(table, "P1", "ruby 1", None) == ("ruby.1",)
    said(table, "red 1")


async def test_an_attack_that_nobody_can_make_is_not_taken_for_a_move(tables: Tables) -> None:
    told, _ = said(await position(tables, **FIGHTING | {"phase": "move"} | {"P1": {"troops": ["a3"]}}), "a3 attack")
    assert "There is no `attack` in what you can choose now." in told


async def test_what_comes_of_a_move_is_no_word_of_it(tables: Tables) -> None:
    """A label, "a2 to b3 (-1 Attack)", may be typed in part."""
    table = await position(tables, **FIGHTING | {"phase": "move", "P1": {"troops": ["a2"]}, "P2": {}})
    told, path = said(table, "a2 b3 (-1 Attack)")
    assert told.endswith("Possible with `a2` and `b3`:\n- a2 to b3 (-1 Attack)")
    assert "There is no" not in told
    assert path == ("a2-b3",)


@pytest.mark.parametrize(("phase", "other"), [("move", "combat"), ("combat", "move")])
async def test_a_phase_is_ended_by_its_name_and_by_no_other(tables: Tables, phase: str, other: str) -> None:
    table = await position(tables, **FIGHTING | {"phase": phase})
    assert typed.answers(table, "P1", f"end the {phase} phase", None) == ("pass",)
    said(table, f"end the {other} phase")


@pytest.mark.parametrize("text", ["no crystals", "nothing", "none please"])
async def test_no_crystals_are_chosen_where_they_go_along_with_a_direction(tables: Tables, text: str) -> None:
    """Chosen beside a direction they answer nothing yet; asked for alone they are the answer."""
    table = await position(tables, **GROUND)
    with pytest.raises(LeadsOn) as step:
        typed.answers(table, "P1", text, At(table.questions["P1"].number, ("b3",)))
    assert step.value.path == ("b3", f"{PUT}pass")
    game = table.playing.copy()
    game.play("P1", "b3")
    with pytest.raises(LeadsOn) as step:
        typed.answers(table.at(game), "P1", text, None)
    assert step.value.path == (f"{PUT}pass",)
    game.play("P1", "n")
    assert typed.answers(table.at(game), "P1", text, None) == ("pass",)


async def test_what_only_looks_or_is_put_along_does_not_confirm_what_is_chosen(tables: Tables) -> None:
    """To type the label of an option to look closely at a tile made the choice that stood there to be confirmed."""
    table = await position(tables, **WEAVING)
    at = At(table.questions["P1"].number, ("meditate",))
    with pytest.raises(LeadsOn) as step:
        typed.answers(table, "P1", "1b · Colonnade", at)
    assert step.value.path == ("meditate", f"{LOOK}1b")
    assert typed.answers(table, "P1", "confirm", at._replace(path=step.value.path)) == ("meditate",)
    shown = choices(table.kit, table.pending["P1"], table.view("P1"), table.names, "colonnade", at.path)
    assert not [label for label, _ in shown if "Colonnade" in label and "after" in label]


async def test_what_is_to_be_put_along_already_can_be_said_again(tables: Tables) -> None:
    """It placed the warrior without the crystal, and without a direction."""
    table = await position(tables, **GROUND)
    at = At(table.questions["P1"].number, ("b3", f"{PUT}energy"))
    with pytest.raises(LeadsOn) as step:
        typed.answers(table, "P1", "put 1 energy on it", at)
    assert step.value.path == at.path
    shown = choices(table.kit, table.pending["P1"], table.view("P1"), table.names, "1 energy", at.path)
    assert "b3" not in " ".join(label for label, _ in shown)


async def test_what_is_done_to_the_spell_that_is_chosen_is_not_another_spell_of_that_name(tables: Tables) -> None:
    """Whoever had Ambition chosen and typed "purge", as the button "Purge it" says, purged Purge."""
    two = {"P1": {"hand": ["11A", "11A", "1A"], "queue": {"amethyst": [1, 0, 0]}}}
    table = await position(tables, "11A", **PURGING | two)
    [question] = table.questions.values()
    table, at = replace(table, questions={"P1": question}), At(question.number, ("1A",))
    with pytest.raises(BadMove, match="several moves"):
        typed.answers(table, "P1", "purge", at)
    assert typed.answers(table, "P1", "purge it", at) == ("1A",)
    assert typed.answers(table, "P1", "ambition", at._replace(path=("11A",))) == ("1A",)


@pytest.mark.parametrize(("text", "token"), [("core 3", "3o"), ("2", "2o"), ("the core of 1", "1o")])
def test_a_core_is_known_by_the_number_of_its_set(text: str, token: str) -> None:
    game = kit("harrowing").new(2, {}, "cores")
    [decision] = game.pending.values()
    assert kit("harrowing").words.spelled(decision, game.view(decision.seat), text) == f"core {token}"


@pytest.mark.parametrize("text", ["counterclockwise", "anti-clockwise", "counter clockwise please"])
@pytest.mark.parametrize(("said", "spun"), [("", "spin ccw"), ("not ", "")])
def test_what_turns_against_the_clock_is_not_taken_for_clockwise(text: str, said: str, spun: str) -> None:
    decision, words = Decision("P1", "spin", ("cw", "ccw"), "", {}, ""), kit("harrowing").words
    assert words.spelled(decision, {}, said + text) == spun


async def test_who_fights_where_a_battle_is_asked_for_is_understood(tables: Tables) -> None:
    told, _ = said(await position(tables, "muster", "2", **MUSTERED | {"P1": {"pool": 3}}), "fight somebody on 1b")
    assert "`fight`" not in told


async def test_a_pillar_raised_on_a_tile_is_found(tables: Tables) -> None:
    _, path = said(await position(tables, **RAISING), "raise a pillar on 2y")
    assert path == ("raise", "2y")


async def test_to_rest_is_to_meditate(tables: Tables) -> None:
    told, path = said(await position(tables, **WEAVING), "rest")
    assert "is part of one choice alone" in told
    assert path == ("meditate",)


@pytest.mark.parametrize("text", ["nothing", "no thanks"])
async def test_who_declines_what_cannot_be_declined_is_told_so(tables: Tables, text: str) -> None:
    told, _ = said(await position(tables, "weave", **WEAVING), text)
    assert "You cannot pass here" in told
    assert "denied" not in told


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("keep 1a", ("1A",)),
        ("i keep gateways and 1a please", ("1A+3A",)),
        ("keep nothing", ("pass",)),
        ("keep nothing please", ("pass",)),
        ("2A+1A", ("1A+2A",)),
        ("keep no", None),
        ("not ambition", None),
        ("cast ambition", None),
        ("discard ambition", None),
        ("keep all", None),
    ],
)
async def test_what_is_kept_is_said_by_name_or_number(tables: Tables, text: str, plays: tuple[str, ...] | None) -> None:
    """Who wants to cast or discard a spell does not keep it."""
    table = await position(tables, **RESEARCHING)
    if plays is None:
        said(table, text)
    else:
        assert tuple(typed.answers(table, "P1", text, None)) == plays


@pytest.mark.parametrize(
    ("hand", "text", "why"),
    [
        ({"adepts": ["sapphire"]}, "keep pilfer", "Pilfer was not dealt to you."),
        ({"adepts": ["sapphire"]}, "keep 1a, then keep 2a; keep 3a", "You may keep two spells at most."),
        ({}, "keep 1a and 2a", "You may keep one spell; only the sapphire adept may keep two."),
    ],
)
async def test_spells_that_cannot_be_kept_are_refused_with_the_rule(
    tables: Tables, hand: dict[str, Any], text: str, why: str
) -> None:
    table = await position(tables, **RESEARCHING | {"P1": {"hand": ["11A"], **hand}})
    assert told_why(table, text).startswith(f"`{text}`: {why}\n")


@pytest.mark.parametrize(
    ("at", "answers", "text", "plays"),
    [
        (ASSIGNING, (), "r2x3", ("ruby.2x3",)),
        (ASSIGNING, (), "3 miners on onix 2", ("onyx.2x3",)),
        (ASSIGNING, (), "r2", None),
        (ASSIGNING, (), "ruby s2 x3", None),
        (ASSIGNING, (), "r2x3!", None),
        (ASSIGNING, (), "1st ruby 3", ("ruby.1x3",)),
        (CROWDED, (), "3 miners on ruby", ("ruby.3x3",)),
        (CROWDED, (), "ruby III 2", ("ruby.3x2",)),
        (CROWDED, (), "ruby 3", None),
        (CROWDED, (), "ruby 2", None),
        (CROWDED, (), "3", None),
        (ENTERING, (), "ruby x3", ("ruby.0x3",)),
        (ENTERING, (), "r3", None),
        (ENTERING, (), "ruby site 3", None),
        (ENTERING, (), "ruby #3", None),
        (ENTERING, (), "3 on the last ruby site", None),
        (ENTERING, (), "3 in ruby", ("ruby.0x3",)),
        (ENTERING, (), "my ruby.3", None),
        (PLACING, ("1A",), "second ruby", ("ruby.2x1",)),
        (PLACING, ("1A",), "ruby 1", None),
        (MOVING, ("6A",), "topaz 2", ("topaz.2",)),
        (MOVING, ("6A",), "from the second topaz site please", ("topaz.2",)),
        (MOVING, ("6A",), "t2", ("topaz.2",)),
        (MOVING, ("6A",), "2 topaz", None),
        (MOVING, ("6A",), "topaz 2 miners", None),
        (MOVING, ("6A",), "topaz miners 2", None),
        (MOVING, ("6A",), "the topaz one", None),
        (MOVING, ("6A",), "the topaz with 2", None),
        (MOVING, ("6A",), "ruby one", ("ruby.1",)),
        (MOVING, ("6A",), "my ruby@1", None),
        (MOVING, ("6A",), "site 2 of topaz", ("topaz.2",)),
        (MOVING, ("6A",), "to topaz 2", None),
        (MOVING, ("6A",), "not topaz 2", None),
        (MOVING, ("6A",), "from topaz 2 to ruby 1", None),
        (MOVING, ("6A", "topaz.2"), "2 to ruby 1", ("ruby.1x2",)),
        (MOVING, ("6A", "topaz.2"), "ruby 1 x2", ("ruby.1x2",)),
        (MOVING, ("6A", "topaz.2"), "ruby 1", None),
        (BUYING, (), "spell 12", ("12A",)),
        (BUYING, (), "12", None),
        (SUSPENDING, ("1B",), "player 3", ("P3",)),
        (SUSPENDING, ("1B",), "suspend seat three", ("P3",)),
        (TAKING, ("7B", "ruby@2"), "1 topaz of player 3 from stage 1", ("P3:topaz@1",)),
        (BUYING, ("12A",), "sapphire stage 2", ("sapphire@2",)),
        (BUYING, ("12A", "sapphire@b"), "third stage ruby", ("ruby@3",)),
        (BUYING, ("12A",), "pay with a sapphire from the battery", ("sapphire@b",)),
        (BUYING, ("12A",), "not sapphire stage 2", None),
        (BUYING, ("12A",), "2 sapphires from stage 2", None),
        (MIXED, ("4A",), "ruby stage 1 and 1 topaz battery level", ("topaz@b+ruby@1",)),
        (MIXED, ("4A",), "1 topaz from stage 2, one ruby from stage 1", ("topaz@2+ruby@1",)),
        (MIXED, ("4A",), "1 topaz from stage 2, and ruby from stage 1", ("topaz@2+ruby@1",)),
        (MIXED, ("4A",), "second stage topaz and stage 1 ruby", ("topaz@2+ruby@1",)),
        (MIXED, ("4A",), "topaz battery", None),
        (MIXED, ("4A",), "topaz into battery, ruby stage 1", None),
        (MIXED, ("4A",), "topaz from battery and 1 ruby from stage", None),
        (MIXED, ("4A",), "1 ruby from stage and 1 topaz from stage 2", None),
        (RESEARCHING, (), "keep 1a, 3a", ("1A+3A",)),
        (RESEARCHING, (), "1a, and 3a,", ("1A+3A",)),
        (RESEARCHING, (), "keep spell 3", ("3A",)),
        (RESEARCHING, (), "keep 1a and", None),
        (RESEARCHING, (), "1a, not 3a", None),
        (DISCARDING, ("1A",), "discard spell 5", ("5A",)),
        (DISCARDING, ("1A",), "drop the tunneling card", ("4A",)),
        (DISCARDING, ("1A",), "discard 5", None),
        (DISCARDING, ("1A",), "keep spell 5", None),
        (DRAWING, (), "yes please", ("draw",)),
        (DRAWING, (), "draw a card", ("draw",)),
        (DRAWING, (), "don't draw a card", None),
        (DRAWING, (), "draw gateways", None),
        (SALVAGING, ("15A",), "take spell 11", ("11A",)),
        (SALVAGING, ("15A",), "discard spell 11", None),
        (STEALING, ("15B",), "steal ambition", ("1A",)),
        (PURGING, ("11A",), "purge spell 5", ("5A",)),
        (PURGING, ("11A",), "discard ambition", ("1A",)),
        (PURGING, ("11A",), "ambition spell 5", None),
    ],
)
async def test_sites_and_gems_that_are_named_in_full_are_taken_at_once(
    tables: Tables, at: dict[str, Any], answers: tuple[str, ...], text: str, plays: tuple[str, ...] | None
) -> None:
    """With a mine's first letter, and with each payment's stage. Where a number may be one of miners, or a part is left
    out, nothing is."""
    table = await position(tables, *answers, **at)
    if plays is not None:
        assert tuple(typed.answers(table, "P1", text, None)) == plays
    else:
        with pytest.raises((BadMove, LeadsOn)):
            typed.answers(table, "P1", text, None)


@pytest.mark.parametrize(
    ("at", "answers", "called", "text", "plays"),
    [
        (RESEARCHING, (), ("Nothing", "Eve"), "player 2", None),
        (BUYING, ("12A",), ("1", "Eve"), "player 2 sapphire battery level", None),
        (ASSIGNING, (), ("3", "Eve"), "player 2 miners on ruby 1", None),
        (SUSPENDING, ("1B",), ("Nothing", "Eve"), "player 2", "P2"),
        (SUSPENDING, ("1B",), ("Seat 3", "Eve"), "seat 2", "P2"),
        (SUSPENDING, ("1B",), ("Seat 3", "Eve"), "seat 3", "P2"),
        (SUSPENDING, ("1B",), ("Ruby", "Eve"), "suspend seat two", "P2"),
        (SUSPENDING, ("1B",), ("eve", "Eve"), "player 2 please", "P2"),
        (SUSPENDING, ("1B",), ("Maximilian Schmidt", "Eve"), "player 2", "P2"),
        (SUSPENDING, ("1B",), ("Maximilian Schmidt", "Eve"), "suspend maximilian schmidt", "P2"),
        (SUSPENDING, ("1B",), ("Bartholomew Smith", "Sir Bartholomew Smith"), "sir bartholomew smith", "P3"),
        (
            SUSPENDING,
            ("1B",),
            ("Maximilian von Schmidt", "Maximilian von Braun"),
            "maximilian von schmidt please",
            "P2",
        ),
        (SUSPENDING, ("1B",), ("Maximilian von Schmidt", "Maximilian von Braun"), "suspend player 3", "P3"),
        (SUSPENDING, ("1B",), ("Maximilian von Schmidt", "Maximilian von Braun"), "suspend maximilian", None),
        (SUSPENDING, ("1B",), ("Bob", "Bob Eve"), "bob and player 3", None),
        (SUSPENDING, ("1B",), ("Ann Bob", "Bob"), "player 2 and bob", None),
        (ASSIGNING, (), ("3 miners on ruby 1", "Eve"), "3 miners on ruby 1", "ruby.1x3"),
        (
            TAKING | {"P2": {"queue": {"ruby": [1, 0, 0]}}},
            ("7B", "ruby@2"),
            ("★", "☆"),
            "1 topaz of player 2 from stage 1",
            None,
        ),
    ],
)
async def test_a_player_meant_by_number_or_whole_name_is_never_taken_for_what_the_name_means(
    tables: Tables, at: dict[str, Any], answers: tuple[str, ...], called: tuple[str, str], text: str, plays: str | None
) -> None:
    table = await position(tables, *answers, called=called, **at)
    if plays is None:
        said(table, text)
    else:
        assert tuple(typed.answers(table, "P1", text, None)) == (plays,)


@pytest.mark.parametrize(
    ("answers", "text", "plays"),
    [
        ((), "cast raise", ("raise",)),
        ((), "use the raise spell", ("raise",)),
        ((), "cast a spell", None),
        ((), "don't cast raise", None),
        (("raise",), "tile 2y", ("2y",)),
        (("raise",), "raise tile 2y", ("2y",)),
        (("raise",), "not tile 2y", None),
        (("weave", "1a1"), "0, 1", ("0,1",)),
        (("weave", "1a1"), "1 -1", ("1,-1",)),
        (("weave", "1a1"), "0 1", None),
        (("weave", "1a1"), "not 0, 1", None),
    ],
)
async def test_what_people_say_with_a_spell_a_tile_or_a_hex_makes_no_difference(
    tables: Tables, answers: tuple[str, ...], text: str, plays: tuple[str, ...] | None
) -> None:
    table = await position(tables, *answers, **(WEAVING if answers[:1] == ("weave",) else RAISING))
    if plays is None:
        said(table, text)
    else:
        assert tuple(typed.answers(table, "P1", text, None)) == plays


@pytest.mark.parametrize(
    ("at", "answers", "text"),
    [
        (ASSIGNING, (), "2 on ruby 3"),
        (MIXED, ("4A",), "topaz@b+ruby@1"),
        (PAYING, (), "no thanks"),
        (FIGHTING, (), "done"),
        (RAISING, (), "cast raise"),
        (ASSIGNING, (), "ruby #2 3"),
        (BUYING, (), "spell 12"),
        (DISCARDING, ("1A",), "discard spell 5"),
        (DRAWING, (), "draw a card"),
        (SUSPENDING, ("1B",), "suspend player 3"),
    ],
)
async def test_the_move_that_a_text_makes_comes_first_in_its_suggestions(
    tables: Tables, at: dict[str, Any], answers: tuple[str, ...], text: str
) -> None:
    """For Enter takes the first suggestion."""
    table = await position(tables, *answers, **at)
    decision = table.pending["P1"]
    [token] = typed.answers(table, "P1", text, None)
    first, *_ = choices(table.kit, decision, table.view("P1"), table.names, text)
    assert first[1] == f"{decision.kind} {token}"


@pytest.mark.parametrize(
    ("at", "answers", "text", "first"),
    [
        (ASSIGNING, (), "3 miners on ruby 1 and 2 on topaz 1", "3 miners to Ruby I: "),
        (ASSIGNING, (), "ruby.1x3; topaz.1x2", "3 miners to Ruby I: "),
        (ASSIGNING, (), "2 on ruby 2, then 2 on topaz 1, then 2 on topaz 2", "2 miners to Ruby II: "),
        (FIGHTING | {"phase": "move"}, (), "c3 to d3 and c3 to b3", "c3 to d3"),
    ],
)
async def test_of_several_moves_in_a_sentence_the_first_is_there_to_be_confirmed(
    tables: Tables, at: dict[str, Any], answers: tuple[str, ...], text: str, first: str
) -> None:
    told, path = said(await position(tables, *answers, **at), text)
    assert "is more than one choice, and I make one at a time. The first is chosen above" in told
    assert f"\n- {first}" in told
    assert path


async def test_of_several_moves_one_that_a_press_makes_is_not_said_to_be_chosen(tables: Tables) -> None:
    told, path = said(await position(tables, **FIGHTING | {"phase": "move"}), "c3 strikes d4 and c3 to d3")
    assert "The first counts once you press it, or type it alone.\n- c3 strikes d4" in told
    assert path == ()


@pytest.mark.parametrize(
    ("at", "answers", "text"),
    [
        (RESEARCHING, (), "keep ambition (1A), keep gateways (3A)"),
        (MIXED, ("4A",), "topaz@b+ruby@1, topaz@2+ruby@1"),
    ],
)
async def test_several_things_that_can_be_one_choice_are_not_taken_for_several(
    tables: Tables, at: dict[str, Any], answers: tuple[str, ...], text: str
) -> None:
    """The sapphire adept may keep two spells, and a cost can be paid from two places."""
    told, _ = said(await position(tables, *answers, **at), text)
    assert "one at a time" not in told


@pytest.mark.parametrize(
    "text", ["3 miners on ruby 1 and so on", "3 on ruby 1, not 2 on topaz 1", "5 on ruby 1, ruby.1x3"]
)
async def test_what_is_not_wholly_moves_is_not_taken_for_several(tables: Tables, text: str) -> None:
    told, _ = said(await position(tables, **ASSIGNING), text)
    assert "one at a time" not in told


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("2 miners on ruby 2 qu", ["assign ruby.2x2"]),
        ("2 miners on ruby 2 because", ["assign ruby.2x2"]),
        ("remove 2 miners from ruby 2", []),
        ("ruby 2 5", []),
        ("2 on ruby 12a", []),
        ("not 2 miners on ruby 2", []),
        ("abracadabra", []),
        ("three on the rubies", ["assign ruby.1x3"]),
        ("keep gateways pil", ["research 3A"]),
        ("keep gateways pilfer", []),
    ],
)
async def test_a_last_word_that_nothing_has_does_not_keep_the_others_from_suggesting(
    tables: Tables, text: str, suggested: list[str]
) -> None:
    """It may not be finished. A word before the others may say what to do with them: Enter takes the first suggestion.
    What names a spell is left out as little."""
    table = await position(tables, **(RESEARCHING if text.startswith("keep") else ASSIGNING))
    found = choices(table.kit, table.pending["P1"], table.view("P1"), table.names, text)
    assert [value for _, value in found][:1] == suggested


@pytest.mark.parametrize(
    ("text", "suggested"), [("topaz stage 1 zzz", ["take P3:topaz@1"]), ("topaz stage 1 from bob", [])]
)
async def test_a_player_who_has_nothing_to_take_is_not_left_out_for_another(
    tables: Tables, text: str, suggested: list[str]
) -> None:
    table = await position(tables, "7B", "ruby@2", **TAKING)
    names = {"P1": "Ann", "P2": "Bob", "P3": "Eve"}
    found = choices(table.kit, table.pending["P1"], table.view("P1"), names, text)
    assert [value for _, value in found] == suggested
