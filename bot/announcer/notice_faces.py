"""What notices show: votes, seats that are offered or have changed hands, and invitations."""

from __future__ import annotations

from collections.abc import Sequence

from bot.announcer.faces import texts
from bot.components.ids import Verb
from bot.panels.inviting import by_host
from bot.panels.voting import AGAINST, wording
from bot.tables import Table
from bot.tables.handovers import host_instead, withdrawing
from bot.tables.history.news import decided
from bot.tables.lobby_options import AGAIN
from bot.tables.votes import Vote, settled_by
from bot.tables.waiting.timing import Offered
from game.core import layout
from game.core.commands import at_table
from game.core.english import listed
from game.core.layout import Button, Panel, Place, Style
from game.core.text.names import called, shown
from storage import Tenure
from storage.topics import replaced


def handed_over(table: Table, tenure: Tenure) -> str:
    """Return the sentence about who has got whose seat."""
    later = [each for each in table.tenures if each.seat == tenure.seat and each.number > tenure.number]
    name = shown(called(later[0].name)) if later else table.named(tenure.seat)
    former = f"<@{tenure.user_id}>" if tenure.user_id is not None else shown(called(tenure.name))
    number = str(tenure.number)
    names, known = table.holders_after(tenure.number).names, table.context.decided_by
    by = f" {decided(known[number], names)}" if number in known else ""
    if tenure.is_return:
        return f"**{name}** is back at {table.title} in {table.turn_called(tenure.turn)}, in place of {former}."
    if tenure.policy is not None:
        return f"**{name}** plays on for {former} at {table.title}, from {table.turn_called(tenure.turn)} on."
    how = "has left" if tenure.own else "was replaced at"
    host = _host(table, tenure) if not later else ""
    return f"{former} {how} {table.title} in {table.turn_called(tenure.turn)}: **{name}** plays on.{by}{host}"


def _host(table: Table, tenure: Tenure) -> str:
    """Who is host since the seat changed hands, if that goes with it, as a sentence."""
    if table.host == tenure.seat and not table.seat(tenure.seat).is_computer:
        return f" {table.host_name} is host now."
    instead = host_instead(table, tenure.seat)
    return f" {table.named(instead)} is host {'now' if tenure.own else 'for now'}." if instead else ""


def news(table: Table, tenure: Tenure) -> Panel:
    """Return the same as a message, with a button to take the seat back where that is possible."""
    said = handed_over(table, tenure)
    if table.former(tenure.seat) is None:
        return texts(said)
    back = (
        f"\n-# The seat can be taken back at once as long as the computer has it; {at_table('replace')} gives it to"
        " somebody else."
    )
    return texts(said + back).with_component(
        layout.row(Place(table.id).button(Verb.BACK, "Take the seat back", tenure.seat))
    )


def offering(table: Table, seat: str, offer: Offered) -> Panel:
    """Return the message that asks somebody to take a seat."""
    place = Place(table.id)
    declining, own, keeping = "Only you", "", list[Button]()
    if table.may_keep(seat):
        declining = f"Only you and {table.named(seat)}"
        whose = f"<@{table.seat(seat).user_id}> this is your seat: {decided(offer.by, table.names)}"
        own = f"\n{whose} **I am here** keeps it, and so does any move of yours."
        keeping = [place.button(Verb.HERE, "I am here", seat)]
    lapses = f" The offer stands until <t:{int(offer.until.timestamp())}:f>." if offer.until is not None else ""
    hidden = "You see what is hidden there once you have it. " if table.kit.hides else ""
    said = (
        f"<@{offer.user_id}> will you take {table.named(seat)}'s seat at {table.title}, in {table.turn_name}?\n"
        f"-# {hidden}Until then it is played as before.{lapses}"
        f" {declining} can decline. {withdrawing(table)}{own}"
    )
    return texts(said).with_component(
        layout.row(
            place.button(Verb.ACCEPT, "Take the seat", seat, Style.SUCCESS),
            place.button(Verb.REFUSE, "No, thanks", seat),
            *keeping,
        )
    )


def inviting(table: Table, users: Sequence[int]) -> Panel:
    """Return the message that invites people to join."""
    host = table.host_name or "the host"
    everybody = " ".join(f"<@{user_id}>" for user_id in users)
    begins = "The game begins by itself when all who are invited have joined."
    begins = f"When you have joined, {host} may press **Start**." if table.waits_for_host else begins
    place = Place(table.id)
    what = f"a rematch of {table.kit.title}" if AGAIN in table.options else f"play {table.kit.title}"
    # The table's name stays true where the host is another than who asked.
    return texts(f"{everybody}, you are invited to {what} here, at {table.title}.\n-# {begins}").with_component(
        layout.row(
            place.button(Verb.JOIN, "Join", style=Style.SUCCESS),
            place.button(Verb.DECLINE, "Decline"),
        )
    )


def to_start(table: Table, host_id: int) -> str:
    """Return what the host is told when all guests have answered and the game has not begun by that."""
    declined = [shown(called(each.name)) for each in table.declined]
    why = f"{listed(declined)} {'has' if len(declined) == 1 else 'have'} declined" if declined else "All have joined"
    return f"<@{host_id}> {why}, and the game waits for you: {by_host(table)}."


def unheard(table: Table, vote: Vote) -> list[int]:
    """Return the user ids of the people who have not voted; they are called to see that there is a vote."""
    heard = {*vote.yes, *vote.no}
    return [seat.user_id for seat in table.people if seat.user_id is not None and seat.user_id not in heard]


def voting(table: Table, vote: Vote) -> Panel:
    """Return an open vote with its buttons; somebody who counts as missing can say there that they are not."""
    words, place, change = wording(table, vote.about), Place(table.id), replaced(vote.about)
    about = change.seat if change is not None else ""
    alone = change is not None and vote.people == 1
    others = [seat for seat in table.people if seat.seat != about]
    host = table.host_name if table.host != about else ""
    yes, no = (
        [table.named(seat.seat) for seat in table.people if seat.user_id in side] for side in (vote.yes, vote.no)
    )
    against = f" Against it: {listed(no)}." if no else ""
    takes = "" if vote.passed else f"; it takes {vote.needed}"
    stands = f"For it: {listed(yes, 'nobody yet')} ({len(vote.yes)} of {vote.people}){takes}.{against}"
    if alone:
        stands = f"{listed(table.named(seat.seat) for seat in others)} decides."
    notes = [words.follows] if words.follows else []
    if vote.passed and not alone:  # possible if fewer people have a vote than before
        notes.append(f"That is enough now: the next press of *{words.label}* does it.")
    elif host and not alone and settled_by(table, vote.about, table.row.host_id):
        notes.append(f"If {host}, the host, presses *{words.label}*, it is done at once.")
    elif host and change is not None and not alone:
        notes.append(f"If {table.named(about)} and {host}, the host, are for it, it is done at once.")
    if vote.hopeless:
        notes.append("Too many are against it, unless somebody thinks again.")
    lapses = f"lapses {layout.since(vote.until)}" if vote.until else ""
    if not alone:
        notes.append(f"Each vote counts for a day{'; the first ' if lapses else ''}{lapses}.")
    elif lapses:
        notes.append(f"The vote {lapses}.")
    here = [place.button(Verb.HERE, "I am here", about, Style.SUCCESS)] if about in table.missing else []
    small = [f"-# {' '.join(notes)}"] if notes else []
    opposed = [] if alone else [place.button(Verb.VOTE, "No", f"{AGAINST}{vote.about}")]
    called = [f"<@{user_id}>" for user_id in unheard(table, vote)]
    return texts("\n".join((" ".join((*called, f"**{words.question}**", stands)), *small))).with_component(
        layout.row(*here, place.button(Verb.VOTE, words.label, vote.about, words.style), *opposed)
    )
