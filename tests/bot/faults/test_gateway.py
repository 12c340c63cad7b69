"""The connection to Discord fails, or events come twice or not at all."""

from __future__ import annotations

from collections.abc import Callable

from playground import Playground
from tests.bot.faults.conftest import Scene

FAILURES: dict[str, Callable[[Playground], None]] = {
    "dropped": lambda pg: pg.gateway.drop(),
    "closed": lambda pg: pg.gateway.close(4000),
    "asked to reconnect": lambda pg: pg.gateway.reconnect(),
    "invalid session": lambda pg: pg.gateway.invalidate(),
    "invalid session, resumable": lambda pg: pg.gateway.invalidate(resumable=True),
}


async def test_the_connection_fails(scene: Scene) -> None:
    """In each of these ways in turn: the bot reconnects by itself, and the game goes on."""
    for fail in FAILURES.values():
        before = len(scene.pg.log)
        fail(scene.pg)
        await scene.pg.log.wait_for(
            lambda entry: entry.n >= before and entry.kind == "dispatch" and entry.what in ("READY", "RESUMED"),  # noqa: B023
            within=30.0,
        )
        await scene.play(6)
        await scene.comes_up_to_date()
    await scene.all_is_well()


async def test_a_half_open_connection_is_noticed(scene: Scene) -> None:
    """Nothing arrives any more; heartbeats are not acknowledged, and the bot reconnects."""
    keep_alive = scene.stage.bot._get_websocket(shard_id=0)._keep_alive
    assert keep_alive is not None
    keep_alive.heartbeat_timeout = 1.0  # discord.py waits for a minute
    before = len(scene.pg.log)
    scene.pg.gateway.half_open()
    await scene.pg.log.wait_for(
        lambda entry: entry.n >= before and entry.kind == "received" and entry.what in ("op 2", "op 6"), within=30.0
    )
    await scene.pg.gateway.wait_connected(within=30.0)
    await scene.play(6)
    await scene.all_is_well()


async def test_an_interaction_that_comes_twice_counts_once(scene: Scene) -> None:
    fault = scene.pg.faults.add("double", "INTERACTION_CREATE", times=None)
    await scene.play(12)
    assert fault.hits >= 12
    await scene.all_is_well()


async def test_an_interaction_that_never_comes_is_sent_again(scene: Scene) -> None:
    """The person's client says that it failed, and nothing has happened."""
    player = await scene.asked()
    moves = await player.person.autocomplete("games", "play", "move", "")
    before = await scene.counted()
    scene.pg.faults.add("lose", "INTERACTION_CREATE")
    answer = await player.person.begin_command("games", "play", move=moves[0][1])
    scene.pg.clock.advance(3.0)
    await answer.settled()
    assert answer.failed
    assert await scene.counted() == before
    await scene.play(6)
    await scene.all_is_well()
