"""Every interaction is answered, once, whatever happens behind it."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.answers import arrival
from bot.answers.answering import Answering
from bot.answers.limits import Limits
from bot.answers.replies import Reply
from bot.client import AdeptsBot
from bot.clock import Clock
from bot.components import ids
from bot.components.ids import Verb
from bot.delivery.rest import InDoubt
from bot.incoming import router
from bot.pictures.icons import Icons
from bot.tables.errors import Elsewhere, NoGame, TooSoon
from bot.watch.figures import REGISTRY
from game.adepts.words.face import AdeptsWords
from playground import Person
from playground.messaging.interactions import State
from playground.world.models import Channel
from storage import DatabaseAway, LeaseLost

from .acting import board, with_items
from .conftest import Opened, Stage


async def post(bot: AdeptsBot, channel: Channel, custom_id: str) -> None:
    view = with_items(discord.ui.Button(custom_id=custom_id, label="Press me"))
    await bot.get_partial_messageable(channel.id).send(view=view)


async def test_every_verb_has_a_handler(bot: AdeptsBot) -> None:
    assert bot.router.verbs == set(Verb)


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb not in (*ids.SELECTS, *ids.OF_PEOPLE)])
async def test_a_button_of_a_deleted_game_is_answered(
    verb: Verb, bot: AdeptsBot, channel: Channel, ann: Person
) -> None:
    await post(bot, channel, ids.encode(verb, "gone2345", 3, "x"))
    answer = await ann.click(ann.last(channel), "Press me")
    assert not answer.failed
    assert answer.message.ephemeral
    assert "wrong on our side" not in answer.message.text


async def test_a_button_of_another_version_is_answered(bot: AdeptsBot, channel: Channel, ann: Person) -> None:
    await post(bot, channel, "ad1:dance:whoever")
    answer = await ann.click(ann.last(channel), "Press me")
    assert "not from this version" in answer.message.text


@pytest.mark.parametrize("custom_id", ["x", "ad1", "ad2:turn:game2345:7:", "AD1:turn:game2345:7:"])
@pytest.mark.parametrize("as_select", [False, True], ids=["button", "select"])
async def test_what_no_version_knows_any_more_is_answered(
    custom_id: str, as_select: bool, bot: AdeptsBot, channel: Channel, ann: Person
) -> None:
    item: discord.ui.Item[Any] = (
        discord.ui.Select(custom_id=custom_id, options=[discord.SelectOption(label="a")])
        if as_select
        else discord.ui.Button(custom_id=custom_id, label="Press me")
    )
    await bot.get_partial_messageable(channel.id).send(view=with_items(item))
    message = ann.last(channel)
    answer = await (ann.select(message, custom_id, ["a"]) if as_select else ann.click(message, "Press me"))
    assert not answer.failed
    assert answer.message.ephemeral
    assert "too old" in answer.message.text
    assert "`/table board`" in answer.message.text


async def test_an_exception_is_an_apology_with_the_number_in_the_log(
    bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError("hidden words")

    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, fail)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    with caplog.at_level(logging.ERROR, "bot.incoming.router"):
        answer = await ann.click(ann.last(channel), "Press me")
    assert answer.message.ephemeral
    assert "hidden words" not in answer.message.text
    [record] = [record for record in caplog.records if record.name == "bot.incoming.router"]
    assert record.incident in answer.message.text  # type: ignore[attr-defined]


async def test_a_refusal_is_said_in_its_words(
    bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise NoGame("No such thing.")

    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, refuse)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    assert (await ann.click(ann.last(channel), "Press me")).message.text == "No such thing."


def counted(outcome: str, kind: str = "click") -> float:
    """Return how many interactions of this kind had this outcome."""
    return REGISTRY.get_sample_value("adepts_interactions_total", {"kind": kind, "outcome": outcome}) or 0.0


async def test_what_befalls_an_interaction_is_told_and_counted(
    bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the handler says nothing, the answer is "Done." The pressed message is updated if it stays."""
    befalls, stayed = list[Exception | str | None](), list[Reply]()

    async def work(reply: Reply, *_: object) -> None:
        match befalls.pop():
            case str() as why:
                reply.refused = True
                await reply.tell(why)
            case Exception() as problem:
                raise problem

    async def stays(reply: Reply) -> None:
        stayed.append(reply)
        raise DatabaseAway("the server went") if len(stayed) == 1 else LeaseLost("another has it")

    monkeypatch.setattr(bot.router, "stayed", stays)
    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, work)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    panel = ann.last(channel)
    for problem, said, outcome in (
        (None, "Done.", "answered"),
        ("It is not your move.", "It is not your move.", "refused"),
        (NoGame(), "There is no such game", "refused"),
        (TooSoon("Not so fast."), "Not so fast.", "refused"),
        (LeaseLost("another has it"), "The bot is restarting.", "refused"),
        (DatabaseAway("the server went"), "The database cannot be reached just now.", "failed"),
        (InDoubt("lost on the way"), "Discord did not confirm", "lost"),
    ):
        befalls.append(problem)
        before = counted(outcome)
        assert (await ann.click(panel, "Press me")).message.text.startswith(said)
        await bot.router.idle()
        assert counted(outcome) == before + 1, outcome
    assert not stayed
    monkeypatch.setitem(bot.router._apart, Verb.SHOW, lambda *_: True)
    before = counted("answered")
    for _ in range(2):
        befalls.append(None)
        assert (await ann.click(panel, "Press me")).message.text == "Done."
        await bot.router.idle()
    assert (len(stayed), counted("answered")) == (2, before + 2)  # failing to update it is no error


def answering() -> Answering:
    return Answering(Icons(), Limits(Clock().now))


def test_the_latest_press_on_a_message_is_the_one_that_counts() -> None:
    made = answering()
    assert [made.newest(1, each) for each in (5, 3, 7)] == [5, 5, 7]
    assert made.newest(2, 4) == 4


async def test_it_is_idle_when_nothing_has_begun_as_the_last_ended() -> None:
    made = router.Router(answering())
    with made.under_way():
        idle = asyncio.create_task(made.idle())
        await asyncio.sleep(0)
    with made.under_way():
        for _ in range(3):
            await asyncio.sleep(0)
        assert not idle.done()
        assert not await made.drain(0.0)  # there is no time to finish anything
    await idle
    assert made.closing


async def test_who_may_have_lost_our_games_lets_another_answer_first(
    bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited, before = list[float](), list[int]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def work(reply: Reply, *_: object) -> None:
        before.append(len(waited))

    monkeypatch.setattr(router, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
    monkeypatch.setattr(bot.router, "lease_has_run_out", lambda: True)
    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, work)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    await ann.click(ann.last(channel), "Press me")
    await ann.autocomplete(channel, "rules spell", "what", "barr")
    assert (waited, before) == ([2.0, 2.0], [1])


async def test_work_that_takes_long_is_deferred_and_then_answered(
    bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()

    async def slow(reply: Reply, *_: object) -> None:
        await go.wait()
        await reply.tell("Here it is.")

    monkeypatch.setattr(router, "ANSWER_AFTER", 0.01)
    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, slow)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    answer = await ann.begin_click(ann.last(channel), "Press me")
    await ann.wait_for(lambda: answer.thinking)
    go.set()
    await answer.settled()
    assert answer.message.text == "Here it is."


async def test_what_is_being_acknowledged_is_handed_over_no_more(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that holds the game could not answer it, so the person is asked to press again."""
    handed = list[str]()
    acknowledged = stage.pg.faults.add("withhold", "POST /interactions/*/callback")

    async def hand_over(_: int, game_id: str) -> bool:
        handed.append(game_id)
        return True

    async def elsewhere(*_: object) -> None:
        await acknowledged.wait_hit()
        raise Elsewhere("game2345")

    monkeypatch.setattr(router, "ANSWER_AFTER", 0.01)
    monkeypatch.setattr(bot.router, "hand_over", hand_over)
    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, elsewhere)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    answer = await ann.begin_click(ann.last(channel), "Press me")
    await ann.wait_for(lambda: answer.thinking)
    acknowledged.release()
    await answer.settled()
    assert handed == []
    assert "restarting" in answer.message.text


async def test_what_was_not_answered_yet_is_handed_over(
    bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if it was being carried out already, since nothing has been answered."""
    handed = asyncio.Event()

    async def hand_over(_: int, game_id: str) -> bool:
        assert game_id == "game2345"
        handed.set()
        return True

    async def elsewhere(reply: Reply, *_: object) -> None:
        with bot.screens.acting("game2345", reply):
            raise Elsewhere("game2345")

    monkeypatch.setattr(bot.router, "hand_over", hand_over)
    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, elsewhere)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    before = counted("handed over")
    answer = await ann.begin_click(ann.last(channel), "Press me")
    await asyncio.wait_for(handed.wait(), 60)
    await bot.router.idle()
    assert not answer.thinking
    assert counted("handed over") == before + 1


async def test_an_interaction_delivered_twice_is_handled_once(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    async def count(reply: Reply, *_: object) -> None:
        calls.append(reply.interaction.id)
        await reply.tell("once")

    monkeypatch.setitem(bot.router._handlers, Verb.SHOW, count)
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    stage.pg.faults.add("double", "INTERACTION_CREATE")
    await ann.click(ann.last(channel), "Press me")
    await post(bot, channel, ids.encode(Verb.SHOW, ""))
    await ann.click(ann.last(channel), "Press me")  # by now the doubled event has arrived
    assert len(calls) == len(set(calls)) == 2


@pytest.mark.parametrize("fault", ["status", "drop", "lose_answer", "withhold", "stumble"])
@pytest.mark.parametrize(("line", "said"), [("hand", "Your hand"), ("adepts export", "SHA-256")])
async def test_an_answer_that_discord_stumbles_over_arrives_all_the_same(
    fault: Any,
    line: str,
    said: str,
    stage: Stage,
    bot: AdeptsBot,
    channel: Channel,
    ann: Person,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Answered at once or after deferring; also if Discord took the answer but its confirmation was lost, or an error
    came for it: whoever sends it again is told that there is one, which is nobody else's."""
    monkeypatch.setattr(arrival, "_SECONDS", 0.5)
    monkeypatch.setattr(arrival, "_RESENT", 0.02)  # in tests discord.py pauses no longer
    await opened(ann, await stage.pg.person("cid"))
    stage.pg.faults.add(fault, "POST /interactions/*/callback")
    answer = await ann.command(channel, line)
    assert said in answer.message.text
    await bot.router.idle()
    assert [each for each in caplog.records if each.name == arrival.__name__] == []


async def test_an_answer_that_a_proxy_refuses_is_lost_and_no_fault_of_ours(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """No apology is sent after it, which would be refused too."""
    fault = stage.pg.faults.add("page", "POST /interactions/*", times=None, status=403)
    await ann.begin_command(channel, "adepts about")
    await fault.wait_hit()
    await bot.router.idle()
    assert fault.hits == 1
    assert [each.getMessage() for each in caplog.records if each.levelname != "INFO"] == ["an answer was lost"]


async def test_a_refusal_that_discord_does_not_take_is_logged_and_counted_as_one(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """In its place stands an apology, not "Done."."""
    fault, before = stage.pg.faults.add("status", "POST /interactions/*", status=400), counted("refused", "command")
    await ann.begin_command(channel, "table nudge")
    await fault.wait_hit()
    await bot.router.idle()
    assert counted("refused", "command") == before + 1
    assert [each.getMessage() for each in caplog.records if each.levelname != "INFO"] == ["an answer was refused"]
    [told] = [each.text for each in ann.messages(channel) if each.ephemeral]
    assert "something went wrong on our side" in told


async def test_it_is_logged_where_something_else_answers(
    stage: Stage,
    bot: AdeptsBot,
    channel: Channel,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As a bot does that was left running elsewhere, with the same token and another database: both answer all."""
    monkeypatch.setattr(arrival, "_RESENT", 60.0)  # however busy the machine is
    parsers, answering = bot._connection.parsers, list[asyncio.Task[None]]()
    take = parsers["INTERACTION_CREATE"]

    async def answered_elsewhere(payload: Any) -> None:
        route = discord.http.Route("POST", f"/interactions/{payload['id']}/{payload['token']}/callback")
        await bot.http.request(route, json={"type": 4, "data": {"content": "There is no table here."}})
        take(payload)

    monkeypatch.setitem(
        parsers,
        "INTERACTION_CREATE",
        lambda payload: answering.append(asyncio.create_task(answered_elsewhere(payload))),
    )
    assert (await ann.command(channel, "adepts about")).message.text == "There is no table here."
    await asyncio.gather(*answering)
    await bot.router.idle()
    [told] = [each for each in caplog.records if each.name == arrival.__name__]
    assert told.levelname == "WARNING"
    assert told.getMessage() == "something else answered first"
    assert "another bot with this token" in told.__dict__["perhaps"]


@pytest.mark.parametrize(("fault", "times", "most"), [("status", 2, 1), ("lose_answer", 1, 2), ("stumble", None, 3)])
async def test_what_is_added_to_an_answer_comes_all_the_same_and_not_over_and_over(
    fault: Any,
    times: int | None,
    most: int,
    stage: Stage,
    channel: Channel,
    ann: Person,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If it is unknown whether it arrived, it is sent again: twice is better than not at all."""
    monkeypatch.setattr(arrival, "_PAUSE", 0.01)
    monkeypatch.setattr(AdeptsWords, "position", lambda *_: ["the first part", "the second"])
    await opened(ann, await stage.pg.person("cid"))
    stage.pg.faults.add(fault, "POST /webhooks/*", times=times)
    await ann.click(await board(ann, channel), "Text")
    await stage.quiet()
    assert 1 <= [m.text for m in ann.messages(channel)].count("the second") <= most


async def test_an_answer_without_end_is_given_up(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Discord never responds, nothing else is delayed."""
    monkeypatch.setattr(arrival, "_SECONDS", 0.05)
    fault = stage.pg.faults.add("withhold", "POST /interactions/*/callback")
    await ann.begin_command(channel, "adepts about")
    await fault.wait_hit()
    assert "Adepts" in (await ann.command(channel, "adepts about")).message.text
    assert await bot.router.drain(5.0)


async def test_while_the_bot_ends_arrivals_are_told_so(
    stage: Stage, bot: AdeptsBot, channel: Channel, ann: Person
) -> None:
    """The end waits until they have been told."""
    bot.router.closing, before = True, counted("refused", "command")
    fault = stage.pg.faults.add("delay", "POST /interactions/*/callback", seconds=0.1)
    answer = await ann.begin_command(channel, "adepts about")
    await fault.wait_hit()
    assert await bot.router.drain(5.0)
    assert answer.state is State.ANSWERED
    assert "restarting" in answer.message.text
    assert counted("refused", "command") == before + 1
