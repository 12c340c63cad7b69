"""Sheets of a tale in Discord: made by presses and a name, exported as a file, imported from one."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from game.the_adept.tale import files
from playground import Answer, Person
from playground.client.screen import Shown
from playground.world.models import Channel
from playground.world.permissions import Permission
from tests.bot.acting import was_shown
from tests.the_adept.tale.tables import sheet

from .conftest import Stage


def message(answer: Answer) -> Shown:
    assert answer.message is not None
    return answer.message


async def shown_sheet(channel: Channel, ann: Person, bob: Person) -> Shown:
    """Return a sheet of Bob's in Ann's tale, with *Share*."""
    await ann.command(channel, "tale new", title="The Tower")
    await bob.command(channel, "tale join")
    asked = await bob.select(
        message(await bob.command(channel, "sheet new")), "Begin with somebody ready-made", ["Spellwright"]
    )
    assert asked.modal is not None
    made = message(await bob.submit(asked.modal, {"name": "Ninsun"}))
    return message(await bob.click(made, "Finish"))


async def test_a_character_is_made_taken_along_and_brought_back(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await ann.command(channel, "tale new", title="The Tower", doom="2d6 d8")
    await bob.command(channel, "tale join")
    making = message(await bob.command(channel, "sheet new"))
    asked = await bob.select(making, "Begin with somebody ready-made", ["Spellwright"])
    assert asked.modal is not None
    overview = message(await bob.submit(asked.modal, {"name": "Ninsun"}))
    assert "Ninsun" in overview.text
    made = message(await bob.click(overview, "Finish"))
    assert "Illusion d10" in made.text
    asked = await bob.click(made, "Notes")
    assert asked.modal is not None
    noted = message(await bob.submit(asked.modal, {"notes": "Tall."}))
    assert "Tall." in noted.text
    exported = message(await bob.command(channel, "sheet export", format="json"))
    assert exported.ephemeral
    assert [each["filename"] for each in exported.attachments] == ["ninsun.json"]
    live = await stage.bot.tales.active_in(channel.id)
    own = next(each["given"]["sheet"] for each in live.tale.to_dict()["log"] if each["action"] == "create")
    again = files.written({"format": 1, "creation": "quick", **own, "name": "Another"})
    brought = message(await bob.command(channel, "sheet import", file={"filename": "ninsun.toml", "text": again}))
    assert "Another" in brought.text
    refused = message(
        await bob.command(channel, "sheet import", file={"filename": "big.toml", "text": "#" * (files.LARGEST + 1)})
    )
    assert "65,537 bytes" in refused.text
    wrong = again.replace('name = "Another"', 'name = "Third"\npp = -1').replace('"d10"', '"d20"')
    refused = message(await bob.command(channel, "sheet import", file={"filename": "wrong.toml", "text": wrong}))
    for place in (
        "approaches.focus = 'd20'; moves.assess = 'd20': only d4",
        "spellcasting.illusion = 'd20'",
        "pp: no number",
    ):
        assert place in refused.text
    shown = message(await ann.command(channel, "sheet show", character="Ninsun"))
    assert "Tall." in shown.text
    shared = message(await bob.command(channel, "sheet show", character="Ninsun"))
    await bob.click(shared, "Share")
    public = await ann.wait_message(channel, "Shared by")
    assert not public.ephemeral
    assert "Raised Among Ledgers" in public.text


@pytest.mark.parametrize("letter", ["я", "天", "🧙"])
async def test_a_sheet_in_any_alphabet_is_a_message(
    channel: Channel, ann: Person, bob: Person, stage: Stage, letter: str
) -> None:
    """Discord counts characters, but can keep only so many bytes."""
    await ann.command(channel, "tale new", title="The Tower")
    await bob.command(channel, "tale join")
    elements = [f"{n:02}" + letter * 56 for n in range(15)]
    specialties = {f"{n:02}" + letter * 37: "d6" for n in range(20)}
    full = sheet(letter * 9, notes=letter * 2000, elements=elements, specialties=specialties)
    file = {"filename": "full.toml", "text": files.written({"format": 1, **full})}
    page = message(await bob.command(channel, "sheet import", file=file))
    page = message(await bob.command(channel, "sheet show"))
    seen = page.text
    while onward := next((each.label for each in page.buttons if (each.label or "").startswith("Page ▶")), None):
        page = message(await bob.click(page, onward))
        seen += page.text
    assert letter * 1500 in seen.replace("\n", "")
    assert elements[-1] in seen


async def test_a_file_that_does_not_come_is_asked_for_again(
    stage: Stage, channel: Channel, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord serves files from another host than its API."""

    async def broken(_: discord.Attachment) -> bytes:
        raise aiohttp.ServerDisconnectedError

    await ann.command(channel, "tale new", title="The Tower")
    await bob.command(channel, "tale join")
    monkeypatch.setattr(discord.Attachment, "read", broken)
    told = message(await bob.command(channel, "sheet import", file={"filename": "ninsun.toml", "text": "pp = 1"}))
    assert "did not hand out the file" in told.text


async def test_the_log_right_after_a_step_is_taken_back_says_which_and_what_is_left_now(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    await ann.command(channel, "tale new", title="The Tower")
    await bob.command(channel, "tale join")
    making = message(await bob.command(channel, "sheet new", name="Zu"))
    making = message(await bob.click(making, "Wits"))
    log = message(await bob.command(channel, "tale log")).text
    assert "Zu: approaches wits d12." in log
    asked = message(await bob.command(channel, "tale undo"))
    assert "Your last change: Zu: approaches wits d12." in asked.text
    told = message(await bob.click(asked, "Take it back"))
    assert "Taken back: Zu: approaches wits d12." in told.text
    log = message(await bob.command(channel, "tale log")).text
    assert "bob took back: Zu: approaches wits d12.\nZu: steps left: 12 of approaches" in log
    assert log.count("steps left") == 1
    assert "Zu" not in message(await ann.command(channel, "tale log")).text


async def test_a_record_is_called_and_spent_on_another_distinction(channel: Channel, ann: Person, bob: Person) -> None:
    await ann.command(channel, "tale new", title="The Tower", mode="records")
    await bob.command(channel, "tale join")
    making = message(await bob.command(channel, "sheet new"))
    asked = await bob.select(making, "Begin with somebody ready-made", ["Spellwright"])
    assert asked.modal is not None
    await bob.click(message(await bob.submit(asked.modal, {"name": "Ninsun"})), "Finish")
    for session in ("The Flood", "The Fire"):
        await ann.command(channel, "gm session", do="start")
        await ann.command(channel, "gm session", do="end", record=session)
    await ann.command(channel, "gm session", do="start")
    await ann.command(channel, "gm scene", name="Later", kind="tag")
    grows = message(await bob.command(channel, "sheet advance"))
    assert "To be called first, by *Spend PP*: The Flood, The Fire." in grows.text
    spend = message(await bob.click(message(await bob.command(channel, "sheet show", character="Ninsun")), "Spend PP"))
    await bob.select(spend, "Call a record: +1 PP", ["The Fire"])
    grows = message(await bob.command(channel, "sheet advance"))
    assert "Can be spent: The Fire.\nTo be called first, by *Spend PP*: The Flood." in grows.text
    which = message(await bob.click(grows, "Other distinction"))
    [select] = which.selects
    form = (await bob.select(which, "In place of which?", [select.options[1][1]])).modal
    assert form is not None
    pay = message(await bob.submit(form, {"name": "Bold", "sfx1": "A", "sfx2": "B"}))
    assert "Costs 1 record; 1 chosen. It is spent for good." in pay.text
    told = message(await bob.click(pay, "Spend it"))
    assert "Ninsun has grown: Trait: Bold." in told.text
    assert "• 2. The Fire (spent)" in message(await bob.command(channel, "sheet show", character="Ninsun")).text
    assert "another distinction (trait), for 1 record." in message(await ann.command(channel, "tale log")).text


async def test_a_signature_asset_is_given_up_for_another(channel: Channel, ann: Person, bob: Person) -> None:
    await ann.command(channel, "tale new", title="The Tower")
    await bob.command(channel, "tale join")
    making = message(await bob.command(channel, "sheet new"))
    asked = await bob.select(making, "Begin with somebody ready-made", ["Spellwright"])
    assert asked.modal is not None
    made = message(await bob.click(message(await bob.submit(asked.modal, {"name": "Ninsun"})), "Finish"))
    await ann.command(channel, "gm scene", name="The Gate")
    gear = message(await bob.click(made, "Signature assets"))
    assert "Now: Staff **d6**" in gear.text
    gear = message(await bob.select(gear, "Give one up", ["Staff"]))
    assert "Now: none\nStaff d6 is replaced in the next scene." in gear.text
    await ann.command(channel, "gm scene", name="The Crypt")
    gear = message(await bob.click(message(await bob.command(channel, "sheet show")), "Signature assets"))
    assert "Staff d6 was given up: say now what takes its place." in gear.text
    form = (await bob.select(gear, "Take new ones", ["1 Staff"])).modal
    assert form is not None
    sheet = message(await bob.submit(form, {"name1": "Wand"}))
    assert "Ninsun has a new signature asset." in sheet.text
    assert "**Wand** d6" in sheet.text
    assert "Ninsun: Wand d6 in place of Staff d6." in message(await ann.command(channel, "tale log")).text


async def test_who_may_not_write_in_the_channel_shares_no_sheet_there(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    sheet, world = await shown_sheet(channel, ann, bob), stage.pg.world
    world.set_permissions(channel, world.users[bob.id], deny=Permission.SEND_MESSAGES)
    refused = message(await bob.click(sheet, "Share"))
    assert "You may not write in this channel" in refused.text
    assert not was_shown(bob, "can read")
    assert not was_shown(ann, "Shared by")


async def test_a_sheet_that_is_shared_too_often_is_not_said_to_be_there(
    stage: Stage, channel: Channel, ann: Person, bob: Person
) -> None:
    sheet = await shown_sheet(channel, ann, bob)
    for _ in range(4):
        await bob.click(sheet, "Share")
    await stage.quiet()
    told = [each.text for each in bob.messages(channel)]
    assert len([text for text in told if "Shared by bob" in text]) == 3
    assert len([text for text in told if "can read" in text]) == 3
    assert len([text for text in told if "many shared pages" in text]) == 1
