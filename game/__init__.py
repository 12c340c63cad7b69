"""The rules of games: pure, without I/O, clock or chat."""
