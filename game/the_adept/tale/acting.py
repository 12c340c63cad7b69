"""Actions: each is one function that carries out operations of the rules on the state, for whoever has the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from inspect import cleandoc
from typing import Any, Protocol, TypeVar

from game.core.aids.signature import Signature, Values
from game.core.errors import Refused, quoted
from game.the_adept.tale.honest import Cast
from game.the_adept.tale.state import Character, Member, Model, Roll, Sheet, State
from game.the_adept.tale.texts import NAME, plain

ALL, MASTERS = "all", "masters"
"""Who reads a line of the log: everybody, masters only, or else the id of one member."""

RULES = 3
"""The version of what actions do. Each entry of a log has that by which it was made, so that it is replayed alike.

1: a complication of a GM character that steps down brings it back into the scene, and a pick of its traits that begins
   with a plus is always dice.
2: it stays out of the scene, and such a pick is a trait that is called so, if there is one.
3: a roll does not push the one that it answers off the table.
"""

M = TypeVar("M", bound=Model)


class Right(Enum):
    """Who may do an action: anybody at all, a member of the table, the owner of the character or roll, a master.
    Masters may do everything."""

    ANYBODY = "anybody"
    MEMBER = "member"
    OWNER = "owner"
    MASTER = "master"


_JOIN_FIRST = "only whoever sits at this table can do that: join it first"
_KICKED = "a game master has put you out of this tale, and can let you in again"


class Line(Model):
    """A sentence of the log and who reads it; `loud`: it gets a message of its own if everybody reads it."""

    text: str
    to: str = ALL
    loud: bool = False


class Caster(Protocol):
    """A source of dice: it casts new ones, or returns those cast before when an action is replayed."""

    def __call__(self, pool: str, secret: bool, /) -> Cast: ...


class Turn:
    """One action being carried out: who acts, the state so far, and the lines told about it.

    `again`: it is a replay of an action that was legal when it was done, perhaps by older rules. `rules`: the version
    (`RULES`) of what it does. `by`: the name of an actor who does not sit at the table.
    """

    def __init__(self, state: State, who: str, cast: Caster, *, again: bool = False, rules: int = RULES) -> None:
        self.state = state
        self.who = who
        self.again = again
        self.rules = rules
        self.by = ""
        self.lines = list[Line]()
        self.cast = cast

    # --- who

    @property
    def me(self) -> Member | None:
        return self.state.members.get(self.who)

    @property
    def master(self) -> bool:
        return self.state.is_master(self.who)

    @property
    def name(self) -> str:
        return self.me.name if self.me else self.by or self.who

    # --- what there is

    def character(self, name: str) -> tuple[str, Character]:
        """Return a character and its name; case does not matter. Raises Refused: `unknown`."""
        return named(self.state.characters, name, "character")

    def roll(self, number: str) -> tuple[str, Roll]:
        """Return a roll and its id; "" means the last roll that the actor may see. Raises Refused: `unknown`."""
        seen = {id: roll for id, roll in self.state.rolls.items() if self.master or not roll.secret}
        return named(seen, number or next(reversed(list(seen)), ""), "roll")

    # --- what becomes of it

    def say(self, text: str, to: str = ALL, loud: bool = False) -> None:
        self.lines.append(Line(text=text, to=to, loud=loud))

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = self.state.model_copy(update=changes)

    def put(self, part: str, name: str, value: Model | None) -> None:
        """Put a value under a name into a part of the state; None removes it."""
        table = {key: each for key, each in getattr(self.state, part).items() if value is not None or key != name}
        self.set(**{part: table if value is None else {**table, name: value}})

    def alter(self, part: str, name: str, **changes: Any) -> None:
        """Change fields of the value under a name."""
        self.put(part, name, getattr(self.state, part)[name].model_copy(update=changes))

    def write(self, name: str, **changes: Any) -> None:
        """Change entries of a character's sheet."""
        sheet: Sheet = {**self.state.characters[name].sheet, **changes}
        self.alter("characters", name, sheet=sheet)

    def pay(self, name: str, by: int) -> None:
        """Change a character's PP by `by`. Raises Refused: `funds`."""
        has = self.state.characters[name].sheet.get("pp", 0)
        if has + by < 0:
            raise Refused("funds", f"{name} has {has} PP: {-by} {'is' if by == -1 else 'are'} wanted")
        if by:
            self.write(name, pp=has + by)


class Action:
    """Something that can be done at the table, by the name under which people know it."""

    def __init__(self, function: Callable[..., None], right: Right) -> None:
        self.name = function.__name__.rstrip("_").replace("_", "-")
        self.about = cleandoc(function.__doc__ or "")
        self.right = right
        self.signature = Signature(self.name, function, skip=1)
        self._function = function

    def __call__(self, turn: Turn, given: Values) -> None:
        """Check the arguments and the actor's right, then carry the action out. Raises BadArguments, Refused."""
        self.signature.check(given)
        self._check_right(turn, given)
        self._function(turn, **given)

    def filled(self, turn: Turn, given: Values) -> Values:
        """Return the arguments with the last roll filled in if no roll is named, since a replay may see another last
        roll."""
        if "roll" not in self.signature.parameters or given.get("roll"):
            return given
        return {**given, "roll": turn.roll("")[0]}

    def _check_right(self, turn: Turn, given: Values) -> None:
        if self.right is Right.ANYBODY or turn.master:
            return
        if turn.me is None:
            raise Refused("rights", outside(turn.state, turn.who))
        if self.right is Right.MEMBER:
            return
        owners = set[str]()
        if self.right is Right.OWNER:
            if given.get("character"):
                owners = {turn.character(given["character"])[1].owner}
            elif "roll" in self.signature.parameters:
                made = turn.roll(given.get("roll", ""))[1]
                owners = {
                    made.by,
                    *(each.owner for name, each in turn.state.characters.items() if name == made.character),
                }
            else:
                owners = {turn.who}  # it concerns no character
        if turn.who not in owners:
            wanted = "whose it is" if self.right is Right.OWNER else "a game master"
            raise Refused("rights", f"only {wanted} may do that")


ACTIONS: dict[str, Action] = {}
"""All actions by name; each module of `actions` adds its own."""

F = TypeVar("F", bound=Callable[..., None])


def action(right: Right) -> Callable[[F], F]:
    """Register a function as an action with this right."""

    def made(function: F) -> F:
        each = Action(function, right)
        ACTIONS[each.name] = each
        return function

    return made


T = TypeVar("T")


def outside(state: State, who: str) -> str:
    """Return why somebody who does not sit at the table can do nothing there."""
    return _KICKED if who in state.kicked else _JOIN_FIRST


def readers(state: State, who: str) -> set[str]:
    """Return whose lines of the log somebody reads."""
    return {ALL, who} | ({MASTERS} if state.is_master(who) else set())


def called_like(table: Iterable[str], name: str) -> str | None:
    """Return the name as it is written in `table`, whatever its case; None if there is no such name."""
    wanted = name.strip().casefold()
    return next((each for each in table if each.casefold() == wanted), None)


def named(table: Mapping[str, T], name: str, what: str) -> tuple[str, T]:
    """Return what has this name, whatever its case, with the name as it is written there. Raises Refused: `unknown`."""
    found = name if name in table else called_like(table, name)
    if found is None:
        raise Refused("unknown", f"no {what} is called {quoted(name)}: there is {', '.join(table) or 'none'}")
    return found, table[found]


def new_name(table: Iterable[str], name: str, what: str) -> str:
    """Return the name, cleaned of extra spaces, if it is valid and not taken. Raises Refused: `name`."""
    clean = " ".join(name.split())
    if not clean:
        raise Refused("name", f"the {what} needs a name")
    if len(clean) > NAME:
        raise Refused("name", f"{quoted(clean)} is too long: the name of the {what} may have {NAME} letters")
    if not plain(clean):
        raise Refused("name", f"{quoted(clean)} holds signs that cannot be seen or turn others about ({what})")
    if called_like(table, clean) is not None:
        raise Refused("name", f"{quoted(clean)} is there already ({what})")
    return clean


def new_foe(t: Turn, name: str, what: str) -> str:
    """Return a valid name for something that stands against the table; no character may have it. Raises Refused:
    `name`."""
    clean = new_name(t.state.against, name, what)
    taken = called_like(t.state.characters, clean)
    if taken is not None and not t.again:
        raise Refused("name", f"a character is called {taken}: give the {what} another name")
    return clean


def new_character(t: Turn, name: str) -> str:
    """Return a valid name for a character; nothing that is known to stand against the table may have it. Raises
    Refused: `name`."""
    clean = new_name(t.state.characters, name, "character")
    taken = called_like(t.state.known_against, clean)
    if taken is not None and not t.again:
        raise Refused("name", f"what stands against the table is called {taken}: give the character another name")
    return clean


def unseen(hide: bool) -> str:
    """Return the words that tell masters that something is hidden; "" if it is not."""
    return ", hidden" if hide else ""


def said(text: str, most: int = 200) -> str:
    """Return what somebody wrote on one line of at most `most` characters, without characters that cannot be seen."""
    return "".join(sign for sign in " ".join(text.split()) if plain(sign))[:most]
