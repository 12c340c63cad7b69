"""Options that several commands share: what a game is made of, and who plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from agents import named, names
from cli.errors import BadInput, located
from game.adepts.rules.cards import DECKS, SELECTIONS
from game.adepts.rules.options import MAX_PLAYERS, MIN_PLAYERS

Function = TypeVar("Function", bound=Callable[..., Any])


def game_options(function: Function) -> Function:
    """--players, --spells, --deck and --seed."""
    for option in (
        click.option("--seed", help="What all chance comes from: the same seed, the same game (default: a new one)."),
        click.option("--deck", type=click.Choice(list(DECKS)), default="rulebook", show_default=True),
        click.option(
            "--spells",
            metavar="NAME|IDS",
            default="first-game",
            show_default=True,
            callback=_spells,
            help=f"A selection ({', '.join(SELECTIONS)}), or twenty ids such as 1A,2B,3A,...",
        ),
        click.option(
            "--players",
            metavar="N",
            type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS),
            default=2,
            show_default=True,
            help=f"How many play, {MIN_PLAYERS} to {MAX_PLAYERS}.",
        ),
    ):
        function = option(function)
    return function


def policy_option(text: str) -> Callable[[Function], Function]:
    """--policy, a list of computer players."""
    return click.option(
        "--policy",
        "policies",
        metavar="NAME,...",
        default="greedy",
        show_default=True,
        callback=_policies,
        help=f"{text} There is: {', '.join(names())}.",
    )


def seated(policies: Sequence[str], seats: int) -> tuple[str, ...]:
    """The computer players of so many seats, repeated round the table. Raises BadInput if there are too many."""
    if len(policies) > seats:
        raise BadInput(f"--policy: {len(policies)} computer players are named for {seats} seats")
    return tuple(policies[seat % len(policies)] for seat in range(seats))


def computer_names(computers: Mapping[str, str]) -> dict[str, str]:
    """What computer players are called, by seat: two of a kind are told apart."""
    return {seat: f"{policy} {seat[1:]}" for seat, policy in computers.items()}


def _spells(_ctx: click.Context, _option: click.Parameter, text: str) -> str | list[str]:
    return [spell.strip() for spell in text.split(",")] if "," in text else text


def _policies(_ctx: click.Context, _option: click.Parameter, text: str) -> list[str]:
    chosen = [name.strip() for name in text.split(",")]
    with located("--policy"):
        for name in chosen:
            named(name)
    return chosen
