-- Who wished to be forgotten while a tale ran, which has to know them until it ends.

ALTER TABLE tale_people ADD COLUMN forgets BIGINT NOT NULL DEFAULT 0 CHECK (forgets IN (0, 1));
