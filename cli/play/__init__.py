"""`adepts play`: a game in the terminal against computer players."""

from __future__ import annotations

from collections.abc import Sequence

import click

from agents import named
from cli.errors import BadInput, located
from cli.options import computer_names, game_options, policy_option, seated
from cli.play.shell import Shell
from cli.play.table import Table
from cli.terminal import stdout
from cli.text import printable
from game.adepts import Game
from game.adepts.rules.gems import SEAT_NAMES
from game.core.records import clean


@click.command("play")
@game_options
@policy_option("The computer players, in seat order, repeated round the table.")
@click.option("--seat", type=click.Choice(SEAT_NAMES), default="P1", show_default=True, help="Where you sit.")
@click.option("--name", help="What you are called in the log and the record (default: your seat).")
def command(
    players: int,
    spells: str | Sequence[str],
    deck: str,
    seed: str | None,
    policies: Sequence[str],
    seat: str,
    name: str | None,
) -> None:
    """Play a game of Adepts in the terminal against computer players.

    You see the board, what has happened since your last choice, and what you are asked, with the legal answers
    numbered. Answer with a number or with the answer itself (topaz.2x3: three miners on site II of the topaz mine).

    \b
    At any question:
      board, hand, log [N]   what is on the table, what you hold, what happened
      spell 3B, adept onyx   what a spell or an adept does
      rules WORDS            look something up in the rules
      undo                   take back your last choice
      save FILE              write the record so far
      help, quit

    \b
    Examples:
      adepts play
      adepts play --players 4 --spells battlefield --policy greedy,random
      adepts play --seed demo --seat P2 --name Anna
    """
    with located("play"):
        game = Game.new(players, spells, deck, seed)
    if seat not in game.seats:
        raise BadInput(f"--seat: {seat} does not play; there are {players} players")
    others = [other for other in game.seats if other != seat]
    computers = dict(zip(others, seated(policies, len(others)), strict=True))
    names = computer_names(computers) | {seat: printable(clean(name or "")) or seat}
    table = Table(game, seat, {other: named(policy) for other, policy in computers.items()}, names)
    Shell(table, stdout()).run()
