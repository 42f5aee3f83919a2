-- Apostrophes, dashes and spaces of every kind are one in a search (store/fold-text.ts), so that the
-- index takes in all letters anew.
INSERT INTO letter_words (letter_words) VALUES ('delete-all');
DELETE FROM indexed_letters;
INSERT INTO unindexed_letters SELECT id FROM letters WHERE id NOT IN unindexed_letters;
