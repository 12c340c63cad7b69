"""`adepts replay`: check a record, and write out its positions and its legal tokens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cli.errors import BadInput, located
from cli.files import STDOUT, replacing
from cli.records import RecordFile, load
from cli.terminal import track
from game.adepts import Game
from game.adepts.record import result, start, steps

OUTPUT = click.Path(path_type=Path)


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--positions", metavar="OUT.jsonl", type=OUTPUT, help="Write the position after each move, one JSON a line."
)
@click.option(
    "--legal", metavar="OUT.jsonl", type=OUTPUT, help="Write what was pending before each move, one JSON a line."
)
def command(file: Path, positions: Path | None, legal: Path | None) -> None:
    """Check the record in FILE move by move, its Result too.

    Says how many moves there are and how the game stands. The first bad line is named, with what is asked there and
    the legal tokens; exit status 2, and no output is written.

    \b
    --positions  {"turn": 1, ...}: the whole position, hidden cards too
    --legal      {"P2": {"kind": "assign", "tokens": ["topaz.1x2", ...]}, ...}

    Line N belongs to move N. "-" stands for standard output; what is said then goes to standard error.

    \b
    Examples:
      adepts replay game.adepts
      adepts replay game.adepts --positions positions.jsonl --legal legal.jsonl
      adepts replay game.adepts --positions - | head -1
    """
    outputs = [path for path in (positions, legal) if path is not None]
    resolved = [path.resolve() for path in outputs]
    if len(set(resolved)) < len(resolved):
        raise BadInput("--positions and --legal cannot go to the same place")
    if file.resolve() in resolved:
        raise BadInput(f"{file}: the record would be overwritten")
    record = load(file)
    with replacing(outputs) as files, located(file):
        by_path = dict(zip(outputs, files, strict=True))
        game = start(record.text)
        for step in track(steps(record.text), record.moves, "Moves"):
            game, move = step.game, step.move
            if legal:
                by_path[legal].write(_line(_pending(game)))
            game.play(move.seat, move.token)
            if positions:
                by_path[positions].write(_line(game.to_dict()))
    click.echo(_summary(record, game), err=STDOUT in outputs)


def _pending(game: Game) -> dict[str, Any]:
    return {seat: {"kind": asked.kind, "tokens": list(asked.tokens)} for seat, asked in game.pending.items()}


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _summary(record: RecordFile, game: Game) -> str:
    if game.over:
        return f"{record.path}: {game.ply} moves, result {result(game)}"
    asked = " and ".join(f"{seat} {decision.kind}" for seat, decision in game.pending.items())
    return f"{record.path}: {game.ply} moves, not over: {game.place}, {asked} is asked"
