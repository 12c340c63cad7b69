"""Questions for confirmation: ending a game or a tale, leaving a game, giving a seat to somebody else."""

from __future__ import annotations

from bot.components.ids import Verb
from bot.panels.notice import notice
from bot.panels.voting import a_computer
from bot.tables import Table
from bot.tables.handovers import next_host
from bot.tales import Live
from game.core import layout
from game.core.commands import at_table
from game.core.english import sentence
from game.core.layout import Panel, Place, Style
from game.core.text.names import shown
from storage.topics import Change, replacing

_REST = "to let the game rest instead"


def stage(table: Table) -> str:
    """Return the turn, and how often seats have changed hands: a confirmation from another stage is asked for again,
    since other things would follow."""
    return f"{table.turn}.{table.handovers}"


def ending(table: Table) -> Panel:
    """Ask whether to end a running game, saying what is lost, for whom, and what stays; the button does it.

    The number of choices made is left out, since it would tell what is secret.
    """
    people = len(table.people)
    everybody, back = (f" for {people} people", "by you or by a vote") if people > 1 else ("", "by you")
    others = [("to leave it to the others", "leave"), ("to hand it over", "host")] if people > 1 else []
    return notice(
        f"**End {table.title} in {table.turn_name}?** It stops at once{everybody}:"
        " nobody wins it, and there is no replay of it. Its log, score and record stay. For seven days it can be taken"
        f" up again, {back}.{_instead(table, 'to let it rest', *others)}",
        Place(table.id).button(Verb.END, "End it: nobody wins, no replay", stage(table), style=Style.DANGER),
        wrong=True,
    )


def ending_tale(live: Live) -> Panel:
    """Ask whether to end a tale, after which nothing of it can be exported or taken back; the button does it."""
    title = live.tale.status()[0]
    return layout.bare(
        layout.text(
            f"End **{shown(title, 70)}** for good? Nobody can go on with it then, and nothing of it can be taken back"
            " or exported any more: let everybody take along what they want to keep first, with `/tale export`."
        ),
        layout.row(Place(live.id).button(Verb.FINISH, "End it", "", Style.DANGER)),
    )


def leaving(table: Table, seat: str) -> Panel:
    """Ask whether to leave a running game, saying what follows for the person in this seat and the others, if there are
    any."""
    if len(table.people) == 1:
        follows = (
            "Nobody else sits there, so the game ends with it: nobody wins it. For seven days you can take it up again."
        )
    else:
        follows = (
            "A computer player plays on in your seat, with all that you have there, and everybody is told. You can take"
            " the seat back at once as long as the computer has it; the others may give it to somebody else."
        )
        if host := next_host(table, seat):
            follows += f" From then on {table.named(host)} is host."
    return notice(
        f"**Leave {table.title} in {table.turn_name}?** {follows}{_instead(table, _REST)}",
        Place(table.id).button(Verb.GO, "Leave the game", stage(table), style=Style.DANGER),
        wrong=True,
    )


def giving(table: Table, change: Change, keeps: bool, own: bool) -> Panel:
    """Ask whether to give the seat to this person or computer player, saying what follows; the button does it.

    `keeps`: whether the present player can keep the seat by playing on. `own`: whether the reader is that player.
    """
    seat, to, _ = change
    name, found = table.named(seat), table.seat(seat)
    whose, has = ("your", "you have") if own else (f"{name}'s", f"{name} has")
    if to is None:
        question = f"Give {whose} seat at {table.title} to {a_computer(table, change)}, in {table.turn_name}?"
        follows = [f"It plays on at once with all that {has} there, and everybody is told."]
        if not found.is_computer:
            who, them = ("You", "you") if own else (name, "them")
            back = f"{who} can take the seat back at once as long as the computer has it"
            follows.append(f"{back}; nobody else can do that for {them}.")
        if host := next_host(table, seat):
            follows.append(f"Until then {table.named(host)} is host.")
        button, style = "Give it to a computer player", Style.PRIMARY if found.is_computer else Style.DANGER
    else:
        question = f"Ask <@{to}> to take {whose} seat at {table.title}, in {table.turn_name}?"
        offer = table.offers.get(seat)
        hidden = ", what is hidden too" if table.kit.hides else ""
        sees, hosts = ("You see", "You are") if own else (f"{name} sees", f"{name} is")
        follows = [
            *([f"<@{offer.user_id}> is asked no longer."] if offer is not None and offer.user_id != to else []),
            f"Nothing changes until they accept. Then they have all that {has} there{hidden}.",
            *([] if found.is_computer else [f"{sees} nothing more of it then, with no way back."]),
            *([f"{hosts} no longer its host then."] if seat == table.host else []),
            *([f"{name} is told too: who plays on, or presses **I am here**, keeps the seat."] if keeps else []),
        ]
        button, style = "Ask them to take the seat", Style.PRIMARY
    return notice(
        f"**{question}** {' '.join(follows)}{_instead(table, _REST)}",
        Place(table.id).button(Verb.GIVE, button, f"{stage(table)}.{replacing(change)}", style),
        wrong=style is Style.DANGER,
    )


def _instead(table: Table, resting: str, *ways: tuple[str, str]) -> str:
    """Return a line of what can be done in place of that: let the game rest, unless it does, and these pairs of a
    purpose and a command. "" if there is nothing."""
    found = [*([] if table.paused else [(resting, "pause")]), *ways]
    said = [f"{what}, {'' if at else 'use '}{at_table(command)}" for at, (what, command) in enumerate(found)]
    return f"\n-# {sentence('; '.join(said))}." if said else ""
