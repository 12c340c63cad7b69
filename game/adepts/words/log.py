"""What happened, in words with the players' names; what belongs together is told together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from game.adepts import texts as rulebook
from game.adepts.rules.spells import SPELLS
from game.adepts.words import wording
from game.adepts.words.gems import SIGNS, TERMS, adept, amounts, listed
from game.adepts.words.signs import ADEPTS, GEMS, PHASES
from game.core.decisions import Event
from game.core.english import number, with_change
from game.core.text.names import shown_names
from game.core.words import Names, Run, actor

_TOGETHER = {
    "gained": "gained",
    "processed": "riches",
    "rose": "riches",
    "charged": "riches",
    "was_dealt": "was_dealt",
    "researched": "researched",
    "won_title": "titles",
    "lost_title": "titles",
    "unable": "unable",
}
"""Kinds of events of which a run is told in one go, by the name of how it is told."""

_OUTCOMES = ("gained", "riches", "researched", "titles")
"""Those ways of telling that say how a phase came out, with a line for each player."""

HEADINGS = frozenset({"began_turn", "began_phase"})
ATTACKS, MANA = "attacks", "mana"
TAGS: Mapping[str, str] = {ATTACKS: "Attacks", MANA: "Mana"}
"""The tags to which the log can be narrowed."""
_TAGGED = {
    **dict.fromkeys(
        (
            *("handed", "siphoned", "stole_spell", "lost_spell", "saw_hand", "suspended", "skipped", "closed"),
            *("pushed", "lost_miners", "withdrew"),
        ),
        (ATTACKS,),
    ),
    **dict.fromkeys(("processed", "rose", "charged", "ended"), (MANA,)),
    **dict.fromkeys(("fell", "drained"), (ATTACKS, MANA)),
}
"""The tags of events by kind, except for what `tagged` adds."""
_FOR_ONESELF, _AGAINST_OTHERS = "A", "B"
"""The sides of the cards: what a spell of one side does is no attack, what one of the other does is one."""


def sentences(events: Iterable[Event], names: Names) -> list[str]:
    """Return a line for each thing worth telling, in order. The caller has left out what the reader may not know."""
    shown = shown_names(names)
    return [line for together, run in _runs([*events]) for line in _told(together, run, shown)]


_FIRST = ("cast", "passed", "unable", "placed", "skipped", "was_dealt", "researched", "enriched")
"""Kinds of events that are not caused by other events."""


class Line(NamedTuple):
    """A line; whether it is a heading; whether it says what somebody got in a phase (`outcome`); and whether it can be
    told without the line before it, which otherwise says why it happened (`first`)."""

    text: str
    heading: bool
    outcome: bool
    first: bool


def last_lines(past: Sequence[Run]) -> list[Line]:
    """Return the lines of `sentences` for this phase and the one before it, as far as the past goes back."""
    events = [event for run in past for event in run.events]
    begun = [at for at, event in enumerate(events) if event.kind == "began_phase"]
    first = begun[-2] if len(begun) > 1 else 0
    if first and events[first - 1].kind == "began_turn":
        first -= 1
    lines = list[Line]()
    for run in past:
        lines += _lines(run.events[first:], shown_names(run.names))
        first = max(0, first - len(run.events))
    return lines


def _lines(events: Sequence[Event], shown: Names) -> list[Line]:
    lines = list[Line]()
    for together, run in _runs(events):
        if together:
            outcome, first = together in _OUTCOMES and not _is_by_spell(run), run[0].kind in _FIRST
            lines += [Line(line, False, outcome, first) for line in _RUNS[together](run, shown)]
        else:
            lines += [Line(_one(event, shown), event.kind in HEADINGS, False, event.kind in _FIRST) for event in run]
    return lines


def _is_by_spell(run: Sequence[Event]) -> bool:
    """Whether a run tells of nothing but mana that a spell brought."""
    return all(event.kind == "rose" and not event.data.get("leftover") for event in run)


def tagged(event: Event) -> Collection[str]:
    """Return the tags of an event."""
    if event.kind == "cast":
        return (ATTACKS,) if event.data["spell"].endswith(_AGAINST_OTHERS) else ()
    tags, source = _TAGGED.get(event.kind, ()), event.data.get("source", "")
    if source.endswith(_FOR_ONESELF):
        return [tag for tag in tags if tag != ATTACKS]
    return {ATTACKS, *tags} if source.endswith(_AGAINST_OTHERS) else tags


def turned(head: str, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
    """Tell a turn in one line: each player's mana with batteries, and how much that has grown; then who has new
    titles."""
    shown, won = shown_names(names), dict[str, list[str]]()
    for event in events:
        if event.kind == "won_title":
            gem = event.data["gem"]
            won.setdefault(event.seat or "", []).append(f"{ADEPTS[gem]} {gem}")
    told = ["nobody has mana or batteries yet"]
    if any(map(any, gained.values())):
        had = [f"{shown.get(seat, seat)} {with_change(*each)}" for seat, each in gained.items()]
        told = [f"mana with batteries: {had[0]}", *had[1:]]
    titles = [f"{shown.get(seat, seat)} {', '.join(gems)}" for seat, gems in won.items()]
    return " · ".join((head, *told, *([f"new adepts: {'; '.join(titles)}"] if titles else [])))


def _runs(events: Sequence[Event]) -> list[tuple[str, list[Event]]]:
    """Group consecutive events that are told in one go; each run has the name of how it is told, "" if one by one.

    "drew_one", which everybody hears, is left out if the reader is told right after it which card it was. One's own
    cards stand among those that others are dealt.
    """
    runs = list[tuple[str, list[Event]]]()
    for event, after in zip_longest(events, events[1:]):
        if event.kind == "drew_one" and after is not None and (after.kind, after.seat) == ("drew", event.seat):
            continue
        before = runs[-1][0] if runs else None
        together = _TOGETHER.get(event.kind, "")
        if event.kind == "drew" and before == "was_dealt":
            together = before
        if together == before:
            runs[-1][1].append(event)
        else:
            runs.append((together, [event]))
    return runs


def _told(together: str, run: Sequence[Event], shown: Names) -> list[str]:
    return _RUNS[together](run, shown) if together else [_one(event, shown) for event in run]


def _one(event: Event, names: Names) -> str:
    who, data = actor(event, names), event.data
    match event.kind:
        case "began_turn":
            return f"**Turn {data['turn']}** · {who} goes first"
        case "began_phase":
            return f"**{PHASES[data['phase']]} Phase {data['phase']}: {rulebook.phases()[data['phase']].name}**"
        case "cast":
            spell = SPELLS[data["spell"]]
            return f"{who} cast **{spell.name}** ({spell.id})."
        case "ended":
            return "**The game is over.**"
    return wording.tell(event, names, SIGNS)


def _by_seat(run: Sequence[Event]) -> dict[str, list[Event]]:
    """Return the events of each seat; seats are in order of first appearance."""
    seats: dict[str, list[Event]] = {}
    for event in run:
        seats.setdefault(event.seat or "", []).append(event)
    return seats


def _totals(run: Iterable[Event], kind: str, what: str) -> dict[str, int]:
    """Return sums by gem of the value `what` in events of this kind."""
    sums: dict[str, int] = {}
    for event in run:
        if event.kind == kind:
            sums[event.data["gem"]] = sums.get(event.data["gem"], 0) + event.data[what]
    return sums


def _gained(run: Sequence[Event], names: Names) -> list[str]:
    """Tell what each player got from the mines: separately for each spell that gave something, in order of appearance,
    and for each stage, which is named if it is not stage 1."""
    lines = []
    for seat, events in _by_seat(run).items():
        ways = dict.fromkeys((event.data.get("source", ""), event.data["stage"]) for event in events)
        came = list(dict.fromkeys(source for source, _ in ways))
        for source, stage in sorted(ways, key=lambda way: (came.index(way[0]), way[1])):
            part = [e for e in events if (e.data.get("source", ""), e.data["stage"]) == (source, stage)]
            got = amounts(_totals(part, "gained", "count"))
            how = f"got {got} through {wording.source_name(source)}" if source else f"dug {got}"
            into = "" if stage == 1 else f", straight into stage {stage}"
            lines.append(f"{names.get(seat, seat)} {how}{into}.")
    return lines


def _riches(run: Sequence[Event], names: Names) -> list[str]:
    """Tell what each player got in mana and levels, and for which gems; before it the levels that a spell or title
    brought."""
    lines = []
    for seat, events in _by_seat(run).items():
        who = names.get(seat, seat)
        charged = [event for event in events if event.kind == "charged"]
        for source in dict.fromkeys(event.data.get("source", "") for event in charged):
            if source:
                brought = [event for event in charged if event.data.get("source") == source]
                why = f"through {SPELLS[source].name}" if source in SPELLS else f"as {adept(source)} adept"
                lines.append(f"{who}, {why}: {_batteries(brought)}.")
        processed = [event for event in events if event.kind == "processed"]
        gems = {name: n for event in processed for name, n in event.data["gems"].items()}
        mana = sum(event.data["mana"] for event in processed)
        gains = [f"+{mana} mana"] if mana else []
        if levels := _batteries([event for event in charged if not event.data.get("source")]):
            gains.append(levels)
        got = ", ".join(gains) or "nothing"
        void = "".join(wording.voided(event.data, TERMS) for event in processed)
        if gems:
            lines.append(f"{who} processed {amounts(gems)}: {got}{void}.")
        elif gains:
            lines.append(f"{who}: {got}.")
        lines += _other_mana([event for event in events if event.kind == "rose"], mana, names)
    return lines


def _unable(run: Sequence[Event], names: Names) -> list[str]:
    """Tell who was not asked to cast; those with the same reason together."""
    lines = []
    for why in dict.fromkeys(event.data["lacks"] for event in run):
        seats = [event.seat or "" for event in run if event.data["lacks"] == why]
        lines.append(wording.unable([names.get(seat, seat) for seat in seats], why))
    return lines


def _other_mana(rises: Sequence[Event], processed: int, names: Names) -> list[str]:
    """Tell mana that did not come from processing. What did has a "rose" event with the same amount, which is
    skipped."""
    told = next((event for event in rises if event.data["mana"] == processed), None)
    return [wording.tell(event, names) for event in rises if event is not told]


def _batteries(charged: Iterable[Event]) -> str:
    """ "batteries 🧡 +2 and ♦️ +1"; empty if none rose."""
    levels = _totals(charged, "charged", "levels")
    rises = listed((f"{GEMS[name]} +{count}" for name, count in levels.items()), "")
    return f"{'battery' if len(levels) == 1 else 'batteries'} {rises}" if rises else ""


def _dealt(run: Sequence[Event], names: Names) -> list[str]:
    """Tell who drew how many cards to choose from, in one sentence; then one's own cards by name."""
    told, own = [], [event for event in run if event.kind == "drew"]
    for count in dict.fromkeys(event.data["count"] for event in run if event.kind == "was_dealt"):
        who = [names.get(event.seat or "", "") for event in run if event.data.get("count") == count]
        each = " each" if len(who) > 1 else ""
        told.append(f"{listed(who)} drew {number(count)} {'spell' if count == 1 else 'spells'}{each} for research")
    return [*(f"{line}." for line in told), *(wording.tell(event, names, SIGNS) for event in own)]


def _researched(run: Sequence[Event], names: Names) -> list[str]:
    return [f"Research is done. Spells in hand: {_counted(run, 'hand', names)}."]


def _counted(run: Sequence[Event], what: str, names: Names) -> str:
    return listed(f"{names.get(event.seat or '', '')} {event.data[what]}" for event in run)


def _titles(run: Sequence[Event], names: Names) -> list[str]:
    """Tell the new adepts by player, and whose titles those were; then who has lost a title that nobody holds now."""
    won, lost = ([event for event in run if event.kind == kind] for kind in ("won_title", "lost_title"))
    return [
        *(
            f"{names.get(seat, seat)} became adept of {listed(_won(event, names) for event in events)}."
            for seat, events in _by_seat(won).items()
        ),
        *(
            f"{names.get(seat, seat)} is no longer adept of"
            f" {listed((adept(event.data['gem']) for event in events), last='or')}; nobody is."
            for seat, events in _by_seat(lost).items()
        ),
    ]


def _won(event: Event, names: Names) -> str:
    """ "👑🧡 topaz (ann's before)"."""
    of = event.data.get("of")
    return adept(event.data["gem"]) + (f" ({names.get(of, of)}'s before)" if of else "")


_RUNS: Mapping[str, Callable[[Sequence[Event], Names], list[str]]] = {
    "gained": _gained,
    "riches": _riches,
    "was_dealt": _dealt,
    "researched": _researched,
    "titles": _titles,
    "unable": _unable,
}
