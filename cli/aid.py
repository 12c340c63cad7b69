"""A role-playing aid on the command line: its operations, and files of test cases.

Each aid has a command of its own name; `game.core.discover` finds them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cli.arguments import arguments
from cli.errors import located
from cli.files import NAMED, read_text
from cli.outcomes import print_outcomes
from cli.text import say
from game.core import discover
from game.core.aids.aid import Aid, Operation

CASES, TALE, DEMO = "cases", "tale", "demo"


def command(name: str) -> click.Group:
    """Return the command of an aid."""
    aid = discover.aid(name)
    examples = f"""
    {aid.pitch} An operation takes KEY=VALUE and gives lines of the same form.

    \b
    Examples:
      adepts {name} parse text="d8 2d6 d10"
      adepts {name} odds pool="d6 2d8" difficulty=7
      adepts {name} {CASES} FILE

    A list has commas between its items; a table is name:value with commas, or a
    file (.toml, .json). Exit status: 2 for what is refused.
    """
    group = _Group(aid, name, help=examples, subcommand_metavar="OP [KEY=VALUE]...")
    for operation in aid.operations.values():
        group.add_command(_operation(operation))
    group.add_command(_cases(aid))
    return group


class _Group(click.Group):
    """The command of an aid. The subcommands for tales are imported only when they are used."""

    def __init__(self, aid: Aid, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._aid = aid

    def list_commands(self, ctx: click.Context) -> list[str]:
        kept = [TALE] if self._aid.keeps else []
        return sorted([*super().list_commands(ctx), *kept, *([DEMO] if self._aid.plays else [])])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == TALE and self._aid.keeps:
            from cli import tale

            return tale.command(self._aid)
        if cmd_name == DEMO and self._aid.plays:
            from cli.demo import tale as demo

            return demo.command(self._aid)
        return super().get_command(ctx, cmd_name)


def _operation(operation: Operation) -> click.Command:
    def carry_out(words: Sequence[str]) -> None:
        with located(operation.name):
            result = operation(arguments(operation.signature, words))
        for key, value in result.items():
            say(f"{key} = {written(value)}")

    takes = f"Takes: {', '.join(operation.parameters)}."
    return click.Command(
        operation.name,
        callback=carry_out,
        params=[click.Argument(["words"], metavar="KEY=VALUE...", nargs=-1)],
        help=f"{operation.about}\n\n{takes}",
        short_help=operation.summary,
        context_settings={"ignore_unknown_options": True},
    )


def _cases(aid: Aid) -> click.Command:
    @click.command(CASES)
    @click.argument("file", metavar="FILE", type=NAMED)
    @click.pass_context
    def run_cases(ctx: click.Context, file: Path) -> None:
        """Run the cases in FILE (.toml): arguments, and what must come of them.

        Prints "ok TITLE" or "FAIL TITLE: why" for each, then "N passed, N failed". Exit status: 0 if all passed, 1 if
        any failed, 2 for a file that has no cases.
        """
        from game.core.aids import cases  # imports pydantic, which operations do not need

        with located(file):
            found = cases.read(read_text(file))
        failed = print_outcomes((case.title, cases.run(aid, case)) for case in found)
        ctx.exit(1 if failed else 0)

    return run_cases


def written(value: object) -> str:
    """Return a value as it is written in files of cases."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(each)}' for key, each in value.items())} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value, ensure_ascii=False)
