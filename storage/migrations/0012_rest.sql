-- A running game may rest. One that was ended before its time may be taken up again until it is sealed, and nothing
-- hidden is shown before that; those that were ended before this have shown their seeds.

ALTER TABLE games ADD COLUMN paused_at TEXT;
ALTER TABLE games ADD COLUMN sealed_at TEXT;
ALTER TABLE games ADD COLUMN stopped_by INTEGER;
