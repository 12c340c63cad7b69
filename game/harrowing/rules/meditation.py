"""Meditation: what stays, and what comes back (ruling r13)."""

from __future__ import annotations

from typing import NamedTuple

from game.core.decisions import PASS, Question
from game.harrowing.rules.content import BOARD, IDS, RITUAL, board_spell
from game.harrowing.rules.field import showing
from game.harrowing.rules.hexes import bits
from game.harrowing.rules.seats import Seat
from game.harrowing.rules.spells import RITUALS, SLOTTED, name_of, spell_named, tiles_of
from game.harrowing.rules.state import State
from game.harrowing.rules.task import doing, task

FORT = "fort"


@doing
def unseal(g: State, seat: Seat) -> None:
    """Give the player's sealed tiles their runes and spells back; that alone wins nothing (ruling r18)."""
    mine = g.holds[seat] & g.sealed
    if mine:
        g.sealed ^= mine
        g.tell("unsealed", seat, {"tiles": [IDS[tile] for tile in bits(mine)]})


@task
class Keep(NamedTuple):
    """The player names, one after another, what stays: rituals with all their power, and once the cubes in the
    fortress."""

    seat: Seat
    kept: tuple[int, ...] = ()
    fort: int = -1

    def run(self, g: State) -> Question | None:
        seat, power, first = self.seat, g.power, board_spell(self.seat, 0)
        found = [
            face.source for place, face in enumerate(BOARD) if face.kind == RITUAL and self._open(g, first + place)
        ]
        tiles = tiles_of(g, seat) & showing(g, RITUALS)
        found += [IDS[tile] for tile in bits(tiles) if power[tile] and tile not in self.kept]
        if self.fort < 0:
            found += [f"{FORT}x{count}" for count in range(1, g.fort[seat] + 1)]
        if found:
            return Question(self.seat, "keep", (*found, PASS))
        g.todo.pop()
        self._gather(g)
        return None

    def _open(self, g: State, spell: int) -> bool:
        return g.power[spell] != 0 and spell not in self.kept

    def answer(self, g: State, token: str) -> None:
        if token == PASS:
            self._gather(g)
            return
        seat, kept, fort = self
        if token.startswith(FORT):
            g.todo.append(Keep(seat, kept, int(token.partition("x")[2])))
        else:
            g.todo.append(Keep(seat, (*kept, spell_named(seat, token)), fort))

    def _gather(self, g: State) -> None:
        """Take all other power into the player's pool, also that on spells with several owners."""
        seat, power, first = self.seat, g.power, board_spell(self.seat, 0)
        tiles = bits(tiles_of(g, seat) & showing(g, SLOTTED))
        spells = [spell for spell in (*range(first, first + len(BOARD)), *tiles) if spell not in self.kept]
        from_fort = g.fort[seat] - max(self.fort, 0)
        count = from_fort + sum(power[spell].bit_count() for spell in spells)
        for spell in spells:
            power[spell] = 0
        g.fort[seat] -= from_fort
        g.pool[seat] += count
        kept = [name_of(spell) for spell in self.kept if power[spell]]
        g.tell("gathered", seat, {"count": count, "kept": kept, "fort": g.fort[seat]})
