"""`adepts scenario`: run scenario files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.errors import BadInput, located, report
from cli.files import NAMED, read_text
from cli.outcomes import TITLE, print_outcomes
from cli.terminal import track
from cli.text import shortened
from game.core.faces import Scenarios
from game.core.scenario import read


@click.command("scenario")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=NAMED)
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...]) -> None:
    """Run the scenarios in each FILE (.toml): positions set up by hand, moves, and what must then be true.

    Prints "ok TITLE" or "FAIL TITLE: path: expected X, got Y" for each, then "N passed, N failed". A file that begins
    with game = "NAME" is about that game, any other about the default game.

    Exit status: 0 if all passed, 1 if any failed, 2 for a file that is no scenario; the other files still run.

    \b
    Examples:
      adepts scenario barrier.toml
      adepts scenario tests/scenarios/*.toml
    """
    scenarios: list[tuple[Scenarios, Any]] = []
    bad_files = 0
    for path in files:
        try:
            scenarios += _load(path)
        except BadInput as error:
            report(error)
            bad_files += 1
    running = track(scenarios, len(scenarios), "Scenarios")
    failed = print_outcomes((scenario.title, of_game.run(scenario)) for of_game, scenario in running)
    ctx.exit(2 if bad_files else 1 if failed else 0)


def _load(path: Path) -> list[tuple[Scenarios, Any]]:
    """Return the scenarios of a file, each with the game's `Scenarios` that runs it; all can be set up. Raises
    BadInput."""
    with located(path):
        of_game, scenarios = read(read_text(path))
    for number, scenario in enumerate(scenarios, 1):
        with located(f"{path}: scenario.[{number}] ({shortened(scenario.title, TITLE)})"):
            of_game.set_up(scenario)
    return [(of_game, scenario) for scenario in scenarios]
