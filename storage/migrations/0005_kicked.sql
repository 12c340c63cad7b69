-- Whom the host has taken out of a lobby, so that they do not just sit down again. It matters only until the start.

CREATE TABLE kicked (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER who_was_kicked_is_forgotten_after_the_lobby
AFTER UPDATE OF status ON games WHEN NEW.status <> 'lobby'
BEGIN
    DELETE FROM kicked WHERE game_id = NEW.id;
END;
