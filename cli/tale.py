"""Tales of an aid on the command line, each kept in a file: opens them, acts in them, shows them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from cli.arguments import arguments
from cli.errors import BadInput, located
from cli.files import NAMED, read_text, write_text
from cli.text import say
from game.core.aids.aid import Aid
from game.core.aids.tale import Tale, Tales
from game.core.chance import new_seed

FILE = click.argument("file", metavar="FILE", type=NAMED)


def command(aid: Aid) -> click.Group:
    """Return the group `tale` of an aid that keeps tales."""

    @click.group("tale", short_help="Play a tale that is kept in a file.")
    def tale() -> None:
        pass

    tale.help = f"""Play a tale of {aid.title} that is kept in FILE, with secrets and all.

    WHO is whoever does it, by an id of your choice; the one who opens the tale is its master.

    \b
    Examples:
      adepts {aid.name} tale new tower.json mara title="The Tower"
      adepts {aid.name} tale do tower.json ana join name=Ana
      adepts {aid.name} tale do tower.json ana roll pool="d8 2d6"
      adepts {aid.name} tale show tower.json ana
    """
    for add in (_new, _do, _undo, _show, _log, _proofs, _actions):
        add(tale, aid)
    return tale


def _new(group: click.Group, aid: Aid) -> None:
    tales = _tales(aid)

    @group.command(
        "new",
        help=f"""Open a tale in FILE, which must not be there yet.

    Takes: {", ".join(tales.opens.parameters)}.""",
    )
    @FILE
    @click.argument("who")
    @click.argument("words", metavar="[KEY=VALUE]...", nargs=-1)
    def new(file: Path, who: str, words: Sequence[str]) -> None:
        if file.exists():
            raise BadInput(f"{file}: this is there already")
        with located("new"):
            made = tales.new(who, arguments(tales.opens, words))
        _save(file, made)
        _say(made.status(who))


def _do(group: click.Group, aid: Aid) -> None:
    @group.command("do", context_settings={"ignore_unknown_options": True})
    @FILE
    @click.argument("who")
    @click.argument("action")
    @click.argument("words", metavar="[KEY=VALUE]...", nargs=-1)
    def do(file: Path, who: str, action: str, words: Sequence[str]) -> None:
        """Do ACTION in the tale; prints what WHO is told of it."""
        tales = _tales(aid)
        made = _load(file, tales)
        with located(action):
            given = arguments(tales.actions[action][1], words) if action in tales.actions else {}
            done = made.act(who, action, given, salt=new_seed())
        _save(file, made)
        _say(made.story(who, done.number - 1))


def _undo(group: click.Group, aid: Aid) -> None:
    @group.command("undo")
    @FILE
    @click.argument("who")
    @click.argument("number", type=int, required=False)
    def undo(file: Path, who: str, number: int | None) -> None:
        """Take back the last thing that WHO did, or a master the NUMBERth of all; rolls stay, struck out."""
        made = _load(file, _tales(aid))
        with located("undo"):
            done = made.undo(who, number)
        _save(file, made)
        _say(made.story(who, done.number - 1))


def _show(group: click.Group, aid: Aid) -> None:
    @group.command("show")
    @FILE
    @click.argument("who", default="")
    def show(file: Path, who: str) -> None:
        """Show how things stand, as WHO may see it; without WHO, as anybody."""
        _say(_load(file, _tales(aid)).status(who))


def _log(group: click.Group, aid: Aid) -> None:
    @group.command("log")
    @FILE
    @click.argument("who", default="")
    def log(file: Path, who: str) -> None:
        """Show what happened, as WHO may see it; without WHO, as anybody."""
        _say(_load(file, _tales(aid)).story(who))


def _proofs(group: click.Group, aid: Aid) -> None:
    @group.command("proofs")
    @FILE
    def proofs(file: Path) -> None:
        """Show all public rolls with their proofs, and check them."""
        _say(_load(file, _tales(aid)).proofs())


def _actions(group: click.Group, aid: Aid) -> None:
    @group.command("actions")
    def actions() -> None:
        """List what can be done, and what it takes."""
        for name, (about, signature) in sorted(_tales(aid).actions.items()):
            words = " ".join(f"{key}=" for key in signature.parameters)
            say(f"{name} {words}".rstrip())
            say(f"    {' '.join(about.split())}")


def _tales(aid: Aid) -> Tales:
    assert aid.tales is not None
    return aid.tales


def _load(file: Path, tales: Tales) -> Tale:
    """Load the tale from a file. Raises BadInput."""
    try:
        data = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file}: this is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadInput(f"{file}: this is not a tale")
    with located(file):
        return tales.restore(data)


def _save(file: Path, tale: Tale) -> None:
    write_text(file, json.dumps(tale.to_dict(), ensure_ascii=False) + "\n")


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        say(line)
