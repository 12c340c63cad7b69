"""What the program itself is called: after the first game that it played. The one place outside a game that names one.

Commands, package and files bear this name whatever is played; what a game is called is asked of its kit.
"""

NAME = "adepts"
"""The package, the command in a shell, and the slash commands of the first game, with which people knew every table."""

TITLE = "Adepts"
"""As people read it."""

USUAL = NAME
"""The game where none is named: its commands, records and buttons are older than the choice of a game."""

TABLE = "table"
"""The group of slash commands that concern a table, whichever game it plays."""

TALE = "tale"
"""The same of what concerns a tale, whichever aid it is of."""
