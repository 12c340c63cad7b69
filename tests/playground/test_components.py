"""Buttons, selects and modals, public and ephemeral, through discord.py's dynamic items."""

from __future__ import annotations

import asyncio

import pytest

from playground import CannotDo, Permission, Person, Playground
from playground.world.models import Channel

from .bots import Bot, Press, view


async def test_a_button_of_a_public_message_answers_its_presser_alone(
    bot: Bot, ann: Person, bob: Person, channel: Channel
) -> None:
    await ann.command(channel, "demo buttons")
    answer = await bob.click(bob.last(channel), "tell 1")
    assert answer.message.text == "told 1"
    assert answer.message.ephemeral
    assert [m.text for m in ann.messages(channel)] == ["buttons"]
    assert not any("told 1" in text for text in ann.seen)


async def test_a_click_can_change_its_message_for_everybody(
    bot: Bot, ann: Person, bob: Person, channel: Channel
) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    answer = await bob.click(shown, "update 1")
    assert answer.message.id == shown.id
    assert answer.told == "updated 1"
    assert ann.last(channel).text == "updated 1"
    assert [b.label for b in ann.last(channel).buttons] == ["update 2"]
    with pytest.raises(CannotDo, match="no 'tell 1'"):
        await ann.click(shown, "tell 1")
    await ann.click(shown, "update 2")
    assert (answer.message.text, answer.told) == ("updated 2", "updated 1"), "what it was told stays"


async def test_a_deferred_update_comes_later_by_the_token(bot: Bot, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    await ann.click(shown, "later 1")
    assert await ann.wait_message(channel, "later 1")


async def test_an_old_ephemeral_message_is_changed_by_a_click_in_it(
    bot: Bot, pg: Playground, ann: Person, bob: Person, channel: Channel
) -> None:
    shown = (await ann.command(channel, "demo buttons", private=True)).message
    pg.clock.advance(3600)
    assert (await ann.click(shown, "update 1")).message.text == "updated 1"
    assert bob.messages(channel) == []
    with pytest.raises(CannotDo, match="gone"):
        await bob.click(shown, "update 1")


async def test_ephemeral_messages_vanish_when_the_client_reloads(bot: Bot, ann: Person, channel: Channel) -> None:
    await ann.command(channel, "demo buttons", private=True)
    await ann.command(channel, "demo say", what="stays")
    await ann.reload()
    assert [m.text for m in ann.messages(channel)] == ["stays (none)"]


async def test_a_select_sends_values_named_by_label_or_value(bot: Bot, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    assert (await ann.select(shown, "Fruit", ["Apple", "plum"])).message.text == "chose apple, plum"
    for values, words in [(["apple", "pear", "plum"], "between 1 and 2"), (["fig"], "no option")]:
        with pytest.raises(CannotDo, match=words):
            await ann.select(shown, "choose:fruit", values)


async def test_a_user_select_brings_the_users_with_it(bot: Bot, ann: Person, bob: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    assert (await ann.select(shown, "Who", [bob])).message.text == "picked bob"


async def test_a_modal_opens_and_its_fields_arrive(bot: Bot, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    modal = (await ann.click(shown, "form 1")).modal
    assert modal.title == "A form"
    assert list(modal.fields) == ["Your name", "How many", "Which side", "Sure?"]
    answer = await ann.submit(modal, {"Your name": "Ann", "count": "2", "Which side": "left", "sure": True})
    assert answer.message.text == "Ann 2 left True"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"How many": "1", "side": "left"}, "name is required"),
        ({"name": "x" * 11, "count": "1", "side": "left"}, "0 to 10 characters"),
        ({"name": "x", "count": "3", "side": "left"}, "no option"),
        ({"name": "x", "count": "1", "side": "up"}, "no option"),
        ({"name": "x", "count": "1", "side": "left", "what": 1}, "has the fields"),
    ],
)
async def test_the_client_refuses_a_modal_that_is_not_filled_well(
    bot: Bot, ann: Person, channel: Channel, values: dict[str, object], words: str
) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    modal = (await ann.click(shown, "form 1")).modal
    with pytest.raises(CannotDo, match=words):
        await ann.submit(modal, values)


async def test_nobody_can_do_what_their_client_would_not_let_them_not_even_by_the_control_api(
    bot: Bot, pg: Playground, ann: Person, bob: Person, channel: Channel
) -> None:
    own = (await ann.command(channel, "demo buttons", private=True)).message
    opened = await ann.click(own, "form 1")
    button = Press("tell", 7)
    button.item.disabled = True
    public = await bot.get_partial_messageable(channel.id).send("public", view=view(button))
    here, him = {"channel_id": str(channel.id)}, pg.world.users[bob.id]

    def refused(words: str, action: str, **arguments: object) -> None:
        with pytest.raises(CannotDo, match=words):
            pg.people.act(bob.id, action, arguments)

    refused("no such message", "click", **here, message_id=str(own.id), custom_id="press:tell:1")
    refused("is disabled", "click", **here, message_id=str(public.id), custom_id="press:tell:7")
    refused("no such modal", "submit", interaction_id=str(opened.interaction_id), values={})
    pg.world.set_permissions(channel, him, deny=Permission.SEND_MESSAGES)
    refused("no permission to send", "say", **here, text="x")
    pg.world.set_permissions(channel, him, deny=Permission.VIEW_CHANNEL)
    refused("no such channel", "say", **here, text="x")
    assert bot.pressed == ["press:form:1"]


async def test_a_double_click_is_two_interactions(bot: Bot, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    first, second = await asyncio.gather(ann.click(shown, "tell 1"), ann.click(shown, "tell 1"))
    assert first.interaction_id != second.interaction_id
    assert bot.pressed == ["press:tell:1"] * 2


async def test_a_component_of_a_deleted_message_cannot_be_used(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    await bot.get_partial_messageable(channel.id).get_partial_message(shown.id).delete()
    with pytest.raises(CannotDo, match="gone"):
        await ann.click(shown, "tell 1")


async def test_an_answer_names_its_command_in_full(bot: Bot, ann: Person, channel: Channel) -> None:
    answer = await ann.command(channel, "demo buttons")
    assert answer.message.raw["interaction_metadata"]["name"] == "demo buttons"
