"""Tells who had the seats of a game before its last players."""

from __future__ import annotations

from bot.tables import Table
from game.core.text.names import called, shown


def tenures(table: Table) -> list[str]:
    """Return a sentence for each former player, and for each time that a computer player took over, in order."""
    said, turn = list[str](), table.turn_called
    for each in table.tenures:
        later = next((other for other in table.tenures if other.seat == each.seat and other.number > each.number), None)
        earlier = any(other.seat == each.seat and other.number < each.number for other in table.tenures)
        name, to = shown(called(each.name)), shown(called(later.name)) if later else table.named(each.seat)
        when = f"from {turn(each.turn)} {f'until {turn(later.turn)}' if later else 'on'}"
        when = f"in {turn(each.turn)}" if later and later.turn == each.turn else when
        by_computer = later.policy is not None if later else table.seat(each.seat).is_computer
        if by_computer and (each.policy is None or earlier):
            said.append(f"A computer player, {to}, played for {name} {when}.")
        elif each.policy is None:
            said.append(f"{name} had {to}'s seat until {turn(each.turn)}.")
        elif not earlier:
            said.append(f"A computer player, {name}, had {to}'s seat until {turn(each.turn)}.")
    return said
