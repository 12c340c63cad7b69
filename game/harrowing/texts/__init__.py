"""The game's texts: sections, steps, rulings, questions and answers."""

from __future__ import annotations

from functools import partial

from game.core import rulebook

sections = partial(rulebook.sections, __name__)
section = partial(rulebook.section, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` holds ids of sections, spells of the board and steps."""
answers = partial(rulebook.answers, __name__)
steps = partial(rulebook.explained, __name__, "steps", "step")
"""The steps that spells are made of, by their word in the design's table, for people who meet that word."""
