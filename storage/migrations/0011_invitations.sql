-- Who is asked to sit down at a table before its game, and where. A seat of a rematch has a place: its order at the table.

CREATE TABLE invitations (
    game_id  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    place    INTEGER,
    declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)),
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER invitations_go_with_the_lobby
AFTER UPDATE OF status ON games WHEN NEW.status <> 'lobby'
BEGIN
    DELETE FROM invitations WHERE game_id = NEW.id;
END;

ALTER TABLE seats ADD COLUMN place INTEGER;
