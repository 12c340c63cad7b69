"""The stage of The Adept, which puts its rooms together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.core.aids.demo import Demo
from game.core.aids.signature import Values
from game.core.aids.stage import Act, Form, Kind, Letter, Option, Post, Reader, Stage, Step
from game.core.aids.tale import Done
from game.core.english import sentence
from game.core.errors import Refused, quoted
from game.core.layout import Choice, File, Panel, Place
from game.the_adept.stage import demo, history
from game.the_adept.stage.lessons import lesson
from game.the_adept.stage.lessons.lesson import LessonRoom
from game.the_adept.stage.letters import WRITING, letters
from game.the_adept.stage.mastering.doom import DoomRoom
from game.the_adept.stage.mastering.foes import FoesRoom
from game.the_adept.stage.mastering.gm import GmRoom
from game.the_adept.stage.mastering.harm import HarmRoom
from game.the_adept.stage.mastering.scenes import SceneRoom
from game.the_adept.stage.people import PeopleRoom
from game.the_adept.stage.rolling.pool import PoolRoom
from game.the_adept.stage.rolling.posts import is_loud, is_roll, posts
from game.the_adept.stage.rolling.recover import RecoverRoom
from game.the_adept.stage.rolling.roll import RollRoom
from game.the_adept.stage.room import Room
from game.the_adept.stage.selecting import paged, turned
from game.the_adept.stage.sheets.assets import AssetRoom, GearRoom
from game.the_adept.stage.sheets.change import ChangeRoom
from game.the_adept.stage.sheets.edit import EditRoom
from game.the_adept.stage.sheets.files import FileRoom, exported
from game.the_adept.stage.sheets.grow import BuyRoom, GrowRoom
from game.the_adept.stage.sheets.make import MakeRoom
from game.the_adept.stage.sheets.nudge import NudgeRoom
from game.the_adept.stage.sheets.sheet import PageRoom, SheetRoom
from game.the_adept.stage.status import status
from game.the_adept.stage.stress import StressRoom, TroubleRoom
from game.the_adept.stage.table import TableRoom, sits_down
from game.the_adept.stage.turn import TurnRoom
from game.the_adept.stage.waits import waits
from game.the_adept.tale.acting import outside
from game.the_adept.tale.face import Shown
from game.the_adept.tale.state import MODES
from game.the_adept.tale.tale import Entry

ROOMS: tuple[Room, ...] = (
    AssetRoom(),
    BuyRoom(),
    ChangeRoom(),
    DoomRoom(),
    EditRoom(),
    FileRoom(),
    FoesRoom(),
    GearRoom(),
    GmRoom(),
    GrowRoom(),
    HarmRoom(),
    LessonRoom(),
    MakeRoom(),
    NudgeRoom(),
    PageRoom(),
    PeopleRoom(),
    PoolRoom(),
    RecoverRoom(),
    RollRoom(),
    SceneRoom(),
    SheetRoom(),
    StressRoom(),
    TableRoom(),
    TroubleRoom(),
    TurnRoom(),
)

_STAY = ("table/log", "table/proofs")
"""The screens besides home that remain after a tale has ended."""


class AdeptStage(Stage[Shown]):
    """What people see and press at a table of The Adept."""

    groups: Mapping[str, str] = {"sheet": "Characters and their sheets", "gm": "What the game master does"}
    opening = (
        Option("title", "What the tale is called", most=80),
        Option("mode", "How characters advance", choices=tuple(Choice(mode, mode.capitalize()) for mode in MODES)),
        Option("doom", "The dice that doom begins with, such as 2d6", most=40),
        Option("floor", "How many dice always stay in doom", Kind.WHOLE, least=0, most=4),
        Option("hidden", "Whether crises, challenges and bosses are hidden unless you say otherwise", Kind.FLAG),
    )

    writing = WRITING
    home = "table"

    def __init__(self) -> None:
        self._rooms = {room.name: room for room in ROOMS}
        self.commands = tuple(command for room in ROOMS for command in room.commands)

    def press(self, reader: Reader[Shown], path: str, values: Values) -> Step:
        room, rest = self._room(path)
        if not reader.tale.state.over and _is_outside(reader, room, rest):
            why = outside(reader.tale.state, reader.who)
            return Step(show=self.home, say=f"{sentence(why)}.")  # home has the *Join* button
        return turned(reader, path, values) or room.press(reader, rest, values)

    def screen(self, reader: Reader[Shown], path: str) -> Panel:
        if reader.tale.state.over and path != self.home and not path.startswith(_STAY):
            raise Refused("over", "this tale has ended")
        room, rest = self._room(path)
        if _is_outside(reader, room, rest):
            raise Refused("rights", outside(reader.tale.state, reader.who))
        return lesson.beside(reader, path, paged(reader, path, room.screen(reader, rest)))

    def around(self, path: str) -> Iterator[str]:
        name, _, rest = path.partition("/")
        if name in self._rooms:
            yield from self._rooms[name].around(rest)
        yield from super().around(path)

    def form(self, reader: Reader[Shown], path: str, values: Values) -> Form | None:
        room, rest = self._room(path)
        return room.form(reader, rest, values)

    def meanwhile(self, reader: Reader[Shown]) -> str:
        return history.meanwhile(reader)

    def complete(self, reader: Reader[Shown], path: str, option: str, typed: str) -> Sequence[Choice]:
        room, rest = self._room(path)
        return room.complete(reader, rest, option, typed)

    def status(self, tale: Shown, place: Place) -> Panel:
        return status(tale, place)

    def export(self, reader: Reader[Shown]) -> File:
        return exported(reader.tale, reader.who)

    def posts(self, tale: Shown, place: Place, after: int | None = None) -> Mapping[str, Post]:
        return posts(tale, place, after)

    def is_posted(self, done: Done) -> bool:
        return isinstance(done, Entry) and (is_roll(done) or is_loud(done))

    def letters(self, tale: Shown) -> Mapping[str, Letter]:
        return letters(tale)

    def people(self, tale: Shown) -> Mapping[str, str]:
        return {who: each.name for who, each in tale.state.members.items()}

    def waits(self, reader: Reader[Shown]) -> Sequence[str]:
        return list(waits(reader))

    def joins(self, tale: Shown, who: str, name: str) -> Act | None:
        return None if who in tale.state.members else sits_down(tale, name)

    def is_master(self, tale: Shown, who: str) -> bool:
        return tale.state.is_master(who)

    def lesson(self, who: str, name: str) -> tuple[Values, tuple[Act, ...], str]:
        return lesson.opening(name)

    def demo(self) -> Demo:
        return demo.demo()

    def _room(self, path: str) -> tuple[Room, str]:
        name, _, rest = path.partition("/")
        if name not in self._rooms:
            raise Refused("unknown", f"there is nothing at {quoted(path)}")
        return self._rooms[name], rest


def _is_outside(seen: Reader[Shown], room: Room, rest: str) -> bool:
    """Return whether this is only for people who sit at the table, and whoever looks does not."""
    return room.needs_seat(rest) and seen.who not in seen.tale.state.members
