"""Converts a Context to plain data for storage and back, including data of former versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.tables.context import Context
from bot.tables.moments import Answered, Asked, Earlier, Happened, Round
from bot.tables.planning.ahead import Ahead, read_ahead
from bot.tables.planning.planned import Plan, read_plan, write_plan
from game.core.decisions import Event


def to_side(context: Context) -> dict[str, Any]:
    """Return the context as JSON-ready data."""
    return {
        "log": [[each.number, each.ply, *each.event, each.hands] for each in context.log],
        "count": context.count,
        "began": list(context.began),
        "acted": dict(context.acted),
        "undo": [
            [*each[:2], _lists(each.ended), list(each.began), _written(each.plans), list(each.asked), *each[6:]]
            for each in context.undo
        ],
        "round": context.round and _round_written(context.round),
        "ahead": _lists(context.ahead),
        "plans": _written(context.plans),
        "ended": dict(context.ended),
        "unplanned": dict(context.unplanned),
        "since": dict(context.since),
        "answers": {seat: list(known) for seat, known in context.answers.items()},
        "guided": {seat: [list(each) for each in known] for seat, known in context.guided.items()},
        "missed": dict(context.missed),
        "undone": context.undone,
        "seen": dict(context.seen),
        "hosts": dict(context.hosts),
        "decided_by": dict(context.decided_by),
    }


def from_side(data: Mapping[str, Any]) -> Context:
    """Return the context from stored data, of former versions too."""
    return Context(
        log=tuple(_happened(*each) for each in data.get("log", ())),
        count=data.get("count", 0),
        began=tuple(data.get("began", (0, 0))),
        acted=dict(data.get("acted", {})),
        undo=tuple(_earlier(data.get("undo_seat", ""), *each) for each in data.get("undo", ())),
        round=_round(*stored) if (stored := data.get("round")) is not None else None,
        ahead=_aheads(data.get("ahead", {})),
        plans=_plans(data.get("plans", {})),
        ended={seat: (by, token) for seat, (by, token) in data.get("ended", {}).items()},
        unplanned={seat: (by, token) for seat, (by, token) in data.get("unplanned", {}).items()},
        since=dict(data.get("since", {})),
        answers={seat: tuple(map(float, known)) for seat, known in data.get("answers", {}).items()},
        guided={seat: tuple(Answered(*each) for each in known) for seat, known in data.get("guided", {}).items()},
        missed=dict(data.get("missed", {})),
        undone=data.get("undone", 0),
        seen=dict(data.get("seen", {})),
        hosts=dict(data.get("hosts", {})),
        decided_by=dict(data.get("decided_by", {})),
    )


def _happened(
    number: int,
    ply: int,
    kind: str,
    seat: str | None,
    about: Mapping[str, Any],
    to: Sequence[str] | None,
    reveals: bool = False,
    hands: int | None = None,
) -> Happened:
    """Read a stored event; former versions stored fewer fields."""
    return Happened(number, ply, Event(kind, seat, about, None if to is None else tuple(to), reveals), hands)


def _earlier(
    of_all: str,
    ply: int,
    state: Mapping[str, Any],
    ended: Mapping[str, Any] = MappingProxyType({}),
    began: Sequence[int] = (0, 0),
    plans: Mapping[str, Any] = MappingProxyType({}),
    asked: Sequence[Any] = (),
    token: str = "",
    seat: str = "",
    answers: Sequence[str] = (),
) -> Earlier:
    """Read a stored undo entry. Former versions stored fewer fields, and one seat (`of_all`) for all entries."""
    last, this = began
    before = _aheads(ended), (last, this), _plans(plans), Asked(*asked)
    return Earlier(ply, state, *before, token, seat or of_all, tuple(answers))


def _lists(aheads: Mapping[str, Ahead]) -> dict[str, list[str]]:
    return {seat: list(ahead) for seat, ahead in aheads.items()}


def _aheads(data: Mapping[str, Any]) -> dict[str, Ahead]:
    return {seat: read_ahead(ahead) for seat, ahead in data.items()}


def _written(plans: Mapping[str, Plan]) -> dict[str, Any]:
    return {seat: write_plan(plan) for seat, plan in plans.items()}


def _plans(data: Mapping[str, Any]) -> dict[str, Plan]:
    return {seat: read_plan(plan) for seat, plan in data.items()}


def _round_written(round: Round) -> list[Any]:
    return [round.ply, round.state, [*round.answers], [*round.late], dict(round.asked), [*round.final]]


def _round(
    ply: int,
    state: Mapping[str, Any],
    answers: Sequence[tuple[str, str]],
    late: Sequence[str] = (),
    asked: Mapping[str, Sequence[Any]] = MappingProxyType({}),
    final: Sequence[str] = (),
) -> Round:
    """Read a stored round; former versions stored fewer fields."""
    known = {seat: Asked(*each) for seat, each in asked.items()}
    return Round(ply, state, tuple((seat, token) for seat, token in answers), tuple(late), known, tuple(final))
