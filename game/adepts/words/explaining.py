"""Why a move is refused, in words for the player who tried it. This is the only place where that is worded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.adepts.rules.bonuses import Sapphire
from game.adepts.rules.spells.base import SPELLS
from game.adepts.rules.spells.phase3 import Depletion
from game.adepts.rules.spells.phase5 import Inflation
from game.adepts.words.wording import NO_SIGNS, Data, Names, Signs, Terms
from game.core.decisions import Reason
from game.core.english import listed, many, number, sentence


def explain(reason: Reason, names: Names | None = None, signs: Signs = NO_SIGNS) -> str:
    """Return a sentence or two, with the players' names by seat."""
    return sentence(_SENTENCES[reason.kind](reason.data, Terms(names, signs)))


def _name(d: Data) -> str:
    return SPELLS[d["spell"]].name


def _amounts(counts: Mapping[str, int], t: Terms) -> str:
    return listed(t.gems(count, gem) for gem, count in counts.items())


def _owners(seats: list[str], t: Terms) -> str:
    """ "Anna's", "Anna's and Bo's"."""
    return listed(f"{t.who(seat)}'s" for seat in seats)


def _taken(d: Data, t: Terms) -> str:
    if d["own"]:
        return f"your own miners are on {t.site(d['site'])} already. A site takes one group."
    return f"{t.site(d['site'])} is taken: {t.who(d['seat'])} has {many(d['count'], 'miner')} there."


_SENTENCES: Mapping[str, Callable[[Data, Terms], str]] = {
    "other": lambda _, __: "that is not among the choices.",
    "must_choose": lambda _, __: "you cannot pass here: something has to be chosen.",
    "goes_inside": lambda _, __: "the topaz adept's miners go inside a mine now; work sites come afterwards.",
    "goes_on_sites": lambda _, __: "only the topaz adept sends miners inside a mine, before the first assignment.",
    "closed": lambda d, t: (
        f"{_owners(d['by'], t)} Barrier{'s' if len(d['by']) > 1 else ''}"
        f" {'keep' if len(d['by']) > 1 else 'keeps'} you out of the {t.type(d['mine'])} mine until the phase ends."
    ),
    "no_backlash": lambda _, __: "only Backlash pushes groups back, and you have none ready.",
    "no_push": lambda d, t: (
        f"the groups at the {t.type(d['mine'])} mine cannot be pushed: there must be one, and site III must be free."
    ),
    "taken_after_push": lambda d, t: f"{t.site(d['site'])} is still taken after the push.",
    "taken": _taken,
    "single": lambda _, __: "Ambition places a single miner on each site.",
    "group_size": lambda d, _: f"a group has {d['least']} to {d['most']} miners.",
    "too_few_miners": lambda d, _: f"you have only {many(d['left'], 'miner')} left to assign.",
    "limited": lambda d, t: f"{_owners(d['by'], t)} Subsidence allows you {d['most']} miners at most on a site I.",
    "not_held": lambda d, _: f"{_name(d)} is not in your hand.",
    "other_phase": lambda d, _: f"{_name(d)} is cast in phase {SPELLS[d['spell']].phase}; this is phase {d['now']}.",
    "unpaid": lambda d, t: f"{_name(d)} costs {_amounts(d['cost'], t)}, and you lack {_amounts(d['missing'], t)}.",
    "no_target": lambda d, _: f"{_name(d)} would have no target, at least not once it is paid for.",
    "too_little_mana": lambda d, _: (
        f"{_name(d)} takes {number(Inflation.mana)} mana besides its cost, and you have {d['mana']}."
    ),
    "pays_away": lambda d, _: f"paid for like that, {_name(d)} would have no target.",
    "bad_payment": lambda d, t: (
        f"{_name(d)} costs {_amounts(d['cost'], t)}: pay just that, with gems and battery levels that you have."
    ),
    "not_dealt": lambda d, _: f"{_name(d)} was not dealt to you.",
    "keeps_too_many": lambda d, _: (
        f"you may keep {number(d['most'])} spells at most."
        if d["most"] > 1
        else f"you may keep one spell; only the sapphire adept may keep {number(Sapphire.keeps)}."
    ),
    "just_researched": lambda d, _: f"{_name(d)} was not in your hand before research: discard one that was.",
    "not_in_pile": lambda d, _: f"{_name(d)} is not in the discard pile.",
    "not_in_that_hand": lambda d, _: f"{_name(d)} is not in that hand.",
    "oneself": lambda _, __: "choose an opponent, not yourself.",
    "no_mana": lambda d, t: f"{t.who(d['seat'])} has no mana.",
    "no_spells": lambda d, t: f"{t.who(d['seat'])} has no spells.",
    "empty_mine": lambda d, t: f"the {t.type(d['mine'])} mine has no gems left.",
    "empty_sites": lambda d, t: f"no work site of the {t.type(d['mine'])} mine is occupied.",
    "out_of_reach": lambda _, __: "miners inside a mine are out of reach of spells.",
    "own_queue": lambda _, __: "choose gems from your own queue.",
    "opponents_queue": lambda _, __: "choose gems from an opponent's queue.",
    "no_miners": lambda d, t: f"you have no miners on {t.site(d['site'])}.",
    "no_opponents_miners": lambda d, t: f"no opponent has any miners on {t.site(d['site'])}.",
    "no_gems": lambda d, t: (
        f"{'you have' if d['own'] else t.who(d['seat']) + ' has'} no {t.types(d['gem'])} in stage {d['stage']}."
    ),
    "none_in_last_stage": lambda d, t: f"you have no {t.types(d['gem'])} in stage 3.",
    "stopped": lambda d, t: f"Stasis keeps every {t.type(d['gem'])} battery from rising this phase.",
    "no_level": lambda d, t: f"no level is coming on the {t.type(d['gem'])} battery.",
    "low_battery": lambda d, t: (
        f"your {t.type(d['gem'])} battery is at level {d['level']}:"
        f" choose one at {Depletion.levels} or more, or at 1 if there is none."
    ),
}
"""One sentence for each kind of reason."""
