"""What is new since an earlier picture: the steps listed in the view, and any differences those steps do not
explain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.decisions import Event
from game.mana_surge.rules.reader import ViewReader


class Changes(NamedTuple):
    """What is new.

    `steps` are in the order they happened; `fresh` are hexes with a token that was not there before; `gone` maps a hex
    to the seat whose token is no longer there; `mana` is the mana gained, by seat.
    """

    steps: tuple[Event, ...] = ()
    fresh: frozenset[str] = frozenset()
    gone: Mapping[str, str] = {}
    mana: Mapping[str, int] = {}


def changes(now: ViewReader, before: ViewReader | None) -> Changes:
    """Compare two views of one game.

    Without `before`, all steps listed in the view are new. If `before` is later than `now`, because moves were taken
    back, nothing is new. If others were made since in place of those, `before` may have more mana than `now`: no mana
    is new then.

    A view lists only the steps of this turn and the one before. Older changes are found by comparing where tokens stood
    just before those steps. A token that had left its hex by then may have moved or died, so it counts as gone only if
    its player had no token in a new place.
    """
    if before is not None and before.ply > now.ply:
        return Changes()
    steps = _steps(now, before)
    gone = {hex: seat for step in steps for hex, seat in deaths(step).items()}
    fresh = set[str]()
    for step in steps:
        fresh |= {step.data["hex"]} if step.kind == "spawned" else set()
        if step.kind == "moved":
            fresh = fresh - {step.data["source"]} | {step.data["target"]}
    mana = {seat: sum(step.seat == seat and step.kind == "collected" for step in steps) for seat in now.players}
    if before is not None:
        came = {hex: seat for hex, seat in now.troops.items() if before.troops.get(hex) != seat and hex not in fresh}
        fresh |= came.keys()
        then = _before(now, steps)
        moved = {seat for hex, seat in then.items() if before.troops.get(hex) != seat}
        gone |= {hex: seat for hex, seat in before.troops.items() if then.get(hex) != seat and seat not in moved}
        mana = {seat: player.mana - before.players[seat].mana for seat, player in now.players.items()}
    return Changes(
        tuple(steps),
        frozenset(fresh & now.troops.keys()),
        gone,
        {seat: more for seat, more in mana.items() if more > 0},
    )


def deaths(step: Event) -> dict[str, str]:
    """Return the tokens that an attack killed, as seats by hex; empty for other steps."""
    if step.kind != "attacked":
        return {}
    found = {step.data["target"]: step.data["victim"]} if step.data["killed"] else {}
    return found | ({step.data["source"]: step.seat or ""} if step.data["died"] else {})


def _before(now: ViewReader, steps: Sequence[Event]) -> dict[str, str]:
    """Return the seats by hex as tokens stood before these last steps."""
    troops = dict(now.troops)
    for step in reversed(steps):
        if step.kind == "spawned":
            troops.pop(step.data["hex"], None)
        elif step.kind == "moved":
            troops.pop(step.data["target"], None)
            troops[step.data["source"]] = step.seat or ""
        troops |= deaths(step)
    return troops


def _steps(now: ViewReader, before: ViewReader | None) -> list[Event]:
    """Return the steps that the earlier view did not list: each view lists the latest steps at its time."""
    steps = [*now.last, *now.trail]
    if before is None:
        return steps
    known = [*before.last, *before.trail]
    return steps[max(n for n in range(min(len(known), len(steps)) + 1) if known[len(known) - n :] == steps[:n]) :]
