"""A position at the end of a turn as numbers, from which the chances of winning are computed."""

from __future__ import annotations

from game.mana_surge.players.search.field import Field
from game.mana_surge.players.search.moment import Moment

FAR = 5
"""The distance from which all larger ones count alike."""


_MANA, _POOL, _NEAR = "mana", "the Pool", "tokens near the Pool"
_ACTIONS, _SPAWNS, _TOKENS, _DANGER, _AIMS = (
    "Extra Actions",
    "Extra Spawns",
    "tokens",
    "safe tokens",
    "tokens to strike",
)
FEATURES = {
    "mana": _MANA,
    "mana over 3": _MANA,
    "mana over 6": _MANA,
    "nine mana": _MANA,
    "on the Pool": _POOL,
    "may fall before it pays": _POOL,
    "may fall to two before it pays": _POOL,
    "may fall": _POOL,
    "can strike": _NEAR,
    "stands ready": _NEAR,
    "tokens ready": _NEAR,
    "can enter": _NEAR,
    "near": _NEAR,
    "steps": _NEAR,
    "steps of all": _NEAR,
    "action": _ACTIONS,
    "second action": _ACTIONS,
    "third action": _ACTIONS,
    "spawn": _SPAWNS,
    "second spawn": _SPAWNS,
    "tokens": _TOKENS,
    "free tokens": _TOKENS,
    "room": _TOKENS,
    "exposed": _DANGER,
    "exposed actions": _DANGER,
    "exposed spawns": _DANGER,
    "aims at actions": _AIMS,
    "aims at spawns": _AIMS,
}
"""The features of each seat, with the name that players are told for each."""


def features(on: Field, now: Moment) -> list[list[float]]:
    """Return the features of each place, in the order of FEATURES."""
    troops, mana, rooms, _ = now
    taken = troops[0] | troops[1] | troops[2]
    empty = on.open & ~taken
    held = bool(taken & on.pool)
    actions = [(own & on.action).bit_count() for own in troops]
    free = [own & ~on.locks for own in troops]
    can = [
        held and not own & on.pool and on.steps(free[at] | rooms[at] & empty, on.ready, empty, actions[at]) is not None
        for at, own in enumerate(troops)
    ]
    rows = list[list[float]]()
    for at, own in enumerate(troops):
        struck, aimed = own & on.struck(taken ^ own), on.struck(own) & (taken ^ own)
        holds = bool(own & on.pool)
        risks = sum(can[:at]) if holds else 0
        ready, spawns = (free[at] & on.ready).bit_count(), (own & on.spawn).bit_count()
        room = rooms[at] & empty
        near = on.steps(free[at] | room, on.pool, empty | on.pool, FAR)
        steps = FAR + 1 if near is None else near
        rows.append(
            [
                mana[at],
                max(0, mana[at] - 3),
                max(0, mana[at] - 6),
                mana[at] == 9,
                holds,
                risks > 0,
                risks > 1,
                holds and any(can),
                can[at],
                ready > 0,
                ready,
                not held and steps <= actions[at] + 1,
                (free[at] & on.near[on.pool]).bit_count(),
                -steps,
                -sum(far * (free[at] & ring).bit_count() for far, ring in enumerate(on.rings, 1)),
                actions[at],
                max(0, actions[at] - 1),
                max(0, actions[at] - 2),
                spawns,
                max(0, spawns - 1),
                own.bit_count(),
                free[at].bit_count(),
                room.bit_count(),
                struck.bit_count(),
                (struck & on.action).bit_count(),
                (struck & on.spawn).bit_count(),
                (aimed & on.action).bit_count(),
                (aimed & on.spawn).bit_count(),
            ]
        )
    return rows
