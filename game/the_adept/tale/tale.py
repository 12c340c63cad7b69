"""A tale: its state, the log of who did what, undo, and dice that are never lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import ValidationError

from game.core import faults
from game.core.aids.signature import Values
from game.core.chance import commitment
from game.core.errors import BadPosition, Refused, quoted
from game.the_adept.rules.dice import pool_of, written
from game.the_adept.rules.doom import FLOORS
from game.the_adept.tale import actions  # noqa: F401  (they add themselves)
from game.the_adept.tale.acting import ACTIONS, ALL, MASTERS, RULES, Line, Turn, outside, readers, said
from game.the_adept.tale.actions.creation import MAKING, steps_left
from game.the_adept.tale.actions.doom import or_empty
from game.the_adept.tale.honest import Cast, Honest
from game.the_adept.tale.state import Member, Mode, Model, State

UNDONE = 50
"""How many changes back a master may undo."""
_LONGEST = 500
"""The most entries that can be undone, since undoing one replays all of them."""

UNDO, JOIN = "undo", "join"
_SHOWING = ("reveal", "crisis", "challenge", "boss", "appear")
"""Actions that may show everybody something that was hidden."""


class Entry(Model):
    """Something that was done: by whom (`name` is their name then), with what arguments, the dice cast, the lines told.

    `struck`: the number of the entry that undid it. `rules`: the version of the actions by which it was made
    (`acting.RULES`); older entries do not tell.
    """

    number: int
    who: str
    name: str
    action: str
    given: Mapping[str, Any]
    casts: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    struck: int | None = None
    rules: int = 1


class _Stored(Model):
    """The stored form: a `base` state from which the entries after number `since` lead to the current one, all entries,
    all dice."""

    version: int
    base: State
    since: int
    log: tuple[Entry, ...]
    dice: Honest


VERSION = 1


class Tale:
    """One tale. `act` and `undo` change it, or raise Refused and change nothing."""

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
        """Open a tale whose master is `who`, called `name`.

        `mode` is how characters advance, `doom` the pool it begins with, `floor` how many dice must stay in doom;
        `hidden`: whether crises, challenges and bosses are hidden unless said otherwise. Raises Refused: `floor`, and
        as reading a pool does.
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
        """Carry out an action and log it. `salt` is something that nobody here could choose, such as a message's
        number.

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
        member = turn.me or self.state.members.get(who)  # somebody who has left had a name before
        entry = Entry(
            number=len(self.log) + 1,
            who=who,
            name=member.name if member else turn.name,
            action=action,
            given=given,
            casts=tuple(made.id for made in fallen),
            lines=tuple(turn.lines),
            rules=RULES,
        )
        self.state, self.dice, self.log = turn.state, dice, (*self.log, entry)
        self._advance()
        return entry

    def undo(self, who: str, number: int | None = None) -> Entry:
        """Take a change back: one's own last one, or, for a master, any of the last fifty, if no later entry depends on
        it.

        When a player takes a change back, entries that depend on it and that only masters know of go with it, and
        masters are told: a refusal would give away what is hidden. When somebody's joining is taken back, so is the
        character they are making, as nobody else knows its steps. Dice stay in the log, struck out. Raises Refused:
        `rights`, `nothing`, `rests`; `over` when the tale has ended, as its secret is public then.
        """
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
        """Return the entries that somebody may take back, oldest first; only that of this `number`, if it is given. A
        master may not take back what other people do and only they are told of.

        Whether a later entry depends on it shows only when it is undone. Raises Refused: `over`, `rights`, `nothing`.
        """
        if self.state.over:
            raise Refused("over", "this tale has ended")
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
        """Return all entries that were made in one go with this one: the use of an effect, and what it was used for."""
        for first in reversed(self.log[max(entry.number - 3, 0) : entry.number]):
            if _opens(first) and first.number + first.given["then"] >= entry.number:
                return self.log[first.number - 1 : first.number + first.given["then"]]
        return (entry,)

    # --- replaying

    def _replayed(self, log: tuple[Entry, ...]) -> State:
        """Return the state that the log leads to, without struck entries. Raises Refused: `rests`."""
        state, casts = self.base, {cast.id: cast for cast in self.dice.casts}
        for entry in log[self.since :]:
            if entry.struck is None and entry.action != UNDO:
                state = _again(state, entry, casts)
        return state

    def _without(self, entries: tuple[Entry, ...], who: str) -> tuple[State, list[Entry]]:
        """Return the state as if these entries had not been made, and all entries that go.

        These are the given ones, those depending on them that only masters were told of (unless `who` is a master), and
        what people whose joining goes did for themselves alone. Raises Refused: `rests`.
        """
        struck, left_out = [*entries], {each.number for each in entries}
        strangers = {each.who for each in entries if each.action == JOIN}
        state, casts = self.base, {cast.id: cast for cast in self.dice.casts}
        gm, reads = self.state.is_master(who), readers(self.state, who)
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
                told = next((f": {line.text}" for line in each.lines if line.to in reads), "")
                raise Refused("rests", f"something rests on it, which is to be taken back first{told}") from refused
        return state, struck

    def _advance(self) -> None:
        """Move `base` forward past entries that can no longer be undone, in batches: the last hundred stay.

        Only entries that everybody reads count: how far back a player can undo must not tell how much masters do in
        secret, unless they do it without end.
        """
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
        """Return all of the tale as plain data, secrets included."""
        stored = _Stored(version=VERSION, base=self.base, since=self.since, log=self.log, dice=self.dice)
        return stored.model_dump(mode="json")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the tale that `to_dict` wrote. Raises BadPosition."""
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
        """The commitments shown beforehand: of the next roll, and of the tale's own secret."""
        return self.dice.committed, commitment(self.dice.own)


def _opens(entry: Entry) -> bool:
    """Return whether the entry is the use of an effect that was made in one go with what it is used for."""
    return entry.action == "use" and entry.given.get("then", 0) > 0


def shows(entry: Entry) -> bool:
    """Return whether the entry may show something that was hidden."""
    return entry.action in _SHOWING or (entry.action == "spend" and entry.given.get("spend") == "gmc")


def _told_alone(entry: Entry) -> bool:
    """Return whether only its author was told of the entry, such as a step of making a character."""
    return {line.to for line in entry.lines} == {entry.who}


def _again(state: State, entry: Entry, casts: Mapping[str, Cast]) -> State:
    """Return the state after replaying an action with the dice of back then. Raises Refused: `rests`."""
    fallen = iter(entry.casts)

    def cast(pool: str, _secret: bool) -> Cast:
        made = casts.get(next(fallen, ""))
        if made is None or made.pool != pool:
            raise Refused("rests", "other dice would have fallen")
        return made

    turn = Turn(state, entry.who, cast, again=True, rules=entry.rules)
    ACTIONS[entry.action](turn, entry.given)
    return turn.state


def gist(entry: Entry) -> str:
    """Return the line that tells what was done: the one for everybody, or else for whoever was told."""
    lines = sorted(entry.lines, key=lambda line: line.to != ALL)
    return lines[0].text if lines else entry.action
