"""The panel of a plan in the real client: made, changed, carried out, withdrawn."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.cogs.planning import _carried
from bot.components.render import rendered
from bot.panels.planning import ELSE, THEN, Added, planning, step_of
from bot.tables.errors import BadWish
from bot.tables.planning.planned import Outlook, Wish
from game.adepts.kit import KIT
from game.core.layout import Button, Place
from playground import Person, Shown
from playground.world.models import Channel

from .acting import forward, mover, open_panel, verb
from .conftest import Opened, Stage

DELAY = timedelta(seconds=30)


async def plan(person: Person, panel: Shown, mine: str, group: str) -> Shown:
    """Select a mine and a group, and add it to the plan in the panel."""
    select = next(each for each in panel.controls if verb(each.custom_id) == "planpick")
    panel = (await person.select(panel, select.custom_id or "", [mine])).message
    button = next(each for each in panel.buttons if (each.custom_id or "").endswith(f"/{mine}/{group}"))
    panel = (await person.click(panel, button.custom_id or "")).message
    add = next(each for each in panel.buttons if verb(each.custom_id) == "planadd")
    answer = await person.click(panel, add.custom_id or "")
    assert not answer.failed
    return answer.message


async def test_a_plan_is_set_down_in_the_panel_and_done_when_it_is_one_s_turn(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, table = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    stage.delay = DELAY
    panel = (await second.click(await open_panel(second, channel), "Plan ahead")).message
    assert "Nothing is planned yet" in panel.text
    assert "-# Turn 1 " in panel.text
    panel = await plan(second, panel, "diamond", "3x3")
    stage.read()
    panel = (await second.click(panel, "Step 1")).message
    panel = await plan(second, panel, "onyx", "1x2")
    stage.read()
    panel = await plan(second, panel, "ruby", "1x4")
    assert "1. **3 miners to Diamond III" in panel.text
    assert ", else 2 miners to Onyx I" in panel.text
    assert "2. **4 miners to Ruby I" in panel.text
    # the first choice is taken, so the second is made after the delay
    await stage.bot.tables.moves.play(game, first.id, "diamond.3x2")
    await stage.quiet()
    assert not any("miners on Onyx" in each.text for each in first.messages(channel))
    stage.clock.advance(DELAY)
    await stage.quiet()
    table = await stage.bot.tables.look(game)
    assert table.public["mines"]["onyx"]["sites"][0] == [table.seat_of(second.id).seat, 2]
    # undo takes it back, together with the plan
    panel = (await second.click(await open_panel(second, channel), "Undo")).message
    assert table.seat_of(second.id).seat in (await stage.bot.tables.look(game)).questions
    assert "Your plan" not in [each.label for each in panel.buttons]


async def test_what_was_planned_can_be_done_at_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, table = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    stage.delay = DELAY
    panel = (await second.click(await open_panel(second, channel), "Plan ahead")).message
    await plan(second, panel, "diamond", "3x3")
    await stage.bot.tables.moves.play(game, first.id, "topaz.1x2")
    panel = await open_panel(second, channel)
    assert "As you planned, I answer for you about when a person would: **3 miners to Diamond III" in panel.text
    await second.click(panel, "Do it now")
    table = await stage.bot.tables.look(game)
    assert table.public["mines"]["diamond"]["sites"][2] == [table.seat_of(second.id).seat, 3]
    assert not table.context.due


async def test_any_step_gets_its_second_choice_in_three_presses(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """From the plan: which step, which mine, which group. The group's own number does not matter."""
    game = await opened(ann, bob)
    first, table = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    seat = table.seat_of(second.id).seat
    for token in ("diamond.3x3", "ruby.1x4", "onyx.1x2"):
        await stage.bot.tables.plans.add(game, second.id, token)
    panel = (await second.click(await open_panel(second, channel), "Your plan")).message
    assert [b.label for b in panel.buttons if (b.label or "").startswith("Step")] == ["Step 1", "Step 2", "Step 3"]
    for number, (mine, group) in enumerate((("topaz", "1x3"), ("citrine", "2x4"), ("emerald", "1x2")), 1):
        stage.read()
        panel = (await second.click(panel, f"Step {number}")).message
        assert f"If step {number} cannot be done" in panel.text
        stage.read()
        panel = await plan(second, panel, mine, group)
    assert panel.find("Remove the last choice")
    assert [
        line.split(". ")[1].count(", else ") for line in panel.text.splitlines() if line[:2] in ("1.", "2.", "3.")
    ] == [
        1,
        1,
        1,
    ]
    steps = (await stage.bot.tables.look(game)).context.plans[seat]
    assert [[wish.token for wish in step] for step in steps] == [
        ["diamond.3x3", "topaz.1x3"],
        ["ruby.1x4", "citrine.2x4"],
        ["onyx.1x2", "emerald.1x2"],
    ]
    with pytest.raises(BadWish, match="no such step"):
        await stage.bot.tables.plans.add(game, second.id, "sapphire.1x2", step=4)


def test_what_is_being_chosen_for_a_step_stays_its_when_those_before_it_are_done() -> None:
    """If the step itself was carried out, the selection is for a new step after all others."""
    before = tuple((Wish(f"{gem}.1x2", 0),) for gem in ("topaz", "ruby", "citrine"))
    for way, left, then in (("else3", 2, "else2"), ("else3", 1, "else1"), ("else1", 2, THEN), ("else2", 3, "else2")):
        assert _carried(way, before, before[3 - left :]) == then


def test_a_way_leads_to_a_step_that_there_is_whatever_has_become_of_the_plan() -> None:
    ways = ((THEN, 3), ("else2", 3), ("else9", 3), ("elsewhere", 3), ("else2", 0))
    assert [step_of(way, steps) for way, steps in ways] == [None, 2, 3, 3, None]


def test_the_longest_plan_keeps_within_what_discord_takes() -> None:
    """Six steps, or five and the grid for the sixth."""
    game = KIT.new(2, KIT.checked({}), "long")
    view, seat, asked = game.view("P1"), "P1", None
    steps = list[Outlook]()
    for gem in ("topaz", "ruby", "citrine", "emerald", "amethyst", "sapphire"):
        asked = KIT.planning.then(view, seat) if KIT.planning else None
        assert asked is not None
        steps.append(Outlook((Wish(f"{gem}.1x2", 0),), asked, f"{gem}.1x2"))
    for count, path in ((6, ()), (5, ("diamond",)), (5, ())):
        added, names = Added(THEN, asked, path), {"P1": "ann", "P2": "bob"}
        panel = planning(KIT, Place("abcdefgh", 6), names, steps[:count], added, "", None)
        assert sum(1 for _ in rendered(panel).walk_children()) <= 40


def test_a_step_says_which_choice_would_be_made_and_offers_another_if_one_can_be_added() -> None:
    """A step has three choices at most, and one about which nothing can be asked any more gets none."""
    assert KIT.planning is not None
    view = KIT.new(2, KIT.checked({}), "steps").view("P1")
    asked = KIT.planning.then(view, "P1")
    assert asked is not None
    topaz, ruby, citrine = (Wish(f"{gem}.1x2", 0) for gem in ("topaz", "ruby", "citrine"))
    steps = (
        Outlook((topaz, ruby, citrine), asked, ruby.token),
        Outlook((topaz, ruby), asked, None),
        Outlook((citrine,), None, None),
    )
    names = {"P1": "ann", "P2": "bob"}
    for way, offered in ((THEN, ["Step 2"]), ("else2", [])):  # not while one is being added
        panel = planning(KIT, Place("abcdefgh", 6), names, steps, Added(way, None, ()), "", None)
        assert [
            each.label for each in panel.controls if isinstance(each, Button) and each.rest.startswith(ELSE)
        ] == offered
    first, second, third = (line for line in panel.words[0].split("\n") if line[:2] in ("1.", "2.", "3."))
    assert (first.count("**"), "~~" in first, "⚠️" in first) == (2, False, False)
    assert re.search(r", else \*\*2 miners to Ruby I: [^*]*\*\*, else", first)
    assert re.fullmatch(r"2\. ~~2 miners to Topaz I: .*~~, else ~~2 miners to Ruby I: .*~~ · ⚠️ .*", second)
    assert re.fullmatch(r"3\. ~~citrine\.1x2~~ · ⚠️ .*", third)


async def test_who_is_asked_sees_what_the_plan_is_about_to_do_and_can_withdraw_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    stage.delay = DELAY
    for token, step in (("diamond.3x3", None), ("diamond.2x3", 1), ("onyx.1x4", None)):
        await stage.bot.tables.plans.add(game, second.id, token, step=step)
    await stage.bot.tables.moves.play(game, first.id, "topaz.1x2")
    panel = await open_panel(second, channel)
    assert "As you planned, I answer for you about when a person would: **3 miners to Diamond III" in panel.text
    panel = (await second.click(panel, "Your plan")).message
    stage.read()
    panel = (await second.click(panel, "Remove the last step")).message
    assert "Onyx" not in panel.text.split("Only you see this")[0]
    stage.read()
    panel = (await second.click(panel, "Withdraw the plan")).message
    assert "Your plan is withdrawn" in panel.text
    stage.clock.advance(DELAY)
    await stage.quiet()
    table = await stage.bot.tables.look(game)
    assert table.seat_of(second.id).seat in table.questions


async def test_a_plan_that_does_not_go_on_says_what_has_changed(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    await stage.bot.tables.plans.add(game, second.id, "diamond.1x3")
    await stage.bot.tables.moves.play(game, first.id, "diamond.1x2")
    await stage.quiet()
    panel = await open_panel(second, channel)
    assert "Your **plan** does not go on" in panel.text
    assert "Diamond I is taken" in panel.text


async def test_the_call_by_direct_message_says_it_too(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    await stage.bot.tables.people.set(second.id, "turn", "dm")
    await stage.bot.tables.plans.add(game, second.id, "diamond.1x3")
    await stage.bot.tables.moves.play(game, first.id, "diamond.1x2")
    await stage.away()
    called = await second.wait_message(await second.open_dm(), "It is your move")
    assert "Your **plan** does not go on" in called.text
    await stage.bot.tables.moves.play(game, second.id, "onyx.1x2")
    await stage.bot.tables.plans.add(game, second.id, "diamond.2x3")
    await stage.bot.tables.moves.play(game, first.id, "topaz.1x2")
    await stage.quiet()
    assert not [each for each in second.messages(await second.open_dm()) if "It is your move" in each.text]


async def half(person: Person, panel: Shown, mine: str, group: str) -> Shown:
    """Select a mine and a group, but do not add it to the plan."""
    select = next(each for each in panel.controls if verb(each.custom_id) == "planpick")
    panel = (await person.select(panel, select.custom_id or "", [mine])).message
    button = next(each for each in panel.buttons if (each.custom_id or "").endswith(f"/{mine}/{group}"))
    return (await person.click(panel, button.custom_id or "")).message


def of(person: Person, channel: Channel) -> Shown:
    """Return the person's only private message."""
    [shown] = [each for each in person.messages(channel) if each.ephemeral]
    return shown


async def test_one_s_turn_begins_where_the_plan_stood(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The panel shows the selection without making the answer; one press makes it."""
    game = await opened(ann, bob)
    first, table = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    panel = (await second.click(await open_panel(second, channel), "Plan ahead")).message
    await half(second, panel, "diamond", "3x3")
    await first.command(channel, "play", move="topaz.1x2")
    await stage.quiet()
    panel = of(second, channel)
    assert "this is where your plan stood" in panel.text
    table = await stage.bot.tables.look(game)
    assert table.seat_of(second.id).seat in table.questions
    stage.read()
    confirm = next(each for each in panel.buttons if verb(each.custom_id) == "move")
    assert not (await second.click(panel, confirm.custom_id or "")).failed
    table = await stage.bot.tables.look(game)
    assert table.public["mines"]["diamond"]["sites"][2] == [table.seat_of(second.id).seat, 3]


async def test_of_what_was_half_planned_all_that_is_possible_is_left(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The site is taken, but the mine is still selected."""
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    panel = (await second.click(await open_panel(second, channel), "Plan ahead")).message
    await half(second, panel, "diamond", "3x3")
    await first.command(channel, "play", move="diamond.3x2")
    await stage.quiet()
    panel = of(second, channel)
    assert "this is where your plan stood" in panel.text
    assert [each for each in panel.buttons if (each.custom_id or "").endswith(":diamond/1x3")]


@pytest.mark.parametrize("how", ["your move", "an old button", "plan this"])
async def test_a_half_made_plan_is_there_where_its_panel_could_not_change_by_itself(
    how: str, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    panel = (await second.click(await open_panel(second, channel), "Plan ahead")).message
    old = await half(second, panel, "diamond", "3x3")
    stage.pg.world.clock.advance(16 * 60)  # its token has expired
    await first.command(channel, "play", move="topaz.1x2")
    await stage.quiet()
    stage.read()
    if how == "your move":
        panel = await open_panel(second, channel)
    elif how == "plan this":
        panel = (await second.click(old, "Plan this")).message
    else:
        button = next(each for each in old.buttons if (each.custom_id or "").endswith("/diamond/2x3"))
        panel = (await second.click(old, button.custom_id or "")).message
    table = await stage.bot.tables.look(game)
    assert table.seat_of(second.id).seat in table.questions  # it is asked; nothing was planned or played
    assert not table.context.plans
    assert "this is where your plan stood" in panel.text
    assert [each for each in panel.buttons if verb(each.custom_id) == "move"]


async def test_while_the_plan_answers_its_next_step_is_chosen_on(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    stage.delay = DELAY
    await stage.bot.tables.plans.add(game, second.id, "onyx.1x2")
    panel = (await second.click(await open_panel(second, channel), "Your plan")).message
    await half(second, panel, "diamond", "3x3")
    for _ in range(2):  # while asked, and after the plan has answered
        assert [each for each in of(second, channel).buttons if each.label == "Plan this"]
        if not (await stage.bot.tables.look(game)).context.due:
            await first.command(channel, "play", move="topaz.1x2")
            await stage.quiet()
            assert "As you planned, I answer for you" in of(second, channel).text
    stage.clock.advance(DELAY)
    await stage.quiet()
    panel = of(second, channel)
    assert "As you planned" not in panel.text
    await second.click(panel, "Plan this")
    table = await stage.bot.tables.look(game)
    assert [[wish.token for wish in step] for step in table.context.plans[table.seat_of(second.id).seat]] == [
        ["diamond.3x3"]
    ]


async def test_what_is_half_planned_is_there_when_the_plan_is_opened_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Until it is cancelled, and not in another turn."""
    game = await opened(ann, bob)
    first, _ = await mover(stage, game, ann, bob)
    second = bob if first is ann else ann
    panel = (await second.click(await open_panel(second, channel), "Plan ahead")).message
    panel = await half(second, panel, "diamond", "3x3")
    panel = (await second.click(panel, "Back")).message
    panel = (await second.click(panel, "Plan ahead")).message
    assert [each for each in panel.buttons if each.label == "Plan this"]
    await forward(stage, game, "research")
    await forward(stage, game, "assign")
    panel = await open_panel(second, channel)
    assert "where your plan stood" not in panel.text
