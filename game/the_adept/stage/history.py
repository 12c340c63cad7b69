"""What happened: the log page by page, undo, and dice with their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from game.core.aids.stage import UNDO, Act, Step, Verb
from game.core.english import sentence
from game.core.errors import Refused
from game.core.layout import CHOICES, Accent, Button, Component, Panel, Style, framed, rows, text
from game.core.layout import Choice as Way
from game.core.text.numbers import whole
from game.core.text.parts import cut, parts
from game.the_adept.rules.dice import NONE
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.room import Seen, is_master
from game.the_adept.stage.wording import heading, lined
from game.the_adept.tale.acting import ALL
from game.the_adept.tale.honest import Cast
from game.the_adept.tale.tale import JOIN, Entry, gist, shows
from game.the_adept.tale.view import Heard, heard, lines_for

_PAGE = 1500
"""Characters of a page of the log: as much as a phone shows at a glance or two, though a message may have 4,000."""
_ROLLS = 5
"""Rolls on a page of proofs."""


# --- log


def log_screen(seen: Seen, rest: str) -> Panel:
    """Return a page of the log; numbers count from the oldest, and without one it is the last."""
    lines = [_marked(each) for each in heard(seen.tale, seen.who)]
    pages = parts(lines, _PAGE) or ["Nothing has happened yet."]
    at = _page(rest, len(pages))
    head = f"**Log** · page {at} of {len(pages)}" if len(pages) > 1 else "**Log**"
    return framed(text(head, pages[at - 1]), *rows(_pager(seen, "table/log", at, len(pages))))


def _marked(line: Heard) -> str:
    """Return a line, struck out if it was taken back, and with a mark if only masters read it."""
    told = lined(line.text)
    return (f"~~{told}~~" if line.struck else told) + " · GM only" * line.gm


def _page(rest: str, count: int) -> int:
    page = whole(rest)
    return min(max(page, 1), count) if page is not None else count


def _pager(seen: Seen, path: str, at: int, count: int) -> list[Button]:
    """Return buttons to older and newer pages, and back to the table."""
    buttons = [goes(seen, "Older", f"{path}/{at - 1}")] if at > 1 else []
    buttons += [goes(seen, "Newer", f"{path}/{at + 1}")] if at < count else []
    return [*buttons, back(seen)]


def meanwhile(seen: Seen) -> str:
    """Return the last things that others did since whoever looks last did something."""
    log = seen.tale.log
    since = next((each.number for each in reversed(log) if each.who == seen.who), len(log))
    lines = [lined(each.text) for each in heard(seen.tale, seen.who, since) if not each.struck]
    return f"Meanwhile: {' '.join(lines[-2:])}" if lines else ""


# --- undo


def undo_screen(seen: Seen, rest: str) -> Panel:
    """Return the screen that shows what would be taken back, and whether it can be; masters choose among the last
    fifty."""
    try:
        found = seen.tale.undoable(seen.who)
    except Refused as refused:
        return framed(text("**Undo**", f"{sentence(lined(refused.problem))}."), *rows([back(seen)]))
    entry = _entry(found, rest)
    preview = copy(seen.tale)
    parts: list[Component] = [text("**Undo**", _by(seen, entry), *_dice_stay(entry), *_unread(entry))]
    try:
        preview.undo(seen.who, entry.number)
    except Refused as refused:
        buttons = [back(seen)]
        parts.append(text(f"It cannot be taken back: {lined(refused.problem)}"))
    else:
        if entry.action == JOIN and entry.who in seen.tale.state.drafts:
            parts.append(text(f"The character that {lined(entry.name)} is making goes with it."))
        sure = goes(seen, "Take it back", f"table/undone/{_mark(seen, entry)}", Style.DANGER)
        buttons = [sure, back(seen)]
    if is_master(seen) and len(found) > 1:
        parts += _older(seen, found, entry)
    return framed(*parts, *rows(buttons), accent=Accent.ASKING)


def undone(seen: Seen, mark: str) -> Step:
    """Return the step that takes back the change with this mark."""
    [entry] = seen.tale.undoable(seen.who, _number(seen, mark))
    return Step((Act(UNDO, {"number": entry.number}),), show="table", say=f"Taken back: {lined(gist(entry))}")


def _mark(seen: Seen, entry: Entry) -> str:
    """Return a mark for a change, for use in buttons: its author, and which of their changes it is. Its number would
    tell others how much was done in secret."""
    return f"{entry.who}.{sum(each.who == entry.who for each in seen.tale.log[: entry.number])}"


def _number(seen: Seen, mark: str) -> int:
    """Return the number of the change with this mark; 0 if there is none: a refusal must not tell how many changes
    others made."""
    who, _, count = mark.rpartition(".")
    theirs = [each.number for each in seen.tale.log if each.who == who]
    at = whole(count) or 0
    return theirs[at - 1] if 0 < at <= len(theirs) else 0


def _entry(found: Sequence[Entry], rest: str) -> Entry:
    """Return the change of this number; if it has been taken back meanwhile, the last change."""
    return next((each for each in found if str(each.number) == rest), found[-1])


def _by(seen: Seen, entry: Entry) -> str:
    lines = [*map(lined, lines_for(seen.tale, seen.who, entry))] or [lined(gist(entry))]  # what masters alone read
    whose = "Your last change" if entry.who == seen.who else f"By {lined(entry.name)}"
    if entry.who == seen.who and is_master(seen):
        whose = "By you"
    return f"{whose}: " + " ".join(lines[:6])


def _dice_stay(entry: Entry) -> list[str]:
    return ["Its dice stay in the log, struck out."] if entry.casts else []


def _unread(entry: Entry) -> list[str]:
    """Return a note that others will no longer read what the change showed; empty if it showed nothing."""
    told = [line for line in entry.lines if line.to == ALL]
    if not told or not shows(entry):
        return []
    return [f"Others do not read of it any more{', and its message goes' * any(line.loud for line in told)}."]


def _older(seen: Seen, found: Sequence[Entry], chosen: Entry) -> list[Component]:
    """Return selects of what a master may take back, newest first."""
    newest = [*reversed(found)]
    made = list[Component]()
    for at in range(0, len(newest), CHOICES):
        ways = [Way(str(each.number), cut(gist(each), 90), each.name[:40]) for each in newest[at : at + CHOICES]]
        hint = "Something else" if at == 0 else "Something older"
        path = f"table/undo/{at}" if at else "table/undo"
        made.append(seen.place.select(Verb.PICKED, path, ways, hint, str(chosen.number)))
    return made


# --- dice


def proofs_screen(seen: Seen, rest: str) -> Panel:
    """Return a page of rolls with what proves them, oldest first, and how to check them."""
    tale = seen.tale
    casts = tale.dice.open(tale.state.over)
    count = max((len(casts) + _ROLLS - 1) // _ROLLS, 1)
    at = _page(rest, count)
    coming, own = tale.commitments
    head = [
        "**Dice**" + (f" · page {at} of {count}" if count > 1 else ""),
        "Each roll has a secret, drawn before anybody knew the pool. Its SHA-256 is shown with the roll before, the "
        "secret with the roll. Die number i of a pool, in ascending order and counted from 0, shows the SHA-256 of "
        "`SECRET/SALT/i`, modulo its sides, plus 1.",
        f"First roll: `{tale.dice.first}`" if at == 1 else "",
        f"Next roll: `{coming}`" if at == count else "",
        f"Rolls of masters alone: `{own}`"
        + (f", proved by `{tale.dice.own}`" if tale.state.over else "; their secret is shown when the tale ends"),
    ]
    shown = [_proof(cast) for cast in casts[(at - 1) * _ROLLS : at * _ROLLS]]
    verdict = "; ".join(tale.dice.verdict(tale.state.over))
    buttons = _pager(seen, "table/proofs", at, count)
    return framed(text(heading(tale.state), *head), *(text(*each) for each in shown), text(verdict), *rows(buttons))


def page_of(number: int) -> int:
    """Return the page of the proofs that has this public roll."""
    return (number - 1) // _ROLLS + 1


def _proof(cast: Cast) -> list[str]:
    lines = [f"**Roll {cast.id}** `{cast.dice}`", f"secret `{cast.seed}`", f"salt `{cast.salt or NONE}`"]
    return [*lines, f"next `{cast.next}`"] if cast.next else lines
