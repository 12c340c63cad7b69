"""The board message: whose move it is, the mines, the players, what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile

from game.adepts.boards.lines import ONLOOKER, mine_lines, phase_line, player_lines
from game.adepts.words.facts import Facts
from game.adepts.words.force import in_force
from game.adepts.words.gems import listed
from game.adepts.words.log import Line, last_lines
from game.core import layout
from game.core.layout import Component, Panel, Picture, Text
from game.core.protocol import View
from game.core.text.parts import cut
from game.core.text.signs import length
from game.core.words import Run

RECENT, LEAST = 8, 3
"""How many lines about what happened are shown. Those on what everybody got in this phase and the one before come
first. Of the others the latest are shown: as many as make RECENT lines in all, but at least LEAST, and those before
them that say why the first of them happened. So nobody's harvest has to go for what others have done since."""

ROOM = 900
"""Maximum characters for these lines."""
_TEXTS = 3600
"""Maximum characters of all texts, of the 4,000 in a message; the rest is for what the table adds."""

_ASKED = {
    "cast": "may cast a spell",
    "pay": "pays for a spell",
    "enter": "may send miners inside",
    "assign": "assigns miners",
    "again": "may assign again",
    "place": "places a miner",
    "research": "researches",
    "draw": "may draw a spell",
    "discard": "discards a spell",
    "realign": "chooses a battery",
    "siphon": "siphons a level",
}


def board(
    view: View,
    names: Mapping[str, str],
    waiting: Mapping[str, datetime],
    past: Sequence[Run],
    picture: Picture | None = None,
) -> Panel:
    """Return the public message of a running game, without its buttons, made from `view(None)` and public events.

    `waiting` says since when each seat is being asked; of a long past only the last few lines are shown. A picture
    replaces all that it shows.
    """
    facts = Facts(view, ONLOOKER, names)
    if picture is not None:
        told = _recent(past, _TEXTS)
        happened = [layout.text(*told)] if told else []
        return layout.bare(layout.text(*_head(facts, waiting)), layout.gallery([picture]), *happened)
    components: list[Component] = [layout.text(*_head(facts, waiting))]
    if forced := in_force(facts):
        components += [layout.line(), layout.text("**In force until the phase ends**", *(f"- {row}" for row in forced))]
    components += [layout.line(), layout.text(*mine_lines(facts))]
    components += [layout.line(), layout.text(*player_lines(facts))]
    left = _TEXTS - sum([length(each.words) for each in components if isinstance(each, Text)])
    if told := _recent(past, left):
        components += [layout.line(), layout.text("**What happened**", *told)]
    return layout.framed(*components)


def asked(facts: Facts) -> str:
    """Whose move it is, and what: "Anna assigns miners"."""
    who = list(map(facts.name, facts.pending))
    kinds = set(facts.pending.values())
    if len(who) == 1:
        return f"{who[0]} {_ASKED.get(kinds.pop(), 'makes a choice')}"
    return f"{listed(who, 'Nobody')} {'research' if kinds <= {'research', 'discard'} else 'choose'}"


def _with_cause(lines: Sequence[Line], others: Sequence[int], count: int) -> int:
    """Return how many of the last `others` to tell: `count`, and as many more as it takes to say why the first
    happened."""
    count = min(count, len(others))
    while count < len(others) and not lines[others[-count]].first:
        count += 1
    return count


def _head(facts: Facts, waiting: Mapping[str, datetime]) -> list[str]:
    since = [waiting[seat] for seat in facts.pending if seat in waiting]
    asked_at = f" · asked {layout.since(min(since))}" if since else ""
    return [f"## ▶ {asked(facts)}", f"-# {phase_line(facts)}{asked_at}"]


def _recent(past: Sequence[Run], left: int) -> list[str]:
    """Return what everybody got in this phase and the one before, and the latest of all else, as far as there is room:
    `left` characters are left in the message, icons counted as such."""
    lines = last_lines(past)
    outcomes = [at for at, line in enumerate(lines) if line.outcome]
    others = [at for at, line in enumerate(lines) if not (line.outcome or line.heading)]
    others = others[-_with_cause(lines, others, max(RECENT - len(outcomes), LEAST)) :]
    kept, room = set[int](), ROOM
    for at in (*reversed(outcomes), *reversed(others)):
        room, left = room - len(lines[at].text), left - length(lines[at].text)
        if min(room, left) < 0 and kept:
            break
        kept.add(at)
    if any(lines[at].first for at in kept & set(others)):  # lines that lack their cause go, unless there are no others
        kept -= set(takewhile(lambda at: at not in kept or not lines[at].first, others))
    below = True  # a heading stands above what is kept, above another one, or at the end
    for at in reversed(range(len(lines))):
        if lines[at].heading:
            kept |= {at} if below else set()
            below = below and at > 0 and lines[at - 1].heading
        else:
            below = below or at in kept
    told = [cut(lines[at].text, ROOM) for at in sorted(kept)]
    return [line if line.startswith("**") else f"- {line}" for line in told]
