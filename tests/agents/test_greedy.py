"""What the greedy player understands, in positions set up for one idea each."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from agents import named
from game.adepts import Game
from game.adepts.kit import KIT
from game.adepts.rules.gems import CITRINE, EMERALD, GEM_NAMES, RUBY, site_at
from game.adepts.rules.tokens import group_tokens, read_group
from game.core.decisions import Decision


def answer(kind: str, tokens: str, source: str = "", about: Mapping[str, Any] | None = None, **changes: Any) -> str:
    """Return P1's answer at the start of a two-player game with these changes; `a__b__c` is `view["a"]["b"]["c"]`."""
    view = Game.new(players=2, seed="greedy").view("P1")
    view["players"]["P1"]["hand"] = []
    for path, value in changes.items():
        *parents, last = path.split("__")
        place = view
        for parent in parents:
            place = place[parent]
        place[last] = value
    decision = Decision("P1", kind, tuple(tokens.split()), source, about or {}, "")
    return named("greedy", KIT)(view, decision, Random(1))


def test_no_miner_is_left_alone() -> None:
    """A group of four of the five miners would leave one that cannot be placed."""
    sites = [site_at(mine, 1) for mine in (RUBY, CITRINE, EMERALD)]
    tokens = " ".join(token for site in sites for token in group_tokens(site, 2, 4))
    token = answer("assign", tokens, players__P1__miners=5)
    assert read_group(token).miners in (2, 3)


def test_the_first_free_site_is_taken() -> None:
    """Where gems may run out, the first site gets them first."""
    assert answer("assign", "ruby.1x4 ruby.2x4 ruby.3x4", players__P1__miners=4) == "ruby.1x4"


def test_an_empty_mine_is_left_to_others() -> None:
    assert answer("assign", "topaz.1x4 ruby.1x4", mines__ruby__stock=0, players__P1__miners=4) == "topaz.1x4"


def test_gems_that_will_never_be_processed_pay_first() -> None:
    """In turn 8 a gem of stage 1 is worth half a mana, one of stage 3 a mana and a level."""
    token = answer(
        "pay",
        "amethyst@1 amethyst@3 amethyst@b",
        "11B",
        turn=8,
        phase="III",
        players__P1__queue__amethyst=[1, 0, 1],
        players__P1__battery__amethyst=4,
    )
    assert token == "amethyst@1"


def test_a_battery_that_will_be_refilled_pays_first() -> None:
    """It is at the top with more to come, so the level comes back."""
    token = answer(
        "pay",
        "topaz@1 topaz@3 topaz@b",
        "1B",
        turn=4,
        players__P1__queue__topaz=[1, 0, 2],
        players__P1__battery__topaz=10,
    )
    assert token == "topaz@b"


def casts_inflation(level: int) -> str:
    """Return the answer to casting Inflation with all batteries at this level."""
    return answer(
        "cast",
        "18A pass",
        turn=8,
        phase="V",
        players__P1__mana=20,
        players__P1__hand=["18A"],
        players__P1__queue__onyx=[2, 0, 0],
        players__P1__battery=dict.fromkeys(GEM_NAMES, level),
    )


def test_inflation_is_cast_when_it_gains() -> None:
    """Rising from level 3 to 8 gains 14 mana and costs 5; from 9 to 10 gains one."""
    assert casts_inflation(3) == "18A"
    assert casts_inflation(9) == "pass"


def test_a_payment_worth_more_than_the_spell_is_not_made() -> None:
    """Dissipate takes nothing from somebody who has nothing."""
    gems: dict[str, Any] = {"phase": "III", "players__P1__hand": ["11B"], "players__P1__queue__amethyst": [1, 0, 0]}
    assert answer("cast", "11B pass", turn=3, players__P2__mana=0, **gems) == "pass"
    assert answer("cast", "11B pass", turn=8, players__P2__mana=9, **gems) == "11B"


def test_each_type_goes_to_the_track_where_it_helps() -> None:
    """Realignment: a battery at the top gains nothing, one at level 3 gains 3 mana a level."""
    token = answer(
        "realign",
        "topaz ruby citrine emerald amethyst sapphire onyx diamond",
        "19A",
        {"gem": "ruby", "levels": 3},
        turn=8,
        phase="V",
        players__P1__queue__ruby=[0, 0, 3],
        players__P1__battery__ruby=10,
        players__P1__battery__onyx=4,
    )
    assert token == "onyx"


def test_moratorium_holds_nothing_back_in_the_last_turn() -> None:
    """Then what is in stage 3 is left over, and pays half without a level."""
    token = answer(
        "type",
        "topaz ruby onyx",
        "17A",
        turn=8,
        phase="V",
        players__P1__queue__ruby=[0, 0, 3],
        players__P1__queue__topaz=[0, 0, 1],
    )
    assert token == "onyx"


def test_the_diamond_adept_names_what_it_processes_itself() -> None:
    token = answer(
        "type",
        "topaz ruby citrine emerald amethyst sapphire onyx diamond pass",
        "diamond",
        turn=5,
        phase="V",
        players__P1__queue__citrine=[0, 0, 4],
        players__P2__queue__topaz=[0, 0, 5],
    )
    assert token == "citrine"


def test_a_spell_for_a_phase_that_will_not_come_again_is_not_kept() -> None:
    """In turn 8 only spells of phase V can still be used after research."""
    assert answer("research", "4A 16A 7B pass", turn=8, phase="III", players__P1__drawn=["4A", "7B", "16A"]) == "16A"


def test_the_weakest_card_goes() -> None:
    hand = ["4A", "7B", "8A", "12B", "17A", "20A"]
    assert answer("discard", " ".join(hand), turn=3, phase="III", players__P1__hand=hand) == "17A"
