"""What a panel says before Confirm is what then happens (as far as nobody else acts in between)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

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
    """Gems by seat and type, by the same forecast that the panels use."""
    gems: Counter[tuple[str, str]] = Counter()
    for gem in GEM_NAMES:
        dug = facts.dug(gem, enriched=gem == enriched)
        for party, count in zip(facts.parties(gem), dug, strict=True):
            if party and count:
                gems[party[0], gem] += count
    return gems


def produced(events: tuple[Event, ...]) -> Counter[tuple[str, str]]:
    """Gems by seat and type."""
    gems: Counter[tuple[str, str]] = Counter()
    for event in events:
        if event.kind == "gained" and event.seat is not None:
            gems[event.seat, event.data["gem"]] += event.data["count"]
    return gems


def mana_after(seat: str, events: list[Event], before: dict[str, Any]) -> int:
    """Mana right after the choice: the first change is its own."""
    change = next(event for event in events if event.kind in ("rose", "fell"))
    mana: int = before["players"][seat]["mana"] + (
        change.data["mana"] if change.kind == "rose" else -change.data["mana"]
    )
    return mana


@pytest.mark.parametrize("setting", list(settings(24, "processed")), ids=str)
def test_processing_pays_as_foretold(setting: Setting) -> None:
    """The figures of Imperfections and the diamond adept: types, halvings and threes in force (ruling 30)."""
    rng = random.Random(setting.seed)
    game, checked = setting.start(), 0
    while not game.over:
        view, phase = game.view(None), game.phase
        facts = Facts(view, "", NAMES)
        seat, token = choose(game, rng)
        plain = not {row["source"] for row in view["effects"]} & {"16A", "20B"}
        events = game.play(seat, token)
        if phase == "V" and plain and view["step"] == "process" and view["processing"] is None:
            named = token if token in GEM_NAMES else ""
            for event in events:
                if event.kind == "processed" and event.seat is not None:
                    gems = facts.processed(event.seat)
                    assert gems == event.data["gems"]
                    paid = sum(facts.pays(gem, count, triple=gem == named) for gem, count in gems.items())
                    assert paid == event.data["mana"]
                    checked += 1
    assert checked
