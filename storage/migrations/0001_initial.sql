-- Times are UTC in ISO 8601 with microseconds, so that the order of the texts is the order in time.
-- Ids of Discord's things are integers. Text that is JSON is written and read by the program alone.

CREATE TABLE games (
    id            TEXT    NOT NULL PRIMARY KEY,
    name          TEXT    NOT NULL,
    status        TEXT    NOT NULL DEFAULT 'lobby' CHECK (status IN ('lobby', 'running', 'over', 'closed')),
    guild_id      INTEGER,
    channel_id    INTEGER NOT NULL,
    host_id       INTEGER,
    options       TEXT    NOT NULL,
    pace          TEXT    NOT NULL,
    next_question INTEGER NOT NULL DEFAULT 1,
    -- finished, and the channel has been shown so
    settled       INTEGER NOT NULL DEFAULT 0
                  CHECK (settled = 0 OR (settled = 1 AND status IN ('over', 'closed'))),
    created_at    TEXT    NOT NULL,
    updated_at    TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_active_game_a_channel ON games (channel_id) WHERE status IN ('lobby', 'running');
CREATE INDEX games_unsettled ON games (created_at) WHERE settled = 0;

CREATE TRIGGER question_numbers_never_go_back
BEFORE UPDATE OF next_question ON games WHEN NEW.next_question < OLD.next_question
BEGIN
    SELECT RAISE(ABORT, 'question numbers never go back');
END;

-- Ids of deleted games: their buttons are still out there and must never reach another game.
CREATE TABLE retired_ids (
    id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER a_deleted_game_retires_its_id AFTER DELETE ON games
BEGIN
    INSERT INTO retired_ids (id) VALUES (OLD.id);
END;

CREATE TRIGGER a_retired_id_is_never_used_again
BEFORE INSERT ON games WHEN EXISTS (SELECT 1 FROM retired_ids WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'this game id was used before');
END;

-- A seat is a person's, a computer player's, or (neither) somebody's who asked to be forgotten.
CREATE TABLE seats (
    game_id   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat      TEXT    NOT NULL CHECK (seat GLOB 'P[1-9]*'),
    user_id   INTEGER,
    policy    TEXT,
    name      TEXT    NOT NULL,
    joined_at TEXT    NOT NULL,
    left_at   TEXT,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id),
    CHECK (user_id IS NULL OR policy IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_a_user ON seats (user_id) WHERE user_id IS NOT NULL;

-- What happened, for ever. `ply` is the number of moves that stand after the row. An undo is a row without
-- kind, token and question, whose ply is the one it goes back to.
CREATE TABLE moves (
    game_id        TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    sequence       INTEGER NOT NULL,
    ply            INTEGER NOT NULL CHECK (ply >= 0),
    seat           TEXT    NOT NULL,
    kind           TEXT,
    token          TEXT,
    question       INTEGER,
    user_id        INTEGER,
    policy         TEXT,
    interaction_id INTEGER,
    at             TEXT    NOT NULL,
    PRIMARY KEY (game_id, sequence),
    UNIQUE (game_id, question),
    UNIQUE (game_id, interaction_id),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat),
    CHECK ((kind IS NULL) = (token IS NULL) AND (kind IS NULL) = (question IS NULL)),
    CHECK (user_id IS NULL OR policy IS NULL)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER moves_follow_one_another BEFORE INSERT ON moves
WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM moves WHERE game_id = NEW.game_id)
BEGIN
    SELECT RAISE(ABORT, 'moves follow one another');
END;

CREATE TRIGGER moves_never_change
BEFORE UPDATE OF game_id, sequence, ply, seat, kind, token, question, policy, interaction_id, at ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves never change');
END;

-- The one exception: who made it may be forgotten, not altered.
CREATE TRIGGER the_mover_can_only_be_forgotten
BEFORE UPDATE OF user_id ON moves WHEN NEW.user_id IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'moves never change');
END;

CREATE TRIGGER moves_go_only_with_their_game
BEFORE DELETE ON moves WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game_id)
BEGIN
    SELECT RAISE(ABORT, 'moves are deleted only with their whole game');
END;

-- The position after the row of moves with this sequence (0: as dealt). Holds the seed: for nobody's eyes.
CREATE TABLE snapshots (
    game_id  TEXT    NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    state    TEXT    NOT NULL,
    side     TEXT    NOT NULL
) STRICT;

-- What is being asked now; a number that is not here is stale.
CREATE TABLE questions (
    game_id  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat     TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    asked_at TEXT    NOT NULL,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, number),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    game_id   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat      TEXT    NOT NULL,
    user_id   INTEGER,
    policy    TEXT,
    total     INTEGER NOT NULL,
    processed INTEGER NOT NULL,
    rank      INTEGER NOT NULL CHECK (rank >= 1),
    PRIMARY KEY (game_id, seat),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_user ON results (user_id) WHERE user_id IS NOT NULL;

-- What the bot has posted, or is about to post (message_id still null), and what each last showed.
CREATE TABLE messages (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER UNIQUE,
    seat       TEXT,
    user_id    INTEGER,
    shown      TEXT,
    posted_at  TEXT,
    failures   INTEGER NOT NULL DEFAULT 0,
    error      TEXT,
    failed_at  TEXT
) STRICT;

CREATE INDEX messages_of_a_game ON messages (game_id);

CREATE TABLE players (
    user_id    INTEGER NOT NULL PRIMARY KEY,
    settings   TEXT    NOT NULL,
    updated_at TEXT    NOT NULL
) STRICT;

-- At most one row: the bot that may change games.
CREATE TABLE lease (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    holder      TEXT    NOT NULL,
    host        TEXT    NOT NULL,
    boot        TEXT    NOT NULL,
    namespace   TEXT    NOT NULL,
    pid         INTEGER NOT NULL CHECK (pid > 0),
    born        TEXT    NOT NULL,
    acquired_at TEXT    NOT NULL,
    expires_at  TEXT    NOT NULL
) STRICT;

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
