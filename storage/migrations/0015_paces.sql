-- A pace was no more than a word; now answers have that time. Games that are being played were begun without it,
-- and go on so until their host sets one.

UPDATE games SET pace = 'none' WHERE status = 'running';
