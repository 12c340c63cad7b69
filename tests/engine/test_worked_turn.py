"""The turn that the rules describe is played for real, and the figures of the tips are the game's."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from game.adepts import Game, scenario
from game.adepts import texts as rulebook
from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES, LAST_TURN
from game.core.decisions import Event

TURN = Path(__file__).parent.parent / "scenarios" / "worked_turn.toml"
NAMES = {"P1": "Anna", "P2": "Bo"}
PLURALS = {gem: f"{gem}s" for gem in GEM_NAMES} | {"topaz": "topazes", "ruby": "rubies", "onyx": "onyxes"}


def text(section: str) -> str:
    return next(each.text for each in rulebook.sections() if each.id == section)


@pytest.fixture(scope="module")
def played() -> tuple[Game, list[Event]]:
    """Play the turn; return the game and all events."""
    [table] = scenario.read(TURN.read_text(encoding="utf-8"))
    game, events = scenario.set_up(table), list[Event]()
    for line in "".join(step.play for step in table.steps).splitlines():
        seat, kind, token = line.split()
        if kind != "pay":  # there was one way, which was automatic
            events += game.play(seat, token)
    return game, events


def test_the_turn_starts_as_the_text_says() -> None:
    [table] = scenario.read(TURN.read_text(encoding="utf-8"))
    view = scenario.set_up(table).to_dict()
    for seat, player in view["players"].items():
        stages = {
            stage: [
                f"{counts[stage - 1]} {PLURALS[gem]}" for gem, counts in player["queue"].items() if counts[stage - 1]
            ]
            for stage in (3, 2)
        }
        line = next(line for line in text("worked-turn").splitlines() if line.startswith(f"- {NAMES[seat]}: "))
        for stage, gems in stages.items():
            part = next(part for part in line.split(";") if f"stage {stage}" in part)
            assert all(each in part for each in gems)
        assert not any(player["battery"].values())
    assert "Turn 3" in text("worked-turn")
    assert (view["turn"], view["first"]) == (3, "P2")


def test_what_is_dug_processed_and_charged_is_what_the_text_says(played: tuple[Game, list[Event]]) -> None:
    game, events = played
    told = text("worked-turn")
    dug = [event for event in events if event.kind == "gained"]
    words = next(part for part in told.split("\n\n") if part.startswith("**Phase II.**"))
    assert len(dug) == 7
    for event in dug:
        assert f"{event.data['count']} {PLURALS[event.data['gem']]}" in words
    for event in [event for event in events if event.kind == "processed"]:
        who, gems, mana = NAMES[str(event.seat)], event.data["gems"], event.data["mana"]
        line = next(line for line in told.splitlines() if line.startswith(f"- {who} processes"))
        assert all(f"{count} {PLURALS[gem]}" in line for gem, count in gems.items())
        assert f": {mana} mana." in line
    worth = {NAMES[seat]: sum(line["battery"].values()) for seat, line in game.standing().items()}
    assert f"Anna's batteries would now be worth {worth['Anna']} mana and Bo's {worth['Bo']}" in told
    assert (game.turn, game.first) == (4, "P1")


def test_the_score_so_far_leaves_out_what_lies_in_queues(played: tuple[Game, list[Event]]) -> None:
    """Half of it counts once the game is over (ruling 33)."""
    game, _ = played
    players = game.to_dict()["players"]
    assert any(sum(counts) > 1 for counts in players["P1"]["queue"].values())
    assert [(line["processed"], line["leftover"]) for line in game.standing().values()] == [
        (player["mana"], 0) for player in players.values()
    ]


def test_the_tips_count_right() -> None:
    """For levels, and for gems dug in turns 6 and 7: rubies are worth 2, and half if left over."""
    steps = [after - before for before, after in pairwise(BATTERY_MANA)]
    told = text("tips")
    assert f"The first three levels bring {sum(steps[:3])} mana together" in told
    assert set(steps[3:7]) == {3}
    assert f"the last three bring {sum(steps[7:])} together" in told
    assert f"the tenth level costs {steps[9]} mana" in told
    assert f"level 4, worth {BATTERY_MANA[4]} more" in told


@pytest.mark.parametrize(("turn", "processed"), [(1, 3), (6, LAST_TURN), (LAST_TURN - 1, None), (LAST_TURN, None)])
def test_what_is_dug_is_processed_two_turns_later(turn: int, processed: int | None) -> None:
    """Four rubies are dug in a turn: when they are processed, and what they pay."""
    position = f"""
    [[scenario]]
    title = "timing"
    players = 2
    turn = {turn}
    phase = "II"
    step = "produce"
    [scenario.sites]
    "ruby.1" = "P1x4"
    """
    game = scenario.set_up(scenario.read("\n".join(line.strip() for line in position.splitlines()))[0])
    found: list[tuple[int, int]] = []
    while not game.over:
        turn_now, (seat, decision) = game.turn, next(iter(game.pending.items()))
        events = game.play(seat, "pass" if "pass" in decision.tokens else decision.tokens[0])
        rubies = [
            event.data["gems"].get("ruby") for event in events if event.kind == "processed" and event.seat == "P1"
        ]
        found += [(turn_now, count) for count in rubies if count]
    assert found[:1] == ([(processed, 4)] if processed else [])
