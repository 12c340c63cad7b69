"""The rules of Spirit Ground, pure: they import nothing of the program but `game.core`."""
