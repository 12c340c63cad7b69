-- Somebody who leaves a game gives up the seat; since seats change hands nobody has one and has left.

ALTER TABLE seats DROP COLUMN left_at;
