"""Rolls of a tale in Discord: built in private, shown to all, chosen on the public message, struck out in place."""

from __future__ import annotations

import json
import re

import pytest

from bot.answers.limits import Heavy
from bot.delivery.budget import Urgency
from game.core.aids.stage import Act, Step
from playground import Answer, Permission, Person
from playground.client.screen import Shown
from playground.world.models import Channel
from tests.the_adept.tale.tables import sheet

from .conftest import Stage


def message(answer: Answer) -> Shown:
    assert answer.message is not None
    return answer.message


async def playing(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    """Make a tale that Ann leads and in which Bob plays Iltani."""
    await ann.command(channel, "tale new", title="The Tower", doom="2d6 d8")
    await bob.command(channel, "tale join")
    live = await stage.bot.tales.active_in(channel.id)
    act = Act("enter", {"sheet": json.loads(json.dumps(sheet("Iltani"))), "new": True})
    await stage.bot.tales.press(live.id, bob.id, lambda _: Step((act,)))
    await stage.quiet()


async def test_a_pool_is_built_in_private_and_rolled_for_all(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    status = await bob.wait_message(channel, "**Iltani** PP 5")
    screen = message(await bob.click(status, "Roll"))
    assert screen.ephemeral
    screen = message(await bob.select(screen, "Approach", ["Wits d12"]))
    screen = message(await bob.select(screen, "Move", ["Assess d10"]))
    assert "`d10 d12`" in screen.text
    screen = message(await bob.click(screen, "Roll"))
    assert "**Roll 1** · Iltani" in screen.text
    posted = await ann.wait_message(channel, "**Iltani** rolled · roll 1")
    assert posted.attachments
    assert not posted.ephemeral
    await stage.quiet()
    assert "Roll 1 · Iltani" in (await ann.wait_message(channel, "**The Tower**")).text


async def test_who_does_not_sit_there_is_told_at_the_first_press_and_can_join(
    stage: Stage, channel: Channel, ann: Person, bob: Person, cy: Person
) -> None:
    await playing(stage, channel, ann, bob)
    status = await cy.wait_message(channel, "**Iltani** PP 5")
    for told in (message(await cy.click(status, "Roll")), message(await cy.command(channel, "roll", dice="2d6"))):
        assert "Only whoever sits at this table can do that: join it first." in told.text
    screen = message(await cy.click(told, "Join"))
    assert "You have no character yet" in screen.text


async def test_choices_on_the_public_message_count_for_its_roller(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    live = await stage.bot.tales.active_in(channel.id)
    labels = list[str]()
    for number in range(1, 30):  # until a roll leaves a choice
        await bob.command(channel, "roll", dice="2d12 d10 d8 d6 d4")
        posted = await ann.wait_message(channel, f"rolled · roll {number}")
        labels = [each.label for each in posted.controls if "·" in each.label]
        if len(labels) > 1:
            break
    total = labels[1].partition(" · ")[0]
    told = await ann.click(posted, "Proof")
    assert "all honest" in message(told).text
    for _ in range(2):  # a second press does no harm
        assert f"Total **{total}**" in message(await bob.click(posted, labels[1])).text
    await stage.quiet()
    assert f"Total **{total}**" in (await ann.wait_message(channel, f"rolled · roll {number}")).text
    live = await stage.bot.tales.active_in(channel.id)
    assert sum("took" in line for line in live.tale.story()) == 1


async def test_a_roll_that_is_taken_back_is_struck_out_where_it_stands(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    await bob.command(channel, "roll", dice="2d6 d8", against="11")
    posted = await ann.wait_message(channel, "**Iltani** rolled · roll 1")
    screen = message(await bob.command(channel, "tale undo"))
    await bob.click(screen, "Take it back")
    await stage.quiet()
    now = ann.message(posted.id)
    assert now is not None
    assert "Taken back; its dice stay." in now.text
    assert [each.label for each in now.controls] == ["Proof"]


async def test_a_roll_far_up_is_struck_out_as_well_when_it_is_taken_back(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    await bob.command(channel, "roll", dice="2d6 d8")
    posted = await ann.wait_message(channel, "**Iltani** rolled · roll 1")
    live = await stage.bot.tales.active_in(channel.id)
    made = len(live.tale.log)
    for _ in range(12):
        await stage.bot.tales.press(live.id, bob.id, lambda _: Step((Act("roll", {"pool": "2d6"}),)))
    await stage.quiet()
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("undo", {"number": made}),)))
    await stage.quiet()
    now = ann.message(posted.id)
    assert now is not None
    assert "Taken back; its dice stay." in now.text


async def test_whoever_is_stressed_out_reads_so_and_picks_no_dice_for_nothing(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    shown = message(await bob.command(channel, "sheet show", character="Iltani"))
    screen = message(await bob.click(shown, "Stress"))
    screen = message(await bob.select(screen, "Take stress: which?", ["injured"]))
    screen = message(await bob.click(screen, "d12"))
    screen = message(await bob.click(screen, "One step up"))
    assert (
        "Now: injured **d12**\nTrauma: injured **d6**\nIltani cannot act (injured), and rolls nothing." in screen.text
    )
    assert await ann.wait_message(channel, "Iltani: injured past d12, stressed out, trauma d6.")
    pool = message(await bob.command(channel, "roll"))
    assert "Iltani cannot act (injured), and rolls nothing." in pool.text
    pool = message(await bob.select(pool, "Approach", ["Wits d12"]))
    assert [each.disabled for each in pool.controls if each.label == "Roll"] == [True]


async def test_a_secret_roll_is_seen_by_masters_alone(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await playing(stage, channel, ann, bob)
    before = [each.id for each in bob.messages(channel)]
    told = await ann.command(channel, "roll", dice="3d12", secret=True)
    assert "secret" in message(told).text
    await stage.quiet()
    assert [each.id for each in bob.messages(channel)] == before
    assert not [line for line in bob.seen if re.search(r"\b3d12\b", line)]  # not within a digest
    refused = await bob.command(channel, "roll", dice="3d12", secret=True)
    assert "nly a game master rolls in secret" in message(refused).text


async def test_nobody_is_told_that_a_secret_roll_cannot_be_shown(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """It has no message in the channel, so it is none of the rolls that are too many for one either."""
    await playing(stage, channel, ann, bob)
    world, unseen = stage.pg.world, "It counts. But I cannot show it here"
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    for _ in range(Heavy.ROLL.person[0] + 1):
        assert "secret" in message(await ann.command(channel, "roll", dice="3d12", secret=True)).text
    await stage.quiet()
    assert not [each for each in ann.messages(channel) if unseen in each.text]
    await ann.command(channel, "roll", dice="3d12")
    await ann.wait_message(channel, unseen)


async def test_a_press_that_others_have_overtaken_leads_on(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """The nearest screen that exists is shown, with the reason of the refusal and what happened meanwhile."""
    await playing(stage, channel, ann, bob)
    cleo = await stage.pg.person("cleo")
    await cleo.command(channel, "tale join")
    await ann.command(channel, "tale appoint", person=cleo)
    for number in range(1, 30):  # until a roll has several hitches
        await bob.command(channel, "roll", dice="30d4", against="1")
        posted = await ann.wait_message(channel, f"rolled · roll {number}")
        mine = message(await ann.click(posted, "GM"))
        if "All into doom" in [each.label for each in mine.controls]:
            break
    theirs = message(await cleo.click(posted, "GM"))
    await cleo.click(theirs, "All into doom")
    told = message(await ann.click(mine, "All into doom"))
    assert told.id == mine.id
    assert "These hitches are used already. Meanwhile: " in told.text
    assert "Doom grew by" in told.text
    assert "To the roll" in [each.label for each in told.controls]
    await bob.click(message(await bob.command(channel, "tale undo")), "Back")
    live = await stage.bot.tales.active_in(channel.id)
    rolled = max(n for n, each in enumerate(live.tale.to_dict()["log"], 1) if each["action"] == "roll")
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("undo"), Act("undo", {"number": rolled}))))
    gone = message(await cleo.click(posted, "GM"))  # from a public message, which may be outdated
    assert "no more: it was taken back" in gone.text
    assert "Foes" in [each.label for each in gone.controls]


async def test_what_is_written_wrongly_is_said_on_the_screen(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    screen = message(await bob.click(await bob.wait_message(channel, "**Iltani** PP 5"), "Roll"))
    form = await bob.select(screen, "Against", ["A number …"])
    assert form.modal is not None
    told = message(await bob.submit(form.modal, {"number": "d8"}))
    assert "what is to be beaten is a number" in told.text
    assert "Roll" in [each.label for each in told.controls]

    async def opened() -> tuple[Answer, str]:
        form = await bob.select(told, "Against", ["A number …"])
        assert form.modal is not None
        [field] = form.modal.fields.values()
        return form, field.get("value", "")

    form, written = await opened()
    assert written == "d8", "what was written is not lost"
    assert form.modal is not None
    told = message(await bob.submit(form.modal, {"number": "9"}))
    assert "Against 9" in told.text
    _, written = await opened()
    assert written != "d8"


@pytest.mark.parametrize(
    ("kind", "button", "wrong", "why"),
    [
        ("GM character", "Name and traits", {"name": "Ogre", "traits": "Huge"}, "write a trait and its die"),
        (
            "challenge",
            "Name it, and begin",
            {"name": "Iltani"},
            "a character is called Iltani: give the challenge another",
        ),
    ],
)
async def test_a_refused_form_of_a_foe_leads_back_to_where_it_is_opened(
    stage: Stage, channel: Channel, ann: Person, bob: Person, kind: str, button: str, wrong: dict[str, str], why: str
) -> None:
    """With a way back, and with a draft of what was typed into the form."""
    await playing(stage, channel, ann, bob)
    screen = message(await ann.click(message(await ann.command(channel, "gm challenge")), "Back"))
    screen = message(await ann.click(screen, f"New {kind}"))
    form = await ann.click(screen, button)
    assert form.modal is not None
    told = message(await ann.submit(form.modal, wrong))
    assert why.casefold() in told.text.casefold()
    assert "What you wrote is still in the form" in told.text
    assert {button, "Back"} <= {each.label for each in told.controls}
    again = await ann.click(told, button)
    assert again.modal is not None
    assert [each.get("value") for each in again.modal.fields.values()][: len(wrong)] == [*wrong.values()]
    assert f"New {kind}" in [each.label for each in message(await ann.click(told, "Back")).controls]


@pytest.mark.parametrize(
    ("command", "given", "button", "written"),
    [
        (
            "gm gmc",
            {"name": "Ogre", "traits": "Huge dten, Hungry d8"},
            "Name and traits",
            ["Ogre", "Huge dten, Hungry d8"],
        ),
        (
            "sheet edit",
            {"character": "Iltani", "path": "moves.assess", "value": "d20"},
            "By its path",
            ["moves.assess", "d20"],
        ),
        ("sheet import", {"text": "format = 2"}, "Import a sheet", ["format = 2"]),
    ],
)
async def test_what_a_refused_command_was_given_is_mended_in_a_form(
    stage: Stage, channel: Channel, ann: Person, bob: Person, command: str, given: dict[str, str], button: str,
    written: list[str],
) -> None:  # fmt: skip
    await playing(stage, channel, ann, bob)
    told = message(await ann.command(channel, command, **given))
    assert "What you wrote is still in the form" in told.text
    form = await ann.click(told, button)
    assert form.modal is not None
    assert [each.get("value") for each in form.modal.fields.values()] == written


async def test_a_form_that_was_taken_is_empty_when_it_is_opened_again(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    told = message(await ann.command(channel, "gm gmc", name="Ogre", traits="Huge dten"))
    form = await ann.click(told, "Name and traits")
    assert form.modal is not None
    assert "Ogre" in message(await ann.submit(form.modal, {"name": "Ogre", "traits": "Huge d10"})).text
    screen = message(await ann.click(message(await ann.command(channel, "gm challenge")), "Back"))
    form = await ann.click(message(await ann.click(screen, "New GM character")), "Name and traits")
    assert form.modal is not None
    assert [each.get("value") for each in form.modal.fields.values() if each.get("value")] == []


async def test_a_refused_command_that_is_soon_typed_again_is_told_why_alone(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    told = message(await ann.command(channel, "roll", dice="d20"))
    assert "d20" in told.text
    assert told.controls == []


@pytest.mark.parametrize("xp", ["-1", "two"])
async def test_wrong_xp_lead_back_to_the_end_of_the_session(
    stage: Stage, channel: Channel, ann: Person, bob: Person, xp: str
) -> None:
    await playing(stage, channel, ann, bob)
    await ann.command(channel, "gm session", do="start")
    form = await ann.click(message(await ann.command(channel, "gm session", do="end")), "Name and XP")
    assert form.modal is not None
    told = message(await ann.submit(form.modal, {"name": "The First Door", "xp": xp}))
    assert "XP are a number, 0 or more" in told.text
    assert "End of session 1" in told.text
    assert "Name and XP" in [each.label for each in told.controls]


async def test_whoever_is_no_master_is_told_once(stage: Stage, channel: Channel, ann: Person, bob: Person) -> None:
    await playing(stage, channel, ann, bob)
    await bob.command(channel, "roll", dice="2d6")
    posted = await bob.wait_message(channel, "rolled · roll 1")
    for told in (message(await bob.click(posted, "GM")), message(await bob.command(channel, "gm doom", add="d8"))):
        assert told.text.casefold().count("game master") == 1
        assert "in this tale for ann." in told.text


async def test_settling_with_nothing_to_beat_asks_for_that_at_once(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await playing(stage, channel, ann, bob)
    await bob.command(channel, "roll", dice="2d6")
    posted = await bob.wait_message(channel, "rolled · roll 1")
    assert (await bob.click(posted, "Settle")).modal is not None, "a number is all that it can be against"
    await ann.command(channel, "roll", dice="2d6")
    screen = message(await bob.click(posted, "Settle"))
    assert (await bob.click(screen, "A number")).modal is not None


async def test_a_form_for_what_somebody_else_has_settled_is_not_promised_again(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """The screen goes on to the roll, and gives back what was typed, as its form cannot be opened again."""
    await playing(stage, channel, ann, bob)
    await bob.command(channel, "roll", dice="2d6 d8")
    posted = await ann.wait_message(channel, "**Iltani** rolled · roll 1")
    form = await bob.click(posted, "Settle")
    assert form.modal is not None
    wrong = message(await bob.submit(form.modal, {"number": "d8"}))
    assert "is a number such as 11. What you wrote is still in the form" in wrong.text
    form = await bob.click(wrong, "A number")
    assert form.modal is not None
    await ann.command(channel, "roll", dice="2d4")
    live = await stage.bot.tales.active_in(channel.id)
    await stage.bot.tales.press(live.id, ann.id, lambda _: Step((Act("settle", {"roll": "1", "difficulty": 1}),)))
    await stage.quiet()
    told = message(await bob.submit(form.modal, {"number": "9"}))
    assert "Roll 1 is settled. You wrote `9`. Meanwhile: " in told.text
    assert "Make an asset of it" in [each.label for each in told.controls]


async def test_whoever_is_named_is_mentioned_once_and_led_to_their_roll(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    """Unless they do not want such calls: then they are named without being notified."""
    await playing(stage, channel, ann, bob)
    await ann.command(channel, "gm scene", name="The Gate")
    await ann.command(channel, "gm hand", to="Iltani")
    posted = await bob.wait_message(channel, "Round 1: Iltani acts.")
    assert posted.text.startswith(f"<@{bob.id}> Round 1")
    assert (posted.pinged, ann.message(posted.id).pinged) == (True, False)  # type: ignore[union-attr]
    assert "**Iltani** · PP 5" in message(await bob.click(posted, "Roll")).text
    await bob.command(channel, "gm hand", acted=True)
    await stage.quiet()
    over = bob.message(posted.id)
    assert over is not None
    assert (over.text, over.controls) == ("Round 1: Iltani acts.", [])
    await stage.bot.tables.people.set(bob.id, "turn", "none")
    await ann.command(channel, "gm hand", to="Iltani")
    assert not (await bob.wait_message(channel, "Round 2: Iltani acts.")).pinged


async def test_only_a_post_that_calls_somebody_goes_out_like_a_call(
    stage: Stage, channel: Channel, ann: Person, bob: Person, posted: list[Urgency]
) -> None:
    await playing(stage, channel, ann, bob)
    await bob.command(channel, "roll", dice="2d6")
    await ann.command(channel, "gm scene", name="The Gate")
    await stage.quiet()
    assert len(posted) > 1
    assert set(posted) == {Urgency.SHOWS}
    await ann.command(channel, "gm hand", to="Iltani")
    await stage.quiet()
    assert posted[-1] is Urgency.CALLS
