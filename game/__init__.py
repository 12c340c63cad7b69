"""The rules of games: pure, without I/O, clock or chat.

Each folder here with a module `kit` is a game, and so is each folder of those that GAMES_PATH names in the environment
(separated as in PATH): `GAMES_PATH=mine` finds the game `mine/chess/`, which is imported as `game.chess`.
"""

import os

__path__ += filter(None, os.environ.get("GAMES_PATH", "").split(os.pathsep))
