-- Who votes may also be against it, so that nobody waits for a day to learn that others do not want it.

ALTER TABLE votes ADD COLUMN favours BIGINT NOT NULL DEFAULT 1 CHECK (favours IN (0, 1));
