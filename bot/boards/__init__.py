"""Views as pictures and as text, one module a game."""
