-- The message of a vote says in its kind what it is about, since there may be several.

UPDATE messages
SET kind = 'vote:' || coalesce(
        (SELECT about FROM votes WHERE votes.game_id = messages.game_id AND about = 'move:' || channel_id LIMIT 1), 'end'
    ),
    shown = ' ' || shown
WHERE kind = 'vote';
