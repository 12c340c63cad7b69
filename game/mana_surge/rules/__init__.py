"""The rules of Mana Surge, pure: they import nothing of the program but `game.core`."""
