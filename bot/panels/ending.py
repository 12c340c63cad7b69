"""What somebody is asked who can end a game that is under way."""

from __future__ import annotations

from bot.components.ids import Verb
from bot.panels.notice import notice
from bot.tables import Table
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
        "-# To let it rest, use `/adepts pause`; to leave it to the others, `/adepts leave`; to hand it over,"
        " `/adepts host`.",
        Place(table.id).button(Verb.END, "End it: nobody wins, no replay", str(table.turn), style=Style.DANGER),
        wrong=True,
    )
