"""The whole state of a tale at one moment.

Everything is frozen: an action makes a new state or is refused, and the old one stays as it was. Dice and pools are
written as everywhere ("2d6 d8", "-"), sheets are dicts as in files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, field_validator

from game.the_adept.rules.dice import NONE, pool_of, written

Sheet = Mapping[str, Any]
Mode = Literal["milestones", "records", "combined"]
MODES: tuple[Mode, ...] = get_args(Mode)
Kind = Literal["action", "bridge", "tag", "rest"]
TraitKind = Literal["asset", "complication", "distinction", "extra"]
SCENE, SESSION = "scene", "session"


class Model(BaseModel):
    """Base of all data here: immutable, and refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Member(Model):
    """Somebody at the table; `gm` for masters."""

    name: str
    gm: bool = False


class Dropped(Model):
    """A signature asset that was given up in a scene. When the next scene begins it is `ready` to be replaced by
    others."""

    name: str
    die: str
    ready: bool = False


class Character(Model):
    """A character: its owner, its sheet, and what has happened to it.

    `out`: the types of stress that put it out of action; `taken_out`: a complication did, for the scene; `lost`: it is
    lost for good. `recovered`: trauma that was treated this session. `shut`: what shuts its magic down, Drained past
    d12 or, for the scene, its player's word. `dropped`: signature assets that were given up.
    """

    owner: str
    sheet: Sheet
    out: tuple[str, ...] = ()
    taken_out: bool = False
    lost: bool = False
    recovered: tuple[str, ...] = ()
    shut: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    @property
    def able(self) -> bool:
        """Whether it can act."""
        return not (self.lost or self.out or self.taken_out)


class Ailment(Model):
    """Something that somebody may recover from: the `part` of the sheet, what it is called there, and whose it is."""

    part: str
    what: str
    whom: str


class Roll(Model):
    """A roll on the table.

    The dice: `cast` is their id; `total` and `effect` are as chosen, made of the dice at the positions (from 1) `uses`
    and `gives`; `hitches` are those not used yet. `picked`: somebody chose total and effect; `keep` and `effects`: how
    many dice for each are paid for. `heroes` are hero dice added, `hero_casts` their casts, `bonus` what they added to
    the total, and `ones` those of them that showed 1. `paid`: the free complication of a botch was made.

    The opposition: `against` is what it was rolled against, a number or the roll "#7"; `aim` is, instead, the key of an
    opposition that has yet to roll (see `aims`). `success` and `heroic` are set when the roll is settled; so is the
    number of the `opposition`'s roll, for masters only. `conceded`: it won because the other side of a contest gave in,
    so it inflicts nothing. `opposes`: it was rolled for what stands against somebody, so its hitches are opportunities;
    `gmc` is the GM character who rolled.

    The rest: `what` was rolled, in words; `befell` is what came of it for the character, as lines. `spent`: effect dice
    already used; `used`: all are. `struck`: by name, what its effect has left of dice of crises and challenges, which
    it does not hit again. `aside`: nothing more is done with it; `past`: because its scene is over, which
    everybody knows. `heals`: what the character it is aimed at tries to cure by beating it; None once that is settled.
    """

    cast: str
    by: str
    character: str
    pool: str
    dice: str
    secret: bool
    magic: bool
    total: int
    effect: str
    uses: tuple[int, ...]
    gives: tuple[int, ...]
    hitches: str
    botch: bool
    picked: bool = False
    keep: int = 2
    effects: int = 1
    bonus: int = 0
    heroes: str = ""
    hero_casts: tuple[str, ...] = ()
    ones: str = "-"
    paid: bool = False
    success: bool | None = None
    heroic: int = 0
    against: str = ""
    aim: str = ""
    what: str = ""
    befell: tuple[str, ...] = ()
    opposes: bool = False
    opposition: str = ""
    gmc: str = ""
    spent: str = NONE
    used: bool = False
    struck: Mapping[str, str] = {}
    aside: bool = False
    past: bool = False
    conceded: bool = False
    heals: Ailment | None = None

    @field_validator("heals", mode="before")
    @classmethod
    def _former(cls, heals: object) -> object:
        """Read it also as former versions stored it: "stress/injured/Bel", and "" for nothing."""
        if isinstance(heals, str):
            return dict(zip(("part", "what", "whom"), heals.split("/", 2), strict=True)) if heals else None
        return heals

    @property
    def raised(self) -> int:
        """How many of its heroic steps stepped the effect up; in `settle` others may have brought effect dice."""
        return self.heroic - max(len(self.gives) - self.effects, 0)

    @property
    def against_roll(self) -> str:
        """The number of the roll that this one is against; "" if it is against none. A bare number is a difficulty,
        even if a roll has that number."""
        return self.opposition or (self.against.removeprefix("#") if self.against.startswith("#") else "")


class SceneTrait(Model):
    """A trait of the scene that everybody may use; for an extra, also its `harm` by name."""

    die: str
    kind: TraitKind
    harm: Mapping[str, str] = {}


class Order(Model):
    """The turn order of a scene.

    `done` have acted this round, in order; `turn` is whose turn it is ("" while somebody is to be named);
    `interrupted`: a GM character acted out of turn, so the master names who is next.
    """

    done: tuple[str, ...] = ()
    turn: str = ""
    round: int = 1
    interrupted: bool = False


class Scene(Model):
    """The scene being played; `order` is None until somebody was named to act."""

    name: str
    kind: Kind
    traits: Mapping[str, SceneTrait] = {}
    order: Order | None = None


class Crisis(Model):
    """A crisis's dice. `veil`: dice taken from doom for it, which players still see there while it is hidden."""

    pool: str
    hidden: bool
    veil: str = NONE


class Challenge(Model):
    """A challenge: its dice, and its turns.

    `done` have acted this round, in order; `turn` is whose turn it is ("" while somebody is to be named);
    `challenge_done`: the challenge has acted this round; after the round `last_round` it is lost (None: no limit);
    `target`: whom it goes for, until that is settled.
    """

    pool: str
    hidden: bool
    done: tuple[str, ...] = ()
    challenge_done: bool = False
    turn: str = ""
    round: int = 1
    last_round: int | None = None
    target: str = ""

    @property
    def is_last(self) -> bool:
        """Whether this is its last round."""
        return self.last_round is not None and self.round >= self.last_round


class Boss(Model):
    """A boss's dice, and its harm by name."""

    dice: str
    hidden: bool
    harm: Mapping[str, str] = {}


class GMCharacter(Model):
    """A character of the masters: one to five `traits`, or a `sheet`.

    It is `here`, in the scene, or waits; players see it when it is here and not `hidden`. `out`: the types of stress
    that put it out of action; `taken_out`: a complication did.
    """

    traits: Mapping[str, str] = {}
    sheet: Sheet = {}
    here: bool = False
    hidden: bool = False
    stress: Mapping[str, str] = {}
    complications: Mapping[str, str] = {}
    out: tuple[str, ...] = ()
    taken_out: bool = False

    @property
    def seen(self) -> bool:
        """Whether everybody sees it."""
        return self.here and not self.hidden

    @property
    def able(self) -> bool:
        """Whether it can act."""
        return not self.out and not self.taken_out


class Draft(Model):
    """A character in the making, by arrays or by pathways; `stage` is the stage of the pathways, from 0."""

    way: Literal["quick", "pathways"]
    sheet: Sheet
    stage: int = 0


class Session(Model):
    """The current session, or the last one if none is `running`; numbers count from 1, and 0 means none so far."""

    number: int = 0
    running: bool = False


class State(Model):
    """A tale at one moment."""

    title: str
    mode: Mode
    floor: int
    hidden: bool
    doom: str
    members: Mapping[str, Member]
    kicked: Mapping[str, str] = {}
    """The names, by id, of people who were put out and not let in again."""
    characters: Mapping[str, Character] = {}
    drafts: Mapping[str, Draft] = {}
    rolls: Mapping[str, Roll] = {}
    scene: Scene | None = None
    session: Session = Session()
    crises: Mapping[str, Crisis] = {}
    challenges: Mapping[str, Challenge] = {}
    bosses: Mapping[str, Boss] = {}
    gmcs: Mapping[str, GMCharacter] = {}
    over: bool = False

    def is_master(self, who: str) -> bool:
        """Return whether somebody is a game master."""
        return who in self.members and self.members[who].gm

    def played_by(self, who: str) -> list[str]:
        """Return the names of the characters that somebody plays."""
        return [name for name, each in self.characters.items() if each.owner == who]

    @property
    def resting(self) -> bool:
        """Whether the tale is between sessions with no scene, so that nobody acts."""
        return self.session.number > 0 and not self.session.running and self.scene is None

    @property
    def against(self) -> list[str]:
        """The names of everything that stands against the table, hidden or not."""
        return [*self.crises, *self.challenges, *self.bosses, *self.gmcs]

    @property
    def known_against(self) -> list[str]:
        """The names of everything that players know to stand against the table."""
        open_ = ((name, each) for part in (self.crises, self.challenges, self.bosses) for name, each in part.items())
        return [
            *(name for name, each in open_ if not each.hidden),
            *(name for name, each in self.gmcs.items() if each.seen),
        ]

    @property
    def beatable(self) -> Mapping[str, Boss]:
        """Whoever is harmed as a boss is: the bosses, and the extras of the scene, by name."""
        return {**self.bosses, **self.extras}

    @property
    def extras(self) -> Mapping[str, Boss]:
        """The extras of the scene by name, as bosses of one die; without those that have a boss's name, as it goes
        before them."""
        traits, bosses = self.scene.traits if self.scene else {}, {name.casefold() for name in self.bosses}
        return {
            name: Boss(dice=each.die, hidden=False, harm=each.harm)
            for name, each in traits.items()
            if each.kind == "extra" and name.casefold() not in bosses
        }

    @property
    def seen_doom(self) -> str:
        """Doom as players see it: still with the dice that hidden crises were made of."""
        veils = [pool_of(each.veil, none=True) for each in self.crises.values() if each.hidden]
        return written([*pool_of(self.doom, none=True), *(die for veil in veils for die in veil)])
