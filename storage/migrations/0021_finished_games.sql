-- What was played in a channel last is looked for while somebody types, among all that was ever played anywhere.

CREATE INDEX finished_games_of_a_channel ON games (channel_id, updated_at) WHERE status IN ('over', 'closed');
