"""What a panel says before Confirm then happens, as far as nobody else acts in between."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from game.adepts import scenario
from game.adepts.panels.previews import effect
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.words.facts import Facts
from game.core.decisions import Event
from tests.bot.face.layouts import NAMES
from tests.playouts import Setting, choose, settings

BATTERY = {("gem", "12A"), ("yield", "14A"), ("type", "13B"), ("type", "18A"), ("take-spell", "15A")}
"""Choices that change batteries at once."""

MANA = {("purge", "11A"), ("opponent", "12B"), ("yield", "14A"), ("type", "18A")}
"""Choices that change mana at once."""


@pytest.mark.parametrize("setting", list(settings(48, "foretold")), ids=str)
def test_levels_mana_and_production_come_as_foretold(setting: Setting) -> None:
    """Batteries, mana, and all that the mines give after the last choice before production (ruling 24)."""
    rng = random.Random(setting.seed)
    game = setting.start()
    while not game.over:
        seat, token = choose(game, rng)
        decision, before = game.pending[seat], game.view(seat)
        kind, facts = (decision.kind, decision.source), Facts(before, seat, NAMES)
        told = "\n".join(effect(decision, facts, token)) if token != "pass" and decision.kind != "research" else ""
        named = token if kind == ("mine", "emerald") else ""
        last = bool(named) or (before["phase"], decision.kind, token) == ("II", "cast", "pass")
        foretold = foreseen(facts, named) if last else None
        events = game.play(seat, token)
        mine = [event for event in events if event.seat == seat][: 3 if kind == ("take-spell", "15A") else 2]
        if told and kind in BATTERY:
            for event in mine:
                if event.kind in ("charged", "drained") and (kind[0] != "type" or event.data["gem"] == token):
                    now, change = facts.battery(event.data["gem"]), event.data["levels"]
                    assert f"level {now} → {now + change if event.kind == 'charged' else now - change}" in told
        if told and kind in MANA and any(event.kind in ("rose", "fell") for event in mine):
            assert f"{before['players'][seat]['mana']} → {mana_after(seat, mine, before)}" in told
        if foretold is not None and (named or produced(events)):
            assert foretold == produced(events)


def foreseen(facts: Facts, enriched: str) -> Counter[tuple[str, str]]:
    """Return the predicted gems by seat and type, from the forecast that panels use."""
    gems: Counter[tuple[str, str]] = Counter()
    for gem in GEM_NAMES:
        dug = facts.dug(gem, enriched=gem == enriched)
        for party, count in zip(facts.parties(gem), dug, strict=True):
            if party and count:
                gems[party[0], gem] += count
    return gems


def produced(events: tuple[Event, ...]) -> Counter[tuple[str, str]]:
    """Return the gems gained, by seat and type."""
    gems: Counter[tuple[str, str]] = Counter()
    for event in events:
        if event.kind == "gained" and event.seat is not None:
            gems[event.seat, event.data["gem"]] += event.data["count"]
    return gems


def mana_after(seat: str, events: list[Event], before: dict[str, Any]) -> int:
    """Return the mana right after the choice, whose effect is the first change."""
    change = next(event for event in events if event.kind in ("rose", "fell"))
    mana: int = before["players"][seat]["mana"] + (
        change.data["mana"] if change.kind == "rose" else -change.data["mana"]
    )
    return mana


@pytest.mark.parametrize("setting", list(settings(24, "processed")), ids=str)
def test_processing_pays_as_foretold(setting: Setting) -> None:
    """The figures for Imperfections and the diamond adept: types, halvings and threes in force (ruling 30)."""
    rng = random.Random(setting.seed)
    game, checked = setting.start(), 0
    while not game.over:
        view, phase = game.view(None), game.phase
        facts = Facts(view, "", NAMES)
        seat, token = choose(game, rng)
        plain = not {row["source"] for row in view["effects"]} & {"16A", "20B"}
        events = game.play(seat, token)
        if phase == "V" and plain and view["step"] == "process" and view["processing"] is None:
            then = Facts(facts.under("diamond", seat, token), "", NAMES) if token in GEM_NAMES else facts
            for event in events:
                if event.kind == "processed" and event.seat is not None:
                    gems = facts.processed(event.seat)
                    assert gems == event.data["gems"]
                    paid = sum(then.pays(gem, count) for gem, count in gems.items())
                    assert paid == event.data["mana"]
                    checked += 1
    assert checked


TABLE = """
[[scenario]]
title = "told"
players = 3
turn = 3
phase = "{phase}"
{spells}
{position}
"""


def told(phase: str, spells: str, position: str, moves: str, token: str) -> list[str]:
    """Return what a panel says about a token after some moves, below its heading and without signs."""
    toml = TABLE.format(phase=phase, spells=spells, position=position)
    game = scenario.set_up(scenario.read(toml)[0])
    for move in moves.split("|"):
        game.play(*move.split())
    [seat] = game.asked
    lines = effect(game.pending[seat], Facts(game.view(seat), seat, NAMES), token)[1:]
    return [re.sub(r"[^ -~→]+ ?", "", line) for line in lines]


NEGATION = """
P1 = { hand = ["20B"], battery = { diamond = 2 }, queue = { ruby = [0, 0, 1] } }
P2 = { hand = ["17B"], battery = { diamond = 1 }, queue = { ruby = [0, 0, 2], topaz = [0, 0, 3] }, adepts = ["diamond"]}
"""


@pytest.mark.parametrize(
    ("moves", "named", "hers", "mine"),
    [
        ("P2 17B", "ruby", ["- Anna, 1 in stage 3: 2 → 1 mana"], "2 in stage 3: 3 → 2 mana"),
        ("P2 pass", "ruby", ["- Anna, 1 in stage 3: 2 → 3 mana"], "2 in stage 3: 3 → 3 mana"),
        ("P2 pass", "topaz", [], "3 in stage 3: 3 → 4 mana"),
    ],
)
def test_what_a_named_type_pays_under_negation_depends_on_the_others(
    moves: str, named: str, hers: list[str], mine: str
) -> None:
    """The type that pays most by then is cancelled, for the caster's opponents (ruling 30)."""
    said = told("V", 'spells = ["17B", "20B"]', NEGATION, f"P1 20B|{moves}", named)
    assert said == [*hers, f"- You, {mine} in all, with Negation"]


OVERLOAD = """
P1 = { hand = ["%s"], battery = { onyx = 2, diamond = 2 }, queue = { onyx = [0, 0, 1], topaz = [0, 0, 3] } }
P2 = { hand = ["16B"], battery = { onyx = 1 }, queue = { topaz = [1, 0, 0] }%s }
P3 = { hand = ["16B"] }
"""


@pytest.mark.parametrize(
    ("card", "moves", "less"),
    [
        ("19A", "P1 pass", "1 mana and 1 level"),
        ("17B", "P1 17B|P1 topaz", "1 level"),
        ("18B", "P1 18B|P1 onyx@bx2|P1 topaz", "1 mana"),
        ("17A", "P1 17A|P1 topaz", "nothing"),
        ("20A", "P1 20A|P1 minor", "1 mana and 2 levels"),
    ],
)
def test_what_overload_takes_is_what_processing_would_have_brought(card: str, moves: str, less: str) -> None:
    """With Imperfections (ruling 30), Stasis, one's own Moratorium (ruling 31) and Intensify (ruling 32)."""
    position = OVERLOAD % (card, "")
    said = told("V", f'spells = ["{card}"]', position, f"{moves}|P2 16B", "topaz")
    assert said == [f"- 3 → 2 there: {less} less this turn."]


def test_what_overload_takes_counts_the_last_of_a_type_for_the_onyx_adept() -> None:
    """One level for each type in stage 3, besides processing (ruling 29)."""
    position = """
    P1 = { hand = ["16B"], battery = { onyx = 1 } }
    P2 = { hand = ["16B"], queue = { topaz = [0, 0, 1], ruby = [0, 0, 1] }, adepts = ["onyx"] }
    P3 = { hand = ["16B"] }
    """
    assert told("V", "", position, "P1 16B", "ruby") == ["- 1 → 0 there: 2 mana and 2 levels less this turn."]


def test_what_intensify_brings_counts_the_level_of_the_onyx_adept_that_comes_first() -> None:
    """One level for each type in stage 3, apart from processing (ruling 29), then two a gem (ruling 32); caps at 10."""
    position = """
    P2 = {}
    P3 = {}
    [scenario.P1]
    hand = ["20A"]
    battery = { diamond = 2, ruby = 6, emerald = 8 }
    queue = { ruby = [0, 0, 1], emerald = [0, 0, 1], topaz = [0, 0, 1] }
    adepts = ["onyx"]
    """
    assert told("V", "", position, "P1 20A", "major") == [
        "- 1 ruby and the onyx adept's level: level 6 → 9 (+6 mana at the end)",
        "- 1 emerald and the onyx adept's level: level 8 → 10 (+2 mana at the end, 1 more would be lost)",
    ]
    game = scenario.set_up(scenario.read(TABLE.format(phase="V", spells="", position=position))[0])
    game.play("P1", "20A")
    game.play("P1", "major")
    while game.pending and game.turn == 3:
        [seat] = game.asked
        game.play(seat, "pass")
    assert [game.view(None)["players"]["P1"]["battery"][gem] for gem in ("ruby", "emerald")] == [9, 10]


@pytest.mark.parametrize(
    ("moves", "lost"),
    [
        ("P1 pass", {"You": (1, 2), "Anna": (2, 2)}),
        ("P1 20A|P1 minor", {"You": (1, 2), "Anna": (2, 4)}),
    ],
)
def test_the_levels_that_stasis_would_stop_are_those_that_would_come(
    moves: str, lost: dict[str, tuple[int, int]]
) -> None:
    """Two for each gem under Intensify (ruling 32), and the onyx adept's (rulings 29 and 31)."""
    position = """
    P1 = { hand = ["20A"], battery = { diamond = 2 }, queue = { topaz = [0, 0, 2] } }
    P2 = { hand = ["18B"], battery = { onyx = 2 }, queue = { topaz = [0, 0, 1] }, adepts = ["onyx"] }
    P3 = {}
    """
    said = told("V", 'spells = ["18B"]', position, f"{moves}|P2 18B", "topaz")
    assert sorted(said) == sorted(
        f"- {who}, {held} in stage 3: {levels} levels lost" for who, (held, levels) in lost.items()
    )
    stopped = told("V", 'spells = ["18B"]', position, f"{moves}|P2 18B", "citrine")
    assert stopped == ["- No citrine level is to come this turn: it changes nothing."]


@pytest.mark.parametrize(
    ("named", "lines"),
    [
        ("citrine", ["- Anna cannot send levels there by Realignment."]),
        ("ruby", ["- Anna, 2 in stage 3: 2 levels lost"]),
    ],
)
def test_a_stasis_against_a_realignment_closes_that_battery_to_it(named: str, lines: list[str]) -> None:
    """A track under Stasis cannot be chosen, whatever is processed (rulings 31 and 32)."""
    position = """
    P1 = { hand = ["19A"], battery = { onyx = 1, diamond = 1 }, queue = { ruby = [0, 0, 2] } }
    P2 = { hand = ["18B"], battery = { onyx = 2 } }
    P3 = {}
    """
    assert told("V", 'spells = ["18B"]', position, "P1 19A|P2 18B", named) == lines


@pytest.mark.parametrize(
    ("stock", "line"),
    [
        (6, "- Only 2 instead of 4 rubies will be dug there this phase."),
        (2, "- Still 2 rubies will be dug there this phase."),
        (0, "- No rubies will be dug there this phase, with or without them."),
    ],
)
def test_miners_that_a_short_mine_had_nothing_for_are_no_loss(stock: int, line: str) -> None:
    """All gems come from the mine's stock (ruling 24), so they would have dug nothing."""
    position = f"""
    stocks = {{ ruby = {stock} }}
    sites = {{ "ruby.1" = "P2x4", "onyx.1" = "P3x2" }}
    P1 = {{ hand = ["6B"], battery = {{ citrine = 1 }} }}
    """
    assert told("II", 'spells = ["6B"]', position, "P1 6B", "ruby.1")[1:] == [line]


@pytest.mark.parametrize("stock", [1, 6])
def test_a_site_that_is_cleared_digs_nothing(stock: int) -> None:
    position = f"""
    stocks = {{ ruby = {stock} }}
    sites = {{ "ruby.1" = "P2x2", "onyx.1" = "P3x2" }}
    P1 = {{ hand = ["6B"], battery = {{ citrine = 1 }} }}
    """
    said = told("II", 'spells = ["6B"]', position, "P1 6B", "ruby.1")
    assert said[1:] == [f"- No rubies will be dug there this phase, instead of {min(stock, 2)}."]


def test_the_miners_whom_telekinesis_leaves_less_are_named_by_their_place() -> None:
    """Those inside are on no site; they dig first (ruling 24)."""
    position = """
    stocks = { ruby = 5 }
    sites = { "ruby.0" = "P2x4", "ruby.1" = "P1x2" }
    P1 = { hand = ["8A"], battery = { citrine = 2 } }
    """
    said = told("II", 'spells = ["8A"]', position, "P1 8A", "ruby")
    assert said[1:] == [
        "- Bo's miners inside will dig 3 instead of 4.",
        "- Your miners on I will dig 0 instead of 1.",
    ]


def test_who_digs_more_here_and_less_there_gets_nothing_of_the_emerald_adept() -> None:
    """If the mine is short, two more on site I mean two fewer on site III (ruling 24)."""
    position = """
    stocks = { ruby = 6 }
    sites = { "ruby.1" = "P2x4", "ruby.3" = "P2x2" }
    P1 = { adepts = ["emerald"], hand = ["6A"], battery = { citrine = 1 } }
    """
    assert [line[:20] for line in told("II", "", position, "P1 pass", "ruby")] == ["- Nobody gets more: "]
