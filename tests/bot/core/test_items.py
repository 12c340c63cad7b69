"""Buttons and selects are found again by their custom_id alone, for ever, whatever happens to a view."""

from __future__ import annotations

import discord
import pytest

from bot.announcer.channels import Channels
from bot.announcer.posts import Posts
from bot.answers.replies import Reply
from bot.client import AdeptsBot
from bot.components import ids
from bot.components.ids import Verb
from bot.components.items import takes
from bot.components.render import Rendered, Writing, rendered
from bot.delivery.rest import Rest
from game.core import layout
from game.core.layout import Choice, Panel, Place
from playground import Person
from playground.world.models import Channel

from .acting import of_no_server, with_items
from .conftest import Stage


@pytest.mark.parametrize("rest", ["", "topaz/2x3", "P2:onyx@1x2", "research=dm"])
def test_what_is_encoded_is_decoded(rest: str) -> None:
    assert ids.decode(ids.encode(Verb.STEP, "game2345", 12, rest)) == ids.Id(Verb.STEP, "game2345", 12, rest)


@pytest.mark.parametrize("where", ["dm", "channel"])
def test_a_setting_under_its_former_name_is_the_same_setting(where: str) -> None:
    assert ids.decode(f"ad1:set::0:research={where}") == ids.Id(Verb.SET, "", 0, f"round={where}")


@pytest.mark.parametrize("once", ["hand", "queues", "legend"])
def test_a_button_of_former_times_does_what_it_says(once: str) -> None:
    assert ids.decode(f"ad1:{once}:game2345:0:") == ids.Id(Verb.SHOW, "game2345", 0, once)
    assert ids.decode("ad1:ahead:game2345:7:on") == ids.Id(Verb.AHEAD, "game2345", 7, "attack")


@pytest.mark.parametrize(
    "text",
    ["", "ad1", "ad1:hand:g:1", "ad2:hand:g:1:", "ad1:dance:g:1:", "ad1:hand:g:x:", "ad1:hand:g:²:", "ad1:hand:g:-1:"],
)
def test_other_texts_are_no_ids(text: str) -> None:
    with pytest.raises(ids.BadId):
        ids.decode(text)


def test_an_id_over_a_hundred_characters_is_refused() -> None:
    rest = "x" * (100 - len("ad1:step:game2345:7:"))
    assert len(ids.encode(Verb.STEP, "game2345", 7, rest)) == 100
    with pytest.raises(ValueError, match="101 characters"):
        ids.encode(Verb.STEP, "game2345", 7, f"{rest}x")


@pytest.mark.parametrize(("game", "question"), [("ga:me", 7), ("game2345", -1)])
def test_what_could_not_be_read_back_is_refused(game: str, question: int) -> None:
    with pytest.raises(ValueError, match="read back"):
        ids.encode(Verb.STEP, game, question)


@pytest.mark.parametrize("verb", list(Verb))
def test_a_choice_of_people_alone_is_left_to_discord_py(verb: Verb) -> None:
    """Only the select of people is a discord.py item; others must not be, or they would be answered twice or not at
    all."""
    assert takes(ids.encode(verb, "game2345", 7, "a/b\n")) == (verb in ids.OF_PEOPLE)


@pytest.mark.parametrize("verb", ids.SELECTS)
async def test_a_select_s_id_on_a_button_is_answered(verb: Verb, bot: AdeptsBot, channel: Channel, ann: Person) -> None:
    """Such a press has no value."""
    view = with_items(discord.ui.Button(custom_id=ids.encode(verb, "game2345", 7), label="Press me"))
    await bot.get_partial_messageable(channel.id).send(view=view)
    answer = await ann.click(ann.last(channel), "Press me")
    assert answer.message.ephemeral
    assert "not from this version" in answer.message.text


async def test_nothing_that_is_sent_ever_unregisters_the_item(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py unregisters a dynamic item's class when a view that mixes it with an ordinary item stops.

    So no answer and no post of ours contains an item, or lets discord.py keep a view.
    """
    store = bot._connection._view_store
    registered = dict(store._dynamic_items)
    assert [each.__name__ for each in registered.values()] == ["PeopleSelect"]
    shown: list[Rendered] = []
    place = Place("game2345", 7)
    panel = layout.bare(
        layout.row(place.button(Verb.SHOW, "Press me")),
        place.select(Verb.PICK, "", [Choice("a", "a")], "Pick me"),
    )

    def recorded(panel: Panel, *writing: Writing) -> Rendered:
        shown.append(rendered(panel, *writing))
        return shown[-1]

    async def show(reply: Reply, *_: object) -> None:
        await reply.show(panel)

    for verb in (Verb.SHOW, Verb.PICK):
        monkeypatch.setitem(bot.router._handlers, verb, show)
    table = await bot.tables.lobby.new(ann.id, "ann", guild_id=None, channel_id=channel.id, options={})
    await stage.quiet()
    monkeypatch.setattr("bot.pictures.icons.rendered", recorded)
    posts = Posts(Channels(bot, Rest(), bot.icons), bot.tables.store.messages, of_no_server)
    row = await posts.post(await posts.plan(table.id, "test", channel.id), panel, "first")
    await posts.edit(row, panel, "second")
    public = ann.message(row.message_id or 0)
    assert public is not None
    private = (await ann.click(public, "Press me")).message
    await ann.click(private, "Press me")
    await ann.select(private, private.selects[0].custom_id or "", ["a"])
    assert len(shown) == 5
    for view in shown:
        assert not view.children
        assert view.is_finished()
        view._dispatch_timeout()  # type: ignore[no-untyped-call]
    assert store._dynamic_items == registered
    assert not store._views
    assert not (await ann.click(public, "Press me")).failed
