-- In research several seats answer at once, and each may take its own answer back. Such an undo is `alone`: it takes out the
-- last moves of its seat, down to its ply, and those that others have made since still stand.

ALTER TABLE moves ADD COLUMN alone INTEGER NOT NULL DEFAULT 0 CHECK (alone IN (0, 1) AND (alone = 0 OR kind IS NULL));

DROP TRIGGER moves_never_change;
CREATE TRIGGER moves_never_change
BEFORE UPDATE OF game_id, sequence, ply, seat, kind, token, question, policy, interaction_id, at, alone ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves never change');
END;
