-- Votes of a lobby go on in its game, so their timers stay too; they go with their votes. A vote that lost its timer gets
-- it back, due at once: it is then set to when the vote lapses. Of kind 'hours' are those by which a table learns that
-- somebody has set other hours, whatever becomes of it meanwhile.

CREATE FUNCTION timers_go_when_a_game_begins_or_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM timers WHERE game_id = NEW.id AND kind NOT IN ('vote', 'hours');
    RETURN NULL;
END $$;

DROP TRIGGER timers_go_when_a_game_begins_or_ends ON games;
CREATE TRIGGER timers_go_when_a_game_begins_or_ends
AFTER UPDATE OF status ON games FOR EACH ROW WHEN (NEW.status <> OLD.status)
EXECUTE FUNCTION timers_go_when_a_game_begins_or_ends();

INSERT INTO timers (kind, game_id, about, due_at)
SELECT 'vote', game_id, about || ' ' || user_id,
       to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')
FROM votes
ON CONFLICT DO NOTHING;
