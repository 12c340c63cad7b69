"""Plays games between computer players, in one process or several, with the same outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any, NamedTuple

from agents import named
from bot.spawned import settle, sheltered
from cli.errors import BadInput
from cli.flags import computer_names
from game.core.discover import kit
from game.core.faces import Played
from game.core.history import play, write
from game.core.kit import Kit
from game.core.protocol import Game
from game.core.records import Move


class Plan(NamedTuple):
    """What is played: `policies` by seat in game 1; each further game moves them on by one seat."""

    game: str
    policies: tuple[str, ...]
    options: Mapping[str, Any]
    seed: str

    @property
    def kit(self) -> Kit:
        """The kit of the game."""
        return kit(self.game)

    def new(self, number: int) -> Game:
        """Return game `number` (from 1) before its first move. Raises SetupError."""
        return self.kit.new(len(self.policies), self.options, f"{self.seed}/{number}")

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the policies by seat in this game."""
        shift = (number - 1) % len(self.policies)
        return self.policies[-shift:] + self.policies[:-shift] if shift else self.policies


@contextmanager
def playing(plan: Plan, games: int, jobs: int) -> Iterator[Iterator[Played]]:
    """Give games 1 to `games` in their order, the same with any number of processes, which end with the block. Raises
    BadInput if one of these cannot be started, or has died."""
    numbers = range(1, games + 1)
    if jobs == 1:
        yield (play_game(plan, number) for number in numbers)
        return
    workers = list[_Worker]()
    try:
        with sheltered():
            for first in range(min(jobs, games)):
                workers.append(_started(plan, numbers[first::jobs]))
        yield (_played(worker) for _, worker in zip(numbers, cycle(workers), strict=False))
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()


class _Worker(NamedTuple):
    """A process that plays some of the games, and where they come from."""

    process: BaseProcess
    answers: Connection


def _started(plan: Plan, numbers: Sequence[int]) -> _Worker:
    context = get_context("spawn")
    try:
        ours, theirs = context.Pipe(duplex=False)
        with theirs:
            process = context.Process(target=_play, args=(plan, numbers, theirs))
            process.start()
    except OSError as error:
        raise BadInput(f"--jobs: so many processes cannot be started: {error.strerror or error}") from None
    return _Worker(process, ours)


def _play(plan: Plan, numbers: Sequence[int], answers: Connection) -> None:
    settle()
    with suppress(BrokenPipeError):  # the one that started us has gone
        for number in numbers:
            answers.send(play_game(plan, number))


def _played(worker: _Worker) -> Played:
    try:
        played: Played = worker.answers.recv()
    except (EOFError, OSError):
        raise BadInput("--jobs: a process that played has died; was there memory for so many?") from None
    return played


def play_game(plan: Plan, number: int) -> Played:
    """Play one game to its end. All its chance comes from the plan's seed and this number."""
    game = plan.new(number)
    policies = plan.seating(number)
    players = {
        seat: (named(policy, plan.kit), Random(f"{game.seed} {seat}"))
        for seat, policy in zip(game.seats, policies, strict=True)
    }
    moves: list[Move] = []
    while not game.over:
        seat, decision = next(iter(game.pending.items()))
        policy, rng = players[seat]
        play(game, moves, seat, policy(game.view(seat), decision, rng))
    scores = game.scores or {}
    winners = [seat for seat in game.seats if scores[seat]["rank"] == 1]
    return Played(
        number,
        policies,
        tuple(plan.kit.points(scores[seat]) for seat in game.seats),
        tuple(1 / len(winners) if seat in winners else 0.0 for seat in game.seats),
        tuple(moves),
        write(plan.kit, game, moves, list(computer_names(dict(zip(game.seats, policies, strict=True))).values())),
    )
