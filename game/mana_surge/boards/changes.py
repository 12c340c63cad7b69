"""What is new since an earlier picture: the steps that a view remembers, and whatever they do not account for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.mana_surge.boards.facts import View

Step = Mapping[str, Any]
"""A row of `more`: `kind` ("spawned", "moved", "attacked", "collected"), `seat`, and the event's data."""


class Changes(NamedTuple):
    """Steps in their order; hexes with a token that was not there; whose token has gone from a hex; mana by seat."""

    steps: tuple[Step, ...] = ()
    fresh: frozenset[str] = frozenset()
    gone: Mapping[str, str] = {}
    mana: Mapping[str, int] = {}


def changes(view: View, previous: View | None) -> Changes:
    """Compare two views of one game; without an earlier one, all steps that the view remembers are new.

    A view remembers the last turns alone. What lies further back is found by comparing where tokens stand: a token that
    has left a hex may have moved or died, so it counts as gone only if its player has no token in a new place.
    """
    steps = _steps(view, previous)
    gone = {hex: seat for step in steps for hex, seat in deaths(step).items()}
    fresh = set[str]()
    for step in steps:
        fresh |= {step["hex"]} if step["kind"] == "spawned" else set()
        if step["kind"] == "moved":
            fresh = fresh - {step["source"]} | {step["target"]}
    mana = {
        seat: sum(step["seat"] == seat and step["kind"] == "collected" for step in steps) for seat in view["players"]
    }
    if previous is not None:
        now, before = view["troops"], previous["troops"]
        came = {hex: seat for hex, seat in now.items() if before.get(hex) != seat and hex not in fresh}
        fresh |= came.keys()
        left = gone.keys() | {step["source"] for step in steps if step["kind"] == "moved"}
        gone |= {
            hex: seat
            for hex, seat in before.items()
            if now.get(hex) != seat and hex not in left and seat not in came.values()
        }
        mana = {seat: player["mana"] - previous["players"][seat]["mana"] for seat, player in view["players"].items()}
    return Changes(
        tuple(steps),
        frozenset(fresh & view["troops"].keys()),
        gone,
        {seat: more for seat, more in mana.items() if more},
    )


def deaths(step: Step) -> dict[str, str]:
    """Whose token an attack has killed on which hex."""
    if step["kind"] != "attacked":
        return {}
    found = {step["target"]: step["victim"]} if step["killed"] else {}
    return found | ({step["source"]: step["seat"]} if step["died"] else {})


def _steps(view: View, previous: View | None) -> list[Step]:
    """Those of which the earlier view did not know: both remember the last ones there were, up to their own time."""
    now = _remembered(view)
    if previous is None:
        return now
    known = _remembered(previous)
    return now[max(n for n in range(min(len(known), len(now)) + 1) if known[len(known) - n :] == now[:n]) :]


def _remembered(view: View) -> list[Step]:
    more = view.get("more", {})
    return [*more.get("last", ()), *more.get("trail", ())]
