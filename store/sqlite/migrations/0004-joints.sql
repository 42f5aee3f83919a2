-- The index holds what joins two words as well (store/sqlite/word-pieces.ts), so that it takes in all
-- letters anew.
INSERT INTO letter_words (letter_words) VALUES ('delete-all');
DELETE FROM indexed_letters;
INSERT INTO unindexed_letters SELECT id FROM letters WHERE id NOT IN unindexed_letters;

-- Of a piece that very many letters have, a search reads one page of the index before it knows the
-- first letter. Four pages fit into one of the engine's: that took 18 µs with 100,000, and 100 before.
INSERT INTO letter_words (letter_words, rank) VALUES ('pgsz', 1000);
