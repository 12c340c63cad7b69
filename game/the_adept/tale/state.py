"""All that a tale is at one moment.

Everything is frozen: an action gives a new state or is refused, and what was is still there. Dice and pools are written
as everywhere ("2d6 d8", "-"), sheets are tables as files have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict

from game.the_adept.rules.dice import NONE, pool_of, written

Sheet = Mapping[str, Any]
Mode = Literal["milestones", "records", "combined"]
MODES: tuple[Mode, ...] = get_args(Mode)
Kind = Literal["action", "bridge", "tag", "rest"]
TraitKind = Literal["asset", "complication", "distinction", "extra"]
SCENE, SESSION = "scene", "session"


class Model(BaseModel):
    """Data that never changes, and has nothing that is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Member(Model):
    """Somebody at the table."""

    name: str
    gm: bool = False


class Dropped(Model):
    """A signature asset that was given up in a scene: in the next one others take its place."""

    name: str
    die: str
    ready: bool = False


class Character(Model):
    """A character: whose it is, the sheet, and what befell it.

    `out`: the stress that it is out of action by; `taken_out`: by a complication, for the scene; `lost`: for good.
    `recovered`: trauma that was treated this session. `shut`: what magic is shut down by, Drained past d12 or, for the
    scene, as its player declared.
    """

    owner: str
    sheet: Sheet
    out: tuple[str, ...] = ()
    taken_out: bool = False
    lost: bool = False
    recovered: tuple[str, ...] = ()
    shut: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()


class Roll(Model):
    """A roll that lies on the table: `cast` names its dice; `total` and `effect` as chosen, of the dice at the
    positions (from 1) `uses` and `gives`; `hitches` are those not used yet.

    `picked`: somebody chose total and effect; `keep` and `effects` are paid for; `bonus` is what the hero dice in
    `heroes` added, which fell as `hero_casts`, and `ones` those of them that showed 1; `paid`: a botch's free
    complication is made. `success` and `heroic` stand when it is settled, and for masters the roll that was its
    `opposition`. `against`: what it was rolled against, a number or the roll "#7";
    `aim`: else what it was rolled against whose dice have yet to fall (see `aims`). `what`: what was rolled, in words.
    `befell`: what came of it for the character, as it was told.
    `opposes`: it was rolled for what stands against somebody, so that its hitches are opportunities. `gmc`: the GM
    character who rolled; `spent`: effect dice of it that are used, and `used`: all are; `aside`: nothing more is done
    with it, and `past`: as its scene is over, which all know; `conceded`: it won as the other side of a contest gave
    in, so it inflicts nothing. `heals`: what whoever it is aimed at tries to recover from by beating it,
    "stress/injured/Bel"; "" once that is settled.
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
    aside: bool = False
    past: bool = False
    conceded: bool = False
    heals: str = ""

    @property
    def against_roll(self) -> str:
        """The id of the roll that it is against; "" for none. A bare number is a difficulty, also if a roll has it."""
        return self.opposition or (self.against.removeprefix("#") if self.against.startswith("#") else "")


class SceneTrait(Model):
    """Something of the scene that everybody may use."""

    die: str
    kind: TraitKind


class Order(Model):
    """Who acts in a scene: `done` have acted this round, in their order; `turn` is whose it is ("" while one is to be
    named); `interrupted`: the master names who is next, as a GM character went in between."""

    done: tuple[str, ...] = ()
    turn: str = ""
    round: int = 1
    interrupted: bool = False


class Scene(Model):
    """What is played now; `order` stands since somebody was named who acts."""

    name: str
    kind: Kind
    traits: Mapping[str, SceneTrait] = {}
    order: Order | None = None


class Crisis(Model):
    """A crisis's dice. `veil`: those of doom that it was made of, which others still see there while it is hidden."""

    pool: str
    hidden: bool
    veil: str = NONE


class Challenge(Model):
    """A challenge: who has acted this round, in order, who is at turn ("" while one is to be named), its rounds, and
    for whom it went last, until that is settled (`target`)."""

    pool: str
    hidden: bool
    done: tuple[str, ...] = ()
    challenge_done: bool = False
    turn: str = ""
    round: int = 1
    last_round: int | None = None
    target: str = ""


class Boss(Model):
    """A boss's dice, and harm by name."""

    dice: str
    hidden: bool
    harm: Mapping[str, str] = {}


class GMCharacter(Model):
    """A character of the masters: one to five `traits`, or a `sheet`. It is `here`, in the scene, or waits; others see
    it when it is here and not `hidden`. `out`: the stress that it is out of action by; `taken_out`: by a complication.
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
    """A character in the making, by arrays or by pathways; `stage` counts those from 0."""

    way: Literal["quick", "pathways"]
    sheet: Sheet
    stage: int = 0


class Session(Model):
    """Sessions are counted from 1; one goes on or is over."""

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
    """Who was put out and not let in again: the name of each by id."""
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

    @property
    def resting(self) -> bool:
        """Whether it is between sessions, and nothing is played: nobody acts then."""
        return self.session.number > 0 and not self.session.running and self.scene is None

    @property
    def against(self) -> list[str]:
        """The names of all that stands against the table, hidden or not."""
        return [*self.crises, *self.challenges, *self.bosses, *self.gmcs]

    @property
    def known_against(self) -> list[str]:
        """The names of what all know to stand against the table."""
        open_ = ((name, each) for part in (self.crises, self.challenges, self.bosses) for name, each in part.items())
        return [
            *(name for name, each in open_ if not each.hidden),
            *(name for name, each in self.gmcs.items() if each.seen),
        ]

    @property
    def seen_doom(self) -> str:
        """Doom as others than masters see it: what a hidden crisis was made of is still there."""
        veils = [pool_of(each.veil, none=True) for each in self.crises.values() if each.hidden]
        return written([*pool_of(self.doom, none=True), *(die for veil in veils for die in veil)])
