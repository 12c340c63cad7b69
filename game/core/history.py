"""Histories of games: moves noted as they are played, written as records, and checked one by one when a record is read.

A history holds what reproduces a game exactly: how it was set up, its seed, and its moves. The text format of records
is in `records`; what the tags of one game say is up to its kit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from game.core import records
from game.core.decisions import Event
from game.core.discover import by_tag, kit, kits
from game.core.english import listed, many
from game.core.errors import BadRecord, SetupError, quoted
from game.core.kit import Kit
from game.core.options import defaults
from game.core.protocol import Game
from game.core.records import Move, clean

VERSION = "1"
"""The version of the record format."""

_NUMBER = re.compile("[1-9][0-9]{0,8}")


class History(NamedTuple):
    """All that is needed to replay a game: its name, its set-up and seed, and the moves as pairs of seat and token.

    It is for games that are over, or for those who may know everything.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    seed: str
    moves: tuple[tuple[str, str], ...]

    def start(self) -> Game:
        """The game before its first move. Raises SetupError."""
        return kit(self.game).new(self.players, self.options, self.seed)


class Step(NamedTuple):
    """One move of a record that has not been made yet: the game is as it was before it."""

    game: Game
    line: int
    move: Move


@dataclass(frozen=True)
class Recorded:
    """A record that has been read: which game it is of, and its moves, not checked yet."""

    kit: Kit
    record: records.Record

    @cached_property
    def players(self) -> int:
        """How many play. Raises BadRecord."""
        text = self._tag("Players")
        if not _NUMBER.fullmatch(text):
            raise self._bad(f"Players is {quoted(text)}, not a number", "Players")
        return int(text)

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat; a seat without a name is left out."""
        names = map(clean, self.record.tags.get("Names", "").split("|"))
        return {f"P{number}": name for number, name in enumerate(names, 1) if name}

    def start(self) -> Game:
        """Return the game before its first move. Raises BadRecord for the first tag that does not fit."""
        tags = self.record.tags
        for tag, value in tags.items():
            if problem := self._problem(tag, value):
                raise self._bad(problem, tag)
        try:
            return self.kit.new(self.players, self.kit.setup_of(tags), self._tag("Seed"))
        except KeyError as error:
            raise self._missing(error.args[0]) from error
        except SetupError as error:
            raise BadRecord(str(error)) from error

    def steps(self, game: Game) -> Iterator[Step]:
        """Yield the moves, each checked against `game`, which is the one from `start`.

        The caller plays each move (`game.play(move.seat, move.token)`) before asking for the next. Raises BadRecord for
        the first bad line, with what is asked there and the legal tokens, and at the end if Result does not agree.
        """
        for number, move in self.record.lines:
            _check(game, number, move)
            yield Step(game, number, move)
        if bad := self.record.bad:
            asked, legal = _asked(game)
            raise BadRecord(f"{bad.problem}; {asked}", bad.line, legal)
        said = self.record.tags.get("Result")
        if said is not None:
            if not game.over:
                raise self._bad("there is a Result, but the game is not over", "Result")
            if said != (found := self.kit.result(game)):
                raise self._bad(f"Result says {quoted(said)}, the game ends {found!r}", "Result")

    def replay(self) -> Game:
        """Return the game after all moves, each checked. Raises BadRecord."""
        game = self.start()
        for _, _, move in self.steps(game):
            game.play(move.seat, move.token)
        return game

    def history(self) -> History:
        """Return the record as a history, with its moves as they are, checked or not. Raises BadRecord."""
        game = self.start()
        if self.record.bad:
            raise self.record.bad
        moves = tuple((move.seat, move.token) for _, move in self.record.lines)
        return History(self.kit.name, self.players, game.setup, game.seed, moves)

    def _bad(self, problem: str, tag: str) -> BadRecord:
        return BadRecord(problem, self.record.places.get(tag, 0))

    def _problem(self, tag: str, value: str) -> str | None:
        """Return what is wrong with a single tag, if anything: a default game with only this tag changed cannot be
        made."""
        if tag == self.kit.tag and value != VERSION:
            return f"this is a record of version {quoted(value)}; this program reads {VERSION!r}"
        if tag == "Names" and (count := len(value.split("|"))) != self.players:
            return f"Names has {many(count, 'name')} for {self.players} players"
        players = self.players if tag == "Players" else self.kit.seats[0]
        tags = {**self._usual, tag: value}
        try:
            self.kit.new(players, self.kit.setup_of(tags), tags["Seed"])
        except SetupError as error:
            return str(error)
        return None

    @cached_property
    def _usual(self) -> Mapping[str, str]:
        """The tags of a default game."""
        game = self.kit.new(self.kit.seats[0], defaults(self.kit.options), "usual")
        return {**self.kit.tags(game), "Seed": game.seed}

    def _missing(self, name: str) -> BadRecord:
        """Return the error for a missing tag: the bad line that kept it from being read, if there is one."""
        return self.record.bad or BadRecord(f"the tag {name} is missing")

    def _tag(self, name: str) -> str:
        if name not in self.record.tags:
            raise self._missing(name)
        return self.record.tags[name]


def read(text: str) -> Recorded:
    """Read a record of the game that its tags name. Raises BadRecord if they name none.

    A line that is neither tag nor move is refused when its turn comes: by `steps`, or by `start` if tags are missing.
    """
    record = records.read(text)
    for tag in record.tags:  # the tag that names the game need not be the first
        if found := by_tag(tag):
            return Recorded(found, record)
    if record.bad:
        raise record.bad
    known = ", ".join(f"[{kit.tag} {VERSION!r}]".replace("'", '"') for kit in kits().values())
    raise BadRecord(f"no tag says which game this is a record of; there is: {known}")


def replay(text: str) -> Game:
    """Return the game at the end of a record. Raises BadRecord."""
    return read(text).replay()


def play(game: Game, moves: list[Move], seat: str, token: str) -> Sequence[Event]:
    """Play a move and add it to `moves`. Raises MoveError, and then neither has changed."""
    place, kind = game.place, game.kind(seat) or ""
    events = game.play(seat, token)
    moves.append(Move(place, seat, kind, token))
    return events


def write(kit: Kit, game: Game, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """Return the record of a game, over or not, with its seed: for those who may know everything."""
    tags = _tags(kit, game, names) | {"Seed": game.seed}
    if game.over:
        tags["Result"] = kit.result(game)
    return records.write(tags, moves)


def write_masked(kit: Kit, game: Game, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """Return the record as anybody may see it: while the game runs, without the seed, without choices made in secret,
    and without moves of a round that is still secret."""
    if game.over:
        return write(kit, game, moves, names)
    seen = list(moves)[: game.view(None)["ply"]]
    return records.write(_tags(kit, game, names), kit.masked(seen, game))


def _tags(kit: Kit, game: Game, names: Sequence[str]) -> dict[str, str]:
    tags = {kit.tag: VERSION, "Players": str(len(game.seats))}
    if names:
        if len(names) != len(game.seats):
            raise ValueError(f"{len(names)} names for {len(game.seats)} players")
        tags["Names"] = " | ".join(clean(name) for name in names)
    return tags | kit.tags(game)


def _check(game: Game, number: int, move: Move) -> None:
    """Raise BadRecord for a line that cannot be played."""
    asked, legal = _asked(game, move.seat)
    if not game.over and move.place != game.place:
        raise BadRecord(f"{move}: it is {game.place}, {asked}", number, legal)
    fits = move.seat in game.asked and game.kind(move.seat) == move.kind
    if not fits or move.token not in legal:
        raise BadRecord(f"{move}: {asked}", number, legal)


def _asked(game: Game, seat: str = "") -> tuple[str, Sequence[str]]:
    """Return what is asked, in words, and the legal tokens: of `seat` if it is being asked, else of the first seat that
    is."""
    if game.over:
        return "the game is over", ()
    asked = {each: game.kind(each) for each in game.asked}
    whose = seat if seat in asked else next(iter(asked))
    legal, now = game.legal(whose), listed(f"{each} {kind}" for each, kind in asked.items())
    told = "is asked; legal" if len(asked) == 1 else f"are asked; legal for {whose}"
    return f"{now} {told}: {' '.join(legal)}", legal
