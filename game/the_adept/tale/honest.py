"""Dice that anybody can check.

Each public roll has a secret of its own, drawn beforehand from the operating system's random source. Its *commitment*,
a SHA-256, is shown with the roll before (that of the first when the tale begins); the secret itself, the *proof*, with
the roll. So for each number there is one secret that was fixed before anybody knew the pool, and a roll that was made
twice and shown once would leave a gap or another commitment. `salt` comes from outside, such as the number of the
message by which somebody rolled, so that knowing the secret is not enough to know the dice.

Rolls that only masters see are made from the tale's own secret and counted separately, so that no gap gives them away;
that secret's commitment is shown when the tale begins, and its proof when it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile

from game.core.chance import commitment, digest, new_seed
from game.core.english import many
from game.the_adept.rules.dice import Rolled, pool_of
from game.the_adept.tale.state import Model


class Cast(Model):
    """A cast of dice, which is final: `dice` as a roll, and what they were computed from.

    `id` is "7" for the seventh public roll, "s2" for the second secret one.
    """

    id: str
    pool: str
    salt: str
    seed: str
    dice: str
    next: str = ""
    """The commitment of the next public roll, shown with this one; "" in a secret roll."""


def is_secret(id: str) -> bool:
    """Return whether a cast with this id is one that only masters see until the tale has ended."""
    return id.startswith("s")


class Honest(Model):
    """All dice of a tale. None is ever removed."""

    own: str
    coming: str
    casts: tuple[Cast, ...] = ()
    first: str

    @classmethod
    def new(cls) -> Honest:
        coming = new_seed()
        return cls(own=new_seed(), coming=coming, first=commitment(coming))

    def cast(self, pool: str, salt: str, secret: bool) -> tuple[Honest, Cast]:
        """Cast a pool; return these dice with the cast added, and the cast."""
        number = sum(is_secret(cast.id) == secret for cast in self.casts) + 1
        if secret:
            seed = _seed(self.own, number)
            made = Cast(id=f"s{number}", pool=pool, salt=salt, seed=seed, dice=shown(seed, salt, pool))
            return self.model_copy(update={"casts": (*self.casts, made)}), made
        coming = new_seed()
        dice = shown(self.coming, salt, pool)
        made = Cast(id=str(number), pool=pool, salt=salt, seed=self.coming, dice=dice, next=commitment(coming))
        return self.model_copy(update={"casts": (*self.casts, made), "coming": coming}), made

    @property
    def public(self) -> list[Cast]:
        """The casts that everybody sees, in order."""
        return [cast for cast in self.casts if not is_secret(cast.id)]

    @property
    def secret(self) -> list[Cast]:
        """The casts that only masters see until the tale has ended, in order."""
        return [cast for cast in self.casts if is_secret(cast.id)]

    def open(self, over: bool) -> list[Cast]:
        """Return the casts that anybody may check, public ones first; secret ones only when the tale is `over`."""
        return [*self.public, *(self.secret if over else ())]

    @cached_property
    def _known(self) -> _Known:
        """A cache of casts already found honest. Copies of these dice, made by later casts, share it."""
        return _Known()

    def faults(self, over: bool) -> list[str]:
        """Return the faults of the casts that anybody may check; empty if they are honest."""
        told = self._known.faults(self.first, self.public)
        return [*told, *(secret_faults(self.own, self.secret) if over else ())]

    def verdict(self, over: bool) -> list[str]:
        """Return their faults, or one line that says how many honest rolls there are."""
        own = f", {len(self.secret)} of masters alone" if over and self.secret else ""
        return self.faults(over) or [f"{many(len(self.open(over)), 'roll')}{own}, all honest"]

    @property
    def committed(self) -> str:
        """The commitment of the next public roll."""
        return commitment(self.coming)


def shown(seed: str, salt: str, pool: str) -> str:
    """Return what the dice of a pool show, in its order: die i, counted from 0, shows one more than the SHA-256 of
    ``SEED/SALT/i`` as a number modulo its sides (the bias between faces is below one in 10^75)."""
    dice = [Rolled(die, int(digest(f"{seed}/{salt}/{place}"), 16) % die + 1) for place, die in enumerate(pool_of(pool))]
    return " ".join(f"{die}:{value}" for die, value in dice)


class _Known:
    """A cache of a tale's public rolls already found honest, so that only new ones are checked."""

    def __init__(self) -> None:
        self._first = ""
        self._casts: Sequence[Cast] = ()

    def faults(self, first: str, casts: Sequence[Cast]) -> list[str]:
        """Do what the function `faults` does for all public rolls, skipping those known to be honest."""
        same = takewhile(lambda pair: pair[0] is pair[1], zip(self._casts, casts, strict=False))
        count = sum(1 for _ in same) if first == self._first else 0
        told = faults(casts[count - 1].next if count else first, casts[count:], count + 1)
        if not told:
            self._first, self._casts = first, casts
        return told


def faults(first: str, casts: Sequence[Cast], since: int = 1) -> list[str]:
    """Return what is wrong with public rolls, given in order, judged by what was shown; empty if they are honest.

    first: the commitment of the first of these rolls, whose number is `since`.
    """
    told = list[str]()
    expected = first
    for number, cast in enumerate(casts, since):
        if cast.id != str(number):
            told.append(f"roll {number} is missing: {cast.id} stands there")
        if commitment(cast.seed) != expected:
            told.append(f"roll {cast.id}: its proof is not what was committed to")
        told += _unlike(cast)
        expected = cast.next
    return told


def secret_faults(own: str, casts: Sequence[Cast]) -> list[str]:
    """Return what is wrong with masters' rolls, given in order, judged by the tale's own secret; empty if they are
    honest."""
    told = list[str]()
    for number, cast in enumerate(casts, 1):
        if cast.id != f"s{number}":
            told.append(f"roll s{number} is missing: {cast.id} stands there")
        if cast.seed != _seed(own, number):
            told.append(f"roll {cast.id}: its proof does not follow from the tale's secret")
        told += _unlike(cast)
    return told


def _seed(own: str, number: int) -> str:
    return digest(f"{own}/secret/{number}")


def _unlike(cast: Cast) -> list[str]:
    right = shown(cast.seed, cast.salt, cast.pool) == cast.dice
    return [] if right else [f"roll {cast.id}: its dice do not follow from the proof"]
