-- How a table's board is shown was kept as its option `board`, which may be an option of a game: now it is `look`.

UPDATE games
SET options = json_remove(json_set(options, '$.look', json_extract(options, '$.board')), '$.board')
WHERE json_extract(options, '$.board') IS NOT NULL;
