-- Each seat counts its own questions, so that nobody's numbers tell how often somebody else was asked in secret.
-- A number ends in the digit of its seat: P2's third question is 32. Those of games under way go on above all former ones.

ALTER TABLE seats ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET asked = (SELECT next_question - 1 FROM games WHERE id = game_id);

DROP TRIGGER question_numbers_never_go_back;
ALTER TABLE games DROP COLUMN next_question;

CREATE TRIGGER question_numbers_never_go_back
BEFORE UPDATE OF asked ON seats WHEN NEW.asked < OLD.asked
BEGIN
    SELECT RAISE(ABORT, 'question numbers never go back');
END;
