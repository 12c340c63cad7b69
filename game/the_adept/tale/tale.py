"""A tale: its state, the log of who did what, undo, and dice that never vanish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import ValidationError

from game.core import faults
from game.core.chance import commitment
from game.core.errors import BadPosition, Refused, quoted
from game.core.signature import Values
from game.the_adept.rules.dice import pool_of, written
from game.the_adept.rules.doom import FLOORS
from game.the_adept.tale import actions  # noqa: F401  (they add themselves)
from game.the_adept.tale.acting import ACTIONS, ALL, MASTERS, Line, Turn, outside, said
from game.the_adept.tale.actions.creation import MAKING, steps_left
from game.the_adept.tale.actions.doom import or_empty
from game.the_adept.tale.honest import Cast, Honest
from game.the_adept.tale.state import Member, Mode, Model, State

UNDONE = 50
"""So many changes back a master may undo."""
_LONGEST = 500
"""Entries that can be undone, at most: all of them are done again where one is."""

UNDO, JOIN = "undo", "join"
_SHOWING = ("reveal", "crisis", "challenge", "boss", "appear")
"""What lets all see something that may be hidden."""


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
        self.base = base
        self.since = since
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
            name=member.name if member else turn.name,
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

        What rests on it and masters alone know of goes with it when a player takes it back, and masters are told: were
        it refused, that would tell of what is hidden. With somebody's joining goes the character that they are making,
        of which nobody else knows the steps. Dice that fell stay in the log, struck out. Raises Refused:
        `rights`, `nothing`, `rests`; `over` when the tale has ended, as its secret is known by then.
        """
        if self.state.over:
            raise Refused("over", "this tale has ended")
        entry = self.undoable(who, number)[-1]
        together = self._together(entry)
        state, struck = self._without(together, who)
        member = self.state.members[who]
        public = any(line.to == ALL for line in entry.lines)
        to = ALL if public else entry.lines[0].to if entry.lines else MASTERS
        lines = [Line(text=f"{member.name} took back: {gist(entry)}", to=to)]
        if entry.action in MAKING and entry.who in state.drafts:
            lines.append(Line(text=steps_left(state.drafts[entry.who]), to=to))
        rested = struck[len(together) :]
        making = dict.fromkeys(each.name for each in rested if _told_alone(each))
        lines += [Line(text=f"That went with it: {gist(each)}", to=MASTERS) for each in rested if not _told_alone(each)]
        lines += [Line(text=f"That went with it: the character that {name} was making", to=MASTERS) for name in making]
        if state.seen_doom != self.state.seen_doom and not (public and shows(entry)):
            lines.append(Line(text=f"Doom is {or_empty(state.seen_doom)}."))
        done = Entry(
            number=len(self.log) + 1,
            who=who,
            name=member.name,
            action=UNDO,
            given={"entry": entry.number},
            lines=tuple(lines),
        )
        gone = {each.number for each in struck}
        log = [each.model_copy(update={"struck": done.number}) if each.number in gone else each for each in self.log]
        self.state, self.log = state, (*log, done)
        self._advance()
        return done

    def undoable(self, who: str, number: int | None = None) -> tuple[Entry, ...]:
        """What somebody may take back, the last done last; only the one of that `number`, if it is told. What others do
        that nobody else is told of is not a master's to take back.

        Whether something rests on it is found out when it is done. Raises Refused: `rights`, `nothing`.
        """
        member = self.state.members.get(who)
        if member is None:
            raise Refused("rights", outside(self.state, who))
        live = [
            each for each in self.log[self.since :] if each.struck is None and each.action != UNDO if not _opens(each)
        ]
        if not member.gm:
            live = [each for each in live if each.who == who][-1:]
            if number is not None and number not in [each.number for each in live]:
                raise Refused("rights", "you take back your own last change; a game master any of the last fifty")
        live = [each for each in live if each.who == who or not _told_alone(each)]
        found = tuple(each for each in live[-UNDONE:] if number in (None, each.number))
        if not found:
            raise Refused("nothing", "there is nothing (more) that can be taken back")
        return found

    def _together(self, entry: Entry) -> tuple[Entry, ...]:
        """All that was done in one go with it: the use of an effect, and what it was used for."""
        for first in reversed(self.log[max(entry.number - 3, 0) : entry.number]):
            if _opens(first) and first.number + first.given["then"] >= entry.number:
                return self.log[first.number - 1 : first.number + first.given["then"]]
        return (entry,)

    # --- replaying

    def _replayed(self, log: tuple[Entry, ...]) -> State:
        """The state to which entries lead, without those struck out. Raises Refused: `rests`."""
        state, casts = self.base, {cast.id: cast for cast in self.dice.casts}
        for entry in log[self.since :]:
            if entry.struck is None and entry.action != UNDO:
                state = _again(state, entry, casts)
        return state

    def _without(self, entries: tuple[Entry, ...], who: str) -> tuple[State, list[Entry]]:
        """The state if something had not been done, and what goes: that, what rests on it of which masters alone have
        been told, unless `who` is one, and what those who had not joined then have done for themselves. Raises Refused:
        `rests`."""
        struck, left_out = [*entries], {each.number for each in entries}
        strangers = {each.who for each in entries if each.action == JOIN}
        state, casts = self.base, {cast.id: cast for cast in self.dice.casts}
        gm = self.state.members[who].gm
        readers = {ALL, who} | ({MASTERS} if gm else set())
        for each in self.log[self.since :]:
            if each.struck is not None or each.action == UNDO or each.number in left_out:
                continue
            try:
                state = _again(state, each, casts)
            except Refused as refused:
                hidden = not gm and {line.to for line in each.lines} == {MASTERS}
                if hidden or (each.who in strangers and _told_alone(each)):
                    struck.append(each)
                    continue
                told = next((f": {line.text}" for line in each.lines if line.to in readers), "")
                raise Refused("rests", f"something rests on it, which is to be taken back first{told}") from refused
        return state, struck

    def _advance(self) -> None:
        """Let go of what can no longer be undone, a hundred entries at a time. Those count that all are told of: what a
        player can take back tells nothing of how much masters do in secret, unless that is without end."""
        told = [each.number for each in self.log[self.since :] if any(line.to == ALL for line in each.lines)]
        if len(told) > 3 * UNDONE:
            since = told[-2 * UNDONE] - 1
        elif len(self.log) - self.since > _LONGEST:
            since = len(self.log) - 2 * UNDONE
        else:
            return
        self.base, self.since = self._replayed(self.log[:since]), since

    # --- storing

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, secrets too."""
        stored = _Stored(version=VERSION, base=self.base, since=self.since, log=self.log, dice=self.dice)
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
            raise BadPosition(faults.said(first), ".".join(map(str, first["loc"]))) from error
        except Refused as error:
            raise BadPosition(f"its log does not lead to a state: {error.problem}", "log") from error

    @property
    def commitments(self) -> tuple[str, str]:
        """What is shown before: of the next roll, and of the tale's own secret."""
        return self.dice.committed, commitment(self.dice.own)


def _opens(entry: Entry) -> bool:
    """Whether it is the use of an effect, done in one go with what that is used for."""
    return entry.action == "use" and entry.given.get("then", 0) > 0


def shows(entry: Entry) -> bool:
    """Whether it may show what was to stay hidden."""
    return entry.action in _SHOWING or (entry.action == "spend" and entry.given.get("spend") == "gmc")


def _told_alone(entry: Entry) -> bool:
    """Whether only who did it was told of it, such as a step of making a character."""
    return {line.to for line in entry.lines} == {entry.who}


def _again(state: State, entry: Entry, casts: Mapping[str, Cast]) -> State:
    """The same action with the dice that fell then. Raises Refused: `rests`."""
    fallen = iter(entry.casts)

    def cast(pool: str, _secret: bool) -> Cast:
        made = casts.get(next(fallen, ""))
        if made is None or made.pool != pool:
            raise Refused("rests", "other dice would have fallen")
        return made

    turn = Turn(state, entry.who, cast, again=True)
    ACTIONS[entry.action](turn, entry.given)
    return turn.state


def gist(entry: Entry) -> str:
    """What was done, in the words in which it was told: to all, or else to whoever it was told to."""
    lines = sorted(entry.lines, key=lambda line: line.to != ALL)
    return lines[0].text if lines else entry.action
