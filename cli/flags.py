"""Options shared by several commands: which game, with which options, and who plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

from agents import known, names
from cli.errors import BadInput, located
from game.core import discover
from game.core.discover import kit, kits
from game.core.kit import Kit
from game.core.options import Option
from game.core.program import USUAL

_KIT = "cli.flags.kit"

Made = Callable[[Kit], click.Option]
"""Makes an option whose definition depends on the game."""


class GameCommand(click.Command):
    """A command about the game that --game names. That game's options become flags, which --help lists.

    The function gets `kit`, `players`, `options` (checked, by name) and `seed`, then what the command declares. `made`
    are its options that depend on the game; `players` is the default number of players, brought within the game's
    limits.
    """

    def __init__(self, *args: Any, made: Sequence[Made] = (), players: int = 2, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._made = made
        self._players = players

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        kit: Kit = ctx.meta.get(_KIT) or _kit([])
        return [
            _game(),
            _players(kit, self._players),
            *map(_flag, kit.options),
            _seed(),
            *(make(kit) for make in self._made),
            *super().get_params(ctx),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        kit = ctx.meta[_KIT] = _kit(args)
        rest = super().parse_args(ctx, args)
        del ctx.params["game"]
        ctx.params["options"] = kit.checked({option.name: ctx.params.pop(option.name) for option in kit.options})
        ctx.params["kit"] = kit
        return rest


def policy_option(text: str) -> Made:
    """Return --policy, a list of computer players."""
    return lambda kit: click.Option(
        ["--policy", "policies"],
        metavar="NAME,...",
        default=kit.usual_player,
        show_default=True,
        callback=lambda _ctx, _option, chosen: _policies(kit, chosen),
        help=f"{text} {kit.title} has: {', '.join(names(kit))}.",
    )


def seat_option(kit: Kit) -> click.Option:
    """Return --seat, the player's own seat."""
    seats = [f"P{number}" for number in range(1, max(kit.seats) + 1)]
    return click.Option(
        ["--seat"], type=click.Choice(seats), default=seats[0], show_default=True, help="Where you sit."
    )


def any_seat() -> click.Choice[str]:
    """Return the type for a seat when the game is known only later, from a file."""
    most = max(max(kit.seats) for kit in kits().values())
    return click.Choice([f"P{number}" for number in range(1, most + 1)])


def seated(policies: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a computer player for each seat, repeating `policies` round the table. Raises BadInput if there are too
    many."""
    if len(policies) > seats:
        raise BadInput(f"--policy: {len(policies)} computer players are named for {seats} seats")
    return tuple(policies[seat % len(policies)] for seat in range(seats))


def computer_names(computers: Mapping[str, str]) -> dict[str, str]:
    """Return a name for each computer player, by seat: with the seat's number, so that two of a kind differ."""
    return {seat: f"{policy} {seat[1:]}" for seat, policy in computers.items()}


def described(options: Mapping[str, Any]) -> str:
    """Return a game's options in a few words: "spells first-game, deck rulebook"."""
    values = ((name, value if isinstance(value, str) else ",".join(map(str, value))) for name, value in options.items())
    return ", ".join(f"{name} {value}" for name, value in values)


def _kit(args: Sequence[str]) -> Kit:
    """Return the game that --game names; it must be known before that game's options can be parsed. Raises BadInput."""
    named = [word.partition("=")[2] for word in args if word.startswith("--game=")]
    named += [after for word, after in pairwise(args) if word == "--game"]
    with located("--game"):
        return kit(named[-1] if named else USUAL)


def _game() -> click.Option:
    return click.Option(
        ["--game"],
        type=click.Choice(discover.names()),
        default=USUAL,
        show_default=True,
        hidden=len(discover.names()) == 1,
        help="Which game; --help with it tells that game's options.",
    )


def _players(kit: Kit, usual: int) -> click.Option:
    low, high = min(kit.seats), max(kit.seats)
    return click.Option(
        ["--players"],
        metavar="N",
        type=int,
        default=min(max(usual, low), high),
        show_default=True,
        callback=lambda _ctx, _option, chosen: _seated(kit, chosen),
        help=f"How many play: {_sizes(kit)}.",
    )


def _seated(kit: Kit, chosen: int) -> int:
    if chosen not in kit.seats:
        raise click.BadParameter(f"{kit.title} is for {_sizes(kit)} players, not {chosen}.")
    return chosen


def _sizes(kit: Kit) -> str:
    """Return how many can play, such as "2 to 5"."""
    low, high = min(kit.seats), max(kit.seats)
    return str(low) if low == high else f"{low} to {high}"


def _seed() -> click.Option:
    return click.Option(
        ["--seed"], help="What all chance comes from: the same seed, the same game (default: a new one)."
    )


def _flag(option: Option) -> click.Option:
    """Turn an option of a game into a flag."""
    values = [known.value for known in option.values]
    if option.read is None:
        return click.Option(
            [f"--{option.name}"],
            type=click.Choice(values),
            default=option.usual,
            show_default=True,
            help=f"{option.about}.",
        )
    own = f"; or your own ({option.example})" if option.example else ""
    return click.Option(
        [f"--{option.name}"],
        metavar="NAME|OWN",
        default=option.usual,
        show_default=True,
        callback=lambda _ctx, _option, text: _checked(option, text),
        help=f"{option.about}: {', '.join(values)}{own}.",
    )


def _checked(option: Option, text: str) -> Any:
    with located(f"--{option.name}"):
        return option.checked(text)


def _policies(kit: Kit, text: str) -> list[str]:
    """Return the names of the computer players, each of which may be called by its title."""
    with located("--policy"):
        return [known(name.strip(), kit) for name in text.split(",")]
