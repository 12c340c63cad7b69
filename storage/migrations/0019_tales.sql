-- Tales: what tables have together with a role-playing aid. Nobody is asked anything there, so they are no games; ids of
-- both never meet. People are known in a tale by `who`; whose that is stands in tale_people alone.

CREATE TABLE tales (
    id         TEXT    NOT NULL PRIMARY KEY,
    aid        TEXT    NOT NULL,
    status     TEXT    NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'over')),
    guild_id   INTEGER,
    channel_id INTEGER NOT NULL,
    -- the number of the last entry, and of the last that the channel has been shown
    sequence   INTEGER NOT NULL DEFAULT 0,
    shown      INTEGER,
    created_at TEXT    NOT NULL,
    updated_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tales_not_shown ON tales (created_at) WHERE shown IS NULL OR shown < sequence;

-- Where a running tale is played: its own channel, and others that lead to it.
CREATE TABLE tale_channels (
    channel_id INTEGER NOT NULL PRIMARY KEY,
    tale_id    TEXT    NOT NULL REFERENCES tales (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX channels_of_a_tale ON tale_channels (tale_id);

CREATE TRIGGER channels_go_with_the_end_of_a_tale AFTER UPDATE OF status ON tales WHEN NEW.status = 'over'
BEGIN
    DELETE FROM tale_channels WHERE tale_id = NEW.id;
END;

CREATE TABLE tale_people (
    tale_id TEXT    NOT NULL REFERENCES tales (id) ON DELETE CASCADE,
    who     TEXT    NOT NULL,
    user_id INTEGER,
    PRIMARY KEY (tale_id, who),
    UNIQUE (tale_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tales_of_a_user ON tale_people (user_id) WHERE user_id IS NOT NULL;

-- The state from which the entries after `since` lead to now.
CREATE TABLE tale_bases (
    tale_id TEXT    NOT NULL PRIMARY KEY REFERENCES tales (id) ON DELETE CASCADE,
    since   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    state   BLOB    NOT NULL
) STRICT;

-- What dice are made of that have not been cast yet: for nobody's eyes.
CREATE TABLE tale_secrets (
    tale_id TEXT NOT NULL PRIMARY KEY REFERENCES tales (id) ON DELETE CASCADE,
    secret  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was done, for ever; `struck` is the entry that took it back.
CREATE TABLE tale_entries (
    tale_id        TEXT    NOT NULL REFERENCES tales (id) ON DELETE CASCADE,
    number         INTEGER NOT NULL,
    data           BLOB    NOT NULL,
    struck         INTEGER CHECK (struck > number),
    interaction_id INTEGER,
    at             TEXT    NOT NULL,
    PRIMARY KEY (tale_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX entries_of_an_interaction ON tale_entries (tale_id, interaction_id);

CREATE TRIGGER entries_follow_one_another BEFORE INSERT ON tale_entries
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM tale_entries WHERE tale_id = NEW.tale_id)
BEGIN
    SELECT RAISE(ABORT, 'entries follow one another');
END;

CREATE TRIGGER entries_never_change BEFORE UPDATE OF tale_id, number, data, interaction_id, at ON tale_entries
BEGIN
    SELECT RAISE(ABORT, 'entries never change');
END;

CREATE TRIGGER entries_are_struck_once BEFORE UPDATE OF struck ON tale_entries WHEN OLD.struck IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'entries are struck once');
END;

CREATE TRIGGER entries_go_only_with_their_tale
BEFORE DELETE ON tale_entries WHEN EXISTS (SELECT 1 FROM tales WHERE id = OLD.tale_id)
BEGIN
    SELECT RAISE(ABORT, 'entries are deleted only with their whole tale');
END;

-- Dice that were cast, in their order, each with the entry that cast it.
CREATE TABLE tale_casts (
    tale_id TEXT    NOT NULL REFERENCES tales (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    data    BLOB    NOT NULL,
    PRIMARY KEY (tale_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER casts_follow_one_another BEFORE INSERT ON tale_casts
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM tale_casts WHERE tale_id = NEW.tale_id)
BEGIN
    SELECT RAISE(ABORT, 'casts follow one another');
END;

CREATE TRIGGER casts_never_change BEFORE UPDATE ON tale_casts
BEGIN
    SELECT RAISE(ABORT, 'casts never change');
END;

CREATE TRIGGER casts_go_only_with_their_tale
BEFORE DELETE ON tale_casts WHEN EXISTS (SELECT 1 FROM tales WHERE id = OLD.tale_id)
BEGIN
    SELECT RAISE(ABORT, 'casts are deleted only with their whole tale');
END;

-- What somebody's screens remember, such as a pool that is put together.
CREATE TABLE tale_notes (
    tale_id TEXT NOT NULL,
    who     TEXT NOT NULL,
    notes   TEXT NOT NULL,
    PRIMARY KEY (tale_id, who),
    FOREIGN KEY (tale_id, who) REFERENCES tale_people (tale_id, who) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- As messages are of games.
CREATE TABLE tale_messages (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    tale_id    TEXT    NOT NULL REFERENCES tales (id) ON DELETE CASCADE,
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

CREATE INDEX messages_of_a_tale ON tale_messages (tale_id);
