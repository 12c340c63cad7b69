-- Which tale ended last in a channel is known for all channels that led to it, not for its own alone.

CREATE TABLE tale_endings (
    channel_id INTEGER NOT NULL PRIMARY KEY,
    tale_id    TEXT    NOT NULL REFERENCES tales (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX channels_of_a_tale_ending ON tale_endings (tale_id);

INSERT INTO tale_endings (channel_id, tale_id)
SELECT channel_id, id FROM tales WHERE status = 'over' ORDER BY updated_at, id DESC
ON CONFLICT (channel_id) DO UPDATE SET tale_id = excluded.tale_id;

DROP INDEX ended_tales_of_a_channel;
DROP TRIGGER channels_go_with_the_end_of_a_tale;
CREATE TRIGGER channels_go_with_the_end_of_a_tale AFTER UPDATE OF status ON tales WHEN NEW.status = 'over'
BEGIN
    INSERT INTO tale_endings (channel_id, tale_id)
    SELECT channel_id, tale_id FROM tale_channels WHERE tale_id = NEW.id
    ON CONFLICT (channel_id) DO UPDATE SET tale_id = excluded.tale_id;
    DELETE FROM tale_channels WHERE tale_id = NEW.id;
END;
