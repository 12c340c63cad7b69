"""Records of games of Adepts: written, and checked move by move when read (notation, "Record")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.adepts.rules.game import Game
from game.adepts.rules.spells import SPELLS
from game.core.decisions import Event
from game.core.errors import BadRecord, SetupError, quoted
from game.core.records import Move, clean, read, write

VERSION = "1"
REQUIRED = ("Adepts", "Players", "Spells", "Deck", "Seed")


class Step(NamedTuple):
    """One move of a replay, not yet made: the game is as it was before it."""

    game: Game
    line: int
    move: Move


class Course(NamedTuple):
    """All it takes to play a game again: how it was set up, with its seed, and the moves, seats with their tokens.

    It is for games that are over, or for those who may know everything.
    """

    players: int
    spells: tuple[str, ...]
    deck: str
    seed: str
    moves: tuple[tuple[str, str], ...]

    def start(self) -> Game:
        """The game before its first move."""
        return Game.new(self.players, self.spells, self.deck, self.seed)


def play(game: Game, moves: list[Move], seat: str, token: str) -> tuple[Event, ...]:
    """Play and note the move. Raises MoveError, and then neither has changed."""
    place, kind = game.place, game.kind(seat) or ""
    events = game.play(seat, token)
    moves.append(Move(place, seat, kind, token))
    return events


def write_record(game: Game, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """The record of a game, over or not, with its seed: for those who may know everything."""
    tags = _tags(game, names)
    tags["Seed"] = game.seed
    if game.over:
        tags["Result"] = result(game)
    return write(tags, moves)


def write_masked(game: Game, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """What anybody may see of a record: while the game runs no seed, no researched or stolen spell, nothing of a
    research that is going on."""
    if game.over:
        return write_record(game, moves, names)
    seen = list(moves)[: game.view(None)["ply"]]
    return write(_tags(game, names), _masked(seen))


def result(game: Game) -> str:
    """The totals of a finished game, best first: ``P2 141 P1 127``."""
    lines = sorted((game.scores or {}).items(), key=lambda line: (line[1]["rank"], line[0]))
    return " ".join(f"{seat} {score['total']}" for seat, score in lines)


def replay(text: str) -> Game:
    """The game at the end of a record. Raises BadRecord."""
    game = start(text)
    for step in steps(text):
        game = step.game
        game.play(step.move.seat, step.move.token)
    return game


def start(text: str) -> Game:
    """The game of a record before its first move. Raises BadRecord."""
    return _start(read(text).tags)


def steps(text: str) -> Iterator[Step]:
    """The moves of a record one after another, each checked against the game as it stands.

    Whoever iterates plays each move (``game.play(move.seat, move.token)``) before asking for the next. Raises BadRecord
    for the first bad line, with what is asked there and the legal tokens, and at the end if Result does not agree.
    """
    tags, lines = read(text)
    game = _start(tags)
    for number, move in lines:
        _check(game, number, move)
        yield Step(game, number, move)
    said = tags.get("Result")
    if said is not None:
        if not game.over:
            raise BadRecord("there is a Result, but the game is not over")
        if said != result(game):
            raise BadRecord(f"Result says {quoted(said)}, the game ends {result(game)!r}")


def _start(tags: Mapping[str, str]) -> Game:
    missing = [tag for tag in REQUIRED if tag not in tags]
    if missing:
        raise BadRecord(f"the tag {missing[0]} is missing")
    if tags["Adepts"] != VERSION:
        raise BadRecord(f"this is a record of version {quoted(tags['Adepts'])}; this program reads {VERSION!r}")
    try:
        players = int(tags["Players"])
    except ValueError:
        raise BadRecord(f"Players is {quoted(tags['Players'])}, not a number") from None
    if "Names" in tags and len(tags["Names"].split("|")) != players:
        raise BadRecord(f"Names has {len(tags['Names'].split('|'))} names for {players} players")
    try:
        return Game.new(players, tags["Spells"].split(), tags["Deck"], tags["Seed"])
    except SetupError as error:
        raise BadRecord(str(error)) from error


def _check(game: Game, number: int, move: Move) -> None:
    """Refuse a line that cannot be played."""
    asked = {seat: game.kind(seat) for seat in game.asked}
    if not asked:
        raise BadRecord(f"{move}: the game is over", number)
    now = " and ".join(f"{seat} {kind}" for seat, kind in asked.items())
    if move.place != game.place:
        raise BadRecord(f"{move}: it is {game.place}, {now} is asked", number)
    if asked.get(move.seat) != move.kind:
        seat = move.seat if move.seat in asked else next(iter(asked))
        raise BadRecord(f"{move}: {now} is asked; legal: {' '.join(game.legal(seat))}", number, game.legal(seat))
    if move.token not in game.legal(move.seat):
        legal = game.legal(move.seat)
        raise BadRecord(f"{move}: {now} is asked; legal: {' '.join(legal)}", number, legal)


def _tags(game: Game, names: Sequence[str]) -> dict[str, str]:
    tags = {"Adepts": VERSION, "Players": str(len(game.seats))}
    if names:
        if len(names) != len(game.seats):
            raise ValueError(f"{len(names)} names for {len(game.seats)} players")
        tags["Names"] = " | ".join(clean(name) for name in names)
    tags["Spells"] = " ".join(game.spells)
    tags["Deck"] = game.deck
    return tags


def _masked(moves: Iterable[Move]) -> Iterator[Move]:
    private: frozenset[str] = frozenset()
    for move in moves:
        if move.kind == "cast" and move.token in SPELLS:
            private = SPELLS[move.token].private_kinds
        hidden = move.kind == "research" or move.kind in private
        yield move._replace(token="?") if hidden else move
