"""A second folder of games, which tests add to the program's own (`tests.games.finding`)."""
