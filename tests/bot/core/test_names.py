"""People with hostile names play: nothing that the bot sends gives their names any markup."""

from __future__ import annotations

import random

from game.adepts.rules.gems import LAST_TURN
from playground import Person
from playground.checks import rules
from playground.world.models import Channel
from tests.bot.hostile import HOSTILE, marks

from .acting import board, forward, later, mover, open_panel, play_out, public, to_confirm
from .conftest import Stage

_LABELS = ("label", "placeholder", "description")


def marked(person: Person) -> list[str]:
    """Return all markup in whatever the person was ever shown, and labels whose names are escaped although labels have
    no markup."""
    found = []
    for event in person.raw:
        message = event.get("message") or {}
        found += marks(message.get("content") or "")
        for _, component in rules.walk(message.get("components", [])):
            found += marks(component.get("content") or "")
            for bearer in (component, *component.get("options", ())):
                found += [bearer[key] for key in _LABELS if set("\\\u200b") & set(bearer.get(key) or "")]
    return found


async def test_nothing_that_is_sent_marks_up_a_name(stage: Stage, channel: Channel) -> None:
    """Lobby, boards, panels, direct messages, votes, lists, refusals, shared messages, and the replay."""
    await stage.start()
    people = [await stage.pg.person(HOSTILE[seat]) for seat in ("P1", "P2", "P3")]
    one, two, three = people
    eve = await stage.pg.person(HOSTILE["P5"])
    other = stage.pg.channel("other")
    await two.command(other, "adepts new")
    await eve.command(other, "adepts join")
    for line in ("adepts kick", "adepts host"):
        choices = await two.autocomplete(other, line, "player")
        assert HOSTILE["P5"] in choices[1][0]
        await two.command(other, line, player="nobody")
        await eve.command(other, line, player="P1")
    await two.command(other, "adepts kick", player="P2")
    await eve.command(other, "adepts new")
    game = await _begun(stage, channel, people)
    assert (await one.autocomplete(channel, "adepts export", "game"))[0][0].startswith(f"{HOSTILE['P1']}'s table")
    await three.command(other, "adepts export", game=f"{HOSTILE['P2']}'s table")
    await three.command(channel, "settings")
    person, _ = await mover(stage, game, *people)
    for each in (*people, eve):
        for which in ("Your move", "Hand", "Queues", "Text", "Rules"):
            await each.click(await board(each, channel), which)
        for line in ("adepts log", "adepts score", "adepts games", "adepts undo", "adepts nudge", "adepts start"):
            await each.command(channel, line)
        await each.command(channel, "rules search", what=HOSTILE["P1"])
        await each.command(channel, "play", move=f"assign {HOSTILE['P3']}")
        await each.command(channel, "play", move=f"{HOSTILE['P2']} pass")
    await eve.command(channel, "adepts new", spells=HOSTILE["P2"])
    shared = await eve.command(other, "rules phase", what="I")
    await eve.click(shared.message, "Share")
    panel, confirm = await to_confirm(person, channel)
    twice = [await person.begin_click(panel, confirm) for _ in range(2)]
    for click in twice:
        await click.settled()
    await forward(stage, game, "research")
    await open_panel(two, channel)
    await stage.quiet()
    await two.command(channel, "adepts end")
    await stage.quiet()
    await later(stage, game, LAST_TURN, random.Random(7))
    await play_out(people, channel, stage, game)
    await stage.quiet()
    for line in ("adepts score", "adepts log"):
        await eve.command(channel, line)
    steps = (await eve.command(channel, "adepts replay")).message
    await eve.click(steps, "Step ›")
    await eve.click(steps, "Share as film")
    await stage.quiet()
    seen = " ".join(str(event) for person in people for event in person.raw)
    assert "e.x" in seen
    for each in (*people, eve):
        assert marked(each) == []


async def test_who_has_a_name_that_shows_nothing_goes_by_the_username(stage: Stage, channel: Channel) -> None:
    """As a host, as a player, and in what they share."""
    await stage.start()
    people = [await stage.pg.person(name) for name in ("ann", "bob")]
    for person in people:
        next(iter(stage.pg.world.guilds.values())).members[person.id].nick = "\u3164\u2800"
    game = await _begun(stage, channel, people)
    table = await stage.bot.tables.look(game)
    assert list(table.names.values()) == ["ann", "bob"]
    assert table.title == "ann's table"
    page = await people[1].command(channel, "rules phase", what="I")
    await people[1].click(page.message, "Share")
    assert (await people[0].wait_message(channel, "Shared by")).text.endswith("Shared by bob")


async def _begun(stage: Stage, channel: Channel, people: list[Person]) -> str:
    host = people[0]
    await host.command(channel, "adepts new")
    for person in people[1:]:
        await person.command(channel, "adepts join")
    await host.command(channel, "adepts start")
    await stage.quiet()
    row = await stage.bot.tables.store.games.active_in(channel.id)
    assert row is not None
    return row.id


async def test_people_whose_names_look_alike_are_told_apart_and_never_taken_for_each_other(
    stage: Stage, channel: Channel
) -> None:
    """The name that both seem to have refers to neither; what tells them apart at the table does."""
    await stage.start()
    host, ann, twin = [await stage.pg.person(name) for name in ("zoe", "ann", "ann\u200b")]
    await host.command(channel, "adepts new")
    for person in (ann, twin):
        await person.command(channel, "adepts join")
    await stage.quiet()
    lobby = await public(host, channel, "Join")
    assert "ann (P2)" in lobby.text
    assert "ann (P3)" in lobby.text
    for name in ("ann", "ann\u200b", "ANN"):
        for line in ("adepts kick", "adepts host"):
            said = (await host.command(channel, line, player=name)).message.text
            assert "Several are called that here: ann (P2), ann (P3)." in said
    [row] = await stage.bot.tables.store.games.active()
    assert len((await stage.bot.tables.look(row.id)).seats) == 3
    await host.command(channel, "adepts kick", player="ann (P3)")
    assert [seat.user_id for seat in (await stage.bot.tables.look(row.id)).seats] == [host.id, ann.id]
    await host.command(channel, "adepts kick", player="ann")
    assert [seat.user_id for seat in (await stage.bot.tables.look(row.id)).seats] == [host.id]
    kicked = await host.autocomplete(channel, "table readmit", "player")
    assert len({name for name, _ in kicked}) == 2
    assert "Several are called that" in (await host.command(channel, "table readmit", player="ann")).message.text


async def test_the_score_is_one_message(stage: Stage, channel: Channel) -> None:
    await stage.start()
    ann = await stage.pg.person("ann")
    await ann.command(channel, "adepts new", computers=1)
    await ann.command(channel, "adepts start")
    await stage.quiet()
    before = len(ann.messages(channel))
    score = (await ann.command(channel, "adepts score")).message
    await stage.quiet()
    assert len(ann.messages(channel)) == before + 1
    assert "Score so far" in score.text
    assert "The table waits for" in score.text
