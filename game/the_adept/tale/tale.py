"""A tale: its state, the log of who did what, undo, and dice that never vanish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import ValidationError

from game.core.chance import commitment
from game.core.errors import BadPosition, Refused, quoted
from game.core.signature import Values
from game.the_adept.rules.dice import pool_of, written
from game.the_adept.rules.doom import FLOORS
from game.the_adept.tale import actions  # noqa: F401  (they add themselves)
from game.the_adept.tale.acting import ACTIONS, ALL, MASTERS, Line, Turn, said
from game.the_adept.tale.honest import Cast, Honest
from game.the_adept.tale.state import Member, Mode, Model, State

UNDONE = 50
"""So many changes back a master may undo."""

UNDO = "undo"


class Entry(Model):
    """Something that was done: by whom (and as `name`), with what arguments, which dice fell, what was told of it.

    `struck`: the number of the entry that undid it.
    """

    number: int
    who: str
    name: str
    action: str
    given: Mapping[str, Any]
    casts: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    struck: int | None = None


class _Stored(Model):
    """What is stored: the moment from which the last entries lead to now, all entries, all dice."""

    version: int
    base: State
    since: int
    log: tuple[Entry, ...]
    dice: Honest


VERSION = 1


class Tale:
    """One tale. `act` and `undo` change it or raise Refused, and then nothing has changed."""

    def __init__(self, base: State, since: int, log: tuple[Entry, ...], dice: Honest) -> None:
        self._base = base
        self._since = since
        self.log = log
        self.dice = dice
        self.state = self._replayed(log)

    @classmethod
    def new(
        cls,
        who: str,
        title: str,
        name: str = "GM",
        mode: Mode = "milestones",
        doom: str = "2d6",
        floor: int = 2,
        hidden: bool = False,
    ) -> Self:
        """Open a tale; whoever does is its master, called `name`.

        `mode` is how characters advance, `doom` what it begins with, `floor` how many dice stay there; `hidden`:
        whether crises, challenges and bosses are so unless said otherwise. Raises Refused: `floor`, and as reading a
        pool does.
        """
        if floor not in FLOORS:
            raise Refused("floor", f"{floor}: a table lets 0 to {FLOORS[-1]} dice stay in doom")
        state = State(
            title=said(title, 80) or "A tale",
            mode=mode,
            floor=floor,
            hidden=hidden,
            doom=written(pool_of(doom, none=True)),
            members={who: Member(name=said(name, 40) or "GM", gm=True)},
        )
        return cls(state, 0, (), Honest.new())

    # --- doing

    def act(self, who: str, action: str, given: Values, salt: str = "") -> Entry:
        """Do something: `salt` is what nobody here could choose, such as a message's number.

        Raises Refused, BadArguments.
        """
        if action not in ACTIONS:
            raise Refused("action", f"{quoted(action)} is nothing that one does: there is {', '.join(sorted(ACTIONS))}")
        if self.state.over:
            raise Refused("over", "this tale has ended")
        dice, fallen = self.dice, list[Cast]()

        def cast(pool: str, secret: bool) -> Cast:
            nonlocal dice
            dice, made = dice.cast(pool, f"{salt}/{len(fallen)}", secret)
            fallen.append(made)
            return made

        turn = Turn(self.state, who, cast)
        given = ACTIONS[action].filled(turn, given)
        ACTIONS[action](turn, given)
        member = turn.me or self.state.members.get(who)  # who leaves had a name
        entry = Entry(
            number=len(self.log) + 1,
            who=who,
            name=member.name if member else who,
            action=action,
            given=given,
            casts=tuple(made.id for made in fallen),
            lines=tuple(turn.lines),
        )
        self.state, self.dice, self.log = turn.state, dice, (*self.log, entry)
        self._advance()
        return entry

    def undo(self, who: str, number: int | None = None) -> Entry:
        """Take a change back: one's own last one, or, for a master, any of the last fifty, if nothing rests on it.

        Dice that fell stay in the log, struck out. Raises Refused: `rights`, `nothing`, `rests`; `over` when the tale
        has ended, as its secret is known by then.
        """
        if self.state.over:
            raise Refused("over", "this tale has ended")
        entry = self._undoable(who, number)
        log = tuple(
            each.model_copy(update={"struck": len(self.log) + 1}) if each.number == entry.number else each
            for each in self.log
        )
        state = self._replayed(log)
        member = self.state.members[who]
        public = [line.text for line in entry.lines if line.to == ALL]
        what = next(iter([*public, *(line.text for line in entry.lines)]), entry.action)
        told = Line(
            text=f"{member.name} took back: {what}", to=ALL if public else entry.lines[0].to if entry.lines else MASTERS
        )
        done = Entry(
            number=len(log) + 1, who=who, name=member.name, action=UNDO, given={"entry": entry.number}, lines=(told,)
        )
        self.state, self.log = state, (*log, done)
        self._advance()
        return done

    def _undoable(self, who: str, number: int | None) -> Entry:
        member = self.state.members.get(who)
        if member is None:
            raise Refused("rights", "you are not at this table: join it first")
        live = [each for each in self.log[self._since :] if each.struck is None and each.action != UNDO]
        if not member.gm:
            mine = [each for each in live if each.who == who]
            if number is not None and number not in [each.number for each in mine[-1:]]:
                raise Refused(
                    "rights", f"{number}: one takes back one's own last change; a game master any of the last"
                )
            live = mine
        found = [each for each in live[-UNDONE:] if number in (None, each.number)]
        if not found:
            raise Refused("nothing", "there is nothing (more) that can be taken back")
        return found[-1]

    # --- replaying

    def _replayed(self, log: tuple[Entry, ...]) -> State:
        """The state to which entries lead, without those struck out. Raises Refused: `rests`."""
        state, casts = self._base, {cast.id: cast for cast in self.dice.casts}
        for entry in log[self._since :]:
            if entry.struck is None and entry.action != UNDO:
                state = _again(state, entry, casts)
        return state

    def _advance(self) -> None:
        """Let go of what can no longer be undone, a hundred entries at a time."""
        if len(self.log) - self._since > 3 * UNDONE:
            since = len(self.log) - 2 * UNDONE
            self._base, self._since = self._replayed(self.log[:since]), since

    # --- storing

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, secrets too."""
        stored = _Stored(version=VERSION, base=self._base, since=self._since, log=self.log, dice=self.dice)
        return stored.model_dump(mode="json")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """A tale from what `to_dict` gave. Raises BadPosition."""
        try:
            stored = _Stored.model_validate(data)
            if stored.version != VERSION:
                raise BadPosition(f"version {stored.version} is not known here", "version")
            return cls(stored.base, stored.since, stored.log, stored.dice)
        except ValidationError as error:
            first = error.errors()[0]
            raise BadPosition(first["msg"], ".".join(map(str, first["loc"]))) from error
        except Refused as error:
            raise BadPosition(f"its log does not lead to a state: {error.problem}", "log") from error

    @property
    def commitments(self) -> tuple[str, str]:
        """What is shown before: of the next roll, and of the tale's own secret."""
        return self.dice.committed, commitment(self.dice.own)


def _again(state: State, entry: Entry, casts: Mapping[str, Cast]) -> State:
    """The same action with the dice that fell then. Raises Refused: `rests`."""
    fallen = iter(entry.casts)

    def cast(pool: str, _secret: bool) -> Cast:
        made = casts.get(next(fallen, ""))
        if made is None or made.pool != pool:
            raise Refused("rests", "other dice would have fallen")
        return made

    turn = Turn(state, entry.who, cast)
    try:
        ACTIONS[entry.action](turn, entry.given)
    except Refused as refused:
        told = next((line.text for line in entry.lines if line.to == ALL), "something later")
        raise Refused("rests", f"something rests on it, take that back first: {told}") from refused
    return turn.state
