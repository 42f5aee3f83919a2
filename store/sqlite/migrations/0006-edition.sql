-- While several instances are restarted one after the other, those of an older version go on for a
-- while, and would take letters in as they did: by the search of this one they would never be found. Their
-- statement does not fit this table any more, so they leave the letters unindexed, which all find. What
-- they took in since the step before this one goes.
INSERT INTO letter_words (letter_words) VALUES ('delete-all');
DELETE FROM indexed_letters;
INSERT INTO unindexed_letters SELECT id FROM letters WHERE id NOT IN unindexed_letters;

-- A step that has letters taken in otherwise makes the table anew, with a number of its own.
ALTER TABLE indexed_letters ADD COLUMN edition INTEGER NOT NULL DEFAULT 0 CHECK (edition = 6);
