"""What waits for somebody at the table, in short sentences, for lists of several tables."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.english import listed, many
from game.the_adept.stage.mastering import gm
from game.the_adept.stage.rolling import contests
from game.the_adept.stage.room import Seen, is_master
from game.the_adept.stage.wording import named
from game.the_adept.tale.actions.turns import following, in_scene, leading, named_in
from game.the_adept.tale.aims import answer

_ROLLS = 3
"""How many rolls are named before the rest is counted."""


def waits(seen: Seen) -> Iterator[str]:
    """Yield what somebody has to do before anybody else can go on."""
    state = seen.tale.state
    if state.over or seen.who not in state.members:
        return
    own = state.played_by(seen.who)
    yield from _rolls(seen, own)
    if not state.resting:
        yield from _turns(seen, own)
    if is_master(seen):
        yield from (wait.words for wait in gm.turns(seen) if not wait.others)
    elif seen.who in state.drafts:
        yield "Your character is not finished yet."
    elif not own:
        yield "You have no character yet."


def _rolls(seen: Seen, own: list[str]) -> Iterator[str]:
    """Yield the contests in which they have to answer; for masters all rolls that they have to do something with."""
    if is_master(seen):
        ids = [id for id, _, _ in gm.rolls(seen)]
    else:
        public = {id: roll for id, roll in seen.tale.state.rolls.items() if not roll.secret}
        ids = [id for id, _ in contests.awaits(public, own)]
    if ids:
        more = [many(len(ids) - _ROLLS, "other")] if len(ids) > _ROLLS else []
        numbers, one = listed([*ids[:_ROLLS], *more]), len(ids) == 1
        yield f"Roll{'s' * (not one)} {numbers} wait{'s' * one} for you."


def _turns(seen: Seen, own: list[str]) -> Iterator[str]:
    """Yield turns of their characters, turns that these have to give, and attacks on them."""
    state = seen.tale.state
    order = state.scene.order if state.scene else None
    for name, at in state.challenges.items():
        if at.hidden and not is_master(seen):
            continue
        if at.target in own and not answer(state, name, is_master(seen)):
            yield f"**{named(name)}** goes for {named(at.target)}, who rolls first."
        if at.turn in own:
            yield _acts(at.turn, name)
        elif not at.turn and named_in(state, at) and following(state, at)["chooser"] in own:
            yield _names(name)
    if state.scene and order and not leading(state):
        if order.turn in own:
            yield _acts(order.turn, state.scene.name)
        elif not order.turn and in_scene(state)["chooser"] in own:
            yield _names(state.scene.name)


def _acts(name: str, where: str) -> str:
    return f"**{named(name)}** acts in **{named(where)}**."


def _names(where: str) -> str:
    return f"You name who acts next in **{named(where)}**."
