"""The application's emojis: uploaded once, kept up to date, used where there is room, and never required."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing

import pytest

from bot.announcer.channels import Channels
from bot.announcer.posts import Posts
from bot.answers.replies import plain
from bot.components.ids import Verb
from bot.delivery.rest import Rest
from bot.pictures import emojis as ours
from bot.pictures.icons import Icons
from bot.remembered import ICONS as KEPT
from game.adepts import boards as boards
from game.adepts import pictures
from game.adepts.words.signs import GEMS, ICONS
from game.core import layout
from game.core.decisions import Event
from game.core.layout import Choice, Place
from game.core.text.names import shown
from game.core.text.signs import MARK, bare, length, space
from game.core.words import Run
from playground import Person, Shown
from playground.checks import rules
from playground.world.models import Channel, Emoji
from tests.bot.acting import undressed
from tests.bot.face.layouts import NAMES, components, panel, text
from tests.playouts import Setting, choose

from .acting import board, forward, mover, of_no_server, open_panel
from .conftest import Opened, Stage

ID = 10**18


@pytest.fixture
def stage(stage: Stage) -> Stage:
    """A stage that also makes the very first start."""
    stage.settled = False
    return stage


def asked(stage: Stage, *methods: str) -> list[str]:
    """Return the requests about emojis, in their order."""
    seen = [entry.what for entry in stage.pg.log.find("request", "/emojis")]
    return [what for what in seen if what.split()[0] in (methods or ("POST", "PATCH", "DELETE"))]


def emojis(stage: Stage) -> dict[str, Emoji]:
    return {emoji.name: emoji for emoji in stage.pg.world.app.emojis.values()}


def test_each_sign_of_a_game_has_its_own_icon() -> None:
    """If two games had the same sign, screen readers would read out the other game's name for it."""
    assert len({*ours.signs().values()}) == len(ours.signs())


async def complete(stage: Stage) -> None:
    """Wait until all icons are uploaded, and the bot uses them."""
    await stage.pg.log.wait_for(lambda _: len(emojis(stage)) == len(ours.signs()))
    await stage.bot.uploads.idle()


def marks(stage: Stage) -> set[str]:
    """Return the emojis as they are written in texts."""
    return {f"<:{emoji.name}:{emoji.id}>" for emoji in emojis(stage).values()}


def worn(message: Shown) -> set[str]:
    """Return the ids of all emojis on a message's buttons and options."""
    return {emoji["id"] for _, emoji in rules.emojis(message.raw["components"]) if "id" in emoji}


async def in_words(stage: Stage, *people: Person) -> None:
    """Let these people see texts instead of pictures in private."""
    for person in people:
        await stage.bot.tables.people.set(person.id, "pictures", "words")


def recoloured() -> dict[str, bytes]:
    """Return the icons with another picture for topaz."""
    drawn = pictures.icons()
    return {name: drawn["ruby" if name == "topaz" else name] for name in ICONS}


# --- what Discord has


async def test_the_first_start_uploads_the_pictures_and_the_second_sends_nothing(
    stage: Stage, channel: Channel
) -> None:
    await stage.start()
    drawn = ours.drawn()
    assert all(re.fullmatch(r"\w{2,32}", name, re.ASCII) for name in drawn)  # Discord refuses other names
    assert {name: emoji.image for name, emoji in emojis(stage).items()} == drawn
    before = asked(stage)
    assert len(before) == len(drawn)
    await stage.restart()
    assert asked(stage) == before


async def test_a_deleted_emoji_comes_again_at_the_next_start_and_others_stay(stage: Stage, channel: Channel) -> None:
    """Also emojis that are not ours."""
    await stage.start()
    await stage.bot.create_application_emoji(name="not_ours", image=pictures.icons()["mana"])
    before = emojis(stage)
    del stage.pg.world.app.emojis[before["ruby"].id]
    await stage.restart()
    after = emojis(stage)
    assert after["ruby"].id != before["ruby"].id
    assert {name: emoji.id for name, emoji in after.items() if name != "ruby"} == {
        name: emoji.id for name, emoji in before.items() if name != "ruby"
    }


@pytest.mark.parametrize("kept", ["[1, {", "[null]", '[null, {"topaz": 3}]'])
async def test_what_was_uploaded_is_asked_for_anew_where_it_cannot_be_read(
    kept: str, stage: Stage, channel: Channel
) -> None:
    """It is only a cache: the bot starts, and uploads no emoji twice."""
    await stage.start()
    there = emojis(stage).keys()
    await stage.stop()
    with closing(sqlite3.connect(stage.settings.storage.path)) as raw, raw:
        raw.execute("UPDATE meta SET value = ? WHERE key = 'icons'", [kept])
    await stage.start()
    assert emojis(stage).keys() == there


async def test_a_changed_picture_takes_the_place_of_the_former(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start()
    before = emojis(stage)
    mark = len(asked(stage))
    monkeypatch.setattr("bot.pictures.uploads.program", lambda: "another")
    monkeypatch.setattr("bot.pictures.uploads.drawn", recoloured)
    await stage.restart()
    assert [what.split()[0] for what in asked(stage)[mark:]] == ["DELETE", "POST"]
    assert emojis(stage)["topaz"].image == before["ruby"].image
    assert emojis(stage)["topaz"].id != before["topaz"].id


async def test_where_the_same_program_drew_all_that_is_there_nothing_is_drawn(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start()
    before = emojis(stage)
    monkeypatch.setattr("bot.pictures.uploads.drawn", recoloured)
    await stage.restart()
    assert emojis(stage) == before
    assert stage.bot.icons.known


async def test_an_icon_that_no_game_has_any_more_lets_no_start_draw(
    stage: Stage, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was uploaded for a former version, and is still there."""
    await stage.start()
    former = await stage.bot.create_application_emoji(name="former", image=pictures.icons()["mana"])
    before = emojis(stage)
    application, known = json.loads(await stage.bot.tables.store.meta.get(KEPT) or "")
    await stage.bot.tables.store.meta.set(KEPT, json.dumps([application, {**known, "former": [former.id, "0"]}]))
    monkeypatch.setattr("bot.pictures.uploads.drawn", recoloured)
    await stage.restart()
    assert emojis(stage) == before


async def test_an_emoji_of_our_name_that_was_not_uploaded_from_this_database_is_replaced(
    stage: Stage, channel: Channel
) -> None:
    """Nobody knows what it shows: somebody may have made it by hand, or an answer was lost."""
    stage.pg.faults.add("lose_answer", "POST /applications/*/emojis")
    await stage.start()
    await complete(stage)
    assert {name: emoji.image for name, emoji in emojis(stage).items()} == ours.drawn()


@pytest.mark.parametrize("fault", [{"status": 403, "code": 50001}, {"status": 400, "code": 30008}, {"status": 503}])
async def test_refused_uploads_leave_the_signs_and_a_later_try_brings_the_icons(
    fault: dict[str, int], stage: Stage, channel: Channel
) -> None:
    """No answer waits for that, and older messages are corrected with their next change."""
    rule = stage.pg.faults.add("status", "* /applications/*/emojis", times=None, **fault)
    await stage.start()
    ann = await stage.pg.person("ann")
    page = (await ann.command(channel, "rules phase", what="I")).message
    assert page.text.startswith("## 1️⃣ Phase I")
    assert rule.hits
    stage.pg.faults.clear()
    await complete(stage)
    page = (await ann.command(channel, "rules phase", what="I")).message
    assert page.text.startswith(f"## <:phase_1:{emojis(stage)['phase_1'].id}> Phase I")


# --- where they are shown


async def test_texts_buttons_and_options_show_them(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """On the board, in a panel and on a page; on a button and an option, each with its own."""
    await in_words(stage, ann, bob)
    game = await opened(ann, bob, look="words")
    await forward(stage, game, "assign")
    shown_board = (await board(ann, channel)).text
    assert all(mark in shown_board for mark in marks(stage) if mark.split(":")[1] in (*GEMS, "phase_1"))
    person, table = await mover(stage, game, ann, bob)
    asking = await open_panel(person, channel)
    assert f"<:topaz:{emojis(stage)['topaz'].id}> **Topaz**" in asking.text
    assert worn(asking) == {str(emojis(stage)[name].id) for name in GEMS}
    page = (await ann.command(channel, "rules adept", what="ruby")).message
    assert str(emojis(stage)["phase_1"].id) in worn(page)
    place = Place(table.id)
    view = layout.framed(
        layout.row(place.button(Verb.RULES, "Onyx", sign=GEMS["onyx"])),
        place.select(Verb.LOOKUP, "", [Choice("term:gem", "Gems", sign=GEMS["citrine"])], "See also"),
    )
    posts = Posts(Channels(stage.bot, Rest(), stage.bot.icons), stage.bot.tables.store.messages, of_no_server)
    row = await posts.post(await posts.plan(table.id, "test", channel.id), view, "test")
    assert row.message_id is not None
    message = ann.message(row.message_id)
    assert message is not None
    assert worn(message) == {str(emojis(stage)[name].id) for name in ("onyx", "citrine")}


async def test_a_message_that_is_refused_with_icons_is_sent_without(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """An emoji is deleted while the bot runs: whoever opens a panel sees signs, and the emoji is soon uploaded
    again."""
    await in_words(stage, ann, bob)
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    gone = emojis(stage)["topaz"].id
    del stage.pg.world.app.emojis[gone]
    asking = await open_panel(person, channel)
    assert f"{bare(GEMS['topaz'])} **Topaz**" in asking.text
    assert not worn(asking)
    await stage.quiet()
    assert emojis(stage)["topaz"].id != gone
    again = await open_panel(person, channel)
    assert f"<:topaz:{emojis(stage)['topaz'].id}> **Topaz**" in again.text


async def test_a_board_is_written_once_more_when_icons_come_and_then_left_alone(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The board's digest covers the icons too."""
    game = await opened(ann, bob, look="words")
    stage.bot.icons.use({})
    stage.bot.announcer.poke(game)
    await stage.quiet()
    assert not marks(stage) & set((await board(ann, channel)).text.split())
    stage.bot.icons.use({name: emoji.id for name, emoji in emojis(stage).items()})
    for expected in (1, 0):
        mark = len(stage.pg.log.find("request", "PATCH /channels"))
        stage.bot.announcer.poke(game)
        await stage.quiet()
        assert len(stage.pg.log.find("request", "PATCH /channels")) - mark == expected


async def test_signs_in_names_stay_as_their_people_typed_them() -> None:
    """Even with our invisible mark typed after them; and a name full of signs does not use up the room for icons."""
    icons = Icons()
    icons.use(dict.fromkeys(ICONS, ID))
    signs = "".join(ICONS.values())
    assert shown(signs, 99) == bare(signs) != signs
    assert length(shown(signs, 99)) == space(bare(signs))
    assert text(icons.rendered(plain(f"{shown(signs, 99)} pays 1 {GEMS['ruby']}"))).endswith(f" pays 1 <:ruby:{ID}>")
    assert undressed(text(icons.rendered(plain(shown(signs, 99))))) == shown(signs, 99)


@pytest.mark.parametrize("players", [2, 5])
async def test_whole_games_stay_within_the_limits_with_icons(players: int) -> None:
    """Discord accepts every board and panel, and boards have room for icons."""
    icons, rng = Icons(), random.Random(players)
    icons.use(dict.fromkeys(ICONS, ID))
    game, events = Setting(players, "random", "rulebook", "icons").start(), list[Event]()
    while not game.over:
        if rng.random() < 0.2:
            seen = boards.board(game.view(None), NAMES, {}, [Run(events, NAMES)])
            assert all(length(part) <= 4000 for part in seen.words)
            assert sum(map(length, seen.words)) > sum(map(len, seen.words))
            assert bare(GEMS["topaz"]) not in text(icons.rendered(seen))
            components(icons.rendered(panel(game, game.asked[0])))
        events += [event for event in game.play(*choose(game, rng)) if event.visible_to(None)]
        events = events[-50:]


async def test_a_text_without_room_for_icons_keeps_its_signs() -> None:
    """Discord counts all characters of `<:name:id>`."""
    icons = Icons()
    icons.use(dict.fromkeys(ICONS, ID))
    full = " ".join([GEMS["onyx"]] * 200)
    assert text(icons.rendered(plain(full))) == bare(full)
    assert len(full[:200]) < len(text(icons.rendered(plain(full[:200])))) <= length(full[:200])


async def test_nobody_is_sent_the_mark_of_a_sign() -> None:
    """In texts, on buttons and on options, with icons and without."""
    place, sign = Place("A"), GEMS["onyx"]
    panel = layout.framed(
        layout.text(f"{sign} Onyx"),
        layout.section(f"{sign} Onyx", place.button(Verb.RULES, f"{sign} Onyx", sign=sign)),
        place.select(Verb.LOOKUP, "", [Choice("term:gem", f"{sign} Onyx", f"1 {sign}", sign)], f"{sign}?"),
    )
    for known in ((), ("topaz",), ICONS):
        icons = Icons()
        icons.use(dict.fromkeys(known, ID))
        sent = str(components(icons.rendered(panel)))
        assert MARK not in sent
        assert ("<:onyx:" in sent) == ("onyx" in known)
        assert bare(sign) in sent
