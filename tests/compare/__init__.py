"""Record all that the bot sends to Discord in whole games, to compare it before and after a change of the code.

`python -m tests.compare record FILE` plays the games in this checkout and writes all that the bot sent; `python -m
tests.compare diff BEFORE AFTER` shows where two such files differ, and with `--patterns` in how many ways. Intended
changes are written down as `--rules`, until no differences are left.
"""
