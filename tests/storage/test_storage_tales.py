"""Tales: entries and dice are only appended, each change is stored as a whole, and a channel has one tale."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage import (
    Base,
    ChannelTaken,
    Conflict,
    Duplicate,
    NoSuchGame,
    Share,
    StillIn,
    Storage,
    TaleStatus,
    Written,
    WrongStatus,
    backup,
    check,
)

from .conftest import GUEST, HOST, Clock, dump, refuses

HOME, OTHER, FORMER = 11, 12, 13
FIRST = Written(
    base=Base(0, 1, {"doom": "2d6"}), secret="not cast yet", people={"u1": HOST}, entries=[{"what": "opened"}]
)


async def opened(storage: Storage, channel_id: int = HOME, **changes: Any) -> str:
    tale = await storage.tales.create(
        "adept", guild_id=7, channel_id=channel_id, first=Written(**{**_fields(FIRST), **changes})
    )
    return tale.id


def _fields(written: Written) -> dict[str, Any]:
    return {name: getattr(written, name) for name in Written.__dataclass_fields__}


def rolled(number: int, **more: Any) -> Written:
    return Written(
        entries=[{"what": "roll", "number": number}], casts=[{"dice": f"d6:{number}"}], secret=f"s{number}", **more
    )


async def test_all_of_a_change_is_there_again(storage: Storage, clock: Clock) -> None:
    tale_id = await opened(storage)
    clock.advance(hours=1)
    change = rolled(1, people={"u2": GUEST}, notes={"u2": {"pool": "2d6"}}, struck={1: 2}, base=Base(1, 1, {"a": "é"}))
    tale = await storage.tales.append(tale_id, change, expected=1, interaction_id=5)
    assert (tale.sequence, tale.shown, tale.status) == (2, None, TaleStatus.RUNNING)
    assert tale.updated_at == clock()
    stored = await storage.tales.load(tale_id)
    assert stored.entries == ({"what": "opened", "struck": 2}, {"what": "roll", "number": 1, "struck": None})
    assert stored.casts == ({"dice": "d6:1"},)
    assert (stored.secret, stored.base) == ("s1", Base(1, 1, {"a": "é"}))
    assert stored.people == {"u1": HOST, "u2": GUEST}
    assert stored.notes == {"u2": {"pool": "2d6"}}
    assert (stored.channels, stored.wrong) == ((HOME,), ())
    assert "s1" not in repr(stored)


async def test_a_press_counts_once(storage: Storage) -> None:
    tale_id = await opened(storage)
    await storage.tales.append(tale_id, rolled(1), expected=1, interaction_id=5)
    with pytest.raises(Duplicate):
        await storage.tales.append(tale_id, rolled(2), expected=2, interaction_id=5)
    assert len((await storage.tales.load(tale_id)).casts) == 1


async def test_of_two_at_the_same_moment_one_looks_again(storage: Storage) -> None:
    tale_id = await opened(storage)
    done = await asyncio.gather(
        *(storage.tales.append(tale_id, rolled(n), expected=1, interaction_id=n) for n in (5, 6)),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in done) == ["Conflict", "Tale"]
    assert issubclass(Conflict, Exception)


async def test_what_was_done_and_cast_never_changes(storage: Storage) -> None:
    tale_id = await opened(storage)
    await storage.tales.append(tale_id, rolled(1, struck={1: 2}), expected=1)
    entry, cast = "UPDATE tale_entries SET", "UPDATE tale_casts SET"
    assert await refuses(storage, f"{entry} number = 7 WHERE number = 2", "entries never change")
    assert await refuses(storage, f"{entry} struck = NULL WHERE number = 1", "entries are struck once")
    assert await refuses(storage, f"{cast} number = 9", "casts never change")
    assert await refuses(storage, "DELETE FROM tale_entries", "entries are deleted only with their whole tale")
    assert await refuses(storage, "DELETE FROM tale_casts", "casts are deleted only with their whole tale")
    late = f"INSERT INTO tale_casts (tale_id, number, data) SELECT '{tale_id}', 5, data FROM tale_casts"
    assert await refuses(storage, late, "casts follow one another")


async def test_a_channel_has_one_tale_until_that_is_over(storage: Storage) -> None:
    tale_id = await opened(storage)
    with pytest.raises(ChannelTaken):
        await opened(storage)
    await storage.tales.append(tale_id, Written(entries=[{}], over=True), expected=1)
    assert await storage.tales.active_in(HOME) is None
    with pytest.raises(WrongStatus):
        await storage.tales.append(tale_id, rolled(1), expected=2)
    assert await opened(storage) != tale_id


async def test_channels_lead_to_a_tale(storage: Storage) -> None:
    """After a channel is linked or unlinked its message must be updated, by the next start at the latest."""
    tale_id = await opened(storage)
    storage.tales.set_shown(tale_id, 1)
    await storage.tales.link(tale_id, OTHER)
    assert await storage.tales.active_in(OTHER) == tale_id
    assert await storage.tales.not_shown() == (tale_id,)
    storage.tales.set_shown(tale_id, 1)
    assert await storage.tales.unlink(tale_id, OTHER)
    assert await storage.tales.not_shown() == (tale_id,)
    await storage.tales.link(tale_id, OTHER)
    with pytest.raises(ChannelTaken):
        await opened(storage, OTHER)
    assert not await storage.tales.unlink(tale_id, HOME), "its own channel always does"
    moved = await storage.tales.move(tale_id, 7, OTHER)
    assert (moved.channel_id, moved.shown) == (OTHER, 0)
    assert await storage.tales.active_in(HOME) is None
    assert await storage.tales.active_in(OTHER) == tale_id


@pytest.mark.parametrize(("shown", "then"), [(2, 1), (1, 1), (0, 0)])
async def test_of_a_tale_that_moves_its_status_alone_is_to_be_shown_anew(
    storage: Storage, shown: int, then: int
) -> None:
    """Besides what had not been shown before the move."""
    tale_id = await opened(storage)
    await storage.tales.append(tale_id, rolled(1), expected=1)
    storage.tales.set_shown(tale_id, shown)
    assert (await storage.tales.move(tale_id, 7, OTHER)).shown == then
    assert await storage.tales.not_shown() == (tale_id,)


async def test_the_running_tales_of_somebody_on_a_server(storage: Storage, clock: Clock) -> None:
    first, last, over, another = [await opened(storage, channel_id) for channel_id in (1, 2, 3, 4)]
    elsewhere = await storage.tales.create("adept", guild_id=8, channel_id=5, first=FIRST)
    await storage.tales.append(over, Written(entries=[{}], over=True), expected=1)
    await storage.tales.append(another, Written(entries=[{}], people={"u2": GUEST}), expected=1)
    clock.advance(hours=1)
    await storage.tales.append(last, rolled(1), expected=1)
    assert await storage.tales.of_user(HOST, 7) == (last, *sorted((first, another)))
    assert await storage.tales.of_user(HOST, 8) == (elsewhere.id,)
    assert await storage.tales.of_user(GUEST, 7) == (another,)
    assert await storage.tales.of_user(HOST) == (last, *sorted((first, another, elsewhere.id)))


async def test_of_the_running_tales_of_somebody_those_of_other_processes_are_theirs(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = [
        (await storage.tales.create("adept", guild_id=shard << 22, channel_id=shard + 1, first=FIRST)).id
        for shard in (0, 1)
    ]
    assert await storage.tales.of_user(HOST) == tuple(sorted((here, there)))
    monkeypatch.setattr(storage._db, "share", Share((1,), 2))
    assert await storage.tales.of_user(HOST) == (there,)


async def test_the_tale_that_ended_last_in_a_channel(storage: Storage, clock: Clock) -> None:
    assert await storage.tales.ended_in(HOME) is None
    for _ in range(2):
        tale_id = await opened(storage)
        assert await storage.tales.ended_in(HOME) != tale_id
        clock.advance(hours=1)
        await storage.tales.append(tale_id, Written(entries=[{"what": "ended"}], over=True), expected=1)
        assert await storage.tales.ended_in(HOME) == tale_id
    assert await storage.tales.ended_in(OTHER) is None


async def test_a_tale_ended_in_every_channel_that_led_to_it(storage: Storage) -> None:
    """Except for one whose link had been removed."""
    tale_id = await opened(storage)
    await storage.tales.link(tale_id, OTHER)
    await storage.tales.link(tale_id, FORMER)
    await storage.tales.unlink(tale_id, FORMER)
    await storage.tales.append(tale_id, Written(entries=[{"what": "ended"}], over=True), expected=1)
    assert [await storage.tales.ended_in(each) for each in (HOME, OTHER, FORMER)] == [tale_id, tale_id, None]
    assert [await storage.tales.active_in(each) for each in (HOME, OTHER)] == [None, None]
    await storage.tales.delete(tale_id)
    assert await storage.tales.ended_in(OTHER) is None


async def test_what_was_not_shown_is_known(storage: Storage) -> None:
    shown, behind = await opened(storage), await opened(storage, OTHER)
    storage.tales.set_shown(shown, 1)
    storage.tales.set_shown(behind, 0)
    async with asyncio.timeout(30):  # stored within a second if the database is idle
        while shown in await storage.tales.not_shown():  # noqa: ASYNC110 - the database alone knows
            await asyncio.sleep(0.1)
    assert await storage.tales.not_shown() == (behind,)


async def test_of_a_server_those_that_run_or_whose_end_was_not_shown_are_found(storage: Storage) -> None:
    running, ended, behind = await opened(storage), await opened(storage, OTHER), await opened(storage, FORMER)
    server, share = 1 << 22, Share((1,), 2)
    for each in (running, ended, behind):
        channel = (await storage.tales.load(each)).tale.channel_id
        await storage.tales.move(each, server, channel)
        storage.tales.set_shown(each, 2)
    for each in (ended, behind):
        await storage.tales.append(each, Written(entries=[{}], over=True), expected=1)
    storage.tales.set_shown(behind, 1)
    await storage.meta.set("any", "so that what was deferred is stored")
    assert {*await storage.tales.going(guild_id=server)} == {running, behind}
    assert {*await storage.tales.going(share=share)} == {running, behind}
    assert await storage.tales.going(guild_id=2 << 22) == await storage.tales.going(share=Share((0,), 2)) == ()


async def test_who_is_forgotten_stays_nobody_in_what_is_over(storage: Storage) -> None:
    over, running = await opened(storage), await opened(storage, OTHER)
    await storage.tales.append(over, Written(entries=[{}], over=True), expected=1)
    assert await storage.players.forget(HOST, "hours") == StillIn(tales=(running,))
    assert (await storage.tales.load(over)).people == {"u1": None}
    assert (await storage.tales.load(running)).people == {"u1": HOST}, "one still plays there"


async def test_whoever_wished_it_in_a_running_tale_is_forgotten_with_its_end(storage: Storage) -> None:
    tale_id = await opened(storage)
    await storage.tales.append(tale_id, rolled(1, people={"u2": GUEST}), expected=1)
    await storage.players.forget(HOST, "hours")
    await storage.tales.append(tale_id, rolled(2), expected=2)
    assert (await storage.tales.load(tale_id)).people == {"u1": HOST, "u2": GUEST}, "it goes on"
    await storage.tales.append(tale_id, Written(entries=[{}], over=True), expected=3)
    assert (await storage.tales.load(tale_id)).people == {"u1": None, "u2": GUEST}
    assert await storage.players.forget(HOST, "hours") == StillIn()


async def test_tales_of_the_same_people_stay_apart(storage: Storage) -> None:
    """Nothing of one is read or changed in another, whatever is done in it; nor is anybody forgotten with its end who
    has not wished that."""
    one, other = [await opened(storage, channel) for channel in (HOME, OTHER)]
    for number, tale_id in ((1, one), (2, other)):
        people, notes = {"u2": GUEST, "u3": 4711}, {"u2": {"pool": f"{number}d6"}}
        await storage.tales.append(tale_id, rolled(number, people=people, notes=notes), expected=1)
    before = await storage.tales.load(other)
    assert (before.secret, before.casts, before.notes) == ("s2", ({"dice": "d6:2"},), {"u2": {"pool": "2d6"}})
    assert (before.base, before.people) == (FIRST.base, {"u1": HOST, "u2": GUEST, "u3": 4711})
    assert ([each["struck"] for each in before.entries], before.channels, before.wrong) == ([None, None], (OTHER,), ())
    change = rolled(3, struck={1: 3, 2: 3}, base=Base(2, 2, {"doom": "3d6"}), notes={"u2": {"pool": "3d6"}})
    await storage.tales.append(one, change, expected=2)
    await storage.tales.save_notes(one, "u2", GUEST, {"pool": "4d6"})
    for channel in (FORMER, 97):
        await storage.tales.link(one, channel)
    assert not await storage.tales.unlink(other, FORMER)
    assert await storage.tales.unlink(one, FORMER)
    await storage.tales.move(one, 7, 98)
    assert (await storage.tales.load(one)).channels == (97, 98)
    assert await storage.players.forget(GUEST, "hours") == StillIn(tales=tuple(sorted((one, other))))
    await storage.tales.append(one, Written(over=True), expected=3)
    await storage.players.forget(4711, "hours")
    stored = await storage.tales.load(one)
    assert (stored.people, stored.notes) == ({"u1": HOST, "u2": None, "u3": None}, {"u2": {"pool": "4d6"}})
    assert [each["struck"] for each in stored.entries] == [3, 3, None]
    assert (stored.base, stored.casts) == (Base(2, 2, {"doom": "3d6"}), ({"dice": "d6:1"}, {"dice": "d6:3"}))
    assert replace(await storage.tales.load(other), tale=before.tale) == before
    await storage.tales.delete(one)
    assert replace(await storage.tales.load(other), tale=before.tale) == before


async def test_who_only_looks_gets_a_name_with_the_first_notes(storage: Storage) -> None:
    """A name that is taken stays whose it is."""
    tale_id = await opened(storage)
    for user_id, pool in ((GUEST, "1d6"), (GUEST, "2d6"), (4711, "3d6")):
        await storage.tales.save_notes(tale_id, "u2", user_id, {"pool": pool})
    stored = await storage.tales.load(tale_id)
    assert (stored.people, stored.notes) == ({"u1": HOST, "u2": GUEST}, {"u2": {"pool": "3d6"}})


async def test_there_is_none_of_that_id(storage: Storage) -> None:
    for asked in (
        storage.tales.load("none"),
        storage.tales.append("none", FIRST, expected=0),
        storage.tales.save_notes("none", "u1", HOST, {}),
        storage.tale_messages.plan("none", "status", HOME),
    ):
        with pytest.raises(NoSuchGame):
            await asked


async def test_messages_of_tales_are_kept_as_those_of_games(storage: Storage) -> None:
    tale_id = await opened(storage)
    row = await storage.tale_messages.plan(tale_id, "status", HOME)
    posted = storage.tale_messages.posted(row, 99, "what")
    assert (posted.game_id, posted.message_id) == (tale_id, 99)
    assert await storage.tale_messages.of_game(tale_id) == (posted,)
    storage.reread()
    assert await storage.tale_messages.of_game(tale_id) == (posted,)
    storage.tale_messages.forget(posted)
    assert await storage.tale_messages.of_game(tale_id) == ()


async def test_a_tale_goes_whole_and_its_id_never_comes_back(storage: Storage) -> None:
    tale_id = await opened(storage)
    await storage.tales.append(tale_id, rolled(1, notes={"u1": {"a": 1}}), expected=1)
    await storage.tale_messages.plan(tale_id, "status", HOME)
    await storage.tales.delete(tale_id)
    left = [(table, row) for table, row in await dump(storage) if tale_id in row]
    assert left == [("retired_ids", (tale_id,))]
    with pytest.raises(NoSuchGame):
        await storage.tales.delete(tale_id)


async def test_old_tales_go_together_and_what_goes_on_stays(storage: Storage, clock: Clock) -> None:
    old, recent, running = [await opened(storage, channel) for channel in (HOME, OTHER, FORMER)]
    await storage.tales.append(old, rolled(1, over=True), expected=1)
    clock.advance(hours=1)
    ended = clock()
    await storage.tales.append(recent, rolled(1, over=True), expected=1)
    assert await storage.tales.purge(ended) == (old,)
    assert await storage.tales.purge(ended) == ()
    assert [(table, row) for table, row in await dump(storage) if old in row] == [("retired_ids", (old,))]
    assert [tale.id for tale in await storage.tales.rows(TaleStatus.OVER)] == [recent]
    assert [tale.id for tale in await storage.tales.rows(TaleStatus.RUNNING)] == [running]


async def test_what_cannot_be_read_is_told(path: Path, storage: Storage) -> None:
    tale_id = await opened(storage)
    await storage._db.run("BEGIN IMMEDIATE", lambda tx: tx.all("DELETE FROM tale_bases"))
    assert (await storage.tales.load(tale_id)).wrong == ("its state is missing",)
    assert check(path) == (f"tale {tale_id} (running): its state is missing",)
    assert backup(path, path.with_name("copy")) == check(path)
