"""The name of the program itself, which is that of the first game it played. No other place outside a game names one.

Commands, package and files bear this name whatever is played; what a game is called is up to its kit.
"""

NAME = "adepts"
"""The name of the package, of the shell command, and of the first game's slash commands, which people used at every
table before there were others."""

TITLE = "Adepts"
"""As people read it."""

USUAL = NAME
"""The default game where none is named: its commands, records and buttons are older than the choice of a game."""

TABLE = "table"
"""The group of slash commands that concern a table, whichever game it plays."""

TALE = "tale"
"""The group of slash commands that concern a tale, whichever aid it is of."""
