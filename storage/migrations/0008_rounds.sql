-- A round in which several choose in secret is called so in every game; it bore the name that the first game gives it.
-- What cannot be read stays as it is: only its own game or person is the worse for it.

UPDATE messages SET kind = 'round' WHERE kind = 'research';
UPDATE messages SET shown = replace(shown, ' research-', ' round-') WHERE kind = 'turn';

UPDATE players
SET settings = json_remove(json_set(settings, '$.round', json_extract(settings, '$.research')), '$.research')
WHERE CASE WHEN json_valid(settings) THEN json_type(settings, '$.research') END IS NOT NULL;

UPDATE snapshots
SET side = json_remove(json_set(side, '$.round', json_extract(side, '$.research')), '$.research')
WHERE CASE WHEN json_valid(side) THEN json_type(side, '$.research') END IS NOT NULL;
