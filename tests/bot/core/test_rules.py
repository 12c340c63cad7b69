"""/rules: found as people type it, read in place, shared without what only its reader may know."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Collection, Mapping
from typing import Any

import discord
import pytest

import desk
from bot.answers import arrival
from bot.client import AdeptsBot
from bot.components import ids
from bot.components.ids import Verb
from bot.incoming import router
from bot.panels.rules import Share, decoded_page, encoded_page, rules_found, rules_page
from desk.index import Index
from game.adepts import texts as rulebook
from game.adepts.rules.spells import SPELLS
from game.core.desk import Desk, Entry
from playground import Person, Shown
from playground.messaging.interactions import COMPONENT
from playground.messaging.messages import set_archived
from playground.world.models import PUBLIC_THREAD, Channel
from playground.world.permissions import Permission
from tests.bot.face.layouts import components, text

from .acting import board, forward, with_items
from .conftest import Opened, Stage
from .tables import adepts

_found = desk.lookup("adepts")
assert _found is not None
ADEPTS = _found
entries = ADEPTS.entries
REWORDED = "question:what-if-the-mine-was-empty"


def see_also(shown: Shown) -> list[str]:
    """Return the references that a page links to."""
    [select] = shown.selects
    return [value for _, value in select.options]


def title(shown: Shown) -> str:
    """Return the title of a page, without its icon."""
    return re.sub(r"^## (<\S+> )?", "", shown.text.splitlines()[0])


async def follow(person: Person, shown: Shown, ref: str) -> Shown:
    """Choose this reference in the page's select, and return the page that it leads to."""
    answer = await person.select(shown, shown.selects[0].custom_id or "", [ref])
    assert not answer.failed
    if answer.message.id != shown.id:
        return answer.message
    before = str(shown)  # on a busy machine an answer in place is deferred first
    return await person.wait_for(lambda: now if (now := person.message(shown.id)) and str(now) != before else None)


async def holding(stage: Stage, game: str, person: Person) -> str:
    """Return a spell that the person holds in phase III or later, kept in research."""
    table = await forward(stage, game, "research")
    seat = table.seat_of(person.id).seat
    keep = next(token for token in table.playing.legal(seat) if token != "pass")
    await stage.bot.tables.moves.play(game, person.id, keep)
    table = await stage.bot.tables.look(game)
    player = table.playing.view(seat)["players"][seat]
    return str([*player["hand"], *player["drawn"]][0])


# --- the layouts


@pytest.mark.parametrize("ref", entries)
def test_every_page_is_a_valid_message_with_its_longest_additions(ref: str) -> None:
    """Discord accepts it with notes for its holder and the name of who shared it; no note is lost, and no custom_id is
    too long."""
    page = ADEPTS.page(ref)
    own = "w" * 900 if page.ref.startswith("spell:") else ""
    assert ADEPTS.page(decoded_page(encoded_page(ref))[1]) == page
    for made in (
        rules_page(page, own, Share.OFFERED),
        rules_page(page, own, Share.DONE),
        rules_page(page, by="W" * 40),
        rules_page(page, own, Share.OFFERED, why="W" * 160),
    ):
        drawn, words = components(made), text(made)
        options = [option["value"] for component in drawn for option in component.get("options", ())]
        assert page.title in words
        assert page.text in words
        assert all(note.ref in options or note.text in words for note in page.notes)
    assert components(rules_found("x", ADEPTS.search("mine gem spell miner")))


# --- commands


@pytest.mark.parametrize(
    ("line", "typed", "title"),
    [
        ("rules spell", "Barrier", "Barrier ("),
        ("rules spell", "3b", "(3B)"),
        ("rules adept", "topaz", "Topaz"),
        ("rules phase", "3", "Phase III"),
        ("rules search", "spell:12B", "Pilfer"),
    ],
)
async def test_what_is_named_exactly_is_shown_to_the_one_who_asks(
    line: str, typed: str, title: str, ann: Person, bob: Person, channel: Channel
) -> None:
    answer = await ann.command(channel, line, what=typed)
    page = answer.message
    assert page.ephemeral
    assert page.text.startswith("## ")
    assert title.lower() in page.text.splitlines()[0].lower()
    assert see_also(page)
    assert page.find("Share")
    assert not bob.messages(channel)


async def test_where_discord_takes_no_files_a_spell_s_page_is_its_words_also_when_it_is_shared(
    ann: Person, bob: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(router, "ANSWER_AFTER", 0.0)  # each answer is deferred, then edited
    stage.pg.faults.add("status", "PATCH /webhooks/*", status=403, code=50013)
    page = (await ann.command(channel, "rules spell", what="10B")).message
    stage.pg.faults.add("status", "POST /webhooks/*", status=403, code=50013)
    await ann.click(page, "Share")
    shared = await bob.wait_message(channel, "Shared by ann")
    for shown in (page, shared):
        assert not shown.attachments
        assert "(10B)" in title(shown)


async def test_a_spell_s_card_is_shown_as_a_picture_in_place_of_its_words_also_when_it_is_shared(
    ann: Person, bob: Person, channel: Channel
) -> None:
    page = (await ann.command(channel, "rules spell", what="10B")).message
    await ann.click(page, "Share")
    private, posted = ann.message(page.id), await bob.wait_message(channel, "Shared by ann")
    assert private is not None
    for shown in (page, private, posted):
        [card] = shown.attachments
        assert card["filename"] == "spell-10B.png"
        assert f"Spell {SPELLS['10B'].name} (10B), phase II" in shown.text
        assert shown.text.count(SPELLS["10B"].text) == 1  # in the alt text alone
    phase = (await ann.command(channel, "rules phase", what="V")).message
    assert not phase.attachments
    after = await follow(ann, phase, "spell:20A")
    assert [file["filename"] for file in after.attachments] == ["spell-20A.png"]
    assert not (await follow(ann, after, "phase:V")).attachments


async def test_who_wants_words_is_shown_no_card_and_what_is_shared_has_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    await stage.bot.tables.people.set(ann.id, "pictures", "words")
    page = (await ann.command(channel, "rules spell", what="10B")).message
    assert not page.attachments
    assert SPELLS["10B"].text in page.text
    await ann.click(page, "Share")
    assert (await bob.wait_message(channel, "Shared by ann")).attachments


async def test_a_misspelt_spell_is_found_and_of_two_that_it_may_be_one_opens_in_place(
    ann: Person, channel: Channel
) -> None:
    page = (await ann.command(channel, "rules spell", what="intnsify")).message
    assert title(page).startswith("Intensify (20A)")
    found = (await ann.command(channel, "rules spell", what="transfig")).message
    assert "Found in Adepts for “transfig”" in found.text
    assert see_also(found)[0] == "spell:7B"
    opened = await follow(ann, found, "spell:7B")
    assert opened.id == found.id
    assert title(opened).startswith(f"{SPELLS['7B'].name} (7B)")


async def test_a_search_by_effect_lists_pages_with_what_they_say(ann: Person, channel: Channel) -> None:
    found = (await ann.command(channel, "rules search", what="steal mana")).message
    assert found.ephemeral
    assert see_also(found)[0] == "spell:12B"
    assert SPELLS["12B"].text in found.text


async def test_another_kind_is_offered_where_the_wanted_one_has_nothing(ann: Person, channel: Channel) -> None:
    typed = "Barrier"
    assert ADEPTS.search(typed, kind="phase") == []
    found = (await ann.command(channel, "rules phase", what=typed)).message
    assert "No phase of Adepts is like “Barrier”" in found.text
    assert any(ref.startswith("spell:") for ref in see_also(found))


async def test_what_is_not_found_gets_a_hint_and_is_repeated_without_markup(ann: Person, channel: Channel) -> None:
    for line in ("search", "spell", "adept", "phase"):
        for typed in ("zqxjk **vvw** @everyone", "   ", '" OR *', "?"):
            answer = (await ann.command(channel, f"rules {line}", what=typed)).message
            assert "wrong on our side" not in answer.text
            assert "**vvw**" not in answer.text
            assert "@everyone" not in answer.text
    answer = (await ann.command(channel, "rules search", what="zqxjk")).message
    assert "Nothing was found" in answer.text
    assert "choose from the list" in answer.text
    assert not answer.controls


# --- autocompletion


@pytest.mark.parametrize("kind", ["spell", "adept", "phase"])
async def test_suggestions_are_of_the_kind_and_each_opens_its_page(kind: str, ann: Person, channel: Channel) -> None:
    choices = await ann.autocomplete(channel, f"rules {kind}", "what")
    assert 0 < len(choices) <= 25
    for label, value in choices[:5]:
        page = (await ann.command(channel, f"rules {kind}", what=value)).message
        assert page.find("Share")
        assert title(page).split(" (")[0] in label


async def test_suggestions_are_only_what_fits_and_every_value_is_a_page(ann: Person, channel: Channel) -> None:
    choices = await ann.autocomplete(channel, "rules search", "what", "barr")
    assert choices[0][1].startswith("spell:")
    assert "Barrier" in choices[0][0]
    assert all(value in entries for _, value in choices)
    assert await ann.autocomplete(channel, "rules search", "what", "zqxjk") == []
    assert len(await ann.autocomplete(channel, "rules search", "what", "spell")) <= 25


@pytest.mark.parametrize(
    ("typed", "label", "says"),
    [
        ("bot does not answer", "When something does not work", "a game is kept after every move"),
        ("mana surge how do I win", "How do I win?", "Draw ten mana before the others do."),
    ],
)
async def test_what_is_picked_is_shown_whatever_game_knows_of_it_too_or_was_named(
    typed: str, label: str, says: str, ann: Person, channel: Channel
) -> None:
    """The same words might find something else in another game, or no longer name the intended one."""
    values = dict(await ann.autocomplete(channel, "rules search", "what", typed))
    assert says in (await ann.command(channel, "rules search", what=values[label])).message.text


# --- going on and sharing


async def test_see_also_brings_up_the_other_page_in_place(ann: Person, channel: Channel) -> None:
    page = (await ann.command(channel, "rules phase", what="V")).message
    after = await follow(ann, page, "spell:20A")
    assert after.id == page.id
    assert title(after).startswith("Intensify (20A)")
    back = await follow(ann, after, "phase:V")
    assert back.id == page.id
    assert title(back).startswith("Phase V")


async def test_share_posts_the_page_once_with_who_shared_it(ann: Person, bob: Person, channel: Channel) -> None:
    page = (await ann.command(channel, "rules search", what="phase:V")).message
    answer = await ann.click(page, "Share")
    assert not answer.failed
    posted = await bob.wait_message(channel, "Shared by ann")
    assert not posted.ephemeral
    assert title(posted).startswith("Phase V")
    assert posted.find("Share") is None
    private = ann.message(page.id)
    assert private is not None
    shared = private.find("Shared")
    assert shared is not None
    assert shared.disabled
    assert len([m for m in bob.messages(channel) if "Shared by" in m.text]) == 1


@pytest.mark.parametrize("fault", ["lose_answer", "withhold", "drop", "stumble"])
async def test_a_page_is_posted_once_where_discord_does_not_say_that_it_has_it(
    fault: Any, stage: Stage, ann: Person, bob: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever shared it is told to look for it; if it is not there, they can share it again."""
    monkeypatch.setattr(arrival, "_SECONDS", 0.5)
    monkeypatch.setattr(arrival, "_UPLOAD_SECONDS", 0.5)
    page = (await ann.command(channel, "rules search", what="phase:V")).message
    stage.pg.faults.add(fault, "POST /webhooks/*")
    await ann.click(page, "Share")
    await stage.quiet()
    assert len([m for m in bob.messages(channel) if "Shared by" in m.text]) == (fault != "drop")
    told = await ann.wait_message(channel, "Check whether it is in the channel")
    assert told.ephemeral


async def test_who_follows_a_shared_page_reads_on_alone(ann: Person, bob: Person, channel: Channel) -> None:
    page = (await ann.command(channel, "rules search", what="phase:V")).message
    await ann.click(page, "Share")
    posted = await bob.wait_message(channel, "Shared by ann")
    own = await follow(bob, posted, "spell:20A")
    assert own.ephemeral
    assert own.id != posted.id
    frame = ann.message(posted.id)
    assert frame is not None
    assert frame.text == posted.text
    assert ann.message(own.id) is None


async def test_a_question_with_a_long_reference_can_be_shared(ann: Person, bob: Person, channel: Channel) -> None:
    longest = max(entries, key=len)
    page = (await ann.command(channel, "rules search", what=longest)).message
    await ann.click(page, "Share")
    posted = await bob.wait_message(channel, "Shared by ann")
    assert entries[longest].title in posted.text


async def test_who_may_not_write_in_the_channel_cannot_share_there(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    page = (await ann.command(channel, "rules search", what="phase:V")).message
    stage.pg.world.set_permissions(channel, stage.pg.world.users[ann.id], deny=Permission.SEND_MESSAGES)
    refused = await ann.click(page, "Share")
    assert "may not write" in refused.message.text
    assert not bob.messages(channel)


async def test_nor_in_a_locked_thread(ann: Person, channel: Channel, stage: Stage) -> None:
    thread = stage.pg.world.add_thread(channel, "rules", PUBLIC_THREAD, ann.id)
    page = (await ann.command(thread, "rules search", what="phase:V")).message
    set_archived(stage.pg.world, thread, archived=False, locked=True)
    share = page.find("Share")
    assert share is not None
    # A press that was already on its way: in a locked thread Discord's client lets nobody press anything.
    data = {"custom_id": share.custom_id, "component_type": 2, "id": 1}
    stage.pg.interactions.make(COMPONENT, ann.id, thread, data, stage.pg.world.messages[page.id])
    await ann.wait_message(thread, "may not write")


async def test_in_direct_messages_there_are_the_same_pages_without_share(ann: Person) -> None:
    place = await ann.open_dm()
    assert await ann.autocomplete(place, "rules spell", "what", "barr")
    page = (await ann.command(place, "rules spell", what="Intensify")).message
    assert title(page).startswith("Intensify (20A)")
    assert page.find("Share") is None
    after = await follow(ann, page, "phase:V")
    assert after.id == page.id
    assert after.find("Share") is None


# --- in a game


async def test_only_its_holder_is_told_where_a_spell_applies_now_and_share_does_not_tell(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    spell = await holding(stage, game, ann)
    mine = (await ann.command(channel, "rules spell", what=spell)).message
    assert mine.ephemeral
    assert "for your eyes only" in mine.text
    assert f"castable in phase {SPELLS[spell].phase}" in mine.text
    await ann.click(mine, "Share")
    posted = await bob.wait_message(channel, "Shared by ann")
    private = ann.message(mine.id)
    assert private is not None
    assert "for your eyes only" in private.text
    for public in (posted.text, (await bob.command(channel, "rules spell", what=spell)).message.text):
        assert "for your eyes only" not in public
        assert "castable" not in public
        assert "You hold" not in public
        assert "You may keep" not in public
    assert "for your eyes only" not in str(bob.seen)


async def test_in_direct_messages_the_holder_is_told_of_the_only_game(
    ann: Person, bob: Person, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    spell = await holding(stage, game, ann)
    place = await ann.open_dm()
    page = (await ann.command(place, "rules spell", what=spell)).message
    assert "for your eyes only" in page.text
    table = await stage.bot.tables.look(game)
    player = table.playing.view(table.seat_of(ann.id).seat)["players"][table.seat_of(ann.id).seat]
    other = next(each for each in SPELLS if each not in (*player["hand"], *player["drawn"]))
    assert "for your eyes only" not in (await ann.command(place, "rules spell", what=other)).message.text
    for kind, is_only in (("mana-surge", True), ("adepts", False)):
        elsewhere = stage.pg.channel(kind)
        await ann.command(elsewhere, f"{kind} new", computers=2)
        await ann.command(elsewhere, "table start")
        told = (await ann.command(place, "rules spell", what=spell)).message.text
        assert ("for your eyes only" in told) == is_only, kind


async def test_the_board_s_button_tells_the_step_what_is_asked_and_what_is_in_force(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Three parts, for each reader what concerns them: the player asked reads the question, others read who is
    asked."""
    game = await opened(ann, bob)
    cid = await stage.pg.person("cid")
    for kind in ("assign", "research"):
        table = await forward(stage, game, kind)
        phase = rulebook.phases()[adepts(table).phase]
        for person in (ann, bob, cid):
            page = (await person.click(await board(person, channel), "Rules")).message
            assert page.ephemeral
            assert title(page).startswith(f"Phase {phase.id}: {phase.name}")
            assert phase.steps[2] in page.text
            assert "**In force until the phase ends**" in page.text
            assert see_also(page)[0] == f"phase:{phase.id}"
            mine = next((seat.seat for seat in table.seats if seat.user_id == person.id), "")
            decision = table.decision(mine)
            assert ("You are asked:" in page.text) == (decision is not None)
            if decision is None:
                assert "You are not asked anything now." in page.text
                assert any(name in page.text for name in table.names.values())
            else:
                assert decision.text in page.text
            assert len(page.text) < 1500


async def test_the_button_of_a_finished_game_tells_how_it_is_scored(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game)
    view = with_items(discord.ui.Button(custom_id=ids.encode(Verb.RULES, game), label="old"))
    await stage.bot.get_partial_messageable(channel.id).send(view=view)
    page = (await ann.click(await ann.wait_message(channel, ""), "old")).message
    assert title(page) == entries["section:the-end"].title


# --- old buttons


async def test_the_page_of_a_reworded_question_is_replaced_by_what_comes_nearest(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """In a select, in Share, and typed; nothing is posted."""
    assert REWORDED not in entries
    share = discord.ui.Button[Any](custom_id=ids.encode(Verb.SHARE, "", 0, encoded_page(REWORDED)), label="Share")
    look = discord.ui.Select[Any](
        custom_id=ids.encode(Verb.LOOKUP, ""), options=[discord.SelectOption(label="old", value=REWORDED)]
    )
    await stage.bot.get_partial_messageable(channel.id).send(view=with_items(share, look))
    old = ann.last(channel)
    for shown in (await follow(ann, old, REWORDED), (await ann.click(old, "Share")).message):
        assert shown.ephemeral
        assert "reworded" in shown.text
        assert "question:what-if-the-mine-is-empty" in see_also(shown)[:3]
    typed = (await ann.command(channel, "rules search", what=REWORDED)).message
    assert "question:what-if-the-mine-is-empty" in see_also(typed)[:3]
    assert len(bob.messages(channel)) == 1


async def test_pages_go_on_after_a_restart(ann: Person, channel: Channel, stage: Stage) -> None:
    page = (await ann.command(channel, "rules phase", what="V")).message
    await stage.restart()
    assert title(await follow(ann, page, "phase:IV")).startswith("Phase IV")


async def test_each_index_is_built_once_by_who_asks_first_or_by_itself_and_not_in_the_event_loop(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[threading.Thread] = []
    build = Index.__init__

    def seen(self: Index, face: Desk, entries: Mapping[str, Entry], foreign: Collection[str]) -> None:
        built.append(threading.current_thread())
        build(self, face, entries, foreign)

    monkeypatch.setattr(Index, "__init__", seen)
    monkeypatch.setattr(AdeptsBot, "prepares", True)
    desk.lookup.cache_clear()
    bot = await stage.start()
    ann, bob = [await stage.pg.person(name) for name in ("ann", "bob")]
    channel = stage.pg.channel("rules")
    found = [person.autocomplete(channel, "rules search", "what", "barr") for person in (ann, bob)]
    assert all(await asyncio.gather(*found))
    await asyncio.wait_for(bot.warm.wait(), 120)
    assert len(built) == sum(each.desk is not None for each in desk.sources().values())
    assert threading.current_thread() not in built
