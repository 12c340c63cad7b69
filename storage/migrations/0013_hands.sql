-- Who had a seat before it changed hands in a running game (`own`: who gave it up themselves), and who is asked to take one.

CREATE TABLE tenures (
    game_id  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL CHECK (number >= 1),
    seat     TEXT    NOT NULL,
    user_id  INTEGER,
    policy   TEXT,
    name     TEXT    NOT NULL,
    turn     INTEGER NOT NULL,
    own      INTEGER NOT NULL DEFAULT 0 CHECK (own IN (0, 1)),
    until_at TEXT    NOT NULL,
    PRIMARY KEY (game_id, number),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE offers (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    TEXT    NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER offers_go_when_a_game_ends
AFTER UPDATE OF status ON games WHEN NEW.status <> 'running'
BEGIN
    DELETE FROM offers WHERE game_id = NEW.id;
END;
