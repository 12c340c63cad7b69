-- Which game a table plays: those that are there all play Adepts. What a score is made of differs from game to game, so
-- the line of the score sheet is kept whole; `total` is what counts most in it, in every game.

ALTER TABLE games ADD COLUMN game TEXT NOT NULL DEFAULT 'adepts';

ALTER TABLE results ADD COLUMN detail TEXT NOT NULL DEFAULT '{}';
UPDATE results SET detail = json_object('processed', processed, 'total', total, 'rank', rank);
ALTER TABLE results DROP COLUMN processed;
