"""Discord answers wrongly, late or not at all: the game goes on, nothing is lost, the board comes up to date."""

from __future__ import annotations

from typing import Any

import pytest

from playground.messaging.interactions import State
from tests.bot.faults.conftest import Scene

ANSWERS = "POST /interactions/*/callback"
POSTS = "POST /channels/*/messages"
EDITS = "PATCH /channels/*/messages/*"
DELETES = "DELETE /channels/*/messages/*"
ANY = "* /channels/*"


FAULTS: tuple[tuple[Any, dict[str, Any]], ...] = (
    ("status", {"status": 500}),
    ("status", {"status": 503}),
    ("rate_limit", {"seconds": 0.05}),
    ("rate_limit", {"seconds": 0.05, "scope": "global"}),
    ("drop", {}),
    ("lose_answer", {}),
    ("delay", {"seconds": 0.1}),
)


@pytest.mark.parametrize("pattern", [ANSWERS, POSTS, EDITS, DELETES, ANY])
async def test_a_request_goes_wrong(scene: Scene, pattern: str) -> None:
    """In every way, one after another in the middle of a game, three times each if there are so many requests."""
    for kind, settings in FAULTS:
        fault = scene.pg.faults.add(kind, pattern, times=3, **settings)
        for _ in range(4):
            await scene.play(3)
            if fault.hits == 3:
                break
        assert fault.hits or pattern == DELETES, f"{kind} {settings}"
        await scene.comes_up_to_date()
    await scene.all_is_well()


@pytest.mark.parametrize("pattern", [POSTS, EDITS, ANY])
async def test_nothing_can_be_posted_for_long(scene: Scene, pattern: str) -> None:
    """People play on by their private panels; when Discord is back, the board comes up to date by itself."""
    scene.pg.faults.add("status", pattern, times=None, status=503)
    await scene.play(15)
    await scene.all_is_well()


async def test_an_answer_that_is_withheld_holds_up_nobody_else(scene: Scene) -> None:
    """The move is stored and the person has been told; others play while the bot still waits for Discord's response."""
    fault = scene.pg.faults.add("withhold", ANSWERS)
    player = await scene.asked()
    before = await scene.counted()
    await player.type_move()
    assert fault.hits == 1
    await scene.play(3)
    assert await scene.counted() >= before + 4 - player.attempts[-1].answer.failed
    fault.release()
    await scene.all_is_well()


async def test_answers_that_never_arrive_cost_no_move(scene: Scene) -> None:
    """The person's client says that the interaction failed; the next look shows that the move counts."""
    player = await scene.asked()
    moves = await player.person.autocomplete("games", "play", "move", "")
    fault = scene.pg.faults.add("status", ANSWERS, times=None, status=500)
    before = await scene.counted()
    answer = await player.person.begin_command("games", "play", move=moves[0][1])
    await fault.wait_hit()
    await scene.stage.quiet()
    scene.pg.clock.advance(3.0)
    await answer.settled()
    assert answer.state is State.FAILED
    assert await scene.counted() == before + 1
    scene.pg.faults.clear()
    player.attempts.append(type(player.attempts[0])(answer, "lost"))
    await scene.all_is_well()
