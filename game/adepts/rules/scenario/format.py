"""The tables of a scenario file, checked as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.core import toml
from game.core.errors import BadRecord

Seat = Literal["P1", "P2", "P3", "P4", "P5"]
GemName = Literal["topaz", "ruby", "citrine", "emerald", "amethyst", "sapphire", "onyx", "diamond"]
Count = Annotated[int, Field(ge=0)]
Stages = Annotated[list[Count], Field(min_length=3, max_length=3)]
Level = Annotated[int, Field(ge=0, le=10)]
SiteName = Annotated[str, Field(pattern=r"^(topaz|ruby|citrine|emerald|amethyst|sapphire|onyx|diamond)\.[0-3]$")]
PartyText = Annotated[str, Field(pattern=r"^P[1-5]x[1-9][0-9]?$")]
MoveText = Annotated[str, Field(pattern=r"^\S+ \S+ \S+$")]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PlayerTable(_Table):
    """A player's part of a position; what is left out is empty."""

    hand: Annotated[list[str], Field(max_length=5)] = []
    queue: dict[GemName, Stages] = {}
    battery: dict[GemName, Level] = {}
    mana: Count = 0
    adepts: list[GemName] = []
    miners: Count | None = None


class StepTable(_Table):
    """Moves to play, how far to run on, then what is asked of the position reached."""

    play: str = ""
    run_to: Annotated[str, Field(pattern=r"^([1-8]\.(I|II|III|IV|V)|end)$")] | None = None
    legal: list[MoveText] = []
    illegal: list[MoveText] = []
    expect: dict[str, Any] = {}


class Scenario(_Table):
    """One ``[[scenario]]`` table."""

    title: str
    players: Annotated[int, Field(ge=2, le=5)]
    first: Seat = "P1"
    turn: Annotated[int, Field(ge=1, le=8)] = 1
    phase: Literal["I", "II", "III", "IV", "V"] | None = None
    step: Literal["assign", "produce", "research", "adepts", "process"] | None = None
    seed: str = "scenario"
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
    steps: list[StepTable] = []

    def seated(self) -> list[PlayerTable]:
        """The players' tables in seat order."""
        tables = (self.P1, self.P2, self.P3, self.P4, self.P5)
        return [table or PlayerTable() for table in tables[: self.players]]

    def unseated(self) -> list[str]:
        """Tables of players that the scenario does not have."""
        tables = {"P3": self.P3, "P4": self.P4, "P5": self.P5}
        return [seat for seat, table in tables.items() if table and int(seat[1]) > self.players]


class _File(_Table):
    scenario: Annotated[list[Scenario], Field(min_length=1)]


def read(text: str) -> list[Scenario]:
    """The scenarios of a file. Raises BadRecord with the place of the first fault."""
    try:
        return _File.model_validate(toml.parse(text)).scenario
    except ValidationError as error:
        first = error.errors()[0]
        raise BadRecord(f"{'.'.join(_place(first['loc']))}: {first['msg']}") from error
    except ValueError as error:
        raise BadRecord(str(error)) from error


def _place(loc: tuple[int | str, ...]) -> Iterator[str]:
    """A path with tables counted from 1, as a person counts them."""
    for part in loc:
        yield f"[{part + 1}]" if isinstance(part, int) else part
