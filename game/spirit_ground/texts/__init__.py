"""The game's texts: sections, phases, specials, rulings, questions and answers."""

from __future__ import annotations

from functools import partial

from game.core import rulebook

sections = partial(rulebook.sections, __name__)
section = partial(rulebook.section, __name__)
phases = partial(rulebook.phases, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` holds ids of phases and specials."""
answers = partial(rulebook.answers, __name__)
specials = partial(rulebook.explained, __name__, "specials", "special")
"""The special abilities, elder and convert, which some warriors have besides claws, gems and arrows."""
