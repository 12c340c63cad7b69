"""What is new and where the game stands, in sentences. Names are put in as given, without escaping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.english import listed, many
from game.core.words import Names, best
from game.harrowing.boards.changes import Changes
from game.harrowing.rules.content import SETS
from game.harrowing.rules.reader import ViewReader
from game.harrowing.rules.scoring import ENOUGH

ASKS: Mapping[str, str] = {
    "core": "choose the core",
    "set": "choose a set of tiles",
    "invoke": "invoke a spell",
    "keep": "say what stays while meditating",
    "order": "say which spell comes next",
    "free": "free a spell",
    "pool": "say whose power it is",
    "rout": "rout a fortress",
    "raise": "raise a pillar",
    "march": "move a pillar",
    "to": "move a pillar",
    "banish": "banish a pillar",
    "side": "choose a spot and a side",
    "spot": "choose a spot",
    "shift": "move a tile",
    "swap": "swap tiles",
    "with": "swap tiles",
    "flip": "flip a tile",
    "rotate": "rotate tiles",
    "spin": "rotate tiles",
    "claim": "claim a tile",
    "seal": "seal a tile",
    "muster": "muster",
    "battle": "battle",
    "reroll": "roll dice again",
}
"""What somebody who is asked is to do, by kind of question."""


def named(now: ViewReader, id: str) -> str:
    """Return a tile's id and the name of the side that is up: "2c Waking Dream"."""
    return f"{id} {now.field[id].face.name}"


def stands(now: ViewReader, names: Names) -> str:
    """Say where the game stands and who is asked, or who has won."""
    if now.over:
        first = listed(best(now.standing(), names))
        how = f"{first} wins a name" if now.winner else f"nobody has won a name, {first} came first"
        return f"The game is over in round {now.turn}: {how}."
    waiting = ", ".join(f"{names[seat]} to {ASKS[kind]}" for seat, kind in now.pending.items())
    turn = f"Round {now.turn}, {names[now.active]}'s turn" if now.active else "Set-up"
    return f"{turn}. Waiting for {waiting}."


def told(now: ViewReader, names: Names, new: Changes) -> list[str]:
    """Return a sentence for each thing that is new."""
    found = [f"{names[seat]} claimed {id}." for seat, id in new.claimed]
    found += [f"{named(now, id)} was placed." for id in new.placed]
    found += [f"{named(now, id)} was moved or turned." for id in new.moved]
    if new.held:
        found.append(f"Pillars changed on {listed(new.held)}.")
    return found


def chances(now: ViewReader, names: Names) -> Iterator[str]:
    """Yield who could win with the next claim: "Ann with A (2c can be claimed as it lies)"."""
    for seat in () if now.over else now.seats:
        if runes := wanted(now, seat):
            ready = now.winning(seat)
            lies = "it lies" if len(ready) == 1 else "they lie"
            can = f" ({listed(ready)} can be claimed as {lies})" if ready else ""
            yield f"{names[seat]} with {runes}{can}"


def claimable(now: ViewReader, names: Names) -> str:
    """Say which tiles whoever's turn it is could claim: "Ann could claim 1a or 2c"; "" if none."""
    found = now.claimable(now.active) if now.active else ()
    return f"{names[now.active]} could claim {listed(found, last='or')}" if now.active and found else ""


def wanted(now: ViewReader, seat: str) -> str:
    """With what a seat's next claim would win: "A or C"; "any tile", a wild too, where three of one rune are there
    already (ruling r18); empty if with none."""
    if max(now.runes(seat).values()) >= ENOUGH:
        return "any tile"
    return listed(now.wants(seat), "", last="or")


def tile(now: ViewReader, id: str, names: Names) -> str:
    """Describe a tile on the field: "2c Waking Dream at 1,0 (C; Ann 2; 1 of 2 slots; locked)"."""
    lying = now.field[id]
    parts = [lying.face.runes or "core"]
    parts += [f"{names[seat]} {count}" for seat, count in lying.pillars.items()]
    if lying.power:
        parts.append(f"{lying.power.count('1')} of {many(len(lying.power), 'slot')}")
    if id in now.locked:
        parts.append("locked")
    return f"{named(now, id)} at {lying.hex} ({'; '.join(parts)})"


def player(now: ViewReader, names: Names, seat: str) -> str:
    """Describe what a player has, in a sentence."""
    own = now.players[seat]
    runes = ", ".join(f"{rune} {count}" for rune, count in now.runes(seat).items() if count)
    claimed = f"claimed {', '.join(each.id + (' (sealed)' if each.sealed else '') for each in own.claimed)}"
    return (
        f"{names[seat]}: pool {own.pool}, fortress {own.fort}, {many(own.pillars, 'pillar')} left;"
        f" {claimed if own.claimed else 'nothing claimed'}{f'; runes {runes}' if runes else ''}."
    )


def sets(now: ViewReader) -> str:
    """Name the sets in play: "Foundations and Strife"."""
    return listed([SETS[number] for number in sorted(now.sets)], "no set yet")
