-- Everything that waits is a row: what (kind, and about what), in which game if it is of one, and when it is due. Whoever
-- sets a row anew gives it another id, so that what was done about the former one does not take it away.

CREATE TABLE timers (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT NOT NULL,
    game_id TEXT REFERENCES games (id) ON DELETE CASCADE,
    about   TEXT NOT NULL DEFAULT '',
    due_at  TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.??????+00:00'),
    payload TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE UNIQUE INDEX one_timer_for_each_thing ON timers (kind, ifnull(game_id, ''), about);
CREATE INDEX timers_of_a_game ON timers (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX timers_by_moment ON timers (due_at);

-- What waits in a lobby does not wait in its game, nor that after the end. What is to wait then is set after the change.
CREATE TRIGGER timers_go_when_a_game_begins_or_ends
AFTER UPDATE OF status ON games WHEN NEW.status <> OLD.status
BEGIN
    DELETE FROM timers WHERE game_id = NEW.id;
END;

CREATE TRIGGER a_vote_takes_its_timer_along AFTER DELETE ON votes
BEGIN
    DELETE FROM timers WHERE kind = 'vote' AND game_id = OLD.game_id AND about = OLD.about || ' ' || OLD.user_id;
END;

-- What waited before there were rows for it: lobbies and votes for a day; automatic passes, whose moments stood beside
-- the position.
INSERT INTO timers (kind, game_id, due_at)
SELECT 'lobby', id, strftime('%Y-%m-%dT%H:%M:%f', created_at, '+1 day') || '000+00:00'
FROM games WHERE status = 'lobby' AND julianday(created_at) IS NOT NULL;

INSERT INTO timers (kind, game_id, about, due_at)
SELECT 'vote', game_id, about || ' ' || user_id, strftime('%Y-%m-%dT%H:%M:%f', at, '+1 day') || '000+00:00'
FROM votes WHERE julianday(at) IS NOT NULL;

INSERT INTO timers (kind, game_id, about, due_at)
SELECT 'pass', game_id, key, strftime('%Y-%m-%dT%H:%M:%f', value) || '000+00:00'
FROM snapshots JOIN games ON games.id = game_id,
     json_each(CASE WHEN NOT json_valid(side) THEN '{}'
                    WHEN json_type(side, '$.due') = 'object' THEN json_extract(side, '$.due') ELSE '{}' END)
WHERE status = 'running' AND julianday(value) IS NOT NULL;

UPDATE snapshots SET side = json_remove(side, '$.due')
WHERE CASE WHEN json_valid(side) THEN json_type(side, '$.due') END IS NOT NULL;
