"""A spell that would change nothing is warned about before it is paid for: where it is chosen, and among the moves."""

from __future__ import annotations

from typing import Any

import pytest

from game.adepts import Game, scenario
from game.adepts.panels.previews import effect
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS, Spell
from game.adepts.words.facts import Facts
from game.adepts.words.moves import move_label
from game.adepts.words.payments import price
from game.adepts.words.vain import in_vain
from game.core.decisions import Decision
from tests.bot.face.layouts import NAMES, panel, text
from tests.bot.face.test_panels import full_view

WARNED = "changes nothing"
ALWAYS = {"13A"}
"""Spells without a target that always have an effect: ten mana."""


def facts(card: str, rich: bool) -> Facts:
    """Return the caster's view, in which there is plenty of everything, or only what pays for the spell."""
    view = full_view(2)
    view["mines"]["topaz"]["sites"][0] = None
    view["phase"] = SPELLS[card].phase
    for seat, player in view["players"].items():
        own = seat == "P1"
        player["queue"] = {gem: [2, 2, 2] if rich else [0, 0, 0] for gem in GEM_NAMES}
        player["battery"] = dict.fromkeys(GEM_NAMES, 5 if rich or not own else 10)
        player["miners"] = 8 if rich else 0
        player["mana"] = 20 if rich or own else 0
    if not rich:
        bare(view, card)
    return Facts(view, "P1", NAMES)


def bare(view: dict[str, Any], card: str) -> None:
    """Empty all mines. A spell for its caster's gems is paid with the only ones there are."""
    for mine in view["mines"].values():
        mine["stock"] = 0
    if card == "18A":
        return  # paid with levels, so a battery could rise again
    for gem, count in ((GEM_NAMES[gem], count) for gem, count in SPELLS[card].cost):
        view["players"]["P1"]["battery"][gem] = 0
        view["players"]["P1"]["queue"][gem] = [0, 0, count]


def untargeted() -> set[str]:
    """Return the spells that can be cast in any position."""
    return {card for card, spell in SPELLS.items() if type(spell).has_target is Spell.has_target} - ALWAYS


@pytest.mark.parametrize("card", sorted(untargeted() | {"7A", "12A"}))
def test_a_spell_that_needs_no_target_is_warned_of_where_there_is_nothing_for_it(card: str) -> None:
    """Where it is chosen, and in the list of moves."""
    poor, rich = facts(card, rich=False), facts(card, rich=True)
    decision = Decision("P1", "cast", (card, "pass"), "", {}, "Cast?")
    if card == "12A":
        poor._view["players"]["P1"]["queue"]["ruby"] = [1, 0, 0]
    assert in_vain(poor, card)
    assert any(WARNED in line for line in effect(decision, poor, card))
    assert WARNED in move_label(decision, poor, card)
    assert not in_vain(rich, card)
    assert not any(WARNED in line for line in effect(decision, rich, card))
    assert WARNED not in move_label(decision, rich, card)


def test_every_spell_has_a_target_or_says_what_it_lacks() -> None:
    for card in SPELLS:
        assert bool(in_vain(facts(card, rich=False), card)) or card not in untargeted(), card


PHASE_V = """
[[scenario]]
title = "in vain"
players = 2
turn = {turn}
phase = "V"
[scenario.P1]
hand = ["{card}"]
queue = {queue}
battery = {battery}
[scenario.P2]
queue = {{ topaz = [0, 0, 1] }}
"""


def at(queue: str, battery: str = "{}", card: str = "20A", turn: int = 3) -> Game:
    return scenario.set_up(scenario.read(PHASE_V.format(queue=queue, battery=battery, card=card, turn=turn))[0])


async def test_the_first_panel_warns_of_an_empty_stage_3() -> None:
    """Also if it is empty only once the spell is paid for."""
    for queue in ("{ diamond = [2, 0, 0], ruby = [0, 3, 0] }", "{ diamond = [0, 0, 2] }"):
        game = at(queue)
        assert f"⚠️ As things stand it {WARNED}: what you process this turn" in text(panel(game, "P1", ("20A",)))
    assert WARNED not in text(panel(at("{ diamond = [2, 0, 0], ruby = [0, 0, 1] }"), "P1", ("20A",)))


@pytest.mark.parametrize(
    ("queue", "battery", "full"),
    [
        ("{ ruby = [0, 0, 2] }", "{ ruby = 8, diamond = 2 }", True),
        ("{ ruby = [0, 0, 1] }", "{ ruby = 8, diamond = 2 }", False),
        ("{ ruby = [0, 0, 2], topaz = [0, 0, 1] }", "{ ruby = 8, diamond = 2 }", False),
        ("{ ruby = [0, 0, 2], diamond = [0, 0, 1] }", "{ ruby = 8, diamond = 10 }", False),
    ],
)
def test_intensify_is_warned_of_where_all_batteries_become_full_anyway(queue: str, battery: str, full: bool) -> None:
    """In the last case levels that pay for it can come back."""
    game = at(queue, battery)
    assert ("full anyway" in in_vain(Facts(game.view("P1"), "P1", NAMES), "20A")) is full


def test_levels_that_a_siphon_takes_leave_room_for_those_of_intensify() -> None:
    view = at("{ ruby = [0, 0, 2] }", "{ ruby = 8, diamond = 2 }").view("P1")
    for caster, room in (("P1", False), ("P2", True)):
        siphon = {**view, "effects": [{"source": "19B", "seat": caster}]}
        assert ("full anyway" not in in_vain(Facts(siphon, "P1", NAMES), "20A")) is room


async def test_a_way_to_pay_that_takes_away_what_it_is_for_is_warned_of_and_not_marked() -> None:
    """A level of the diamond battery costs more, but the diamond is the only gem that Moratorium could keep there."""
    game = at("{ diamond = [1, 0, 0] }", "{ diamond = 5 }", card="17A", turn=8)
    assert WARNED not in text(panel(game, "P1", ("17A",)))
    game.play("P1", "17A")
    assert WARNED not in text(panel(game, "P1"))
    assert WARNED in text(panel(game, "P1", ("diamond@1",)))


def test_a_way_to_pay_costs_what_there_is_less_at_the_end() -> None:
    """Levels that processing restores up to the cap cost nothing; gems that come too late cost half (ruling 33)."""
    own = Facts(at("{ onyx = [1, 0, 4] }", "{ onyx = 8 }", card="16A", turn=8).view("P1"), "P1", NAMES)
    assert {way: price(own, way) for way in ("onyx@1", "onyx@3", "onyx@b")} == {"onyx@1": 0, "onyx@3": 1, "onyx@b": 0}
    own = Facts(at("{ ruby = [2, 0, 1] }", "{ ruby = 4 }", card="16A", turn=3).view("P1"), "P1", NAMES)
    assert {way: price(own, way) for way in ("ruby@1x2", "ruby@3", "ruby@b")} == {
        "ruby@1x2": 10,
        "ruby@3": 5,
        "ruby@b": 3,
    }


@pytest.mark.parametrize(("token", "why"), [("topaz@2", "you dig no"), ("ruby@1", "go anyhow"), ("ruby@3", "")])
def test_advancement_that_advances_nothing_is_warned_of(token: str, why: str) -> None:
    view = full_view(0)
    view["mines"] = {gem: {**mine, "inside": None} for gem, mine in view["mines"].items()}
    view["mines"]["ruby"]["sites"][0] = ["P1", 3]
    said = " ".join(effect(Decision("P1", "stage", (token,), "9A", {}, "x"), Facts(view, "P1", NAMES), token))
    assert (WARNED in said) == bool(why)
    assert why in said
