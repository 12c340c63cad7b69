"""Public rolls as messages of their own, with a picture that says nothing beyond their text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from game.core.aids.stage import Post
from game.core.faces import Sketch
from game.core.layout import Accent, Button, Panel, Picture, Place, Style, framed, rows, section, text
from game.core.text.names import label
from game.core.text.parts import within
from game.the_adept.pictures.roll import roll_picture
from game.the_adept.rules.dice import NONE, descending, roll_of, written
from game.the_adept.rules.rolling import choices
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.history import page_of
from game.the_adept.stage.rolling.calls import Call, in_contest, waiting
from game.the_adept.stage.rolling.contests import standing
from game.the_adept.stage.rolling.ingredients import met
from game.the_adept.stage.rolling.roll import ONE_MORE, answering, dearer
from game.the_adept.stage.rolling.uses import effect_lines, uses
from game.the_adept.stage.wording import against_told, against_words, lined, named, outcome, roll_lines
from game.the_adept.tale.acting import ALL, said
from game.the_adept.tale.aims import aimed
from game.the_adept.tale.contests import CHARACTER, Contest, contest_of
from game.the_adept.tale.honest import Cast, is_secret
from game.the_adept.tale.state import Roll, State
from game.the_adept.tale.tale import Entry, Tale
from game.the_adept.tale.view import withdrawn

LAST = 10
"""The number of rolls that are kept up to date; older ones stay as they were."""
_ROLLS = ("roll", "tend", "assail")
"""The actions that make a roll of their own."""
_SHOWN = 20
"""How many digits of a commitment a message shows: too many to search through. The proofs screen shows all."""
_BUTTONS = 5
"""The most choices with a button of their own."""
_MARKS = ("**", "~~", "__", "`", "-# ")


def posts(tale: Tale, place: Place, after: int | None = None) -> Mapping[str, Post]:
    """Return the last public rolls and announcements, and all made or taken back after the entry `after`, by key,
    oldest first; those taken back are struck out."""
    casts = {cast.id: cast for cast in tale.dice.public}
    made = [each for each in tale.log if is_roll(each) and each.casts[0] in casts]
    rolls = {id: roll for id, roll in tale.state.rolls.items() if not roll.secret}
    loud = _loud(tale, after)
    calls = waiting(tale.state, loud)
    found: dict[int, tuple[str, Post]] = {
        entry.number: (f"told {entry.number}", TellPost(entry, calls.get(entry.number), place)) for entry in loud
    }
    lately = _lately(made, after)
    over, used = met(tale.state), uses(tale, [each.casts[0] for each in lately])
    added = {each.given["roll"]: casts.get(each.casts[0]) for each in tale.log if each.action == "hero" and each.casts}
    for entry in lately:
        cast = casts[entry.casts[0]]
        roll = rolls.get(cast.id)
        made_for = tale.state.characters.get(roll.character) if roll else None
        contest = contest_of(rolls, cast.id) if roll else None
        last = contest if contest and contest.last == cast.id and not tale.state.over else None
        found[entry.number] = (
            f"roll {cast.id}",
            RollPost(
                roll or _fallen(entry, cast),
                _name(entry),
                "" if roll is None else against_told(roll, rolls, tale.state),
                _short(tale, roll, rolls) if roll else "",
                cast,
                (added.get(cast.id) or cast).next,
                entry.struck is not None,
                tale.state.over or roll is None,  # it has left the table, so nothing can be made of it any more
                tale.state.is_master(entry.who),
                bool(made_for and made_for.sheet.get("hero")),
                cast.id in over or bool(roll and _in_vain(tale.state, roll)),
                contest,
                in_contest(tale.state, last, entry.who) if last else None,
                outcome(roll, rolls) if roll else "",
                effect_lines(roll, used) if roll else [],
                standing(tale.state, contest, gm=False) if contest else [],
                place,
            ),
        )
    return dict(post for _, post in sorted(found.items()))


def _loud(tale: Tale, after: int | None) -> list[Entry]:
    """Return what everybody has lately been told in a message of its own."""
    return _lately([each for each in tale.log if is_loud(each)], after)


def is_roll(entry: Entry) -> bool:
    """Return whether a roll was made that everybody sees, which has a message of its own."""
    return entry.action in _ROLLS and bool(entry.casts) and not is_secret(entry.casts[0])


def is_loud(entry: Entry) -> bool:
    """Return whether everybody is told of the entry in a message of its own."""
    return any(line.loud and line.to == ALL for line in entry.lines)


def _lately(told: Sequence[Entry], after: int | None) -> list[Entry]:
    """Return the last of these entries, and all made or taken back after the entry `after`."""
    return [
        each
        for at, each in enumerate(told, LAST)
        if at >= len(told) or (after is not None and max(each.number, each.struck or 0) > after)
    ]


def _name(entry: Entry) -> str:
    """Return who rolled, as everybody was told."""
    return entry.lines[0].text.partition(" rolled ")[0] if entry.lines else entry.name


def _short(tale: Tale, roll: Roll, rolls: Mapping[str, Roll]) -> str:
    """Return what a roll is against, short enough for a picture: a number, or a pool that has yet to roll."""
    aim = aimed(tale.state, roll.aim) if roll.aim and not roll.against else None
    return aim.pool if aim else against_words(roll, rolls)


def _in_vain(state: State, roll: Roll) -> bool:
    """Return whether the opposition was rolled for a character that is there no more, so that nobody answers it."""
    return roll.opposes and roll.aim.startswith(f"{CHARACTER}/") and aimed(state, roll.aim) is None


def _fallen(entry: Entry, cast: Cast) -> Roll:
    """Return a roll that is no longer on the table, rebuilt from its dice."""
    dice = roll_of(cast.dice)
    best = choices(dice)[0]
    told = best.told()
    return Roll(
        cast=cast.id,
        by=entry.who,
        character="",
        pool=cast.pool,
        dice=cast.dice,
        secret=False,
        magic=False,
        total=best.total,
        effect=told["effect"],
        uses=tuple(told["uses"]),
        gives=tuple(told["from"]),
        what=said(str(entry.given.get("challenge") or entry.given.get("what", ""))),
        opposes=entry.action != "roll" or bool(entry.given.get("opposes")),
        hitches=written(each.die for each in dice if each.hitch),
        botch=all(each.hitch for each in dice),
    )


@dataclass(frozen=True)
class TellPost(Post):
    """What everybody is told at once, in the log's words, with a button for whom it calls. When taken back it is struck
    out, or removed if it is gone from their log too."""

    entry: Entry
    call: Call | None
    place: Place

    @property
    def withdrawn(self) -> bool:
        return withdrawn(self.entry)

    @property
    def calls(self) -> Sequence[str]:
        return self.call.who if self.call else ()

    def panel(self, picture: Picture | None, called: str = "") -> Panel:
        lines = [lined(line.text) for line in self.entry.lines if line.loud and line.to == ALL]
        if self.entry.struck is not None:
            lines = [*(f"~~{line}~~" for line in lines), "Taken back."]
        if self.call is None:
            return framed(text(*lines), accent=Accent.QUIET)
        button = goes(self, self.call.label, self.call.path, Style.PRIMARY)
        *before, last = lines  # the last line says what is waited for
        words = "\n".join([*before, f"{called} {last}" if called else last])
        return framed(section(words, button), accent=Accent.ASKING)


@dataclass(frozen=True)
class RollPost(Post):
    """One roll in a message.

    `name` rolled it, against `against`, which its picture shows as a `number` or a pool; `cast` are its dice, and
    `next` is the commitment of the next roll. `struck`: it was taken back; `over`: nothing can be made of it any more.
    `by_master`: a master rolled it; `heroes`: the character has hero dice; `met`: a roll was settled against it, or
    none can be; `contest`: its contest, and `call` whom that waits for; how it `ended`, what its effect `did`, and how
    its contest `stands`, in words.
    """

    roll: Roll
    name: str
    against: str
    number: str
    cast: Cast
    next: str
    struck: bool
    over: bool
    by_master: bool
    heroes: bool
    met: bool
    contest: Contest | None
    call: Call | None
    ended: str
    did: Sequence[str]
    stands: Sequence[str]
    place: Place

    @property
    def calls(self) -> Sequence[str]:
        return self.call.who if self.call and not self.struck else ()

    @property
    def sketch(self) -> Sketch:
        roll = self.roll
        return partial(
            roll_picture,
            roll.what if roll.opposes and roll.what else self.name,
            roll.dice,
            roll.total,
            roll.effect,
            roll.uses,
            roll.gives,
            roll.heroes,
            roll.ones,
            roll.botch,
            self.number,
            self._success,
            roll.heroic,
            self.struck,
            self._alt(),
            self.contest is not None and self.contest.winner is not None,
        )

    def panel(self, picture: Picture | None, called: str = "") -> Panel:
        accent = Accent.QUIET if self._success is None else Accent.WON if self._success else Accent.WRONG
        *before, last = self._words()
        words = [*before, f"{last} {called}" if called else last]
        lines = [f"~~{line.replace('~~', '')}~~" for line in words] if self.struck else words
        proof = f"-# Fixed for the next roll: `{self.next[:_SHOWN]}…`"
        lines += ["Taken back; its dice stay."] if self.struck else []
        buttons = [*self._buttons()]
        return framed(
            text(*lines, proof), *rows(buttons), accent=Accent.QUIET if self.struck else accent, picture=picture
        )

    def _words(self) -> list[str]:
        of = f": {lined(self.roll.what)}" if self.roll.what else ""
        what = f"rolled the opposition{of}" if self.roll.opposes else "rolled"
        title = f"**{named(self.name)}** {what} · roll {self.roll.cast}"
        ended = " · ".join(each for each in (f"against {self.against}" if self.against else "", self.ended) if each)
        stands = [] if self.struck or self._answered else self.stands
        return [each for each in (title, *roll_lines(self.roll, ended), *self.did, *stands) if each]

    @property
    def _success(self) -> bool | None:
        """Whether it won; None while it is open, and if another roll of its contest beat it before the end."""
        beaten = self.contest and self.contest.beat(self.roll.cast)
        return None if beaten else self.roll.success

    @property
    def _answered(self) -> str:
        """The number of the roll that answered it while their contest is open; "" for none."""
        contest = self.contest
        return contest.last if contest and contest.open and contest.last != self.roll.cast else ""

    def _alt(self) -> str:
        """Return the message's text without markup."""
        words = "; ".join(self._words())
        for mark in _MARKS:
            words = words.replace(mark, "")
        return within(label(f"{words}{'; taken back' if self.struck else ''}"), 1000)

    def _buttons(self) -> Iterator[Button]:
        """Yield its buttons. They open screens, or choose something that may be chosen twice without harm."""
        roll, id = self.roll, self.roll.cast
        proofs = goes(self, "Proof", f"table/proofs/{page_of(int(id))}")
        if self.struck or self.over:
            yield proofs
            return
        if self._answered:
            yield goes(self, f"Roll {self._answered}", f"roll/{self._answered}")
        elif roll.success is None and not (self.contest and not self.contest.open):
            yield from self._choices()
            if self.call:
                yield goes(self, self.call.label, self.call.path, Style.PRIMARY)
            if self.contest:
                if not self.call:
                    yield goes(self, "Contest", f"roll/{id}", Style.PRIMARY)
                elif self.call.path != f"roll/{id}":
                    yield goes(self, "Contest", f"roll/{id}")
            elif not roll.opposes and not self.met:
                path = f"roll/{id}" if self.against else f"roll/{id}/with"  # that screen is opened at once
                yield goes(self, "Settle", path, Style.PRIMARY)
            elif not self.met:
                yield goes(self, "Roll against it", answering(id, roll), Style.PRIMARY)
            if roll.character and any(dearer(roll)):
                yield goes(self, ONE_MORE, f"roll/{id}/pp")
            if self.heroes or roll.ones != NONE:
                yield goes(self, "Hero die", f"roll/{id}/hero")
        elif roll.success and not roll.used and not roll.conceded:
            yield goes(self, "Use the effect", f"roll/{id}", Style.PRIMARY)
        if roll.opposes and roll.hitches != NONE:
            yield goes(self, "Opportunities", "table/pp")
        yield goes(self, "GM", f"gm/roll/{id}")
        yield proofs

    def _choices(self) -> Iterator[Button]:
        """Yield the choices of total and effect, with the current one marked. Those of the opposition are for masters,
        who find them on its screen too: none if a player rolled it, who would press them in vain."""
        roll = self.roll
        in_vain = roll.heals or (roll.opposes and not self.by_master)
        found = choices(roll_of(roll.dice), roll.keep, roll.effects) if not in_vain else []
        for option, each in enumerate(found[:_BUTTONS] if len(found) > 1 else [], 1):
            taken = tuple(place + 1 for place in each.uses) == roll.uses
            words = f"{each.total + roll.bonus} · {descending(each.effect)}"[:20]
            style = Style.SUCCESS if taken else Style.SECONDARY
            path = f"roll/{roll.cast}/take/{roll.keep}.{roll.effects}.{option}"
            yield goes(self, words, path, style)
