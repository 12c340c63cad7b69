"""A folder of games beside the program's own: what stands here can be found (see `tests.games.finding`)."""
