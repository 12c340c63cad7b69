"""What a plan would lead to, in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from game.core.decisions import PASS, Event
from game.core.english import listed, many, sentence
from game.core.faces import Names, Sketch
from game.core.narrowing import Path
from game.core.text.names import shown, unmarked
from game.core.words import Words
from game.harrowing import pictures
from game.harrowing.boards.changes import changes
from game.harrowing.panels.plan import AT, LOOK, Plan
from game.harrowing.panels.spots import faces
from game.harrowing.rules.content import FACE_OF
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import moves
from game.harrowing.words.terms import called

TILES = frozenset({"raise", "march", "to", "shift", "swap", "with", "flip", "claim", "banish", "battle", "rotate"})
"""The kinds of question whose tokens name tiles on the field."""
MOST = 6
"""The most sentences on what would happen."""


def told(words: Words, walk: Plan, names: Names, path: Path) -> Iterator[str]:
    """Yield lines: what happens, what is still unknown, what is left, what could be claimed then."""
    steps = walk.real(path)
    if walk.kind(path) == "keep" and steps:  # the result if nothing more stays
        steps = (*steps, PASS)
    at = walk.stand(steps)
    if at is None or not steps:
        return
    if walk.kind(steps[:-1]) == "invoke" and steps[-1] == PASS:
        yield "- You invoke no more spells."
    yield from (f"- {line}" for line in _going(walk, steps))
    events = list(_this_turn(walk.events(steps)))
    asking = events.pop() if events and events[-1].kind == "triggered" else None  # it is not resolved yet
    lines = words.told(events, names, walk.seat)
    yield from (f"- {line}" for line in lines[:MOST] if not line.startswith("**Round"))
    if asking is not None:
        yield f"- {_asks(asking, walk.seat, names)}"
    if events and events[-1].kind == "began_turn":
        yield f"- {_next(events[-1].seat or '', walk.seat, at.game.asked, names)}"
    if at.hidden:
        yield f"- {_unknown(walk, steps)}"
        return
    now, before = walk.now(steps), walk.now(())
    if not now.over and before.phase != "setup":
        yield f"-# {' · '.join(_left(now, before, walk.seat))}"


def _going(walk: Plan, steps: Path) -> Iterator[str]:
    """Yield where a tile that is on the field goes: "2x goes to 2,-2 beside 2c and 3e."."""
    for at, hex in enumerate(steps):
        if walk.kind(steps[:at]) == "spot":
            id = walk.asked(steps[:at]).data["tile"]
            yield f"{id} goes to {moves.spot(walk.now(steps[:at]), hex, id)}."


def _this_turn(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events up to the beginning of the next turn."""
    for event in events:
        yield event
        if event.kind == "began_turn":
            return


def _next(active: str, seat: str, asked: Sequence[str], names: Names) -> str:
    """Say whose turn comes next, and whether this seat is asked first in it."""
    if active == seat:
        return "Then it is your turn."
    first = ", in which you are asked first" if seat in asked else ""
    return f"Then it is the turn of {shown(names.get(active, active))}{first}."


def _asks(triggered: Event, seat: str, names: Names) -> str:
    """Say which spell then asks whom: "Then 1d Living Stone asks you."."""
    owner = triggered.seat or ""
    whom = "you" if owner == seat else shown(names.get(owner, owner))
    return f"Then {called(FACE_OF[triggered.data['face']])} asks {whom}."


def _left(now: ViewReader, before: ViewReader, seat: str) -> Iterator[str]:
    """Yield what the seat has then, and what it could claim that it cannot claim now."""
    mine, was = now.players[seat], before.players[seat]
    yield f"pool {was.pool} → {mine.pool}" if mine.pool != was.pool else f"pool {mine.pool}"
    if mine.fort != was.fort:
        yield f"fortress {was.fort} → {mine.fort}"
    could, can = set(before.claimable(seat)), set(now.claimable(seat))
    if new := sorted(can - could):
        yield f"**you could then claim {listed(new)}**"
    if lost := sorted((could - can) & now.field.keys()):
        yield f"you could no longer claim {listed(lost)}"


def _unknown(walk: Plan, steps: Path) -> str:
    """Say what is unknown until it happens: dice, or the tile drawn."""
    asked = walk.asked(steps[:-1])
    if asked.kind == "battle":
        dice, against = moves.odds(walk.now(steps[:-1]), walk.seat, steps[-1])
        thrown = f"**{dice} {'die' if dice == 1 else 'dice'}**"
        return f"Then you roll {thrown} against {many(against, 'cube')}: of six faces two are hits, three clashes."
    return "Then these dice are rolled again." if asked.kind == "reroll" else "Then a tile is drawn."


def sketch(words: Words, walk: Plan, names: Names, path: Path) -> Sketch | None:
    """Return a sketch of the field after the plan, or with what there is to choose; None if there is nothing to
    show."""
    path = walk.settled(path)
    kind, shown = walk.kind(path), walk.view(path)
    if kind == "core":
        return partial(pictures.preview, shown, names, "", cards=tuple(f"{core}1" for core in walk.tokens(path)))
    if brought := walk.brought(path):
        return partial(pictures.brought, brought)
    if not walk.now(path).field:
        return None
    looked = tuple(step.removeprefix(LOOK) for step in path if step.startswith(LOOK))
    said = (sentence(unmarked(line.lstrip("-# ")).rstrip(".")) for line in told(words, walk, names, path))
    lines = " ".join(f"{line}." for line in said)
    if kind in ("side", "spot"):
        asked = walk.asked(path)
        drawn = asked.data["tile"] not in walk.now(path).field
        cards = looked or (tuple(each.id for each in faces(asked)) if drawn else ())
        taken = next((step.removeprefix(AT) for step in path if step.startswith(AT)), "")
        spots = tuple(walk.spots(path))
        return partial(pictures.preview, shown, names, lines, spots=spots, taken=taken, cards=cards, fresh=looked)
    if kind in TILES:
        ways = tuple(dict.fromkeys(id for token in walk.tokens(path) if token != PASS for id in _ids(token)))
        return partial(pictures.preview, shown, names, lines, ways, cards=looked, fresh=looked)
    fresh = changes(walk.now(path), walk.now(())).fresh if walk.real(path) else ()
    return partial(pictures.preview, shown, names, lines, cards=looked, fresh=looked or fresh)


def _ids(token: str) -> list[str]:
    """Return the tiles that a token names: "2c", "2c:P2", "1a+2c+3x"."""
    return [part.partition(":")[0] for part in token.split("+")]
