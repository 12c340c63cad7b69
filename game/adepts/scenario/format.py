"""The tables of a scenario file, checked as they are read."""

# ruff: noqa: RUF012 - these are tables, whose defaults are copied

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from game.adepts.rules.gems import GEM_NAMES
from game.core.fields import written
from game.core.scenario import ScenarioTable, StepTable, Table

Seat = Literal["P1", "P2", "P3", "P4", "P5"]
GemName = Literal["topaz", "ruby", "citrine", "emerald", "amethyst", "sapphire", "onyx", "diamond"]
Count = Annotated[int, Field(ge=0)]
Stages = Annotated[list[Count], Field(min_length=3, max_length=3)]
Level = Annotated[int, Field(ge=0, le=10)]
SiteName = Annotated[
    str,
    written(rf"({'|'.join(GEM_NAMES)})\.[0-3]", "a site is written topaz.2: a mine, and 1, 2 or 3, or 0 for inside it"),
]
PartyText = Annotated[str, written("P[1-5]x[1-9][0-9]?", "miners are written P1x3: a seat, and how many")]

_RUN_TO = "where to run is written 4.II, a turn up to 8 and a phase, or end"


class PlayerTable(Table):
    """A player's part of a position; what is left out is empty, except `miners`, which are then those not on sites."""

    hand: Annotated[list[str], Field(max_length=5)] = []
    queue: dict[GemName, Stages] = {}
    battery: dict[GemName, Level] = {}
    mana: Count = 0
    adepts: list[GemName] = []
    miners: Count | None = None


class Step(StepTable):
    """A step whose `run_to` names a turn and a phase, or the end."""

    run_to: Annotated[str, written(r"[1-8]\.(I|II|III|IV|V)|end", _RUN_TO)] | None = None


class Scenario(ScenarioTable):
    """One ``[[scenario]]`` table."""

    players: Annotated[int, Field(ge=2, le=5)]
    first: Seat = "P1"
    turn: Annotated[int, Field(ge=1, le=8)] = 1
    phase: Literal["I", "II", "III", "IV", "V"] | None = None
    step: Literal["assign", "produce", "research", "adepts", "process"] | None = None
    deck: Literal["rulebook", "digital"] = "rulebook"
    spells: list[str] = []
    library: list[str] = []
    discard: list[str] = []
    stocks: dict[GemName, Count] = {}
    sites: dict[SiteName, PartyText] = {}
    P1: PlayerTable = PlayerTable()
    P2: PlayerTable = PlayerTable()
    P3: PlayerTable | None = None
    P4: PlayerTable | None = None
    P5: PlayerTable | None = None
    steps: list[Step] = []

    def seated(self) -> list[PlayerTable]:
        """The players' tables in seat order."""
        tables = (self.P1, self.P2, self.P3, self.P4, self.P5)
        return [table or PlayerTable() for table in tables[: self.players]]

    def unseated(self) -> list[str]:
        """Tables of players that the scenario does not have."""
        tables = {"P3": self.P3, "P4": self.P4, "P5": self.P5}
        return [seat for seat, table in tables.items() if table and int(seat[1]) > self.players]
