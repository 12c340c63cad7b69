"""The rules of The Adept as pure operations: no chance, no clock, no state. They import nothing but `game.core`."""
