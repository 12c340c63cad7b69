"""Invocations: what can be invoked, and what happens then (rulings r4 to r6)."""

from __future__ import annotations

from game.harrowing.rules.content import BOARD, IDS, INVOCATIONS, INVOKES, RITUAL, UP, board_spell
from game.harrowing.rules.seats import Seat
from game.harrowing.rules.spells import SLOTTED, bonus, face_of, spell_named, tiles_of
from game.harrowing.rules.state import State
from game.harrowing.rules.verbs import Resolve, possible


def invocations(g: State, seat: int) -> int:
    """Return how many invocations the seat's turn has as things stand (ruling r6)."""
    return INVOCATIONS + bonus(g, seat, INVOKES)


def offered(g: State, seat: Seat) -> tuple[str, ...]:
    """Return the spells that a seat may invoke, by name in the notation's order (ruling r5)."""
    pool = g.pool
    if not pool[seat]:
        return ()
    pool[seat] -= 1  # a cantrip is offered if it can do something after its cube is paid
    power, spell, found = g.power, board_spell(seat, 0), []
    for face in BOARD:
        if power[spell] != face.full and (face.kind == RITUAL or possible(g, seat, face)):
            found.append(face.source)
        spell += 1
    turned = g.turned
    tiles = tiles_of(g, seat) & (SLOTTED[0] & ~turned | SLOTTED[1] & turned)
    while tiles:
        low = tiles & -tiles
        tiles ^= low
        tile = low.bit_length() - 1
        face = UP[tile][turned >> tile & 1]
        if power[tile] != face.full and (face.kind == RITUAL or possible(g, seat, face)):
            found.append(IDS[tile])
    pool[seat] += 1
    return tuple(found)


def invoke(g: State, seat: Seat, name: str) -> None:
    """Put a cube into the next slot of a spell; a cantrip then resolves (ruling r4)."""
    spell = spell_named(seat, name)
    face, power = face_of(g, spell), g.power[spell]
    slot = next(bit for bit in face.fill if not power & bit)
    g.pool[seat] -= 1
    g.power[spell] = power | slot
    if g.telling:
        left = (face.full & ~(power | slot)).bit_count()
        g.tell("invoked", seat, {"spell": name, "face": face.id, "empty": left})
    if face.kind != RITUAL:
        g.todo.append(Resolve(seat, spell, face.number))
