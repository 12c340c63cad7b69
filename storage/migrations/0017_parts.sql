-- Who holds the lease says of which part of the games, since several may work together: a row for each shard, whose number is its id.

ALTER TABLE lease RENAME TO former_lease;

CREATE TABLE lease (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id >= 0 AND id < shards),
    shards      INTEGER NOT NULL,
    holder      TEXT    NOT NULL,
    host        TEXT    NOT NULL,
    boot        TEXT    NOT NULL,
    namespace   TEXT    NOT NULL,
    pid         INTEGER NOT NULL CHECK (pid > 0),
    born        TEXT    NOT NULL,
    acquired_at TEXT    NOT NULL,
    expires_at  TEXT    NOT NULL
) STRICT;

INSERT INTO lease (id, shards, holder, host, boot, namespace, pid, born, acquired_at, expires_at)
SELECT 0, 1, holder, host, boot, namespace, pid, born, acquired_at, expires_at FROM former_lease;

DROP TABLE former_lease;
