"""`adepts play`: a game in the terminal against computer players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from cli.errors import BadInput, located
from cli.flags import GameCommand, policy_option, seat_option, seated
from cli.play.shell import Shell
from cli.play.table import Table
from cli.terminal import stdout
from cli.text import printable
from game.core.kit import Kit
from game.core.records import clean
from game.core.text.names import called


@click.command(
    "play",
    cls=GameCommand,
    made=[policy_option("The computer players, in seat order, repeated round the table."), seat_option],
)
@click.option("--name", help="What you are called in the log and the record (default: your seat).")
def command(
    kit: Kit,
    players: int,
    options: dict[str, Any],
    seed: str | None,
    policies: Sequence[str],
    seat: str,
    name: str | None,
) -> None:
    """Play a game in the terminal against computer players.

    You see the board, what has happened since your last choice, and what you are asked, with the legal answers
    numbered. Answer with a number or with the answer itself.

    \b
    At any question:
      board, log [N]         what is on the table, what happened
      undo                   take back your last choice
      save FILE              write the record so far
      help, quit             help tells what else there is, often rules WORDS

    \b
    Examples:
      adepts play
      adepts play --players 4 --policy greedy,random
      adepts play --seed demo --seat P2 --name Anna
    """
    with located("play"):
        game = kit.new(players, options, seed)
    if seat not in game.seats:
        raise BadInput(f"--seat: {seat} does not play; there are {players} players")
    others = [other for other in game.seats if other != seat]
    computers = dict(zip(others, seated(policies, len(others)), strict=True))
    table = Table(kit, game, seat, printable(called(clean(name or ""), seat)), computers)
    Shell(table, stdout()).run()
