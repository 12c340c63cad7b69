-- Which tale ended in a channel last is looked for when somebody asks for the one that is played there.

CREATE INDEX ended_tales_of_a_channel ON tales (channel_id, updated_at) WHERE status = 'over';
