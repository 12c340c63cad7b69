-- Somebody who is asked to take a seat is not asked for ever: a row of kind 'offer', about the seat, says until when.

CREATE TRIGGER an_offer_takes_its_timer_along AFTER DELETE ON offers
BEGIN
    DELETE FROM timers WHERE kind = 'offer' AND game_id = OLD.game_id AND about = OLD.seat;
END;

INSERT INTO timers (kind, game_id, about, due_at)
SELECT 'offer', game_id, seat, strftime('%Y-%m-%dT%H:%M:%f', 'now', '+3 days') || '000+00:00' FROM offers;
