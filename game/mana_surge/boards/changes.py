"""What is new since an earlier picture: the steps that a view remembers, and whatever they do not account for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """Compare two views of one game; without an earlier one, the steps of this turn and the one before are new.

    A view remembers two turns. What lies further back is found by comparing where tokens stand.
    """
    steps = _steps(view, previous)
    fresh = {step["hex"] for step in steps if step["kind"] == "spawned"}
    for step in steps:
        if step["kind"] == "moved":
            fresh = fresh - {step["source"]} | {step["target"]}
    gone = {hex: seat for step in steps for hex, seat in deaths(step).items()}
    mana = dict.fromkeys(view["players"], 0)
    if previous is None:
        for step in steps:
            mana[step["seat"]] += step["kind"] == "collected"
    else:
        now, before = view["troops"], previous["troops"]
        fresh |= {hex for hex, seat in now.items() if before.get(hex) != seat}
        left = {step["source"] for step in steps if step["kind"] == "moved"}
        gone |= {hex: seat for hex, seat in before.items() if now.get(hex) != seat and hex not in left | gone.keys()}
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
    """Those since the earlier view: of its turn, if it is not too long ago, those that it did not know of."""
    last, trail = _remembered(view)
    if previous is None:
        return [*last, *trail]
    _, known = _remembered(previous)
    if _turn(view) == _turn(previous):
        return trail[len(known) :]
    if _begins(last, known) and _whose(last) == previous["active"]:
        return [*last[len(known) :], *trail]
    return [*last, *trail]


def _remembered(view: View) -> tuple[list[Step], list[Step]]:
    more = view.get("more", {})
    return list(more.get("last", ())), list(more.get("trail", ()))


def _turn(view: View) -> tuple[int, str | None]:
    return view["turn"], view["active"]


def _begins(whole: Sequence[Step], part: Sequence[Step]) -> bool:
    return list(whole[: len(part)]) == list(part)


def _whose(steps: Sequence[Step]) -> str | None:
    return steps[0]["seat"] if steps else None
