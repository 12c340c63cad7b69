"""What the rooms of game masters share: nobody else gets in, and the log's words say what was done."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from hashlib import sha256

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Step, carried_out
from game.core.english import listed
from game.core.errors import Refused, quoted
from game.core.layout import Choice, Component, Panel, framed, row, text
from game.core.text.names import alike, matches
from game.the_adept.rules.dice import Die, die_of, pool_of
from game.the_adept.rules.traits import STRESS
from game.the_adept.stage.buttons import back
from game.the_adept.stage.room import Room, Seen, is_master
from game.the_adept.stage.selecting import MOST
from game.the_adept.stage.wording import fitted, lined, listing, named
from game.the_adept.tale.acting import MASTERS, readers
from game.the_adept.tale.state import Roll, State

SIZES = tuple(map(str, Die))
_NAMES = 400
"""The most characters of the names of who is there."""


class MasterRoom(Room):
    """A room for game masters only: others are told who these are, and nothing else."""

    def screen(self, seen: Seen, rest: str) -> Panel:
        return self.inside(seen, rest) if is_master(seen) else outside(seen)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        if not is_master(seen):
            return Step(show=self.name)  # which says who is one
        if seen.tale.state.over:
            raise Refused("over", "this tale has ended")
        return self.pressed(seen, rest, values)

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        return self.suggested(seen, rest, option, typed) if is_master(seen) else ()

    @abstractmethod
    def inside(self, seen: Seen, rest: str) -> Panel:
        """Return the screen that a master sees there."""

    @abstractmethod
    def pressed(self, seen: Seen, rest: str, values: Values) -> Step:
        """Return what a master's press does."""

    def suggested(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        """Return suggestions for an option of the master's command that presses `rest`."""
        return ()


def masters(seen: Seen) -> str:
    """Return the names of the game masters."""
    return listing(each.name for each in seen.tale.state.members.values() if each.gm)


def seated(seen: Seen, id: str) -> str:
    """Check that somebody sits at the table, and return their id. Raises Refused: `unknown`, with who is there."""
    state = seen.tale.state
    if id in state.kicked:
        raise Refused("unknown", f"{state.kicked[id]} was put out of this tale: `/tale readmit` comes first")
    if id not in state.members:
        there = ", ".join(fitted((named(each.name) for each in state.members.values()), _NAMES))
        raise Refused("unknown", f"they are not at this table yet, and join it first: here are {there}")
    return id


def outside(seen: Seen) -> Panel:
    """Return the screen for somebody who is no game master."""
    words = f"This is for game masters, in this tale for {masters(seen)}."
    parts: list[Component] = [text(words)]
    if seen.manager and seen.who in seen.tale.state.members:
        parts[0] = text(words, "You may manage the tale's channel, so you may become one: `/tale appoint`.")
    return framed(*parts, row(back(seen)))


def nowhere(rest: str) -> Refused:
    """Return the error for a path that leads nowhere."""
    return Refused("unknown", f"there is nothing at {quoted(rest)}")


def roll_lying(seen: Seen, id: str) -> Roll:
    """Return a roll that is still on the table. Raises Refused: `unknown`."""
    found = seen.tale.state.rolls.get(id)
    if found is None:
        raise Refused("unknown", "this roll lies there no more: it was taken back, or is too old")
    return found


def cut(label: str, most: int = 20) -> str:
    """Return a label cut to a length that a phone shows."""
    return label if len(label) <= most else f"{label[: most - 1]}…"


def does(name: str, what: str) -> str:
    """Return the label of what somebody does; if it is too long for a phone, the name is cut, not the verb."""
    return f"{cut(name, 19 - len(what))} {what}"


def key(name: str) -> str:
    """Return a key of eight characters for a name, for paths that already have another name in them."""
    return sha256(name.casefold().encode()).hexdigest()[:8]


def keyed(table: Iterable[str], wanted: str, what: str) -> str:
    """Return the name with this key. Raises Refused: `unknown`, as it may be gone."""
    found = next((name for name in table if key(name) == wanted), None)
    if found is None:
        raise Refused("unknown", f"this {what} is there no more")
    return found


def ways(names: Iterable[tuple[str, str] | str]) -> list[Choice]:
    """Return choices of things by name, each with a note."""
    pairs = [(each, "") if isinstance(each, str) else each for each in names]
    return [Choice(name, name, note[:100]) for name, note in pairs]


def matching(typed: str, names: Iterable[str]) -> list[Choice]:
    """Return the names that contain each word that was typed, those that begin with all of it first."""
    wanted = alike(typed)
    found = sorted((name for name in dict.fromkeys(names) if matches(wanted, name)), key=str.casefold)
    found.sort(key=lambda name: not alike(name).startswith(wanted))
    return [Choice(name, name) for name in found[:MOST]]


def sizes(pool: str) -> list[str]:
    """Return the sizes of dice in a pool, each once."""
    return [str(die) for die in sorted(set(pool_of(pool, none=True)))]


def hits_of(effect: str) -> list[str]:
    """Return effect dice as hits, the largest first."""
    return [str(die) for die in sorted(pool_of(effect), reverse=True)]


def one_die(text: str) -> str:
    """Return a die that somebody typed as it is written. Raises Refused as reading one does."""
    return str(die_of(text))


# --- doing


def done(seen: Seen, *acts: Act, show: str | None = None, notes: Values | None = None) -> Step:
    """Return the step that does these acts, says what happened, and shows the next screen. Not for acts that roll dice,
    as saying what happened means trying them out."""
    return Step(acts, show=show, say=told(seen, acts), notes=notes)


def told(seen: Seen, acts: Sequence[Act]) -> str:
    """Return what the log will tell the actor of these acts, and how to reveal what is newly hidden. Raises as the acts
    do."""
    after, _ = carried_out(seen.tale, seen.who, acts)
    reads = readers(seen.tale.state, seen.who)
    entries = [entry for entry in after.log[len(seen.tale.log) :] if entry.action != "use"]  # the screen shows it
    lines = [line.text for entry in entries for line in entry.lines if line.to in reads]
    unseen = hidden(after.state).keys() - hidden(seen.tale.state).keys()
    way = [f"`/gm reveal` shows {listed(map(named, sorted(unseen)))} to all."] if unseen and MASTERS in reads else []
    return "\n".join([*map(lined, lines[-4:]), *way])


def hidden(state: State) -> dict[str, str]:
    """Return what is hidden, by name, with the kind of screen that shows it."""
    return {
        **{name: "crisis" for name, each in state.crises.items() if each.hidden},
        **{name: "challenge" for name, each in state.challenges.items() if each.hidden},
        **{name: "boss" for name, each in state.bosses.items() if each.hidden},
        **{name: "gmc" for name, each in state.gmcs.items() if each.hidden},
    }


def inflicted(name: str, what: str, hits: list[str], gmc: bool) -> Act:
    """Return the act that inflicts stress of a type, or a complication, on a character or (`gmc`) a GM character."""
    if gmc:
        return Act("hurt", {"gmc": name, "harm": what, "hits": hits})
    if what in STRESS:
        return Act("stress", {"character": name, "type": what, "hits": hits})
    return Act("complication", {"character": name, "name": what, "hits": hits})


def used(id: str, *dice: str) -> Act:
    """Return the act that uses these dice of a roll's effect (all if none are named) for the next act."""
    return Act("use", {"roll": id, "dice": " ".join(dice), "then": 1})


def hiding(values: Values, does: bool, what: str) -> dict[str, bool]:
    """Return the option `hidden` of a command, if it is given. Raises Refused: `option` if it has no use here; it is
    for `what`."""
    if "hidden" not in values:
        return {}
    if not does:
        raise Refused(
            "option", f"`hidden` does nothing here: it is for {what}. What is hidden is shown by `/gm reveal`"
        )
    return {"hidden": bool(values["hidden"])}


# --- paths


def two(about: str) -> tuple[str, str]:
    """Return the first word of a path, and the rest."""
    first, _, second = about.partition("/")
    return first, second


def three(about: str) -> tuple[str, str, str]:
    """Return the first two words of a path, and the rest."""
    first, _, rest = about.partition("/")
    return first, *two(rest)
