-- The okina and the geresh are apostrophes in a search, and the stroke that lengthens Arabic words is nothing
-- (store/fold-text.ts), so that the index takes in all letters anew. The table is made anew with this step's
-- number, so that an older version that still runs takes in none (0006-edition.sql).
INSERT INTO letter_words (letter_words) VALUES ('delete-all');
DROP TABLE indexed_letters;
INSERT INTO unindexed_letters SELECT id FROM letters WHERE id NOT IN unindexed_letters;

CREATE TABLE indexed_letters (
  place INTEGER NOT NULL PRIMARY KEY,
  letter_id TEXT NOT NULL UNIQUE,
  position TEXT NOT NULL,
  edition INTEGER NOT NULL CHECK (edition = 8)
) STRICT;

-- It went with its table.
CREATE TRIGGER words_forgotten AFTER DELETE ON indexed_letters
BEGIN
  DELETE FROM letter_words WHERE rowid = OLD.place;
END;
