"""One table of the demo: its people, what its channel shows, and what is saved of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from rich.console import Console

from bot.tables.lobby_options import LOOK
from cli.demo.player import Player, play_out
from cli.demo.stage import Stage, exported, in_words, is_over, open_table
from cli.demo.watch import Watch
from game.core.kit import Kit
from game.core.options import written
from playground import Person
from playground.world.models import Channel

_PAUSE = 0.1
"""Seconds before each move, if somebody watches."""
_TYPING = (0.0, 1.0, 0.5, 0.2, 0.8)
"""The share of moves that each of them types rather than clicks."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The game to be played."""

    kit: Kit
    seats: int
    options: dict[str, Any]
    title: str
    """The title of the transcript."""
    words: bool = False
    """Whether the board is shown in words, without pictures."""

    @property
    def wishes(self) -> dict[str, Any]:
        """The options of the command that opens the table."""
        chosen = {name: written(value) for name, value in self.options.items()}
        chosen |= {LOOK: "words"} if self.words else {}
        return chosen | ({"seats": self.seats} if len(self.kit.seats) > 1 else {})  # else no such option


@dataclass(frozen=True, slots=True)
class Table:
    """`players` sit at the table, all members of its channel's server alone; `watch` follows the channel."""

    wanted: Wanted
    place: Channel
    players: Sequence[Player]
    onlooker: Person
    watch: Watch

    @classmethod
    async def laid(
        cls,
        stage: Stage,
        place: Channel,
        names: Sequence[str],
        wanted: Wanted,
        console: Console,
        moved: Callable[[int], None],
        rng: random.Random,
    ) -> Self:
        """Set up a table. If there are several servers, the last of its people plays in direct messages.

        moved: called after each move with the turn that the board shows.
        """
        guild = stage.pg.world.guilds[place.guild_id or 0]
        people = [await stage.pg.person(name, guild) for name in names]
        onlooker = await stage.pg.person("Onlooker", guild)
        several = len(stage.places) > 1
        if several:
            await people[-1].open_dm()
        known = {person.id: name for person, name in zip(people, names, strict=True)}
        watch = Watch(console, onlooker, known, guild.name if several else "")

        def told(name: str, action: str) -> None:
            watch.action(name, action)
            moved(watch.turn)

        pause = _PAUSE if console.is_terminal else 0.0
        players = [
            Player(
                person, name, place, random.Random(rng.random()), typing, pause, told, several and person is people[-1]
            )
            for person, name, typing in zip(people, names, _TYPING, strict=False)
        ]
        return cls(wanted, place, players, onlooker, watch)

    async def play(self) -> str:
        """Play the whole game; return its record as the bot exports it."""
        wishes, name = self.wanted.wishes, self.wanted.kit.name
        told = " ".join(f"{option}: {value}" for option, value in wishes.items())
        self.watch.action(self.players[0].name, f"/{name} new {told}")
        people = [player.person for player in self.players]
        if self.wanted.words:
            await in_words(people, self.place)
        await open_table(people, game=name, place=self.place, **wishes)
        await play_out(self.players, lambda: is_over(self.onlooker, self.place))
        self.watch.catch_up()
        return await exported(people[0], self.place)

    def save(self, transcript: Path) -> None:
        self.watch.save(transcript, self.wanted.title)
