"""`adepts replay`: check a record, write out its positions and its legal tokens, and draw it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from cli.errors import BadInput, located
from cli.files import NAMED, NAMED_OR_STDOUT, STDOUT, ending, new_directory, refusing, replacing
from cli.records import RecordFile, load
from cli.terminal import track
from cli.text import say
from game.core import replay
from game.core.faces import Film, Pictures
from game.core.history import History
from game.core.kit import Kit
from game.core.layout import Picture
from game.core.protocol import Game


@click.command("replay")
@click.argument("file", type=NAMED)
@click.option(
    "--positions",
    metavar="OUT.jsonl",
    type=NAMED_OR_STDOUT,
    help="Write the position after each move, one JSON a line.",
)
@click.option(
    "--legal",
    metavar="OUT.jsonl",
    type=NAMED_OR_STDOUT,
    help="Write what was pending before each move, one JSON a line.",
)
@click.option("--pictures", metavar="DIR", type=NAMED, help="Draw the game step by step into a new directory.")
@click.option("--gif", metavar="OUT.gif", type=NAMED_OR_STDOUT, help="Draw the game as an animated picture.")
def command(file: Path, positions: Path | None, legal: Path | None, pictures: Path | None, gif: Path | None) -> None:
    """Check the record in FILE move by move, its Result too; write it out, or draw it as an onlooker saw it.

    Says how many moves there are and how the game stands. The first bad line is named, with what is asked there and
    the legal tokens; exit status 2, and no output is written.

    \b
    --positions  {"turn": 1, ...}: the whole position, hidden cards too
    --legal      {"P2": {"kind": "assign", "tokens": ["topaz.1x2", ...]}, ...}
    --pictures   001.png, 002.png, ...: the board wherever it has changed, with
                 what is new marked, and the score sheet; captions.md shows them
                 with what happened, and describes each
    --gif        the same in one file, for a chat or a page

    Line N belongs to move N. "-" stands for standard output; messages then go to standard error.

    \b
    Examples:
      adepts replay game.adepts
      adepts replay game.adepts --positions positions.jsonl --legal legal.jsonl
      adepts replay game.adepts --positions - | head -1
      adepts replay game.adepts --gif game.gif --pictures game
    """
    written = [path for path in (positions, legal, gif) if path is not None]
    outputs = [*written, *([pictures] if pictures else [])]
    resolved = [path.resolve() for path in outputs]
    if len(set(resolved)) < len(resolved):
        raise BadInput("two outputs cannot go to the same place")
    if file.resolve() in resolved:
        raise BadInput(f"{file}: the record would be overwritten")
    if gif:
        ending(gif, ".gif")
    record = load(file)
    kit = record.kit
    if (pictures and kit.pictures is None) or (gif and kit.film is None):
        raise BadInput(f"{kit.title} has no {'pictures' if kit.pictures is None else 'film'}")
    with new_directory(pictures) if pictures else nullcontext() as folder, replacing(written) as files:
        by_path = dict(zip(written, files, strict=True))
        with located(file):
            game = record.recorded.start()
            moves = record.recorded.steps(game)
            for _, _, move in track(moves, len(record.recorded.record.lines), "Moves"):
                if legal:
                    by_path[legal].write(_line(_pending(game)))
                game.play(move.seat, move.token)
                if positions:
                    by_path[positions].write(_line(game.to_dict()))
        history = record.recorded.history()
        if pictures and folder and kit.pictures:
            with refusing(pictures):
                _draw_steps(kit, kit.pictures, history, record.names, folder)
        if gif and kit.film:
            by_path[gif].buffer.write(_drawn(kit.film, history, record.names).data)
    say(_summary(record, game), err=STDOUT in outputs)


def _draw_steps(kit: Kit, pictures: Pictures, history: History, names: Mapping[str, str], folder: Path) -> None:
    """Write a picture for each step, the score sheet, and a page that shows them with what happened."""
    played = replay.steps(history)
    page, before = [f"# {_escaped(', '.join(names.values()) or f'A game of {kit.title}')}"], None
    for number, step in enumerate(track(played, len(played), "Pictures"), 1):
        picture = pictures.board(step.view, names, before)()
        told = [f"- {_escaped(kit.words.tell(event, names))}" for event in step.events]
        (folder / f"{number:03}.png").write_bytes(picture.data)
        page += [f"## {step.place}, ply {step.ply}", f"![{_escaped(picture.alt)}]({number:03}.png)", "\n".join(told)]
        before = step.view
    sheet = pictures.score(played[-1].view, names)()
    (folder / f"{len(played) + 1:03}.png").write_bytes(sheet.data)
    page += ["## Score", f"![{_escaped(sheet.alt)}]({len(played) + 1:03}.png)"]
    (folder / "captions.md").write_text("\n\n".join(page) + "\n", encoding="utf-8")


def _drawn(film: Film, history: History, names: Mapping[str, str]) -> Picture:
    last = replay.steps(history)[-1].view
    turns = range(1, last["turn"] + 1)
    return film.joined([film.reel(history, names, turn) for turn in track(turns, len(turns), "Turns")], last, names)


def _escaped(text: str) -> str:
    """Escape text so that Markdown shows it as it is."""
    return re.sub(r"([\\`*_\[\]<>#|!&])", r"\\\1", text)


def _pending(game: Game) -> dict[str, Any]:
    return {seat: {"kind": asked.kind, "tokens": list(asked.tokens)} for seat, asked in game.pending.items()}


def _line(data: object) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"


def _summary(record: RecordFile, game: Game) -> str:
    if game.over:
        return f"{record.path}: {game.ply} moves, result {record.kit.result(game)}"
    asked = " and ".join(f"{seat} {decision.kind}" for seat, decision in game.pending.items())
    return f"{record.path}: {game.ply} moves, not over: {game.place}, {asked} is asked"
