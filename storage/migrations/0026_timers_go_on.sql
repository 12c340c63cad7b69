-- Votes of a lobby go on in its game, so their timers stay too; they go with their votes. A vote that lost its timer gets
-- it back, due at once: it is then set to when the vote lapses. Of kind 'hours' are those by which a table learns that
-- somebody has set other hours, whatever becomes of it meanwhile.

DROP TRIGGER timers_go_when_a_game_begins_or_ends;
CREATE TRIGGER timers_go_when_a_game_begins_or_ends
AFTER UPDATE OF status ON games WHEN NEW.status <> OLD.status
BEGIN
    DELETE FROM timers WHERE game_id = NEW.id AND kind NOT IN ('vote', 'hours');
END;

INSERT INTO timers (kind, game_id, about, due_at)
SELECT 'vote', game_id, about || ' ' || user_id, strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000+00:00'
FROM votes WHERE true
ON CONFLICT DO NOTHING;
