"""Histories of games: noted move by move, written as records, and checked move by move when one is read.

A history is what gives a game back exactly: how it was set up, its seed, and its moves. The text of records is in
`records`; what their tags say of one game is its kit's.
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
from game.core.english import listed
from game.core.errors import BadRecord, SetupError, quoted
from game.core.kit import Kit
from game.core.options import defaults
from game.core.protocol import Game
from game.core.records import Move, clean

VERSION = "1"
"""Of the format of records."""

_NUMBER = re.compile("[1-9][0-9]{0,8}")


class History(NamedTuple):
    """All it takes to play a game again: its name, how it was set up, with its seed, and the moves, seats with their
    tokens.

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
    """One move of a record, not yet made: the game is as it was before it."""

    game: Game
    line: int
    move: Move


@dataclass(frozen=True)
class Recorded:
    """A record that was read: the game it is of, and its moves, not yet checked."""

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
        """What the players are called, by seat; those who have a name."""
        names = map(clean, self.record.tags.get("Names", "").split("|"))
        return {f"P{number}": name for number, name in enumerate(names, 1) if name}

    def start(self) -> Game:
        """The game before its first move. Raises BadRecord for the first tag that no game can be made of."""
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
        """The moves one after another, each checked against the game, which `start` gave.

        Whoever iterates plays each move (`game.play(move.seat, move.token)`) before asking for the next. Raises
        BadRecord for the first bad line, with what is asked there and the legal tokens, and at the end if Result does
        not agree.
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
        """The game after all moves, each checked. Raises BadRecord."""
        game = self.start()
        for _, _, move in self.steps(game):
            game.play(move.seat, move.token)
        return game

    def history(self) -> History:
        """The same as a history; its moves are those of the record, checked or not. Raises BadRecord."""
        game = self.start()
        if self.record.bad:
            raise self.record.bad
        moves = tuple((move.seat, move.token) for _, move in self.record.lines)
        return History(self.kit.name, self.players, game.setup, game.seed, moves)

    def _bad(self, problem: str, tag: str) -> BadRecord:
        return BadRecord(problem, self.record.places.get(tag, 0))

    def _problem(self, tag: str, value: str) -> str | None:
        """What is wrong with a tag by itself: with the others, a usual game could not be made either."""
        if tag == self.kit.tag and value != VERSION:
            return f"this is a record of version {quoted(value)}; this program reads {VERSION!r}"
        if tag == "Names" and (count := len(value.split("|"))) != self.players:
            return f"Names has {count} names for {self.players} players"
        players = self.players if tag == "Players" else self.kit.seats[0]
        tags = {**self._usual, tag: value}
        try:
            self.kit.new(players, self.kit.setup_of(tags), tags["Seed"])
        except SetupError as error:
            return str(error)
        return None

    @cached_property
    def _usual(self) -> Mapping[str, str]:
        """The tags of a usual game."""
        game = self.kit.new(self.kit.seats[0], defaults(self.kit.options), "usual")
        return {**self.kit.tags(game), "Seed": game.seed}

    def _missing(self, name: str) -> BadRecord:
        """A tag that is not there: what keeps it from being read, if something does."""
        return self.record.bad or BadRecord(f"the tag {name} is missing")

    def _tag(self, name: str) -> str:
        if name not in self.record.tags:
            raise self._missing(name)
        return self.record.tags[name]


def read(text: str) -> Recorded:
    """A record, of whichever game its first tag names. Raises BadRecord if none does.

    A line that is no tag and no move is refused in its turn: by `steps`, or by `start` if tags are missing.
    """
    record = records.read(text)
    for tag in record.tags:  # whoever wrote them in another order named the game all the same
        if found := by_tag(tag):
            return Recorded(found, record)
    if record.bad:
        raise record.bad
    known = ", ".join(f"[{kit.tag} {VERSION!r}]".replace("'", '"') for kit in kits().values())
    raise BadRecord(f"no tag says which game this is a record of; there is: {known}")


def replay(text: str) -> Game:
    """The game at the end of a record. Raises BadRecord."""
    return read(text).replay()


def play(game: Game, moves: list[Move], seat: str, token: str) -> Sequence[Event]:
    """Play and note the move. Raises MoveError, and then neither has changed."""
    place, kind = game.place, game.kind(seat) or ""
    events = game.play(seat, token)
    moves.append(Move(place, seat, kind, token))
    return events


def write(kit: Kit, game: Game, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """The record of a game, over or not, with its seed: for those who may know everything."""
    tags = _tags(kit, game, names) | {"Seed": game.seed}
    if game.over:
        tags["Result"] = kit.result(game)
    return records.write(tags, moves)


def write_masked(kit: Kit, game: Game, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """What anybody may see of a record: while the game runs no seed, nothing that was chosen in secret, and nothing of
    a round that is still secret."""
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
    """Refuse a line that cannot be played."""
    asked, legal = _asked(game, move.seat)
    if not game.over and move.place != game.place:
        raise BadRecord(f"{move}: it is {game.place}, {asked}", number, legal)
    fits = move.seat in game.asked and game.kind(move.seat) == move.kind
    if not fits or move.token not in legal:
        raise BadRecord(f"{move}: {asked}", number, legal)


def _asked(game: Game, seat: str = "") -> tuple[str, Sequence[str]]:
    """What is asked and, of that seat if it is asked something, else of the first that is, the legal tokens."""
    if game.over:
        return "the game is over", ()
    asked = {each: game.kind(each) for each in game.asked}
    whose = seat if seat in asked else next(iter(asked))
    legal, now = game.legal(whose), listed(f"{each} {kind}" for each, kind in asked.items())
    told = "is asked; legal" if len(asked) == 1 else f"are asked; legal for {whose}"
    return f"{now} {told}: {' '.join(legal)}", legal
