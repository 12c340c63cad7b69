"""Discord fails in every way at once while people are written to: what stands there is theirs, and stands once."""

from __future__ import annotations

import random
from collections import Counter

from bot.announcer.direct import CALL, ROUND
from tests.bot.faults.conftest import Scene
from tests.bot.faults.test_requests import ANSWERS, ANY, DELETES, EDITS, FAULTS, POSTS

_OPENS = "POST /users/@me/channels"
_WAYS = (*FAULTS, ("stumble", {"status": 502}))


async def test_a_storm_of_faults_writes_nothing_to_somebody_else_and_nothing_twice(scene: Scene) -> None:
    """With restarts in it. What is written holds secrets; no move that was confirmed is lost or counted twice."""
    rng = random.Random("storm")
    for player in scene.players:
        for setting in ("turn", "round"):
            await scene.stage.bot.tables.people.set(player.person.id, setting, "dm")
    places = [scene.pg.world.dm(player.person.id).id for player in scene.players]
    where = [_OPENS, ANSWERS, POSTS, EDITS, DELETES, ANY, *(f"POST /channels/{place}/messages" for place in places)]
    for number in range(24):
        for _ in range(rng.randint(0, 4)):
            kind, settings = rng.choice(_WAYS)
            scene.pg.faults.add(kind, rng.choice(where), times=rng.randint(1, 6), **settings)
        await scene.play(rng.randint(1, 3))
        if number % 4 == 0:
            await scene.stage.away()
        if number % 10 == 9:
            await scene.stage.stop()
            await scene.stage.start()
    await scene.all_is_well()
    await scene.stage.quiet()

    (game_id,) = await scene.store.games.to_tell(told=True)
    rows = [row for row in await scene.store.messages.of_game(game_id) if row.kind in (CALL, ROUND)]
    written = 0
    for player, place in zip(scene.players, places, strict=True):
        theirs = [row for row in rows if row.channel_id == place]
        assert theirs == [row for row in rows if row.user_id == player.person.id]
        assert {message.id for message in player.person.messages(place)} == {row.message_id for row in theirs}
        assert set(Counter(row.kind for row in theirs).values()) <= {1}
        written += sum(f"'channel_id': '{place}'" in str(event) for event in player.person.raw)
    assert written > 10
