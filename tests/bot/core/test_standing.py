"""/play with a choice's place in a list: played if the list is complete, otherwise chosen in the panel."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables.language.completion import choices
from bot.tables.language.spoken import sayable
from bot.tables.language.standing import answered, standing
from game.adepts.rules.spells import SPELLS
from game.core.discover import kit
from playground import Person
from playground.world.models import Channel

from .conftest import Stage


async def begun(stage: Stage, channel: Channel, ann: Person, game: str) -> str:
    await ann.command(channel, f"{game} new", computers=1)
    await ann.command(channel, "table start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    return row.id


@pytest.mark.parametrize(("typed", "at"), [("second pair", 1), ("the last one", -1)])
async def test_of_all_that_there_is_the_one_that_is_named_is_made(
    typed: str, at: int, ann: Person, channel: Channel, stage: Stage
) -> None:
    game = await begun(stage, channel, ann, "spirit-ground")
    table = await stage.bot.tables.look(game)
    chosen = table.playing.pending[table.seat_of(ann.id).seat].tokens[at]
    assert "is not a move" in (await ann.command(channel, "play", move="the fifth pair")).message.text
    assert "is not a move" not in (await ann.command(channel, "play", move=typed)).message.text
    assert chosen in [entry.token for entry in await stage.bot.tables.store.moves.entries(game)]


async def test_of_many_the_first_step_is_taken_and_nothing_is_made(ann: Person, channel: Channel, stage: Stage) -> None:
    game = await begun(stage, channel, ann, "adepts")
    before = len(await stage.bot.tables.store.moves.entries(game))
    answer = (await ann.command(channel, "play", move="the second one")).message
    assert "is not a move" not in answer.text
    assert "Ruby" in answer.text
    assert len(await stage.bot.tables.store.moves.entries(game)) == before
    label, value = (await ann.autocomplete(channel, "play", "move", ""))[0]  # goes on from that step, and says so
    assert label.startswith(f"{value} · 2 miners to Ruby I")


async def test_the_word_that_all_begin_with_may_stand_before_it(ann: Person, channel: Channel, stage: Stage) -> None:
    """Such as the verb of the choices; then it is chosen in the panel, not played."""
    game = await begun(stage, channel, ann, "adepts")
    while (decision := (table := await stage.bot.tables.look(game)).pending["P1"]).kind != "research":
        await stage.bot.tables.moves.play(game, ann.id, decision.tokens[0])
        await stage.quiet()
    first = SPELLS[decision.tokens[0]].name
    answer = (await ann.command(channel, "play", move="keep the first one")).message
    assert "is not a move" not in answer.text
    assert answer.find(f"Keep {first}")
    answer = (await ann.command(channel, "play", move="keep the first one")).message
    assert answer.find(f"Keep {first}"), "what is marked already keeps its place in the list"
    assert (await stage.bot.tables.look(game)).sequence == table.sequence


@pytest.mark.parametrize("name", ["adepts", "mana-surge", "spirit-ground", "harrowing"])
def test_no_two_suggestions_look_alike_beside_an_open_panel(name: str) -> None:
    """What the panel says and the list says too comes once, in the words of the list if those say more; a step that
    adds to what is chosen in the panel says so."""
    rules, rng = kit(name), Random(4)
    game = rules.new(3 if name != "spirit-ground" else 2, rules.checked({}), "alike")
    for _ in range(40):
        seat, decision = next(iter(game.pending.items()))
        view, walk = game.view(seat), rules.panels.narrowing(decision, game.view(seat))
        moves = {move.value: move.answers for move in sayable(rules, decision, view, {}).offered}
        for step in walk.options()[:3]:
            shown, ways = choices(rules, decision, view, {}, "", (step,)), standing(rules, decision, view, {}, (step,))
            assert len(shown) == len({label for label, _ in shown}), step
            here = {answered(walk, ways[value]) for _, value in shown if value in ways}
            assert not [each for each, value in shown if each not in ways and moves.get(value) in here], step
        game.play(seat, rng.choice(decision.tokens))
