"""A second, slow engine of Adepts, written from the rulebook, the rulings and the notation alone.

It shares nothing with `game`: where the two differ, one of them has misread the rules. `test_reference.py` plays both.
To be read against the rulebook: `spells` has the cards in order, `phases` what happens in each phase, `game` setting up
and the turns.
"""
