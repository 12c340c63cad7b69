-- Computer players bear a sign behind their name, in place of a word that left no room for the name.

UPDATE seats
SET name = substr(name, 1, length(name) - length(' (computer)')) || ' ⌘'
WHERE policy IS NOT NULL AND name LIKE '% (computer)';
