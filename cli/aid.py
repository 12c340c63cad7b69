"""A role-playing aid on the command line: its operations, and files of cases.

Each aid has a command of its name, found by `game.core.discover`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin

import click

from cli.errors import BadInput, located
from cli.files import read_text
from cli.text import say, shortened
from game.core import discover, toml
from game.core.aid import Aid, Operation
from game.core.errors import BadArguments
from game.core.signature import Signature

HELP = {"help_option_names": ["-h", "--help"]}
CASES, TALE, DEMO = "cases", "tale", "demo"
_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0")
_TITLE = 200
"""Characters of a title that are shown at most."""


def command(name: str) -> click.Group:
    """The command of an aid."""
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
    group = _Group(aid, name, help=examples, context_settings=HELP, subcommand_metavar="OP [KEY=VALUE]...")
    for operation in aid.operations.values():
        group.add_command(_operation(operation))
    group.add_command(_cases(aid))
    return group


class _Group(click.Group):
    """The command of an aid: what tales need is imported only for them."""

    def __init__(self, aid: Aid, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._aid = aid

    def list_commands(self, ctx: click.Context) -> list[str]:
        kept = [TALE] if self._aid.keeps else []
        return sorted([*super().list_commands(ctx), *kept, *([DEMO] if self._aid.plays else [])])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        made: click.Command
        if cmd_name == TALE and self._aid.keeps:
            made = import_module("cli.tale").command(self._aid)
            return made
        if cmd_name == DEMO and self._aid.plays:
            made = import_module("cli.demo.tale").command(self._aid)
            return made
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
        context_settings={**HELP, "ignore_unknown_options": True},
    )


def _cases(aid: Aid) -> click.Command:
    @click.command(CASES)
    @click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
    @click.pass_context
    def run_cases(ctx: click.Context, file: Path) -> None:
        """Run the cases in FILE (.toml): arguments, and what must come of them.

        Prints "ok TITLE" or "FAIL TITLE: why" for each, then "N passed, N failed". Exit status: 0 if all passed, 1 if
        any failed, 2 for a file that has no cases.
        """
        from game.core import cases  # it loads pydantic, which operations alone can do without

        with located(file):
            found = cases.read(read_text(file))
        failed = 0
        for case in found:
            failure = cases.run(aid, case)
            failed += failure is not None
            title = shortened(case.title, _TITLE)
            say(f"ok {title}" if failure is None else shortened(f"FAIL {title}: {failure}"))
        say(f"{len(found) - failed} passed, {failed} failed")
        ctx.exit(1 if failed else 0)

    return run_cases


def arguments(signature: Signature, words: Sequence[str]) -> dict[str, Any]:
    """What KEY=VALUE words give, by the types that are wanted. Raises BadArguments, BadInput."""
    given = dict[str, Any]()
    for word in words:
        key, equals, text = word.partition("=")
        name = key.replace("-", "_")
        if not equals:
            raise BadArguments(f"{word!r}: write KEY=VALUE; {signature.name} takes {', '.join(signature.parameters)}")
        if name in given:
            raise BadArguments(f"{key} is given twice")
        given[name] = _read(name, text, signature.types[name]) if name in signature.parameters else text
    return given


def _read(name: str, text: str, wanted: Any) -> Any:
    """A value as somebody typed it. Raises BadArguments, BadInput."""
    inner = get_args(wanted)
    origin = get_origin(wanted)
    if origin not in (Sequence, Mapping) and inner:  # such as int | None
        return _read(name, text, inner[0])
    if origin is Sequence:
        if text.startswith("["):
            return _json(name, text)
        return [_read(name, item.strip(), inner[0]) for item in text.split(",")] if text.strip() else []
    if origin is Mapping:
        return _json(name, text) if text.startswith("{") else _table(name, text, inner[1] is Any)
    if wanted is Any and text[:1] in ("{", "["):
        return _json(name, text)
    if wanted is int:
        try:
            return int(text)
        except ValueError:
            raise BadArguments(f"{name} = {text!r}: a whole number is wanted") from None
    if wanted is bool:
        if text.lower() not in (*_TRUE, *_FALSE):
            raise BadArguments(f"{name} = {text!r}: write {_TRUE[0]} or {_FALSE[0]}")
        return text.lower() in _TRUE
    return text


def _table(name: str, text: str, deep: bool) -> Mapping[str, Any]:
    """A table in short, or a file of one that may be deeper."""
    if not deep:
        pairs = [item.partition(":") for item in text.split(",")] if text.strip() else []
        if not all(colon for _, colon, _ in pairs):
            raise BadArguments(f"{name} = {text!r}: write name:value, with commas between")
        return {key.strip(): value.strip() for key, _, value in pairs}
    content = read_text(Path(text))
    if Path(text).suffix.lower() == ".json":
        found = _json(text, content)
        if not isinstance(found, dict):
            raise BadInput(f"{text}: this is no table")
        return found
    try:
        return toml.parse(content)
    except ValueError as error:
        raise BadInput(f"{text}: {error}") from None


def _json(name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"{name}: this is no JSON: {error}") from None


def written(value: object) -> str:
    """A value as files of cases have it."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(each)}' for key, each in value.items())} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value, ensure_ascii=False)
