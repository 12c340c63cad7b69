"""`adepts games`: the games and tales of a database; records of games, and the end of old ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import click

from bot.tables.history.records import record
from cli.configuration import config_option, database, refusing, run_async
from cli.errors import BadInput, located
from cli.files import NAMED, make_directory, write_text
from cli.text import say
from game.core import discover
from game.core.text.names import called
from storage import Game, Place, Storage, StorageError, TaleStatus
from storage.columns import utc_now
from storage.health import require_settled

_DAYS = 36_500
_SHORT = "%Y-%m-%d %H:%M"


@click.group("games", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List and delete the games and tales of the database, and export the games.

    \b
    Examples:
      adepts games list
      adepts games export records
      adepts games delete --older-than 365
    """
    if ctx.invoked_subcommand is None:
        for line in ctx.get_help().splitlines():
            say(line)


@command.command("list")
@config_option
@click.option("--finished", is_flag=True, help="Those that are over or were closed, in place of those that go on.")
def list_games(file: Path | None, finished: bool) -> None:
    """Print one line per game: id, status, last move (UTC), moves, name, players; then one per tale: id, status, last
    change (UTC), changes, what it is a tale of."""
    with refusing():
        lines = run_async(_lines(database(file), finished))
    for line in lines:
        say(line)


@command.command("export")
@click.argument("directory", type=NAMED)
@config_option
@click.option("--game", "ids", metavar="ID", multiple=True, help="Only this game, running or not; may be given again.")
def export(directory: Path, file: Path | None, ids: Sequence[str]) -> None:
    """Write the records of finished games into DIRECTORY, as ID.adepts, ID.manasurge and so on; the bot may be running.

    The record of a running game (--game) has no seed, and what was chosen in secret is left out of it.
    """
    place = database(file)
    if directory.exists():
        make_directory(directory)  # refused if it cannot be written to, also where there is nothing to write
    with refusing():
        written = run_async(_export(place, directory, [*dict.fromkeys(ids)]))
    say(f"{directory}: {written} {'record' if written == 1 else 'records'}")


@command.command("delete")
@config_option
@click.option(
    "--older-than",
    "days",
    metavar="DAYS",
    type=click.IntRange(0, _DAYS),
    help="All that ended so many days ago or more.",
)
@click.option(
    "--game", "ids", metavar="ID", multiple=True, help="This game or tale, running or not; may be given again."
)
def delete(file: Path | None, days: int | None, ids: Sequence[str]) -> None:
    """Delete games and tales, with all that was done in them, for ever. The bot must be stopped."""
    if (days is None) == (not ids):
        raise click.UsageError("say which: --older-than DAYS, or --game ID")
    place = database(file)
    with refusing():
        require_settled(place)
        deleted = run_async(_delete(place, days, [*dict.fromkeys(ids)]))
    say(f"{len(deleted)} deleted{': ' if deleted else ''}{' '.join(deleted)}")


async def _chosen(storage: Storage, finished: bool) -> tuple[Game, ...]:
    later = utc_now() + timedelta(days=1)
    return await (storage.games.finished(later) if finished else storage.games.active())


async def _lines(place: Place, finished: bool) -> list[str]:
    async with await Storage.open(place, upgrade=False) as storage:
        lines = []
        for game in await _chosen(storage, finished):
            table = await storage.games.load(game.id)
            ply = table.snapshot.ply if table.snapshot else 0
            players = ", ".join(called(seat.name, seat.seat) for seat in table.seats)
            lines.append(
                f"{game.id}  {game.status:<7}  {game.updated_at.strftime(_SHORT)}  {ply:>4}  {game.name}  ({players})"
            )
        for tale in await storage.tales.rows(TaleStatus.OVER if finished else TaleStatus.RUNNING):
            when = tale.updated_at.strftime(_SHORT)
            lines.append(f"{tale.id}  {tale.status:<7}  {when}  {tale.sequence:>4}  a tale of {_title(tale.aid)}")
    return lines


def _title(aid: str) -> str:
    return discover.aid(aid).title if aid in discover.aid_names() else aid


async def _export(place: Place, directory: Path, ids: Sequence[str]) -> int:
    """Export the records and return how many were written. One that fails does not stop the others: all problems are
    raised at the end as BadInput."""
    async with await Storage.open(place, upgrade=False) as storage:
        written, wrong = 0, list[str]()
        for game_id in ids or [game.id for game in await _chosen(storage, finished=True)]:
            try:
                name, text = await _record(storage, game_id)
            except (BadInput, StorageError) as error:
                wrong.append(str(error))
            else:
                if text:
                    make_directory(directory)
                    write_text(directory / name, text)
                    written += 1
                elif ids:
                    wrong.append(f"game {game_id} has not begun")
    if wrong:
        raise BadInput(f"{directory}: {written} written; {'; '.join(wrong)}" if written else "; ".join(wrong))
    return written


async def _record(storage: Storage, game_id: str) -> tuple[str, str]:
    """Return the file name and text of a game's record; two empty strings if it has not begun. Raises BadInput,
    StorageError."""
    table = await storage.games.load(game_id)
    if table.wrong:
        raise BadInput(f"game {game_id}: {table.wrong[0]}; see adepts doctor")
    if table.snapshot is None:
        return "", ""
    with located(f"game {game_id}"):
        name = f"{game_id}{discover.kit(table.game.game).suffix}"
        return name, record(table, await storage.moves.entries(game_id))


async def _delete(place: Place, days: int | None, ids: Sequence[str]) -> Sequence[str]:
    async with await Storage.open(place, upgrade=False) as storage:
        await storage.lease.acquire()
        try:
            if days is not None:
                before = utc_now() - timedelta(days=days)
                return [*await storage.games.purge(before), *await storage.tales.purge(before)]
            tales = [each.id for status in TaleStatus for each in await storage.tales.rows(status)]
            for game_id in ids:
                if game_id not in tales:
                    await storage.games.load(game_id)  # raises if one does not exist: then none is deleted
            for game_id in ids:
                await (storage.tales if game_id in tales else storage.games).delete(game_id)
            return ids
        finally:
            await storage.lease.release()
