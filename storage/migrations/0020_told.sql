-- Whether a game's messages are known to show it as it is: a start need not look at those.

ALTER TABLE games ADD COLUMN told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1));
