"""Votes in words: for the message of a vote, and for the answers to those who vote or decide."""

from __future__ import annotations

from typing import NamedTuple

from bot.components.ids import Verb
from bot.tables import Table
from bot.tables.handovers import next_host
from bot.tables.votes import Vote
from game.core import layout
from game.core.commands import at_table
from game.core.english import number, sentence
from game.core.layout import Panel, Place, Style
from storage import Status, topics
from storage.topics import Change, replaced

WITHDRAW = "-"
"""Prefixes what a vote is about, on the button that withdraws the person's own vote."""
AGAINST = "!"
"""The same, on the button for being against it."""


class Wording(NamedTuple):
    """The words of a vote: the question, the label of its button, what a person is for ("a pause"), and what is said
    once it is decided."""

    question: str
    label: str
    cause: str
    done: str
    style: Style = Style.SUCCESS
    follows: str = ""
    """The consequences, if they are not obvious."""


def ended(table: Table) -> str:
    """Return what is said when a table has been ended; a game can be taken up again."""
    if table.game is None or table.damaged:
        return "The table is closed."
    return f"The game is ended. For seven days it can be taken up again: {at_table('reopen')}."


def a_computer(table: Table, change: Change) -> str:
    """Return the computer player that is to get a seat, in words: "a computer player", "another computer player
    (strong)"."""
    level = table.kit.level(change.level)
    article = "another" if table.seat(change.seat).is_computer else "a"
    return f"{article} computer player ({level})" if level else f"{article} computer player"


def wording(table: Table, about: str) -> Wording:
    """Return the words for what a vote is about (see `storage.topics`)."""
    match about:
        case topics.END:
            return Wording(f"Shall {table.title} end now?", "End it", "ending the game", ended(table), Style.DANGER)
        case topics.PAUSE:
            return Wording(
                f"Shall {table.title} pause?",
                "Pause",
                "a pause",
                "The game is paused: nobody is asked, called or waited for until it goes on.",
                Style.PRIMARY,
            )
        case topics.RESUME:
            return Wording(f"Shall {table.title} go on?", "Go on", "going on", "The game goes on.")
        case topics.REOPEN:
            return Wording(
                f"Shall {table.title} be taken up again?",
                "Take it up again",
                "taking the game up again",
                "The game goes on where it was ended.",
            )
    if change := replaced(about):
        seat, user_id, _ = change
        who = a_computer(table, change) if user_id is None else f"<@{user_id}>"
        done = "A computer player has the seat now." if user_id is None else f"{who} is asked to take the seat."
        if user_id is None and table.seat(seat).is_computer:
            done = f"{sentence(who)} has the seat now."
        name = table.named(seat)
        times = number(table.context.missed.get(seat, 0))
        why = f"{name}'s time was up {times} times in a row. " if seat in table.missing else ""
        return Wording(
            f"{why}Shall {who} take {name}'s seat at {table.title}?",
            "Replace",
            f"replacing {name}",
            done,
            Style.PRIMARY,
            _follows(table, change, who),
        )
    done = "The table is in this channel now." if table.status is Status.LOBBY else "The game goes on here."
    return Wording(f"Shall {table.title} go on in this channel?", "Carry on here", "carrying on here", done)


def _follows(table: Table, change: Change, who: str) -> str:
    name = table.named(change.seat)
    if change.user_id is not None:
        return f"{who} is asked first, and then has all that {name} has there."
    if table.seat(change.seat).is_computer:
        return f"It plays on with all that {name} has there."
    back = f"; {name} can take the seat back by one press"
    if host := next_host(table, change.seat):
        back += f" and is host again then; until then {table.named(host)} is"
    return f"It plays on with all that {name} has there{back}."


def lapsed(table: Table, about: str) -> str:
    """Return what is left of the message of a vote that has lapsed."""
    return f"The vote on {wording(table, about).cause} at {table.title} has lapsed: too few were for it within a day."


def voted(table: Table, vote: Vote, reader: int, side: str = "for", unasked: str = "") -> Panel:
    """Return what a person is shown after voting `side` ("for", "against") while the vote is open, with a button to
    withdraw. `unasked`: why there is no message where all vote, a sentence; "" if there is one."""
    change, cause, takes = replaced(vote.about), wording(table, vote.about).cause, ""
    if change is not None:
        seat, plays = table.seat(change.seat), f"{table.named(change.seat)} plays"
        if seat.user_id == reader:
            cause, plays = "being replaced", "You play"
        if not seat.is_computer and vote.people == len(table.people):
            takes = f"{plays} on, so the players decide it by a vote. "
    where = "The message where all vote says who is for it, and how many it takes."
    if unasked:
        where = f"It takes {vote.needed} of {vote.people}. The others are not asked, but can type the same. {unasked}"
    said = f"{takes}You are {side} {cause}. {where} Your vote counts for a day."
    withdraw = Place(table.id).button(Verb.VOTE, "Withdraw my vote", f"{WITHDRAW}{vote.about}")
    return layout.bare(layout.text(said), layout.row(withdraw))
