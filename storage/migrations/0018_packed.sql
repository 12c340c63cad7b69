-- Positions are most of what a move writes: they are deflated from now on. Those of before are read as they are.

CREATE TABLE packed_snapshots (
    game_id  TEXT    NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    state    BLOB    NOT NULL,
    side     BLOB    NOT NULL
) STRICT;
INSERT INTO packed_snapshots
    SELECT game_id, sequence, ply, version, CAST(state AS BLOB), CAST(side AS BLOB) FROM snapshots;
DROP TABLE snapshots;
ALTER TABLE packed_snapshots RENAME TO snapshots;
