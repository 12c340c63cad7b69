"""Alternative texts of the pictures, for people who use screen readers. The most important comes first, since their
length is limited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.english import listed, many
from game.core.text.names import plain_names
from game.core.words import Names, ranked
from game.harrowing.boards import news
from game.harrowing.boards.battles import Battle
from game.harrowing.boards.changes import Changes
from game.harrowing.pictures.fight import outcome
from game.harrowing.rules.content import SETS, Face, tile
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import spells
from game.harrowing.words.terms import called


def board(now: ViewReader, names: Names, new: Changes, fight: Battle | None) -> str:
    """Describe where the game stands, who could win next, what is new, the players, the field."""
    who = plain_names(names, now.seats)
    near = listed(news.chances(now, who), "")
    parts = ["The Harrowing.", news.stands(now, who), f"Could win with the next claim: {near}." if near else ""]
    parts.append(_claimable(now, who))
    parts += [f"New: {' '.join(found)}" if (found := news.told(now, who, new)) else "", battle(fight, who)]
    parts += [news.player(now, who, seat) for seat in now.seats]
    if now.field:
        parts.append(f"{many(now.stack_size, 'tile')} in the stack. On the field: {_field(now, who)}.")
    return " ".join(filter(None, parts))


def battle(fight: Battle | None, who: Names) -> str:
    """Describe a battle in a sentence; "" if there is none."""
    if fight is None:
        return ""
    dice = "; then ".join(", ".join(roll) for roll in fight.rolls if roll)
    sides = f"{who[fight.attacker]} attacks {who[fight.defender]} on {fight.tile}"
    return f"Battle: {sides}, {fight.ether[0]} against {fight.ether[1]}: {dice}. {outcome(fight)}."


def preview(
    now: ViewReader,
    names: Names,
    told: str,
    ways: Sequence[str],
    spots: Sequence[str],
    faces: Sequence[Face] = (),
    fight: Battle | None = None,
) -> str:
    """Describe what would happen, as `told`, a battle, tiles close up, what can be chosen, and the field."""
    who = plain_names(names, now.seats)
    close = list(map(_side, faces))
    free = [f"{number}: {spot}" for number, spot in enumerate(spots, 1)]
    parts = [
        told,
        battle(fight, who),
        " ".join(close),
        f"To choose from: {'; '.join((*ways, *free))}." if ways or spots else "",
    ]
    parts += ["" if ways else _claimable(now, who), f"The field: {_field(now, who)}." if now.field else ""]
    return " ".join(filter(None, parts))


def page(id: str) -> str:
    """Describe both sides of a tile, with the full text of their spells."""
    return " ".join([f"Tile {id}.", *map(_side, tile(id).faces)])


def brought(number: int, faces: Sequence[Face]) -> str:
    """Describe briefly what the tiles of a set do: there are many of them in one text."""
    sides = "; ".join(f"{up.name} ({up.runes}): {spells.brief(up)}" for up in faces)
    return f"Set {number}, {SETS[number]}, its tiles close up: {sides}."


def score(now: ViewReader, lines: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    """Describe ranks and what they depend on."""
    who = plain_names(names, now.seats)
    ranks = [
        f"{line['rank']}. {who[seat]}: {line['set']} of one rune, {many(line['claimed'], 'tile')} claimed, owns"
        f" {line['tiles']} on the field"
        for seat, line in ranked(lines)
    ]
    return f"{'Final standing' if now.over else 'Standing so far'}, round {now.turn}: {'. '.join(ranks)}."


def _side(up: Face) -> str:
    return f"{called(up)} ({up.runes or 'core'}), {up.kind}: {spells.told(up)}"


def _claimable(now: ViewReader, who: Names) -> str:
    return f"{can}." if (can := news.claimable(now, who)) else ""


def _field(now: ViewReader, who: Names) -> str:
    return ", ".join(news.tile(now, id, who) for id in now.field)
