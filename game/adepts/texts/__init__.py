"""The text of the game in our own words: sections, phases, rulings, questions and answers, prompts.

The texts of spells and adepts are beside their effects, in `rules.spells` and `rules.bonuses`.
"""

from __future__ import annotations

from functools import cache, partial

from game.core import rulebook, toml

sections = partial(rulebook.sections, __name__)
phases = partial(rulebook.phases, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` names spells ("3A"), adepts ("topaz") and phases ("phase I")."""
answers = partial(rulebook.answers, __name__)


@cache
def prompt(kind: str, source: str) -> str:
    """Return what a player is asked. `source` is the spell, adept or phase that asks; without a prompt of its own, the
    kind's default is used."""
    prompts = toml.load(__name__, "prompts")[kind]
    text: str = prompts.get(source) or prompts["default"]
    return text
