"""The command line of the comparison."""

from __future__ import annotations

import asyncio
import json
from itertools import zip_longest
from pathlib import Path

import click

from tests.compare.games import played
from tests.compare.patterns import patterns, read_rules


@click.group()
def compare() -> None:
    """What the bot sends, before and after a change."""


@compare.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--games", default=50, show_default=True, help="How many games.")
@click.option("--first", default=0, show_default=True, help="The number of the first.")
def record(file: Path, games: int, first: int) -> None:
    """Play the games here, and write what was sent to FILE, a line for each thing that somebody did."""

    async def work() -> None:
        with file.open("w", encoding="utf-8") as out:
            for number in range(first, first + games):
                async for row in played(number):
                    print(json.dumps({"game": number, **row}, ensure_ascii=False, sort_keys=True), file=out)
                click.echo(f"game {number} is written", err=True)

    asyncio.run(work())


@compare.command()
@click.argument("before", type=click.Path(path_type=Path, exists=True))
@click.argument("after", type=click.Path(path_type=Path, exists=True))
@click.option("--most", default=20, show_default=True, help="Differences that are shown.")
@click.option("--patterns", "as_patterns", is_flag=True, help="Count what became what, without numbers and names.")
@click.option("--rules", type=click.Path(path_type=Path, exists=True), help="What was meant to change, as TOML.")
def diff(before: Path, after: Path, most: int, as_patterns: bool, rules: Path | None) -> None:
    """Say where two recordings differ; the exit status is 1 if they do."""
    if as_patterns or rules:
        found = patterns(before, after, read_rules(rules) if rules else [])
        for pattern in found[:most]:
            click.echo(f"{pattern.count:6} {pattern.sign} {pattern.shape}\n         {pattern.place}: {pattern.example}")
        click.echo(f"{len(found)} patterns differ")
        raise SystemExit(1 if found else 0)
    lines = differing = 0
    with before.open(encoding="utf-8") as old, after.open(encoding="utf-8") as new:
        for lines, (one, other) in enumerate(zip_longest(old, new), 1):
            if one == other:
                continue
            differing += 1
            if differing <= most:
                _show(lines, json.loads(one or "{}"), json.loads(other or "{}"))
    click.echo(f"{lines} actions compared, {differing} differ")
    raise SystemExit(1 if differing else 0)


def _show(line: int, old: dict[str, object], new: dict[str, object]) -> None:
    click.echo(f"line {line}: game {old.get('game')}, {old.get('did')!r} / {new.get('did')!r}")
    for sign, one, other in (("-", old, new), ("+", new, old)):
        rows, others = one.get("sent", []), other.get("sent", [])
        assert isinstance(rows, list)
        assert isinstance(others, list)
        for row in rows:
            if row not in others:
                click.echo(f"  {sign} {json.dumps(row, ensure_ascii=False)[:1500]}")


if __name__ == "__main__":
    compare()
