"""How many presses a move takes from *Your move* on the board, for people who know what they want."""

from __future__ import annotations

import random
from statistics import median

import pytest

from agents.register import named
from bot.components import ids
from bot.components.ids import Verb
from bot.tables import Table
from game.adepts.kit import KIT
from game.adepts.panels.tree import BY_MINE, steps
from game.adepts.rules.gems import LAST_TURN
from game.core.decisions import Decision
from game.core.narrowing import Path, read_path
from playground import Person, Shown
from playground.client.screen import Control
from playground.world.models import Channel

from .acting import board, mover
from .conftest import Opened, Stage

MOST = 6
"""The most presses that any move takes: exchanging a gem from another queue for one of one's own takes most."""


async def made(person: Person, channel: Channel, table: Table, token: str) -> int:
    """Make this move by the shortest way through the panels; return the number of presses."""
    decision = table.playing.pending[table.seat_of(person.id).seat]
    wanted = steps(decision.kind, decision.source, token)
    shown, control, value = await board(person, channel), None, ""
    control = next(each for each in shown.buttons if _verb(each) is Verb.TURN)
    for presses in range(1, MOST + 1):
        assert control.custom_id is not None
        answer = await person.use(shown, control, value)
        assert not answer.failed
        if _verb(control) is Verb.MOVE:
            return presses
        shown = answer.message
        control, value = _next(shown, decision, wanted, token)
    raise AssertionError(f"{token} takes more than {MOST} presses: {shown.text}")


def _next(shown: Shown, decision: Decision, wanted: Path, token: str) -> tuple[Control, str]:
    """Return the control that confirms the token, or else leads nearest to it, with its value."""
    walk = KIT.panels.narrowing(decision, {})
    ways: list[tuple[int, Control, str]] = []
    for control in shown.controls:
        path = read_path(ids.decode(control.custom_id or "").rest)
        match _verb(control):
            case Verb.MOVE if walk.token_of(path) == token:
                return control, ""
            case Verb.STEP:
                ways.append((_along(path, wanted), control, ""))
            case Verb.PICK:
                after = [(value, walk.next_path(path, value)) for _, value in control.options]
                ways += [(_along(way, wanted), control, value) for value, way in after]
    _, control, value = max(ways, key=lambda way: way[0])
    return control, value


def _along(path: Path, wanted: Path) -> int:
    """Return how many steps of the wanted path this one has; 0 if it leads elsewhere."""
    return len(path) if wanted[: len(path)] == path else 0


def _verb(control: Control) -> Verb:
    return ids.decode(control.custom_id or "").verb


@pytest.mark.parametrize("policy", ["greedy", "random"])
async def test_a_move_takes_three_presses_on_the_median(
    policy: str, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The median over all questions in half a game; also of assignments by a player that wants to dig. No group takes
    more than four."""
    game = await opened(ann, bob, spells="random", look="words")
    rng, counts = random.Random(5), list[tuple[str, int]]()
    while (await stage.bot.tables.look(game)).turn <= LAST_TURN // 2:
        person, table = await mover(stage, game, ann, bob)
        seat = table.seat_of(person.id).seat
        decision = table.playing.pending[seat]
        token = named(policy, KIT)(table.playing.view(seat), decision, rng)
        counts.append((decision.kind, await made(person, channel, table, token)))
        await stage.quiet()
    groups = [presses for kind, presses in counts if kind in BY_MINE]
    assert len(groups) > 15
    assert median(presses for _, presses in counts) <= 3
    assert max(groups) <= 4
    if policy == "greedy":
        assert median(groups) <= 3
