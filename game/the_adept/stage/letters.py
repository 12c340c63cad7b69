"""What is written to one person alone: that they were put out of the tale, or may join again."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.aids.stage import Letter
from game.the_adept.stage.wording import named
from game.the_adept.tale.tale import JOIN, Entry, Tale

WRITING = ("kick", "readmit")
"""Actions that concern somebody who is not there to see them."""


def letters(tale: Tale) -> Mapping[str, Letter]:
    """Return the last letter to each person until they have joined again or the tale is over, by action and number."""
    state, title = tale.state, named(tale.state.title)
    if state.over:
        return {}
    last = dict[str, Entry]()
    for each in tale.log:
        if each.action in WRITING and each.struck is None:
            last[each.given["member"]] = each
        elif each.action == JOIN and each.who in last and last[each.who].action == "readmit":
            del last[each.who]  # even if they took it back, or left after it: they know
    return {
        f"{each.action} {each.number}": Letter(
            who,
            f"A game master has put you out of **{title}**. Your characters stay with the game masters, one of whom can"
            " let you in again."
            if who in state.kicked
            else f"You may sit down at **{title}** again: press **Join** on its status message.",
        )
        for who, each in last.items()
    }
