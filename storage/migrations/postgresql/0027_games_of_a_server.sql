-- The games of a server are looked for whenever the bot gains or loses access there; after an outage in thousands of
-- servers at once.

CREATE INDEX active_games_of_a_server ON games (guild_id) WHERE status IN ('lobby', 'running');
