-- Whenever the bot may do more in a server, all of its games and tales are looked for whose messages may not show what is
-- true: finished games as well as active ones, none of which is settled.

CREATE INDEX unsettled_games_of_a_server ON games (guild_id) WHERE settled = 0;
CREATE INDEX tales_of_a_server ON tales (guild_id);
