"""What the bot sends to Discord over whole recorded games, to be compared before and after a change of the house.

`python -m tests.compare record FILE` plays the games in this checkout and writes all that the bot sent;
`python -m tests.compare diff BEFORE AFTER` says where two such files differ, and with `--patterns` in how many ways:
what was meant to change is written down as `--rules`, until nothing else is left.
"""
