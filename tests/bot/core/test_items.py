"""Buttons and selects: found again by their custom_id alone, for ever, whatever becomes of a view."""

from __future__ import annotations

import discord
import pytest

from bot.announcer.posts import Posts
from bot.answers.replies import Reply
from bot.client import AdeptsBot
from bot.components import ids
from bot.components.ids import Verb
from bot.components.items import ITEMS, Guests, Pick, Press
from bot.components.render import Rendered, Writing, rendered
from bot.delivery.rest import Rest
from game.core import layout
from game.core.layout import Choice, Panel, Place
from playground import Person
from playground.world.models import Channel

from .acting import of_no_server
from .conftest import Stage


def press(verb: Verb = Verb.SHOW, rest: str = "") -> Press:
    return Press(discord.ui.Button(custom_id=ids.encode(verb, "game2345", 7, rest), label="Press me"))


def pick() -> Pick:
    return Pick(
        discord.ui.Select(
            custom_id=ids.encode(Verb.PICK, "game2345", 7), options=[discord.SelectOption(label="a", value="a")]
        )
    )


@pytest.mark.parametrize("rest", ["", "topaz/2x3", "P2:onyx@1x2", "research=dm"])
def test_what_is_encoded_is_decoded(rest: str) -> None:
    assert ids.decode(ids.encode(Verb.STEP, "game2345", 12, rest)) == ids.Id(Verb.STEP, "game2345", 12, rest)


@pytest.mark.parametrize("where", ["dm", "channel"])
def test_a_setting_under_its_former_name_is_the_same_setting(where: str) -> None:
    assert ids.decode(f"ad1:set::0:research={where}") == ids.Id(Verb.SET, "", 0, f"round={where}")


@pytest.mark.parametrize("text", ["", "ad1", "ad1:hand:g:1", "ad2:hand:g:1:", "ad1:dance:g:1:", "ad1:hand:g:x:"])
def test_other_texts_are_no_ids(text: str) -> None:
    with pytest.raises(ids.BadId):
        ids.decode(text)


def test_an_id_over_a_hundred_characters_is_refused() -> None:
    with pytest.raises(ValueError, match="101 characters"):
        ids.encode(Verb.STEP, "game2345", 7, "x" * (101 - len("ad1:step:game2345:7:")))


@pytest.mark.parametrize("verb", list(Verb))
def test_every_id_is_one_item_s_and_not_the_other_s(verb: Verb) -> None:
    """discord.py asks every class whose pattern fits: two would answer twice."""
    text = ids.encode(verb, "game2345", 7, "a/b")
    fitting = [item for item in ITEMS if item.__discord_ui_compiled_template__.fullmatch(text)]
    assert fitting == [Pick if verb in ids.SELECTS else Guests if verb in ids.OF_PEOPLE else Press]


async def show_to_everybody(*_: object) -> None:
    """There is no game behind these buttons."""


async def test_nothing_that_is_sent_ever_unregisters_the_items(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py forgets a dynamic item's class when a view ends that mixes it with an ordinary item.

    No answer and no post of ours holds an item, or lets discord.py keep a view at all.
    """
    store = bot._connection._view_store
    registered = dict(store._dynamic_items)
    assert set(registered.values()) == set(ITEMS)
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
    monkeypatch.setattr(bot.router, "admit", show_to_everybody)
    table = await bot.tables.lobby.new(ann.id, "ann", guild_id=None, channel_id=channel.id, options={})
    await stage.quiet()
    monkeypatch.setattr("bot.pictures.icons.rendered", recorded)
    posts = Posts(bot, bot.tables.store.messages, Rest(), bot.icons, of_no_server)
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
