-- Votes go with the seat of who voted, with the game, and when the game ends: no id stays behind anywhere.

CREATE TABLE votes (
    game_id TEXT    NOT NULL,
    about   TEXT    NOT NULL,
    user_id INTEGER NOT NULL,
    at      TEXT    NOT NULL,
    PRIMARY KEY (game_id, about, user_id),
    FOREIGN KEY (game_id, user_id) REFERENCES seats (game_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER votes_go_when_a_game_ends
AFTER UPDATE OF status ON games WHEN NEW.status NOT IN ('lobby', 'running')
BEGIN
    DELETE FROM votes WHERE game_id = NEW.id;
END;

-- They were texts among the facts about the installation; those that are still open go on from now.
INSERT INTO votes (game_id, about, user_id, at)
SELECT seats.game_id, 'end', seats.user_id, strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000+00:00'
FROM seats JOIN games ON id = seats.game_id JOIN meta ON key = 'vote:end:' || id
WHERE status IN ('lobby', 'running') AND value <> ''
  AND seats.user_id IN (SELECT json_each.value FROM json_each(meta.value));

DELETE FROM meta WHERE key GLOB 'vote:*';

-- A table's name holds the name of who opened it: whose it is, until that person is forgotten.
ALTER TABLE games ADD COLUMN opener_id INTEGER;
UPDATE games SET opener_id = coalesce(
    (SELECT user_id FROM seats WHERE game_id = id AND substr(seats.name || '''s table', 1, 100) = games.name),
    host_id
);
