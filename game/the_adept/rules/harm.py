"""Harm: stress, trauma, complications, what hitches cause, and recovery (rules, "Stress" to "Complications")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import NONE, Die, die_of, some_die_of, written
from game.the_adept.rules.outcome import heroics
from game.the_adept.rules.steps import loose
from game.the_adept.rules.traits import DRAINED, STRESS

UP = "up"
"""A hit that is a plain step up."""


class Stressed(TypedDict):
    """Stress and trauma of one type.

    `out`: the character is stressed out; `gone`: lost; `magic_off`: magic is shut down, by Drained alone.
    """

    now: str
    out: bool
    trauma: str
    gone: bool
    magic_off: bool


class Complicated(TypedDict):
    """A complication's rating; `out` if the character is taken out of the scene."""

    now: str
    out: bool


class Hitched(Complicated):
    """The complication that hitches made or stepped up, and the PP that the roller gets."""

    pp: int


class Rested(TypedDict):
    """The stress that is left, by type."""

    stress: dict[str, str]


def harm_of(text: str) -> Die | None:
    """Read the rating of stress, trauma or a complication; None for "-".

    Raises Refused: `die` for d4; as reading a die does.
    """
    die = some_die_of(text)
    if die is Die.D4:
        raise Refused("die", f"{quoted(text)}: stress, trauma and complications are d6 d8 d10 d12, or - for none")
    return die


def hit_of(text: str) -> Die | None:
    """Read a hit: its die, where d4 counts as d6, or None for "up". Raises Refused as reading a die does."""
    return None if text.strip().lower() == UP else max(die_of(text), Die.D6)


def struck(now: Die | None, hit: Die | None) -> tuple[Die, bool]:
    """Return a rating after a hit, and whether it went past d12.

    A larger die replaces the rating, any other steps it up (rules, "Stress").
    """
    if now is None or (hit is not None and hit > now):
        return hit or Die.D6, False
    return (now, True) if now is Die.D12 else (now.up, False)


def eased(now: Die) -> Die | None:
    """Return a rating one step down; None if it was d6, which goes."""
    return now.down if now > Die.D6 else None


def stress(
    type: str, hits: Sequence[str], now: str = NONE, trauma: str = NONE, out: bool = False, magic_off: bool = False
) -> Stressed:
    """Inflict stress: `type` such as "injured", `hits` one after another, each a die or "up".

    `now`, `trauma`, `out` and `magic_off` are the state before. Past d12 the character is stressed out and gains trauma
    d6, or one step more of it; further hits go to trauma, and past d12 of that the character is lost. Drained past d12
    shuts magic down instead of all this. Raises Refused: `type`; `die` for a rating of d4; as reading a die does.
    Source: rules, "Stress", "Trauma"; ruling 5.
    """
    _typed(type)
    rating, lasting, gone = harm_of(now), harm_of(trauma), False
    for hit in map(hit_of, hits):
        if out and type != DRAINED:
            lasting, past = struck(lasting, hit)
            gone |= past
            continue
        rating, past = struck(rating, hit)
        if past and type == DRAINED:
            magic_off = True
        elif past:
            out = True
            lasting, past = struck(lasting, None)
            gone |= past
    return {"now": _rated(rating), "out": out, "trauma": _rated(lasting), "gone": gone, "magic_off": magic_off}


def complication(hits: Sequence[str], now: str = NONE) -> Complicated:
    """Inflict a complication: `hits` one after another, each a die or "up", on the rating it has `now`.

    Raises Refused: `die` for a rating of d4; as reading a die does. Source: rules, "Complications"; ruling 10.
    """
    rating, out = harm_of(now), False
    for hit in map(hit_of, hits):
        rating, past = struck(rating, hit)
        out |= past
    return {"now": _rated(rating), "out": out}


def hitch(hitches: int, now: str = NONE, botch: bool = False) -> Hitched:
    """Turn the hitches of one roll into a complication: the first makes a d6 or steps up the rating it has `now`, the
    others step it up.

    The first pays the roller 1 PP, except in a botch. Raises Refused: `hitches` for none; `die` for a rating of d4.
    Source: rules, "Hitches, and what the master does with them".
    """
    if hitches < 1:
        raise Refused("hitches", f"{hitches} hitches: at least one is wanted")
    made = complication([UP] * min(hitches, len(Die)), now)  # more would change nothing
    return {**made, "pp": 0 if botch else 1}


def recover(die: str, total: int, difficulty: int, effect: str = "d4", hitches: int = 0) -> Complicated:
    """Try to recover from stress, trauma or a complication rated `die`.

    A total above the difficulty removes it if the effect after heroic steps is larger (past d12 beats d12), else it
    steps down. A failure steps it up once per hitch, perhaps until the character is `out`. Raises Refused: `die` for a
    rating of d4; `hitches` below 0; as reading a die does. Source: rules, "Recovery and rest".
    """
    rating = harm_of(die)
    if rating is None:
        raise Refused("die", f"{quoted(die)}: there is nothing to recover from; name d6 d8 d10 or d12")
    if hitches < 0:
        raise Refused("hitches", f"{hitches} hitches: 0 or more")
    made = die_of(effect)
    if total <= difficulty:
        return complication([UP] * min(hitches, len(Die)), die)
    ends = loose(made, min(heroics(total - difficulty), len(Die)))
    larger = max(ends) > rating or len(ends) > 1
    return {"now": NONE if larger else _rated(eased(rating)), "out": False}


def rest(stress: Mapping[str, str]) -> Rested:
    """Rest for a scene: every stress steps down, and a d6 goes. `stress` has ratings by type.

    Raises Refused: `type`; `die` for a rating of d4; as reading a die does. Source: rules, "Recovery and rest".
    """
    for type in stress:
        _typed(type)
    ratings = {type: harm_of(text) for type, text in stress.items()}
    left = {type: eased(rating) for type, rating in ratings.items() if rating}
    return {"stress": {type: str(rating) for type, rating in left.items() if rating}}


def _typed(type: str) -> None:
    if type not in STRESS:
        raise Refused("type", f"{quoted(type)} is not a kind of stress: there is {', '.join(STRESS)}")


def _rated(rating: Die | None) -> str:
    return written([rating] if rating else [])
