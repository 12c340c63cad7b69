-- Positions are most of what a move writes: they are deflated from now on. Those of before are read as they are.

ALTER TABLE snapshots
    ALTER COLUMN state TYPE BYTEA USING convert_to(state, 'UTF8'),
    ALTER COLUMN side TYPE BYTEA USING convert_to(side, 'UTF8');
