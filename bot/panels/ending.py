"""What somebody is asked who ends a game that is under way, or leaves it."""

from __future__ import annotations

from bot.components.ids import Verb
from bot.panels.notice import notice
from bot.tables import Table
from game.core.commands import at_table
from game.core.english import many
from game.core.layout import Panel, Place, Style


def ending(table: Table) -> Panel:
    """What is lost, for whom, and what stays; the button does it."""
    others = f" for {many(len(table.seats), 'player')}" if len(table.seats) > 1 else ""
    choices = many(table.playing.ply, "choice")
    return notice(
        f"**End {table.title} in turn {table.turn}?** It stops at once{others}, after {choices}:"
        " nobody wins it, and there is no replay of it. Its log, score and record stay. For seven days it can be taken"
        " up again, by you or by a vote.\n"
        f"-# To let it rest, use {at_table('pause')}; to leave it to the others, {at_table('leave')}; to hand it over,"
        f" {at_table('host')}.",
        Place(table.id).button(Verb.END, "End it: nobody wins, no replay", str(table.turn), style=Style.DANGER),
        wrong=True,
    )


def leaving(table: Table, alone: bool) -> Panel:
    """What follows from leaving, for oneself and for the others; `alone`: there are no other people."""
    if alone:
        follows = (
            "Nobody else sits there, so the game ends with it: nobody wins it. For seven days you can take it up again."
        )
    else:
        follows = (
            "A computer player plays on in your seat, with all that you have there, and everybody is told. You can take"
            " the seat back at once as long as the computer has it; the others may give it to somebody else."
        )
    return notice(
        f"**Leave {table.title} in turn {table.turn}?** {follows}\n"
        f"-# To let the game rest instead, use {at_table('pause')}.",
        Place(table.id).button(Verb.GO, "Leave the game", str(table.turn), style=Style.DANGER),
        wrong=True,
    )
